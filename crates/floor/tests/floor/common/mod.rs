//! What the tests of the floor share: a floor in a temporary folder, moved by a clock that stands still.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use punto_floor::{
    Books, CommandKey, Dealer, Floor, FloorError, Moment, Outcome, Pace, Said, Setup, SimulatedClock,
    TableHandle, TablePlan,
};
use punto_journal::{Journal, Signer, SqliteJournal};
use punto_shoe::SealingKey;
use punto_table::{Actor, Command, Opening, Time, With};
use punto_vocab::{Money, PersonId};

/// Longer than anything here takes, on the slowest machine.
pub(crate) const LONG: Duration = Duration::from_secs(120);

/// The clock's first moment: some day in 2026.
pub(crate) const START: Time = Time(1_790_000_000_000_000);

/// A pace with the same order of things as the usual one.
pub(crate) const PACE: Pace = Pace {
    betting: 10_000_000,
    between_cards: 1_000_000,
    after_coup: 2_000_000,
    share_window: 3_000_000,
    cut_window: 5_000_000,
    patience: 8_000_000,
    least_game: 0,
};

pub(crate) fn books() -> Books {
    static BOOKS: std::sync::OnceLock<Books> = std::sync::OnceLock::new();
    BOOKS.get_or_init(Books::embedded).clone()
}

/// Opens the journal; whoever had it before may take a moment to let go.
pub(crate) async fn journal(folder: &Path) -> Arc<SqliteJournal> {
    let mut opened = None;
    eventually("the journal is let go", || match SqliteJournal::open(folder) {
        Err(punto_journal::OpenError::InUse { .. }) => false,
        journal => {
            opened = Some(journal.unwrap());
            true
        }
    })
    .await;
    Arc::new(opened.unwrap())
}

pub(crate) fn setup(journal: Arc<dyn Journal>, clock: &SimulatedClock) -> Setup {
    let key = SealingKey::new([7; 32]);
    Setup {
        signer: Some(Signer::new(&[9; 32])),
        books: books(),
        pace: PACE,
        ..Setup::new(journal, Arc::new(clock.clone()), "test-house", "node-a", key)
    }
}

pub(crate) async fn floor(folder: &Path, clock: &SimulatedClock) -> Floor {
    Floor::start(setup(journal(folder).await, clock)).await.unwrap()
}

pub(crate) fn plan(name: &str, rulebook: &str, opening: &str) -> TablePlan {
    TablePlan {
        name: name.parse().unwrap(),
        title: name.to_uppercase(),
        rulebook: rulebook.into(),
        opening: opening.parse::<Opening>().unwrap(),
        dealer: Dealer::Automatic,
        currency: "AUD".into(),
        bet_seconds: None,
    }
}

/// A demonstration table of a document, on its usual terms.
pub(crate) fn demonstration(name: &str, rulebook: &str) -> TablePlan {
    plan(name, rulebook, "usual, limits 5..5000, demonstration yes")
}

pub(crate) fn patron(name: &str) -> PersonId {
    name.parse().unwrap()
}

pub(crate) fn money(amount: &str) -> Money {
    amount.parse().unwrap()
}

pub(crate) fn key(text: impl std::fmt::Display) -> CommandKey {
    text.to_string().parse().unwrap()
}

/// Makes a new key every time.
pub(crate) fn fresh() -> CommandKey {
    static COUNT: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(0);
    key(format!("test-{}", COUNT.fetch_add(1, std::sync::atomic::Ordering::Relaxed)))
}

pub(crate) async fn say(table: &TableHandle, by: Actor, line: &str) -> Result<Outcome, FloorError> {
    let command: Command = line.parse().unwrap();
    table.say(Said { key: fresh(), by, command, of: None }).await
}

/// What happened, as a record keeps it.
pub(crate) fn stored(line: &str) -> String {
    punto_vocab::stored::Stored::store(&line.parse::<punto_table::Happening>().unwrap()).to_string()
}

/// Says it and expects it to be done.
#[track_caller]
pub(crate) fn done(outcome: Result<Outcome, FloorError>) -> punto_floor::Answer {
    match outcome.unwrap() {
        Outcome::Done(answer) => answer,
        Outcome::Refused(refused) => panic!("refused: {refused}"),
    }
}

/// Says it and expects it to be refused.
#[track_caller]
pub(crate) fn refused(outcome: Result<Outcome, FloorError>) -> String {
    match outcome.unwrap() {
        Outcome::Done(answer) => panic!("done: {:?}", answer.lines()),
        Outcome::Refused(refused) => refused.to_string(),
    }
}

/// Patrons sit down with play credits.
pub(crate) async fn seat(table: &TableHandle, names: &[&str]) {
    for (place, name) in names.iter().enumerate() {
        let id = patron(name);
        done(say(table, Actor::Patron(id), &format!("sit {name}@{}", place + 1)).await);
        let command =
            Command::BuyIn { patron: id, amount: money("100000"), with: With::Balance, voucher: None };
        done(table.say(Said { key: fresh(), by: Actor::System, command, of: None }).await);
    }
}

/// Moves the clock to the table's next timer and waits until something has come of it.
///
/// What is given back is the newest moment: what happened in those before it is in the journal.
pub(crate) async fn step(table: &TableHandle, clock: &SimulatedClock) -> Arc<Moment> {
    let moment = step_if_due(table, clock).await;
    moment.unwrap_or_else(|| panic!("nothing is timed at {}: {:?}", table.name(), table.now().fault))
}

/// The same, if anything is timed: what holds a table may take its timer away at any moment.
pub(crate) async fn step_if_due(table: &TableHandle, clock: &SimulatedClock) -> Option<Arc<Moment>> {
    let mut watch = table.watch();
    let timer = watch.borrow_and_update().timer?;
    clock.advance_to(timer.at);
    ends(&format!("{timer:?}"), watch.changed()).await.unwrap();
    Some(watch.borrow_and_update().clone())
}

/// A journal that does to appends what a test wants, and everything else as it is.
pub(crate) struct Twisted<F> {
    inner: Arc<SqliteJournal>,
    twist: F,
}

/// What becomes of an append.
pub(crate) enum Twist {
    /// It is made.
    Made,
    /// It is not made, and this is answered.
    Fails(punto_journal::AppendError),
    /// It is made, and this is answered.
    MadeButSays(punto_journal::AppendError),
    /// It is made when somebody says so.
    Waits(tokio::sync::oneshot::Receiver<()>),
    /// The thread of whoever asks dies.
    Panics,
}

impl<F: Fn(&[punto_journal::Entry]) -> Twist + Send + Sync + 'static> Twisted<F> {
    pub(crate) fn new(inner: Arc<SqliteJournal>, twist: F) -> Arc<Twisted<F>> {
        Arc::new(Twisted { inner, twist })
    }
}

impl<F: Fn(&[punto_journal::Entry]) -> Twist + Send + Sync + 'static> Journal for Twisted<F> {
    fn append(&self, entries: Vec<punto_journal::Entry>) -> punto_journal::Pending {
        match (self.twist)(&entries) {
            Twist::Made => self.inner.append(entries),
            Twist::Fails(error) => punto_journal::Pending::ready(Err(error)),
            Twist::MadeButSays(error) => {
                self.inner.append(entries).wait().unwrap();
                punto_journal::Pending::ready(Err(error))
            }
            Twist::Waits(go) => {
                let (answer, pending) = punto_journal::Pending::new();
                let inner = self.inner.clone();
                tokio::spawn(async move {
                    go.await.unwrap();
                    answer.give(inner.append(entries).await);
                });
                pending
            }
            Twist::Panics => panic!("the test wants this thread to end"),
        }
    }

    fn read(
        &self,
        stream: &punto_journal::StreamName,
        after: u64,
        limit: usize,
    ) -> Result<Vec<punto_journal::Record>, punto_journal::Fault> {
        self.inner.read(stream, after, limit)
    }

    fn heads(&self) -> Result<Vec<punto_journal::Head>, punto_journal::Fault> {
        Journal::heads(&*self.inner)
    }

    fn find(
        &self,
        stream: &punto_journal::StreamName,
        key: &str,
    ) -> Result<Option<punto_journal::Record>, punto_journal::Fault> {
        self.inner.find(stream, key)
    }

    fn put(&self, shelf: &str, name: &str, bytes: &[u8]) -> Result<(), punto_journal::Fault> {
        self.inner.put(shelf, name, bytes)
    }

    fn get(&self, shelf: &str, name: &str) -> Result<Option<Vec<u8>>, punto_journal::Fault> {
        self.inner.get(shelf, name)
    }

    fn remove(&self, shelf: &str, name: &str) -> Result<(), punto_journal::Fault> {
        self.inner.remove(shelf, name)
    }

    fn names(&self, shelf: &str) -> Result<Vec<String>, punto_journal::Fault> {
        self.inner.names(shelf)
    }

    fn checkpoint(
        &self,
        signer: &Signer,
        at: i64,
    ) -> Result<punto_journal::Checkpoint, punto_journal::Fault> {
        self.inner.checkpoint(signer, at)
    }

    fn checkpoints(&self, after: u64) -> Result<Vec<punto_journal::Checkpoint>, punto_journal::Fault> {
        self.inner.checkpoints(after)
    }
}

/// Waits until something holds that comes about by itself.
pub(crate) async fn eventually(what: &str, mut holds: impl FnMut() -> bool) {
    let wait = async {
        while !holds() {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    };
    ends(what, wait).await;
}

/// Waits for what must come to an end.
pub(crate) async fn ends<T>(what: &str, doing: impl Future<Output = T>) -> T {
    tokio::time::timeout(LONG, doing).await.unwrap_or_else(|_| panic!("never: {what}"))
}

/// A person of staff signs in and chooses a password.
async fn password(
    site: &punto_floor::SiteHandle,
    name: PersonId,
    say: &impl AsyncFn(punto_site::Principal, punto_site::Command) -> punto_floor::AnswerOf<punto_site::Site>,
) {
    use punto_site::{Command as C, Principal as Who};
    say(Who::System, C::SignIn { name, on: punto_site::On(None) }).await;
    let session = *site.now().sessions.keys().last().unwrap();
    say(Who::Staff(name), C::SetPassword { session }).await;
}

/// Somebody who may clears every fault of the site.
pub(crate) async fn clear_faults(floor: &Floor) {
    use punto_floor::{OutcomeOf, SaidTo};
    use punto_site::{Command as C, Principal as Who};
    let site = floor.site();
    let kim: PersonId = patron("kim");
    let say = async |by: Who, command: C| {
        let said = SaidTo { key: None, by, command };
        match site.say(said).await.unwrap() {
            OutcomeOf::Done(answer) => answer,
            OutcomeOf::Refused(refused) => panic!("refused: {refused}"),
        }
    };
    let max = patron("max");
    if !site.now().people.contains_key(&kim) {
        say(Who::System, C::Found { name: kim, grant: None }).await;
        password(&site, kim, &say).await;
        say(Who::System, C::Found { name: max, grant: Some("gaming-manager".parse().unwrap()) }).await;
        password(&site, max, &say).await;
    }
    let faults: Vec<u32> = site
        .now()
        .notices
        .iter()
        .filter(|(_, notice)| notice.severity == punto_site::Severity::Fault)
        .map(|(number, _)| *number)
        .collect();
    for number in faults {
        let note = punto_vocab::line::Words::new("looked into").unwrap();
        say(Who::Staff(max), C::Clear { number, note }).await;
    }
}
