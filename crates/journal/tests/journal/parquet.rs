use std::fs::File;

use ::parquet::file::reader::{FileReader, SerializedFileReader};
use ::parquet::record::{Field, Row};
use punto_journal::export::{self, ExportError, records};
use punto_journal::{Fault, Journal, Record, SqliteJournal};
use tempfile::TempDir;

use crate::{all, entry, fill, folder, open};

/// A journal with keys and without, with texts of every sort, and with bodies that fill a group of rows by themselves.
fn journal() -> (TempDir, SqliteJournal, Vec<Record>) {
    let folder = folder();
    let journal = open(&folder);
    let long = "x".repeat(6 << 20);
    for (n, body) in ["", "=1+2", "\u{0}\u{feff}百家樂 🂡", &long, &long, &long, "{}"].into_iter().enumerate()
    {
        let mut entry = entry("patron/ada", n as u64 + 1);
        entry.key = (n % 2 == 0).then(|| format!("key \"{n}\""));
        (entry.at, entry.schema, entry.engine) = (-1 + n as i64, u16::MAX, n as u16);
        entry.body = body.into();
        journal.append(vec![entry]).wait().unwrap();
    }
    fill(&journal, "table/nsw-1", 1_100);
    let all = ["patron/ada", "table/nsw-1"].iter().flat_map(|name| all(&journal, name)).collect();
    (folder, journal, all)
}

fn fields(record: &Record) -> [(&'static str, Field); 10] {
    let entry = &record.entry;
    [
        ("stream", Field::Str(entry.stream.to_string())),
        ("seq", Field::Long(entry.seq as i64)),
        ("time", Field::TimestampMicros(entry.at)),
        ("actor", Field::Str(entry.actor.clone())),
        ("schema", Field::UShort(entry.schema)),
        ("engine", Field::UShort(entry.engine)),
        ("key", entry.key.clone().map_or(Field::Null, Field::Str)),
        ("body", Field::Str(entry.body.clone())),
        ("prev", Field::Bytes(record.prev.as_bytes().to_vec().into())),
        ("hash", Field::Bytes(record.hash.as_bytes().to_vec().into())),
    ]
}

#[test]
fn every_column_of_every_row_is_the_journals() {
    let (folder, journal, all) = journal();
    let path = folder.path().join("journal.parquet");
    let asked = records(&journal, |_| true).unwrap();
    assert_eq!(asked.of(), all.len() as u64);
    let written = export::parquet(asked, export::file(&path).unwrap()).unwrap();
    assert_eq!(written, all.len() as u64);

    let reader = SerializedFileReader::new(File::open(&path).unwrap()).unwrap();
    let groups = reader.metadata().row_groups();
    assert_eq!(groups.iter().map(|group| group.num_rows()).collect::<Vec<_>>(), [6, 1_101]);
    assert!(groups.iter().all(|group| {
        group.columns().iter().all(|column| column.compression() == ::parquet::basic::Compression::SNAPPY)
    }));
    let rows: Vec<Row> = reader.get_row_iter(None).unwrap().map(Result::unwrap).collect();
    assert_eq!(rows.len(), all.len());
    for (row, record) in rows.iter().zip(&all) {
        let found: Vec<_> =
            row.get_column_iter().map(|(name, field)| (name.as_str(), field.clone())).collect();
        assert_eq!(found, fields(record));
    }
    assert!(matches!(export::file(&path), Err(ExportError::Write(_))), "nothing is overwritten");
}

#[test]
fn an_empty_journal_is_a_file_without_rows_and_a_fault_is_none() {
    let mut out = Vec::new();
    assert_eq!(export::parquet(Vec::new(), &mut out).unwrap(), 0);
    let reader = SerializedFileReader::new(bytes(out)).unwrap();
    assert_eq!(reader.metadata().file_metadata().num_rows(), 0);
    assert_eq!(reader.metadata().file_metadata().schema().get_fields().len(), 10);

    let mut out = Vec::new();
    let damaged = Fault::Damaged("record 7 of site is missing".into());
    let (_folder, _, all) = journal();
    let broken = all.into_iter().map(Ok).chain([Err(damaged.clone())]);
    assert_eq!(export::parquet(broken, &mut out), Err(ExportError::Read(damaged)));
    assert!(SerializedFileReader::new(bytes(out)).is_err(), "nobody takes it for whole");
}

/// What was written, as the reader wants it.
fn bytes(out: Vec<u8>) -> bytes::Bytes {
    out.into()
}
