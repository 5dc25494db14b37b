//! docs/script.md says what the code says.

use std::{env, fs, path::Path};

#[test]
fn the_grammar_in_the_documentation_is_the_one_in_force() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/script.md");
    let text = fs::read_to_string(&file).unwrap();
    // It is the last part of the page.
    let (before, written) = text.split_once("## Grammar\n\n").unwrap();
    let made = punto_script::grammar();
    if env::var_os("PUNTO_WRITE").is_some() {
        return fs::write(&file, format!("{before}## Grammar\n\n{}\n", made.trim())).unwrap();
    }
    let renew = "`PUNTO_WRITE=1 cargo test -p punto-script grammar` writes it anew";
    assert_eq!(written.trim(), made.trim(), "{renew}");
}
