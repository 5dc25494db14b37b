//! Coups: every cell of the drawing table once, every natural, and some that chance has dealt.

use punto_coup::{Coup, Due, NotDue};
use punto_rulebook::{Outcome, Rulebook};
use punto_vocab::{Card, Side};
use serde_json::{Value, json};

use crate::chance::Fixed;
use crate::{PublicQuestion, QuestionKind};

/// How many coups chance deals.
const DEALT: usize = 60;

pub(crate) fn cases(book: &Rulebook) -> Result<Vec<PublicQuestion>, NotDue> {
    let mut cases = Vec::new();
    for cards in every_cell(book).into_iter().chain(dealt(book)) {
        let case = case(book, cases.len() + 1, &cards)?;
        cases.push(case);
    }
    Ok(cases)
}

fn case(book: &Rulebook, number: usize, cards: &[Card]) -> Result<PublicQuestion, NotDue> {
    let (mut coup, mut to, mut by) = (Coup::default(), Vec::new(), Vec::new());
    for card in cards {
        if let Due::Card { by: clauses, .. } = coup.due(book) {
            by.push(clauses.to_string());
        }
        to.push(hand(coup.deal(book, *card)?));
    }
    if let Due::Nothing { by: clauses, .. } = coup.due(book) {
        by.push(clauses.to_string());
    }
    let outcome = coup.outcome(book);
    let mut answer = json!({ "to": to });
    if let (Some(outcome), Value::Object(answer)) = (&outcome, &mut answer) {
        answer.extend(told(outcome));
    }
    let cards: Vec<String> = cards.iter().map(Card::to_string).collect();
    Ok(PublicQuestion::of(book, QuestionKind::Coup, number, json!({ "cards": cards }), answer).by(by))
}

/// The name of a hand in the set.
pub(crate) fn hand(side: Side) -> &'static str {
    match side {
        Side::Player => "player",
        Side::Banker => "banker",
    }
}

/// What a coup came to.
pub(crate) fn told(outcome: &Outcome) -> serde_json::Map<String, Value> {
    let pair = |side: Side| outcome.pairs[side].map(|pair| json!(pair));
    let told = json!({
        "winner": outcome.winner.to_string(),
        "points": { "player": outcome.points.player.value(), "banker": outcome.points.banker.value() },
        "pairs": { "player": pair(Side::Player), "banker": pair(Side::Banker) },
        "natural": outcome.is_natural(),
    });
    match told {
        Value::Object(told) => told,
        _ => unreachable!("written as an object just here"),
    }
}

/// The cards of a complete coup that begins with these, each further card taken from `more` when one is due.
pub(crate) fn completed(book: &Rulebook, first: [Card; 4], more: &mut dyn FnMut() -> Card) -> Vec<Card> {
    let (mut coup, mut cards) = (Coup::default(), Vec::new());
    while let Due::Card { .. } = coup.due(book) {
        let card = first.get(cards.len()).copied().unwrap_or_else(&mut *more);
        if coup.deal(book, card).is_err() {
            break;
        }
        cards.push(card);
    }
    cards
}

/// Two cards of this point together, of one suit and not paired.
fn two_of(point: u8, suit: usize) -> [Card; 2] {
    // A ten with a card of the point itself; nought is a ten with a king.
    let (ten, king) = (9, 12);
    let other = if point == 0 { king } else { usize::from(point) - 1 };
    [card(ten, suit), card(other, suit)]
}

/// The card of a rank from nought, the ace, and a suit from nought.
fn card(rank: usize, suit: usize) -> Card {
    Card::from_index((suit % 4) * 13 + rank % 13)
        .unwrap_or_else(|| unreachable!("four suits of thirteen ranks"))
}

/// For every point of both hands, the third cards that the drawing table asks for: each of its columns for Banker once with every
/// point of Player's in turn.
fn every_cell(book: &Rulebook) -> Vec<Vec<Card>> {
    let mut coups: Vec<Vec<Card>> = Vec::new();
    for banker in 0..10u8 {
        for player in 0..10u8 {
            let ([p1, p2], [b1, b2]) = (two_of(player, 0), two_of(banker, 1));
            // Which third card Player gets goes round, so that in each row of Banker's every card comes up.
            for third in 0..10u8 {
                let is_turn = player >= 6 || (third + player) % 6 == 0 || banker == 3;
                let rank = if third == 0 { 11 } else { usize::from(third) - 1 };
                let mut nth = 0;
                let mut more = || {
                    nth += 1;
                    if nth == 1 { card(rank, 2) } else { card(4, 3) }
                };
                let coup = completed(book, [p1, b1, p2, b2], &mut more);
                if is_turn && !coups.contains(&coup) && (coup.len() > 4 || third == 0) {
                    coups.push(coup);
                }
            }
        }
    }
    coups
}

/// Coups by chance, in which there are pairs.
pub(crate) fn dealt(book: &Rulebook) -> Vec<Vec<Card>> {
    let mut chance = Fixed::from(u64::from(b'p') << 8 | u64::from(b'b'));
    let coup = |_| {
        let first = [chance.card(), chance.card(), chance.card(), chance.card()];
        completed(book, first, &mut || chance.card())
    };
    (0..DEALT).map(coup).collect()
}

/// Coups that chance deals so seldom that they are made up: perfect pairs on both hands, in one rank and in two, and naturals
/// and ties at every point.
pub(crate) fn rare(book: &Rulebook) -> Vec<Vec<Card>> {
    let ranks = 0..13;
    let pairs = ranks.clone().map(|rank| (rank, rank)).chain(ranks.map(|rank| (rank, (rank + 1) % 13)));
    let paired = pairs.flat_map(|(player, banker)| {
        let perfect = [card(player, 0), card(banker, 1), card(player, 0), card(banker, 1)];
        let mixed = [card(player, 0), card(banker, 1), card(player, 2), card(banker, 3)];
        [perfect, mixed]
    });
    let level = (0..10).map(|point| {
        let ([p1, p2], [b1, b2]) = (two_of(point, 0), two_of(point, 1));
        [p1, b1, p2, b2]
    });
    let six = (0..8).map(|point| {
        let ([p1, p2], [b1, b2]) = (two_of(point, 0), two_of(6, 1));
        [p1, b1, p2, b2]
    });
    let mut chance = Fixed::from(6);
    let all: Vec<[Card; 4]> = paired.chain(level).chain(six).collect();
    all.into_iter().map(|first| completed(book, first, &mut || chance.card())).collect()
}
