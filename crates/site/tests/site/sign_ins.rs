//! Who comes in, who is locked out, and how sessions end.

use punto_site::{Command, Given, On, Time};

use crate::house::House;

fn staffed() -> House {
    House::founded().with(&[("kim", "dealer"), ("lee", "dealer"), ("sue", "casino-supervisor")])
}

/// Enrols a console and a display at a table.
fn machines(house: &mut House) {
    for (device, kind) in [("console-1", "console"), ("console-2", "console"), ("display-1", "display")] {
        house.say(&format!("staff sue: offer-device {device} {kind} nsw-1")).unwrap();
        house.say(&format!("system: enrol-device {device}")).unwrap();
    }
}

#[test]
fn sign_ins_are_numbered_and_show_the_one_before() {
    let mut house = staffed();
    house.wait_minutes(1);
    let first = house.now;
    house.gets("system: sign-in sue on -", "signed-in sue on - session 5");
    house.wait_minutes(1);
    house.gets("system: sign-in sue on -", "signed-in sue on - session 6");
    assert_eq!(house.site.session(6).unwrap().before, Some(first));
    house.refused("staff sue: sign-in sue on -", "only-system by house:site-order");
    house.refused("system: sign-in zoe on -", "unknown-person by house:staff");
}

#[test]
fn the_third_failure_locks_and_each_further_one_for_longer() {
    let mut house = staffed();
    house.gets("system: fail-sign-in kim on -", "sign-in-failed kim on -");
    house.gets("system: fail-sign-in kim on -", "sign-in-failed kim on -");
    let number = house.site.notices_ever + 1;
    house.gets(
        "system: fail-sign-in kim on -",
        &format!(
            "sign-in-failed kim on -; locked kim until 1970-01-01T00:01:00Z; noted {number} failed-sign-ins warning - \
             about kim locked: kim until 1970-01-01T00:01:00Z after 3 failures"
        ),
    );
    house.refused("system: sign-in kim on -", "locked by house:sign-in-lock");
    // What is tried while locked is recorded, and changes nothing.
    house.gets("system: fail-sign-in kim on -", "sign-in-barred kim on -");
    house.wait_minutes(1);
    assert!(
        house.say("system: fail-sign-in kim on -").unwrap().contains("locked kim until 1970-01-01T00:03:00Z")
    );
    house.wait_minutes(2);
    house.gets("system: sign-in kim on -", "signed-in kim on - session 5");
    house.gets("system: fail-sign-in kim on -", "sign-in-failed kim on -");
}

#[test]
fn a_lock_can_be_taken_off_by_another_person() {
    let mut house = staffed();
    house.refused("staff root: unlock kim", "not-locked by house:sign-in-lock");
    for _ in 0..3 {
        house.say("system: fail-sign-in kim on -").unwrap();
    }
    house.refused("staff sue: unlock kim", "not-granted by house:grants");
    house.gets("staff root: unlock kim", "unlocked kim");
    house.say("system: sign-in kim on -").unwrap();
}

#[test]
fn what_is_nobodys_name_is_recorded_harmlessly() {
    let mut house = staffed();
    let on = On(None);
    let known = house.site.failed_sign_in("kim", on);
    assert_eq!(known, Command::FailSignIn { name: "kim".parse().unwrap(), on });
    // A password in the wrong field: a name in shape, but nobody's.
    let unknown = house.site.failed_sign_in("hunter2secret", on);
    assert_eq!(unknown, Command::FailUnknown { given: Given::clean("hunter2secret"), on });
    house.gets(&format!("system: {unknown}"), "sign-in-unknown hunter~ on -");
    // The full text is refused even if the server should say it.
    house.refused("system: fail-sign-in hunter2secret on -", "unknown-person by house:staff");
    let before = house.site.clone();
    house.gets("system: fail-unknown a?b on -", "sign-in-unknown a?b on -");
    assert_eq!(house.site, before, "strangers leave nothing behind");
}

#[test]
fn whoever_deals_is_in_one_place_and_a_machine_has_one_person() {
    let mut house = staffed();
    machines(&mut house);
    house.gets("system: sign-in kim on console-1", "signed-in kim on console-1 session 5");
    house.gets(
        "system: sign-in kim on console-2",
        "signed-out kim session 5 elsewhere; signed-in kim on console-2 session 6",
    );
    house.gets(
        "system: sign-in lee on console-2",
        "signed-out kim session 6 relieved; signed-in lee on console-2 session 7",
    );
    // A supervisor may be in two places, but not twice at one machine.
    house.gets("system: sign-in sue on console-1", "signed-in sue on console-1 session 8");
    house.gets("system: sign-in sue on -", "signed-in sue on - session 9");
    house.gets(
        "system: sign-in sue on console-1",
        "signed-out sue session 8 elsewhere; signed-in sue on console-1 session 10",
    );
    house.refused("system: sign-in kim on display-1", "no-sign-in-there by house:devices");
    house.refused("system: sign-in kim on console-9", "unknown-device by house:devices");
}

#[test]
fn sessions_end_by_their_owner_by_idleness_or_everywhere() {
    let mut house = staffed();
    for _ in 0..3 {
        house.say("system: sign-in sue on -").unwrap();
    }
    house.refused("staff kim: sign-out 5", "not-own-session by house:sessions");
    house.gets("staff sue: sign-out 5", "signed-out sue session 5 signed-out");
    house.refused("staff sue: sign-out 5", "no-session by house:sessions");
    house.refused("staff sue: end-idle 6", "only-system by house:site-order");
    house.gets("system: end-idle 6", "signed-out sue session 6 idle");
    house.refused("system: end-idle 6", "no-session by house:sessions");
    house.refused("staff kim: sign-out-everywhere sue", "not-granted by house:grants");
    house.gets(
        "staff root: sign-out-everywhere sue",
        "signed-out-everywhere sue; signed-out sue session 7 everywhere",
    );
    house.refused("staff sue: sign-out-everywhere sue", "not-signed-in by house:sessions");
}

#[test]
fn a_disabled_person_neither_signs_in_nor_is_locked() {
    let mut house = staffed();
    house.say("staff root: disable kim away").unwrap();
    house.refused("system: sign-in kim on -", "disabled by house:staff");
    for _ in 0..4 {
        house.gets("system: fail-sign-in kim on -", "sign-in-barred kim on -");
    }
}

#[test]
fn denials_name_the_rule_that_denied() {
    let mut house = staffed();
    house.refused("staff kim: deny lee void-coup nsw-1 by 12.1", "only-system by house:site-order");
    house.gets("system: deny kim void-coup nsw-1 by 12.1, 12.2", "denied kim void-coup nsw-1 by 12.1, 12.2");
    assert_eq!(house.log.last().unwrap().2.by.to_string(), "house:denials-recorded");
}

#[test]
fn time_does_not_run_back() {
    let mut house = staffed();
    house.wait_minutes(1);
    house.say("system: sign-in sue on -").unwrap();
    house.now = Time(0);
    // Also wrong in other ways: time is checked first.
    house.refused("staff zoe: hire sue", "time-runs-back by house:site-order");
}

#[test]
fn offices_are_signed_out_sooner_than_tables() {
    let house = staffed().with(&[("cat", "service dealer"), ("new", "")]);
    let idle = |name: &str| house.site.people[&name.parse().unwrap()].idle_minutes();
    assert_eq!((idle("kim"), idle("root"), idle("cat"), idle("new")), (30, 15, 15, 15));
}
