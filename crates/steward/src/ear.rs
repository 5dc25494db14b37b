//! One table of a tournament, heard: its records read to a position, and what they tell.

use std::collections::VecDeque;
use std::sync::Arc;

use punto_contest::{Contest, Heard};
use punto_floor::{Floor, Replay, Standing};
use punto_records::StreamOf;
use punto_rulebook::Rulebook;
use punto_site::TableId;
use punto_table::Happening;
use punto_tournament::{Command, tells};
use punto_vocab::Time;

/// A table as far as it has been read.
pub(crate) struct Ear {
    number: u8,
    pub(crate) name: TableId,
    standing: Standing,
    /// What it told that the tournament has not recorded yet, in order, with the time of the table's record.
    pub(crate) told: VecDeque<(Heard, Time, Command)>,
    /// The last thing of this tournament that it has done: the number of the tournament's record, and which of its asks.
    pub(crate) done: Option<(u64, u32)>,
    /// Whether another tournament has opened the table since, so that what is played there is none of this one's.
    of_another: bool,
}

impl Ear {
    /// A table that nobody has listened to yet.
    pub(crate) fn new(number: u8, name: TableId) -> Ear {
        Ear {
            number,
            name,
            standing: Standing::new(name.as_str()),
            told: VecDeque::new(),
            done: None,
            of_another: false,
        }
    }

    /// Reads what the table has recorded since, on a thread where that may take its time.
    pub(crate) async fn listen(
        self,
        floor: &Floor,
        book: Arc<Rulebook>,
        tournament: String,
    ) -> (Ear, Result<(), String>) {
        let floor = floor.clone();
        let number = self.number;
        let name = self.name;
        let read = move || {
            let mut ear = self;
            let read = ear.read(&floor, book, &tournament);
            (ear, read)
        };
        match tokio::task::spawn_blocking(read).await {
            Ok(both) => both,
            Err(error) => (Ear::new(number, name), Err(error.to_string())),
        }
    }

    fn read(&mut self, floor: &Floor, book: Arc<Rulebook>, tournament: &str) -> Result<(), String> {
        let stream = StreamOf::Table(self.name).name().map_err(|error| error.to_string())?;
        let mut replay = Replay::new(floor.books(), self.standing.clone(), Some(book));
        loop {
            let records = floor.journal().read(&stream, replay.standing.seq, 500);
            let records = records.map_err(|fault| fault.to_string())?;
            if records.is_empty() {
                break;
            }
            for record in &records {
                let taken = replay.take(record).map_err(|bad| bad.to_string())?;
                let (seq, at) = (record.entry.seq, Time(record.entry.at));
                let done = record.entry.key.as_deref().map(|key| asked(tournament, key));
                if taken.events.iter().any(|event| matches!(event.what, Happening::Opened { .. })) {
                    self.of_another = done == Some(None);
                }
                let commands = match self.of_another {
                    true => Vec::new(),
                    false => tells(self.number, &replay.standing.table, &taken.events),
                };
                for (command, nth) in commands.into_iter().zip(0..) {
                    self.told.push_back((Heard { table: self.number, seq, nth }, at, command));
                }
                if let Some(done) = done.flatten() {
                    self.done = self.done.max(Some(done));
                }
            }
        }
        self.standing = replay.standing;
        Ok(())
    }

    /// How many coups have ended at the table, as far as it has been read.
    pub(crate) fn ended(&self) -> usize {
        self.standing.table.coups.ended()
    }

    /// Forgets what the tournament has recorded already, and what is of a session before this one.
    pub(crate) fn skip(&mut self, contest: &Contest) {
        let heard = contest.heard.get(&self.number).copied();
        let since = contest.own.venues.get(&self.number).map_or(Time(i64::MAX), |venue| venue.since);
        self.told.retain(|(told, at, _)| heard.is_none_or(|heard| *told > heard) && *at >= since);
    }
}

/// The key of what a tournament asks of a table: from the number of its own record, and which of the record's asks it is.
pub(crate) fn ask_key(tournament: &str, seq: u64, nth: u32) -> String {
    format!("{tournament}/{seq}/{nth}")
}

fn asked(tournament: &str, key: &str) -> Option<(u64, u32)> {
    let (seq, nth) = key.strip_prefix(tournament)?.strip_prefix('/')?.split_once('/')?;
    Some((seq.parse().ok()?, nth.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_of_an_ask_tells_whose_it_is_and_which() {
        let key = ask_key("spring-cup", 17, 3);
        assert_eq!(asked("spring-cup", &key), Some((17, 3)));
        assert_eq!(asked("spring", &key), None);
        assert_eq!(asked("spring-cup", "t7-123456"), None);
    }
}
