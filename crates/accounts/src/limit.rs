//! Limits of play: what is limited, over which span, by whom, and how much.

use std::cmp::Ordering;
use std::fmt;

use punto_vocab::Time;
use punto_vocab::line::Field;
use punto_vocab::{Money, Value, Valued};
use serde::{Deserialize, Serialize};

punto_vocab::words! {
    /// What is limited.
    pub enum LimitKind: "a kind of limit" {
        /// What is paid in.
        Deposit = "deposit",
        /// What is lost at tables, with what lies there still.
        Loss = "loss",
        /// How long is played.
        Time = "time",
    }
}

punto_vocab::words! {
    /// Over how long. Each span ends now: a day is the last 24 hours, not since midnight.
    pub enum Span: "a span" {
        /// The last 24 hours.
        Day = "day",
        /// The last 7 days.
        Week = "week",
        /// Since the same day of the month before.
        Month = "month",
    }
}

punto_vocab::words! {
    /// Who set a limit or an exclusion.
    pub enum Whose: "a side" {
        /// The patron.
        Own = "own",
        /// The house.
        House = "house",
    }
}

impl Span {
    /// When the span that ends at this moment began.
    pub fn start(self, end: Time) -> Time {
        match self {
            Span::Day => end.minus_hours(24),
            Span::Week => end.minus_hours(7 * 24),
            Span::Month => end.a_month_before(),
        }
    }
}

/// How much a limit allows; prints as `100`, `90min` or `none`.
///
/// ```
/// use punto_accounts::Most;
/// use punto_vocab::line::Field;
/// assert_eq!(Most::read("90min"), Ok(Most::Minutes(90)));
/// assert!(Most::read("100").unwrap().is_below(Most::Unlimited));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Most {
    /// This much money.
    Money(Money),
    /// This many minutes.
    Minutes(u32),
    /// Any amount.
    Unlimited,
}

impl Most {
    /// Whether a limit of this kind is counted so, and is one that somebody can enter.
    pub const fn measures(self, kind: LimitKind) -> bool {
        match self {
            Most::Money(most) => {
                let entered = 0 <= most.minor() && most.minor() <= Money::LARGEST.minor();
                entered && matches!(kind, LimitKind::Deposit | LimitKind::Loss)
            }
            Most::Minutes(_) => matches!(kind, LimitKind::Time),
            Most::Unlimited => true,
        }
    }

    /// Whether this is tighter than another limit of the same kind.
    pub fn is_below(self, other: Most) -> bool {
        self.against(other) == Some(Ordering::Less)
    }

    fn against(self, other: Most) -> Option<Ordering> {
        match (self, other) {
            (Most::Money(one), Most::Money(other)) => Some(one.cmp(&other)),
            (Most::Minutes(one), Most::Minutes(other)) => Some(one.cmp(&other)),
            (Most::Unlimited, Most::Unlimited) => Some(Ordering::Equal),
            (_, Most::Unlimited) => Some(Ordering::Less),
            (Most::Unlimited, _) => Some(Ordering::Greater),
            (Most::Money(_), Most::Minutes(_)) | (Most::Minutes(_), Most::Money(_)) => None,
        }
    }
}

impl Valued for Most {
    fn value(&self) -> Value {
        match self {
            Most::Money(money) => Value::Money(*money),
            Most::Minutes(minutes) => Value::Minutes(*minutes),
            Most::Unlimited => Value::Unlimited,
        }
    }
}

punto_vocab::stored! {
    enum Most: "the most of a limit" {
        Money(amount) = "money",
        Minutes(minutes) = "minutes",
        Unlimited = "unlimited",
    }
}

impl fmt::Display for Most {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Most::Money(money) => write!(f, "{money}"),
            Most::Minutes(minutes) => write!(f, "{minutes}min"),
            Most::Unlimited => write!(f, "none"),
        }
    }
}

impl Field for Most {
    const EXPECTED: &'static str = "an amount like 100, minutes like 90min, or none";

    fn write(&self) -> String {
        self.to_string()
    }

    fn read(text: &str) -> Result<Most, String> {
        match text.strip_suffix("min") {
            _ if text == "none" => Ok(Most::Unlimited),
            Some(minutes) => u32::read(minutes).map(Most::Minutes),
            None => Money::read(text).map(Most::Money).map_err(|why| format!("{why}, or {}", Self::EXPECTED)),
        }
    }
}

/// One limit, and what it will be when the wait is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limit {
    /// Who set it.
    pub whose: Whose,
    /// What is limited.
    pub kind: LimitKind,
    /// Over how long.
    pub span: Span,
    /// How much is allowed.
    pub most: Most,
    /// What it becomes, and when.
    pub waiting: Option<(Most, Time)>,
}

impl Limit {
    /// What is allowed at this moment.
    pub fn at(&self, at: Time) -> Most {
        match self.waiting {
            Some((most, from)) if from <= at => most,
            _ => self.most,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_read_as_they_are_written() {
        for text in ["0", "100", "2.50", "90min", "0min", "none"] {
            assert_eq!(Most::read(text).unwrap().write(), text);
        }
        for text in ["", "min", "-5", "1.5min", "all"] {
            assert!(Most::read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn only_limits_of_one_measure_compare() {
        let money = |minor| Most::Money(Money::from_minor(minor));
        assert!(money(1).is_below(money(2)) && !money(2).is_below(money(2)));
        assert!(money(1).is_below(Most::Unlimited) && !Most::Unlimited.is_below(money(1)));
        assert!(!money(1).is_below(Most::Minutes(2)) && !Most::Minutes(1).is_below(money(2)));
        assert!(money(1).measures(LimitKind::Loss) && !money(1).measures(LimitKind::Time));
    }

    #[test]
    fn what_waits_holds_from_its_moment() {
        let (kind, span) = (LimitKind::Time, Span::Day);
        let waiting = Some((Most::Unlimited, Time(10)));
        let limit = Limit { whose: Whose::Own, kind, span, most: Most::Minutes(5), waiting };
        assert_eq!((limit.at(Time(9)), limit.at(Time(10))), (Most::Minutes(5), Most::Unlimited));
    }
}
