//! Looking at the records again while the house is open: the chain, the codes, the shelves, every decision and balance,
//! and every snapshot, a slice each second. What is not as it was written holds play and money until it is cleared.

use std::path::Path;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Weak};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use punto_accounts::{Account, Happening as OfAccount};
use punto_contest::{Campaign, Concord, Contest, PromotionPlan, TournamentPlan};
use punto_journal::check::Keyed;
use punto_journal::{Deed, Fault, Head, Journal, PublicKey, Record, SqliteJournal};
use punto_records::StreamOf;
use punto_rulebook::Rulebook;
use punto_site::{Cause, Concerned, Kind, Place, PromotionId, Site, TableId, TournamentId, plain};
use punto_vocab::{PersonId, Time};

use crate::audit::of_competitions;
use crate::books::Books;
use crate::desk::{Desk, Subject};
use crate::floor::{Floor, StartError};
use crate::hub::{Core, Notice};
use crate::plan::TablePlan;
use crate::replay::Replay;
use crate::site::recorded;
use crate::snapshot;
use crate::standing::Standing;
use crate::whole::check_whole;

/// The thread that looks; it ends when this is dropped.
pub(crate) struct Sampler {
    thread: Option<(Sender<()>, JoinHandle<()>)>,
}

/// How much is looked at in a slice, and how often there is one. A slice takes a few milliseconds.
const CHAINED: usize = 1_000;
const DECIDED: usize = 200;
const REST: Duration = Duration::from_secs(1);

impl Floor {
    /// Holds play and money everywhere, since something recorded is not as it was written.
    pub fn hold_for_integrity(&self, why: &str) {
        hold(self.core(), why);
    }

    /// What is still wrong where there was a fault of this kind: the check is made again, whole, and of what is on the disk.
    pub fn still_wrong(
        &self,
        kind: Kind,
        journal: &SqliteJournal,
        (key_file, trusted): (&Path, &[PublicKey]),
    ) -> Option<String> {
        if kind == Kind::GeneratorFault {
            return self.check_generator().err().map(|fault| fault.to_string());
        }
        let folder = journal.file().parent().unwrap_or(Path::new("."));
        let whole = Keyed::load(key_file).and_then(|keyed| {
            check_whole(folder, keyed.as_ref(), trusted, self.books().clone(), &mut |_| {})
        });
        match whole {
            Ok(whole) => whole.wrong.or_else(|| sampled(journal).err().map(|fault| fault.to_string())),
            Err(error) => Some(error.to_string()),
        }
    }

    /// Records what was done while the journal was opened, before anybody is let in.
    pub async fn record_opening(&self, journal: &SqliteJournal) -> Result<(), StartError> {
        let opening = journal.opening();
        let mut notices = Vec::new();
        if let Some(records) = opening.anchored {
            let records = u32::try_from(records).unwrap_or(u32::MAX);
            notices.push((Kind::ConfigChange, None, Cause::Anchored { records }));
        }
        if let Some(by) = &opening.accepted {
            let (by, keys) = by.split_once(punto_journal::ACCEPTED_KEYS).unwrap_or((by, ""));
            notices.push((Kind::AccessChange, acceptors(by), Cause::Accepted { by: plain(by) }));
            if !keys.is_empty() {
                notices.push((Kind::AccessChange, acceptors(by), Cause::AcceptedKeys { keys: plain(keys) }));
            }
        }
        if let Some((by, records)) = &opening.replaced {
            let by = by.split_once(punto_journal::ACCEPTED_KEYS).map_or(by.as_str(), |(by, _)| by);
            let records = u32::try_from(*records).unwrap_or(u32::MAX);
            notices.push((
                Kind::AccessChange,
                acceptors(by),
                Cause::AcceptedOther { records, by: plain(by) },
            ));
        }
        for what in &opening.emptied {
            notices.push((Kind::IntegrityFault, None, Cause::SnapshotsEmptied { why: plain(what) }));
        }
        for (kind, about, what) in notices {
            tracing::warn!(%kind, %what, "significant event");
            let notice = Notice { kind, place: Place::Site, about, what };
            if !recorded(self.core(), &notice).await {
                return Err(Fault::Io("what was done to the journal could not be recorded".into()).into());
            }
        }
        journal.acceptance_recorded()?;
        Ok(())
    }

    /// Begins to look at the journal again, and to record what others have done to it.
    pub fn look_after(&self, journal: Arc<SqliteJournal>) -> std::io::Result<()> {
        let (core, books) = (Arc::downgrade(self.core()), self.books().clone());
        let (stop, stopped) = mpsc::channel();
        let thread = thread::Builder::new().name("integrity".into());
        let agreement = Concord::default();
        let (after, left, broken, foreign) = (0, 0, false, false);
        let look = Look { core, journal, books, stopped, after, left, agreement, broken, foreign };
        let thread = thread.spawn(move || look.run())?;
        self.keep_sampler(Sampler { thread: Some((stop, thread)) });
        Ok(())
    }
}

impl Drop for Sampler {
    fn drop(&mut self) {
        if let Some((stop, thread)) = self.thread.take() {
            drop(stop);
            // A thread that panicked has said so itself.
            let _ = thread.join();
        }
    }
}

/// Compares what the running house knows of its journal with all of what is on the disk.
fn sampled(journal: &SqliteJournal) -> Result<(), Fault> {
    let mut after = journal.sample(0, CHAINED)?;
    while after > 0 {
        after = journal.sample(after, CHAINED)?;
    }
    Ok(())
}

/// The two who accepted a journal, from the note that they left: neither sees to what is told of it.
fn acceptors(by: &str) -> Option<Concerned> {
    let (names, _) = by.split_once(';').unwrap_or((by, ""));
    let names = names.trim().strip_prefix("by ")?.split(" and ");
    Concerned::of(names.filter_map(|name| name.parse().ok()))
}

fn hold(core: &Core, why: &str) {
    core.raise(Kind::IntegrityFault, Place::Site, Cause::DataFault { why: plain(why) });
}

struct Look {
    core: Weak<Core>,
    journal: Arc<SqliteJournal>,
    books: Books,
    stopped: Receiver<()>,
    /// How far the chain was looked at in this round.
    after: u64,
    /// How many records may still be decided again in this slice.
    left: usize,
    /// What tournaments and their neighbours say of each other, as far as this round has read them.
    agreement: Concord,
    /// Whether something could not be read to its end in this round.
    broken: bool,
    /// Whether it was told that somebody leaves notes who should not.
    foreign: bool,
}

/// Ends the thread.
struct Stopped;

impl Look {
    fn run(mut self) {
        while self.round().is_ok() {}
    }

    /// Every stream once, with the chain beside it.
    fn round(&mut self) -> Result<(), Stopped> {
        self.slice()?;
        let Ok(heads) = self.journal.heads() else { return Ok(()) };
        // All streams as they were at this moment: what comes while the round is made is for the next.
        self.agreement = of_competitions(&heads);
        for head in heads {
            let wrong = match StreamOf::read(&head.stream) {
                Ok(Some(StreamOf::Patron(patron))) => {
                    let audit = |account: &Account| account.audit().map_err(|wrong| wrong.to_string());
                    self.desk::<Account>(&head, audit, |agreement, event| {
                        of_account(agreement, patron, &event.what);
                    })?
                }
                Ok(Some(StreamOf::Site)) => {
                    self.desk::<Site>(&head, |_| Ok(()), |agreement, event| agreement.site(&event.what))?
                }
                Ok(Some(StreamOf::Table(table))) => self.table(&head, table)?,
                Ok(Some(StreamOf::Tournament(name))) => self.tournament(&head, name)?,
                Ok(Some(StreamOf::Promotion(name))) => self.promotion(&head, name)?,
                Ok(None) => None,
                Err(why) => Some(format!("{} is nobody's stream: {why}", head.stream)),
            };
            self.broken |= wrong.is_some();
            self.tell(wrong);
        }
        // What could not be read to its end is told already, and says nothing of its neighbours.
        if !std::mem::take(&mut self.broken) {
            self.tell(self.agreement.wrong());
        }
        Ok(())
    }

    /// Waits for its turn, and looks at a little of the chain.
    fn slice(&mut self) -> Result<(), Stopped> {
        if self.stopped.recv_timeout(REST) != Err(RecvTimeoutError::Timeout) {
            return Err(Stopped);
        }
        let Some(core) = self.core.upgrade() else { return Err(Stopped) };
        self.left = DECIDED;
        self.take_notes(&core);
        self.tell(self.journal.damage_met());
        match self.journal.sample(self.after, CHAINED) {
            Ok(after) => self.after = after,
            Err(fault) => {
                self.after = self.after.saturating_add(CHAINED as u64);
                self.tell(damage(fault));
            }
        }
        Ok(())
    }

    /// Records what programs of the house have left word of. That somebody else has left something is told once.
    fn take_notes(&mut self, core: &Core) {
        let notes = match self.journal.take_notes() {
            Ok(notes) => notes,
            Err(fault) => return self.tell(damage(fault)),
        };
        for note in notes.told {
            let of =
                note.of.map(|(records, place)| (u32::try_from(records).unwrap_or(u32::MAX), plain(&place)));
            let what = match (note.deed, of) {
                (Deed::Made, Some((records, place))) => Cause::BackupMade { records, place },
                (Deed::PutBack, Some((records, place))) => Cause::BackupPutBack { records, place },
                (Deed::Made, None) => Cause::BackupMadeKeyless,
                (Deed::PutBack, None) => Cause::BackupPutBackKeyless,
            };
            core.raise(Kind::BackupMade, Place::Site, what);
        }
        if notes.foreign && !std::mem::replace(&mut self.foreign, true) {
            core.raise(Kind::BackupFailed, Place::Site, Cause::ForeignNote);
        }
    }

    /// The next records of a stream, as many as this slice has room for.
    fn next(&mut self, head: &Head, after: u64) -> Result<Result<Vec<Record>, Fault>, Stopped> {
        if self.left == 0 {
            self.slice()?;
        }
        let records = self.journal.read(&head.stream, after, self.left);
        let read = records.as_ref().map_or(1, |records| records.len().max(1));
        self.left = self.left.saturating_sub(read);
        Ok(records.and_then(|records| match records.is_empty() {
            true => Err(Fault::Damaged(format!("{} has no record behind {after}", head.stream))),
            false => Ok(records),
        }))
    }

    /// What is told of a record that does not hold. One that this program cannot read has stopped its table, and only that.
    fn bad(&mut self, bad: &punto_records::BadRecord) -> Option<String> {
        self.broken = true;
        (bad.fault == punto_records::RecordFault::Forged).then(|| bad.to_string())
    }

    /// What is told of a stream that could not be read to its end.
    fn unread(&mut self, fault: Fault) -> Option<String> {
        self.broken = true;
        damage(fault)
    }

    fn tell(&self, wrong: Option<String>) {
        if let (Some(wrong), Some(core)) = (wrong, self.core.upgrade()) {
            hold(&core, &wrong);
        }
    }

    /// The site or an account from its first record on; the snapshot must be what its records come to.
    fn desk<S: Subject>(
        &mut self,
        head: &Head,
        audit: impl Fn(&S) -> Result<(), String>,
        note: impl Fn(&mut Concord, &S::Event),
    ) -> Result<Option<String>, Stopped> {
        let kept = match snapshot::load::<S, _>(&*self.journal, &head.stream) {
            Ok(kept) => kept,
            Err(fault) => return Ok(self.unread(fault)),
        };
        let mut desk = Desk::<S>::at(head.stream.clone(), 0, punto_journal::Hash::ZERO, S::default());
        while desk.seq < head.seq {
            let records = match self.next(head, desk.seq)? {
                Ok(records) => records,
                Err(fault) => return Ok(self.unread(fault)),
            };
            for record in &records {
                match desk.take(record) {
                    Ok(events) if record.entry.seq <= head.seq => {
                        events.iter().for_each(|event| note(&mut self.agreement, event));
                    }
                    Ok(_) => {}
                    Err(bad) => return Ok(Some(bad.to_string())),
                }
                if let Err(why) = audit(&desk.state) {
                    return Ok(Some(format!(
                        "record {} of {} does not add up: {why}",
                        desk.seq, head.stream
                    )));
                }
                if kept.as_ref().is_some_and(|(seq, _, state)| *seq == desk.seq && *state != *desk.state) {
                    return Ok(Some(other_snapshot(head)));
                }
            }
        }
        Ok(None)
    }

    /// The same for a tournament.
    fn tournament(&mut self, head: &Head, name: TournamentId) -> Result<Option<String>, Stopped> {
        let plan = match self.planned(head, |kept| TournamentPlan::from_kept(name, kept)) {
            Ok(plan) => plan,
            Err(wrong) => return Ok(wrong),
        };
        let Some(book) = self.text(&plan.digest) else { return Ok(None) };
        let mut contest = Contest::new(book, plan.demonstration());
        self.each(head, |look, record| look.agreement.tournament(&plan, &mut contest, record))
    }

    /// The same for a promotion.
    fn promotion(&mut self, head: &Head, name: PromotionId) -> Result<Option<String>, Stopped> {
        let plan = match self.planned(head, |kept| PromotionPlan::from_kept(name, kept)) {
            Ok(plan) => plan,
            Err(wrong) => return Ok(wrong),
        };
        let Some(book) = self.text(&plan.digest) else { return Ok(None) };
        let mut campaign = Campaign::new(book, plan.demonstration);
        self.each(head, |look, record| look.agreement.promotion(&plan, &mut campaign, record))
    }

    /// What a tournament or a promotion was put up as, or what is told of its shelf.
    fn planned<P>(
        &mut self,
        head: &Head,
        read: impl FnOnce(&[u8]) -> Result<P, String>,
    ) -> Result<P, Option<String>> {
        let kept = Journal::get(&*self.journal, "setting", head.stream.as_str());
        let kept = kept.map_err(|fault| self.unread(fault))?;
        let plan = kept.and_then(|kept| read(&kept).ok());
        plan.ok_or_else(|| Some(format!("{} has no plan", head.stream)))
    }

    /// The text of a document. Without it a competition is not continued, and that is told at the start.
    fn text(&mut self, digest: &str) -> Option<Arc<Rulebook>> {
        let book = self.books.of_digest(digest);
        self.broken |= book.is_none();
        book
    }

    /// Every record of a stream up to its head, in order; what is told of the first that does not hold.
    fn each(
        &mut self,
        head: &Head,
        mut take: impl FnMut(&mut Self, &Record) -> Result<(), punto_records::BadRecord>,
    ) -> Result<Option<String>, Stopped> {
        let mut seq = 0;
        while seq < head.seq {
            let records = match self.next(head, seq)? {
                Ok(records) => records,
                Err(fault) => return Ok(self.unread(fault)),
            };
            for record in &records {
                if record.entry.seq > head.seq {
                    return Ok(None);
                }
                if let Err(bad) = take(self, record) {
                    return Ok(self.bad(&bad));
                }
                seq = record.entry.seq;
            }
        }
        Ok(None)
    }

    /// The same for a table.
    fn table(&mut self, head: &Head, id: TableId) -> Result<Option<String>, Stopped> {
        let begun = || -> Result<_, Fault> {
            let kept = snapshot::load::<Standing, _>(&*self.journal, &head.stream)?;
            Ok((kept, Journal::get(&*self.journal, "setting", head.stream.as_str())?))
        };
        let (kept, plan) = match begun() {
            Ok(begun) => begun,
            Err(fault) => return Ok(self.unread(fault)),
        };
        let plan = plan.and_then(|plan| TablePlan::from_kept(id, &plan).ok());
        let of_tournament = plan.as_ref().is_some_and(|plan| plan.opening.is_tournament());
        let books = self.books.clone();
        let own = plan.and_then(|plan| books.of_id(&plan.rulebook));
        let mut replay = Replay::new(&books, Standing::new(id.as_str()), own);
        while replay.standing.seq < head.seq {
            let records = match self.next(head, replay.standing.seq)? {
                Ok(records) => records,
                Err(fault) => return Ok(self.unread(fault)),
            };
            for record in &records {
                let taken = match replay.take(record) {
                    Ok(taken) => taken,
                    Err(bad) => return Ok(self.bad(&bad)),
                };
                let standing = &replay.standing;
                if of_tournament && record.entry.seq <= head.seq {
                    let place = (record.entry.seq, Time(record.entry.at));
                    self.agreement.table(id, place, &standing.table, &taken.events);
                }
                if let Some(coup) = standing.recall.coups().next_back()
                    && record.entry.seq <= head.seq
                {
                    self.agreement.coup(id, record.entry.seq, coup);
                }
                if !standing.balances() {
                    return Ok(Some(format!("record {} of {} does not add up", standing.seq, head.stream)));
                }
                if kept.as_ref().is_some_and(|(seq, _, state)| *seq == standing.seq && state != standing) {
                    return Ok(Some(other_snapshot(head)));
                }
            }
        }
        Ok(None)
    }
}

/// What an account says of money between it and a tournament.
pub(crate) fn of_account(agreement: &mut Concord, patron: PersonId, what: &OfAccount) {
    if let OfAccount::WentToTable { table, amount, .. } = what
        && agreement.is_purse(*table)
    {
        agreement.account(patron, *table, *amount);
    }
    if let OfAccount::CameFromTable { table, amount, .. } = what
        && agreement.is_purse(*table)
    {
        agreement.account(patron, *table, -*amount);
    }
}

fn other_snapshot(head: &Head) -> String {
    format!("the snapshot of {} is not what its records come to", head.stream)
}

/// Damage is told; that the disk could not be read for a moment is not damage.
fn damage(fault: Fault) -> Option<String> {
    match fault {
        Fault::Damaged(_) => Some(fault.to_string()),
        Fault::Full | Fault::Io(_) | Fault::Unfit(_) | Fault::Closed => None,
    }
}
