//! A simulation for people.

use std::fmt::Write;

use punto_odds::sim::NINETY_FIVE;

use super::rows::{Row, edge};
use super::{FARTHEST, Report};
use crate::print::{figures_from, lines, table};
use crate::progress::spaced;

impl Report<'_> {
    pub(super) fn text(&self) -> String {
        let (game, tally) = (self.game, &self.tally);
        let coups = tally.coups();
        let stopped = if tally.stopped { " (stopped)" } else { "" };
        let mut text = format!(
            "{}, {}: {}\n{} coups{stopped} in {} shoes, {:.3} a shoe, seed {}\n\n",
            game.book.id,
            game.terms.variant,
            game.shoe_line(),
            spaced(coups),
            spaced(tally.shoes),
            coups as f64 / tally.shoes.max(1) as f64,
            self.run.seed
        );
        text.push_str("The house edge over whole shoes, in per cent of the stake, with 95 % confidence:\n\n");
        text.push_str(&self.edges());
        text.push('\n');
        if let [first, ..] = &self.left_out[..] {
            let names: Vec<&str> = self.left_out.iter().map(|bet| bet.as_str()).collect();
            let _ = writeln!(
                text,
                "Left out, since a simulation does not count the losing hand's point: {}. `punto odds --bet {first}` has its exact odds.\n",
                names.join(", ")
            );
        }
        text.push_str(&if self.compare { self.comparison() } else { self.shares() });
        text
    }

    /// The rows of each bet.
    pub(super) fn by_bet(&self) -> Vec<Vec<&Row>> {
        let bets = self.game.bets.iter().map(|bet| bet.bet);
        bets.map(|bet| self.rows.iter().filter(|row| row.bet == Some(bet)).collect()).collect()
    }

    fn edges(&self) -> String {
        let mut shown = table(["bet", "house edge %", "±", "exact %"]);
        for (rows, bet) in self.by_bet().iter().zip(&self.game.bets) {
            let (seen, exact) = edge(rows, |row| row.whole);
            shown.add_row([
                bet.bet.to_string(),
                format!("{:.5}", seen.value * 100.0),
                format!("{:.5}", seen.error * NINETY_FIVE * 100.0),
                format!("{:.5}", exact * 100.0),
            ]);
        }
        figures_from(&mut shown, 1);
        lines(&shown)
    }

    fn shares(&self) -> String {
        let mut shown = table(["bet", "outcome", "pays", "coups", "%", "95 % confidence"]);
        for row in &self.rows {
            let interval = row.whole.interval(NINETY_FIVE);
            let [bet, outcome, pays] = names(row);
            shown.add_row([
                bet,
                outcome,
                pays,
                spaced(row.whole.count),
                format!("{:.6}", row.whole.estimate().value * 100.0),
                format!("{:.6} to {:.6}", interval.low * 100.0, interval.high * 100.0),
            ]);
        }
        figures_from(&mut shown, 3);
        lines(&shown)
    }

    fn comparison(&self) -> String {
        let first = format!("first {} coups %", self.early);
        let mut shown = table([
            "bet",
            "outcome",
            "pays",
            "exact %",
            &first,
            "z",
            "whole shoes %",
            "bias, millionths",
            "z of bias",
        ]);
        for row in &self.rows {
            let [bet, outcome, pays] = names(row);
            let per_cent = |value: f64| format!("{:.6}", value * 100.0);
            shown.add_row([
                bet,
                outcome,
                pays,
                per_cent(row.exact),
                per_cent(row.early.estimate().value),
                format!("{:+.2}", row.early.z(row.exact)),
                per_cent(row.whole.estimate().value),
                format!("{:+.2}", row.bias()),
                format!("{:+.2}", row.whole.z(row.exact)),
            ]);
        }
        figures_from(&mut shown, 3);
        let mut text = lines(&shown);
        let farthest = self.farthest();
        let verdict = if farthest > FARTHEST { "which is too far" } else { "as it should be" };
        let _ = write!(
            text,
            "\nOf {} figures over the first {} coups of each shoe ({} coups), the farthest is {farthest:.2} standard errors off; {FARTHEST} are allowed, {verdict}.\n",
            self.rows.len(),
            self.early,
            spaced(self.tally.early.coups())
        );
        text.push_str("Over whole shoes the cut card makes the number of coups depend on how they go: that is the bias.\n");
        text
    }
}

fn names(row: &Row) -> [String; 3] {
    let bet = row.bet.map_or("any".to_owned(), |bet| bet.to_string());
    [bet, row.outcome.clone(), row.pays.map(|pays| pays.to_string()).unwrap_or_default()]
}
