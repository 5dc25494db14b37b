//! A tournament whose house is killed in the middle of a session: its clocks, chips and coups are there afterwards, once.

use serde_json::{Value, json};

use super::client::Client;
use super::house::{House, QUICK, verify};
use crate::support::eventually;

/// How many coups have been played in both rounds.
pub(super) fn coups(view: &Value) -> u64 {
    let tables = view["tables"].as_array().cloned().unwrap_or_default();
    let session: u64 = tables.iter().filter_map(|table| table["coups"].as_u64()).sum();
    view["round"].as_u64().unwrap_or(0).saturating_sub(1) * 100 + session
}

/// All chips of those who play, with what lies on the layout.
fn chips(view: &Value) -> i64 {
    let entrants = view["entrants"].as_array().cloned().unwrap_or_default();
    entrants.iter().filter_map(|entrant| entrant["chips"].as_i64()).sum()
}

/// Winds the clock of the demonstration until its tournament has come so far.
pub(super) fn play(manager: &mut Client, what: &str, so_far: impl Fn(&Value) -> bool) -> Value {
    eventually(what, || {
        manager.post("/api/v1/demonstration/clock", &json!({ "forward": 1_000 })).ok();
        let reply = manager.get("/api/v1/tournaments/house-cup-1?role=casino-operator");
        let view = (reply.status == 200).then(|| reply.json())?;
        assert_eq!(view["fault"], Value::Null, "{view}");
        so_far(&view).then_some(view)
    })
}

#[test]
fn a_tournament_goes_on_in_mid_session_after_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().join("house");
    // Without tables of its own a demonstration shows a tournament.
    let config = QUICK.split("[[table]]").next().unwrap();
    let mut before: Option<Value> = None;
    for kill in 0..4 {
        let house = House::open(&folder, config);
        let mut manager = house.staff("manager");
        let wanted = before.as_ref().map_or(0, coups);
        let view = play(&mut manager, "a further coup is played", |view| {
            // What was told before the kill is there at once.
            if let Some(before) = &before {
                assert!(view["seq"].as_u64() >= before["seq"].as_u64(), "kill {kill}: a record is gone");
                assert!(coups(view) >= coups(before), "kill {kill}: a coup is gone");
                if view["round"] == before["round"] && view["tables"][0]["phase"] != "idle" {
                    assert_eq!(
                        view["tables"][0]["since"], before["tables"][0]["since"],
                        "a session began anew"
                    );
                }
            }
            coups(view) > wanted
        });
        assert!(chips(&view) > 0, "{view}");
        before = Some(view);
        house.kill();
    }
    let house = House::open(&folder, config);
    let mut manager = house.staff("manager");
    let over = play(&mut manager, "the prizes are paid", |view| {
        let paid = |entrant: &Value| entrant["paid"] == true;
        view["stage"] == "over" && view["entrants"].as_array().is_some_and(|all| all.iter().any(paid))
    });
    assert_eq!(over["drawn"].as_array().unwrap().len(), 2, "each round was drawn once: {over}");
    house.stop();
    verify(&folder);
}
