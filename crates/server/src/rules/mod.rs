//! Rulebooks for everybody to read: drawing tables, paytables, clauses, scenarios, and two side by side.

mod book;
mod scenario;
pub(crate) mod words;

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, LazyLock, Mutex};

use axum::Json;
use axum::extract::State;
use punto_rulebook::{Clause, Rulebook};
use punto_script::{Scenario, Script, scenarios, shown_by};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::{ClauseView, Comparison, RulebookView, ScenarioName, ScenarioView};
use crate::problem::{ApiError, Path, Query};
use crate::state::App;

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
#[utoipa::path(get, path = "/api/rulebooks", tag = "rules", responses((status = 200, body = Vec<RulebookView>)))]
async fn list(State(app): State<App>) -> Json<Vec<RulebookView>> {
    Json(app.books().iter().map(|book| book::view(book)).collect())
}

/// One rulebook.
#[utoipa::path(get, path = "/api/rulebooks/{id}", tag = "rules", params(("id" = String, Path)), responses((status = 200, body = RulebookView)))]
async fn one(State(app): State<App>, Path(id): Path<String>) -> Result<Json<RulebookView>, ApiError> {
    Ok(Json(book::view(&*book(&app, &id)?)))
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
#[utoipa::path(get, path = "/api/rulebooks/compare", tag = "rules", params(Pair), responses((status = 200, body = Comparison)))]
async fn comparison(State(app): State<App>, Query(pair): Query<Pair>) -> Result<Json<Comparison>, ApiError> {
    Ok(Json(book::compare(&*book(&app, &pair.left)?, &*book(&app, &pair.right)?)))
}

/// Every clause of a rulebook, with the scenarios that show it.
#[utoipa::path(get, path = "/api/rulebooks/{id}/clauses", tag = "rules", params(("id" = String, Path)), responses((status = 200, body = Vec<ClauseView>)))]
async fn clauses(State(app): State<App>, Path(id): Path<String>) -> Result<Json<Vec<ClauseView>>, ApiError> {
    let book = book(&app, &id)?;
    let shown = shown(&book).await?;
    Ok(Json(book.clauses.iter().map(|clause| clause_view(clause, &shown)).collect()))
}

/// One clause.
#[utoipa::path(get, path = "/api/rulebooks/{id}/clauses/{clause}", tag = "rules",
    params(("id" = String, Path), ("clause" = String, Path)), responses((status = 200, body = ClauseView)))]
async fn clause(
    State(app): State<App>,
    Path((id, number)): Path<(String, String)>,
) -> Result<Json<ClauseView>, ApiError> {
    let book = book(&app, &id)?;
    let clause = book.clauses.get(&number).ok_or_else(|| {
        let asked: String = number.chars().take(40).collect();
        ApiError::not_found(format!("{} has no clause `{asked}`", book.id))
    })?;
    Ok(Json(clause_view(clause, &shown(&book).await?)))
}

/// The scenarios of a rulebook by name.
#[utoipa::path(get, path = "/api/rulebooks/{id}/scenarios", tag = "rules", params(("id" = String, Path)), responses((status = 200, body = Vec<ScenarioName>)))]
async fn scenario_names(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Json<Vec<ScenarioName>>, ApiError> {
    let book = book(&app, &id)?;
    let about =
        |text: &str| text.parse::<Script>().map(|script| scenario::about(&script)).unwrap_or_default();
    let name =
        |scenario: Scenario| ScenarioName { name: scenario.name.to_owned(), about: about(scenario.text) };
    Ok(Json(of_book(&book).map(name).collect()))
}

/// One scenario, played step by step.
#[utoipa::path(get, path = "/api/rulebooks/{id}/scenarios/{name}", tag = "rules",
    params(("id" = String, Path), ("name" = String, Path)), responses((status = 200, body = ScenarioView)))]
async fn scenario(
    State(app): State<App>,
    Path((id, name)): Path<(String, String)>,
) -> Result<Json<ScenarioView>, ApiError> {
    let book = book(&app, &id)?;
    let scenario = of_book(&book).find(|scenario| scenario.name == name).ok_or_else(|| {
        let asked: String = name.chars().take(80).collect();
        ApiError::not_found(format!("{} has no scenario `{asked}`", book.id))
    })?;
    scenario::play(&book, &scenario).map(Json).map_err(ApiError::fault)
}

fn of_book(book: &Rulebook) -> impl Iterator<Item = Scenario> {
    let id = book.id.clone();
    scenarios().filter(move |scenario| *scenario.rulebook == *id)
}

/// For each clause the scenarios that show it.
type Shown = Arc<BTreeMap<String, Vec<&'static str>>>;

/// What scenarios show is the same as long as the process runs, and takes a while to find out: it is kept by digest.
static SHOWN: LazyLock<Mutex<HashMap<String, Shown>>> = LazyLock::new(Mutex::default);

async fn shown(book: &Arc<Rulebook>) -> Result<Shown, ApiError> {
    let known = || SHOWN.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if let Some(shown) = known().get(&book.digest) {
        return Ok(shown.clone());
    }
    let played = book.clone();
    let shown =
        tokio::task::spawn_blocking(move || Arc::new(shown_by(&played))).await.map_err(ApiError::fault)?;
    known().insert(book.digest.clone(), shown.clone());
    Ok(shown)
}

fn clause_view(clause: &Clause, shown: &Shown) -> ClauseView {
    let number = clause.id.clause();
    let scenarios = shown.get(number).into_iter().flatten();
    ClauseView {
        clause: number.to_owned(),
        topic: clause.topic.clone(),
        gist: clause.gist.clone(),
        standing: clause.standing.word().to_owned(),
        scenarios: scenarios.map(|name| (*name).to_owned()).collect(),
    }
}
