//! What a house hands out, checked without the house: the record of a shoe, and a journal.

use std::path::PathBuf;

use punto_floor::{Books, Whole, check_whole};
use punto_journal::check::Keyed;
use punto_journal::{PublicKey, statement};
use punto_shoe::ShoeRecord;
use pyo3::prelude::*;
use serde_json::json;

use crate::{plain, wrong};

/// Makes a shoe that has ended again from its opening; what does not agree, and nothing where everything does.
///
/// The signature is that of `key`, or of the key that the record itself names.
#[pyfunction]
#[pyo3(signature = (text, *, key=None))]
pub(crate) fn check_shoe(text: &str, key: Option<&str>) -> PyResult<Vec<String>> {
    let record: ShoeRecord = text.parse().map_err(wrong)?;
    let mut found: Vec<String> = match record.verify() {
        Ok(_) => Vec::new(),
        Err(all) => all.list().iter().map(ToString::to_string).collect(),
    };
    let own = record.key().to_string();
    let whose: PublicKey = key.unwrap_or(&own).parse().map_err(wrong)?;
    if key.is_some_and(|key| key != own) {
        found.push(format!("the record is signed by {own}"));
    } else if !statement::holds(&whose, &record.statement(), record.signature()) {
        found.push("the signature does not hold".to_owned());
    }
    Ok(found)
}

/// Checks a journal, a folder or a backup's file, to the last decision, without changing a byte of it.
///
/// `keys` are those that may have signed checkpoints; `chain_key` is the file of the key of the chain.
#[pyfunction]
#[pyo3(signature = (path, *, keys=Vec::new(), chain_key=None))]
pub(crate) fn check_journal<'py>(
    py: Python<'py>,
    path: PathBuf,
    keys: Vec<String>,
    chain_key: Option<PathBuf>,
) -> PyResult<Bound<'py, PyAny>> {
    let keys: Vec<PublicKey> = keys.iter().map(|key| key.parse().map_err(wrong)).collect::<PyResult<_>>()?;
    let keyed = match chain_key {
        Some(file) => Keyed::load(&file).map_err(wrong)?,
        None => None,
    };
    // A backup ends where it ends: the anchor is of the journal that goes on.
    let keyed = keyed.map(|keyed| if path.is_file() { Keyed { anchor: None, ..keyed } } else { keyed });
    let whole = py.detach(|| check_whole(&path, keyed.as_ref(), &keys, Books::embedded(), &mut |_| {}));
    let whole: Whole = whole.map_err(wrong)?;
    plain(py, &json!({ "wrong": whole.wrong, "records": whole.report.records, "found": whole.lines() }))
}
