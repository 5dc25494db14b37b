//! What the house expects of wagers by chance alone, and how far off it may be, from the exact odds of the terms they were
//! made under.

use std::collections::HashMap;
use std::sync::Arc;

use punto_coup::{BoxId, Stake, Wager, settle};
use punto_odds::{Analysis, Composition, PointsEnding};
use punto_rulebook::{Offer, Outcome, PayRow, Rulebook, Terms};
use punto_vocab::{BetId, PersonId};

/// Half the width of a 99% band, in standard deviations.
pub const BAND: f64 = 2.575_829_303_548_901;

/// What a coup's wagers let the house expect, in minor units.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Expected {
    /// What it wins on average.
    pub mean: f64,
    /// The variance of what it wins.
    pub variance: f64,
}

/// The odds of one table's terms with a full shoe.
///
/// Bets that ask for points and numbers of cards are settled in every ending of a coup together, so that Player and Banker
/// of one coup cancel out as they do on the felt. A bet that asks for pairs is taken by itself: it has hardly anything to do
/// with who wins.
pub struct Model {
    terms: Arc<Terms>,
    /// Every ending that can happen, with its probability.
    endings: Vec<(Outcome, f64)>,
    /// How likely each row of a bet that asks for pairs is, the loss last, with an outcome that meets it.
    paired: HashMap<BetId, Vec<(Outcome, f64)>>,
    /// What the house gains of a stake in each of those.
    gains: HashMap<(BetId, Stake), Arc<[f64]>>,
    nobody: PersonId,
}

impl Model {
    /// The odds of some terms; none where they cannot be worked out.
    pub fn of(book: &Rulebook, terms: &Arc<Terms>) -> Option<Model> {
        let shoe = Composition::decks(terms.decks).ok()?;
        let analysis = Analysis::of_terms(book, terms).ok()?;
        let counted = analysis.endings(&shoe).ok()?;
        let total = counted.total() as f64;
        let likely = |ending: PointsEnding| (ending.outcome(), counted.of(&ending) as f64 / total);
        let endings = PointsEnding::all().map(likely).filter(|(_, share)| *share > 0.0).collect();
        let odds = analysis.odds(&shoe).ok()?;
        let of_pairs = terms.offers.iter().filter(|offer| asks_for_pairs(offer));
        let paired = of_pairs.filter_map(|offer| {
            let own = odds.iter().find(|odds| odds.bet == offer.bet)?;
            let shares = own.outcomes.iter().map(|outcome| outcome.probability.to_f64());
            Some((offer.bet, classes(offer).zip(shares).collect()))
        });
        let paired = paired.collect();
        let nobody = "nobody".parse().ok()?;
        Some(Model { terms: terms.clone(), endings, paired, gains: HashMap::new(), nobody })
    }

    /// What these wagers of one coup let the house expect.
    pub fn expect(&mut self, laid: &[(BetId, Stake)]) -> Expected {
        let mut together = vec![0.0; self.endings.len()];
        let mut alone: HashMap<BetId, Vec<f64>> = HashMap::new();
        for (bet, stake) in laid {
            let gains = self.gains(*bet, *stake);
            let sums = match self.paired.get(bet) {
                Some(rows) => alone.entry(*bet).or_insert_with(|| vec![0.0; rows.len()]),
                None => &mut together,
            };
            sums.iter_mut().zip(&*gains).for_each(|(sum, gain)| *sum += gain);
        }
        let mut all = moments(together.iter().zip(self.endings.iter().map(|(_, share)| *share)));
        let mut bets: Vec<_> = alone.into_iter().collect();
        // Sums of doubles depend on their order, and a figure is the same whenever it is made.
        bets.sort_by_key(|(bet, _)| *bet);
        for (bet, sums) in &bets {
            let shares = self.paired[bet].iter().map(|(_, share)| *share);
            let own = moments(sums.iter().zip(shares));
            all = Expected { mean: all.mean + own.mean, variance: all.variance + own.variance };
        }
        all
    }

    /// What the house gains of a stake on a bet, outcome by outcome.
    fn gains(&mut self, bet: BetId, stake: Stake) -> Arc<[f64]> {
        if let Some(known) = self.gains.get(&(bet, stake)) {
            return known.clone();
        }
        let wager = Wager { patron: self.nobody, at: BoxId(1), bet, stake };
        let gain = |(outcome, _): &(Outcome, f64)| -settle(&self.terms, outcome, &wager).net().minor() as f64;
        let outcomes = self.paired.get(&bet).unwrap_or(&self.endings);
        let gains: Arc<[f64]> = outcomes.iter().map(gain).collect();
        // Patrons stake a few amounts again and again; whoever stakes another each time is worked out each time.
        if self.gains.len() < 10_000 {
            self.gains.insert((bet, stake), gains.clone());
        }
        gains
    }
}

fn moments<'g>(outcomes: impl Iterator<Item = (&'g f64, f64)>) -> Expected {
    let (mut mean, mut squares) = (0.0, 0.0);
    for (gain, share) in outcomes {
        mean += gain * share;
        squares += gain * gain * share;
    }
    Expected { mean, variance: (squares - mean * mean).max(0.0) }
}

fn asks_for_pairs(offer: &Offer) -> bool {
    offer.rows.iter().any(|row| row.on.pair.is_some() || row.on.pairs.is_some())
}

/// An outcome for each row of a bet, and one by which it loses, in this order.
fn classes(offer: &Offer) -> impl Iterator<Item = Outcome> + '_ {
    let first = |outcome: &Outcome| offer.rows.iter().position(|row: &PayRow| row.on.matches(outcome));
    let of = move |row: Option<usize>| Outcome::classes().find(|outcome| first(outcome) == row);
    // A row that no outcome meets has no probability either, so that any outcome will do.
    let any = PointsEnding::all().next().map(|ending| ending.outcome());
    (0..offer.rows.len()).map(Some).chain([None]).filter_map(move |row| of(row).or(any))
}
