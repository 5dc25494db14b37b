//! `punto play`: a table in the terminal, told line by line.

use std::fmt::{Display, Write as _};
use std::fs;
use std::io::{self, BufRead, IsTerminal, Write};
use std::sync::Arc;

use punto_roads::TailPolicy;
use punto_rulebook::Rulebook;
use punto_script::{Expectation, Run, Said, Script, ScriptLine, roads_of};
use punto_seen::{View, Viewer, view};
use punto_table::Command;
use punto_vocab::line::verb;
use punto_vocab::{Role, Side};
use rustyline::completion::Completer;
use rustyline::{Config, Context, Editor, Helper, Highlighter, Hinter, Validator};

use crate::failure::{Answer, Failure};
use crate::library::LibraryArgs;

#[derive(clap::Args)]
#[command(after_help = "Example: punto play --rulebook tas-2018

At the prompt, type a script's lines: open usual, limits 5..5000, then prepare, sit ada@1, bet ada@1 player 100, card Ks, settle …
and these: why (the last answer with its clauses explained), undo, show, roads, help [VERB], save FILE, quit.
Tab completes verbs.")]
pub(crate) struct Args {
    /// The document: its id, or a folder.
    #[arg(long, default_value = "nsw-2021")]
    rulebook: String,
    #[command(flatten)]
    library: LibraryArgs,
}

/// Words of the prompt itself, besides the script's.
const OWN: [&str; 8] = ["why", "undo", "show", "roads", "help", "save", "quit", "exit"];

pub(crate) fn run(args: &Args) -> Answer {
    let book = args.library.rulebook(&args.rulebook)?;
    let mut game = Game::new(book);
    say(&game.greeting());
    if io::stdin().is_terminal() {
        at_terminal(&mut game)?;
    } else {
        from_pipe(&mut game)?;
    }
    Ok(String::new())
}

fn say(text: &str) {
    let _ = io::stdout().write_all(text.as_bytes());
    let _ = io::stdout().flush();
}

fn at_terminal(game: &mut Game) -> Result<(), Failure> {
    let config = Config::builder().auto_add_history(true).build();
    let mut editor: Editor<Verbs, _> = Editor::with_config(config).map_err(Failure::of)?;
    editor.set_helper(Some(Verbs));
    loop {
        match editor.readline(&game.prompt()) {
            Ok(line) => match game.hear(&line) {
                Some(answer) => say(&answer),
                None => return Ok(()),
            },
            Err(rustyline::error::ReadlineError::Interrupted | rustyline::error::ReadlineError::Eof) => {
                return Ok(());
            }
            Err(error) => return Err(Failure::of(error)),
        }
    }
}

fn from_pipe(game: &mut Game) -> Result<(), Failure> {
    for line in io::stdin().lock().lines() {
        match game.hear(&line.map_err(Failure::of)?) {
            Some(answer) => say(&answer),
            None => return Ok(()),
        }
    }
    Ok(())
}

/// Completes the first word of a line.
#[derive(Helper, Hinter, Highlighter, Validator)]
struct Verbs;

impl Completer for Verbs {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        position: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = &line[..position];
        if typed.contains(' ') {
            return Ok((position, Vec::new()));
        }
        let all = Command::PATTERNS.iter().map(|pattern| verb(pattern)).chain(Said::WORDS).chain(OWN);
        let mut fitting: Vec<String> =
            all.filter(|verb| verb.starts_with(typed)).map(str::to_owned).collect();
        fitting.sort();
        fitting.dedup();
        Ok((0, fitting))
    }
}

/// A table and everything that was said to it.
struct Game {
    book: Arc<Rulebook>,
    run: Run,
    said: Vec<ScriptLine>,
}

impl Game {
    fn new(book: Arc<Rulebook>) -> Game {
        Game { run: Run::new(book.clone()), book, said: Vec::new() }
    }

    fn greeting(&self) -> String {
        format!(
            "{}: {}\nType `open usual, limits 5..5000`, `prepare`, `sit ada@1`, `bet ada@1 player 100`, then cards like `card Ks`. \
             `why` explains, `help` lists the verbs, `quit` ends.\n",
            self.book.id, self.book.title
        )
    }

    fn prompt(&self) -> String {
        let seen = view(&self.book, &self.run.table, Viewer::Staff(Role::Dealer));
        format!("{} {}> ", self.run.actor(), seen.phase)
    }

    /// What a line is answered with; `None` ends the game.
    fn hear(&mut self, line: &str) -> Option<String> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word {
            "" => Some(String::new()),
            "quit" | "exit" => None,
            "why" => Some(self.why()),
            "undo" => Some(self.undo()),
            "show" => Some(self.show()),
            "roads" => Some(crate::cmd::roads::text(&roads_of(&self.run.table), TailPolicy::Straight)),
            "help" => Some(help(rest.trim())),
            "save" => Some(self.save(rest.trim())),
            _ => Some(self.told(line)),
        }
    }

    fn told(&mut self, text: &str) -> String {
        match format!("script 1\n{text}").parse::<Script>() {
            Err(error) => format!("column {}: {}\n", error.column, error.message),
            Ok(script) => {
                let mut answer = String::new();
                for line in script.lines {
                    answer.push_str(&self.follow(&line.said));
                    let refused = matches!((&line.said, self.run.last()), (Said::Command(_), Some(Err(_))));
                    self.said.push(line);
                    // A saved script holds: what was refused is expected to be.
                    if refused {
                        let said = Said::Expect(Expectation::Refused { by: Vec::new() });
                        self.said.push(ScriptLine { number: 0, said, comment: None });
                    }
                }
                answer
            }
        }
    }

    fn follow(&mut self, said: &Said) -> String {
        match said {
            Said::Nothing | Said::Rulebook(_) => String::new(),
            Said::As(actor) => {
                self.run.speak_as(*actor);
                String::new()
            }
            Said::At(time) => {
                self.run.wait(*time);
                String::new()
            }
            Said::Command(command) => answered(self.run.give(command)),
            Said::Tournament(command) => answered(self.run.give_tournament(command)),
            Said::Promotion(command) => answered(self.run.give_promotion(command)),
            Said::Expect(expectation) => match self.run.check(expectation) {
                Ok(_) => "  as expected\n".into(),
                Err(actual) => actual.iter().map(|line| format!("  not so: {line}\n")).collect(),
            },
        }
    }

    /// Everything but the last line is said again.
    fn undo(&mut self) -> String {
        let refusal = |line: &ScriptLine| matches!(line.said, Said::Expect(Expectation::Refused { .. }));
        if self.said.last().is_some_and(refusal) {
            self.said.pop();
        }
        let Some(last) = self.said.pop() else { return "nothing to undo\n".into() };
        self.run = Run::new(self.book.clone());
        for line in std::mem::take(&mut self.said) {
            self.follow(&line.said);
            self.said.push(line);
        }
        format!("  undone: {}\n", last.said)
    }

    /// The clauses behind the last answer, in our own words.
    fn why(&self) -> String {
        let citations: Vec<_> = match self.run.last() {
            None => return "nothing has been said yet\n".into(),
            Some(Ok(events)) => {
                events.iter().map(|event| (event.what.to_string(), event.by.clone())).collect()
            }
            Some(Err(refused)) => vec![(format!("refused: {}", refused.reason), refused.by.clone())],
        };
        let mut text = String::new();
        for (what, by) in citations {
            let _ = writeln!(text, "  {what}");
            for authority in by.authorities() {
                let name = authority.to_string();
                let gist = self
                    .book
                    .clauses
                    .get(&name)
                    .map_or("a setting of the house", |clause| clause.gist.as_str());
                let _ = writeln!(text, "      {name}: {gist}");
            }
        }
        text
    }

    fn show(&self) -> String {
        let seen: View = view(&self.book, &self.run.table, Viewer::Staff(Role::Dealer));
        let mut text = format!("  {} {} {}\n", seen.rulebook, seen.variant, seen.phase);
        for side in Side::ALL {
            let cards =
                seen.hands[side].iter().map(|card| card.map_or("??".to_owned(), |card| card.to_string()));
            let point = seen.points[side].map(|point| format!("= {point}")).unwrap_or_default();
            let _ = writeln!(text, "  {side:<7} {} {point}", cards.collect::<Vec<_>>().join(" "));
        }
        for wager in &seen.wagers {
            let stake = wager.stake.map_or("?".to_owned(), |stake| stake.to_string());
            let _ = writeln!(text, "  {}@{} {} {stake}", wager.patron, wager.at, wager.bet);
        }
        if let Some(side) = seen.due.and_then(|due| due.hand) {
            let _ = writeln!(text, "  due: a card to {side}");
        }
        text
    }

    fn save(&self, file: &str) -> String {
        if file.is_empty() {
            return "save needs a file, like save shoe.script\n".into();
        }
        let mut script = Script { lines: self.said.clone(), ..Script::default() };
        let said = Said::Rulebook(self.book.id.to_string());
        script.lines.insert(0, ScriptLine { number: 2, said, comment: None });
        match fs::write(file, script.to_string()) {
            Ok(()) => format!("  {} lines in {file}\n", script.lines.len()),
            Err(error) => format!("  {file}: {error}\n"),
        }
    }
}

fn help(word: &str) -> String {
    let fitting = Command::PATTERNS.iter().filter(|pattern| word.is_empty() || verb(pattern) == word);
    let mut text: String = fitting.map(|pattern| format!("  {pattern}\n")).collect();
    if text.is_empty() {
        return format!("`{word}` is not a verb; `help` alone lists them\n");
    }
    if word.is_empty() {
        text.push_str("  as ROLE NAME | as patron NAME     who speaks from here on\n  at +20m                           how much later\n");
        text.push_str("  why, undo, show, roads, save FILE, quit\n");
    }
    text
}

/// What followed a command, a line each.
fn answered(answer: &Result<Vec<impl Display>, impl Display>) -> String {
    match answer {
        Ok(events) => events.iter().map(|event| format!("  {event}\n")).collect(),
        Err(refused) => format!("  refused: {refused}\n"),
    }
}
