//! A table's records as a script: who spoke, how much later, what was said. It can be mailed and played again.

use std::fmt::Write;

use punto_journal::Record;
use punto_table::{Actor, Happening, Time};

use crate::body::Body;
use crate::recorded::TableRecord;

/// Writes the records of one table as lines of a script, one record after the other.
#[derive(Debug, Default)]
pub struct Transcript {
    begun: bool,
    by: Option<Actor>,
    at: Option<i64>,
    digest: Option<String>,
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
        let (by, said) = match TableRecord::of(entry) {
            Ok(TableRecord { by, body: Body::Said(said), .. }) => (by, said),
            Ok(TableRecord { body: Body::Shoe(_), .. }) => {
                let _ = writeln!(text, "# record {}: a step of the house's own shoe", entry.seq);
                return;
            }
            Err(error) => {
                let _ = writeln!(text, "# record {}: {error}", entry.seq);
                return;
            }
        };
        for event in &said.events {
            if let Happening::Opened { terms, .. } = &event.what
                && self.digest.as_ref() != Some(&terms.0.digest)
            {
                let _ = writeln!(text, "rulebook {}  # {}", terms.0.rulebook, terms.0.digest);
                self.digest = Some(terms.0.digest.clone());
            }
        }
        if self.by != Some(by) {
            let _ = writeln!(text, "as {by}");
            self.by = Some(by);
        }
        let later = entry.at - self.at.unwrap_or(entry.at);
        if later > 0 {
            let _ = writeln!(text, "at {}", Time(later));
        }
        self.at = Some(entry.at);
        let _ = writeln!(text, "{}", said.line());
    }
}
