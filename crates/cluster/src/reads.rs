//! What is read: records of a stream, where streams end, records in the order of their commits.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use punto_journal::{Fault, Head, Record, StreamName};
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

use crate::address::Address;
use crate::row::{self, columns, integer};
use crate::schema::damaged;
use crate::session::Link;

/// Some connections for everybody who reads.
pub(crate) struct Readers {
    links: [Link; 3],
    next: AtomicUsize,
}

/// Where every stream ends; one that was claimed and has no record yet is none.
pub(crate) const HEADS: &str = "SELECT name, seq, hash FROM stream WHERE seq > 0 ORDER BY name";

/// The records of one stream, with its end as it was at the same moment.
const READ: &str = concat!(
    "SELECT s.seq, ",
    columns!(),
    " FROM stream s LEFT JOIN LATERAL
        (SELECT * FROM record WHERE stream = s.id AND seq > $2 ORDER BY seq LIMIT $3) r ON true
      WHERE s.name = $1 ORDER BY r.seq"
);

const FIND: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM stream s JOIN record r ON r.stream = s.id AND r.key = $2 WHERE s.name = $1"
);

/// Positions below this are of transactions that have ended, whatever else is under way.
const FOLLOW: &str = concat!(
    "SELECT r.position, s.name, ",
    columns!(),
    " FROM (SELECT * FROM record
            WHERE position > $1 AND position < pg_snapshot_xmin(pg_current_snapshot())::text::bigint << 16
            ORDER BY position LIMIT $2) r
      JOIN stream s ON s.id = r.stream ORDER BY r.position"
);

const LAST: &str = "SELECT max(position) FROM record
    WHERE position < pg_snapshot_xmin(pg_current_snapshot())::text::bigint << 16";

impl Readers {
    pub(crate) fn new(address: &Arc<Address>) -> Readers {
        let link = || Link::new(address.clone());
        Readers { links: [link(), link(), link()], next: AtomicUsize::new(0) }
    }

    /// The connection whose turn it is.
    pub(crate) fn link(&self) -> &Link {
        &self.links[self.next.fetch_add(1, Ordering::Relaxed) % self.links.len()]
    }

    /// The rows of a query.
    pub(crate) async fn rows(
        &self,
        sql: &'static str,
        parameters: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, Fault> {
        self.link().with(|session| async move { session.rows(sql, parameters).await }).await
    }

    /// Where every stream ends, sorted by name.
    pub(crate) async fn heads(&self) -> Result<Vec<Head>, Fault> {
        self.rows(HEADS, &[]).await?.iter().map(head).collect()
    }

    /// Some records of a stream, each checked: its hash, its number, and its link to the one before.
    pub(crate) async fn read(
        &self,
        stream: &StreamName,
        after: u64,
        limit: usize,
    ) -> Result<Vec<Record>, Fault> {
        let (name, most) = (stream.as_str(), integer(limit as u64));
        let rows = self.rows(READ, &[&name, &integer(after), &most]).await?;
        let Some(end) = rows.first().map(|row| row::get::<i64>(row, 0, "the end of a stream")).transpose()?
        else {
            return Ok(Vec::new());
        };
        let due = end.unsigned_abs().saturating_sub(after).min(limit as u64);
        let mut records: Vec<Record> = Vec::with_capacity(rows.len());
        for row in rows.iter().filter(|row| !matches!(row.try_get::<_, Option<i64>>(1), Ok(None))) {
            let record = row::record(row, 1, stream)?;
            let seq = after + 1 + records.len() as u64;
            if record.entry.seq != seq {
                return damaged(format!("record {seq} of {stream} is missing"));
            }
            let before = records.last().map(|before| before.hash);
            if before
                .or((seq == 1).then_some(punto_journal::Hash::ZERO))
                .is_some_and(|hash| hash != record.prev)
            {
                return damaged(format!("record {seq} of {stream} does not follow the one before it"));
            }
            records.push(record);
        }
        match records.len() as u64 == due {
            true => Ok(records),
            false => damaged(format!("{stream} ends at record {end}, and has others")),
        }
    }

    /// The record of a stream that has a key.
    pub(crate) async fn find(&self, stream: &StreamName, key: &str) -> Result<Option<Record>, Fault> {
        let rows = self.rows(FIND, &[&stream.as_str(), &key.as_bytes()]).await?;
        rows.first().map(|found| row::record(found, 0, stream)).transpose()
    }

    /// The position of the last record that `follow` gives.
    pub(crate) async fn position(&self) -> Result<u64, Fault> {
        let rows = self.rows(LAST, &[]).await?;
        let last: Option<i64> = match rows.first() {
            Some(found) => row::get(found, 0, "the last position")?,
            None => None,
        };
        Ok(last.unwrap_or(0).unsigned_abs())
    }

    /// The records behind a position, each with its own, in an order that every process sees alike.
    pub(crate) async fn follow(&self, after: u64, limit: usize) -> Result<Vec<(u64, Record)>, Fault> {
        let rows = self.rows(FOLLOW, &[&integer(after), &integer(limit as u64)]).await?;
        let placed = |found: &Row| {
            let position = row::number(found, 0, "a position")?;
            Ok((position, row::record(found, 2, &row::name(found, 1)?)?))
        };
        rows.iter().map(placed).collect()
    }
}

/// A head from `name, seq, hash`.
pub(crate) fn head(found: &Row) -> Result<Head, Fault> {
    let stream = row::name(found, 0)?;
    let seq = row::number(found, 1, &format!("the end of {stream}"))?;
    let hash = row::hash(found, 2, &format!("the last hash of {stream}"))?;
    Ok(Head { stream, seq, hash })
}
