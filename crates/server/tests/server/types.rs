//! The page's types are those of the API, and it knows every word that the server may name.

use std::path::Path;

#[test]
fn the_page_has_the_types_of_the_api() {
    kept("wire.ts", &punto_server::api::typescript());
}

#[test]
fn the_page_knows_every_code_and_word() {
    kept("codes.ts", &punto_server::api::codes());
}

/// Compares a file of the page with what it should be, or writes it when told to.
#[track_caller]
fn kept(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/lib").join(name);
    if std::env::var_os("PUNTO_WRITE").is_some() {
        std::fs::write(&path, text).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        kept == text,
        "web/src/lib/{name} is not what the server says; write it with PUNTO_WRITE=1 cargo test -p punto-server --test server types"
    );
}
