//! Tables over HTTP: the lobby, a table as its viewer sees it, what is said to it and what could be.

pub(crate) mod line;
mod lobby;
mod offered;
mod opening;
mod routes;
mod say;

use punto_floor::{TableHandle, TableName};

pub(crate) use offered::{actors, offered};
pub(crate) use opening::{alone, for_guests, open_by};
pub use routes::routes;
pub(crate) use say::say;

use punto_views::Scene;

use crate::problem::ApiError;
use crate::state::App;

/// A table as it is now.
pub(crate) fn scene(app: &App, table: &TableHandle) -> Scene {
    Scene::at(table, table.now(), app.hubs().silent(app, table), app.config().demo)
}

/// The table of this name.
pub(crate) fn table(app: &App, name: &str) -> Result<TableHandle, ApiError> {
    let known = name.parse::<TableName>().ok().and_then(|name| app.floor().table(&name));
    known.ok_or_else(|| {
        let asked: String = name.chars().filter(|c| !c.is_control()).take(40).collect();
        ApiError::not_found(format!("there is no table `{asked}`"))
    })
}
