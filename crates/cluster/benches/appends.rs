//! Appends a second through the journal against `pgbench` that inserts the same bytes into the same server.
//!
//! Both sides run in turns. Writers are closed loops: each waits for its answer before it appends again. `-- 16` asks for
//! another number of writers.
#![allow(clippy::unwrap_used)]

use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use punto_cluster::{Membership, PostgresJournal};
use punto_journal::{ChainKey, Entry, Journal};
use punto_testkit::Postgres;

const ROUNDS: usize = 5;
const ROUND: Duration = Duration::from_secs(2);

/// What one record of a wager holds, in bytes of its body; the same in both.
const BODY: usize = 500;

fn main() {
    let asked: Vec<usize> = std::env::args().filter_map(|word| word.parse().ok()).collect();
    let counts = if asked.is_empty() { vec![1, 8, 64, 256] } else { asked };
    let postgres = Postgres::start();
    println!("writers   records/s  a commit   µs each | pgbench tps | ratio");
    for writers in counts {
        let address = postgres.database();
        let membership = Membership::of("bench", 1);
        let journal = PostgresJournal::open(&address, membership, Some(ChainKey::new(&[1; 32]))).unwrap();
        let journal = Arc::new(journal);
        let mut seqs = vec![0; writers];
        // The first record of each stream makes the stream.
        rate(&journal, &mut seqs, Duration::from_millis(200));
        prepare(&postgres, &address);
        let before = journal.tally();
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            ours.push(rate(&journal, &mut seqs, ROUND));
            theirs.push(pgbench(&postgres, &address, writers));
        }
        let ratios = ours.iter().zip(&theirs).map(|(ours, theirs)| ours / theirs).collect();
        let after = journal.tally();
        let (commits, records) = (after.commits - before.commits, after.records - before.records);
        println!(
            "{writers:>7}   {:>9.0}  {:>8.1}  {:>8.0} | {:>11.0} | {:.2}",
            median(ours),
            records as f64 / commits as f64,
            (after.busy - before.busy).as_secs_f64() * 1e6 / commits as f64,
            median(theirs),
            median(ratios),
        );
    }
}

/// Appends of closed loops, a second.
fn rate(journal: &Arc<PostgresJournal>, seqs: &mut [u64], round: Duration) -> f64 {
    let began = Instant::now();
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).build().unwrap();
    let before: u64 = seqs.iter().sum();
    let loops: Vec<_> = seqs
        .iter()
        .enumerate()
        .map(|(writer, seq)| {
            let (journal, mut seq) = (journal.clone(), *seq);
            runtime.spawn(async move {
                while began.elapsed() < round {
                    seq += 1;
                    journal.append(vec![entry(writer, seq)]).await.unwrap();
                }
                seq
            })
        })
        .collect();
    let ends: Vec<u64> = runtime.block_on(async {
        let mut ends = Vec::new();
        for one in loops {
            ends.push(one.await.unwrap());
        }
        ends
    });
    seqs.copy_from_slice(&ends);
    (ends.iter().sum::<u64>() - before) as f64 / began.elapsed().as_secs_f64()
}

fn entry(writer: usize, seq: u64) -> Entry {
    Entry {
        stream: format!("table/t-{writer}").parse().unwrap(),
        seq,
        at: 1_800_000_000_000_000,
        actor: "patron/ada".into(),
        schema: 1,
        engine: 1,
        key: Some(format!("{writer:08x}-{seq:016x}")),
        body: "b".repeat(BODY),
    }
}

/// A table of the same columns and the same indexes, without what makes it a journal.
fn prepare(postgres: &Postgres, address: &str) {
    postgres.sql(
        address,
        "CREATE TABLE plain (stream bigint, seq bigserial, at bigint, actor bytea, schema int, engine int, key bytea,
            body bytea, prev bytea, hash bytea, code bytea, epoch bigint, position bigint,
            PRIMARY KEY (stream, seq), UNIQUE (stream, key));
         CREATE INDEX ON plain (position);
         CREATE SEQUENCE positions",
    );
}

/// Transactions of one insert each, a second.
fn pgbench(postgres: &Postgres, address: &str, writers: usize) -> f64 {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("insert.sql");
    let body = "b".repeat(BODY);
    let hash = "h".repeat(32);
    std::fs::write(
        &script,
        format!(
            "\\set key random(1, 9000000000000000000)\n\
             INSERT INTO plain (stream, at, actor, schema, engine, key, body, prev, hash, code, epoch, position) VALUES \
             (:client_id, 1800000000000000, 'patron/ada', 1, 1, decode(lpad(to_hex(:key::bigint), 26, '0'), 'escape'), '{body}', \
             '{hash}', '{hash}', '{hash}', 1, nextval('positions'));\n"
        ),
    )
    .unwrap();
    let seconds = ROUND.as_secs().to_string();
    let mut bench = Command::new(postgres.program("pgbench"));
    bench.args(["-n", "-M", "prepared", "-j", "2", "-c", &writers.to_string(), "-T", &seconds, "-f"]);
    let done = bench.arg(&script).arg(address).output().unwrap();
    let said = String::from_utf8(done.stdout).unwrap();
    let tps = said.lines().find_map(|line| line.strip_prefix("tps = "));
    let tps = tps.and_then(|line| line.split(' ').next()?.parse().ok());
    tps.unwrap_or_else(|| panic!("{said}{}", String::from_utf8_lossy(&done.stderr)))
}

fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}
