//! What is said to a table, as a value: the same names and fields as a record of the journal has.

use punto_table::{Command as TableCommand, Laying};
use punto_vocab::stored::{self, Json, Stored};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::json;
use ts_rs::{Config, TS};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;
use utoipa::{PartialSchema, ToSchema};

/// What is said to a table: a name, or a name with its fields, such as
/// `{"bet":{"patron":"ada","at":1,"bet":"player","stake":10000}}`. Amounts are in minor units.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// A command of the table.
    Table(Box<TableCommand>),
    /// A person who deals takes the next card from the house's own shoe, which alone knows it; `deal` on the wire.
    Deal(Option<Laying>),
}

impl From<TableCommand> for Command {
    fn from(command: TableCommand) -> Command {
        Command::Table(Box::new(command))
    }
}

impl std::fmt::Display for Command {
    /// The line of the text form.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Command::Table(command) => command.fmt(f),
            Command::Deal(None) => f.write_str("deal"),
            Command::Deal(Some(lies)) => write!(f, "deal {}", punto_vocab::line::Field::write(lies)),
        }
    }
}

impl Serialize for Command {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Command::Table(command) => command.store().serialize(to),
            Command::Deal(lies) => stored::tagged("deal", [("lies", lies.store())]).serialize(to),
        }
    }
}

impl<'de> Deserialize<'de> for Command {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Command, D::Error> {
        let json = Json::deserialize(from)?;
        let read = match stored::untagged(&json).map_err(D::Error::custom)? {
            ("deal", fields) if stored::fits(fields, &["lies"]) => {
                stored::field(fields, "lies").map(Command::Deal)
            }
            _ => TableCommand::restore(&json).map(Command::from),
        };
        read.map_err(D::Error::custom)
    }
}

/// How the values in a command are written, by the names of their types in its declaration: in TypeScript, and as a
/// schema.
fn form(of: &str) -> (&str, Json) {
    let reference = |name: &'static str| (name, json!({ "$ref": format!("#/components/schemas/{name}") }));
    let whole = || json!({ "type": "integer" });
    match of {
        "PersonId" => ("PersonName", json!({ "type": "string" })),
        "BetId" => ("BetName", json!({ "type": "string" })),
        "Words" => ("Words", json!({ "type": "string" })),
        "Money" => {
            ("number", json!({ "type": "integer", "format": "int64", "description": "in minor units" }))
        }
        "ScriptTime" => {
            ("number", json!({ "type": "integer", "format": "int64", "description": "microseconds of UTC" }))
        }
        "u8" | "u32" => ("number", whole()),
        "Opening" => ("object", json!({ "type": "object" })),
        "Range" => reference("Span"),
        "HandName" => reference("Side"),
        "Laying" => reference("Laying"),
        "Rule" => reference("Rule"),
        "Role" => reference("Role"),
        "Matter" => reference("Matter"),
        "With" => reference("With"),
        "Fault" => reference("Fault"),
        "ShuffleBy" => reference("ShuffleBy"),
        "Burn" => reference("Burn"),
        "Call" => reference("Call"),
        "Card" => reference("Card"),
        "Mishap" => reference("Mishap"),
        "Fact" => reference("Fact"),
        "Cure" => reference("Cure"),
        "Breach" => reference("Breach"),
        other => {
            unreachable!("a command has a value of the type {other}, whose form nobody has written down")
        }
    }
}

/// One variant: its name, and its fields with their types and whether they must be there.
struct Form {
    name: String,
    fields: Vec<(&'static str, &'static str, bool)>,
}

impl Form {
    fn of_commands() -> impl Iterator<Item = Form> {
        const DEAL: (&str, &[(&str, &str)]) = ("Deal", &[("lies", "Option<Laying>")]);
        TableCommand::STORED.iter().copied().chain([DEAL]).map(|(variant, fields)| {
            let field = |(name, of): &(&'static str, &'static str)| {
                let inner = of.strip_prefix("Option<").and_then(|rest| rest.strip_suffix('>'));
                (*name, inner.unwrap_or(of), inner.is_none())
            };
            Form { name: stored::name_of(variant), fields: fields.iter().map(field).collect() }
        })
    }

    /// Whether the name stands alone where no field is given.
    fn bare(&self) -> bool {
        self.fields.iter().all(|(_, _, needed)| !needed)
    }

    fn typescript(&self) -> String {
        let field = |(name, of, needed): &(&str, &str, bool)| {
            format!("{name}{}: {}", if *needed { "" } else { "?" }, form(of).0)
        };
        let fields: Vec<String> = self.fields.iter().map(field).collect();
        let name = &self.name;
        match (self.bare(), fields.is_empty()) {
            (true, true) => format!("\"{name}\""),
            (true, false) => format!("\"{name}\" | {{ \"{name}\": {{ {} }} }}", fields.join(", ")),
            (false, _) => format!("{{ \"{name}\": {{ {} }} }}", fields.join(", ")),
        }
    }

    fn schema(&self) -> Option<Json> {
        if self.fields.is_empty() {
            return None;
        }
        let properties: serde_json::Map<String, Json> =
            self.fields.iter().map(|(name, of, _)| ((*name).to_owned(), form(of).1)).collect();
        let required: Vec<&str> =
            self.fields.iter().filter(|(_, _, needed)| *needed).map(|(name, ..)| *name).collect();
        let name = &self.name;
        Some(json!({
            "type": "object",
            "required": [name],
            "properties": { name: { "type": "object", "properties": properties, "required": required } },
        }))
    }
}

impl TS for Command {
    type WithoutGenerics = Self;
    type OptionInnerType = Self;

    fn name(_: &Config) -> String {
        "Command".to_owned()
    }

    fn inline(_: &Config) -> String {
        Form::of_commands().map(|form| form.typescript()).collect::<Vec<_>>().join("\n  | ")
    }

    fn decl(config: &Config) -> String {
        let lies = "type Laying = { \"to\": { hand: Side } } | { \"to-seen\": { hand: Side } } | \"nowhere\" | \"nowhere-seen\" | \"face-up\" | \"in-shoe\" | \"face-down\";";
        let names =
            ["PersonName", "BetName", "Words"].map(|name| format!("\n\nexport type {name} = string;"));
        format!("type Command =\n  | {};\n\nexport {lies}{}", Self::inline(config), names.concat())
    }
}

impl PartialSchema for Command {
    fn schema() -> RefOr<Schema> {
        let bare: Vec<String> = Form::of_commands().filter(Form::bare).map(|form| form.name).collect();
        let names = json!({ "type": "string", "enum": bare });
        let forms = std::iter::once(names).chain(Form::of_commands().filter_map(|form| form.schema()));
        of_json(json!({ "oneOf": forms.collect::<Vec<_>>() }))
    }
}

/// How a card is laid, where it is not laid as it is due.
struct LayingForm;

impl PartialSchema for LayingForm {
    fn schema() -> RefOr<Schema> {
        let hand = |name: &str| {
            let side = json!({ "$ref": "#/components/schemas/Side" });
            let inner = json!({ "type": "object", "properties": { "hand": side }, "required": ["hand"] });
            json!({ "type": "object", "required": [name], "properties": { name: inner } })
        };
        let plain = json!({
            "type": "string", "enum": ["nowhere", "nowhere-seen", "face-up", "in-shoe", "face-down"],
        });
        of_json(json!({ "oneOf": [plain, hand("to"), hand("to-seen")] }))
    }
}

fn of_json(json: Json) -> RefOr<Schema> {
    RefOr::T(serde_json::from_value(json).unwrap_or_else(|error| unreachable!("{error}: written above")))
}

impl ToSchema for Command {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        schemas.push(("Laying".to_owned(), LayingForm::schema()));
        schemas.extend(crate::words::schemas());
        schemas.push(("Span".to_owned(), crate::Span::schema()));
    }
}
