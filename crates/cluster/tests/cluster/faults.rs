//! Processes that are killed, put to sleep and cut off, a database that crashes: what was acknowledged is there, once and
//! in order, and nobody wrote a table that was another's.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::env;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use punto_cluster::{Membership, PostgresJournal, check};
use punto_journal::{AppendError, Entry, Journal, Record, StreamName};
use punto_testkit::journal::entry;
use punto_testkit::{Postgres, Proxy};

use crate::{key, membership, until};

const CHILD: &str = "PUNTO_CLUSTER_CHILD";
const NODES: usize = 3;
const TABLES: usize = 6;
const PATRONS: u64 = 2;

/// Not a test of its own: what each process of the house does. It takes its share of the tables, moves money between each
/// and some accounts, and prints every append that was acknowledged, with when it was asked for and when answered.
#[test]
fn child() {
    let Some(how) = env::var_os(CHILD) else { return };
    let how = how.into_string().unwrap();
    let [address, node, epochs] = how.split(' ').collect::<Vec<_>>()[..] else { panic!("{how}") };
    let membership = membership(node);
    let membership: Membership = if epochs == "unchecked" { membership.without_epochs() } else { membership };
    let journal = loop {
        match PostgresJournal::open(address, membership.clone(), Some(key())) {
            Ok(journal) => break journal,
            // The database may be down at this moment.
            Err(_) => thread::sleep(Duration::from_millis(50)),
        }
    };
    Process { journal, ends: BTreeMap::new(), moves: 0 }.run()
}

/// A process that works.
struct Process {
    journal: PostgresJournal,
    /// Where the streams end that it has read; it reads again what it is in doubt about.
    ends: BTreeMap<StreamName, u64>,
    moves: u64,
}

impl Process {
    fn run(mut self) -> ! {
        loop {
            if self.moves.is_multiple_of(20) {
                let _ = self.rebalance();
            }
            self.moves += 1;
            let tables: Vec<StreamName> = self.journal.leases().into_iter().map(|own| own.stream).collect();
            for table in &tables {
                // The database may be down, and then nothing is known.
                let _ = self.play(table);
            }
            thread::sleep(Duration::from_millis(5));
        }
    }

    fn rebalance(&mut self) -> Result<(), punto_journal::Fault> {
        let moves = self.journal.balance()?;
        if !moves.give.is_empty() {
            self.journal.release(&moves.give)?;
        }
        for lease in self.journal.acquire(&moves.take)? {
            // Whatever was known of it is of an earlier time.
            self.ends.remove(&lease.stream);
        }
        Ok(())
    }

    /// Money goes from an account to a table, in one append over both.
    fn play(&mut self, table: &StreamName) -> Result<(), punto_journal::Fault> {
        let account: StreamName = format!("patron/p-{}", self.moves % PATRONS).parse().unwrap();
        let (on, of) = (self.end(table)? + 1, self.end(&account)? + 1);
        let asked = now();
        let own = format!("{}-{asked}-{}", self.journal.node(), self.moves);
        let moved = |stream: &StreamName, seq, amount: i64| Entry {
            key: Some(own.clone()),
            body: amount.to_string(),
            ..entry(stream.as_str(), seq)
        };
        let amount = (self.moves % 97) as i64 + 1;
        match self.journal.append(vec![moved(table, on, amount), moved(&account, of, -amount)]).wait() {
            Ok(records) => {
                self.ends.extend([(table.clone(), on), (account, of)]);
                let line = format!(
                    "made {table} {on} {} {asked} {} {}\n",
                    records[0].hash,
                    now(),
                    self.journal.node()
                );
                // One write a line, so that a kill leaves none by halves.
                std::io::stdout().lock().write_all(line.as_bytes()).unwrap();
            }
            // It is another's now, and this process forgets it.
            Err(AppendError::Stale { .. }) => drop(self.ends.remove(table)),
            // Somebody else was first, or nobody knows: what there is is read again.
            Err(_) => self.ends.clear(),
        }
        Ok(())
    }

    fn end(&mut self, stream: &StreamName) -> Result<u64, punto_journal::Fault> {
        if let Some(end) = self.ends.get(stream) {
            return Ok(*end);
        }
        let heads = self.journal.heads()?;
        let end = heads.iter().find(|head| head.stream == *stream).map_or(0, |head| head.seq);
        self.ends.insert(stream.clone(), end);
        Ok(end)
    }
}

/// The time that all processes of this machine have in common, in nanoseconds.
fn now() -> u128 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_nanos()
}

/// An append that was acknowledged.
#[derive(Clone, Debug)]
struct Made {
    table: String,
    seq: u64,
    hash: String,
    asked: u128,
    answered: u128,
    node: String,
}

/// A house of some processes, each with a way of its own to the database.
struct House {
    postgres: Postgres,
    address: String,
    proxies: Vec<Proxy>,
    processes: Vec<Child>,
    made: Arc<Mutex<Vec<Made>>>,
    epochs: &'static str,
    random: u64,
}

impl House {
    fn open(seed: u64, epochs: &'static str) -> House {
        let postgres = Postgres::start();
        let address = postgres.database();
        let first = PostgresJournal::open(&address, membership("first"), Some(key())).unwrap();
        for n in 0..TABLES {
            first
                .append(vec![Entry { body: "0".into(), ..entry(&format!("table/t-{n}"), 1) }])
                .wait()
                .unwrap();
        }
        drop(first);
        let proxies = (0..NODES).map(|_| Proxy::to(postgres.port())).collect();
        let (processes, made) = (Vec::new(), Arc::default());
        let mut house = House { postgres, address, proxies, processes, made, epochs, random: seed.max(1) };
        for n in 0..NODES {
            let process = house.process(n);
            house.processes.push(process);
        }
        house.all_have_tables();
        house
    }

    /// The tables are spread over all processes.
    fn all_have_tables(&self) {
        let owners =
            "SELECT count(DISTINCT owner) FROM punto.stream s JOIN punto.member m ON m.name = s.owner
                      WHERE m.expires > clock_timestamp() AND s.name LIKE 'table/%'";
        until("every process has tables", || self.postgres.sql(&self.address, owners) == NODES.to_string());
    }

    fn process(&self, n: usize) -> Child {
        let address = self.postgres.through(&self.address, self.proxies[n].port());
        let mut child = Command::new(env::current_exe().unwrap());
        child.args(["--exact", "faults::child", "--nocapture", "--test-threads=1"]);
        child.env(CHILD, format!("{address} node-{n} {}", self.epochs));
        let mut child = child.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let (lines, made) = (BufReader::new(child.stdout.take().unwrap()).lines(), self.made.clone());
        thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                // The harness begins the first line itself.
                let Some(begin) = line.find("made ") else { continue };
                let words: Vec<&str> = line[begin..].split(' ').collect();
                let [_, table, seq, hash, asked, answered, node] = words[..] else { continue };
                made.lock().unwrap().push(Made {
                    table: table.into(),
                    seq: seq.parse().unwrap(),
                    hash: hash.into(),
                    asked: asked.parse().unwrap(),
                    answered: answered.parse().unwrap(),
                    node: node.into(),
                });
            }
        });
        child
    }

    /// Some number below `most`, by the seed.
    fn below(&mut self, most: usize) -> usize {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        (self.random % most as u64) as usize
    }

    /// Every table goes on; gives how long that took for the slowest.
    fn all_tables_move(&self) -> Duration {
        self.all_tables_move_without("nobody")
    }

    /// The same on other processes than one.
    fn all_tables_move_without(&self, node: &str) -> Duration {
        let since = now();
        let mut last = since;
        until("every table goes on", || {
            let made = self.made.lock().unwrap();
            let later = made.iter().rev().take_while(|made| made.answered > since - 5_000_000_000);
            let mut first: HashMap<&str, u128> = HashMap::new();
            for made in later.filter(|made| made.asked > since && made.node != node) {
                first.insert(&made.table, made.answered);
            }
            last = first.values().copied().max().unwrap_or(since);
            first.len() == TABLES
        });
        Duration::from_nanos((last - since) as u64)
    }

    fn signal(&self, n: usize, signal: &str) {
        let id = self.processes[n].id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
    }

    /// One thing that goes wrong, and how long the slowest table stood still for it.
    fn suffer(&mut self, fault: usize) -> (&'static str, Duration) {
        self.all_have_tables();
        let n = self.below(NODES);
        let node = format!("node-{n}");
        match fault % 4 {
            0 => {
                self.processes[n].kill().unwrap();
                self.processes[n].wait().unwrap();
                let back = self.all_tables_move();
                self.processes[n] = self.process(n);
                ("a process was killed", back)
            }
            1 => {
                self.signal(n, "-STOP");
                let back = self.all_tables_move_without(&node);
                self.signal(n, "-CONT");
                ("a process slept", back)
            }
            2 => {
                self.postgres.crash_and_start();
                ("the database crashed", self.all_tables_move())
            }
            _ => {
                self.proxies[n].cut();
                let back = self.all_tables_move_without(&node);
                self.proxies[n].mend();
                ("a network was cut", back)
            }
        }
    }

    /// What the history comes to: everything that does not fit.
    fn judge(mut self) -> Vec<String> {
        for child in &mut self.processes {
            child.kill().unwrap();
            child.wait().unwrap();
        }
        let journal = PostgresJournal::open(&self.address, membership("judge"), Some(key())).unwrap();
        let mut records: Vec<Record> = Vec::new();
        let report = check::verify(&journal, &[], &mut |record| records.push(record.clone())).unwrap();
        let mut wrong: Vec<String> = report.findings.iter().map(ToString::to_string).collect();
        let sum: i64 = records.iter().map(|record| record.entry.body.parse::<i64>().unwrap()).sum();
        if sum != 0 {
            wrong.push(format!("{sum} of money came from nowhere"));
        }
        let made = self.made.lock().unwrap();
        assert!(made.len() > 100, "{}", made.len());
        wrong.extend(linearizable(&made, &records));
        wrong
    }
}

/// Every acknowledged append is there, once, and none was answered before another began that comes earlier in its table:
/// the one order of the journal is one in which all of them could have happened at once, each between its question and its
/// answer.
fn linearizable(made: &[Made], records: &[Record]) -> Vec<String> {
    let mut wrong = Vec::new();
    let at: HashMap<(String, u64), String> = records
        .iter()
        .map(|record| ((record.entry.stream.to_string(), record.entry.seq), record.hash.to_string()))
        .collect();
    let mut seen = HashSet::new();
    let mut tables: BTreeMap<&str, Vec<&Made>> = BTreeMap::new();
    for one in made {
        if at.get(&(one.table.clone(), one.seq)) != Some(&one.hash) {
            wrong.push(format!("{one:?} was acknowledged, and is not there"));
        }
        if !seen.insert((&one.table, one.seq)) {
            wrong.push(format!("{one:?} was acknowledged twice"));
        }
        tables.entry(&one.table).or_default().push(one);
    }
    for own in tables.values_mut() {
        own.sort_by_key(|made| made.seq);
        // Whatever comes later in the table must not have been answered before this was asked for.
        let mut earliest = u128::MAX;
        for one in own.iter().rev() {
            if earliest < one.asked {
                wrong.push(format!("{one:?} was asked for after a later one was answered"));
            }
            earliest = earliest.min(one.answered);
        }
    }
    wrong
}

fn seed() -> u64 {
    let given = env::var("PUNTO_SEED").ok().and_then(|seed| seed.parse().ok());
    given.unwrap_or_else(|| now() as u64 | 1)
}

#[test]
fn whatever_happens_to_processes_network_and_database_nothing_acknowledged_is_lost() {
    let seed = seed();
    let full = env::var_os("PUNTO_FULL").is_some();
    let mut house = House::open(seed, "checked");
    for round in 0..if full { 60 } else { 4 } {
        // Each kind at least once.
        let fault = if round < 4 { round } else { house.below(4) };
        let (what, back) = house.suffer(fault);
        println!("{what}: every table went on after {back:?}");
    }
    let wrong = house.judge();
    assert!(wrong.is_empty(), "PUNTO_SEED={seed}: {wrong:#?}");
}

/// The judge is no rubber stamp: where nobody looks whose a table is, it finds out.
#[test]
fn without_epochs_a_process_that_slept_writes_what_is_anothers_and_is_found_out() {
    let mut house = House::open(seed(), "unchecked");
    house.suffer(1);
    // Who was woken up and is ended at once has had no time to do harm.
    let asked = house.made.lock().unwrap().len();
    until("everybody has worked for a while", || house.made.lock().unwrap().len() > asked + 300);
    let wrong = house.judge();
    assert!(wrong.iter().any(|what| what.contains("written under lease")), "{wrong:?}");
}
