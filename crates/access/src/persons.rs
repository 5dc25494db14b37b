//! Personal data at rest: each person's is sealed with a key of its own, and that key with one outside the database.
//!
//! Whoever has a copy of the database reads nobody's name in it. Whoever erases a person deletes the person's key, and
//! what was sealed with it can be read by nobody any more.

use std::sync::Arc;

use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{Key, XChaCha20Poly1305, XNonce};
use punto_journal::{Fault, Journal};
use punto_vocab::PersonId;
use zeroize::Zeroizing;

use crate::blocking;

/// Who people are, on a shelf outside the chain.
#[derive(Clone)]
pub struct Persons(Arc<Inner>);

struct Inner {
    journal: Arc<dyn Journal>,
    wrapping: XChaCha20Poly1305,
    /// Of how many persons the data was lost with a key before this one.
    lost: usize,
}

/// The shelf of what is sealed, and that of the keys it is sealed with.
const PERSONS: &str = "person";
const FACTORS: &str = "factor";
const KEYS: &str = "person-key";
/// What a sealed value begins with; what lies there without it is from before values were sealed.
const TITLE: &[u8] = b"punto person 1\n";
const NONCE: usize = 24;

impl Persons {
    /// Opens the shelf with the wrapping key. What still lies there in the clear is sealed now.
    ///
    /// A key that opens nothing is another than the house had, and is found at the start rather than at the counter. Where two
    /// persons have `accepted` it, what was sealed under the one before is lost and taken off the shelf.
    pub fn open(journal: Arc<dyn Journal>, key: [u8; 32], accepted: bool) -> Result<Persons, Fault> {
        let key = Zeroizing::new(key);
        let wrapping = XChaCha20Poly1305::new(<&Key>::from(&*key));
        let mut inner = Inner { journal, wrapping, lost: 0 };
        if accepted {
            inner.let_go()?;
        } else if let Some(first) = inner.journal.names(KEYS)?.first() {
            inner.key(first)?;
        }
        for name in inner.journal.names(PERSONS)? {
            match inner.journal.get(PERSONS, &name)? {
                Some(plain) if !plain.starts_with(TITLE) => inner.put(PERSONS, &name, &plain)?,
                Some(_) | None => {}
            }
        }
        Ok(Persons(Arc::new(inner)))
    }

    /// Of how many persons the data was lost, as two persons have accepted another key.
    pub fn lost(&self) -> usize {
        self.0.lost
    }

    /// What is kept about somebody.
    pub async fn get(&self, who: PersonId) -> Result<Option<Vec<u8>>, Fault> {
        let own = self.0.clone();
        blocking(move || own.get(PERSONS, who.as_str())).await
    }

    /// What a second factor of somebody is checked with.
    pub(crate) async fn factor(&self, who: PersonId) -> Result<Option<Vec<u8>>, Fault> {
        let own = self.0.clone();
        blocking(move || own.get(FACTORS, who.as_str())).await
    }

    /// Keeps it, in place of what there was.
    pub(crate) async fn put_factor(&self, who: PersonId, bytes: Vec<u8>) -> Result<(), Fault> {
        let own = self.0.clone();
        blocking(move || own.put(FACTORS, who.as_str(), &bytes)).await
    }

    /// Keeps what there is about somebody, in place of what there was.
    pub async fn put(&self, who: PersonId, bytes: Vec<u8>) -> Result<(), Fault> {
        let own = self.0.clone();
        blocking(move || own.put(PERSONS, who.as_str(), &bytes)).await
    }

    /// Deletes the key of somebody, and what was sealed with it.
    pub async fn erase(&self, who: PersonId) -> Result<(), Fault> {
        let own = self.0.clone();
        blocking(move || {
            own.journal.remove(KEYS, who.as_str())?;
            own.journal.remove(FACTORS, who.as_str())?;
            own.journal.remove(PERSONS, who.as_str())
        })
        .await
    }
}

impl Inner {
    /// Takes off the shelves what this key does not open.
    fn let_go(&mut self) -> Result<(), Fault> {
        for name in self.journal.names(KEYS)? {
            if matches!(self.key(&name), Err(Fault::Damaged(_))) {
                self.journal.remove(KEYS, &name)?;
                self.journal.remove(PERSONS, &name)?;
                self.journal.remove(FACTORS, &name)?;
                self.lost += 1;
            }
        }
        Ok(())
    }

    fn get(&self, shelf: &'static str, name: &str) -> Result<Option<Vec<u8>>, Fault> {
        let Some(sealed) = self.journal.get(shelf, name)? else { return Ok(None) };
        // Without its key a value is erased, whatever is left of it.
        let Some(key) = self.key(name)? else { return Ok(None) };
        let sealed = sealed.strip_prefix(TITLE).unwrap_or_default();
        opened(&cipher(&key), sealed, &bound_to(sealed_as(shelf), name)).map(Some)
    }

    fn put(&self, shelf: &'static str, name: &str, plain: &[u8]) -> Result<(), Fault> {
        let key = match self.key(name)? {
            Some(key) => key,
            None => self.new_key(name)?,
        };
        let mut bytes = TITLE.to_vec();
        bytes.extend(sealed(&cipher(&key), plain, &bound_to(sealed_as(shelf), name))?);
        self.journal.put(shelf, name, &bytes)
    }

    /// The key of one person, unwrapped.
    fn key(&self, name: &str) -> Result<Option<Zeroizing<[u8; 32]>>, Fault> {
        let Some(wrapped) = self.journal.get(KEYS, name)? else { return Ok(None) };
        let bytes = Zeroizing::new(opened(&self.wrapping, &wrapped, &bound_to("key", name))?);
        let key = <[u8; 32]>::try_from(bytes.as_slice()).map_err(|_| damaged(name))?;
        Ok(Some(Zeroizing::new(key)))
    }

    fn new_key(&self, name: &str) -> Result<Zeroizing<[u8; 32]>, Fault> {
        let mut key = Zeroizing::new([0; 32]);
        getrandom::fill(&mut *key).map_err(|error| Fault::Io(error.to_string()))?;
        self.journal.put(KEYS, name, &sealed(&self.wrapping, &*key, &bound_to("key", name))?)?;
        Ok(key)
    }
}

/// What a value of a shelf is sealed as, so that it opens on no other.
fn sealed_as(shelf: &str) -> &str {
    if shelf == PERSONS { "data" } else { shelf }
}

fn cipher(key: &[u8; 32]) -> XChaCha20Poly1305 {
    XChaCha20Poly1305::new(<&Key>::from(key))
}

/// A value that was moved to another name or another shelf does not open there.
fn bound_to(what: &str, name: &str) -> String {
    format!("punto person {what} 1\n{name}")
}

fn sealed(cipher: &XChaCha20Poly1305, plain: &[u8], bound_to: &str) -> Result<Vec<u8>, Fault> {
    let mut nonce = [0; NONCE];
    getrandom::fill(&mut nonce).map_err(|error| Fault::Io(error.to_string()))?;
    let payload = Payload { msg: plain, aad: bound_to.as_bytes() };
    let sealed = cipher.encrypt(&XNonce::from(nonce), payload);
    let sealed = sealed.map_err(|_| Fault::Unfit("personal data cannot be sealed".into()))?;
    Ok([nonce.as_slice(), &sealed].concat())
}

fn opened(cipher: &XChaCha20Poly1305, bytes: &[u8], bound_to: &str) -> Result<Vec<u8>, Fault> {
    let name = bound_to.rsplit('\n').next().unwrap_or_default();
    let (nonce, sealed) = bytes.split_first_chunk::<NONCE>().ok_or_else(|| damaged(name))?;
    let payload = Payload { msg: sealed, aad: bound_to.as_bytes() };
    cipher.decrypt(&XNonce::from(*nonce), payload).map_err(|_| damaged(name))
}

fn damaged(name: &str) -> Fault {
    Fault::Damaged(format!(
        "the personal data of {name} does not open: the person key is another, or a byte was changed; put back the key that \
         was, or let two persons accept the new one, with which all that was sealed under the old one is lost (punto accept)"
    ))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // a test that cannot be set up should stop there

    use punto_journal::SqliteJournal;

    use super::*;

    fn journal(folder: &tempfile::TempDir) -> Arc<dyn Journal> {
        Arc::new(SqliteJournal::open(folder.path()).unwrap())
    }

    const ADA: &[u8] = br#"{"name":"Ada Lovelace"}"#;

    #[tokio::test]
    async fn what_is_kept_about_somebody_is_sealed_with_a_key_of_their_own() {
        let folder = tempfile::tempdir().unwrap();
        let journal = journal(&folder);
        let persons = Persons::open(journal.clone(), [7; 32], false).unwrap();
        let (ada, bob) = ("ada".parse().unwrap(), "bob".parse().unwrap());
        persons.put(ada, ADA.to_vec()).await.unwrap();
        persons.put(bob, b"{}".to_vec()).await.unwrap();
        assert_eq!(persons.get(ada).await.unwrap().unwrap(), ADA);
        let kept = journal.get(PERSONS, "ada").unwrap().unwrap();
        assert!(!kept.windows(8).any(|window| window == b"Lovelace"));
        assert_ne!(journal.get(KEYS, "ada").unwrap(), journal.get(KEYS, "bob").unwrap());
        // Neither a value nor a key opens under another's name, and a flipped bit opens nothing.
        journal.put(PERSONS, "bob", &kept).unwrap();
        assert!(persons.get(bob).await.is_err());
        journal.put(KEYS, "bob", &journal.get(KEYS, "ada").unwrap().unwrap()).unwrap();
        assert!(persons.get(bob).await.is_err());
        let mut flipped = kept.clone();
        *flipped.last_mut().unwrap() ^= 1;
        journal.put(PERSONS, "ada", &flipped).unwrap();
        assert!(persons.get(ada).await.is_err());
    }

    #[tokio::test]
    async fn without_its_key_nothing_is_left_of_a_person() {
        let folder = tempfile::tempdir().unwrap();
        let journal = journal(&folder);
        let persons = Persons::open(journal.clone(), [7; 32], false).unwrap();
        let ada = "ada".parse().unwrap();
        persons.put(ada, ADA.to_vec()).await.unwrap();
        let copy = journal.get(PERSONS, "ada").unwrap().unwrap();
        persons.erase(ada).await.unwrap();
        assert_eq!(persons.get(ada).await.unwrap(), None);
        journal.put(PERSONS, "ada", &copy).unwrap();
        assert_eq!(persons.get(ada).await.unwrap(), None, "not from a copy either");
        persons.put(ada, b"{}".to_vec()).await.unwrap();
        assert_eq!(persons.get(ada).await.unwrap().unwrap(), b"{}", "who comes back has a new key");
    }

    #[tokio::test]
    async fn what_lay_in_the_clear_is_sealed_at_the_next_start_and_a_strange_key_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let journal = journal(&folder);
        journal.put(PERSONS, "ada", ADA).unwrap();
        let persons = Persons::open(journal.clone(), [7; 32], false).unwrap();
        assert!(journal.get(PERSONS, "ada").unwrap().unwrap().starts_with(TITLE));
        assert_eq!(persons.get("ada".parse().unwrap()).await.unwrap().unwrap(), ADA);
        let refused = Persons::open(journal.clone(), [8; 32], false).err().unwrap().to_string();
        assert!(
            refused.contains("the person key is another") && refused.contains("punto accept"),
            "{refused}"
        );

        // Two persons accept it, and what was sealed under the other is lost; nothing is lost with a key that opens.
        assert_eq!(Persons::open(journal.clone(), [7; 32], true).unwrap().lost(), 0);
        let persons = Persons::open(journal.clone(), [8; 32], true).unwrap();
        assert_eq!((persons.lost(), persons.get("ada".parse().unwrap()).await.unwrap()), (1, None));
        assert_eq!(journal.names(PERSONS).unwrap().len() + journal.names(KEYS).unwrap().len(), 0);
        persons.put("ada".parse().unwrap(), ADA.to_vec()).await.unwrap();
        assert!(Persons::open(journal, [8; 32], false).is_ok());
    }
}
