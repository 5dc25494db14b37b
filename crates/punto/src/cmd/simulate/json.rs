//! A simulation for programs; it depends on the seed alone, so there is no time in it.

use punto_odds::sim::{Frequency, NINETY_FIVE};
use serde_json::{Value, json};

use super::rows::{Row, edge};
use super::{FARTHEST, Report};
use crate::print::figure;

impl Report<'_> {
    pub(super) fn json(&self) -> Value {
        let (game, tally) = (self.game, &self.tally);
        let bets = self.by_bet();
        let bets = bets.iter().zip(&game.bets).map(|(rows, bet)| {
            let (seen, exact) = edge(rows, |row| row.whole);
            let mut all = json!({
                "bet": bet.bet.as_str(),
                "outcomes": rows.iter().map(|row| self.row(row)).collect::<Vec<_>>(),
                "house_edge_decimal": figure(seen.value),
                "house_edge_error": figure(seen.error),
            });
            if self.compare {
                all["house_edge_exact"] = figure(exact);
            }
            all
        });
        let cards = self.rows.iter().filter(|row| row.bet.is_none()).map(|row| self.row(row));
        let mut all = json!({
            "rulebook": &*game.book.id,
            "variant": &*game.terms.variant,
            "shoe": game.shoe_json(),
            "seed": self.run.seed,
            "coups": tally.coups(),
            "shoes": tally.shoes,
            "stopped": tally.stopped,
            "left_out": self.left_out.iter().map(|bet| bet.as_str()).collect::<Vec<_>>(),
            "bets": bets.collect::<Vec<_>>(),
            "cards": cards.collect::<Vec<_>>(),
        });
        if self.compare {
            let farthest = self.farthest();
            all["comparison"] = json!({
                "first_coups": self.early,
                "coups": tally.early.coups(),
                "figures": self.rows.len(),
                "farthest_z": figure(farthest),
                "allowed_z": FARTHEST,
                "agrees": farthest <= FARTHEST,
            });
        }
        all
    }

    fn row(&self, row: &Row) -> Value {
        let interval = row.whole.interval(NINETY_FIVE);
        let mut all = json!({
            "outcome": row.outcome,
            "pays": row.pays.map(|pays| pays.to_string()),
            "count": row.whole.count,
            "decimal": figure(row.whole.estimate().value),
            "interval_95": [figure(interval.low), figure(interval.high)],
        });
        if self.compare {
            let z = |share: Frequency| {
                let z = share.z(row.exact);
                if z.is_finite() { figure(z) } else { Value::Null }
            };
            all["exact"] = figure(row.exact);
            all["first_coups"] = json!({
                "count": row.early.count,
                "decimal": figure(row.early.estimate().value),
                "z": z(row.early),
            });
            all["whole_shoes"] = json!({ "bias": figure(row.bias() / 1e6), "z": z(row.whole) });
        }
        all
    }
}
