//! A house with a hall, on a clock that tests move.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use punto_contest::TournamentPlan;
use punto_floor::{Books, Floor, FloorError, OutcomeOf, SaidTo, Setup, SimulatedClock, audit};
use punto_journal::{OpenError, SqliteJournal};
use punto_shoe::SealingKey;
use punto_site::{Command as OfSite, On, Principal};
use punto_steward::{Hall, TournamentHandle, TournamentOutcome, TournamentSaying, What};
use punto_tournament::{Command, Event};
use punto_vocab::{Actor, Dealer, Money, PersonId, Time};

pub(crate) struct House {
    pub(crate) clock: SimulatedClock,
    pub(crate) floor: Floor,
    pub(crate) hall: Hall,
}

impl House {
    /// Opens the house whose journal lies in a folder, at a time not before the one given.
    pub(crate) async fn open(folder: &Path, demo: bool, at: Time) -> House {
        House::with(folder, demo, at, None).await
    }

    /// The same, where accounts hold no more than this freely.
    pub(crate) async fn with(folder: &Path, demo: bool, at: Time, account_most: Option<Money>) -> House {
        let clock = SimulatedClock::at(at);
        let journal = Arc::new(opened(folder).await);
        let key = SealingKey::new([42; 32]);
        let setup = Setup::new(journal, Arc::new(clock.clone()), "test-house", "node-a", key);
        let currency = (!demo).then(|| "AUD".into());
        let floor = Floor::start(Setup { demo, account_most, currency, ..setup }).await.unwrap();
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

    /// Puts on staff who is needed for what takes two: max, who operates the casino, tom, who runs its tournaments, cas, who
    /// supervises, and ria, who answers for the house.
    pub(crate) async fn staffed(&self) {
        let found = |name: &str, grant: Option<&str>| OfSite::Found {
            name: name.parse().unwrap(),
            grant: grant.map(|grant| grant.parse().unwrap()),
        };
        self.site(Principal::System, found("root", None)).await;
        self.site(Principal::System, found("ria", Some("gaming-manager"))).await;
        self.signed_in("root").await;
        self.signed_in("ria").await;
        let root = Principal::Staff("root".parse().unwrap());
        for (name, role) in
            [("max", "casino-operator"), ("tom", "tournament-manager"), ("cas", "casino-supervisor")]
        {
            self.site(root, format!("hire {name} as {role}").parse().unwrap()).await;
            let number = *self.floor.site().now().proposals.keys().next_back().unwrap();
            self.site(Principal::Staff("ria".parse().unwrap()), OfSite::Approve { number }).await;
            self.signed_in(name).await;
        }
    }

    /// Signs somebody in, with a password of their own.
    async fn signed_in(&self, name: &str) {
        let name: PersonId = name.parse().unwrap();
        self.site(Principal::System, OfSite::SignIn { name, on: On(None) }).await;
        let site = self.floor.site().now();
        let session = site.sessions.iter().find(|(_, own)| own.who == name).map(|(number, _)| *number);
        self.site(Principal::Staff(name), OfSite::SetPassword { session: session.unwrap() }).await;
    }

    async fn site(&self, by: Principal, command: OfSite) -> Vec<String> {
        let said = SaidTo { key: None, by, command: command.clone() };
        match self.floor.site().say(said).await.unwrap() {
            OutcomeOf::Done(answer) => answer.lines(),
            OutcomeOf::Refused(refused) => panic!("{command}: {refused}"),
        }
    }

    /// Has one person propose what takes two and another approve it; its number.
    pub(crate) async fn agreed(&self, first: &str, second: &str, what: &str) -> u32 {
        let what = what.parse().unwrap_or_else(|error| panic!("{what}: {error}"));
        self.site(Principal::Staff(first.parse().unwrap()), OfSite::Propose { what }).await;
        let number = *self.floor.site().now().proposals.keys().next_back().unwrap();
        self.site(Principal::Staff(second.parse().unwrap()), OfSite::Approve { number }).await;
        number
    }

    /// Everything in the journal holds.
    pub(crate) fn verified(&self) {
        let found = audit(&**self.floor.journal(), Books::embedded(), &mut |_| {}).unwrap();
        assert!(found.unknown.is_empty(), "{found:?}");
    }

    pub(crate) async fn put_up(&self, name: &str, rulebook: &str, opening: &str) -> TournamentHandle {
        self.hall.add(plan(name, rulebook, opening)).await.unwrap()
    }
}

/// The journal of a folder, once whoever had it has let go of it.
async fn opened(folder: &Path) -> SqliteJournal {
    for _ in 0..200 {
        match SqliteJournal::open(folder) {
            Ok(journal) => return journal,
            Err(OpenError::InUse { .. }) => tokio::time::sleep(Duration::from_millis(50)).await,
            Err(error) => panic!("{error}"),
        }
    }
    panic!("the journal is still in use");
}

/// A tournament whose tables people deal at.
pub(crate) fn plan(name: &str, rulebook: &str, opening: &str) -> TournamentPlan {
    TournamentPlan {
        name: name.parse().unwrap(),
        title: "Cup".into(),
        rulebook: rulebook.into(),
        digest: String::new(),
        currency: "AUD".into(),
        dealer: Dealer::Person,
        opening: opening.parse().unwrap(),
        tables: name.into(),
    }
}

/// Says something in the name of whoever says it by themselves.
pub(crate) async fn say(one: &TournamentHandle, line: &str) -> TournamentOutcome {
    let command: Command = line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
    let by = punto_tournament::says_itself(&one.now().contest.book, &command);
    tell(one, by, command.into()).await
}

pub(crate) async fn tell(one: &TournamentHandle, by: Actor, what: What) -> TournamentOutcome {
    try_to(one, by, what).await.unwrap()
}

/// Says something that the steward may refuse before the tournament is asked.
pub(crate) async fn try_to(
    one: &TournamentHandle,
    by: Actor,
    what: What,
) -> Result<TournamentOutcome, FloorError> {
    use std::sync::atomic::{AtomicU64, Ordering};
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let key = format!("test-{}", NEXT.fetch_add(1, Ordering::Relaxed)).parse().unwrap();
    one.say(TournamentSaying { key, by, what }).await
}

/// Says a line as somebody; what it is refused with, if it is.
pub(crate) async fn refused(one: &TournamentHandle, by: &str, line: &str) -> Option<String> {
    let command: Command = line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
    match try_to(one, by.parse().unwrap(), command.into()).await {
        Ok(TournamentOutcome::Done(_)) => None,
        Ok(TournamentOutcome::Refused(refused)) => Some(refused.reason.code().to_owned()),
        Ok(TournamentOutcome::Account(refused)) => Some(refused.reason.code().to_owned()),
        Err(FloorError::Refused(reason)) => Some(reason.code().to_owned()),
        Err(error) => panic!("{line}: {error}"),
    }
}

/// The same of what is done.
pub(crate) async fn done(one: &TournamentHandle, by: &str, line: &str) {
    assert_eq!(refused(one, by, line).await, None, "{line} by {by}");
}

/// Carries out what two have agreed to.
pub(crate) async fn carried_out(
    one: &TournamentHandle,
    number: u32,
    by: &str,
    what: What,
) -> TournamentOutcome {
    let key = punto_contest::proposal_key(number).parse().unwrap();
    one.say(TournamentSaying { key, by: by.parse().unwrap(), what }).await.unwrap()
}

pub(crate) async fn must(one: &TournamentHandle, line: &str) -> Vec<Event> {
    match say(one, line).await {
        TournamentOutcome::Done(answer) => answer.happened.to_vec(),
        other => panic!("{line}: {other:?}"),
    }
}
