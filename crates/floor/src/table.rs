//! A running table as others see it: something to speak to, to look at and to watch.

use std::sync::{Arc, Mutex, OnceLock, RwLock};

use punto_accounts::Account;
use punto_host::locked;
use punto_report::CoupRecall;
use punto_report::Meters;
use punto_rulebook::Rulebook;
use punto_scanner::{Request, ShoeDue};
use punto_shoe::{Commitment, Pledge, Share};
use punto_table::{Account as Purse, Actor, Coin, Command, Table, With};
use punto_vocab::PersonId;
use tokio::sync::{OwnedMutexGuard, mpsc, oneshot, watch};

use crate::accounts::SharedAccount;
use crate::desk::Desk;
use crate::hold::Hold;
use crate::hub::Core;
use crate::leave::Given;
use crate::moment::{Moment, Ring};
use crate::plan::{Pace, TableName, TablePlan};
use crate::refusal::FloorReason;
use crate::said::{CommandKey, CoupRef, FloorError, Outcome, Said};
use crate::standing::Standing;
use crate::task::{Concern, ShareSaid, held};
use crate::terminals::{Terminal, Terminals};

/// How many commands may wait at a table.
pub const QUEUE: usize = 256;

/// A running table. A clone is the same table.
#[derive(Clone)]
pub struct TableHandle(pub(crate) Arc<Shared>);

pub(crate) struct Shared {
    pub(crate) name: TableName,
    pub(crate) plan: Arc<TablePlan>,
    pub(crate) core: std::sync::Weak<Core>,
    pub(crate) queue: mpsc::Sender<Job>,
    pub(crate) moments: watch::Sender<Arc<Moment>>,
    pub(crate) ring: Ring,
    pub(crate) standing: Mutex<Standing>,
    pub(crate) book: RwLock<Arc<Rulebook>>,
    /// Who could put a share into its next shoe.
    pub(crate) terminals: Terminals,
    /// What its tournament lets its dealer do now, at a table of one.
    pub(crate) leave: watch::Sender<Given>,
    /// Whether its dealer waits for nobody.
    pub(crate) hurried: watch::Sender<bool>,
    /// Why its task has ended, if it did so by itself.
    pub(crate) dead: OnceLock<String>,
}

/// How a person who deals lays a card from the house's own shoe. It gives a card only when one is due and only where it is due:
/// whoever could take one beside that would know or choose what comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Laid {
    /// Where it is due.
    AsDue,
    /// Where it is due, face down where the dealing method leaves a choice.
    FaceDown,
}

/// Something for a table's task to do.
pub(crate) struct Job {
    /// Only the dealer, and terminals about their shares, speak without a key.
    pub(crate) key: Option<CommandKey>,
    pub(crate) by: Actor,
    pub(crate) what: What,
    /// The line by which a repeat is known for one; empty where the card or the shoe makes the line.
    pub(crate) line: String,
    /// The coup it is said of.
    pub(crate) of: Option<CoupRef>,
    /// The accounts whose money it may move, held until it is done.
    pub(crate) accounts: Vec<HeldAccount>,
    /// The account whose holder must be free to play.
    pub(crate) player: Option<SharedAccount>,
    /// Whether somebody of staff says it who must be on at the table.
    pub(crate) on_duty: bool,
    /// Whether the tournament says it that the table is of.
    pub(crate) of_tournament: bool,
    /// Who asked for it at their screen, where somebody else of staff says it there.
    pub(crate) asked_by: Option<PersonId>,
    pub(crate) reply: Option<oneshot::Sender<Result<Reply, FloorError>>>,
}

impl Job {
    pub(crate) fn new(key: Option<CommandKey>, by: Actor, what: What) -> Job {
        let line = match &what {
            What::Say(command) => command.to_string(),
            What::Deal(_) | What::Scan(_) | What::Cut { .. } | What::Share { .. } | What::Stop => {
                String::new()
            }
        };
        let (of, accounts, player, asked_by, reply) = (None, Vec::new(), None, None, None);
        let (on_duty, of_tournament) = (false, false);
        Job { key, by, what, line, of, accounts, player, on_duty, of_tournament, asked_by, reply }
    }
}

/// An account that nobody else can move money of.
pub(crate) struct HeldAccount {
    pub(crate) patron: PersonId,
    pub(crate) counter: SharedAccount,
    pub(crate) desk: OwnedMutexGuard<Desk<Account>>,
}

#[derive(Clone, Debug)]
pub(crate) enum What {
    Say(Command),
    Deal(Laid),
    Scan(Request),
    Cut { patron: PersonId, depth: u32 },
    Share { patron: PersonId, shoe: Commitment, said: ShareSaid },
    Stop,
}

#[derive(Clone, Debug)]
pub(crate) enum Reply {
    Table(Outcome),
    /// The account refused, and so nothing happened at the table either.
    Account(punto_accounts::Refused),
}

impl Reply {
    /// The same as an answer to the caller.
    pub(crate) fn outcome(self) -> Result<Outcome, FloorError> {
        match self {
            Reply::Table(outcome) => Ok(outcome),
            Reply::Account(refused) => Err(FloorError::Account(refused)),
        }
    }
}

impl TableHandle {
    /// Its name.
    pub fn name(&self) -> &TableName {
        &self.0.name
    }

    /// The document it runs under.
    pub fn book(&self) -> Arc<Rulebook> {
        self.0.book.read().unwrap_or_else(std::sync::PoisonError::into_inner).clone()
    }

    /// What it was planned as.
    pub fn plan(&self) -> Arc<TablePlan> {
        self.0.plan.clone()
    }

    /// Says something to the table, and waits until the journal has it.
    ///
    /// At a table with accounts, whatever moves credits moves them in the account by the same commit: `buy-in … balance`,
    /// `cash-out`, and whatever ends a visit, which brings home what is left.
    pub async fn say(&self, said: Said) -> Result<Outcome, FloorError> {
        self.tell(said, false, None).await
    }

    /// Says something for somebody of staff at the screen of another, who asked for it: two persons, both on record.
    pub async fn say_asked_by(&self, said: Said, asked_by: PersonId) -> Result<Outcome, FloorError> {
        self.tell(said, false, Some(asked_by)).await
    }

    /// Says something for somebody of staff who must be on at the table for it; see [`crate::presence`]. It is one
    /// person's, and what takes two is refused.
    pub async fn say_on_duty(&self, said: Said) -> Result<Outcome, FloorError> {
        let core = self.core().ok_or(FloorError::Stopped)?;
        // One dealer after another signs on, so that each sees where the others are.
        let _turn = match said.command {
            Command::SignOn => Some(core.signing_on.lock().await),
            _ => None,
        };
        self.tell(said, true, None).await
    }

    async fn tell(
        &self,
        said: Said,
        on_duty: bool,
        asked_by: Option<PersonId>,
    ) -> Result<Outcome, FloorError> {
        let Said { key, by, command, of } = said;
        let (accounts, player) = self.accounts_of(&command).await?;
        let job = Job::new(Some(key), by, What::Say(command));
        let job = Job { accounts, player, of, on_duty, asked_by, ..job };
        self.ask(job).await?.outcome()
    }

    /// A person who deals, and is on at the table, takes the next card from the house's own shoe and lays it.
    ///
    /// Where the marker is next, the marker comes out instead, and the card with the next asking.
    pub async fn deal(
        &self,
        key: CommandKey,
        by: Actor,
        laid: Laid,
        of: Option<CoupRef>,
    ) -> Result<Outcome, FloorError> {
        let on_duty = true;
        self.ask(Job { of, on_duty, ..Job::new(Some(key), by, What::Deal(laid)) }).await?.outcome()
    }

    /// A scanning shoe tells what left it; where a card went that was not due, the table rules on it.
    pub async fn scan(&self, key: CommandKey, request: Request) -> Result<Outcome, FloorError> {
        self.ask(Job::new(Some(key), Actor::System, What::Scan(request))).await?.outcome()
    }

    /// What a scanning shoe may let out here now: nothing while a fault holds the table.
    pub fn due_from_shoe(&self) -> ShoeDue {
        let now = self.now();
        match self.fault_holds() {
            hold if hold.lets_table(&now.table, &Command::MarkerSeen) => {
                ShoeDue::at(&self.book(), &now.table, Actor::System)
            }
            _ => ShoeDue::nothing(&FloorReason::Held.to_string()),
        }
    }

    /// A patron at the table chooses after how many cards the shoe is cut, while it waits for its cut.
    pub async fn choose_cut(
        &self,
        key: CommandKey,
        patron: PersonId,
        depth: u32,
        of: Option<CoupRef>,
    ) -> Result<Outcome, FloorError> {
        let job = Job::new(Some(key), Actor::Patron(patron), What::Cut { patron, depth });
        self.ask(Job { of, ..job }).await?.outcome()
    }

    /// A patron's terminal promises a share of the order of the shoe with this commitment. Said again, it is answered again.
    pub async fn pledge(
        &self,
        patron: PersonId,
        shoe: Commitment,
        pledge: Pledge,
    ) -> Result<Outcome, FloorError> {
        self.share(patron, shoe, ShareSaid::Pledge(pledge)).await
    }

    /// A patron's terminal reveals the share that it pledged, once pledges are closed. Said again, it is answered again.
    pub async fn reveal(
        &self,
        patron: PersonId,
        shoe: Commitment,
        share: Share,
    ) -> Result<Outcome, FloorError> {
        self.share(patron, shoe, ShareSaid::Reveal(share)).await
    }

    async fn share(
        &self,
        patron: PersonId,
        shoe: Commitment,
        said: ShareSaid,
    ) -> Result<Outcome, FloorError> {
        let what = What::Share { patron, shoe, said };
        self.ask(Job::new(None, Actor::Patron(patron), what)).await?.outcome()
    }

    /// A patron's terminal is connected that gives shares by itself; it is asked for them while this is kept.
    pub fn terminal(&self, patron: PersonId) -> Terminal {
        Terminal::at(self, patron)
    }

    /// The table after its last commit.
    pub fn now(&self) -> Arc<Moment> {
        self.0.moments.borrow().clone()
    }

    /// Every moment from now on; who is slow sees only the newest.
    pub fn watch(&self) -> watch::Receiver<Arc<Moment>> {
        self.0.moments.subscribe()
    }

    /// The moments behind a number, if all of them are still kept.
    pub fn since(&self, seq: u64) -> Option<Vec<Arc<Moment>>> {
        self.0.ring.since(seq)
    }

    /// Has the automatic dealer wait for nobody, or for people again; at a house that plays for money it always waits.
    pub fn hurry(&self, hurried: bool) {
        if self.core().is_some_and(|core| core.demo) {
            let changed = |now: &mut bool| std::mem::replace(now, hurried) != hurried;
            self.0.hurried.send_if_modified(changed);
        }
    }

    /// How fast its automatic dealer works now.
    pub fn pace(&self) -> Pace {
        match *self.0.hurried.borrow() {
            true => Pace::HURRIED,
            false => self.core().map_or_else(Pace::default, |core| core.pace.of(&self.0.plan)),
        }
    }

    /// How many commands wait at it.
    pub fn waiting(&self) -> usize {
        self.0.queue.max_capacity() - self.0.queue.capacity()
    }

    /// Why a command must wait for an attendant, if it must.
    pub fn held(&self, command: &Command) -> Option<punto_accounts::Refused> {
        let core = self.core()?;
        let locks = core.locks.borrow().clone();
        held(&locks, self.0.name, &self.now().table, command)
    }

    /// How far faults hold it.
    pub(crate) fn fault_holds(&self) -> Hold {
        self.core().map(|core| core.locks.borrow().at(self.0.name)).unwrap_or_default()
    }

    /// Its meters.
    pub fn meters(&self) -> Meters {
        locked(&self.0.standing).meters.clone()
    }

    /// Its last coups, the newest first, at most so many. Stakes that a patron has sealed are in them.
    pub fn recall(&self, most: usize) -> Vec<Arc<CoupRecall>> {
        locked(&self.0.standing).recall.coups().rev().take(most).cloned().collect()
    }

    /// The coup in progress as recall will have it.
    pub fn coup_in_progress(&self) -> Option<CoupRecall> {
        locked(&self.0.standing).recall.now().cloned()
    }

    /// Everything its records have come to, for a check.
    pub fn standing(&self) -> Standing {
        locked(&self.0.standing).clone()
    }

    pub(crate) async fn ask(&self, mut job: Job) -> Result<Reply, FloorError> {
        let (reply, answer) = oneshot::channel();
        job.reply = Some(reply);
        if self.core().is_none_or(|core| core.stopping()) {
            return Err(FloorError::Stopped);
        }
        self.0.queue.try_send(job).map_err(|error| match error {
            mpsc::error::TrySendError::Full(_) => FloorError::Busy,
            mpsc::error::TrySendError::Closed(_) => self.ended(),
        })?;
        answer.await.unwrap_or_else(|_| Err(self.ended()))
    }

    /// Has the table finish what waits and end. One that is gone already has nothing to finish.
    pub(crate) async fn stop(&self) {
        let (reply, answer) = oneshot::channel();
        let job = Job { reply: Some(reply), ..Job::new(None, Actor::System, What::Stop) };
        if self.0.queue.send(job).await.is_ok() {
            let _ = answer.await;
        }
    }

    /// Why there is no answer.
    fn ended(&self) -> FloorError {
        self.0.dead.get().map_or(FloorError::Stopped, |why| FloorError::Fault(why.clone()))
    }

    pub(crate) fn core(&self) -> Option<Arc<Core>> {
        self.0.core.upgrade()
    }

    /// The accounts that a command may move money of, held; and the one whose holder must be free to play.
    async fn accounts_of(
        &self,
        command: &Command,
    ) -> Result<(Vec<HeldAccount>, Option<SharedAccount>), FloorError> {
        let moment = self.now();
        if !self.core().is_some_and(|core| debits_accounts(&core, &moment.table)) {
            return Ok((Vec::new(), self.known(&moment.table, command).await?));
        }
        match command {
            Command::BuyIn { patron, with: With::Balance, .. }
            | Command::CashOut { patron, .. }
            | Command::Leave { patron }
            | Command::Exclude { patron, .. }
            | Command::MoveOn { patron } => Ok((vec![self.hold(*patron).await?], None)),
            Command::Bet { patron, .. }
            | Command::Spoken { patron, .. }
            | Command::Tokens { patron, .. }
            | Command::Alter { patron, .. }
            | Command::Seal { patron, .. }
            | Command::Tip { patron, .. }
            | Command::Sit { patron, .. }
            | Command::TakeBox { patron, .. } => {
                let account = self.account(*patron).await?;
                // Whom somebody of staff has seated at a demonstration needs none.
                let asked = has_accounts(&moment.table) || account.now().holder.is_some();
                Ok((Vec::new(), asked.then_some(account)))
            }
            Command::Close => {
                let mut held = Vec::new();
                // In the order of their names, so that no two who hold several wait for each other.
                for patron in with_credits(&moment.table) {
                    held.push(self.hold(patron).await?);
                }
                Ok((held, None))
            }
            _ => Ok((Vec::new(), None)),
        }
    }

    /// The account of somebody who comes to play where the house holds no money of theirs, if they have one; a table of a
    /// demonstration asks nobody.
    async fn known(&self, table: &Table, command: &Command) -> Result<Option<SharedAccount>, FloorError> {
        let chips = table.open.as_ref().is_some_and(|open| !open.terms.demonstration);
        let comes = match command {
            // What is given away is gone like what is lost.
            Command::Sit { patron, .. }
            | Command::TakeBox { patron, .. }
            | Command::BuyIn { patron, .. }
            | Command::Tip { patron, .. } => Some(*patron),
            command => match Concern::of(command) {
                Concern::Wager(patron) => Some(patron),
                _ => None,
            },
        };
        let Some(patron) = comes.filter(|_| chips) else { return Ok(None) };
        // Names of accounts have no capitals, and nobody is somebody else by being written with some.
        let patron = patron.as_str().to_ascii_lowercase().parse().unwrap_or(patron);
        match self.account(patron).await {
            Ok(account) => Ok(Some(account).filter(|account| account.now().holder.is_some())),
            // Who cannot have an account is not known to the house.
            Err(FloorError::Refused(FloorReason::NoAccountOfThatName { .. })) => Ok(None),
            Err(error) => Err(error),
        }
    }

    pub(crate) async fn account(&self, patron: PersonId) -> Result<SharedAccount, FloorError> {
        let core = self.core().ok_or(FloorError::Stopped)?;
        core.accounts.of(&core.journal, patron).await
    }

    pub(crate) async fn hold(&self, patron: PersonId) -> Result<HeldAccount, FloorError> {
        let core = self.core().ok_or(FloorError::Stopped)?;
        let counter = core.accounts.of(&core.journal, patron).await?;
        let desk = counter.take(&core.journal).await?;
        Ok(HeldAccount { patron, counter, desk })
    }
}

impl std::fmt::Debug for TableHandle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TableHandle").field("name", &self.0.name).finish_non_exhaustive()
    }
}

/// Whether credits come from accounts and go back there: everywhere, as in a demonstration accounts hold play money.
pub(crate) fn debits_accounts(core: &Core, table: &Table) -> bool {
    has_accounts(table) || core.demo && table.open.as_ref().is_some_and(|open| open.terms.credits)
}

/// Whether credits at a table are money of accounts: everywhere but at a demonstration.
pub(crate) fn has_accounts(table: &Table) -> bool {
    table.open.as_ref().is_some_and(|open| open.terms.credits && !open.terms.demonstration)
}

/// Everybody who has credits at a table, in the order of their names.
pub fn with_credits(table: &Table) -> Vec<PersonId> {
    let owner = |(coin, account, _)| match (coin, account) {
        (Coin::Credits, Purse::Balance(patron)) => Some(patron),
        _ => None,
    };
    let mut owners: Vec<PersonId> = table.ledger.iter().filter_map(owner).collect();
    owners.sort_unstable();
    owners
}
