//! All tournaments and promotions of one process, started from the journal above a floor that runs.

use std::collections::{BTreeMap, HashSet};
use std::sync::{Arc, PoisonError, RwLock};

use punto_contest::{Contest, Held, TournamentPlan};
use punto_floor::{AuditError, BadRecord, Floor, FloorError, tables_agree};
use punto_journal::Fault;
use punto_records::StreamOf;
use punto_site::{Mode, PromotionId, TableId, TournamentId};
use punto_tournament::Stage;
use punto_vocab::Actor;
use tokio::sync::{Notify, watch};

use crate::clock;
use crate::drive::Outbox;
use crate::handle::{TournamentHandle, TournamentMoment};
use crate::ledger::Ledger;
use crate::promotion::{self, PromotionHandle};
use crate::saying::Desk;
use crate::secrets::Secrets;
use crate::task::Task;

/// Why there is no such hall, or no such tournament in it.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum HallError {
    /// The journal cannot be read.
    #[error(transparent)]
    Journal(#[from] Fault),
    /// A record does not hold.
    #[error(transparent)]
    Record(#[from] BadRecord),
    /// The floor did not do it.
    #[error(transparent)]
    Floor(#[from] FloorError),
    /// The plan of a tournament or a promotion is not what it should be.
    #[error("{name} cannot be taken up: {why}")]
    Unfit {
        /// Which.
        name: String,
        /// Why.
        why: String,
    },
    /// There is one of that name.
    #[error("there is a tournament or a table of the name {0} already")]
    Exists(TournamentId),
    /// Something has that name.
    #[error("there is a promotion, a tournament or a table of the name {0} already")]
    PromotionExists(PromotionId),
    /// A tournament and a table of it do not tell the same.
    #[error("streams do not agree: {0}")]
    Agreement(String),
    /// The document has no tournaments.
    #[error("{0} has no rules for tournaments")]
    NoTournaments(String),
    /// The document has no promotions.
    #[error("{0} has no rules for promotions")]
    NoPromotions(String),
    /// Accounts pay fees and take prizes, and have one currency.
    #[error("accounts are in {own}, so that fees and prizes are not in {currency} (house:account-currency)")]
    OtherCurrency {
        /// Which was asked for.
        currency: String,
        /// That of accounts.
        own: String,
    },
    /// Play for nothing belongs into a demonstration.
    #[error("what plays for nothing belongs into a demonstration; this house plays for money")]
    OnlyInDemonstrations,
}

/// All tournaments and promotions of one process. A clone is the same hall.
#[derive(Clone)]
pub struct Hall {
    pub(crate) floor: Floor,
    pub(crate) promotions: Arc<RwLock<BTreeMap<PromotionId, PromotionHandle>>>,
    tournaments: Arc<RwLock<BTreeMap<TournamentId, TournamentHandle>>>,
}

impl Hall {
    /// Reads every tournament and promotion of the journal again, and lets each go on where it was.
    pub async fn start(floor: Floor) -> Result<Hall, HallError> {
        let hall = Hall { floor, promotions: Arc::default(), tournaments: Arc::default() };
        let floor = hall.floor.clone();
        let read = move || {
            let all = (restored(&floor)?, promotion::restored(&floor)?);
            // What tables cannot read by themselves has stopped them; here only what was forged stops the house.
            match tables_agree(&**floor.journal(), floor.books().clone()) {
                Err(AuditError::Agreement(why)) => Err(HallError::Agreement(why)),
                Ok(()) | Err(_) => Ok(all),
            }
        };
        let read = tokio::task::spawn_blocking(read).await;
        let (tournaments, promotions) = read.map_err(|_| FloorError::Stopped)??;
        for restored in tournaments {
            hall.resume(restored)?;
        }
        for (plan, campaign) in promotions {
            hall.resume_promotion(plan, campaign)?;
        }
        Ok(hall)
    }

    /// Every tournament, by name.
    pub fn tournaments(&self) -> Vec<TournamentHandle> {
        self.tournaments.read().unwrap_or_else(PoisonError::into_inner).values().cloned().collect()
    }

    /// The tournament of this name.
    pub fn tournament(&self, name: &TournamentId) -> Option<TournamentHandle> {
        self.tournaments.read().unwrap_or_else(PoisonError::into_inner).get(name).cloned()
    }

    /// Puts up a tournament, whose conditions are still to be written. It has a record once somebody has.
    pub async fn add(&self, mut plan: TournamentPlan) -> Result<TournamentHandle, HallError> {
        let _turn = self.floor.naming().await;
        if !self.is_free(&plan) {
            return Err(HallError::Exists(plan.name));
        }
        self.may_put_up(plan.demonstration(), &plan.currency)?;
        let unfit = |why: &str| HallError::Unfit { name: plan.name.to_string(), why: why.into() };
        let book = self.floor.books().of_id(&plan.rulebook);
        let book = book.ok_or_else(|| unfit("there is no such document"))?;
        if book.tournament.officer().is_none() {
            return Err(HallError::NoTournaments(plan.rulebook));
        }
        if plan.table(u8::MAX).is_none() {
            return Err(unfit("no table can have its name"));
        }
        plan.digest = book.digest.clone();
        self.floor.keep_text(&plan.digest).await?;
        let (journal, name) =
            (self.floor.journal().clone(), Ledger::of(&self.floor, StreamOf::Tournament(plan.name))?.stream);
        let kept = plan.kept();
        let put = move || journal.put("setting", name.as_str(), kept.as_bytes());
        tokio::task::spawn_blocking(put).await.map_err(|_| FloorError::Stopped)??;
        let contest = Contest::new(book, plan.demonstration());
        self.resume(Restored { plan, contest, outbox: Outbox::default(), designated: Vec::new() })
    }

    /// Refuses to put anything up while a fault holds the house, for nothing where it is played for money, and in a currency that
    /// accounts do not have: what is paid in and out goes through them.
    pub(crate) fn may_put_up(&self, demonstration: bool, currency: &str) -> Result<(), HallError> {
        self.floor.lets(Held::Waits)?;
        self.floor.is_paid_in(currency)?;
        if demonstration && self.floor.site().now().mode == Some(Mode::Real) {
            return Err(HallError::OnlyInDemonstrations);
        }
        match self.floor.currency().filter(|own| !demonstration && *own != currency) {
            Some(own) => Err(HallError::OtherCurrency { currency: currency.to_owned(), own: own.to_owned() }),
            None => Ok(()),
        }
    }

    /// Whether no tournament has this name, and nothing that accounts or people could take for it or for one of its tables:
    /// no ordinary table, and no name of another tournament.
    fn is_free(&self, plan: &TournamentPlan) -> bool {
        let others = self.tournaments();
        let known = |name: TableId| others.iter().any(|other| other.plan().name.as_str() == name.as_str());
        let of_another = |name: TableId| others.iter().any(|other| other.plan().number(name).is_some());
        let ordinary = |name: TableId| {
            self.floor.table(&name).is_some_and(|table| !table.plan().opening.is_tournament())
        };
        let own = plan.purse();
        let promotions = self.promotions();
        let promoted = |name: TableId| promotions.iter().any(|other| other.plan().purse() == Some(name));
        let clash = |name: TableId| known(name) || promoted(name) || ordinary(name) || own == Some(name);
        own.is_some_and(|own| {
            !known(own) && !promoted(own) && !of_another(own) && self.floor.table(&own).is_none()
        }) && !(1..=u8::MAX).filter_map(|number| plan.table(number)).any(clash)
    }

    /// Has every tournament and promotion finish what it does and end.
    pub async fn stop(&self) {
        for promotion in self.promotions() {
            promotion.stop().await;
        }
        for tournament in self.tournaments() {
            tournament.stop().await;
        }
    }

    fn resume(&self, restored: Restored) -> Result<TournamentHandle, HallError> {
        let Restored { plan, contest, outbox, designated } = restored;
        let (plan, secrets) = (Arc::new(plan.clone()), Arc::new(Secrets::of(plan.name.as_str())));
        let fault = contest.too_new();
        let (desk, queue) = Desk::open();
        let waits = clock::waits(&contest);
        let moment =
            TournamentMoment { contest: Arc::new(contest.clone()), happened: Vec::new(), waits, fault };
        let moments = watch::Sender::new(Arc::new(moment));
        let handle = TournamentHandle {
            plan: plan.clone(),
            floor: self.floor.clone(),
            desk,
            moments: moments.clone(),
            secrets: secrets.clone(),
        };
        let mut task = Task {
            floor: self.floor.clone(),
            ledger: Ledger::of(&self.floor, StreamOf::Tournament(plan.name))?,
            plan,
            contest,
            secrets,
            queue,
            moments,
            changed: Arc::new(Notify::new()),
            ears: BTreeMap::new(),
            outbox,
            happened: Vec::new(),
            fault: None,
            leads: false,
        };
        let mut known = self.tournaments.write().unwrap_or_else(PoisonError::into_inner);
        known.insert(handle.plan.name, handle.clone());
        drop(known);
        // One whose last records a newer program wrote is shown and not gone on with.
        if task.contest.too_new().is_none() {
            tokio::spawn(async move {
                task.forget();
                for (table, officer) in designated {
                    task.put_up(table, officer).await;
                }
                task.run().await;
            });
        }
        Ok(handle)
    }
}

/// A tournament as its records leave it, with everything that it has ever asked of tables.
struct Restored {
    plan: TournamentPlan,
    contest: Contest,
    outbox: Outbox,
    /// Tables that are named, and by whom.
    designated: Vec<(u8, Actor)>,
}

fn restored(floor: &Floor) -> Result<Vec<Restored>, HallError> {
    let mut all = Vec::new();
    let journal = floor.journal();
    let mut known = HashSet::new();
    for head in journal.heads()? {
        let Ok(Some(StreamOf::Tournament(name))) = StreamOf::read(&head.stream) else { continue };
        known.insert(name.to_string());
        // One that another process has goes on there.
        if !journal.may_write(&head.stream) {
            continue;
        }
        let unfit = |why: String| HallError::Unfit { name: name.to_string(), why };
        let kept = journal.get("setting", head.stream.as_str())?;
        let kept = kept.ok_or_else(|| unfit("its plan is not on the shelf".into()))?;
        let plan = TournamentPlan::from_kept(name, &kept).map_err(unfit)?;
        let book = floor.books().of_digest(&plan.digest);
        let book = book.ok_or_else(|| unfit("the text of its document is unknown".into()))?;
        let contest = Contest::new(book, plan.demonstration());
        all.push(replayed(floor, plan, contest)?);
    }
    // What was put up and has no record yet is only a plan.
    for name in journal.names("setting")? {
        let Some(id) = name.strip_prefix("tournament/").filter(|id| !known.contains(*id)) else { continue };
        let Ok(id) = id.parse::<TournamentId>() else { continue };
        let plan = journal.get("setting", &name)?.and_then(|kept| TournamentPlan::from_kept(id, &kept).ok());
        let book = plan.as_ref().and_then(|plan| floor.books().of_digest(&plan.digest));
        if let (Some(plan), Some(book)) = (plan, book) {
            let contest = Contest::new(book, plan.demonstration());
            all.push(Restored { plan, contest, outbox: Outbox::default(), designated: Vec::new() });
        }
    }
    Ok(all)
}

fn replayed(floor: &Floor, plan: TournamentPlan, contest: Contest) -> Result<Restored, HallError> {
    let own = Ledger::of(floor, StreamOf::Tournament(plan.name))?.stream;
    let mut restored = Restored { plan, contest, outbox: Outbox::default(), designated: Vec::new() };
    loop {
        let records = floor.journal().read(&own, restored.contest.seq, 500)?;
        if records.is_empty() {
            // Of a table that is used for something else by now, and once it is over, nothing is asked any more.
            let own = restored.contest.own.clone();
            restored.outbox.only(|table| own.stage == Stage::Running && own.venues.contains_key(&table));
            return Ok(restored);
        }
        for record in &records {
            let (events, asked) = restored.contest.take_up(record)?;
            restored.outbox.put(record.entry.seq, asked);
            let by = record.entry.actor.parse().map_err(FloorError::Fault)?;
            for event in &events {
                match event.what {
                    punto_tournament::Happening::Designated { table } => {
                        restored.designated.push((table, by));
                    }
                    punto_tournament::Happening::Released { table } => {
                        restored.designated.retain(|(own, _)| *own != table);
                    }
                    _ => {}
                }
            }
        }
    }
}
