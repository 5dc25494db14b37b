//! What crosses the wire: the bodies of the API, apart from the core's types so that those can be renamed freely.
//!
//! The same types make the OpenAPI document and, by a test of this crate, the types of the web page.

mod demonstration;
mod page;
mod people;
mod problem;
mod records;
mod roads;
mod rules;
mod said;
mod table;
mod value;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

pub use demonstration::*;
pub use page::*;
pub use people::*;
pub use problem::*;
pub use records::*;
pub use roads::*;
pub use rules::*;
pub use said::*;
pub use table::*;
pub use value::{Args, Value, args};

/// The version of frames on the WebSocket; a client of another version is told so and closed.
pub const FRAMES: u8 = 1;

/// A line of text and what it rests on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct CitedLine {
    /// The record it belongs to.
    #[ts(type = "number")]
    pub seq: u64,
    /// When, in microseconds of UTC.
    #[ts(type = "number")]
    pub at: i64,
    /// Who caused it.
    pub actor: String,
    /// The line, as the viewer may read it.
    pub text: String,
    /// What it rests on.
    pub by: Vec<String>,
}
