//! What somebody could say to a table now, in whichever of their roles, and for the rest why not.

use std::collections::HashMap;

use punto_floor::TableHandle;
use punto_seen::allowed as candidates;
use punto_table::{Actor, Table};
use punto_views::{Sayable, sayable_dealt, sayable_told};
use punto_wire::Allowed;

use crate::auth::Caller;
use crate::problem::{ApiError, account_refusal, refusal};
use crate::state::App;

/// In whose name a caller could speak: a patron in their own, staff in the role they ask for, or in each they have.
pub(crate) fn actors(caller: &Caller, role: Option<punto_wire::Role>) -> Result<Vec<Actor>, ApiError> {
    let roles: Vec<_> = caller.roles().collect();
    match role {
        None if roles.len() > 1 => roles.into_iter().map(|role| caller.actor(Some(role))).collect(),
        role => Ok(vec![caller.actor(role.map(|role| role.0))?]),
    }
}

/// Each command by the first that may say it, else with the refusal of the first.
///
/// It is worked out beside the tasks that answer, as it puts hundreds of commands to the table.
pub(crate) async fn offered(
    app: &App,
    table: TableHandle,
    actors: Vec<Actor>,
) -> Result<Vec<Allowed>, ApiError> {
    let now = app.now();
    let ask = move || {
        let (book, moment) = (table.book(), table.now());
        // Deadlines are judged by the time of asking, not by that of the last command.
        let at = Table { now: now.max(moment.table.now), ..(*moment.table).clone() };
        let mut places = HashMap::new();
        let mut offered: Vec<Allowed> = Vec::new();
        for actor in actors {
            let list = candidates(&book, &at, actor);
            let list = match table.plan().own_shoe() {
                true => sayable_dealt(list, actor),
                false => sayable_told(list, actor),
            };
            for one in list {
                let one = answer(&table, actor, one);
                let place = *places.entry(one.line.clone()).or_insert(offered.len());
                match offered.get_mut(place) {
                    None => offered.push(one),
                    Some(known) if known.refusal.is_some() && one.refusal.is_none() => *known = one,
                    Some(_) => {}
                }
            }
        }
        offered
    };
    tokio::task::spawn_blocking(ask).await.map_err(ApiError::fault)
}

fn answer(table: &TableHandle, actor: Actor, one: Sayable) -> Allowed {
    let held = || match &one.command {
        punto_wire::Command::Table(command) => table.held(command),
        punto_wire::Command::Deal(_) => None,
    };
    let refusal = one.refusal.as_ref().map(refusal).or_else(|| held().as_ref().map(account_refusal));
    let role = match actor {
        Actor::Staff(role, _) => Some(role.into()),
        Actor::Patron(_) | Actor::System => None,
    };
    Allowed { line: one.command.to_string(), command: one.command, role, refusal }
}
