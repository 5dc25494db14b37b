//! New South Wales, rules 12.1 to 12.3: cards wrongly dealt, the whole ruling for each clause beside its neighbours.

use punto_coup::{Irregularity, Noticed};
use punto_rulebook::Device;

use crate::irregular::{BANKER_MUST_DRAW, BOTH_STAND, PLAYER_MUST_DRAW, Table, and};

const NSW: &str = "nsw-2021";

/// Player has a natural 9, Banker 5.
const NATURAL: &str = "P:Ks B:2d P:9h B:3c";

fn nsw() -> Table {
    Table::of(NSW)
}

fn device() -> Table {
    Table::dealt_from(NSW, Device::ShufflingDevice)
}

#[test]
fn rule_12_1_1_puts_an_opening_out_of_order_right_and_lets_patrons_withdraw_while_a_card_is_due() {
    nsw().on("P:Ks P:2d B:6h B:3c").rules(
        "misdeal, reconstructable: reconstruct (12.1.1, 12.1, 12.1(a), 12.1(b))
         cards: Ks is Player 1, 2d is Banker 1, 6h is Player 2, 3c is Banker 2
         hands: Ks 6h = 6, 2d 3c = 5
         wagers: may be withdrawn (12.1.1, house:withdraw-after-reconstruction), if all then no-bet coup
         next: ordinary
         shoe: goes on",
    );
}

#[test]
fn rule_12_1_1_offers_no_withdrawal_once_the_result_is_known_unless_the_house_does() {
    let complete = "P:Ks P:3d B:6h B:4c";
    nsw().on(complete).rules(
        "misdeal, reconstructable: reconstruct (12.1.1, 12.1, 12.1(a), 12.1(b))
         cards: Ks is Player 1, 3d is Banker 1, 6h is Player 2, 4c is Banker 2
         hands: Ks 6h = 6, 3d 4c = 7
         wagers: stand
         next: ordinary
         shoe: goes on",
    );
    Table::with(NSW, &[("withdraw-after-reconstruction", "any-time")]).on(complete).rules(
        "misdeal, reconstructable: reconstruct (12.1.1, 12.1, 12.1(a), 12.1(b))
         cards: Ks is Player 1, 3d is Banker 1, 6h is Player 2, 4c is Banker 2
         hands: Ks 6h = 6, 3d 4c = 7
         wagers: may be withdrawn (12.1.1, house:withdraw-after-reconstruction), if all then no-bet coup
         next: ordinary
         shoe: goes on",
    );
}

#[test]
fn rule_12_1_1_draws_a_third_card_that_was_never_dealt() {
    let missing = Irregularity::Misdeal { reconstructable: true };
    nsw().on(BANKER_MUST_DRAW).is(missing).noticed(Noticed::AfterCoup).rules(
        "misdeal, reconstructable: reconstruct (12.1.1, 12.1, 12.1(a), 12.1(b))
         cards: Ks is Player 1, 2d is Banker 1, 6h is Player 2, 3c is Banker 2
         hands: Ks 6h = 6, 2d 3c = 5
         wagers: may be withdrawn (12.1.1, house:withdraw-after-reconstruction), if all then no-bet coup
         next: ordinary
         shoe: goes on",
    );
}

#[test]
fn rule_12_1_1_gives_players_third_card_back_to_player_and_recomputes_banker() {
    nsw().on(&and(PLAYER_MUST_DRAW, "B:4h")).rules(
        "players-card-to-banker, found: reconstruct (12.1.1, 12.1, 12.1(b))
         cards: 2s is Player 1, 3d is Banker 1, 3h is Player 2, 2c is Banker 2, 4h is Player 3
         hands: 2s 3h 4h = 9, 3d 2c = 5
         wagers: may be withdrawn (12.1.1, house:withdraw-after-reconstruction), if all then no-bet coup
         next: ordinary
         shoe: goes on",
    );
    // An eight for Player makes Banker stand on 5, so nothing is due.
    nsw().on(&and(PLAYER_MUST_DRAW, "B:8h")).rules(
        "players-card-to-banker, found: reconstruct (12.1.1, 12.1, 12.1(b))
         cards: 2s is Player 1, 3d is Banker 1, 3h is Player 2, 2c is Banker 2, 8h is Player 3
         hands: 2s 3h 8h = 3, 3d 2c = 5
         wagers: stand
         next: ordinary
         shoe: goes on",
    );
}

#[test]
fn rule_12_1_1_puts_swapped_third_cards_right() {
    nsw().on(&and(PLAYER_MUST_DRAW, "B:4h P:9c")).rules(
        "players-card-to-banker, found: reconstruct (12.1.1, 12.1, 12.1(b))
         cards: 2s is Player 1, 3d is Banker 1, 3h is Player 2, 2c is Banker 2, 4h is Player 3, 9c is Banker 3
         hands: 2s 3h 4h = 9, 3d 2c 9c = 4
         wagers: stand
         next: ordinary
         shoe: goes on",
    );
}

#[test]
fn rule_12_1_1_leaves_a_surplus_card_over_by_where_it_was_dealt() {
    // Put right, Banker has a natural and its third card was not authorised: that is 12.3, seen or not.
    nsw().on("P:Ks P:4d B:6h B:4c B:2h#").rules(
        "misdeal, reconstructable: reconstruct (12.1.1, 12.1, 12.1(a), 12.1(b), 12.3)
         cards: Ks is Player 1, 4d is Banker 1, 6h is Player 2, 4c is Banker 2, 2h opens the next coup
         hands: Ks 6h = 6, 4d 4c = 8
         wagers: stand
         next: no-bet from 2h (12.4, 1.1:no-bet-coup)
         shoe: goes on",
    );
    // The same card given to Player is 12.2, and unseen it opens a coup with wagers.
    nsw().on("P:Ks P:4d B:6h B:4c P:2h#").rules(
        "misdeal, reconstructable: reconstruct (12.1.1, 12.1, 12.1(a), 12.1(b), 12.2)
         cards: Ks is Player 1, 4d is Banker 1, 6h is Player 2, 4c is Banker 2, 2h opens the next coup
         hands: Ks 6h = 6, 4d 4c = 8
         wagers: stand
         next: ordinary from 2h
         shoe: goes on",
    );
    // Of two cards too many the second waits behind the first.
    nsw().on("P:Ks P:4d B:6h B:4c -:2h# -:5s#").rules(
        "misdeal, reconstructable: reconstruct (12.1.1, 12.1, 12.1(a), 12.1(b))
         cards: Ks is Player 1, 4d is Banker 1, 6h is Player 2, 4c is Banker 2, 2h opens the next coup, 5s opens the next coup
         hands: Ks 6h = 6, 4d 4c = 8
         wagers: stand
         next: ordinary from 2h
         shoe: goes on",
    );
}

#[test]
fn rule_12_1_2_voids_what_cannot_be_reconstructed_and_12_1_3_lets_all_end_the_shoe() {
    let lost = Irregularity::Misdeal { reconstructable: false };
    nsw().on(BOTH_STAND).is(lost).rules(
        "misdeal, beyond-repair-opening: void-coup (12.1.2, 12.1.3)
         hands: none
         wagers: all returned
         next: ordinary
         shoe: goes on, may end if all agree (12.1.2, 12.1.3)
         ordered by: casino-supervisor",
    );
    nsw().on(&and(PLAYER_MUST_DRAW, "P:4h B:9c")).is(lost).rules(
        "misdeal, beyond-repair-third: void-coup (12.1.2, 12.1.3)
         hands: none
         wagers: all returned
         next: ordinary
         shoe: goes on, may end if all agree (12.1.2, 12.1.3)
         ordered by: casino-supervisor",
    );
}

#[test]
fn rule_12_1_3_is_for_shoes_and_not_needed_after_the_last_coup() {
    let lost = Irregularity::Misdeal { reconstructable: false };
    device().on(BOTH_STAND).is(lost).rules(
        "misdeal, beyond-repair-opening: void-coup (12.1.2)
         hands: none
         wagers: all returned
         next: ordinary
         shoe: goes on
         ordered by: casino-supervisor",
    );
    nsw().on(BOTH_STAND).is(lost).in_last_coup().rules(
        "misdeal, beyond-repair-opening: void-coup (12.1.2)
         hands: none
         wagers: all returned
         next: none
         shoe: ends
         ordered by: casino-supervisor",
    );
}

#[test]
fn rule_12_1_4_keeps_the_window_open_until_the_next_first_card() {
    let table = nsw();
    let stray = and(BANKER_MUST_DRAW, "P:9d");
    for noticed in [Noticed::AfterCoup, Noticed::BettingOpen] {
        table.on(&stray).noticed(noticed).rules_as(table.on(&stray));
    }
    table.on(&stray).noticed(Noticed::NextCoup).rules(
        "stray-player-card, banker-must-draw: stands (12.1.4, 12.1(b))
         hands: Ks 6h 9d = 5, 2d 3c = 5
         wagers: stand
         next: ordinary
         shoe: goes on",
    );
    table
        .on(BOTH_STAND)
        .is(Irregularity::Misdeal { reconstructable: false })
        .noticed(Noticed::NextCoup)
        .rules(
            "misdeal, beyond-repair-opening: stands (12.1.4, 12.1(b))
             hands: Ks 6h = 6, 3d 4c = 7
             wagers: stand
             next: ordinary
             shoe: goes on",
        );
}

#[test]
fn rule_12_2_makes_a_stray_player_card_bankers_third_seen_or_not() {
    for card in ["P:9d", "P:9d#"] {
        nsw().on(&and(BANKER_MUST_DRAW, card)).rules(
            "stray-player-card, banker-must-draw: becomes-bankers-third (12.2)
             cards: 9d is Banker 3
             hands: Ks 6h = 6, 2d 3c 9d = 4
             wagers: stand
             next: ordinary
             shoe: goes on",
        );
    }
}

#[test]
fn rule_12_2_in_the_last_coup_still_serves_banker() {
    nsw().on(&and(BANKER_MUST_DRAW, "P:9d")).in_last_coup().rules(
        "stray-player-card, banker-must-draw: becomes-bankers-third (12.2)
         cards: 9d is Banker 3
         hands: Ks 6h = 6, 2d 3c 9d = 4
         wagers: stand
         next: none
         shoe: ends after the coup",
    );
}

#[test]
fn rule_12_2_makes_a_card_that_followed_the_stray_one_surplus() {
    nsw().on(&and(BANKER_MUST_DRAW, "P:9d B:4s")).rules(
        "stray-player-card, banker-must-draw: becomes-bankers-third (12.2, 12.3)
         cards: 9d is Banker 3, 4s opens the next coup
         hands: Ks 6h = 6, 2d 3c 9d = 4
         wagers: stand
         next: no-bet from 4s (12.4, 1.1:no-bet-coup)
         shoe: goes on",
    );
}

#[test]
fn rule_12_2_opens_the_next_coup_with_an_unseen_card_when_banker_stands() {
    let table = nsw();
    for (cards, hands) in [(BOTH_STAND, "Ks 6h = 6, 3d 4c = 7"), (NATURAL, "Ks 9h = 9, 2d 3c = 5")] {
        let report = table.on(&and(cards, "P:8d#"));
        for (case, report) in [("unseen", report.clone()), ("marker-out", report.with_marker_out())] {
            report.rules(&format!(
                "stray-player-card, {case}: opens-next-coup (12.2)
                 cards: 8d opens the next coup
                 hands: {hands}
                 wagers: stand
                 next: ordinary from 8d
                 shoe: goes on"
            ));
        }
    }
}

#[test]
fn rule_12_2_with_12_3_opens_a_no_bet_coup_when_the_card_was_seen() {
    nsw().on(&and(BOTH_STAND, "P:8d")).rules(
        "stray-player-card, seen: opens-no-bet-coup (12.2, 12.3, house:stray-card-exposed)
         cards: 8d opens the next coup
         hands: Ks 6h = 6, 3d 4c = 7
         wagers: stand
         next: no-bet from 8d (12.4, 1.1:no-bet-coup)
         shoe: goes on",
    );
    Table::with(NSW, &[("stray-card-exposed", "opens-next-coup")]).on(&and(BOTH_STAND, "P:8d")).rules(
        "stray-player-card, seen: opens-next-coup (12.2, 12.3, house:stray-card-exposed)
         cards: 8d opens the next coup
         hands: Ks 6h = 6, 3d 4c = 7
         wagers: stand
         next: ordinary from 8d
         shoe: goes on",
    );
}

#[test]
fn a_stray_card_after_the_last_coup_lapses_by_4_9_and_4_10_unless_the_house_plays_it() {
    for (card, kind, clause) in [("P:8d#", "player", "12.2"), ("B:8d", "banker", "12.3")] {
        nsw().on(&and(BOTH_STAND, card)).in_last_coup().rules(&format!(
            "stray-{kind}-card, last-coup: lapses (4.9, 4.10, {clause}, house:stray-card-in-last-coup)
             cards: 8d goes with the shoe
             hands: Ks 6h = 6, 3d 4c = 7
             wagers: stand
             next: none
             shoe: ends after the coup"
        ));
        Table::with(NSW, &[("stray-card-in-last-coup", "opens-no-bet-coup")])
            .on(&and(BOTH_STAND, card))
            .in_last_coup()
            .rules(&format!(
                "stray-{kind}-card, last-coup: opens-no-bet-coup (4.9, 4.10, {clause}, house:stray-card-in-last-coup)
                 cards: 8d opens the next coup
                 hands: Ks 6h = 6, 3d 4c = 7
                 wagers: stand
                 next: no-bet from 8d (12.4, 1.1:no-bet-coup)
                 shoe: ends after the coup"
            ));
    }
}

#[test]
fn a_fourth_card_to_player_is_a_misdeal_by_12_1_1() {
    // Player drew a 4, so Banker draws on 5: put right, the card is Banker's.
    nsw().on(&and(PLAYER_MUST_DRAW, "P:4h P:9c#")).rules(
        "misdeal, reconstructable: reconstruct (12.1.1, 12.1, 12.1(a), 12.1(b))
         cards: 2s is Player 1, 3d is Banker 1, 3h is Player 2, 2c is Banker 2, 4h is Player 3, 9c is Banker 3
         hands: 2s 3h 4h = 9, 3d 2c 9c = 4
         wagers: stand
         next: ordinary
         shoe: goes on",
    );
    // Player drew an 8, so Banker stands on 5: the card is left over, and what follows goes by whether it was seen.
    nsw().on(&and(PLAYER_MUST_DRAW, "P:8h P:9c#")).rules(
        "misdeal, reconstructable: reconstruct (12.1.1, 12.1, 12.1(a), 12.1(b))
         cards: 2s is Player 1, 3d is Banker 1, 3h is Player 2, 2c is Banker 2, 8h is Player 3, 9c opens the next coup
         hands: 2s 3h 8h = 3, 3d 2c = 5
         wagers: stand
         next: ordinary from 9c
         shoe: goes on",
    );
    nsw().on(&and(PLAYER_MUST_DRAW, "P:8h P:9c")).rules(
        "misdeal, reconstructable: reconstruct (12.1.1, 12.1, 12.1(a), 12.1(b), 12.3)
         cards: 2s is Player 1, 3d is Banker 1, 3h is Player 2, 2c is Banker 2, 8h is Player 3, 9c opens the next coup
         hands: 2s 3h 8h = 3, 3d 2c = 5
         wagers: stand
         next: no-bet from 9c (12.4, 1.1:no-bet-coup)
         shoe: goes on",
    );
}

#[test]
fn rule_12_3_opens_a_no_bet_coup_with_a_stray_banker_card_seen_or_not() {
    let table = nsw();
    let (seen, unseen) = (and(BOTH_STAND, "B:8d"), and(BOTH_STAND, "B:8d#"));
    let reports = [
        ("seen", table.on(&seen)),
        ("unseen", table.on(&unseen)),
        ("marker-out", table.on(&unseen).with_marker_out()),
    ];
    for (case, report) in reports {
        report.rules(&format!(
            "stray-banker-card, {case}: opens-no-bet-coup (12.3)
             cards: 8d opens the next coup
             hands: Ks 6h = 6, 3d 4c = 7
             wagers: stand
             next: no-bet from 8d (12.4, 1.1:no-bet-coup)
             shoe: goes on"
        ));
    }
}

#[test]
fn a_fourth_card_to_banker_is_no_third_card_and_so_a_misdeal() {
    nsw().on(&and(BANKER_MUST_DRAW, "B:9d B:8d#")).rules(
        "misdeal, reconstructable: reconstruct (12.1.1, 12.1, 12.1(a), 12.1(b))
         cards: Ks is Player 1, 2d is Banker 1, 6h is Player 2, 3c is Banker 2, 9d is Banker 3, 8d opens the next coup
         hands: Ks 6h = 6, 2d 3c 9d = 4
         wagers: stand
         next: ordinary from 8d
         shoe: goes on",
    );
}

#[test]
fn a_surplus_card_with_neither_hand_opens_the_next_coup_or_seen_a_no_bet_coup() {
    nsw().on(&and(BOTH_STAND, "-:8d#")).rules(
        "surplus-card, unseen: opens-next-coup (12.1.1, 12.1(b))
         cards: 8d opens the next coup
         hands: Ks 6h = 6, 3d 4c = 7
         wagers: stand
         next: ordinary from 8d
         shoe: goes on",
    );
    nsw().on(&and(BOTH_STAND, "-:8d")).rules(
        "surplus-card, seen: opens-no-bet-coup (12.3)
         cards: 8d opens the next coup
         hands: Ks 6h = 6, 3d 4c = 7
         wagers: stand
         next: no-bet from 8d (12.4, 1.1:no-bet-coup)
         shoe: goes on",
    );
    // Found when another card has opened the next coup: the result stands, and nothing says where the card goes.
    nsw().on(&and(BOTH_STAND, "-:8d#")).noticed(Noticed::NextCoup).rules(
        "surplus-card, unseen: stands (12.1.1, 12.1(b), 12.1.4)
         cards: 8d waits for the officer
         hands: Ks 6h = 6, 3d 4c = 7
         wagers: stand
         next: ordinary
         shoe: goes on",
    );
}
