//! The check as the house does it: at the start, on demand and once a day; what it finds is a significant event.

use axum::Json;
use axum::extract::State;
use punto_site::{Kind, Place, Right};
use punto_software::Checked;
use punto_wire::{CheckView, SoftwareView};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::{accepted, check};
use crate::auth::{Caller, blocking};
use crate::problem::ApiError;
use crate::state::App;

/// The routes about software.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(software)).routes(routes!(check_now))
}

/// Which software runs, and what its last check came to.
#[utoipa::path(
    get, path = "/api/v1/software", operation_id = "getSoftware", tag = "records",
    responses((status = 200, description = "the version and its last check", body = SoftwareView)),
    security(("session" = []))
)]
async fn software(State(app): State<App>, caller: Caller) -> Result<Json<SoftwareView>, ApiError> {
    caller.need(&app, Right::VerifySoftware).await?;
    let version = env!("CARGO_PKG_VERSION").to_owned();
    Ok(Json(SoftwareView { version, engine: punto_records::ENGINE, check: app.checked() }))
}

/// Check the software now.
#[utoipa::path(
    post, path = "/api/v1/software/check", operation_id = "checkSoftware", tag = "records",
    responses((status = 200, description = "what the check came to", body = CheckView)),
    security(("session" = []))
)]
async fn check_now(State(app): State<App>, caller: Caller) -> Result<Json<CheckView>, ApiError> {
    caller.need(&app, Right::VerifySoftware).await?;
    run(&app).await.map(Json)
}

/// Checks the software, and has it recorded.
pub(crate) async fn run(app: &App) -> Result<CheckView, ApiError> {
    let (software, books) = (app.config().software.clone(), app.books().clone());
    let checked =
        tokio::task::spawn_blocking(move || check(&software, &books)).await.map_err(ApiError::fault)?;
    record(app, checked).await
}

/// Records what a check came to. A failure stays a fault of the whole house until somebody has cleared it.
pub(crate) async fn record(app: &App, checked: Checked) -> Result<CheckView, ApiError> {
    let wrong = match (checked.wrong, checked.manifest) {
        (None, Some(digest)) => accepted::refuses(app, &digest).await?,
        (wrong, _) => wrong,
    };
    let view = CheckView { sound: wrong.is_none(), at: app.now().0, lines: checked.lines, wrong };
    app.set_checked(view.clone());
    match &view.wrong {
        Some(wrong) => {
            let site = app.site();
            let known = site.notices.values().any(|notice| notice.kind == Kind::SoftwareCheckFailed);
            if !known {
                app.note(Kind::SoftwareCheckFailed, Place::Site, wrong).await;
            }
        }
        None if checked.compared => {
            let parts = view.lines.len();
            let text = format!("all {parts} parts of punto {} are as approved", env!("CARGO_PKG_VERSION"));
            app.note(Kind::SoftwareCheckPassed, Place::Site, &text).await;
        }
        None => {}
    }
    installed(app, &view).await?;
    Ok(view)
}

/// Records that other software runs than at the last start.
async fn installed(app: &App, view: &CheckView) -> Result<(), ApiError> {
    const SHELF: &str = "setting";
    const NAME: &str = "software";
    let digest = |line: &String| Some(line.strip_prefix("binary punto ")?.get(..64)?.to_owned());
    let Some(digest) = view.lines.iter().find_map(digest) else { return Ok(()) };
    let (journal, now) = (app.journal().clone(), digest.clone());
    let before = blocking(move || {
        let before = journal.get(SHELF, NAME)?;
        journal.put(SHELF, NAME, now.as_bytes())?;
        Ok(before)
    });
    if before.await?.as_deref() != Some(digest.as_bytes()) {
        let text = format!("punto {} with the digest {digest}", env!("CARGO_PKG_VERSION"));
        app.note(Kind::SoftwareInstalled, Place::Site, &text).await;
    }
    Ok(())
}
