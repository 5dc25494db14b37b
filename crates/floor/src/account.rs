//! A patron's account as others see it.

use std::sync::Arc;

use punto_accounts::Account;
use punto_table::{Actor, Command, With};
use punto_vocab::{Money, PersonId};
use tokio::sync::watch;

use crate::accounts::SharedAccount;
use crate::counter::to_the_end;
use crate::desk::{OutcomeOf, SaidTo};
use crate::hub::Core;
use crate::refusal::FloorReason;
use crate::said::{Answer, CommandKey, FloorError, Outcome};
use crate::table::{Job, Reply, TableHandle, What, debits_accounts};

/// What is said to an account.
pub type AccountSaid = SaidTo<Account>;

/// What became of it.
pub type AccountOutcome = OutcomeOf<Account>;

/// A patron's account.
#[derive(Clone)]
pub struct AccountHandle {
    pub(crate) core: Arc<Core>,
    pub(crate) patron: PersonId,
    pub(crate) counter: SharedAccount,
}

/// What became of money on its way to a table.
#[derive(Clone, Debug, PartialEq)]
pub enum Transfer {
    /// It is there.
    Done(Answer),
    /// The account refused.
    Account(punto_accounts::Refused),
    /// The table refused.
    Table(punto_table::Refused),
}

impl AccountHandle {
    /// Whose it is.
    pub fn patron(&self) -> PersonId {
        self.patron
    }

    /// Says something to the account, and waits until the journal has it.
    ///
    /// Money to and from tables is not said here but moved with [`AccountHandle::to_table`] and the table's own
    /// `cash-out`, so that both sides are written at once.
    pub async fn say(&self, said: AccountSaid) -> Result<AccountOutcome, FloorError> {
        use punto_accounts::Command as C;
        if self.core.stopping() {
            return Err(FloorError::Stopped);
        }
        match said.command {
            C::ToTable { .. }
            | C::ToTableOf { .. }
            | C::FromTable { .. }
            | C::FromTableOf { .. }
            | C::SpendVoucher { .. }
            | C::RedeemVoucher { .. } => Err(FloorReason::BothSidesAtOnce.into()),
            ref command if !self.core.locks.borrow().everywhere().lets_account(command) => {
                Err(FloorReason::Held.into())
            }
            _ => {
                let (core, counter) = (self.core.clone(), self.counter.clone());
                let patron = self.patron;
                to_the_end(async move { counter.say(&core, patron, &said).await }).await
            }
        }
    }

    /// Brings credits to a table where the patron is: one commit takes them from the account and has them there.
    pub async fn to_table(
        &self,
        table: &TableHandle,
        amount: Money,
        key: CommandKey,
    ) -> Result<Transfer, FloorError> {
        if !table.core().is_some_and(|core| debits_accounts(&core, &table.now().table)) {
            return Err(FloorReason::NoAccountsHere { table: *table.name() }.into());
        }
        let command = Command::BuyIn { patron: self.patron, amount, with: With::Balance, voucher: None };
        let held = table.hold(self.patron).await?;
        let job = Job::new(Some(key), Actor::System, What::Say(command));
        let reply = table.ask(Job { accounts: vec![held], ..job }).await?;
        Ok(match reply {
            Reply::Table(Outcome::Done(answer)) => Transfer::Done(answer),
            Reply::Table(Outcome::Refused(refused)) => Transfer::Table(refused),
            Reply::Account(refused) => Transfer::Account(refused),
        })
    }

    /// The account after its last commit.
    pub fn now(&self) -> Arc<Account> {
        self.counter.now()
    }

    /// Every state of the account from now on.
    pub fn watch(&self) -> watch::Receiver<Arc<Account>> {
        self.counter.watch()
    }
}
