//! A second factor: a code of six figures that a device of the person's own makes of a secret and the time (RFC 6238).
//!
//! The secret is sealed at rest like personal data, and a code is good once: the moment it stands for is kept, and no earlier one
//! is taken after it.

use std::sync::Arc;

use punto_journal::Fault;
use punto_vocab::{PersonId, Time};
use serde::{Deserialize, Serialize};
use sha1::{Digest, Sha1};
use tokio::sync::Mutex;
use zeroize::{Zeroize, Zeroizing};

use crate::persons::Persons;
use crate::secret::same;

/// How long a code stands, in seconds.
const STEP: i64 = 30;
/// How many figures it has.
const FIGURES: usize = 6;
/// So many steps before and after the present one are taken, for clocks that are not quite together and fingers that are slow.
const AROUND: i64 = 1;

/// What a device makes its codes of: twenty random bytes, as long as what comes out of the hash.
#[derive(Clone, Serialize, Deserialize)]
pub struct FactorSecret([u8; 20]);

impl Drop for FactorSecret {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

impl FactorSecret {
    fn make() -> Result<FactorSecret, Fault> {
        let mut secret = FactorSecret([0; 20]);
        getrandom::fill(&mut secret.0).map_err(|error| Fault::Io(error.to_string()))?;
        Ok(secret)
    }

    /// The secret as people type it into a device: letters and figures of RFC 4648's base 32.
    pub fn base32(&self) -> String {
        const LETTERS: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
        let bits: Vec<u8> =
            self.0.iter().flat_map(|byte| (0..8).rev().map(move |bit| byte >> bit & 1)).collect();
        let letter = |five: &[u8]| LETTERS[usize::from(five.iter().fold(0, |sum, bit| sum << 1 | bit))];
        bits.chunks(5).map(|five| char::from(letter(five))).collect()
    }

    /// What a device reads off a screen: the secret, and whose it is at which house.
    pub fn uri(&self, house: &str, who: PersonId) -> String {
        let house: String = house.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
        format!("otpauth://totp/{house}:{who}?secret={}&issuer={house}", self.base32())
    }

    /// The code of a step.
    pub fn code(&self, step: i64) -> String {
        code(&self.0, step.unsigned_abs(), FIGURES)
    }
}

/// The code that a device with this key shows at a moment, as a test or a program without a device works it out.
pub fn factor_code(key: &[u8], at: Time) -> String {
    code(key, step(at).unsigned_abs(), FIGURES)
}

fn step(at: Time) -> i64 {
    at.0.div_euclid(1_000_000).div_euclid(STEP)
}

/// The code of a counter (RFC 4226), of so many figures.
fn code(key: &[u8], counter: u64, figures: usize) -> String {
    let hash = hmac(key, &counter.to_be_bytes());
    let at = usize::from(hash[19] & 15);
    let four = [hash[at] & 0x7f, hash[at + 1], hash[at + 2], hash[at + 3]];
    let all = format!("{:010}", u32::from_be_bytes(four));
    all[all.len() - figures..].to_owned()
}

/// HMAC-SHA-1 (RFC 2104) of a key that is no longer than a block, as every device knows it.
fn hmac(key: &[u8], message: &[u8]) -> [u8; 20] {
    let pad = |with: u8| {
        let mut block = Zeroizing::new([with; 64]);
        block.iter_mut().zip(key).for_each(|(byte, key)| *byte ^= key);
        block
    };
    let inner = Sha1::new().chain_update(*pad(0x36)).chain_update(message).finalize();
    Sha1::new().chain_update(*pad(0x5c)).chain_update(inner).finalize().into()
}

/// What is kept of somebody's second factor.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    secret: FactorSecret,
    /// The last step of which a code was taken.
    last: i64,
}

/// The second factors of staff.
#[derive(Clone)]
pub struct Factors {
    persons: Persons,
    /// Held while a code is looked up and used up, so that two who bring the same are not both let in.
    turn: Arc<Mutex<()>>,
}

impl Factors {
    /// The second factors that lie beside personal data.
    pub fn new(persons: Persons) -> Factors {
        Factors { persons, turn: Arc::default() }
    }

    /// Makes a secret for somebody, in place of any that there was.
    pub async fn make(&self, who: PersonId) -> Result<FactorSecret, Fault> {
        let _turn = self.turn.lock().await;
        let secret = FactorSecret::make()?;
        self.put(who, &Kept { secret: secret.clone(), last: 0 }).await?;
        Ok(secret)
    }

    /// Whether a code is of this person's device and this moment, and was not used before. With that it is used.
    pub async fn takes(&self, who: PersonId, given: &str, now: Time) -> Result<bool, Fault> {
        let _turn = self.turn.lock().await;
        let Some(bytes) = self.persons.factor(who).await? else { return Ok(false) };
        let mut kept: Kept = serde_json::from_slice(&Zeroizing::new(bytes))
            .map_err(|error| Fault::Damaged(error.to_string()))?;
        let given: String = given.chars().filter(|c| !c.is_whitespace()).collect();
        let (present, last) = (step(now), kept.last);
        let mut steps = (present - AROUND..=present + AROUND).filter(|step| *step > last);
        let Some(step) = steps.find(|step| same(&kept.secret.code(*step), &given)) else { return Ok(false) };
        kept.last = step;
        self.put(who, &kept).await?;
        Ok(true)
    }

    async fn put(&self, who: PersonId, kept: &Kept) -> Result<(), Fault> {
        let bytes = serde_json::to_vec(kept).map_err(|error| Fault::Unfit(error.to_string()))?;
        self.persons.put_factor(who, bytes).await
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // a test that cannot be set up should stop there

    use punto_journal::{Journal, SqliteJournal};

    use super::*;

    /// RFC 6238, appendix B, for SHA-1: the time in seconds and the eight figures.
    const PUBLISHED: [(u64, &str); 6] = [
        (59, "94287082"),
        (1_111_111_109, "07081804"),
        (1_111_111_111, "14050471"),
        (1_234_567_890, "89005924"),
        (2_000_000_000, "69279037"),
        (20_000_000_000, "65353130"),
    ];

    #[test]
    fn codes_are_those_of_rfc_6238() {
        let key = b"12345678901234567890";
        for (time, figures) in PUBLISHED {
            assert_eq!(code(key, time / 30, 8), figures, "{time}");
            assert_eq!(FactorSecret(*key).code(time as i64 / 30), figures[2..], "{time}");
        }
    }

    #[test]
    fn a_secret_is_typed_and_read_off_as_devices_expect() {
        let secret = FactorSecret(*b"12345678901234567890");
        assert_eq!(secret.base32(), "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
        assert_eq!(
            secret.uri("The House", "kim".parse().unwrap()),
            "otpauth://totp/The-House:kim?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=The-House"
        );
    }

    #[tokio::test]
    async fn a_code_is_good_once_around_its_moment_and_its_secret_is_sealed() {
        let folder = tempfile::tempdir().unwrap();
        let journal: Arc<dyn Journal> = Arc::new(SqliteJournal::open(folder.path()).unwrap());
        let persons = Persons::open(journal.clone(), [7; 32], false).unwrap();
        let (factors, kim) = (Factors::new(persons.clone()), "kim".parse().unwrap());
        let at = |step: i64| Time(step * STEP * 1_000_000 + 1);
        assert!(!factors.takes(kim, "000000", at(100)).await.unwrap(), "who has none has no code");
        let secret = factors.make(kim).await.unwrap();
        let code = secret.code(100);
        assert!(!factors.takes(kim, &code, at(102)).await.unwrap(), "two steps late");
        assert!(!factors.takes(kim, &code, at(98)).await.unwrap(), "two steps early");
        let spaced = format!("{} {}", &code[..3], &code[3..]);
        assert!(factors.takes(kim, &spaced, at(101)).await.unwrap());
        assert!(!factors.takes(kim, &code, at(100)).await.unwrap(), "once");
        assert!(!factors.takes(kim, &secret.code(99), at(100)).await.unwrap(), "nor an earlier one");
        assert!(factors.takes(kim, &secret.code(101), at(100)).await.unwrap());
        let kept = journal.get("factor", "kim").unwrap().unwrap();
        let plain = serde_json::to_vec(&secret).unwrap();
        assert!(!kept.windows(plain.len()).any(|window| window == plain), "it is sealed at rest");
        // Neither a copy under another name nor one on another shelf opens.
        journal.put("person", "kim", &kept).unwrap();
        assert!(persons.get(kim).await.is_err());
        persons.erase(kim).await.unwrap();
        assert!(!factors.takes(kim, &secret.code(103), at(103)).await.unwrap());
    }
}
