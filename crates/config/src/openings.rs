//! What one person alone may open a table with: the currencies of the house, and limits within its bounds.

use punto_rulebook::{Limits, Span};
use punto_table::Command;
use punto_vocab::Money;

/// The bounds of what one person alone may open a table with, or change its limits to. Beyond the limits it takes two.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Openings {
    /// The currencies that the house has.
    pub currencies: Vec<String>,
    /// The least and the most that one person may make the limits; no bounds in a demonstration.
    pub limits: Option<Span>,
}

/// Limits that are wider than one person may make them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("limits of {}..{} go beyond {}..{}, which is what one person may set; it takes two", .asked.min, .asked.max, .bounds.min, .bounds.max)]
pub struct Wide {
    /// What was asked for.
    pub asked: Span,
    /// What one person may set.
    pub bounds: Span,
}

impl Openings {
    /// Whether the house has this currency.
    pub fn has(&self, currency: &str) -> bool {
        self.currencies.iter().any(|own| own == currency)
    }

    /// Refuses limits that one person may not set alone.
    pub fn alone(&self, limits: &Limits) -> Result<(), Wide> {
        let of_bets = limits.of_bet.values().copied();
        std::iter::once(limits.wager).chain(of_bets).try_for_each(|span| self.within(span))
    }

    /// Refuses a command to a table by which one person would set such limits.
    pub fn alone_says(&self, command: &Command) -> Result<(), Wide> {
        match command {
            Command::ChangeLimits { limits }
            | Command::ChangeStakes { limits, .. }
            | Command::RaiseAtOnce { limits }
            | Command::Personal { limits, .. } => self.within(limits.0),
            _ => Ok(()),
        }
    }

    fn within(&self, asked: Span) -> Result<(), Wide> {
        match self.limits {
            Some(bounds) if asked.min < bounds.min || asked.max > bounds.max => Err(Wide { asked, bounds }),
            Some(_) | None => Ok(()),
        }
    }

    /// The bounds that a house has where its configuration names none: those of the tables that it names.
    pub(crate) fn of_tables(spans: impl IntoIterator<Item = Span>) -> Span {
        let none = Span { min: Money::ZERO, max: Money::ZERO };
        let wider =
            |one: Span, other: Span| Span { min: one.min.min(other.min), max: one.max.max(other.max) };
        spans.into_iter().reduce(wider).unwrap_or(none)
    }
}
