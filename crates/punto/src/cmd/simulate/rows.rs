//! What a simulation is judged by: every outcome of every bet, and how many cards coups took.

use punto_odds::sim::{ClassCounts, Estimate, Frequency, SimTally, Sums};
use punto_odds::{Composition, OutcomeOdds, Paytable, SettledHow};
use punto_rulebook::Outcome;
use punto_vocab::{BetId, Odds};

use crate::cmd::game::Game;
use crate::failure::Failure;

/// One class of outcomes: how often it was seen, and how likely it is.
pub(crate) struct Row {
    /// The bet, or `None` for the number of cards.
    pub(crate) bet: Option<BetId>,
    /// What the outcome is called: win, stand-off, lose, 4 cards.
    pub(crate) outcome: String,
    pub(crate) settled: Option<SettledHow>,
    pub(crate) pays: Option<Odds>,
    /// Before the first card of a full shoe.
    pub(crate) exact: f64,
    /// In the first coups of each shoe.
    pub(crate) early: Frequency,
    /// In whole shoes.
    pub(crate) whole: Frequency,
}

impl Row {
    /// How much more often than exact it was seen in whole shoes, in millionths of all coups.
    pub(crate) fn bias(&self) -> f64 {
        (self.whole.estimate().value - self.exact) * 1e6
    }
}

pub(super) fn rows(game: &Game, tally: &SimTally) -> Result<Vec<Row>, Failure> {
    let analysis = game.analysis()?;
    let shoe = Composition::decks(game.terms.decks).map_err(Failure::of)?;
    let odds = analysis.odds(&shoe).map_err(Failure::of)?;
    let whole = tally.whole();
    let mut rows = Vec::new();
    for (paytable, odds) in game.bets.iter().zip(&odds) {
        for (place, outcome) in odds.outcomes.iter().enumerate() {
            let share = |counts: &ClassCounts| share(counts, paytable, place);
            rows.push(of_outcome(odds.bet, outcome, share(&tally.early), share(&whole)));
        }
    }
    let endings = analysis.endings(&shoe).map_err(Failure::of)?;
    let any = |outcome: &str, deals: u64, early: Frequency, whole: Frequency| Row {
        bet: None,
        outcome: outcome.to_owned(),
        settled: None,
        pays: None,
        exact: endings.share(deals).to_f64(),
        early,
        whole,
    };
    for cards in 4..=6 {
        let name = format!("{cards} cards");
        rows.push(any(&name, endings.cards(cards), tally.early.cards(cards), whole.cards(cards)));
    }
    // Of four cards, the better hand has a natural, or both stood on six or seven.
    let naturals = endings.of_all(|ending| {
        ending.cards() == 4
            && [ending.points.player, ending.points.banker].iter().any(|point| point.is_natural())
    });
    let natural = |outcome: &Outcome| {
        outcome.cards.player + outcome.cards.banker == 4 && outcome.winning_point().is_natural()
    };
    rows.push(any("natural", naturals, tally.early.share(natural), whole.share(natural)));
    Ok(rows)
}

fn of_outcome(bet: BetId, outcome: &OutcomeOdds, early: Frequency, whole: Frequency) -> Row {
    Row {
        bet: Some(bet),
        outcome: outcome.settled.to_string(),
        settled: Some(outcome.settled),
        pays: outcome.pays,
        exact: outcome.probability.to_f64(),
        early,
        whole,
    }
}

/// How often the row of a paytable at this place was met; the place after the last is the loss.
fn share(counts: &ClassCounts, paytable: &Paytable, place: usize) -> Frequency {
    match paytable.rows.get(place) {
        Some(row) => counts.met(&row.on),
        None => counts.share(|outcome| !paytable.rows.iter().any(|row| row.on.matches(outcome))),
    }
}

/// The house edge that these rows of one bet saw, with its error, and the exact one.
pub(super) fn edge(rows: &[&Row], seen: impl Fn(&Row) -> Frequency) -> (Estimate, f64) {
    let unit =
        rows.iter().filter_map(|row| row.pays).map(|odds| i64::from(odds.stake())).fold(1, common_multiple);
    let mut sums = Sums::default();
    let mut exact = 0.0;
    for row in rows {
        let loss = match (row.settled, row.pays) {
            (Some(SettledHow::Win), Some(odds)) => -i64::from(odds.pays()) * (unit / i64::from(odds.stake())),
            (Some(SettledHow::StandOff), _) => 0,
            _ => unit,
        };
        sums.add(loss, seen(row).count);
        exact += loss as f64 / unit as f64 * row.exact;
    }
    let Estimate { value, error } = sums.mean();
    (Estimate { value: value / unit as f64, error: error / unit as f64 }, exact)
}

fn common_multiple(a: i64, b: i64) -> i64 {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    a / x * b
}
