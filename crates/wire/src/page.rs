//! Long lists, a page at a time.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// A page of a long list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct Page<T> {
    /// What is on it; it may be empty although more follows, where a search has not come to an end.
    pub items: Vec<T>,
    /// Where the next page begins, to be sent as `after`; none on the last page.
    pub next: Option<String>,
}
