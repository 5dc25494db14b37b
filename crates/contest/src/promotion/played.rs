//! Entries that come from play: which coup of which table each is of, as the keys of a promotion's records have it.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use punto_report::CoupRecall;
use punto_site::TableId;
use punto_vocab::{Money, PersonId};

/// The coup that made an entry: its table, the table's record that ended it, and who played.
///
/// ```
/// use punto_contest::PlayedCoup;
/// let played: PlayedCoup = "played/nsw-1/117/ada".parse().unwrap();
/// assert_eq!((played.seq, played.to_string().as_str()), (117, "played/nsw-1/117/ada"));
/// assert!("played/nsw-1/0117/ada".parse::<PlayedCoup>().is_err() && "t7-1".parse::<PlayedCoup>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PlayedCoup {
    /// The table.
    pub table: TableId,
    /// Its record in which the coup ended.
    pub seq: u64,
    /// Who played.
    pub entrant: PersonId,
}

impl fmt::Display for PlayedCoup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "played/{}/{}/{}", self.table, self.seq, self.entrant)
    }
}

impl FromStr for PlayedCoup {
    type Err = ();

    fn from_str(text: &str) -> Result<PlayedCoup, ()> {
        let mut parts = text.strip_prefix("played/").ok_or(())?.split('/');
        let mut next = || parts.next().ok_or(());
        let played = PlayedCoup {
            table: next()?.parse().map_err(drop)?,
            seq: next()?.parse().map_err(drop)?,
            entrant: next()?.parse().map_err(drop)?,
        };
        match played.to_string() == text {
            true => Ok(played),
            false => Err(()),
        }
    }
}

/// What each has laid in a coup that came to a result; nobody anything in one that did not.
pub fn stakes(coup: &CoupRecall) -> BTreeMap<PersonId, Money> {
    let mut stakes = BTreeMap::new();
    let counts = coup.records.1 > 0 && coup.winner.is_some() && !coup.void && !coup.undone;
    for wager in coup.wagers.iter().filter(|_| counts) {
        *stakes.entry(wager.patron).or_insert(Money::ZERO) += wager.stake + wager.tokens;
    }
    stakes
}
