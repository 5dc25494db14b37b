//! Payout odds as exact ratios, and the roundings a rule may apply to what they pay.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::{Amount, Chips, Money};

/// Odds `a:b`: a stake of `b` wins `a`, and the stake comes back.
///
/// ```
/// use punto_vocab::{Money, Odds};
/// let odds: Odds = "19:20".parse().unwrap();
/// assert_eq!(odds.winnings(Money::from_minor(10_000)).whole(), Some(Money::from_minor(9_500)));
/// assert!("0:1".parse::<Odds>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Odds {
    pays: u32,
    stake: u32,
}

impl Odds {
    /// Even money.
    pub const EVEN: Odds = Odds { pays: 1, stake: 1 };

    /// The most that odds may pay for one, so that no stake can overflow.
    pub const LARGEST: u32 = 10_000;

    /// What a stake of [`Odds::stake`] wins.
    pub const fn pays(self) -> u32 {
        self.pays
    }

    /// The stake that wins [`Odds::pays`].
    pub const fn stake(self) -> u32 {
        self.stake
    }

    /// What a stake wins, exactly.
    pub fn winnings(self, stake: Money) -> Amount {
        Amount::new(i128::from(stake.minor()) * i128::from(self.pays), i128::from(self.stake))
    }

    /// These odds after a share of the win is kept back: `1:1` less `1:20` is `19:20`.
    pub fn less(self, share: Odds) -> Odds {
        let (n, d) = (self.pays * (share.stake - share.pays), self.stake * share.stake);
        let common = gcd(n, d);
        Odds { pays: n / common, stake: d / common }
    }
}

pub(crate) const fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl fmt::Display for Odds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}:{}", self.pays, self.stake))
    }
}

/// A text that is no odds.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not odds; odds are two whole numbers from 1 to {max}, like 8:1 or 19:20", max = Odds::LARGEST)]
pub struct OddsError(pub String);

impl FromStr for Odds {
    type Err = OddsError;

    fn from_str(text: &str) -> Result<Odds, OddsError> {
        let part = |part: &str| -> Option<u32> {
            let figures = !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
            part.parse().ok().filter(|n| figures && (1..=Odds::LARGEST).contains(n))
        };
        let (pays, stake) = text.split_once(':').unwrap_or((text, ""));
        match (part(pays), part(stake)) {
            (Some(pays), Some(stake)) => Ok(Odds { pays, stake }),
            _ => Err(OddsError(text.chars().take(40).collect())),
        }
    }
}

impl From<Odds> for String {
    fn from(odds: Odds) -> String {
        odds.to_string()
    }
}

impl TryFrom<String> for Odds {
    type Error = OddsError;

    fn try_from(text: String) -> Result<Odds, OddsError> {
        text.parse()
    }
}

crate::words! {
    /// What becomes of a payout that the table's chips cannot make exactly.
    pub enum Rounding: "a rounding" {
        /// Up to the next amount the chips can make.
        Up = "up",
        /// Down to the last amount the chips can make.
        Down = "down",
        /// To the nearer of the two, up when they are equally near.
        Nearest = "nearest",
        /// Such a wager is not taken, so nothing is ever rounded.
        Refused = "refused",
    }
}

impl Rounding {
    /// The amount that is paid for an exact one, in chips; `Refused` pays what could be paid below it.
    pub fn pay(self, exact: Amount, chips: &Chips) -> Money {
        if let Some(whole) = exact.whole().filter(|whole| chips.can_make(*whole)) {
            return whole;
        }
        let below = chips.at_most(exact);
        let Some(above) = chips.at_least(exact) else { return below };
        match self {
            Rounding::Up => above,
            Rounding::Down | Rounding::Refused => below,
            Rounding::Nearest if exact.distance(below) < exact.distance(above) => below,
            Rounding::Nearest => above,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn money(text: &str) -> Money {
        text.parse().unwrap()
    }

    #[test]
    fn odds_of_zero_and_other_nonsense_are_refused() {
        for text in
            ["0:1", "1:0", "1", ":", "1:", ":1", "1:1:1", "-1:1", "+1:1", "1.5:1", "99999999999:1", "10001:1"]
        {
            assert_eq!(text.parse::<Odds>(), Err(OddsError(text.into())), "{text}");
        }
    }

    #[test]
    fn commission_leaves_a_ratio() {
        let commission: Odds = "1:20".parse().unwrap();
        assert_eq!(Odds::EVEN.less(commission).to_string(), "19:20");
    }

    #[test]
    fn each_rounding_pays_what_chips_can_make() {
        let odds: Odds = "19:20".parse().unwrap();
        let exact = odds.winnings(money("25")); // 23.75
        let fives: Chips = "5 25".parse().unwrap();
        let ones: Chips = "1 5".parse().unwrap();
        for (rounding, with_fives, with_ones) in [
            (Rounding::Up, "25", "24"),
            (Rounding::Down, "20", "23"),
            (Rounding::Nearest, "25", "24"),
            (Rounding::Refused, "20", "23"),
        ] {
            assert_eq!(rounding.pay(exact, &fives), money(with_fives), "{rounding}");
            assert_eq!(rounding.pay(exact, &ones), money(with_ones), "{rounding}");
            assert_eq!(rounding.pay(odds.winnings(money("100")), &fives), money("95"));
        }
    }
}
