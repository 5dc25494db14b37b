//! The roads of a table, made anew from its finished coups.

use punto_coup::Place;
use punto_roads::{Entry, Roads, Score};
use punto_rulebook::Winner;
use punto_rulebook::known::RoadsCountNoBetCoups;
use punto_table::{Finished, Table};
use punto_vocab::{BySide, Card, Hand, Side};

/// The roads of the shoe as they stand: a void coup is no entry, and a coup put right counts as it ended.
///
/// Whether coups without wagers are entries is `house:roads-count-no-bet-coups`.
pub fn roads_of(table: &Table) -> Roads {
    let setting = table.open.as_ref().and_then(|open| open.terms.choice());
    let counts = |coup: &&Finished| !coup.no_bet || setting != Some(RoadsCountNoBetCoups::No);
    Roads::from_entries(table.coups.of_shoe().filter(counts).filter_map(entry))
}

fn entry(coup: &Finished) -> Option<Entry> {
    let winner = match coup.winner()? {
        Winner::Player => punto_roads::Winner::Player,
        Winner::Banker => punto_roads::Winner::Banker,
        Winner::Tie => punto_roads::Winner::Tie,
    };
    let hands = BySide::new(|side| hand(coup, side));
    let score = Score {
        banker: hands.banker.point().value(),
        player: hands.player.point().value(),
        natural: hands.player.is_natural() || hands.banker.is_natural(),
    };
    let mut entry = Entry::new(winner).with_score(score);
    entry.banker_pair = hands.banker.pair().is_some();
    entry.player_pair = hands.player.pair().is_some();
    Some(entry)
}

fn hand(coup: &Finished, side: Side) -> Hand {
    let mut hand = Hand::default();
    let cards = coup.dealt.iter().filter(|dealt| dealt.to == Place::Hand(side)).map(|dealt| dealt.card);
    cards.for_each(|card: Card| {
        let _ = hand.push(card);
    });
    hand
}
