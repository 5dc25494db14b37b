//! The figures of one shoe as doubles, made to be brought up to date coup after coup.

use punto_vocab::BetId;

use super::orders::{LANES, Orders};
use super::pairs::PairCounts;
use super::plan::{LooksAt, PlannedBet};
use super::{Analysis, Composition, CompositionError};

/// How many deals of one shoe come to each outcome of each bet.
///
/// Counts are whole numbers held as doubles, exact to the last unit.
///
/// ```
/// use punto_odds::{Analysis, Composition};
/// use punto_rulebook::Rulebook;
///
/// let book = Rulebook::embedded("rws-2016").unwrap();
/// let analysis = Analysis::of_book(&book, &book.variants[0].id).unwrap();
/// let mut shoe = Composition::decks(8).unwrap();
/// let mut figures = analysis.figures(&shoe).unwrap();
/// let full: Vec<f64> = figures.bets().map(|bet| bet.edge()).collect();
/// shoe.remove("5h".parse().unwrap()).unwrap();
/// figures.update(&shoe).unwrap();
/// assert!(figures.bets().zip(full).any(|(bet, full)| bet.edge() != full));
/// ```
pub struct Figures<'a> {
    analysis: &'a Analysis,
    orders: Box<Orders>,
    lanes: Vec<[f64; LANES]>,
    /// The counts of the parts of the endings, then of the parts of the pairs.
    parts: Vec<f64>,
    /// The counts of all outcomes of all bets, one after the other.
    counts: Vec<f64>,
    deals_of_six: f64,
    deals_of_four: f64,
}

/// The figures of one bet.
#[derive(Clone, Copy)]
pub struct BetFigures<'a> {
    pub(super) plan: &'a PlannedBet,
    counts: &'a [f64],
    total: f64,
}

impl<'a> Figures<'a> {
    pub(super) fn new(analysis: &'a Analysis, shoe: &Composition) -> Result<Figures<'a>, CompositionError> {
        let plan = &analysis.plan;
        let mut figures = Figures {
            analysis,
            orders: Box::new(Orders::new()),
            lanes: vec![[0.0; LANES]; analysis.form.sums()],
            parts: vec![0.0; plan.endings.parts.len() + plan.pairs.parts.len()],
            counts: vec![0.0; plan.bets.iter().map(|bet| bet.outcomes.len()).sum()],
            deals_of_six: 0.0,
            deals_of_four: 0.0,
        };
        figures.update(shoe)?;
        Ok(figures)
    }

    /// Counts again for another shoe; on a refusal the figures stay as they were.
    pub fn update(&mut self, shoe: &Composition) -> Result<(), CompositionError> {
        shoe.check_coup()?;
        // Below 2^53 for the 416 cards a shoe may have.
        self.deals_of_six = shoe.orders(6) as f64;
        self.deals_of_four = shoe.orders(4) as f64;
        self.count_endings(shoe);
        self.count_pairs(shoe);
        // One flat list without inner loops, whose ends would be mispredicted.
        self.counts.fill(0.0);
        for composed in &self.analysis.plan.composed {
            self.counts[composed.outcome] += self.parts[composed.part];
        }
        Ok(())
    }

    /// The bets, in the order of [`Analysis::bets`].
    pub fn bets(&self) -> impl Iterator<Item = BetFigures<'_>> {
        let mut counts = self.counts.as_slice();
        self.analysis.plan.bets.iter().map(move |plan| {
            let (own, rest) = counts.split_at(plan.outcomes.len());
            counts = rest;
            let total = match plan.looks_at {
                LooksAt::Points => self.deals_of_six,
                LooksAt::Pairs => self.deals_of_four,
            };
            BetFigures { plan, counts: own, total }
        })
    }

    fn count_endings(&mut self, shoe: &Composition) {
        let Some((first, others)) = self.parts.split_first_mut() else { return };
        if !self.lanes.is_empty() {
            self.orders.count(shoe.points());
            self.analysis.instructions.add_up(&self.analysis.form, &self.orders, &mut self.lanes);
        }
        *first = self.deals_of_six;
        for (part, lanes) in others.iter_mut().zip(&self.lanes) {
            *part = lanes.iter().sum();
            *first -= *part;
        }
    }

    fn count_pairs(&mut self, shoe: &Composition) {
        let plan = &self.analysis.plan;
        if plan.pairs.parts.is_empty() {
            return;
        }
        let counts = PairCounts::of(shoe, plan.graded);
        let counts = counts.counts();
        for (part, cells) in self.parts[plan.endings.parts.len()..].iter_mut().zip(&plan.pairs.parts) {
            *part = cells.iter().map(|cell| counts[*cell]).sum();
        }
    }
}

impl<'a> BetFigures<'a> {
    /// The bet.
    pub fn bet(&self) -> BetId {
        self.plan.bet
    }

    /// How many deals come to each outcome: one count for each row of the paytable, and last the losing ones.
    pub fn counts(&self) -> &'a [f64] {
        self.counts
    }

    /// How many deals there are in all.
    pub fn total(&self) -> f64 {
        self.total
    }

    /// What the house expects to win of a stake, stand-offs counted as staked; negative where the bet favours
    /// the patron.
    pub fn edge(&self) -> f64 {
        let gains = self.plan.outcomes.iter().zip(self.counts).map(|(outcome, count)| outcome.gain * count);
        -gains.sum::<f64>() / self.total
    }
}
