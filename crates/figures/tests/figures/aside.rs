//! Rows are made beside the tables: however long that takes, no table waits for it.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};

use punto_figures::{FigureRows, ReportKind, caught_up};
use punto_journal::projection::{Follower, Projected, Projection};
use punto_journal::{Record, SqliteJournal};
use rusqlite::Transaction;

use crate::periods::{agrees, figure_rows, rows, tables, told, until};

/// The rows of reports, which are not added before somebody lets them.
struct Held {
    rows: FigureRows,
    began: Sender<usize>,
    let_go: Mutex<Receiver<()>>,
}

impl Projection for Held {
    fn name(&self) -> &str {
        self.rows.name()
    }

    fn version(&self) -> u32 {
        self.rows.version()
    }

    fn schema(&self) -> &str {
        self.rows.schema()
    }

    fn add(&self, db: &Transaction<'_>, records: &[Record]) -> rusqlite::Result<()> {
        let _ = self.began.send(records.len());
        // Once the other end is gone there is nothing to wait for.
        let _ = self.let_go.lock().unwrap().recv();
        self.rows.add(db, records)
    }
}

#[test]
fn tables_play_on_and_are_on_record_while_rows_are_not_made() {
    let folder = tempfile::tempdir().unwrap();
    let journal = Arc::new(SqliteJournal::open(&folder.path().join("journal")).unwrap());
    let [mut syd, ..] = tables();
    syd.coup();
    syd.written(&journal);
    let ((began, begins), (go, let_go)) = (channel(), channel());
    let held = Held { rows: figure_rows(), began, let_go: Mutex::new(let_go) };
    let place = folder.path().join("held");
    let follower = Follower::start(journal.clone(), Projected::new(&place, held), |_, _| {}).unwrap();
    // The first records are being added, and stay so.
    let adding = begins.recv().unwrap() as u64;
    for _ in 0..100 {
        syd.coup();
        syd.written(&journal);
    }
    // Everything that was said since is on record, and nothing of it waited.
    let progress = follower.progress();
    assert_eq!((progress.done, progress.of), (0, journal.position()));
    assert!(progress.of > adding + 1_000, "{progress:?}");
    drop(go);
    follower.stop();
    let now = rows(&place);
    caught_up(&now, &*journal).unwrap();
    agrees(&told(&now, ReportKind::Shift, &until(syd.now + 1)), "syd", &syd);
}
