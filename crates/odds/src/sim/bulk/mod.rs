//! The bulk simulator: hundreds of millions of coups a second, all outcome classes counted.

mod clerk;
mod dice;
mod kernel;
mod lanes;
mod plain;
mod stream;
mod suits;
mod table;
#[cfg(target_arch = "x86_64")]
mod x86;

use std::fmt;

use super::crew::{self, Worker};
use super::{SimGame, SimRun, SimTally, Watch};
use clerk::Clerk;
use table::Table;

/// Simulates whole shoes and counts every class of outcomes.
///
/// Blocks of 64 shoes are dealt side by side. What a block deals depends on the seed and its number alone, so
/// the tally is the same with any number of threads and on any processor.
///
/// ```
/// use punto_odds::sim::{Bulk, SimGame, SimRun, ShoePlan, Watch};
/// use punto_rulebook::{Burn, End, Rulebook, Winner};
///
/// let book = Rulebook::embedded("nsw-2021").unwrap();
/// let shoe = ShoePlan::new(8, Burn::Counted, 20, End::OneMoreCoup, End::ThisCoupIsLast).unwrap();
/// let game = SimGame::new(&book.drawing, shoe);
/// let run = SimRun { seed: 1, coups: 1_000_000, threads: 2 };
/// let tally = Bulk::new(&game).run(&run, &Watch::default());
/// assert!(tally.coups() >= 1_000_000);
/// // The exact probability of a Banker win is 0.458597 with eight decks.
/// assert!(tally.early.winner(Winner::Banker).z(0.458_597_4).abs() < 5.0);
/// ```
pub struct Bulk {
    table: Table,
    most_coups: u64,
    vectors: Vectors,
}

impl Bulk {
    /// Makes a game ready to be simulated with the fastest instructions this processor has.
    pub fn new(game: &SimGame) -> Bulk {
        let most_coups = u64::from(game.shoe().most_coups()) * 64;
        Bulk { table: Table::new(game), most_coups, vectors: Vectors::best() }
    }

    /// The same with other instructions; the counts do not change.
    pub fn with(self, vectors: Vectors) -> Bulk {
        Bulk { vectors, ..self }
    }

    /// Simulates in whole blocks of 64 shoes until there are enough coups.
    pub fn run(&self, run: &SimRun, watch: &Watch<'_>) -> SimTally {
        let new = || Dealing { bulk: self, seed: run.seed, clerk: Clerk::new(self.table.decks) };
        let (workers, stopped) = crew::work(run, watch, self.most_coups, new);
        let mut tally = SimTally { stopped, ..SimTally::default() };
        for mut worker in workers {
            tally += &worker.clerk.tally();
        }
        tally
    }
}

/// The blocks of one thread.
struct Dealing<'a> {
    bulk: &'a Bulk,
    seed: u64,
    clerk: Box<Clerk>,
}

impl Worker for Dealing<'_> {
    fn block(&mut self, number: u64) -> u64 {
        let Dealing { bulk, seed, clerk } = self;
        match bulk.vectors.0 {
            Kind::Plain => plain::block(&bulk.table, *seed, number, clerk),
            #[cfg(target_arch = "x86_64")]
            Kind::Wide(wide) => wide.block(&bulk.table, *seed, number, clerk),
        }
    }
}

/// The instructions that the bulk simulator uses; they differ in speed only.
///
/// ```
/// use punto_odds::sim::Vectors;
/// assert!(Vectors::all().any(|one| one == Vectors::best()));
/// assert_eq!(Vectors::PORTABLE.to_string(), "portable");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Vectors(Kind);

/// Private, so that no value can name instructions the processor lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Kind {
    Plain,
    #[cfg(target_arch = "x86_64")]
    Wide(x86::Wide),
}

impl Vectors {
    /// What every processor has.
    pub const PORTABLE: Vectors = Vectors(Kind::Plain);

    /// All that this processor has, the slowest first.
    pub fn all() -> impl Iterator<Item = Vectors> {
        let plain = std::iter::once(Vectors::PORTABLE);
        #[cfg(target_arch = "x86_64")]
        let all = plain.chain(x86::Wide::all().map(|wide| Vectors(Kind::Wide(wide))));
        #[cfg(not(target_arch = "x86_64"))]
        let all = plain;
        all
    }

    /// The fastest that this processor has.
    pub fn best() -> Vectors {
        Vectors::all().last().unwrap_or(Vectors::PORTABLE)
    }
}

impl fmt::Display for Vectors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self.0 {
            Kind::Plain => "portable",
            #[cfg(target_arch = "x86_64")]
            Kind::Wide(wide) => wide.name(),
        })
    }
}
