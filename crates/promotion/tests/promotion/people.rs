//! Clauses together, over time, between people, some of whom mean harm.

use punto_promotion::{Outcome, Owed, Stage, duties};

use crate::house::{FORM, House, PRIZE, seed};

const OPERATOR: &str = "casino-operator olga";

#[test]
fn an_organiser_does_not_win_whatever_name_they_speak_under() {
    let mut house = House::new("nsw-2021");
    house.must_as(OPERATOR, &format!("conditions {FORM}, presence no"));
    house.must_as(OPERATOR, &format!("prize 1 {PRIZE}"));
    house.must_as(OPERATOR, &format!("publish draw {}", seed(7).promise()));
    house.refused("patron olga", "enter olga", "house:promotion-order");
    house.refused("dealer dan", "enter olga by card", "house:promotion-order");
    house.refused("dealer dan", "enter dan by card", "house:promotion-order");
    house.refused("dealer dan", "enter ada", "16.7.3");
    house.must_as("dealer dan", "enter ada by card");
    // Whoever records entries could have made some up.
    house.refused("patron dan", "enter dan", "house:promotion-order");
    // And whoever has entered does not work for the house here, in whatever role.
    house.refused("dealer ada", "enter ben by card", "house:promotion-order");
    house.refused("casino-operator ada", "postpone no", "house:promotion-order");
    house.refused(OPERATOR, "nominate ada", "house:promotion-order");
}

#[test]
fn staff_enter_unless_the_conditions_keep_them_out() {
    let mut house = House::published("presence no, staff no");
    house.refused("dealer dan", "enter dan by card", "16.7.3");
    house.refused(OPERATOR, "bar eve", "16.7.3");
    house.refused(OPERATOR, "bar under place eve", "16.7.3");
    house.must("bar under staff dan eve");
    house.refused("patron eve", "enter eve", "16.7.3");
    house.refused("dealer dot", "enter eve by card", "16.7.3");
    let mut house = House::published("presence no");
    house.must_as("patron eve", "enter eve");
    house.refused(OPERATOR, "bar under eligible eve", "16.7.3");
}

#[test]
fn nothing_slips_onto_the_list_after_the_close() {
    let mut house = House::published("presence no");
    house.must("enter ada");
    house.wait(23);
    house.must("enter ben");
    house.wait(1);
    house.refused("patron eve", "enter eve", "16.7.6");
    for who in ["dealer dan", OPERATOR, "system"] {
        house.refused(who, "enter eve by card", "16.7.6");
    }
    // Nor with a time of before, nor under cover of a postponement.
    let late = house.now;
    house.must("postpone a rumour");
    house.now = late.plus_hours(0).minus_hours(2);
    house.refused(OPERATOR, "enter eve by card", "house:promotion-order");
    house.now = late;
    house.must("tell-inspectorate the duty inspector");
    house.must("resume a rumour only");
    house.refused(OPERATOR, "enter eve by card", "16.7.6");
    house.draw();
    house.refused(OPERATOR, "enter eve by card", "16.7.6");
    assert_eq!(house.own.entries.len(), 2);
}

#[test]
fn nobody_changes_what_was_published_before_during_or_after_the_draw() {
    let mut house = House::published("presence no, reserve yes");
    let published = (house.own.form.clone(), house.own.prizes[&1].details.clone());
    house.must("enter ada");
    for step in 0..3 {
        for line in [
            "conditions manner declare".to_owned(),
            "prize 1 kind goods, what a sock, value 1, terms none, contains nothing".into(),
            format!("prize 2 {PRIZE}"),
            "drop-prize 1".into(),
            "prescribe hamper".into(),
            format!("publish draw {}", seed(8).promise()),
        ] {
            house.refused(OPERATOR, &line, "16.6");
        }
        assert_eq!((house.own.form.clone(), house.own.prizes[&1].details.clone()), published);
        match step {
            0 => house.wait(24),
            _ => drop(house.say(&format!("draw {}", seed(7)))),
        }
    }
}

#[test]
fn a_thief_claims_and_the_winner_has_the_prize() {
    let mut house = House::published("presence no");
    house.must("enter ada");
    house.draw();
    // The thief claims first, in his own name and in the winner's.
    house.refused("patron ben", "claim 1 ada", "16.7.8");
    house.must_as("patron ben", "claim 1 ben");
    house.refused(OPERATOR, "accept-claim 1 ben", "16.7.1");
    house.refused(OPERATOR, "award 1", "16.7.8");
    // A claim that waits is no reason to pass the winner over.
    house.refused(OPERATOR, "pass-over 1", "16.7.1");
    house.must("claim 1 ada");
    house.must("accept-claim 1 ada");
    house.refused(OPERATOR, "refuse-claim 1 ada address file-1 changed our mind", "16.9");
    house.must("award 1");
    assert_eq!(house.own.prizes[&1].awarded, Some("ada".parse().unwrap()));
    // His claim waits until it is answered with reasons, on record with his address.
    let ben = "ben".parse().unwrap();
    assert!(duties(&house.book, &house.own).iter().any(|duty| duty.what == Owed::DecideClaim(1, ben)));
    house.refused(OPERATOR, "refuse-claim 1 ben it was not his", "16.9.1");
    house.must("refuse-claim 1 ben address file-2 it was not his");
    house.refused("patron ben", "claim 1 ben", "16.7.8");
    assert!(duties(&house.book, &house.own).iter().any(|duty| duty.what == Owed::TellReasons(1, ben)));
    house.must("tell-reasons 1 ben");
    assert!(house.own.prizes[&1].claims.iter().any(|claim| claim.claimant == ben
        && matches!(&claim.outcome, Outcome::Refused { address: Some(_), told: true, .. })));
}

#[test]
fn who_claimed_wrongly_may_claim_rightly_later_and_both_are_on_record() {
    let mut house = House::published("presence no, reserve yes");
    house.must("enter ada");
    house.must("enter ben");
    house.draw();
    let first = house.winner(1);
    let second = if first == "ada" { "ben" } else { "ada" };
    house.must(&format!("claim 1 {second}"));
    house.must(&format!("refuse-claim 1 {second} address file-1 not drawn"));
    house.refused(OPERATOR, "pass-over 1", "16.7.1");
    house.must(&format!("claim 1 {first}"));
    house.must(&format!("refuse-claim 1 {first} address file-2 under eligible not a member"));
    house.refused(OPERATOR, "pass-over 1", "16.9");
    house.must(&format!("tell-reasons 1 {first}"));
    house.must("pass-over 1");
    assert_eq!(house.winner(1), second);
    house.refused(OPERATOR, "pass-over 1", "16.7.1");
    house.must(&format!("claim 1 {second}"));
    house.must(&format!("accept-claim 1 {second}"));
    house.must("award 1");
    assert_eq!(house.own.prizes[&1].claims.len(), 3);
    house.refused(&format!("patron {first}"), &format!("take-cash 1 {first}"), "16.7.8");
}

#[test]
fn a_prize_that_is_claimed_in_time_is_not_passed_on() {
    let items = "presence no, reserve yes, claim-by 1970-01-03T00:00:00Z";
    let mut house = House::published(items);
    house.must("enter ada");
    house.must("enter ben");
    house.draw();
    let first = house.winner(1);
    house.refused(OPERATOR, "pass-over 1", "16.7.1");
    house.wait(25);
    // Nobody has claimed: the next entry has it.
    let passed = house.must("pass-over 1");
    assert_eq!(passed[0].what.to_string(), format!("passed-over 1 {first}"));
    house.must("pass-over 1");
    assert!(house.own.prizes[&1].win.is_none(), "there is no third entry");
    house.refused(OPERATOR, "pass-over 1", "16.7.1");

    let mut house = House::published(items);
    house.must("enter ada");
    house.draw();
    house.must("claim 1 ada");
    house.wait(25);
    // The house cannot wait a claim out.
    house.refused(OPERATOR, "pass-over 1", "16.7.1");
    house.must("accept-claim 1 ada");
}

#[test]
fn a_cancelled_draw_leaves_what_is_handed_over_and_nothing_else() {
    let mut house = House::publishing("presence no", &[PRIZE, PRIZE]);
    house.must("enter ada");
    house.must("enter ben");
    house.draw();
    let (first, second) = (house.winner(1), house.winner(2));
    for (prize, winner) in [(1, &first), (2, &second)] {
        house.must(&format!("claim {prize} {winner}"));
        house.must(&format!("accept-claim {prize} {winner}"));
    }
    house.must("award 1");
    house.must("cancel the seed was known");
    assert_eq!(house.own.stage, Stage::Cancelled);
    house.refused(OPERATOR, "award 2", "16.11");
    house.refused(OPERATOR, "pass-over 2", "16.11");
    house.refused(OPERATOR, "publish-results", "16.11");
    house.refused(OPERATOR, &format!("draw {}", seed(7)), "16.11");
    house.refused(OPERATOR, "resume no harm", "16.11");
    assert_eq!(duties(&house.book, &house.own)[0].what, Owed::TellInspectorate);
    // Whose claim was accepted is told why there is no prize, and may dispute it and complain.
    house.refused(OPERATOR, &format!("refuse-claim 1 {first} address file-1 it is cancelled"), "16.9");
    house.must(&format!("refuse-claim 2 {second} address file-1 it is cancelled"));
    house.must(&format!("tell-reasons 2 {second}"));
    house.must(&format!("dispute {second} the prize was mine"));
    house.must(&format!("rule {second} the draw is cancelled"));
    house.must(&format!("object {second}"));
    house.must(&format!("advise {second}"));
    house.must("tell-inspectorate the duty inspector");
    assert!(duties(&house.book, &house.own).is_empty());
    assert_eq!(house.own.prizes[&1].awarded.map(|own| own.to_string()), Some(first));
}

#[test]
fn a_scrutineer_who_watches_is_not_replaced_by_a_friend() {
    let cash = "kind cash, what money, value 20000, terms none, contains nothing";
    let mut house = House::publishing("presence no", &[cash]);
    house.must("enter ada");
    house.must("nominate sid");
    house.must("nominate sam");
    house.wait(24);
    house.refused("scrutineer sid", "oversee", "16.2");
    house.must_as("scrutineer sam", "oversee");
    house.refused(OPERATOR, "nominate friend", "16.2");
    // The scrutineer watches and does nothing of the house's.
    house.refused("scrutineer sam", &format!("draw {}", seed(7)), "16.1");
    house.refused("scrutineer sam", "claim 1 ada", "16.7.8");
    let drawn = house.must(&format!("draw {}", seed(7)));
    assert!(drawn.iter().any(|event| event.what.to_string() == "overseen sam" && event.by.names("16.2")));
}

#[test]
fn a_cashier_does_not_choose_for_the_winner() {
    let cash = "kind cash, what money, value 20000, terms none, contains nothing";
    let mut house = House::publishing("presence no", &[cash]);
    house.must("enter ada");
    house.draw();
    house.must("claim 1 ada");
    house.must("accept-claim 1 ada");
    for who in ["dealer dan", "casino-supervisor sue", OPERATOR, "system", "patron ben"] {
        house.refused(who, "choose 1 ada cash 20000", "16.4");
    }
    house.must("choose 1 ada transfer 15000 cash 5000");
    house.refused(OPERATOR, "award 1 cash 20000", "16.4");
    house.refused(OPERATOR, "award 1 transfer 15000 cash 4000", "16.7.11");
    house.refused("dealer dan", "award 1 transfer 15000 cash 5000", "16.1");
    house.must("award 1 transfer 15000 cash 5000");
    house.refused("patron ada", "choose 1 ada cash 20000", "16.7.8");
}

#[test]
fn a_winner_is_to_be_told_within_two_days_and_the_clock_is_seen() {
    let mut house = House::published("presence no");
    house.must("enter ada");
    house.draw();
    let drawn = house.now;
    let ada = "ada".parse().unwrap();
    let waits = |house: &House| {
        duties(&house.book, &house.own).into_iter().find(|duty| duty.what == Owed::Notify(1, ada))
    };
    let duty = waits(&house).unwrap();
    assert!(duty.by.names("16.8") && duty.due == Some(drawn.plus_hours(48)));
    assert!(!duty.is_late(drawn.plus_hours(48)) && duty.is_late(drawn.plus_hours(48).plus_seconds(1)));
    // An attempt is on record and does not stop the clock.
    house.must("attempt 1 telephone no answer");
    house.wait(48);
    assert!(waits(&house).is_some());
    assert_eq!(house.must("notify 1 mail").len(), 1);
    assert!(waits(&house).is_none());

    // Nobody is told twice, and who must be there is not told at all.
    let mut there = House::published("presence yes");
    there.must("enter ada");
    there.wait(24);
    there.must("present ada");
    there.draw();
    assert!(waits(&there).is_none());

    // Who has claimed the prize knows.
    let mut claimed = House::published("presence no");
    claimed.must("enter ada");
    claimed.draw();
    claimed.must("claim 1 ada");
    assert!(waits(&claimed).is_none());
}

#[test]
fn a_claim_that_staff_take_down_neither_tells_the_winner_nor_bars_them() {
    let mut house = House::published("presence no, reserve yes");
    house.must("enter ada");
    house.must("enter ben");
    house.draw();
    let winner = house.own.prizes[&1].winner().unwrap();
    house.must_as(OPERATOR, &format!("claim 1 {winner}"));
    let owed = |house: &House| {
        duties(&house.book, &house.own).iter().any(|duty| duty.what == Owed::Notify(1, winner))
    };
    assert!(owed(&house), "nobody has told {winner}");
    house.refused(OPERATOR, &format!("claim 1 {winner}"), "16.7.8");
    // Refused for whoever was never told, it takes nothing from them.
    house.must(&format!("refuse-claim 1 {winner} address file-1 under eligible not a member"));
    house.must(&format!("tell-reasons 1 {winner}"));
    house.refused(OPERATOR, "pass-over 1", "16.7.1");
    assert!(owed(&house));
    house.must_as(&format!("patron {winner}"), &format!("claim 1 {winner}"));
    assert!(!owed(&house), "who claims in person knows");
    house.refused(&format!("patron {winner}"), &format!("claim 1 {winner}"), "16.7.8");
    house.must(&format!("accept-claim 1 {winner}"));
    house.must("award 1");
    assert!(house.own.is_over());
}

#[test]
fn what_a_patron_says_after_staff_is_one_claim_with_it() {
    let mut house = House::published("presence no");
    house.must("enter ada");
    house.draw();
    house.must_as(OPERATOR, "claim 1 ada");
    house.must_as("patron ada", "claim 1 ada");
    assert_eq!(house.own.prizes[&1].claims.len(), 1);
    house.must("accept-claim 1 ada");
    assert!(!duties(&house.book, &house.own).iter().any(|duty| matches!(duty.what, Owed::DecideClaim(..))));
}

#[test]
fn nobody_is_refused_by_a_condition_that_asks_for_nothing() {
    let mut house = House::published("presence no, staff yes");
    house.must("enter ada");
    house.draw();
    house.must("claim 1 ada");
    for ground in ["wager", "staff", "presence"] {
        house.refused(OPERATOR, &format!("refuse-claim 1 ada address file-1 under {ground} no"), "16.9");
    }
    house.must("refuse-claim 1 ada address file-1 under eligible not a member");
}

#[test]
fn a_prize_that_is_declared_goes_to_the_next_once_its_winner_does_not_get_it() {
    let mut house = House::new("nsw-2021");
    let form = FORM.replace("manner draw", "manner declare");
    house.must(&format!("conditions {form}, presence no, reserve yes"));
    house.must(&format!("prize 1 {PRIZE}"));
    house.must(&format!("prize 2 {PRIZE}"));
    house.must("publish");
    house.must("enter ada");
    house.must("enter ben");
    house.wait(24);
    house.must("declare 1 ada");
    house.refused(OPERATOR, "declare 2 ada", "16.7.1");
    house.refused(OPERATOR, "declare 1 ben", "16.7.1");
    house.must("claim 1 ada");
    house.must("refuse-claim 1 ada address file-1 under eligible not a member");
    house.refused(OPERATOR, "declare 1 ben", "16.9");
    house.must("tell-reasons 1 ada");
    house.refused(OPERATOR, "declare 1 ada", "16.7.1");
    house.must("declare 1 ben");
    assert_eq!(house.own.prizes[&1].winner().map(|one| one.to_string()).as_deref(), Some("ben"));
}
