//! What everybody may be told after a commit, and the last few of them for those who were away.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use punto_host::locked;
use punto_shoe::{Algorithm, Commitment, Discard, Pledge, ShoeId};
use punto_table::{Actor, Event, Table, Time};

pub use crate::shoe_track::SharesStage;

/// A table right after a commit. Views are made from it; it is no view itself, and holds what not everybody may see.
///
/// The order of the shoe is not in it: no card that has not left the shoe.
#[derive(Clone, Debug)]
pub struct Moment {
    /// The number of the stream's last record.
    pub seq: u64,
    /// When the last command was done.
    pub at: Time,
    /// The table as it stands.
    pub table: Arc<Table>,
    /// What happened since the moment before, in order, with the record that each is of: one commit may have several.
    pub happened: Vec<(u64, Time, Actor, Event)>,
    /// What the clock will do next, if nobody does something before.
    pub timer: Option<Timer>,
    /// The house's own shoe in play, or waiting for its cut.
    pub shoe: Option<Arc<ShoeNotice>>,
    /// The last shoe that has ended, opened for everybody to check.
    pub opened: Option<Arc<OpenedShoe>>,
    /// Why the table does not go on by itself: a person is asked.
    pub fault: Option<String>,
}

/// What the clock will do, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timer {
    /// When.
    pub at: Time,
    /// What.
    pub what: TimedStep,
}

/// A step of the dealer that waits for its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimedStep {
    /// The order of the next shoe is promised.
    Shuffle,
    /// The time to pledge or to reveal shares ends.
    Shares,
    /// The time to choose the cut ends.
    Cut,
    /// Wagers are asked for.
    OpenBets,
    /// Wagers close.
    CloseBets,
    /// A card is drawn.
    Card,
    /// A card is turned, or goes to its holder.
    Turn,
    /// Something else is said that the coup goes on with.
    Call,
    /// Wagers are settled.
    Settle,
    /// Play goes on after a ruling.
    Resume,
    /// The cards of a hand come back.
    HandBack,
    /// A shoe that has ended, or was given up, is opened.
    OpenShoe,
}

/// What is published of a shoe before its first card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShoeNotice {
    /// Which shoe.
    pub id: ShoeId,
    /// The promise of its order.
    pub commitment: Commitment,
    /// How the order is made from the seed and the shares.
    pub algorithm: Algorithm,
    /// Where it was cut; nobody has cut it yet if `None`.
    pub cut: Option<u16>,
    /// What patrons put into it; nothing is told of a shoe that has ended, as its record has it.
    pub shares: Option<SharesNotice>,
}

/// What is published of the shares of a shoe before it ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharesNotice {
    /// How far they are.
    pub stage: SharesStage,
    /// The pledges so far, in the order of their digests.
    pub pledges: Vec<Pledge>,
}

/// What is published of a shoe that has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenedShoe {
    /// What was published before.
    pub notice: ShoeNotice,
    /// The opening's text, for `punto verify-shoe` and for anyone's own check.
    pub opening: String,
    /// How many cards left the shoe, burned ones included.
    pub drawn: u32,
    /// Why it was given up; nothing if it was dealt.
    pub discarded: Option<Discard>,
    /// How many shares were pledged for it.
    pub shares: u32,
}

/// The last moments of a table, for those who were away for a short time.
#[derive(Debug, Default)]
pub(crate) struct Ring(Mutex<VecDeque<Arc<Moment>>>);

/// How many moments are kept.
const KEPT: usize = 64;

impl Ring {
    pub(crate) fn push(&self, moment: Arc<Moment>) {
        let mut ring = locked(&self.0);
        if ring.len() == KEPT {
            ring.pop_front();
        }
        ring.push_back(moment);
    }

    /// The moments behind a number, if none of them has been forgotten.
    pub(crate) fn since(&self, seq: u64) -> Option<Vec<Arc<Moment>>> {
        let ring = locked(&self.0);
        let known = ring.iter().any(|moment| moment.seq == seq);
        known.then(|| ring.iter().filter(|moment| moment.seq > seq).cloned().collect())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn moment(seq: u64) -> Arc<Moment> {
        Arc::new(Moment {
            seq,
            at: Time(0),
            table: Arc::default(),
            happened: Vec::new(),
            timer: None,
            shoe: None,
            opened: None,
            fault: None,
        })
    }

    #[test]
    fn who_missed_a_few_gets_exactly_those() {
        let ring = Ring::default();
        assert!(ring.since(0).is_none());
        for seq in [3, 4, 7] {
            ring.push(moment(seq));
        }
        let missed = |seq| ring.since(seq).map(|list| list.iter().map(|m| m.seq).collect::<Vec<_>>());
        assert_eq!(missed(3), Some(vec![4, 7]));
        assert_eq!(missed(7), Some(vec![]));
        assert_eq!(missed(5), None, "nobody was shown a moment with that number");
        for seq in 8..8 + KEPT as u64 {
            ring.push(moment(seq));
        }
        assert_eq!(missed(7), None, "too long ago");
        assert_eq!(missed(8).unwrap().len(), KEPT - 1);
    }
}
