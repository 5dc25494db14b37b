//! What chance lets expect, against coups dealt from shuffled shoes: within four standard errors.

use std::sync::Arc;

use punto_coup::{BoxId, Stake, Wager, settle};
use punto_figures::Model;
use punto_rulebook::{Draft, Outcome, Rulebook, Terms};
use punto_vocab::{BetId, BySide, Card, Hand, Money, Side};

use crate::night::Dice;

fn money(text: &str) -> Money {
    text.parse().unwrap()
}

/// The outcome of the next coup of a shoe, by the document's drawing table.
fn dealt(book: &Rulebook, shoe: &mut Vec<Card>) -> Outcome {
    let mut hands = BySide { player: Hand::default(), banker: Hand::default() };
    for side in [Side::Player, Side::Banker, Side::Player, Side::Banker] {
        assert!(hands[side].push(shoe.pop().unwrap()));
    }
    let natural = |hand: &Hand| hand.point().value() >= 8;
    if !natural(&hands.player) && !natural(&hands.banker) {
        let third = book.drawing.player_draws(hands.player.point()).then(|| shoe.pop().unwrap());
        let banker = book.drawing.banker_draws(hands.banker.point(), third);
        if let Some(card) = third {
            assert!(hands.player.push(card));
        }
        if banker {
            assert!(hands.banker.push(shoe.pop().unwrap()));
        }
    }
    Outcome::of(&hands).unwrap()
}

#[test]
fn the_expected_win_and_its_spread_are_those_of_dealt_coups() {
    let coups = if std::env::var_os("PUNTO_FULL").is_some() { 2_000_000 } else { 60_000 };
    for (id, laid) in [
        ("nsw-2021", vec![("player", "25"), ("banker", "45"), ("tie", "25")]),
        ("nsw-2021", vec![("banker", "25"), ("banker", "100")]),
        ("nz-1998", vec![("player", "100"), ("banker", "20")]),
        ("rws-2016", vec![("banker", "33"), ("player_pair", "25"), ("player", "50")]),
    ] {
        let book = Rulebook::embedded(id).unwrap();
        let terms = Arc::new(Terms::under(&book, Draft::usual(&book)).unwrap());
        let of = |(bet, stake): &(&str, &str)| -> (BetId, Stake) {
            (bet.parse().unwrap(), Stake::chips(money(stake)))
        };
        let laid: Vec<(BetId, Stake)> = laid.iter().map(of).collect();
        let expected = Model::of(&book, &terms).unwrap().expect(&laid);
        let (mut dice, mut shoe) = (Dice(7), Vec::new());
        let (mut sum, mut squares) = (0.0, 0.0);
        for _ in 0..coups {
            // Every coup is the first of its shoe, as the odds have it.
            if shoe.len() < 8 {
                shoe = dice.shoe(terms.decks as usize);
            }
            let outcome = dealt(&book, &mut shoe);
            let gain = |(bet, stake): &(BetId, Stake)| {
                let wager = Wager { patron: "ada".parse().unwrap(), at: BoxId(1), bet: *bet, stake: *stake };
                -settle(&terms, &outcome, &wager).net().minor() as f64
            };
            let won: f64 = laid.iter().map(gain).sum();
            (sum, squares) = (sum + won, squares + won * won);
        }
        let count = f64::from(coups);
        let (mean, variance) = (sum / count, squares / count - (sum / count).powi(2));
        let off = (mean - expected.mean) / (expected.variance / count).sqrt();
        assert!(off.abs() < 4.0, "{id}: {mean} instead of {} is {off} standard errors off", expected.mean);
        // A pair has a little to do with who wins, which the model leaves out.
        let ratio = variance / expected.variance;
        assert!((0.95..1.05).contains(&ratio), "{id}: the variance is {ratio} times the expected one");
    }
}
