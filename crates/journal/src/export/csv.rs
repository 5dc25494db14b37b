//! Records as a table for spreadsheets.

use std::io::Write;

use csv::{ErrorKind, WriterBuilder};

use super::{COLUMNS, ExportError, Line};
use crate::{Fault, Record};

/// Writes records as CSV with a row of names on top, and says how many.
///
/// Spreadsheets take a field that begins like a formula for one, and clients choose keys as they like: such a text gets a
/// blank before it. JSON lines have every text as it is.
pub fn csv(
    records: impl IntoIterator<Item = Result<Record, Fault>>,
    out: impl Write,
) -> Result<u64, ExportError> {
    let mut written = 0;
    let mut out = WriterBuilder::new().has_headers(false).from_writer(out);
    out.write_record(COLUMNS).map_err(failed)?;
    for record in records {
        let mut line = Line::from(record?);
        line.actor = harmless(line.actor);
        line.key = line.key.map(harmless);
        line.body = harmless(line.body);
        out.serialize(line).map_err(failed)?;
        written += 1;
    }
    out.flush()?;
    Ok(written)
}

/// A text that no spreadsheet takes for a formula.
pub fn harmless(text: String) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!(" {text}") } else { text }
}

fn failed(error: csv::Error) -> ExportError {
    match error.into_kind() {
        ErrorKind::Io(error) => error.into(),
        other => ExportError::Write(format!("{other:?}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_formula_becomes_a_text_and_a_text_stays() {
        for formula in ["=1+2", "+1", "-1", "@a", "\t=1", "\r=1"] {
            assert_eq!(harmless(formula.into()), format!(" {formula}"));
        }
        for text in ["", "a=b", " =1", "{\"said\":\"-1\"}", "百家樂"] {
            assert_eq!(harmless(text.into()), text);
        }
    }
}
