//! Five hundred electronic tables in one process: how late timers are, what the journal does, what a table costs.
//!
//! `cargo bench -p punto-floor` deals for 20 seconds; `PUNTO_TABLES` and `PUNTO_SECONDS` change that. Without `--bench`,
//! as under `cargo test`, it only shows that it runs.

#![allow(clippy::unwrap_used, clippy::print_stderr)] // a bench that cannot be set up should stop there

use std::sync::Arc;
use std::time::{Duration, Instant};

use punto_floor::{
    CommandKey, Dealer, Floor, Outcome, Pace, Said, Setup, SystemClock, TableHandle, TablePlan,
};
use punto_journal::SqliteJournal;
use punto_shoe::SealingKey;
use punto_table::{Actor, Command, Phase, With};
use punto_vocab::{Money, PersonId};

fn main() {
    let whole = std::env::args().any(|word| word == "--bench");
    let number =
        |name: &str, usual: u64| std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(usual);
    let tables = number("PUNTO_TABLES", if whole { 500 } else { 10 }) as usize;
    let seconds = number("PUNTO_SECONDS", if whole { 20 } else { 1 });
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(run(tables, Duration::from_secs(seconds), if whole { 5_000 } else { 50 }));
}

async fn run(tables: usize, time: Duration, commands: u32) {
    let folder = tempfile::tempdir().unwrap();
    let (journal, floor) = start(folder.path()).await;
    println!("one table");
    one_table(&floor, 9_998, commands).await;
    let (before, begun) = (memory(), Instant::now());
    for n in 0..tables {
        let table = floor.add_table(electronic(n), Actor::System).await.unwrap();
        tokio::spawn(plays(table));
    }
    let opened = begun.elapsed();
    // What is measured is dealing, not the opening of five hundred tables at once.
    tokio::time::sleep(time / 4).await;
    let (first, cpu, counted) = (journal.tally(), cpu_time(), Instant::now());
    tokio::time::sleep(time).await;
    let (last, busy, took) = (journal.tally(), cpu_time() - cpu, counted.elapsed().as_secs_f64());
    let (records, commits) = (last.records - first.records, last.commits - first.commits);
    let report = floor.timers();
    let coups: usize = floor.tables().iter().map(|table| table.now().table.coups.ended()).sum();
    println!("{tables} electronic tables, dealing for {took:.1} s (opened in {:.2} s)", opened.as_secs_f64());
    println!(
        "  timers        {} fired; late p50 {}, p99 {}, max {}",
        report.fired,
        ms(report.p50),
        ms(report.p99),
        ms(report.max)
    );
    println!(
        "  journal       {:.0} records/s, {:.0} syncs/s, {:.2} records a sync",
        records as f64 / took,
        commits as f64 / took,
        records as f64 / commits.max(1) as f64
    );
    println!("  coups         {coups} dealt; processor {:.0} % of one core", 100.0 * busy / took);
    println!("  memory        {:.0} KiB a table", (memory() - before) / tables as f64);
    if tables >= 500 {
        assert!(report.p99 < 100_000, "timers are more than 100 ms late at p99");
    }
    one_table(&floor, 9_999, commands).await;
    drop(floor);
    drop(journal);
    restart(folder.path(), tables).await;
}

/// How long one command takes, from the saying to the answer, with nothing else waiting at its table.
async fn one_table(floor: &Floor, number: usize, commands: u32) {
    let plan = TablePlan {
        dealer: Dealer::Person,
        rulebook: "nsw-2021".into(),
        opening: "usual, limits 5..5000, cash yes".parse().unwrap(),
        ..electronic(number)
    };
    let table = floor.add_table(plan, Actor::System).await.unwrap();
    let ada: PersonId = "ada".parse().unwrap();
    said(&table, Actor::Patron(ada), "sit ada@1".parse().unwrap()).await;
    let buys =
        Command::BuyIn { patron: ada, amount: Money::from_minor(500), with: With::Cash, voucher: None };
    let dan = Actor::Staff(punto_vocab::Role::Dealer, "dan".parse().unwrap());
    let mut times = Vec::new();
    for _ in 0..commands {
        let begun = Instant::now();
        said(&table, dan, buys.clone()).await;
        times.push(begun.elapsed());
    }
    times.sort_unstable();
    let at = |share: usize| times[(times.len() - 1) * share / 100].as_micros() as i64;
    println!("  one command   decided, durable and answered in p50 {}, p99 {}", ms(at(50)), ms(at(99)));
}

/// How long it takes to take everything up again after the power failed.
async fn restart(folder: &std::path::Path, tables: usize) {
    let journal = loop {
        // Tasks that were cut off may take a moment to let the journal go.
        match SqliteJournal::open(folder) {
            Ok(journal) => break Arc::new(journal),
            Err(_) => tokio::time::sleep(Duration::from_millis(5)).await,
        }
    };
    let begun = Instant::now();
    let floor = Floor::start(setup(journal)).await.unwrap();
    let records: u64 = floor.tables().iter().map(|table| table.now().seq).sum();
    assert!(floor.tables().len() >= tables);
    let took = begun.elapsed().as_secs_f64();
    println!(
        "  restart       {took:.2} s for {} tables with {records} records, each decided again",
        floor.tables().len()
    );
}

/// A patron sits down and wagers on every coup.
async fn plays(table: TableHandle) {
    let name: PersonId = "ada".parse().unwrap();
    said(&table, Actor::Patron(name), "sit ada@1".parse().unwrap()).await;
    let credits = Command::BuyIn {
        patron: name,
        amount: Money::from_minor(100_000_000),
        with: With::Balance,
        voucher: None,
    };
    said(&table, Actor::System, credits).await;
    let mut watch = table.watch();
    let mut wagered = None;
    loop {
        let moment = watch.borrow_and_update().clone();
        let open = moment.table.open.as_ref().unwrap();
        if let Phase::Betting(betting) = &open.phase
            && betting.opened.is_some()
            && !betting.closed
            && wagered != Some(moment.table.coups.ended())
        {
            wagered = Some(moment.table.coups.ended());
            for line in ["bet ada@1 player 20", "bet ada@1 tie 5"] {
                let command = line.parse().unwrap();
                if table.say(Said { key: fresh(), by: Actor::Patron(name), command, of: None }).await.is_err()
                {
                    return;
                }
            }
        }
        if watch.changed().await.is_err() {
            return;
        }
    }
}

async fn said(table: &TableHandle, by: Actor, command: Command) {
    match table.say(Said { key: fresh(), by, command, of: None }).await {
        Ok(Outcome::Done(_)) => {}
        other => panic!("{other:?}"),
    }
}

fn fresh() -> CommandKey {
    static COUNT: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(0);
    format!("b{}", COUNT.fetch_add(1, std::sync::atomic::Ordering::Relaxed)).parse().unwrap()
}

fn electronic(n: usize) -> TablePlan {
    TablePlan {
        name: format!("t{n}").parse().unwrap(),
        title: "Bench".into(),
        rulebook: "rws-2016".into(),
        opening: "usual, limits 5..5000, demonstration yes".parse().unwrap(),
        dealer: Dealer::Automatic,
        currency: "SGD".into(),
        bet_seconds: None,
    }
}

async fn start(folder: &std::path::Path) -> (Arc<SqliteJournal>, Floor) {
    let journal = Arc::new(SqliteJournal::open(folder).unwrap());
    let floor = Floor::start(setup(journal.clone())).await.unwrap();
    (journal, floor)
}

/// A pace faster than people would like, so that there is something to do.
fn setup(journal: Arc<SqliteJournal>) -> Setup {
    let pace = Pace {
        betting: 3_000_000,
        between_cards: 400_000,
        after_coup: 1_000_000,
        share_window: 1_000_000,
        cut_window: 1_000_000,
        patience: 5_000_000,
        least_game: 0,
    };
    let key = SealingKey::new([7; 32]);
    Setup { pace, ..Setup::new(journal, Arc::new(SystemClock::new()), "bench", "node-a", key) }
}

fn ms(micros: i64) -> String {
    format!("{:.2} ms", micros as f64 / 1_000.0)
}

/// What the process has in memory, in KiB; nought where the system does not say.
fn memory() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(0.0)
}

/// The processor time of the process, in seconds; nought where the system does not say.
fn cpu_time() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |place: usize| fields.get(place).and_then(|text| text.parse::<f64>().ok()).unwrap_or(0.0);
    (ticks(11) + ticks(12)) / 100.0
}
