//! New South Wales, rules 12.3 to 12.16, 13, 4.13 and 14.3 to 14.5: face-up cards, shoe, device and conduct.

use punto_coup::{Irregularity, Noticed};
use punto_rulebook::Device;

use crate::irregular::{BANKER_MUST_DRAW, BOTH_STAND, Table};

const NSW: &str = "nsw-2021";

fn nsw() -> Table {
    Table::of(NSW)
}

fn device() -> Table {
    Table::dealt_from(NSW, Device::ShufflingDevice)
}

#[test]
fn rule_12_3_hands_wagers_back_when_a_coups_first_card_is_found_face_up() {
    let face_up = Irregularity::FaceUpCard { card: "8d".parse().unwrap() };
    let whole = |case: &str, shoe: &str| {
        format!(
            "face-up-card, {case}: opens-no-bet-coup (12.3)
             cards: 8d opens the next coup
             hands: none
             wagers: all returned
             next: no-bet from 8d (12.4, 1.1:no-bet-coup)
             shoe: {shoe}"
        )
    };
    nsw().on("").is(face_up).rules(&whole("first-of-coup", "goes on"));
    nsw().on("").is(face_up).noticed(Noticed::BettingOpen).rules(&whole("between-coups", "goes on"));
    // The no-bet coup is then itself the last.
    nsw().on("").is(face_up).in_last_coup().rules(&whole("first-of-coup", "ends after the coup"));
}

#[test]
fn rule_12_5_plays_a_later_face_up_card_and_12_3_takes_it_when_the_coup_does_not_need_it() {
    let face_up = Irregularity::FaceUpCard { card: "8d".parse().unwrap() };
    nsw().on(BANKER_MUST_DRAW).is(face_up).rules(
        "face-up-card, needed: played (12.5)
         cards: 8d is Banker 3
         hands: Ks 6h = 6, 2d 3c 8d = 3
         wagers: stand
         next: ordinary
         shoe: goes on",
    );
    nsw().on("P:Ks").is(face_up).rules(
        "face-up-card, needed: played (12.5)
         cards: 8d is Banker 1
         hands: Ks = 0, 8d = 8
         wagers: stand
         next: ordinary
         shoe: goes on",
    );
    nsw().on(BOTH_STAND).is(face_up).rules(
        "face-up-card, not-needed: opens-no-bet-coup (12.3)
         cards: 8d opens the next coup
         hands: Ks 6h = 6, 3d 4c = 7
         wagers: stand
         next: no-bet from 8d (12.4, 1.1:no-bet-coup)
         shoe: goes on",
    );
    nsw().on(BOTH_STAND).is(face_up).in_last_coup().rules(
        "face-up-card, last-coup: lapses (4.9, 4.10, house:stray-card-in-last-coup)
         cards: 8d goes with the shoe
         hands: Ks 6h = 6, 3d 4c = 7
         wagers: stand
         next: none
         shoe: ends after the coup",
    );
}

#[test]
fn rule_12_5_1_has_a_device_checked_after_the_coup_and_a_shoe_played_on() {
    device().on(BANKER_MUST_DRAW).is(Irregularity::MoreFaceUpCards).rules(
        "more-face-up-cards, from-device: finish-then-check (12.5.1)
         hands: Ks 6h = 6, 2d 3c = 5
         wagers: stand
         next: ordinary
         shoe: checked after the coup
         ordered by: casino-supervisor",
    );
    nsw().on(BANKER_MUST_DRAW).is(Irregularity::MoreFaceUpCards).rules(
        "more-face-up-cards, from-shoe: go-on (12.5, 12.3)
         hands: Ks 6h = 6, 2d 3c = 5
         wagers: stand
         next: ordinary
         shoe: goes on",
    );
}

#[test]
fn rule_12_6_voids_a_coup_the_shoe_cannot_finish() {
    nsw().on(BANKER_MUST_DRAW).is(Irregularity::TooFewCards).rules(
        "too-few-cards, found: void-coup (12.6)
         hands: none
         wagers: all returned
         next: none
         shoe: ends",
    );
}

#[test]
fn rules_12_7_and_12_9_finish_the_coup_then_shuffle() {
    for (what, word, clause) in
        [(Irregularity::NotCut, "not-cut", "12.7"), (Irregularity::ShuffleMissed, "shuffle-missed", "12.9")]
    {
        nsw().on(BANKER_MUST_DRAW).is(what).rules(&format!(
            "{word}, found: finish-then-shuffle ({clause})
             hands: Ks 6h = 6, 2d 3c = 5
             wagers: stand
             next: none
             shoe: ends after the coup"
        ));
    }
}

#[test]
fn rules_12_8_12_14_12_15_and_12_16_change_nothing() {
    for (what, first_line) in [
        (Irregularity::BurnForgotten, "burn-forgotten, found: go-on (12.8)"),
        (Irregularity::WrongDisplay, "wrong-display, found: go-on (12.14)"),
        (Irregularity::WrongHolder, "wrong-holder, found: stands (12.15)"),
        (Irregularity::BurnedCard, "burned-card, found: stays-burned (12.16, 1.1:burned)"),
    ] {
        nsw().on(BOTH_STAND).is(what).rules(&format!(
            "{first_line}
             hands: Ks 6h = 6, 3d 4c = 7
             wagers: stand
             next: ordinary
             shoe: goes on"
        ));
    }
}

#[test]
fn rule_12_10_settles_the_open_coup_again_and_leaves_earlier_ones() {
    nsw().on(BOTH_STAND).is(Irregularity::WrongPaytable).rules(
        "wrong-paytable, open-coup: settle-again (12.10.2, 12.10)
         hands: Ks 6h = 6, 3d 4c = 7
         wagers: settled again
         next: ordinary
         shoe: goes on",
    );
    // Once the coup has ended it is one of the previous coups, also before the next begins.
    for noticed in [Noticed::AfterCoup, Noticed::BettingOpen, Noticed::NextCoup] {
        nsw().on(BOTH_STAND).is(Irregularity::WrongPaytable).noticed(noticed).rules(
            "wrong-paytable, earlier-coups: stands (12.10.1, 12.10.2, 12.10)
             hands: Ks 6h = 6, 3d 4c = 7
             wagers: stand
             next: ordinary
             shoe: goes on",
        );
    }
}

#[test]
fn rule_12_11_voids_only_the_coup_of_discovery_and_has_all_decks_checked() {
    // A foreign card is there for all to see; that one is missing is for the supervisor to find.
    let ordered = "\n             ordered by: casino-supervisor";
    for (what, word, order) in [
        (Irregularity::ForeignCard, "foreign-card", ""),
        (Irregularity::MissingCard, "missing-card", ordered),
    ] {
        nsw().on(BANKER_MUST_DRAW).is(what).rules(&format!(
            "{word}, during-coup: void-coup (12.11.2, 12.11, 12.11.3, 12.11.4)
             hands: none
             wagers: all returned
             next: none
             shoe: decks are checked{order}
             told: surveillance, regulator-inspector"
        ));
        nsw().on(BOTH_STAND).is(what).noticed(Noticed::AfterCoup).rules(&format!(
            "{word}, between-coups: check-decks (12.11.1, 12.11.3, 12.11.4)
             hands: Ks 6h = 6, 3d 4c = 7
             wagers: stand
             next: none
             shoe: decks are checked{order}
             told: surveillance, regulator-inspector"
        ));
        // No card is out, so no coup has begun and none is void.
        nsw().on("").is(what).rules(&format!(
            "{word}, between-coups: check-decks (12.11.1, 12.11.3, 12.11.4)
             hands: no card, no card
             wagers: stand
             next: none
             shoe: decks are checked{order}
             told: surveillance, regulator-inspector"
        ));
    }
}

#[test]
fn rule_12_13_lets_the_cards_decide_or_voids_and_needs_a_scanning_shoe() {
    let scanning = Table::dealt_from(NSW, Device::ScanningShoe);
    scanning.on(BOTH_STAND).is(Irregularity::ScannerDisagrees { confirmed: true }).rules(
        "scanner-disagrees, confirmed: stands (12.13)
         hands: Ks 6h = 6, 3d 4c = 7
         wagers: stand
         next: ordinary
         shoe: goes on
         ordered by: casino-supervisor",
    );
    // 12.1.3 is for misdeals: nobody may end the shoe after this void.
    scanning.on(BOTH_STAND).is(Irregularity::ScannerDisagrees { confirmed: false }).rules(
        "scanner-disagrees, not-confirmed: void-coup (12.13)
         hands: none
         wagers: all returned
         next: ordinary
         shoe: goes on
         ordered by: casino-supervisor",
    );
    nsw()
        .on(BOTH_STAND)
        .is(Irregularity::ScannerDisagrees { confirmed: false })
        .rules("scanner-disagrees cannot arise at this table (3.6, 2.3.1)");
}

#[test]
fn rule_13_asks_for_harm_first_then_for_another_device_then_for_damage() {
    let fails = |harm, transferable, damaged| Irregularity::DeviceFails { harm, transferable, damaged };
    for (transferable, damaged, after) in [
        (true, true, "next: ordinary\nshoe: moves to another device, damaged cards replaced"),
        (true, false, "next: ordinary\nshoe: moves to another device"),
        (false, true, "next: none\nshoe: ends"),
        (false, false, "next: none\nshoe: ends"),
    ] {
        device().on(BANKER_MUST_DRAW).is(fails(true, transferable, damaged)).rules(&format!(
            "device-fails, harm: void-coup (13.4)
             hands: none
             wagers: all returned
             {after}
             ordered by: casino-supervisor"
        ));
    }
    let withdrawn = "13.5, 13.5.1, 13.5.2, 13.5.3, 13.5.4";
    for damaged in [true, false] {
        device().on(BANKER_MUST_DRAW).is(fails(false, false, damaged)).rules(&format!(
            "device-fails, not-transferable: finish-from-shoe ({withdrawn})
             hands: Ks 6h = 6, 2d 3c = 5
             wagers: may be withdrawn ({withdrawn}), if all then coup ends
             next: ordinary
             shoe: finish from a shoe
             ordered by: casino-supervisor"
        ));
    }
    device().on(BANKER_MUST_DRAW).is(fails(false, true, true)).rules(
        "device-fails, damaged-cards: replace-and-move-cards (13.3, 13.1, 13.3.1, 13.3.2, 13.3.3, 13.3.4)
         hands: Ks 6h = 6, 2d 3c = 5
         wagers: stand
         next: ordinary
         shoe: moves to another device, damaged cards replaced",
    );
    device().on(BANKER_MUST_DRAW).is(fails(false, true, false)).rules(
        "device-fails, sound-cards: move-cards (13.2, 13.1, 13.1.1, 13.1.2, 13.1.3, 13.1.4, 13.1.5)
         hands: Ks 6h = 6, 2d 3c = 5
         wagers: stand
         next: ordinary
         shoe: moves to another device",
    );
}

#[test]
fn rule_13_1_needs_a_shuffling_device_and_a_card_dealt() {
    let fails = Irregularity::DeviceFails { harm: true, transferable: true, damaged: false };
    nsw().on(BANKER_MUST_DRAW).is(fails).rules("device-fails cannot arise at this table (3.6, 2.3.1)");
    device().on("").is(fails).rules(
        "device-fails, between-coups: move-cards (13.1.2)
         hands: no card, no card
         wagers: stand
         next: ordinary
         shoe: moves to another device",
    );
    device().on(BOTH_STAND).is(fails).noticed(Noticed::AfterCoup).rules(
        "device-fails, between-coups: move-cards (13.1.2)
         hands: Ks 6h = 6, 3d 4c = 7
         wagers: stand
         next: ordinary
         shoe: moves to another device",
    );
}

#[test]
fn rule_4_13_voids_the_shoe_and_the_open_coup_and_the_house_decides_on_finished_ones() {
    nsw().on(BANKER_MUST_DRAW).is(Irregularity::SequenceRevealed).rules(
        "sequence-revealed, found: void-shoe (4.13)
         hands: none
         wagers: all returned
         next: none
         shoe: void
         ordered by: casino-supervisor
         told: regulator-inspector",
    );
    let finished = |table: Table, hands: &str, wagers: &str| {
        table.on(BOTH_STAND).is(Irregularity::SequenceRevealed).noticed(Noticed::AfterCoup).rules(&format!(
            "sequence-revealed, found: void-shoe (4.13, house:void-shoe-finished-coups)
             hands: {hands}
             wagers: {wagers}
             next: none
             shoe: void
             ordered by: casino-supervisor
             told: regulator-inspector"
        ));
    };
    finished(nsw(), "Ks 6h = 6, 3d 4c = 7", "stand");
    finished(Table::with(NSW, &[("void-shoe-finished-coups", "return")]), "none", "all returned");
}

#[test]
fn rules_14_3_to_14_5_void_one_persons_wagers_or_cancel_an_outcome() {
    nsw().on(BANKER_MUST_DRAW).is(Irregularity::ProhibitedDevice).rules(
        "prohibited-device, found: void-persons-wagers (14.3, 14.3.1)
         hands: Ks 6h = 6, 2d 3c = 5
         wagers: one person's void
         next: ordinary
         shoe: goes on
         ordered by: casino-supervisor",
    );
    nsw().on(BANKER_MUST_DRAW).is(Irregularity::Disruption).rules(
        "disruption, found: invalidate (14.4, 14.4.1, 14.5)
         hands: none
         wagers: refund
         next: ordinary
         shoe: goes on
         ordered by: casino-supervisor",
    );
    nsw().on(BOTH_STAND).is(Irregularity::Fraud).rules(
        "fraud, found: invalidate (14.4, 14.4.2, 14.5)
         hands: none
         wagers: refund or forfeit
         next: ordinary
         shoe: goes on
         ordered by: casino-supervisor",
    );
}
