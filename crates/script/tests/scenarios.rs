//! Every scenario of every document holds.

use punto_script::scenarios;

#[test]
fn every_scenario_holds() {
    let mut wrong = Vec::new();
    for scenario in scenarios() {
        let place = format!("rulebooks/{}/scenarios/{}.script", scenario.rulebook, scenario.name);
        match scenario.run() {
            Err(error) => wrong.push(format!("{place}: {error}")),
            Ok(report) => wrong.extend(report.failures.iter().map(|failure| format!("{place}: {failure}"))),
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}
