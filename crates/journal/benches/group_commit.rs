//! Group commit at the journal's interface against a bare group-commit log of the same bytes and the same writers.
//!
//! Both sides run in turns on one disk, in short rounds, and the medians are compared, as the speed of a sync moves
//! from second to second. `-- 16` asks for another number of writers. Writers are closed loops: each waits for its answer before it appends again.
#![allow(clippy::unwrap_used)]

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use punto_journal::{Anchoring, AnswerPlace, Entry, Journal, Pending, SqliteJournal};

/// How many records a journal has that is no new one.
const MANY: u64 = 400_000;
const ROUNDS: usize = 25;
const ROUND: Duration = Duration::from_millis(60);

fn main() {
    println!(
        "          the journal                                  | bare log                         | ratio of"
    );
    println!(
        "writers   records/sync  of writers  records/s  µs CPU  | records/sync  records/s  µs CPU  | the rates"
    );
    let asked: Vec<usize> = std::env::args().filter_map(|word| word.parse().ok()).collect();
    let counts = if asked.is_empty() { vec![1, 8, 32, 64] } else { asked };
    counts.iter().for_each(|writers| compare(*writers, Keys::ByTime, 0));
    println!("and with keys in no order:");
    counts.iter().for_each(|writers| compare(*writers, Keys::Random, 0));
    println!("and in a journal that has {MANY} records with such keys already:");
    counts.iter().for_each(|writers| compare(*writers, Keys::Random, MANY));
    println!("and an anchored journal beside one without codes:");
    counts.iter().for_each(|writers| compare_anchored(*writers));
}

/// What codes and the anchor cost: two journals in turns, one with and one without.
fn compare_anchored(writers: usize) {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_time().build().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let (plain, anchored) = (folder.path().join("plain"), folder.path().join("anchored"));
    let key_file = folder.path().join("keys/chain.key");
    let how = Anchoring { key_file: &key_file, derivable: &[] };
    let journals = [SqliteJournal::open(&plain), SqliteJournal::open_anchored(&anchored, &how)];
    let journals = journals.map(|journal| Arc::new(journal.unwrap()));
    let (mut seqs, mut sides) = ([vec![0; writers], vec![0; writers]], [Side::default(), Side::default()]);
    for round in 0..2 * ROUNDS {
        for place in [round % 2, 1 - round % 2] {
            let journal = journals[place].clone();
            let append = move |writer, seq| journal.append(vec![entry(writer, seq, Keys::ByTime)]);
            sides[place].add(|| closed_loops(&runtime, &mut seqs[place], append));
        }
    }
    let [without, with] = &sides;
    let ratio = median(with.rates.iter().zip(&without.rates).map(|(with, without)| with / without).collect());
    let cpu = |place: usize| sides[place].cpu * 1e6 / seqs[place].iter().sum::<u64>() as f64;
    println!(
        "{writers:>7}   {ratio:.3} of the rate; {:.1} µs CPU a record, and {:.1} without",
        cpu(1),
        cpu(0)
    );
}

/// Compares the two sides; the journal has so many records of another stream before.
fn compare(writers: usize, keys: Keys, before: u64) {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_time().build().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let journal = Arc::new(SqliteJournal::open(&folder.path().join("journal")).unwrap());
    fill(&journal, before, writers, keys);
    let filled = journal.tally();
    let log = Arc::new(BareLog::open(&folder.path().join("log")));
    let to_journal = {
        let journal = journal.clone();
        move |writer, seq| journal.append(vec![entry(writer, seq, keys)])
    };
    let to_log = {
        let log = log.clone();
        move |writer, seq| log.append(bytes(&entry(writer, seq, keys)))
    };
    let (mut in_journal, mut in_log) = (vec![0; writers], vec![0; writers]);
    let (mut ours, mut theirs) = (Side::default(), Side::default());
    for round in 0..ROUNDS {
        // Who goes first changes from round to round.
        if round % 2 == 0 {
            theirs.add(|| closed_loops(&runtime, &mut in_log, to_log.clone()));
        }
        ours.add(|| closed_loops(&runtime, &mut in_journal, to_journal.clone()));
        if round % 2 == 1 {
            theirs.add(|| closed_loops(&runtime, &mut in_log, to_log.clone()));
        }
    }
    let tally = journal.tally();
    let per_sync = (tally.records - filled.records) as f64 / (tally.commits - filled.commits) as f64;
    let bare_per_sync = in_log.iter().sum::<u64>() as f64 / log.close() as f64;
    let ratio = median(ours.rates.iter().zip(&theirs.rates).map(|(ours, theirs)| ours / theirs).collect());
    println!(
        "{writers:>7}   {per_sync:>12.2}  {:>10.2}  {:>9.0}  {:>6.1}  | {bare_per_sync:>12.2}  {:>9.0}  {:>6.1}  | {ratio:>9.2}",
        per_sync / writers as f64,
        median(ours.rates),
        ours.cpu * 1e6 / in_journal.iter().sum::<u64>() as f64,
        median(theirs.rates),
        theirs.cpu * 1e6 / in_log.iter().sum::<u64>() as f64,
    );
}

/// Writes many records at once, by one who is not among the writers.
fn fill(journal: &SqliteJournal, count: u64, writers: usize, keys: Keys) {
    let mut left = (1..=count).map(|seq| entry(writers, seq, keys)).peekable();
    while left.peek().is_some() {
        journal.append(left.by_ref().take(10_000).collect()).wait().unwrap();
    }
}

/// What one side did.
#[derive(Default)]
struct Side {
    /// Records a second in each round.
    rates: Vec<f64>,
    /// Seconds of CPU in all rounds, the writers' own included.
    cpu: f64,
}

impl Side {
    fn add(&mut self, round: impl FnOnce() -> f64) {
        let before = cpu();
        self.rates.push(round());
        self.cpu += cpu() - before;
    }
}

/// The CPU time of this process in seconds, where the operating system tells it.
fn cpu() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let ticks = stat.rsplit(')').next().unwrap_or_default().split_whitespace().skip(11).take(2);
    ticks.filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / 100.0
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Runs closed-loop writers for one round, each a task of its own as the tables of a floor are; they go on where they
/// were. Gives the records a second.
fn closed_loops(
    runtime: &tokio::runtime::Runtime,
    seqs: &mut [u64],
    append: impl Fn(usize, u64) -> Pending + Clone + Send + Sync + 'static,
) -> f64 {
    let before: u64 = seqs.iter().sum();
    let began = Instant::now();
    let writer = |(writer, mut seq)| {
        let append = append.clone();
        async move {
            while began.elapsed() < ROUND {
                seq += 1;
                append(writer, seq).await.unwrap();
            }
            seq
        }
    };
    runtime.block_on(async {
        let tasks: Vec<_> = seqs.iter().copied().enumerate().map(writer).map(tokio::spawn).collect();
        for (seq, task) in seqs.iter_mut().zip(tasks) {
            *seq = task.await.unwrap();
        }
    });
    (seqs.iter().sum::<u64>() - before) as f64 / began.elapsed().as_secs_f64()
}

/// How the authors call their records.
#[derive(Clone, Copy)]
enum Keys {
    /// The time first, then what is random, as a UUID of version 7 has it.
    ByTime,
    Random,
}

/// An ordinary record of a table: a wager with its event and its clause.
fn entry(writer: usize, seq: u64, keys: Keys) -> Entry {
    let random = (seq << 8 | writer as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let key = match keys {
        Keys::ByTime => format!("{seq:016x}{random:016x}"),
        Keys::Random => format!("{random:016x}{seq:016x}"),
    };
    Entry {
        stream: format!("table/nsw-{writer}").parse().unwrap(),
        seq,
        at: 1_800_000_000_000_000 + seq as i64,
        actor: "patron/ada".into(),
        schema: 1,
        engine: 1,
        key: Some(key),
        body: format!(
            r#"{{"said":"bet ada@1 player {seq}","events":[{{"what":"wagered ada@1 player {seq}","by":["5.1","5.4"]}}]}}"#
        ),
    }
}

/// The same fields as the journal stores, one after the other.
fn bytes(entry: &Entry) -> Vec<u8> {
    let mut bytes = vec![0; 64]; // the two hashes
    let Entry { stream, seq, at, actor, schema, engine, key, body } = entry;
    write!(bytes, "{stream}{seq}{at}{actor}{schema}{engine}{}{body}", key.as_deref().unwrap_or_default())
        .unwrap();
    bytes
}

/// The least that group commit can be: appended bytes, one `fdatasync` for all that wait.
///
/// It gathers for the writers it has just answered, too, so that it is not beaten by mere patience.
struct BareLog {
    state: Arc<(Mutex<State>, Condvar)>,
    thread: Mutex<Option<JoinHandle<u64>>>,
}

#[derive(Default)]
struct State {
    waiting: Vec<(Vec<u8>, AnswerPlace)>,
    wanted: usize,
    closed: bool,
}

impl BareLog {
    fn open(path: &Path) -> BareLog {
        let file = OpenOptions::new().create(true).append(true).open(path).unwrap();
        let state = Arc::new((Mutex::new(State::default()), Condvar::new()));
        let thread = thread::spawn({
            let state = state.clone();
            move || BareLog::run(file, &state)
        });
        BareLog { state, thread: Mutex::new(Some(thread)) }
    }

    fn append(&self, bytes: Vec<u8>) -> Pending {
        let (answer, pending) = Pending::new();
        let (state, ready) = &*self.state;
        let mut state = state.lock().unwrap();
        state.waiting.push((bytes, answer));
        if state.waiting.len() >= state.wanted {
            ready.notify_one();
        }
        pending
    }

    /// Ends the log and says how many syncs it made.
    fn close(&self) -> u64 {
        self.state.0.lock().unwrap().closed = true;
        self.state.1.notify_one();
        self.thread.lock().unwrap().take().unwrap().join().unwrap()
    }

    fn run(mut file: File, (state, ready): &(Mutex<State>, Condvar)) -> u64 {
        let (mut syncs, mut buffer) = (0, Vec::new());
        let (mut wanted, mut until) = (1, Instant::now());
        loop {
            let mut now = state.lock().unwrap();
            now.wanted = wanted;
            while now.waiting.len() < now.wanted && !now.closed {
                let left = until.saturating_duration_since(Instant::now());
                if left.is_zero() {
                    now.wanted = 1;
                    if !now.waiting.is_empty() {
                        break;
                    }
                    now = ready.wait(now).unwrap();
                } else {
                    now = ready.wait_timeout(now, left).unwrap().0;
                }
            }
            let jobs = std::mem::take(&mut now.waiting);
            if jobs.is_empty() && now.closed {
                return syncs;
            }
            drop(now);
            let began = Instant::now();
            buffer.clear();
            jobs.iter().for_each(|(bytes, _)| buffer.extend_from_slice(bytes));
            file.write_all(&buffer).unwrap();
            file.sync_data().unwrap();
            syncs += 1;
            let took = began.elapsed();
            let answered = jobs.len();
            jobs.into_iter().for_each(|(_, answer)| answer.give(Ok(Vec::new())));
            wanted = answered + state.lock().unwrap().waiting.len();
            until = Instant::now() + took / 2;
        }
    }
}
