//! Irregularities: every way in which a coup can go wrong, at every moment, with what the document orders.

use std::collections::BTreeSet;

use punto_coup::{Coup, DealtCard, Due, Irregularity, Marker, Noticed, Place, Ruling, Situation, rule};
use punto_rulebook::{Rulebook, Terms};
use punto_vocab::stored::Stored;
use punto_vocab::{Card, Side};
use serde_json::{Value, json};

use crate::coups::hand;
use crate::{PublicQuestion, QuestionKind};

/// Coups in which things go wrong: both hands stand, Player draws and Banker too, Banker alone draws, a natural, and a coup that
/// is only begun.
const COUPS: [&str; 6] =
    ["Ks 2d 6h 3c 9d", "Ks 2d 3h 4c Qs 7d", "Ks 2d 7h 5c", "Ks 2d 9h 3c", "4s 7d 2h Kc 8d", "Ks 2d"];

pub(crate) fn cases(book: &Rulebook, terms: &Terms) -> Vec<PublicQuestion> {
    let mut cases: Vec<PublicQuestion> = Vec::new();
    let mut seen = BTreeSet::new();
    for cards in COUPS {
        for (dealt, what) in mishaps(book, cards) {
            for noticed in Noticed::ALL.iter().copied() {
                for (last_coup, marker) in [(false, Marker::InShoe), (true, Marker::Out)] {
                    let situation = Situation { dealt: &dealt, what, noticed, last_coup, marker };
                    let Ok(ruling) = rule(book, terms, &situation) else { continue };
                    // What is asked again in other words, and answered the same, is asked once.
                    let answer = told(&ruling);
                    let ask = asked(&situation);
                    let same =
                        (ask["what"]["mishap"].to_string(), noticed, last_coup, without_cards(&answer));
                    if seen.insert(same) {
                        let number = cases.len() + 1;
                        cases.push(
                            PublicQuestion::of(book, QuestionKind::Irregularity, number, ask, answer)
                                .by([&ruling.by]),
                        );
                    }
                }
            }
        }
    }
    cases
}

/// What is ruled, without which cards.
fn without_cards(answer: &Value) -> String {
    let mut answer = answer.clone();
    if let Value::Object(answer) = &mut answer {
        answer.remove("cards");
        answer.remove("hands");
    }
    answer.to_string()
}

/// The cards of a coup as they lie when each thing has gone wrong.
fn mishaps(book: &Rulebook, cards: &str) -> Vec<(Vec<DealtCard>, Irregularity)> {
    let cards: Vec<Card> = cards.split(' ').filter_map(|card| card.parse().ok()).collect();
    let lawful = lawful(book, &cards);
    let extra: Card = "9c".parse().unwrap_or_else(|_| unreachable!("a card"));
    let with = |place: Place, exposed: bool| {
        let mut dealt = lawful.clone();
        dealt.push(DealtCard { card: extra, to: place, exposed });
        dealt
    };
    let at = lawful.len();
    let mut found: Vec<(Vec<DealtCard>, Irregularity)> = Vec::new();
    for exposed in [true, false] {
        for side in Side::ALL.iter().copied() {
            found.push((with(Place::Hand(side), exposed), Irregularity::StrayCard { at }));
        }
        found.push((with(Place::Nowhere, exposed), Irregularity::SurplusCard { at }));
        found.push((with(Place::Hand(Side::Banker), exposed), Irregularity::PlayersCardToBanker { at }));
    }
    let both = [true, false];
    let flags = |what: fn(bool) -> Irregularity| both.map(what);
    let mut whats = vec![
        Irregularity::FaceUpCard { card: extra },
        Irregularity::MoreFaceUpCards,
        Irregularity::TooFewCards,
        Irregularity::ForeignCard,
        Irregularity::MissingCard,
        Irregularity::NotCut,
        Irregularity::BurnForgotten,
        Irregularity::ShuffleMissed,
        Irregularity::WrongPaytable,
        Irregularity::WrongDisplay,
        Irregularity::WrongHolder,
        Irregularity::BurnedCard,
        Irregularity::SequenceRevealed,
        Irregularity::Disruption,
        Irregularity::Fraud,
        Irregularity::ProhibitedDevice,
    ];
    whats.extend(flags(|reconstructable| Irregularity::Misdeal { reconstructable }));
    whats.extend(flags(|confirmed| Irregularity::ScannerDisagrees { confirmed }));
    for harm in both {
        for transferable in both {
            whats.extend(both.map(|damaged| Irregularity::DeviceFails { harm, transferable, damaged }));
        }
    }
    found.extend(whats.into_iter().map(|what| (lawful.clone(), what)));
    found
}

/// These cards as far as the drawing table gives them to a hand.
fn lawful(book: &Rulebook, cards: &[Card]) -> Vec<DealtCard> {
    let mut coup = Coup::default();
    let mut lying = Vec::new();
    for card in cards {
        let Due::Card { to, .. } = coup.due(book) else { break };
        lying.push(DealtCard { card: *card, to: Place::Hand(to), exposed: true });
        if coup.deal(book, *card).is_err() {
            break;
        }
    }
    lying
}

fn asked(situation: &Situation<'_>) -> Value {
    let lies = |card: &DealtCard| {
        let to = match card.to {
            Place::Hand(side) => Some(hand(side)),
            Place::Nowhere => None,
        };
        json!({ "card": card.card.to_string(), "to": to, "exposed": card.exposed })
    };
    json!({
        "cards": situation.dealt.iter().map(lies).collect::<Vec<_>>(),
        "what": what(situation.what),
        "noticed": situation.noticed.to_string(),
        "last_coup": situation.last_coup,
        "marker": match situation.marker { Marker::InShoe => "in-shoe", Marker::Out => "out" },
    })
}

/// What went wrong, with the facts that decide the case.
fn what(what: Irregularity) -> Value {
    match what {
        Irregularity::StrayCard { at } => json!({ "mishap": "stray-card", "at": at }),
        Irregularity::PlayersCardToBanker { at } => json!({ "mishap": "players-card-to-banker", "at": at }),
        Irregularity::SurplusCard { at } => json!({ "mishap": "surplus-card", "at": at }),
        Irregularity::FaceUpCard { card } => json!({ "mishap": "face-up-card", "card": card.to_string() }),
        Irregularity::MoreFaceUpCards => json!({ "mishap": "more-face-up-cards" }),
        Irregularity::TooFewCards => json!({ "mishap": "too-few-cards" }),
        Irregularity::Misdeal { reconstructable } => {
            json!({ "mishap": "misdeal", "reconstructable": reconstructable })
        }
        Irregularity::ForeignCard => json!({ "mishap": "foreign-card" }),
        Irregularity::MissingCard => json!({ "mishap": "missing-card" }),
        Irregularity::NotCut => json!({ "mishap": "not-cut" }),
        Irregularity::BurnForgotten => json!({ "mishap": "burn-forgotten" }),
        Irregularity::ShuffleMissed => json!({ "mishap": "shuffle-missed" }),
        Irregularity::WrongPaytable => json!({ "mishap": "wrong-paytable" }),
        Irregularity::ScannerDisagrees { confirmed } => {
            json!({ "mishap": "scanner-disagrees", "confirmed": confirmed })
        }
        Irregularity::WrongDisplay => json!({ "mishap": "wrong-display" }),
        Irregularity::WrongHolder => json!({ "mishap": "wrong-holder" }),
        Irregularity::BurnedCard => json!({ "mishap": "burned-card" }),
        Irregularity::DeviceFails { harm, transferable, damaged } => {
            json!({ "mishap": "device-fails", "harm": harm, "transferable": transferable, "damaged": damaged })
        }
        Irregularity::SequenceRevealed => json!({ "mishap": "sequence-revealed" }),
        Irregularity::Disruption => json!({ "mishap": "disruption" }),
        Irregularity::Fraud => json!({ "mishap": "fraud" }),
        Irregularity::ProhibitedDevice => json!({ "mishap": "prohibited-device" }),
    }
}

/// What is ordered, without its clauses, which stand beside the answer.
fn told(ruling: &Ruling) -> Value {
    fn without_clauses(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                fields.remove("by");
                fields.values_mut().for_each(without_clauses);
            }
            Value::Array(items) => items.iter_mut().for_each(without_clauses),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
    let mut told = ruling.store();
    without_clauses(&mut told);
    told
}
