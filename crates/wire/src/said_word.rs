//! Words of closed lists inside sentences: which lists there are, and which words each has.

use serde::{Deserialize, Serialize};
use serde_json::json;
use ts_rs::{Config, TS};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;
use utoipa::{PartialSchema, ToSchema};

use crate::words::{self, Listed};

/// A word of a closed list: `{"of": "Rule", "is": "cut-order"}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SaidWord {
    of: String,
    is: String,
}

impl SaidWord {
    /// A word of the list that the core calls by this name.
    pub(crate) fn new(of: String, is: String) -> SaidWord {
        debug_assert!(
            LISTS.iter().any(|list| list.of == of && list.has(&is)),
            "`{is}` of {of} fills a sentence, and the wire has no such list or word"
        );
        SaidWord { of, is }
    }
}

/// A list whose words fill sentences.
struct List {
    /// Its name in the core.
    of: &'static str,
    /// What it is on the wire.
    parts: &'static [Part],
}

/// One list of the wire.
struct Part {
    name: &'static str,
    has: fn(&str) -> bool,
}

impl List {
    fn has(&self, word: &str) -> bool {
        self.parts.iter().any(|part| (part.has)(word))
    }
}

fn has<L: Listed>(word: &str) -> bool {
    L::words().any(|one| one == word)
}

macro_rules! lists {
    ($($of:ident: $($name:ident)|+,)*) => {
        /// Every list whose words fill sentences, by its name in the core.
        const LISTS: &[List] = &[
            $(List {
                of: stringify!($of),
                parts: &[$(Part { name: words::$name::NAME, has: has::<words::$name> }),+],
            }),*
        ];
    };
}

// Two lists are called Matter: what patrons agree to, and what takes two persons.
lists! {
    BetKind: BetKind,
    Breach: Breach,
    Burn: Burn,
    Call: Call,
    Cure: Cure,
    Device: Device,
    DutyKind: DutyKind,
    Fact: Fact,
    Fault: Fault,
    HandName: Side,
    LateCure: LateCure,
    Lies: Lies,
    LimitKind: LimitKind,
    Matter: Matter | ProposalMatter,
    Medium: Medium,
    Mishap: Mishap,
    Office: Office,
    Party: Party,
    Right: Right,
    Role: Role,
    Rule: Rule,
    RunningSetting: RunningSetting,
    ShuffleBy: ShuffleBy,
    Span: LimitSpan,
    SpendOrder: SpendOrder,
    Term: Term,
    Whose: LimitOwner,
    Winner: Winner,
    With: With,
}

impl TS for SaidWord {
    type WithoutGenerics = Self;
    type OptionInnerType = Self;

    fn name(_: &Config) -> String {
        "SaidWord".to_owned()
    }

    fn inline(_: &Config) -> String {
        let list = |list: &List| {
            let names: Vec<&str> = list.parts.iter().map(|part| part.name).collect();
            format!("{{ of: \"{}\", is: {} }}", list.of, names.join(" | "))
        };
        LISTS.iter().map(list).collect::<Vec<_>>().join("\n  | ")
    }

    fn decl(config: &Config) -> String {
        format!("type SaidWord =\n  | {};", Self::inline(config))
    }
}

impl PartialSchema for SaidWord {
    fn schema() -> RefOr<Schema> {
        let list = |list: &List| {
            let parts = list
                .parts
                .iter()
                .map(|part| json!({ "$ref": format!("#/components/schemas/{}", part.name) }));
            json!({
                "type": "object",
                "required": ["of", "is"],
                "properties": {
                    "of": { "type": "string", "enum": [list.of] },
                    "is": { "oneOf": parts.collect::<Vec<_>>() },
                },
            })
        };
        crate::command::of_json(json!({
            "description": "A word of a closed list, with the list's name.",
            "oneOf": LISTS.iter().map(list).collect::<Vec<_>>(),
        }))
    }
}

impl ToSchema for SaidWord {
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        schemas.extend(words::schemas());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_list_in_an_event_of_a_table_is_known() {
        // What these types fill a sentence with is no word, or a word of a list that is named here anyway.
        let others = [
            "About",
            "Actor",
            "BetId",
            "Card",
            "Cards",
            "Money",
            "Names",
            "Opening",
            "Owed",
            "PersonId",
            "PersonsRule",
            "Point",
            "Proposal",
            "Range",
            "ScriptTime",
            "SharedRuling",
            "SharedTerms",
            "SignName",
            "Time",
            "To",
            "Words",
            "u8",
            "u32",
        ];
        for (event, fields) in punto_table::Happening::STORED {
            for (field, of) in *fields {
                let inner = of.strip_prefix("Option<").and_then(|rest| rest.strip_suffix('>')).unwrap_or(of);
                let known = others.contains(&inner) || LISTS.iter().any(|list| list.of == inner);
                assert!(known, "{event}.{field} is of the list {of}");
            }
        }
    }
}
