//! What is said to a tournament or a promotion, what becomes of it, and the queue from which its task takes one after the other.

use punto_floor::{CommandKey, FloorError};
use punto_vocab::{Actor, Refusal};
use tokio::sync::{mpsc, oneshot};

use crate::ledger::Undone;

/// How many commands may wait at a tournament or a promotion.
const QUEUE: usize = 256;

/// Something that is said.
#[derive(Clone, Debug, PartialEq)]
pub struct Saying<W> {
    /// Idempotency key chosen by the client.
    pub key: CommandKey,
    /// Who says it.
    pub by: Actor,
    /// What.
    pub what: W,
}

/// What became of it.
#[derive(Clone, Debug, PartialEq)]
pub enum ContestOutcome<A, R> {
    /// It was done, and the journal has it.
    Done(A),
    /// It was refused, and nothing has changed.
    Refused(Refusal<R>),
    /// An account refused, and so nothing has changed either.
    Account(punto_accounts::Refused),
}

impl<A, R> ContestOutcome<A, R> {
    /// What was done.
    pub fn done(&self) -> Option<&A> {
        match self {
            ContestOutcome::Done(answer) => Some(answer),
            ContestOutcome::Refused(_) | ContestOutcome::Account(_) => None,
        }
    }

    /// Why it was refused.
    pub fn refused(&self) -> Option<&Refusal<R>> {
        match self {
            ContestOutcome::Refused(refused) => Some(refused),
            ContestOutcome::Done(_) | ContestOutcome::Account(_) => None,
        }
    }

    /// What is answered to whoever said it.
    pub(crate) fn of(done: Result<A, Undone<R>>) -> Result<ContestOutcome<A, R>, FloorError> {
        match done {
            Ok(answer) => Ok(ContestOutcome::Done(answer)),
            Err(Undone::Refused(refused)) => Ok(ContestOutcome::Refused(refused)),
            Err(Undone::Account(refused)) => Ok(ContestOutcome::Account(refused)),
            Err(Undone::Fault(error)) => Err(error),
        }
    }
}

/// Something for a task to do.
pub(crate) enum Job<S, O> {
    Say(S, oneshot::Sender<Result<O, FloorError>>),
    Stop(oneshot::Sender<()>),
}

/// Where a task finds what it is to do.
pub(crate) type Queue<S, O> = mpsc::Receiver<Job<S, O>>;

/// Where it is said. A clone is the same one.
pub(crate) struct Desk<S, O>(mpsc::Sender<Job<S, O>>);

impl<S, O> Clone for Desk<S, O> {
    fn clone(&self) -> Desk<S, O> {
        Desk(self.0.clone())
    }
}

impl<S, O> Desk<S, O> {
    /// A desk and the queue behind it.
    pub(crate) fn open() -> (Desk<S, O>, Queue<S, O>) {
        let (sender, queue) = mpsc::channel(QUEUE);
        (Desk(sender), queue)
    }

    /// Says something, and waits until the journal has it.
    pub(crate) async fn say(&self, said: S) -> Result<O, FloorError> {
        let (reply, answer) = oneshot::channel();
        self.0.try_send(Job::Say(said, reply)).map_err(|error| match error {
            mpsc::error::TrySendError::Full(_) => FloorError::Busy,
            mpsc::error::TrySendError::Closed(_) => FloorError::Stopped,
        })?;
        answer.await.unwrap_or(Err(FloorError::Stopped))
    }

    /// Has the task finish what it does and end.
    pub(crate) async fn stop(&self) {
        let (reply, answer) = oneshot::channel();
        if self.0.send(Job::Stop(reply)).await.is_ok() {
            let _ = answer.await;
        }
    }
}
