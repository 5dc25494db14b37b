//! Which scenarios show which clauses, found out once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use punto_rulebook::Rulebook;
use punto_script::{ClausesShown, shown_by};

use crate::problem::ApiError;

/// What scenarios are seen to show, by the rulebook's id. It stays the same as long as the server runs and takes a
/// while to find out, so it is kept.
#[derive(Default)]
pub struct ShownClauses(Mutex<HashMap<Arc<str>, Arc<ClausesShown>>>);

impl ShownClauses {
    /// What the scenarios of a rulebook show.
    pub async fn of(&self, book: &Arc<Rulebook>) -> Result<Arc<ClausesShown>, ApiError> {
        let known = || self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(shown) = known().get(&book.id) {
            return Ok(shown.clone());
        }
        let played = book.clone();
        let shown = tokio::task::spawn_blocking(move || Arc::new(shown_by(&played)));
        let shown = shown.await.map_err(ApiError::fault)?;
        known().insert(book.id.clone(), shown.clone());
        Ok(shown)
    }
}
