//! Every command by everybody from a few dozen positions, as deep as a minute allows: what the invariants say holds after
//! each of them. `PUNTO_FULL=1` goes a step deeper.

mod said;
mod starts;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hasher};
use std::rc::Rc;

use punto_rulebook::Rulebook;
use punto_table::{Actor, Command, Event, Stamped, Table, Time, apply, decide};

use self::starts::Start;
use crate::invariants::{Memory, Step};

/// How many commands follow each other; from the second on only what bears on money, cards or duties is followed up.
fn depth() -> usize {
    if std::env::var_os("PUNTO_FULL").is_some() { 3 } else { 2 }
}

/// The lines that led somewhere, the last one first.
struct Path {
    line: String,
    before: Option<Rc<Path>>,
}

impl Path {
    fn lines(&self) -> Vec<&str> {
        let mut lines = self.before.as_ref().map(|before| before.lines()).unwrap_or_default();
        lines.push(&self.line);
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
    speakers: Vec<Actor>,
    /// Tables that were looked at, by their hash.
    seen: HashSet<u64>,
    decided: usize,
    /// The first case of each kind of fault.
    faults: BTreeMap<String, String>,
}

impl Search<'_> {
    /// Says the lines of a start, each of which must be accepted.
    fn begin(&mut self, start: &Start) -> Node {
        let mut node = Node { table: Table::default(), memory: Memory::default(), path: None };
        for line in &start.lines {
            let (by, said) = line.split_once(": ").unwrap_or(("dealer dan", line));
            let by: Actor = by.parse().unwrap();
            let stamped = Stamped { at: Time(0), by, command: said.parse().unwrap() };
            let events = decide(self.book, &node.table, &stamped)
                .unwrap_or_else(|refused| panic!("{}, {}: {line}: {refused}", self.book.id, start.name));
            node = self.next(&node, &stamped, &events).0;
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
        let line = format!("{}: {}", stamped.by, stamped.command);
        after.path = Some(Rc::new(Path { line, before: node.path.clone() }));
        let step = Step { book: self.book, before: &node.table, said: stamped, events, after: &after.table };
        let Err(why) = after.memory.saw(&step) else { return true };
        let verb = stamped.command.to_string();
        let kind: Vec<&str> = verb.split_whitespace().take(2).collect();
        let kind = format!("{}: {}", kind.join(" "), why.lines().next().unwrap_or_default());
        let lines = after.path.iter().flat_map(|path| path.lines()).collect::<Vec<_>>().join("\n");
        self.faults.entry(kind).or_insert_with(|| format!("{why}\nafter\n{lines}"));
        false
    }

    /// Everything that anybody could say here; what it leads to, each table once, as far as it is to be followed up.
    fn expand(&mut self, node: &Node, follow: impl Fn(&Command) -> bool) -> Vec<Node> {
        let mut known: HashMap<String, Node> = HashMap::new();
        let mut reached = Vec::new();
        for command in said::everything(self.book, &node.table) {
            for by in self.speakers.clone() {
                let stamped = Stamped { at: node.table.now, by, command: command.clone() };
                self.decided += 1;
                let Ok(events) = decide(self.book, &node.table, &stamped) else { continue };
                // Another who causes the same is checked for who it is; the table after it is known.
                let same = format!("{events:?}");
                if let Some(after) = known.get(&same) {
                    let mut after = Node { memory: node.memory.clone(), ..after.clone() };
                    self.check(node, &stamped, &events, &mut after);
                    continue;
                }
                let (after, well) = self.next(node, &stamped, &events);
                if well && follow(&command) && self.seen.insert(hash(&after.table)) {
                    reached.push(after.clone());
                }
                known.insert(same, after);
            }
        }
        reached
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
    let mut search =
        Search { book: &book, speakers, seen: HashSet::new(), decided: 0, faults: BTreeMap::new() };
    for start in &starts {
        let mut level = vec![search.begin(start)];
        for deep in 0..depth() {
            // What follows the first is followed up whatever it is, and what follows the last is only checked.
            let follow = |command: &Command| deep + 1 < depth() && (deep == 0 || said::bears(command));
            let next = level.iter().flat_map(|node| search.expand(node, follow)).collect();
            level = next;
        }
    }
    let faults: Vec<String> = search.faults.into_values().collect();
    assert!(faults.is_empty(), "{} kinds of fault under {id}\n\n{}", faults.len(), faults.join("\n\n"));
    println!("{id}: {} starts, {} tables, {} decisions", starts.len(), search.seen.len(), search.decided);
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
