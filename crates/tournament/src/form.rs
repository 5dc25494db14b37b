//! The form of a hidden wager: sealed when it is handed in, opened when it is read out.
//!
//! A record keeps the seal alone, a digest over the form and a word that only its entrant knows. So no record, log or backup
//! has a stake that nobody may know yet, and nobody can write another form afterwards.

use std::fmt;
use std::str::FromStr;

use punto_vocab::line::{Field, Words};
use punto_vocab::{BetId, Money, Value, Valued};
use serde::{Deserialize, Serialize};

/// What is written on a form: `banker:500:pepper`, or `banker:500/500:pepper` with the amount in words as well.
///
/// What is not written stands as `-`, so that a form that is filled in wrongly can be read out as it is.
///
/// ```
/// use punto_tournament::Form;
/// let form: Form = "banker:500/50:pepper".parse().unwrap();
/// assert_ne!(form.stake, form.words);
/// assert_eq!(form.to_string(), "banker:500/50:pepper");
/// assert!("-:-:".parse::<Form>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Form {
    /// The bet.
    pub bet: Option<BetId>,
    /// The amount in figures.
    pub stake: Option<Money>,
    /// The amount in words.
    pub words: Option<Money>,
    /// A word that only the entrant knows until the form is read out.
    salt: Words,
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bet = self.bet.map_or_else(|| "-".to_owned(), |bet| bet.to_string());
        let stake = self.stake.map_or_else(|| "-".to_owned(), |stake| stake.to_string());
        let words = self.words.map_or_else(String::new, |words| format!("/{words}"));
        write!(f, "{bet}:{stake}{words}:{}", self.salt)
    }
}

impl FromStr for Form {
    type Err = String;

    fn from_str(text: &str) -> Result<Form, String> {
        let wrong = || format!("`{}` is not {}", text.chars().take(40).collect::<String>(), Form::EXPECTED);
        let mut parts = text.splitn(3, ':');
        let (Some(bet), Some(amount), Some(salt)) = (parts.next(), parts.next(), parts.next()) else {
            return Err(wrong());
        };
        let (stake, words) = amount.split_once('/').unwrap_or((amount, "-"));
        Ok(Form {
            bet: written(bet, BetId::read)?,
            stake: written(stake, Money::read)?,
            words: written(words, Money::read)?,
            salt: Words::new(salt).map_err(|_| wrong())?,
        })
    }
}

fn written<T>(text: &str, read: impl Fn(&str) -> Result<T, String>) -> Result<Option<T>, String> {
    if text == "-" { Ok(None) } else { read(text).map(Some) }
}

impl Field for Form {
    const EXPECTED: &'static str = "a form like banker:500:pepper";

    fn write(&self) -> String {
        self.to_string()
    }

    fn read(text: &str) -> Result<Form, String> {
        text.parse()
    }
}

impl Valued for Form {
    fn value(&self) -> Value {
        Value::Text(self.to_string())
    }
}

punto_vocab::stored_as_text!(Form, Seal);

/// A digest of a form, which says nothing of what is written on it.
///
/// A line may have the form itself in its place, and is read as its seal: whoever writes scripts need not work out digests.
///
/// ```
/// use punto_tournament::{Form, Seal};
/// use punto_vocab::line::Field;
/// let seal = Seal::read("banker:500:pepper").unwrap();
/// assert_eq!(Seal::read(&seal.write()), Ok(seal));
/// assert!(seal.is_of(&"banker:500:pepper".parse::<Form>().unwrap()));
/// assert!(!seal.is_of(&"banker:501:pepper".parse::<Form>().unwrap()));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Seal([u8; 32]);

punto_vocab::hex_text!(Seal, String, |text| format!("`{text}` is not {}", Seal::EXPECTED));

impl Seal {
    /// The seal of a form.
    pub fn of(form: &Form) -> Seal {
        Seal(*blake3::hash(format!("punto hidden wager {form}").as_bytes()).as_bytes())
    }

    /// The number of the form, which everybody may know: who writes on paper as well writes it there.
    ///
    /// ```
    /// use punto_tournament::Seal;
    /// use punto_vocab::line::Field;
    /// assert_eq!(Seal::read("banker:500:pepper").unwrap().number().len(), "3F2A-91C0-77B2".len());
    /// ```
    pub fn number(self) -> String {
        let pairs = self.0.chunks(2).take(3);
        let groups: Vec<String> =
            pairs.map(|pair| pair.iter().map(|byte| format!("{byte:02X}")).collect()).collect();
        groups.join("-")
    }

    /// Whether this is the seal of a form.
    pub fn is_of(self, form: &Form) -> bool {
        self == Seal::of(form)
    }
}

impl Field for Seal {
    const EXPECTED: &'static str = "the seal of a form: 64 hexadecimal digits";

    fn write(&self) -> String {
        self.to_string()
    }

    fn read(text: &str) -> Result<Seal, String> {
        text.parse().or_else(|wrong| text.parse::<Form>().map(|form| Seal::of(&form)).map_err(|_| wrong))
    }
}

impl Valued for Seal {
    fn value(&self) -> Value {
        Value::Text(self.to_string())
    }
}
