//! `punto journal export --as`: a journal as flat tables for analysts.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use clap::builder::PossibleValue;
use punto_figures::{FlatFile, FlatForm, FlatTable, flat_rows};
use punto_journal::export::{self, ExportError};
use punto_journal::{SqliteReader, StreamName};

use crate::failure::{Answer, Failure};
use crate::progress::{Progress, spaced};

/// Which flat tables are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    One(FlatTable),
    All,
}

impl ValueEnum for Asked {
    fn value_variants<'a>() -> &'a [Asked] {
        const ALL: [Asked; 7] = [
            Asked::One(FlatTable::Coups),
            Asked::One(FlatTable::Wagers),
            Asked::One(FlatTable::Cards),
            Asked::One(FlatTable::Movements),
            Asked::One(FlatTable::Rulings),
            Asked::One(FlatTable::Duties),
            Asked::All,
        ];
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(match self {
            Asked::One(table) => PossibleValue::new(table.word()).help(table.about()[0]),
            Asked::All => {
                PossibleValue::new("all").help("All six, each as a file of its own in the folder of --out")
            }
        })
    }
}

/// Writes the tables that are asked for, all of them in one reading of the journal.
pub(crate) fn exported(
    asked: Asked,
    form: FlatForm,
    reader: &SqliteReader,
    only: Option<&StreamName>,
    out: Option<&Path>,
) -> Answer {
    match (asked, out) {
        (Asked::One(_), None) if form == FlatForm::Parquet => {
            Err(Failure::Message("Parquet is no text: say which file to make with --out FILE".into()))
        }
        (Asked::All, None) => Err(Failure::Message(
            "six tables do not fit into one output: say which folder to make with --out FOLDER".into(),
        )),
        (Asked::One(table), None) => {
            written(reader, only, vec![begun(table, form, BufWriter::new(io::stdout()))?])
                .map(|_| String::new())
        }
        (Asked::One(table), Some(path)) => {
            let files = vec![(table, path.to_owned())];
            into_files(reader, only, form, files)
        }
        (Asked::All, Some(folder)) => {
            fs::create_dir(folder).map_err(|error| {
                Failure::Message(format!(
                    "{} must be a folder that is not there yet: {error}",
                    folder.display()
                ))
            })?;
            let file = |table: &FlatTable| (*table, folder.join(format!("{table}.{form}")));
            let files = FlatTable::ALL.iter().map(file).collect();
            into_files(reader, only, form, files).inspect_err(|_| {
                let _ = fs::remove_dir(folder);
            })
        }
    }
}

fn into_files(
    reader: &SqliteReader,
    only: Option<&StreamName>,
    form: FlatForm,
    files: Vec<(FlatTable, PathBuf)>,
) -> Answer {
    let mut made: Vec<PathBuf> = Vec::new();
    let begin = |(table, path): &(FlatTable, PathBuf)| {
        let of_file = |error: ExportError| Failure::Message(format!("{}: {error}", path.display()));
        let file: BufWriter<File> = BufWriter::new(export::file(path).map_err(of_file)?);
        made.push(path.clone());
        begun(*table, form, file)
    };
    let begun: Result<Vec<_>, Failure> = files.iter().map(begin).collect();
    let rows = begun.and_then(|files| written(reader, only, files)).inspect_err(|_| {
        // Half a file could be taken for a whole one.
        for path in &made {
            let _ = fs::remove_file(path);
        }
    })?;
    let told = files
        .iter()
        .zip(rows)
        .map(|((_, path), rows)| format!("{} has {} rows\n", path.display(), spaced(rows)));
    Ok(told.collect())
}

fn begun<W: Write + Send>(table: FlatTable, form: FlatForm, out: W) -> Result<FlatFile<W>, Failure> {
    FlatFile::new(table, form, out).map_err(Failure::of)
}

/// Goes through the journal once, and says how many rows each file has.
fn written<W: Write + Send>(
    reader: &SqliteReader,
    only: Option<&StreamName>,
    mut files: Vec<FlatFile<W>>,
) -> Result<Vec<u64>, Failure> {
    let wanted = |stream: &StreamName| {
        matches!(stream.kind(), "table" | "patron") && only.is_none_or(|only| only == stream)
    };
    let records = export::records(reader, wanted).map_err(Failure::of)?;
    let (bar, mut read) = (Progress::new(records.of(), "records"), 0);
    let records = records.inspect(|_| {
        read += 1;
        bar.told(read);
    });
    flat_rows(records, |row| files.iter_mut().try_for_each(|file| file.write(&row))).map_err(Failure::of)?;
    bar.done();
    files.into_iter().map(|file| file.finish().map_err(Failure::of)).collect()
}
