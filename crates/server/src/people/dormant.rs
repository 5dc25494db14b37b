//! Accounts of staff that nobody has used for long: somebody is to ask whether they are still needed.

use punto_journal::Fault;
use punto_site::{Cause, Kind, Place, Time};

use crate::auth::blocking;
use crate::state::App;

/// After how many days without a sign-in an account is dormant; access is reviewed every quarter.
const DAYS: i64 = 90;
const DAY: i64 = 24 * 3_600 * 1_000_000;
/// Where it is kept since when an account was unused when somebody was told.
const SHELF: &str = "dormant";

/// Raises a significant event for every account that has grown dormant: once, until it is used again.
pub(crate) async fn note_dormant(app: &App) -> Result<(), Fault> {
    let (site, since) = (app.site(), Time(app.now().0.saturating_sub(DAYS * DAY)));
    for (name, person) in site.dormant(since) {
        let used = person.last_sign_in.unwrap_or(person.since).0.to_string();
        let journal = app.journal().clone();
        let told = blocking(move || journal.get(SHELF, name.as_str())).await?;
        if told.as_deref() == Some(used.as_bytes()) {
            continue;
        }
        let what = Cause::Dormant { who: name, days: u32::try_from(DAYS).unwrap_or(u32::MAX) };
        app.note_about(Kind::DormantAccount, Place::Site, [name], what).await;
        let journal = app.journal().clone();
        blocking(move || journal.put(SHELF, name.as_str(), used.as_bytes())).await?;
    }
    Ok(())
}
