//! The numbers of vouchers: twelve figures by chance and eight that only the holder of the key can make; and who has tried
//! wrong ones.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use hmac::{Hmac, KeyInit, Mac};
use punto_accounts::VoucherId;
use punto_journal::Fault;
use punto_site::Attempts;
use punto_vocab::PersonId;
use punto_vocab::Time;
use punto_vocab::line::Field;
use sha2::Sha256;
use subtle::ConstantTimeEq;

/// How many figures the check code has.
const CODE_FIGURES: usize = 8;
/// So many people's wrong numbers are counted at once; if more come, those who are not locked are forgotten.
const WATCHED: usize = 10_000;

/// What numbers are made and checked with.
pub struct VoucherNumbers {
    key: [u8; 32],
    site: String,
    tries: Mutex<HashMap<PersonId, Attempts>>,
}

impl VoucherNumbers {
    /// With the key of a site.
    pub fn new(key: [u8; 32], site: &str) -> VoucherNumbers {
        VoucherNumbers { key, site: site.to_owned(), tries: Mutex::default() }
    }

    /// The whole number of a voucher: its name, and the check code that this site alone can make.
    pub fn number(&self, voucher: VoucherId) -> String {
        format!("{voucher}{}", self.code(voucher))
    }

    fn code(&self, voucher: VoucherId) -> String {
        let Ok(mut keyed) = Hmac::<Sha256>::new_from_slice(&self.key) else {
            unreachable!("a key of any length will do")
        };
        keyed.update(b"punto voucher 1\n");
        keyed.update(self.site.as_bytes());
        keyed.update(b"\n");
        keyed.update(voucher.to_string().as_bytes());
        let digest = keyed.finalize().into_bytes();
        let eight = digest[..8].iter().fold(0_u64, |number, byte| number << 8 | u64::from(*byte));
        format!("{:0width$}", eight % 10_u64.pow(CODE_FIGURES as u32), width = CODE_FIGURES)
    }

    /// The voucher of a number as it was read or typed, if its check code is right.
    pub fn read(&self, text: &str) -> Option<VoucherId> {
        let figures: String = text.chars().filter(|c| !matches!(c, ' ' | '-')).collect();
        let (id, code) = figures.split_at_checked(VoucherId::FIGURES)?;
        let voucher = VoucherId::read(id).ok()?;
        bool::from(self.code(voucher).as_bytes().ct_eq(code.as_bytes())).then_some(voucher)
    }

    /// Counts a try as a wrong one before anybody knows whether it is, so that of many at once no more are looked at than
    /// one after another; whether whoever tries is locked if it was wrong. After wrong numbers nobody tries further ones for
    /// a while, and for longer each time; then the seconds until the next try are the answer.
    pub fn trying(&self, who: PersonId, now: Time) -> Result<bool, u64> {
        let mut tries = self.tries();
        if let Some(until) = tries.get(&who).and_then(|attempts| attempts.locked(now)) {
            let seconds = until.0.saturating_sub(now.0).max(0) as u64 / 1_000_000;
            return Err(seconds);
        }
        if tries.len() >= WATCHED {
            tries.retain(|_, attempts| attempts.locked(now).is_some());
        }
        let attempts = tries.entry(who).or_default();
        let until = attempts.lock_after_failure(now);
        attempts.failed();
        Ok(until.inspect(|until| attempts.lock(*until)).is_some())
    }

    /// The number was one that a voucher has or had: the try is not counted, and those before it still are.
    pub fn not_made_up(&self, who: PersonId) {
        if let Some(attempts) = self.tries().get_mut(&who) {
            attempts.failures = attempts.failures.saturating_sub(1);
            attempts.locked_until = None;
        }
    }

    /// A voucher was redeemed that was out: nobody can do that at will, and the tries before it are forgotten.
    pub fn redeemed(&self, who: PersonId) {
        self.tries().remove(&who);
    }

    fn tries(&self) -> MutexGuard<'_, HashMap<PersonId, Attempts>> {
        self.tries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A name that only chance has chosen, each as likely as any other.
pub fn by_chance() -> Result<VoucherId, Fault> {
    let even = u64::MAX - u64::MAX % VoucherId::COUNT;
    loop {
        let mut bytes = [0; 8];
        getrandom::fill(&mut bytes).map_err(|error| Fault::Unfit(error.to_string()))?;
        let number = u64::from_le_bytes(bytes);
        if let Some(voucher) = VoucherId::new(number % VoucherId::COUNT).filter(|_| number < even) {
            return Ok(voucher);
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // a test that cannot be set up should stop there

    use super::*;

    #[test]
    fn every_misread_figure_and_every_other_house_is_found_out() {
        let vouchers = VoucherNumbers::new([7; 32], "Punto");
        let voucher = VoucherId::new(123_456_789_012).unwrap();
        let number = vouchers.number(voucher);
        assert_eq!(number.len(), 20);
        assert_eq!(vouchers.read(&number), Some(voucher));
        let spaced = format!("{} {}-{}", &number[..4], &number[4..12], &number[12..]);
        assert_eq!(vouchers.read(&spaced), Some(voucher), "as people type it");
        for place in 0..number.len() {
            for figure in '0'..='9' {
                let mut other: Vec<char> = number.chars().collect();
                if other[place] != figure {
                    other[place] = figure;
                    assert_eq!(vouchers.read(&other.iter().collect::<String>()), None, "{place} {figure}");
                }
            }
        }
        for wrong in
            ["", "1", &number[1..], &format!("{number}0"), &"é".repeat(10), &number.replace('1', "x")]
        {
            assert_eq!(vouchers.read(wrong), None, "{wrong}");
        }
        for other in [VoucherNumbers::new([8; 32], "Punto"), VoucherNumbers::new([7; 32], "Other")] {
            assert_eq!(other.read(&number), None);
        }
    }

    #[test]
    fn a_known_number_forgives_no_wrong_one() {
        let (vouchers, ada, now) = (VoucherNumbers::new([7; 32], "Punto"), "ada".parse().unwrap(), Time(0));
        for _ in 0..2 {
            assert!(!vouchers.trying(ada, now).unwrap());
            vouchers.trying(ada, now).unwrap();
            vouchers.not_made_up(ada);
        }
        assert!(vouchers.trying(ada, now).unwrap(), "the third wrong one locks");
        assert!(vouchers.trying(ada, now).is_err());
        assert!(vouchers.trying(ada, now.plus_minutes(1)).unwrap(), "and so does each after it");
        assert!(vouchers.trying(ada, now.plus_minutes(2)).is_err(), "for longer");
        vouchers.redeemed(ada);
        assert!(!vouchers.trying(ada, now).unwrap());
    }

    #[test]
    fn names_are_chosen_by_chance() {
        let names: std::collections::BTreeSet<VoucherId> = (0..500).map(|_| by_chance().unwrap()).collect();
        assert_eq!(names.len(), 500);
        let low = names.iter().filter(|name| name.to_string().starts_with(['0', '1', '2', '3', '4'])).count();
        assert!((150..350).contains(&low), "{low} of 500 in the lower half");
    }
}
