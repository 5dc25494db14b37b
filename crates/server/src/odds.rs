//! Exact odds: of any shoe for staff and laboratories, and of a table's full shoe for patrons where they may be shown.

use std::collections::HashMap;
use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use punto_views::{full_shoe_odds, may_project, odds_answer};
use punto_wire::{BetOddsView, OddsAnswer, OddsQuestion};
use sha2::{Digest, Sha256};
use tokio::sync::Mutex;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::auth::{Caller, Right};
use crate::problem::{ApiError, Body, Path};
use crate::rules;
use crate::state::App;
use crate::tables::table;

/// The routes about odds.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(ask)).routes(routes!(of_table)).layer(Extension(FullShoes::default()))
}

/// The odds of full shoes that were asked for, by their terms: whoever asks need not be signed in, so they are worked out
/// once, and one after another.
#[derive(Clone, Default)]
struct FullShoes(Arc<Mutex<HashMap<[u8; 32], Vec<BetOddsView>>>>);

impl FullShoes {
    /// So many are kept; a house has fewer tables with different terms.
    const KEPT: usize = 64;

    async fn of(
        &self,
        terms: [u8; 32],
        work: impl FnOnce() -> Result<Vec<BetOddsView>, ApiError> + Send + 'static,
    ) -> Result<Vec<BetOddsView>, ApiError> {
        let mut kept = self.0.lock().await;
        if let Some(known) = kept.get(&terms) {
            return Ok(known.clone());
        }
        let odds = tokio::task::spawn_blocking(work).await.map_err(ApiError::fault)??;
        if kept.len() >= FullShoes::KEPT {
            kept.clear();
        }
        kept.insert(terms, odds.clone());
        Ok(odds)
    }
}

/// The exact odds of every bet for the shoe asked about.
#[utoipa::path(
    post, path = "/api/v1/odds", operation_id = "computeOdds", tag = "rules",
    request_body = OddsQuestion,
    responses((status = 200, description = "the odds of each bet", body = OddsAnswer)),
    security(("session" = []))
)]
async fn ask(
    State(app): State<App>,
    caller: Caller,
    Body(question): Body<OddsQuestion>,
) -> Result<axum::Json<OddsAnswer>, ApiError> {
    caller.need(&app, Right::RunOdds).await?;
    let book = rules::book(&app, &question.rulebook)?;
    let worked_out = tokio::task::spawn_blocking(move || odds_answer(&book, &question)).await;
    worked_out.map_err(ApiError::fault)?.map(axum::Json).map_err(ApiError::bad_request)
}

/// What the bets of a table give back in the long run, from a full shoe. Odds are projections, so there are none
/// where `house:road-projections` is off for the caller (nsw-2021 14.1).
#[utoipa::path(
    get, path = "/api/v1/tables/{table}/odds", operation_id = "getTableOdds", tag = "tables",
    params(("table" = String, Path)),
    responses(
        (status = 200, description = "the odds of each bet; empty where the caller may not see them", body = Vec<BetOddsView>)
    ),
    security((), ("session" = []))
)]
async fn of_table(
    State(app): State<App>,
    Extension(known): Extension<FullShoes>,
    caller: Caller,
    Path(name): Path<String>,
) -> Result<axum::Json<Vec<BetOddsView>>, ApiError> {
    let table = table(&app, &name)?;
    let (book, moment) = (table.book(), table.now());
    if !may_project(&book, &moment.table, caller.viewer()) {
        return Ok(axum::Json(Vec::new()));
    }
    let Some(terms) = moment.table.open.as_ref().map(|open| open.terms.clone()) else {
        return Ok(axum::Json(Vec::new()));
    };
    let digest = Sha256::digest(serde_json::to_vec(&terms).map_err(ApiError::fault)?).into();
    known.of(digest, move || full_shoe_odds(&book, &terms).map_err(ApiError::fault)).await.map(axum::Json)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // a test that cannot be set up should stop there

    use super::*;

    #[tokio::test]
    async fn the_odds_of_a_full_shoe_are_worked_out_once() {
        let known = FullShoes::default();
        let way = || Ok(Vec::new());
        let again = || -> Result<Vec<BetOddsView>, ApiError> { panic!("it was worked out anew") };
        known.of([0; 32], way).await.unwrap();
        known.of([0; 32], again).await.unwrap();
        for n in 1..=2 * FullShoes::KEPT as u8 {
            known.of([n; 32], way).await.unwrap();
            known.of([n; 32], again).await.unwrap();
            assert!(known.0.lock().await.len() <= FullShoes::KEPT);
        }
        assert!(known.of([0; 32], again).await.is_err(), "only so many are kept");
    }
}
