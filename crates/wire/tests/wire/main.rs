//! The page's types are those of the wire, and commands as values have the bounds of commands as lines.

#![allow(clippy::unwrap_used)] // a test that cannot be set up should stop there

mod typescript;

use std::path::Path;

use punto_wire::Command;

#[test]
fn the_page_has_the_types_of_the_api() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/lib/wire.ts");
    let text = typescript::typescript();
    if std::env::var_os("PUNTO_WRITE").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        kept == text,
        "web/src/lib/wire.ts is not what the API has; write it with PUNTO_WRITE=1 cargo test -p punto-wire"
    );
}

#[test]
fn a_command_as_a_value_has_the_bounds_of_its_line() {
    let read = |text: &str| serde_json::from_str::<Command>(text);
    let bet =
        |stake: i64| read(&format!(r#"{{"bet":{{"patron":"ada","at":1,"bet":"player","stake":{stake}}}}}"#));
    let largest = punto_vocab::Money::LARGEST.minor();
    for stake in [1, 2_550, largest] {
        let command = bet(stake).unwrap();
        assert_eq!(read(&serde_json::to_string(&command).unwrap()).unwrap(), command);
    }
    for stake in [-1, largest + 1, i64::MIN, i64::MAX] {
        let error = bet(stake).unwrap_err().to_string();
        assert!(error.contains("negative") || error.contains("too large"), "{stake}: {error}");
    }
    for good in [
        r#"{"post-limits":{"limits":{"min":2500,"max":100000},"from":1700000000000000}}"#,
        r#"{"consent":{"patron":"ada","matter":"limits","to":{"limits":{"limits":{"min":2500,"max":100000}}}}}"#,
        r#"{"take-down":{"sign":{"personal":{"patron":"ada"}}}}"#,
        r#"{"tick":{"until":1700000000000000}}"#,
        r#""deal""#,
    ] {
        let command = read(good).unwrap_or_else(|error| panic!("{good}: {error}"));
        assert_eq!(read(&serde_json::to_string(&command).unwrap()).unwrap(), command);
    }
}
