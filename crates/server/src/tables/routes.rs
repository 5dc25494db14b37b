//! The routes of tables.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::{Extension, Json};
use punto_shoe::{Commitment, Share};
use punto_site::{Cause, Kind, Place};
use punto_table::{Actor, Command, With};
use punto_views::table_view;
use punto_vocab::{Money, PersonId, Role};
use punto_wire::{
    Allowed, CutChoice, NewTable, RevealedShare, Said, Say, ShareSaid, TableSummary, TableView, Transfer,
};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::lobby::Lobby;
use super::opening::{self, open_by, plan};
use super::{actors, line, offered, say, scene, table};
use crate::auth::{Caller, Right};
use crate::problem::{ApiError, Body, Path, Query};
use crate::serve::Address;
use crate::state::App;

/// The routes about tables.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list, open))
        .routes(routes!(one))
        .routes(routes!(command))
        .routes(routes!(allowed))
        .routes(routes!(buy_in))
        .routes(routes!(cash_out))
        .routes(routes!(cut))
        .routes(routes!(share))
        .layer(Extension(Arc::new(Lobby::default())))
}

/// In which role somebody of staff asks.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct InRole {
    /// The role, for staff with several.
    role: Option<punto_wire::Role>,
}

/// All tables at a glance.
#[utoipa::path(
    get, path = "/api/v1/tables", operation_id = "listTables", tag = "tables",
    responses((status = 200, description = "every table", body = Vec<TableSummary>)),
    security((), ("session" = []))
)]
async fn list(
    State(app): State<App>,
    Extension(lobby): Extension<Arc<Lobby>>,
    caller: Caller,
) -> Json<Vec<TableSummary>> {
    app.note_look();
    Json(lobby.list(&app, caller.viewer()))
}

/// A table as the caller sees it.
#[utoipa::path(
    get, path = "/api/v1/tables/{table}", operation_id = "getTable", tag = "tables",
    params(("table" = String, Path), InRole),
    responses((status = 200, description = "the table as the caller may see it", body = TableView)),
    security((), ("session" = []))
)]
async fn one(
    State(app): State<App>,
    caller: Caller,
    Path(name): Path<String>,
    Query(asked): Query<InRole>,
) -> Result<Json<TableView>, ApiError> {
    let table = table(&app, &name)?;
    let viewer = caller.viewer_as(asked.role.map(|role| role.0))?;
    Ok(Json(table_view(&scene(&app, &table), viewer)))
}

/// Say something to a table. A refusal is answered with 409.
#[utoipa::path(
    post, path = "/api/v1/tables/{table}/commands", operation_id = "sendCommand", tag = "tables",
    params(("table" = String, Path)), request_body = Say,
    responses(
        (status = 200, description = "the command is done, or was done before with the same id", body = Said)
    ),
    security(("session" = []))
)]
async fn command(
    State(app): State<App>,
    caller: Caller,
    Extension(Address(address)): Extension<Address>,
    Path(name): Path<String>,
    Body(said): Body<Say>,
) -> Result<Json<Said>, ApiError> {
    let table = table(&app, &name)?;
    match &said.approver {
        None => done(say::say(&app, &caller, &table, &said).await?),
        Some(approver) => done(say::say_approved(&app, (&caller, address), &table, &said, approver).await?),
    }
}

/// Over HTTP a refusal is no success.
fn done(said: Said) -> Result<Json<Said>, ApiError> {
    match said.refusal {
        Some(refusal) => Err(ApiError::refused(refusal)),
        None => Ok(Json(said)),
    }
}

/// What the caller could say now, and for the rest why not; staff in each of their roles if they ask for none. Who watches
/// a table may be told so over the same line.
#[utoipa::path(
    get, path = "/api/v1/tables/{table}/allowed", operation_id = "listAllowedCommands", tag = "tables",
    params(("table" = String, Path), InRole),
    responses(
        (status = 200, description = "each command, and why not where it is refused now", body = Vec<Allowed>)
    ),
    security(("session" = []))
)]
async fn allowed(
    State(app): State<App>,
    caller: Caller,
    Path(name): Path<String>,
    Query(asked): Query<InRole>,
) -> Result<Json<Vec<Allowed>>, ApiError> {
    let table = table(&app, &name)?;
    let actors = actors(&caller, asked.role)?;
    Ok(Json(offered(&app, table, actors).await?))
}

/// Bring credits from the account to the table.
#[utoipa::path(
    post, path = "/api/v1/tables/{table}/buy-in", operation_id = "buyIn", tag = "tables",
    params(("table" = String, Path)), request_body = Transfer,
    responses((status = 200, description = "the credits are at the table", body = Said)),
    security(("session" = []))
)]
async fn buy_in(
    State(app): State<App>,
    caller: Caller,
    Path(name): Path<String>,
    Body(transfer): Body<Transfer>,
) -> Result<Json<Said>, ApiError> {
    let amount = amount(&transfer)?;
    move_credits(&app, &caller, &name, &transfer, |patron| Command::BuyIn {
        patron,
        amount,
        with: With::Balance,
        voucher: None,
    })
    .await
}

/// Take credits from the table back to the account.
#[utoipa::path(
    post, path = "/api/v1/tables/{table}/cash-out", operation_id = "cashOut", tag = "tables",
    params(("table" = String, Path)), request_body = Transfer,
    responses((status = 200, description = "the credits are in the account", body = Said)),
    security(("session" = []))
)]
async fn cash_out(
    State(app): State<App>,
    caller: Caller,
    Path(name): Path<String>,
    Body(transfer): Body<Transfer>,
) -> Result<Json<Said>, ApiError> {
    let amount = amount(&transfer)?;
    move_credits(&app, &caller, &name, &transfer, |patron| Command::CashOut { patron, amount }).await
}

/// Account and table move together or not at all: the floor makes one commit of both.
async fn move_credits(
    app: &App,
    caller: &Caller,
    name: &str,
    transfer: &Transfer,
    command: impl FnOnce(PersonId) -> Command,
) -> Result<Json<Said>, ApiError> {
    let (table, patron) = (table(app, name)?, patron(caller)?);
    let command = command(patron);
    // Money is counted by the house before it is anybody's credit; what leaves the table is the patron's to say.
    let by = match command {
        Command::BuyIn { .. } => Actor::System,
        _ => Actor::Patron(patron),
    };
    let outcome =
        table.say(punto_floor::Said { key: line::id(&transfer.id)?, by, command, of: None }).await?;
    done(say::answer(&table, Actor::Patron(patron), &transfer.id, &outcome))
}

fn amount(transfer: &Transfer) -> Result<Money, ApiError> {
    let amount = Money::from_minor(transfer.amount);
    let fits = amount.is_positive() && amount <= Money::LARGEST;
    fits.then_some(amount).ok_or_else(|| {
        ApiError::bad_request(format!(
            "an amount is more than nothing and at most {} minor units",
            Money::LARGEST.minor()
        ))
    })
}

fn patron(caller: &Caller) -> Result<PersonId, ApiError> {
    match caller.patron() {
        Some(patron) => Ok(patron),
        None if caller.session.is_none() => Err(ApiError::not_signed_in()),
        None => Err(ApiError::not_allowed("only a patron does this, and for themselves")),
    }
}

/// Choose where the house's own shoe is cut, while it waits for its cut.
#[utoipa::path(
    post, path = "/api/v1/tables/{table}/cut", operation_id = "cutShoe", tag = "tables",
    params(("table" = String, Path)), request_body = CutChoice,
    responses((status = 200, description = "the shoe is cut there", body = Said)),
    security(("session" = []))
)]
async fn cut(
    State(app): State<App>,
    caller: Caller,
    Path(name): Path<String>,
    Body(choice): Body<CutChoice>,
) -> Result<Json<Said>, ApiError> {
    let (table, patron) = (table(&app, &name)?, patron(&caller)?);
    let outcome =
        table.choose_cut(line::id(&choice.id)?, patron, choice.depth, choice.of.map(say::coup_ref)).await?;
    done(say::answer(&table, Actor::Patron(patron), &choice.id, &outcome))
}

/// Put a share into the order of the house's own shoe: pledge it, and reveal it once pledges are closed. Terminals do so by
/// themselves.
#[utoipa::path(
    post, path = "/api/v1/tables/{table}/share", operation_id = "shareInShoe", tag = "tables",
    params(("table" = String, Path)), request_body = ShareSaid,
    responses((status = 200, description = "the pledge or the share is recorded", body = Said)),
    security(("session" = []))
)]
async fn share(
    State(app): State<App>,
    caller: Caller,
    Path(name): Path<String>,
    Body(said): Body<ShareSaid>,
) -> Result<Json<Said>, ApiError> {
    let (table, patron) = (table(&app, &name)?, patron(&caller)?);
    let wrong = |error: &dyn std::fmt::Display| ApiError::bad_request(error.to_string());
    let shoe: Commitment = said.shoe.parse().map_err(|error| wrong(&error))?;
    let outcome = match (&said.pledge, &said.reveal) {
        (Some(pledge), None) => {
            table.pledge(patron, shoe, pledge.parse().map_err(|error| wrong(&error))?).await?
        }
        (None, Some(RevealedShare { share, salt })) => {
            let share = Share::from_hex(share, salt).map_err(|error| wrong(&error))?;
            table.reveal(patron, shoe, share).await?
        }
        _ => return Err(wrong(&"expected either a `pledge` or what is to `reveal`")),
    };
    done(say::answer(&table, Actor::Patron(patron), &said.shoe, &outcome))
}

/// Put up a table and open it: a game that the configuration has, in a currency of the house and with limits that one
/// person may set; anything else is proposed, and takes two.
#[utoipa::path(
    post, path = "/api/v1/tables", operation_id = "openTable", tag = "tables",
    request_body = NewTable,
    responses((status = 201, description = "the table is open", body = TableView)),
    security(("session" = []))
)]
async fn open(
    State(app): State<App>,
    caller: Caller,
    Body(new): Body<NewTable>,
) -> Result<(StatusCode, Json<TableView>), ApiError> {
    caller.need(&app, Right::OpenTable).await?;
    let name = caller.staff().ok_or_else(ApiError::not_signed_in)?;
    let roles: Vec<Role> = caller.roles().collect();
    let mut plan = plan(&new)?;
    opening::for_guests(&app, &mut plan.opening)?;
    opening::alone_opens(&app, &plan)?;
    let table = open_by(&app, plan, name, &roles).await?;
    let table = table.ok_or_else(|| ApiError::not_allowed("you have no role that opens tables"))?;
    let put_up = Cause::TablePutUpBy { table: *table.name(), who: name };
    app.note_about(Kind::ConfigChange, Place::Table(*table.name()), [name], put_up).await;
    Ok((StatusCode::CREATED, Json(table_view(&scene(&app, &table), caller.viewer()))))
}
