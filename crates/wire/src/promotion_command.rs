//! What is said to a promotion, as a value: the same names and fields as a record has, but for what only the house knows.

use punto_promotion::Command as Core;
use punto_vocab::stored::{self, Json, Stored};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use ts_rs::{Config, TS};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;
use utoipa::{PartialSchema, ToSchema};

use crate::command::{Form, one_of};
use crate::tournament_command::{as_a_line, described_by_forms};

/// What is said to a promotion: a name, or a name with its fields, such as `{"claim":{"prize":1,"claimant":"ada"}}`. Amounts
/// are in minor units.
#[derive(Clone, Debug, PartialEq)]
pub enum PromotionCommand {
    /// A command of the promotion.
    Core(Box<Core>),
    /// The conditions and prizes are published; the house promises the seed of the draw.
    Publish,
    /// Winners are drawn with the seed that the house promised.
    Draw,
}

/// The commands whose form on the wire is another than the promotion's own: the house completes them.
const OWN: [&str; 2] = ["Publish", "Draw"];

fn forms() -> Vec<Form> {
    let core = Core::STORED.iter().filter(|(name, _)| !OWN.contains(name));
    core.copied().chain(OWN.map(|name| (name, &[][..]))).map(Form::of).collect()
}

impl std::fmt::Display for PromotionCommand {
    /// The line of the text form.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            PromotionCommand::Core(command) => command.fmt(f),
            PromotionCommand::Publish => f.write_str("publish"),
            PromotionCommand::Draw => f.write_str("draw"),
        }
    }
}

impl PromotionCommand {
    /// Reads a line that a person typed.
    pub fn read(line: &str) -> Result<PromotionCommand, String> {
        match line.trim() {
            "publish" => Ok(PromotionCommand::Publish),
            "draw" => Ok(PromotionCommand::Draw),
            line => line.parse::<Core>().map(PromotionCommand::from).map_err(|error| error.to_string()),
        }
    }
}

impl From<Core> for PromotionCommand {
    fn from(command: Core) -> PromotionCommand {
        match command {
            Core::Publish { .. } => PromotionCommand::Publish,
            Core::Draw { .. } => PromotionCommand::Draw,
            command => PromotionCommand::Core(Box::new(command)),
        }
    }
}

impl Serialize for PromotionCommand {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            PromotionCommand::Core(command) => command.keep(to),
            PromotionCommand::Publish | PromotionCommand::Draw => self.to_string().serialize(to),
        }
    }
}

impl<'de> Deserialize<'de> for PromotionCommand {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<PromotionCommand, D::Error> {
        let json = Json::<'de>::deserialize(from)?;
        match stored::untagged(&json).map_err(D::Error::custom)? {
            (name @ ("publish" | "draw"), fields) => match stored::fits(fields, &[]) {
                true => PromotionCommand::read(name).map_err(D::Error::custom),
                false => {
                    Err(D::Error::custom(format!("`{name}` has no fields; the house fills in the seed")))
                }
            },
            _ => as_a_line::<Core>(&json).map(Into::into).map_err(D::Error::custom),
        }
    }
}

described_by_forms! {
    PromotionCommand: forms, "What can be said to a promotion: its name, with its fields if it has any."
}
