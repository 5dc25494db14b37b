//! Checks an event as an auditor would: everything decided again, every draw worked out again, every chip and cent counted.

use std::collections::{BTreeMap, BTreeSet};

use punto_table::{Account, Coin, Table};
use punto_tournament::{Happening, NoDraw, Tournament, apply, decide, seats, verify};
use punto_vocab::{Money, PersonId, Promise};

use crate::event::Rehearsed;

/// What an event came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// What was played for.
    pub pool: Money,
    /// Prizes from the first place on.
    pub prizes: Vec<PrizeWon>,
    /// Commands and events of the tournament.
    pub commands: u64,
    /// Events of the tournament.
    pub events: u64,
    /// Commands at its tables.
    pub at_tables: u64,
    /// A digest of all events, the same for the same seed.
    pub digest: String,
}

/// What somebody won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrizeWon {
    /// The place.
    pub place: u32,
    /// Who.
    pub who: PersonId,
    /// How much.
    pub amount: Money,
}

/// What does not hold.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotHeld {
    /// A command of the tournament is decided otherwise now.
    #[error("command {number} of the tournament, {said}, is decided otherwise when it is decided again")]
    Decided {
        /// Its number, from 1.
        number: usize,
        /// The command.
        said: String,
    },
    /// A command at a table is decided otherwise now.
    #[error("command {number} at table {table}, {said}, is decided otherwise when it is decided again")]
    DecidedThere {
        /// The table.
        table: u8,
        /// Its number among all at tables, from 1.
        number: usize,
        /// The command.
        said: String,
    },
    /// A draw does not follow from its seed.
    #[error("draw {number} does not follow from its seed and its entries")]
    Drawn {
        /// Its number, from 1.
        number: usize,
    },
    /// Chips were made or lost.
    #[error("{given} chips were given out and won, and {back} came back or were lost")]
    Chips {
        /// Given out and won.
        given: Money,
        /// Come back and lost.
        back: Money,
    },
    /// The books of a table do not balance.
    #[error("the books of table {table} do not balance")]
    Books {
        /// The table.
        table: u8,
    },
    /// The prizes are not the pool.
    #[error("prizes of {prizes} were paid out of a pool of {pool}")]
    Pool {
        /// All prizes.
        prizes: Money,
        /// The pool.
        pool: Money,
    },
    /// Somebody has no place, or two.
    #[error("{who} ended in {places} places")]
    Places {
        /// Who.
        who: PersonId,
        /// How many.
        places: usize,
    },
}

/// Checks an event and sums it up.
pub fn check(played: &Rehearsed<'_>) -> Result<Summary, NotHeld> {
    decided_again(played)?;
    tables_decided_again(played)?;
    drawn_again(played)?;
    chips(played)?;
    let own = &played.house.own;
    let prizes: Money = own.entrants.values().filter(|own| own.paid).filter_map(|own| own.prize).sum();
    if prizes != own.pool() {
        return Err(NotHeld::Pool { prizes, pool: own.pool() });
    }
    places(played)?;
    Ok(summary(played))
}

fn events<'p>(played: &'p Rehearsed<'_>) -> impl Iterator<Item = &'p Happening> {
    played.house.said.iter().flat_map(|said| &said.events).map(|event| &event.what)
}

fn decided_again(played: &Rehearsed<'_>) -> Result<(), NotHeld> {
    let mut own = Tournament::default();
    for (place, said) in played.house.said.iter().enumerate() {
        let again = decide(played.house.book, &own, &said.stamped);
        if again.as_ref() != Ok(&said.events) {
            return Err(NotHeld::Decided { number: place + 1, said: said.stamped.command.to_string() });
        }
        said.events.iter().for_each(|event| apply(&mut own, said.stamped.at, said.stamped.by, event));
    }
    match own == played.house.own {
        true => Ok(()),
        false => Err(NotHeld::Decided { number: played.house.said.len(), said: "the last".into() }),
    }
}

fn tables_decided_again(played: &Rehearsed<'_>) -> Result<(), NotHeld> {
    let mut tables: BTreeMap<u8, Table> = BTreeMap::new();
    for (place, said) in played.house.there.iter().enumerate() {
        let own = tables.entry(said.table).or_default();
        let again = punto_table::decide(played.house.book, own, &said.stamped);
        if again.as_ref() != Ok(&said.events) {
            let said_there = said.stamped.command.to_string();
            return Err(NotHeld::DecidedThere { table: said.table, number: place + 1, said: said_there });
        }
        said.events.iter().for_each(|event| punto_table::apply(own, said.stamped.at, said.stamped.by, event));
    }
    let balanced = |table: &Table| {
        let chips = |account| table.ledger.on(Coin::Chips, account);
        let all = [Account::Pocket, Account::Layout, Account::Float, Account::Cage, Account::DropBox];
        all.into_iter().map(chips).sum::<Money>().is_zero() && chips(Account::Layout).is_zero()
    };
    match tables.iter().find(|(_, table)| !balanced(table)) {
        Some((table, _)) => Err(NotHeld::Books { table: *table }),
        None => Ok(()),
    }
}

/// Works every draw out again from what everybody can see: the promise, the seeds, who was in and which tables there were.
fn drawn_again(played: &Rehearsed<'_>) -> Result<(), NotHeld> {
    let (mut promise, mut round, mut number): (Option<Promise>, u32, usize) = (None, 1, 0);
    let mut tables: BTreeSet<u8> = BTreeSet::new();
    let seats = seats(played.house.book);
    let list: Vec<&Happening> = events(played).collect();
    for (place, what) in list.iter().enumerate() {
        match what {
            Happening::Published { draw } => promise = *draw,
            Happening::RoundBegan { round: next } => round = *next,
            Happening::Designated { table } => drop(tables.insert(*table)),
            Happening::Released { table } => drop(tables.remove(table)),
            Happening::Drawn { seed, names } => {
                number += 1;
                let here: Vec<u8> = tables.iter().copied().collect();
                let lots = match promise {
                    Some(promise) => verify(promise, *seed, round, names.0.iter().copied(), (&here, seats)),
                    None => Err(NoDraw::OtherSeed),
                };
                let told = list[place + 1..].iter().map_while(|what| match what {
                    Happening::Allotted { entrant, table, seat } => Some((*entrant, *table, *seat)),
                    _ => None,
                });
                let lots = lots.map_err(|_| NotHeld::Drawn { number })?;
                if !lots.iter().map(|lot| (lot.entrant, lot.table, lot.seat)).eq(told) {
                    return Err(NotHeld::Drawn { number });
                }
                promise = Some(seed.promises_next());
            }
            _ => {}
        }
    }
    Ok(())
}

/// All chips that were given out or won came back or were lost.
fn chips(played: &Rehearsed<'_>) -> Result<(), NotHeld> {
    let (mut given, mut back) = (Money::ZERO, Money::ZERO);
    let mut held: BTreeMap<PersonId, Money> = BTreeMap::new();
    for what in events(played) {
        match what {
            // Chips that are given out anew take the place of those that were there.
            Happening::Issued { entrant, amount } => {
                back += held.insert(*entrant, *amount).unwrap_or_default();
                given += *amount;
            }
            Happening::Won { entrant, amount } => {
                *held.entry(*entrant).or_default() += *amount;
                given += *amount;
            }
            Happening::Lost { entrant, amount }
            | Happening::Deducted { entrant, amount }
            | Happening::Short { entrant, amount } => {
                *held.entry(*entrant).or_default() -= *amount;
                back += *amount;
            }
            Happening::ChipsIn { entrant, amount } | Happening::ChipsKept { entrant, amount } => {
                *held.entry(*entrant).or_default() -= *amount;
                back += *amount;
            }
            _ => {}
        }
    }
    let all_back = given == back && held.values().all(|chips| chips.is_zero());
    if all_back { Ok(()) } else { Err(NotHeld::Chips { given, back }) }
}

/// Everybody has gone out, or has one place of the final.
fn places(played: &Rehearsed<'_>) -> Result<(), NotHeld> {
    let own = &played.house.own;
    for who in own.entrants.keys() {
        let final_places = own.places.0.iter().filter(|group| group.contains(who)).count();
        let out = events(played).any(|what| match what {
            Happening::KnockedOut { entrant }
            | Happening::Eliminated { entrant, .. }
            | Happening::PlaceLost { entrant }
            | Happening::Disqualified { entrant, .. } => entrant == who,
            _ => false,
        });
        if final_places > 1 || (final_places == 0 && !out) {
            return Err(NotHeld::Places { who: *who, places: final_places });
        }
    }
    Ok(())
}

fn summary(played: &Rehearsed<'_>) -> Summary {
    let own = &played.house.own;
    let mut place = 1;
    let mut prizes = Vec::new();
    for group in &own.places.0 {
        for who in group {
            let amount = own.entrants.get(who).and_then(|own| own.prize);
            prizes.extend(amount.map(|amount| PrizeWon { place, who: *who, amount }));
        }
        place += group.len() as u32;
    }
    let mut digest = blake3::Hasher::new();
    let all = played.house.said.iter().flat_map(|said| &said.events);
    let mut events = 0;
    for event in all {
        digest.update(event.to_string().as_bytes()).update(b"\n");
        events += 1;
    }
    Summary {
        pool: own.pool(),
        prizes,
        commands: played.house.said.len() as u64,
        events,
        at_tables: played.house.there.len() as u64,
        digest: digest.finalize().to_hex().to_string(),
    }
}
