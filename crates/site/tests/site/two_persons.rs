//! What takes two persons.

use punto_site::{PROPOSAL_HOURS, ProposalMatter, Right};

use crate::house::House;

/// Two administrators, a manager and others: a site where power is given by two.
fn staffed() -> House {
    House::founded().with(&[
        ("ann", "admin"),
        ("mia", "gaming-manager"),
        ("cat", "cage"),
        ("sue", "casino-supervisor"),
        ("kim", "dealer"),
        ("zed", ""),
    ])
}

#[test]
fn power_and_trust_are_given_by_one_and_approved_by_another_of_another_kind() {
    for grant in [
        "cage",
        "auditor",
        "surveillance",
        "regulator-inspector",
        "admin",
        "gaming-manager",
        "casino-supervisor",
        "game-supervisor",
        "game-inspector",
    ] {
        let mut house = staffed().with(&[("bob", "")]);
        house.gets(
            &format!("staff root: grant bob {grant}"),
            &format!("proposed 1 root until 1970-01-02T00:00:00Z site grant bob {grant}"),
        );
        house.refused("staff root: approve 1", "not-granted by house:grants");
        house.refused("staff ann: approve 1", "not-granted by house:grants");
        house.refused("staff cat: approve 1", "not-granted by house:grants");
        house.refused("system: approve 1", "not-a-person by house:site-order");
        let note = house.site.notices_ever + 1;
        house.gets(
            "staff mia: approve 1",
            &format!(
                "approved 1 mia; granted bob {grant}; noted {note} access-change warning - about bob+mia+root by root and mia: site grant bob {grant}"
            ),
        );
        house.refused("staff mia: approve 1", "no-such-proposal by house:two-persons");
    }
    staffed().gets("staff root: grant kim casino-employee", "granted kim casino-employee");
}

#[test]
fn two_administrators_are_of_one_kind_whatever_else_they_are() {
    let mut house = staffed();
    house.say("system: grant ann gaming-manager").unwrap();
    house.say("staff root: grant zed cage").unwrap();
    house.refused("staff ann: approve 1", "another-kind-needed by house:two-persons");
    house.say("staff ann: grant zed auditor").unwrap();
    house.refused("staff root: approve 2", "not-granted by house:grants");
}

#[test]
fn nobody_approves_power_for_themselves() {
    let mut house = staffed().with(&[("olga", "casino-operator")]);
    house.say("staff root: grant mia casino-operator").unwrap();
    house.refused("staff mia: approve 1", "concerned by house:two-persons");
    assert!(
        house
            .say("staff olga: approve 1")
            .unwrap()
            .starts_with("approved 1 olga; granted mia casino-operator")
    );
}

#[test]
fn nobody_gives_a_password_alone_and_nobody_brings_power_back_alone() {
    let mut house = staffed();
    for (number, name) in [(1, "kim"), (2, "cat"), (3, "ann")] {
        let proposed = house.say(&format!("staff root: reset-password {name}")).unwrap();
        assert!(proposed.starts_with(&format!("proposed {number} root")), "{proposed}");
        let approved = house.say(&format!("staff mia: approve {number}")).unwrap();
        assert!(approved.starts_with(&format!("approved {number} mia; password-reset {name}")), "{approved}");
    }
    house.say("staff root: disable cat away").unwrap();
    assert!(house.say("staff root: enable cat").unwrap().starts_with("proposed 4 root"));
    house.say("staff root: disable kim away").unwrap();
    assert!(house.say("staff root: enable kim").unwrap().starts_with("proposed 5 root"));
}

#[test]
fn an_approval_finds_the_command_as_it_would_be_decided_then() {
    let mut house = staffed();
    house.say("staff root: grant zed admin").unwrap();
    house.say("staff root: leave zed").unwrap();
    house.refused("staff mia: approve 1", "has-left by house:staff");
    house.say("staff root: grant sue casino-operator").unwrap();
    house.say("system: disable root away").unwrap();
    house.refused("staff mia: approve 2", "disabled by house:staff");
}

#[test]
fn nothing_is_approved_for_somebody_who_may_not_propose_it_any_more() {
    let mut house = staffed();
    house.say("staff cat: propose adjustment ada up 50 counted wrong").unwrap();
    house.say("staff root: disable cat away").unwrap();
    house.refused("staff mia: approve 1", "disabled by house:staff");
    house.gets("staff mia: refuse 1 cat is away", "refused 1 mia cat is away");
    house.say("system: enable cat").unwrap();
    house.say("staff cat: propose adjustment ada up 60 counted wrong").unwrap();
    house.say("staff root: withdraw cat cage").unwrap();
    house.refused("staff mia: approve 2", "not-granted by house:grants");
    house.say("system: grant cat cage").unwrap();
    house.gets("staff mia: approve 2", "approved 2 mia");
    house.say("staff cat: propose adjustment ada up 70 counted wrong").unwrap();
    house.say("staff root: leave cat").unwrap();
    house.refused("staff mia: approve 3", "has-left by house:staff");
}

#[test]
fn a_proposal_can_be_refused_taken_back_or_lapse() {
    let mut house = staffed();
    house.say("staff root: grant zed admin").unwrap();
    house.refused("staff root: refuse 1 no", "not-granted by house:grants");
    house.gets("staff mia: refuse 1 not yet", "refused 1 mia not yet");
    house.say("staff root: grant zed admin").unwrap();
    house.refused("staff ann: take-back 2", "not-proposer by house:two-persons");
    house.gets("staff root: take-back 2", "taken-back 2 root");
    house.refused("staff root: take-back 2", "no-such-proposal by house:two-persons");
    house.say("staff root: grant zed admin").unwrap();
    house.wait_minutes(PROPOSAL_HOURS * 60);
    house.refused("staff mia: approve 3", "proposal-lapsed by house:two-persons");
    house.say("staff root: grant zed admin").unwrap();
    assert_eq!(house.site.proposals.len(), 1, "what lapsed is forgotten");
}

#[test]
fn other_matters_wait_to_be_carried_out() {
    let mut house = staffed();
    house.refused("staff root: propose adjustment ada up 50 counted wrong", "not-granted by house:grants");
    house.refused("system: propose adjustment ada up 50 counted wrong", "not-a-person by house:site-order");
    house.refused("staff root: propose site hire bob", "propose-directly by house:two-persons");
    house.refused("staff root: propose unread setting large-win 4", "not-proposable by house:two-persons");
    house.gets(
        "staff cat: propose adjustment ada up 50 counted wrong",
        "proposed 1 cat until 1970-01-02T00:00:00Z adjustment ada up 50 counted wrong",
    );
    house.refused("staff ann: approve 1", "not-granted by house:grants");
    house.refused("system: carry-out 1", "not-approved by house:two-persons");
    assert!(house.site.approval(1, house.now).is_none());
    house.gets("staff mia: approve 1", "approved 1 mia");
    house.refused("staff mia: approve 1", "already-approved by house:two-persons");
    let approval = house.site.approval(1, house.now).unwrap();
    assert!(house.site.approval(1, approval.until).is_none(), "an approval lapses with its proposal");
    assert_eq!(approval.what, "adjustment ada up 50 counted wrong".parse().unwrap());
    house.refused("staff cat: carry-out 1", "only-system by house:site-order");
    house.gets("system: carry-out 1", "carried-out 1");
    house.refused("system: carry-out 1", "no-such-proposal by house:two-persons");
}

#[test]
fn what_cannot_be_carried_out_is_over() {
    let mut house = staffed();
    house.say("staff sue: propose void nsw-1 order").unwrap();
    house.refused("system: fail-carry-out 1 nothing is wrong", "not-approved by house:two-persons");
    house.say("staff mia: approve 1").unwrap();
    house.refused("staff sue: fail-carry-out 1 nothing is wrong", "only-system by house:site-order");
    house.gets("system: fail-carry-out 1 nothing is wrong", "not-carried-out 1 nothing is wrong");
    house.refused("system: carry-out 1", "no-such-proposal by house:two-persons");
    house.say("staff sue: propose void nsw-1 order").unwrap();
    house.say("staff mia: approve 2").unwrap();
    house.wait_minutes(PROPOSAL_HOURS * 60);
    house.refused("system: carry-out 2", "proposal-lapsed by house:two-persons");
    house.refused("system: fail-carry-out 2 too late", "proposal-lapsed by house:two-persons");
}

#[test]
fn a_site_without_a_second_person_does_nothing_that_takes_two() {
    let mut house = House::founded();
    assert!(
        house.say("staff root: propose setting patron-minutes 10").unwrap().starts_with("proposed 1 root")
    );
    house.refused("staff root: approve 1", "not-granted by house:grants");
    assert!(house.say("staff root: hire ann as admin").unwrap().starts_with("proposed 2 root"));
    house.refused("staff root: approve 2", "not-granted by house:grants");
}

#[test]
fn the_servers_own_machine_is_noted_when_it_gives_power() {
    let mut house = staffed();
    let number = house.site.notices_ever + 1;
    house.gets(
        "system: grant zed admin",
        &format!("granted zed admin; noted {number} sole-control warning - alone: site grant zed admin"),
    );
}

#[test]
fn two_administrators_change_no_setting_table_or_software() {
    let software = format!("software accept {}", "ab".repeat(32));
    for what in ["setting patron-minutes 10", "table close nsw-1", &software] {
        let mut house = staffed();
        house.say(&format!("staff root: propose {what}")).unwrap();
        house.refused("staff ann: approve 1", "not-granted by house:grants");
        house.say("system: grant ann gaming-manager").unwrap();
        house.refused("staff ann: approve 1", "another-kind-needed by house:two-persons");
        house.gets("staff mia: approve 1", "approved 1 mia");
    }
}

#[test]
fn first_and_second_are_different_duties_where_it_matters() {
    for matter in ProposalMatter::ALL {
        assert!(matter.approved_by().is_power(), "{matter}");
        assert!(!matter.approved_by().grants().is_empty());
    }
    // Who moves money never approves its correction.
    let cage = "cage".parse().unwrap();
    assert!(
        Right::AdjustMoney.grants().contains(&cage) && !Right::ApproveAdjustment.grants().contains(&cage)
    );
    // Who works at a table never hands its chips over, nor does the cage ask for them.
    assert!(Right::AskFloat.grants().iter().all(|grant| !Right::ApproveFloat.grants().contains(grant)));
}

#[test]
fn a_promotional_voucher_is_issued_by_two_and_taken_once_as_it_was_issued() {
    let mut house = staffed();
    let voucher = "P-4711:until-1970-02-01:on-player:collected";
    let issue = format!("voucher issue {voucher} 100 for ada");
    house.refused("staff kim: propose voucher issue P-1 5", "not-granted by house:grants");
    house.say(&format!("staff cat: propose {issue}")).unwrap();
    house.refused("staff cat: approve 1", "not-granted by house:grants");
    house.refused(
        &format!("system: take-token-voucher {voucher} 100 ada at nsw-1"),
        "token-voucher-not-out by house:promotional-vouchers",
    );
    let note = house.site.notices_ever + 1;
    house.gets(
        "staff mia: approve 1",
        &format!("approved 1 mia; token-voucher-issued {voucher} 100 for ada; noted {note} money-moved warning - about cat+mia by cat and mia: {issue}"),
    );
    for (said, why) in [
        ("p-4711:until-1970-02-01:on-player:collected 100 ada", "token-voucher-differs"),
        ("P-4711 100 ada", "token-voucher-differs"),
        ("P-4711:until-1970-02-01:on-player:collected 1000 ada", "token-voucher-differs"),
        ("P-4711:until-1970-02-01:on-player:collected 100 ben", "token-voucher-of-another"),
        ("P-4712 100 ada", "token-voucher-not-out"),
    ] {
        house.refused(
            &format!("system: take-token-voucher {said} at nsw-1"),
            &format!("{why} by house:promotional-vouchers"),
        );
    }
    house.refused("staff kim: take-token-voucher P-4711 100 ada at nsw-1", "only-system by house:site-order");
    let take = format!("token-voucher {voucher} 100 Ada at nsw-1");
    house.gets(&format!("system: take-{take}"), &format!("token-voucher-taken {voucher} 100 Ada at nsw-1"));
    let again = format!("system: take-token-voucher {voucher} 100 ada at nsw-2");
    house.refused(&again, "token-voucher-not-out by house:promotional-vouchers");
    for number in ["P-4711", "p-4711"] {
        let propose = format!("staff cat: propose voucher issue {number} 100");
        house.refused(&propose, "token-voucher-known by house:promotional-vouchers");
    }
    house.refused(
        "staff cat: propose voucher issue P-5:until-1969-01-01 5",
        "token-voucher-overdue by house:promotional-vouchers",
    );
}

#[test]
fn a_promotional_voucher_is_withdrawn_by_two_and_one_number_is_never_two_vouchers() {
    let mut house = staffed();
    house.refused(
        "staff cat: propose voucher withdraw P-1 lost",
        "token-voucher-not-out by house:promotional-vouchers",
    );
    // Two proposals of one number: the second cannot be approved any more.
    house.say("staff cat: propose voucher issue P-1 5").unwrap();
    house.say("staff cat: propose voucher issue p-1 50").unwrap();
    house.say("staff mia: approve 1").unwrap();
    house.refused("staff mia: approve 2", "token-voucher-known by house:promotional-vouchers");
    house.say("staff cat: propose voucher withdraw P-1 lost").unwrap();
    house.say("staff mia: approve 3").unwrap();
    house.refused(
        "system: take-token-voucher P-1 5 ada at nsw-1",
        "token-voucher-not-out by house:promotional-vouchers",
    );
    assert_eq!(house.site.token_vouchers.out().count(), 0);
}
