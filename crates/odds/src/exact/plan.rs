//! From paytables to the sums that have to be counted: which results the bets tell apart.

use std::collections::HashMap;

use punto_rulebook::{On, Outcome, Pays};
use punto_vocab::{BetId, Citation, Odds};

use super::pairs::Paired;
use super::{AnalysisError, Paytable, PaytableRow, PointsEnding, SettledHow};

/// Everything that must be counted for some bets, and how their outcomes are put together from it.
pub(super) struct Plan {
    pub(super) bets: Vec<PlannedBet>,
    pub(super) endings: Partition,
    /// Without any part where no bet looks at pairs.
    pub(super) pairs: Partition,
    /// Whether any bet tells the grades of pairs apart.
    pub(super) graded: bool,
    /// Which parts each outcome consists of, over all outcomes of all bets; the parts of the endings come first,
    /// then those of the pairs.
    pub(super) composed: Vec<PartOf>,
}

/// A part and an outcome that it belongs to.
#[derive(Clone, Copy)]
pub(super) struct PartOf {
    pub(super) outcome: usize,
    pub(super) part: usize,
}

/// A bet with its outcomes.
pub(super) struct PlannedBet {
    pub(super) bet: BetId,
    pub(super) looks_at: LooksAt,
    /// One outcome a row, and the loss last.
    pub(super) outcomes: Vec<PlannedOutcome>,
}

/// What a bet's conditions look at; the two are counted by different means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LooksAt {
    Points,
    Pairs,
}

/// An outcome of a bet: a row of its paytable, or its loss.
pub(super) struct PlannedOutcome {
    pub(super) settled: SettledHow,
    /// What it wins, after commission.
    pub(super) odds: Option<Odds>,
    /// What one unit staked gains by it.
    pub(super) gain: f64,
    pub(super) by: Citation,
}

/// Cells (endings, or ways to be paired) sorted into parts that no bet tells apart further.
pub(super) struct Partition {
    /// The cells of each part; every cell is in one.
    pub(super) parts: Vec<Vec<usize>>,
}

/// For each cell, whether it meets a condition.
type Cells = Vec<bool>;

impl Plan {
    /// Plans for these bets.
    pub(super) fn new(paytables: &[Paytable]) -> Result<Plan, AnalysisError> {
        let sorted = paytables.iter().map(sort).collect::<Result<Vec<Sorted>, _>>()?;
        let rows = |looks_at: LooksAt| {
            let bets = sorted.iter().filter(move |bet| bet.looks_at == looks_at);
            bets.flat_map(|bet| &bet.rows).collect::<Vec<&Cells>>()
        };
        let endings = Partition::new(PointsEnding::COUNT, &rows(LooksAt::Points));
        let pairs = match rows(LooksAt::Pairs) {
            none if none.is_empty() => Partition { parts: Vec::new() },
            rows => Partition::new(Paired::COUNT, &rows),
        };
        let bets = paytables.iter().zip(&sorted).map(|(paytable, sorted)| planned(paytable, sorted.looks_at));
        let bets = bets.collect::<Result<_, _>>()?;
        let graded = Paired::all().any(|way| !pairs.together(way.index(), way.ungraded().index()));
        let mut plan = Plan { bets, endings, pairs, graded, composed: Vec::new() };
        let mut outcome = 0;
        for bet in &sorted {
            for cells in &bet.rows {
                plan.compose(outcome, bet.looks_at, |cell| cells[cell]);
                outcome += 1;
            }
            plan.compose(outcome, bet.looks_at, |cell| !bet.rows.iter().any(|cells| cells[cell]));
            outcome += 1;
        }
        Ok(plan)
    }

    /// Notes the parts of an outcome. A part is in it or not as a whole, so its first cell speaks for it.
    fn compose(&mut self, outcome: usize, looks_at: LooksAt, holds: impl Fn(usize) -> bool) {
        let (partition, before) = match looks_at {
            LooksAt::Points => (&self.endings, 0),
            LooksAt::Pairs => (&self.pairs, self.endings.parts.len()),
        };
        let parts = partition
            .parts
            .iter()
            .enumerate()
            .filter(|(_, cells)| cells.first().is_some_and(|cell| holds(*cell)));
        self.composed.extend(parts.map(|(part, _)| PartOf { outcome, part: before + part }));
    }
}

/// The cells of each row of a bet.
struct Sorted {
    looks_at: LooksAt,
    rows: Vec<Cells>,
}

fn sort(paytable: &Paytable) -> Result<Sorted, AnalysisError> {
    let rows: Option<Vec<(LooksAt, Cells)>> = paytable.rows.iter().map(|row| cells_of(&row.on)).collect();
    let rows = rows.ok_or(AnalysisError::Mixed(paytable.bet))?;
    let looks_at = rows.first().map_or(LooksAt::Points, |(looks_at, _)| *looks_at);
    let alike = rows.iter().all(|(own, _)| *own == looks_at);
    let rows: Vec<Cells> = rows.into_iter().map(|(_, cells)| cells).collect();
    let cells = rows.first().map_or(0, Vec::len);
    let once = |cell: usize| rows.iter().filter(|row| row.get(cell) == Some(&true)).count() <= 1;
    if alike && (0..cells).all(once) {
        Ok(Sorted { looks_at, rows })
    } else {
        Err(AnalysisError::Overlap(paytable.bet))
    }
}

/// What a condition looks at, and the cells that meet it; `None` if it looks at points and pairs together.
///
/// A condition is met when all its parts are, so it can be taken apart into a part for each.
fn cells_of(on: &On) -> Option<(LooksAt, Cells)> {
    // No `..` here: a new part of a condition has to be sorted to one of the two.
    let On {
        winner,
        point,
        point_not,
        cards,
        pair,
        grade,
        pairs,
        margin,
        sum,
        dealt,
        natural,
        alike_by_pips,
    } = *on;
    let of_points = On { winner, point, point_not, cards, margin, sum, dealt, natural, ..On::default() };
    let of_pairs = On { pair, grade, pairs, alike_by_pips, ..On::default() };
    let meets = |on: On, outcome: Outcome| on.matches(&outcome);
    let endings: Cells = PointsEnding::all().map(|ending| meets(of_points, ending.outcome())).collect();
    let paired: Cells = Paired::all().map(|paired| meets(of_pairs, paired.outcome())).collect();
    if paired.iter().all(|met| *met) {
        Some((LooksAt::Points, endings))
    } else if endings.iter().all(|met| *met) {
        Some((LooksAt::Pairs, paired))
    } else {
        None
    }
}

impl Partition {
    fn new(cells: usize, rows: &[&Cells]) -> Partition {
        let mut known: HashMap<Vec<bool>, usize> = HashMap::new();
        let mut parts: Vec<Vec<usize>> = Vec::new();
        for cell in 0..cells {
            let met = rows.iter().map(|row| row[cell]).collect();
            let part = *known.entry(met).or_insert(parts.len());
            match parts.get_mut(part) {
                Some(cells) => cells.push(cell),
                None => parts.push(vec![cell]),
            }
        }
        Partition { parts }
    }

    /// Whether two cells are in one part.
    fn together(&self, one: usize, other: usize) -> bool {
        self.parts.iter().any(|cells| cells.contains(&one) && cells.contains(&other))
    }
}

fn planned(paytable: &Paytable, looks_at: LooksAt) -> Result<PlannedBet, AnalysisError> {
    let mut outcomes = Vec::with_capacity(paytable.rows.len() + 1);
    for row in &paytable.rows {
        let odds = net_odds(paytable.bet, row)?;
        let settled = if odds.is_some() { SettledHow::Win } else { SettledHow::StandOff };
        let gain = odds.map_or(0.0, |odds| f64::from(odds.pays()) / f64::from(odds.stake()));
        outcomes.push(PlannedOutcome { settled, odds, gain, by: row.by.clone() });
    }
    outcomes.push(PlannedOutcome {
        settled: SettledHow::Lose,
        odds: None,
        gain: -1.0,
        by: paytable.loses.clone(),
    });
    Ok(PlannedBet { bet: paytable.bet, looks_at, outcomes })
}

/// What a row wins after commission; `None` if the stake goes back.
fn net_odds(bet: BetId, row: &PaytableRow) -> Result<Option<Odds>, AnalysisError> {
    match row.pays {
        Pays::StandOff => Ok(None),
        Pays::Odds { odds, commission: None } => Ok(Some(odds)),
        Pays::Odds { commission: Some(share), .. } if share.pays() >= share.stake() => {
            Err(AnalysisError::NothingPaid(bet))
        }
        Pays::Odds { odds, commission: Some(share) } => Ok(Some(odds.less(share))),
    }
}
