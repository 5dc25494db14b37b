//! The exact edge of every bet at every coup of simulated shoes.
//!
//! A shoe is shuffled and dealt card by card. Before every coup the cards that nobody has seen are counted, and
//! the exact edge of every bet is worked out from them: what a patron who forgot nothing could know. Cards
//! burned face down stay among the unseen.

mod dealer;
mod edges;

use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use punto_rulebook::Terms;
use punto_vocab::BetId;

use crate::sim::{ShoeError, ShoePlan, Watch};
use crate::{Analysis, Composition, Figures};
use dealer::Dealer;
pub use edges::Edges;

/// Follows shoes with the exact odds of some bets.
///
/// ```
/// use punto_odds::along::{Along, Shoes};
/// use punto_odds::{Analysis, sim::Watch};
/// use punto_rulebook::{Draft, Rulebook, Terms};
///
/// let book = Rulebook::embedded("nsw-2021").unwrap();
/// let terms = Terms::under(&book, Draft::usual(&book)).unwrap();
/// let analysis = Analysis::of_terms(&book, &terms).unwrap();
/// let along = Along::new(&analysis, &terms).unwrap();
/// let followed = along.follow(&Shoes { shoes: 50, seed: 1, threads: 1 }, &Watch::default());
/// let player = &followed.bets[0];
/// // The edge strays from that of the full shoe, but its mean does not.
/// let whole = player.whole();
/// assert!((whole.mean() - player.full).abs() < 0.001);
/// assert!(whole.quantile(0.01) < player.full && player.full < whole.quantile(0.99));
/// ```
pub struct Along<'a> {
    analysis: &'a Analysis,
    dealer: Dealer,
    /// The edge of every bet before any card is seen.
    full: Vec<f64>,
}

/// How many shoes to follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shoes {
    /// So many.
    pub shoes: u64,
    /// Everything that is dealt follows from it.
    pub seed: u64,
    /// With so many threads; nought stands for as many as the machine has. They do not change the result.
    pub threads: usize,
}

/// What became of the edges.
#[derive(Clone, Debug, PartialEq)]
pub struct EdgesFollowed {
    /// How many shoes were dealt.
    pub shoes: u64,
    /// How many coups they had.
    pub coups: u64,
    /// The bets, in the order of [`Analysis::bets`].
    pub bets: Vec<BetAlong>,
    /// Whether it was stopped before all shoes were dealt.
    pub stopped: bool,
}

/// What became of the edge of one bet.
#[derive(Clone, Debug, PartialEq)]
pub struct BetAlong {
    /// The bet.
    pub bet: BetId,
    /// Its edge before any card is seen.
    pub full: f64,
    /// Its edges by how many cards had left the shoe when the coup began, [`BetAlong::STEP`] cards a place.
    pub depths: Vec<Edges>,
}

impl BetAlong {
    /// How many cards one place of the depths spans: a quarter of a deck.
    pub const STEP: u32 = 13;

    /// The edges of all depths together.
    pub fn whole(&self) -> Edges {
        let mut whole = Edges::around(self.full);
        self.depths.iter().for_each(|edges| whole.merge(edges));
        whole
    }
}

impl<'a> Along<'a> {
    /// Makes ready to follow the shoes of a table.
    pub fn new(analysis: &'a Analysis, terms: &Terms) -> Result<Along<'a>, ShoeError> {
        // What cannot be simulated in bulk cannot be dealt here either.
        ShoePlan::of_terms(terms)?;
        let dealer = Dealer::new(analysis.draw_table(), terms);
        let shoe = Composition::decks(terms.decks).map_err(|_| ShoeError::Decks(terms.decks))?;
        let figures = analysis.figures(&shoe).map_err(|_| ShoeError::Decks(terms.decks))?;
        let full = figures.bets().map(|bet| bet.edge()).collect();
        Ok(Along { analysis, dealer, full })
    }

    /// Follows the shoes; progress is told in shoes.
    pub fn follow(&self, shoes: &Shoes, watch: &Watch<'_>) -> EdgesFollowed {
        let crew = match shoes.threads {
            0 => thread::available_parallelism().map_or(1, NonZero::get),
            threads => threads,
        };
        let (next, done) = (AtomicU64::new(0), AtomicU64::new(0));
        let never = AtomicBool::new(false);
        let stop = watch.stop.unwrap_or(&never);
        let work = || {
            let mut own = self.nothing();
            let Ok(mut figures) = self.analysis.figures(self.dealer.full_shoe()) else { return own };
            while !stop.load(Ordering::Relaxed) {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= shoes.shoes {
                    break;
                }
                self.follow_one(shoes.seed, number, &mut figures, &mut own);
                let done = done.fetch_add(1, Ordering::Relaxed) + 1;
                if let Some(progress) = watch.progress.filter(|_| done.is_multiple_of(64)) {
                    progress(done);
                }
            }
            own
        };
        let mut all = self.nothing();
        thread::scope(|scope| {
            let others: Vec<_> = (1..crew).map(|_| scope.spawn(work)).collect();
            all.merge(&work());
            for other in others {
                match other.join() {
                    Ok(own) => all.merge(&own),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
        });
        all.stopped = all.shoes < shoes.shoes;
        all
    }

    fn nothing(&self) -> EdgesFollowed {
        let depths = self.dealer.full_shoe().cards().div_ceil(BetAlong::STEP) as usize;
        let bets = self.analysis.bets().zip(&self.full);
        let bets =
            bets.map(|(bet, full)| BetAlong { bet, full: *full, depths: vec![Edges::around(*full); depths] });
        EdgesFollowed { shoes: 0, coups: 0, bets: bets.collect(), stopped: false }
    }

    fn follow_one(&self, seed: u64, number: u64, figures: &mut Figures<'_>, own: &mut EdgesFollowed) {
        self.dealer.deal(seed, number, |unseen, gone| {
            // The dealer never begins a coup with fewer than six cards unseen.
            if figures.update(unseen).is_err() {
                return;
            }
            own.coups += 1;
            for (along, bet) in own.bets.iter_mut().zip(figures.bets()) {
                let edge = bet.edge();
                if let Some(edges) = along.depths.get_mut((gone / BetAlong::STEP) as usize) {
                    edges.add(edge);
                }
            }
        });
        own.shoes += 1;
    }
}

impl EdgesFollowed {
    fn merge(&mut self, other: &EdgesFollowed) {
        self.shoes += other.shoes;
        self.coups += other.coups;
        for (own, other) in self.bets.iter_mut().zip(&other.bets) {
            own.depths.iter_mut().zip(&other.depths).for_each(|(own, other)| own.merge(other));
        }
    }
}
