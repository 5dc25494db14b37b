//! The scenarios of a document, wherever it comes from, and which clause each is seen to show.

use std::collections::BTreeMap;
use std::sync::Arc;

use punto_rulebook::{Clause, Rulebook, Scenario, Standing};

use crate::{Script, ScriptReport, run_under};

/// For each clause of a document, the names of the scenarios that are seen to show it.
pub type ClausesShown = BTreeMap<String, Vec<String>>;

/// Runs a scenario under its own document; a script that cannot be read is a failure with its message.
pub fn run_scenario(book: &Arc<Rulebook>, scenario: &Scenario) -> Result<ScriptReport, String> {
    let script: Script = scenario.text.parse().map_err(|error| format!("{error}"))?;
    match script.rulebook() {
        Some(id) if id == &*book.id => Ok(run_under(book, &script)),
        Some(other) => Err(format!("the script names `{other}`, but is a scenario of {}", book.id)),
        None => Err(format!("the script names no rulebook; expected the line `rulebook {}`", book.id)),
    }
}

/// For each clause of a document, the scenarios that are seen to show it.
pub fn shown_by(book: &Arc<Rulebook>) -> ClausesShown {
    let mut shown = ClausesShown::new();
    for scenario in &book.scenarios {
        if let Ok(report) = run_scenario(book, scenario)
            && report.failures.is_empty()
        {
            for clause in report.shown {
                shown.entry(clause).or_default().push(scenario.name.clone().into_owned());
            }
        }
    }
    shown
}

/// The clauses that a scenario must show, since the software decides by them or records them, and that none does.
pub fn unshown(book: &Rulebook, shown: impl Fn(&str) -> bool) -> Vec<&Clause> {
    let decides = |clause: &&Clause| matches!(clause.standing, Standing::Encoded | Standing::Recorded);
    book.clauses.iter().filter(decides).filter(|clause| !shown(clause.id.clause())).collect()
}
