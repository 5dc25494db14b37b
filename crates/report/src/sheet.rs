//! Reports as tables for spreadsheets.

use punto_journal::export::harmless;
use punto_vocab::Money;
use serde::Serialize;

/// A report that can be read as JSON or taken away as a sheet.
pub trait Sheet: Serialize {
    /// The name of the file.
    const FILE: &'static str;
    /// What stands over the columns.
    const HEAD: &'static [&'static str];

    /// Every row, a text a column.
    fn rows(&self) -> Vec<Vec<String>>;
}

/// A report as comma-separated values.
pub fn csv<S: Sheet>(report: &S) -> Result<Vec<u8>, csv::Error> {
    csv_of(S::HEAD, report.rows())
}

/// Rows under a head as comma-separated values.
pub fn csv_of(head: &[&str], rows: Vec<Vec<String>>) -> Result<Vec<u8>, csv::Error> {
    let mut sheet = csv::Writer::from_writer(Vec::new());
    sheet.write_record(head)?;
    for row in rows {
        sheet.write_record(row.into_iter().map(cell))?;
    }
    sheet.into_inner().map_err(|error| error.into_error().into())
}

/// A figure as it is, and any other field as a text.
fn cell(field: String) -> String {
    if field.parse::<f64>().is_ok() { field } else { harmless(field) }
}

/// A moment as a spreadsheet reads it.
pub(crate) fn moment(micros: i64) -> String {
    punto_vocab::Time(micros).to_string()
}

/// What may be missing; nothing if it is.
pub(crate) fn or_nothing<T: ToString>(value: Option<T>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

/// An amount as it is written.
pub(crate) fn money(minor: i64) -> String {
    Money::from_minor(minor).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_field_is_a_formula_and_figures_stay_figures() {
        for (field, expected) in
            [("plain", "plain"), ("-12.50", "-12.50"), ("=1+2", " =1+2"), ("@x", " @x"), ("-x", " -x")]
        {
            assert_eq!(cell(field.into()), expected);
        }
    }
}
