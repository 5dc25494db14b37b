//! Rows as a Parquet file: groups of rows, column by column.

use std::io::{self, Write};
use std::sync::Arc;

use parquet::basic::Compression;
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;
use punto_journal::export::ExportError;

use super::schema::{CellKind, FlatCell, FlatColumn, FlatRow, FlatTable};

/// A group is written when it has so many rows.
const MOST_ROWS: usize = 50_000;

/// A Parquet file that is being written, with the rows of the next group.
pub(super) struct Columns<W: Write + Send> {
    of: FlatTable,
    file: SerializedFileWriter<W>,
    rows: Vec<Vec<FlatCell>>,
}

impl<W: Write + Send> Columns<W> {
    pub(super) fn new(of: FlatTable, out: W) -> Result<Columns<W>, ExportError> {
        let columns: Vec<String> = of.columns().iter().map(column_of).collect();
        let schema = format!("message {of} {{ {} }}", columns.join(" "));
        let schema = Arc::new(parse_message_type(&schema).map_err(failed)?);
        let properties = WriterProperties::builder()
            .set_created_by(concat!("punto ", env!("CARGO_PKG_VERSION")).into())
            .set_compression(Compression::SNAPPY);
        let file = SerializedFileWriter::new(out, schema, Arc::new(properties.build())).map_err(failed)?;
        Ok(Columns { of, file, rows: Vec::new() })
    }

    pub(super) fn row(&mut self, row: &FlatRow) -> Result<(), ExportError> {
        self.rows.push(row.cells.clone());
        if self.rows.len() == MOST_ROWS { self.group().map_err(failed) } else { Ok(()) }
    }

    pub(super) fn finish(mut self) -> Result<(), ExportError> {
        if !self.rows.is_empty() {
            self.group().map_err(failed)?;
        }
        self.file.close().map(drop).map_err(failed)
    }

    fn group(&mut self) -> Result<(), ParquetError> {
        let rows = std::mem::take(&mut self.rows);
        let mut group = self.file.next_row_group()?;
        for (place, column) in self.of.columns().iter().enumerate() {
            let cells: Vec<&FlatCell> = rows.iter().filter_map(|row| row.get(place)).collect();
            match column.kind {
                CellKind::Text => write::<ByteArrayType>(&mut group, column, &cells, |cell| match cell {
                    FlatCell::Text(text) => Some(ByteArray::from(text.as_str())),
                    _ => None,
                })?,
                CellKind::Truth => write::<BoolType>(&mut group, column, &cells, |cell| match cell {
                    FlatCell::Truth(is) => Some(*is),
                    _ => None,
                })?,
                CellKind::Whole | CellKind::Amount | CellKind::Moment => {
                    write::<Int64Type>(&mut group, column, &cells, |cell| match cell {
                        FlatCell::Whole(number) | FlatCell::Moment(number) => Some(*number),
                        _ => None,
                    })?;
                }
            }
        }
        group.close().map(drop)
    }
}

fn column_of(column: &FlatColumn) -> String {
    let (kind, of) = match column.kind {
        CellKind::Text => ("BYTE_ARRAY", " (STRING)"),
        CellKind::Whole | CellKind::Amount => ("INT64", ""),
        CellKind::Truth => ("BOOLEAN", ""),
        CellKind::Moment => ("INT64", " (TIMESTAMP(MICROS,true))"),
    };
    let there = if column.optional { "OPTIONAL" } else { "REQUIRED" };
    format!("{there} {kind} {}{of};", column.name)
}

fn write<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, impl Write + Send>,
    column: &FlatColumn,
    cells: &[&FlatCell],
    value: impl Fn(&FlatCell) -> Option<T::T>,
) -> Result<(), ParquetError> {
    let there: Option<Vec<i16>> =
        column.optional.then(|| cells.iter().map(|cell| i16::from(**cell != FlatCell::Absent)).collect());
    let values: Vec<T::T> = cells.iter().filter_map(|cell| value(cell)).collect();
    let next = group.next_column()?;
    let mut out = next.ok_or_else(|| ParquetError::General("the schema has fewer columns".into()))?;
    out.typed::<T>().write_batch(&values, there.as_deref(), None)?;
    out.close()
}

fn failed(error: ParquetError) -> ExportError {
    match error {
        ParquetError::External(cause) => match cause.downcast::<io::Error>() {
            Ok(error) => (*error).into(),
            Err(other) => ExportError::Write(other.to_string()),
        },
        other => ExportError::Write(other.to_string()),
    }
}
