use std::sync::Arc;
use std::thread;

use punto_cluster::{PostgresJournal, check};
use punto_journal::projection::CommitOrder;
use punto_journal::{AppendError, CommitTally, Journal, Record};
use punto_testkit::journal::{KeptJournal, all, entry, stream};

use crate::{open, server, until};

/// A journal in a database of its own.
struct InDatabase(String);

impl KeptJournal for InDatabase {
    type Journal = PostgresJournal;

    fn open(&self) -> PostgresJournal {
        open(&self.0, "node-a")
    }

    fn close(&self, journal: &PostgresJournal) {
        journal.close();
    }

    fn tally(&self, journal: &PostgresJournal) -> CommitTally {
        journal.tally()
    }

    fn check(&self) {
        let report = check::verify(&self.open(), &[], &mut |_| {}).unwrap();
        assert_eq!(report.findings, []);
    }
}

punto_testkit::journal_tests!(InDatabase(server().database()));

#[tokio::test]
async fn an_append_can_be_awaited_and_what_blocks_blocks_no_more_than_its_task() {
    let journal = open(&server().database(), "node-a");
    let written = journal.append(vec![entry("site", 1)]).await.unwrap();
    assert_eq!(all(&journal, "site"), written);
    assert!(journal.append(vec![entry("site", 2)]).wait().is_ok());
    journal.put("setting", "a", b"1").unwrap();
    journal.checkpoint(&punto_testkit::journal::signer(), 1).unwrap();
}

/// Nobody owns the site: who comes second is told so, reads what the other wrote, and decides again.
#[test]
fn processes_that_write_one_stream_decide_again_until_each_has_its_turn() {
    let address = server().database();
    let nodes = ["node-a", "node-b", "node-c"].map(|node| Arc::new(open(&address, node)));
    let writers = nodes.clone().map(|journal| {
        thread::spawn(move || {
            let mut conflicts = 0;
            for n in 0..30 {
                loop {
                    let seq = all(&*journal, "site").len() as u64 + 1;
                    let mut own = entry("site", seq);
                    own.key = Some(format!("{}-{n}", journal.node()));
                    match journal.append(vec![own]).wait() {
                        Ok(_) => break,
                        Err(AppendError::Conflict { .. }) => conflicts += 1,
                        Err(error) => panic!("{error}"),
                    }
                }
            }
            conflicts
        })
    });
    let conflicts: i32 = writers.into_iter().map(|writer| writer.join().unwrap()).sum();
    assert!(conflicts > 0, "they were never in each other's way");
    assert_eq!(all(&*nodes[0], "site").len(), 90);
    assert_eq!(check::verify(&nodes[0], &[], &mut |_| {}).unwrap().findings, []);
}

/// A conflict about an account undoes the table's side as well.
#[test]
fn what_two_processes_settle_over_tables_and_one_account_is_all_or_nothing() {
    let address = server().database();
    let (one, two) = (open(&address, "node-a"), open(&address, "node-b"));
    one.append(vec![entry("table/one", 1), entry("patron/ada", 1)]).wait().unwrap();
    two.append(vec![entry("table/two", 1)]).wait().unwrap();
    let late = two.append(vec![entry("table/two", 2), entry("patron/ada", 1)]).wait();
    assert!(matches!(late, Err(AppendError::Repeated { .. })), "{late:?}");
    let mut other = entry("patron/ada", 1);
    other.key = Some("another".into());
    let late = two.append(vec![entry("table/two", 2), other.clone()]).wait();
    assert!(matches!(late, Err(AppendError::Conflict { found: 1, .. })), "{late:?}");
    assert_eq!(all(&two, "table/two").len(), 1, "nothing of it is there");
    other.seq = 2;
    two.append(vec![entry("table/two", 2), other]).wait().unwrap();
    assert_eq!(all(&one, "patron/ada").len(), 2);
}

/// Transactions end in another order than they began; who follows must miss none.
#[test]
fn whoever_follows_misses_nothing_that_processes_write_at_once() {
    let address = server().database();
    let nodes = ["node-a", "node-b"].map(|node| Arc::new(open(&address, node)));
    const EACH: u64 = 150;
    let writers = nodes.clone().map(|journal| {
        thread::spawn(move || {
            let name = format!("table/{}", journal.node());
            for seq in 1..=EACH {
                let mut both = vec![entry(&name, seq)];
                if seq % 3 == 0 {
                    both.push(entry(&format!("patron/{}", journal.node()), seq / 3));
                }
                journal.append(both).wait().unwrap();
            }
        })
    });
    let total = 2 * (EACH + EACH / 3);
    let (mut followed, mut after): (Vec<Record>, u64) = (Vec::new(), 0);
    until("everything was followed", || {
        for (position, record) in CommitOrder::follow(&*nodes[0], after, 7).unwrap() {
            assert!(position > after);
            after = position;
            followed.push(record);
        }
        followed.len() as u64 == total
    });
    writers.into_iter().for_each(|writer| writer.join().unwrap());
    assert_eq!(CommitOrder::position(&*nodes[1]).unwrap(), after);
    for name in ["table/node-a", "table/node-b", "patron/node-a", "patron/node-b"] {
        let own: Vec<Record> =
            followed.iter().filter(|record| record.entry.stream == stream(name)).cloned().collect();
        assert_eq!(own, all(&*nodes[0], name), "in order: {name}");
    }
}
