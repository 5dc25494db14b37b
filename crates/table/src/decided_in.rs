//! Which source file decides by which rule of procedure and which step of a dealing method.
//!
//! `build.rs` makes the list from the sources, so it cannot be out of date.

use punto_rulebook::{Rule, Step};

// `NAMED`: enum, member and the files that name it. `RECORDED`: the file of acts that have no command of their own.
include!(concat!(env!("OUT_DIR"), "/decided_in.rs"));

/// The files that decide by a rule of procedure.
///
/// A rule that no file names is an act that is recorded like any other, and the file that records acts is its place.
///
/// ```
/// use punto_rulebook::Rule;
/// use punto_table::rule_decided_in;
///
/// assert_eq!(rule_decided_in(Rule::CutNominee), ["crates/table/src/decide/cut.rs"]);
/// assert_eq!(rule_decided_in(Rule::NoAdvice), ["crates/table/src/decide/session.rs"]);
/// ```
pub fn rule_decided_in(rule: Rule) -> &'static [&'static str] {
    named("Rule", &format!("{rule:?}")).unwrap_or(&[RECORDED])
}

/// The files that decide by a step of a dealing method; none if nothing asks for it.
pub fn step_decided_in(step: Step) -> &'static [&'static str] {
    named("Step", &format!("{step:?}")).unwrap_or_default()
}

fn named(list: &str, member: &str) -> Option<&'static [&'static str]> {
    NAMED.iter().find(|(of, name, _)| *of == list && *name == member).map(|(.., files)| *files)
}
