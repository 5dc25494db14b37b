//! Vouchers: money on paper, told apart by a name of twelve figures that only chance has chosen.

use std::fmt;

use punto_vocab::line::Field;
use punto_vocab::{Value, Valued};
use serde::{Deserialize, Serialize};

/// The name of a voucher: the first twelve figures of its number.
///
/// The rest of a number is a check code, made with a key that no record and no line holds: who reads the journal cannot
/// print a voucher.
///
/// ```
/// use punto_accounts::VoucherId;
/// use punto_vocab::line::Field;
/// let voucher = VoucherId::new(34_567).unwrap();
/// assert_eq!(voucher.to_string(), "000000034567");
/// assert_eq!(VoucherId::read("000000034567"), Ok(voucher));
/// assert!(VoucherId::new(1_000_000_000_000).is_none());
/// for wrong in ["", "34567", "00000003456x", "+00000034567", "0000000345678"] {
///     assert!(VoucherId::read(wrong).is_err(), "{wrong}");
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct VoucherId(u64);

impl VoucherId {
    /// How many figures it has.
    pub const FIGURES: usize = 12;
    /// How many there are.
    pub const COUNT: u64 = 10_u64.pow(VoucherId::FIGURES as u32);

    /// The voucher of this number, if it has no more than twelve figures.
    pub const fn new(number: u64) -> Option<VoucherId> {
        if number < VoucherId::COUNT { Some(VoucherId(number)) } else { None }
    }
}

impl Valued for VoucherId {
    fn value(&self) -> Value {
        Value::name(self)
    }
}

punto_vocab::stored_as_text!(VoucherId);

impl fmt::Display for VoucherId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:0width$}", self.0, width = VoucherId::FIGURES)
    }
}

impl Field for VoucherId {
    const EXPECTED: &'static str = "the twelve figures of a voucher";

    fn write(&self) -> String {
        self.to_string()
    }

    fn read(text: &str) -> Result<VoucherId, String> {
        let figures = text.len() == VoucherId::FIGURES && text.bytes().all(|byte| byte.is_ascii_digit());
        let number = figures.then(|| text.parse().ok()).flatten();
        number.and_then(VoucherId::new).ok_or_else(|| {
            format!("`{}` is not {}", text.chars().take(40).collect::<String>(), VoucherId::EXPECTED)
        })
    }
}

impl From<VoucherId> for String {
    fn from(voucher: VoucherId) -> String {
        voucher.to_string()
    }
}

impl TryFrom<String> for VoucherId {
    type Error = String;

    fn try_from(text: String) -> Result<VoucherId, String> {
        VoucherId::read(&text)
    }
}
