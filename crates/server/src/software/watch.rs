//! The check as the house does it: at the start, on demand, once a day, and file by file all the time; what it finds is a
//! significant event.

use axum::Json;
use axum::extract::State;
use punto_site::{Cause, Kind, Place, Right, plain};
use punto_software::{Checked, Rounds};
use punto_wire::{SoftwareCheck, SoftwareView};
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
    responses((status = 200, description = "what the check came to", body = SoftwareCheck)),
    security(("session" = []))
)]
async fn check_now(State(app): State<App>, caller: Caller) -> Result<Json<SoftwareCheck>, ApiError> {
    caller.need(&app, Right::VerifySoftware).await?;
    run(&app).await.map(Json)
}

/// Checks the software, and has it recorded.
pub(crate) async fn run(app: &App) -> Result<SoftwareCheck, ApiError> {
    let own = app.clone();
    let checked = tokio::task::spawn_blocking(move || check(own.config())).await.map_err(ApiError::fault)?;
    record(app, checked).await
}

/// Records what a check came to. A failure stays a fault of the whole house until somebody has cleared it.
pub(crate) async fn record(app: &App, checked: Checked) -> Result<SoftwareCheck, ApiError> {
    let wrong = match checked.wrong {
        None => accepted::refuses(app, checked.manifest.as_deref()).await?,
        wrong => wrong,
    };
    // Where nothing was compared nothing is known to be sound.
    let sound = (checked.compared || wrong.is_some()).then_some(wrong.is_none());
    let view = SoftwareCheck { sound, at: app.now().0, lines: checked.lines, wrong };
    app.set_checked(view.clone());
    match &view.wrong {
        Some(wrong) => failed(app, wrong).await,
        None if checked.compared => {
            let parts = u32::try_from(view.lines.len()).unwrap_or(u32::MAX);
            let what = Cause::SoftwareApproved { parts, version: plain(env!("CARGO_PKG_VERSION")) };
            app.note(Kind::SoftwareCheckPassed, Place::Site, what).await;
        }
        // A demonstration says so only where a failure waits for a check that finds nothing wrong.
        None if app.config().demo && !has_failed(app) => {}
        None => {
            app.note(Kind::SoftwareNotCompared, Place::Site, Cause::SoftwareNotCompared).await;
        }
    }
    installed(app, &view).await?;
    Ok(view)
}

/// A failure is a fault of the whole house; one that stands already leaves its trace all the same.
async fn failed(app: &App, wrong: &str) {
    let kind = if has_failed(app) { Kind::CheckFailedAgain } else { Kind::SoftwareCheckFailed };
    app.note(kind, Place::Site, Cause::SoftwareDiffers { why: plain(wrong) }).await;
}

/// Whether a failure stands that nobody has cleared.
fn has_failed(app: &App) -> bool {
    app.site().notices.values().any(|notice| notice.kind == Kind::SoftwareCheckFailed)
}

/// What to read again and again while the house runs, if anything may not change.
pub(crate) fn rounds(app: &App) -> Option<Rounds> {
    let binary = binary_digest(&app.checked()?.lines)?;
    app.config().watched(&binary).map(Rounds::of)
}

/// Records that a file of the software has changed under the running house; said once until it is cleared.
pub(crate) async fn changed(app: &App, differs: &str) {
    if has_failed(app) {
        return;
    }
    let lines = app.checked().map(|view| view.lines).unwrap_or_default();
    let wrong = Some(differs.to_owned());
    app.set_checked(SoftwareCheck { sound: Some(false), at: app.now().0, lines, wrong });
    failed(app, differs).await;
}

fn binary_digest(lines: &[String]) -> Option<String> {
    lines.iter().find_map(|line| Some(line.strip_prefix("binary punto ")?.get(..64)?.to_owned()))
}

/// Records that other software runs than at the last start.
async fn installed(app: &App, view: &SoftwareCheck) -> Result<(), ApiError> {
    const SHELF: &str = "setting";
    const NAME: &str = "software";
    let Some(digest) = binary_digest(&view.lines) else { return Ok(()) };
    let (journal, now) = (app.journal().clone(), digest.clone());
    let before = blocking(move || {
        let before = journal.get(SHELF, NAME)?;
        journal.put(SHELF, NAME, now.as_bytes())?;
        Ok(before)
    });
    if before.await?.as_deref() != Some(digest.as_bytes()) {
        let version = plain(env!("CARGO_PKG_VERSION"));
        let what = Cause::SoftwareRuns { version, digest: plain(&digest) };
        app.note(Kind::SoftwareInstalled, Place::Site, what).await;
    }
    Ok(())
}
