//! Rulebooks for everybody to read: drawing tables, paytables, clauses, scenarios, and two side by side.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use punto_rulebook::{Clause, Opening, Rulebook, Scenario};
use punto_script::{ClausesShown, Script};
use punto_views::{about, compare, opening_choices, opening_preview, play, rulebook_view};
use punto_wire::{
    ClauseView, Comparison, OpeningAsked, OpeningChoice, OpeningPreview, RulebookView, ScenarioName,
    ScenarioView,
};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::auth::{Caller, Right};
use crate::problem::{ApiError, Body, Path, Query};
use crate::state::App;
use crate::tables;

/// The routes about rulebooks.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(comparison))
        .routes(routes!(one))
        .routes(routes!(clauses))
        .routes(routes!(clause))
        .routes(routes!(scenario_names))
        .routes(routes!(scenario))
        .routes(routes!(opening, preview))
}

/// The rulebook of this id.
pub(crate) fn book(app: &App, id: &str) -> Result<Arc<Rulebook>, ApiError> {
    app.books().of_id(id).ok_or_else(|| {
        let known: Vec<String> = app.books().iter().map(|book| book.id.to_string()).collect();
        let asked: String = id.chars().take(40).collect();
        ApiError::not_found(format!("`{asked}` is not a rulebook; expected one of {}", known.join(", ")))
    })
}

/// Every rulebook in use.
#[utoipa::path(
    get, path = "/api/v1/rulebooks", operation_id = "listRulebooks", tag = "rules",
    responses((status = 200, description = "every rulebook", body = Vec<RulebookView>)), security(())
)]
async fn list(State(app): State<App>) -> Json<Vec<RulebookView>> {
    Json(app.books().iter().map(|book| rulebook_view(book)).collect())
}

/// One rulebook.
#[utoipa::path(
    get, path = "/api/v1/rulebooks/{id}", operation_id = "getRulebook", tag = "rules",
    params(("id" = String, Path)),
    responses((status = 200, description = "the rulebook", body = RulebookView)), security(())
)]
async fn one(State(app): State<App>, Path(id): Path<String>) -> Result<Json<RulebookView>, ApiError> {
    Ok(Json(rulebook_view(&*book(&app, &id)?)))
}

/// Which two to compare.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Pair {
    /// One.
    left: String,
    /// The other.
    right: String,
}

/// Two rulebooks side by side.
#[utoipa::path(
    get, path = "/api/v1/rulebooks/compare", operation_id = "compareRulebooks", tag = "rules",
    params(Pair),
    responses((status = 200, description = "where the two differ and where they agree", body = Comparison)),
    security(())
)]
async fn comparison(State(app): State<App>, Query(pair): Query<Pair>) -> Result<Json<Comparison>, ApiError> {
    Ok(Json(compare(&*book(&app, &pair.left)?, &*book(&app, &pair.right)?)))
}

/// Every clause of a rulebook, with the scenarios that show it.
#[utoipa::path(
    get, path = "/api/v1/rulebooks/{id}/clauses", operation_id = "listClauses", tag = "rules",
    params(("id" = String, Path)),
    responses((status = 200, description = "every clause in the document's order", body = Vec<ClauseView>)),
    security(())
)]
async fn clauses(State(app): State<App>, Path(id): Path<String>) -> Result<Json<Vec<ClauseView>>, ApiError> {
    let book = book(&app, &id)?;
    let shown = app.shown_clauses().of(&book).await?;
    Ok(Json(book.clauses.iter().map(|clause| clause_view(clause, &shown)).collect()))
}

/// One clause.
#[utoipa::path(
    get, path = "/api/v1/rulebooks/{id}/clauses/{clause}", operation_id = "getClause", tag = "rules",
    params(("id" = String, Path), ("clause" = String, Path)),
    responses((status = 200, description = "the clause", body = ClauseView)), security(())
)]
async fn clause(
    State(app): State<App>,
    Path((id, number)): Path<(String, String)>,
) -> Result<Json<ClauseView>, ApiError> {
    let book = book(&app, &id)?;
    let clause = book.clauses.get(&number).ok_or_else(|| {
        let asked: String = number.chars().take(40).collect();
        ApiError::not_found(format!("{} has no clause `{asked}`", book.id))
    })?;
    Ok(Json(clause_view(clause, &*app.shown_clauses().of(&book).await?)))
}

/// The scenarios of a rulebook by name.
#[utoipa::path(
    get, path = "/api/v1/rulebooks/{id}/scenarios", operation_id = "listScenarios", tag = "rules",
    params(("id" = String, Path)),
    responses((status = 200, description = "every scenario by name", body = Vec<ScenarioName>)),
    security(())
)]
async fn scenario_names(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Json<Vec<ScenarioName>>, ApiError> {
    let book = book(&app, &id)?;
    let about = |text: &str| text.parse::<Script>().map(|script| about(&script)).unwrap_or_default();
    let name = |one: &Scenario| ScenarioName { name: one.name.clone().into_owned(), about: about(&one.text) };
    Ok(Json(book.scenarios.iter().map(name).collect()))
}

/// One scenario, played step by step.
#[utoipa::path(
    get, path = "/api/v1/rulebooks/{id}/scenarios/{name}", operation_id = "getScenario", tag = "rules",
    params(("id" = String, Path), ("name" = String, Path)),
    responses((status = 200, description = "the scenario with its steps", body = ScenarioView)),
    security(())
)]
async fn scenario(
    State(app): State<App>,
    Path((id, name)): Path<(String, String)>,
) -> Result<Json<ScenarioView>, ApiError> {
    let book = book(&app, &id)?;
    let scenario = book.scenarios.iter().find(|scenario| scenario.name == name).ok_or_else(|| {
        let asked: String = name.chars().take(80).collect();
        ApiError::not_found(format!("{} has no scenario `{asked}`", book.id))
    })?;
    play(&book, scenario).map(Json).map_err(ApiError::fault)
}

/// What whoever opens a table under a rulebook chooses.
#[utoipa::path(
    get, path = "/api/v1/rulebooks/{id}/opening", operation_id = "listOpeningChoices", tag = "rules",
    params(("id" = String, Path)),
    responses((status = 200, description = "every choice with its clause", body = Vec<OpeningChoice>)),
    security(())
)]
async fn opening(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Json<Vec<OpeningChoice>>, ApiError> {
    Ok(Json(opening_choices(&*book(&app, &id)?)))
}

/// What an opening comes to, before anybody opens a table with it.
#[utoipa::path(
    post, path = "/api/v1/rulebooks/{id}/opening", operation_id = "previewOpening", tag = "rules",
    params(("id" = String, Path)), request_body = OpeningAsked,
    responses((status = 200, description = "the terms, or all that is against them", body = OpeningPreview)),
    security(("session" = []))
)]
async fn preview(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Body(asked): Body<OpeningAsked>,
) -> Result<Json<OpeningPreview>, ApiError> {
    // Whoever may only propose a table looks at it first, too.
    if !caller.has(Right::ManageTables) {
        caller.need(&app, Right::OpenTable).await?;
    }
    let book = book(&app, &id)?;
    let mut opening: Opening =
        asked.opening.parse().map_err(|why| ApiError::bad_request(format!("opening: {why}")))?;
    tables::for_guests(&app, &mut opening)?;
    let takes_two = tables::alone(&app, &book, asked.dealer.0, &opening).err().map(|wide| wide.to_string());
    Ok(Json(opening_preview(&book, &opening, takes_two)))
}

fn clause_view(clause: &Clause, shown: &ClausesShown) -> ClauseView {
    let number = clause.id.clause();
    let scenarios = shown.get(number).into_iter().flatten();
    ClauseView {
        clause: number.to_owned(),
        topic: clause.topic.clone(),
        gist: clause.gist.clone(),
        standing: clause.standing.into(),
        scenarios: scenarios.cloned().collect(),
    }
}
