//! How much of a table's stream may be read while something is hidden at it.

use punto_journal::{Fault, StreamName};
use punto_records::StreamOf;
use punto_seen::hides;

use crate::state::App;

/// The last record of a stream that may be read now; all of them where nothing limits it.
///
/// A record tells a card that lies face down and a stake that is sealed. While there is such a thing at a table, its
/// stream is read up to the end of the coup before: an auditor waits like everybody else.
pub(super) fn readable(app: &App, stream: &StreamName) -> Result<u64, Fault> {
    let Some(table) = StreamOf::table(stream).and_then(|name| app.floor().table(&name)) else {
        return Ok(u64::MAX);
    };
    let moment = table.now();
    if !hides(&moment.table) {
        // What was committed after this moment may hide something again.
        return Ok(moment.seq);
    }
    Ok(table.recall(1).first().map_or(0, |coup| coup.records.1))
}
