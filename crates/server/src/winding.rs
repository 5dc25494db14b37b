//! The clock of a demonstration, which a manager winds forward to show what only time brings.

use axum::Json;
use axum::extract::State;
use punto_site::{Cause, Command, Kind, Place, Principal, Right};
use punto_wire::{WindClock, WoundTo};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::auth::Caller;
use crate::problem::{ApiError, Body, to_the_end};
use crate::state::App;

/// The most that it is wound at once, in milliseconds: seven days.
const MOST: i64 = 7 * 24 * 3_600 * 1_000;

/// The routes about the clock.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(wind))
}

/// Wind the clock of a demonstration forward. Other houses have no such address.
#[utoipa::path(
    post, path = "/api/v1/demonstration/clock", operation_id = "windClock", tag = "tables",
    request_body = WindClock,
    responses((status = 200, description = "what the clock says now", body = WoundTo)),
    security(("session" = []))
)]
async fn wind(
    State(app): State<App>,
    caller: Caller,
    Body(WindClock { forward }): Body<WindClock>,
) -> Result<Json<WoundTo>, ApiError> {
    let clock =
        app.wound_clock().ok_or_else(|| ApiError::not_found("this house goes by the machine's clock"))?;
    caller.need(&app, Right::ApproveSettings).await?;
    let who = caller.staff().ok_or_else(ApiError::not_signed_in)?;
    if !(1..=MOST).contains(&forward) {
        let sentence = format!("the clock is wound forward by 1 to {MOST} milliseconds");
        return Err(ApiError::bad_request(sentence));
    }
    let (app, clock) = (app.clone(), clock.clone());
    // A clock that was wound without a record of it would be put back by the next start.
    to_the_end(async move {
        // Sessions first, so that idle ones end by the clock.
        app.sessions().wound(forward * 1_000);
        let now = clock.wind(forward * 1_000);
        // The record has the new time, so that a start finds where the clock was.
        let what = Cause::ClockWound { who, millis: u32::try_from(forward).unwrap_or(u32::MAX) };
        let note = Command::Note { kind: Kind::ClockStep, place: Place::Site, about: None, what };
        app.say_site(Principal::System, note).await?;
        Ok(Json(WoundTo { now: now.0 / 1_000 }))
    })
    .await
}
