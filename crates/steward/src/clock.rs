//! What the clock says to a tournament, and when: judged by the command's time, so that a start after a crash says at once
//! what has come due in the meantime.

use punto_contest::Contest;
use punto_rulebook::Rulebook;
use punto_tournament::{Command, Length, Phase, Stage, Tournament, Venue, decide, sequence};
use punto_vocab::{Actor, Dealer, PersonId, Stamped, Time};

punto_vocab::words! {
    /// What a clock of a tournament runs for.
    pub enum ClockKind: "a wait" {
        /// The session begins.
        Start = "start",
        /// The time of a session is up.
        TimeUp = "time-up",
        /// The time to wager is up.
        TimeLimit = "time-limit",
    }
}

/// A clock that runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wait {
    /// The table, if it is one's.
    pub table: Option<u8>,
    /// What it runs for.
    pub what: ClockKind,
    /// When it is up.
    pub at: Time,
}

/// Every clock that runs.
pub(crate) fn waits(contest: &Contest) -> Vec<Wait> {
    let own = &contest.own;
    let mut list = Vec::new();
    if own.stage != Stage::Running {
        return list;
    }
    let idle = own.venues.values().all(|venue| venue.phase == Phase::Idle);
    if idle && own.scheduled > own.now {
        list.push(Wait { table: None, what: ClockKind::Start, at: own.scheduled });
    }
    for (table, venue) in &own.venues {
        if let Some(at) = ends(own, venue) {
            list.push(Wait { table: Some(*table), what: ClockKind::TimeUp, at });
        }
        let limit = own.time_limit.filter(|_| next(&contest.book, own, *table).is_some());
        if let Some(limit) = limit {
            let at = venue.waits_since.max(limit.from).plus_seconds(i64::from(limit.seconds));
            list.push(Wait { table: Some(*table), what: ClockKind::TimeLimit, at });
        }
    }
    list
}

/// When a session by the clock is over.
fn ends(own: &Tournament, venue: &Venue) -> Option<Time> {
    let played = matches!(venue.phase, Phase::Betting | Phase::Closed | Phase::Dealing);
    match own.plan.as_ref()?.session {
        Length::Minutes(minutes) if played && venue.play_off.is_none() => {
            Some(venue.since.plus_minutes(minutes))
        }
        Length::Minutes(_) | Length::Coups(_) | Length::Shoes(_) => None,
    }
}

/// Whose turn it is to wager at a table.
pub(crate) fn next(book: &Rulebook, own: &Tournament, table: u8) -> Option<PersonId> {
    let venue = own.venues.get(&table).filter(|venue| venue.phase == Phase::Betting)?;
    sequence(book, own, table).into_iter().find(|name| !venue.has_acted(*name))
}

/// What the clock says next, and when. It ends sessions by time; where Punto deals, it closes wagers once everybody has
/// wagered and lets the cards out, a moment after the last word so that people can follow.
pub(crate) fn due(contest: &Contest, dealer: Dealer) -> Option<(Time, Command)> {
    const PAUSE: i64 = 1;
    let own = &contest.own;
    let tables = own.venues.iter().filter_map(|(table, venue)| {
        let table = *table;
        // A coup for which somebody has wagered is played to its end first.
        let over = ends(own, venue).filter(|_| venue.phase == Phase::Betting && !venue.has_begun());
        let over = over.map(|at| (at, Command::TimeUp { table }));
        let soon = own.now.plus_seconds(PAUSE);
        let command = match venue.phase {
            Phase::Betting if all_acted(own, table, venue) => Command::Close { table },
            Phase::Closed => Command::Deal { table },
            Phase::Betting | Phase::Idle | Phase::Dealing | Phase::Over | Phase::Declared => {
                return over;
            }
        };
        let deals = dealer == Dealer::Automatic && lets(contest, soon, &command);
        deals.then_some((soon, command)).or(over)
    });
    tables.min_by_key(|(at, _)| *at)
}

/// Whether everybody who is there has made up their mind.
fn all_acted(own: &Tournament, table: u8, venue: &Venue) -> bool {
    let here = own.at(table);
    let mut present = here.iter().filter(|(_, place)| place.present).peekable();
    present.peek().is_some() && present.all(|(name, _)| venue.has_acted(*name))
}

fn lets(contest: &Contest, at: Time, command: &Command) -> bool {
    let at = at.max(contest.own.now);
    decide(&contest.book, &contest.own, &Stamped { at, by: Actor::System, command: command.clone() }).is_ok()
}
