//! Records as a Parquet file, for tools that analyse them.
//!
//! The columns are those of the other forms, with types. What they call `at` is `time` here: a time in UTC to the
//! microsecond, as the hash has it, and a name that dialects of SQL do not keep for themselves. `prev` and `hash` are their
//! 32 bytes, half as long as their digits, which `lower(hex(hash))` gives. `key` is null where a record has none. Texts are
//! as they were written.

use std::io::{self, Write};
use std::sync::Arc;

use parquet::basic::Compression;
use parquet::data_type::{ByteArray, ByteArrayType, DataType, FixedLenByteArrayType, Int32Type, Int64Type};
use parquet::errors::{ParquetError, Result as Done};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;
use parquet::schema::types::ColumnPath;

use super::ExportError;
use crate::{Entry, Fault, Hash, Record};

/// Writes records as a Parquet file, and says how many.
///
/// The file is cut into groups of rows, and only the group that is being gathered is in memory.
pub fn parquet(
    records: impl IntoIterator<Item = Result<Record, Fault>>,
    out: impl Write + Send,
) -> Result<u64, ExportError> {
    let schema = Arc::new(parse_message_type(SCHEMA).map_err(failed)?);
    let mut file = SerializedFileWriter::new(out, schema, Arc::new(properties())).map_err(failed)?;
    let (mut rows, mut bytes, mut written) = (Vec::new(), 0, 0);
    for record in records {
        let record = record?;
        bytes += record.entry.body.len();
        rows.push(record);
        if rows.len() >= MOST_ROWS || bytes >= MOST_BYTES {
            write(&rows, file.next_row_group().map_err(failed)?).map_err(failed)?;
            written += rows.len() as u64;
            rows.clear();
            bytes = 0;
        }
    }
    if !rows.is_empty() {
        write(&rows, file.next_row_group().map_err(failed)?).map_err(failed)?;
        written += rows.len() as u64;
    }
    file.close().map_err(failed)?;
    Ok(written)
}

const SCHEMA: &str = "message journal {
    REQUIRED BYTE_ARRAY stream (STRING);
    REQUIRED INT64 seq;
    REQUIRED INT64 time (TIMESTAMP(MICROS,true));
    REQUIRED BYTE_ARRAY actor (STRING);
    REQUIRED INT32 schema (INTEGER(16,false));
    REQUIRED INT32 engine (INTEGER(16,false));
    OPTIONAL BYTE_ARRAY key (STRING);
    REQUIRED BYTE_ARRAY body (STRING);
    REQUIRED FIXED_LEN_BYTE_ARRAY (32) prev;
    REQUIRED FIXED_LEN_BYTE_ARRAY (32) hash;
}";

/// A group is written when it has so many rows, or bodies of so many bytes.
const MOST_ROWS: usize = 50_000;
const MOST_BYTES: usize = 16 << 20;

fn properties() -> WriterProperties {
    let properties = WriterProperties::builder()
        .set_created_by(concat!("punto ", env!("CARGO_PKG_VERSION")).into())
        .set_compression(Compression::SNAPPY);
    // A dictionary pays where values come again, and these never do.
    let unique = ["seq", "time", "key", "body", "prev", "hash"];
    let plain = |properties: parquet::file::properties::WriterPropertiesBuilder, name: &str| {
        properties.set_column_dictionary_enabled(ColumnPath::from(name), false)
    };
    unique.into_iter().fold(properties, plain).build()
}

/// Writes one group, its columns in the schema's order.
fn write(rows: &[Record], mut group: SerializedRowGroupWriter<'_, impl Write + Send>) -> Done<()> {
    let entries = || rows.iter().map(|record| &record.entry);
    let bytes = |hash: &Hash| ByteArray::from(hash.as_bytes().as_slice()).into();
    let keyed: Vec<i16> = entries().map(|entry| i16::from(entry.key.is_some())).collect();
    let keys = entries().filter_map(|entry| entry.key.as_deref()).map(ByteArray::from);

    column::<ByteArrayType>(&mut group, entries().map(|entry| entry.stream.as_str().into()), None)?;
    column::<Int64Type>(&mut group, entries().map(seq), None)?;
    column::<Int64Type>(&mut group, entries().map(|entry| entry.at), None)?;
    column::<ByteArrayType>(&mut group, entries().map(|entry| entry.actor.as_str().into()), None)?;
    column::<Int32Type>(&mut group, entries().map(|entry| entry.schema.into()), None)?;
    column::<Int32Type>(&mut group, entries().map(|entry| entry.engine.into()), None)?;
    column::<ByteArrayType>(&mut group, keys, Some(&keyed))?;
    column::<ByteArrayType>(&mut group, entries().map(|entry| entry.body.as_str().into()), None)?;
    column::<FixedLenByteArrayType>(&mut group, rows.iter().map(|record| bytes(&record.prev)), None)?;
    column::<FixedLenByteArrayType>(&mut group, rows.iter().map(|record| bytes(&record.hash)), None)?;
    group.close().map(drop)
}

/// Numbers of records end far below the largest that the column can hold.
fn seq(entry: &Entry) -> i64 {
    i64::try_from(entry.seq).unwrap_or(i64::MAX)
}

/// Writes the next column; where values may be missing, `present` has a 1 for each row that has one.
fn column<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, impl Write + Send>,
    values: impl Iterator<Item = T::T>,
    present: Option<&[i16]>,
) -> Done<()> {
    let values: Vec<T::T> = values.collect();
    let next = group.next_column()?;
    let mut column = next.ok_or_else(|| ParquetError::General("the schema has fewer columns".into()))?;
    column.typed::<T>().write_batch(&values, present, None)?;
    column.close()
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
