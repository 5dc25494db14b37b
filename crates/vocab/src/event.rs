//! What a state machine is told and what it answers: a command with its time and its actor, an event with its authority.

use std::fmt;

use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};

use crate::stored::{self, Json, Stored};
use crate::{Citation, Time};

/// A command with who gave it and when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stamped<A, C> {
    /// When.
    pub at: Time,
    /// Who.
    pub by: A,
    /// What.
    pub command: C,
}

/// Something that happened, and the authority for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event<H> {
    /// What happened.
    pub what: H,
    /// What it rests on.
    pub by: Citation,
}

impl<H: fmt::Display> fmt::Display for Event<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} by {}", self.what, self.by)
    }
}

impl<H: Stored> Stored for Event<H> {
    fn keep<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut fields = to.serialize_map(Some(2))?;
        stored::keep_field(&mut fields, "what", &self.what)?;
        stored::keep_field(&mut fields, "by", &self.by)?;
        fields.end()
    }

    fn restore(json: &Json<'_>) -> Result<Event<H>, String> {
        let fields = stored::fields(json, &["what", "by"])?;
        Ok(Event { what: stored::field(fields, "what")?, by: stored::field(fields, "by")? })
    }
}
