//! A tournament with all that its records have come to, and the reading of them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use punto_journal::{Hash, Record};
use punto_records::{BadRecord, ENGINE, Engines};
use punto_rulebook::{Item, Rulebook};
use punto_tournament::{
    Command, Event, Happening, Payment, TableAsk, Tournament, apply, decide, done_with, follow,
};
use punto_vocab::{Actor, Money, Names, PersonId, Promise, Seed, Stamped, Time};

use crate::again;
use crate::heard::Heard;
use crate::sitting::{self, Sitting};
use crate::whose::WhoseWord;

punto_vocab::groups! {
    Happening:
    /// What moves no money of an account and says nothing that the tournament's own state does not keep.
    of_the_tournament:
        Drafted ValueAdded GoodsAdded Retained ToppedUp Cancelled Informed Endorsed Accepted EntryRefused Withdrew Started
        Designated Released Allotted Attending Departed Rescheduled SeatTaken SeatLeft SessionBegan Issued
        PassCardsIssued MarkerAt ShoeOver Agreed SessionOver RoundBegan GivenSecondChance BuyBackForgone Wagered OutOfTurn
        Altered Passed Corrected TakenOff WagerVoid TimeLimited Restricted IndicatorIn IndicatorOut LimitsRaised
        Sealed Examined FormReturned Announced Laid Deemed Unclear FaultFound FormShown HiddenUsed Opened BetsClosed Dealt OutcomeTold CoupOver LastCoup
        WrongHolder CoupVoid Unsettled Won Lost Stays PassCollected Deducted AbsenceCounted Missed Eliminated AllOut
        PlaceLost SubstituteNamed Substituted Reported Dismissed Disqualified Reinstated Disputed Ruled CountOrdered Counted Short ChipsIn
        ChipsReturned PlayOffBegan PlayOffOver Advanced KnockedOut Placed Declared Undeclared Awarded GoodsAwarded HandedOver;
}

/// From this engine on chips that are bought are paid for from the account, and what is left of chips that are money comes
/// home to it.
const CHIPS_FROM_ACCOUNTS: u16 = 9;

/// From this engine on a prize in cash goes into the account of a winner who paid from it, as that of a promotion does: cash is
/// had at the cage, out of a drawer that somebody answers for.
const CASH_INTO_ACCOUNTS: u16 = 9;

/// A draw that was made: its round, its seed, and everybody in the order that follows from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawnSeats {
    /// The round.
    pub round: u32,
    /// The seed.
    pub seed: Seed,
    /// The order.
    pub names: Names,
}

/// Money of an account that a tournament has taken or given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moved {
    /// Whose account.
    pub patron: PersonId,
    /// What went from the account to the tournament; below nought what came back.
    pub amount: Money,
    /// Whether nothing more will move.
    pub done: bool,
}

/// A tournament with all that its records have come to.
#[derive(Clone, Debug)]
pub struct Contest {
    /// Its document.
    pub book: Arc<Rulebook>,
    /// Whether it plays for nothing, so that no account is touched.
    pub for_show: bool,
    /// The tournament.
    pub own: Arc<Tournament>,
    /// The number of its last record.
    pub seq: u64,
    /// The hash of its last record.
    pub hash: Hash,
    /// The time of its last record.
    pub at: Time,
    /// Everybody who has applied, in that order.
    pub entries: Vec<PersonId>,
    /// Whose fee came out of their account.
    pub by_account: BTreeSet<PersonId>,
    /// How prizes were paid.
    pub payments: BTreeMap<PersonId, Payment>,
    /// What was published of the seeds of its draws.
    pub promised: Option<Promise>,
    /// The draws that were made.
    pub drawings: Vec<DrawnSeats>,
    /// Who sat where in each round.
    pub sittings: Vec<Sitting>,
    /// Up to where each table has been heard.
    pub heard: BTreeMap<u8, Heard>,
    engines: Engines,
}

impl Contest {
    /// A tournament without records.
    pub fn new(book: Arc<Rulebook>, for_show: bool) -> Contest {
        Contest {
            book,
            for_show,
            own: Arc::default(),
            seq: 0,
            hash: Hash::ZERO,
            at: Time(0),
            entries: Vec::new(),
            by_account: BTreeSet::new(),
            payments: BTreeMap::new(),
            promised: None,
            drawings: Vec::new(),
            sittings: Vec::new(),
            heard: BTreeMap::new(),
            engines: Engines::default(),
        }
    }

    /// Decides a record again, compares it and folds it; one of another engine is folded as it is stored.
    pub fn take(&mut self, record: &Record) -> Result<Vec<Event>, BadRecord> {
        let (by, events) = self.decided(record)?;
        for event in &events {
            self.note(by, &event.what);
            apply(Arc::make_mut(&mut self.own), Time(record.entry.at), by, event);
        }
        self.passed(record);
        Ok(events)
    }

    /// The same for whoever goes on with it, with what the record asks of tables.
    pub fn take_up(&mut self, record: &Record) -> Result<(Vec<Event>, Vec<TableAsk>), BadRecord> {
        let (by, events) = self.decided(record)?;
        let asked = self.fold(record, by, &events);
        Ok((events, asked))
    }

    /// What a record holds, if it is behind the one before, of whoever may cause it, and as it is decided again.
    fn decided(&mut self, record: &Record) -> Result<(Actor, Vec<Event>), BadRecord> {
        let (by, said) = again::next((self.seq, self.hash), &mut self.engines, record)?;
        let key = record.entry.key.as_deref();
        let kept = |command: &Command, events: &[Event]| self.is_kept(command, events, by, key);
        again::decided(record, (by, &said), kept, |stamped| decide(&self.book, &self.own, stamped))?;
        Ok((by, said.events))
    }

    /// Whether a record of this is of whoever may cause it, and has all that the house fills in.
    pub fn is_kept(&self, command: &Command, events: &[Event], by: Actor, key: Option<&str>) -> bool {
        let sealed = !matches!(command, Command::Seal { form: None, .. });
        let whose = self.caused(command, events);
        sealed && whose.is_kept(by, key, self.for_show)
    }

    /// Whose word a command is, as things stand, by what it would cause.
    pub fn whose(&self, by: Actor, at: Time, command: &Command) -> WhoseWord {
        let stamped = Stamped { at: at.max(self.own.now), by, command: command.clone() };
        let events = decide(&self.book, &self.own, &stamped).unwrap_or_default();
        self.caused(command, &events)
    }

    /// The same of what it causes. Who closes wagers over somebody who is there and has not wagered sends them away.
    fn caused(&self, command: &Command, events: &[Event]) -> WhoseWord {
        let sends = |event: &Event| match event.what {
            Happening::BetsClosed { table } => !self.own.idle(table).is_empty(),
            _ => false,
        };
        match events.iter().any(sends) {
            true => WhoseWord::Two,
            false => WhoseWord::caused(command, events.iter().map(|event| &event.what)),
        }
    }

    /// Folds what a record holds, and tells what it asks of tables.
    pub fn fold(&mut self, record: &Record, by: Actor, events: &[Event]) -> Vec<TableAsk> {
        let (at, mut asked) = (Time(record.entry.at), Vec::new());
        for event in events {
            self.note(by, &event.what);
            asked.extend(follow(&self.book, Arc::make_mut(&mut self.own), (at, by), event));
            asked.extend(done_with(&event.what));
        }
        self.passed(record);
        asked
    }

    /// This record is the last one now.
    fn passed(&mut self, record: &Record) {
        if let Some(heard) = record.entry.key.as_deref().and_then(|key| key.parse::<Heard>().ok()) {
            self.heard.insert(heard.table, heard);
        }
        (self.seq, self.hash, self.at) = (record.entry.seq, record.hash, Time(record.entry.at));
    }

    /// What the shell must know beside the tournament's own state.
    fn note(&mut self, by: Actor, what: &Happening) {
        sitting::note(&mut self.sittings, &self.own, what);
        match what {
            Happening::Published { draw } => self.promised = *draw,
            Happening::Applied { entrant } => self.entries.push(*entrant),
            // Who pays by their own word pays from the account; staff record what was paid over the counter.
            Happening::FeePaid { entrant, .. } if by == Actor::Patron(*entrant) && !self.for_show => {
                self.by_account.insert(*entrant);
            }
            Happening::PrizePaid { entrant, how, .. } => {
                self.payments.insert(*entrant, *how);
            }
            Happening::Drawn { seed, names } => {
                let round = self.own.round;
                self.drawings.push(DrawnSeats { round, seed: *seed, names: names.clone() });
            }
            Happening::BoughtIn { .. } | Happening::BoughtBack { .. } if self.chips(ENGINE).0 => {
                self.by_account.extend(by.name().filter(|_| by.is_patron()));
            }
            Happening::FeePaid { .. } | Happening::Refunded { .. } | Happening::FeeKept { .. } => {}
            Happening::BoughtIn { .. } | Happening::BoughtBack { .. } | Happening::ChipsKept { .. } => {}
            Happening::ChipsRefunded { .. } => {}
            of_the_tournament!() => {}
        }
    }

    /// Whether chips are bought, and whether what is left of them is money: by the conditions, from the engine on that takes
    /// both from the account.
    fn chips(&self, engine: u16) -> (bool, bool) {
        let plan = self.own.plan.as_ref().filter(|_| engine >= CHIPS_FROM_ACCOUNTS && !self.for_show);
        let cash = |live: bool| live || self.own.form.says(Item::CashOut);
        plan.map_or((false, false), |plan| (plan.bought, cash(plan.live)))
    }

    /// The money of accounts that events of this engine move when this actor causes them, in their order.
    pub fn moved(&self, engine: u16, by: Actor, events: &[Event]) -> Vec<Moved> {
        let mut moved: Vec<Moved> = Vec::new();
        let (bought, cash) = self.chips(engine);
        let payer = by.name().filter(|_| by.is_patron());
        let mut add = |patron, amount, done| moved.push(Moved { patron, amount, done });
        for event in events {
            match &event.what {
                Happening::FeePaid { entrant, amount } if by == Actor::Patron(*entrant) && !self.for_show => {
                    add(*entrant, *amount, false);
                }
                Happening::Refunded { entrant, amount } if self.by_account.contains(entrant) => {
                    add(*entrant, -*amount, true);
                }
                Happening::FeeKept { entrant, .. } if self.by_account.contains(entrant) => {
                    add(*entrant, Money::ZERO, true);
                }
                Happening::PrizePaid { entrant, amount, how } if self.by_account.contains(entrant) => {
                    let cash = *how == Payment::Cash && engine >= CASH_INTO_ACCOUNTS && !self.for_show;
                    let into = *how == Payment::Transfer || cash;
                    add(*entrant, if into { -*amount } else { Money::ZERO }, true);
                }
                Happening::PrizePaid { entrant, amount, how: Payment::Transfer } if !self.for_show => {
                    add(*entrant, -*amount, true);
                }
                // An entrant pays for chips by their own word, and a substitute for those they play with.
                Happening::BoughtIn { entrant, amount } | Happening::BoughtBack { entrant, amount }
                    if bought =>
                {
                    add(payer.unwrap_or(*entrant), *amount, false);
                }
                Happening::ChipsKept { entrant, amount } if cash && amount.is_positive() => {
                    add(*entrant, -*amount, false);
                }
                Happening::ChipsRefunded { entrant, amount } if self.by_account.contains(entrant) => {
                    add(*entrant, -*amount, false);
                }
                // Chips that are given cost nothing, and those without value are worth nothing.
                Happening::BoughtIn { .. } | Happening::BoughtBack { .. } | Happening::ChipsKept { .. } => {}
                Happening::ChipsRefunded { .. } => {}
                // Over the counter, or for show: no account has a part in it.
                Happening::FeePaid { .. }
                | Happening::Refunded { .. }
                | Happening::FeeKept { .. }
                | Happening::PrizePaid { .. } => {}
                Happening::Published { .. } | Happening::Applied { .. } | Happening::Drawn { .. } => {}
                of_the_tournament!() => {}
            }
        }
        // Once prizes are awarded, nothing comes back to those who have none.
        let prize = |name: &PersonId| {
            let awarded =
                |event: &Event| matches!(&event.what, Happening::Awarded { entrant, .. } if entrant == name);
            events.iter().any(awarded)
        };
        if events.iter().any(|event| matches!(event.what, Happening::Awarded { .. })) {
            let without = self.by_account.iter().filter(|name| !prize(name));
            moved.extend(without.map(|patron| Moved { patron: *patron, amount: Money::ZERO, done: true }));
        }
        // Whoever is done with is so behind the last that moves.
        for place in 0..moved.len() {
            let patron = moved[place].patron;
            if let Some(later) = moved[place + 1..].iter().position(|own| own.patron == patron) {
                let done = std::mem::take(&mut moved[place].done);
                moved[place + 1 + later].done |= done;
            }
        }
        moved
    }

    /// Why this program cannot write the next record, if a newer one has written the last.
    pub fn too_new(&self) -> Option<String> {
        self.engines.too_new()
    }

    /// The number of an entry, in the order in which people applied, from 1.
    pub fn number(&self, entrant: PersonId) -> Option<u32> {
        let place = self.entries.iter().position(|own| *own == entrant)?;
        u32::try_from(place + 1).ok()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use punto_vocab::{Authority, Setting};

    use super::*;

    #[test]
    fn a_prize_in_cash_goes_into_the_account_that_the_fee_came_out_of() {
        let (ada, ben): (PersonId, PersonId) = ("ada".parse().unwrap(), "ben".parse().unwrap());
        let mut contest = Contest::new(Arc::new(Rulebook::embedded("nsw-2021").unwrap()), false);
        contest.by_account.insert(ada);
        let paid = |line: &str| {
            let by = Authority::House(Setting::new("tournament-order")).into();
            [Event { what: line.parse().unwrap(), by }]
        };
        let by: Actor = "casino-operator max".parse().unwrap();
        for (how, amount) in [("cash", -15_000), ("transfer", -15_000), ("cheque", 0)] {
            let moved = contest.moved(CASH_INTO_ACCOUNTS, by, &paid(&format!("prize-paid ada 150 {how}")));
            assert_eq!(
                moved,
                [Moved { patron: ada, amount: Money::from_minor(amount), done: true }],
                "{how}"
            );
        }
        // Whoever paid over the counter is paid there, and older engines left all cash to it.
        assert!(contest.moved(CASH_INTO_ACCOUNTS, by, &paid("prize-paid ben 150 cash")).is_empty(), "{ben}");
        let before = contest.moved(CASH_INTO_ACCOUNTS - 1, by, &paid("prize-paid ada 150 cash"));
        assert_eq!(before, [Moved { patron: ada, amount: Money::ZERO, done: true }]);
    }
}
