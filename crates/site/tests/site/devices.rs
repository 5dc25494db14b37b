//! Which machines belong to the site.

use punto_site::{CODE_FAILURES, CODE_MINUTES};

use crate::house::House;

fn staffed() -> House {
    House::founded().with(&[("sue", "game-supervisor"), ("kim", "dealer")])
}

#[test]
fn a_supervisor_offers_a_code_that_works_once_for_ten_minutes() {
    let mut house = staffed();
    house.refused("staff kim: offer-device t-1 terminal nsw-1@1", "not-granted by house:grants");
    house.refused("system: enrol-device t-1", "no-offer by house:devices");
    house.gets(
        "staff sue: offer-device t-1 terminal nsw-1@1",
        "device-offered t-1 terminal nsw-1@1 until 1970-01-01T00:10:00Z",
    );
    assert!(house.site.device("t-1".parse().unwrap()).is_none());
    house.refused("staff sue: enrol-device t-1", "only-system by house:site-order");
    house.wait_minutes(CODE_MINUTES - 1);
    house.gets("system: enrol-device t-1", "device-enrolled t-1");
    house.refused("system: enrol-device t-1", "no-offer by house:devices");
    house.refused("staff sue: offer-device t-1 terminal nsw-1@1", "device-known by house:devices");
}

#[test]
fn a_code_ends_by_time_and_by_wrong_ones() {
    let mut house = staffed();
    house.say("staff sue: offer-device t-1 terminal nsw-1@1").unwrap();
    house.wait_minutes(CODE_MINUTES);
    house.refused("system: enrol-device t-1", "offer-ended by house:devices");
    house.say("staff sue: offer-device t-1 terminal nsw-1@1").unwrap();
    for _ in 1..CODE_FAILURES {
        house.gets("system: fail-code t-1", "code-failed t-1");
    }
    house.gets("system: fail-code t-1", "code-failed t-1; offer-ended t-1");
    house.refused("system: enrol-device t-1", "no-offer by house:devices");
    house.refused("system: fail-code t-1", "no-offer by house:devices");
}

#[test]
fn each_kind_has_its_place_and_a_seat_has_one_terminal() {
    let mut house = staffed();
    for (line, refused) in [
        ("offer-device t-1 terminal nsw-1", true),
        ("offer-device t-1 terminal -", true),
        ("offer-device t-1 terminal nsw-1@1", false),
        ("offer-device c-1 console nsw-1@1", true),
        ("offer-device c-1 console nsw-1", false),
        ("offer-device c-2 console -", false),
        ("offer-device d-1 display nsw-1@1", true),
        ("offer-device d-1 display -", false),
        ("offer-device s-1 scanning-shoe -", true),
        ("offer-device s-1 scanning-shoe nsw-1", false),
    ] {
        let line = format!("staff sue: {line}");
        if refused {
            house.refused(&line, "wrong-place by house:devices");
        } else {
            house.say(&line).unwrap();
        }
    }
    for device in ["t-1", "s-1", "c-1"] {
        house.say(&format!("system: enrol-device {device}")).unwrap();
    }
    house.refused("staff sue: offer-device t-2 terminal nsw-1@1", "place-taken by house:devices");
    house.refused("staff sue: offer-device s-2 scanning-shoe nsw-1", "place-taken by house:devices");
    house.say("staff sue: offer-device c-3 console nsw-1").unwrap();
    house.say("staff sue: offer-device t-2 terminal nsw-1@2").unwrap();
    house.gets("system: enrol-device t-2", "device-enrolled t-2");
    house.refused("staff sue: move-device t-2 nsw-1@1", "place-taken by house:devices");
    house.gets("staff sue: move-device t-2 nsw-1@3", "device-moved t-2 nsw-1@3");
    house.refused("staff kim: move-device t-2 nsw-1@4", "not-granted by house:grants");
    house.refused("staff sue: move-device t-9 nsw-1@4", "unknown-device by house:devices");
}

#[test]
fn two_codes_for_one_seat_enrol_one_machine() {
    let mut house = staffed();
    house.say("staff sue: offer-device t-1 terminal nsw-1@1").unwrap();
    house.say("staff sue: offer-device t-2 terminal nsw-1@1").unwrap();
    house.gets("system: enrol-device t-2", "device-enrolled t-2");
    house.refused("system: enrol-device t-1", "place-taken by house:devices");
}

#[test]
fn a_revoked_machine_is_out_with_whoever_was_at_it() {
    let mut house = staffed();
    house.say("staff sue: offer-device c-1 console nsw-1").unwrap();
    house.say("system: enrol-device c-1").unwrap();
    house.say("system: sign-in kim on c-1").unwrap();
    let session = house.site.sessions_ever;
    house.refused("staff kim: revoke-device c-1 lost", "not-granted by house:grants");
    house.gets(
        "staff sue: revoke-device c-1 lost",
        &format!("device-revoked c-1 lost; signed-out kim session {session} device"),
    );
    house.refused("staff sue: revoke-device c-1 lost", "device-revoked by house:devices");
    house.refused("staff sue: offer-device c-1 console nsw-1", "device-revoked by house:devices");
    house.refused("staff sue: revoke-device c-9 lost", "unknown-device by house:devices");
    house.refused("system: sign-in kim on c-1", "unknown-device by house:devices");
}

#[test]
fn contact_is_lost_and_comes_back() {
    let mut house = staffed();
    house.say("staff sue: offer-device t-1 terminal nsw-1@1").unwrap();
    house.refused("system: lose-contact t-1", "unknown-device by house:devices");
    house.say("system: enrol-device t-1").unwrap();
    house.refused("system: regain-contact t-1", "contact-known by house:devices");
    house.refused("staff sue: lose-contact t-1", "only-system by house:site-order");
    house.gets("system: lose-contact t-1", "contact-lost t-1");
    assert_eq!(house.site.devices[&"t-1".parse().unwrap()].silent_since, Some(house.now));
    house.refused("system: lose-contact t-1", "contact-known by house:devices");
    house.gets("system: regain-contact t-1", "contact-back t-1");
}

#[test]
fn a_machine_that_tells_cards_is_told_of() {
    let mut house = House::founded().with(&[("sue", "casino-supervisor"), ("mia", "gaming-manager")]);
    let offered = house.say("staff sue: offer-device s-1 scanning-shoe nsw-1").unwrap();
    let number = house.site.notices_ever;
    assert!(
        offered.ends_with("access-change warning nsw-1 about sue cards of nsw-1 are told by s-1"),
        "{offered}"
    );
    house.refused(&format!("staff sue: acknowledge {number} mine"), "own-act by house:significant-events");
    house.say(&format!("staff mia: acknowledge {number} seen")).unwrap();
    house.say("system: enrol-device s-1").unwrap();
    let moved = house.say("staff sue: move-device s-1 nsw-2").unwrap();
    assert!(moved.ends_with("about sue cards of nsw-2 are told by s-1"), "{moved}");
    let console = house.say("staff sue: offer-device c-1 console nsw-1").unwrap();
    assert!(!console.contains("noted"), "{console}");
}
