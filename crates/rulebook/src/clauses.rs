//! Every clause of a document: its gist in our own words, and how it stands with the software.

use std::collections::HashMap;
use std::sync::Arc;

use punto_vocab::ClauseId;

use crate::problem::{Problem, Source};
use crate::reader::{Field, Parsed, Reader};
use crate::schema::Schema;

punto_vocab::words! {
    /// What kind of duty a clause lays on the software.
    pub enum Kind: "a kind of clause" {
        /// Decided by the engine of one coup.
        Engine = "engine",
        /// Decided by the running table.
        Table = "table",
        /// An act of staff.
        Staff = "staff",
        /// The cloth and what is printed on it.
        Layout = "layout",
        /// A word and its meaning.
        Definition = "definition",
        /// What an electronic terminal shows and does.
        Terminal = "terminal",
        /// Tournament or competition play.
        Tournament = "tournament",
        /// Prizes and draws.
        Promotion = "promotion",
    }
}

punto_vocab::words! {
    /// How a clause stands with the software.
    pub enum Standing: "a standing" {
        /// The software decides or refuses by it.
        Encoded = "encoded",
        /// An act of staff that the software prompts for, authorises by role and records.
        Recorded = "recorded",
        /// A sign, a layout or a display.
        Shown = "shown",
        /// A word the software uses in this sense, or a heading over the clauses that follow.
        Defined = "defined",
        /// Not built yet.
        Planned = "planned",
        /// Not for software, with the reason.
        Outside = "outside",
    }
}

/// One clause of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// Its number.
    pub id: ClauseId,
    /// What it is about: `cut`, `limits`, `irregularities`.
    pub topic: String,
    /// What kind of duty it lays on the software.
    pub kind: Kind,
    /// What it says, in our own words.
    pub gist: String,
    /// How it stands with the software.
    pub standing: Standing,
    /// Why it is outside, when it is.
    pub reason: Option<String>,
}

/// All clauses of a document, in its own order.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Clauses {
    list: Vec<Clause>,
    places: HashMap<Arc<str>, usize>,
}

impl Clauses {
    /// No more than one clause in this many may be `outside`.
    const FEWEST_PER_OUTSIDE: usize = 20;

    /// The clause of this number.
    pub fn get(&self, number: &str) -> Option<&Clause> {
        self.places.get(number).map(|place| &self.list[*place])
    }

    /// All clauses in the document's order.
    pub fn iter(&self) -> std::slice::Iter<'_, Clause> {
        self.list.iter()
    }

    /// How many clauses there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there are none, which no document allows.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Reads `clauses.toml`.
    pub(crate) fn read(source: Source<'_>, rulebook: &Arc<str>, schema: Schema) -> Listed {
        let anything = |number: &str| Some(ClauseId::new(rulebook, number));
        let parsed = Parsed::new(source.text);
        let schema = schema.of(parsed.schema());
        let reader = Reader::new(source, rulebook.clone(), schema, &anything);
        reader.report_syntax(&parsed);
        if !parsed.is_whole() {
            return Listed { problems: reader.finish().0, ..Listed::default() };
        }
        let root = reader.root(&parsed.table);
        let mut clauses = Clauses::default();
        let mut broken = Vec::new();
        schema.check(&root);
        if let Some(rows) = root.field("clauses") {
            for row in rows.list() {
                broken.extend(clauses.add(row, rulebook));
            }
            let outside = clauses.iter().filter(|c| c.standing == Standing::Outside).count();
            if outside * Clauses::FEWEST_PER_OUTSIDE > clauses.len() {
                rows.report(format!(
                    "{outside} of {} clauses are outside; expected no more than one in {}",
                    clauses.len(),
                    Clauses::FEWEST_PER_OUTSIDE
                ));
            }
            if clauses.is_empty() {
                rows.report("a document has clauses; expected at least one");
            }
        }
        root.close();
        let whole = !clauses.is_empty();
        Listed { clauses, broken, whole, problems: reader.finish().0 }
    }

    /// Takes in a row; one that cannot be read gives back the number it is for.
    fn add(&mut self, row: Field<'_, '_>, rulebook: &Arc<str>) -> Option<String> {
        let row = row.section()?;
        let id = row.value("id", read_number);
        let clause = (|| {
            let (topic, kind) = (row.value("topic", |f| f.text()), row.value("kind", |f| f.word()));
            let (gist, standing) = (row.value("gist", |f| f.text()), row.value("standing", |f| f.word()));
            let reason = row.optional("reason").and_then(|f| f.text());
            Some(Clause {
                id: ClauseId::new(rulebook, id?),
                topic: topic?.into(),
                kind: kind?,
                gist: gist?.into(),
                standing: standing?,
                reason: reason.map(Into::into),
            })
        })();
        let Some(clause) = clause else {
            row.close();
            return id.map(str::to_owned);
        };
        if clause.gist.trim().is_empty() {
            row.report(format!("clause {} has no gist", clause.id));
        }
        if (clause.standing == Standing::Outside) != clause.reason.is_some() {
            row.report(format!(
                "clause {}: `reason` goes with the standing `outside`, and only with it",
                clause.id
            ));
        }
        if self.places.insert(clause.id.clause().into(), self.list.len()).is_some() {
            row.report(format!("clause {} is listed twice", clause.id));
        }
        self.list.push(clause);
        row.close();
        None
    }
}

/// What `clauses.toml` came to.
#[derive(Default)]
pub(crate) struct Listed {
    pub(crate) clauses: Clauses,
    pub(crate) problems: Vec<Problem>,
    /// The numbers of rows that could not be read: citing one of them is no further mistake.
    broken: Vec<String>,
    /// Whether all rows are there; if not, no citation can be judged.
    whole: bool,
}

impl Listed {
    /// The clause of this number, if a citation may name it.
    pub(crate) fn named(&self, number: &str, rulebook: &Arc<str>) -> Option<ClauseId> {
        let listed = self.clauses.get(number).map(|clause| clause.id.clone());
        listed.or_else(|| {
            let unread = !self.whole || self.broken.iter().any(|broken| broken == number);
            unread.then(|| ClauseId::new(rulebook, number))
        })
    }
}

/// The number of a clause; a script names it in one word.
fn read_number<'r>(field: Field<'r, '_>) -> Option<&'r str> {
    let number = field.text()?;
    if number.is_empty() || number.contains(|c: char| c.is_whitespace() || c.is_control() || c == ',') {
        field.report(format!("`{number}` is not the number of a clause; expected one word, like 12.1(b)"));
    }
    Some(number)
}

impl<'a> IntoIterator for &'a Clauses {
    type Item = &'a Clause;
    type IntoIter = std::slice::Iter<'a, Clause>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
