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
    /// The word, as rulebooks, scripts and programs spell it.
    pub fn is(&self) -> &str {
        &self.is
    }

    /// A word of the list that the core calls by this name.
    pub(crate) fn new(of: String, is: String) -> SaidWord {
        debug_assert!(
            LISTS.iter().any(|list| list.of == of && (list.has)(&is)),
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
    name: &'static str,
    has: fn(&str) -> bool,
}

fn has<L: Listed>(word: &str) -> bool {
    L::words().any(|one| one == word)
}

macro_rules! lists {
    ($($of:ident: $name:ident,)*) => {
        /// Every list whose words fill sentences, by its name in the core.
        const LISTS: &[List] =
            &[$(List { of: stringify!($of), name: words::$name::NAME, has: has::<words::$name> }),*];
    };
}

lists! {
    AccountKind: AccountKind,
    BetKind: BetKind,
    Breach: Breach,
    Burn: Burn,
    Call: Call,
    Channel: NoticeChannel,
    Cure: Cure,
    Device: Device,
    DutyKind: DutyKind,
    EntryProof: EntryProof,
    Fact: Fact,
    Fault: Fault,
    FormFault: FormFault,
    Ground: RefusalGround,
    HandName: Side,
    Item: TournamentItem,
    LateCure: LateCure,
    Lies: Lies,
    LimitKind: LimitKind,
    Matter: Matter,
    Medium: Medium,
    Mishap: Mishap,
    Offence: Offence,
    Office: Office,
    Party: Party,
    Payment: Payment,
    PrizeItem: PrizeItem,
    PromotionItem: PromotionItem,
    PromotionRule: PromotionRule,
    ProposalMatter: ProposalMatter,
    Purse: Purse,
    Right: Right,
    Role: Role,
    Rule: Rule,
    RunningSetting: RunningSetting,
    SessionEnd: SessionEnd,
    ShuffleBy: ShuffleBy,
    Span: LimitSpan,
    SpendOrder: SpendOrder,
    Refund: Refund,
    Term: Term,
    TournamentRule: TournamentRule,
    Unable: Unable,
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
        let list = |list: &List| format!("{{ of: \"{}\", is: {} }}", list.of, list.name);
        LISTS.iter().map(list).collect::<Vec<_>>().join("\n  | ")
    }

    fn decl(config: &Config) -> String {
        format!("type SaidWord =\n  | {};", Self::inline(config))
    }
}

impl PartialSchema for SaidWord {
    fn schema() -> RefOr<Schema> {
        let list = |list: &List| {
            json!({
                "type": "object",
                "required": ["of", "is"],
                "properties": {
                    "of": { "type": "string", "enum": [list.of] },
                    "is": { "$ref": format!("#/components/schemas/{}", list.name) },
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
            "PatronOrder",
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
            "TokenVoucher",
            "Tray",
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
