//! Resorts World Sentosa, rule 5: the whole ruling for each clause, beside its neighbours.

use punto_coup::{Irregularity, Noticed};
use punto_rulebook::Device;

use crate::irregular::{BANKER_MUST_DRAW, BOTH_STAND, PLAYER_MUST_DRAW, Table, and};

const RWS: &str = "rws-2016";

/// What a reconstruction rests on.
const PUT_RIGHT: &str = "5.1.2, 3.4, 3.5, 3.6";

fn rws() -> Table {
    Table::of(RWS)
}

#[test]
fn rule_5_1_1_voids_the_game_in_which_a_foreign_card_turns_up_and_no_earlier_one() {
    rws().on(BANKER_MUST_DRAW).is(Irregularity::ForeignCard).rules(
        "foreign-card, during-coup: void-coup (5.1.1, 5.1, house:shoe-after-void-coup)
         hands: none
         wagers: all returned
         next: ordinary
         shoe: goes on
         ordered by: casino-operator",
    );
    rws().on(BOTH_STAND).is(Irregularity::ForeignCard).noticed(Noticed::AfterCoup).rules(
        "foreign-card, between-coups: stands (5.1.1:previous)
         hands: Ks 6h = 6, 3d 4c = 7
         wagers: stand
         next: ordinary
         shoe: goes on",
    );
    // By 3.1 a game is in progress as soon as betting opens, before its first card.
    Table::with(RWS, &[("shoe-after-void-coup", "end-shoe")]).on("").is(Irregularity::ForeignCard).rules(
        "foreign-card, during-coup: void-coup (5.1.1, 5.1, house:shoe-after-void-coup)
         hands: none
         wagers: all returned
         next: none
         shoe: ends
         ordered by: casino-operator",
    );
}

#[test]
fn rule_5_1_1_lists_no_missing_card() {
    rws().on(BANKER_MUST_DRAW).is(Irregularity::MissingCard).rules(
        "missing-card, during-coup: officer (house:uncovered-irregularity)
         hands: Ks 6h = 6, 2d 3c = 5
         wagers: wait for the officer
         next: ordinary
         shoe: goes on
         ordered by: casino-operator",
    );
}

#[test]
fn rule_5_1_2_reconstructs_a_card_too_many_for_player_that_banker_was_due() {
    for card in ["P:9d", "P:9d#"] {
        rws().on(&and(BANKER_MUST_DRAW, card)).rules(&format!(
            "stray-player-card, banker-must-draw: reconstruct ({PUT_RIGHT})
             cards: Ks is Player 1, 2d is Banker 1, 6h is Player 2, 3c is Banker 2, 9d is Banker 3
             hands: Ks 6h = 6, 2d 3c 9d = 4
             wagers: stand
             next: ordinary
             shoe: goes on"
        ));
    }
}

#[test]
fn rule_5_1_2_leaves_a_surplus_card_to_the_house_and_the_wagers_to_the_result() {
    for (lies, kind) in [("P", "player"), ("B", "banker")] {
        let (seen, unseen) =
            (and(BOTH_STAND, &format!("{lies}:9d")), and(BOTH_STAND, &format!("{lies}:9d#")));
        let ruled = |table: Table, cards: &str, case: &str, setting: &str, fate: &str, next: &str| {
            table.on(cards).rules(&format!(
                "stray-{kind}-card, {case}: reconstruct ({PUT_RIGHT}, house:{setting})
                 cards: Ks is Player 1, 3d is Banker 1, 6h is Player 2, 4c is Banker 2, 9d {fate}
                 hands: Ks 6h = 6, 3d 4c = 7
                 wagers: stand
                 next: {next}
                 shoe: goes on
                 ordered by: casino-operator"
            ));
        };
        let waits = "waits for the officer";
        ruled(rws(), &unseen, "unseen", "surplus-card", waits, "ordinary");
        ruled(rws(), &seen, "seen", "seen-surplus-card", waits, "ordinary");
        let opens = || Table::with(RWS, &[("surplus-card", "opens-next-coup")]);
        ruled(opens(), &unseen, "unseen", "surplus-card", "opens the next coup", "ordinary from 9d");
        // A card that was seen never opens a game with wagers.
        ruled(opens(), &seen, "seen", "seen-surplus-card", waits, "ordinary");
        let aside = Table::with(RWS, &[("seen-surplus-card", "set-aside")]);
        ruled(aside, &seen, "seen", "seen-surplus-card", "is set aside", "ordinary");
    }
}

#[test]
fn a_surplus_card_after_the_last_coup_goes_with_the_shoe() {
    rws().on(&and(BOTH_STAND, "P:9d")).in_last_coup().rules(&format!(
        "stray-player-card, last-coup: reconstruct ({PUT_RIGHT}, house:end-of-shoe)
         cards: Ks is Player 1, 3d is Banker 1, 6h is Player 2, 4c is Banker 2, 9d goes with the shoe
         hands: Ks 6h = 6, 3d 4c = 7
         wagers: stand
         next: none
         shoe: ends after the coup"
    ));
    rws().on(&and(BOTH_STAND, "-:9d")).in_last_coup().rules(
        "surplus-card, last-coup: lapses (house:end-of-shoe)
         cards: 9d goes with the shoe
         hands: Ks 6h = 6, 3d 4c = 7
         wagers: stand
         next: none
         shoe: ends after the coup",
    );
}

#[test]
fn a_card_drawn_for_neither_hand_is_the_houses_and_touches_no_wager() {
    let surplus = and(BOTH_STAND, "-:9d#");
    rws().on(&surplus).rules(
        "surplus-card, unseen: officer (house:surplus-card)
         cards: 9d waits for the officer
         hands: Ks 6h = 6, 3d 4c = 7
         wagers: stand
         next: ordinary
         shoe: goes on
         ordered by: casino-operator",
    );
    Table::with(RWS, &[("surplus-card", "set-aside")]).on(&surplus).with_marker_out().rules(
        "surplus-card, marker-out: set-aside (house:surplus-card)
         cards: 9d is set aside
         hands: Ks 6h = 6, 3d 4c = 7
         wagers: stand
         next: ordinary
         shoe: goes on
         ordered by: casino-operator",
    );
}

#[test]
fn rule_5_1_2_reconstructs_fourth_cards_and_players_card_given_to_banker() {
    rws().on(&and(PLAYER_MUST_DRAW, "P:4h P:9c")).rules(&format!(
        "stray-player-card, banker-must-draw: reconstruct ({PUT_RIGHT})
         cards: 2s is Player 1, 3d is Banker 1, 3h is Player 2, 2c is Banker 2, 4h is Player 3, 9c is Banker 3
         hands: 2s 3h 4h = 9, 3d 2c 9c = 4
         wagers: stand
         next: ordinary
         shoe: goes on"
    ));
    rws().on(&and(PLAYER_MUST_DRAW, "B:4h")).rules(&format!(
        "players-card-to-banker, found: reconstruct ({PUT_RIGHT})
         cards: 2s is Player 1, 3d is Banker 1, 3h is Player 2, 2c is Banker 2, 4h is Player 3
         hands: 2s 3h 4h = 9, 3d 2c = 5
         wagers: stand
         next: ordinary
         shoe: goes on"
    ));
}

#[test]
fn rule_5_1_2_voids_a_wrong_number_past_reconstruction_and_draws_a_missing_card_otherwise() {
    let lost = Irregularity::Misdeal { reconstructable: false };
    let five = "P:Ks B:3d P:6h B:4c P:9d";
    rws().on(five).is(lost).rules(
        "misdeal, beyond-repair-third: void-coup (5.1.2, 5.1, house:shoe-after-void-coup)
         hands: none
         wagers: all returned
         next: ordinary
         shoe: goes on
         ordered by: casino-operator",
    );
    rws().on("P:Ks P:3d P:6h B:4c").is(lost).rules(
        "misdeal, beyond-repair-opening: void-coup (5.1.2, 5.1, house:shoe-after-void-coup)
         hands: none
         wagers: all returned
         next: ordinary
         shoe: goes on
         ordered by: casino-operator",
    );
    // The coup is over and Banker has no third card, though it was due one.
    rws().on(BANKER_MUST_DRAW).is(lost).noticed(Noticed::AfterCoup).rules(
        "misdeal, beyond-repair-opening: void-coup (5.1.2, 5.1, house:shoe-after-void-coup)
         hands: none
         wagers: all returned
         next: ordinary
         shoe: goes on
         ordered by: casino-operator",
    );
    let missing = Irregularity::Misdeal { reconstructable: true };
    rws().on(BANKER_MUST_DRAW).is(missing).noticed(Noticed::AfterCoup).rules(&format!(
        "misdeal, reconstructable: reconstruct ({PUT_RIGHT})
         cards: Ks is Player 1, 2d is Banker 1, 6h is Player 2, 3c is Banker 2
         hands: Ks 6h = 6, 2d 3c = 5
         wagers: stand
         next: ordinary
         shoe: goes on"
    ));
}

#[test]
fn rule_5_1_2_does_not_void_hands_with_the_right_number_of_cards() {
    let lost = Irregularity::Misdeal { reconstructable: false };
    for (cards, noticed, hands) in [
        (BOTH_STAND.to_owned(), Noticed::AfterCoup, "Ks 6h = 6, 3d 4c = 7"),
        ("P:Ks P:6h B:3d B:4c".into(), Noticed::AfterCoup, "Ks 6h = 6, 3d 4c = 7"),
        (and(PLAYER_MUST_DRAW, "P:4h B:9c"), Noticed::AfterCoup, "2s 3h 4h = 9, 3d 2c 9c = 4"),
        (BANKER_MUST_DRAW.to_owned(), Noticed::DuringCoup, "Ks 6h = 6, 2d 3c = 5"),
    ] {
        rws().on(&cards).is(lost).noticed(noticed).rules(&format!(
            "misdeal, right-number: officer (house:uncovered-irregularity)
             hands: {hands}
             wagers: wait for the officer
             next: ordinary
             shoe: goes on
             ordered by: casino-operator"
        ));
    }
}

#[test]
fn rule_5_1_2_with_3_1_shuts_the_window_when_betting_opens() {
    let stray = and(BANKER_MUST_DRAW, "P:9d");
    let table = rws();
    table.on(&stray).noticed(Noticed::AfterCoup).rules_as(table.on(&stray));
    for noticed in [Noticed::BettingOpen, Noticed::NextCoup] {
        table.on(&stray).noticed(noticed).rules(
            "stray-player-card, banker-must-draw: stands (5.1.2, 3.1)
             hands: Ks 6h 9d = 5, 2d 3c = 5
             wagers: stand
             next: ordinary
             shoe: goes on",
        );
    }
    let lost = Irregularity::Misdeal { reconstructable: false };
    table.on(&and(BOTH_STAND, "P:9d")).is(lost).noticed(Noticed::BettingOpen).rules(
        "misdeal, beyond-repair-third: stands (5.1.2, 3.1)
         hands: Ks 6h 9d = 5, 3d 4c = 7
         wagers: stand
         next: ordinary
         shoe: goes on",
    );
}

#[test]
fn rule_5_1_3_voids_a_game_the_shoe_cannot_finish() {
    rws().on(BANKER_MUST_DRAW).is(Irregularity::TooFewCards).rules(
        "too-few-cards, found: void-coup (5.1.3, 5.1)
         hands: none
         wagers: all returned
         next: none
         shoe: ends",
    );
}

#[test]
fn what_rule_5_does_not_list_is_the_houses() {
    use Irregularity::*;
    let face_up = FaceUpCard { card: "8d".parse().unwrap() };
    for what in [
        face_up,
        MoreFaceUpCards,
        MissingCard,
        NotCut,
        BurnForgotten,
        ShuffleMissed,
        WrongPaytable,
        WrongDisplay,
        BurnedCard,
        SequenceRevealed,
        Disruption,
        Fraud,
        ProhibitedDevice,
        DeviceFails { harm: true, transferable: true, damaged: true },
    ] {
        let short = rws().on(BOTH_STAND).is(what).in_short();
        assert_eq!(short, "officer (house:uncovered-irregularity)", "{what:?}");
    }
    rws().on(BANKER_MUST_DRAW).is(face_up).rules(
        "face-up-card, needed: officer (house:uncovered-irregularity)
         cards: 8d waits for the officer
         hands: Ks 6h = 6, 2d 3c = 5
         wagers: wait for the officer
         next: ordinary
         shoe: goes on
         ordered by: casino-operator",
    );
    Table::with(RWS, &[("uncovered-irregularity", "void-coup")]).on(BANKER_MUST_DRAW).is(face_up).rules(
        "face-up-card, needed: void-coup (house:uncovered-irregularity, house:shoe-after-void-coup)
         hands: none
         wagers: all returned
         next: ordinary
         shoe: goes on
         ordered by: casino-operator",
    );
}

#[test]
fn a_scanner_disagrees_only_at_a_scanning_shoe_and_no_patron_holds_cards() {
    let disagrees = Irregularity::ScannerDisagrees { confirmed: true };
    let short = Table::dealt_from(RWS, Device::ScanningShoe).on(BOTH_STAND).is(disagrees).in_short();
    assert_eq!(short, "officer (house:uncovered-irregularity)");
    rws().on(BOTH_STAND).is(disagrees).rules("scanner-disagrees cannot arise at this table (3.4)");
    let holder = Irregularity::WrongHolder;
    rws().on(BOTH_STAND).is(holder).rules("wrong-holder cannot arise at this table (preamble:scope)");
}
