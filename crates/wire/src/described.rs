//! The description of the API as a plain page.

use std::fmt::Write as _;

use serde_json::Value;

use crate::ProblemCode;

/// The description of the API for people, without a script and without anything from elsewhere; its style is allowed by
/// this nonce.
pub fn described(document: &Value, nonce: &str) -> String {
    let mut html = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <title>Punto: the API</title><style nonce=\"{nonce}\">{STYLE}</style><h1>Punto: the API</h1><p>{}</p>\
         <p>For programs: <a href=\"/api/v1/openapi.json\">openapi.json</a>.</p>",
        text(&document["info"]["description"])
    );
    let tags = document["tags"].as_array().map(Vec::as_slice).unwrap_or_default();
    for tag in tags {
        // Writing to a string cannot fail, here and below.
        let _ = write!(html, "<h2>{}</h2><p>{}</p>", text(&tag["name"]), text(&tag["description"]));
        for (path, method, operation) in operations(document) {
            if operation["tags"].as_array().is_some_and(|tags| tags.contains(&tag["name"])) {
                html.push_str(&operation_html(path, method, operation));
            }
        }
    }
    html.push_str("<h2>Problems</h2><dl>");
    for code in ProblemCode::ALL {
        let (title, remedy) = (escaped(code.title()), escaped(code.remedy()));
        let _ = write!(html, "<dt id=\"problem-{code}\"><code>{code}</code></dt><dd>{title}. {remedy}</dd>");
    }
    html.push_str("</dl><h2>Bodies</h2>");
    for (name, schema) in document["components"]["schemas"].as_object().into_iter().flatten() {
        let fields = serde_json::to_string_pretty(schema).unwrap_or_default();
        let _ = write!(
            html,
            "<details id=\"{name}\"><summary><code>{name}</code> {}</summary><pre>{}</pre></details>",
            text(&schema["description"]),
            escaped(&fields)
        );
    }
    html + "</html>"
}

const STYLE: &str = "
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
code, pre { font: 0.9em ui-monospace, monospace; }
h2 { border-bottom: 1px solid; margin-top: 2.5rem; }
details { border: 1px solid #8886; border-radius: 6px; margin: 0.4rem 0; padding: 0.3rem 0.8rem; }
summary { cursor: pointer; }
summary b { display: inline-block; min-width: 4rem; text-transform: uppercase; }
dt { font-weight: 600; }
";

fn operations(document: &Value) -> impl Iterator<Item = (&str, &str, &Value)> {
    let paths = document["paths"].as_object().into_iter().flatten();
    paths.flat_map(|(path, methods)| {
        let methods = methods.as_object().into_iter().flatten();
        methods.map(move |(method, operation)| (path.as_str(), method.as_str(), operation))
    })
}

fn operation_html(path: &str, method: &str, operation: &Value) -> String {
    let mut html = format!(
        "<details><summary><b>{method}</b> <code>{}</code> {}</summary><dl>",
        escaped(path),
        text(&operation["summary"])
    );
    for parameter in operation["parameters"].as_array().into_iter().flatten() {
        let (name, place) = (text(&parameter["name"]), text(&parameter["in"]));
        let _ = write!(html, "<dt>{name} ({place})</dt><dd>{}</dd>", text(&parameter["description"]));
    }
    let body = &operation["requestBody"]["content"]["application/json"]["schema"];
    if !body.is_null() {
        let _ = write!(html, "<dt>body</dt><dd>{}</dd>", schema_html(body));
    }
    for (status, response) in operation["responses"].as_object().into_iter().flatten() {
        let content = response["content"].as_object().and_then(|content| content.values().next());
        let schema = content.map_or(&Value::Null, |content| &content["schema"]);
        let _ = write!(
            html,
            "<dt>{}</dt><dd>{} {}</dd>",
            escaped(status),
            schema_html(schema),
            text(&response["description"])
        );
    }
    html + "</dl></details>"
}

fn schema_html(schema: &Value) -> String {
    if let Some(name) = schema["$ref"].as_str().and_then(|link| link.rsplit('/').next()) {
        return format!("<a href=\"#{0}\"><code>{0}</code></a>", escaped(name));
    }
    match &schema["items"] {
        Value::Null => String::new(),
        items => format!("list of {}", schema_html(items)),
    }
}

fn text(value: &Value) -> String {
    escaped(value.as_str().unwrap_or_default())
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
