//! The check of a whole journal: its chain, codes and signatures, and then everything decided again.

use std::fmt::Write;
use std::path::Path;

use punto_journal::check::{self, CheckReport, Coded, Keyed, Progress};
use punto_journal::{OpenError, PublicKey, SqliteReader};

use crate::audit::{Audit, audit};
use crate::books::Books;

/// What a whole check came to.
#[derive(Clone, Debug)]
pub struct Whole {
    /// What was read.
    pub report: CheckReport,
    /// What was decided again, if the chain holds.
    pub audit: Option<Audit>,
    /// What does not hold.
    pub wrong: Option<String>,
}

/// Checks the journal in a folder or in a backup's file. Progress counts every record twice: it is read twice.
pub fn check_whole(
    path: &Path,
    keyed: Option<&Keyed>,
    trusted: &[PublicKey],
    books: Books,
    progress: &mut dyn FnMut(Progress),
) -> Result<Whole, OpenError> {
    let told = &mut |Progress { done, of }| progress(Progress { done, of: 2 * of });
    let report = check::verify_keyed(path, keyed, trusted, &mut |_| {}, told)?;
    if let Some(first) = report.findings.first() {
        let mut wrong = first.to_string();
        if report.findings.len() > 1 {
            let _ = write!(wrong, "\nand {} more after it", report.findings.len() - 1);
        }
        return Ok(Whole { report, audit: None, wrong: Some(wrong) });
    }
    let reader = SqliteReader::open(path)?.with_key(keyed.map(|keyed| keyed.key.clone()));
    let records = report.records;
    let again = &mut |done: u64| progress(Progress { done: records + done.min(records), of: 2 * records });
    let (audit, wrong) = match audit(&reader, books, again) {
        Ok(audit) => (Some(audit), None),
        Err(error) => (None, Some(error.to_string())),
    };
    Ok(Whole { report, audit, wrong })
}

impl Whole {
    /// What was found in order, a line each.
    pub fn lines(&self) -> Vec<String> {
        let CheckReport { records, heads, checkpoints, keys, codes, .. } = &self.report;
        let mut lines = vec![
            format!("{records} records in {} streams: every link of the chain", heads.len()),
            format!("{checkpoints} checkpoints: every signature, by {} keys", keys.len()),
            match codes {
                Coded::None => "no codes: this journal is not anchored".to_owned(),
                Coded::Unchecked => {
                    "codes of records and shelves: not compared, as no key was given".to_owned()
                }
                Coded::From(0) => {
                    "every record and every shelf: written with the key of the chain".to_owned()
                }
                Coded::From(first) => {
                    format!(
                        "every record behind the first {first} and every shelf: written with the key of the chain"
                    )
                }
            },
        ];
        let Some(audit) = &self.audit else { return lines };
        lines.push(format!("{} records: every decision made again, every balance", audit.decided_again()));
        lines.push(format!("{} shoes: every card as it was promised", audit.shoes));
        for (stream, count) in &audit.folded {
            lines.push(format!(
                "{count} records of {stream} by another engine: folded as stored, not decided again"
            ));
        }
        for stream in &audit.unknown {
            lines.push(format!("{stream}, of a kind this program does not know: only its chain"));
        }
        lines
    }
}
