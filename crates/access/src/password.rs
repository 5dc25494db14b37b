//! Passwords and PINs: argon2id, a few at a time, so that a flood of sign-ins cannot take the machine.

use std::sync::Arc;

use argon2::password_hash::phc::PasswordHash;
use argon2::{Algorithm, Argon2, Params, PasswordHasher, PasswordVerifier, Version};
use tokio::sync::Semaphore;

/// Makes and checks hashes of passwords.
///
/// Argon2id with 19 MiB, two passes and one lane, the least that OWASP advises. A hash says its own parameters, so
/// that they can be raised later. At most two are computed at a time, and at most [`Passwords::WAITING`] wait.
#[derive(Clone)]
pub struct Passwords {
    working: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
    /// What is checked where there is no account, so that it takes as long as where there is one.
    nobody: Arc<str>,
}

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
    const AT_A_TIME: usize = 2;
    /// The most that wait.
    pub const WAITING: usize = 64;

    /// Makes ready; computes one hash.
    pub fn start() -> Result<Passwords, String> {
        let nobody = hash("nobody signs in with this")?;
        Ok(Passwords {
            working: Arc::new(Semaphore::new(Passwords::AT_A_TIME)),
            waiting: Arc::new(Semaphore::new(Passwords::WAITING)),
            nobody: nobody.into(),
        })
    }

    /// The hash of a password, for the shelf.
    pub async fn hash(&self, password: String) -> Result<String, Crowded> {
        self.compute(move || hash(&password)).await?.map_err(|error| {
            tracing::error!(%error, "no hash could be made of a password");
            Crowded
        })
    }

    /// Whether a password has this hash. Without a hash the answer is no, and takes as long.
    pub async fn check(&self, password: String, kept: Option<String>) -> Result<bool, Crowded> {
        let known = kept.is_some();
        let kept = kept.unwrap_or_else(|| self.nobody.as_ref().to_owned());
        let fits = self.compute(move || fits(&password, &kept)).await?;
        Ok(fits && known)
    }

    async fn compute<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Crowded> {
        let _place = self.waiting.try_acquire().map_err(|_| Crowded)?;
        let _turn = self.working.acquire().await.map_err(|_| Crowded)?;
        tokio::task::spawn_blocking(work).await.map_err(|_| Crowded)
    }
}

fn argon() -> Result<Argon2<'static>, String> {
    let params =
        Params::new(Passwords::MEMORY, Passwords::PASSES, 1, None).map_err(|error| error.to_string())?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

fn hash(password: &str) -> Result<String, String> {
    argon()?
        .hash_password(password.as_bytes())
        .map(|hash| hash.to_string())
        .map_err(|error| error.to_string())
}

/// Whether a password has this hash. It takes a while, and blocks.
pub fn fits(password: &str, kept: &str) -> bool {
    let (Ok(kept), Ok(argon)) = (PasswordHash::new(kept), argon()) else { return false };
    password.len() <= Passwords::LONGEST && argon.verify_password(password.as_bytes(), &kept).is_ok()
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
pub fn unfit_pin(pin: &str) -> Option<String> {
    let figures: Vec<u8> = pin.bytes().collect();
    if !(4..=12).contains(&figures.len()) || !figures.iter().all(u8::is_ascii_digit) {
        return Some("a PIN has 4 to 12 figures".into());
    }
    let even = |step: i16| figures.windows(2).all(|two| i16::from(two[1]) - i16::from(two[0]) == step);
    [0, 1, -1]
        .into_iter()
        .any(even)
        .then(|| "a PIN like 1111 or 1234 is guessed first; choose another".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_password_fits_its_own_hash_only() {
        let passwords = Passwords::start().unwrap();
        let kept = passwords.hash("correct horse battery".into()).await.unwrap();
        assert!(kept.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{kept}");
        assert_eq!(passwords.check("correct horse battery".into(), Some(kept.clone())).await, Ok(true));
        assert_eq!(passwords.check("correct horse batterz".into(), Some(kept)).await, Ok(false));
        assert_eq!(passwords.check("nobody signs in with this".into(), None).await, Ok(false));
        assert_eq!(passwords.check("x".into(), Some("not a hash".into())).await, Ok(false));
    }

    #[tokio::test]
    async fn a_flood_is_turned_away_instead_of_waited_for() {
        let passwords = Passwords::start().unwrap();
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
