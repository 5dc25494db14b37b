//! Promotions over HTTP: all at a glance, one as its viewer sees it, its draw, what is said to it and what could be.

mod routes;
mod say;

use punto_promotion::Viewer;
use punto_site::PromotionId;
use punto_steward::PromotionHandle;
use punto_vocab::Role;

pub use routes::routes;

use crate::auth::Caller;
use crate::problem::ApiError;
use crate::state::App;

/// The promotion of this name; one whose conditions are not published is there for staff alone.
fn promotion(app: &App, caller: &Caller, name: &str) -> Result<PromotionHandle, ApiError> {
    let known = name.parse::<PromotionId>().ok().and_then(|name| app.hall().promotion(&name));
    let seen = known.filter(|one| is_open(one) || viewer(caller, None).ok() == Some(Viewer::Official));
    seen.ok_or_else(|| {
        let asked: String = name.chars().filter(|c| !c.is_control()).take(40).collect();
        ApiError::not_found(format!("there is no promotion `{asked}`"))
    })
}

/// The promotion of this name, for whoever works here.
pub(crate) fn named(app: &App, name: PromotionId) -> Result<PromotionHandle, ApiError> {
    let known = app.hall().promotion(&name);
    known.ok_or_else(|| ApiError::not_found(format!("there is no promotion `{name}`")))
}

fn is_open(one: &PromotionHandle) -> bool {
    one.now().campaign.own.stage != punto_promotion::Stage::Drafting
}

/// With whose eyes the caller looks: staff who work at tables are officials, patrons see what is their own.
fn viewer(caller: &Caller, role: Option<Role>) -> Result<Viewer, ApiError> {
    Ok(match caller.viewer_as(role)? {
        punto_seen::Viewer::Staff(_) => Viewer::Official,
        punto_seen::Viewer::Patron(name) => Viewer::Patron(name),
        punto_seen::Viewer::Public => Viewer::Public,
    })
}
