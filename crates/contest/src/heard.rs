//! Up to where a tournament has heard one of its tables, as the keys of its own records have it.

use std::fmt;
use std::str::FromStr;

/// The place of something that a table told: the table's number, its record, and which of the things that record tells.
///
/// ```
/// use punto_contest::Heard;
/// let heard = Heard { table: 2, seq: 117, nth: 0 };
/// assert_eq!(heard.to_string(), "heard/2/117/0");
/// assert_eq!("heard/2/117/0".parse(), Ok(heard));
/// assert!("t7-1".parse::<Heard>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Heard {
    /// The table's number in the tournament.
    pub table: u8,
    /// The record of the table.
    pub seq: u64,
    /// Which of the things that it tells, from 0.
    pub nth: u32,
}

impl fmt::Display for Heard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "heard/{}/{}/{}", self.table, self.seq, self.nth)
    }
}

impl FromStr for Heard {
    type Err = ();

    fn from_str(text: &str) -> Result<Heard, ()> {
        let mut parts = text.strip_prefix("heard/").ok_or(())?.split('/');
        let mut next = || parts.next().ok_or(());
        let heard = Heard {
            table: next()?.parse().map_err(drop)?,
            seq: next()?.parse().map_err(drop)?,
            nth: next()?.parse().map_err(drop)?,
        };
        match heard.to_string() == text {
            true => Ok(heard),
            false => Err(()),
        }
    }
}
