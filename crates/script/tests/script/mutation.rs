//! Scenarios that can fail: whatever line is left out of one, or said by somebody else, something in it no longer holds.
//!
//! A command that an expectation speaks of is what a scenario tests; every other line is a condition, and a condition that
//! can be left out unnoticed shows that the scenario does not test what it says. `unchecked.txt` lists those that cannot be
//! helped.

use std::collections::BTreeSet;
use std::sync::Arc;

use punto_rulebook::Rulebook;
use punto_script::{Expectation, Run, Said, Script, ScriptLine};
use punto_table::Actor;

/// A run that stops at the first thing that does not hold.
#[derive(Clone)]
struct Trial {
    run: Run,
    /// A refusal that no expectation has met yet.
    refused: bool,
}

impl Trial {
    /// Whether the line holds.
    fn step(&mut self, said: &Said) -> bool {
        match said {
            Said::Nothing | Said::Rulebook(_) => true,
            Said::As(actor) => {
                self.run.speak_as(*actor);
                true
            }
            Said::At(time) => {
                self.run.wait(*time);
                true
            }
            Said::Command(_) | Said::Tournament(_) | Said::Promotion(_) if self.refused => false,
            Said::Command(command) => {
                self.refused = self.run.give(command).is_err();
                true
            }
            Said::Tournament(command) => {
                self.refused = self.run.give_tournament(command).is_err();
                true
            }
            Said::Promotion(command) => {
                self.refused = self.run.give_promotion(command).is_err();
                true
            }
            Said::Expect(expectation) => {
                let holds = self.run.check(expectation).is_ok();
                self.refused &= !matches!(expectation, Expectation::Refused { .. });
                holds
            }
        }
    }

    /// Whether all these lines hold after what was said so far.
    fn holds(mut self, rest: &[ScriptLine]) -> bool {
        rest.iter().all(|line| self.step(&line.said)) && !self.refused
    }

    fn said_by(&self, actor: Actor) -> Trial {
        let mut trial = self.clone();
        trial.run.speak_as(actor);
        trial
    }
}

/// The lines that could be left out, or said by anybody, without anything failing.
fn unnoticed(book: &Arc<Rulebook>, script: &Script) -> Vec<usize> {
    let mut trial = Trial { run: Run::new(book.clone()), refused: false };
    let others = others(book, script);
    let mut found = Vec::new();
    for (place, line) in script.lines.iter().enumerate() {
        let rest = &script.lines[place + 1..];
        let checked = match &line.said {
            Said::Nothing | Said::Rulebook(_) | Said::Expect(_) => true,
            Said::Command(_) | Said::Tournament(_) | Said::Promotion(_) => {
                is_tested(rest) || !trial.clone().holds(rest)
            }
            Said::At(_) => !trial.clone().holds(rest),
            // The clause that refuses those who may do something at another time refuses those who may never do it.
            Said::As(_) => {
                only_refused(rest)
                    || !trial.clone().holds(rest)
                    || others.iter().any(|other| !trial.said_by(*other).holds(rest))
            }
        };
        if !checked {
            found.push(line.number);
        }
        trial.step(&line.said);
    }
    found
}

/// Everybody who speaks in a script, somebody of every role of the document, and a patron who is not there.
fn others(book: &Rulebook, script: &Script) -> Vec<Actor> {
    let nobody = "nobody".parse().unwrap();
    let speakers = script.lines.iter().filter_map(|line| match line.said {
        Said::As(actor) => Some(actor),
        Said::Nothing | Said::Rulebook(_) | Said::At(_) => None,
        Said::Command(_) | Said::Tournament(_) | Said::Promotion(_) | Said::Expect(_) => None,
    });
    let roles = book
        .roles
        .iter()
        .chain(&book.tournament.roles)
        .chain(&book.promotion.roles)
        .map(|rule| Actor::Staff(rule.role, nobody));
    speakers.chain(roles).chain([Actor::Patron(nobody)]).collect()
}

/// Whether an expectation speaks of the line just before.
fn is_tested(rest: &[ScriptLine]) -> bool {
    let next = rest.iter().map(|line| &line.said).find(|said| !matches!(said, Said::Nothing));
    matches!(next, Some(Said::Expect(_)))
}

/// Whether everything that this speaker says is refused.
fn only_refused(rest: &[ScriptLine]) -> bool {
    let said: Vec<&Said> =
        rest.iter().map(|line| &line.said).filter(|s| !matches!(s, Said::Nothing)).collect();
    let own = said.iter().take_while(|said| !matches!(said, Said::As(_))).count();
    let refused = |place: usize| matches!(said.get(place), Some(Said::Expect(Expectation::Refused { .. })));
    let command = |said: &Said| matches!(said, Said::Command(_) | Said::Tournament(_) | Said::Promotion(_));
    (0..own).all(|place| !command(said[place]) || refused(place + 1))
}

#[test]
fn every_condition_of_a_scenario_matters() {
    let listed: BTreeSet<(&str, &str)> = include_str!("unchecked.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let parts: Vec<&str> = line.split(" | ").collect();
            assert!(parts.len() == 3 && !parts[2].is_empty(), "`{line}` has no scenario, line and reason");
            (parts[0], parts[1])
        })
        .collect();
    let mut found = BTreeSet::new();
    for book in crate::scenarios::books() {
        for scenario in &book.scenarios {
            let script: Script = scenario.text.parse().unwrap();
            let lines: Vec<&str> = scenario.text.lines().collect();
            let place = format!("{}/{}", book.id, scenario.name);
            let said =
                |number: usize| lines[number - 1].split('#').next().unwrap_or_default().trim().to_owned();
            found.extend(unnoticed(&book, &script).into_iter().map(|number| (place.clone(), said(number))));
        }
    }
    let found: BTreeSet<(&str, &str)> = found.iter().map(|(place, said)| (&place[..], &said[..])).collect();
    let unlisted: Vec<_> = found.difference(&listed).collect();
    assert!(unlisted.is_empty(), "nothing fails without these lines: {unlisted:#?}");
    let stale: Vec<_> = listed.difference(&found).collect();
    assert!(stale.is_empty(), "these lines matter and need not be listed: {stale:#?}");
}
