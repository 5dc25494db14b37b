//! How big an event is: players, tables and rounds, and whether they go together.

use punto_rulebook::Rulebook;
use punto_tournament::seats;

/// What an event is asked to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EventSize {
    /// How many players enter.
    pub players: u32,
    /// How many tables the first round has.
    pub tables: u32,
    /// How many rounds there are, the final among them.
    pub rounds: u32,
    /// What everything follows from.
    pub seed: u64,
}

/// How many tables each round has, and how many go on from each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bracket {
    /// How many go on from each table.
    pub advance: u32,
    /// The tables of each round; the final has one.
    pub tables: Vec<u32>,
    /// Those who play in each round.
    pub players: Vec<u32>,
}

/// Why an event cannot be what it is asked to be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    /// The document has none.
    #[error("{id} has no tournaments; nsw-2021, tas-2013 and tas-2018 have")]
    NoTournaments {
        /// The document.
        id: String,
    },
    /// A figure is out of bounds.
    #[error("{asked} {what} is not between {least} and {most}")]
    OutOfBounds {
        /// What is counted.
        what: &'static str,
        /// How many were asked for.
        asked: u32,
        /// The least.
        least: u32,
        /// The most.
        most: u32,
    },
    /// The players do not fit at the tables.
    #[error("{players} players do not fit at {tables} tables of {seats} seats: it takes {needed}")]
    TooFewSeats {
        /// The players.
        players: u32,
        /// The tables.
        tables: u32,
        /// The seats of each.
        seats: u32,
        /// The tables that would do.
        needed: u32,
    },
    /// Somebody would play alone.
    #[error(
        "{tables} tables are too many for {players} players: at least two play at each, so that {most} would do"
    )]
    TooManyTables {
        /// The players.
        players: u32,
        /// The tables.
        tables: u32,
        /// The tables that would do.
        most: u32,
    },
    /// The final would have more players than seats.
    #[error(
        "with {rounds} rounds {left} players are left for a final of {seats} seats: {needed} rounds would do"
    )]
    TooFewRounds {
        /// The rounds.
        rounds: u32,
        /// Those who would be left.
        left: u32,
        /// The seats of the final.
        seats: u32,
        /// The rounds that would do.
        needed: u32,
    },
    /// There are more rounds than players to lose.
    #[error("{players} players do not last for {rounds} rounds: {most} would do")]
    TooManyRounds {
        /// The players.
        players: u32,
        /// The rounds.
        rounds: u32,
        /// The rounds that would do.
        most: u32,
    },
}

impl EventSize {
    /// The most players that an event has.
    pub const PLAYERS: u32 = 10_000;
    /// The most rounds.
    pub const ROUNDS: u32 = 12;

    /// How the rounds of this event go under a document.
    pub fn shape(&self, book: &Rulebook) -> Result<Bracket, Unfit> {
        if book.tournament.officer().is_none() {
            return Err(Unfit::NoTournaments { id: book.id.to_string() });
        }
        let bounds = [
            ("players", self.players, 2, EventSize::PLAYERS),
            ("tables", self.tables, 1, u32::from(u8::MAX)),
            ("rounds", self.rounds, 1, EventSize::ROUNDS),
        ];
        if let Some((what, asked, least, most)) =
            bounds.into_iter().find(|(_, asked, least, most)| asked < least || asked > most)
        {
            return Err(Unfit::OutOfBounds { what, asked, least, most });
        }
        let seats = u32::from(seats(book));
        let (players, tables) = (self.players, self.tables);
        if players > tables * seats {
            return Err(Unfit::TooFewSeats { players, tables, seats, needed: players.div_ceil(seats) });
        }
        if players < tables * 2 {
            return Err(Unfit::TooManyTables { players, tables, most: players / 2 });
        }
        (1..=3).rev().find_map(|advance| fitted(self, seats, advance)).ok_or_else(|| misfit(self, seats))
    }
}

/// The rounds if so many go on from each table, where that comes out: in each somebody goes out, and the final fits its table.
fn fitted(setup: &EventSize, seats: u32, advance: u32) -> Option<Bracket> {
    let (mut tables, mut players) = (Vec::new(), vec![setup.players]);
    let mut left = setup.players;
    for round in 1..setup.rounds {
        let here = if round == 1 {
            setup.tables
        } else {
            // As many tables as lead to a full final by even steps.
            let steps = f64::from(setup.rounds - round);
            let shrink = (f64::from(left) / f64::from(seats)).max(1.0).powf(1.0 / steps);
            let even = (f64::from(left) / shrink / f64::from(advance)).round() as u32;
            even.clamp(left.div_ceil(seats), (left / (advance + 1)).max(1)).min(setup.tables)
        };
        // Everybody who is seated with no more than go on would play for nothing.
        if left < here * (advance + 1) || left > here * seats {
            return None;
        }
        left = here * advance;
        tables.push(here);
        players.push(left);
    }
    let fits = (2..=seats).contains(&left) && (setup.rounds > 1 || setup.tables == 1);
    tables.push(1);
    fits.then_some(Bracket { advance, tables, players })
}

/// What is wrong with the rounds, and how many would do.
fn misfit(setup: &EventSize, seats: u32) -> Unfit {
    let does = |rounds: &u32| {
        (1..=3).any(|advance| fitted(&EventSize { rounds: *rounds, ..*setup }, seats, advance).is_some())
    };
    let (players, rounds) = (setup.players, setup.rounds);
    match (rounds + 1..=EventSize::ROUNDS).find(does) {
        Some(needed) => {
            let left = (1..rounds)
                .fold(players, |left, round| if round == 1 { setup.tables } else { left.div_ceil(seats) });
            Unfit::TooFewRounds { rounds, left, seats, needed }
        }
        None => Unfit::TooManyRounds { players, rounds, most: (1..rounds).rev().find(does).unwrap_or(1) },
    }
}
