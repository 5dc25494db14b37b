//! A report as a Parquet file, for tools that analyse it: the columns of its table, with types.
//!
//! Amounts are decimals with two places, counts whole numbers, shares and paces doubles; what a row does not have is null.

use std::io::Write;
use std::sync::Arc;

use parquet::basic::Compression;
use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
pub use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;
use punto_vocab::Money;

use crate::sheet::SheetOf;

const COUNTS: &[&str] =
    &["coups", "voids", "corrections", "player", "banker", "tie", "wagers", "seconds", "record"];
const AMOUNTS: &[&str] = &[
    "stakes",
    "collected",
    "paid",
    "tokens",
    "commission",
    "win",
    "drop",
    "expected_win",
    "turnover",
    "average",
    "cash",
    "vouchers",
    "tips",
];
const SHARES: &[&str] = &["per_hour", "hold", "hold_of_drop", "expected_hold", "low", "high"];

/// What a column holds.
#[derive(Clone, Copy)]
enum Column {
    Count,
    Amount,
    Share,
    Text,
}

impl Column {
    fn of(name: &str) -> Column {
        match name {
            name if COUNTS.contains(&name) => Column::Count,
            name if AMOUNTS.contains(&name) => Column::Amount,
            name if SHARES.contains(&name) => Column::Share,
            _ => Column::Text,
        }
    }

    const fn schema(self) -> (&'static str, &'static str) {
        match self {
            Column::Count => ("INT64", ""),
            Column::Amount => ("INT64", " (DECIMAL(18,2))"),
            Column::Share => ("DOUBLE", ""),
            Column::Text => ("BYTE_ARRAY", " (STRING)"),
        }
    }
}

/// Writes a report's table as a Parquet file, and says how many rows it has.
pub fn parquet((head, rows): &SheetOf, out: impl Write + Send) -> Result<usize, ParquetError> {
    let columns = head.iter().map(|name| {
        let (kind, of) = Column::of(name).schema();
        format!("OPTIONAL {kind} {name}{of};")
    });
    let schema = format!("message report {{ {} }}", columns.collect::<Vec<_>>().join(" "));
    let properties = WriterProperties::builder()
        .set_created_by(concat!("punto ", env!("CARGO_PKG_VERSION")).into())
        .set_compression(Compression::SNAPPY);
    let schema = Arc::new(parse_message_type(&schema)?);
    let mut file = SerializedFileWriter::new(out, schema, Arc::new(properties.build()))?;
    let mut group = file.next_row_group()?;
    for (place, name) in head.iter().enumerate() {
        let texts: Vec<&str> = rows.iter().map(|row| row.get(place).map_or("", String::as_str)).collect();
        match Column::of(name) {
            Column::Count => write::<Int64Type>(&mut group, &texts, |text| text.parse().ok())?,
            Column::Amount => write::<Int64Type>(&mut group, &texts, minor)?,
            Column::Share => write::<DoubleType>(&mut group, &texts, |text| text.parse().ok())?,
            Column::Text => write::<ByteArrayType>(&mut group, &texts, |text| Some(ByteArray::from(text)))?,
        }
    }
    group.close()?;
    file.close()?;
    Ok(rows.len())
}

/// Writes one column; an empty text is null.
fn write<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, impl Write + Send>,
    texts: &[&str],
    read: impl Fn(&str) -> Option<T::T>,
) -> Result<(), ParquetError> {
    let read: Vec<Option<T::T>> =
        texts.iter().map(|text| if text.is_empty() { None } else { read(text) }).collect();
    let there: Vec<i16> = read.iter().map(|value| i16::from(value.is_some())).collect();
    let values: Vec<T::T> = read.into_iter().flatten().collect();
    let Some(mut column) = group.next_column()? else { return Ok(()) };
    column.typed::<T>().write_batch(&values, Some(&there), None)?;
    column.close()
}

/// The minor units of an amount as reports write it, which may be below nought.
fn minor(text: &str) -> Option<i64> {
    let (sign, amount) = text.strip_prefix('-').map_or((1, text), |amount| (-1, amount));
    amount.parse::<Money>().ok().map(|amount| sign * amount.minor())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use parquet::file::reader::{FileReader, SerializedFileReader};

    use super::*;

    #[test]
    fn a_report_is_read_back_with_types_and_nulls() {
        let row = |row: [&str; 5]| row.map(str::to_owned).to_vec();
        let sheet: SheetOf = (
            &["of", "coups", "win", "hold", "expected_win"],
            vec![row(["syd", "40", "-23.75", "1.25", ""]), row(["per", "2", "100", "", "7.50"])],
        );
        let mut bytes = Vec::new();
        assert_eq!(parquet(&sheet, &mut bytes).unwrap(), 2);
        let file = SerializedFileReader::new(bytes::Bytes::from(bytes)).unwrap();
        let rows: Vec<String> =
            file.get_row_iter(None).unwrap().map(|row| row.unwrap().to_string()).collect();
        assert_eq!(
            rows,
            [
                "{of: \"syd\", coups: 40, win: -23.75, hold: 1.25, expected_win: null}",
                "{of: \"per\", coups: 2, win: 100.00, hold: null, expected_win: 7.50}",
            ]
        );
    }
}
