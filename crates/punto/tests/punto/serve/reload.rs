//! The configuration read again while the house runs.

use std::fs;

use super::house::{House, QUICK};
use crate::support::eventually;

#[test]
fn a_hangup_reads_the_configuration_again_and_ends_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join("house");
    let house = House::open(&own, QUICK);
    let read_again = || house.log().matches("the configuration was read again").count();
    let with = |text: &str| fs::write(own.join("punto.toml"), text).unwrap();
    let hangs_up = |times: usize, what: &str| {
        house.hang_up();
        eventually(what, || (read_again() == times).then_some(()));
    };
    assert!(!house.log().contains("DEBUG"));

    with(&format!("{}\n[log]\nlevel = \"debug\"\n", QUICK.replace("guests = 1000", "guests = 7")));
    hangs_up(1, "what can be is taken over");
    house.client().get("/api/v1/me").ok();
    eventually("it logs more", || house.log().contains("DEBUG").then_some(()));
    assert!(house.log().contains("waits=\"listen.guests\""), "{}", house.log());
    assert!(house.log().contains("configuration: log.level is debug, was not said"), "{}", house.log());

    with("[listen]\nguests = \"many\"\n");
    hangs_up(2, "mistakes are told");
    assert!(house.log().contains("has mistakes; the house goes on as it was"), "{}", house.log());
    house.client().get("/api/v1/me").ok();

    with(QUICK);
    hangs_up(3, "it is as it was");
    let before = house.log().matches("DEBUG").count();
    house.client().get("/api/v1/me").ok();
    assert_eq!(house.log().matches("DEBUG").count(), before);
    house.assert_calm();
    house.stop();
}
