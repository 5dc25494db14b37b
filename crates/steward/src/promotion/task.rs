//! One promotion's task: takes what waits, decides it, has the journal keep it, and only then tells people.

use std::collections::BTreeMap;
use std::sync::Arc;

use punto_accounts::{may_come, may_play};
use punto_contest::{
    Campaign, Held, PromotionPlan, WhoseWord, proposal_of, seed_of_nothing, told_of_promotion,
};
use punto_floor::{Beside, FeeOrPrize, Floor, FloorError, FloorReason};
use punto_promotion::{Command, EntryProof, Manner, Owed, Reason, Refused, Stage, decide, duties};
use punto_records::{Body, PromotionBody, Spoken};
use punto_rulebook::PromotionItem;
use punto_site::{Concerned, TableId};
use punto_vocab::{Actor, Authority, PersonId, Setting, Stamped, Time};
use tokio::sync::{Notify, watch};

use super::handle::{PromotionAnswer, PromotionMoment, PromotionOutcome, PromotionSaying};
use crate::ledger::Ledger;
use crate::saying::{Job, Queue};
use crate::shelf::{Shelf, fresh_seed};
use crate::word::{approved, seconded};

pub(crate) type Undone = crate::ledger::Undone<Reason>;

pub(crate) struct PromotionTask {
    pub(crate) floor: Floor,
    pub(crate) plan: Arc<PromotionPlan>,
    pub(crate) ledger: Ledger,
    pub(crate) campaign: Campaign,
    pub(crate) shelf: Shelf,
    pub(crate) queue: Queue<PromotionSaying, PromotionOutcome>,
    pub(crate) moments: watch::Sender<Arc<PromotionMoment>>,
    /// Told when a table has changed whose coups may be entries.
    pub(crate) changed: Arc<Notify>,
    /// The last coup of each table that was looked at, by the record of its end.
    pub(crate) read: BTreeMap<TableId, u64>,
}

impl PromotionTask {
    pub(crate) async fn run(mut self) {
        self.forget();
        loop {
            self.hear().await;
            self.note_late().await;
            self.publish();
            // Tables may be put up at any time, and what was in doubt is asked again a little later.
            let waits = self.ledger.doubt || self.campaign.least_played().is_some() && self.takes_entries();
            let clock = self.floor.clock().clone();
            let again = waits.then(|| clock.now().plus_seconds(1)).into_iter().chain(self.late_at()).min();
            let again = again.map(|at| clock.sleep_until(at));
            let changed = self.changed.clone();
            tokio::select! {
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

    /// Winners who are still to be told and of whom it is not on record that it is late, with until when.
    fn to_be_told(&self) -> Vec<(u8, Time)> {
        let own = &self.campaign.own;
        let late =
            |prize: u8| own.prizes.get(&prize).and_then(|own| own.win.as_ref()).is_none_or(|win| win.late);
        let owed = duties(&self.campaign.book, own).into_iter().filter_map(|duty| match duty.what {
            Owed::Notify(prize, _) => Some((prize, duty.due?)),
            Owed::TellInspectorate
            | Owed::PublishResults
            | Owed::DecideClaim(..)
            | Owed::TellReasons(..)
            | Owed::Award(..)
            | Owed::Decide(_)
            | Owed::Advise(_) => None,
        });
        owed.filter(|(prize, _)| !late(*prize)).collect()
    }

    /// When the first of them has waited too long: at the next look where that is over already.
    fn late_at(&self) -> Option<Time> {
        let soonest = self.floor.clock().now().plus_seconds(1);
        self.to_be_told().into_iter().map(|(_, until)| until.plus_seconds(1).max(soonest)).min()
    }

    /// Puts on record that winners were not told in time; nobody has to say so.
    async fn note_late(&mut self) {
        let now = self.floor.clock().now();
        for (prize, _) in self.to_be_told().into_iter().filter(|(_, until)| now > *until) {
            if let Err(Undone::Fault(error)) =
                self.give(None, (now, Actor::System), Command::NoteLate { prize }).await
            {
                tracing::warn!(promotion = %self.plan.name, prize, %error, "that a winner was told late waits");
                return;
            }
        }
    }

    /// Does what somebody says, or answers as the first time.
    async fn take(&mut self, said: PromotionSaying) -> Result<PromotionOutcome, FloorError> {
        if let Some(first) = self.first(&said).await? {
            return Ok(first);
        }
        // What is drawn is drawn from the entries of every coup before it.
        self.hear().await;
        let done = match self.may_say(&said).await {
            Ok(()) => self.said(&said).await,
            Err(undone) => Err(undone),
        };
        PromotionOutcome::of(done)
    }

    async fn said(&mut self, said: &PromotionSaying) -> Result<PromotionAnswer, Undone> {
        self.be_sure().await.map_err(Undone::Fault)?;
        let command = self.completed(said).map_err(|why| Undone::Fault(FloorError::Fault(why)))?;
        let at = self.floor.clock().now();
        let answer = self.give(Some(said.key.as_str()), (at, said.by), command).await?;
        if matches!(said.what, Command::Draw { .. } | Command::Cancel { .. }) {
            self.forget();
        }
        Ok(answer)
    }

    /// The answer to an earlier command with the same key.
    async fn first(&self, said: &PromotionSaying) -> Result<Option<PromotionOutcome>, FloorError> {
        let Some(record) = self.ledger.found(said.key.as_str()).await? else { return Ok(None) };
        let entry = &record.entry;
        let body = PromotionBody::of(entry).ok().and_then(PromotionBody::said);
        let same = |own: &Command| match (own, &said.what) {
            // What the house put in itself is not compared.
            (Command::Publish { .. }, Command::Publish { .. })
            | (Command::Draw { .. }, Command::Draw { .. }) => true,
            (own, what) => own == what,
        };
        match body {
            Some(_) if entry.actor != said.by.to_string() => Err(FloorReason::KeyOfAnotherPerson.into()),
            Some(body) if body.command().is_ok_and(same) => {
                let (seq, at) = (entry.seq, Time(entry.at));
                let answer = PromotionAnswer { seq, at, happened: body.events.into(), repeated: true };
                Ok(Some(PromotionOutcome::Done(answer)))
            }
            Some(_) | None => Err(FloorReason::KeyOfAnotherCommand.into()),
        }
    }

    /// Refuses what is another's to say, what one person would do alone, and whoever may not enter here.
    async fn may_say(&self, said: &PromotionSaying) -> Result<(), Undone> {
        let fault = |error: FloorError| Undone::Fault(error);
        let filled_in = match &said.what {
            Command::Publish { draw, second } => draw.is_some() || second.is_some(),
            Command::Draw { seed } => Some(*seed) != seed_of_nothing(),
            _ => false,
        };
        if filled_in {
            return Err(fault(FloorReason::FilledInByHouse.into()));
        }
        match (WhoseWord::of_promotion(&said.what), said.by) {
            (WhoseWord::Entrant(entrant), Actor::Staff(..) | Actor::System)
            | (WhoseWord::Presence(entrant), Actor::System) => {
                return Err(fault(FloorReason::OfEntrant { entrant }.into()));
            }
            (WhoseWord::Clock, _) => return Err(fault(FloorReason::OfTables.into())),
            (WhoseWord::Two, Actor::Staff(..)) if !self.campaign.for_show => {
                let now = self.floor.clock().now();
                let measure = self.campaign.measure(self.plan.name, now, &said.what);
                approved(&self.floor, said.key.as_str(), measure.as_ref()).map_err(fault)?;
                self.has_two_without_entries(said.key.as_str()).map_err(Undone::Refused)?;
            }
            // The document names who else may, and refuses the others.
            _ => {}
        }
        match said.what {
            Command::Enter { entrant, proof, .. } => self.may_enter(entrant, proof).await,
            _ => Ok(()),
        }
    }

    /// The two who agreed to what is said under this key.
    fn two(&self, key: &str) -> impl Iterator<Item = PersonId> {
        let site = self.floor.site().now();
        let two = proposal_of(key).and_then(|number| site.proposals.get(&number));
        two.map(|own| [Some(own.by), own.approved])
            .into_iter()
            .flatten()
            .flatten()
            .collect::<Vec<_>>()
            .into_iter()
    }

    /// Neither of the two who agree to something has an entry.
    fn has_two_without_entries(&self, key: &str) -> Result<(), Refused> {
        match self.two(key).find(|who| self.campaign.own.entries_of(*who) > 0) {
            Some(who) => Err(refused(Reason::EntrantActs { who })),
            None => Ok(()),
        }
    }

    /// Whether somebody has an account in this house.
    pub(crate) async fn has_account(&self, person: PersonId) -> Result<bool, Undone> {
        match self.floor.patron(person).await {
            Ok(account) => Ok(account.now().holder.is_some()),
            // Under such a name nobody can have one.
            Err(FloorError::Refused(_)) => Ok(false),
            Err(error) => Err(Undone::Fault(error)),
        }
    }

    /// Refuses an entry of somebody who has no account, or may not play. Whoever shows a card at a desk is there, and need not be
    /// signed in anywhere.
    pub(crate) async fn may_enter(&self, person: PersonId, proof: Option<EntryProof>) -> Result<(), Undone> {
        if self.campaign.for_show {
            return Ok(());
        }
        let account = self.floor.patron(person).await.map_err(Undone::Fault)?.now();
        if account.holder.is_none() {
            return Err(Undone::Fault(FloorReason::NoPatronHere { who: person }.into()));
        }
        let may = match proof {
            Some(EntryProof::Card) => may_come,
            None => may_play,
        };
        may(&account, self.floor.clock().now()).map_err(Undone::Account)
    }

    /// A command with what the house knows and nobody else. Nothing is made or opened for one that would be refused.
    fn completed(&self, said: &PromotionSaying) -> Result<Command, String> {
        let own = &self.campaign.own;
        if self.campaign.refuses(said.by, self.floor.clock().now(), &said.what).is_some() {
            return Ok(said.what.clone());
        }
        match (&said.what, own.promise) {
            (Command::Publish { .. }, _) => {
                let drawn = own.plan.as_ref().is_some_and(|plan| plan.manner == Manner::Draw);
                let draw = if drawn { Some(fresh_seed(&self.floor)?) } else { None };
                if let Some(seed) = draw {
                    let name = format!("draw/{}", seed.promise());
                    self.shelf.put(&self.floor, &name, seed.to_string().as_bytes())?;
                }
                // Whoever of the two does not say it acts for the house as well.
                let second = self.two(said.key.as_str()).find(|who| Some(*who) != said.by.name());
                Ok(Command::Publish { draw: draw.map(|seed| seed.promise()), second })
            }
            (Command::Draw { .. }, Some(promise)) => {
                let seed = self.shelf.get(&self.floor, &format!("draw/{promise}"))?;
                Ok(Command::Draw { seed: seed.parse()? })
            }
            (command, _) => Ok(command.clone()),
        }
    }

    /// Deletes seeds that are told, or that nothing on record promises.
    fn forget(&self) {
        let own = &self.campaign.own;
        let wanted = own.promise.filter(|_| own.seed.is_none() && own.stage != Stage::Cancelled);
        let wanted = wanted.map(|promise| promise.to_string());
        let kept = self.shelf.keep_only(&self.floor, "draw/", |name| Some(name) == wanted.as_deref());
        if let Err(why) = kept {
            tracing::warn!(promotion = %self.plan.name, why, "seeds that were told are still there, sealed");
        }
    }

    /// Decides a command and has the journal keep it, with what accounts record of it.
    pub(crate) async fn give(
        &mut self,
        key: Option<&str>,
        (at, by): (Time, Actor),
        command: Command,
    ) -> Result<PromotionAnswer, Undone> {
        self.be_sure().await.map_err(Undone::Fault)?;
        self.floor.lets(Held::of_promotion(&command)).map_err(Undone::Fault)?;
        let at = at.max(self.campaign.own.now).max(self.campaign.at);
        let stamped = Stamped { at, by, command: command.clone() };
        let events = decide(&self.campaign.book, &self.campaign.own, &stamped).map_err(Undone::Refused)?;
        if matches!(command, Command::Publish { .. }) {
            self.may_be_published().map_err(Undone::Fault)?;
        }
        if !self.campaign.is_kept(&command, by, key) {
            return Err(Undone::Fault(FloorError::Fault(format!("{by} does not say this: {command}"))));
        }
        let beside = self.beside(key, by, &events)?;
        let body = Body::Said(Spoken::new(command, events.clone()));
        let entry = body.entry((&self.ledger.stream, self.campaign.seq + 1), at.0, &by, key);
        let record = self.ledger.append(entry, beside).await?;
        self.campaign.fold(&record, by, &events);
        Ok(PromotionAnswer { seq: record.entry.seq, at, happened: events.into(), repeated: false })
    }

    /// Refuses prizes in another currency than that of accounts, and conditions under which whoever writes entries down, or
    /// brings them without end, as good as chooses who wins.
    fn may_be_published(&self) -> Result<(), FloorError> {
        self.floor.is_paid_in(&self.plan.currency)?;
        let form = &self.campaign.own.form;
        let says = |item, what: fn(&str) -> bool| form.item(item).is_some_and(what);
        let bounded =
            says(PromotionItem::Entries, |_| true) || says(PromotionItem::Play, |said| said == "yes");
        match self.campaign.for_show || bounded {
            true => Ok(()),
            false => Err(FloorReason::EntriesUnbounded.into()),
        }
    }

    /// What accounts record of events, and what is told of them.
    fn beside(
        &self,
        key: Option<&str>,
        by: Actor,
        events: &[punto_promotion::Event],
    ) -> Result<Beside, Undone> {
        let of = self.plan.purse().ok_or(Undone::Fault(FloorError::Stopped))?;
        let purses = self.campaign.moved(events).into_iter();
        let purses = purses.map(|moved| FeeOrPrize {
            patron: moved.patron,
            of,
            amount: moved.amount,
            done: moved.done,
        });
        let second = seconded(&self.floor, key);
        let told = match self.campaign.for_show {
            true => Vec::new(),
            false => told_of_promotion(self.plan.name, by, second, events),
        };
        let officer = by.name().filter(|_| !by.is_patron());
        let about = Concerned::of(officer.into_iter().chain(second));
        Ok(Beside { purses: purses.collect(), told, about })
    }

    /// After a doubtful append: takes up what the journal has.
    async fn be_sure(&mut self) -> Result<(), FloorError> {
        while self.ledger.doubt {
            for record in self.ledger.missed(self.campaign.seq).await? {
                self.campaign.take(&record).map_err(|bad| FloorError::Fault(bad.to_string()))?;
            }
        }
        Ok(())
    }

    /// Whether entries may still be taken: published, not called off, and nothing drawn.
    pub(crate) fn takes_entries(&self) -> bool {
        matches!(self.campaign.own.stage, Stage::Published | Stage::Postponed)
            && self.campaign.own.seed.is_none()
    }

    /// Shows everybody where the promotion stands.
    fn publish(&self) {
        if self.moments.borrow().campaign.seq != self.campaign.seq {
            let moment = PromotionMoment { campaign: Arc::new(self.campaign.clone()), fault: None };
            self.moments.send_replace(Arc::new(moment));
        }
    }
}

/// A refusal by the software's own order, where no document has a say.
fn refused(reason: Reason) -> Refused {
    Refused::new(&Authority::House(Setting::new("promotion-order")).into(), reason)
}
