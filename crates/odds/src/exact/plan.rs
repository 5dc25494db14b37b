//! From paytables to the sums that have to be counted: which results the bets tell apart.

use std::collections::HashMap;

use punto_rulebook::{On, Outcome, Pays};
use punto_vocab::{BetId, Citation, Odds};

use super::pairs::Paired;
use super::{AnalysisError, Ending, Paytable, PaytableRow, Settled};

/// Everything that must be counted for some bets, and how their outcomes are put together from it.
pub(super) struct Plan {
    pub(super) bets: Vec<PlannedBet>,
    pub(super) endings: Partition,
    pub(super) pairs: Partition,
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
    pub(super) settled: Settled,
    /// What it wins, after commission.
    pub(super) odds: Option<Odds>,
    pub(super) by: Citation,
    /// The parts of the partition that it consists of.
    pub(super) parts: Vec<u16>,
}

impl PlannedOutcome {
    /// What one unit staked gains.
    pub(super) fn gain(&self) -> f64 {
        match (self.settled, self.odds) {
            (Settled::Lose, _) => -1.0,
            (_, Some(odds)) => f64::from(odds.pays()) / f64::from(odds.stake()),
            (_, None) => 0.0,
        }
    }
}

/// Cells (endings, or ways to be paired) sorted into parts that no bet tells apart further.
pub(super) struct Partition {
    /// The part of each cell.
    pub(super) part_of: Vec<u16>,
    /// How many parts there are.
    pub(super) parts: usize,
}

/// For each cell, whether it meets a condition.
type Cells = Vec<bool>;

impl Plan {
    /// Plans for these bets.
    pub(super) fn new(paytables: &[Paytable]) -> Result<Plan, AnalysisError> {
        let sorted = paytables.iter().map(sort).collect::<Result<Vec<Sorted>, _>>()?;
        let of = |looks_at: LooksAt, cells: usize| {
            let bets = sorted.iter().filter(|bet| bet.looks_at == looks_at);
            Partition::new(cells, bets.flat_map(|bet| &bet.rows))
        };
        let (endings, pairs) = (of(LooksAt::Points, Ending::COUNT), of(LooksAt::Pairs, Paired::COUNT));
        let bets = paytables.iter().zip(&sorted).map(|(paytable, sorted)| {
            let partition = match sorted.looks_at {
                LooksAt::Points => &endings,
                LooksAt::Pairs => &pairs,
            };
            planned(paytable, sorted, partition)
        });
        Ok(Plan { bets: bets.collect::<Result<_, _>>()?, endings, pairs })
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
    let On { winner, point, point_not, cards, pair, grade, pairs, alike_by_pips } = *on;
    let of_points = On { winner, point, point_not, cards, ..On::default() };
    let of_pairs = On { pair, grade, pairs, alike_by_pips, ..On::default() };
    let meets = |on: On, outcome: Outcome| on.matches(&outcome);
    let endings: Cells = Ending::all().map(|ending| meets(of_points, ending.outcome())).collect();
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
    fn new<'a>(cells: usize, rows: impl Iterator<Item = &'a Cells>) -> Partition {
        let rows: Vec<&Cells> = rows.collect();
        let mut known: HashMap<Vec<bool>, u16> = HashMap::new();
        let part_of = (0..cells).map(|cell| {
            let met = rows.iter().map(|row| row[cell]).collect();
            let next = known.len() as u16;
            *known.entry(met).or_insert(next)
        });
        Partition { part_of: part_of.collect(), parts: known.len() }
    }

    /// The parts that these cells consist of.
    fn parts(&self, cells: impl Fn(usize) -> bool) -> Vec<u16> {
        let mut parts: Vec<u16> =
            (0..self.part_of.len()).filter(|cell| cells(*cell)).map(|cell| self.part_of[cell]).collect();
        parts.sort_unstable();
        parts.dedup();
        parts
    }
}

fn planned(paytable: &Paytable, sorted: &Sorted, partition: &Partition) -> Result<PlannedBet, AnalysisError> {
    let mut outcomes = Vec::with_capacity(sorted.rows.len() + 1);
    for (row, cells) in paytable.rows.iter().zip(&sorted.rows) {
        let odds = net_odds(paytable.bet, row)?;
        let settled = if odds.is_some() { Settled::Win } else { Settled::StandOff };
        outcomes.push(PlannedOutcome {
            settled,
            odds,
            by: row.by.clone(),
            parts: partition.parts(|cell| cells[cell]),
        });
    }
    let lost = partition.parts(|cell| !sorted.rows.iter().any(|row| row[cell]));
    outcomes.push(PlannedOutcome {
        settled: Settled::Lose,
        odds: None,
        by: paytable.loses.clone(),
        parts: lost,
    });
    Ok(PlannedBet { bet: paytable.bet, looks_at: sorted.looks_at, outcomes })
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
