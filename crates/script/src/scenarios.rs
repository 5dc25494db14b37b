//! The scenarios that come with the software, and which clause each is seen to show.

use std::collections::BTreeMap;
use std::sync::Arc;

use punto_rulebook::Rulebook;

use crate::{Report, Script, run_under};

/// A scenario of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scenario {
    /// The document it runs under.
    pub rulebook: &'static str,
    /// Its name: the clause it is about and what it shows.
    pub name: &'static str,
    /// The script.
    pub text: &'static str,
}

/// Document, name and text of every scenario.
pub const SCENARIOS: &[(&str, &str, &str)] = include!(concat!(env!("OUT_DIR"), "/scenarios.rs"));

/// All scenarios.
pub fn scenarios() -> impl Iterator<Item = Scenario> {
    SCENARIOS.iter().map(|(rulebook, name, text)| Scenario { rulebook, name, text })
}

impl Scenario {
    /// Runs the scenario under its own document; a script that cannot be read is a failure with its message.
    pub fn run(&self, book: &Arc<Rulebook>) -> Result<Report, String> {
        let script: Script = self.text.parse().map_err(|error| format!("{error}"))?;
        match script.rulebook() {
            Some(id) if id == self.rulebook && id == &*book.id => Ok(run_under(book, &script)),
            other => {
                Err(format!("the script names {other:?}, but stands in the folder of {}", self.rulebook))
            }
        }
    }
}

/// For each clause of a document, the scenarios that are seen to show it.
pub fn shown_by(book: &Arc<Rulebook>) -> BTreeMap<String, Vec<&'static str>> {
    let mut shown: BTreeMap<String, Vec<&'static str>> = BTreeMap::new();
    for scenario in scenarios().filter(|scenario| *scenario.rulebook == *book.id) {
        if let Ok(report) = scenario.run(book)
            && report.failures.is_empty()
        {
            for clause in report.shown {
                shown.entry(clause).or_default().push(scenario.name);
            }
        }
    }
    shown
}
