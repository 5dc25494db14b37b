//! The odds of a shoe for people.

use std::fmt::Write;

use punto_odds::{BetOdds, Endings, OutcomeOdds, Removal, SettledHow};
use punto_vocab::{Card, Citation, Point, Rank, Side};

use super::{InChips, Report};
use crate::print::{figures_from, lines, percent, table};

/// How many places percentages have, as published tables do.
const PLACES: u32 = 7;
/// How many bets stand side by side in a table of ranks.
const ABREAST: usize = 6;

impl Report {
    pub(super) fn text(&self, outcomes: bool) -> String {
        let mut text = format!("{}\n\n{}", self.heading(), self.summary());
        for (why, by) in self.odds.iter().filter_map(|odds| self.not_offered(odds)) {
            let _ = writeln!(text, "* {why} ({by})");
        }
        if outcomes {
            let _ = write!(text, "\n{}", self.outcomes());
        }
        if let Some(in_chips) = &self.in_chips {
            let _ = write!(text, "\n{}", self.in_chips(in_chips));
        }
        if let Some(points) = &self.points {
            let _ = write!(text, "\n{}", of_points(points));
        }
        if let Some(removal) = &self.removal {
            let _ = write!(text, "\n{}", of_ranks(removal));
        }
        text
    }

    fn heading(&self) -> String {
        let (book, terms) = (&self.game.book, &self.game.terms);
        let cards = self.shoe.cards();
        let shoe = if self.given {
            format!("a shoe of {cards} cards")
        } else if self.removed.is_empty() {
            format!("{} decks, {cards} cards", terms.decks)
        } else {
            let removed: Vec<String> = self.removed.iter().map(Card::to_string).collect();
            format!("{} decks without {}, {cards} cards", terms.decks, removed.join(" "))
        };
        format!("{}, {}, {shoe}", book.id, terms.variant)
    }

    fn not_offered(&self, odds: &BetOdds) -> Option<(String, Citation)> {
        self.game.not_offered(odds.bet).filter(|_| !self.given)
    }

    fn summary(&self) -> String {
        let head = ["bet", "pays", "house edge %", "of resolved %", "wins %", "stands off %", "deviation"];
        let mut shown = table(head);
        for odds in &self.odds {
            let sum = |settled: SettledHow| {
                let like = odds.outcomes.iter().filter(|outcome| outcome.settled == settled);
                like.map(|outcome| outcome.probability.to_f64()).sum::<f64>()
            };
            let pays = odds.outcomes.iter().filter(|outcome| outcome.settled == SettledHow::Win);
            let pays: Vec<String> = pays.filter_map(|outcome| Some(outcome.pays?.to_string())).collect();
            let mark = if self.not_offered(odds).is_some() { "*" } else { "" };
            let stands_off = sum(SettledHow::StandOff);
            shown.add_row([
                format!("{}{mark}", odds.bet),
                pays.join(", "),
                percent(&odds.house_edge, PLACES),
                odds.house_edge_resolved.map_or("-".into(), |edge| percent(&edge, PLACES)),
                percent(&odds.hit_rate, PLACES),
                if stands_off > 0.0 { format!("{:.7}", stands_off * 100.0) } else { "-".into() },
                format!("{:.7}", odds.standard_deviation),
            ]);
        }
        figures_from(&mut shown, 2);
        lines(&shown)
    }

    fn outcomes(&self) -> String {
        let mut shown = table(["bet", "outcome", "pays", "probability", "decimal", "by"]);
        for odds in &self.odds {
            for outcome in &odds.outcomes {
                let pays = outcome.pays.map(|pays| pays.to_string()).unwrap_or_default();
                shown.add_row([
                    odds.bet.to_string(),
                    outcome.settled.to_string(),
                    pays,
                    outcome.probability.to_string(),
                    outcome.probability.decimal(15),
                    outcome.by.to_string(),
                ]);
            }
        }
        lines(&shown)
    }

    /// What a stake is paid in chips, beside what the odds alone would pay.
    fn in_chips(&self, in_chips: &InChips) -> String {
        let InChips { payment, by, odds } = in_chips;
        let (stake, chips, rounding) = (payment.stake, &payment.chips, payment.rounding);
        let mut text =
            format!("A stake of {stake}, paid with chips of {chips}, rounding {rounding} ({by}):\n\n");
        let mut shown = table(["bet", "pays", "is", "paid", "house edge %", "in chips %", "changes it by"]);
        for (exact, rounded) in self.odds.iter().zip(odds) {
            let wins = |outcome: &&OutcomeOdds| outcome.settled == SettledHow::Win;
            let odds: Vec<_> = exact.outcomes.iter().filter(wins).filter_map(|row| row.pays).collect();
            let list = |each: &dyn Fn(punto_vocab::Odds) -> String| {
                odds.iter().map(|odds| each(*odds)).collect::<Vec<_>>().join(", ")
            };
            let edge = percent(&exact.house_edge, PLACES);
            let (paid, edge_in_chips, change) = match rounded {
                Err(_) => ("not taken".into(), "-".into(), "-".into()),
                Ok(rounded) => {
                    let paid = rounded.outcomes.iter().filter_map(|outcome| outcome.paid);
                    let paid: Vec<String> = paid.map(|paid| paid.to_string()).collect();
                    let change = rounded.house_edge.to_f64() - exact.house_edge.to_f64();
                    let same = rounded.house_edge == exact.house_edge;
                    let change = if same { "-".into() } else { format!("{:+.7}", change * 100.0) };
                    (paid.join(", "), percent(&rounded.house_edge, PLACES), change)
                }
            };
            let is = list(&|odds| odds.winnings(payment.stake).to_string());
            shown.add_row([
                exact.bet.to_string(),
                list(&|odds| odds.to_string()),
                is,
                paid,
                edge,
                edge_in_chips,
                change,
            ]);
        }
        figures_from(&mut shown, 4);
        text.push_str(&lines(&shown));
        text
    }
}

fn of_points(points: &Endings) -> String {
    let share = |deals: u64| percent(&points.share(deals), PLACES);
    let mut shown = table(["point", "Player %", "Banker %"]);
    for point in Point::all() {
        let of = |side: Side| share(points.point(side, point));
        shown.add_row([point.to_string(), of(Side::Player), of(Side::Banker)]);
    }
    figures_from(&mut shown, 0);
    let cards: Vec<String> =
        (4..=6).map(|cards| format!("{cards} cards {} %", share(points.cards(cards)))).collect();
    format!("{}\n{}\n", lines(&shown), cards.join(", "))
}

fn of_ranks(removal: &[Removal]) -> String {
    let mut text = String::from(
        "One card taken out changes the house edge by so many millionths of the stake; less is better for the patron:\n",
    );
    for group in removal.chunks(ABREAST) {
        let mut shown = table(["rank"]);
        let names = group.iter().map(|removal| removal.bet.to_string());
        shown.set_header(std::iter::once("rank".to_owned()).chain(names));
        for rank in Rank::ALL {
            let change = |removal: &Removal| {
                removal.change(rank).map_or("-".to_owned(), |change| format!("{:+.2}", change * 1e6))
            };
            shown.add_row(std::iter::once(rank.to_string()).chain(group.iter().map(change)));
        }
        figures_from(&mut shown, 1);
        let _ = write!(text, "\n{}", lines(&shown));
    }
    text
}
