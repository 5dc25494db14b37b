//! A wager on the layout, and when each part of it came down.

use punto_coup::Wager;
use punto_lines::Fault;
use punto_rulebook::Span;
use punto_vocab::{Money, Time};
use serde::{Deserialize, Serialize};

use super::Spot;

/// A wager on the layout.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Placed {
    /// The wager.
    pub wager: Wager,
    /// The limits it was accepted under.
    pub limits: Span,
    /// What the dealer found wrong with it.
    pub fault: Option<Fault>,
    /// Whether the dealer has cut it in proportion.
    pub reduced: bool,
    /// Whether its stake is not to be known to others yet.
    pub sealed: bool,
    /// When it was put down.
    #[serde(default)]
    pub since: Time,
    /// What was added to it since, and when.
    #[serde(default)]
    pub added: Vec<(Time, Money)>,
    /// How much of it was found to be late, where that is not all of it.
    #[serde(default)]
    pub late_part: Option<Money>,
    /// What is on record of it, where an officer has found another amount since; nought where none was.
    #[serde(default)]
    pub recorded: Option<Money>,
}

impl Placed {
    /// How long before wagers closed the record leaves room for doubt whether a wager came down in time.
    pub const DOUBT_SECONDS: i64 = 10;

    /// Whose it is, where it lies and on what.
    pub fn spot(&self) -> Spot {
        (self.wager.patron, self.wager.at.0, self.wager.bet)
    }

    /// A part is taken off: what was added last goes first, and what is left keeps its time.
    pub(crate) fn take_off(&mut self, mut off: Money) {
        while let Some((_, part)) = self.added.last_mut().filter(|_| off.is_positive()) {
            let cut = off.min(*part);
            (*part, off) = (*part - cut, off - cut);
            if part.is_zero() {
                self.added.pop();
            }
        }
    }

    /// An officer has counted it: another amount than the record has lies there, or that one after all.
    pub(crate) fn counted(&mut self, stake: Money) {
        let before = self.wager.stake.total();
        if *self.recorded.get_or_insert(before) == stake {
            self.recorded = None;
        } else {
            self.take_off(before - stake);
        }
        self.wager.stake.chips = stake - self.wager.stake.tokens;
    }

    /// How much of it came down so shortly before a moment that the record leaves room for doubt. What an officer let
    /// somebody put down since has nothing doubtful.
    pub fn in_doubt(&self, closed: Time) -> Money {
        let doubt = |since: Time| (since..=since.plus_seconds(Placed::DOUBT_SECONDS)).contains(&closed);
        let added: Money = self.added.iter().map(|(_, part)| *part).sum();
        let late: Money = self.added.iter().filter(|(at, _)| doubt(*at)).map(|(_, part)| *part).sum();
        if doubt(self.since) { late + self.wager.stake.total() - added } else { late }
    }

    /// How much of it is in time, where the rest was found to be late.
    pub fn in_time(&self) -> Money {
        self.late_part.map_or(Money::ZERO, |late| self.wager.stake.total() - late)
    }
}
