use punto_journal::{CommitTally, Journal, SqliteJournal, check};
use punto_testkit::journal::KeptJournal;
use tempfile::TempDir;

use crate::{all, entry, folder, open};

/// A journal in a folder.
struct InFolder(TempDir);

impl KeptJournal for InFolder {
    type Journal = SqliteJournal;

    fn open(&self) -> SqliteJournal {
        open(&self.0)
    }

    fn close(&self, journal: &SqliteJournal) {
        journal.close();
    }

    fn tally(&self, journal: &SqliteJournal) -> CommitTally {
        journal.tally()
    }

    fn check(&self) {
        assert!(check::verify(self.0.path(), &[], &mut |_| {}, &mut |_| {}).unwrap().passed());
    }
}

punto_testkit::journal_tests!(InFolder(folder()));

#[test]
fn a_closed_journal_is_one_file_that_has_everything() {
    let folder = folder();
    let journal = open(&folder);
    assert!(journal.append(vec![entry("site", 1)]).wait().is_ok());
    journal.close();
    drop(journal);
    assert!(!folder.path().join("journal.sqlite3-wal").exists());
}

#[tokio::test]
async fn an_append_can_be_awaited() {
    let folder = folder();
    let journal = open(&folder);
    let written = journal.append(vec![entry("site", 1)]).await.unwrap();
    assert_eq!(all(&journal, "site"), written);
    // Waiting within a task blocks it, but does not break it.
    assert!(journal.append(vec![entry("site", 2)]).wait().is_ok());
    journal.put("setting", "a", b"1").unwrap();
}

#[test]
fn what_is_taken_off_a_shelf_is_gone_from_the_disk() {
    let folder = folder();
    let journal = open(&folder);
    let secret = b"a name that must be forgotten";
    journal.put("person", "ada", secret).unwrap();
    journal.remove("person", "ada").unwrap();
    drop(journal);
    for file in std::fs::read_dir(folder.path()).unwrap() {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        assert!(!bytes.windows(secret.len()).any(|window| window == secret));
    }
}
