use std::env;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use punto_journal::check::verify;
use punto_journal::{Head, Journal, SqliteJournal};
use rusqlite::Connection;
use tempfile::TempDir;

use crate::{entry, open, signer, stream};

const CHILD: &str = "PUNTO_JOURNAL_CRASH";

/// Not a test of its own: what the killed process does. Four threads append and print what was acknowledged.
#[test]
fn child() {
    let Some(dir) = env::var_os(CHILD) else { return };
    let journal = Arc::new(SqliteJournal::open(Path::new(&dir)).unwrap());
    let threads: Vec<_> = (0..4)
        .map(|n| {
            let journal = journal.clone();
            thread::spawn(move || {
                let name = format!("table/t-{n}");
                let mut seq =
                    journal.heads().unwrap().iter().find(|h| h.stream.as_str() == name).map_or(0, |h| h.seq);
                loop {
                    seq += 1;
                    let hash = journal.append(vec![entry(&name, seq)]).wait().unwrap()[0].hash;
                    // One write a line, so that lines of threads do not mix and a kill leaves none by halves.
                    std::io::stdout().lock().write_all(format!("ack {n} {seq} {hash}\n").as_bytes()).unwrap();
                    if seq % 50 == 0 {
                        journal.checkpoint(&signer(), seq as i64).unwrap();
                    }
                }
            })
        })
        .collect();
    threads.into_iter().for_each(|thread| thread.join().unwrap());
}

#[test]
fn what_was_acknowledged_survives_kill_9() {
    // On the disk, as this is about what the disk has.
    let folder = tempfile::tempdir().unwrap();
    let acknowledged = killed(&folder, 20);
    assert!(acknowledged > 100, "only {acknowledged} acknowledgements");
}

#[test]
fn keys_survive_kill_9_while_a_run_of_their_index_is_written() {
    let folder = tempfile::tempdir().unwrap();
    open(&folder).append((1..=32_760).map(|seq| entry("site", seq)).collect()).wait().unwrap();
    killed(&folder, 3);
    let raw = Connection::open(folder.path().join("journal.sqlite3")).unwrap();
    let parts: i64 = raw.query_row("SELECT count(*) FROM key_part", [], |row| row.get(0)).unwrap();
    assert!(parts > 0);
}

/// Kills a process that appends, again and again, and looks for all that it acknowledged; says how much that was.
fn killed(folder: &TempDir, rounds: u64) -> usize {
    let mut acknowledged = Vec::new();
    for round in 0..rounds {
        let mut child = Command::new(env::current_exe().unwrap())
            .args(["--exact", "crash::child", "--nocapture", "--test-threads=1"])
            .env(CHILD, folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        // The first acknowledgement stands behind the words of the test program, on the same line.
        let mut acks =
            lines.map_while(Result::ok).filter_map(|line| Some(line.split_once("ack ")?.1.to_owned()));
        // Some are killed before they have done anything; the others at some moment when they have done enough.
        if round % 5 > 0 {
            acknowledged.extend(acks.by_ref().take(10));
        }
        thread::sleep(Duration::from_micros(round * 3_701 % 20_000));
        child.kill().unwrap();
        child.wait().unwrap();
        acknowledged.extend(acks);

        // The check of what the crash left changes nothing; the start after it recovers.
        let report = verify(folder.path(), &[signer().public_key()], &mut |_| {}, &mut |_| {});
        if let Ok(report) = report {
            assert_eq!(report.findings, [], "round {round}");
        } else {
            assert!(acknowledged.is_empty(), "round {round}: {report:?}");
        }
    }
    let journal = open(folder);
    for ack in &acknowledged {
        let words: Vec<&str> = ack.split(' ').collect();
        let (name, seq) = (stream(&format!("table/t-{}", words[0])), words[1].parse::<u64>().unwrap());
        let found = journal.read(&name, seq - 1, 1).unwrap();
        assert_eq!(found.first().unwrap().hash.to_string(), words[2], "{ack}");
        assert_eq!(journal.find(&name, &format!("k-{seq}")).unwrap().as_ref(), found.first());
    }
    // At most the four that were under way in each round can be there without an acknowledgement.
    let tables = |head: &Head| head.stream.kind() == "table";
    let there: u64 = journal.heads().unwrap().iter().filter(|head| tables(head)).map(|head| head.seq).sum();
    assert!(there >= acknowledged.len() as u64 && there <= acknowledged.len() as u64 + 4 * rounds);
    acknowledged.len()
}
