//! What crosses the wire: the bodies of the API, apart from the core's types so that those can be renamed freely.
//!
//! Closed lists of words, and commands, are declared by the core alone: they cross as the journal keeps them.
//! The same types make the OpenAPI document and, by a test of this crate, the types of the web page.

mod cash;
mod command;
mod demonstration;
mod described;
mod figures;
mod line;
mod opening;
mod opening_form;
mod page;
mod pays;
mod people;
mod play;
mod problem;
mod promotion;
mod promotion_command;
mod promotion_words;
mod proposed;
mod records;
mod roads;
mod rules;
mod said;
mod said_word;
mod sentence_names;
mod shoe;
mod table;
mod tournament;
mod tournament_command;
mod tournament_said;
mod value;
mod words;
mod written;

use punto_table::Actor;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

pub use cash::*;
pub use command::Command;
pub use demonstration::*;
pub use described::described;
pub use figures::*;
pub use opening_form::*;
pub use page::*;
pub use pays::*;
pub use people::*;
pub use play::*;
pub use problem::*;
pub use promotion::*;
pub use promotion_command::PromotionCommand;
pub use promotion_words::*;
pub use proposed::Proposed;
pub use records::*;
pub use roads::*;
pub use rules::*;
pub use said::*;
pub use said_word::SaidWord;
pub use sentence_names::*;
pub use shoe::*;
pub use table::*;
pub use tournament::*;
pub use tournament_command::TournamentCommand;
pub use tournament_said::*;
pub use value::{Args, Value, args};
pub use words::*;

/// The version of frames on the WebSocket; a client of another version is told so and closed.
pub const FRAMES: u8 = 2;

/// Something that happened at a table, in a tournament or in a promotion, as values.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct Happened {
    /// What: the name under which records keep it.
    pub name: HappenedName,
    /// What belongs to it, by name; what the viewer may not know is left out.
    pub args: Args,
}

/// Who said or did something at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct Speaker {
    /// In which role, or as what.
    pub role: SpeakerRole,
    /// Their name, for viewers who may know it.
    pub name: Option<String>,
}

impl From<Actor> for Speaker {
    fn from(actor: Actor) -> Speaker {
        let role = match actor {
            Actor::Staff(role, _) => role.word(),
            Actor::Patron(_) => SpeakerRole::PATRON,
            Actor::System => SpeakerRole::SYSTEM,
        };
        Speaker { role: SpeakerRole(role.to_owned()), name: actor.name().map(|name| name.to_string()) }
    }
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
    /// Who caused it; nothing where that was not kept.
    pub actor: Option<Speaker>,
    /// The line, as the viewer may read it.
    pub text: String,
    /// The same as values, for staff and of past coups; nothing for others, who are shown what their view has.
    pub what: Option<Happened>,
    /// What it rests on.
    pub by: Vec<String>,
}
