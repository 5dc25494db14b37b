//! Every scenario of every document holds, and every clause that decides is seen to decide in one.

use std::sync::Arc;

use punto_rulebook::{Rulebook, Standing};
use punto_script::{scenarios, shown_by};

fn books() -> impl Iterator<Item = Arc<Rulebook>> {
    Rulebook::embedded_ids().filter_map(Rulebook::embedded).map(Arc::new)
}

#[test]
fn every_scenario_holds() {
    let mut wrong = Vec::new();
    for book in books() {
        for scenario in scenarios().filter(|scenario| *scenario.rulebook == *book.id) {
            let place = format!("rulebooks/{}/scenarios/{}.script", scenario.rulebook, scenario.name);
            match scenario.run(&book) {
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
        let decides = |standing| matches!(standing, Standing::Encoded | Standing::Recorded);
        let clauses = book.clauses.iter().filter(|clause| decides(clause.standing));
        missing.extend(
            clauses.filter(|clause| !shown.contains_key(clause.id.clause())).map(|c| format!("{:#}", c.id)),
        );
    }
    assert!(
        missing.is_empty(),
        "{} clauses have no scenario that expects something by them: {}",
        missing.len(),
        missing.join(", ")
    );
}
