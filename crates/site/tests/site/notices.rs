//! Significant events: noted, acknowledged, cleared.

use punto_site::{Kind, Right, Severity};

use crate::house::House;

fn staffed() -> House {
    House::founded().with(&[("sue", "game-supervisor"), ("mia", "gaming-manager"), ("kim", "dealer")])
}

#[test]
fn a_warning_waits_until_a_person_acknowledges_it() {
    let mut house = staffed();
    let number = house.site.notices_ever + 1;
    house.refused("staff sue: note void nsw-1 coup 7", "only-system by house:site-order");
    house.gets("system: note void nsw-1 coup 7", &format!("noted {number} void warning nsw-1 coup 7"));
    house.refused(&format!("staff kim: acknowledge {number} seen"), "not-granted by house:grants");
    house.refused(&format!("system: acknowledge {number} seen"), "not-a-person by house:site-order");
    house.refused(&format!("staff sue: clear {number} done"), "not-a-fault by house:significant-events");
    house.gets(&format!("staff sue: acknowledge {number} seen"), &format!("acknowledged {number} sue seen"));
    house.refused(
        &format!("staff sue: acknowledge {number} seen"),
        "no-such-event by house:significant-events",
    );
}

#[test]
fn a_large_win_is_acknowledged_by_those_who_may_release_it() {
    let mut house =
        staffed().with(&[("ann", "admin"), ("cat", "cage"), ("ian", "game-inspector"), ("pia", "auditor")]);
    let mut noted = |text: &str| {
        house.say(&format!("system: note {text}")).unwrap();
        house.site.notices_ever
    };
    let (win, other) = (noted("large-win nsw-1 ada won 50000 in one coup"), noted("void nsw-1 coup 7"));
    for who in ["ann", "kim", "pia"] {
        house.refused(&format!("staff {who}: acknowledge {win} seen"), "not-granted by house:grants");
    }
    house.refused(&format!("staff cat: acknowledge {other} seen"), "not-granted by house:grants");
    house.gets(&format!("staff ann: acknowledge {other} seen"), &format!("acknowledged {other} ann seen"));
    house.gets(&format!("staff cat: acknowledge {win} paid"), &format!("acknowledged {win} cat paid"));
    for who in ["sue", "ian", "mia"] {
        house.say("system: note large-win nsw-1 ada won 50000 in one coup").unwrap();
        let win = house.site.notices_ever;
        house
            .gets(&format!("staff {who}: acknowledge {win} paid"), &format!("acknowledged {win} {who} paid"));
    }
}

#[test]
fn nobody_sees_to_what_is_about_their_own_act() {
    let mut house = staffed().with(&[("max", "gaming-manager"), ("olga", "casino-operator")]);
    house.say("system: note correction nsw-1 about kim+sue the coup was opened again").unwrap();
    let number = house.site.notices_ever;
    house.refused(&format!("staff sue: acknowledge {number} mine"), "own-act by house:significant-events");
    house.say(&format!("staff mia: acknowledge {number} seen")).unwrap();

    house.say("system: note table-fault nsw-1 about sue it stopped").unwrap();
    let number = house.site.notices_ever;
    house.refused(&format!("staff sue: clear {number} mine"), "own-act by house:significant-events");
    house.say(&format!("staff mia: clear {number} seen")).unwrap();

    // Neither as the first nor as the second of two.
    house.say("system: note integrity-fault - about max record 12").unwrap();
    let number = house.site.notices_ever;
    house.refused(&format!("staff max: clear {number} mine"), "own-act by house:significant-events");
    house.say(&format!("staff mia: clear {number} restored")).unwrap();
    house.refused("staff max: approve 1", "own-act by house:significant-events");
    house.say("staff olga: approve 1").unwrap();
}

#[test]
fn unlikely_outcomes_are_noted_once_for_each_dealer_until_somebody_answers() {
    let mut house = staffed();
    let number = house.site.notices_ever + 1;
    let seen = |place: &str, dealer: &str| {
        format!("note-unlikely {place} 1000 player 540 banker 365 tie 95 once-in 40000{dealer}")
    };
    house.refused(&format!("staff sue: {}", seen("nsw-1", "")), "only-system by house:site-order");
    house.gets(
        &format!("system: {}", seen("nsw-1", " dealt-by kim")),
        &format!(
            "unlikely-noted {number} warning nsw-1 1000 player 540 banker 365 tie 95 once-in 40000 dealt-by kim"
        ),
    );
    let again = "already-noted by house:significant-events";
    house.refused(&format!("system: {}", seen("nsw-1", " dealt-by kim")), again);
    // The automatic dealer, another dealer and another table are other matters.
    for other in [seen("nsw-1", ""), seen("nsw-1", " dealt-by sue"), seen("nsw-2", " dealt-by kim")] {
        house.say(&format!("system: {other}")).unwrap();
        house.refused(&format!("system: {other}"), again);
    }
    house.say(&format!("staff sue: acknowledge {number} looked at")).unwrap();
    house.say(&format!("system: {}", seen("nsw-1", " dealt-by kim"))).unwrap();
}

#[test]
fn what_is_only_for_the_record_waits_for_nobody() {
    let mut house = staffed();
    house.say("system: note backup-made - to the second disk").unwrap();
    assert!(house.site.notices.is_empty());
    assert_eq!(house.site.noted[&Kind::BackupMade], 1);
    let number = house.site.notices_ever;
    house
        .refused(&format!("staff sue: acknowledge {number} ok"), "no-such-event by house:significant-events");
}

#[test]
fn a_fault_stays_until_one_who_may_has_cleared_it() {
    let mut house = staffed();
    house.say("system: note table-fault nsw-1 it stopped").unwrap();
    let number = house.site.notices_ever;
    house.refused("system: note table-fault nsw-1 it stopped", "already-noted by house:significant-events");
    house.say("staff sue: acknowledge 99 x").unwrap_err();
    house.say(&format!("staff sue: acknowledge {number} on my way")).unwrap();
    house.refused(
        &format!("staff mia: acknowledge {number} me too"),
        "already-acknowledged by house:significant-events",
    );
    let (own, other) = ("nsw-1".parse().unwrap(), "nz-1".parse().unwrap());
    assert_eq!((house.site.faults(own).count(), house.site.faults(other).count()), (1, 0));
    house.refused(&format!("staff kim: clear {number} done"), "not-granted by house:grants");
    house.refused(&format!("system: clear {number} done"), "not-a-person by house:site-order");
    house.gets(&format!("staff sue: clear {number} done"), &format!("cleared {number} sue done"));
    house.refused(&format!("staff sue: clear {number} done"), "no-such-event by house:significant-events");
    assert_eq!(house.site.faults(own).count(), 0);
    house.say("system: note table-fault nsw-1 it stopped").unwrap();
}

#[test]
fn a_fault_of_the_data_takes_more_than_a_supervisor_and_more_than_one() {
    let mut house = staffed().with(&[("olga", "casino-operator"), ("ann", "admin")]);
    house.say("system: note integrity-fault - record 12 of site").unwrap();
    let number = house.site.notices_ever;
    let anywhere = "nz-1".parse().unwrap();
    assert_eq!(house.site.faults(anywhere).count(), 1, "a fault of the site is one of every table");
    house.refused(&format!("staff sue: clear {number} done"), "not-granted by house:grants");
    let proposed = house.say(&format!("staff mia: clear {number} restored")).unwrap();
    assert!(
        proposed.starts_with("proposed 1 mia") && proposed.ends_with(&format!("clear {number} restored"))
    );
    house.refused("staff mia: approve 1", "another-person-needed by house:two-persons");
    house.refused("staff ann: approve 1", "not-granted by house:grants");
    house.refused("staff sue: approve 1", "not-granted by house:grants");
    house.gets("staff olga: approve 1", &format!("approved 1 olga; cleared {number} mia restored"));
    house.refused(
        &format!("staff mia: propose fault clear {number} x"),
        "propose-directly by house:two-persons",
    );
}

#[test]
fn a_failed_check_of_the_software_is_cleared_by_two_when_one_has_passed_since() {
    let mut house = staffed().with(&[("olga", "casino-operator")]);
    house.say("system: note software-check-passed - all parts").unwrap();
    house.say("system: note software-check-failed - the binary").unwrap();
    let number = house.site.notices_ever;
    let clear = format!("clear {number} restored");
    house.refused(&format!("staff mia: {clear}"), "no-passing-check by house:significant-events");
    house.say("system: note software-check-passed - all parts").unwrap();
    assert!(house.say(&format!("staff mia: {clear}")).unwrap().starts_with("proposed 1 mia"));
    assert_eq!(house.site.faults("nsw-1".parse().unwrap()).count(), 1, "not by one");
    house.gets("staff olga: approve 1", &format!("approved 1 olga; cleared {number} mia restored"));
}

#[test]
fn where_nothing_was_approved_a_failed_check_is_cleared_by_two_once_a_check_finds_nothing_wrong() {
    let mut house = staffed().with(&[("olga", "casino-operator")]);
    house.say("system: note software-not-compared - no manifest was given").unwrap();
    house.say("system: note software-check-failed - the binary was changed").unwrap();
    let number = house.site.notices_ever;
    let clear = format!("clear {number} installed anew");
    house.refused(&format!("staff mia: {clear}"), "no-passing-check by house:significant-events");
    house.say("system: note software-not-compared - no manifest was given").unwrap();
    assert!(house.say(&format!("staff mia: {clear}")).unwrap().starts_with("proposed 1 mia"));
    assert_eq!(house.site.faults("nsw-1".parse().unwrap()).count(), 1, "not by one");
    house.gets("staff olga: approve 1", &format!("approved 1 olga; cleared {number} mia installed anew"));
}

#[test]
fn every_kind_of_fault_can_be_cleared_by_somebody() {
    for kind in Kind::ALL.iter().filter(|kind| kind.severity() == Severity::Fault) {
        assert!(matches!(kind.cleared_by(), Right::ClearFault | Right::ClearIntegrityFault));
        assert!(!kind.cleared_by().grants().is_empty());
    }
}
