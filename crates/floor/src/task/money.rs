//! A command that moves credits between the table and accounts: one append over all their streams.

use punto_accounts::Account;
use punto_host::locked;
use punto_journal::{AppendError, Entry};
use punto_site::Place;
use punto_table::{Actor, Command, Table, Time, With, apply};

use super::{Made, Refusal, Task, answer};
use crate::counter::TRIES;
use crate::desk::Decided;
use crate::noted::Noted;
use crate::refusal::FloorReason;
use crate::said::FloorError;
use crate::table::{HeldAccount, Job, Reply, What};
use crate::transfer::{Sides, expanded, notes};

/// What is decided at the table, and what the held accounts record for it.
type Both = (Vec<Made>, Vec<(usize, Decided<Account>)>);

impl Task {
    /// Does a job for which accounts are held.
    pub(super) async fn with_accounts(&mut self, mut job: Job) {
        for _ in 0..TRIES {
            if let Err(error) = self.be_sure().await {
                return answer(job, Err(error));
            }
            let Some(first) = self.not_a_repeat(job, &mut [], &mut Vec::new()) else { return };
            job = first;
            let mut held = std::mem::take(&mut job.accounts);
            for account in held.iter_mut().filter(|account| account.desk.in_doubt()) {
                if let Err(error) = account.counter.be_sure(&self.core.journal, &mut account.desk).await {
                    return answer(job, Err(error));
                }
            }
            let both = match self.both_sides(&job, &held) {
                Ok(both) => both,
                Err(refusal) => return self.refuse(job, refusal).await,
            };
            let Some(again) = self.write_both(job, both, &mut held).await else { return };
            job = Job { accounts: held, ..again };
        }
        answer(job, Err(FloorError::Busy));
    }

    /// Decides the commands that a job means at the table, and what the accounts record for them.
    fn both_sides(&self, job: &Job, held: &[HeldAccount]) -> Result<Both, Refusal> {
        let What::Say(asked) = &job.what else { return Ok((Vec::new(), Vec::new())) };
        self.same_currency(asked)?;
        let (mut work, at, seq) = {
            let standing = locked(&self.shared.standing);
            (Table::clone(&standing.table), self.core.clock.now().max(Time(standing.at)), standing.seq)
        };
        let attended = (self.core.account_most, self.staff_here());
        let for_show = work.open.as_ref().is_some_and(|open| open.terms.demonstration);
        let mut sides = Sides::new(self.shared.name, (self.core.demo, for_show), attended, held);
        let mut made = Vec::new();
        for command in expanded(&work, asked) {
            // What was asked for keeps its key; what goes before it is the floor's own doing, and where somebody else sends
            // a patron's credits home, no person's word.
            let asked_for = command == *asked;
            let key = job.key.clone().filter(|_| asked_for);
            let by = if asked_for || job.by.is_patron() { job.by } else { Actor::System };
            let (on_duty, asked_by) = (job.on_duty && asked_for, job.asked_by.filter(|_| asked_for));
            let own = Job::new(key, by, What::Say(command.clone()));
            let own = Job { of: job.of, on_duty, asked_by, ..own };
            let decided = self.decide((&work, seq), at, &own, &command)?;
            for event in &decided.0 {
                sides.follow(at, event)?;
                apply(&mut work, at, by, event);
            }
            made.push(self.made(own, &command, at, decided));
        }
        Ok((made, sides.made))
    }

    /// Refuses money of accounts at a table in another currency than theirs: nothing is worth the same in both.
    fn same_currency(&self, command: &Command) -> Result<(), Refusal> {
        let (currency, own) = (&self.shared.plan.currency, self.core.currency.as_ref());
        let Some(own) = own.filter(|own| *own != currency) else { return Ok(()) };
        match command {
            Command::BuyIn { with: With::Balance, .. } => {
                let reason = FloorReason::OtherCurrency { currency: currency.clone(), own: own.clone() };
                Err(reason.refused_by(&FloorReason::by_currency()).into())
            }
            _ => Ok(()),
        }
    }

    /// Writes both sides in one append; gives the job back if it must be decided again.
    async fn write_both(
        &mut self,
        job: Job,
        (mut made, sides): Both,
        held: &mut [HeldAccount],
    ) -> Option<Job> {
        let first = locked(&self.shared.standing).seq + 1;
        let table = made.iter().zip(first..).map(|(one, seq)| self.entry(one, seq));
        let both: Vec<Entry> = table.chain(sides.iter().map(|(_, side)| side.entry.clone())).collect();
        let (place, here) = (Place::Table(self.shared.name), self.staff_here());
        let told =
            sides.iter().flat_map(|(whose, side)| notes(place, here.as_ref(), held[*whose].patron, side));
        let noted = match self.noted(&made, told.collect()).await {
            Ok(Ok(noted)) => noted,
            Ok(Err(_)) => return Some(job),
            Err(error) => {
                answer(job, Err(error));
                return None;
            }
        };
        let count = both.len();
        match self.core.journal.append(both.into_iter().chain(Noted::entries(noted.as_ref())).collect()).await
        {
            Ok(records) => {
                let (both, beside) = records.split_at(count.min(records.len()));
                let (own, theirs) = both.split_at(made.len().min(both.len()));
                for ((whose, side), record) in sides.into_iter().zip(theirs) {
                    let account = &mut held[whose];
                    account.desk.commit(side, record);
                    account.counter.show(&account.desk);
                }
                Noted::written(noted, &self.core, beside);
                // The caller is answered with the last of the commands.
                if let Some(last) = made.last_mut() {
                    last.job.reply = job.reply;
                }
                self.commit(made, own).await;
            }
            Err(AppendError::Repeated { .. }) => match self.found(&job).await {
                Ok(Some(outcome)) => answer(job, Ok(Reply::Table(outcome))),
                Ok(None) => answer(job, Err(FloorError::Busy)),
                Err(error) => answer(job, Err(error)),
            },
            Err(error) => {
                held.iter_mut().for_each(|account| account.desk.failed(&error));
                Noted::failed(noted, &error);
                // Another process was the first at an account or at the site.
                if let AppendError::Conflict { .. } = error {
                    self.doubt = true;
                    return Some(job);
                }
                self.failed(&error);
                answer(job, Err(error.into()));
            }
        }
        None
    }
}
