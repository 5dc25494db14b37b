//! Every right and every grant: who may do what, written out, so that a change of the table is seen.

use punto_site::{Grant, Right, may, may_work};
use punto_vocab::{PersonId, Role};

use crate::house::House;

/// What each grant allows.
const MATRIX: &[(&str, &str)] = &[
    ("dealer", "watch-table ask-float"),
    (
        "game-supervisor",
        "watch-table open-table read-records read-devices manage-devices read-events acknowledge-event clear-fault \
         void-coup release-hold ask-float",
    ),
    (
        "casino-supervisor",
        "watch-table open-table read-records read-devices manage-devices read-events acknowledge-event clear-fault \
         void-coup release-hold ask-float",
    ),
    (
        "assistant-gaming-manager",
        "watch-table open-table read-records read-reports read-devices manage-devices read-events \
         acknowledge-event clear-fault void-coup approve-void release-hold exclude-patron ask-float",
    ),
    ("gaming-manager", MANAGER),
    ("management-representative", MANAGER),
    (
        "casino-operator",
        "watch-table open-table read-records read-reports read-staff approve-staff end-sessions read-devices \
         manage-devices read-events acknowledge-event clear-fault clear-integrity-fault read-settings \
         approve-settings void-coup approve-void read-patrons approve-adjustment release-hold award-promotion \
         limit-patron exclude-patron run-odds ask-float run-tournament close-day run-promotion",
    ),
    ("surveillance", "watch-table read-records read-events"),
    (
        "regulator-inspector",
        "watch-table read-records read-journal export-journal verify-journal read-reports read-staff read-devices \
         read-events clear-integrity-fault read-settings read-patrons exclude-patron run-odds test-generator \
         verify-software",
    ),
    (
        "game-inspector",
        "watch-table open-table read-records read-devices manage-devices read-events acknowledge-event clear-fault \
         void-coup approve-void release-hold ask-float",
    ),
    ("table-inspector", "watch-table"),
    ("competition-director", "watch-table run-tournament"),
    ("tournament-manager", "watch-table run-tournament"),
    ("casino-employee", "watch-table"),
    ("scrutineer", "watch-table"),
    (
        "admin",
        "manage-tables read-staff manage-staff end-sessions read-devices manage-devices read-events \
         acknowledge-event read-settings change-settings verify-software install-software \
         make-backup read-metrics",
    ),
    (
        "auditor",
        "read-records read-journal export-journal verify-journal read-reports read-staff read-devices read-events \
         read-settings read-patrons run-odds verify-software",
    ),
    (
        "cage",
        "read-patrons register-patron move-money adjust-money release-hold limit-patron erase-person approve-float",
    ),
    ("laboratory", "run-odds test-generator verify-software"),
    ("service", "read-devices read-events read-settings verify-software make-backup read-metrics"),
];

const MANAGER: &str = "watch-table open-table read-records read-reports read-staff approve-staff end-sessions \
    read-devices manage-devices read-events acknowledge-event clear-fault clear-integrity-fault read-settings \
    approve-settings void-coup approve-void read-patrons approve-adjustment release-hold award-promotion \
    limit-patron exclude-patron run-odds ask-float close-day";

#[test]
fn every_grant_allows_what_is_written_and_nothing_else() {
    let named: Vec<Grant> = MATRIX.iter().map(|(grant, _)| grant.parse().unwrap()).collect();
    assert!(Grant::all().all(|grant| named.contains(&grant)), "a grant is missing here");
    for (word, rights) in MATRIX {
        let mut house = House::of_two().with(&[("kim", word)]);
        let kim: PersonId = "kim".parse().unwrap();
        let written: Vec<Right> = rights.split_whitespace().map(|right| right.parse().unwrap()).collect();
        for right in Right::ALL {
            let answer = may(&house.site, kim, *right);
            assert_eq!(answer.is_ok(), written.contains(right), "{word} {right}");
            if let Err(refused) = answer {
                assert_eq!(
                    (refused.reason.code(), refused.by.to_string().as_str()),
                    ("not-granted", "house:grants")
                );
            }
        }
        // Nobody who is disabled may do anything at all.
        house.say("system: disable kim away").unwrap();
        assert!(Right::ALL.iter().all(|right| may(&house.site, kim, *right).is_err()));
    }
}

#[test]
fn nobody_does_everything_and_somebody_does_each() {
    for right in Right::ALL {
        assert!(!right.grants().is_empty(), "nobody may {right}");
    }
    for grant in Grant::all() {
        assert!(Right::ALL.iter().any(|right| !grant.allows(*right)));
    }
}

#[test]
fn a_person_works_in_the_roles_they_have_and_no_other() {
    let house = House::founded().with(&[("kim", "dealer")]);
    let kim: PersonId = "kim".parse().unwrap();
    for role in Role::ALL {
        assert_eq!(may_work(&house.site, kim, *role).is_ok(), *role == Role::Dealer);
    }
    let roles: Vec<Role> = house.site.people[&kim].roles().collect();
    assert_eq!(roles, [Role::Dealer]);
    let refused = may_work(&house.site, "zoe".parse().unwrap(), Role::Dealer).unwrap_err();
    assert_eq!(refused.reason.code(), "unknown-person");
}

#[test]
fn power_and_trust_take_two() {
    let words: Vec<&str> = Grant::all().filter(|grant| grant.takes_two()).map(Grant::word).collect();
    let alone: Vec<&str> = Grant::all().filter(|grant| !grant.takes_two()).map(Grant::word).collect();
    assert_eq!(alone, ["dealer", "casino-employee", "laboratory", "service"], "not {words:?}");
    let mut checks: Vec<&str> = Grant::all().filter(|grant| grant.checks_others()).map(Grant::word).collect();
    checks.sort_unstable();
    let expected = [
        "admin",
        "assistant-gaming-manager",
        "auditor",
        "casino-operator",
        "game-inspector",
        "gaming-manager",
        "management-representative",
        "regulator-inspector",
        "surveillance",
    ];
    assert_eq!(checks, expected);
}
