//! What is published: the conditions with every prize, as one value that somebody else can approve to the word.

use std::fmt;
use std::str::FromStr;

use punto_vocab::line::Field;
use punto_vocab::{Value, Valued, split_unquoted};

use crate::conditions::Conditions;
use crate::prize::Details;
use crate::state::Promotion;

/// A prize with its number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfferedPrize {
    /// The number.
    pub prize: u8,
    /// The details.
    pub details: Details,
}

/// The conditions and the prizes: `manner draw, wager none; prize 1 kind cash, value 500`.
///
/// ```
/// use punto_promotion::PrizeOffer;
/// let text = r#"manner draw, wager none; prize 1 kind cash, value 500; prize 2 what "pens; prize 3, paper""#;
/// let offer: PrizeOffer = text.parse().unwrap();
/// assert_eq!((offer.prizes.len(), offer.to_string().parse::<PrizeOffer>().as_ref()), (2, Ok(&offer)));
/// assert!("manner draw; prize one kind cash".parse::<PrizeOffer>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrizeOffer {
    /// The conditions.
    pub conditions: Conditions,
    /// The prizes in their order.
    pub prizes: Vec<OfferedPrize>,
}

punto_vocab::stored! {
    struct OfferedPrize { prize, details }
    struct PrizeOffer { conditions, prizes }
}

/// What stands before each prize in a line.
const PRIZE: &str = "; prize ";

impl Promotion {
    /// What would be published now, or was.
    pub fn offer(&self) -> PrizeOffer {
        let lot = |(prize, own): (&u8, &crate::state::Prize)| OfferedPrize {
            prize: *prize,
            details: own.details.clone(),
        };
        PrizeOffer { conditions: self.form.clone(), prizes: self.prizes.iter().map(lot).collect() }
    }
}

impl fmt::Display for PrizeOffer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.conditions)?;
        self.prizes.iter().try_for_each(|lot| write!(f, "{PRIZE}{} {}", lot.prize, lot.details))
    }
}

impl FromStr for PrizeOffer {
    type Err = String;

    fn from_str(text: &str) -> Result<PrizeOffer, String> {
        let mut parts = split_unquoted(text, PRIZE).into_iter();
        let conditions = parts.next().unwrap_or_default().parse()?;
        let lot = |part: &str| {
            let (prize, details) = part.split_once(' ').unwrap_or((part, "nothing"));
            Ok(OfferedPrize { prize: u8::read(prize)?, details: details.parse()? })
        };
        Ok(PrizeOffer { conditions, prizes: parts.map(lot).collect::<Result<_, String>>()? })
    }
}

impl Field for PrizeOffer {
    const REST: bool = true;
    const EXPECTED: &'static str = "conditions and prizes like manner draw; prize 1 kind cash, value 500";

    fn write(&self) -> String {
        self.to_string()
    }

    fn read(text: &str) -> Result<PrizeOffer, String> {
        text.parse()
    }
}

impl Valued for PrizeOffer {
    fn value(&self) -> Value {
        Value::Text(self.to_string())
    }
}
