//! What a house asks of a journal before it goes on with it.

#![allow(clippy::unwrap_used)] // a test that cannot be set up should stop there

use punto_journal::{Entry, Journal, Signer, SqliteJournal};
use punto_reception::threshold::{Barred, Threshold};
use punto_records::ENGINE;

fn entry(seq: u64, engine: u16) -> Entry {
    Entry {
        stream: "site".parse().unwrap(),
        seq,
        at: 1_800_000_000_000_000,
        actor: "system".into(),
        schema: 1,
        engine,
        key: None,
        body: format!("record {seq}"),
    }
}

#[test]
fn another_engine_goes_on_behind_a_signed_end_or_when_two_have_accepted_it() {
    let folder = tempfile::tempdir().unwrap();
    let signer = Signer::new(&[5; 32]);
    let cross = |accepted| {
        let journal = SqliteJournal::open(folder.path()).unwrap();
        let signer = signer.public_key();
        Threshold { signer, pinned: &[], copies: &[], accepted, signer_accepted: false }.cross(&journal)
    };
    let before = ENGINE - 1;
    let journal = SqliteJournal::open(folder.path()).unwrap();
    journal.append(vec![entry(1, before)]).wait().unwrap();
    journal.checkpoint(&signer, 1).unwrap();
    drop(journal);
    assert_eq!(cross(false), Ok(()), "the end is signed");

    let journal = SqliteJournal::open(folder.path()).unwrap();
    journal.append(vec![entry(2, before)]).wait().unwrap();
    drop(journal);
    assert_eq!(cross(false), Err(Barred::UnsignedTail { before }));
    assert_eq!(cross(true), Ok(()));

    // The same engine goes on behind an end that was not signed, as after a loss of power; also soon after an upgrade.
    let journal = SqliteJournal::open(folder.path()).unwrap();
    journal.append(vec![entry(3, ENGINE)]).wait().unwrap();
    drop(journal);
    assert_eq!(cross(false), Ok(()));
    let journal = SqliteJournal::open(folder.path()).unwrap();
    journal.append(vec![entry(4, ENGINE)]).wait().unwrap();
    journal.checkpoint(&signer, 2).unwrap();
    journal.append(vec![entry(5, ENGINE)]).wait().unwrap();
    drop(journal);
    assert_eq!(cross(false), Ok(()));
}
