//! How tables come to life: from a plan that is opened for the first time, or from their records.

use std::sync::{Arc, Mutex, OnceLock, RwLock};

use punto_host::locked;
use punto_journal::{Entry, Journal, Record, StreamName};
use punto_records::{Body, RecordFault, ShoeStep, Spoken, StreamOf, TableBody};
use punto_rulebook::{Device, Rulebook};
use punto_site::{Cause, Kind, Place, plain};
use punto_table::{Actor, Command, Event, Stamped, Table, Time, apply, decide};
use tokio::sync::{mpsc, watch};
use tokio::task::AbortHandle;

use crate::books::Books;
use crate::floor::StartError;
use crate::hub::Core;
use crate::keys::Keys;
use crate::moment::{Moment, Ring};
use crate::own_shoe::OwnShoe;
use crate::plan::TablePlan;
use crate::refusal::FloorReason;
use crate::replay::Replay;
use crate::said::{Answer, FloorError, PlanError};
use crate::snapshot;
use crate::standing::Standing;
use crate::table::{QUEUE, Shared, TableHandle};
use crate::task::{Task, stream};
use crate::terminals::Terminals;

/// A table as its records leave it.
pub(crate) struct Restored {
    pub(crate) plan: TablePlan,
    pub(crate) book: Arc<Rulebook>,
    pub(crate) standing: Standing,
    keys: Keys,
    saved: u64,
    /// Why this program cannot go on with it, where its records are sound and not for this program.
    stopped: Option<String>,
}

pub(crate) fn site_stream() -> Result<StreamName, StartError> {
    StreamOf::Site.name().map_err(|error| FloorError::Name(error.to_string()).into())
}

/// Every table that the journal has, read again.
pub(crate) fn tables(journal: &dyn Journal, books: &Books) -> Result<Vec<Restored>, StartError> {
    let mut tables = Vec::new();
    for head in journal.heads()? {
        let nobody = |why| StartError::Table { table: head.stream.to_string(), why };
        let Some(StreamOf::Table(id)) = StreamOf::read(&head.stream).map_err(nobody)? else { continue };
        // One that another process has goes on there.
        if !journal.may_write(&head.stream) {
            continue;
        }
        let wrong = |why: String| StartError::Table { table: id.to_string(), why };
        let kept = journal.get("setting", head.stream.as_str())?;
        let kept = kept.ok_or_else(|| wrong("its plan is not on the shelf".into()))?;
        let plan = TablePlan::from_kept(id, &kept).map_err(wrong)?;
        tables.push(restore(journal, books, plan, &head.stream)?);
    }
    Ok(tables)
}

fn restore(
    journal: &dyn Journal,
    books: &Books,
    plan: TablePlan,
    stream: &StreamName,
) -> Result<Restored, StartError> {
    let wrong = |why: &str| StartError::Table { table: plan.name.to_string(), why: why.to_owned() };
    let kept = snapshot::load::<Standing, _>(journal, stream)?;
    let saved = kept.as_ref().map_or(0, |(seq, ..)| *seq);
    let standing = kept.map_or_else(|| Standing::new(plan.name.as_str()), |(_, _, standing)| standing);
    let own = books.of_id(&plan.rulebook);
    let mut replay = Replay::new(books, standing, own.clone());
    let (mut keys, mut stopped) = (Keys::default(), None);
    'records: loop {
        let records = journal.read(stream, replay.standing.seq, 1_000)?;
        if records.is_empty() {
            break;
        }
        for record in &records {
            let taken = match replay.take(record) {
                Ok(taken) => taken,
                Err(bad) if bad.fault == RecordFault::Unreadable => {
                    stopped = Some(bad.to_string());
                    break 'records;
                }
                Err(bad) => return Err(bad.into()),
            };
            let key = record.entry.key.as_deref().and_then(|key| key.parse().ok());
            if let (Some(key), Some(said)) = (key, taken.said) {
                let (seq, at) = (record.entry.seq, Time(record.entry.at));
                keys.done(key, taken.by, said, Answer { seq, at, happened: taken.events, repeated: false });
            }
        }
    }
    let stopped = stopped.or(replay.engines.too_new());
    let standing = replay.standing;
    if !standing.balances() {
        return Err(wrong("its accounts do not add up to nought"));
    }
    // Without the text that is in force the table is shown beside another, and does not go on.
    let in_force = match standing.digest.as_deref() {
        Some(digest) => {
            books.of_digest(digest).ok_or_else(|| format!("the text {digest} of its document is unknown"))
        }
        None => own.clone().ok_or_else(|| format!("its document {} is unknown", plan.rulebook)),
    };
    let stopped = stopped.or(in_force.clone().err());
    let book = in_force.ok().or(own).or_else(|| books.iter().next().cloned());
    let book = book.ok_or_else(|| wrong("there is no document at all"))?;
    Ok(Restored { plan, book, standing, keys, saved, stopped })
}

/// What was decided for the opening of a new table.
pub(crate) struct Opened {
    book: Arc<Rulebook>,
    decided: Vec<(Time, Actor, Vec<Event>)>,
}

/// Decides all that is said for a new table to open, or says why it cannot.
pub(crate) fn opening(
    plan: &TablePlan,
    book: &Arc<Rulebook>,
    at: Time,
    said: &[(Actor, Command)],
) -> Result<(Vec<Entry>, Opened), FloorError> {
    let stream = stream(plan.name)?;
    let mut table = Table::default();
    let (mut entries, mut decided) = (Vec::new(), Vec::new());
    for ((by, command), seq) in said.iter().zip(1..) {
        let stamped = Stamped { at, by: *by, command: command.clone() };
        let events = decide(book, &table, &stamped).map_err(PlanError::Refused)?;
        events.iter().for_each(|event| apply(&mut table, at, *by, event));
        let body = Body::Said(Spoken::new(command.clone(), events.clone()));
        entries.push(body.entry((&stream, seq), at.0, by, None));
        decided.push((at, *by, events));
    }
    let device = table.open.as_ref().map(|open| open.terms.device.value);
    if plan.own_shoe() && device == Some(Device::ShufflingDevice) {
        return Err(PlanError::Unfit(FloorReason::OwnShoeNeedsAShoe).into());
    }
    Ok((entries, Opened { book: book.clone(), decided }))
}

/// A new table, now that the journal has its opening.
pub(crate) fn opened(plan: TablePlan, opened: Opened, records: &[Record]) -> Restored {
    let mut standing = Standing::new(plan.name.as_str());
    for ((at, by, events), record) in opened.decided.iter().zip(records) {
        standing.fold(*at, *by, events);
        standing.stands_at(record.entry.seq, record.hash);
    }
    Restored { plan, book: opened.book, standing, keys: Keys::default(), saved: 0, stopped: None }
}

/// Starts a table's task where its records leave it; one that this program cannot go on with is only shown.
pub(crate) fn resume(
    core: &Arc<Core>,
    restored: Restored,
) -> Result<(TableHandle, Option<AbortHandle>), StartError> {
    let Restored { plan, book, mut standing, keys, saved, stopped } = restored;
    let (own, lost) = OwnShoe::restore(&core.house, &standing.shoe);
    let name = plan.name;
    if let (Some(why), None) = (&lost, &stopped) {
        lose_shoe(core, &plan, &mut standing, why)?;
    }
    let (queue, jobs) = mpsc::channel(QUEUE);
    let moment = Moment {
        seq: 0,
        at: Time(standing.at),
        table: standing.table.clone(),
        happened: Vec::new(),
        timer: None,
        shoe: None,
        opened: None,
        fault: None,
    };
    let shared = Arc::new(Shared {
        name,
        plan: Arc::new(plan),
        core: Arc::downgrade(core),
        queue,
        moments: watch::Sender::new(Arc::new(moment)),
        ring: Ring::default(),
        standing: Mutex::new(standing),
        book: RwLock::new(book),
        terminals: Terminals::default(),
        leave: watch::Sender::default(),
        hurried: watch::Sender::default(),
        dead: OnceLock::new(),
    });
    if let Some(stopped) = stopped {
        shared.stop(format!("the table cannot go on: {stopped}"));
        core.raise(Kind::TableFault, Place::Table(name), Cause::TableUnreadable { why: plain(&stopped) });
        return Ok((TableHandle(shared), None));
    }
    let mut task = Task::new(core.clone(), shared.clone(), jobs, own, keys, saved)?;
    task.begin();
    let running = tokio::spawn(task.run());
    let abort = running.abort_handle();
    tokio::spawn(look_after(Arc::downgrade(core), shared.clone(), running));
    Ok((TableHandle(shared), Some(abort)))
}

/// The seal of the shoe in play does not open: it is void from the last card on, and that is recorded before anything.
fn lose_shoe(
    core: &Arc<Core>,
    plan: &TablePlan,
    standing: &mut Standing,
    why: &str,
) -> Result<(), StartError> {
    let step = ShoeStep::Void { why: why.to_owned() };
    let at = core.clock.now().max(Time(standing.at));
    let place = (&stream(plan.name)?, standing.seq + 1);
    let entry = TableBody::Shoe(step.clone()).entry(place, at.0, &Actor::System, None);
    let records = core.journal.append(vec![entry]).wait().map_err(FloorError::Journal)?;
    let wrong = |why| StartError::Table { table: plan.name.to_string(), why };
    standing.step(at, &step).map_err(wrong)?;
    if let Some(record) = records.first() {
        standing.stands_at(record.entry.seq, record.hash);
    }
    core.raise(Kind::TableFault, Place::Table(plan.name), Cause::ShoeVoid { why: plain(why) });
    if let Some(what) = standing.shoe.discards.too_many() {
        core.raise(Kind::ShoesDiscarded, Place::Table(plan.name), what);
    }
    Ok(())
}

/// A table whose task panics is closed by that fault; other tables are not affected.
async fn look_after(core: std::sync::Weak<Core>, shared: Arc<Shared>, running: tokio::task::JoinHandle<()>) {
    let Err(error) = running.await else { return };
    if !error.is_panic() {
        return;
    }
    let payload = error.into_panic();
    let said = payload.downcast_ref::<&str>().map(ToString::to_string);
    let said = said.or_else(|| payload.downcast_ref::<String>().cloned());
    let what = Cause::TableStopped { why: plain(said.as_deref().unwrap_or("nobody knows why")) };
    tracing::error!(table = %shared.name, %what);
    shared.stop(what.to_string());
    if let Some(core) = core.upgrade() {
        core.raise(Kind::TableFault, Place::Table(shared.name), what);
    }
}

impl Shared {
    /// Closes the table by a fault that only another start can mend, or as it is another process's, for everybody to see.
    pub(crate) fn stop(&self, why: String) {
        let moment = {
            let standing = locked(&self.standing);
            let before = self.moments.borrow();
            let (seq, at, table) = (standing.seq, Time(standing.at), standing.table.clone());
            let (happened, timer, fault) = (Vec::new(), None, Some(why.clone()));
            let (shoe, opened) = (before.shoe.clone(), before.opened.clone());
            Moment { seq, at, table, happened, timer, shoe, opened, fault }
        };
        let _ = self.dead.set(why);
        self.moments.send_replace(Arc::new(moment));
    }
}
