//! Promotional vouchers as they are exchanged for tokens: which one it is, and the conditions on it.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::line::Field;
use crate::{BetId, Day, Value, Valued};

crate::name! {
    /// The number that is printed on a promotional voucher; no two of a house have the same.
    pub TokenVoucherId, 24, "a promotional voucher", "letters, figures and -", "P-4711",
    |c| c.is_ascii_alphanumeric() || c == '-'
}

impl Valued for TokenVoucherId {
    fn value(&self) -> Value {
        Value::name(self)
    }
}

crate::words! {
    /// What becomes of a promotional token when its wager wins, by the terms of its voucher.
    #[derive(Default)]
    pub enum AfterWin: "what becomes of a token that won" {
        /// It goes back to the patron.
        #[default]
        Returned = "returned",
        /// The house keeps it.
        Collected = "collected",
    }
}

/// A promotional voucher that a dealer takes: its number, and the conditions that are printed on it.
///
/// ```
/// use punto_vocab::{AfterWin, TokenVoucher, line::Field};
/// let voucher = TokenVoucher::read("P-4711:until-2024-05-01:on-player+banker:collected").unwrap();
/// assert!(voucher.lets_on("banker".parse().unwrap()) && !voucher.lets_on("tie".parse().unwrap()));
/// assert_eq!(voucher.after_win, AfterWin::Collected);
/// assert_eq!(voucher.write(), "P-4711:until-2024-05-01:on-banker+player:collected");
/// assert!(TokenVoucher::read("P-4711").unwrap().lets_on("tie".parse().unwrap()));
/// for wrong in ["", ":collected", "P 4711", "P-4711:", "P-4711:on-", "P-4711:until-soon", "P-4711:collected:collected"] {
///     assert!(TokenVoucher::read(wrong).is_err(), "{wrong}");
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct TokenVoucher {
    /// Which one it is.
    pub number: TokenVoucherId,
    /// The last gaming day on which it is exchanged.
    pub until: Option<Day>,
    /// The bets that its tokens may lie on; on any where none is named.
    pub bets: Vec<BetId>,
    /// What becomes of its tokens when they win.
    pub after_win: AfterWin,
}

impl TokenVoucher {
    /// Whether its tokens may lie on a bet.
    pub fn lets_on(&self, bet: BetId) -> bool {
        self.bets.is_empty() || self.bets.contains(&bet)
    }

    /// Whether the tokens of two vouchers are worth the same, so that nobody need tell them apart.
    pub fn like(&self, other: &TokenVoucher) -> bool {
        (&self.bets, self.after_win) == (&other.bets, other.after_win)
    }
}

impl fmt::Display for TokenVoucher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number)?;
        if let Some(day) = self.until {
            write!(f, ":until-{day}")?;
        }
        if !self.bets.is_empty() {
            let bets: Vec<&str> = self.bets.iter().map(BetId::as_str).collect();
            write!(f, ":on-{}", bets.join("+"))?;
        }
        match self.after_win {
            AfterWin::Returned => Ok(()),
            AfterWin::Collected => write!(f, ":{}", AfterWin::Collected),
        }
    }
}

impl Field for TokenVoucher {
    const EXPECTED: &'static str = "a promotional voucher and its conditions, like P-4711 or P-4711:until-2024-05-01:on-player:collected";

    fn write(&self) -> String {
        self.to_string()
    }

    fn read(text: &str) -> Result<TokenVoucher, String> {
        let wrong =
            || format!("`{}` is not {}", text.chars().take(60).collect::<String>(), TokenVoucher::EXPECTED);
        let mut parts = text.split(':');
        let number = parts.next().unwrap_or_default().parse().map_err(|_| wrong())?;
        let mut read = TokenVoucher { number, until: None, bets: Vec::new(), after_win: AfterWin::default() };
        for part in parts {
            if let Some(day) = part.strip_prefix("until-") {
                read.until = Some(day.parse()?);
            } else if let Some(bets) = part.strip_prefix("on-") {
                read.bets = bets.split('+').map(str::parse).collect::<Result<_, _>>().map_err(|_| wrong())?;
                read.bets.sort();
                read.bets.dedup();
            } else if part == AfterWin::Collected.to_string() {
                read.after_win = AfterWin::Collected;
            } else {
                return Err(wrong());
            }
        }
        // One text for one voucher: conditions come in one order, each once.
        if read.to_string().len() == text.len() { Ok(read) } else { Err(wrong()) }
    }
}

impl Valued for TokenVoucher {
    fn value(&self) -> Value {
        Value::name(self)
    }
}

impl From<TokenVoucher> for String {
    fn from(voucher: TokenVoucher) -> String {
        voucher.to_string()
    }
}

impl TryFrom<String> for TokenVoucher {
    type Error = String;

    fn try_from(text: String) -> Result<TokenVoucher, String> {
        TokenVoucher::read(&text)
    }
}

crate::stored_as_text!(TokenVoucher);
