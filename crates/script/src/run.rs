//! Runs a script against a table and compares what happened with what was expected.

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::fmt::Display;
use std::sync::Arc;

use punto_coup::Due;
use punto_promotion::Promotion;
use punto_rulebook::Rulebook;
use punto_table::{
    Actor, Command, Event, Happening, Phase, Reason, Refused, ScriptTime, Stamped, Table, Time, apply,
    decide, says_itself,
};
use punto_tournament::Tournament;
use punto_vocab::{Citation, Refusal, Role, Side};

use crate::{Expectation, Said, Script};

/// A table, a tournament or a promotion that is told lines one by one.
#[derive(Clone)]
pub struct Run {
    /// The document.
    pub book: Arc<Rulebook>,
    /// The table.
    pub table: Table,
    /// The tournament.
    pub tournament: Tournament,
    /// The promotion.
    pub promotion: Promotion,
    now: Time,
    actor: Actor,
    named: bool,
    last: Answers,
}

/// What a decision came to: events or a refusal.
type Answer<H, R> = Result<Vec<punto_vocab::Event<H>>, Refusal<R>>;

/// The answer to the last command, by what it was said to.
#[derive(Clone, Default)]
struct Answers {
    table: Option<Answer<Happening, Reason>>,
    tournament: Option<Answer<punto_tournament::Happening, punto_tournament::Reason>>,
    promotion: Option<Answer<punto_promotion::Happening, punto_promotion::Reason>>,
    /// The same in words, once an expectation has asked for them: most answers nobody reads.
    in_words: OnceCell<Option<InWords>>,
}

/// The texts of events, or of a refusal, with what each rests on.
type InWords = Result<Vec<(String, Citation)>, (String, Citation)>;

impl Answers {
    fn in_words(&self) -> Option<&InWords> {
        let write = || {
            let of_table = self.table.as_ref().map(in_words);
            let of_tournament = || self.tournament.as_ref().map(in_words);
            of_table.or_else(of_tournament).or_else(|| self.promotion.as_ref().map(in_words))
        };
        self.in_words.get_or_init(write).as_ref()
    }
}

fn in_words<H: Display, R: Display + std::fmt::Debug>(answer: &Answer<H, R>) -> InWords {
    let text = |event: &punto_vocab::Event<H>| (event.what.to_string(), event.by.clone());
    match answer {
        Ok(events) => Ok(events.iter().map(text).collect()),
        Err(refused) => Err((refused.to_string(), refused.by.clone())),
    }
}

/// What a script came to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ScriptReport {
    /// Expectations that did not hold, in order.
    pub failures: Vec<Failure>,
    /// Clauses that an expectation named and got.
    pub shown: BTreeSet<String>,
    /// How many expectations held.
    pub held: usize,
    /// The table at the end.
    pub table: Table,
}

/// An expectation that did not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The line.
    pub line: usize,
    /// What was expected.
    pub expected: String,
    /// What happened, a line each.
    pub actual: Vec<String>,
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}: expected {}", self.line, self.expected)?;
        self.actual.iter().try_for_each(|line| write!(f, "\n    but {line}"))
    }
}

/// A script that cannot be run at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RunError {
    /// No document is named.
    #[error("no rulebook is named before the first command; expected a line like `rulebook nsw-2021`")]
    NoRulebook,
    /// The document is not known.
    #[error("`{0}` is not a rulebook; expected one of {1}")]
    UnknownRulebook(String, String),
}

impl Run {
    /// A table under a document, with the dealer speaking, once the house has opened it, and patrons' own terminals, until
    /// somebody is named.
    pub fn new(book: Arc<Rulebook>) -> Run {
        // A name that is plain letters always reads.
        let dealer = "dan".parse().map_or(Actor::System, |name| Actor::Staff(Role::Dealer, name));
        Run {
            book,
            table: Table::default(),
            tournament: Tournament::default(),
            promotion: Promotion::default(),
            now: Time(0),
            actor: dealer,
            named: false,
            last: Answers::default(),
        }
    }

    /// Who speaks from now on.
    pub fn speak_as(&mut self, actor: Actor) {
        (self.actor, self.named) = (actor, true);
    }

    /// Who speaks.
    pub fn actor(&self) -> Actor {
        self.actor
    }

    /// Lets time go by.
    pub fn wait(&mut self, time: ScriptTime) {
        self.now = Time(self.now.0.saturating_add(time.0.0));
    }

    /// Gives a command; the answer is kept for the expectations that follow.
    pub fn give(&mut self, command: &Command) -> &Result<Vec<Event>, Refused> {
        let itself = says_itself(&self.book, command).filter(|_| !self.named);
        let by = itself.unwrap_or(self.actor);
        let stamped = Stamped { at: self.now, by, command: command.clone() };
        let answer = decide(&self.book, &self.table, &stamped);
        if let Ok(events) = &answer {
            for event in events {
                apply(&mut self.table, self.now, by, event);
            }
        }
        self.last = Answers::default();
        self.last.table.insert(answer)
    }

    /// Gives a command to the tournament. Until somebody is named, everybody speaks for themselves.
    pub fn give_tournament(
        &mut self,
        command: &punto_tournament::Command,
    ) -> &Result<Vec<punto_tournament::Event>, punto_tournament::Refused> {
        let by = if self.named { self.actor } else { punto_tournament::says_itself(&self.book, command) };
        let stamped = Stamped { at: self.now, by, command: command.clone() };
        let answer = punto_tournament::decide(&self.book, &self.tournament, &stamped);
        for event in answer.iter().flatten() {
            punto_tournament::apply(&mut self.tournament, self.now, by, event);
        }
        self.last = Answers::default();
        self.last.tournament.insert(answer)
    }

    /// Gives a command to the promotion. Until somebody is named, everybody speaks for themselves.
    pub fn give_promotion(
        &mut self,
        command: &punto_promotion::Command,
    ) -> &Result<Vec<punto_promotion::Event>, punto_promotion::Refused> {
        let by = if self.named { self.actor } else { punto_promotion::says_itself(&self.book, command) };
        let stamped = Stamped { at: self.now, by, command: command.clone() };
        let answer = punto_promotion::decide(&self.book, &self.promotion, &stamped);
        for event in answer.iter().flatten() {
            punto_promotion::apply(&mut self.promotion, self.now, by, event);
        }
        self.last = Answers::default();
        self.last.promotion.insert(answer)
    }

    /// The answer to the last command, if it was given to the table.
    pub fn last(&self) -> Option<&Result<Vec<Event>, Refused>> {
        self.last.table.as_ref()
    }

    /// Checks one expectation; the clauses it showed, or what happened instead.
    pub fn check(&self, expectation: &Expectation) -> Result<Vec<String>, Vec<String>> {
        let names = |citation: &Citation, by: &[String]| {
            by.iter()
                .all(|name| citation.authorities().iter().any(|authority| authority.to_string() == *name))
        };
        match (expectation, self.last.in_words()) {
            (Expectation::Hand { side, cards, point }, _) => self.check_hand(*side, cards, *point),
            (Expectation::Due { side, by }, _) => self.check_due(*side, by),
            (_, None) => Err(vec!["no command has been given".into()]),
            (Expectation::Refused { by }, Some(Err((_, cited)))) if names(cited, by) => Ok(by.clone()),
            (Expectation::Event { text, by }, Some(Ok(events))) => {
                let fits = |(what, cited): &&(String, Citation)| what == text && names(cited, by);
                events.iter().find(fits).map(|_| by.clone()).ok_or_else(|| happened(events))
            }
            (Expectation::Nothing { text }, Some(Ok(events))) => {
                match events.iter().any(|(what, _)| what.starts_with(text.as_str())) {
                    true => Err(happened(events)),
                    false => Ok(Vec::new()),
                }
            }
            (_, Some(Ok(events))) => Err(happened(events)),
            (_, Some(Err((refused, _)))) => Err(vec![format!("refused: {refused}")]),
        }
    }

    fn check_hand(
        &self,
        side: Side,
        cards: &[punto_vocab::Card],
        point: u8,
    ) -> Result<Vec<String>, Vec<String>> {
        let dealing = self.table.open.as_ref().and_then(|open| match &open.phase {
            Phase::Dealing(dealing) => Some(&**dealing),
            Phase::Betting(_) | Phase::Preparing => open.last_coup().map(|last| &last.dealing),
        });
        let Some(dealing) = dealing else { return Err(vec!["no coup has been dealt".into()]) };
        let hand = &dealing.coup.hands()[side];
        match hand.cards() == cards && hand.point().value() == point {
            true => Ok(Vec::new()),
            false => Err(vec![format!("{side} has {hand} = {}", hand.point())]),
        }
    }

    fn check_due(&self, side: Option<Side>, by: &[String]) -> Result<Vec<String>, Vec<String>> {
        let Some(Phase::Dealing(dealing)) = self.table.open.as_ref().map(|open| &open.phase) else {
            return Err(vec!["no coup is in progress".into()]);
        };
        let due = dealing.coup.due(&self.book);
        let (Due::Card { by: cited, why, .. } | Due::Nothing { by: cited, why }) = &due;
        let named = by.iter().all(|name| cited.authorities().iter().any(|a| a.to_string() == *name));
        match due.side() == side && named {
            true => Ok(by.to_vec()),
            false => {
                let due = due.side().map_or("nothing".to_owned(), |side| format!("a card to {side}"));
                Err(vec![format!("{due} is due: {why} ({cited})")])
            }
        }
    }
}

fn happened(events: &[(String, Citation)]) -> Vec<String> {
    match events.is_empty() {
        true => vec!["nothing happened".into()],
        false => events.iter().map(|(what, by)| format!("{what} by {by}")).collect(),
    }
}

/// Runs a whole script. A refusal that nothing expects is a failure, too.
pub fn run(script: &Script) -> Result<ScriptReport, RunError> {
    let id = script.rulebook().ok_or(RunError::NoRulebook)?;
    let book = Rulebook::embedded(id).ok_or_else(|| {
        let known: Vec<&str> = Rulebook::embedded_ids().collect();
        RunError::UnknownRulebook(id.chars().take(40).collect(), known.join(", "))
    })?;
    Ok(run_under(&Arc::new(book), script))
}

/// Runs a script under a document that is already loaded, whichever it names itself.
pub fn run_under(book: &Arc<Rulebook>, script: &Script) -> ScriptReport {
    let mut run = Run::new(book.clone());
    let mut report = ScriptReport::default();
    // A refusal waits here until an expectation of it is met.
    let mut unexpected: Option<(usize, String)> = None;
    for line in &script.lines {
        match &line.said {
            Said::Nothing | Said::Rulebook(_) => {}
            Said::As(actor) => run.speak_as(*actor),
            Said::At(time) => run.wait(*time),
            Said::Command(command) => {
                report.failures.extend(unexpected.take().map(failure));
                if let Err(refused) = run.give(command) {
                    unexpected = Some((line.number, refused.to_string()));
                }
            }
            Said::Tournament(command) => {
                report.failures.extend(unexpected.take().map(failure));
                if let Err(refused) = run.give_tournament(command) {
                    unexpected = Some((line.number, refused.to_string()));
                }
            }
            Said::Promotion(command) => {
                report.failures.extend(unexpected.take().map(failure));
                if let Err(refused) = run.give_promotion(command) {
                    unexpected = Some((line.number, refused.to_string()));
                }
            }
            Said::Expect(expectation) => match run.check(expectation) {
                Ok(shown) => {
                    if matches!(expectation, Expectation::Refused { .. }) {
                        unexpected = None;
                    }
                    report.held += 1;
                    report.shown.extend(shown);
                }
                Err(actual) => {
                    unexpected = None;
                    report.failures.push(Failure {
                        line: line.number,
                        expected: expectation.to_string(),
                        actual,
                    });
                }
            },
        }
    }
    report.failures.extend(unexpected.take().map(failure));
    report.table = run.table;
    report
}

fn failure((line, refused): (usize, String)) -> Failure {
    Failure {
        line,
        expected: "the command to be allowed".into(),
        actual: vec![format!("refused: {refused}")],
    }
}
