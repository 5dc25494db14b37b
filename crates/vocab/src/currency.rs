//! Currencies: the smallest amount of each, and what is given for money of another.

use std::fmt;

use crate::line::Field;
use crate::{Amount, Money, Value, Valued};

crate::name! {
    /// Names a currency, in one word.
    pub Currency, 12, "a currency", "letters, figures and signs without a blank", "AUD",
    |c| c.is_ascii_graphic()
}

impl Valued for Currency {
    fn value(&self) -> Value {
        Value::name(self)
    }
}

/// Currencies without a smaller coin, by ISO 4217.
const WHOLE: [&str; 16] = [
    "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV", "XAF", "XOF",
    "XPF",
];

/// Those whose smallest coin is finer than a hundredth, which money is counted in.
const FINE: [&str; 9] = ["BHD", "CLF", "IQD", "JOD", "KWD", "LYD", "OMR", "TND", "UYW"];

/// The smallest amount of a currency; none of one that is counted finer than in hundredths. A name that is no currency's,
/// as a house calls its credits, is counted in hundredths.
///
/// ```
/// use punto_vocab::smallest;
/// let money = |text: &str| text.parse::<punto_vocab::Money>().ok();
/// assert_eq!(smallest("AUD"), money("0.01"));
/// assert_eq!(smallest("JPY"), money("1"));
/// assert_eq!(smallest("KWD"), None);
/// ```
pub fn smallest(currency: &str) -> Option<Money> {
    match currency {
        fine if FINE.contains(&fine) => None,
        whole if WHOLE.contains(&whole) => Some(Money::from_minor(100)),
        _ => Some(Money::from_minor(1)),
    }
}

/// What one of a currency is worth in another, to a thousand-millionth.
///
/// ```
/// use punto_vocab::{Money, ExchangeRate, line::Field};
/// let rate = ExchangeRate::read("0.0102").unwrap();
/// assert_eq!(rate.to_string(), "0.0102");
/// assert_eq!(rate.of("10000".parse().unwrap()).floor(), "102".parse().unwrap());
/// for wrong in ["", "0", "0.0", "-1", "1e3", ".5", "1.", "1.0123456789", "1000000.1"] {
///     assert!(ExchangeRate::read(wrong).is_err(), "{wrong}");
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ExchangeRate(u64);

impl ExchangeRate {
    const ONE: u64 = 1_000_000_000;
    /// The most that one of a currency may be worth in another.
    const MOST: u64 = 1_000_000;

    /// What an amount is worth, exactly.
    pub fn of(self, given: Money) -> Amount {
        Amount::new(i128::from(given.minor()) * i128::from(self.0), i128::from(ExchangeRate::ONE))
    }
}

impl fmt::Display for ExchangeRate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, part) = (self.0 / ExchangeRate::ONE, self.0 % ExchangeRate::ONE);
        match part {
            0 => write!(f, "{whole}"),
            part => write!(f, "{whole}.{}", format!("{part:09}").trim_end_matches('0')),
        }
    }
}

impl Field for ExchangeRate {
    const EXPECTED: &'static str = "a rate like 0.0102, above 0 and with at most nine decimals";

    fn write(&self) -> String {
        self.to_string()
    }

    fn read(text: &str) -> Result<ExchangeRate, String> {
        let figures = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
        let fits = figures(whole) && figures(part) && whole.len() <= 7 && part.len() <= 9;
        let number = |text: &str| text.parse::<u64>().unwrap_or_default();
        let rate = fits.then(|| number(whole) * ExchangeRate::ONE + number(&format!("{part:0<9}")));
        rate.filter(|rate| (1..=ExchangeRate::MOST * ExchangeRate::ONE).contains(rate))
            .map(ExchangeRate)
            .ok_or_else(|| {
                format!("`{}` is not {}", text.chars().take(40).collect::<String>(), ExchangeRate::EXPECTED)
            })
    }
}

/// Money of another currency that was brought, and at which rate it was taken.
///
/// ```
/// use punto_vocab::{Exchange, line::Field};
/// let brought = Exchange::read("JPY:10000@0.0102").unwrap();
/// assert_eq!(brought.write(), "JPY:10000@0.0102");
/// assert_eq!(brought.worth("0.01".parse().unwrap()), "102".parse().unwrap());
/// assert!(Exchange::read("JPY:10000").is_err() && Exchange::read("JPY@0.0102").is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// Of which currency.
    pub currency: Currency,
    /// How much was brought.
    pub given: Money,
    /// What one of it is worth.
    pub rate: ExchangeRate,
}

impl Exchange {
    /// What it comes to, down to the smallest amount of the other currency: nobody is given more than the rate says.
    pub fn worth(&self, smallest: Money) -> Money {
        let (worth, step) = (self.rate.of(self.given).floor().minor(), smallest.minor().max(1));
        Money::from_minor(worth - worth.rem_euclid(step))
    }
}

impl fmt::Display for Exchange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}@{}", self.currency, self.given, self.rate)
    }
}

impl Field for Exchange {
    const EXPECTED: &'static str = "what was brought and its rate, like JPY:10000@0.0102";

    fn write(&self) -> String {
        self.to_string()
    }

    fn read(text: &str) -> Result<Exchange, String> {
        let wrong =
            || format!("`{}` is not {}", text.chars().take(40).collect::<String>(), Exchange::EXPECTED);
        let (brought, rate) = text.rsplit_once('@').ok_or_else(wrong)?;
        let (currency, given) = brought.rsplit_once(':').ok_or_else(wrong)?;
        Ok(Exchange {
            currency: currency.parse().map_err(|_| wrong())?,
            given: given.parse().map_err(|error| format!("{error}"))?,
            rate: ExchangeRate::read(rate)?,
        })
    }
}

impl Valued for Exchange {
    fn value(&self) -> Value {
        Value::Text(format!("{} {} @ {}", self.given, self.currency, self.rate))
    }
}

crate::stored_as_text!(Exchange);
