//! SIGKILL at random moments under load: whatever was acknowledged is there afterwards, once.

use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use serde_json::Value;

use super::house::{House, QUICK, data, punto, spawn, verify};
use super::load::{Fate, Patron};
use crate::support::eventually;

/// How often under load in `./test`; `PUNTO_KILLS` asks for another number.
const KILLS: usize = 200;
/// How many commands are acknowledged at least before a kill, and how long it waits at most, in milliseconds, when they are.
const LEAST: usize = 20;
const LONGEST: u64 = 200;

/// So many kills, and then another folder: a start checks the whole journal, and this is no test of long ones.
const NIGHT: usize = 20;
/// How many houses are killed side by side: much of a kill is waiting.
const HOUSES: usize = 2;

#[test]
fn what_was_acknowledged_is_there_once_after_any_kill() {
    let asked = std::env::var("PUNTO_KILLS").ok();
    let kills = asked.map_or(KILLS, |kills| kills.parse().expect("PUNTO_KILLS is a number"));
    let seed = seed();
    println!("seed {seed}");
    let nights = kills.div_ceil(NIGHT);
    let next = &AtomicUsize::new(0);
    let nights_of_a_house = move || {
        let mut all = Night::default();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= nights {
                return all;
            }
            let mut moments = Moments(seed.wrapping_add(number as u64));
            let night = night(NIGHT.min(kills - number * NIGHT), &mut moments);
            all.acknowledged += night.acknowledged;
            all.records += night.records;
        }
    };
    let all = thread::scope(|scope| {
        let houses: Vec<_> = (0..HOUSES).map(|_| scope.spawn(nights_of_a_house)).collect();
        houses.into_iter().map(|house| house.join().unwrap()).fold(Night::default(), |all, one| Night {
            acknowledged: all.acknowledged + one.acknowledged,
            records: all.records + one.records,
        })
    });
    let Night { acknowledged, records } = all;
    println!(
        "{kills} kills under load, {acknowledged} commands acknowledged, none lost, none twice, {records} records"
    );
    assert!(acknowledged >= LEAST * kills, "hardly any load: {acknowledged}");
}

/// What came of some kills in one folder.
#[derive(Default)]
struct Night {
    acknowledged: usize,
    records: usize,
}

fn night(kills: usize, moments: &mut Moments) -> Night {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().join("house");
    // The first kills come before anything could be there.
    for _ in 0..3 {
        kill_while_starting(&folder, moments);
    }
    let mut house = House::open(&folder, QUICK);
    let mut patrons = arrive(&house);
    let mut night = Night::default();
    for kill in 1..=kills {
        let places: Vec<usize> = patrons.iter().map(|patron| patron.sent.len()).collect();
        night.acknowledged += play_and_kill(house, &mut patrons, moments.within(LONGEST));
        if kill % 5 == 0 {
            kill_while_starting(&folder, moments);
        }
        house = House::open(&folder, QUICK);
        house.assert_calm();
        repeat(&house, &mut patrons, &places);
    }
    house.stop();
    night.records = count(&folder, &patrons);
    verify(&folder);
    night
}

fn arrive(house: &House) -> Vec<Patron> {
    let tables = ["slow", "fast"].iter().flat_map(|table| (1..=4).map(move |seat| (*table, seat)));
    tables
        .map(|(table, seat)| Patron::arrive(house.client(), &format!("{table}{seat}"), table, seat))
        .collect()
}

/// Everybody plays, over HTTP or a line; so long after the first have been acknowledged the server is killed. How many
/// commands were acknowledged.
fn play_and_kill(house: House, patrons: &mut [Patron], after: Duration) -> usize {
    let told = &AtomicUsize::new(0);
    thread::scope(|scope| {
        let playing: Vec<_> = patrons
            .iter_mut()
            .enumerate()
            .map(|(number, patron)| scope.spawn(move || patron.play(number % 3 == 2, told)))
            .collect();
        eventually("there is a load", || (told.load(Ordering::Relaxed) >= LEAST).then_some(()));
        thread::sleep(after);
        house.kill();
        playing.into_iter().map(|one| one.join().unwrap()).sum()
    })
}

/// A start that is killed before it has come far.
fn kill_while_starting(folder: &Path, moments: &mut Moments) {
    let mut starting = spawn(folder, QUICK, "");
    thread::sleep(moments.within(250));
    starting.kill().unwrap();
    starting.wait().unwrap();
}

/// Everybody asks again for what they had been told since these places.
fn repeat(house: &House, patrons: &mut [Patron], places: &[usize]) {
    thread::scope(|scope| {
        for (patron, place) in patrons.iter_mut().zip(places) {
            scope.spawn(|| {
                patron.follow(house.address());
                patron.repeat_since(*place);
            });
        }
    });
}

/// Looks into the journal itself: every acknowledged command is one record, with its number; no command is two.
fn count(folder: &Path, patrons: &[Patron]) -> usize {
    let output = punto(&["journal", "export"], folder);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let mut found: HashMap<(String, String), Vec<u64>> = HashMap::new();
    for line in text.lines() {
        let record: Value = serde_json::from_str(line).unwrap();
        if let (Some(stream), Some(key)) = (record["stream"].as_str(), record["key"].as_str()) {
            found.entry((stream.into(), key.into())).or_default().push(record["seq"].as_u64().unwrap());
        }
    }
    for patron in patrons {
        let stream = format!("table/{}", patron.table);
        for sent in &patron.sent {
            let seqs = found.get(&(stream.clone(), sent.id.clone())).map(Vec::as_slice).unwrap_or_default();
            match sent.fate {
                Fate::Acknowledged(seq) => assert_eq!(seqs, [seq], "{sent:?}"),
                Fate::Refused => assert!(seqs.is_empty(), "{sent:?} was refused and is record {seqs:?}"),
                Fate::Unknown => assert!(seqs.len() <= 1, "{sent:?} is there twice: {seqs:?}"),
            }
        }
    }
    let losses = text.lines().filter(|line| line.contains("power-loss")).count();
    assert!(losses > 0, "no loss of power was noted in {}", data(folder).display());
    text.lines().count()
}

/// Moments that nobody chose; the seed is printed.
struct Moments(u64);

fn seed() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    now.as_nanos() as u64 | 1
}

impl Moments {
    /// Up to so many milliseconds, in microseconds.
    fn within(&mut self, millis: u64) -> Duration {
        // xorshift64: even enough to choose when.
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        Duration::from_micros(self.0 % (millis * 1000))
    }
}
