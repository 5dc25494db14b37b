//! What is kept and can be looked up: past coups, shoes, meters, the journal, and what each saw at a record.

mod cashiers;
mod check;
mod coups;
mod dealers;
mod disputes;
mod export;
mod figures;
mod follow;
mod journal;
mod meters;
mod place;
mod search;
mod sheet;
mod shoes;
mod statement;
mod steps;

pub(crate) use dealers::note_unlikely;
use utoipa_axum::router::OpenApiRouter;

use crate::problem::ApiError;
use crate::state::App;

/// The routes about records.
pub fn routes() -> OpenApiRouter<App> {
    coups::routes()
        .merge(shoes::routes())
        .merge(meters::routes())
        .merge(dealers::routes())
        .merge(cashiers::routes())
        .merge(figures::routes())
        .merge(statement::routes())
        .merge(disputes::routes())
        .merge(journal::routes())
        .merge(follow::routes())
        .merge(check::routes())
        .merge(export::routes())
        .merge(steps::routes())
}

/// Runs blocking or long work away from the threads that answer requests.
async fn aside<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    tokio::task::spawn_blocking(work).await.unwrap_or_else(|error| Err(ApiError::fault(error)))
}
