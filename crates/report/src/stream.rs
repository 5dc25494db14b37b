//! Going through a stream of the journal.

use std::fmt::Display;
use std::ops::ControlFlow;

use punto_journal::{Entry, Fault, Journal, Record, StreamName};
use punto_records::StreamOf;
use punto_site::TableId;

/// How many records are read at once.
pub(crate) const PAGE: usize = 1_000;

/// Hands over the records of a stream behind number `after`, in order, until there are no more, somebody has enough or
/// cannot read one.
pub fn walk(
    journal: &dyn Journal,
    stream: &StreamName,
    after: u64,
    take: impl FnMut(&Record) -> Result<ControlFlow<()>, Fault>,
) -> Result<(), Fault> {
    walk_pages(|after| journal.read(stream, after, PAGE), after, take)
}

/// The same, from whatever reads a page of the stream behind a number.
pub(crate) fn walk_pages(
    read: impl Fn(u64) -> Result<Vec<Record>, Fault>,
    mut after: u64,
    mut take: impl FnMut(&Record) -> Result<ControlFlow<()>, Fault>,
) -> Result<(), Fault> {
    loop {
        let records = read(after)?;
        let Some(last) = records.last() else { return Ok(()) };
        after = last.entry.seq;
        for record in &records {
            if take(record)?.is_break() {
                return Ok(());
            }
        }
    }
}

/// The number of the first record that is not before a moment; one more than the last if all are.
///
/// The times of a stream never run back, so that it can be found by halving.
pub fn first_at(journal: &dyn Journal, stream: &StreamName, last: u64, at: i64) -> Result<u64, Fault> {
    let (mut low, mut high) = (1, last + 1);
    while low < high {
        let middle = low.midpoint(high);
        match journal.read(stream, middle - 1, 1)?.first() {
            Some(record) if record.entry.at < at => low = middle + 1,
            _ => high = middle,
        }
    }
    Ok(low)
}

/// The stream of a table.
pub fn table_stream(table: TableId) -> Result<StreamName, Fault> {
    named(StreamOf::Table(table))
}

/// The name of a stream.
pub(crate) fn named(stream: StreamOf) -> Result<StreamName, Fault> {
    stream.name().map_err(|error| Fault::Unfit(error.to_string()))
}

/// A record that this program cannot read. A report without it would be wrong, so that there is none.
pub(crate) fn unreadable(entry: &Entry, error: impl Display) -> Fault {
    Fault::Unfit(format!("record {} of {} cannot be read: {error}", entry.seq, entry.stream))
}
