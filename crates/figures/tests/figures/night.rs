//! Tables that are really played, their records in a real journal: some coups undone, chips filled, credited and counted.

use punto_coup::Due;
use punto_journal::{Entry, Journal, SqliteJournal};
use punto_records::{ENGINE, SCHEMA, Spoken, TableBody};
use punto_report::Meters;
use punto_rulebook::Rulebook;
use punto_table::{Account, Actor, Coin, Command, Phase, Refused, Stamped, Table, Time, apply, decide};
use punto_vocab::Card;

/// A second, in microseconds.
pub(crate) const SECOND: i64 = 1_000_000;
/// When everything begins: a whole hour.
pub(crate) const START: i64 = 500_000 * 3_600 * SECOND;

/// Numbers from a seed: the same every time.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % limit
    }

    pub(crate) fn shoe(&mut self, decks: usize) -> Vec<Card> {
        let mut shoe: Vec<Card> = (0..decks).flat_map(|_| Card::all()).collect();
        for i in (1..shoe.len()).rev() {
            shoe.swap(i, self.below(i + 1));
        }
        shoe
    }
}

/// A table that is played, and the meters beside it.
pub(crate) struct Played {
    book: Rulebook,
    name: String,
    opening: String,
    pub(crate) table: Table,
    pub(crate) meters: Meters,
    pub(crate) now: i64,
    dice: Dice,
    shoe: Vec<Card>,
    seq: u64,
    /// Coups of this opening.
    coups: usize,
    entries: Vec<Entry>,
}

impl Played {
    pub(crate) fn new(name: &str, book: &str, opening: &str, seed: u64) -> Played {
        let book = Rulebook::embedded(book).unwrap();
        let (table, meters, shoe, entries) = Default::default();
        let (name, opening) = (name.to_owned(), opening.to_owned());
        let dice = Dice(seed);
        Played { book, name, opening, table, meters, now: START, dice, shoe, seq: 0, coups: 0, entries }
    }

    /// Says a line that must not be refused.
    #[track_caller]
    fn must(&mut self, by: &str, line: &str) {
        self.say(by, line).unwrap_or_else(|refused| panic!("{by}: {line}: {refused}"));
    }

    /// Says a line, and keeps its record if it is not refused.
    fn say(&mut self, by: &str, line: &str) -> Result<(), Refused> {
        let by: Actor = by.parse().unwrap();
        let command: Command = line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
        let stamped = Stamped { at: Time(self.now), by, command };
        let events = decide(&self.book, &self.table, &stamped)?;
        for event in &events {
            self.meters.note(&self.table, event);
            apply(&mut self.table, stamped.at, by, event);
        }
        self.seq += 1;
        self.entries.push(Entry {
            stream: format!("table/{}", self.name).parse().unwrap(),
            seq: self.seq,
            at: self.now,
            actor: by.to_string(),
            schema: SCHEMA,
            engine: ENGINE,
            key: None,
            body: TableBody::Said(Spoken::new(stamped.command, events)).write(),
        });
        Ok(())
    }

    fn opened(&mut self) {
        self.must("system", &format!("open {}", self.opening));
        self.must("dealer dan", "sign-on");
        self.must("system", "prepare");
        let decks = self.table.open.as_ref().unwrap().terms.decks;
        self.shoe = self.dice.shoe(decks as usize);
        self.coups = 0;
        for (place, name) in ["ada", "ben", "cai"].iter().enumerate() {
            self.must("dealer dan", &format!("sit {name}@{}", place + 1));
        }
        self.must("dealer dan", "buy-in ada 1000 cash");
        if self.table.ledger.on(Coin::Tokens, Account::Balance("cai".parse().unwrap())).is_zero() {
            let voucher = self.seq;
            self.must("dealer dan", &format!("buy-in cai 500 voucher P-{voucher}"));
        }
    }

    fn closed(&mut self) {
        for name in ["ada", "ben", "cai"] {
            self.must("dealer dan", &format!("leave {name}"));
        }
        let float = self.table.ledger.on(Coin::Chips, Account::Float);
        // Now and then a chip is missing.
        let fives = float.minor() / 500 - if self.dice.below(3) == 0 { 1 } else { 0 };
        self.must("dealer dan", &format!("count {}x100+{}x5", fives / 20, fives % 20));
        self.must("dealer dan", "sign-off");
        self.must("system", "close");
    }

    /// Plays a coup: wagers, cards, what they come to; now and then money moves beside it.
    pub(crate) fn coup(&mut self) {
        if self.table.open.is_none() {
            self.opened();
        }
        self.now += (20 + self.dice.below(40) as i64) * SECOND;
        let bets = ["player", "banker", "tie", "player", "banker"];
        for (place, name) in ["ada", "ben", "cai"].iter().enumerate() {
            let (bet, stake) = (bets[self.dice.below(5)], 25 * (1 + self.dice.below(4)));
            // Some stake promotional tokens as long as they have any.
            let tokens = format!("tokens {name}@{} {bet} 25", place + 1);
            if self.dice.below(4) == 0 && self.say("dealer dan", &tokens).is_ok() {
                continue;
            }
            self.must("dealer dan", &format!("bet {name}@{} {bet} {stake}", place + 1));
        }
        while self.card_due() {
            // Points are called before a third card, where the document wants it.
            let _ = self.say("dealer dan", "call points");
            let card = self.shoe.pop().unwrap();
            self.must("dealer dan", &format!("card {card}"));
        }
        self.now += 15 * SECOND;
        let _ = self.say("dealer dan", "call points");
        self.must("dealer dan", "settle");
        match self.dice.below(40) {
            0 => self.must("system", "fill 500"),
            1 => self.must("system", "credit 100"),
            2 => self.must("dealer dan", "buy-in ben 200 cash"),
            3 => self.must("dealer dan", "tip cai 5"),
            _ => {}
        }
        self.coups += 1;
        if self.coups == 40 {
            self.closed();
        }
    }

    /// A patron complains of the coup that has just ended, and an officer decides it a while later.
    pub(crate) fn disputed(&mut self) {
        self.must("dealer dan", "dispute ada paid too little");
        self.now += (30 + self.dice.below(90) as i64) * SECOND;
        self.must("game-supervisor gus", "decide it was right");
    }

    /// Plays coups, and complains of every twenty-fifth.
    pub(crate) fn coups_with_disputes(&mut self, coups: usize) {
        for coup in 1..=coups {
            self.coup();
            if coup % 25 == 0 {
                self.disputed();
            }
        }
    }

    /// Whether the coup begins, or a hand draws.
    fn card_due(&self) -> bool {
        match self.table.open.as_ref().map(|open| &open.phase) {
            Some(Phase::Dealing(dealing)) => matches!(dealing.coup.due(&self.book), Due::Card { .. }),
            Some(Phase::Betting(_) | Phase::Preparing) => true,
            None => false,
        }
    }

    /// Hands over the records that are new.
    pub(crate) fn written(&mut self, journal: &SqliteJournal) {
        let entries = std::mem::take(&mut self.entries);
        if !entries.is_empty() {
            journal.append(entries).wait().unwrap();
        }
    }
}
