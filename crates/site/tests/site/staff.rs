//! Who works here: hiring, grants, leavers, passwords; each allowed case with its refused neighbour.

use punto_site::{Grant, Standing};

use crate::house::House;

#[test]
fn a_site_is_founded_once_by_the_server_with_two_of_one_kind_and_one_of_another() {
    let mut house = House::empty();
    house.refused("staff root: found root", "only-system by house:site-order");
    house.gets("system: found root", "founded root");
    house.refused("system: found Root", "name-taken by house:staff");
    house.gets("system: found ann", "founded ann");
    house.refused("system: found kim", "already-founded by house:staff");
    house.refused("system: found kim as dealer", "no-founder by house:staff");
    house.refused("system: found kim as cage", "no-founder by house:staff");
    house.gets("system: found olga as casino-operator", "founded olga as casino-operator");
    house.refused("system: found kim as gaming-manager", "already-founded by house:staff");
    assert!(house.site.people.values().all(|person| person.must_change && person.grants.len() == 1));
    assert!(house.site.notices.is_empty());
}

#[test]
fn a_site_that_was_founded_with_one_is_completed_and_it_is_noted() {
    let mut house = House::founded();
    house.gets("system: found ann", "founded ann; noted 1 sole-control warning - founded alone: ann");
    house.gets(
        "system: found olga as casino-operator",
        "founded olga as casino-operator; noted 2 sole-control warning - founded alone: olga as casino-operator",
    );
}

#[test]
fn somebody_is_hired_by_two_with_what_they_are_trusted_with() {
    let mut house = House::of_two();
    house.refused("staff root: hire kim as admin+dealer", "duties-clash by house:duties-apart");
    house.refused("staff olga: hire kim as dealer", "not-granted by house:grants");
    house.both("hire kim as dealer+service", "hired kim; granted kim dealer; granted kim service");
    house.both("hire bob", "hired bob");
    house.gets("system: hire zoe as dealer", "hired zoe; granted zoe dealer");
}

#[test]
fn a_first_password_is_good_once() {
    let mut house = House::of_two();
    house.both("hire kim as dealer", "hired kim; granted kim dealer");
    house.say("system: sign-in kim on -").unwrap();
    house.refused("system: sign-in kim on -", "password-used by house:password");
    house.both(
        "reset-password kim",
        &format!("password-reset kim; signed-out kim session {} password", house.site.sessions_ever),
    );
    house.own_password("kim");
    house.say("system: sign-in kim on -").unwrap();
    house.say("system: sign-in kim on -").unwrap();
}

#[test]
fn the_last_one_who_agrees_to_accounts_stays() {
    let mut house = House::of_two();
    for line in ["disable olga gone", "leave olga", "withdraw olga casino-operator"] {
        house.refused(&format!("staff root: {line}"), "last-second by house:staff");
    }
    house.both("hire mia as gaming-manager", "hired mia; granted mia gaming-manager");
    house.own_password("mia");
    house.say("staff root: disable olga gone").unwrap();
    house.refused(
        &format!("staff olga: approve {}", house.site.proposals_ever),
        "concerned by house:two-persons",
    );
    assert!(
        house
            .say(&format!("staff mia: approve {}", house.site.proposals_ever))
            .unwrap()
            .contains("disabled olga gone")
    );
    house.refused("staff root: disable mia gone", "last-second by house:staff");
}

#[test]
fn nothing_goes_before_a_password_of_ones_own() {
    let mut house = House::empty();
    house.gets("system: found root", "founded root");
    house.gets("system: sign-in root on -", "signed-in root on - session 1");
    house.refused("staff root: hire kim", "must-change-password by house:password");
    house.gets("staff root: set-password 1", "password-set root");
    assert!(house.say("staff root: hire kim").unwrap().starts_with("proposed 1 root"));
}

#[test]
fn a_password_is_chosen_in_a_session_of_ones_own_and_ends_the_others() {
    let mut house = House::founded().with(&[("kim", "auditor")]);
    house.say("system: sign-in kim on -").unwrap();
    house.say("system: sign-in kim on -").unwrap();
    let last = house.site.sessions_ever;
    house.refused("staff root: set-password 99", "no-session by house:sessions");
    house.refused(&format!("staff root: set-password {last}"), "not-own-account by house:password");
    house.refused(&format!("system: set-password {last}"), "not-own-account by house:password");
    house.gets(
        &format!("staff kim: set-password {last}"),
        &format!("password-set kim; signed-out kim session {} password", last - 1),
    );
}

#[test]
fn names_are_never_used_again_and_never_mistaken() {
    let mut house = House::founded().with(&[("kim", "dealer")]);
    house.refused("staff root: hire Kim", "name-taken by house:staff");
    house.gets("staff root: leave kim", "left kim");
    house.refused("staff root: hire kim", "name-taken by house:staff");
    house.refused("staff root: enable kim", "has-left by house:staff");
    house.refused("system: sign-in kim on -", "has-left by house:staff");
    let kim = &house.site.people[&"kim".parse().unwrap()];
    assert_eq!((kim.standing, kim.grants.len()), (Standing::Left, 0));
}

#[test]
fn only_an_administrator_hires_and_grants() {
    let mut house = House::founded().with(&[("kim", "dealer"), ("aud", "auditor")]);
    house.refused("staff kim: hire bob", "not-granted by house:grants");
    house.refused("staff aud: grant kim cage", "not-granted by house:grants");
    house.refused("patron ada: hire bob", "not-staff by house:grants");
    house.refused("device console-1: hire bob", "not-staff by house:grants");
    house.refused("staff nobody: hire bob", "unknown-person by house:staff");
    house.gets("system: hire bob", "hired bob");
    house.gets("staff root: grant bob dealer", "granted bob dealer");
    house.refused("staff root: grant bob dealer", "has-grant by house:grants");
    house.gets("staff root: withdraw bob dealer", "withdrawn bob dealer");
    house.refused("staff root: withdraw bob dealer", "lacks-grant by house:grants");
    house.refused("staff root: grant zoe dealer", "unknown-person by house:staff");
}

#[test]
fn duties_that_check_each_other_are_apart() {
    let mut house = House::founded().with(&[("aud", "auditor")]);
    house.refused("staff root: grant aud dealer", "duties-clash by house:duties-apart");
    house.gets("staff root: grant aud laboratory", "granted aud laboratory");
    house.refused("system: grant root cage", "duties-clash by house:duties-apart");
    let mut house =
        House::founded().with(&[("cat", "cage"), ("wim", "surveillance"), ("sue", "casino-supervisor")]);
    for line in [
        "cat casino-supervisor",
        "cat gaming-manager",
        "wim dealer",
        "wim game-inspector",
        "wim cage",
        "sue cage",
    ] {
        house.refused(&format!("staff root: grant {line}"), "duties-clash by house:duties-apart");
    }
}

#[test]
fn nobody_changes_their_own_account() {
    let mut house = House::founded().with(&[("ann", "admin")]);
    for line in
        ["grant root cage", "disable root for a rest", "leave root", "reset-password root", "unlock root"]
    {
        house.refused(&format!("staff root: {line}"), "own-account by house:staff");
    }
    house.gets(
        "system: disable root for a rest",
        "disabled root for a rest; noted 2 sole-control warning - alone: site disable root for a rest",
    );
    house.refused("staff root: hire bob", "disabled by house:staff");
}

#[test]
fn the_last_administrator_stays() {
    let mut house = House::of_two().with(&[("ann", "admin"), ("kim", "dealer")]);
    house.both("disable ann away", "disabled ann away");
    for line in ["disable root gone", "leave root", "withdraw root admin"] {
        house.refused(&format!("system: {line}"), "last-admin by house:staff");
    }
    house.gets("staff root: disable kim away", "disabled kim away");
    house.refused("staff root: disable kim away", "disabled by house:staff");
    house.both("enable kim", "enabled kim");
    house.refused("staff root: enable kim", "not-disabled by house:staff");
}

#[test]
fn losing_a_grant_or_the_account_ends_every_session() {
    let mut house = House::founded().with(&[("sue", "game-supervisor dealer")]);
    let session = |house: &mut House| {
        house.say("system: sign-in sue on -").unwrap();
        house.site.sessions_ever
    };
    let first = session(&mut house);
    house.gets(
        "staff root: withdraw sue dealer",
        &format!("withdrawn sue dealer; signed-out sue session {first} grants"),
    );
    let second = session(&mut house);
    house.gets(
        "staff root: disable sue on leave",
        &format!("disabled sue on leave; signed-out sue session {second} barred"),
    );
    assert!(house.site.sessions.is_empty());
}

#[test]
fn a_reset_password_is_for_one_sign_in() {
    let mut house = House::of_two().with(&[("kim", "dealer")]);
    house.say("system: sign-in kim on -").unwrap();
    let session = house.site.sessions_ever;
    house.both(
        "reset-password kim",
        &format!("password-reset kim; signed-out kim session {session} password"),
    );
    assert!(house.site.people[&"kim".parse().unwrap()].must_change);
}

#[test]
fn access_is_reviewed_by_somebody_who_sees_it() {
    let mut house = House::founded().with(&[("aud", "auditor"), ("kim", "dealer")]);
    house.refused("staff kim: review-access all well", "not-granted by house:grants");
    house.refused("system: review-access all well", "not-a-person by house:site-order");
    house.wait_minutes(5);
    house.gets("staff aud: review-access all well", "access-reviewed all well");
    assert_eq!(house.site.reviewed, Some(house.now));
}

#[test]
fn dormant_accounts_can_be_found() {
    let mut house = House::founded().with(&[("kim", "dealer")]);
    house.wait_minutes(60);
    house.say("system: sign-in root on -").unwrap();
    let names: Vec<String> = house.site.dormant(house.now).map(|(name, _)| name.to_string()).collect();
    assert_eq!(names, ["kim"]);
    let root = &house.site.people[&"root".parse().unwrap()];
    assert!(root.is(Grant::ADMIN) && root.checks_others());
}

#[test]
fn whoever_watches_or_agrees_is_sent_away_by_two_and_everybody_comes_back_by_two() {
    for grant in
        ["surveillance", "auditor", "regulator-inspector", "gaming-manager", "admin", "game-inspector"]
    {
        let mut house = House::of_two().with(&[("wim", grant), ("kim", "dealer")]);
        for line in ["disable wim away".to_owned(), "leave wim".into(), format!("withdraw wim {grant}")] {
            let said = house.say(&format!("staff root: {line}")).unwrap();
            assert!(said.starts_with("proposed ") && said.ends_with(&line), "{said}");
        }
        house.both("disable wim away", "disabled wim away");
        // Without a grant left an account is still an account.
        house.both(&format!("withdraw wim {grant}"), &format!("withdrawn wim {grant}"));
        assert!(house.say("staff root: enable wim").unwrap().starts_with("proposed "));
        house.gets("staff root: disable kim away", "disabled kim away");
        house.both("enable kim", "enabled kim");
    }
}

#[test]
fn nobody_who_watches_is_signed_out_in_silence() {
    let mut house = House::of_two().with(&[("wim", "surveillance"), ("kim", "dealer")]);
    for (name, told) in [("wim", true), ("kim", false)] {
        house.say(&format!("system: sign-in {name} on -")).unwrap();
        let said = house.say(&format!("staff root: sign-out-everywhere {name}")).unwrap();
        assert_eq!(
            said.contains("access-change warning - about root signed out everywhere by root: "),
            told,
            "{said}"
        );
    }
}
