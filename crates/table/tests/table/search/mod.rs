//! Every command by everybody from a few dozen positions, and again from every table that they lead to; then from a
//! sample of those behind them. What the invariants say holds after each. `PUNTO_FULL=1` takes a larger sample, by a seed
//! of its own (`PUNTO_SEED`), until its budget of decisions is spent.

mod said;
mod starts;

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hasher};
use std::rc::Rc;

use punto_rulebook::Rulebook;
use punto_table::{Actor, Command, Event, Stamped, Table, Time, apply, decide};

use self::starts::Start;
use crate::invariants::{Memory, Step};

/// How many commands follow each other.
const DEPTH: usize = 3;

/// How many of the tables behind the second command are followed up, of those where it bears on money, cards or duties.
#[derive(Clone, Copy)]
struct Effort {
    one_in: u64,
    /// Which of them.
    seed: u64,
    /// The most decisions under one document.
    decisions: usize,
}

impl Effort {
    fn asked_for() -> Effort {
        if std::env::var_os("PUNTO_FULL").is_none() {
            return Effort { one_in: 61, seed: 0, decisions: usize::MAX };
        }
        let seed = std::env::var("PUNTO_SEED").ok().and_then(|seed| seed.parse().ok());
        Effort { one_in: 7, seed: seed.unwrap_or(1), decisions: 120_000_000 }
    }

    fn takes(self, nth: u64) -> bool {
        let mut hasher = DefaultHasher::new();
        hasher.write_u64(self.seed);
        hasher.write_u64(nth);
        hasher.finish().is_multiple_of(self.one_in)
    }
}

/// What led somewhere, the last first.
struct Path {
    said: Stamped<Actor, Command>,
    before: Option<Rc<Path>>,
}

impl Path {
    fn lines(&self) -> Vec<String> {
        let mut lines = self.before.as_ref().map(|before| before.lines()).unwrap_or_default();
        lines.push(format!("{}: {}", self.said.by, self.said.command));
        lines
    }
}

/// A table that was reached, with what a witness remembers.
#[derive(Clone)]
struct Node {
    table: Table,
    memory: Memory,
    path: Option<Rc<Path>>,
}

struct Search<'b> {
    book: &'b Rulebook,
    effort: Effort,
    speakers: Vec<Actor>,
    /// Tables that were looked at, by their hash.
    seen: HashSet<u64>,
    decided: usize,
    /// How many steps could have been followed up after the second command.
    passed: u64,
    /// How many were to be, and found the budget spent.
    left_out: usize,
    /// The first case of each kind of fault.
    faults: BTreeMap<String, String>,
}

impl Search<'_> {
    /// Says the lines of a start, each of which must be accepted.
    fn begin(&mut self, start: &Start) -> Node {
        let mut node = Node { table: Table::default(), memory: Memory::default(), path: None };
        for line in &start.lines {
            let (by, said) = line
                .split_once(": ")
                .unwrap_or((if line.starts_with("open") { "system" } else { "dealer dan" }, line));
            let by: Actor = by.parse().unwrap();
            let stamped = Stamped { at: Time(0), by, command: said.parse().unwrap() };
            let events = decide(self.book, &node.table, &stamped)
                .unwrap_or_else(|refused| panic!("{}, {}: {line}: {refused}", self.book.id, start.name));
            node = self.next(&node, &stamped, &events).0;
            node.path = Some(Rc::new(Path { said: stamped, before: node.path }));
        }
        node
    }

    /// The table after a command, and whether all is well with it.
    fn next(&mut self, node: &Node, stamped: &Stamped<Actor, Command>, events: &[Event]) -> (Node, bool) {
        let mut after = node.clone();
        events.iter().for_each(|event| apply(&mut after.table, stamped.at, stamped.by, event));
        let well = self.check(node, stamped, events, &mut after);
        (after, well)
    }

    /// Checks a step and keeps what is wrong with it, once for each kind.
    fn check(
        &mut self,
        node: &Node,
        stamped: &Stamped<Actor, Command>,
        events: &[Event],
        after: &mut Node,
    ) -> bool {
        let step = Step { book: self.book, before: &node.table, said: stamped, events, after: &after.table };
        let Err(why) = after.memory.saw(&step) else { return true };
        let verb = stamped.command.to_string();
        let kind: Vec<&str> = verb.split_whitespace().take(2).collect();
        let kind = format!("{}: {}", kind.join(" "), why.lines().next().unwrap_or_default());
        let path = Path { said: stamped.clone(), before: node.path.clone() };
        self.faults.entry(kind).or_insert_with(|| format!("{why}\nafter\n{}", path.lines().join("\n")));
        false
    }

    /// Everything that anybody could say here; what it leads to, each table once, as far as it is to be followed up.
    fn expand(&mut self, node: &Node, deep: usize) -> Vec<Node> {
        let mut reached = Vec::new();
        let speakers = self.speakers.clone();
        for command in said::everything(self.book, &node.table) {
            let mut stamped = Stamped { at: node.table.now, by: Actor::System, command };
            // Another who causes the same is checked for who it is; the table after it is known.
            let mut known: Vec<(Vec<Event>, Node)> = Vec::new();
            for by in &speakers {
                stamped.by = *by;
                self.decided += 1;
                let Ok(events) = decide(self.book, &node.table, &stamped) else { continue };
                if let Some((_, after)) = known.iter_mut().find(|(same, _)| *same == events) {
                    after.memory = node.memory.clone();
                    self.check(node, &stamped, &events, after);
                    continue;
                }
                let (after, well) = self.next(node, &stamped, &events);
                if well && self.follows(&stamped.command, deep) && self.seen.insert(hash(&after.table)) {
                    let path = Path { said: stamped.clone(), before: node.path.clone() };
                    reached.push(Node { path: Some(Rc::new(path)), ..after.clone() });
                }
                known.push((events, after));
            }
        }
        reached
    }

    /// Whether what a command led to is looked at further; what the first led to is, whatever it was.
    fn follows(&mut self, command: &Command, deep: usize) -> bool {
        if deep == 1 && said::bears(command) {
            self.passed += 1;
            return self.effort.takes(self.passed);
        }
        deep == 0
    }
}

/// A compact mark of a table; two tables of one mark count as one.
fn hash(table: &Table) -> u64 {
    struct Into(DefaultHasher);
    impl std::fmt::Write for Into {
        fn write_str(&mut self, text: &str) -> std::fmt::Result {
            self.0.write(text.as_bytes());
            Ok(())
        }
    }
    let mut hasher = Into(DefaultHasher::new());
    let _ = write!(hasher, "{table:?}");
    hasher.0.finish()
}

fn search(id: &str, starts: Vec<Start>) {
    let book = Rulebook::embedded(id).unwrap();
    let speakers = said::speakers(&book);
    let effort = Effort::asked_for();
    let mut search = Search {
        book: &book,
        effort,
        speakers,
        seen: HashSet::new(),
        decided: 0,
        passed: 0,
        left_out: 0,
        faults: BTreeMap::new(),
    };
    for start in &starts {
        // Every start has its share of the budget.
        let most = search.decided.saturating_add(effort.decisions / starts.len());
        let mut level = vec![search.begin(start)];
        for deep in 0..DEPTH {
            let mut reached = Vec::new();
            for node in level {
                match search.decided < most {
                    true => reached.extend(search.expand(&node, deep)),
                    false => search.left_out += 1,
                }
            }
            level = reached;
        }
    }
    let faults: Vec<String> = search.faults.into_values().collect();
    assert!(faults.is_empty(), "{} kinds of fault under {id}\n\n{}", faults.len(), faults.join("\n\n"));
    let Search { seen, decided, left_out, .. } = search;
    println!(
        "{id}: {} starts, {} tables, {decided} decisions; one in {} after the second step, {left_out} left out",
        starts.len(),
        seen.len(),
        effort.one_in
    );
}

#[test]
fn nothing_binds_less_under_nsw_2021() {
    search("nsw-2021", starts::nsw());
}

#[test]
fn nothing_binds_less_under_tas_2013() {
    search("tas-2013", starts::tas());
}

#[test]
fn nothing_binds_less_under_tas_2018() {
    search("tas-2018", starts::tas());
}

#[test]
fn nothing_binds_less_under_nz_1998() {
    search("nz-1998", starts::nz());
}

#[test]
fn nothing_binds_less_under_rws_2016() {
    search("rws-2016", starts::rws());
}
