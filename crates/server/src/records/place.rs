//! Where a moment is in a stream, and how much of a table's stream may be read while something is hidden at it.

use punto_coup::Place;
use punto_floor::TableHandle;
use punto_journal::{Fault, Journal, StreamName};
use punto_table::{Phase, Table};

use crate::state::App;

/// The number of the first record that is not before a moment; one more than the last if all are.
///
/// The times of a stream never run back, so that it can be found by halving.
pub(super) fn first_at(journal: &dyn Journal, stream: &StreamName, last: u64, at: i64) -> Result<u64, Fault> {
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
pub(super) fn stream_of(table: &TableHandle) -> Result<StreamName, Fault> {
    format!("table/{}", table.name()).parse().map_err(|error| Fault::Unfit(format!("{error}")))
}

/// The last record of a stream that may be read now; all of them where nothing limits it.
///
/// A record tells a card that lies face down and a stake that is sealed. While there is such a thing at a table, its
/// stream is read up to the end of the coup before: an auditor waits like everybody else.
pub(super) fn readable(app: &App, stream: &StreamName) -> Result<u64, Fault> {
    let name = stream.as_str().strip_prefix("table/").and_then(|name| name.parse().ok());
    let Some(table) = name.and_then(|name| app.floor().table(&name)) else { return Ok(u64::MAX) };
    let moment = table.now();
    if !hides(&moment.table) {
        // What was committed after this moment may hide something again.
        return Ok(moment.seq);
    }
    Ok(table.recall(1).first().map_or(0, |coup| coup.records.1))
}

/// Whether a table has something that not everybody may know: a card face down, or a stake that is sealed.
fn hides(table: &Table) -> bool {
    let Some(open) = &table.open else { return false };
    let sealed = open.wagers().iter().any(|placed| placed.sealed)
        || !open.hooks.sealed.is_empty()
        || !open.hooks.withheld.is_empty();
    let down = match &open.phase {
        Phase::Dealing(dealing) => {
            dealing.dealt.iter().chain(&dealing.given).any(|card| !card.exposed && card.to != Place::Nowhere)
                || dealing.dealt.iter().any(|card| !card.exposed)
                || !dealing.carries.is_empty()
                || !dealing.waiting.is_empty()
        }
        Phase::Betting(betting) => !betting.waiting.is_empty(),
        Phase::Preparing => false,
    };
    sealed || down
}
