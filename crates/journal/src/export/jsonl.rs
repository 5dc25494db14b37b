//! Records as JSON lines, which can be imported again.
//!
//! A line has all fields of a record: `{"stream":"site","seq":1,"at":1800000000000000,"actor":"…","schema":1,
//! "engine":1,"key":"…","body":"…","prev":"…","hash":"…"}`. The body is a text within the text, so that its bytes, which
//! the hash is made of, come back as they were.

use std::io::{self, Write};

use super::{ExportError, Line};
use crate::{Fault, Record};

/// Writes records as JSON lines, and says how many.
pub fn jsonl(
    records: impl IntoIterator<Item = Result<Record, Fault>>,
    mut out: impl Write,
) -> Result<u64, ExportError> {
    let mut written = 0;
    for record in records {
        serde_json::to_writer(&mut out, &Line::from(record?)).map_err(io::Error::from)?;
        out.write_all(b"\n")?;
        written += 1;
    }
    out.flush()?;
    Ok(written)
}
