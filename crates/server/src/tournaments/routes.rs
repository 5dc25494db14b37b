//! The routes of tournaments.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use punto_contest::{TournamentPlan, allowed as sayable};
use punto_journal::{Record, StreamName};
use punto_records::{StreamOf, TournamentBody};
use punto_site::{Reading, Right};
use punto_steward::{HallError, TournamentHandle};
use punto_tournament::{Command, Stage, Viewer, decide};
use punto_views::{
    conditions_form, hidden_form, pool_statement, tournament_line, tournament_summary, tournament_view,
};
use punto_vocab::{Actor, PersonId, Stamped, Time};
use punto_wire::{
    CitedLine, ConditionsForm, HiddenForm, NewTournament, PoolStatement, TournamentAllowed,
    TournamentCommand, TournamentSaid, TournamentSay, TournamentSummary, TournamentView,
};
use serde::Deserialize;
use tokio::sync::watch;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::say::{refusal, say};
use super::{is_open, tournament, viewer, with_scene};
use crate::auth::Caller;
use crate::problem::{ApiError, Body, Path, Query};
use crate::state::App;

/// The routes about tournaments.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list, put_up))
        .routes(routes!(one))
        .routes(routes!(form))
        .routes(routes!(allowed))
        .routes(routes!(command))
        .routes(routes!(hidden))
        .routes(routes!(lines))
        .routes(routes!(statement))
}

/// In which role somebody of staff asks.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct InRole {
    /// The role, for staff with several.
    pub(crate) role: Option<punto_wire::Role>,
}

/// In which role somebody asks, and what they have seen already.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Behind {
    /// The role, for staff with several.
    pub(crate) role: Option<punto_wire::Role>,
    /// The record up to which the caller has seen it: the answer waits for a newer one, for twenty seconds at most.
    pub(crate) after: Option<u64>,
}

/// Lines behind a record.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct LinesBehind {
    /// The role, for staff with several.
    pub(crate) role: Option<punto_wire::Role>,
    /// The record behind which lines are wanted; the newest where nothing is said.
    pub(crate) after: Option<u64>,
}

/// How long an answer waits for something new.
const PATIENCE: Duration = Duration::from_secs(20);

/// How many lines one answer has.
pub(crate) const LINES: usize = 100;

/// All tournaments at a glance.
#[utoipa::path(
    get, path = "/api/v1/tournaments", operation_id = "listTournaments", tag = "tournaments",
    responses((status = 200, description = "every tournament that the caller may see", body = Vec<TournamentSummary>)),
    security((), ("session" = []))
)]
async fn list(State(app): State<App>, caller: Caller) -> Result<Json<Vec<TournamentSummary>>, ApiError> {
    let viewer = viewer(&caller, None)?;
    let all = app.hall().tournaments().into_iter();
    let seen = all.filter(|one| viewer == Viewer::Official || is_open(one));
    Ok(Json(seen.map(|one| with_scene(&app, &one, |scene| tournament_summary(scene, viewer))).collect()))
}

/// Put up a tournament, whose conditions are still to be written.
#[utoipa::path(
    post, path = "/api/v1/tournaments", operation_id = "putUpTournament", tag = "tournaments",
    request_body = NewTournament,
    responses((status = 201, description = "the tournament is there", body = TournamentView)),
    security(("session" = []))
)]
async fn put_up(
    State(app): State<App>,
    caller: Caller,
    Body(new): Body<NewTournament>,
) -> Result<(StatusCode, Json<TournamentView>), ApiError> {
    caller.need(&app, Right::RunTournament).await?;
    let one = app.hall().add(plan(&new)?).await.map_err(not_put_up)?;
    let view = with_scene(&app, &one, |scene| tournament_view(scene, Viewer::Official, None));
    Ok((StatusCode::CREATED, Json(view)))
}

/// Why a tournament or a promotion is not put up.
pub(crate) fn not_put_up(error: HallError) -> ApiError {
    match error {
        HallError::Exists(_)
        | HallError::PromotionExists(_)
        | HallError::NoTournaments(_)
        | HallError::NoPromotions(_)
        | HallError::Unfit { .. }
        | HallError::OtherCurrency { .. }
        | HallError::OnlyInDemonstrations => ApiError::bad_request(error.to_string()),
        HallError::Floor(error) => error.into(),
        HallError::Journal(_) | HallError::Record(_) | HallError::Agreement(_) => ApiError::fault(error),
    }
}

/// What is wrong with a field of a body.
pub(crate) fn wrong(what: &str, error: String) -> ApiError {
    ApiError::bad_request(format!("{what}: {error}"))
}

/// A text on one line, of no more characters than these.
pub(crate) fn short(what: &str, text: &str, most: usize) -> Result<String, ApiError> {
    let fits = !text.trim().is_empty() && text.chars().count() <= most && !text.chars().any(char::is_control);
    match fits {
        true => Ok(text.trim().to_owned()),
        false => Err(wrong(what, format!("expected 1 to {most} characters on one line"))),
    }
}

fn plan(new: &NewTournament) -> Result<TournamentPlan, ApiError> {
    Ok(TournamentPlan {
        name: new.name.parse().map_err(|error| wrong("name", format!("{error}")))?,
        title: short("title", &new.title, 60)?,
        rulebook: new.rulebook.clone(),
        digest: String::new(),
        currency: short("currency", &new.currency, 12)?,
        dealer: new.dealer.0,
        opening: new.opening.parse().map_err(|error| wrong("opening", error))?,
        tables: new.name.clone(),
    })
}

/// A tournament as the caller sees it; with `after`, once there is something newer than that.
#[utoipa::path(
    get, path = "/api/v1/tournaments/{tournament}", operation_id = "getTournament", tag = "tournaments",
    params(("tournament" = String, Path), Behind),
    responses((status = 200, description = "the tournament as the caller may see it", body = TournamentView)),
    security((), ("session" = []))
)]
async fn one(
    State(app): State<App>,
    caller: Caller,
    Path(name): Path<String>,
    Query(asked): Query<Behind>,
) -> Result<Json<TournamentView>, ApiError> {
    let one = tournament(&app, &caller, &name)?;
    let viewer = viewer(&caller, asked.role.map(|role| role.0))?;
    if let Some(after) = asked.after {
        newer(&app, one.watch(), |moment| moment.contest.seq > after).await;
    }
    let form = match viewer {
        Viewer::Entrant(own) => handed_in(&one, own).await?,
        Viewer::Public | Viewer::Official => None,
    };
    Ok(Json(with_scene(&app, &one, |scene| tournament_view(scene, viewer, form.as_ref()))))
}

/// Waits until there is a moment that is new, or for as long as a client is kept waiting.
pub(crate) async fn newer<M>(app: &App, mut moments: watch::Receiver<Arc<M>>, is_new: impl Fn(&M) -> bool) {
    let mut stopping = app.stopping();
    let first = moments.borrow_and_update().clone();
    let news = async {
        if is_new(&first) {
            return;
        }
        let _ = moments.changed().await;
    };
    tokio::select! {
        () = news => {}
        _ = stopping.changed() => {}
        () = tokio::time::sleep(PATIENCE) => {}
    }
}

/// A form that somebody has handed in, from under its seal.
async fn handed_in(
    one: &TournamentHandle,
    entrant: PersonId,
) -> Result<Option<punto_tournament::Form>, ApiError> {
    let one = one.clone();
    tokio::task::spawn_blocking(move || one.form(entrant)).await.map_err(ApiError::fault)
}

/// The conditions as a form: what the document asks for, and what is missing.
#[utoipa::path(
    get, path = "/api/v1/tournaments/{tournament}/form", operation_id = "getTournamentForm", tag = "tournaments",
    params(("tournament" = String, Path)),
    responses((status = 200, description = "every item, with its clauses", body = ConditionsForm)),
    security((), ("session" = []))
)]
async fn form(
    State(app): State<App>,
    caller: Caller,
    Path(name): Path<String>,
) -> Result<Json<ConditionsForm>, ApiError> {
    let moment = tournament(&app, &caller, &name)?.now();
    Ok(Json(conditions_form(&moment.contest.book, &moment.contest.own)))
}

/// What the caller could say now, and for the rest why not.
#[utoipa::path(
    get, path = "/api/v1/tournaments/{tournament}/allowed", operation_id = "listAllowedInTournament",
    tag = "tournaments", params(("tournament" = String, Path), InRole),
    responses(
        (status = 200, description = "each command, and why not where it is refused now", body = Vec<TournamentAllowed>)
    ),
    security(("session" = []))
)]
async fn allowed(
    State(app): State<App>,
    caller: Caller,
    Path(name): Path<String>,
    Query(asked): Query<InRole>,
) -> Result<Json<Vec<TournamentAllowed>>, ApiError> {
    let (by, at) = (caller.actor(asked.role.map(|role| role.0))?, app.now());
    let moment = tournament(&app, &caller, &name)?.now();
    let ask = move || {
        let answer = |one: punto_contest::TournamentSayable| {
            let command = on_the_wire(one.what);
            TournamentAllowed {
                line: command.to_string(),
                command,
                asks: one.asks.iter().map(ToString::to_string).collect(),
                refusal: one.refused.as_ref().map(refusal),
            }
        };
        sayable(&moment.contest, by, at).into_iter().map(answer).collect()
    };
    tokio::task::spawn_blocking(ask).await.map(Json).map_err(ApiError::fault)
}

/// A command as clients say it: without what the house fills in.
fn on_the_wire(command: Command) -> TournamentCommand {
    match command {
        Command::Publish { .. } => TournamentCommand::Publish,
        Command::Draw { .. } => TournamentCommand::Draw,
        Command::Seal { entrant, .. } => {
            TournamentCommand::Seal { entrant, bet: None, stake: None, words: None }
        }
        Command::Announce { entrant, .. } => TournamentCommand::Announce { entrant },
        other => other.into(),
    }
}

/// Say something to a tournament. A refusal is answered with 409.
#[utoipa::path(
    post, path = "/api/v1/tournaments/{tournament}/commands", operation_id = "sendToTournament", tag = "tournaments",
    params(("tournament" = String, Path)), request_body = TournamentSay,
    responses(
        (status = 200, description = "the command is done, or was done before with the same id", body = TournamentSaid)
    ),
    security(("session" = []))
)]
async fn command(
    State(app): State<App>,
    caller: Caller,
    Path(name): Path<String>,
    Body(said): Body<TournamentSay>,
) -> Result<Json<TournamentSaid>, ApiError> {
    let by = caller.actor(said.role.map(|role| role.0))?;
    let one = tournament(&app, &caller, &name)?;
    say((&app, &caller), by, &one, &said).await.map(Json)
}

/// The form of a hidden wager that is not read out yet: for its entrant, and for the officer who examines forms.
#[utoipa::path(
    get, path = "/api/v1/tournaments/{tournament}/hidden/{entrant}", operation_id = "getHiddenForm", tag = "tournaments",
    params(("tournament" = String, Path), ("entrant" = String, Path), InRole),
    responses((status = 200, description = "the form", body = HiddenForm)),
    security(("session" = []))
)]
async fn hidden(
    State(app): State<App>,
    caller: Caller,
    Path((name, entrant)): Path<(String, String)>,
    Query(asked): Query<InRole>,
) -> Result<Json<HiddenForm>, ApiError> {
    let by = caller.actor(asked.role.map(|role| role.0))?;
    let one = tournament(&app, &caller, &name)?;
    let none = || ApiError::not_found("there is no such form");
    let entrant: PersonId = entrant.parse().map_err(|_| none())?;
    if by != Actor::Patron(entrant) {
        examines(&app, &one, by, entrant)?;
        crate::reads::log(&app, &caller, Reading::Records, Some(entrant)).await?;
    }
    let form = handed_in(&one, entrant).await?.ok_or_else(none)?;
    Ok(Json(hidden_form(entrant, &form)))
}

/// Passes whoever may examine this form now, by the tournament's own word.
fn examines(app: &App, one: &TournamentHandle, by: Actor, entrant: PersonId) -> Result<(), ApiError> {
    let moment = one.now();
    let own = &moment.contest.own;
    let (at, command) = (app.now().max(own.now), Command::Examine { entrant });
    let staff = matches!(by, Actor::Staff(..));
    let may = staff && decide(&moment.contest.book, own, &Stamped { at, by, command }).is_ok();
    if may {
        Ok(())
    } else {
        Err(ApiError::not_allowed("this form is for whoever examines it, and nobody else"))
    }
}

/// The records of a stream behind one, as many as an answer has lines.
pub(crate) async fn behind(app: &App, stream: StreamName, after: u64) -> Result<Vec<Record>, ApiError> {
    let journal = app.journal().clone();
    let read = tokio::task::spawn_blocking(move || journal.read(&stream, after, LINES)).await;
    read.map_err(ApiError::fault)?.map_err(ApiError::fault)
}

/// What happened in a tournament, as the caller may read it: the newest hundred lines, or those behind a record.
#[utoipa::path(
    get, path = "/api/v1/tournaments/{tournament}/lines", operation_id = "listTournamentLines", tag = "tournaments",
    params(("tournament" = String, Path), LinesBehind),
    responses((status = 200, description = "lines, oldest first", body = Vec<CitedLine>)),
    security(("session" = []))
)]
async fn lines(
    State(app): State<App>,
    caller: Caller,
    Path(name): Path<String>,
    Query(asked): Query<LinesBehind>,
) -> Result<Json<Vec<CitedLine>>, ApiError> {
    caller.actor(asked.role.map(|role| role.0))?;
    let one = tournament(&app, &caller, &name)?;
    let viewer = viewer(&caller, asked.role.map(|role| role.0))?;
    let after = asked.after.unwrap_or_else(|| one.now().contest.seq.saturating_sub(LINES as u64));
    let stream = StreamOf::Tournament(one.plan().name).name().map_err(ApiError::fault)?;
    let records = behind(&app, stream, after).await?;
    let mut lines = Vec::new();
    for record in &records {
        let body = TournamentBody::of(&record.entry).map_err(ApiError::fault)?;
        let by: Actor = record.entry.actor.parse().map_err(ApiError::fault)?;
        let place = (record.entry.seq, Time(record.entry.at), by);
        let events = body.said().map(|said| said.events).unwrap_or_default();
        lines.extend(events.iter().filter_map(|event| tournament_line(viewer, place, event)));
    }
    Ok(Json(lines))
}

/// The statement of the pool: for staff at any time, for everybody once the tournament is over.
#[utoipa::path(
    get, path = "/api/v1/tournaments/{tournament}/statement", operation_id = "getPoolStatement", tag = "tournaments",
    params(("tournament" = String, Path), InRole),
    responses((status = 200, description = "fees, prizes and what is paid", body = PoolStatement)),
    security((), ("session" = []))
)]
async fn statement(
    State(app): State<App>,
    caller: Caller,
    Path(name): Path<String>,
    Query(asked): Query<InRole>,
) -> Result<Json<PoolStatement>, ApiError> {
    let moment = tournament(&app, &caller, &name)?.now();
    let viewer = viewer(&caller, asked.role.map(|role| role.0))?;
    let over = matches!(moment.contest.own.stage, Stage::Over | Stage::Cancelled);
    if viewer != Viewer::Official && !over {
        return Err(ApiError::not_found("there is no statement before the tournament is over"));
    }
    Ok(Json(pool_statement(&moment.contest, viewer)))
}
