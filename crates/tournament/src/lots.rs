//! The seats of a draw, and why nobody can have chosen them.
//!
//! Every draw has a seed of its own. The house makes one secret before entries open and works the seeds out of it backwards:
//! each is the digest of the one after it, and the digest of the first is published with the conditions. So all of them are
//! promised before anybody has entered, a draw opens its own seed and no other, and whoever has the first promise can check
//! every draw that follows ([`verify`]). The order also follows from who is in the draw, which nobody knew when the promise
//! was made.

use punto_vocab::{PersonId, Promise, Seed};

/// The secret of a tournament's draws, which the house makes before entries open and keeps sealed.
///
/// ```
/// use punto_tournament::Chain;
/// let chain = Chain::new("07".repeat(32).parse().unwrap());
/// let (first, second) = (chain.seed(1).unwrap(), chain.seed(2).unwrap());
/// assert!(first.promise() == chain.promise());
/// assert!(second.promise() == first.promises_next());
/// assert!(chain.seed(0).is_none() && chain.seed(Chain::DRAWS + 1).is_none());
/// ```
pub struct Chain(Seed);

impl Chain {
    /// How many draws a tournament can have.
    pub const DRAWS: u32 = 1_000;

    /// The chain of a secret.
    pub fn new(secret: Seed) -> Chain {
        Chain(secret)
    }

    /// What is published before entries open: the promise of the first draw, and through it of all.
    pub fn promise(&self) -> Promise {
        self.before_last(Chain::DRAWS - 1).promise()
    }

    /// The seed of a draw by its number, from 1; none beyond the last.
    pub fn seed(&self, draw: u32) -> Option<Seed> {
        (1..=Chain::DRAWS).contains(&draw).then(|| self.before_last(Chain::DRAWS - draw))
    }

    /// So many draws before the last one, which the secret itself is the seed of.
    fn before_last(&self, draws: u32) -> Seed {
        (0..draws).fold(self.0, |seed, _| seed.before())
    }
}

/// A seat that a draw gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lot {
    /// To whom.
    pub entrant: PersonId,
    /// The table.
    pub table: u8,
    /// The seat.
    pub seat: u8,
}

/// Why a draw gives no seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoDraw {
    /// Another seed was promised.
    #[error("this is not the seed that was promised")]
    OtherSeed,
    /// There are more people than seats.
    #[error("there are {seats} seats for {entrants} people")]
    TooFewSeats {
        /// All seats of the tables.
        seats: u32,
        /// Those to be seated.
        entrants: u32,
    },
}

/// The seats of a draw in a round, which anybody can work out again: round the tables in their order, then on to the next
/// seat. The promise is the one that was published, or for a later draw [`Seed::promises_next`] of the draw before.
///
/// ```
/// use punto_tournament::{Chain, verify};
/// let chain = Chain::new("07".repeat(32).parse().unwrap());
/// let list = ["ada", "ben", "cyd"].map(|name| name.parse().unwrap());
/// let lots = verify(chain.promise(), chain.seed(1).unwrap(), 1, list, (&[1, 2], 7)).unwrap();
/// assert_eq!(lots.iter().map(|lot| (lot.table, lot.seat)).collect::<Vec<_>>(), [(1, 1), (2, 1), (1, 2)]);
/// assert!(verify(chain.promise(), chain.seed(2).unwrap(), 1, list, (&[1, 2], 7)).is_err());
/// assert!(verify(chain.promise(), chain.seed(1).unwrap(), 1, list, (&[1], 2)).is_err());
/// ```
pub fn verify(
    promise: Promise,
    seed: Seed,
    round: u32,
    entries: impl IntoIterator<Item = PersonId>,
    (tables, seats): (&[u8], u8),
) -> Result<Vec<Lot>, NoDraw> {
    if seed.promise() != promise {
        return Err(NoDraw::OtherSeed);
    }
    let order = seed.order(format_args!("round {round}"), entries);
    let (all, entrants) = (tables.len() as u32 * u32::from(seats), order.len() as u32);
    if entrants > all {
        return Err(NoDraw::TooFewSeats { seats: all, entrants });
    }
    let places = (1..=seats).flat_map(|seat| tables.iter().map(move |table| (*table, seat)));
    Ok(order.into_iter().zip(places).map(|(entrant, (table, seat))| Lot { entrant, table, seat }).collect())
}
