//! Which manifests two persons have accepted. Once they have accepted any, no other runs, whoever has signed it.

use punto_journal::{Fault, Journal};
use punto_software::digest_of;

use super::check;
use crate::auth::blocking;
use crate::problem::ApiError;
use crate::state::App;

/// What two persons have said about a manifest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// It may run.
    Accept,
    /// It may not any more.
    Withdraw,
}

/// A name each manifest that is accepted: the SHA-256 of its file.
const SHELF: &str = "manifest";

/// Does what two persons have said.
pub(crate) async fn judge(app: &App, verdict: Verdict, digest: &str) -> Result<(), ApiError> {
    could_be(app, verdict, digest).await?;
    in_use(app).await?;
    let (journal, own) = (app.journal().clone(), digest.to_owned());
    match verdict {
        Verdict::Accept => {
            let sound = sound(app).await?;
            blocking(move || accept(&*journal, sound.as_deref(), &own)).await?;
            Ok(())
        }
        Verdict::Withdraw => {
            blocking(move || journal.remove(SHELF, &own)).await?;
            Ok(())
        }
    }
}

/// Refuses what would close the house, and what would open it to any manifest.
pub(crate) async fn could_be(app: &App, verdict: Verdict, digest: &str) -> Result<(), ApiError> {
    let in_use = in_use(app).await?;
    if verdict == Verdict::Accept {
        return Ok(());
    }
    if in_use == digest {
        return Err(ApiError::bad_request(
            "this manifest is in use; install another first, and then withdraw it",
        ));
    }
    let journal = app.journal().clone();
    match blocking(move || journal.names(SHELF)).await?.as_slice() {
        [last] if last == digest => Err(ApiError::bad_request(
            "no other manifest is accepted, and without any every one could run; accept another first",
        )),
        _ => Ok(()),
    }
}

/// What runs now goes on when the first manifest is accepted: if it is sound, it is accepted with it.
fn accept(journal: &dyn Journal, sound: Option<&str>, digest: &str) -> Result<(), Fault> {
    if let Some(sound) = sound
        && journal.names(SHELF)?.is_empty()
    {
        journal.put(SHELF, sound, b"")?;
    }
    journal.put(SHELF, digest, b"")
}

/// The digest of the manifest in use, if all that runs is as it says.
async fn sound(app: &App) -> Result<Option<String>, ApiError> {
    let own = app.clone();
    let checked = tokio::task::spawn_blocking(move || check(own.config())).await.map_err(ApiError::fault)?;
    Ok(checked.manifest.filter(|_| checked.wrong.is_none()))
}

/// What is wrong with a manifest of this digest, or with none, if anything is.
pub(super) async fn refuses(app: &App, digest: Option<&str>) -> Result<Option<String>, ApiError> {
    let journal = app.journal().clone();
    let accepted = blocking(move || journal.names(SHELF)).await?;
    Ok(match digest {
        _ if accepted.is_empty() => None,
        Some(digest) if accepted.iter().any(|own| own == digest) => None,
        Some(digest) => Some(format!("the manifest {digest} has not been accepted by two persons")),
        None => Some("two persons have accepted a manifest, and [software] names none: name it again".into()),
    })
}

/// The digest of the manifest that the software is checked against.
async fn in_use(app: &App) -> Result<String, ApiError> {
    let manifest = app.config().software.manifest.clone();
    let manifest = manifest.ok_or_else(|| {
        ApiError::bad_request("this house runs without a manifest; name one in the configuration first")
    })?;
    let digest = tokio::task::spawn_blocking(move || digest_of(&manifest)).await.map_err(ApiError::fault)?;
    digest.map_err(ApiError::bad_request)
}
