//! Rows of the database and what they mean: every statement that reads.

use rusqlite::types::{FromSql, Type};
use rusqlite::{CachedStatement, Connection, ErrorCode, OptionalExtension, Row};

use crate::{ChainKey, Checkpoint, Entry, Fault, Hash, Head, Record, StreamName};

/// What SQLite says, as one of our faults.
pub(crate) fn fault(error: rusqlite::Error) -> Fault {
    let text = match error.sqlite_error() {
        Some(code) => format!("{error} (SQLite {})", code.extended_code),
        None => error.to_string(),
    };
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => Fault::Full,
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => Fault::Damaged(text),
        Some(_) => Fault::Io(text),
        // Not from SQLite but from a value that does not have the type its column promises.
        None => Fault::Damaged(text),
    }
}

pub(crate) fn damaged<T>(what: String) -> Result<T, Fault> {
    Err(Fault::Damaged(what))
}

/// Where a stream ends: its number in the database, its last record and where that lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct End {
    pub(crate) id: i64,
    pub(crate) seq: u64,
    pub(crate) position: i64,
    pub(crate) hash: Hash,
}

impl End {
    pub(crate) fn head(&self, stream: &StreamName) -> Head {
        Head { stream: stream.clone(), seq: self.seq, hash: self.hash }
    }
}

/// Where every stream ends.
pub(crate) fn ends(db: &Connection) -> Result<Vec<(StreamName, End)>, Fault> {
    let mut by_position = by_position(db)?;
    let end = |(id, stream, seq, position)| {
        let hash = at(&mut by_position, &Place { id, stream: &stream, seq, position })?.record.hash;
        Ok((stream, End { id, seq, position, hash }))
    };
    streams(db)?.into_iter().map(end).collect()
}

/// Where one stream ends.
pub(crate) fn end(db: &Connection, stream: &StreamName) -> Result<Option<End>, Fault> {
    let select = "SELECT id, name, seq, position FROM stream WHERE name = ?1";
    let mut statement = db.prepare_cached(select).map_err(fault)?;
    let mut rows = statement.query([stream.as_str()]).map_err(fault)?;
    let Some(row) = rows.next().map_err(fault)? else { return Ok(None) };
    let (id, _, seq, position) = stream_row(row)?;
    let hash = at(&mut by_position(db)?, &Place { id, stream, seq, position })?.record.hash;
    Ok(Some(End { id, seq, position, hash }))
}

/// Every stream's row: its number, its name, its last record and where that lies. Not checked.
pub(crate) fn streams(db: &Connection) -> Result<Vec<(i64, StreamName, u64, i64)>, Fault> {
    let mut statement = db.prepare_cached("SELECT id, name, seq, position FROM stream").map_err(fault)?;
    let mut rows = statement.query([]).map_err(fault)?;
    let mut streams = Vec::new();
    while let Some(row) = rows.next().map_err(fault)? {
        streams.push(stream_row(row)?);
    }
    Ok(streams)
}

fn stream_row(row: &Row<'_>) -> Result<(i64, StreamName, u64, i64), Fault> {
    let id = get(row, 0, "the number of a stream")?;
    let stream: StreamName = name(row, 1)?;
    let seq = number(row, 2, &format!("the end of {stream}"))?;
    let position = get(row, 3, &format!("the last position of {stream}"))?;
    Ok((id, stream, seq, position))
}

/// The position of the last record, 0 where there is none.
pub(crate) fn last_position(db: &Connection) -> Result<i64, Fault> {
    let last = db.query_row("SELECT max(position) FROM record", [], |row| row.get(0)).map_err(fault)?;
    Ok(Option::unwrap_or(last, 0))
}

/// The engine that wrote the last record.
pub(crate) fn last_engine(db: &Connection) -> Result<Option<u16>, Fault> {
    let select = "SELECT engine FROM record ORDER BY position DESC LIMIT 1";
    db.query_row(select, [], |row| row.get(0)).optional().map_err(fault)
}

/// How many milestones there are up to a position.
pub(crate) fn milestones(db: &Connection, upto: i64) -> Result<u64, Fault> {
    let select = "SELECT count(*) FROM milestone WHERE position <= ?1";
    db.query_row(select, [upto], seq_of).map_err(fault)
}

/// Every record whose number is a multiple of this has its position noted; the schema has the same number.
pub(crate) const MILESTONE: u64 = 64;

/// The number of a stream.
pub(crate) fn stream_id(db: &Connection, stream: &StreamName) -> Result<Option<i64>, Fault> {
    let mut statement = db.prepare_cached("SELECT id FROM stream WHERE name = ?1").map_err(fault)?;
    statement.query_row([stream.as_str()], |row| row.get(0)).optional().map_err(fault)
}

/// The position that is noted for a record.
pub(crate) fn milestone(db: &Connection, id: i64, seq: u64) -> Result<Option<i64>, Fault> {
    let select = "SELECT position FROM milestone WHERE stream = ?1 AND seq = ?2";
    let mut statement = db.prepare_cached(select).map_err(fault)?;
    statement.query_row((id, integer(seq)), |row| row.get(0)).optional().map_err(fault)
}

/// The records of one stream behind `after`, `limit` at most, each checked: its hash, its number, and its link to the
/// one before.
pub(crate) fn read(
    db: &Connection,
    stream: &StreamName,
    end: &End,
    after: u64,
    limit: usize,
) -> Result<Vec<Record>, Fault> {
    let upto = after.saturating_add(limit as u64).min(end.seq);
    if after >= upto {
        return Ok(Vec::new());
    }
    let milestone = db
        .prepare_cached(
            "SELECT seq, position FROM milestone WHERE stream = ?1 AND seq BETWEEN ?2 AND ?3 LIMIT 1",
        )
        .map_err(fault)?
        .query_row((end.id, integer(upto), integer(end.seq)), |row| Ok((seq_of(row)?, row.get(1)?)))
        .optional()
        .map_err(fault)?;
    let (seq, position) = milestone.unwrap_or((end.seq, end.position));

    // Back from there, and then the right way round.
    let mut place = Place { id: end.id, stream, seq, position };
    let mut by_position = by_position(db)?;
    let mut records: Vec<Record> = Vec::with_capacity((upto - after) as usize);
    while place.seq > after {
        let Stored { record, before } = at(&mut by_position, &place)?;
        if let Some(next) = records.last().filter(|next| next.prev != record.hash) {
            return damaged(format!(
                "record {} of {stream} does not follow record {}",
                next.entry.seq, place.seq
            ));
        }
        if place.seq == 1 && record.prev != Hash::ZERO {
            return damaged(format!("record 1 of {stream} names a record before it"));
        }
        place = Place { seq: place.seq - 1, position: before, ..place };
        if place.seq < upto {
            records.push(record);
        }
    }
    records.reverse();
    Ok(records)
}

/// The record of a stream with this number, at its position.
pub(crate) fn placed(
    db: &Connection,
    stream: &StreamName,
    id: i64,
    (seq, position): (u64, i64),
) -> Result<Record, Fault> {
    Ok(at(&mut by_position(db)?, &Place { id, stream, seq, position })?.record)
}

/// The records behind a position, `limit` at most, in the order of their commits, each checked against its hash.
pub(crate) fn behind(db: &Connection, after: u64, limit: usize) -> Result<Vec<(u64, Record)>, Fault> {
    let select = "SELECT record.position, stream, record.seq, before, at, actor, schema, engine, key, body, prev, hash, name
                  FROM record CROSS JOIN stream ON stream.id = record.stream
                  WHERE record.position > ?1 ORDER BY record.position LIMIT ?2";
    let mut statement = db.prepare_cached(select).map_err(fault)?;
    let mut rows = statement.query((integer(after), integer(limit as u64))).map_err(fault)?;
    let mut records = Vec::new();
    while let Some(row) = rows.next().map_err(fault)? {
        let record = record(row, &name(row, 12)?)?.record;
        if !record.holds() {
            let (seq, stream) = (record.entry.seq, &record.entry.stream);
            return damaged(format!("record {seq} of {stream} does not match its hash"));
        }
        records.push((number(row, 0, "a position")?, record));
    }
    Ok(records)
}

/// Which record is expected where.
#[derive(Clone, Copy)]
struct Place<'a> {
    id: i64,
    stream: &'a StreamName,
    seq: u64,
    position: i64,
}

/// A record as it lies in the database, with the position of the one before it.
pub(crate) struct Stored {
    pub(crate) record: Record,
    pub(crate) before: i64,
}

fn by_position(db: &Connection) -> Result<CachedStatement<'_>, Fault> {
    let select =
        "SELECT position, stream, seq, before, at, actor, schema, engine, key, body, prev, hash FROM record
                  WHERE position = ?1";
    db.prepare_cached(select).map_err(fault)
}

/// The record at a position, if it is the one that is expected there and matches its hash.
fn at(by_position: &mut CachedStatement<'_>, place: &Place<'_>) -> Result<Stored, Fault> {
    let Place { id, stream, seq, position } = *place;
    let mut rows = by_position.query([position]).map_err(fault)?;
    let Some(row) = rows.next().map_err(fault)? else {
        return damaged(format!("record {seq} of {stream} is missing"));
    };
    let owner: i64 = get(row, 1, "the stream of a record")?;
    let found = record(row, stream)?;
    if owner != id || found.record.entry.seq != seq {
        return damaged(format!("record {seq} of {stream} is not where it belongs"));
    }
    if !found.record.holds() {
        return damaged(format!("record {seq} of {stream} does not match its hash"));
    }
    Ok(found)
}

/// One record from a row of `position, stream, seq, before, at, actor, schema, engine, key, body, prev, hash`; not
/// checked.
pub(crate) fn record(row: &Row<'_>, stream: &StreamName) -> Result<Stored, Fault> {
    let seq = number(row, 2, &format!("the number of a record of {stream}"))?;
    let what = |field: &str| format!("the {field} of record {seq} of {stream}");
    let entry = Entry {
        stream: stream.clone(),
        seq,
        at: get(row, 4, &what("time"))?,
        actor: get(row, 5, &what("actor"))?,
        schema: get(row, 6, &what("schema"))?,
        engine: get(row, 7, &what("engine"))?,
        key: get(row, 8, &what("key"))?,
        body: get(row, 9, &what("body"))?,
    };
    let prev = Hash::new(get(row, 10, &what("predecessor's hash"))?);
    let hash = Hash::new(get(row, 11, &what("hash"))?);
    let before = get(row, 3, &what("predecessor's position"))?;
    Ok(Stored { record: Record { entry, prev, hash }, before })
}

/// A value of the type that its column promises.
pub(crate) fn get<T: FromSql>(row: &Row<'_>, column: usize, what: &str) -> Result<T, Fault> {
    row.get(column).or_else(|error| damaged(format!("{what} cannot be read: {error}")))
}

/// A number that cannot be below 1.
pub(crate) fn number(row: &Row<'_>, column: usize, what: &str) -> Result<u64, Fault> {
    let value: i64 = get(row, column, what)?;
    match u64::try_from(value) {
        Ok(number) if number > 0 => Ok(number),
        _ => damaged(format!("{what} is {value}")),
    }
}

/// A number as SQLite keeps it.
pub(crate) fn integer(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// The number in the first column.
pub(crate) fn seq_of(row: &Row<'_>) -> rusqlite::Result<u64> {
    let wrong = |error| rusqlite::Error::FromSqlConversionFailure(0, Type::Integer, Box::new(error));
    u64::try_from(row.get::<_, i64>(0)?).map_err(wrong)
}

/// The name of a stream in this column.
pub(crate) fn name(row: &Row<'_>, column: usize) -> Result<StreamName, Fault> {
    let text: String = get(row, column, "the name of a stream")?;
    text.parse().or_else(|error| damaged(format!("{error}")))
}

/// Where records begin to have codes, and what stands before the first of them; `None` where nothing has one.
pub(crate) fn start(db: &Connection) -> Result<Option<(i64, Hash)>, Fault> {
    let mut statement = db.prepare_cached("SELECT position, code FROM start").map_err(fault)?;
    let found = statement.query_row([], |row| Ok((row.get(0)?, Hash::new(row.get(1)?)))).optional();
    found.map_err(fault)
}

/// The code of the record at a position.
pub(crate) fn code_at(db: &Connection, position: i64) -> Result<Hash, Fault> {
    let found = codes(db, position - 1, position)?.pop().and_then(|(.., code)| code);
    found.ok_or_else(|| Fault::Damaged(format!("the record at position {position} has no code")))
}

/// The records behind a position up to another: position, hash and code of each.
pub(crate) fn codes(db: &Connection, after: i64, upto: i64) -> Result<Vec<(i64, Hash, Option<Hash>)>, Fault> {
    let select =
        "SELECT position, hash, code FROM record WHERE position > ?1 AND position <= ?2 ORDER BY position";
    let mut statement = db.prepare_cached(select).map_err(fault)?;
    let code = |row: &Row<'_>| {
        let code: Option<[u8; 32]> = row.get(2)?;
        Ok((row.get(0)?, Hash::new(row.get(1)?), code.map(Hash::new)))
    };
    let rows = statement.query_map((after, upto), code).map_err(fault)?;
    rows.collect::<rusqlite::Result<_>>().map_err(fault)
}

/// Something from a shelf, if it is what was put there.
///
/// In an anchored journal that can be told only with the key; without it, what is there is given as it is.
pub(crate) fn get_shelved(
    db: &Connection,
    key: Option<&ChainKey>,
    shelf: &str,
    name: &str,
) -> Result<Option<Vec<u8>>, Fault> {
    let mut statement =
        db.prepare_cached("SELECT bytes, sum FROM shelf WHERE shelf = ?1 AND name = ?2").map_err(fault)?;
    let found: Option<(Vec<u8>, Vec<u8>)> =
        statement.query_row((shelf, name), |row| Ok((row.get(0)?, row.get(1)?))).optional().map_err(fault)?;
    let stands = |bytes: &[u8], sum: &[u8]| match key {
        Some(key) => sum == key.shelved(shelf, name, bytes).as_bytes(),
        None => sum.len() == 32 || sum == shelf_sum(shelf, name, bytes),
    };
    match found {
        None => Ok(None),
        Some((bytes, sum)) if stands(&bytes, &sum) => Ok(Some(bytes)),
        Some(_) => damaged(format!("{name:?} on the shelf {shelf:?} is not what was put there")),
    }
}

/// A check over what is on a shelf. It finds accidents, not attacks.
pub(crate) fn shelf_sum(shelf: &str, name: &str, bytes: &[u8]) -> [u8; 16] {
    let mut text = Vec::with_capacity(shelf.len() + name.len() + bytes.len() + 24);
    for part in [shelf.as_bytes(), name.as_bytes(), bytes] {
        text.extend_from_slice(&(part.len() as u64).to_le_bytes());
        text.extend_from_slice(part);
    }
    let mut sum = [0; 16];
    sum.copy_from_slice(&Hash::of(&text).as_bytes()[..16]);
    sum
}

/// The names on a shelf.
pub(crate) fn names(db: &Connection, shelf: &str) -> Result<Vec<String>, Fault> {
    let mut statement =
        db.prepare_cached("SELECT name FROM shelf WHERE shelf = ?1 ORDER BY name").map_err(fault)?;
    let rows = statement.query_map([shelf], |row| row.get(0)).map_err(fault)?;
    rows.collect::<rusqlite::Result<_>>().map_err(fault)
}

/// Checkpoints behind `after`, `limit` at most, each with a signature that holds and a link to the one before it here.
pub(crate) fn checkpoints(db: &Connection, after: u64, limit: usize) -> Result<Vec<Checkpoint>, Fault> {
    let mut read: Vec<Checkpoint> = Vec::new();
    for (number, line) in checkpoint_lines(db, after, limit)? {
        let wrong = |what: &str| damaged(format!("checkpoint {number} {what}"));
        let checkpoint = match Checkpoint::from_line(&line) {
            Ok(checkpoint) => checkpoint,
            Err(error) => return wrong(&format!("cannot be read: {error}")),
        };
        if checkpoint.number != number || number != after + 1 + read.len() as u64 {
            return wrong("is not where it belongs");
        }
        if !checkpoint.holds() {
            return wrong("has a wrong signature");
        }
        if read.last().is_some_and(|before| before.hash() != checkpoint.prev) {
            return wrong("does not follow the one before");
        }
        read.push(checkpoint);
    }
    Ok(read)
}

/// The lines of checkpoints as they are stored.
pub(crate) fn checkpoint_lines(
    db: &Connection,
    after: u64,
    limit: usize,
) -> Result<Vec<(u64, String)>, Fault> {
    let mut statement = db
        .prepare_cached("SELECT number, line FROM checkpoint WHERE number > ?1 ORDER BY number LIMIT ?2")
        .map_err(fault)?;
    let bounds = (integer(after), integer(limit as u64));
    let rows = statement.query_map(bounds, |row| Ok((seq_of(row)?, row.get(1)?)));
    rows.map_err(fault)?.collect::<rusqlite::Result<_>>().map_err(fault)
}

/// The number of the last checkpoint, 0 where there is none.
pub(crate) fn last_checkpoint(db: &Connection) -> Result<u64, Fault> {
    let last: Option<i64> =
        db.query_row("SELECT max(number) FROM checkpoint", [], |row| row.get(0)).map_err(fault)?;
    u64::try_from(last.unwrap_or(0)).or_else(|_| damaged("a checkpoint has a number below 1".into()))
}
