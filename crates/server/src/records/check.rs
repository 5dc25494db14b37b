//! The check of the whole journal: begun by one request, looked at by others, never two at a time.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use axum::extract::State;
use axum::http::StatusCode;
use axum::{Extension, Json};
use punto_floor::{Books, check_whole};
use punto_journal::PublicKey;
use punto_journal::check::{self, Keyed};
use punto_wire::{CheckProgress, CheckState, CheckView};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::auth::{Caller, Right};
use crate::problem::ApiError;
use crate::state::App;

/// The routes about the check.
pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(state, begin)).layer(Extension(Checks::default()))
}

/// How far the check of the journal has come, and what the last one came to.
#[utoipa::path(
    get, path = "/api/v1/journal/check", operation_id = "getJournalCheck", tag = "journal",
    responses((status = 200, description = "the state of the check", body = CheckState)),
    security(("session" = []))
)]
async fn state(
    State(app): State<App>,
    Extension(checks): Extension<Checks>,
    caller: Caller,
) -> Result<Json<CheckState>, ApiError> {
    caller.need(&app, Right::VerifyJournal).await?;
    Ok(Json(checks.state().clone()))
}

/// Begin to check the whole journal: every chain, every signature, every decision made again, every balance.
///
/// The answer comes at once, and GET says how far it is. While one is under way it is that one that is answered.
#[utoipa::path(
    post, path = "/api/v1/journal/check", operation_id = "startJournalCheck", tag = "journal",
    responses((status = 202, description = "the check is running", body = CheckState)),
    security(("session" = []))
)]
async fn begin(
    State(app): State<App>,
    Extension(checks): Extension<Checks>,
    caller: Caller,
) -> Result<(StatusCode, Json<CheckState>), ApiError> {
    caller.need(&app, Right::VerifyJournal).await?;
    let since = app.now().0;
    if checks.begin(since) {
        let config = app.config();
        let (folder, key_file) = (config.data.clone(), config.chain_key.clone());
        let (trusted, books) = (config.copies.keys.clone(), app.books().clone());
        let work = Work { checks: checks.clone(), folder, key_file, trusted, books };
        let (floor, made) = (app.floor().clone(), checks.clone());
        // A thread of its own, and one that a stopping server does not wait for.
        let spawned = thread::Builder::new().name("check".into()).spawn(move || {
            work.run(since);
            let wrong = made.state().last.as_ref().and_then(|last| last.wrong.clone());
            wrong.into_iter().for_each(|wrong| floor.hold_for_integrity(&wrong));
        });
        if let Err(error) = spawned {
            checks.state().running = None;
            return Err(ApiError::fault(error));
        }
    }
    Ok((StatusCode::ACCEPTED, Json(checks.state().clone())))
}

/// What is known of checks, shared by all who ask.
#[derive(Clone, Default)]
struct Checks(Arc<Mutex<CheckState>>);

impl Checks {
    fn state(&self) -> MutexGuard<'_, CheckState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins one, unless one is under way.
    fn begin(&self, since: i64) -> bool {
        let mut state = self.state();
        let free = state.running.is_none();
        if free {
            state.running = Some(CheckProgress { since, done: 0, of: 0 });
        }
        free
    }

    fn end(&self, made: CheckView) {
        *self.state() = CheckState { running: None, last: Some(made) };
    }

    fn told(&self, done: u64, of: u64) {
        if let Some(running) = &mut self.state().running {
            (running.done, running.of) = (done, of);
        }
    }
}

/// One check, with all that it needs and no hold on the house.
struct Work {
    checks: Checks,
    folder: PathBuf,
    key_file: PathBuf,
    trusted: Vec<PublicKey>,
    books: Books,
}

impl Work {
    fn run(self, at: i64) {
        let made = catch_unwind(AssertUnwindSafe(|| self.whole(at)));
        let broken = |_| {
            let wrong = Some("the check broke off; the log says why".into());
            CheckView { sound: false, at, lines: Vec::new(), wrong }
        };
        self.checks.end(made.unwrap_or_else(broken));
    }

    /// Reads everything twice, from what is on the disk rather than from what this process remembers.
    fn whole(&self, at: i64) -> CheckView {
        let progress = &mut |check::Progress { done, of }| self.checks.told(done, of);
        let whole = Keyed::load(&self.key_file).and_then(|keyed| {
            check_whole(&self.folder, keyed.as_ref(), &self.trusted, self.books.clone(), progress)
        });
        match whole {
            Err(error) => CheckView { sound: false, at, lines: Vec::new(), wrong: Some(error.to_string()) },
            Ok(whole) => {
                CheckView { sound: whole.wrong.is_none(), at, lines: whole.lines(), wrong: whole.wrong }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_check_at_a_time_and_its_end_is_kept() {
        let checks = Checks::default();
        checks.told(1, 2);
        assert_eq!(*checks.state(), CheckState::default(), "nothing is under way");
        assert!(checks.begin(7) && !checks.begin(8));
        checks.told(1, 2);
        assert_eq!(checks.state().running, Some(CheckProgress { since: 7, done: 1, of: 2 }));
        let made = CheckView { sound: true, at: 7, lines: vec![], wrong: None };
        checks.end(made.clone());
        assert_eq!(*checks.state(), CheckState { running: None, last: Some(made.clone()) });
        assert!(checks.begin(9));
        assert_eq!(checks.state().last, Some(made), "until the next one has ended");
    }
}
