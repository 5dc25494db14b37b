//! The shelf of what nobody may know yet.
//!
//! A record has only a promise or a digest. The secret itself lies on a shelf, sealed with the key that seals the seeds of
//! shoes, which is kept outside the database: so it survives a crash, and no copy of the data tells it. It is there before
//! the record is that speaks of it, and is deleted once it has been told.

use punto_floor::Floor;
use punto_vocab::Seed;

/// The shelf of secrets.
const SHELF: &str = "sealed";

/// The secrets of one tournament or promotion.
#[derive(Debug)]
pub(crate) struct Shelf {
    name: String,
}

impl Shelf {
    /// The secrets of the stream of this name.
    pub(crate) fn of(stream: String) -> Shelf {
        Shelf { name: stream }
    }

    pub(crate) fn put(&self, floor: &Floor, what: &str, secret: &[u8]) -> Result<(), String> {
        let name = format!("{}/{what}", self.name);
        let sealed = floor.seal(&name, secret)?;
        floor.journal().put(SHELF, &name, &sealed).map_err(|fault| fault.to_string())
    }

    pub(crate) fn get(&self, floor: &Floor, what: &str) -> Result<String, String> {
        let name = format!("{}/{what}", self.name);
        let sealed = floor.journal().get(SHELF, &name).map_err(|fault| fault.to_string())?;
        let sealed = sealed.ok_or("it is not on the shelf")?;
        String::from_utf8(floor.unseal(&name, &sealed)?).map_err(|error| error.to_string())
    }

    /// Deletes every secret of a kind, such as `form/`, that is not wanted any more.
    pub(crate) fn keep_only(
        &self,
        floor: &Floor,
        kind: &str,
        wanted: impl Fn(&str) -> bool,
    ) -> Result<(), String> {
        let prefix = format!("{}/{kind}", self.name);
        let names = floor.journal().names(SHELF).map_err(|fault| fault.to_string())?;
        for name in names {
            if name.strip_prefix(&prefix).is_some_and(|rest| !wanted(rest)) {
                floor.journal().remove(SHELF, &name).map_err(|fault| fault.to_string())?;
            }
        }
        Ok(())
    }
}

/// A seed from the house's generator.
pub(crate) fn fresh_seed(floor: &Floor) -> Result<Seed, String> {
    fresh(floor)?.parse()
}

/// The digits of fresh secret bytes from the house's generator.
pub(crate) fn fresh(floor: &Floor) -> Result<String, String> {
    let bytes = floor.secret().map_err(|fault| fault.to_string())?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
