//! Names of sentences: words that several crates of the core declare together.

use serde::{Deserialize, Serialize};
use ts_rs::{Config, TS};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

use crate::words::spelt;

/// The name of a refusal's sentence: a word of a closed list, which the crates that refuse declare together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
pub struct RefusalCode(pub String);

impl TS for RefusalCode {
    type WithoutGenerics = Self;
    type OptionInnerType = Self;

    fn name(_: &Config) -> String {
        "RefusalCode".to_owned()
    }

    fn inline(config: &Config) -> String {
        <Self as TS>::name(config)
    }
}

/// The name of the sentence that says why a card is due, or none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct DueCode(pub String);

spelt!(DueCode: punto_coup::Why::CODES.iter().copied(), "The name of the sentence that says why a card is due, or none.");

/// The name of the sentence of a significant event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CauseCode(pub String);

spelt!(CauseCode: punto_site::Cause::codes().map(|(code, _)| code), "The name of the sentence of a significant event.");

/// The name of something that happened at a table, in a tournament or in a promotion.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct HappenedName(pub String);

impl HappenedName {
    /// Every name once: some things happen in more than one of them.
    fn all() -> impl Iterator<Item = String> {
        let lists = [
            punto_table::Happening::STORED,
            punto_tournament::Happening::STORED,
            punto_promotion::Happening::STORED,
        ];
        let names = lists.into_iter().flatten().map(|(variant, _)| punto_vocab::stored::name_of(variant));
        let mut seen = std::collections::BTreeSet::new();
        names.filter(move |name| seen.insert(name.clone()))
    }
}

spelt!(HappenedName: HappenedName::all(), "The name of something that happened at a table, in a tournament or in a promotion.");

/// The name of something that happened to an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct AccountEventName(pub String);

spelt!(AccountEventName: punto_accounts::Happening::STORED.iter().map(|(variant, _)| punto_vocab::stored::name_of(variant)), "The name of something that happened to an account.");

/// The declarations of these names in TypeScript.
pub(crate) fn of_sentences(config: &Config) -> [String; 4] {
    [
        CauseCode::decl(config),
        DueCode::decl(config),
        HappenedName::decl(config),
        AccountEventName::decl(config),
    ]
}
