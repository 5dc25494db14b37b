//! The engine's path: a physical shoe, a record of every coup, and every bet on offer settled.

mod dealer;
mod pay;
mod record;
mod shuffle;
mod tables;

use punto_rulebook::Terms;
use punto_vocab::Money;

use super::crew::{self, Worker};
use super::{Class, SimGame, SimRun, SimTally, Watch};
use crate::{AnalysisError, NotTaken};
use pay::Pay;

pub(super) use dealer::{Dealer, IN_STEP};
pub(super) use tables::Tables;

pub use pay::BetSettled;
pub use record::CoupRecord;

/// Deals shoes of real cards as a table does, and settles every bet the table offers on every coup.
///
/// The cards of a shoe are shuffled with ChaCha20. Their order follows from the seed and the shoe's number alone,
/// so the result is the same with any number of threads.
///
/// ```
/// use punto_odds::sim::{Engine, SimGame, SimRun, Watch};
/// use punto_rulebook::{Draft, Rulebook, Terms};
///
/// let book = Rulebook::embedded("nsw-2021").unwrap();
/// let terms = Terms::under(&book, Draft::usual(&book)).unwrap();
/// let game = SimGame::of_terms(&book, &terms).unwrap();
/// let run = SimRun { seed: 1, coups: 100_000, threads: 2 };
/// let played = Engine::new(&game, &terms).run(&run, &Watch::default());
/// let banker = played.bets.iter().find(|settled| settled.bet.as_str() == "banker").unwrap();
/// // 19:20 is paid exactly for a stake of 20; the patron's mean gain is about -1.06 % of it.
/// assert_eq!(banker.stake.minor(), 20);
/// assert!((banker.gains.mean().z(-0.0105791 * 20.0)).abs() < 5.0);
/// ```
pub struct Engine {
    tables: Tables,
    game: SimGame,
    pay: Pay,
}

/// What a simulation on the engine's path came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// How many coups came to each class.
    pub tally: SimTally,
    /// What every bet came to, in the order of the terms' offers, but for those that ask for the losing hand's point.
    pub bets: Vec<BetSettled>,
}

impl Engine {
    /// How many shoes a thread takes at a time.
    const BLOCK: u64 = 64;

    /// A game with every bet of the terms, each for the least stake that is always paid in whole minor units.
    pub fn new(game: &SimGame, terms: &Terms) -> Engine {
        // Odds are ratios of small numbers, so such a stake is small too.
        Engine::made(game, terms, None).unwrap_or_else(|error| unreachable!("{error}"))
    }

    /// The same with one stake on every bet, paid in the table's chips and rounded as its terms say.
    ///
    /// Bets on which such a stake is not taken are left out; see [`Engine::not_taken`].
    pub fn staking(game: &SimGame, terms: &Terms, stake: Money) -> Result<Engine, AnalysisError> {
        Engine::made(game, terms, Some(stake))
    }

    fn made(game: &SimGame, terms: &Terms, stake: Option<Money>) -> Result<Engine, AnalysisError> {
        Ok(Engine { tables: Tables::new(game.table()), game: *game, pay: Pay::new(terms, stake)? })
    }

    /// The bets left out, because chips cannot pay what the stake may win.
    pub fn not_taken(&self) -> &[NotTaken] {
        self.pay.not_taken()
    }

    /// Simulates whole shoes until there are enough coups.
    pub fn run(&self, run: &SimRun, watch: &Watch<'_>) -> Played {
        self.records(run, watch, &|_| ())
    }

    /// The same, and hands out the records of every shoe, in the order of its coups.
    ///
    /// The shoes come from any thread and in any order; a record tells its shoe's number.
    pub fn records(
        &self,
        run: &SimRun,
        watch: &Watch<'_>,
        each_shoe: &(dyn Fn(&[CoupRecord]) + Sync),
    ) -> Played {
        let most = u64::from(self.game.shoe().most_coups()) * Engine::BLOCK;
        let new = || Table {
            engine: self,
            dealer: Box::new(Dealer::new(&self.tables, self.game.shoe(), run.seed)),
            counts: [Box::new([0; Class::PLACES]), Box::new([0; Class::PLACES])],
            gained: self.pay.nothing_gained(),
            shoes: 0,
            each_shoe,
        };
        let (tables, stopped) = crew::work(run, watch, most, new);
        let mut tally = SimTally { stopped, ..SimTally::default() };
        let mut gained = self.pay.nothing_gained();
        for table in tables {
            tally.shoes += table.shoes;
            let [early, late] = table.counts;
            for (class, (early, late)) in Class::all().zip(early.iter().zip(late.iter())) {
                tally.early.add(class, *early);
                tally.late.add(class, *late);
            }
            gained.iter_mut().zip(table.gained).for_each(|(all, own)| *all += own);
        }
        let bets = self.pay.settled(&gained, &tally.whole());
        Played { tally, bets }
    }
}

/// The shoes of one thread.
struct Table<'a> {
    engine: &'a Engine,
    dealer: Box<Dealer<'a>>,
    counts: [Box<[u64; Class::PLACES]>; 2],
    gained: Vec<i128>,
    shoes: u64,
    each_shoe: &'a (dyn Fn(&[CoupRecord]) + Sync),
}

impl Worker for Table<'_> {
    fn block(&mut self, number: u64) -> u64 {
        let early = self.engine.game.early() as usize;
        let mut coups = 0;
        let first = number * Engine::BLOCK;
        self.dealer.seek(first);
        for shoe in (first..first + Engine::BLOCK).step_by(IN_STEP) {
            for records in self.dealer.deal(shoe) {
                let (first, others) = records.split_at(early.min(records.len()));
                for (counts, records) in self.counts.iter_mut().zip([first, others]) {
                    self.engine.pay.settle(records, counts, &mut self.gained);
                }
                (self.each_shoe)(records);
                coups += records.len() as u64;
            }
        }
        self.shoes += Engine::BLOCK;
        coups
    }
}
