//! Snapshots: where a stream stood at one record, for a quick start. Never the truth: one that does not fit is passed by.

use punto_journal::{Fault, Hash, Journal, StreamName};
use punto_records::ENGINE;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::source::Source;

/// How many records lie between two snapshots of a stream.
pub(crate) const EVERY: u64 = 1_000;

const SHELF: &str = "snapshot";

/// The shelves that can be emptied at any time: everything on them is made again from the records.
pub const DERIVABLE: &[&str] = &[SHELF];

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Snapshot<T> {
    engine: u16,
    seq: u64,
    hash: Hash,
    state: T,
}

/// Puts a stream's state on the shelf.
pub(crate) fn save<T: Serialize>(
    journal: &dyn Journal,
    stream: &StreamName,
    seq: u64,
    hash: Hash,
    state: &T,
) -> Result<(), Fault> {
    let snapshot = Snapshot { engine: ENGINE, seq, hash, state };
    let bytes = serde_json::to_vec(&snapshot).map_err(|error| Fault::Unfit(error.to_string()))?;
    journal.put(SHELF, stream.as_str(), &bytes)
}

/// The state on the shelf, if it can be read and the record it stands at has its hash.
///
/// One that an older engine wrote will do: it is what that engine's decisions came to.
pub(crate) fn load<T: DeserializeOwned, J: Source + ?Sized>(
    journal: &J,
    stream: &StreamName,
) -> Result<Option<(u64, Hash, T)>, Fault> {
    let Some(bytes) = journal.get(SHELF, stream.as_str())? else { return Ok(None) };
    let read = serde_json::from_slice::<Snapshot<T>>(&bytes);
    let Some(snapshot) = read.ok().filter(|own| own.engine <= ENGINE && own.seq > 0) else {
        return Ok(None);
    };
    let at = journal.read(stream, snapshot.seq - 1, 1)?;
    let fits = at.first().is_some_and(|record| record.hash == snapshot.hash);
    Ok(fits.then_some((snapshot.seq, snapshot.hash, snapshot.state)))
}
