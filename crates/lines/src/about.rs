//! The persons whom an act is about, and an order of patrons.

use punto_rulebook::Rule;
use punto_vocab::line::{Field, Words};
use punto_vocab::{PersonId, Value, Valued};
use serde::{Deserialize, Serialize};

/// A rule whose acts are about persons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PersonsRule(Rule);

impl PersonsRule {
    /// The rule, if its acts are about persons.
    pub fn new(rule: Rule) -> Option<PersonsRule> {
        rule.about_persons().then_some(PersonsRule(rule))
    }

    /// The rule.
    pub fn rule(self) -> Rule {
        self.0
    }
}

impl Field for PersonsRule {
    const EXPECTED: &'static str = "a rule about persons";

    fn write(&self) -> String {
        self.0.word().to_owned()
    }

    fn read(text: &str) -> Result<PersonsRule, String> {
        PersonsRule::new(Rule::read(text)?).ok_or_else(|| format!("`{text}` is not {}", Self::EXPECTED))
    }
}

impl Valued for PersonsRule {
    fn value(&self) -> Value {
        self.0.value()
    }
}

/// Whom an act is about: names first, with `and` between them, and then a note that decides nothing.
///
/// ```
/// use punto_lines::About;
/// use punto_vocab::line::Field;
///
/// let about = About::read("ben and cai had a counter, as ada told the dealer")?;
/// assert_eq!(about.persons.iter().map(|own| own.as_str()).collect::<Vec<_>>(), ["ben", "cai"]);
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct About {
    /// The persons, at least one.
    pub persons: Vec<PersonId>,
    /// What else is to be said of it.
    pub note: Option<Words>,
}

impl About {
    /// One person, and nothing else.
    pub fn one(person: PersonId) -> About {
        About { persons: vec![person], note: None }
    }
}

impl Field for About {
    const REST: bool = true;
    const EXPECTED: &'static str = "names like ada, or ada and ben, and perhaps some words";

    fn write(&self) -> String {
        let names: Vec<&str> = self.persons.iter().map(PersonId::as_str).collect();
        let note = self.note.iter().map(Words::as_str);
        [names.join(" and ")].iter().map(String::as_str).chain(note).collect::<Vec<_>>().join(" ")
    }

    fn read(text: &str) -> Result<About, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let (first, mut rest) =
            words.split_first().ok_or_else(|| format!("nobody; expected {}", Self::EXPECTED))?;
        let mut persons = vec![PersonId::read(first)?];
        while let ["and", name, after @ ..] = rest {
            let Ok(name) = PersonId::read(name) else { break };
            persons.push(name);
            rest = after;
        }
        let note = if rest.is_empty() { None } else { Some(Words::new(&rest.join(" "))?) };
        Ok(About { persons, note })
    }
}

impl Valued for About {
    fn value(&self) -> Value {
        Value::Text(self.write())
    }
}

/// Patrons in an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PatronOrder(pub Vec<PersonId>);

impl Field for PatronOrder {
    const REST: bool = true;
    const EXPECTED: &'static str = "names like ada ben cai";

    fn write(&self) -> String {
        self.0.iter().map(PersonId::as_str).collect::<Vec<_>>().join(" ")
    }

    fn read(text: &str) -> Result<PatronOrder, String> {
        let names = text.split_whitespace().map(PersonId::read).collect::<Result<Vec<_>, _>>()?;
        if names.is_empty() {
            Err(format!("nobody; expected {}", Self::EXPECTED))
        } else {
            Ok(PatronOrder(names))
        }
    }
}

impl Valued for PatronOrder {
    fn value(&self) -> Value {
        Value::Text(self.write())
    }
}

punto_vocab::stored! {
    struct About { persons, note }
}

// An order is kept as the line has it.
punto_vocab::stored_as_text!(PersonsRule, PatronOrder);
