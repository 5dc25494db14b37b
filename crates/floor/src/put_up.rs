//! Putting up a table: what must hold before it has a name, a stream and a first record.

use punto_contest::TournamentPlan;
use punto_journal::{Fault, Journal};
use punto_site::{TableId, TournamentId};
use punto_table::{Actor, Command};

use crate::counter::{blocking, to_the_end};
use crate::currency;
use crate::floor::Floor;
use crate::hub::Core;
use crate::plan::TablePlan;
use crate::refusal::FloorReason;
use crate::said::{FloorError, PlanError};
use crate::start;
use crate::table::TableHandle;

/// Who puts a table up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PutUpBy {
    /// People, or the configuration: an ordinary table.
    House,
    /// The tournament that plays there.
    Tournament,
}

impl Floor {
    /// Adds a table and opens it. An opening that the document refuses leaves no trace.
    pub async fn add_table(&self, plan: TablePlan, by: Actor) -> Result<TableHandle, FloorError> {
        self.add_table_with(plan, by, &[]).await
    }

    /// Adds a table and opens it, with officers signed on first, as a document may want them there when it opens.
    pub async fn add_table_with(
        &self,
        plan: TablePlan,
        by: Actor,
        on_duty: &[Actor],
    ) -> Result<TableHandle, FloorError> {
        let (floor, on_duty) = (self.clone(), on_duty.to_vec());
        to_the_end(async move { floor.add(plan, by, &on_duty).await }).await
    }

    async fn add(&self, plan: TablePlan, by: Actor, on_duty: &[Actor]) -> Result<TableHandle, FloorError> {
        let first = on_duty.iter().map(|officer| (*officer, Command::SignOn));
        let opens = (by, Command::Open { opening: plan.opening.clone() });
        let said: Vec<(Actor, Command)> = first.chain([opens]).collect();
        self.put_up_for(PutUpBy::House, plan, &said).await
    }

    /// Adds a table with what is said to it first.
    pub(crate) async fn put_up_for(
        &self,
        by: PutUpBy,
        plan: TablePlan,
        said: &[(Actor, Command)],
    ) -> Result<TableHandle, FloorError> {
        let core = self.core();
        let _turn = core.naming.lock().await;
        if core.stopping() {
            return Err(FloorError::Stopped);
        }
        if core.for_money() && plan.demonstration() {
            return Err(PlanError::Unfit(FloorReason::OnlyInDemonstrations).into());
        }
        if self.table(&plan.name).is_some() {
            return Err(PlanError::Unfit(FloorReason::TableExists { table: plan.name }).into());
        }
        core.not_held()?;
        let (own, kept) = (core.clone(), plan.clone());
        blocking(move || named_apart(&own, by, &kept)).await??;
        let book = core.books.of_id(&plan.rulebook);
        let book = book.ok_or_else(|| FloorReason::NoSuchDocument { document: plan.rulebook.clone() });
        let book = book.map_err(PlanError::Unfit)?;
        if core.for_money() && !plan.may_be_dealt_under(&book) {
            return Err(PlanError::Unfit(FloorReason::DealtByPeople { document: plan.rulebook }).into());
        }
        let plan = currency::planned(plan, &book).map_err(PlanError::Unfit)?;
        let (entries, decided) = start::opening(&plan, &book, core.clock.now(), said)?;
        let (own, books, kept) = (core.journal.clone(), core.books.clone(), plan.clone());
        let keep = move || {
            books.keep(&*own, &book.digest)?;
            own.put("setting", &format!("table/{}", kept.name), kept.kept().as_bytes())
        };
        let written = blocking(keep).await?;
        written.map_err(|fault| FloorError::Fault(fault.to_string()))?;
        let records = match entries.is_empty() {
            true => Vec::new(),
            false => core.journal.append(entries).await?,
        };
        let restored = start::opened(plan, decided, &records);
        self.resume(restored).map_err(|error| FloorError::Fault(error.to_string()))
    }
}

/// Refuses an ordinary table that would be taken for a tournament's, by its opening or by its name, and a tournament's that
/// would be taken for an ordinary one.
fn named_apart(core: &Core, by: PutUpBy, plan: &TablePlan) -> Result<(), FloorError> {
    let of_tournament = by == PutUpBy::Tournament;
    if plan.opening.is_tournament() != of_tournament {
        return Err(PlanError::Unfit(FloorReason::TablesOfTournaments).into());
    }
    let own =
        tournament_of(&*core.journal, plan.name).map_err(|fault| FloorError::Fault(fault.to_string()))?;
    let promoted = core.journal.get("setting", &format!("promotion/{}", plan.name));
    if promoted.map_err(|fault| FloorError::Fault(fault.to_string()))?.is_some() {
        return Err(PlanError::Unfit(FloorReason::NameOfPromotion { table: plan.name }).into());
    }
    match own.is_some_and(|own| own != NameOf::Table || !of_tournament) {
        true => Err(PlanError::Unfit(FloorReason::NameOfTournament { table: plan.name }).into()),
        false => Ok(()),
    }
}

/// What of a tournament has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NameOf {
    /// Itself, as accounts name it where they have its fees and prizes.
    Tournament,
    /// One of its tables.
    Table,
}

/// What of any tournament has this name already.
fn tournament_of(journal: &dyn Journal, name: TableId) -> Result<Option<NameOf>, Fault> {
    for shelved in journal.names("setting")? {
        let id = shelved.strip_prefix("tournament/").and_then(|id| id.parse::<TournamentId>().ok());
        let Some(id) = id else { continue };
        if id.as_str() == name.as_str() {
            return Ok(Some(NameOf::Tournament));
        }
        let kept = journal.get("setting", &shelved)?;
        let plan = kept.and_then(|kept| TournamentPlan::from_kept(id, &kept).ok());
        if plan.is_some_and(|plan| plan.number(name).is_some()) {
            return Ok(Some(NameOf::Table));
        }
    }
    Ok(None)
}
