//! The points a document leaves open, as named settings of the house.

use punto_vocab::{Citation, Setting, Value, Valued, Word};

use crate::reader::Field;

/// What a setting may be set to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choices {
    /// One of these words.
    Words(Vec<String>),
    /// A whole number in this range.
    Number(u32, u32),
    /// Not a word: the table's terms carry the value itself, as they do the posted limits.
    InTerms,
}

impl Choices {
    /// Whether a text is one of the choices.
    pub fn allow(&self, text: &str) -> bool {
        match self {
            Choices::Words(words) => words.iter().any(|word| word == text),
            Choices::Number(least, most) => {
                text.bytes().all(|b| b.is_ascii_digit())
                    && text.parse::<u32>().is_ok_and(|n| (*least..=*most).contains(&n))
            }
            Choices::InTerms => false,
        }
    }
}

impl Valued for Choices {
    fn value(&self) -> Value {
        match self {
            Choices::Words(words) => words.value(),
            Choices::Number(least, most) => Value::Numbers { least: *least, most: *most },
            Choices::InTerms => Value::InTerms,
        }
    }
}

impl std::fmt::Display for Choices {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Choices::Words(words) => write!(f, "{}", words.join(" | ")),
            Choices::Number(least, most) => write!(f, "a whole number from {least} to {most}"),
            Choices::InTerms => write!(f, "in the table's terms"),
        }
    }
}

/// A point the document leaves open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HouseSetting {
    /// Its name.
    pub setting: Setting,
    /// What it may be set to.
    pub choices: Choices,
    /// What holds if the operator says nothing; `None` means the operator must choose.
    pub default: Option<String>,
    /// The clause that raises the question, where one does.
    pub near: Option<Citation>,
}

impl HouseSetting {
    pub(crate) fn read(name: &str, field: Field<'_, '_>) -> Option<HouseSetting> {
        let section = field.section()?;
        let words = section.optional("choices").map(|f| f.some(|f| f.text().map(str::to_owned)));
        let words = words.map(|words| words.map(Choices::Words));
        let number = section.optional("number").map(|f| read_range(&f));
        let in_terms = section.optional("in_terms").and_then(|f| f.flag()).filter(|yes| *yes);
        let in_terms = in_terms.map(|_| Some(Choices::InTerms));
        let mut kinds = [words, number, in_terms].into_iter().flatten();
        let (choices, second) = (kinds.next(), kinds.next());
        if choices.is_none() || second.is_some() {
            section.report(format!("`{}` wants one of `choices`, `number` and `in_terms`", section.path()));
        }
        let choices = choices.flatten();
        let default = section.optional("default").and_then(|f| f.text().map(str::to_owned));
        if let (Some(choices), Some(default)) = (&choices, &default)
            && !choices.allow(default)
        {
            section.report(format!("the default `{default}` is not among the choices; expected {choices}"));
        }
        let near = section.optional("clause").and_then(|f| f.citation());
        section.close();
        Some(HouseSetting { setting: Setting::new(name), choices: choices?, default, near })
    }

    /// Whether every choice is a word of `T`.
    pub(crate) fn speaks<T: Word>(&self) -> bool {
        matches!(&self.choices, Choices::Words(words) if words.iter().all(|word| T::from_word(word).is_ok()))
    }
}

/// `[least, most]`.
fn read_range(field: &Field<'_, '_>) -> Option<Choices> {
    let ends: Vec<u32> = field.list().iter().filter_map(|f| f.number(0..=1_000_000)).collect();
    match ends[..] {
        [least, most] if least <= most => Some(Choices::Number(least, most)),
        _ => {
            field.report(format!("`{}` is no range; expected two whole numbers like [0, 416]", field.path()));
            None
        }
    }
}
