//! A question with its answer, and the lines of JSON it is kept as.

use punto_rulebook::{Rulebook, Terms};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The form of the questions. Another number is another form.
pub const FORMAT: u32 = 1;

punto_vocab::words! {
    /// What a question is about.
    pub enum QuestionKind: "a part" {
        /// Who is given which card, and what the coup comes to.
        Coup = "coup",
        /// What wagers become.
        Settlement = "settlement",
        /// What follows when something went wrong.
        Irregularity = "irregularity",
        /// The scoreboards.
        Roads = "roads",
        /// Exact odds.
        Odds = "odds",
    }
}

/// A question, what is right, and by which clauses.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublicQuestion {
    /// Its name, the same in every edition of this form.
    pub id: String,
    /// What it is about.
    pub part: QuestionKind,
    /// The document it is asked under; scoreboards have none.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub document: Option<String>,
    /// What is asked.
    pub ask: Value,
    /// What is right.
    pub answer: Value,
    /// What the answer rests on. Where an answer has a list, its items rest on the clauses in the same place, and all else
    /// on the last.
    #[serde(default)]
    pub by: Vec<String>,
}

impl PublicQuestion {
    pub(crate) fn of(
        book: &Rulebook,
        part: QuestionKind,
        number: usize,
        ask: Value,
        answer: Value,
    ) -> PublicQuestion {
        let (id, document) = (format!("{}/{part}/{number}", book.id), Some(book.id.to_string()));
        PublicQuestion { id, part, document, ask, answer, by: Vec::new() }
    }

    pub(crate) fn by(self, by: impl IntoIterator<Item = impl ToString>) -> PublicQuestion {
        PublicQuestion { by: by.into_iter().map(|by| by.to_string()).collect(), ..self }
    }

    /// The question as another program reads it: everything but what is right.
    pub fn question(&self) -> String {
        let mut line = Map::new();
        line.insert("conformance".into(), FORMAT.into());
        line.insert("id".into(), self.id.clone().into());
        line.insert("part".into(), self.part.to_string().into());
        if let Some(document) = &self.document {
            line.insert("document".into(), document.clone().into());
        }
        line.insert("ask".into(), self.ask.clone());
        Value::Object(line).to_string()
    }
}

/// The table that irregularities are asked of: what the operator has chosen where a document leaves it open.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AskedTable {
    /// The document.
    pub document: String,
    /// The form of the game.
    pub variant: String,
    /// How many decks the shoe has.
    pub decks: u32,
    /// What cards are dealt from.
    pub device: String,
    /// The settings of the house, by name.
    pub house: Map<String, Value>,
}

impl AskedTable {
    pub(crate) fn of(book: &Rulebook, terms: &Terms) -> AskedTable {
        let house = terms.house.iter().map(|(name, choice)| (name.to_string(), Value::from(choice.clone())));
        AskedTable {
            document: book.id.to_string(),
            variant: terms.variant.to_string(),
            decks: terms.decks,
            device: terms.device.value.to_string(),
            house: house.collect(),
        }
    }

    /// The table as another program reads it; it gives no answer.
    pub fn told(&self) -> String {
        serde_json::json!({ "conformance": FORMAT, "table": self }).to_string()
    }
}

/// Cases as text, one a line.
pub fn lines(cases: &[PublicQuestion]) -> String {
    let line = |case: &PublicQuestion| {
        serde_json::to_string(case).unwrap_or_else(|error| unreachable!("{error}")) + "\n"
    };
    cases.iter().map(line).collect()
}

/// A line that is no case.
#[derive(Debug, thiserror::Error)]
#[error("line {line} is no case: {why}")]
pub struct UnreadQuestion {
    /// Its number, from 1.
    pub line: usize,
    /// What is wrong.
    pub why: serde_json::Error,
}

/// Reads cases from text, one a line.
pub fn read(text: &str) -> Result<Vec<PublicQuestion>, UnreadQuestion> {
    let case = |(line, text)| serde_json::from_str(text).map_err(|why| UnreadQuestion { line, why });
    (1..).zip(text.lines()).map(case).collect()
}
