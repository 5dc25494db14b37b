//! A running promotion as others see it: something to speak to, to look at and to watch.

use std::sync::Arc;

use punto_contest::{Campaign, PromotionPlan};
use punto_floor::FloorError;
use punto_promotion::{Command, Event, Reason};
use punto_vocab::Time;
use tokio::sync::watch;

use crate::saying::{ContestOutcome, Desk, Saying};

/// What is said to a promotion. The house fills in the promise when it is published, and the seed when it is drawn.
pub type PromotionSaying = Saying<Command>;

/// What became of it.
pub type PromotionOutcome = ContestOutcome<PromotionAnswer, Reason>;

/// What a command has caused.
#[derive(Clone, Debug, PartialEq)]
pub struct PromotionAnswer {
    /// The number of its record.
    pub seq: u64,
    /// When it was done.
    pub at: Time,
    /// What happened.
    pub happened: Arc<[Event]>,
    /// Whether this is the answer to an earlier command with the same key.
    pub repeated: bool,
}

/// A promotion right after a commit. Views are made from it; it is no view itself.
#[derive(Clone, Debug)]
pub struct PromotionMoment {
    /// The promotion as it stands.
    pub campaign: Arc<Campaign>,
    /// Why it does not go on: a person is asked.
    pub fault: Option<String>,
}

/// A running promotion. A clone is the same one.
#[derive(Clone)]
pub struct PromotionHandle {
    pub(crate) plan: Arc<PromotionPlan>,
    pub(crate) desk: Desk<PromotionSaying, PromotionOutcome>,
    pub(crate) moments: watch::Sender<Arc<PromotionMoment>>,
}

impl PromotionHandle {
    /// What it was put up as.
    pub fn plan(&self) -> &PromotionPlan {
        &self.plan
    }

    /// The promotion after its last commit.
    pub fn now(&self) -> Arc<PromotionMoment> {
        self.moments.borrow().clone()
    }

    /// Every moment from now on; who is slow sees only the newest.
    pub fn watch(&self) -> watch::Receiver<Arc<PromotionMoment>> {
        self.moments.subscribe()
    }

    /// Says something to the promotion, and waits until the journal has it.
    pub async fn say(&self, said: PromotionSaying) -> Result<PromotionOutcome, FloorError> {
        self.desk.say(said).await
    }

    pub(crate) async fn stop(&self) {
        self.desk.stop().await;
    }
}
