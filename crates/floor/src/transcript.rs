//! A table's records as a script: who spoke, how much later, what was said. It can be mailed and played again.

use std::fmt::Write;

use punto_journal::{Record, v1};
use punto_table::Time;

/// Writes the records of one table as lines of a script, one record after the other.
#[derive(Debug, Default)]
pub struct Transcript {
    begun: bool,
    actor: Option<String>,
    at: Option<i64>,
    rulebook: Option<String>,
}

impl Transcript {
    /// The lines of the next record.
    pub fn lines(&mut self, record: &Record) -> String {
        let mut text = String::new();
        self.write(&mut text, record);
        text
    }

    fn write(&mut self, text: &mut String, record: &Record) {
        if !std::mem::replace(&mut self.begun, true) {
            text.push_str("script 1\n");
        }
        let entry = &record.entry;
        let Ok(v1::Body::Said(said)) = v1::Body::read(entry.schema, &entry.body) else {
            let _ = writeln!(text, "# record {}: a step of the house's own shoe", entry.seq);
            return;
        };
        if let Some(under) = said.under.filter(|under| self.rulebook.as_ref() != Some(&under.rulebook)) {
            let _ = writeln!(text, "rulebook {}  # {}", under.rulebook, under.digest);
            self.rulebook = Some(under.rulebook);
        }
        if self.actor.as_deref() != Some(&entry.actor) {
            let _ = writeln!(text, "as {}", entry.actor);
            self.actor = Some(entry.actor.clone());
        }
        let later = entry.at - self.at.unwrap_or(entry.at);
        if later > 0 {
            let _ = writeln!(text, "at {}", Time(later));
        }
        self.at = Some(entry.at);
        let _ = writeln!(text, "{}", said.said);
    }
}
