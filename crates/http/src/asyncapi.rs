//! The WebSockets described by themselves: AsyncAPI 3 for programs, with the very schemas of the OpenAPI document.

use serde_json::{Map, Value, json};

/// The WebSockets, each with who sends what on it.
///
/// A handshake is an ordinary request, which the OpenAPI document describes with its parameters and failures.
pub fn of(document: &Value) -> Value {
    let schemas = &document["components"]["schemas"];
    let mut used = Map::new();
    for name in ["Frame", "Say"] {
        gather(schemas, name, &mut used);
    }
    let mut schemes = document["components"]["securitySchemes"].clone();
    for scheme in schemes.as_object_mut().into_iter().flat_map(|schemes| schemes.values_mut()) {
        // What OpenAPI calls an API key in a cookie or a header is one of HTTP here.
        scheme["type"] = json!("httpApiKey");
    }
    json!({
        "asyncapi": "3.0.0",
        "info": {
            "title": "Punto, live",
            "version": document["info"]["version"],
            "description": "Text frames of JSON over a WebSocket. The server's first frame is `hello`, then come a view and another whenever \
                            the table changes, behind it what may be said for whoever asks with `?allowed=true`, the answers to what was \
                            said, and a beat every second. Whoever comes back with \
                            `?from=` and the last `seq` they saw gets exactly the frames that were missed, or a fresh view. A connection that is \
                            silent for 45 s, reads too slowly or outlives its session ends with `bye`.",
        },
        "channels": {
            "table": {
                "address": "/api/v1/tables/{table}/live",
                "title": "A table",
                "description": "Watch a table, and speak to it.",
                "parameters": { "table": { "description": "The table's name, as GET /api/v1/tables lists it." } },
                "messages": { "frame": { "$ref": "#/components/messages/frame" }, "say": { "$ref": "#/components/messages/say" } },
                "bindings": { "ws": { "method": "GET", "query": table_query(document) } },
            },
            "significantEvents": {
                "address": "/api/v1/events/live",
                "title": "Significant events",
                "description": "Everything that waits for somebody, and again whenever that changes. The client says nothing.",
                "messages": { "frame": { "$ref": "#/components/messages/frame" } },
                "bindings": { "ws": { "method": "GET" } },
            },
        },
        "operations": {
            "showTable": operation("send", "table", "frame"),
            "hearAtTable": operation("receive", "table", "say"),
            "showSignificantEvents": operation("send", "significantEvents", "frame"),
        },
        "components": {
            "messages": {
                "frame": { "name": "frame", "contentType": "application/json", "payload": { "$ref": "#/components/schemas/Frame" } },
                "say": { "name": "say", "contentType": "application/json", "payload": { "$ref": "#/components/schemas/Say" } },
            },
            "schemas": used,
            "securitySchemes": schemes,
        },
    })
}

fn operation(action: &str, channel: &str, message: &str) -> Value {
    json!({
        "action": action,
        "channel": { "$ref": format!("#/channels/{channel}") },
        "messages": [{ "$ref": format!("#/channels/{channel}/messages/{message}") }],
    })
}

/// What may be asked for in the address of a table, from the description of the handshake.
fn table_query(document: &Value) -> Value {
    let parameters = document["paths"]["/api/v1/tables/{table}/live"]["get"]["parameters"].as_array();
    let query = parameters.into_iter().flatten().filter(|parameter| parameter["in"] == "query");
    let properties = query.filter_map(|parameter| {
        let schema = parameter["schema"].as_object()?.clone();
        Some((parameter["name"].as_str()?.to_owned(), Value::Object(schema)))
    });
    json!({ "type": "object", "properties": properties.collect::<Map<_, _>>() })
}

/// Takes a schema over with all that it names.
fn gather(schemas: &Value, name: &str, used: &mut Map<String, Value>) {
    let Some(schema) = schemas.get(name).filter(|_| !used.contains_key(name)) else { return };
    used.insert(name.to_owned(), schema.clone());
    let mut named = Vec::new();
    names(schema, &mut named);
    named.into_iter().for_each(|name| gather(schemas, &name, used));
}

/// The names of the schemas that a part of a schema points to.
fn names(part: &Value, found: &mut Vec<String>) {
    match part {
        Value::Object(members) => {
            let own = members.get("$ref").and_then(Value::as_str);
            found.extend(own.and_then(|own| own.strip_prefix("#/components/schemas/")).map(str::to_owned));
            members.values().for_each(|member| names(member, found));
        }
        Value::Array(items) => items.iter().for_each(|item| names(item, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
