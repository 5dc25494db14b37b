//! The details of a prize: a form of items, what it has in it, and how it is paid.

use std::fmt;
use std::str::FromStr;

use punto_rulebook::{Content, PrizeItem as Item, PrizeKind};
use punto_vocab::line::Field;
use punto_vocab::{Money, Value, Valued, Word};
use serde::{Deserialize, Serialize};

use crate::content;

punto_vocab::name! {
    /// Names something that a prize has in it and that regulations may prescribe as no prize: `e-cigarette`.
    pub ThingId, 32, "a thing", "lower-case letters, figures and -", "e-cigarette",
    |c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'
}

impl Valued for ThingId {
    fn value(&self) -> Value {
        Value::name(self)
    }
}

punto_vocab::form! {
    /// The form as it is filled in: `kind vehicle, what a car, value 45000, make Holden`.
    ///
    /// ```
    /// use punto_promotion::Details;
    /// let wine: Details = "kind goods, what a cellar, value 900, contains liquor:12 glasses".parse().unwrap();
    /// assert_eq!(wine.prized().parts.len(), 2);
    /// assert!("kind goods, contains liquor".parse::<Details>().unwrap_err().contains("liquor:12"));
    /// ```
    pub struct Details(Item): "details like kind cash, value 500, contains nothing", read by Prized;
}

impl Details {
    /// What they come to. They were read when they were written down; what could not be read then would come to nothing.
    pub fn prized(&self) -> Prized {
        Prized::of(self).unwrap_or_default()
    }

    /// Every item that is filled in.
    pub fn items(&self) -> impl Iterator<Item = Item> {
        self.0.words()
    }
}

/// Something that a prize has in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thing {
    /// Something that a document may speak of.
    Known(Content),
    /// So many litres of liquor.
    Litres(u32),
    /// Nothing of that kind, although its text may sound like it.
    None(Content),
    /// Something else by its name.
    Named(ThingId),
    /// Nothing of that name, although its text may sound like it.
    Without(ThingId),
}

impl Thing {
    fn read(text: &str) -> Result<Thing, String> {
        let known = |word: &str| Content::from_word(word).ok().or_else(|| content::known_as(word));
        match text.split_once(':') {
            Some(("not", what)) => known(what)
                .map_or_else(|| ThingId::read(what).map(Thing::Without), |own| Ok(Thing::None(own))),
            Some((what, litres)) if known(what) == Some(Content::Liquor) => {
                u32::read(litres).map(Thing::Litres)
            }
            Some(_) | None => match known(text) {
                Some(Content::Liquor) => {
                    Err(format!("{text}: how many litres is not said; expected something like liquor:12"))
                }
                Some(content) => Ok(Thing::Known(content)),
                None => ThingId::read(text).map(Thing::Named),
            },
        }
    }

    /// Whether it says of such content that the prize has it, or that it has none.
    pub fn is_about(self, content: Content) -> bool {
        match self {
            Thing::None(own) => own == content,
            Thing::Known(_) | Thing::Litres(_) => self.content() == content,
            Thing::Named(_) | Thing::Without(_) => false,
        }
    }

    /// What a document would know it as.
    pub const fn content(self) -> Content {
        match self {
            Thing::Known(content) | Thing::None(content) => content,
            Thing::Litres(_) => Content::Liquor,
            Thing::Named(_) | Thing::Without(_) => Content::Prescribed,
        }
    }
}

impl fmt::Display for Thing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Thing::Known(content) => write!(f, "{content}"),
            Thing::None(content) => write!(f, "no {content}"),
            Thing::Litres(litres) => write!(f, "{litres} litres of {}", Content::Liquor),
            Thing::Named(name) => write!(f, "{name}"),
            Thing::Without(name) => write!(f, "no {name}"),
        }
    }
}

impl Valued for Thing {
    fn value(&self) -> Value {
        Value::Text(self.to_string())
    }
}

/// What the details of a prize come to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Prized {
    /// Its kinds.
    pub kinds: Vec<PrizeKind>,
    /// What it is worth.
    pub value: Money,
    /// What it has in it that must be looked at.
    pub parts: Vec<Thing>,
    /// The amount that may be had in its place.
    pub alternative: Option<Money>,
}

impl Prized {
    /// What details come to, or which of them cannot be read.
    fn of(details: &Details) -> Result<Prized, String> {
        let form = &details.0;
        let words = |item| form.item(item).into_iter().flat_map(str::split_whitespace);
        let kind = |word| PrizeKind::from_word(word).map_err(|error| format!("{}: {error}", Item::Kind));
        let parts = words(Item::Contains).filter(|word| *word != "nothing");
        form.flag(Item::OnRoad)?;
        form.flag(Item::SpendingMoney)?;
        form.count(Item::Travellers, 1..=1_000)?;
        let value: Option<Money> = form.read(Item::Value)?;
        if value.is_some_and(|value| !value.is_positive()) {
            return Err(format!("{}: a prize is worth something", Item::Value));
        }
        Ok(Prized {
            kinds: words(Item::Kind).map(kind).collect::<Result<_, _>>()?,
            value: value.unwrap_or_default(),
            parts: parts.map(Thing::read).collect::<Result<_, _>>()?,
            alternative: form.read(Item::CashAlternative)?,
        })
    }

    /// All the liquor in it.
    pub fn litres(&self) -> u32 {
        self.parts.iter().fold(0, |all, part| match part {
            Thing::Litres(litres) => all.saturating_add(*litres),
            Thing::Known(_) | Thing::None(_) | Thing::Named(_) | Thing::Without(_) => all,
        })
    }

    /// Whether it is money and nothing else.
    pub fn is_cash(&self) -> bool {
        self.kinds == [PrizeKind::Cash]
    }

    /// Whether dollars to play with are in it.
    pub fn has_dollars(&self) -> bool {
        self.kinds.iter().any(|kind| matches!(kind, PrizeKind::CasinoDollars | PrizeKind::SlotsDollars))
    }
}

punto_vocab::words! {
    /// How money is paid.
    pub enum Means: "a way to pay" {
        /// In cash.
        Cash = "cash",
        /// By a crossed cheque to the winner.
        Cheque = "cheque",
        /// To an account of the winner.
        Transfer = "transfer",
    }
}

/// How a prize in money is paid, in one way or several: `cash 5000 cheque 7000`.
///
/// ```
/// use punto_promotion::{Means, PrizePayment};
/// let payment: PrizePayment = "cash 5000 cheque 7000".parse().unwrap();
/// assert_eq!(payment.total().to_string(), "12000");
/// assert_eq!((payment.by(Means::Cheque).to_string(), payment.by(Means::Transfer).to_string()), ("7000".into(), "0".into()));
/// assert!("cash 5000 cash 1".parse::<PrizePayment>().is_err() && "cash 0".parse::<PrizePayment>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct PrizePayment(Vec<(Means, Money)>);

impl PrizePayment {
    /// What is paid in one of the ways.
    pub fn by(&self, means: Means) -> Money {
        self.0.iter().filter(|(own, _)| *own == means).map(|(_, amount)| *amount).sum()
    }

    /// All of it.
    pub fn total(&self) -> Money {
        self.0.iter().map(|(_, amount)| *amount).sum()
    }
}

impl fmt::Display for PrizePayment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts: Vec<String> = self.0.iter().map(|(means, amount)| format!("{means} {amount}")).collect();
        f.write_str(&parts.join(" "))
    }
}

impl FromStr for PrizePayment {
    type Err = String;

    fn from_str(text: &str) -> Result<PrizePayment, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let mut parts: Vec<(Means, Money)> = Vec::new();
        for pair in words.chunks(2) {
            let &[means, amount] = pair else {
                return Err(format!(
                    "`{}` has no amount; expected {}",
                    pair.join(" "),
                    PrizePayment::EXPECTED
                ));
            };
            let (means, amount) = (Means::read(means)?, Money::read(amount)?);
            if parts.iter().any(|(own, _)| *own == means) || !amount.is_positive() {
                return Err(format!(
                    "{means} {amount} is nothing, or named twice; expected {}",
                    PrizePayment::EXPECTED
                ));
            }
            parts.push((means, amount));
        }
        if parts.is_empty() {
            Err(format!("nothing; expected {}", PrizePayment::EXPECTED))
        } else {
            Ok(PrizePayment(parts))
        }
    }
}

impl From<PrizePayment> for String {
    fn from(payment: PrizePayment) -> String {
        payment.to_string()
    }
}

impl TryFrom<String> for PrizePayment {
    type Error = String;

    fn try_from(text: String) -> Result<PrizePayment, String> {
        text.parse()
    }
}

impl Field for PrizePayment {
    const REST: bool = true;
    const EXPECTED: &'static str = "a payment like cash 5000 cheque 7000";

    fn write(&self) -> String {
        self.to_string()
    }

    fn read(text: &str) -> Result<PrizePayment, String> {
        text.parse()
    }
}

impl Valued for PrizePayment {
    fn value(&self) -> Value {
        Value::Text(self.to_string())
    }
}

punto_vocab::stored_as_text!(PrizePayment);
