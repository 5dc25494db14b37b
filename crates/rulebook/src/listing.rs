//! A rulebook as a list of questions and answers, for people to read and to compare.

use toml::de::{DeTable, DeValue};

/// One question a document answers, with its answer in a few words and what it rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The question: a path such as `shoe / decks`.
    pub path: String,
    /// The answer as text; empty where the citation alone is the answer.
    pub answer: String,
    /// The clauses and settings, as written.
    pub by: Vec<String>,
}

/// Every table that cites something is an answer; its path is the question.
pub(crate) fn questions(root: &DeTable<'_>) -> Vec<Question> {
    let mut list = Vec::new();
    walk("", root, &[], &mut list);
    list
}

/// `told` are the keys that the path already tells.
fn walk(path: &str, table: &DeTable<'_>, told: &[&str], list: &mut Vec<Question>) {
    let entries = in_order(table);
    let by: Vec<String> = entries.iter().flat_map(|(key, value)| cited(key, value)).collect();
    // A setting of the house is a question even where no clause raises it.
    if !by.is_empty() || path.starts_with("house / ") {
        let answer: Vec<String> = entries
            .iter()
            .filter(|(key, value)| {
                !["clause", "house"].contains(key) && !told.contains(key) && !is_answer(value)
            })
            .map(
                |(key, value)| {
                    if *key == "value" { text(value) } else { format!("{}: {}", words(key), text(value)) }
                },
            )
            .collect();
        list.push(Question { path: path.into(), answer: answer.join(", "), by });
    }
    for (key, value) in entries {
        let inner =
            |name: &str| if path.is_empty() { words(name) } else { format!("{path} / {}", words(name)) };
        match value {
            DeValue::Table(table) => walk(&inner(key), table, &[], list),
            DeValue::Array(rows) => {
                for row in rows.iter() {
                    if let DeValue::Table(row) = row.get_ref() {
                        walk(&format!("{} / {}", inner(key), row_name(row)), row, &ROW_NAMES, list);
                    }
                }
            }
            _ => {}
        }
    }
}

/// The keys that tell one row of a list from the others.
const ROW_NAMES: [&str; 5] = ["variant", "on", "points", "point", "holds"];

/// What a row of a list is about.
fn row_name(row: &DeTable<'_>) -> String {
    let parts: Vec<String> = in_order(row)
        .iter()
        .filter(|(key, _)| ROW_NAMES.contains(key))
        .map(|(_, value)| text(value))
        .collect();
    parts.join(", ")
}

fn in_order<'t>(table: &'t DeTable<'_>) -> Vec<(&'t str, &'t DeValue<'t>)> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    entries.into_iter().map(|(key, value)| (key.get_ref().as_ref(), value.get_ref())).collect()
}

/// The clauses or the setting a field names; `[house]` itself is a table and names none.
fn cited(key: &str, value: &DeValue<'_>) -> Vec<String> {
    match key {
        "clause" if cites(key, value) => strings(value),
        "house" if cites(key, value) => {
            strings(value).into_iter().map(|name| format!("house:{name}")).collect()
        }
        _ => Vec::new(),
    }
}

fn cites(key: &str, value: &DeValue<'_>) -> bool {
    matches!(key, "clause" | "house") && !matches!(value, DeValue::Table(_))
}

/// Whether a value is listed as a question of its own.
fn is_answer(value: &DeValue<'_>) -> bool {
    match value {
        // Either it cites something, or all that is in it does.
        DeValue::Table(table) => {
            table.iter().any(|(key, value)| cites(key.get_ref(), value.get_ref()))
                || (!table.is_empty() && table.iter().all(|(_, value)| is_answer(value.get_ref())))
        }
        DeValue::Array(rows) => rows.iter().any(|row| is_answer(row.get_ref())),
        _ => false,
    }
}

fn strings(value: &DeValue<'_>) -> Vec<String> {
    match value {
        DeValue::Array(items) => items.iter().flat_map(|item| strings(item.get_ref())).collect(),
        other => vec![text(other)],
    }
}

fn text(value: &DeValue<'_>) -> String {
    match value {
        DeValue::String(text) => text.to_string(),
        DeValue::Integer(number) => number.as_str().into(),
        DeValue::Float(number) => number.as_str().into(),
        DeValue::Boolean(true) => "yes".into(),
        DeValue::Boolean(false) => "no".into(),
        DeValue::Datetime(moment) => moment.to_string(),
        DeValue::Array(items) => items.iter().map(|item| text(item.get_ref())).collect::<Vec<_>>().join(", "),
        DeValue::Table(table) => in_order(table)
            .into_iter()
            .map(|(key, value)| format!("{} {}", words(key), text(value)))
            .collect::<Vec<_>>()
            .join(", "),
    }
}

fn words(key: &str) -> String {
    key.replace(['_', '-'], " ")
}
