//! Scenarios played step by step: each line with what followed it and how the hands lay then.

use std::fmt::Display;
use std::sync::Arc;

use punto_coup::Coup;
use punto_rulebook::{Rulebook, Scenario};
use punto_script::{Run, Said, Script};
use punto_table::Phase;
use punto_vocab::Side;
use punto_wire::{ScenarioStep, ScenarioView};

/// Plays a scenario under its document.
pub fn play(book: &Arc<Rulebook>, scenario: &Scenario) -> Result<ScenarioView, String> {
    let script: Script = scenario.text.parse().map_err(|error| format!("{error}"))?;
    let mut run = Run::new(book.clone());
    let mut steps = Vec::new();
    for line in &script.lines {
        if line.said == Said::Nothing {
            continue;
        }
        let followed = follow(&mut run, &line.said);
        let [player, banker] = hands(&run);
        steps.push(ScenarioStep { line: line.to_string(), followed, player, banker });
    }
    Ok(ScenarioView { name: scenario.name.clone().into_owned(), about: about(&script), steps })
}

/// What the writer says the scenario shows: the comments before its first line.
pub fn about(script: &Script) -> String {
    let comments = script
        .lines
        .iter()
        .take_while(|line| matches!(line.said, Said::Nothing | Said::Rulebook(_)))
        .filter_map(|line| line.comment.as_deref());
    comments.collect::<Vec<_>>().join(" ")
}

fn follow(run: &mut Run, said: &Said) -> Vec<String> {
    match said {
        Said::Nothing | Said::Rulebook(_) => Vec::new(),
        Said::As(actor) => {
            run.speak_as(*actor);
            Vec::new()
        }
        Said::At(time) => {
            run.wait(*time);
            Vec::new()
        }
        Said::Command(command) => answered(run.give(command)),
        Said::Tournament(command) => answered(run.give_tournament(command)),
        Said::Promotion(command) => answered(run.give_promotion(command)),
        Said::Expect(expectation) => match run.check(expectation) {
            Ok(_) => vec!["holds".into()],
            Err(actual) => actual.into_iter().map(|line| format!("does not hold: {line}")).collect(),
        },
    }
}

/// What followed a command, a line each.
fn answered(answer: &Result<Vec<impl Display>, impl Display>) -> Vec<String> {
    match answer {
        Ok(events) => events.iter().map(ToString::to_string).collect(),
        Err(refused) => vec![format!("refused: {refused}")],
    }
}

/// The hands of the coup in progress, or of the one before while it still lies. Nobody plays a scenario, so every
/// card may be seen.
fn hands(run: &Run) -> [Vec<punto_wire::Card>; 2] {
    let coup: Option<&Coup> = run.table.open.as_ref().and_then(|open| match &open.phase {
        Phase::Dealing(dealing) => Some(&dealing.coup),
        Phase::Betting(_) | Phase::Preparing => open.last_coup().map(|last| &last.dealing.coup),
    });
    let cards = |side: Side| {
        coup.map(|coup| coup.hands()[side].cards().iter().map(|card| (*card).into()).collect())
            .unwrap_or_default()
    };
    [cards(Side::Player), cards(Side::Banker)]
}
