//! Tournaments over HTTP: all at a glance, one as its viewer sees it, what is said to it and what could be.

mod routes;
mod say;

use punto_site::TournamentId;
use punto_steward::TournamentHandle;
use punto_tournament::Viewer;
use punto_views::TournamentScene;
use punto_vocab::Role;

pub use routes::routes;
pub(crate) use routes::{Behind, InRole, LINES, LinesBehind, behind, newer, not_put_up, short, wrong};

use crate::auth::Caller;
use crate::problem::ApiError;
use crate::state::App;

/// The tournament of this name; one whose conditions are not published is there for staff alone.
fn tournament(app: &App, caller: &Caller, name: &str) -> Result<TournamentHandle, ApiError> {
    let known = name.parse::<TournamentId>().ok().and_then(|name| app.hall().tournament(&name));
    let seen = known.filter(|one| is_open(one) || viewer(caller, None).ok() == Some(Viewer::Official));
    seen.ok_or_else(|| {
        let asked: String = name.chars().filter(|c| !c.is_control()).take(40).collect();
        ApiError::not_found(format!("there is no tournament `{asked}`"))
    })
}

/// The tournament of this name, for whoever works here.
pub(crate) fn named(app: &App, name: TournamentId) -> Result<TournamentHandle, ApiError> {
    app.hall()
        .tournament(&name)
        .ok_or_else(|| ApiError::not_found(format!("there is no tournament `{name}`")))
}

fn is_open(one: &TournamentHandle) -> bool {
    one.now().contest.own.stage != punto_tournament::Stage::Drafting
}

/// With whose eyes the caller looks: staff who work at tables are officials, patrons see names, others see none.
fn viewer(caller: &Caller, role: Option<Role>) -> Result<Viewer, ApiError> {
    Ok(match caller.viewer_as(role)? {
        punto_seen::Viewer::Staff(_) => Viewer::Official,
        punto_seen::Viewer::Patron(name) => Viewer::Entrant(name),
        punto_seen::Viewer::Public => Viewer::Public,
    })
}

/// What a view is made of, given to whoever makes one.
fn with_scene<T>(app: &App, one: &TournamentHandle, make: impl FnOnce(&TournamentScene<'_>) -> T) -> T {
    let (plan, moment) = (one.plan(), one.now());
    let exists = |table: u8| plan.table(table).is_some_and(|name| app.floor().table(&name).is_some());
    make(&TournamentScene { plan, moment: &moment, now: app.now(), exists: &exists })
}
