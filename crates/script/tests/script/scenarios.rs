//! Every scenario of every document holds, and every clause that decides is seen to decide in one.

use std::sync::Arc;

use punto_rulebook::Rulebook;
use punto_script::{run_scenario, shown_by, unshown};

/// Every document of the binary; one that does not load is no reason to look at the others only.
pub(crate) fn books() -> impl Iterator<Item = Arc<Rulebook>> {
    let loaded = |id: &str| Rulebook::embedded(id).unwrap_or_else(|| panic!("{id} does not load"));
    Rulebook::embedded_ids().map(loaded).map(Arc::new)
}

#[test]
fn every_scenario_holds() {
    let mut wrong = Vec::new();
    for book in books() {
        assert!(book.scenarios.len() > 20, "{} has {}", book.id, book.scenarios.len());
        for scenario in &book.scenarios {
            let place = format!("rulebooks/{}/scenarios/{}.script", book.id, scenario.name);
            match run_scenario(&book, scenario) {
                Err(error) => wrong.push(format!("{place}: {error}")),
                Ok(report) => {
                    wrong.extend(report.failures.iter().map(|failure| format!("{place}: {failure}")));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_encoded_or_recorded_clause_is_seen_to_decide() {
    let mut missing = Vec::new();
    for book in books() {
        let shown = shown_by(&book);
        let unshown = unshown(&book, |clause| shown.contains_key(clause));
        missing.extend(unshown.into_iter().map(|clause| format!("{:#}", clause.id)));
    }
    assert!(
        missing.is_empty(),
        "{} clauses have no scenario that expects something by them: {}",
        missing.len(),
        missing.join(", ")
    );
}
