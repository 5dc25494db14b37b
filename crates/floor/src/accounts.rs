//! The accounts of patrons: each a stream of its own, taken up when somebody first asks for it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use punto_accounts::Account;
use punto_host::locked;
use punto_journal::{Journal, StreamName};
use punto_records::StreamOf;
use punto_vocab::PersonId;
use tokio::sync::OnceCell;

use crate::counter::{Counter, blocking};
use crate::desk::Desk;
use crate::refusal::FloorReason;
use crate::said::FloorError;

/// One account, once it is taken up.
pub(crate) type SharedAccount = Arc<Counter<Account>>;

/// All accounts that somebody has asked for.
#[derive(Default)]
pub(crate) struct Accounts(Mutex<HashMap<PersonId, Arc<OnceCell<SharedAccount>>>>);

impl Accounts {
    /// The account of a patron, read from the journal the first time.
    pub(crate) async fn of(
        &self,
        journal: &Arc<dyn Journal>,
        patron: PersonId,
    ) -> Result<SharedAccount, FloorError> {
        let stream = stream(patron)?;
        let cell = locked(&self.0).entry(patron).or_default().clone();
        let read = || async {
            let own = journal.clone();
            let desk = blocking(move || Desk::load(&*own, stream)).await?;
            let desk = desk.map_err(|error| FloorError::Fault(error.to_string()))?;
            Ok(Arc::new(Counter::new(desk)))
        };
        cell.get_or_try_init(read).await.cloned()
    }

    /// Every account that has been taken up.
    pub(crate) fn all(&self) -> Vec<SharedAccount> {
        locked(&self.0).values().filter_map(|cell| cell.get().cloned()).collect()
    }
}

/// The stream of a patron's account; not every name of a person can be one of an account.
pub fn stream(patron: PersonId) -> Result<StreamName, FloorError> {
    StreamOf::Patron(patron).name().map_err(|_| FloorReason::NoAccountOfThatName { patron }.into())
}
