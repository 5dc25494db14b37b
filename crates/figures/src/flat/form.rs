//! Rows in files: JSON lines, CSV, and Parquet where this program was built with it.

use std::io::{self, Write};

use punto_journal::export::{ExportError, harmless};
use punto_vocab::Time;
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::schema::{FlatCell, FlatRow, FlatTable};

punto_vocab::words! {
    /// In which form rows are written.
    pub enum FlatForm: "a form of rows" {
        /// One JSON object a line, with a key for every column.
        Jsonl = "jsonl",
        /// A row of names, then one of values each; nothing stands for what is absent.
        Csv = "csv",
        /// Typed columns, in builds with the feature `parquet`.
        Parquet = "parquet",
    }
}

/// A file of one flat table that is being written.
pub struct FlatFile<W: Write + Send> {
    of: FlatTable,
    rows: u64,
    out: Out<W>,
}

enum Out<W: Write + Send> {
    Jsonl(W),
    Csv(W),
    #[cfg(feature = "parquet")]
    Parquet(Box<super::parquet::Columns<W>>),
}

impl<W: Write + Send> FlatFile<W> {
    /// Begins a file.
    pub fn new(of: FlatTable, form: FlatForm, mut out: W) -> Result<FlatFile<W>, ExportError> {
        let out = match form {
            FlatForm::Jsonl => Out::Jsonl(out),
            FlatForm::Csv => {
                let names: Vec<&str> = of.columns().iter().map(|column| column.name).collect();
                writeln!(out, "{}", names.join(","))?;
                Out::Csv(out)
            }
            #[cfg(feature = "parquet")]
            FlatForm::Parquet => Out::Parquet(Box::new(super::parquet::Columns::new(of, out)?)),
            #[cfg(not(feature = "parquet"))]
            FlatForm::Parquet => return Err(ExportError::Write("this build writes no Parquet".into())),
        };
        Ok(FlatFile { of, rows: 0, out })
    }

    /// Writes a row, if it is one of this table.
    pub fn write(&mut self, row: &FlatRow) -> Result<(), ExportError> {
        if row.of != self.of {
            return Ok(());
        }
        self.rows += 1;
        match &mut self.out {
            Out::Jsonl(out) => {
                serde_json::to_writer(&mut *out, &Keyed(row)).map_err(io::Error::from)?;
                out.write_all(b"\n")?;
            }
            Out::Csv(out) => {
                let cells: Vec<String> = row.cells.iter().map(csv_cell).collect();
                writeln!(out, "{}", cells.join(","))?;
            }
            #[cfg(feature = "parquet")]
            Out::Parquet(columns) => columns.row(row)?,
        }
        Ok(())
    }

    /// Ends the file, and says how many rows it has.
    pub fn finish(self) -> Result<u64, ExportError> {
        match self.out {
            Out::Jsonl(mut out) | Out::Csv(mut out) => out.flush()?,
            #[cfg(feature = "parquet")]
            Out::Parquet(columns) => columns.finish()?,
        }
        Ok(self.rows)
    }
}

struct Keyed<'r>(&'r FlatRow);

impl Serialize for Keyed<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let FlatRow { of, cells } = self.0;
        let mut map = to.serialize_map(Some(cells.len()))?;
        for (column, cell) in of.columns().iter().zip(cells) {
            match cell {
                FlatCell::Absent => map.serialize_entry(column.name, &None::<()>),
                FlatCell::Text(text) => map.serialize_entry(column.name, text),
                FlatCell::Whole(number) => map.serialize_entry(column.name, number),
                FlatCell::Truth(is) => map.serialize_entry(column.name, is),
                FlatCell::Moment(at) => map.serialize_entry(column.name, &Time(*at).to_string()),
            }?;
        }
        map.end()
    }
}

/// A cell of CSV. A text is quoted, so that an empty one is told from what is absent, and none is taken for a formula.
fn csv_cell(cell: &FlatCell) -> String {
    match cell {
        FlatCell::Absent => String::new(),
        FlatCell::Text(text) => format!("\"{}\"", harmless(text.clone()).replace('"', "\"\"")),
        FlatCell::Whole(number) => number.to_string(),
        FlatCell::Truth(is) => is.to_string(),
        FlatCell::Moment(at) => Time(*at).to_string(),
    }
}
