//! What crosses the wire: the bodies of the API, apart from the core's types so that those can be renamed freely.
//!
//! The same types make the OpenAPI document and, through [`typescript`], the types of the web page.

mod codes;
mod demonstration;
mod people;
mod records;
mod roads;
mod rules;
mod said;
mod table;
mod typescript;
mod value;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

pub use codes::codes;
pub use demonstration::*;
pub use people::*;
pub use records::*;
pub use roads::*;
pub use rules::*;
pub use said::*;
pub use table::*;
pub use typescript::typescript;
pub(crate) use value::args;
pub use value::{Args, Value};

/// The version of frames on the WebSocket; a client of another version is told so and closed.
pub const FRAMES: u8 = 1;

/// Why something was not done: every answer above 399 has this body.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct Problem {
    /// A stable word: `refused`, `not-signed-in`, `not-allowed`, `not-found`, `bad-request`, `busy`, `fault`, ….
    pub kind: String,
    /// One sentence in English.
    pub sentence: String,
    /// What a document refused, and by which clause.
    pub refusal: Option<Refusal>,
    /// The request, for whoever reads the log.
    pub request: String,
}

/// A command that is not allowed now.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct Refusal {
    /// A stable word to find the sentence by in a catalogue.
    pub code: String,
    /// What goes into the sentence, by name.
    pub args: Args,
    /// The sentence in English.
    pub sentence: String,
    /// The clauses, or `house:` settings, most important first.
    pub by: Vec<String>,
}

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
