//! All that the house keeps of a patron, for that patron to take away.

use axum::Json;
use axum::extract::State;
use punto_floor::account_stream;
use punto_report::{statement, vouchers};
use punto_site::{Command, Principal, Reading, Right};
use punto_wire::{PatronData, VoucherView};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::name;
use super::patrons::{is_own, viewed};
use crate::auth::{Caller, blocking};
use crate::problem::{ApiError, Path};
use crate::state::App;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(export))
}

/// So many entries of a statement are taken away at once.
const MOST: usize = 100_000;

/// All that the house keeps of a patron: for that patron, at a terminal or at the cage. Each time is on record.
#[utoipa::path(
    get, path = "/api/v1/patrons/{id}/export", operation_id = "exportPatron", tag = "people",
    params(("id" = String, Path)),
    responses((status = 200, description = "personal data, account, limits, statement and vouchers", body = PatronData)),
    security(("session" = []))
)]
async fn export(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<PatronData>, ApiError> {
    let own = is_own(&caller, &id);
    if !own {
        caller.need(&app, Right::RegisterPatron).await?;
    }
    let patron = name(&id)?;
    // It is read, and each time writes a record.
    match own {
        true => app.changes_own_account(patron)?,
        false => app.not_too_often(&caller)?,
    }
    let account = app.account(patron).await?;
    let account = account.ok_or_else(|| ApiError::not_found("there is no such account"))?;
    let who = caller.staff().unwrap_or(patron);
    let read = Command::LogRead { who, what: Reading::PersonalData, of: Some(patron) };
    app.say_site(Principal::System, read).await?;
    let person = match app.persons().get(patron).await? {
        Some(bytes) => Some(serde_json::from_slice(&bytes).map_err(ApiError::fault)?),
        None => None,
    };
    let (now, site) = (app.now(), app.config().site.clone());
    let (journal, stream) = (app.journal().clone(), account_stream(patron)?);
    let read = move || -> Result<_, punto_journal::Fault> {
        let until = now.0.saturating_add(1);
        Ok((statement(&*journal, patron, (i64::MIN, until), MOST)?, vouchers(&*journal, &stream)?))
    };
    let (statement, list) = blocking(read).await?;
    // Patrons do not learn each other's accounts.
    let shown = |voucher: VoucherView| VoucherView {
        site: site.clone(),
        into: voucher.into.clone().filter(|into| *into == id),
        ..voucher
    };
    let vouchers = list.into_iter().map(shown).collect();
    let account = viewed(&app, patron, &account);
    Ok(Json(PatronData { at: now.0, site: site.clone(), person, account, statement, vouchers }))
}
