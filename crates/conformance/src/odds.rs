//! Exact odds of every bet, for full shoes and for shoes from which cards are gone.

use punto_odds::{Analysis, BetOdds, Composition};
use punto_rulebook::Rulebook;
use punto_vocab::{Card, Citation};
use serde_json::{Value, json};

use crate::{PublicQuestion, QuestionError, QuestionKind};

/// What has left the shoe: nothing, some small cards, all of a kind, and most of it.
const REMOVED: [&str; 3] = ["", "4s 4h 5d 6c As", "9s 9s 9h 9h 9d 9d 9c 9c"];

pub(crate) fn cases(book: &Rulebook) -> Result<Vec<PublicQuestion>, QuestionError> {
    let mut cases = Vec::new();
    for variant in &book.variants {
        let analysis = Analysis::of_book(book, &variant.id)?;
        for decks in &book.shoe.decks.value {
            for removed in REMOVED {
                let removed: Vec<Card> = removed.split(' ').filter_map(|card| card.parse().ok()).collect();
                let mut shoe = Composition::decks(*decks)?;
                removed.iter().try_for_each(|card| shoe.remove(*card))?;
                let odds = analysis.odds(&shoe)?;
                let removed: Vec<String> = removed.iter().map(Card::to_string).collect();
                let ask = json!({ "variant": &*variant.id, "decks": decks, "removed": removed });
                let answer = json!({ "bets": odds.iter().map(told).collect::<Vec<_>>() });
                let case = PublicQuestion::of(book, QuestionKind::Odds, cases.len() + 1, ask, answer);
                cases.push(case.by(odds.iter().map(by)));
            }
        }
    }
    Ok(cases)
}

fn told(odds: &BetOdds) -> Value {
    let outcomes = odds.outcomes.iter().map(|outcome| {
        json!({
            "settled": outcome.settled.to_string(),
            "pays": outcome.pays.map(|pays| pays.to_string()),
            "probability": outcome.probability.to_string(),
        })
    });
    json!({
        "bet": odds.bet.to_string(),
        "house_edge": odds.house_edge.to_string(),
        "house_edge_decimal": odds.house_edge.decimal(12),
        "outcomes": outcomes.collect::<Vec<_>>(),
    })
}

/// All clauses that say what a bet pays.
fn by(odds: &BetOdds) -> Citation {
    let mut clauses = odds.outcomes.iter().map(|outcome| outcome.by.clone());
    let first = clauses.next().unwrap_or_else(|| unreachable!("a bet that neither wins nor loses"));
    clauses.fold(first, |all, by| all.and(&by))
}
