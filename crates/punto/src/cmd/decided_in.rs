//! Which source file decides by which question of a rulebook.
//!
//! `build.rs` makes the list from the sources, so it cannot be out of date.

use punto_rulebook::{Rule, Step};

// `NAMED`: enum, member and the files that name it. `RECORDED`: the file of acts that have no command of their own.
include!(concat!(env!("OUT_DIR"), "/decided_in.rs"));

/// The files that decide by a rule of procedure.
///
/// A rule that no file names is an act that is recorded like any other, and the file that records acts is its place.
fn rule_decided_in(rule: Rule) -> &'static [&'static str] {
    named("Rule", &format!("{rule:?}")).unwrap_or(&[RECORDED])
}

/// The files that decide by a field of `rulebook.toml`, such as `shoe.decks`; where none asks for it, those that read it.
pub(super) fn decided_in(path: &str) -> Vec<&'static str> {
    let path: String =
        path.split('[').map(|part| part.split_once(']').map_or(part, |(_, rest)| rest)).collect();
    let parts: Vec<&str> = path.split('.').collect();
    let files = match parts[..] {
        ["procedure", rule] => rule.parse().ok().map(rule_decided_in),
        ["methods", _, "steps", step] => {
            step.parse::<Step>().ok().and_then(|step| named("Step", &format!("{step:?}")))
        }
        ["house", setting] => named("Setting", &member(setting)),
        ["irregularities", mishap, case] => {
            named("Case", &member(case)).or_else(|| named("Mishap", &member(mishap)))
        }
        ["limits", "found_late" | "found_late_in_tournament", breach] => named("Breach", &member(breach)),
        ["tournament", "rules", rule] => named("TournamentRule", &member(rule)),
        ["tournament", "conditions", item] => named("Item", &member(item)),
        ["promotion", "rules", rule] => named("PromotionRule", &member(rule)),
        ["promotion", "conditions", item] => named("PromotionItem", &member(item)),
        ["promotion", "prizes", _, item] => named("PrizeItem", &member(item)),
        ["promotion", "prohibited", content] => named("Content", &member(content)),
        _ => None,
    };
    files.map(<[_]>::to_vec).unwrap_or_else(|| field_decided_in(&parts))
}

/// The files that ask for a field, or for what it is part of; where none does, those that read it.
fn field_decided_in(parts: &[&str]) -> Vec<&'static str> {
    for (place, name) in parts.iter().enumerate().rev() {
        let holders = parts[..place].iter().rev().map(|part| part.trim_end_matches('s'));
        let sections = parts[..place].iter().rev().copied();
        let holders = holders.chain(sections).chain(["book", "terms", "offer"]);
        let mut files: Vec<&str> = holders
            .filter_map(|holder| named("Field", &format!("{holder}.{}", name.replace('-', "_"))))
            .flatten()
            .copied()
            .collect();
        if !files.is_empty() {
            files.sort_unstable();
            files.dedup();
            return files;
        }
    }
    let read = parts.iter().rev().find_map(|name| named("Read", name));
    read.unwrap_or_default().to_vec()
}

/// A member of an enum by its word: `CutNominee` for `cut-nominee`.
fn member(word: &str) -> String {
    let capital = |part: &str| part[..1].to_uppercase() + &part[1..];
    word.split(['-', '_']).filter(|part| !part.is_empty()).map(capital).collect()
}

fn named(list: &str, member: &str) -> Option<&'static [&'static str]> {
    NAMED.iter().find(|(of, name, _)| *of == list && *name == member).map(|(.., files)| *files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_question_names_the_files_that_ask_it() {
        for (path, file) in [
            ("procedure.cut-nominee", "crates/table/src/decide/cut.rs"),
            ("procedure.no-advice", "crates/table/src/decide/session.rs"),
            ("methods.B.steps.one-out", "crates/table/src/decide/hands.rs"),
            ("house.token-after-win", "crates/coup/src/settlement.rs"),
            ("house.first-cut-offer", "crates/table/src/decide/cut.rs"),
            ("irregularities.foreign-card.during-coup", "crates/coup/src/irregularity/find.rs"),
            ("limits.reduction.remainder", "crates/coup/src/pro_rata.rs"),
            ("limits.found_late.above_maximum", "crates/coup/src/limits.rs"),
            ("settlement.rounding", "crates/coup/src/settlement.rs"),
            ("bets.super_six.rows[0]", "crates/coup/src/settlement.rs"),
            ("shoe.cut_from_ends", "crates/table/src/decide/cut.rs"),
            ("cards.ace", "crates/rulebook/src/rulebook.rs"),
            ("tournament.rules.out-of-turn", "crates/tournament/src/decide/wagers.rs"),
            ("tournament.conditions.hidden-after-tie", "crates/tournament/src/decide/pool.rs"),
            ("promotion.rules.payment-choice", "crates/promotion/src/decide/claims.rs"),
            ("promotion.conditions.closes", "crates/promotion/src/decide/entry.rs"),
            ("promotion.prizes.every.value", "crates/promotion/src/decide/claims.rs"),
            ("promotion.prohibited.liquor", "crates/promotion/src/prize.rs"),
        ] {
            assert!(decided_in(path).contains(&file), "{path}: {:?}", decided_in(path));
        }
    }
}
