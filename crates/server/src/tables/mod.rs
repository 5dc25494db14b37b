//! Tables over HTTP: the lobby, a table as its viewer sees it, what is said to it and what could be.

pub(crate) mod line;
mod lobby;
mod opening;
mod own_shoe;
pub(crate) mod roads;
mod routes;
mod say;
pub(crate) mod scene;
pub(crate) mod view;

use punto_floor::{TableHandle, TableName};

pub(crate) use opening::{open_by, plan};
pub use routes::routes;
pub(crate) use say::{role, say};

use crate::problem::ApiError;
use crate::state::App;

/// The table of this name.
pub(crate) fn table(app: &App, name: &str) -> Result<TableHandle, ApiError> {
    let known = name.parse::<TableName>().ok().and_then(|name| app.floor().table(&name));
    known.ok_or_else(|| {
        let asked: String = name.chars().filter(|c| !c.is_control()).take(40).collect();
        ApiError::not_found(format!("there is no table `{asked}`"))
    })
}
