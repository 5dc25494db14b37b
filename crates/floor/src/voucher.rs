//! Vouchers between accounts: out of the account a voucher came from and into the one it is brought to, in one append.

use std::sync::Arc;

use punto_journal::{AppendError, v1};
use punto_patron::{Account, Command, Ground, Reason, VoucherId};
use punto_site::{Actor, Time};
use punto_vocab::PatronId;
use tokio::sync::OwnedMutexGuard;

use crate::account::AccountOutcome;
use crate::accounts::SharedAccount;
use crate::counter::blocking;
use crate::desk::{AnswerOf, Desk, OutcomeOf, SaidTo};
use crate::floor::Floor;
use crate::hub::Core;
use crate::refusal::FloorReason;
use crate::said::{CommandKey, FloorError};

/// A voucher that somebody brings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redemption {
    /// The command's own name, so that a repeat is answered as the first was.
    pub key: CommandKey,
    /// Who brings it: the patron, or staff for them.
    pub by: Actor,
    /// The voucher.
    pub voucher: VoucherId,
    /// Whose account it came from.
    pub from: PatronId,
    /// Whose account it goes to.
    pub into: PatronId,
}

/// An account that nobody else speaks to for now.
struct Held {
    counter: SharedAccount,
    desk: OwnedMutexGuard<Desk<Account>>,
}

impl Floor {
    /// Redeems a voucher: it is spent and the money is there, or neither; and of two who bring the same one, one gets it.
    pub async fn redeem(&self, asked: Redemption) -> Result<AccountOutcome, FloorError> {
        let core = self.core();
        if core.stopping() {
            return Err(FloorError::Stopped);
        }
        // In the order of their names, so that no two who hold both wait for each other.
        let (first, second) = (asked.from.min(asked.into), asked.from.max(asked.into));
        let mut held = vec![hold(core, first).await?];
        if second != first {
            held.push(hold(core, second).await?);
        }
        let place = |patron: PatronId| usize::from(patron != first);
        redeem(core, &asked, &mut held, place(asked.from), place(asked.into)).await
    }
}

async fn hold(core: &Core, patron: PatronId) -> Result<Held, FloorError> {
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
    let spend = Command::SpendVoucher { voucher, into: asked.into };
    let spend = SaidTo { key: None, by: Actor::System, command: spend };
    let mut work = held[from].desk.clone();
    let spend = match work.decide_at(at, &spend) {
        Ok(spend) => spend,
        Err(refused) => return Ok(OutcomeOf::Refused(refused)),
    };
    work.suppose(&spend);
    // Whoever brings back a voucher of their own has two records in one account.
    let brought = if from == into { work } else { held[into].desk.clone() };
    let command = Command::RedeemVoucher { voucher, amount, from: asked.from };
    let redeem = SaidTo { key: Some(asked.key.clone()), by: asked.by, command };
    let redeem = match brought.decide_at(at, &redeem) {
        Ok(redeem) => redeem,
        Err(refused) => return Ok(OutcomeOf::Refused(refused)),
    };
    let written = core.journal.append(vec![spend.entry.clone(), redeem.entry.clone()]).await;
    match written.as_deref() {
        Ok([one, other]) => {
            held[from].desk.commit(spend, one);
            let answer = held[into].desk.commit(redeem, other);
            held.iter().for_each(|account| account.counter.show(&account.desk));
            Ok(OutcomeOf::Done(answer))
        }
        Ok(_) => Err(FloorError::Stopped),
        Err(AppendError::Repeated { .. }) => spent(core, asked, &held[into].desk).await,
        Err(error) => {
            held.iter_mut().for_each(|account| account.desk.failed(error));
            Err(error.clone().into())
        }
    }
}

/// A voucher that is not out: brought again by the same key, it is answered as it was then.
async fn spent(core: &Core, asked: &Redemption, desk: &Desk<Account>) -> Result<AccountOutcome, FloorError> {
    let (journal, stream, key) = (core.journal.clone(), desk.stream.clone(), asked.key.clone());
    let found = blocking(move || journal.find(&stream, key.as_str())).await?;
    let Some(record) = found.map_err(|fault| FloorError::Fault(fault.to_string()))? else {
        let reason = Reason::VoucherNotOut { voucher: asked.voucher };
        return Ok(OutcomeOf::Refused(Ground::Vouchers.refusal(reason)));
    };
    let entry = record.entry;
    let said = match v1::Body::read(entry.schema, &entry.body) {
        Ok(v1::Body::Said(said)) if entry.actor == asked.by.to_string() => said,
        _ => return Err(FloorReason::KeyOfAnotherCommand.into()),
    };
    match said.said.parse() {
        Ok(Command::RedeemVoucher { voucher, .. }) if voucher == asked.voucher => {
            let events = said.events.into_iter().map(|event| event.what).collect();
            let (seq, at, happened) = (entry.seq, Time(entry.at), Arc::new([]));
            Ok(OutcomeOf::Done(AnswerOf { seq, at, events, happened, repeated: true }))
        }
        _ => Err(FloorReason::KeyOfAnotherCommand.into()),
    }
}
