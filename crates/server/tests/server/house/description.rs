//! The OpenAPI document: whole, unambiguous, and true to how the server answers.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::support::House;

async fn document() -> Value {
    House::open().await.client().get("/api/v1/openapi.json").await.json()
}

fn operations(document: &Value) -> impl Iterator<Item = (String, &Map<String, Value>)> {
    document["paths"].as_object().unwrap().iter().flat_map(|(path, methods)| {
        let methods = methods.as_object().unwrap().iter();
        methods.map(move |(method, operation)| (format!("{method} {path}"), operation.as_object().unwrap()))
    })
}

#[tokio::test]
async fn every_operation_has_an_id_of_its_own() {
    let document = document().await;
    let mut ids = BTreeSet::new();
    for (name, operation) in operations(&document) {
        let id = operation["operationId"].as_str().unwrap();
        let camel =
            id.starts_with(|c: char| c.is_ascii_lowercase()) && id.chars().all(|c| c.is_ascii_alphanumeric());
        assert!(camel, "{name}: {id}");
        assert!(ids.insert(id), "{name}: {id} is another operation's");
    }
    assert!(ids.len() > 70, "{}", ids.len());
}

#[tokio::test]
async fn every_response_is_described_and_every_failure_is_a_problem() {
    let document = document().await;
    for (name, operation) in operations(&document) {
        for (status, response) in operation["responses"].as_object().unwrap() {
            let described = response["description"].as_str().is_some_and(|text| !text.trim().is_empty());
            assert!(described, "{name} {status} has no description");
            if status.as_str() >= "400" {
                let schema = &response["content"]["application/problem+json"]["schema"]["$ref"];
                assert_eq!(schema, "#/components/schemas/Problem", "{name} {status}");
            }
        }
    }
}

/// The WebSockets are described by the same schemas, and each is there.
#[tokio::test]
async fn the_websockets_are_described_whole() {
    fn refs<'a>(part: &'a Value, found: &mut Vec<&'a str>) {
        match part {
            Value::Object(members) => {
                found.extend(members.get("$ref").and_then(Value::as_str));
                members.values().for_each(|member| refs(member, found));
            }
            Value::Array(items) => items.iter().for_each(|item| refs(item, found)),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
    let house = House::open().await;
    let openapi = house.client().get("/api/v1/openapi.json").await.json();
    let live = house.client().get("/api/v1/asyncapi.json").await.json();
    let mut found = Vec::new();
    refs(&live, &mut found);
    assert!(found.len() > 30, "{found:?}");
    for name in found {
        let path = name.strip_prefix('#').unwrap();
        assert!(live.pointer(path).is_some(), "{name} is not there");
    }
    for (name, channel) in live["channels"].as_object().unwrap() {
        let handshake = &openapi["paths"][channel["address"].as_str().unwrap()]["get"];
        assert!(handshake["responses"]["101"].is_object(), "{name}");
    }
    assert_eq!(live["channels"]["table"]["bindings"]["ws"]["query"]["properties"]["from"]["minimum"], 0);
    assert_eq!(live["components"]["schemas"]["Frame"], openapi["components"]["schemas"]["Frame"]);
    let frames = live["components"]["schemas"]["Frame"]["oneOf"].as_array().unwrap();
    assert_eq!(frames.len(), 8, "hello, view, allowed, answer, problem, events, beat, bye");
}

#[tokio::test]
async fn every_operation_says_who_may_ask() {
    let document = document().await;
    let schemes = document["components"]["securitySchemes"].as_object().unwrap();
    let mut used = BTreeSet::new();
    for (name, operation) in operations(&document) {
        let ways = operation.get("security").and_then(Value::as_array);
        let ways = ways.filter(|ways| !ways.is_empty()).unwrap_or_else(|| panic!("{name} names no security"));
        for way in ways.iter().map(|way| way.as_object().unwrap()) {
            let guarded = way.contains_key("csrf");
            let cookie = way.contains_key("session") || way.contains_key("device");
            assert_eq!(guarded, cookie && !name.starts_with("get "), "{name}: {way:?}");
            for scheme in way.keys() {
                assert!(schemes.contains_key(scheme), "{name}: there is no scheme {scheme}");
                used.insert(scheme.as_str());
            }
        }
    }
    assert_eq!(
        schemes.keys().map(String::as_str).collect::<BTreeSet<_>>(),
        used,
        "a scheme that nothing uses"
    );
}

#[tokio::test]
async fn what_needs_nobody_is_answered_to_nobody_and_the_rest_is_not() {
    let house = House::open().await;
    let document = house.client().get("/api/v1/openapi.json").await.json();
    for (name, operation) in operations(&document) {
        // A path with a name in it may be unknown before anybody is asked who they are.
        let Some(path) = name.strip_prefix("get ").filter(|path| !path.contains('{')) else { continue };
        let open = operation["security"].as_array().unwrap().iter().any(|way| way == &serde_json::json!({}));
        let query = operation.get("parameters").and_then(Value::as_array);
        let required = query.is_some_and(|all| all.iter().any(|one| one["required"] == true));
        if !required {
            let status = house.client().get(path).await.status;
            assert_eq!(status, if open { 200 } else { 401 }, "{path}");
        }
    }
}

#[tokio::test]
async fn every_reference_leads_somewhere() {
    fn walk<'d>(value: &'d Value, found: &mut Vec<&'d str>) {
        match value {
            Value::Object(members) => {
                found.extend(members.get("$ref").and_then(Value::as_str));
                members.values().for_each(|member| walk(member, found));
            }
            Value::Array(items) => items.iter().for_each(|item| walk(item, found)),
            _ => {}
        }
    }
    let document = document().await;
    let mut found = Vec::new();
    walk(&document, &mut found);
    assert!(found.len() > 100, "{}", found.len());
    for link in found {
        let place = link.strip_prefix('#').unwrap_or_else(|| panic!("{link} leads outside"));
        assert!(document.pointer(place).is_some_and(Value::is_object), "{link} leads nowhere");
    }
}

#[tokio::test]
async fn every_schema_says_what_it_is() {
    let document = document().await;
    let schemas = document["components"]["schemas"].as_object().unwrap();
    let silent = |schema: &Value| schema["description"].as_str().is_none_or(str::is_empty);
    let silent: Vec<&String> =
        schemas.iter().filter(|(_, schema)| silent(schema)).map(|(name, _)| name).collect();
    assert!(
        silent.is_empty(),
        "{} of {} schemas have no description: {silent:?}",
        silent.len(),
        schemas.len()
    );
}

#[tokio::test]
async fn every_member_and_every_parameter_says_what_it_is() {
    /// Whether something is said of a schema: by itself, by what it refers to, or by what its items are.
    fn told(document: &Value, schema: &Value) -> bool {
        let said =
            |schema: &Value| schema["description"].as_str().is_some_and(|text| !text.trim().is_empty());
        let link = schema["$ref"].as_str().and_then(|link| document.pointer(link.strip_prefix('#')?));
        let choices = ["oneOf", "allOf", "anyOf"].iter().filter_map(|way| schema[way].as_array()).flatten();
        said(schema)
            || link.is_some_and(said)
            || choices.into_iter().any(|one| one["type"] != "null" && told(document, one))
            || schema.get("items").is_some_and(|items| told(document, items))
    }

    fn walk(document: &Value, place: &str, schema: &Value, silent: &mut Vec<String>) {
        match schema {
            Value::Object(members) => {
                let own = members.get("properties").and_then(Value::as_object);
                for (name, member) in own.into_iter().flatten() {
                    // What has one member alone is that member.
                    let alone = own.is_some_and(|own| own.len() == 1) && told(document, schema);
                    if !alone && !told(document, member) {
                        silent.push(format!("{place}.{name}"));
                    }
                }
                members.values().for_each(|member| walk(document, place, member, silent));
            }
            Value::Array(items) => items.iter().for_each(|item| walk(document, place, item, silent)),
            _ => {}
        }
    }

    let document = document().await;
    let mut silent = Vec::new();
    for (name, schema) in document["components"]["schemas"].as_object().unwrap() {
        walk(&document, name, schema, &mut silent);
    }
    for (name, operation) in operations(&document) {
        let parameters = operation.get("parameters").and_then(Value::as_array);
        let unsaid = parameters.into_iter().flatten().filter(|one| one["description"].as_str().is_none());
        silent.extend(unsaid.map(|one| format!("{name}: {}", one["name"])));
    }
    assert!(silent.is_empty(), "{} have no description: {silent:#?}", silent.len());
}

#[tokio::test]
async fn every_part_of_a_path_is_a_parameter_that_must_be_given() {
    let document = document().await;
    for (name, operation) in operations(&document) {
        let named: BTreeSet<&str> =
            name.split('{').skip(1).filter_map(|rest| rest.split('}').next()).collect();
        let parameters = operation.get("parameters").and_then(Value::as_array);
        let in_path = parameters.into_iter().flatten().filter(|one| one["in"] == "path");
        let declared: BTreeSet<&str> = in_path
            .map(|one| {
                assert_eq!(one["required"], true, "{name}: {one}");
                one["name"].as_str().unwrap()
            })
            .collect();
        assert_eq!(named, declared, "{name}");
    }
}

#[tokio::test]
async fn the_type_of_a_problem_leads_to_its_description() {
    let house = House::open().await;
    let document = house.client().get("/api/v1/openapi.json").await.json();
    let problem = house.client().get("/api/v1/staff").await.json();
    let codes = document["components"]["schemas"]["ProblemCode"]["enum"].as_array().unwrap();
    assert!(codes.contains(&problem["code"]), "{codes:?}");
    let reply = house.client().get(problem["type"].as_str().unwrap()).await;
    assert_eq!((reply.status, reply.header("location")), (303, Some("/api/v1/docs#problem-not-signed-in")));
    let page = house.client().get("/api/v1/docs").await.body;
    assert!(page.contains("id=\"problem-not-signed-in\""));
    assert_eq!(house.client().get("/api/v1/problems/bad-luck").await.problem(404), "not-found");
}

#[tokio::test]
async fn an_address_without_the_version_is_unknown() {
    let house = House::open().await;
    for path in ["/api", "/api/", "/api/me", "/api/openapi.json", "/api/v1", "/api/v2/me"] {
        assert_eq!(house.client().get(path).await.problem(404), "not-found", "{path}");
    }
    house.client().get("/api/v1/me").await.ok();
}
