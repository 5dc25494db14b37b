//! An append on its way to the disk.

use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};

use tokio::sync::oneshot;

use crate::{AppendError, Record};

/// What an append becomes.
pub type Appended = Result<Vec<Record>, AppendError>;

/// An append that was handed over; it resolves when the records are durable or are refused.
///
/// The append is made whether or not anybody waits for it.
#[derive(Debug)]
pub struct Pending(oneshot::Receiver<Appended>);

impl Pending {
    /// An open question and the place for its answer, for those who build a journal.
    pub fn new() -> (AnswerPlace, Pending) {
        let (sender, receiver) = oneshot::channel();
        (AnswerPlace(sender), Pending(receiver))
    }

    /// A question that is answered already.
    pub fn ready(answer: Appended) -> Pending {
        let (place, pending) = Pending::new();
        place.give(answer);
        pending
    }

    /// Blocks this thread until the answer is there.
    pub fn wait(self) -> Appended {
        let mut pending = pin!(self);
        let waker = Waker::from(Arc::new(Unpark(thread::current())));
        let mut context = Context::from_waker(&waker);
        loop {
            match pending.as_mut().poll(&mut context) {
                Poll::Ready(answer) => return answer,
                Poll::Pending => thread::park(),
            }
        }
    }
}

impl Future for Pending {
    type Output = Appended;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Appended> {
        // A journal that went away without an answer is a closed one.
        Pin::new(&mut self.0).poll(context).map(|answer| answer.unwrap_or(Err(AppendError::Closed)))
    }
}

/// Where a journal puts the answer to a [`Pending`]. Dropped without one, it answers "closed".
#[derive(Debug)]
pub struct AnswerPlace(oneshot::Sender<Appended>);

impl AnswerPlace {
    /// Answers. That the caller has stopped waiting is not an error.
    pub fn give(self, answer: Appended) {
        let _ = self.0.send(answer);
    }
}

struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}
