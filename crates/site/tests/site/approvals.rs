//! What a second person says at somebody's machine, and who may not.

use crate::house::House;

/// A dealer who is signed in by session 5, and others who are not.
fn staffed() -> House {
    let mut house =
        House::founded().with(&[("kim", "dealer"), ("sue", "casino-supervisor"), ("lee", "dealer")]);
    house.gets("system: sign-in kim on -", "signed-in kim on - session 5");
    house
}

const AT: &str = "session 5 on - nsw-1";

#[test]
fn an_officer_approves_and_the_dealer_stays_signed_in() {
    let mut house = staffed();
    house.gets(
        &format!("system: approve-line sue casino-supervisor {AT} order void-coup"),
        &format!("line-approved sue casino-supervisor for kim {AT} order void-coup"),
    );
    assert_eq!(house.site.sessions.keys().copied().collect::<Vec<_>>(), [5], "no session began or ended");
    house.refused(
        &format!("staff kim: approve-line sue casino-supervisor {AT} order"),
        "only-system by house:site-order",
    );
    house.refused(
        "system: approve-line sue casino-supervisor session 9 on - nsw-1 order",
        "no-session by house:sessions",
    );
    house.refused(&format!("system: approve-line zoe dealer {AT} order"), "unknown-person by house:staff");
}

#[test]
fn who_may_not_approve_is_recorded_with_the_reason() {
    let mut house = staffed();
    let barred = |house: &mut House, name: &str, role: &str, bar: &str| {
        house.gets(
            &format!("system: approve-line {name} {role} {AT} order"),
            &format!("approval-barred {name} {bar} for kim {AT} order"),
        );
    };
    barred(&mut house, "kim", "dealer", "same-person");
    barred(&mut house, "lee", "casino-supervisor", "not-in-role");
    house.say("staff root: disable lee away").unwrap();
    barred(&mut house, "lee", "dealer", "disabled");
    house.say("system: reset-password sue").unwrap();
    barred(&mut house, "sue", "casino-supervisor", "one-time-password");
}

#[test]
fn a_wrong_password_locks_the_screen_and_the_approver_and_nobody_out_of_their_account() {
    let mut house = staffed();
    let miss = format!("system: miss-approval sue {AT} order");
    let missed = format!("approval-missed sue for kim {AT} order");
    let right = format!("system: approve-line sue casino-supervisor {AT} order");
    let approved = format!("line-approved sue casino-supervisor for kim {AT} order");
    house.gets(&miss, &missed);
    house.gets(&miss, &missed);
    house.gets(&right, &approved);
    house.gets(&miss, &missed);
    house.gets(&miss, &missed);
    let third = house.say(&miss).unwrap();
    let lock = "approval-locked sue for kim until 1970-01-01T00:01:00Z";
    let told = "failed-sign-ins warning nsw-1 about kim+sue approvals of sue at the screen of kim: locked";
    assert!(third.starts_with(&format!("{missed}; {lock}; noted ")) && third.contains(told), "{third}");
    let locked = format!("approval-barred sue locked for kim {AT} order");
    house.gets(&right, &locked);
    house.gets(&miss, &locked);
    // Sue signs in, and approves at the screen of somebody else.
    house.gets("system: sign-in sue on -", "signed-in sue on - session 6");
    house.gets("system: sign-in lee on -", "signed-in lee on - session 7");
    let elsewhere = "session 7 on - nsw-1 order";
    house.gets(
        &format!("system: approve-line sue casino-supervisor {elsewhere}"),
        &format!("line-approved sue casino-supervisor for lee {elsewhere}"),
    );
    // Another session of Kim's is no fresh start, and each further failure locks for longer.
    house
        .gets("system: sign-in kim on -", "signed-out kim session 5 elsewhere; signed-in kim on - session 8");
    let again = "sue session 8 on - nsw-1 order";
    house.gets(
        &format!("system: miss-approval {again}"),
        "approval-barred sue locked for kim session 8 on - nsw-1 order",
    );
    house.wait_minutes(1);
    let fourth = house.say(&format!("system: miss-approval {again}")).unwrap();
    assert!(fourth.contains("approval-locked sue for kim until 1970-01-01T00:03:00Z"), "{fourth}");
    house.wait_minutes(2);
    let right = "sue casino-supervisor session 8 on - nsw-1 order";
    assert!(house.say(&format!("system: approve-line {right}")).unwrap().starts_with("line-approved sue"));
}

#[test]
fn what_was_once_said_of_a_wrong_password_still_counts_as_it_did() {
    let mut house = staffed();
    let fail = format!("system: fail-approval sue {AT} order");
    let failed = format!("approval-failed sue for kim {AT} order");
    house.gets(&fail, &failed);
    house.gets("system: fail-sign-in sue on -", "sign-in-failed sue on -");
    let third = house.say(&fail).unwrap();
    assert!(third.starts_with(&format!("{failed}; locked sue until 1970-01-01T00:01:00Z; noted")), "{third}");
    house.refused("system: sign-in sue on -", "locked by house:sign-in-lock");
}

#[test]
fn a_name_that_nobody_has_is_made_harmless() {
    let mut house = staffed();
    house.gets(
        &format!("system: fail-approval-unknown correc~ {AT} order"),
        &format!("approval-unknown correc~ for kim {AT} order"),
    );
    house.refused(
        "system: fail-approval-unknown zoe session 9 on - nsw-1 order",
        "no-session by house:sessions",
    );
}
