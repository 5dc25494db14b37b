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

/// How long people have to follow the last word, in seconds.
const PAUSE: i64 = 1;
/// How long they have to alter what lies from a tied coup, where nobody has limited the time to wager.
const TO_ALTER: i64 = 15;

/// What the clock says next, and when. It ends sessions by time; where Punto deals, it closes wagers once everybody has
/// wagered and lets the cards out, a moment after the last word so that people can follow. That moment may have passed long ago
/// where the house was down: whether there is still a coup to close is asked of now.
pub(crate) fn due(contest: &Contest, dealer: Dealer, now: Time) -> Option<(Time, Command)> {
    let own = &contest.own;
    let tables = own.venues.iter().filter_map(|(table, venue)| {
        let table = *table;
        // A coup for which somebody has wagered is played to its end first.
        let over = ends(own, venue).filter(|_| venue.phase == Phase::Betting && !venue.has_begun());
        let over = over.map(|at| (at, Command::TimeUp { table }));
        let soon = own.now.plus_seconds(PAUSE);
        let (soon, command) = match venue.phase {
            Phase::Betting if all_acted(own, table, venue) => {
                (soon.max(altered_by(own, table, venue)), Command::Close { table })
            }
            Phase::Closed => (soon, Command::Deal { table }),
            Phase::Betting | Phase::Idle | Phase::Dealing | Phase::Over | Phase::Declared => {
                return over;
            }
        };
        let deals = dealer == Dealer::Automatic && lets(contest, soon.max(now), &command);
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

/// Until when wagers may be altered that lie from a tied coup, where the document has them lie: as long as any wager may take, so
/// that nobody's is closed over because it lay there already.
fn altered_by(own: &Tournament, table: u8, venue: &Venue) -> Time {
    let lies = own.at(table).iter().any(|(name, place)| place.present && !venue.acts_anew(*name));
    let seconds = own.time_limit.map_or(TO_ALTER, |limit| i64::from(limit.seconds));
    if lies { venue.waits_since.plus_seconds(seconds) } else { venue.waits_since }
}

fn lets(contest: &Contest, at: Time, command: &Command) -> bool {
    let at = at.max(contest.own.now);
    decide(&contest.book, &contest.own, &Stamped { at, by: Actor::System, command: command.clone() }).is_ok()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::sync::Arc;

    use punto_tournament::{apply, says_itself};

    use super::*;

    /// A session of two under Tasmania's rules, as these lines have left it.
    fn session(lines: &[&str]) -> Contest {
        let book = Arc::new(Rulebook::embedded("tas-2013").unwrap());
        let mut contest = Contest::new(book.clone(), true);
        let form = "conditions fee 0, form f, entry e, entrants 2..8, chips 1000, limits 10..200, rounds 1, session minutes 3, \
                    advance 1, hidden 0, prizes 100, paid cheque, start 1970-01-01T00:00:00Z";
        let before = "publish;apply ada;apply ben;inform ada ben;endorse ada;endorse ben;accept ada ben;start;designate 1;\
                      allot ada 1@1;allot ben 1@2;attend;take-seat ada;take-seat ben;begin";
        for line in [form].into_iter().chain(before.split(';')).chain(lines.iter().copied()) {
            let command: Command = line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
            let by = says_itself(&book, &command);
            let own = Arc::make_mut(&mut contest.own);
            let events = decide(&book, own, &Stamped { at: Time(0), by, command });
            let events = events.unwrap_or_else(|refused| panic!("{line}: {refused}"));
            events.iter().for_each(|event| apply(own, Time(0), by, event));
        }
        contest
    }

    const COUP: [&str; 4] = ["wager ada@1 player 20", "wager ben@2 player 10", "close 1", "deal 1"];

    fn after(cards: &str, more: &[&str], now: Time) -> Option<(Time, Command)> {
        let result = format!("result 1 {cards}");
        let lines: Vec<&str> =
            COUP.into_iter().chain([result.as_str()]).chain(more.iter().copied()).collect();
        due(&session(&lines), Dealer::Automatic, now)
    }

    const TIED: &str = "9hKs-9dQc";

    #[test]
    fn what_lies_from_a_tied_coup_can_be_altered_before_wagers_are_closed() {
        let close = |seconds: i64| Some((Time(0).plus_seconds(seconds), Command::Close { table: 1 }));
        assert_eq!(due(&session(&COUP[..2]), Dealer::Automatic, Time(0)), close(PAUSE));
        assert_eq!(after(TIED, &[], Time(0)), close(TO_ALTER));
        assert_eq!(after(TIED, &["alter ben player 30"], Time(0)), close(TO_ALTER));
        assert_eq!(after(TIED, &["alter ben player 30", "alter ada player 30"], Time(0)), close(PAUSE));
    }

    #[test]
    fn a_session_whose_time_has_passed_ends_whatever_lies_from_a_tied_coup() {
        let (up, over) = (Time(0).plus_minutes(3), Command::TimeUp { table: 1 });
        assert_eq!(after("9hKs-2d5c", &[], Time(0)), Some((up, over.clone())));
        for late in [up, up.plus_minutes(60)] {
            assert_eq!(after(TIED, &[], late), Some((up, over.clone())));
            // A coup for which somebody has wagered anew in time is played.
            let altered = after(TIED, &["alter ben player 30"], late).map(|(_, command)| command);
            assert_eq!(altered, Some(Command::Close { table: 1 }));
        }
    }
}
