//! New Zealand, section 12: the whole ruling for each clause, beside its neighbours.

use punto_coup::{Irregularity, Noticed};

use crate::irregular::{BANKER_MUST_DRAW, BOTH_STAND, PLAYER_MUST_DRAW, Table, and};

const NZ: &str = "nz-1998";

/// Player has 5, Banker a natural 8.
const NATURAL: &str = "P:2s B:2d P:3h B:6c";

fn nz() -> Table {
    Table::of(NZ)
}

#[test]
fn rule_12_1_a_makes_a_stray_player_card_bankers_third_seen_or_not() {
    for card in ["P:9d", "P:9d#"] {
        nz().on(&and(BANKER_MUST_DRAW, card)).rules(
            "stray-player-card, banker-must-draw: becomes-bankers-third (12.1.a, 12.1)
             cards: 9d is Banker 3
             hands: Ks 6h = 6, 2d 3c 9d = 4
             wagers: stand
             next: ordinary
             shoe: goes on",
        );
    }
}

#[test]
fn rule_12_1_b_opens_the_next_round_with_a_card_not_disclosed() {
    let table = nz();
    for (cards, hands) in [(BOTH_STAND, "Ks 6h = 6, 3d 4c = 7"), (NATURAL, "2s 3h = 5, 2d 6c = 8")] {
        let report = table.on(&and(cards, "P:9d#"));
        for (case, report) in [("unseen", report.clone()), ("marker-out", report.with_marker_out())] {
            report.rules(&format!(
                "stray-player-card, {case}: opens-next-coup (12.1.b, 12.1)
                 cards: 9d opens the next coup
                 hands: {hands}
                 wagers: stand
                 next: ordinary from 9d
                 shoe: goes on"
            ));
        }
    }
}

#[test]
fn rule_12_1_b_deals_a_void_hand_from_a_card_disclosed() {
    nz().on(&and(BOTH_STAND, "P:9d")).rules(
        "stray-player-card, seen: opens-no-bet-coup (12.1.b:disclosed, 12.1)
         cards: 9d opens the next coup
         hands: Ks 6h = 6, 3d 4c = 7
         wagers: stand
         next: no-bet from 9d (1.0:void-hand)
         shoe: goes on",
    );
}

#[test]
fn no_card_is_carried_past_the_last_round() {
    for card in ["P:9d", "P:9d#"] {
        nz().on(&and(BOTH_STAND, card)).in_last_coup().rules(
            "stray-player-card, last-coup: lapses (12.1.b, 9.7, 9.8)
             cards: 9d goes with the shoe
             hands: Ks 6h = 6, 3d 4c = 7
             wagers: stand
             next: none
             shoe: ends after the coup",
        );
    }
    for (card, mishap) in [("-:9d", "surplus-card"), ("B:9d#", "stray-banker-card")] {
        nz().on(&and(BOTH_STAND, card)).in_last_coup().rules(&format!(
            "{mishap}, last-coup: lapses (12.2.a, 9.7, 9.8)
             cards: 9d goes with the shoe
             hands: Ks 6h = 6, 3d 4c = 7
             wagers: stand
             next: none
             shoe: ends after the coup"
        ));
    }
}

#[test]
fn rule_12_2_takes_every_other_card_in_excess() {
    let table = nz();
    for (lies, mishap) in [("-", "surplus-card"), ("B", "stray-banker-card")] {
        let unseen = and(BOTH_STAND, &format!("{lies}:9d#"));
        for (case, report) in
            [("unseen", table.on(&unseen)), ("marker-out", table.on(&unseen).with_marker_out())]
        {
            report.rules(&format!(
                "{mishap}, {case}: opens-next-coup (12.2.a, 12.2)
                 cards: 9d opens the next coup
                 hands: Ks 6h = 6, 3d 4c = 7
                 wagers: stand
                 next: ordinary from 9d
                 shoe: goes on"
            ));
        }
        table.on(&and(BOTH_STAND, &format!("{lies}:9d"))).rules(&format!(
            "{mishap}, seen: opens-no-bet-coup (12.2.b, 12.2)
             cards: 9d opens the next coup
             hands: Ks 6h = 6, 3d 4c = 7
             wagers: stand
             next: no-bet from 9d (1.0:void-hand)
             shoe: goes on"
        ));
    }
}

#[test]
fn a_fourth_card_to_player_falls_under_12_2_and_not_12_1() {
    // Player drew an 8, Banker stands on 5.
    nz().on(&and(PLAYER_MUST_DRAW, "P:8h P:9c#")).rules(
        "surplus-card, unseen: opens-next-coup (12.2.a, 12.2)
         cards: 9c opens the next coup
         hands: 2s 3h 8h = 3, 3d 2c = 5
         wagers: stand
         next: ordinary from 9c
         shoe: goes on",
    );
    nz().on(&and(PLAYER_MUST_DRAW, "P:8h P:9c")).rules(
        "surplus-card, seen: opens-no-bet-coup (12.2.b, 12.2)
         cards: 9c opens the next coup
         hands: 2s 3h 8h = 3, 3d 2c = 5
         wagers: stand
         next: no-bet from 9c (1.0:void-hand)
         shoe: goes on",
    );
    // A fourth to Banker likewise.
    nz().on(&and(BANKER_MUST_DRAW, "B:2h B:9c#")).rules(
        "surplus-card, unseen: opens-next-coup (12.2.a, 12.2)
         cards: 9c opens the next coup
         hands: Ks 6h = 6, 2d 3c 2h = 7
         wagers: stand
         next: ordinary from 9c
         shoe: goes on",
    );
}

#[test]
fn a_fourth_card_that_banker_was_due_is_not_in_excess_and_is_put_right_by_12_6() {
    nz().on(&and(PLAYER_MUST_DRAW, "P:4h P:9c#")).rules(
        "misdeal, reconstructable: reconstruct (12.6)
         cards: 2s is Player 1, 3d is Banker 1, 3h is Player 2, 2c is Banker 2, 4h is Player 3, 9c is Banker 3
         hands: 2s 3h 4h = 9, 3d 2c 9c = 4
         wagers: stand
         next: ordinary
         shoe: goes on
         ordered by: casino-supervisor",
    );
}

#[test]
fn rule_12_3_releases_wagers_and_deals_a_void_hand_from_a_first_card_face_up() {
    let face_up = Irregularity::FaceUpCard { card: "8d".parse().unwrap() };
    for (case, noticed) in [("first-of-coup", Noticed::DuringCoup), ("between-coups", Noticed::BettingOpen)] {
        nz().on("").is(face_up).noticed(noticed).rules(&format!(
            "face-up-card, {case}: opens-no-bet-coup (12.3)
             cards: 8d opens the next coup
             hands: none
             wagers: all returned
             next: no-bet from 8d (1.0:void-hand)
             shoe: goes on"
        ));
    }
}

#[test]
fn rule_12_4_uses_a_later_face_up_card_and_12_3_one_the_round_does_not_need() {
    let face_up = Irregularity::FaceUpCard { card: "8d".parse().unwrap() };
    nz().on(PLAYER_MUST_DRAW).is(face_up).rules(
        "face-up-card, needed: played (12.4)
         cards: 8d is Player 3
         hands: 2s 3h 8d = 3, 3d 2c = 5
         wagers: stand
         next: ordinary
         shoe: goes on",
    );
    nz().on(BOTH_STAND).is(face_up).rules(
        "face-up-card, not-needed: opens-no-bet-coup (12.3)
         cards: 8d opens the next coup
         hands: Ks 6h = 6, 3d 4c = 7
         wagers: stand
         next: no-bet from 8d (1.0:void-hand)
         shoe: goes on",
    );
    nz().on(BOTH_STAND).is(face_up).in_last_coup().rules(
        "face-up-card, last-coup: lapses (12.3, 9.7, 9.8)
         cards: 8d goes with the shoe
         hands: Ks 6h = 6, 3d 4c = 7
         wagers: stand
         next: none
         shoe: ends after the coup",
    );
}

#[test]
fn rule_12_5_voids_a_round_the_shoe_cannot_finish_and_ends_the_shoe() {
    nz().on(BANKER_MUST_DRAW).is(Irregularity::TooFewCards).rules(
        "too-few-cards, found: void-coup (12.5)
         hands: none
         wagers: all returned
         next: none
         shoe: ends",
    );
}

#[test]
fn rule_12_6_puts_cards_out_of_sequence_right_under_a_casino_supervisor() {
    nz().on("P:Ks P:2d B:6h B:3c").rules(
        "misdeal, reconstructable: reconstruct (12.6)
         cards: Ks is Player 1, 2d is Banker 1, 6h is Player 2, 3c is Banker 2
         hands: Ks 6h = 6, 2d 3c = 5
         wagers: stand
         next: ordinary
         shoe: goes on
         ordered by: casino-supervisor",
    );
    nz().on(&and(PLAYER_MUST_DRAW, "B:4h")).rules(
        "players-card-to-banker, found: reconstruct (12.6)
         cards: 2s is Player 1, 3d is Banker 1, 3h is Player 2, 2c is Banker 2, 4h is Player 3
         hands: 2s 3h 4h = 9, 3d 2c = 5
         wagers: stand
         next: ordinary
         shoe: goes on
         ordered by: casino-supervisor",
    );
    // Put right, Banker has a natural: what was dealt as a third card is in excess.
    nz().on("P:Ks P:4d B:6h B:4c B:2h").rules(
        "misdeal, reconstructable: reconstruct (12.6, 12.2.b, 12.2)
         cards: Ks is Player 1, 4d is Banker 1, 6h is Player 2, 4c is Banker 2, 2h opens the next coup
         hands: Ks 6h = 6, 4d 4c = 8
         wagers: stand
         next: no-bet from 2h (1.0:void-hand)
         shoe: goes on
         ordered by: casino-supervisor",
    );
}

#[test]
fn rule_12_7_voids_an_opening_past_repair_and_says_nothing_of_third_cards() {
    let lost = Irregularity::Misdeal { reconstructable: false };
    nz().on(BOTH_STAND).is(lost).rules(
        "misdeal, beyond-repair-opening: void-coup (12.7, 12.6, house:shoe-after-void-coup)
         hands: none
         wagers: all returned
         next: ordinary
         shoe: goes on
         ordered by: casino-supervisor",
    );
    // The fault lies in the opening, though it was seen only after a third card.
    nz().on("P:2s P:3d B:3h B:2c P:4h").is(lost).rules(
        "misdeal, beyond-repair-opening: void-coup (12.7, 12.6, house:shoe-after-void-coup)
         hands: none
         wagers: all returned
         next: ordinary
         shoe: goes on
         ordered by: casino-supervisor",
    );
    let third = and(PLAYER_MUST_DRAW, "P:4h B:9c");
    nz().on(&third).is(lost).rules(
        "misdeal, beyond-repair-third: void-coup (house:third-cards-past-repair, house:shoe-after-void-coup)
         hands: none
         wagers: all returned
         next: ordinary
         shoe: goes on
         ordered by: casino-supervisor",
    );
    Table::with(NZ, &[("third-cards-past-repair", "officer")]).on(&third).is(lost).rules(
        "misdeal, beyond-repair-third: officer (house:third-cards-past-repair)
         hands: 2s 3h 4h = 9, 3d 2c 9c = 4
         wagers: wait for the officer
         next: ordinary
         shoe: goes on
         ordered by: casino-supervisor",
    );
    Table::with(NZ, &[("shoe-after-void-coup", "end-shoe")]).on(BOTH_STAND).is(lost).rules(
        "misdeal, beyond-repair-opening: void-coup (12.7, 12.6, house:shoe-after-void-coup)
         hands: none
         wagers: all returned
         next: none
         shoe: ends
         ordered by: casino-supervisor",
    );
}

#[test]
fn rule_12_8_plays_on_after_a_missed_burn() {
    nz().on(BOTH_STAND).is(Irregularity::BurnForgotten).rules(
        "burn-forgotten, found: go-on (12.8)
         hands: Ks 6h = 6, 3d 4c = 7
         wagers: stand
         next: ordinary
         shoe: goes on",
    );
}

#[test]
fn how_late_an_error_may_be_put_right_is_for_the_house() {
    let stray = and(BANKER_MUST_DRAW, "P:9d");
    let patient = Table::with(NZ, &[("correction-window", "next-first-card")]);
    patient.on(&stray).noticed(Noticed::BettingOpen).rules_as(patient.on(&stray));
    for (window, noticed) in [("coup-end", Noticed::AfterCoup), ("next-first-card", Noticed::NextCoup)] {
        Table::with(NZ, &[("correction-window", window)]).on(&stray).noticed(noticed).rules(
            "stray-player-card, banker-must-draw: stands (house:correction-window)
             hands: Ks 6h 9d = 5, 2d 3c = 5
             wagers: stand
             next: ordinary
             shoe: goes on",
        );
    }
}

#[test]
fn what_section_12_does_not_cover_is_the_casino_supervisors() {
    use Irregularity::*;
    for what in [
        ForeignCard,
        MissingCard,
        NotCut,
        ShuffleMissed,
        WrongPaytable,
        WrongDisplay,
        WrongHolder,
        BurnedCard,
        SequenceRevealed,
        Disruption,
        Fraud,
        ProhibitedDevice,
        MoreFaceUpCards,
        ScannerDisagrees { confirmed: true },
        DeviceFails { harm: true, transferable: true, damaged: true },
    ] {
        let short = nz().on(BOTH_STAND).is(what).in_short();
        assert_eq!(short, "officer (house:uncovered-irregularity)", "{what:?}");
    }
    nz().on(BANKER_MUST_DRAW).is(ForeignCard).rules(
        "foreign-card, during-coup: officer (house:uncovered-irregularity)
         hands: Ks 6h = 6, 2d 3c = 5
         wagers: wait for the officer
         next: ordinary
         shoe: goes on
         ordered by: casino-supervisor",
    );
}
