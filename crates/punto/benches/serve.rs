//! Durable wagers through the real program: 64 patrons over HTTP, each waiting for every acknowledgement; and how long it
//! takes to open again on what they left.
//!
//! `cargo bench -p punto --bench serve`, with `-- --quick` for a short run. Beside it stands how often this disk can be
//! told to keep something, one thing after another: what any server could do that commits each wager by itself.

#![allow(clippy::unwrap_used)] // a bench that cannot be set up should stop there

#[path = "../tests/punto/serve/client.rs"]
#[allow(dead_code)] // the tests use more of it
mod client;
#[path = "../tests/punto/serve/house.rs"]
#[allow(dead_code)] // the tests use more of it
mod house;
#[path = "../tests/punto/support/mod.rs"]
#[allow(dead_code)] // the tests use more of it
mod support;

use std::fmt::Write as _;
use std::fs::File;
use std::io::Write as _;
use std::path::Path;
use std::sync::Barrier;
use std::thread;
use std::time::{Duration, Instant};

use client::Client;
use house::{House, verify};

const CLIENTS: usize = 64;
/// At each table.
const SEATS: usize = 4;
const STARTS: usize = 5;

fn main() {
    let quick = std::env::args().any(|arg| arg == "--quick");
    let lasting = Duration::from_secs(if quick { 2 } else { 10 });
    let holder = tempfile::tempdir().unwrap();
    let alone = syncs_per_second(holder.path(), lasting / 4);
    let folder = holder.path().join("house");
    let house = House::open(&folder, &config());
    let patrons: Vec<Client> = (0..CLIENTS).map(|number| seated(&house, number)).collect();
    let (before, began) = (written(&house), Barrier::new(CLIENTS));
    let mut took: Vec<Duration> = thread::scope(|scope| {
        let all: Vec<_> = patrons
            .into_iter()
            .enumerate()
            .map(|(number, patron)| {
                let began = &began;
                scope.spawn(move || wager(patron, number, began, lasting))
            })
            .collect();
        all.into_iter().flat_map(|one| one.join().unwrap()).collect()
    });
    let (records, commits) = written(&house);
    let (records, commits) = (records - before.0, commits - before.1);
    took.sort();
    let rate = took.len() as f64 / lasting.as_secs_f64();
    let at = |part: f64| took[((took.len() - 1) as f64 * part) as usize];
    println!("{CLIENTS} clients, {lasting:?}: {rate:.0} durable wagers a second");
    println!(
        "  answered in {:?} at the median, {:?} at p99, {:?} at the longest",
        at(0.5),
        at(0.99),
        at(1.0)
    );
    println!("  {records:.0} records in {commits:.0} commits, {:.1} a sync", records / commits);
    println!(
        "  one sync after another: {alone:.0} a second on this disk; the server does {:.1} of that",
        rate / alone
    );
    house.stop();
    let mut took: Vec<Duration> = (0..STARTS).map(|_| start(&folder)).collect();
    took.sort();
    println!("  the house opens again in {:?} at the median of {STARTS} starts", took[STARTS / 2]);
    verify(&folder);
}

/// How long the house takes to open on what the wagers left, as after every orderly stop.
fn start(folder: &Path) -> Duration {
    let began = Instant::now();
    let house = House::open(folder, &config());
    let took = began.elapsed();
    house.stop();
    took
}

fn config() -> String {
    let mut text = String::from(
        "[listen]\nsign-ins-per-minute = 10000\npatron-commands-per-second = 1000000\n\
         reads-per-second = 1000000\nreads-per-second-per-address = 1000000\n\
         [disk]\nwarn-mib = 0\nclose-mib = 0\n[log]\nlevel = \"warn\"\n\
         [pace]\ncut-window-ms = 1\nbetween-cards-ms = 1\nafter-coup-ms = 1\n",
    );
    for table in 0..CLIENTS.div_ceil(SEATS) {
        let _ = write!(
            text,
            "[[table]]\nname = \"t{table}\"\nrulebook = \"rws-2016\"\nopening = \"usual, limits 5..5000\"\n\
             dealer = \"automatic\"\nbet-seconds = 3600\n"
        );
    }
    text
}

fn table(number: usize) -> String {
    format!("t{}", number / SEATS)
}

/// A guest with a wager on the layout.
fn seated(house: &House, number: usize) -> Client {
    let mut client = house.client();
    client.guest(&format!("p{number}"));
    let (table, seat) = (table(number), number % SEATS + 1);
    client.sit(&table, seat as u8, 5_000);
    client.wait_for_wagers(&table);
    let line = format!("bet {}@{seat} player 5", client.name);
    client.say(&table, &format!("the-first-wager-{number}"), &line).ok();
    client
}

/// Alters the wager again and again; how long each took until it was acknowledged.
fn wager(mut patron: Client, number: usize, began: &Barrier, lasting: Duration) -> Vec<Duration> {
    let (table, seat, name) = (table(number), number % SEATS + 1, patron.name.clone());
    let mut took = Vec::new();
    began.wait();
    let end = Instant::now() + lasting;
    while Instant::now() < end {
        let count = took.len();
        let (id, stake) = (format!("{name}-{count:07}"), 6 + count % 100);
        let asked = Instant::now();
        patron.say(&table, &id, &format!("alter {name}@{seat} player {stake}")).ok();
        took.push(asked.elapsed());
    }
    took
}

/// Records and commits since the start.
fn written(house: &House) -> (f64, f64) {
    let text = house.client().get("/metrics").body;
    let value = |name: &str| -> f64 {
        let line = text.lines().find(|line| line.starts_with(name)).unwrap();
        line.rsplit(' ').next().unwrap().parse().unwrap()
    };
    (value("punto_journal_records_total "), value("punto_journal_commits_total "))
}

fn syncs_per_second(folder: &Path, lasting: Duration) -> f64 {
    let mut file = File::create(folder.join("bare")).unwrap();
    let (began, mut count) = (Instant::now(), 0);
    while began.elapsed() < lasting {
        file.write_all(&[7; 600]).unwrap();
        file.sync_data().unwrap();
        count += 1;
    }
    f64::from(count) / began.elapsed().as_secs_f64()
}
