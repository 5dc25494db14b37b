//! The API described by itself: OpenAPI 3.1 for programs, and a plain page of the same for people.

use std::fmt::Write as _;
use std::sync::Arc;

use axum::Router;
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::{Html, IntoResponse, Redirect};
use axum::routing::get;
use punto_wire::{Frame, Problem, ProblemCode};
use serde_json::{Map, Value, json};
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;

use crate::auth::Cookie;
use crate::auth::secret::Token;
use crate::problem::{ApiError, PROBLEM_JSON, Path, refusal_codes};
use crate::state::App;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Punto",
        description = "Casino baccarat by the book. Bodies are JSON. Sign in with POST /api/v1/sign-in: the answer sets a \
                       cookie and names a token that must come as the header x-punto-csrf with everything but GET. \
                       Amounts are integers in minor units. Every failure has a Problem for a body, which is \
                       problem details as of RFC 9457. The WebSocket at /api/v1/tables/{table}/live sends Frames.",
    ),
    tags(
        (name = "people", description = "Signing in, staff, devices, patrons, what takes two persons"),
        (name = "tables", description = "Tables: looking, speaking, money, shoes"),
        (name = "records", description = "Past coups, meters, reports, significant events, checks of the software"),
        (name = "journal", description = "The journal itself: streams, records, steps, checkpoints, exports, checks"),
        (name = "rules", description = "Rulebooks, clauses, scenarios, odds"),
    ),
    components(schemas(Problem, Frame)),
)]
struct Api;

/// A router to which the routes of all modules are added.
pub(crate) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(Api::openapi())
}

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
pub(crate) fn complete(document: &utoipa::openapi::OpenApi, secure: bool) -> Value {
    let mut document = serde_json::to_value(document).unwrap_or_default();
    document["info"]["version"] = json!(env!("CARGO_PKG_VERSION"));
    document["components"]["securitySchemes"] = schemes(secure);
    let codes: Vec<&str> = refusal_codes().map(|(code, _)| code).collect();
    document["components"]["schemas"]["RefusalCode"]["enum"] = json!(codes);
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
    document
}

/// How a request proves who asks: the cookies that `Caller` is made from, and the token against forgery.
fn schemes(secure: bool) -> Value {
    json!({
        "session": { "type": "apiKey", "in": "cookie", "name": Cookie::Session.name(secure),
            "description": "The session of a person: staff, a patron or a guest. Set by POST /api/v1/sign-in." },
        "device": { "type": "apiKey", "in": "cookie", "name": Cookie::Device.name(secure),
            "description": "The session of an enrolled device. Set by POST /api/v1/sign-in with the device's secret; \
                            the person who signs in there has a session besides." },
        "csrf": { "type": "apiKey", "in": "header", "name": "x-punto-csrf",
            "description": "The token that goes with a cookie: the csrf of GET /api/v1/me." },
    })
}

/// A request that changes something and comes with a cookie needs the token, too.
fn add_csrf(operation: &mut Map<String, Value>) {
    let ways = operation.get_mut("security").and_then(Value::as_array_mut);
    for way in ways.into_iter().flatten().filter_map(Value::as_object_mut) {
        if !way.is_empty() {
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

/// The routes that serve the description.
pub(crate) fn routes(document: &Value) -> Router<App> {
    let text: Arc<str> = document.to_string().into();
    let page: Arc<str> = page(document).into();
    Router::new()
        .route(
            "/api/v1/openapi.json",
            get(move || async move { ([(CONTENT_TYPE, "application/json")], text.to_string()) }),
        )
        .route("/api/v1/docs", get(move || async move { styled(&page) }))
        .route("/api/v1/problems/{code}", get(described))
}

/// Leads from the type of a problem to its description.
async fn described(Path(code): Path<String>) -> Result<Redirect, ApiError> {
    let code: ProblemCode = code.parse().map_err(|error| ApiError::not_found(format!("{error}")))?;
    Ok(Redirect::to(&format!("/api/v1/docs#problem-{code}")))
}

/// The page with its own style allowed by name, and nothing else.
fn styled(page: &str) -> Result<impl IntoResponse + use<>, ApiError> {
    let nonce = Token::make().map_err(ApiError::fault)?;
    let policy = format!("default-src 'none'; style-src 'nonce-{}'; frame-ancestors 'none'", nonce.reveal());
    Ok(([(CONTENT_SECURITY_POLICY, policy)], Html(page.replace(NONCE, nonce.reveal()))))
}

/// Stands in the page where each answer has another word.
const NONCE: &str = "@nonce@";

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

/// The same document for people, without a script and without anything from elsewhere.
fn page(document: &Value) -> String {
    let mut html = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <title>Punto: the API</title><style nonce=\"{NONCE}\">{STYLE}</style><h1>Punto: the API</h1><p>{}</p>\
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
