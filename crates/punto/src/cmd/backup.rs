//! `punto backup` and `punto restore`: a journal copied into one file while it runs, and put back where nothing is.

use std::path::PathBuf;

use punto_journal::check::Report;
use punto_journal::{SqliteReader, Stage};

use crate::failure::{Answer, Failure};
use crate::progress::{Progress, spaced};

#[derive(clap::Args)]
#[command(
    after_help = "The server may go on while the copy is made: the copy is the journal as it was at one moment. Keys are not \
copied: keep them apart from backups, since without sealing.key no shoe in play can be resumed."
)]
pub(crate) struct BackupArgs {
    /// The file to be made; one that is there is not overwritten.
    file: PathBuf,
    /// The folder of the journal.
    #[arg(long, value_name = "DIR", default_value = "data")]
    data: PathBuf,
}

#[derive(clap::Args)]
#[command(
    after_help = "A folder that has a journal already is left as it is. Put the keys back where they were before the server starts."
)]
pub(crate) struct RestoreArgs {
    /// The backup.
    file: PathBuf,
    /// The folder to put it into.
    #[arg(long, value_name = "DIR", default_value = "data")]
    data: PathBuf,
}

pub(crate) fn backup(args: &BackupArgs) -> Answer {
    let reader = SqliteReader::open(&args.data).map_err(Failure::of)?;
    let report = shown(|tell| reader.backup(&args.file, tell)).map_err(Failure::of)?;
    Ok(format!("{} has {}\n", args.file.display(), counted(&report)))
}

pub(crate) fn restore(args: &RestoreArgs) -> Answer {
    let put = |tell: &mut dyn FnMut(Stage)| punto_journal::restore(&args.file, &args.data, tell);
    let report = shown(put).map_err(Failure::of)?;
    Ok(format!("{} has {}\n", args.data.display(), counted(&report)))
}

fn counted(report: &Report) -> String {
    format!("{} records in {} streams, checked", spaced(report.records), report.heads.len())
}

/// Runs a copy with a bar for each of its two stages.
fn shown<T>(copy: impl FnOnce(&mut dyn FnMut(Stage)) -> T) -> T {
    let (mut pages, mut records) = (None, None);
    let done = copy(&mut |stage| match stage {
        Stage::Copying { done, of } => {
            pages.get_or_insert_with(|| Progress::new(of, "pages")).told(done);
        }
        Stage::Checking { done, of } => {
            records.get_or_insert_with(|| Progress::new(of, "records")).told(done);
        }
    });
    let _ = (pages.map(Progress::done), records.map(Progress::done));
    done
}
