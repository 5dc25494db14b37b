//! What is said to a table, as a value: the same names and fields as a record of the journal has.

use punto_table::{Command as TableCommand, Laying};
use punto_vocab::stored::{self, Json, Stored};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Value, json};
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
            Command::Table(command) => command.keep(to),
            Command::Deal(lies) => stored::tagged("deal", [("lies", lies.store())]).serialize(to),
        }
    }
}

impl<'de> Deserialize<'de> for Command {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Command, D::Error> {
        let json = Json::<'de>::deserialize(from)?;
        let read = match stored::untagged(&json).map_err(D::Error::custom)? {
            ("deal", fields) if stored::fits(fields, &["lies"]) => {
                stored::field(fields, "lies").map(Command::Deal)
            }
            _ => TableCommand::restore(&json).and_then(within_bounds).map(Command::from),
        };
        read.map_err(D::Error::custom)
    }
}

/// What is said as a value could be said as a line. So both have the same bounds for amounts, names and words, which are
/// those of the types that read a line.
fn within_bounds(command: TableCommand) -> Result<TableCommand, String> {
    let line = command.to_string();
    match line.parse::<TableCommand>() {
        Ok(read) if read == command => Ok(command),
        Ok(read) => Err(format!("`{line}` would be read as `{read}`")),
        Err(error) => Err(error.to_string()),
    }
}

/// How the values in a command are written, by the names of their types in its declaration: in TypeScript, and as a
/// schema.
pub(crate) fn form(of: &str) -> (&str, Value) {
    let reference = |name: &'static str| (name, json!({ "$ref": format!("#/components/schemas/{name}") }));
    let whole = || json!({ "type": "integer", "description": "a whole number" });
    let text = |what: &str| json!({ "type": "string", "description": what });
    match of {
        "PersonId" => ("PersonName", text("a person's name")),
        "BetId" => ("BetName", text("a bet's name in the rulebook")),
        "Words" | "PatronOrder" | "CoupCards" | "Form" => ("Words", text("words")),
        "TokenVoucher" => (
            "string",
            text(
                "a promotional voucher and its conditions, like P-4711:until-2024-05-01:on-player:collected",
            ),
        ),
        "Tray" => ("string", text("chips as they were counted, like 4x25+20x100, or empty")),
        "Names" => ("PersonName[]", json!({ "type": "array", "items": text("a person's name") })),
        "Conditions" => (
            "{ [item in TournamentItem]?: Words }",
            json!({
                "type": "object",
                "additionalProperties": text("words"),
                "description": "what each item of the conditions says",
            }),
        ),
        "About" => (
            "{ persons: PersonName[], note?: Words }",
            json!({
                "type": "object",
                "properties": {
                    "persons": { "type": "array", "items": text("a person's name") },
                    "note": text("words"),
                },
                "description": "whom it is about",
                "required": ["persons"],
            }),
        ),
        "Money" => {
            ("number", json!({ "type": "integer", "format": "int64", "description": "in minor units" }))
        }
        "ScriptTime" | "Time" => {
            ("number", json!({ "type": "integer", "format": "int64", "description": "microseconds of UTC" }))
        }
        "u8" | "u32" => ("number", whole()),
        "bool" => ("boolean", json!({ "type": "boolean", "description": "yes or no" })),
        "Day" => ("string", json!({ "type": "string", "format": "date", "description": "a date" })),
        "Chips" => (
            "number[]",
            json!({ "type": "array", "items": { "type": "integer", "format": "int64", "description": "in minor units" } }),
        ),
        "Bets" => ("BetName[]", json!({ "type": "array", "items": text("a bet's name in the rulebook") })),
        "CardsFrom" => ("\"told\" | \"dealt\"", json!({ "type": "string", "enum": ["told", "dealt"] })),
        "Opening" => reference("Opening"),
        "Range" => reference("Span"),
        "HandName" => reference("Side"),
        "Laying" => reference("Laying"),
        "Proposal" => reference("Proposal"),
        "SignName" => reference("SignName"),
        "Rule" | "PersonsRule" => reference("Rule"),
        "Role" => reference("Role"),
        "Matter" => reference("Matter"),
        "With" => reference("With"),
        "Fault" => reference("Fault"),
        "ShuffleBy" => reference("ShuffleBy"),
        "Burn" => reference("Burn"),
        "Call" => reference("Call"),
        "Card" => reference("Card"),
        "Cards" => ("Card[]", json!({ "type": "array", "items": { "$ref": "#/components/schemas/Card" } })),
        "Mishap" => reference("Mishap"),
        "Fact" => reference("Fact"),
        "Cure" => reference("Cure"),
        "Breach" => reference("Breach"),
        "Winner" => reference("Winner"),
        "Ground" => reference("RefusalGround"),
        "Offence" => reference("Offence"),
        "Payment" => reference("Payment"),
        "Refund" => reference("Refund"),
        "Channel" => reference("NoticeChannel"),
        "PromotionItem" => reference("PromotionItem"),
        "EntryProof" => reference("EntryProof"),
        "PrizePayment" => ("string", text("ways to pay with their amounts, like cash 5000 cheque 7000")),
        "ThingId" => ("string", text("something that may be in a prize, like e-cigarette")),
        "FileId" => ("string", text("the name under which an address is kept")),
        "Details" => (
            "{ [item in PrizeItem]?: string }",
            json!({
                "type": "object",
                "description": "the details of a prize, each as a text",
                "additionalProperties": { "type": "string", "description": "what the detail says" },
            }),
        ),
        "Unable" => reference("Unable"),
        "FormFault" => reference("FormFault"),
        other => {
            unreachable!("a command has a value of the type {other}, whose form nobody has written down")
        }
    }
}

/// A schema with what it says of itself where it stands.
pub(crate) fn described(mut schema: Value, what: &str) -> Value {
    schema["description"] = what.into();
    schema
}

/// A variant as it is declared: its name, and its fields with their types.
pub(crate) type Declared = (&'static str, &'static [(&'static str, &'static str)]);

/// The types inside commands that have variants of their own.
const NESTED: [(&str, &[Declared]); 3] = [
    (
        "Laying",
        &[
            ("To", &[("hand", "HandName")]),
            ("ToSeen", &[("hand", "HandName")]),
            ("Nowhere", &[]),
            ("NowhereSeen", &[]),
            ("FaceUp", &[]),
            ("InShoe", &[]),
            ("FaceDown", &[]),
        ],
    ),
    (
        "Proposal",
        &[
            ("Limits", &[("limits", "Range")]),
            ("Stakes", &[("bet", "BetId"), ("limits", "Range")]),
            ("Variant", &[("variant", "Words")]),
        ],
    ),
    (
        "SignName",
        &[
            ("Limits", &[("limits", "Range")]),
            ("Stakes", &[("bet", "BetId"), ("limits", "Range")]),
            ("Variant", &[("variant", "Words")]),
            ("Closure", &[]),
            ("OldMinimumEnds", &[]),
            ("Restriction", &[("bet", "BetId")]),
            ("Personal", &[("patron", "PersonId")]),
        ],
    ),
];

/// One variant: its name, its line if it has one, and its fields with their types and whether they must be there.
pub(crate) struct Form {
    name: String,
    line: Option<&'static str>,
    fields: Vec<(&'static str, &'static str, bool)>,
}

impl Form {
    fn of_commands() -> impl Iterator<Item = Form> {
        const DEAL: (Declared, &str) = (("Deal", &[("lies", "Option<Laying>")]), "deal [{lies}]");
        let lines = TableCommand::PATTERNS.iter().copied();
        let declared = TableCommand::STORED.iter().copied().zip(lines).chain([DEAL]);
        declared.map(|(declared, line)| Form { line: Some(line), ..Form::of(declared) })
    }

    pub(crate) fn of((variant, fields): Declared) -> Form {
        let field = |(name, of): &(&'static str, &'static str)| {
            let inner = of.strip_prefix("Option<").and_then(|rest| rest.strip_suffix('>'));
            (*name, inner.unwrap_or(of), inner.is_none())
        };
        Form { name: stored::name_of(variant), line: None, fields: fields.iter().map(field).collect() }
    }

    /// What a schema says of it.
    fn what(&self) -> String {
        self.line
            .map_or_else(|| format!("`{}` and its fields", self.name), |line| format!("the line `{line}`"))
    }

    /// Whether the name stands alone where no field is given.
    fn bare(&self) -> bool {
        self.fields.iter().all(|(_, _, needed)| !needed)
    }

    pub(crate) fn typescript(&self) -> String {
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

    fn schema(&self) -> Option<Value> {
        if self.fields.is_empty() {
            return None;
        }
        let properties: serde_json::Map<String, Value> =
            self.fields.iter().map(|(name, of, _)| ((*name).to_owned(), form(of).1)).collect();
        let required: Vec<&str> =
            self.fields.iter().filter(|(_, _, needed)| *needed).map(|(name, ..)| *name).collect();
        let name = &self.name;
        Some(json!({
            "type": "object",
            "required": [name],
            "properties": { name: {
                "type": "object", "description": self.what(), "properties": properties, "required": required,
            } },
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
        let names = ["PersonName", "BetName", "Words"].map(|name| format!("export type {name} = string;"));
        let nested = NESTED.map(|(name, variants)| {
            let forms = variants.iter().map(|variant| Form::of(*variant).typescript());
            format!("export type {name} = {};", forms.collect::<Vec<_>>().join(" | "))
        });
        let opening = format!("export type Opening = {};", crate::opening::typescript());
        let beside: Vec<String> = nested.into_iter().chain(names).chain([opening]).collect();
        format!("type Command =\n  | {};\n\n{}", Self::inline(config), beside.join("\n\n"))
    }
}

impl PartialSchema for Command {
    fn schema() -> RefOr<Schema> {
        one_of(
            "What can be said to a table: its name, with its fields if it has any.",
            &Form::of_commands().collect::<Vec<_>>(),
        )
    }
}

/// The schema of a choice among variants.
pub(crate) fn one_of(what: &str, forms: &[Form]) -> RefOr<Schema> {
    let bare: Vec<&str> = forms.iter().filter(|form| form.bare()).map(|form| &*form.name).collect();
    let names = (!bare.is_empty()).then(|| json!({ "type": "string", "enum": bare }));
    let forms = names.into_iter().chain(forms.iter().filter_map(Form::schema));
    of_json(json!({ "description": what, "oneOf": forms.collect::<Vec<_>>() }))
}

pub(crate) fn of_json(json: Value) -> RefOr<Schema> {
    RefOr::T(serde_json::from_value(json).unwrap_or_else(|error| unreachable!("{error}: written above")))
}

impl ToSchema for Command {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        for (name, variants) in NESTED {
            let forms: Vec<Form> = variants.iter().map(|variant| Form::of(*variant)).collect();
            schemas.push((name.to_owned(), one_of("A choice within a command.", &forms)));
        }
        schemas.extend(crate::words::schemas());
        schemas.push(("Opening".to_owned(), crate::opening::schema()));
        schemas.push(("Span".to_owned(), crate::Span::schema()));
    }
}
