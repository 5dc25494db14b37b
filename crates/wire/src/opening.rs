//! What a table is opened with, as a value in a command: its parts from their one declaration.

use punto_rulebook::Parts;
use serde_json::{Value, json};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;

use crate::command::{form, of_json};

/// Its type in TypeScript.
pub(crate) fn typescript() -> String {
    let part = |(part, of): &(punto_rulebook::Part, &str)| format!("\"{part}\"?: {}", form(of).0);
    let parts: Vec<String> = Parts::DECLARED.iter().map(part).collect();
    format!(
        "{{ usual: boolean, parts: {{ {} }}, limits_of: {{ [bet: BetName]: Span }}, \
         area_of: {{ [bet: BetName]: number }}, house: {{ [setting: string]: Words }}, without: Rule[] }}",
        parts.join(", ")
    )
}

/// Its schema.
pub(crate) fn schema() -> RefOr<Schema> {
    let part = |(part, of): &(punto_rulebook::Part, &'static str)| (part.word().to_owned(), form(of).1);
    let parts: serde_json::Map<String, Value> = Parts::DECLARED.iter().map(part).collect();
    let by_bet = |of: &str| json!({ "type": "object", "additionalProperties": form(of).1 });
    of_json(json!({
        "type": "object",
        "description": "What a table is opened with; parts that are left out take the document's usual values.",
        "properties": {
            "usual": { "type": "boolean", "description": "The first choice wherever the operator would have to choose." },
            "parts": { "type": "object", "properties": parts },
            "limits_of": by_bet("Range"),
            "area_of": by_bet("Money"),
            "house": { "type": "object", "additionalProperties": { "type": "string" } },
            "without": { "type": "array", "items": form("Rule").1 },
        },
        "required": ["usual", "parts", "limits_of", "area_of", "house", "without"],
    }))
}
