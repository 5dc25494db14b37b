//! A house with a hall, on a clock that tests move.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use punto_contest::TournamentPlan;
use punto_floor::{Books, Floor, Setup, SimulatedClock, audit};
use punto_journal::SqliteJournal;
use punto_shoe::SealingKey;
use punto_steward::{Hall, TournamentHandle, TournamentOutcome, TournamentSaying, What};
use punto_tournament::{Command, Event};
use punto_vocab::{Actor, Dealer, Time};

pub(crate) struct House {
    pub(crate) clock: SimulatedClock,
    pub(crate) floor: Floor,
    pub(crate) hall: Hall,
}

impl House {
    /// Opens the house whose journal lies in a folder, at a time not before the one given.
    pub(crate) async fn open(folder: &Path, demo: bool, at: Time) -> House {
        let clock = SimulatedClock::at(at);
        let journal = Arc::new(SqliteJournal::open(folder).unwrap());
        let key = SealingKey::new([42; 32]);
        let setup = Setup::new(journal, Arc::new(clock.clone()), "test-house", "node-a", key);
        let floor = Floor::start(Setup { demo, ..setup }).await.unwrap();
        let hall = Hall::start(floor.clone()).await.unwrap();
        House { clock, floor, hall }
    }

    /// Lets time pass until something is so.
    pub(crate) async fn until(&self, what: &str, mut is_so: impl FnMut() -> bool) {
        for _ in 0..40_000 {
            if is_so() {
                return;
            }
            self.clock.advance(250_000);
            tokio::time::sleep(Duration::from_micros(200)).await;
        }
        let tournaments = self.hall.tournaments();
        let stand = |one: &TournamentHandle| {
            let now = one.now();
            let venues: Vec<_> =
                now.contest.own.venues.iter().map(|(table, own)| (*table, own.phase, own.coups)).collect();
            format!("{}: {:?}, {venues:?}, fault {:?}", one.plan().name, now.contest.own.stage, now.fault)
        };
        let stand: Vec<String> = tournaments.iter().map(stand).collect();
        panic!("it never came to this: {what}\n{}", stand.join("\n"));
    }

    /// Everything in the journal holds.
    pub(crate) fn verified(&self) {
        let found = audit(&**self.floor.journal(), Books::embedded(), &mut |_| {}).unwrap();
        assert!(found.unknown.is_empty(), "{found:?}");
    }

    pub(crate) async fn put_up(&self, name: &str, rulebook: &str, opening: &str) -> TournamentHandle {
        let plan = TournamentPlan {
            name: name.parse().unwrap(),
            title: "Cup".into(),
            rulebook: rulebook.into(),
            digest: String::new(),
            currency: "AUD".into(),
            dealer: Dealer::Automatic,
            opening: opening.parse().unwrap(),
            tables: name.into(),
        };
        self.hall.add(plan).await.unwrap()
    }
}

/// Says something in the name of whoever says it by themselves.
pub(crate) async fn say(one: &TournamentHandle, line: &str) -> TournamentOutcome {
    let command: Command = line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
    let by = punto_tournament::says_itself(&one.now().contest.book, &command);
    tell(one, by, command.into()).await
}

pub(crate) async fn tell(one: &TournamentHandle, by: Actor, what: What) -> TournamentOutcome {
    use std::sync::atomic::{AtomicU64, Ordering};
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let key = format!("test-{}", NEXT.fetch_add(1, Ordering::Relaxed)).parse().unwrap();
    one.say(TournamentSaying { key, by, what }).await.unwrap()
}

pub(crate) async fn must(one: &TournamentHandle, line: &str) -> Vec<Event> {
    match say(one, line).await {
        TournamentOutcome::Done(answer) => answer.happened.to_vec(),
        other => panic!("{line}: {other:?}"),
    }
}
