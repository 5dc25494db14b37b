//! What is said to a tournament, as a value: the same names and fields as a record has, but for what only the house knows.

use punto_tournament::Command as Core;
use punto_vocab::stored::{self, Json, Stored};
use punto_vocab::{BetId, Money, PersonId};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use ts_rs::{Config, TS};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;
use utoipa::{PartialSchema, ToSchema};

use crate::command::{Declared, Form, one_of};

/// What is said to a tournament: a name, or a name with its fields, such as
/// `{"wager":{"entrant":"ada","seat":1,"bet":"banker","stake":50000}}`. Amounts are in minor units.
#[derive(Clone, Debug, PartialEq)]
pub enum TournamentCommand {
    /// A command of the tournament.
    Core(Box<Core>),
    /// The conditions are published; the house promises the seeds of the draws.
    Publish,
    /// Seats are drawn with the seed that the house promised.
    Draw,
    /// A hidden wager is handed in; the house seals it. What is not filled in stays so.
    Seal {
        /// Whose.
        entrant: PersonId,
        /// The bet.
        bet: Option<BetId>,
        /// The amount in figures.
        stake: Option<Money>,
        /// The amount in words.
        words: Option<Money>,
    },
    /// A hidden wager that was handed in is read out; the house opens it.
    Announce {
        /// Whose.
        entrant: PersonId,
    },
}

/// The commands whose form on the wire is another than the tournament's own.
const OWN: [Declared; 4] = [
    ("Publish", &[]),
    ("Draw", &[]),
    (
        "Seal",
        &[
            ("entrant", "PersonId"),
            ("bet", "Option<BetId>"),
            ("stake", "Option<Money>"),
            ("words", "Option<Money>"),
        ],
    ),
    ("Announce", &[("entrant", "PersonId")]),
];

fn forms() -> Vec<Form> {
    let core = Core::STORED.iter().filter(|(name, _)| !OWN.iter().any(|(own, _)| own == name));
    core.copied().chain(OWN).map(Form::of).collect()
}

impl std::fmt::Display for TournamentCommand {
    /// The line of the text form.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            TournamentCommand::Core(command) => command.fmt(f),
            TournamentCommand::Publish => f.write_str("publish"),
            TournamentCommand::Draw => f.write_str("draw"),
            // What is on the form is in no line.
            TournamentCommand::Seal { entrant, .. } => write!(f, "seal {entrant}"),
            TournamentCommand::Announce { entrant } => write!(f, "announce {entrant}"),
        }
    }
}

impl TournamentCommand {
    /// Reads a line that a person typed.
    pub fn read(line: &str) -> Result<TournamentCommand, String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["publish"] => Ok(TournamentCommand::Publish),
            ["draw"] => Ok(TournamentCommand::Draw),
            ["announce", entrant] => {
                let entrant = entrant.parse().map_err(|error| format!("{error}"))?;
                Ok(TournamentCommand::Announce { entrant })
            }
            ["seal", _, _] => Err("a hidden wager is not typed as a line, which others may read".into()),
            _ => line.parse::<Core>().map(TournamentCommand::from).map_err(|error| error.to_string()),
        }
    }
}

impl From<Core> for TournamentCommand {
    fn from(command: Core) -> TournamentCommand {
        TournamentCommand::Core(Box::new(command))
    }
}

impl Serialize for TournamentCommand {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            TournamentCommand::Core(command) => command.keep(to),
            TournamentCommand::Publish => "publish".serialize(to),
            TournamentCommand::Draw => "draw".serialize(to),
            TournamentCommand::Seal { entrant, bet, stake, words } => {
                let fields = [
                    ("entrant", entrant.store()),
                    ("bet", bet.store()),
                    ("stake", stake.store()),
                    ("words", words.store()),
                ];
                stored::tagged("seal", fields).serialize(to)
            }
            TournamentCommand::Announce { entrant } => {
                stored::tagged("announce", [("entrant", entrant.store())]).serialize(to)
            }
        }
    }
}

impl<'de> Deserialize<'de> for TournamentCommand {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<TournamentCommand, D::Error> {
        let json = Json::<'de>::deserialize(from)?;
        let (name, fields) = stored::untagged(&json).map_err(D::Error::custom)?;
        let fits = |names: &[&str]| match stored::fits(fields, names) {
            true => Ok(()),
            false => Err(D::Error::custom(format!("`{name}` has the fields {}", names.join(", ")))),
        };
        let entrant = || stored::field::<PersonId>(fields, "entrant").map_err(D::Error::custom);
        let amount = |name: &str| -> Result<Option<Money>, D::Error> {
            let amount: Option<Money> = stored::field(fields, name).map_err(D::Error::custom)?;
            match amount.filter(|amount| !(Money::ZERO..=Money::LARGEST).contains(amount)) {
                Some(_) => Err(D::Error::custom("an amount is not negative and not too large")),
                None => Ok(amount),
            }
        };
        match name {
            "publish" => fits(&[]).map(|()| TournamentCommand::Publish),
            "draw" => fits(&[]).map(|()| TournamentCommand::Draw),
            "seal" => {
                fits(&["entrant", "bet", "stake", "words"])?;
                let bet = stored::field(fields, "bet").map_err(D::Error::custom)?;
                let (stake, words) = (amount("stake")?, amount("words")?);
                Ok(TournamentCommand::Seal { entrant: entrant()?, bet, stake, words })
            }
            "announce" => {
                fits(&["entrant"])?;
                Ok(TournamentCommand::Announce { entrant: entrant()? })
            }
            _ => as_a_line::<Core>(&json).map(Into::into).map_err(D::Error::custom),
        }
    }
}

/// What is said as a value could be said as a line, and has the bounds of one.
pub(crate) fn as_a_line<C>(json: &Json<'_>) -> Result<C, String>
where
    C: Stored + PartialEq + std::fmt::Display + std::str::FromStr<Err: std::fmt::Display>,
{
    let command = C::restore(json)?;
    let line = command.to_string();
    match line.parse::<C>() {
        Ok(read) if read == command => Ok(command),
        Ok(read) => Err(format!("`{line}` would be read as `{read}`")),
        Err(error) => {
            // The place in a line that nobody typed helps nobody; what is wrong there names its field.
            let error = error.to_string();
            let placed = error.strip_prefix("column ").and_then(|rest| rest.split_once(": "));
            Err(placed.map_or_else(|| error.clone(), |(_, message)| message.to_owned()))
        }
    }
}

/// Describes a command of the wire by its forms, to TypeScript and to OpenAPI.
macro_rules! described_by_forms {
    ($name:ident: $forms:ident, $what:literal) => {
        impl TS for $name {
            type WithoutGenerics = Self;
            type OptionInnerType = Self;

            fn name(_: &Config) -> String {
                stringify!($name).to_owned()
            }

            fn inline(_: &Config) -> String {
                $forms().iter().map(Form::typescript).collect::<Vec<_>>().join("\n  | ")
            }

            fn decl(config: &Config) -> String {
                format!("type {} =\n  | {};", stringify!($name), Self::inline(config))
            }
        }

        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                one_of($what, &$forms())
            }
        }

        impl ToSchema for $name {
            fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
                schemas.extend(crate::words::schemas());
            }
        }
    };
}

pub(crate) use described_by_forms;

described_by_forms! {
    TournamentCommand: forms, "What can be said to a tournament: its name, with its fields if it has any."
}
