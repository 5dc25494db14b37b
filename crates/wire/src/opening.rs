//! What a table is opened with, as a value in a command: its parts from their one declaration.

use punto_rulebook::{PartDeclared, Parts};
use serde_json::{Value, json};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;

use crate::command::{described, form, of_json};

/// Its type in TypeScript.
pub(crate) fn typescript() -> String {
    let part = |declared: &PartDeclared| format!("\"{}\"?: {}", declared.part, form(declared.of).0);
    let parts: Vec<String> = Parts::DECLARED.iter().map(part).collect();
    format!(
        "{{ usual: boolean, parts: {{ {} }}, limits_of: {{ [bet: BetName]: Span }}, \
         area_of: {{ [bet: BetName]: number }}, house: {{ [setting: string]: Words }}, without: Rule[] }}",
        parts.join(", ")
    )
}

/// Its schema.
pub(crate) fn schema() -> RefOr<Schema> {
    let part = |declared: &PartDeclared| {
        (declared.part.word().to_owned(), described(form(declared.of).1, declared.what.trim()))
    };
    let parts: serde_json::Map<String, Value> = Parts::DECLARED.iter().map(part).collect();
    let by_bet = |of: &str, what: &str| {
        described(json!({ "type": "object", "additionalProperties": form(of).1 }), what)
    };
    of_json(json!({
        "type": "object",
        "description": "What a table is opened with; parts that are left out take the document's usual values.",
        "properties": {
            "usual": { "type": "boolean", "description": "The first choice wherever the operator would have to choose." },
            "parts": { "type": "object", "description": "What the operator chose.", "properties": parts },
            "limits_of": by_bet("Range", "The limits of a bet that has its own, by the bet."),
            "area_of": by_bet("Money", "The most on one area of a bet that has its own, by the bet."),
            "house": { "type": "object", "description": "The house's settings, by their names.", "additionalProperties": { "type": "string" } },
            "without": { "type": "array", "description": "Rules that a tournament switches off.", "items": form("Rule").1 },
        },
        "required": ["usual", "parts", "limits_of", "area_of", "house", "without"],
    }))
}
