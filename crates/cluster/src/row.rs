//! Rows of the database and what they mean.

use punto_journal::{Entry, Fault, Hash, Record, StreamName};
use tokio_postgres::Row;
use tokio_postgres::types::FromSql;

use crate::schema::damaged;

/// The columns of a record, in the order in which [`record`] reads them.
macro_rules! columns {
    () => {
        "r.seq, r.at, r.actor, r.schema, r.engine, r.key, r.body, r.prev, r.hash"
    };
}
pub(crate) use columns;

/// A record from the columns behind `first`, if it matches its hash.
pub(crate) fn record(row: &Row, first: usize, stream: &StreamName) -> Result<Record, Fault> {
    let record = unchecked(row, first, stream)?;
    match record.holds() {
        true => Ok(record),
        false => damaged(format!("record {} of {stream} does not match its hash", record.entry.seq)),
    }
}

/// A record as it lies there.
pub(crate) fn unchecked(row: &Row, first: usize, stream: &StreamName) -> Result<Record, Fault> {
    let seq = number(row, first, &format!("the number of a record of {stream}"))?;
    let what = |field: &str| format!("the {field} of record {seq} of {stream}");
    let key: Option<&[u8]> = get(row, first + 5, &what("key"))?;
    let entry = Entry {
        stream: stream.clone(),
        seq,
        at: get(row, first + 1, &what("time"))?,
        actor: text(get(row, first + 2, &what("actor"))?, &what("actor"))?,
        schema: small(row, first + 3, &what("schema"))?,
        engine: small(row, first + 4, &what("engine"))?,
        key: key.map(|key| text(key, &what("key"))).transpose()?,
        body: text(get(row, first + 6, &what("body"))?, &what("body"))?,
    };
    let prev = hash(row, first + 7, &what("predecessor's hash"))?;
    let hash = hash(row, first + 8, &what("hash"))?;
    Ok(Record { entry, prev, hash })
}

/// A value of the type that its column promises.
pub(crate) fn get<'a, T: FromSql<'a>>(row: &'a Row, column: usize, what: &str) -> Result<T, Fault> {
    row.try_get(column).or_else(|error| damaged(format!("{what} cannot be read: {error}")))
}

/// A number that cannot be below 1.
pub(crate) fn number(row: &Row, column: usize, what: &str) -> Result<u64, Fault> {
    let value: i64 = get(row, column, what)?;
    match u64::try_from(value) {
        Ok(number) if number > 0 => Ok(number),
        _ => damaged(format!("{what} is {value}")),
    }
}

fn small(row: &Row, column: usize, what: &str) -> Result<u16, Fault> {
    let value: i32 = get(row, column, what)?;
    u16::try_from(value).or_else(|_| damaged(format!("{what} is {value}")))
}

/// A hash.
pub(crate) fn hash(row: &Row, column: usize, what: &str) -> Result<Hash, Fault> {
    let bytes: &[u8] = get(row, column, what)?;
    bytes.try_into().map(Hash::new).or_else(|_| damaged(format!("{what} has {} bytes", bytes.len())))
}

/// A hash, where there is one.
pub(crate) fn maybe_hash(row: &Row, column: usize, what: &str) -> Result<Option<Hash>, Fault> {
    let bytes: Option<&[u8]> = get(row, column, what)?;
    bytes.map(|_| hash(row, column, what)).transpose()
}

/// The name of a stream.
pub(crate) fn name(row: &Row, column: usize) -> Result<StreamName, Fault> {
    let text: &str = get(row, column, "the name of a stream")?;
    text.parse().or_else(|error| damaged(format!("{error}")))
}

fn text(bytes: &[u8], what: &str) -> Result<String, Fault> {
    String::from_utf8(bytes.to_vec()).or_else(|_| damaged(format!("{what} is no text")))
}

/// A number as PostgreSQL keeps it.
pub(crate) fn integer(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
