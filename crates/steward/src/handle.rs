//! A running tournament as others see it: something to speak to, to look at and to watch.

use std::sync::Arc;

use punto_contest::{Contest, TournamentPlan, WhoseWord};
use punto_floor::{Floor, FloorError};
use punto_tournament::{Command, Event, Form, Reason};
use punto_vocab::{Actor, BetId, Money, PersonId, Time};
use tokio::sync::watch;

use crate::clock::Wait;
use crate::saying::{ContestOutcome, Desk, Saying};
use crate::secrets::Secrets;

/// What is said to a tournament.
pub type TournamentSaying = Saying<What>;

/// What is said: a command, or one that the house completes with what nobody may know yet.
#[derive(Clone, Debug, PartialEq)]
pub enum What {
    /// A command as it is.
    Command(Box<Command>),
    /// The conditions are published, with the promise of the draws' seeds where seats are drawn.
    Publish,
    /// Seats are drawn with the seed that was promised.
    Draw,
    /// A hidden wager is handed in; what is not filled in stays so.
    Seal {
        /// Whose.
        entrant: PersonId,
        /// The bet.
        bet: Option<BetId>,
        /// The amount in figures.
        stake: Option<Money>,
        /// The amount in words.
        words: Option<Money>,
    },
    /// A hidden wager is read out.
    Announce {
        /// Whose.
        entrant: PersonId,
    },
}

impl What {
    /// Whose word it is, as a tournament stands.
    pub fn whose(&self, contest: &Contest, by: Actor, at: Time) -> WhoseWord {
        match self {
            What::Command(command) => contest.whose(by, at, command),
            What::Publish => WhoseWord::Two,
            What::Draw | What::Announce { .. } => WhoseWord::Officer,
            What::Seal { entrant, .. } => WhoseWord::Entrant(*entrant),
        }
    }

    /// Whether it is a command that the house completes, said without what belongs into it or with it.
    pub(crate) fn is_for_the_house(&self) -> bool {
        match self {
            What::Command(command) => matches!(
                **command,
                Command::Publish { .. }
                    | Command::Draw { .. }
                    | Command::Seal { .. }
                    | Command::Announce { .. }
            ),
            What::Publish | What::Draw | What::Seal { .. } | What::Announce { .. } => false,
        }
    }
}

impl From<Command> for What {
    fn from(command: Command) -> What {
        What::Command(Box::new(command))
    }
}

/// What became of it.
pub type TournamentOutcome = ContestOutcome<TournamentAnswer, Reason>;

/// What a command has caused.
#[derive(Clone, Debug, PartialEq)]
pub struct TournamentAnswer {
    /// The number of its record.
    pub seq: u64,
    /// When it was done.
    pub at: Time,
    /// What happened.
    pub happened: Arc<[Event]>,
    /// Whether this is the answer to an earlier command with the same key.
    pub repeated: bool,
    /// The form that was sealed, for whoever handed it in.
    pub receipt: Option<Form>,
}

/// A tournament right after a commit. Views are made from it; it is no view itself.
#[derive(Clone, Debug)]
pub struct TournamentMoment {
    /// The tournament as it stands.
    pub contest: Arc<Contest>,
    /// What happened since the moment before, with who caused it.
    pub happened: Vec<(u64, Time, Actor, Event)>,
    /// What the clock waits for.
    pub waits: Vec<Wait>,
    /// Why it does not go on by itself: a person is asked.
    pub fault: Option<String>,
}

/// A running tournament. A clone is the same one.
#[derive(Clone)]
pub struct TournamentHandle {
    pub(crate) plan: Arc<TournamentPlan>,
    pub(crate) floor: Floor,
    pub(crate) desk: Desk<TournamentSaying, TournamentOutcome>,
    pub(crate) moments: watch::Sender<Arc<TournamentMoment>>,
    pub(crate) secrets: Arc<Secrets>,
}

impl TournamentHandle {
    /// What it was put up as.
    pub fn plan(&self) -> &TournamentPlan {
        &self.plan
    }

    /// The tournament after its last commit.
    pub fn now(&self) -> Arc<TournamentMoment> {
        self.moments.borrow().clone()
    }

    /// Every moment from now on; who is slow sees only the newest.
    pub fn watch(&self) -> watch::Receiver<Arc<TournamentMoment>> {
        self.moments.subscribe()
    }

    /// Says something to the tournament, and waits until the journal has it.
    pub async fn say(&self, said: TournamentSaying) -> Result<TournamentOutcome, FloorError> {
        self.desk.say(said).await
    }

    /// The form of a hidden wager that is handed in and not read out yet. Who may see it is the caller's to judge.
    pub fn form(&self, entrant: PersonId) -> Option<Form> {
        let own = self.now().contest.own.clone();
        let venue = own.venues.get(&own.place(entrant)?.table)?;
        self.secrets.form(&self.floor, venue.forms.get(&entrant)?.seal?).ok()
    }

    pub(crate) async fn stop(&self) {
        self.desk.stop().await;
    }
}
