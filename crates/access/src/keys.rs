//! Keys in files of their own, outside the database: one seals the seeds of shoes, one makes the numbers of
//! vouchers, one wraps the keys of personal data.

use std::path::Path;

use hmac::{Hmac, KeyInit, Mac};
use punto_journal::{Journal, secret};
use punto_shoe::SealingKey;
use punto_vocab::hex;
use sha2::Sha256;
use zeroize::Zeroizing;

/// The key that seals the seeds of shoes, and what it is known by.
pub fn sealing_key(path: &Path) -> Result<(SealingKey, KeyMark), String> {
    let secret = key(path, "punto sealing key 1\n", "shoes")?;
    Ok((SealingKey::new(*secret), KeyMark::of("sealing-key", &secret, b"punto sealing key mark 1")?))
}

/// The key that makes the check codes of vouchers.
pub fn voucher_key(path: &Path) -> Result<[u8; 32], String> {
    key(path, "punto voucher key 1\n", "vouchers").map(|secret| *secret)
}

/// Whether the key of vouchers is the one that the house of this journal has had, which is noted at its first start. With
/// another, no voucher that is out could be brought again, so that it takes two persons to go on with a new one.
pub fn same_voucher_key(
    journal: &dyn Journal,
    path: &Path,
    secret: &[u8; 32],
    accepted: bool,
) -> Result<(), String> {
    let mark = KeyMark::of("voucher-key", secret, b"punto voucher key mark 1")?;
    match mark.standing(journal)? {
        Standing::Other if !accepted => Err(format!(
            "the key in {} is not the one that made the vouchers of this house, and none of those could be brought again: put \
             back the key that was, or let two persons accept the new one (punto accept)",
            path.display()
        )),
        Standing::Same => Ok(()),
        Standing::Other | Standing::First => mark.keep(journal),
    }
}

/// What a key is known by to who does not have it. The house keeps it, so that another key is noticed.
#[derive(Debug)]
pub struct KeyMark {
    name: &'static str,
    value: Vec<u8>,
}

/// A key beside the one that a house had at its last start.
enum Standing {
    Same,
    Other,
    /// The house has had none.
    First,
}

impl KeyMark {
    fn of(name: &'static str, secret: &[u8; 32], what: &[u8]) -> Result<KeyMark, String> {
        let mut mark = Hmac::<Sha256>::new_from_slice(secret).map_err(|error| error.to_string())?;
        mark.update(what);
        Ok(KeyMark { name, value: mark.finalize().into_bytes().to_vec() })
    }

    /// Whether the key is another than the house of this journal had at its last start; it is the one to be noticed from now on.
    pub fn replaces_another(&self, journal: &dyn Journal) -> Result<bool, String> {
        let standing = self.standing(journal)?;
        match standing {
            Standing::Same => {}
            Standing::Other | Standing::First => self.keep(journal)?,
        }
        Ok(matches!(standing, Standing::Other))
    }

    fn standing(&self, journal: &dyn Journal) -> Result<Standing, String> {
        Ok(match journal.get(SHELF, self.name).map_err(|fault| fault.to_string())? {
            Some(kept) if kept == self.value => Standing::Same,
            Some(_) => Standing::Other,
            None => Standing::First,
        })
    }

    fn keep(&self, journal: &dyn Journal) -> Result<(), String> {
        journal.put(SHELF, self.name, &self.value).map_err(|fault| fault.to_string())
    }
}

const SHELF: &str = "setting";

/// The key that wraps the keys of personal data.
pub fn person_key(path: &Path) -> Result<[u8; 32], String> {
    key(path, "punto person key 1\n", "personal data").map(|secret| *secret)
}

/// Reads a key from its file, or makes a new one there that only its owner can read.
fn key(path: &Path, title: &str, for_what: &str) -> Result<secret::Secret, String> {
    let Some(text) = secret::text(path).map_err(|error| error.to_string())? else {
        return secret::create(path, title).map_err(|error| error.to_string());
    };
    let secret = text.strip_prefix(title).and_then(|rest| hex::decode(rest.trim_end()));
    let wrong = || format!("the key file {} holds no key for {for_what}", path.display());
    secret.map(Zeroizing::new).ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_key_is_made_once_and_kept_private() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("keys/sealing.key");
        sealing_key(&path).unwrap();
        let first = fs::read_to_string(&path).unwrap();
        sealing_key(&path).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), first);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
            assert!(sealing_key(&path).unwrap_err().contains("mode 644"));
            fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        }
        assert!(
            voucher_key(&path).unwrap_err().contains("holds no key for vouchers"),
            "each key has its own use"
        );
        fs::write(&path, "something else").unwrap();
        assert!(sealing_key(&path).unwrap_err().contains("holds no key"));
    }
}
