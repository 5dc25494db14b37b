//! The odds of a shoe for programs.

use punto_odds::{BetOdds, Endings, NotTaken, OutcomeOdds, Removal, SettledHow};
use punto_vocab::{Card, Point, Rank, Side};
use serde_json::{Map, Value, json};

use super::{InChips, Report};
use crate::print::{citation, decimal, figure, money};

impl Report {
    pub(super) fn json(&self) -> Value {
        let mut all = Map::new();
        all.insert("rulebook".into(), (*self.game.book.id).into());
        all.insert("variant".into(), (*self.game.terms.variant).into());
        all.insert("cards".into(), self.shoe.cards().into());
        if !self.given {
            all.insert("decks".into(), self.game.terms.decks.into());
        }
        if !self.removed.is_empty() {
            let removed: Vec<String> = self.removed.iter().map(Card::to_string).collect();
            all.insert("removed".into(), removed.into());
        }
        if let Some(InChips { payment, by, .. }) = &self.in_chips {
            let chips: Vec<Value> = payment.chips.denominations().map(money).collect();
            let rounding = payment.rounding.word();
            all.insert(
                "payment".into(),
                json!({ "stake": money(payment.stake), "chips": chips, "rounding": rounding, "by": citation(by) }),
            );
        }
        let bets: Vec<Value> =
            self.odds.iter().enumerate().map(|(place, odds)| self.bet(place, odds)).collect();
        all.insert("bets".into(), bets.into());
        if let Some(points) = &self.points {
            all.insert("points".into(), of_points(points));
        }
        all.into()
    }

    fn bet(&self, place: usize, odds: &BetOdds) -> Value {
        let mut bet = figures(odds);
        bet.insert(
            "not_offered".into(),
            self.game
                .not_offered(odds.bet)
                .filter(|_| !self.given)
                .map_or(Value::Null, |(why, by)| json!({ "why": why, "by": citation(&by) })),
        );
        if let Some(in_chips) = &self.in_chips {
            bet.insert("in_chips".into(), paid(&in_chips.odds[place]));
        }
        if let Some(removal) = &self.removal {
            bet.insert("removal".into(), of_ranks(&removal[place]));
        }
        bet.into()
    }
}

fn figures(odds: &BetOdds) -> Map<String, Value> {
    let resolved = odds.house_edge_resolved.as_ref();
    let outcomes: Vec<Value> = odds.outcomes.iter().map(outcome).collect();
    let all = json!({
        "bet": odds.bet.as_str(),
        "outcomes": outcomes,
        "house_edge": odds.house_edge.to_string(),
        "house_edge_decimal": decimal(&odds.house_edge),
        "hit_rate_decimal": decimal(&odds.hit_rate),
        "standard_deviation": figure(odds.standard_deviation),
        "house_edge_resolved": resolved.map(ToString::to_string),
        "house_edge_resolved_decimal": resolved.map(decimal),
        "hit_rate": odds.hit_rate.to_string(),
    });
    match all {
        Value::Object(all) => all,
        _ => Map::new(),
    }
}

fn outcome(outcome: &OutcomeOdds) -> Value {
    let pays = outcome.pays.filter(|_| outcome.settled == SettledHow::Win).map(|odds| odds.to_string());
    let mut all = json!({
        "outcome": outcome.settled.word(),
        "pays": pays,
        "probability": outcome.probability.to_string(),
        "decimal": decimal(&outcome.probability),
        "by": citation(&outcome.by),
    });
    if let Some(paid) = outcome.paid {
        all["paid"] = money(paid);
    }
    all
}

/// The same figures for a stake as chips pay it, or why it is not taken.
fn paid(odds: &Result<BetOdds, NotTaken>) -> Value {
    match odds {
        Ok(odds) => {
            let mut all = figures(odds);
            all.shift_remove("bet");
            all.into()
        }
        Err(refused) => json!({ "refused": refused.to_string() }),
    }
}

fn of_ranks(removal: &Removal) -> Value {
    let change = |rank: Rank| (rank.to_string(), removal.change(rank).map_or(Value::Null, figure));
    Rank::ALL.into_iter().map(change).collect::<Map<String, Value>>().into()
}

fn of_points(points: &Endings) -> Value {
    let share = |deals: u64| {
        let share = points.share(deals);
        json!({ "probability": share.to_string(), "decimal": decimal(&share) })
    };
    let of = |side: Side| Point::all().map(|point| share(points.point(side, point))).collect::<Vec<Value>>();
    let cards = |cards: u8| (cards.to_string(), share(points.cards(cards)));
    json!({
        "player": of(Side::Player),
        "banker": of(Side::Banker),
        "cards": (4..=6).map(cards).collect::<Map<String, Value>>(),
    })
}
