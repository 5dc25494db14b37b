//! Programs: made with one role by whoever may give it, revoked at once, and nobody's second person.

use punto_site::Right;

use crate::house::House;

const SOON: &str = "1970-01-01T01:00:00Z";

#[test]
fn a_program_takes_one_person_or_two_as_its_role_does() {
    let mut house = House::of_two();
    house.gets("staff root: make-program screens as dealer", "program-made screens as dealer");
    house.both(
        &format!("make-program books as auditor until {SOON}"),
        &format!("program-made books as auditor until {SOON}"),
    );
    house.refused("staff olga: make-program more as dealer", "not-granted by house:grants");
    house.refused("staff root: make-program boss as admin", "no-program-as by house:programs");
    house.refused("staff root: make-program Books as dealer", "name-taken by house:staff");
    house.refused(
        "staff root: make-program late as dealer until 1970-01-01T00:00:00Z",
        "program-ends-past by house:programs",
    );
    assert!(
        house.site.is_program("books".parse().unwrap()) && !house.site.is_program("olga".parse().unwrap())
    );
    assert_eq!(house.replayed().people, house.site.people);
}

#[test]
fn a_token_is_good_until_it_ends_or_is_revoked_and_somebody_learns_of_its_use_after_that() {
    let mut house = House::of_two();
    house.gets(
        &format!("staff root: make-program screens as dealer until {SOON}"),
        &format!("program-made screens as dealer until {SOON}"),
    );
    house.say("system: sign-in screens on -").unwrap();
    house.wait_minutes(1);
    // One token is one session.
    let first = house.site.sessions_ever;
    let again = house.say("system: sign-in screens on -").unwrap();
    assert!(
        again.starts_with(&format!("signed-out screens session {first} elsewhere; signed-in screens")),
        "{again}"
    );
    house.wait_minutes(60);
    house.refused("system: sign-in screens on -", "program-ended by house:programs");
    house.say("staff root: make-program other as dealer").unwrap();
    let revoked = house.say("staff root: leave other").unwrap();
    assert!(revoked.starts_with("left other"), "{revoked}");
    house.refused("system: sign-in other on -", "has-left by house:staff");
    let number = house.site.notices_ever + 1;
    house.gets(
        "system: fail-program other",
        &format!(
            "sign-in-barred other on -; noted {number} failed-sign-ins warning - about other the token of other was used, which is good no more"
        ),
    );
    house.gets("system: fail-program other", "sign-in-barred other on -");
    house.refused("staff root: fail-program other", "only-system by house:site-order");
}

#[test]
fn a_program_is_revoked_at_once_whatever_its_role() {
    let mut house = House::of_two();
    house.both("make-program books as auditor", "program-made books as auditor");
    assert!(house.say("staff root: leave books").unwrap().starts_with("left books"));
    // Of a person with the same role it takes two.
    let mut house = House::of_two().with(&[("eve", "auditor")]);
    assert!(house.say("staff root: leave eve").unwrap().starts_with("proposed"));
}

#[test]
fn a_program_has_no_password_and_one_role() {
    let mut house = House::of_two();
    house.say("staff root: make-program screens as dealer").unwrap();
    house.refused("staff root: grant screens service", "is-a-program by house:programs");
    house.refused("staff root: withdraw screens dealer", "is-a-program by house:programs");
    house.refused("staff root: reset-password screens", "is-a-program by house:programs");
    // Whoever types its name with passwords locks nobody out.
    for _ in 0..5 {
        house.gets("system: fail-sign-in screens on -", "sign-in-barred screens on -");
    }
    house.say("system: sign-in screens on -").unwrap();
    let session = house.site.sessions_ever;
    house.refused(&format!("staff screens: set-factor {session}"), "is-a-program by house:programs");
}

#[test]
fn a_program_is_nobodys_second_person_and_answers_for_nothing() {
    let mut house = House::of_two();
    house.both("make-program bot as gaming-manager", "program-made bot as gaming-manager");
    let bot = "bot".parse().unwrap();
    for right in Right::ALL {
        let allowed = punto_site::may(&house.site, bot, *right).is_ok();
        let of_the_role = right.grants().contains(&"gaming-manager".parse().unwrap());
        assert_eq!(allowed, of_the_role && !right.takes_a_person(), "{right}");
    }
    house.say("staff root: hire mia as cage").unwrap();
    let number = house.site.proposals_ever;
    house.refused(&format!("staff bot: approve {number}"), "not-for-programs by house:programs");
    house.refused(&format!("staff bot: refuse {number} no"), "not-for-programs by house:programs");
    house.say("system: note void - a coup").unwrap();
    let number = house.site.notices_ever;
    house.refused(&format!("staff bot: acknowledge {number} seen"), "not-for-programs by house:programs");
    house.refused("staff bot: close-day 1970-01-01", "not-for-programs by house:programs");
    // Nor does it count as somebody who can agree to accounts.
    house.refused("staff root: leave olga", "last-second by house:staff");
}

#[test]
fn a_second_factor_is_set_in_a_session_of_ones_own_and_goes_with_a_reset() {
    let mut house = House::of_two().with(&[("cat", "cage")]);
    house.say("system: sign-in cat on -").unwrap();
    let session = house.site.sessions_ever;
    house.refused(&format!("staff root: set-factor {session}"), "not-own-account by house:second-factor");
    house.gets(&format!("staff cat: set-factor {session}"), "factor-set cat");
    house.refused(&format!("staff cat: set-factor {session}"), "factor-known by house:second-factor");
    let cat = "cat".parse().unwrap();
    assert!(house.site.people[&cat].factor);
    house.say("staff root: reset-password cat").unwrap();
    house.say(&format!("staff olga: approve {}", house.site.proposals_ever)).unwrap();
    assert!(!house.site.people[&cat].factor);
}
