//! Passwords and PINs: argon2id by a fixed pool, so that a flood of sign-ins takes neither the machine nor its memory.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::{Algorithm, Argon2, Block, Params, RECOMMENDED_SALT_LEN, Version};
use hmac::{Hmac, KeyInit, Mac};
use punto_accounts::{AccountRule, Reason, Refused};
use sha2::Sha256;
use tokio::sync::{Semaphore, oneshot};
use zeroize::Zeroizing;

use crate::credential::StaffCredential;
use crate::secret;

/// Makes and checks hashes of passwords.
///
/// Argon2id with 19 MiB, two passes and one lane, the least that OWASP advises. A hash says its own parameters, so
/// that they can be raised later. [`Passwords::AT_A_TIME`] threads compute them, each in memory of its own that it
/// keeps; at most [`Passwords::WAITING`] wait.
#[derive(Clone)]
pub struct Passwords {
    jobs: Sender<Job>,
    waiting: Arc<Semaphore>,
    /// What is checked where there is no account, so that it takes as long as where there is one.
    nobody: Arc<str>,
    /// What hashes of PINs are keyed with: four figures are soon tried by whoever has a copy of the database.
    pins: Arc<Secret>,
}

/// A key outside the database.
type Secret = Zeroizing<[u8; 32]>;

/// Something to be computed in a thread's own memory.
type Job = Box<dyn FnOnce(&mut [Block]) + Send>;

/// So many are computed or wait that another one must come again later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("too many people sign in at the same moment; try again in a few seconds")]
pub struct Crowded;

impl Passwords {
    /// Memory in KiB.
    pub const MEMORY: u32 = 19 * 1024;
    /// Passes over it.
    pub const PASSES: u32 = 2;
    /// The longest password that is looked at, in bytes.
    pub const LONGEST: usize = 256;
    /// How many are computed at a time.
    pub const AT_A_TIME: usize = 2;
    /// The most that wait.
    pub const WAITING: usize = 64;

    /// Starts the pool; computes one hash. The threads end when the last clone is gone. PINs are hashed with what the
    /// person key comes to.
    pub fn start(person_key: &[u8; 32]) -> Result<Passwords, String> {
        let mut pins = Hmac::<Sha256>::new_from_slice(person_key).map_err(|error| error.to_string())?;
        pins.update(b"punto pin 1");
        let pins = Arc::new(Zeroizing::new(pins.finalize().into_bytes().into()));
        let (jobs, waiting) = channel::<Job>();
        let waiting = Arc::new(Mutex::new(waiting));
        let mut memory = memory()?;
        let nobody = hash("nobody signs in with this", &[], &mut memory)?;
        let mut spare = Some(memory);
        for _ in 0..Passwords::AT_A_TIME {
            let memory = spare.take().map_or_else(self::memory, Ok)?;
            let waiting = waiting.clone();
            thread::Builder::new()
                .name("passwords".into())
                .spawn(move || work(&waiting, memory))
                .map_err(|error| format!("no thread for passwords: {error}"))?;
        }
        let waiting = Arc::new(Semaphore::new(Passwords::WAITING));
        Ok(Passwords { jobs, waiting, nobody: nobody.into(), pins })
    }

    /// The hash of a password, for the shelf.
    pub async fn hash(&self, password: String) -> Result<String, Crowded> {
        made(self.compute(move |memory| hash(&password, &[], memory)).await?)
    }

    /// The hash of a PIN, which nobody can try out without the house's key.
    pub async fn hash_pin(&self, pin: String) -> Result<String, Crowded> {
        let key = self.pins.clone();
        made(self.compute(move |memory| hash(&pin, &key[..], memory)).await?)
    }

    /// Whether a password has this hash. Without a hash the answer is no, and takes as long.
    pub async fn check(&self, password: String, kept: Option<String>) -> Result<bool, Crowded> {
        self.fits(password, kept, None).await
    }

    /// Whether this is the PIN with this hash; as [`Passwords::check`].
    pub async fn check_pin(&self, pin: String, kept: Option<String>) -> Result<bool, Crowded> {
        self.fits(pin, kept, Some(self.pins.clone())).await
    }

    async fn fits(
        &self,
        typed: String,
        kept: Option<String>,
        key: Option<Arc<Secret>>,
    ) -> Result<bool, Crowded> {
        let known = kept.is_some();
        let kept = kept.unwrap_or_else(|| self.nobody.as_ref().to_owned());
        let work = move |memory: &mut [Block]| {
            let key: &[u8] = key.as_ref().map_or(&[], |key| &key[..]);
            compare(&typed, &kept, key, memory).unwrap_or(false)
        };
        Ok(self.compute(work).await? && known)
    }

    /// Whether what somebody of staff has typed is their password, or both halves of their first.
    pub async fn check_staff(&self, typed: String, kept: Option<StaffCredential>) -> Result<bool, Crowded> {
        let halves = kept.as_ref().is_some_and(|kept| kept.halves);
        let password = if halves { secret::halves(&typed).unwrap_or(typed) } else { typed };
        self.check(password, kept.map(|kept| kept.hash)).await
    }

    async fn compute<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut [Block]) -> T + Send + 'static,
    ) -> Result<T, Crowded> {
        let _place = self.waiting.try_acquire().map_err(|_| Crowded)?;
        let (tell, told) = oneshot::channel();
        let job = move |memory: &mut [Block]| {
            // Whoever asked may have gone in the meantime.
            let _ = tell.send(work(memory));
        };
        self.jobs.send(Box::new(job)).map_err(|_| Crowded)?;
        told.await.map_err(|_| Crowded)
    }
}

fn made(hash: Result<String, String>) -> Result<String, Crowded> {
    hash.map_err(|error| {
        tracing::error!(%error, "no hash could be made of a password");
        Crowded
    })
}

/// Memory for one hash at a time.
fn memory() -> Result<Vec<Block>, String> {
    Ok(vec![Block::new(); params()?.block_count()])
}

/// Does one job after another until nobody can ask any more.
fn work(waiting: &Mutex<Receiver<Job>>, mut memory: Vec<Block>) {
    loop {
        let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
        match next {
            Ok(job) => job(&mut memory),
            Err(_) => return,
        }
    }
}

fn params() -> Result<Params, String> {
    Params::new(Passwords::MEMORY, Passwords::PASSES, 1, None).map_err(|error| error.to_string())
}

fn hash(password: &str, key: &[u8], memory: &mut [Block]) -> Result<String, String> {
    let wrong = |error: &dyn std::fmt::Display| error.to_string();
    let mut salt = [0; RECOMMENDED_SALT_LEN];
    getrandom::fill(&mut salt).map_err(|error| wrong(&error))?;
    let params = params()?;
    let kept = PasswordHash {
        algorithm: Algorithm::Argon2id.ident(),
        version: Some(Version::V0x13.into()),
        params: ParamsString::try_from(&params).map_err(|error| wrong(&error))?,
        salt: Some(Salt::new(&salt).map_err(|error| wrong(&error))?),
        hash: Some(computed(password, &salt, (params, key), memory).ok_or("the hash cannot be computed")?),
    };
    Ok(kept.to_string())
}

/// Whether a password has this hash; `None` for what is no hash, or one of more memory than there is.
fn compare(password: &str, kept: &str, key: &[u8], memory: &mut [Block]) -> Option<bool> {
    let kept = PasswordHash::new(kept).ok()?;
    let ours = kept.algorithm == Algorithm::Argon2id.ident() && kept.version == Some(Version::V0x13.into());
    let params = Params::try_from(&kept).ok()?;
    if !ours || password.len() > Passwords::LONGEST || params.block_count() > memory.len() {
        return None;
    }
    // They are compared in a time that does not tell where they differ.
    Some(computed(password, kept.salt.as_ref()?, (params, key), memory)? == kept.hash?)
}

fn computed(
    password: &str,
    salt: &[u8],
    (params, key): (Params, &[u8]),
    memory: &mut [Block],
) -> Option<Output> {
    let (mut out, blocks) = ([0; Params::DEFAULT_OUTPUT_LEN], params.block_count());
    let argon = Argon2::new_with_secret(key, Algorithm::Argon2id, Version::V0x13, params).ok()?;
    argon.hash_password_into_with_memory(password.as_bytes(), salt, &mut out, &mut memory[..blocks]).ok()?;
    Output::new(&out).ok()
}

/// Whether a password has this hash, where there is no pool to compute it: it takes a while, and blocks.
pub fn fits(password: &str, kept: &str) -> bool {
    memory().is_ok_and(|mut memory| compare(password, kept, &[], &mut memory) == Some(true))
}

/// What is wrong with a password that somebody chose, if anything is.
pub fn unfit(password: &str, name: &str) -> Option<String> {
    let length = password.chars().count();
    if length < 12 {
        return Some(format!("a password has 12 characters or more, and this has {length}"));
    }
    if password.len() > Passwords::LONGEST {
        return Some(format!("a password has at most {} bytes", Passwords::LONGEST));
    }
    let lower = password.to_lowercase();
    if lower.contains(&name.to_lowercase()) {
        return Some("a password does not contain the name it is for".into());
    }
    let mut letters: Vec<char> = lower.chars().collect();
    letters.sort_unstable();
    letters.dedup();
    (letters.len() < 5).then(|| "a password has at least five different characters".into())
}

/// What is wrong with a PIN that somebody chose, if anything is.
pub fn unfit_pin(pin: &str) -> Option<Refused> {
    let figures: Vec<u8> = pin.bytes().collect();
    if !(4..=12).contains(&figures.len()) || !figures.iter().all(u8::is_ascii_digit) {
        return Some(AccountRule::OwnPin.refusal(Reason::PinFigures { least: 4, most: 12 }));
    }
    let even = |step: i16| figures.windows(2).all(|two| i16::from(two[1]) - i16::from(two[0]) == step);
    [0, 1, -1].into_iter().any(even).then(|| AccountRule::OwnPin.refusal(Reason::PinGuessedFirst))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_password_fits_its_own_hash_only() {
        let passwords = Passwords::start(&[7; 32]).unwrap();
        let kept = passwords.hash("correct horse battery".into()).await.unwrap();
        assert!(kept.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{kept}");
        assert_eq!(passwords.check("correct horse battery".into(), Some(kept.clone())).await, Ok(true));
        assert_eq!(passwords.check("correct horse batterz".into(), Some(kept)).await, Ok(false));
        assert_eq!(passwords.check("nobody signs in with this".into(), None).await, Ok(false));
        assert_eq!(passwords.check("x".into(), Some("not a hash".into())).await, Ok(false));
    }

    #[tokio::test]
    async fn a_pin_cannot_be_tried_out_without_the_key_of_the_house() {
        let passwords = Passwords::start(&[7; 32]).unwrap();
        let kept = passwords.hash_pin("8302".into()).await.unwrap();
        assert_eq!(passwords.check_pin("8302".into(), Some(kept.clone())).await, Ok(true));
        assert_eq!(passwords.check_pin("8303".into(), Some(kept.clone())).await, Ok(false));
        assert!(!fits("8302", &kept), "a copy of the database tells whether a PIN is right");
        let another = Passwords::start(&[8; 32]).unwrap();
        assert_eq!(another.check_pin("8302".into(), Some(kept)).await, Ok(false));
    }

    #[tokio::test]
    async fn a_hash_that_the_library_made_by_itself_fits_and_one_of_more_memory_does_not() {
        use argon2::PasswordHasher;
        let passwords = Passwords::start(&[7; 32]).unwrap();
        for (memory, fits) in [(Passwords::MEMORY, true), (8 * 1024, true), (Passwords::MEMORY + 1024, false)]
        {
            let params = Params::new(memory, Passwords::PASSES, 1, None).unwrap();
            let argon = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
            let kept = argon.hash_password(b"correct horse battery").unwrap().to_string();
            assert_eq!(
                passwords.check("correct horse battery".into(), Some(kept)).await,
                Ok(fits),
                "{memory}"
            );
        }
    }

    #[tokio::test]
    async fn the_pool_has_its_threads_and_no_more_however_many_ask() {
        let passwords = Passwords::start(&[7; 32]).unwrap();
        let mut asked = tokio::task::JoinSet::new();
        for number in 0..Passwords::WAITING {
            let passwords = passwords.clone();
            asked.spawn(async move {
                let at = |_: &mut [Block]| thread::current().id();
                (number, passwords.compute(at).await.unwrap())
            });
        }
        let threads: std::collections::HashSet<_> =
            asked.join_all().await.into_iter().map(|(_, thread)| thread).collect();
        assert!(threads.len() <= Passwords::AT_A_TIME, "{threads:?}");
    }

    #[tokio::test]
    async fn a_flood_is_turned_away_instead_of_waited_for() {
        let passwords = Passwords::start(&[7; 32]).unwrap();
        let taken: Vec<_> =
            (0..Passwords::WAITING).map(|_| passwords.waiting.try_acquire().unwrap()).collect();
        assert_eq!(passwords.check("x".into(), None).await, Err(Crowded));
        drop(taken);
        assert_eq!(passwords.check("x".into(), None).await, Ok(false));
    }

    #[test]
    fn weak_passwords_and_pins_are_refused() {
        for (password, fits) in [
            ("short", false),
            ("aaaaaaaaaaaaaa", false),
            ("my-name-is-KIM-1", false),
            ("correct horse battery", true),
        ] {
            assert_eq!(unfit(password, "kim").is_none(), fits, "{password}");
        }
        for (pin, fits) in [
            ("123", false),
            ("1111", false),
            ("1234", false),
            ("9876", false),
            ("12a4", false),
            ("2580", true),
        ] {
            assert_eq!(unfit_pin(pin).is_none(), fits, "{pin}");
        }
    }
}
