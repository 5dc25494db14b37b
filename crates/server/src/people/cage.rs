//! The cage's own counter: who is looked for, what waits for an attendant, and cashiers' shifts.

use axum::Json;
use axum::extract::State;
use punto_records::StreamOf;
use punto_report::{cashiers, shifts, waiting_events};
use punto_site::{Command, Kind, Principal, Reading, Right};
use punto_vocab::{Money, PersonId};
use punto_wire::{AccountView, Attend, DrawerCount, DrawerFloat, FindPatron, ShiftView};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::patrons::viewed;
use crate::auth::{Caller, blocking};
use crate::problem::{ApiError, Body};
use crate::reads;
use crate::state::App;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(find))
        .routes(routes!(attend))
        .routes(routes!(list_shifts))
        .routes(routes!(begin_shift))
        .routes(routes!(end_shift))
}

/// How many accounts are found at once; whoever looks for more types more of the name.
const FOUND: usize = 20;
/// How far back ended shifts are listed.
const SHIFT_HOURS: u32 = 31 * 24;

/// Find accounts by the number of a card, or by how their names begin.
#[utoipa::path(
    post, path = "/api/v1/patrons/find", operation_id = "findPatrons", tag = "people",
    request_body = FindPatron,
    responses((status = 200, description = "up to 20 accounts in the order of their names", body = Vec<AccountView>)),
    security(("session" = []))
)]
async fn find(
    State(app): State<App>,
    caller: Caller,
    Body(asked): Body<FindPatron>,
) -> Result<Json<Vec<AccountView>>, ApiError> {
    caller.need(&app, Right::ReadPatrons).await?;
    let text = asked.text.trim().to_owned();
    if text.is_empty() || text.len() > 64 {
        return Err(ApiError::bad_request("a search has 1 to 64 characters"));
    }
    let names = match app.credentials().card(&text).await? {
        Some(card) => vec![card.patron],
        None => beginning(&app, &text.to_lowercase()).await?,
    };
    let mut found = Vec::new();
    for patron in names {
        if let Some(account) = app.account(patron).await? {
            reads::log(&app, &caller, Reading::Account, Some(patron)).await?;
            found.push(viewed(&app, patron, &account));
        }
    }
    Ok(Json(found))
}

/// The first names of accounts that begin so.
async fn beginning(app: &App, text: &str) -> Result<Vec<PersonId>, ApiError> {
    let journal = app.journal().clone();
    let heads = blocking(move || journal.heads()).await?;
    let names = heads.iter().filter_map(|head| StreamOf::patron(&head.stream));
    let mut names: Vec<PersonId> = names.filter(|name| name.as_str().starts_with(text)).collect();
    names.sort_unstable();
    names.truncate(FOUND);
    Ok(names)
}

/// What waits for an attendant: held money, and large wins. The account is told to whoever may read it.
#[utoipa::path(
    get, path = "/api/v1/cage/attend", operation_id = "listHeld", tag = "people",
    responses((status = 200, description = "held money and large wins", body = Attend)),
    security(("session" = []))
)]
async fn attend(State(app): State<App>, caller: Caller) -> Result<Json<Attend>, ApiError> {
    caller.need(&app, Right::ReleaseHold).await?;
    let mut held = Vec::new();
    if caller.has(Right::ReadPatrons) {
        let journal = app.journal().clone();
        let heads = blocking(move || journal.heads()).await?;
        for patron in heads.iter().filter_map(|head| StreamOf::patron(&head.stream)) {
            let account = app.account(patron).await?.filter(|account| account.purses.held.is_positive());
            if let Some(account) = account {
                reads::log(&app, &caller, Reading::Account, Some(patron)).await?;
                held.push(viewed(&app, patron, &account));
            }
        }
    }
    let site = app.site();
    let wins = waiting_events(&site).map(|(_, event)| event);
    let wins = wins.filter(|event| event.acknowledged.is_none() && event.kind == Kind::LargeWin.into());
    Ok(Json(Attend { held, wins: wins.collect() }))
}

/// Shifts of cashiers: one's own, and for whoever reads reports those of all.
#[utoipa::path(
    get, path = "/api/v1/cage/shifts", operation_id = "listShifts", tag = "people",
    responses(
        (status = 200, description = "those that run, then those that ended in the last month, the newest first",
         body = Vec<ShiftView>)
    ),
    security(("session" = []))
)]
async fn list_shifts(State(app): State<App>, caller: Caller) -> Result<Json<Vec<ShiftView>>, ApiError> {
    let all = caller.has(Right::ReadReports);
    if !all {
        caller.need(&app, Right::MoveMoney).await?;
    }
    let whose = caller.staff().filter(|_| !all);
    let (site, from) = (app.site(), app.now().minus_hours(SHIFT_HOURS));
    let journal = app.journal().clone();
    Ok(Json(blocking(move || shifts(&*journal, &site, whose, from)).await?))
}

/// Begin a shift with the cash that is in the drawer.
#[utoipa::path(
    post, path = "/api/v1/cage/shifts/begin", operation_id = "beginShift", tag = "people",
    request_body = DrawerFloat,
    responses((status = 200, description = "the shift", body = ShiftView)), security(("session" = []))
)]
async fn begin_shift(
    State(app): State<App>,
    caller: Caller,
    Body(asked): Body<DrawerFloat>,
) -> Result<Json<ShiftView>, ApiError> {
    let who = cashier(&app, &caller).await?;
    let command = Command::BeginShift { who, float: Money::from_minor(asked.float) };
    app.say_site(Principal::System, command).await?;
    newest(&app, who).await
}

/// End a shift with what is counted in the drawer; only now the records are told, and what differs is a significant event.
#[utoipa::path(
    post, path = "/api/v1/cage/shifts/end", operation_id = "endShift", tag = "people",
    request_body = DrawerCount,
    responses((status = 200, description = "what the shift came to", body = ShiftView)),
    security(("session" = []))
)]
async fn end_shift(
    State(app): State<App>,
    caller: Caller,
    Body(asked): Body<DrawerCount>,
) -> Result<Json<ShiftView>, ApiError> {
    let who = cashier(&app, &caller).await?;
    {
        // No cash of theirs moves between the sum and the record of it.
        let _counting = app.drawers().write().await;
        let site = app.site();
        // What went through the drawer before the first shift is of that shift.
        let before = site.shift_ends.contains_key(&who);
        let since = site.drawers.get(&who).filter(|_| before).map(|drawer| drawer.since.0);
        let journal = app.journal().clone();
        let report = blocking(move || cashiers(&*journal, (since, None))).await?;
        let own = report.rows.into_iter().find(|row| row.cashier.as_deref() == Some(who.as_str()));
        let row = own.unwrap_or_default();
        let (took, paid) = (Money::from_minor(row.deposits.sum), Money::from_minor(row.payouts.sum));
        let command = Command::EndShift { who, took, paid, counted: Money::from_minor(asked.counted) };
        app.say_site(Principal::System, command).await?;
    }
    newest(&app, who).await
}

async fn cashier(app: &App, caller: &Caller) -> Result<PersonId, ApiError> {
    caller.need(app, Right::MoveMoney).await?;
    caller.staff().ok_or_else(|| ApiError::not_allowed("only staff do this"))
}

/// A cashier's shift that runs, or the last that ended.
async fn newest(app: &App, who: PersonId) -> Result<Json<ShiftView>, ApiError> {
    let (site, from, journal) = (app.site(), app.now().minus_hours(1), app.journal().clone());
    let list = blocking(move || shifts(&*journal, &site, Some(who), from)).await?;
    list.into_iter().next().map(Json).ok_or_else(|| ApiError::fault("a shift that is not there"))
}
