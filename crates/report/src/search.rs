//! What records can be found by: words, persons, clauses, cards and amounts, as terms of an index and of a scan alike.

use std::collections::BTreeSet;

use punto_journal::Entry;
use punto_journal::projection::{TermIndex, Wanted};
use punto_records::Told;
use punto_vocab::{Card, Money, Value};
use sha2::{Digest, Sha256};

/// Changes with [`terms`].
const VERSION: u8 = 1;

/// The index of all records by what they can be found by. Words are those of lines, so that it is made again when the
/// patterns of lines change.
pub fn search_index() -> TermIndex {
    let mut digest = Sha256::new_with_prefix([VERSION]);
    let patterns = [
        punto_table::Command::PATTERNS,
        punto_table::Happening::PATTERNS,
        punto_site::Command::PATTERNS,
        punto_site::Happening::PATTERNS,
        punto_accounts::Command::PATTERNS,
        punto_accounts::Happening::PATTERNS,
        punto_tournament::Command::PATTERNS,
        punto_tournament::Happening::PATTERNS,
        punto_promotion::Command::PATTERNS,
        punto_promotion::Happening::PATTERNS,
    ];
    patterns.concat().iter().for_each(|pattern| digest.update(pattern));
    let [a, b, c, d, ..] = <[u8; 32]>::from(digest.finalize());
    TermIndex::new("search", u32::from_be_bytes([a, b, c, d]), terms)
}

/// What somebody looks for in records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sought {
    /// Words of the lines, of who spoke or of the command's key, or how they begin, in any order and either case.
    Words(String),
    /// A person who spoke or is spoken of.
    Person(String),
    /// A clause that something rests on, by its number, or a setting of the house.
    Clause(String),
    /// A card.
    Card(Card),
    /// An amount.
    Money(Money),
}

impl Sought {
    /// The terms that a record must have; none where a text has no word in it.
    pub fn wanted(&self) -> Vec<Wanted> {
        match self {
            Sought::Words(text) => words(text).map(|word| Wanted::Beginning(word_term(&word))).collect(),
            Sought::Person(name) => vec![Wanted::Whole(person_term(name))],
            Sought::Clause(clause) => vec![Wanted::Whole(clause_term(clause))],
            Sought::Card(card) => vec![Wanted::Whole(card_term(*card))],
            Sought::Money(money) => vec![Wanted::Whole(money_term(*money))],
        }
    }

    /// Whether a record has it.
    pub fn is_in(&self, entry: &Entry) -> bool {
        let (wanted, terms) = (self.wanted(), terms(entry));
        !wanted.is_empty() && wanted.iter().all(|one| one.is_in(&terms))
    }
}

/// Everything that a record can be found by. One that this program cannot read has the words of its body.
fn terms(entry: &Entry) -> BTreeSet<String> {
    let mut terms = BTreeSet::new();
    let mut add_words = |text: &str| terms.extend(words(text).map(|word| word_term(&word)));
    add_words(&entry.actor);
    add_words(entry.key.as_deref().unwrap_or_default());
    let told = Told::of(entry);
    match &told {
        Ok(told) => {
            add_words(&told.said);
            told.events.iter().for_each(|(line, _)| add_words(line));
        }
        Err(_) => add_words(&entry.body),
    }
    for told in told.iter() {
        let authorities = told.events.iter().flat_map(|(_, by)| by.authorities());
        terms.extend(authorities.map(|one| clause_term(&one.to_string())));
        told.values().iter().for_each(|value| add_value(value, &mut terms));
    }
    terms
}

/// The words of a text, in lower case.
fn words(text: &str) -> impl Iterator<Item = String> {
    let parts = text.split(|letter: char| !letter.is_alphanumeric());
    parts.filter(|part| !part.is_empty()).map(str::to_lowercase)
}

fn add_value(value: &Value, terms: &mut BTreeSet<String>) {
    match value {
        Value::List(list) => list.iter().for_each(|one| add_value(one, terms)),
        Value::Name(name) | Value::Actor { name: Some(name), .. } => {
            terms.insert(person_term(name));
        }
        Value::Card(card) => {
            terms.insert(card_term(*card));
        }
        Value::Money(money) => {
            terms.insert(money_term(*money));
        }
        Value::Range { min, max } => terms.extend([money_term(*min), money_term(*max)]),
        _ => {}
    }
}

// A letter for each kind, so that a person called Ten is not the word, nor the amount.

fn word_term(word: &str) -> String {
    format!("w{word}")
}

fn person_term(name: &str) -> String {
    format!("p{name}")
}

fn clause_term(clause: &str) -> String {
    format!("c{clause}")
}

fn card_term(card: Card) -> String {
    format!("k{card}")
}

fn money_term(money: Money) -> String {
    format!("m{money}")
}
