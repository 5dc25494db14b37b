//! What is on the shelves, taken together: an old value that is put back, or one that is taken away, is seen.
//!
//! Everything on a shelf has a code of its own. That alone would not show that something has been replaced by what stood
//! there before, so each shelf also has a sum over all codes on it: a keyed hash of each, combined by exclusive or, which can
//! be kept up to date without reading the shelf. It is stored under a mask that changes with every version, so that
//! nothing about single hashes can be learnt from sums. One code over the versions and sums of all shelves binds them
//! together, and the anchor outside the database knows the newest version.

use std::collections::{BTreeMap, BTreeSet};

use rusqlite::{Connection, Result};

use crate::{ChainKey, Fault, Hash};

use super::current::Codes;
use super::store;

/// The sums of all shelves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Shelves {
    /// How often shelves have changed.
    pub(crate) version: u64,
    each: BTreeMap<String, Shelf>,
    changed: BTreeSet<String>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Shelf {
    version: u64,
    sum: [u8; 32],
}

/// A shelf that does not hold what was put there, and how that can be seen; no name where it cannot be told which.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Broken {
    pub(crate) shelf: String,
    pub(crate) what: String,
}

/// The shelves as they were found.
pub(crate) struct Examined {
    pub(crate) shelves: Shelves,
    /// The code of everything on them.
    pub(crate) codes: Codes,
    pub(crate) broken: Vec<Broken>,
}

impl Shelves {
    /// Takes note that something on a shelf changed, by its code before and now.
    pub(crate) fn change(
        &mut self,
        key: &ChainKey,
        shelf: &str,
        name: &str,
        before: Option<Hash>,
        now: Option<Hash>,
    ) {
        let own = self.each.entry(shelf.to_owned()).or_default();
        for code in before.into_iter().chain(now) {
            combine(&mut own.sum, &item(key, shelf, name, &code));
        }
        self.changed.insert(shelf.to_owned());
    }

    /// Forgets what is on a shelf, with the shelf.
    pub(crate) fn clear(&mut self, shelf: &str) {
        self.each.insert(shelf.to_owned(), Shelf::default());
        self.changed.insert(shelf.to_owned());
    }

    /// Writes what has changed as the next version.
    pub(crate) fn write(&mut self, db: &Connection, key: &ChainKey) -> Result<()> {
        self.version += 1;
        let put = "INSERT INTO shelf_code (shelf, version, content, code) VALUES (?1, ?2, ?3, ?4)
                   ON CONFLICT (shelf) DO UPDATE
                   SET version = excluded.version, content = excluded.content, code = excluded.code";
        let mut put = db.prepare_cached(put)?;
        for shelf in std::mem::take(&mut self.changed) {
            let Some(own) = self.each.get_mut(&shelf) else { continue };
            own.version = self.version;
            let content = own.masked(key, &shelf);
            let code = code(key, &shelf, own.version, &content);
            put.execute((&shelf, store::integer(own.version), content, code.as_bytes()))?;
        }
        let code = self.together(key);
        put.execute(("", store::integer(self.version), [0u8; 0], code.as_bytes()))?;
        Ok(())
    }

    /// Compares all shelves with what is noted of them, and says which do not agree.
    pub(crate) fn examine(db: &Connection, key: &ChainKey) -> std::result::Result<Examined, Fault> {
        let mut broken: Vec<Broken> = Vec::new();
        let mut wrong = |shelf: &str, what: String| broken.push(Broken { shelf: shelf.to_owned(), what });
        let mut codes = Codes::new();
        let mut found = found(db, key, &mut codes, &mut wrong)?;
        let mut shelves = Shelves::default();
        let mut whole = None;
        for (shelf, version, content, noted) in noted(db)? {
            if shelf.is_empty() {
                whole = Some((version, noted));
                continue;
            }
            if code(key, &shelf, version, &content) != noted {
                wrong(&shelf, format!("what is noted of the shelf {shelf:?} was changed"));
            }
            let sum = found.remove(&shelf).unwrap_or_default();
            let own = Shelf { version, sum };
            if own.masked(key, &shelf) != content {
                wrong(
                    &shelf,
                    format!("something was added to the shelf {shelf:?}, taken from it or put back"),
                );
            }
            shelves.each.insert(shelf, own);
        }
        for (shelf, sum) in found {
            wrong(&shelf, format!("nothing is noted of the shelf {shelf:?}"));
            shelves.each.insert(shelf, Shelf { version: 0, sum });
        }
        match whole {
            Some((version, noted)) => {
                shelves.version = version;
                // Where a shelf differs, this code differs with it only if the note of it was changed as well.
                let stated = Shelves::noted_together(db, key, version)?;
                if stated != noted {
                    wrong("", "the notes of the shelves are not those that belong together".into());
                }
            }
            None => wrong("", "what is noted of all shelves is missing".into()),
        }
        Ok(Examined { shelves, codes, broken })
    }

    /// One code over all shelves.
    fn together(&self, key: &ChainKey) -> Hash {
        let each = self.each.iter().map(|(shelf, own)| (shelf.as_str(), own.version, own.masked(key, shelf)));
        together(key, self.version, each)
    }

    fn noted_together(db: &Connection, key: &ChainKey, version: u64) -> std::result::Result<Hash, Fault> {
        let noted = noted(db)?;
        let each = noted.iter().filter(|(shelf, ..)| !shelf.is_empty());
        Ok(together(
            key,
            version,
            each.map(|(shelf, version, content, _)| (shelf.as_str(), *version, *content)),
        ))
    }
}

impl Shelf {
    fn masked(&self, key: &ChainKey, shelf: &str) -> [u8; 32] {
        let mut masked = self.sum;
        let mask = key.codes(b"punto mask c1\n", [shelf.as_bytes(), &self.version.to_le_bytes()]);
        combine(&mut masked, &mask);
        masked
    }
}

fn combine(sum: &mut [u8; 32], with: &Hash) {
    sum.iter_mut().zip(with.as_bytes()).for_each(|(byte, other)| *byte ^= other);
}

/// What one thing adds to the sum of its shelf.
fn item(key: &ChainKey, shelf: &str, name: &str, code: &Hash) -> Hash {
    key.codes(b"punto item c1\n", [shelf.as_bytes(), name.as_bytes(), code.as_bytes()])
}

/// The code of what is noted of a shelf.
fn code(key: &ChainKey, shelf: &str, version: u64, content: &[u8; 32]) -> Hash {
    key.codes(b"punto sum c1\n", [shelf.as_bytes(), &version.to_le_bytes(), content])
}

fn together<'a>(key: &ChainKey, version: u64, each: impl Iterator<Item = (&'a str, u64, [u8; 32])>) -> Hash {
    let mut bytes = Vec::new();
    for (shelf, version, content) in each {
        bytes.extend_from_slice(&(shelf.len() as u64).to_le_bytes());
        bytes.extend_from_slice(shelf.as_bytes());
        bytes.extend_from_slice(&version.to_le_bytes());
        bytes.extend_from_slice(&content);
    }
    key.codes(b"punto shelves c1\n", [&version.to_le_bytes(), &bytes])
}

/// What is noted of shelves: name, version, masked sum, code.
type Noted = (String, u64, [u8; 32], Hash);

fn noted(db: &Connection) -> std::result::Result<Vec<Noted>, Fault> {
    let mut statement = db
        .prepare_cached("SELECT shelf, version, content, code FROM shelf_code ORDER BY shelf")
        .map_err(store::fault)?;
    let mut rows = statement.query([]).map_err(store::fault)?;
    let mut noted = Vec::new();
    while let Some(row) = rows.next().map_err(store::fault)? {
        let what = "what is noted of a shelf";
        let shelf: String = store::get(row, 0, what)?;
        let content = match shelf.is_empty() {
            true => store::get::<[u8; 0]>(row, 2, what).map(|_| [0; 32])?,
            false => store::get(row, 2, what)?,
        };
        noted.push((shelf, store::number(row, 1, what)?, content, Hash::new(store::get(row, 3, what)?)));
    }
    Ok(noted)
}

/// The sums of what is on the shelves, each thing checked against its own code.
fn found(
    db: &Connection,
    key: &ChainKey,
    codes: &mut Codes,
    wrong: &mut impl FnMut(&str, String),
) -> std::result::Result<BTreeMap<String, [u8; 32]>, Fault> {
    let mut statement =
        db.prepare_cached("SELECT shelf, name, bytes, sum FROM shelf").map_err(store::fault)?;
    let mut rows = statement.query([]).map_err(store::fault)?;
    let mut sums: BTreeMap<String, [u8; 32]> = BTreeMap::new();
    while let Some(row) = rows.next().map_err(store::fault)? {
        let shelf: String = store::get(row, 0, "the name of a shelf")?;
        let name: String = store::get(row, 1, "a name on a shelf")?;
        let bytes = row.get_ref(2).and_then(|value| Ok(value.as_blob()?)).map_err(store::fault)?;
        let code = row.get::<_, [u8; 32]>(3).map(Hash::new);
        if code.as_ref() != Ok(&key.shelved(&shelf, &name, bytes)) {
            wrong(&shelf, format!("{name:?} on the shelf {shelf:?} is not what was put there"));
        }
        let code = code.unwrap_or(Hash::ZERO);
        let item = item(key, &shelf, &name, &code);
        codes.entry(shelf.clone()).or_default().insert(name, code);
        combine(sums.entry(shelf).or_default(), &item);
    }
    Ok(sums)
}
