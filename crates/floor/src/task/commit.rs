//! From a decision to what everybody is told: the append, the fold, the answers, the moment.

use std::collections::BTreeSet;
use std::sync::Arc;

use punto_coup::WagerReason;
use punto_host::locked;
use punto_journal::{AppendError, Entry, Record};
use punto_records::{Body, ShoeStep, Spoken, TableBody};
use punto_report::{Discards, askers};
use punto_rulebook::Breach;
use punto_site::{Cause, Concerned, Kind, LargeWin, Place, Told, plain};
use punto_table::{Account as Of, Actor, Coin, Event, Happening, Reason, Refused, Table, Time};
use punto_vocab::{Money, Role};

use super::deed::Deed;
use super::{Made, Task, answer, second, voucher};
use crate::counter::blocking;
use crate::hold::Hold;
use crate::moment::{Moment, Timer};
use crate::noted::Noted;
use crate::refusal::FloorReason;
use crate::said::{Answer, CommandKey, FloorError, Outcome};
use crate::snapshot;
use crate::table::{Job, Reply};

/// Consecutive failures after which a significant event is raised.
const TELL_AFTER: u32 = 3;

/// How long the dealer waits after a failure, in microseconds.
const RETRY: i64 = 1_000_000;

impl Task {
    /// Writes what was decided in one append and answers it; gives back what must be decided again.
    pub(super) async fn write(&mut self, made: Vec<Made>) -> Vec<Job> {
        if made.is_empty() {
            return Vec::new();
        }
        let noted = match self.noted(&made, Vec::new()).await {
            Ok(Ok(noted)) => noted,
            // Another table has just taken a promotional voucher: what was decided is decided again.
            Ok(Err(_)) => return made.into_iter().flat_map(Made::jobs).collect(),
            Err(error) => {
                self.try_later();
                made.into_iter().flat_map(Made::jobs).for_each(|job| answer(job, Err(error.clone())));
                return Vec::new();
            }
        };
        let first = locked(&self.shared.standing).seq + 1;
        let entries = made.iter().zip(first..).map(|(one, seq)| self.entry(one, seq));
        let entries = entries.chain(Noted::entries(noted.as_ref())).collect();
        match self.core.journal.append(entries).await {
            Ok(records) => {
                let (own, theirs) = records.split_at(made.len().min(records.len()));
                Noted::written(noted, &self.core, theirs);
                self.commit(made, own).await;
                Vec::new()
            }
            Err(AppendError::Repeated { key, .. }) => self.without_repeat(made, &key).await,
            // Another process was the first at the site: what was decided is decided again.
            Err(error @ AppendError::Conflict { .. }) => {
                Noted::failed(noted, &error);
                self.doubt = true;
                made.into_iter().flat_map(Made::jobs).collect()
            }
            Err(error) => {
                Noted::failed(noted, &error);
                self.failed(&error);
                for job in made.into_iter().flat_map(Made::jobs) {
                    answer(job, Err(error.clone().into()));
                }
                Vec::new()
            }
        }
    }

    pub(super) fn entry(&self, made: &Made, seq: u64) -> Entry {
        let body = Body::Said(Spoken::new(made.command.clone(), made.events.clone()));
        body.entry((&self.stream, seq), made.at.0, &made.by, made.job.key.as_ref().map(CommandKey::as_str))
    }

    /// One of the commands was given before: it is answered as it was then, and the others are decided again.
    async fn without_repeat(&mut self, made: Vec<Made>, key: &str) -> Vec<Job> {
        let repeats = |one: &Made| one.job.key.as_ref().is_some_and(|own| own.as_str() == key);
        let mut others = Vec::new();
        for one in made {
            if !repeats(&one) {
                others.extend(one.jobs());
                continue;
            }
            for job in one.jobs() {
                match self.found(&job).await {
                    Ok(Some(first)) => answer(job, Ok(Reply::Table(first))),
                    Ok(None) => answer(job, Err(FloorError::Busy)),
                    Err(error) => answer(job, Err(error)),
                }
            }
        }
        others
    }

    /// The journal has it: the table moves on, viewers are told, and the caller gets its answer.
    pub(super) async fn commit(&mut self, made: Vec<Made>, records: &[Record]) {
        let mut happened = Vec::new();
        let mut answers = Vec::new();
        let lacked = {
            let mut standing = locked(&self.shared.standing);
            let before = lacking(&standing.table);
            for (one, record) in made.iter().zip(records) {
                standing.fold(one.at, one.by, &one.events);
                standing.stands_at(record.entry.seq, record.hash);
            }
            (before, lacking(&standing.table))
        };
        // Whoever has won is paid all the same; that the chips are not on record is somebody's to look into.
        if let (None, Some(amount)) = lacked
            && self.core.for_money()
        {
            let place = Place::Table(self.shared.name);
            self.core.raise(Kind::CountDiffers, place, Cause::TrayBelow { amount });
        }
        for (one, record) in made.into_iter().zip(records) {
            if one.events.iter().any(|event| matches!(event.what, Happening::Opened { .. })) {
                *self.shared.book.write().unwrap_or_else(std::sync::PoisonError::into_inner) =
                    one.book.clone();
            }
            let seq = record.entry.seq;
            happened.extend(one.events.iter().map(|event| (seq, one.at, one.by, event.clone())));
            let done = Answer { seq, at: one.at, happened: Arc::from(one.events), repeated: false };
            if let Some(key) = &one.job.key {
                self.keys.done(key.clone(), one.job.by, one.job.line.clone(), done.clone());
            }
            let again = Answer { repeated: true, ..done.clone() };
            answers.push((one.job, done));
            answers.extend(one.repeats.into_iter().map(|job| (job, again.clone())));
        }
        self.went_well();
        self.publish(happened);
        for (job, done) in answers {
            answer(job, Ok(Reply::Table(Outcome::Done(done))));
        }
        self.save_in_time().await;
    }

    /// Writes a step of the house's own shoe, as the dealer.
    pub(super) async fn write_step(&mut self, step: ShoeStep) {
        // What the journal did not take is tried again in a moment.
        let _ = self.append_step(step, Actor::System).await;
    }

    /// Writes a step of the house's own shoe.
    pub(super) async fn append_step(&mut self, step: ShoeStep, by: Actor) -> Result<(), AppendError> {
        let (seq, at) = {
            let standing = locked(&self.shared.standing);
            (standing.seq + 1, self.core.clock.now().max(Time(standing.at)))
        };
        let entry = TableBody::Shoe(step.clone()).entry((&self.stream, seq), at.0, &by, None);
        let records = self.core.journal.append(vec![entry]).await.inspect_err(|error| self.failed(error))?;
        let (taken, before) = {
            let mut standing = locked(&self.shared.standing);
            let before = standing.shoe.discards.clone();
            let taken = standing.step(at, &step);
            if let Some(record) = records.first() {
                standing.stands_at(record.entry.seq, record.hash);
            }
            (taken, before)
        };
        self.went_well();
        if let Err(why) = taken {
            self.get_stuck(Kind::IntegrityFault, Cause::ShoeDiffers { why: plain(&why) });
        }
        self.note_discards(&before).await;
        self.publish(Vec::new());
        self.save_in_time().await;
        Ok(())
    }

    /// A shoe more was given up: where that is one too many, somebody is told who has not opened or closed the table.
    pub(super) async fn note_discards(&self, before: &Discards) {
        let (now, openers, since) = {
            let standing = locked(&self.shared.standing);
            let openers: Vec<_> = standing.staff.openers().collect();
            (standing.shoe.discards.clone(), openers, standing.staff.day_since())
        };
        let Some(what) = now.too_many().filter(|_| now.count() != before.count()) else { return };
        let (journal, name) = (self.core.journal.clone(), self.shared.name);
        let asked = blocking(move || askers(&*journal, name, since)).await;
        let asked = asked.and_then(|read| read.map_err(FloorError::Fault));
        let asked = asked.unwrap_or_else(|error| {
            tracing::error!(table = %name, %error, "who asked for the table to be opened or closed is not known");
            BTreeSet::new()
        });
        let about = Concerned::of(openers.into_iter().chain(asked));
        self.core.raise_about(Kind::ShoesDiscarded, Place::Table(name), about, what);
    }

    /// Something was written: what was wrong with the journal is over, and the own shoe follows.
    pub(super) fn went_well(&mut self) {
        (self.retry, self.failures, self.stuck) = (None, 0, None);
        let followed = self.own.follow(&self.core.house, &locked(&self.shared.standing).shoe);
        if let Err(why) = followed {
            self.get_stuck(Kind::IntegrityFault, Cause::ShoeDiffers { why: plain(&why) });
        }
        self.show_shoe();
    }

    /// What is published of the own shoe follows the records.
    pub(super) fn show_shoe(&mut self) {
        let standing = locked(&self.shared.standing);
        let track = &standing.shoe;
        if !track.shown_by(self.notice.as_deref(), self.opened.as_deref()) {
            self.notice = track.notice().map(Arc::new);
            self.opened = track.opened().map(Arc::new);
        }
    }

    /// The dealer waits a little before it tries again.
    pub(super) fn try_later(&mut self) {
        self.retry = Some(Time(self.core.clock.now().0.saturating_add(RETRY)));
        self.publish(Vec::new());
    }

    /// Nothing was written, or the outcome is unknown: the table stays as it was.
    pub(super) fn failed(&mut self, error: &AppendError) {
        self.failures = self.failures.saturating_add(1);
        if let AppendError::Stale { .. } = error {
            return self.shared.stop(format!("the table goes on elsewhere: {error}"));
        }
        match error {
            AppendError::Full if self.failures == 1 => {
                self.core.raise(Kind::DiskFull, Place::Site, Cause::DiskFull);
            }
            AppendError::Fault(_) | AppendError::Conflict { .. } => self.doubt = true,
            _ => {}
        }
        if self.failures == TELL_AFTER && *error != AppendError::Full {
            let what = Cause::NotWritten { why: plain(&error.to_string()) };
            self.core.raise(Kind::TableFault, Place::Table(self.shared.name), what);
        }
        self.try_later();
    }

    /// Tells everybody where the table stands.
    pub(super) fn publish(&mut self, happened: Vec<(u64, Time, Actor, Event)>) {
        let timer = self.next().map(|due| Timer { at: due.at, what: due.act.step() });
        let told = !happened.is_empty();
        let fault = self.hold() > Hold::Nothing;
        let fault = self.stuck.clone().or_else(|| fault.then(|| FloorReason::Held.to_string()));
        let moment = {
            let standing = locked(&self.shared.standing);
            Arc::new(Moment {
                seq: standing.seq,
                at: Time(standing.at),
                table: standing.table.clone(),
                happened,
                timer,
                shoe: self.notice.clone(),
                opened: self.opened.clone(),
                fault,
            })
        };
        self.untold = false;
        let before = self.shared.moments.borrow().clone();
        if told || before.seq != moment.seq {
            self.shared.ring.push(moment.clone());
        }
        let new =
            told || before.seq != moment.seq || before.timer != moment.timer || before.fault != moment.fault;
        if new {
            self.shared.moments.send_replace(moment);
        }
    }

    async fn save_in_time(&mut self) {
        if locked(&self.shared.standing).seq >= self.saved + snapshot::EVERY {
            self.save().await;
        }
    }

    /// What the site records of what was decided, in the same append: promotional vouchers that are taken, large wins, and
    /// what was done at the table that others must learn of, behind what is told of accounts.
    pub(super) async fn noted(
        &self,
        made: &[Made],
        mut notes: Vec<(Time, punto_site::Command)>,
    ) -> Result<Result<Option<Noted>, voucher::TakenElsewhere>, FloorError> {
        let vouchers = voucher::taken(self, made);
        notes.extend(
            made.iter().flat_map(|one| self.deeds(one).into_iter().map(|told| (one.at, told.note()))),
        );
        let wins = self.large_wins(made);
        // Nearly every write is of neither, and asks for no more.
        if !wins.is_empty() {
            let (place, about) = (Place::Table(self.shared.name), self.staff_here());
            notes.extend(wins.into_iter().map(|(at, LargeWin { patron, amount })| {
                (at, punto_site::Command::NoteWin { place, patron, amount, about: about.clone() })
            }));
        }
        if vouchers.is_empty() {
            return Noted::of(&self.core, notes).await.map(Ok);
        }
        let noted = Noted::allowed(&self.core, vouchers.into_iter().chain(notes).collect()).await?;
        Ok(noted.map_err(|_| voucher::TakenElsewhere))
    }

    /// Significant events among what happened: each is about whoever said it and whoever asked for it, and a command has
    /// one correction, however much it puts right.
    fn deeds(&self, made: &Made) -> Vec<Told> {
        let (mut told, mut corrections) = (Vec::new(), 0);
        for event in &made.events {
            let kind = match Deed::of(&event.what) {
                Deed::Voids => Kind::Void,
                Deed::Corrects => Kind::Correction,
                Deed::Rekeys if made.by.role() != Some(Role::Dealer) => Kind::Correction,
                Deed::Disputes => Kind::Dispute,
                Deed::Breaks(breach) if is_excess(breach) => Kind::OverLimit,
                Deed::MovesFloat => Kind::MoneyMoved,
                Deed::Counts if miscounted(&event.what) => Kind::CountDiffers,
                Deed::TakesCash if self.is_large_cash(&event.what) => Kind::LargeCash,
                Deed::Repays | Deed::Rekeys | Deed::Rules | Deed::Breaks(_) => continue,
                Deed::Counts | Deed::TakesCash | Deed::TakesVoucher | Deed::Plays => continue,
            };
            corrections += u32::from(kind == Kind::Correction);
            if kind == Kind::Correction && corrections > 1 {
                continue;
            }
            let happened = Box::new(event.what.clone());
            let what = Cause::AtTable { what: happened, by: made.by, asked_by: made.job.asked_by };
            let (place, about) = (Place::Table(self.shared.name), second::people(&made.job));
            told.push(Told { kind, place, about, what });
        }
        told
    }

    /// Whether as much cash was taken at once as the house reports.
    fn is_large_cash(&self, what: &Happening) -> bool {
        matches!(what, Happening::Bought { amount, .. } if self.core.large_cash.is_some_and(|large| *amount >= large))
    }

    /// A wager above its limit is worth knowing of, though it was refused, and so is a voucher that is not out.
    ///
    /// A wager once for each person and coup, so that a thousand tries do not bury everything else.
    pub(super) fn note_refusal(&mut self, job: &Job, refused: &Refused) {
        voucher::tell_refusal(self, job, refused);
        let Reason::Wager(WagerReason::AboveMaximum { bet, stake, maximum }) = refused.reason else { return };
        let Some(who) = job.by.name() else { return };
        let coups = locked(&self.shared.standing).table.coups.ended();
        if self.above.0 != coups {
            self.above = (coups, BTreeSet::new());
        }
        if self.above.1.insert(who) {
            let what = Cause::AboveMaximum { by: job.by, bet, stake, maximum };
            self.core.raise(Kind::OverLimit, Place::Table(self.shared.name), what);
        }
    }
}

/// By how much a float tray gave out more chips than it had on record, where it did.
fn lacking(table: &Table) -> Option<Money> {
    let amount = -table.ledger.on(Coin::Chips, Of::Float);
    let chips = table.open.as_ref().is_some_and(|open| !open.terms.credits && !open.opening.is_tournament());
    Some(amount).filter(|amount| chips && amount.is_positive())
}

/// Whether a count of the float tray is not what the ledger has.
fn miscounted(what: &Happening) -> bool {
    matches!(what, Happening::Counted { tray, ledger } if tray.total() != *ledger)
}

/// Whether a limit was broken by too much: a wager, or the wagers of an area or a hand together.
fn is_excess(breach: Breach) -> bool {
    match breach {
        Breach::AboveMaximum
        | Breach::AboveAreaMaximum
        | Breach::AboveDifferential
        | Breach::AboveLiability => true,
        Breach::BelowMinimum | Breach::BadlyPlaced | Breach::PlacedLate => false,
    }
}

impl Made {
    /// The jobs it was made for.
    pub(super) fn jobs(self) -> impl Iterator<Item = Job> {
        std::iter::once(self.job).chain(self.repeats)
    }
}
