//! The description of the API made whole: what routes do not say of themselves, because it holds for all of them.

use punto_floor::refusal_codes;
use serde_json::{Map, Value, json};

use crate::cookie::Cookie;
use crate::problem::PROBLEM_JSON;

/// What any route can answer besides its own: the status, and when.
const FAILURES: [(&str, &str); 12] = [
    ("400", "something in the request is wrong; the sentence says what"),
    ("401", "nobody is signed in, or the sign-in was refused"),
    ("403", "whoever is signed in may not do this, or the request is not from our own page"),
    ("404", "there is no such thing"),
    ("405", "there is something here, and this is not how to ask for it"),
    ("409", "the rulebook, or the house, does not allow it now; the refusal names the clause"),
    ("413", "the body is longer than 64 KiB"),
    ("415", "the body is not said to be JSON"),
    ("421", "a server that only its own machine reaches was asked by another name"),
    ("422", "the body is JSON, but not of this form"),
    ("429", "too much was asked at once; the header retry-after says when to come back"),
    ("503", "this cannot be done right now; the same can be asked again"),
];

/// The document with every failure of every route written down, and how a request proves who asks.
pub fn complete(document: &utoipa::openapi::OpenApi, secure: bool) -> Value {
    let mut document = serde_json::to_value(document).unwrap_or_default();
    document["info"]["version"] = json!(env!("CARGO_PKG_VERSION"));
    document["components"]["securitySchemes"] = schemes(secure);
    let codes: Vec<&str> = refusal_codes().map(|(code, _)| code).collect();
    document["components"]["schemas"]["RefusalCode"]["enum"] = json!(codes);
    // The schema of a map has the name of its Rust type, and no description of its own.
    document["components"]["schemas"]["BTreeMap"]["description"] = json!("What fills a sentence, by name.");
    let_programs_in(&mut document);
    for (method, operation) in operations_mut(&mut document) {
        if method != "get" {
            add_csrf(operation);
        }
        let Some(responses) = operation.get_mut("responses").and_then(Value::as_object_mut) else { continue };
        for (status, when) in FAILURES {
            responses.insert(status.to_owned(), json!({ "description": when }));
        }
        for (_, response) in responses.iter_mut().filter(|(status, _)| status.as_str() >= "400") {
            let problem = json!({ "schema": { "$ref": "#/components/schemas/Problem" } });
            response["content"] = json!({ PROBLEM_JSON: problem });
        }
    }
    describe_paths(&mut document);
    describe_tags(&mut document["components"]["schemas"]);
    document
}

/// Says of each part of a path which thing it names: the one before it in the path.
fn describe_paths(document: &mut Value) {
    let paths = document.get_mut("paths").and_then(Value::as_object_mut);
    for (path, methods) in paths.into_iter().flatten() {
        let described = |name: &str| {
            let before = path.split(&format!("{{{name}}}")).next().unwrap_or_default();
            let list = before.split('/').rfind(|part| !part.is_empty() && !part.starts_with('{'));
            format!("Which of the {}, by its {name}.", list.unwrap_or_default())
        };
        let operations = methods.as_object_mut().into_iter().flat_map(|methods| methods.values_mut());
        let parameters = operations.filter_map(|operation| operation.get_mut("parameters")?.as_array_mut());
        for parameter in parameters.flatten().filter(|parameter| parameter["in"] == "path") {
            let what = described(parameter["name"].as_str().unwrap_or_default());
            parameter["description"] = json!(what);
        }
    }
}

/// Says of a member that has only one value that it tells the form of the rest.
fn describe_tags(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            let one_word =
                members.get("enum").and_then(Value::as_array).is_some_and(|words| words.len() == 1);
            if one_word && !members.contains_key("description") {
                members.insert("description".to_owned(), json!("Says which of the forms this is."));
            }
            members.values_mut().for_each(describe_tags);
        }
        Value::Array(items) => items.iter_mut().for_each(describe_tags),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// How a request proves who asks: the cookies that `Caller` is made from, and the token against forgery.
fn schemes(secure: bool) -> Value {
    json!({
        "session": { "type": "apiKey", "in": "cookie", "name": Cookie::Session.name(secure),
            "description": "The session of a person: staff, a patron or a guest. Set by POST /api/v1/sign-in." },
        "device": { "type": "apiKey", "in": "cookie", "name": Cookie::Device.name(secure),
            "description": "The session of an enrolled device. Set by POST /api/v1/sign-in with the device's secret; \
                            the person who signs in there has a session besides." },
        "token": { "type": "http", "scheme": "bearer",
            "description": "The token of a program, made with POST /api/v1/programs and shown once. It has the rights of one \
                            role; what takes a person is refused to it." },
        "csrf": { "type": "apiKey", "in": "header", "name": "x-punto-csrf",
            "description": "The token that goes with a cookie: the csrf of GET /api/v1/me." },
    })
}

/// What only people do about themselves.
const OF_PEOPLE: [&str; 4] =
    ["/api/v1/sign-out", "/api/v1/sign-out-everywhere", "/api/v1/password", "/api/v1/me/"];

/// Wherever a person's session is good a program's token is, but for what people do about themselves.
fn let_programs_in(document: &mut Value) {
    let paths = document.get_mut("paths").and_then(Value::as_object_mut);
    let open =
        |path: &str| !OF_PEOPLE.iter().any(|own| path == *own || own.ends_with('/') && path.starts_with(own));
    let paths = paths.into_iter().flatten().filter(|(path, _)| open(path));
    for operation in
        paths.flat_map(|(_, methods)| methods.as_object_mut()).flat_map(|methods| methods.values_mut())
    {
        let ways = operation.get_mut("security").and_then(Value::as_array_mut);
        for ways in ways.into_iter().filter(|ways| ways.iter().any(|way| way.get("session").is_some())) {
            ways.push(json!({ "token": [] }));
        }
    }
}

/// A request that changes something and comes with a cookie needs the token, too.
fn add_csrf(operation: &mut Map<String, Value>) {
    let ways = operation.get_mut("security").and_then(Value::as_array_mut);
    for way in ways.into_iter().flatten().filter_map(Value::as_object_mut) {
        if !way.is_empty() && !way.contains_key("token") {
            way.insert("csrf".to_owned(), json!([]));
        }
    }
}

/// Every operation with its method.
fn operations_mut(document: &mut Value) -> impl Iterator<Item = (&str, &mut Map<String, Value>)> {
    let paths = document.get_mut("paths").and_then(Value::as_object_mut);
    paths
        .into_iter()
        .flat_map(|paths| paths.values_mut())
        .filter_map(Value::as_object_mut)
        .flat_map(|methods| methods.iter_mut())
        .filter_map(|(method, operation)| Some((method.as_str(), operation.as_object_mut()?)))
}
