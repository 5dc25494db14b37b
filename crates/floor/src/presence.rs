//! Who of staff speaks at a table: whoever has signed on there, until they sign off or may not be there any more.
//!
//! What a role may do is the document's business. That the person is there at all, that a table has one dealer and a
//! dealer one table, is the house's. A demonstration asks for none of it: there the software holds every office that
//! nobody has signed on in.

use punto_host::locked;
use punto_table::{Actor, Command, Reason, Refused, Table, Time};
use punto_vocab::{PersonId, Role};

use crate::floor::Floor;
use crate::hub::Core;
use crate::plan::{TableName, TablePlan};
use crate::refusal::FloorReason;
use crate::said::{FloorError, Said};
use crate::table::{TableHandle, has_accounts};
use crate::task::Concern;

/// Refuses somebody of staff who is not on at a table, and a dealer who would be on twice or be a second one.
///
/// Signing on and off, and opening a closed table, is said by those who are not there yet.
pub(crate) fn may_speak(
    core: &Core,
    (plan, table): (&TablePlan, &Table),
    by: Actor,
    command: &Command,
) -> Result<(), Refused> {
    let Actor::Staff(role, who) = by else { return Ok(()) };
    if is_for_show(core, table) {
        return Ok(());
    }
    match command {
        Command::SignOn if role == Role::Dealer => {
            let here = table.on_duty.iter().find(|(own, other)| *own == Role::Dealer && *other != who);
            if let Some((_, other)) = here {
                return Err(FloorReason::AnotherDeals { who: *other }.refused());
            }
            if let Some(table) = elsewhere(core, plan.name, who) {
                return Err(FloorReason::DealsElsewhere { who, table }.refused());
            }
            match plan.own_shoe() && !has_officer(core, table, who) {
                true => Err(FloorReason::NoOfficerHere.refused_by(&punto_site::Ground::TwoPersons.cite())),
                false => Ok(()),
            }
        }
        Command::SignOn | Command::SignOff | Command::Open { .. } => Ok(()),
        _ if table.on_duty.contains(&(role, who)) => match is_unseen(core, (plan, table), who, command) {
            true => Err(FloorReason::CardsUnseen.refused_by(&punto_site::Ground::TwoPersons.cite())),
            false => Ok(()),
        },
        _ => Err(Refused::new(&FloorReason::by(), Reason::NotOnDuty(role))),
    }
}

/// Whether a card would be told by somebody who is alone at a table where accounts are paid, by each coup or by the prizes
/// of a tournament: they could deal to a friend whatever they like, and nobody would see it.
fn is_unseen(core: &Core, (plan, table): (&TablePlan, &Table), who: PersonId, command: &Command) -> bool {
    (has_accounts(table) || plan.opening.is_tournament())
        && matches!(Concern::of(command), Concern::Card)
        && !table.on_duty.iter().any(|(_, other)| *other != who && !core.site.now().is_program(*other))
}

/// Whether an officer other than this person is on, and no program, who sees the software stop dealing and a person begin.
fn has_officer(core: &Core, table: &Table, who: PersonId) -> bool {
    let site = core.site.now();
    let sees =
        |(role, other): &(Role, PersonId)| *role != Role::Dealer && *other != who && !site.is_program(*other);
    table.on_duty.iter().any(sees)
}

/// The other table that somebody deals at.
fn elsewhere(core: &Core, name: TableName, who: PersonId) -> Option<TableName> {
    let tables = core.tables.read().unwrap_or_else(std::sync::PoisonError::into_inner);
    let on = |table: &TableHandle| table.now().table.on_duty.contains(&(Role::Dealer, who));
    tables.iter().find(|(own, table)| **own != name && on(table)).map(|(own, _)| *own)
}

fn is_for_show(core: &Core, table: &Table) -> bool {
    core.demo || table.open.as_ref().is_some_and(|open| open.terms.demonstration)
}

impl TableHandle {
    /// Refuses somebody who is on at the table in no role: nobody asks from elsewhere for what is to be done there.
    pub fn has_on(&self, who: PersonId) -> Result<(), FloorError> {
        let core = self.core().ok_or(FloorError::Stopped)?;
        let table = self.now().table.clone();
        match is_for_show(&core, &table) || table.on_duty.iter().any(|(_, on)| *on == who) {
            true => Ok(()),
            false => Err(FloorReason::NotOnHere { who, table: *self.name() }.into()),
        }
    }
}

impl Floor {
    /// Signs everybody off for whom `may_be_on` says no, who is told since when they have been on: the session has ended by
    /// which they came, or they do not work in the role any more. What is said is theirs, under a key that no client can
    /// make.
    pub async fn sign_off_absent(&self, may_be_on: impl Fn(PersonId, Role, Time) -> bool) {
        if self.core().demo {
            return;
        }
        for table in self.tables() {
            let moment = table.now();
            let since = |role, who| locked(&table.0.standing).staff.since(role, who).unwrap_or(moment.at);
            let gone = |role: Role, who: PersonId| !may_be_on(who, role, since(role, who));
            let absent = moment.table.on_duty.iter().filter(|(role, who)| gone(*role, *who));
            for (place, (role, who)) in absent.enumerate() {
                let Ok(key) = format!("absent/{}/{place}", moment.seq).parse() else { continue };
                let said = Said { key, by: Actor::Staff(*role, *who), command: Command::SignOff, of: None };
                match table.say(said).await {
                    Ok(_) => {
                        tracing::info!(table = %table.name(), %role, %who, "signed off, as they are gone");
                    }
                    Err(error) => {
                        tracing::warn!(table = %table.name(), %error, "somebody was not signed off");
                    }
                }
            }
        }
    }
}
