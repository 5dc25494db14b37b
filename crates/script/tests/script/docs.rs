//! docs/script.md says what the code says.

#[test]
fn the_grammar_in_the_documentation_is_the_one_in_force() {
    let text = include_str!("../../../../docs/script.md");
    let written = text.split("## Grammar\n\n").nth(1).unwrap_or_default();
    let written = written.split("\n## ").next().unwrap_or_default();
    assert_eq!(
        written.trim(),
        punto_script::grammar().trim(),
        "renew it with `cargo run -p punto-script --example grammar`"
    );
}
