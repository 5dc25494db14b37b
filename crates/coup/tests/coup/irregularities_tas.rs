//! Tasmania, rule 14 of both editions: the whole ruling for each clause, beside its neighbours.

use punto_coup::{Irregularity, Noticed};

use crate::irregular::{BANKER_MUST_DRAW, BOTH_STAND, PLAYER_MUST_DRAW, Table, and};

const BOTH: [&str; 2] = ["tas-2013", "tas-2018"];

/// A table where errors may be put right until the next first card.
fn patient(id: &str) -> Table {
    Table::with(id, &[("correction-window", "next-first-card")])
}

#[test]
fn rule_14_1_gives_a_stray_player_card_to_banker_when_banker_must_draw() {
    for id in BOTH {
        for card in ["P:9d", "P:9d#"] {
            Table::of(id).on(&and(BANKER_MUST_DRAW, card)).rules(
                "stray-player-card, banker-must-draw: becomes-bankers-third (14.1)
                 cards: 9d is Banker 3
                 hands: Ks 6h = 6, 2d 3c 9d = 4
                 wagers: stand
                 next: ordinary
                 shoe: goes on",
            );
        }
    }
}

#[test]
fn rule_14_1_judges_banker_without_the_stray_card() {
    for id in BOTH {
        // By the column for no card Banker stands on 6. Had the stray 6 been Player's, Banker would draw.
        Table::of(id).on("P:Ks B:2d P:6h B:4c P:6d").rules(
            "stray-player-card, seen: mouth-then-no-bet-coup (14.1, 14.1:mouth, 14.1:first-card)
             cards: 6d lies at the mouth of the shoe
             hands: Ks 6h = 6, 2d 4c = 6
             wagers: stand
             next: no-bet from 6d (14.1:non-betting, 14.1:clear)
             shoe: goes on",
        );
        // By the same column Banker draws on 5. Had the stray 8 been Player's, Banker would stand.
        Table::of(id).on(&and(BANKER_MUST_DRAW, "P:8d")).rules(
            "stray-player-card, banker-must-draw: becomes-bankers-third (14.1)
             cards: 8d is Banker 3
             hands: Ks 6h = 6, 2d 3c 8d = 3
             wagers: stand
             next: ordinary
             shoe: goes on",
        );
    }
}

#[test]
fn rule_14_1_judges_banker_by_players_lawful_third_card_when_the_stray_one_is_a_fourth() {
    for id in BOTH {
        // Banker has 5 and draws against a 4.
        Table::of(id).on(&and(PLAYER_MUST_DRAW, "P:4h P:9c")).rules(
            "stray-player-card, banker-must-draw: becomes-bankers-third (14.1)
             cards: 9c is Banker 3
             hands: 2s 3h 4h = 9, 3d 2c 9c = 4
             wagers: stand
             next: ordinary
             shoe: goes on",
        );
        // Banker stands against an 8.
        Table::of(id).on(&and(PLAYER_MUST_DRAW, "P:8h P:9c")).rules(
            "stray-player-card, seen: mouth-then-no-bet-coup (14.1, 14.1:mouth, 14.1:first-card)
             cards: 9c lies at the mouth of the shoe
             hands: 2s 3h 8h = 3, 3d 2c = 5
             wagers: stand
             next: no-bet from 9c (14.1:non-betting, 14.1:clear)
             shoe: goes on",
        );
    }
}

#[test]
fn rule_14_1_never_uses_a_stray_card_with_a_natural() {
    for id in BOTH {
        for (opening, hands) in [
            ("P:Ks B:2d P:9h B:3c", "Ks 9h = 9, 2d 3c = 5"),
            ("P:Ks B:2d P:6h B:6c", "Ks 6h = 6, 2d 6c = 8"),
            ("P:2s B:2d P:3h B:6c", "2s 3h = 5, 2d 6c = 8"),
        ] {
            Table::of(id).on(&and(opening, "P:9d")).rules(&format!(
                "stray-player-card, seen: mouth-then-no-bet-coup (14.1, 14.1:mouth, 14.1:first-card)
                 cards: 9d lies at the mouth of the shoe
                 hands: {hands}
                 wagers: stand
                 next: no-bet from 9d (14.1:non-betting, 14.1:clear)
                 shoe: goes on"
            ));
        }
    }
}

#[test]
fn rule_14_1_makes_no_difference_between_seen_and_unseen() {
    for id in BOTH {
        let table = Table::of(id);
        let (seen, unseen) = (and(BOTH_STAND, "P:9d"), and(BOTH_STAND, "P:9d#"));
        let reports = [
            ("seen", table.on(&seen)),
            ("unseen", table.on(&unseen)),
            ("marker-out", table.on(&unseen).with_marker_out()),
        ];
        for (case, report) in reports {
            report.rules(&format!(
                "stray-player-card, {case}: mouth-then-no-bet-coup (14.1, 14.1:mouth, 14.1:first-card)
                 cards: 9d lies at the mouth of the shoe
                 hands: Ks 6h = 6, 3d 4c = 7
                 wagers: stand
                 next: no-bet from 9d (14.1:non-betting, 14.1:clear)
                 shoe: goes on"
            ));
        }
    }
}

#[test]
fn rule_14_1_deals_nothing_more_after_the_last_hand() {
    for id in BOTH {
        Table::of(id).on(&and(BOTH_STAND, "P:9d")).in_last_coup().rules(
            "stray-player-card, last-coup: lapses (14.1:last-hand)
             cards: 9d goes with the shoe
             hands: Ks 6h = 6, 3d 4c = 7
             wagers: stand
             next: none
             shoe: ends after the coup",
        );
        // Banker still gets its card.
        Table::of(id).on(&and(BANKER_MUST_DRAW, "P:9d")).in_last_coup().rules(
            "stray-player-card, banker-must-draw: becomes-bankers-third (14.1)
             cards: 9d is Banker 3
             hands: Ks 6h = 6, 2d 3c 9d = 4
             wagers: stand
             next: none
             shoe: ends after the coup",
        );
    }
}

#[test]
fn rule_14_2_opens_the_next_coup_with_an_unseen_card_and_wagers() {
    for id in BOTH {
        for (card, mishap) in [("-:9d#", "surplus-card"), ("B:9d#", "stray-banker-card")] {
            Table::of(id).on(&and(BOTH_STAND, card)).rules(&format!(
                "{mishap}, unseen: opens-next-coup (14.2)
                 cards: 9d opens the next coup
                 hands: Ks 6h = 6, 3d 4c = 7
                 wagers: stand
                 next: ordinary from 9d
                 shoe: goes on"
            ));
        }
        // Banker's fourth is in excess like its third.
        Table::of(id).on(&and(BANKER_MUST_DRAW, "B:2h B:9d#")).rules(
            "stray-banker-card, unseen: opens-next-coup (14.2)
             cards: 9d opens the next coup
             hands: Ks 6h = 6, 2d 3c 2h = 7
             wagers: stand
             next: ordinary from 9d
             shoe: goes on",
        );
    }
}

#[test]
fn rule_14_2_sets_the_card_aside_when_the_marker_is_out_and_puts_none_back() {
    for id in BOTH {
        for (card, mishap) in [("-:9d#", "surplus-card"), ("B:9d#", "stray-banker-card")] {
            Table::of(id).on(&and(BOTH_STAND, card)).with_marker_out().rules(&format!(
                "{mishap}, marker-out: set-aside (14.2, 14.2:no-return, 9.4)
                 cards: 9d is set aside
                 hands: Ks 6h = 6, 3d 4c = 7
                 wagers: stand
                 next: ordinary
                 shoe: goes on
                 ordered by: game-inspector"
            ));
            Table::of(id).on(&and(BOTH_STAND, card)).in_last_coup().rules(&format!(
                "{mishap}, last-coup: lapses (14.2, 9.4)
                 cards: 9d goes with the shoe
                 hands: Ks 6h = 6, 3d 4c = 7
                 wagers: stand
                 next: none
                 shoe: ends after the coup"
            ));
        }
    }
}

#[test]
fn a_surplus_card_that_was_seen_goes_by_the_house() {
    for id in BOTH {
        for (card, mishap) in [("-:9d", "surplus-card"), ("B:9d", "stray-banker-card")] {
            let report = and(BOTH_STAND, card);
            let ruled = |choice: &str, rest: &str| {
                Table::with(id, &[("seen-surplus-card", choice)]).on(&report).rules(&format!(
                    "{mishap}, seen: {choice} (14.2, 3, house:seen-surplus-card)
                     {rest}
                     ordered by: game-inspector"
                ));
            };
            ruled(
                "mouth-then-no-bet-coup",
                "cards: 9d lies at the mouth of the shoe
                 hands: Ks 6h = 6, 3d 4c = 7
                 wagers: stand
                 next: no-bet from 9d (14.1:non-betting, 14.1:clear)
                 shoe: goes on",
            );
            ruled(
                "set-aside",
                "cards: 9d is set aside
                 hands: Ks 6h = 6, 3d 4c = 7
                 wagers: stand
                 next: ordinary
                 shoe: goes on",
            );
            ruled(
                "officer",
                "cards: 9d waits for the officer
                 hands: Ks 6h = 6, 3d 4c = 7
                 wagers: stand
                 next: ordinary
                 shoe: goes on",
            );
            Table::of(id)
                .on(&report)
                .rules_as(Table::with(id, &[("seen-surplus-card", "mouth-then-no-bet-coup")]).on(&report));
        }
    }
}

#[test]
fn rule_14_3_gives_the_card_to_player_and_works_banker_out_again() {
    for id in BOTH {
        // A 4 for Player: Banker draws on 5, and that card is still to come.
        Table::of(id).on(&and(PLAYER_MUST_DRAW, "B:4h")).rules(
            "players-card-to-banker, found: becomes-players-third (14.3)
             cards: 4h is Player 3
             hands: 2s 3h 4h = 9, 3d 2c = 5
             wagers: stand
             next: ordinary
             shoe: goes on",
        );
        // The next card, given to Player, was Banker's.
        Table::of(id).on(&and(PLAYER_MUST_DRAW, "B:4h P:9c")).rules(
            "players-card-to-banker, found: becomes-players-third (14.3)
             cards: 4h is Player 3, 9c is Banker 3
             hands: 2s 3h 4h = 9, 3d 2c 9c = 4
             wagers: stand
             next: ordinary
             shoe: goes on",
        );
        // An 8 for Player: Banker stands on 5, and a card that followed is in excess.
        Table::of(id).on(&and(PLAYER_MUST_DRAW, "B:8h -:9c#")).rules(
            "players-card-to-banker, found: becomes-players-third (14.3, 14.2)
             cards: 8h is Player 3, 9c opens the next coup
             hands: 2s 3h 8h = 3, 3d 2c = 5
             wagers: stand
             next: ordinary from 9c
             shoe: goes on",
        );
    }
}

#[test]
fn rule_14_4_uses_a_face_up_card_where_the_coup_can() {
    let face_up = Irregularity::FaceUpCard { card: "8d".parse().unwrap() };
    for id in BOTH {
        // Drawn as a coup's first card it is used, and wagers lock at that moment.
        Table::of(id).on("").is(face_up).rules(
            "face-up-card, first-of-coup: played (14.4)
             cards: 8d is Player 1
             hands: 8d = 8, no card
             wagers: stand
             next: ordinary
             shoe: goes on",
        );
        Table::of(id).on(BANKER_MUST_DRAW).is(face_up).rules(
            "face-up-card, needed: played (14.4)
             cards: 8d is Banker 3
             hands: Ks 6h = 6, 2d 3c 8d = 3
             wagers: stand
             next: ordinary
             shoe: goes on",
        );
    }
}

#[test]
fn rule_14_4_follows_14_1_with_a_face_up_card_no_coup_can_use() {
    let face_up = Irregularity::FaceUpCard { card: "8d".parse().unwrap() };
    let clauses = "14.4:unusable, 14.1:mouth, 14.1:first-card";
    for id in BOTH {
        for (case, noticed) in [("not-needed", Noticed::DuringCoup), ("between-coups", Noticed::AfterCoup)] {
            Table::of(id).on(BOTH_STAND).is(face_up).noticed(noticed).rules(&format!(
                "face-up-card, {case}: mouth-then-no-bet-coup ({clauses})
                 cards: 8d lies at the mouth of the shoe
                 hands: Ks 6h = 6, 3d 4c = 7
                 wagers: stand
                 next: no-bet from 8d (14.1:non-betting, 14.1:clear)
                 shoe: goes on"
            ));
        }
        // Seen before the coup with wagers down: they come off.
        Table::of(id).on("").is(face_up).noticed(Noticed::BettingOpen).rules(&format!(
            "face-up-card, between-coups: mouth-then-no-bet-coup ({clauses})
             cards: 8d lies at the mouth of the shoe
             hands: none
             wagers: all returned
             next: no-bet from 8d (14.1:non-betting, 14.1:clear)
             shoe: goes on"
        ));
        Table::of(id).on(BOTH_STAND).is(face_up).in_last_coup().rules(
            "face-up-card, last-coup: lapses (14.4:unusable, 14.1:last-hand)
             cards: 8d goes with the shoe
             hands: Ks 6h = 6, 3d 4c = 7
             wagers: stand
             next: none
             shoe: ends after the coup",
        );
    }
}

#[test]
fn rule_14_5_voids_a_hand_the_shoe_cannot_finish() {
    for id in BOTH {
        let table = Table::of(id);
        let report = table.on(BANKER_MUST_DRAW).is(Irregularity::TooFewCards);
        // The marker may be missing: a hand that cannot finish has no result either way.
        for report in [report.clone(), report.with_marker_out()] {
            report.rules(
                "too-few-cards, found: void-coup (14.5)
                 hands: none
                 wagers: all returned
                 next: none
                 shoe: ends",
            );
        }
    }
}

#[test]
fn rule_14_6_voids_a_lost_order_in_2018_while_the_coup_runs() {
    let lost = Irregularity::Misdeal { reconstructable: false };
    for (cards, case) in [
        (BOTH_STAND.to_owned(), "beyond-repair-opening"),
        (and(PLAYER_MUST_DRAW, "P:4h B:9c"), "beyond-repair-third"),
    ] {
        patient("tas-2018").on(&cards).is(lost).rules(&format!(
            "misdeal, {case}: void-coup (14.6, 3, house:shoe-after-void-coup)
             hands: none
             wagers: all returned
             next: ordinary
             shoe: goes on
             ordered by: game-inspector"
        ));
    }
    Table::with("tas-2018", &[("shoe-after-void-coup", "end-shoe")]).on(BOTH_STAND).is(lost).rules(
        "misdeal, beyond-repair-opening: void-coup (14.6, 3, house:shoe-after-void-coup)
         hands: none
         wagers: all returned
         next: none
         shoe: ends
         ordered by: game-inspector",
    );
    // The clause ends with the coup, even where other errors may be put right for longer.
    patient("tas-2018").on(BOTH_STAND).is(lost).noticed(Noticed::AfterCoup).rules(
        "misdeal, beyond-repair-opening: stands (14.6, 3)
         hands: Ks 6h = 6, 3d 4c = 7
         wagers: stand
         next: ordinary
         shoe: goes on",
    );
}

#[test]
fn in_2013_a_lost_order_is_the_inspectors_to_rule_on() {
    let lost = Irregularity::Misdeal { reconstructable: false };
    Table::of("tas-2013").on(BOTH_STAND).is(lost).rules(
        "misdeal, beyond-repair-opening: officer (3, house:uncovered-irregularity)
         hands: Ks 6h = 6, 3d 4c = 7
         wagers: wait for the officer
         next: ordinary
         shoe: goes on
         ordered by: game-inspector",
    );
    Table::with("tas-2013", &[("uncovered-irregularity", "void-coup")]).on(BOTH_STAND).is(lost).rules(
        "misdeal, beyond-repair-opening: void-coup (3, house:uncovered-irregularity, house:shoe-after-void-coup)
         hands: none
         wagers: all returned
         next: ordinary
         shoe: goes on
         ordered by: game-inspector",
    );
}

#[test]
fn an_opening_out_of_order_is_put_right_under_the_inspector() {
    for id in BOTH {
        Table::of(id).on("P:Ks P:2d B:6h B:3c").rules(
            "misdeal, reconstructable: reconstruct (3, 9.2, 11)
             cards: Ks is Player 1, 2d is Banker 1, 6h is Player 2, 3c is Banker 2
             hands: Ks 6h = 6, 2d 3c = 5
             wagers: stand
             next: ordinary
             shoe: goes on
             ordered by: game-inspector",
        );
        // What is left over goes by the clause for where it was dealt: to Player 14.1, to neither 14.2.
        Table::of(id).on("P:Ks P:4d B:6h B:4c P:2h").rules(
            "misdeal, reconstructable: reconstruct (3, 9.2, 11, 14.1, 14.1:mouth, 14.1:first-card)
             cards: Ks is Player 1, 4d is Banker 1, 6h is Player 2, 4c is Banker 2, 2h lies at the mouth of the shoe
             hands: Ks 6h = 6, 4d 4c = 8
             wagers: stand
             next: no-bet from 2h (14.1:non-betting, 14.1:clear)
             shoe: goes on
             ordered by: game-inspector",
        );
        Table::of(id).on("P:Ks P:4d B:6h B:4c -:2h#").rules(
            "misdeal, reconstructable: reconstruct (3, 9.2, 11, 14.2)
             cards: Ks is Player 1, 4d is Banker 1, 6h is Player 2, 4c is Banker 2, 2h opens the next coup
             hands: Ks 6h = 6, 4d 4c = 8
             wagers: stand
             next: ordinary from 2h
             shoe: goes on
             ordered by: game-inspector",
        );
    }
}

#[test]
fn how_late_an_error_may_be_put_right_is_for_the_house() {
    let stands = "stray-player-card, banker-must-draw: stands (house:correction-window)
                  hands: Ks 6h 9d = 5, 2d 3c = 5
                  wagers: stand
                  next: ordinary
                  shoe: goes on";
    for id in BOTH {
        let stray = and(BANKER_MUST_DRAW, "P:9d");
        let hasty = Table::with(id, &[("correction-window", "coup-end")]);
        hasty.on(&stray).noticed(Noticed::AfterCoup).rules(stands);
        let patient = patient(id);
        for noticed in [Noticed::AfterCoup, Noticed::BettingOpen] {
            patient.on(&stray).noticed(noticed).rules_as(patient.on(&stray));
        }
        patient.on(&stray).noticed(Noticed::NextCoup).rules(stands);
        // A card with neither hand changes no result, so the end of the coup does not matter.
        let surplus = and(BOTH_STAND, "-:9d#");
        hasty.on(&surplus).noticed(Noticed::AfterCoup).rules_as(hasty.on(&surplus));
        hasty.on(&surplus).noticed(Noticed::NextCoup).rules(
            "surplus-card, unseen: stands (14.2, house:correction-window)
             cards: 9d waits for the officer
             hands: Ks 6h = 6, 3d 4c = 7
             wagers: stand
             next: ordinary
             shoe: goes on",
        );
    }
}

#[test]
fn what_rule_14_does_not_cover_is_the_inspectors_by_rule_3() {
    use Irregularity::*;
    for id in BOTH {
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
            ScannerDisagrees { confirmed: false },
        ] {
            let short = Table::of(id).on(BOTH_STAND).is(what).in_short();
            assert_eq!(short, "officer (3, house:uncovered-irregularity)", "{id}: {what:?}");
        }
        // Where the house voids such coups, those that have ended stand, as far as its window says.
        let voids = Table::with(id, &[("uncovered-irregularity", "void-coup")]);
        voids.on(BOTH_STAND).is(ForeignCard).rules(
            "foreign-card, during-coup: void-coup (3, house:uncovered-irregularity, house:shoe-after-void-coup)
             hands: none
             wagers: all returned
             next: ordinary
             shoe: goes on
             ordered by: game-inspector",
        );
        voids.on(BOTH_STAND).is(ForeignCard).noticed(Noticed::AfterCoup).rules(
            "foreign-card, between-coups: stands (house:correction-window)
             hands: Ks 6h = 6, 3d 4c = 7
             wagers: stand
             next: ordinary
             shoe: goes on",
        );
    }
}

#[test]
fn a_burn_cannot_be_forgotten_where_there_is_none() {
    for (id, clause) in [("tas-2013", "5.3"), ("tas-2018", "5.4")] {
        let refused = format!("burn-forgotten cannot arise at this table ({clause})");
        Table::of(id).on("").is(Irregularity::BurnForgotten).rules(&refused);
    }
    let fails = Irregularity::DeviceFails { harm: false, transferable: true, damaged: false };
    Table::of("tas-2013").on(BOTH_STAND).is(fails).rules("device-fails cannot arise at this table (4.5)");
    let short = Table::of("tas-2018").on(BOTH_STAND).is(fails).in_short();
    assert_eq!(short, "officer (3, house:uncovered-irregularity)");
}
