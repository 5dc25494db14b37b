//! A promotion with all that its records have come to, and the reading of them.

use std::collections::BTreeMap;
use std::sync::Arc;

use punto_journal::{Hash, Record};
use punto_promotion::{Command, Event, Happening, Means, Promotion, apply, decide};
use punto_records::{BadRecord, Engines};
use punto_rulebook::Rulebook;
use punto_site::TableId;
use punto_vocab::{Actor, Money, PersonId, Time};

use crate::again;
use crate::contest::Moved;
use crate::promotion::played::PlayedCoup;
use crate::whose::WhoseWord;

/// A promotion with all that its records have come to.
#[derive(Clone, Debug)]
pub struct Campaign {
    /// Its document.
    pub book: Arc<Rulebook>,
    /// Whether it is for show, so that no account is touched.
    pub for_show: bool,
    /// The promotion.
    pub own: Arc<Promotion>,
    /// The number of its last record.
    pub seq: u64,
    /// The hash of its last record.
    pub hash: Hash,
    /// The time of its last record.
    pub at: Time,
    /// Since when its conditions are published.
    pub since: Option<Time>,
    /// The last coup of each table that made an entry of each patron.
    pub played: BTreeMap<(TableId, PersonId), u64>,
    engines: Engines,
}

impl Campaign {
    /// A promotion without records.
    pub fn new(book: Arc<Rulebook>, for_show: bool) -> Campaign {
        Campaign {
            book,
            for_show,
            own: Arc::default(),
            seq: 0,
            hash: Hash::ZERO,
            at: Time(0),
            since: None,
            played: BTreeMap::new(),
            engines: Engines::default(),
        }
    }

    /// Decides a record again, compares it and folds it; one of another engine is folded as it is stored.
    pub fn take(&mut self, record: &Record) -> Result<(Actor, Vec<Event>), BadRecord> {
        let (by, said) = again::next((self.seq, self.hash), &mut self.engines, record)?;
        let kept = |command: &Command, _: &[Event]| self.is_kept(command, by, record.entry.key.as_deref());
        again::decided(record, (by, &said), kept, |stamped| decide(&self.book, &self.own, stamped))?;
        self.fold(record, by, &said.events);
        Ok((by, said.events))
    }

    /// Folds what a record holds.
    pub fn fold(&mut self, record: &Record, by: Actor, events: &[Event]) {
        let at = Time(record.entry.at);
        for event in events {
            if let Happening::Published { .. } = event.what {
                self.since = Some(at);
            }
            apply(Arc::make_mut(&mut self.own), at, by, event);
        }
        if let Some(played) = record.entry.key.as_deref().and_then(|key| key.parse::<PlayedCoup>().ok()) {
            self.played.insert((played.table, played.entrant), played.seq);
        }
        (self.seq, self.hash, self.at) = (record.entry.seq, record.hash, at);
    }

    /// Whether a record of this is of whoever may cause it. Only a table enters somebody by play, each coup once.
    pub fn is_kept(&self, command: &Command, by: Actor, key: Option<&str>) -> bool {
        let Some(played) = key.and_then(|key| key.parse::<PlayedCoup>().ok()) else {
            return WhoseWord::of_promotion(command).is_kept(by, key, self.for_show);
        };
        let of_play = self.own.plan.as_ref().is_some_and(|plan| plan.play);
        let new = self.played.get(&(played.table, played.entrant)).is_none_or(|last| *last < played.seq);
        let enters = matches!(command, Command::Enter { entrant, wager: Some(_), proof: None } if *entrant == played.entrant);
        of_play && new && enters && by == Actor::System
    }

    /// The money of accounts that events move: what is paid of a prize by transfer or in cash goes into the winner's account.
    /// Cash is had from it at the cage, from the drawer of somebody who answers for it, like any other.
    pub fn moved(&self, events: &[Event]) -> Vec<Moved> {
        let paid = |event: &Event| match &event.what {
            Happening::Awarded { winner, payment: Some(payment), .. } => {
                let amount = payment.by(Means::Transfer) + payment.by(Means::Cash);
                amount.is_positive().then_some(Moved { patron: *winner, amount: -amount, done: true })
            }
            _ => None,
        };
        events.iter().filter(|_| !self.for_show).filter_map(paid).collect()
    }

    /// What somebody must have wagered in a coup for an entry, where coups are entries.
    pub fn least_played(&self) -> Option<Money> {
        self.own.plan.as_ref().filter(|plan| plan.play).map(|plan| plan.wager)
    }

    /// Why this program cannot write the next record, if a newer one has written the last.
    pub fn too_new(&self) -> Option<String> {
        self.engines.too_new()
    }
}
