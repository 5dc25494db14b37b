//! Vouchers between accounts: out of the account a voucher came from and into the one it is brought to, in one append.

use std::sync::Arc;

use punto_accounts::{Account, AccountRule, Command, Event, Reason, Refused, VoucherId};
use punto_journal::AppendError;
use punto_records::{AccountRecord, Spoken};
use punto_site::{Place, Principal};
use punto_vocab::PersonId;
use punto_vocab::Time;
use tokio::sync::OwnedMutexGuard;

use crate::account::AccountOutcome;
use crate::accounts::SharedAccount;
use crate::counter::{blocking, to_the_end, until_first};
use crate::desk::{AnswerOf, Decided, Desk, OutcomeOf, SaidTo};
use crate::floor::Floor;
use crate::hub::Core;
use crate::noted::Noted;
use crate::refusal::FloorReason;
use crate::said::{CommandKey, FloorError};
use crate::transfer::{notes, over};

/// A voucher that somebody brings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redemption {
    /// Idempotency key chosen by the client: a repeat gets the first answer.
    pub key: CommandKey,
    /// Who brings it: the patron, or staff for them.
    pub by: Principal,
    /// The voucher.
    pub voucher: VoucherId,
    /// Whose account it came from.
    pub from: PersonId,
    /// Whose account it goes to.
    pub into: PersonId,
    /// The second person of staff, who has approved it.
    pub seconded: Option<PersonId>,
}

/// An account that is locked for this caller.
struct Held {
    counter: SharedAccount,
    desk: OwnedMutexGuard<Desk<Account>>,
}

impl Floor {
    /// Redeems a voucher: it is spent and the money is there, or neither; and of two who bring the same one, one gets it.
    pub async fn redeem(&self, asked: Redemption) -> Result<AccountOutcome, FloorError> {
        if self.core().stopping() {
            return Err(FloorError::Stopped);
        }
        self.core().not_held()?;
        let core = self.core().clone();
        to_the_end(async move { until_first!(bring(&core, &asked)) }).await
    }
}

/// Redeems a voucher with the accounts held that it comes from and goes to.
async fn bring(core: &Core, asked: &Redemption) -> Result<AccountOutcome, FloorError> {
    // In the order of their names, so that no two who hold both wait for each other.
    let (first, second) = (asked.from.min(asked.into), asked.from.max(asked.into));
    let mut held = vec![hold(core, first).await?];
    if second != first {
        held.push(hold(core, second).await?);
    }
    let place = |patron: PersonId| usize::from(patron != first);
    redeem(core, asked, &mut held, place(asked.from), place(asked.into)).await
}

async fn hold(core: &Core, patron: PersonId) -> Result<Held, FloorError> {
    let counter = core.accounts.of(&core.journal, patron).await?;
    let desk = counter.take(&core.journal).await?;
    Ok(Held { counter, desk })
}

async fn redeem(
    core: &Core,
    asked: &Redemption,
    held: &mut [Held],
    from: usize,
    into: usize,
) -> Result<AccountOutcome, FloorError> {
    let (voucher, at) = (asked.voucher, Time(core.clock.now().0));
    let Some(amount) = held[from].desk.state.vouchers.get(&voucher).copied() else {
        return spent(core, asked, &held[into].desk).await;
    };
    // Whoever brings back a voucher of their own has all records in one account.
    let mut work: Vec<Desk<Account>> = held.iter().map(|account| account.desk.clone()).collect();
    let mut made: Vec<(usize, Decided<Account>)> = Vec::new();
    let mut say = |place: usize, key, by, command| -> Result<Arc<Account>, Refused> {
        let decided = work[place].decide_at(at, &SaidTo { key, by, command })?;
        work[place].suppose(&decided);
        made.push((place, decided));
        Ok(work[place].state.clone())
    };
    let mut both = || {
        let (into_whose, seconded) = (asked.into, asked.seconded);
        say(from, None, Principal::System, Command::SpendVoucher { voucher, into: into_whose, seconded })?;
        let command = Command::RedeemVoucher { voucher, amount, from: asked.from, seconded };
        let account = say(into, Some(asked.key.clone()), asked.by, command)?;
        // What comes over the counter is an attendant's business already.
        match over(&account, core.account_most, amount, None).filter(|_| asked.by.staff().is_none()) {
            Some(hold) => say(into, None, Principal::System, hold).map(drop),
            None => Ok(()),
        }
    };
    if let Err(refused) = both() {
        return Ok(OutcomeOf::Refused(refused));
    }
    let whose = |place: usize| if place == into { asked.into } else { asked.from };
    let told = made.iter().flat_map(|(place, side)| notes(Place::Site, None, whose(*place), side));
    let noted = Noted::of(core, told.collect()).await?;
    let own = made.iter().map(|(_, decided)| decided.entry.clone());
    match core.journal.append(own.chain(Noted::entries(noted.as_ref())).collect()).await {
        Ok(records) => {
            let (own, beside) = records.split_at(made.len().min(records.len()));
            let mut answers = Vec::new();
            for ((place, decided), record) in made.into_iter().zip(own) {
                answers.push(held[place].desk.commit(decided, record));
            }
            Noted::written(noted, core, beside);
            held.iter().for_each(|account| account.counter.show(&account.desk));
            answers.into_iter().nth(1).map(OutcomeOf::Done).ok_or(FloorError::Stopped)
        }
        Err(AppendError::Repeated { .. }) => spent(core, asked, &held[into].desk).await,
        Err(error) => {
            held.iter_mut().for_each(|account| account.desk.failed(&error));
            Noted::failed(noted, &error);
            Err(error.into())
        }
    }
}

/// A voucher that is not out: brought again by the same key, it is answered as it was then.
async fn spent(core: &Core, asked: &Redemption, desk: &Desk<Account>) -> Result<AccountOutcome, FloorError> {
    let (journal, stream, key) = (core.journal.clone(), desk.stream.clone(), asked.key.clone());
    let found = blocking(move || journal.find(&stream, key.as_str())).await?;
    let Some(record) = found.map_err(|fault| FloorError::Fault(fault.to_string()))? else {
        let reason = Reason::VoucherNotOut { voucher: asked.voucher };
        return Ok(OutcomeOf::Refused(AccountRule::Vouchers.refusal(reason)));
    };
    let entry = record.entry;
    let first = AccountRecord::of(&entry).ok().and_then(AccountRecord::said);
    let first = first.filter(|(by, _)| *by == asked.by).map(|(_, said)| said);
    let same = |said: &Spoken<Command, Event>| matches!(said.command(), Ok(Command::RedeemVoucher { voucher, .. }) if *voucher == asked.voucher);
    match first.filter(same) {
        Some(first) => Ok(OutcomeOf::Done(AnswerOf::again(&entry, first))),
        None => Err(FloorReason::KeyOfAnotherCommand.into()),
    }
}
