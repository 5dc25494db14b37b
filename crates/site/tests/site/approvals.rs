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
fn a_wrong_password_counts_towards_the_lock_and_a_right_one_starts_afresh() {
    let mut house = staffed();
    let fail = format!("system: fail-approval sue {AT} order");
    let failed = format!("approval-failed sue for kim {AT} order");
    let right = format!("system: approve-line sue casino-supervisor {AT} order");
    house.gets(&fail, &failed);
    house.gets("system: fail-sign-in sue on -", "sign-in-failed sue on -");
    house.gets(&right, &format!("line-approved sue casino-supervisor for kim {AT} order"));
    house.gets(&fail, &failed);
    house.gets("system: fail-sign-in sue on -", "sign-in-failed sue on -");
    let third = house.say(&fail).unwrap();
    assert!(third.starts_with(&format!("{failed}; locked sue until 1970-01-01T00:01:00Z; noted")), "{third}");
    let locked = format!("approval-barred sue locked for kim {AT} order");
    house.gets(&right, &locked);
    house.gets(&fail, &locked);
    house.refused("system: sign-in sue on -", "locked by house:sign-in-lock");
    house.wait_minutes(1);
    house.gets(&right, &format!("line-approved sue casino-supervisor for kim {AT} order"));
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
