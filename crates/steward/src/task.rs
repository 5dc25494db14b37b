//! One tournament's task: takes what waits, decides it, has the journal keep it, and only then tells people and tables.

use std::collections::BTreeMap;
use std::sync::Arc;

use punto_contest::{Contest, Held, TournamentPlan, told};
use punto_floor::{Beside, CommandKey, FeeOrPrize, Floor, FloorError, FloorReason};
use punto_journal::Entry;
use punto_records::{Body, ENGINE, Spoken, TournamentBody};
use punto_site::Concerned;
use punto_tournament::{Command, Event, Form, Happening, Seal, decide, given_back};
use punto_vocab::{Actor, PersonId, Stamped, Time};
use tokio::sync::{Notify, watch};

use crate::clock;
use crate::drive::Outbox;
use crate::ear::Ear;
use crate::handle::{TournamentAnswer, TournamentMoment, TournamentOutcome, TournamentSaying, What};
use crate::ledger::Ledger;
use crate::saying::{Job, Queue};
use crate::secrets::Secrets;
use crate::word::seconded;

pub(crate) struct Task {
    pub(crate) floor: Floor,
    pub(crate) plan: Arc<TournamentPlan>,
    pub(crate) ledger: Ledger,
    pub(crate) contest: Contest,
    pub(crate) secrets: Arc<Secrets>,
    pub(crate) queue: Queue<TournamentSaying, TournamentOutcome>,
    pub(crate) moments: watch::Sender<Arc<TournamentMoment>>,
    /// Told when one of its tables has changed.
    pub(crate) changed: Arc<Notify>,
    pub(crate) ears: BTreeMap<u8, Ear>,
    pub(crate) outbox: Outbox,
    pub(crate) happened: Vec<(u64, Time, Actor, Event)>,
    pub(crate) fault: Option<String>,
    /// Whether it has let dealers go on, and so is to stop them once it is over.
    pub(crate) leads: bool,
}

/// Why something was not done.
pub(crate) type Undone = crate::ledger::Undone<punto_tournament::Reason>;

impl Task {
    pub(crate) async fn run(mut self) {
        loop {
            self.pump().await;
            self.publish();
            let due = clock::due(&self.contest, self.plan.dealer, self.floor.clock().now());
            let wake = due.as_ref().map(|(at, _)| self.floor.clock().sleep_until(*at));
            // What a table was not ready for, or what it told and is not on record yet, is told again a little later, if
            // nothing happens before.
            let clock = self.floor.clock().clone();
            let waits = self.outbox.waits() || self.ledger.doubt || self.unheard();
            let again = waits.then(|| clock.now().plus_seconds(1));
            let again = again.map(|at| self.floor.clock().sleep_until(at));
            let changed = self.changed.clone();
            tokio::select! {
                () = async { match wake { Some(wake) => wake.await, None => std::future::pending().await } } => {
                    if let Some((_, command)) = due {
                        self.by_clock(command).await;
                    }
                }
                job = self.queue.recv() => match job {
                    Some(Job::Say(said, reply)) => {
                        let outcome = self.take(said).await;
                        // Whoever said it sees it in the next view.
                        self.publish();
                        let _ = reply.send(outcome);
                    }
                    Some(Job::Stop(reply)) => {
                        let _ = reply.send(());
                        return;
                    }
                    None => return,
                },
                () = changed.notified() => {}
                () = async { match again { Some(again) => again.await, None => std::future::pending().await } } => {}
            }
        }
    }

    async fn by_clock(&mut self, command: Command) {
        match self.give(None, Actor::System, command).await {
            Ok(_) => {}
            Err(Undone::Refused(refused)) => {
                tracing::warn!(tournament = %self.plan.name, %refused, "the clock was refused");
                self.pause().await;
            }
            Err(Undone::Account(_) | Undone::Fault(_)) => self.pause().await,
        }
    }

    /// Waits a moment before something is tried again.
    async fn pause(&self) {
        let clock = self.floor.clock();
        clock.sleep_until(clock.now().plus_seconds(1)).await;
    }

    /// Does what somebody says, or answers as the first time.
    async fn take(&mut self, said: TournamentSaying) -> Result<TournamentOutcome, FloorError> {
        if let Some(first) = self.first(&said).await? {
            return Ok(first);
        }
        // A promise is made only where the journal has none that this task does not know of.
        self.be_sure().await?;
        self.may_say(&said)?;
        if let Err(refused) = self.is_patron(&said.what).await? {
            return Ok(TournamentOutcome::Account(refused));
        }
        if let Some(refused) = self.both_hands(&said.what) {
            return Ok(TournamentOutcome::Refused(refused));
        }
        let (command, receipt) = match self.completed(said.by, &said.what) {
            Ok(both) => both,
            Err(undone) => return TournamentOutcome::of(Err(undone)),
        };
        // The form lies under its seal before the record is there that speaks of it.
        if let Some(form) = receipt.as_ref().filter(|_| self.lets(said.by, &command)) {
            self.secrets.keep_form(&self.floor, form).map_err(FloorError::Fault)?;
        }
        let done = self.give(Some(said.key.as_str()), said.by, command).await;
        TournamentOutcome::of(done.map(|answer| TournamentAnswer { receipt, ..answer }))
    }

    fn lets(&self, by: Actor, command: &Command) -> bool {
        let at = self.floor.clock().now().max(self.contest.own.now);
        decide(&self.contest.book, &self.contest.own, &Stamped { at, by, command: command.clone() }).is_ok()
    }

    /// The answer to an earlier command with the same key.
    async fn first(&self, said: &TournamentSaying) -> Result<Option<TournamentOutcome>, FloorError> {
        let Some(record) = self.ledger.found(said.key.as_str()).await? else { return Ok(None) };
        let entry = &record.entry;
        let body = TournamentBody::of(entry).ok().and_then(TournamentBody::said);
        let same = body.as_ref().is_some_and(|body| body.command().is_ok_and(|own| same(own, &said.what)));
        match body {
            Some(_) if entry.actor != said.by.to_string() => Err(FloorReason::KeyOfAnotherPerson.into()),
            Some(body) if same => {
                let (seq, at) = (entry.seq, Time(entry.at));
                let answer =
                    TournamentAnswer { seq, at, happened: body.events.into(), repeated: true, receipt: None };
                Ok(Some(TournamentOutcome::Done(answer)))
            }
            Some(_) | None => Err(FloorReason::KeyOfAnotherCommand.into()),
        }
    }

    /// A command with what the house knows and nobody else: promises, seeds, forms.
    fn completed(&mut self, by: Actor, what: &What) -> Result<(Command, Option<Form>), Undone> {
        let fault = |why: String| Undone::Fault(FloorError::Fault(why));
        Ok(match what {
            What::Command(command) => (self.with_fault(by, command)?, None),
            What::Publish => {
                let drawn = self
                    .contest
                    .own
                    .plan
                    .as_ref()
                    .is_some_and(|plan| plan.seating == punto_tournament::Seating::Draw)
                    && self.contest.own.promise.is_none();
                let draw = drawn.then(|| self.secrets.promise(&self.floor)).transpose().map_err(fault)?;
                (Command::Publish { draw }, None)
            }
            What::Draw => {
                let own = &self.contest.own;
                let seed = match own.promise {
                    Some(_) => self.secrets.seed(&self.floor, own).map_err(fault)?,
                    // Where none was promised the tournament says why nothing is drawn.
                    None => "0".repeat(64).parse().map_err(fault)?,
                };
                (Command::Draw { seed }, None)
            }
            What::Seal { entrant, bet, stake, words } => {
                let form = self.secrets.hand_in(&self.floor, *bet, *stake, *words).map_err(fault)?;
                (Command::Seal { entrant: *entrant, form: Some(Seal::of(&form)) }, Some(form))
            }
            What::Announce { entrant } => {
                let own = &self.contest.own;
                let venue = own.place(*entrant).and_then(|place| own.venues.get(&place.table));
                let seal = venue.and_then(|venue| venue.forms.get(entrant)).and_then(|form| form.seal);
                let form = seal.and_then(|seal| self.secrets.form(&self.floor, seal).ok());
                // Without one that was handed in the tournament says what is wrong.
                let form = form.or_else(|| "-:-:none".parse().ok()).ok_or_else(|| fault("no form".into()))?;
                (Command::Announce { entrant: *entrant, form }, None)
            }
        })
    }

    /// A form goes back with the fault that the house finds in it: nobody's word makes one of a form that has none.
    /// Whoever does not examine forms is not told so much as whether there is a fault.
    fn with_fault(&self, by: Actor, command: &Command) -> Result<Command, Undone> {
        let Command::ReturnForm { entrant, why, .. } = command else { return Ok(command.clone()) };
        if !self.lets(by, command) {
            return Ok(command.clone());
        }
        let (own, entrant, why) = (&self.contest.own, *entrant, why.clone());
        let form = own.place(entrant).and_then(|place| own.venues.get(&place.table)?.forms.get(&entrant));
        let form = form.and_then(|form| self.secrets.form(&self.floor, form.seal?).ok());
        let fault = form.map(|form| given_back(&self.contest.book, own, entrant, &form));
        let fault = fault.transpose().map_err(Undone::Refused)?.flatten();
        Ok(Command::ReturnForm { entrant, fault, why })
    }

    /// Decides a command and has the journal keep it, with what accounts record of it.
    pub(crate) async fn give(
        &mut self,
        key: Option<&str>,
        by: Actor,
        command: Command,
    ) -> Result<TournamentAnswer, Undone> {
        self.be_sure().await.map_err(Undone::Fault)?;
        self.floor.lets(Held::of(&command)).map_err(Undone::Fault)?;
        if !self.is_played_at(&command) {
            return Err(Undone::Fault(FloorReason::TableNotOpen.into()));
        }
        let at = self.floor.clock().now().max(self.contest.own.now).max(self.contest.at);
        let stamped = Stamped { at, by, command: command.clone() };
        let events = decide(&self.contest.book, &self.contest.own, &stamped).map_err(Undone::Refused)?;
        if matches!(command, Command::Publish { .. }) {
            self.floor.is_paid_in(&self.plan.currency).map_err(Undone::Fault)?;
        }
        if !self.contest.is_kept(&command, &events, by, key) {
            return Err(Undone::Fault(FloorError::Fault(format!("{by} does not say this: {command}"))));
        }
        let body = Body::Said(Spoken::new(command, events.clone()));
        let entry = body.entry((&self.ledger.stream, self.contest.seq + 1), at.0, &by, key);
        let record = self.write(entry, by, &events, seconded(&self.floor, key)).await?;
        let asked = self.contest.fold(&record, by, &events);
        self.outbox.put(record.entry.seq, asked);
        let answer = TournamentAnswer {
            seq: record.entry.seq,
            at,
            happened: events.clone().into(),
            repeated: false,
            receipt: None,
        };
        self.follow(by, &events).await;
        self.happened.extend(events.into_iter().map(|event| (answer.seq, at, by, event)));
        Ok(answer)
    }

    /// What is done once something is on record: tables are put up that were named, and forms are forgotten that were read
    /// out or given back.
    async fn follow(&mut self, by: Actor, events: &[Event]) {
        let mut told = false;
        for event in events {
            match &event.what {
                Happening::Designated { table } => self.put_up(*table, by).await,
                Happening::Announced { .. }
                | Happening::FormReturned { .. }
                | Happening::SessionOver { .. } => {
                    told = true;
                }
                _ => {}
            }
        }
        if told {
            self.forget();
        }
    }

    /// Deletes the forms that nobody waits for.
    pub(crate) fn forget(&self) {
        if let Err(why) = self.secrets.forget(&self.floor, &self.contest.own) {
            tracing::warn!(tournament = %self.plan.name, why, "forms that were read out are still there, sealed");
        }
    }

    /// One append of the tournament's record, the accounts' side of it and what is told of it.
    async fn write(
        &mut self,
        entry: Entry,
        by: Actor,
        events: &[Event],
        second: Option<PersonId>,
    ) -> Result<punto_journal::Record, Undone> {
        let moved = self.contest.moved(ENGINE, by, events);
        let of = self.plan.purse().ok_or(Undone::Fault(FloorError::Stopped))?;
        let purse = |moved: &punto_contest::Moved| FeeOrPrize {
            patron: moved.patron,
            of,
            amount: moved.amount,
            done: moved.done,
        };
        let told = match self.contest.for_show {
            true => Vec::new(),
            false => told(self.plan.name, by, second, events),
        };
        let officer = by.name().filter(|_| !by.is_patron());
        let about = Concerned::of(officer.into_iter().chain(second));
        let beside = Beside { purses: moved.iter().map(purse).collect(), told, about };
        self.ledger.append(entry, beside).await
    }

    /// After a doubtful append: takes up what the journal has.
    async fn be_sure(&mut self) -> Result<(), FloorError> {
        while self.ledger.doubt {
            for record in self.ledger.missed(self.contest.seq).await? {
                let taken = self.contest.take_up(&record);
                let (_, asked) = taken.map_err(|bad| FloorError::Fault(bad.to_string()))?;
                self.outbox.put(record.entry.seq, asked);
            }
        }
        Ok(())
    }

    /// Shows everybody where the tournament stands.
    pub(crate) fn publish(&mut self) {
        let fault = self.fault.clone();
        let waits = clock::waits(&self.contest);
        let now = self.moments.borrow().clone();
        if now.contest.seq == self.contest.seq && now.fault == fault && now.waits == waits {
            return;
        }
        let happened = std::mem::take(&mut self.happened);
        let moment = TournamentMoment { contest: Arc::new(self.contest.clone()), happened, waits, fault };
        self.moments.send_replace(Arc::new(moment));
    }
}

/// Whether a recorded command is what is said again; what the house put in itself is not compared.
fn same(own: &Command, what: &What) -> bool {
    match (own, what) {
        (Command::ReturnForm { entrant, why, .. }, What::Command(said)) => {
            matches!(&**said, Command::ReturnForm { entrant: whose, why: said, .. } if (entrant, why) == (whose, said))
        }
        (own, What::Command(said)) => *own == **said,
        (Command::Publish { .. }, What::Publish) | (Command::Draw { .. }, What::Draw) => true,
        (Command::Seal { entrant, .. }, What::Seal { entrant: said, .. })
        | (Command::Announce { entrant, .. }, What::Announce { entrant: said }) => entrant == said,
        (_, What::Publish | What::Draw | What::Seal { .. } | What::Announce { .. }) => false,
    }
}

/// A key that only the house makes: no client's has a stroke in it.
pub(crate) fn own_key(text: &str) -> Option<CommandKey> {
    text.parse().ok()
}
