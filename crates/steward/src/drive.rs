//! The tables of a tournament: what it asks of them is told once, what they did is heard once, and their dealers go no
//! further than it lets them.

use std::collections::{BTreeMap, VecDeque};

use punto_floor::{FloorError, Leave, Outcome as AtTable, Said as ToTable, TableHandle, TablePlan};
use punto_rulebook::Opening;
use punto_site::TableId;
use punto_table::{Command as Ask, Phase as TablePhase};
use punto_tournament::{Command, Phase, Stage, TableAsk, Venue};
use punto_vocab::{Actor, Dealer};

use crate::ear::{Ear, ask_key};
use crate::task::{Task, Undone, own_key};

/// What is still to be told to tables, in order.
#[derive(Debug, Default)]
pub(crate) struct Outbox(BTreeMap<u8, VecDeque<Numbered>>);

/// What a table is asked, under the number of the record and of the ask in it.
type Numbered = ((u64, u32), Ask);

impl Outbox {
    /// What the events of one record ask of tables.
    pub(crate) fn put(&mut self, seq: u64, asked: Vec<TableAsk>) {
        for ((table, ask), nth) in asked.into_iter().zip(0..) {
            self.0.entry(table).or_default().push_back(((seq, nth), ask));
        }
    }

    fn first(&self, table: u8) -> Option<((u64, u32), Ask)> {
        self.0.get(&table)?.front().cloned()
    }

    fn done(&mut self, table: u8) {
        if let Some(list) = self.0.get_mut(&table) {
            list.pop_front();
        }
    }

    fn is_empty(&self, table: u8) -> bool {
        self.0.get(&table).is_none_or(VecDeque::is_empty)
    }

    /// Whether something is still to be told to any table.
    pub(crate) fn waits(&self) -> bool {
        self.0.values().any(|list| !list.is_empty())
    }

    /// Keeps what is asked of these tables, and of no others.
    pub(crate) fn only(&mut self, tables: impl Fn(u8) -> bool) {
        self.0.retain(|table, _| tables(*table));
    }

    /// Drops what a table has done already, up to this place.
    pub(crate) fn skip(&mut self, table: u8, done: Option<(u64, u32)>) {
        if let (Some(list), Some(done)) = (self.0.get_mut(&table), done) {
            list.retain(|(place, _)| *place > done);
        }
    }
}

/// What came of telling a table something.
enum Told {
    /// It is done, or is of no consequence any more.
    Done,
    /// The table is not ready for it.
    Waits,
    /// The table is open with other terms, of a session before, and closes first.
    Reopens,
}

impl Task {
    /// Hears all tables and tells them what is to be told, until neither brings anything new.
    pub(crate) async fn pump(&mut self) {
        loop {
            let heard = self.hear().await;
            let told = self.tell().await;
            if !heard && !told {
                break;
            }
            self.publish();
        }
        self.give_leave();
    }

    /// The tables that are heard: those of the tournament, while it is played.
    fn numbers(&self) -> Vec<u8> {
        match self.contest.own.stage {
            Stage::Running | Stage::Over | Stage::Cancelled => {
                self.contest.own.venues.keys().copied().collect()
            }
            Stage::Drafting | Stage::Entering => Vec::new(),
        }
    }

    async fn hear(&mut self) -> bool {
        let mut any = false;
        for number in self.numbers() {
            let Some(name) = self.table(number).map(|table| *table.name()) else { continue };
            let ear = match self.ears.remove(&number) {
                Some(ear) => ear,
                None => {
                    self.watch(&name);
                    Ear::new(number, name)
                }
            };
            let (book, own) = (self.contest.book.clone(), self.plan.name.to_string());
            let (mut ear, read) = ear.listen(&self.floor, book, own).await;
            if let Err(why) = read {
                self.fault = Some(format!("{name} cannot be heard: {why}"));
            }
            ear.skip(&self.contest);
            self.outbox.skip(number, ear.done);
            let heard = self.record(&mut ear).await;
            any |= heard;
            self.ears.insert(number, ear);
        }
        any
    }

    /// Records what a table has told, each under the place where it stands in the table's own records.
    async fn record(&mut self, ear: &mut Ear) -> bool {
        let mut any = false;
        while let Some((heard, _, command)) = ear.told.front().cloned() {
            match self.give(Some(&heard.to_string()), Actor::System, command.clone()).await {
                Ok(_) => {
                    self.fault = None;
                    any = true;
                }
                Err(Undone::Refused(refused)) => {
                    // It is told again when something has changed: a form that was not read out, say.
                    self.fault = Some(format!("{}: {command}: {refused}", ear.name));
                    return any;
                }
                Err(Undone::Account(_) | Undone::Fault(_)) => return any,
            }
            ear.told.pop_front();
        }
        any
    }

    async fn tell(&mut self) -> bool {
        let mut any = false;
        for number in self.outbox.0.keys().copied().collect::<Vec<_>>() {
            while let Some((place, ask)) = self.outbox.first(number) {
                match self.deliver(number, place, &ask).await {
                    Told::Done => self.outbox.done(number),
                    Told::Waits | Told::Reopens => break,
                }
                any = true;
            }
        }
        any
    }

    async fn deliver(&mut self, number: u8, (seq, nth): (u64, u32), ask: &Ask) -> Told {
        let Some(name) = self.plan.table(number) else { return Told::Done };
        let ask = match ask {
            Ask::Open { opening } => Ask::Open { opening: self.plan.opening(opening) },
            other => other.clone(),
        };
        let Some(table) = self.table(number) else {
            return match &ask {
                Ask::Open { opening } => self.add(name, opening).await,
                _ => Told::Done,
            };
        };
        let Some(key) = own_key(&ask_key(self.plan.name.as_str(), seq, nth)) else { return Told::Done };
        let said = ToTable { key, by: Actor::System, command: ask.clone(), of: None };
        match table.say_for_tournament(said).await {
            Ok(AtTable::Done(_)) => Told::Done,
            Ok(AtTable::Refused(refused)) => match self.refused(&table, &ask, &refused) {
                Told::Reopens => self.close(&table, seq).await,
                other => other,
            },
            Err(FloorError::Busy | FloorError::Stopped) => Told::Waits,
            Err(error) => {
                self.fault = Some(format!("{name}: {ask}: {error}"));
                Told::Waits
            }
        }
    }

    async fn close(&mut self, table: &TableHandle, seq: u64) -> Told {
        let Some(key) = own_key(&format!("{}/{seq}/close", self.plan.name)) else { return Told::Done };
        let said = ToTable { key, by: Actor::System, command: Ask::Close, of: None };
        if let Ok(AtTable::Refused(refused)) = table.say_for_tournament(said).await {
            self.fault = Some(format!("{} does not close: {refused}", table.name()));
        }
        Told::Waits
    }

    /// What a table refuses waits while its shoe is made ready, while it deals a coup without wagers, or while it lacks the people to open it.
    fn refused(&mut self, table: &TableHandle, ask: &Ask, refused: &punto_table::Refused) -> Told {
        // By now the shoe may be ready, or the coup without wagers over, and then it is told again.
        if matches!(refused.reason, punto_table::Reason::CardsNotReady(_) | punto_table::Reason::NoBetCoup) {
            return Told::Waits;
        }
        let why = refused.to_string();
        let moment = table.now();
        let open = moment.table.open.as_ref();
        match (ask, open) {
            (Ask::Open { opening }, Some(open)) if *open.opening == *opening => return Told::Done,
            (Ask::Open { .. }, Some(_)) => return Told::Reopens,
            (Ask::Close, _) => return Told::Done,
            (Ask::Open { .. }, None) => {
                self.fault = Some(format!("{} does not open: {why}", table.name()));
                return Told::Waits;
            }
            (_, Some(open)) if matches!(open.phase, TablePhase::Preparing) => return Told::Waits,
            // What the table has taken off itself in the meantime needs no lifting.
            (Ask::Lift { patron, at, bet }, Some(open))
                if !open.wagers().iter().any(|placed| placed.spot() == (*patron, *at, *bet)) =>
            {
                return Told::Done;
            }
            (_, None) => return Told::Done,
            (_, Some(_)) => {}
        }
        tracing::warn!(table = %table.name(), %ask, why, "a table refuses its tournament");
        self.fault = Some(format!("{}: {ask}: {why}", table.name()));
        Told::Done
    }

    /// Whether a coup can go on at the table that a command is about: no cards are let out where none can be dealt.
    pub(crate) fn is_played_at(&self, command: &Command) -> bool {
        match command {
            Command::Close { table } | Command::Deal { table } => {
                self.table(*table).is_some_and(|table| table.now().table.open.is_some())
            }
            _ => true,
        }
    }

    /// Its table of this number. An ordinary one of that name is none of its own.
    pub(crate) fn table(&self, number: u8) -> Option<TableHandle> {
        let table = self.floor.table(&self.plan.table(number)?)?;
        table.plan().opening.is_tournament().then_some(table)
    }

    /// A table of the tournament, as it is to be.
    fn table_plan(&self, name: TableId, opening: &Opening) -> TablePlan {
        let mut opening = opening.clone();
        opening.parts.tournament = Some(true);
        TablePlan {
            name,
            title: format!("{} {}", self.plan.title, name.as_str().rsplit('-').next().unwrap_or_default()),
            rulebook: self.plan.rulebook.clone(),
            opening,
            dealer: self.plan.dealer,
            currency: self.plan.currency.clone(),
            bet_seconds: None,
        }
    }

    async fn add(&mut self, name: TableId, opening: &Opening) -> Told {
        match self.floor.add_tournament_table(self.table_plan(name, opening)).await {
            Ok(_) => Told::Done,
            Err(error) => {
                self.fault = Some(format!("{name} does not open: {error}"));
                Told::Waits
            }
        }
    }

    /// Puts up a table that was named, closed, so that whoever works there can sign on before the session.
    pub(crate) async fn put_up(&mut self, number: u8, officer: Actor) {
        let Some(name) = self.plan.table(number) else { return };
        // A demonstration needs nobody there.
        let alone = self.plan.dealer == Dealer::Automatic && self.plan.demonstration();
        if alone || self.floor.table(&name).is_some() {
            return;
        }
        let plan = self.table_plan(name, &self.plan.opening.clone());
        if let Err(error) = self.floor.add_closed_table(plan, officer).await {
            self.fault = Some(format!("{name} is not put up: {error}"));
        }
    }

    /// Whether a table has told something that is not on record, while it is played.
    pub(crate) fn unheard(&self) -> bool {
        self.contest.own.stage == Stage::Running && self.ears.values().any(|ear| !ear.told.is_empty())
    }

    /// Lets every dealer go as far as the tournament has come, once its table has all that it is to be told. One that is over
    /// stops its dealers once, and then leaves them alone: the next tournament may have the same tables.
    fn give_leave(&mut self) {
        let led = std::mem::replace(&mut self.leads, self.contest.own.stage == Stage::Running);
        if !self.leads && !led {
            return;
        }
        for (number, venue) in &self.contest.own.venues {
            let Some(table) = self.table(*number) else { continue };
            let ear = self.ears.get(number);
            let told = self.outbox.is_empty(*number) && ear.is_some_and(|ear| ear.told.is_empty());
            let leave = if told { leave(venue) } else { Leave::Nothing };
            table.give_leave(leave, ear.map_or(0, Ear::ended));
        }
    }

    /// Is woken when a table changes.
    fn watch(&self, name: &TableId) {
        let Some(table) = self.floor.table(name) else { return };
        let (mut moments, changed) = (table.watch(), std::sync::Arc::downgrade(&self.changed));
        tokio::spawn(async move {
            while moments.changed().await.is_ok() {
                let Some(changed) = changed.upgrade() else { return };
                changed.notify_one();
            }
        });
    }
}

fn leave(venue: &Venue) -> Leave {
    match venue.phase {
        Phase::Dealing if venue.forms.values().all(|form| form.announced) => Leave::Settlement,
        Phase::Dealing => Leave::Cards,
        Phase::Idle | Phase::Betting | Phase::Closed | Phase::Over | Phase::Declared => Leave::Nothing,
    }
}
