//! The page's types are those of the wire.

#![allow(clippy::unwrap_used)] // a test that cannot be set up should stop there

mod typescript;

use std::path::Path;

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
