//! `punto backup` and `punto restore`: a journal copied into one file while it runs, and put back where nothing is.

use std::path::{Path, PathBuf};

use punto_floor::check_whole;
use punto_journal::check::Keyed;
use punto_journal::{CopyStage, Deed, SqliteReader, leave_note};
use serde_json::json;

use crate::failure::{Answer, Failure, warn};
use crate::library::LibraryArgs;
use crate::print::as_json;
use crate::progress::{Progress, spaced};

#[derive(clap::Args)]
#[command(
    after_help = "The server may go on while the copy is made: the copy is the journal as it was at one moment. The copy \
is read from end to end as `punto verify` does it, and the house records that it was made. Keys are not copied: keep them \
apart from backups, since without sealing.key no shoe in play can be resumed, and without chain.key nothing at all."
)]
pub(crate) struct BackupArgs {
    /// The file to be made; one that is there is not overwritten.
    file: PathBuf,
    /// The folder of the journal.
    #[arg(long, value_name = "DIR", default_value = "data")]
    data: PathBuf,
    /// The file of the key of the chain; chain.key in the folder of keys beside the folder, or in keys/ of a demonstration, by default.
    #[arg(long, value_name = "FILE")]
    chain_key: Option<PathBuf>,
    /// Answer as JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    library: LibraryArgs,
}

#[derive(clap::Args)]
#[command(
    after_help = "A folder that has a journal already is left as it is. Put the keys back where they were before the server \
starts. A backup is older than what the anchor beside chain.key knows: `punto accept` lets two persons go on with it all the same."
)]
pub(crate) struct RestoreArgs {
    /// The backup.
    file: PathBuf,
    /// The folder to put it into.
    #[arg(long, value_name = "DIR", default_value = "data")]
    data: PathBuf,
    /// Answer as JSON.
    #[arg(long)]
    json: bool,
}

pub(crate) fn backup(args: &BackupArgs) -> Answer {
    let reader = SqliteReader::open(&args.data).map_err(Failure::of)?;
    let report = shown(|tell| reader.backup(&args.file, tell)).map_err(Failure::of)?;
    let keyed = super::verify::keyed(&args.data, args.chain_key.as_deref())?;
    let keyed = keyed.map(|keyed| Keyed { anchor: None, ..keyed });
    let bar = Progress::new(2 * report.records, "records");
    let whole = check_whole(&args.file, keyed.as_ref(), &[], args.library.open()?.books, &mut |progress| {
        bar.told(progress.done);
    });
    bar.done();
    let whole = whole.map_err(Failure::of)?;
    if args.json {
        let answer = json!({
            "file": args.file, "records": report.records, "streams": report.heads.len(), "holds": whole.wrong.is_none(),
            "wrong": whole.wrong, "checked": whole.lines(),
        });
        if whole.wrong.is_some() {
            return Err(Failure::Disagreement(as_json(&answer)));
        }
        note(&args.data, keyed.as_ref(), Deed::Made, report.records, &args.file);
        return Ok(as_json(&answer));
    }
    if let Some(wrong) = whole.wrong {
        let file = args.file.display();
        return Err(Failure::Disagreement(format!(
            "{file} has {} records, and so has the journal, and they do not hold: {wrong}\n",
            spaced(report.records)
        )));
    }
    note(&args.data, keyed.as_ref(), Deed::Made, report.records, &args.file);
    let text = format!(
        "{} has {} records in {} streams\n",
        args.file.display(),
        spaced(report.records),
        report.heads.len()
    );
    Ok(whole.lines().iter().fold(text, |text, line| text + "  checked: " + line + "\n"))
}

pub(crate) fn restore(args: &RestoreArgs) -> Answer {
    let put = |tell: &mut dyn FnMut(CopyStage)| punto_journal::restore(&args.file, &args.data, tell);
    let report = shown(put).map_err(Failure::of)?;
    // Who puts a backup back need not have the key.
    let keyed = super::verify::keyed(&args.data, None).ok().flatten();
    note(&args.data, keyed.as_ref(), Deed::PutBack, report.records, &args.file);
    if args.json {
        return Ok(as_json(
            &json!({ "data": args.data, "records": report.records, "streams": report.heads.len() }),
        ));
    }
    let (records, streams) = (spaced(report.records), report.heads.len());
    Ok(format!(
        "{} has {records} records in {streams} streams, their chain and signatures checked\n",
        args.data.display()
    ))
}

/// Leaves a note for the house's record.
fn note(data: &Path, keyed: Option<&Keyed>, deed: Deed, records: u64, backup: &Path) {
    if let Err(error) = leave_note(data, keyed.map(|keyed| &keyed.key), deed, records, backup) {
        warn(&format!("the house will not know of this: no note can be left in {}: {error}", data.display()));
    }
}

/// Runs a copy with a bar for each of its two stages.
fn shown<T>(copy: impl FnOnce(&mut dyn FnMut(CopyStage)) -> T) -> T {
    let (mut pages, mut records) = (None, None);
    let done = copy(&mut |stage| match stage {
        CopyStage::Copying { done, of } => {
            pages.get_or_insert_with(|| Progress::new(of, "pages")).told(done);
        }
        CopyStage::Checking { done, of } => {
            records.get_or_insert_with(|| Progress::new(of, "records")).told(done);
        }
    });
    let _ = (pages.map(Progress::done), records.map(Progress::done));
    done
}
