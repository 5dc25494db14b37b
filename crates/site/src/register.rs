//! The promotional vouchers of the house: each is issued once, and exchanged for tokens at most once, at whatever table.

use std::collections::{BTreeMap, BTreeSet};

use punto_vocab::{Money, PersonId, TokenVoucher, TokenVoucherId};
use serde::{Deserialize, Serialize};

use crate::reason::Reason;

/// Every promotional voucher that was ever issued.
///
/// Two numbers that differ only in capitals name one voucher, as they do on paper.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct VoucherRegister {
    /// Those that can be exchanged, by their number in capitals.
    out: BTreeMap<String, IssuedVoucher>,
    /// The numbers of those that were exchanged or withdrawn, in capitals.
    gone: BTreeSet<String>,
}

/// A promotional voucher as it was issued.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct IssuedVoucher {
    /// Its number and its conditions.
    pub voucher: TokenVoucher,
    /// The tokens that it is exchanged for.
    pub amount: Money,
    /// Who alone exchanges it; whoever brings it where nobody is named.
    pub patron: Option<PersonId>,
}

impl VoucherRegister {
    /// Whether none was ever issued.
    pub fn is_empty(&self) -> bool {
        self.out.is_empty() && self.gone.is_empty()
    }

    /// The vouchers that can be exchanged.
    pub fn out(&self) -> impl Iterator<Item = &IssuedVoucher> {
        self.out.values()
    }

    /// Whether a voucher of this number is out, or was.
    pub fn knows(&self, number: TokenVoucherId) -> bool {
        let number = key(number);
        self.out.contains_key(&number) || self.gone.contains(&number)
    }

    /// Whether one is out under this number.
    pub fn is_out(&self, number: TokenVoucherId) -> bool {
        self.out.contains_key(&key(number))
    }

    /// Why a voucher is not exchanged for a patron, if it is not: it must be out exactly as it is said.
    pub fn refuses(&self, voucher: &TokenVoucher, amount: Money, patron: PersonId) -> Option<Reason> {
        let number = voucher.number;
        let Some(issued) = self.out.get(&key(number)) else {
            return Some(Reason::TokenVoucherNotOut { number });
        };
        // A name is not somebody else's by being written with capitals.
        let theirs = issued.patron.is_none_or(|of| of.as_str().eq_ignore_ascii_case(patron.as_str()));
        if (&issued.voucher, issued.amount) != (voucher, amount) {
            return Some(Reason::TokenVoucherDiffers {
                number,
                issued: issued.voucher.clone(),
                worth: issued.amount,
            });
        }
        (!theirs).then_some(Reason::TokenVoucherOfAnother { number, patron })
    }

    pub(crate) fn issue(&mut self, issued: IssuedVoucher) {
        self.out.insert(key(issued.voucher.number), issued);
    }

    pub(crate) fn is_gone(&mut self, number: TokenVoucherId) {
        let number = key(number);
        self.out.remove(&number);
        self.gone.insert(number);
    }
}

fn key(number: TokenVoucherId) -> String {
    number.as_str().to_ascii_uppercase()
}
