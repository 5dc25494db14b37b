//! What every journal must do, whatever it is kept in: one list of tests for all of them.

use punto_journal::{AppendError, CommitTally, Entry, Fault, Hash, Journal, Record, Signer, StreamName};

/// A place of a test's own in which a journal is kept, and from which it can be opened again.
pub trait KeptJournal {
    /// The journal.
    type Journal: Journal;
    /// Opens it; nobody has it open.
    fn open(&self) -> Self::Journal;
    /// Closes it in order.
    fn close(&self, journal: &Self::Journal);
    /// What was written since it was opened.
    fn tally(&self, journal: &Self::Journal) -> CommitTally;
    /// Checks all of it, while nobody has it open.
    fn check(&self);
}

/// Makes a test of each, with what makes a place.
#[macro_export]
macro_rules! journal_tests {
    ($kept:expr) => {
        $crate::journal_tests! { $kept;
            records_follow_each_other_and_come_back_after_a_restart,
            a_number_that_is_not_the_next_is_a_conflict,
            a_repeat_is_told_from_a_conflict_and_finds_the_first,
            a_taken_key_leaves_its_neighbours_in_the_same_commit_alone,
            an_append_over_streams_is_all_or_nothing,
            a_refusal_leaves_its_neighbours_in_the_same_commit_alone,
            what_no_journal_takes_is_refused_at_once,
            a_closed_journal_has_written_what_waited_and_takes_no_more,
            shelves_hold_what_may_change,
            checkpoints_sign_all_heads_and_follow_each_other,
        }
    };
    ($kept:expr; $($name:ident,)*) => {
        $(#[test]
        fn $name() {
            $crate::journal::$name(&$kept);
        })*
    };
}

/// The name of a stream.
pub fn stream(name: &str) -> StreamName {
    name.parse().unwrap()
}

/// An entry of a stream, with a key of its own.
pub fn entry(name: &str, seq: u64) -> Entry {
    Entry {
        stream: stream(name),
        seq,
        at: 1_800_000_000_000_000 + seq as i64,
        actor: "dealer/mia".into(),
        schema: 1,
        engine: 1,
        key: Some(format!("k-{seq}")),
        body: format!(
            r#"{{"said":"card Ks","events":[{{"what":"dealt Ks to player {seq}","by":["9.1"]}}]}}"#
        ),
    }
}

/// Appends one record after the other.
pub fn fill(journal: &dyn Journal, name: &str, count: u64) -> Vec<Record> {
    let first =
        journal.heads().unwrap().iter().find(|head| head.stream.as_str() == name).map_or(1, |h| h.seq + 1);
    let entries = (first..first + count).map(|seq| entry(name, seq));
    entries.flat_map(|entry| journal.append(vec![entry]).wait().unwrap()).collect()
}

/// All records of a stream.
pub fn all(journal: &dyn Journal, name: &str) -> Vec<Record> {
    journal.read(&stream(name), 0, usize::MAX).unwrap()
}

/// Who signs in tests.
pub fn signer() -> Signer {
    Signer::new(&[7; 32])
}

/// Records follow each other and come back after a restart.
pub fn records_follow_each_other_and_come_back_after_a_restart(house: &impl KeptJournal) {
    let journal = house.open();
    let written = fill(&journal, "table/nsw-1", 200);
    assert_eq!(written[0].prev, Hash::ZERO);
    assert!(written.windows(2).all(|pair| pair[1].prev == pair[0].hash && pair[1].holds()));
    assert_eq!(all(&journal, "table/nsw-1"), written);
    drop(journal);

    let journal = house.open();
    assert_eq!(all(&journal, "table/nsw-1"), written);
    assert_eq!(journal.heads().unwrap(), [written[199].head()]);
    for (after, limit) in [(0, 1), (0, 64), (63, 1), (63, 2), (64, 64), (127, 100), (190, 100), (199, 1)] {
        let few = journal.read(&stream("table/nsw-1"), after, limit).unwrap();
        let upto = (after as usize + limit).min(200);
        assert_eq!(few, written[after as usize..upto], "{limit} behind {after}");
    }
    for (after, limit) in [(200, 5), (u64::MAX, 5), (0, 0)] {
        assert_eq!(journal.read(&stream("table/nsw-1"), after, limit).unwrap(), []);
    }
    assert_eq!(journal.read(&stream("table/nsw-2"), 0, 5).unwrap(), []);
}

/// A number that is not the next is a conflict.
pub fn a_number_that_is_not_the_next_is_a_conflict(house: &impl KeptJournal) {
    let journal = house.open();
    fill(&journal, "site", 3);
    for asked in [1, 3, 5, 1 << 40] {
        let mut other = entry("site", asked);
        other.key = None;
        let refused = journal.append(vec![other]).wait();
        assert_eq!(refused, Err(AppendError::Conflict { stream: stream("site"), asked, found: 3 }));
    }
    let refused = journal.append(vec![entry("patron/ada", 2)]).wait();
    assert_eq!(refused, Err(AppendError::Conflict { stream: stream("patron/ada"), asked: 2, found: 0 }));
    assert!(journal.append(vec![entry("site", 4)]).wait().is_ok());
}

/// A repeat is told from a conflict and finds the first.
pub fn a_repeat_is_told_from_a_conflict_and_finds_the_first(house: &impl KeptJournal) {
    let journal = house.open();
    let written = fill(&journal, "site", 3);
    let repeated = || Err(AppendError::Repeated { stream: stream("site"), key: "k-2".into() });
    assert_eq!(journal.append(vec![entry("site", 2)]).wait(), repeated(), "sent once more as it was");
    let mut renumbered = entry("site", 4);
    renumbered.key = Some("k-2".into());
    assert_eq!(
        journal.append(vec![renumbered.clone()]).wait(),
        repeated(),
        "sent once more with a new number"
    );
    assert_eq!(journal.append(vec![entry("site", 4), renumbered]).wait(), repeated(), "behind something new");
    assert_eq!(journal.find(&stream("site"), "k-2").unwrap().as_ref(), Some(&written[1]));
    assert_eq!(journal.find(&stream("site"), "k-4").unwrap(), None);
    assert_eq!(journal.find(&stream("patron/ada"), "k-2").unwrap(), None);

    // Another stream has keys of its own, and twice the same within one append is a repeat, too.
    assert!(journal.append(vec![entry("patron/ada", 1)]).wait().is_ok());
    let (one, mut two) = (entry("site", 4), entry("site", 5));
    two.key = one.key.clone();
    assert!(matches!(journal.append(vec![one, two]).wait(), Err(AppendError::Repeated { .. })));
    drop(journal);
    assert_eq!(house.open().append(vec![entry("site", 2)]).wait(), repeated(), "after a restart");
}

/// The number fits and only the key is taken: what is refused then is found out while it is written.
///
/// A taken key leaves its neighbours in the same commit alone.
pub fn a_taken_key_leaves_its_neighbours_in_the_same_commit_alone(house: &impl KeptJournal) {
    let journal = house.open();
    fill(&journal, "site", 2);
    let pending: Vec<_> = (3..=40u64)
        .flat_map(|seq| {
            let mut taken = entry("site", seq);
            taken.key = Some(format!("k-{}", seq - 1));
            [journal.append(vec![taken]), journal.append(vec![entry("site", seq)])]
        })
        .collect();
    for (n, pending) in pending.into_iter().enumerate() {
        let key = format!("k-{}", n / 2 + 2);
        match pending.wait() {
            Ok(written) => assert!(n % 2 == 1 && written[0].entry.seq == n as u64 / 2 + 3, "{n}"),
            refused => {
                let repeated = AppendError::Repeated { stream: stream("site"), key };
                assert_eq!((n % 2, refused), (0, Err(repeated)));
            }
        }
    }
    let written = all(&journal, "site");
    assert_eq!(written.len(), 40);
    assert!(written.iter().all(|record| record.holds()));
    assert_eq!((house.tally(&journal).refusals, house.tally(&journal).failures), (38, 0));
    drop(journal);
    house.check();
}

/// An append over streams is all or nothing.
pub fn an_append_over_streams_is_all_or_nothing(house: &impl KeptJournal) {
    let journal = house.open();
    fill(&journal, "table/rws-1", 1);
    let both = vec![entry("table/rws-1", 2), entry("patron/ada", 1), entry("table/rws-1", 3)];
    let written = journal.append(both).wait().unwrap();
    assert_eq!(written[2].prev, written[0].hash);
    let refused = vec![entry("table/rws-1", 4), entry("patron/ada", 3)];
    assert!(journal.append(refused).wait().is_err());
    assert_eq!(all(&journal, "table/rws-1").len(), 3);
    assert_eq!(all(&journal, "patron/ada").len(), 1);
    assert_eq!(journal.append(Vec::new()).wait(), Ok(Vec::new()));
}

/// A refusal leaves its neighbours in the same commit alone.
pub fn a_refusal_leaves_its_neighbours_in_the_same_commit_alone(house: &impl KeptJournal) {
    let journal = house.open();
    fill(&journal, "site", 1);
    // All are handed over before the first is waited for, so most share a commit.
    let pending: Vec<_> = (0..100u64)
        .map(|n| match n % 4 {
            0 => journal.append(vec![entry("site", 2 + n / 4)]),
            1 => journal.append(vec![entry("site", 900 + n)]),
            2 => journal.append(vec![entry("site", 1)]),
            _ => journal.append(vec![entry("patron/ada", 1 + n / 4), entry("site", 900 + n)]),
        })
        .collect();
    for (n, pending) in pending.into_iter().enumerate() {
        let answer = pending.wait();
        match n % 4 {
            0 => assert!(answer.is_ok(), "{n}: {answer:?}"),
            2 => assert!(matches!(answer, Err(AppendError::Repeated { .. })), "{n}: {answer:?}"),
            _ => assert!(matches!(answer, Err(AppendError::Conflict { .. })), "{n}: {answer:?}"),
        }
    }
    assert_eq!(all(&journal, "site").len(), 26);
    assert_eq!(all(&journal, "patron/ada"), []);
    let tally = house.tally(&journal);
    assert_eq!((tally.appends, tally.records, tally.refusals), (26, 26, 75));
    assert!(tally.commits < 50, "{tally:?}");
}

/// What no journal takes is refused at once.
pub fn what_no_journal_takes_is_refused_at_once(house: &impl KeptJournal) {
    let journal = house.open();
    let mut nameless = entry("site", 1);
    nameless.key = Some(String::new());
    assert!(matches!(journal.append(vec![nameless]).wait(), Err(AppendError::Unfit(_))));
    assert!(matches!(journal.append(vec![entry("site", 0)]).wait(), Err(AppendError::Unfit(_))));
    let strange = ["\0", "\u{202e}", "'; DROP TABLE record; --", "🂡", ""];
    for (n, text) in strange.iter().enumerate() {
        let mut taken = entry("site", n as u64 + 1);
        (taken.actor, taken.body) = ((*text).into(), (*text).into());
        taken.key = Some(format!("{text}-{n}"));
        let written = journal.append(vec![taken.clone()]).wait().unwrap();
        assert_eq!(written[0].entry, taken);
        assert_eq!(
            journal.find(&taken.stream, taken.key.as_deref().unwrap()).unwrap().as_ref(),
            written.first()
        );
    }
    assert_eq!(all(&journal, "site").len(), strange.len());
}

/// A closed journal has written what waited and takes no more.
pub fn a_closed_journal_has_written_what_waited_and_takes_no_more(house: &impl KeptJournal) {
    let journal = house.open();
    let pending: Vec<_> = (1..=50).map(|seq| journal.append(vec![entry("site", seq)])).collect();
    house.close(&journal);
    assert!(pending.into_iter().all(|pending| pending.wait().is_ok()));
    assert_eq!(journal.append(vec![entry("site", 51)]).wait(), Err(AppendError::Closed));
    assert_eq!(journal.put("setting", "a", b"1"), Err(Fault::Closed));
    drop(journal);
    assert_eq!(all(&house.open(), "site").len(), 50);
}

/// Shelves hold what may change.
pub fn shelves_hold_what_may_change(house: &impl KeptJournal) {
    let journal = house.open();
    assert_eq!(journal.get("person", "ada").unwrap(), None);
    journal.put("person", "ada", b"Ada").unwrap();
    journal.put("person", "ben", b"").unwrap();
    journal.put("person", "ada", b"Ada L.").unwrap();
    journal.put("setting", "ada", &[0, 255]).unwrap();
    drop(journal);
    let journal = house.open();
    assert_eq!(journal.get("person", "ada").unwrap().unwrap(), b"Ada L.");
    assert_eq!(journal.get("person", "ben").unwrap().unwrap(), b"");
    assert_eq!(journal.names("person").unwrap(), ["ada", "ben"]);
    journal.remove("person", "ada").unwrap();
    journal.remove("person", "nobody").unwrap();
    assert_eq!(journal.names("person").unwrap(), ["ben"]);
    assert_eq!(journal.get("setting", "ada").unwrap().unwrap(), [0, 255]);
    assert_eq!(journal.heads().unwrap(), []);
}

/// Checkpoints sign all heads and follow each other.
pub fn checkpoints_sign_all_heads_and_follow_each_other(house: &impl KeptJournal) {
    let journal = house.open();
    let empty = journal.checkpoint(&signer(), 1).unwrap();
    assert_eq!((empty.number, empty.streams, empty.heads.len()), (1, 0, 0));
    fill(&journal, "site", 3);
    fill(&journal, "table/nsw-1", 2);
    let second = journal.checkpoint(&signer(), 2).unwrap();
    assert_eq!(second.heads, journal.heads().unwrap());
    assert_eq!(second.prev, empty.hash());
    fill(&journal, "site", 1);
    let third = journal.checkpoint(&signer(), 3).unwrap();
    assert_eq!(third.heads.len(), 1, "only what moved is named again");
    assert_eq!(third.streams, 2);
    drop(journal);

    let journal = house.open();
    let fourth = journal.checkpoint(&signer(), 4).unwrap();
    assert_eq!(fourth.heads.len(), 2, "the first of a process names all");
    assert_eq!(fourth.root, third.root);
    assert_eq!(journal.checkpoints(0).unwrap(), [empty, second, third.clone(), fourth.clone()]);
    assert_eq!(journal.checkpoints(2).unwrap(), [third, fourth.clone()]);
    assert_eq!(journal.checkpoints(4).unwrap(), []);
    let key = signer().public_key().to_string();
    assert_eq!(journal.get("checkpoint-key", &key).unwrap().unwrap(), key.as_bytes());
    assert_eq!(fourth.key, signer().public_key());
}
