//! How people stand at the end.

use punto_vocab::line::Field;
use punto_vocab::{PersonId, Value, Valued};
use serde::{Deserialize, Serialize};

/// How people stand, best first; those who are level are joined: `ada ben=cyd dee`.
///
/// ```
/// use punto_tournament::Ranking;
/// use punto_vocab::line::Field;
/// let ranking = Ranking::read("ada ben=cyd dee").unwrap();
/// assert_eq!(ranking.0.len(), 3);
/// assert_eq!(ranking.write(), "ada ben=cyd dee");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Ranking(pub Vec<Vec<PersonId>>);

impl Ranking {
    /// The first who are level and of whom only some would be among the first `cut`.
    pub fn level_at(&self, cut: usize) -> Option<&[PersonId]> {
        let mut before = 0;
        self.0.iter().find_map(|group| {
            let (first, last) = (before, before + group.len());
            before = last;
            (first < cut && cut < last).then_some(&group[..])
        })
    }
}

impl Field for Ranking {
    const REST: bool = true;
    const EXPECTED: &'static str = "people from the first place on like ada ben=cyd, or nobody";

    fn write(&self) -> String {
        let group =
            |names: &Vec<PersonId>| names.iter().map(PersonId::to_string).collect::<Vec<_>>().join("=");
        match self.0.is_empty() {
            true => "nobody".into(),
            false => self.0.iter().map(group).collect::<Vec<_>>().join(" "),
        }
    }

    fn read(text: &str) -> Result<Ranking, String> {
        let group = |word: &str| word.split('=').map(PersonId::read).collect::<Result<Vec<_>, _>>();
        text.split_whitespace()
            .filter(|word| *word != "nobody")
            .map(group)
            .collect::<Result<_, _>>()
            .map(Ranking)
    }
}

punto_vocab::stored_as_text!(Ranking);

impl Valued for Ranking {
    fn value(&self) -> Value {
        Value::Text(self.write())
    }
}

impl From<Ranking> for String {
    fn from(value: Ranking) -> String {
        value.write()
    }
}

impl TryFrom<String> for Ranking {
    type Error = String;

    fn try_from(text: String) -> Result<Ranking, String> {
        Ranking::read(&text)
    }
}
