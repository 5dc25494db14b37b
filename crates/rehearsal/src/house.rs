//! A tournament and its tables as a house runs them: what one asks the other decides, and what that did is told back.

use std::collections::BTreeMap;

use punto_rulebook::Rulebook;
use punto_table::{Command as Ask, Table};
use punto_tournament::{Command, Event, Tournament, decide, follow, says_itself, tells};
use punto_vocab::{Actor, Role, Stamped, Time};

use crate::chance::Chance;
use crate::dealer::{Next, Shoe, next};

/// Something that was said to the tournament, and what followed.
#[derive(Clone, Debug)]
pub struct SaidToTournament {
    /// When, by whom and what.
    pub stamped: Stamped<Actor, Command>,
    /// What followed.
    pub events: Vec<Event>,
}

/// Something that was said to a table, and how many events followed.
#[derive(Clone, Debug)]
pub struct SaidAtTable {
    /// Which table.
    pub table: u8,
    /// When, by whom and what.
    pub stamped: Stamped<Actor, Ask>,
    /// What followed.
    pub events: Vec<punto_table::Event>,
}

/// Why a rehearsal cannot go on: the tournament and a table, or the script and the document, do not agree.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{who}: {said}: {why}")]
pub struct Stuck {
    /// Who would not have it: the tournament, or a table.
    pub who: String,
    /// What was said.
    pub said: String,
    /// The answer.
    pub why: String,
}

/// A house with a tournament.
pub struct RehearsalRoom<'b> {
    /// The document.
    pub book: &'b Rulebook,
    /// The tournament.
    pub own: Tournament,
    /// Its tables.
    pub tables: BTreeMap<u8, Table>,
    /// The time.
    pub now: Time,
    /// All that was said to the tournament.
    pub said: Vec<SaidToTournament>,
    /// All that was said to its tables.
    pub there: Vec<SaidAtTable>,
    shoes: BTreeMap<u8, Shoe>,
    chance: Chance,
    dealer: Actor,
    officer: Actor,
}

impl<'b> RehearsalRoom<'b> {
    /// A house where nothing has happened yet.
    pub fn new(book: &'b Rulebook, seed: u64) -> RehearsalRoom<'b> {
        let staff = |role, name: &str| name.parse().map_or(Actor::System, |name| Actor::Staff(role, name));
        let on_duty = book.roles.iter().find(|rule| rule.on_duty).map_or(Role::Dealer, |rule| rule.role);
        RehearsalRoom {
            book,
            own: Tournament::default(),
            tables: BTreeMap::new(),
            now: Time(0),
            said: Vec::new(),
            there: Vec::new(),
            shoes: BTreeMap::new(),
            chance: Chance::of(seed, "shoes"),
            dealer: staff(Role::Dealer, "dan"),
            officer: staff(on_duty, "ivy"),
        }
    }

    /// Says something in the name of whoever says it by themselves.
    pub fn say(&mut self, command: Command) -> Result<(), Stuck> {
        let by = says_itself(self.book, &command);
        self.give(by, command)
    }

    /// Says something, unless it would be refused; tells whether it was said.
    pub fn try_say(&mut self, command: Command) -> Result<bool, Stuck> {
        let by = says_itself(self.book, &command);
        let stamped = Stamped { at: self.now, by, command };
        match decide(self.book, &self.own, &stamped) {
            Ok(events) => self.follow(stamped, events).map(|()| true),
            Err(_) => Ok(false),
        }
    }

    fn give(&mut self, by: Actor, command: Command) -> Result<(), Stuck> {
        let stamped = Stamped { at: self.now, by, command };
        let events = decide(self.book, &self.own, &stamped).map_err(|refused| Stuck {
            who: "the tournament".into(),
            said: stamped.command.to_string(),
            why: refused.to_string(),
        })?;
        self.follow(stamped, events)
    }

    /// Folds what followed, and tells tables what it asks of them.
    fn follow(&mut self, stamped: Stamped<Actor, Command>, events: Vec<Event>) -> Result<(), Stuck> {
        let by = stamped.by;
        self.said.push(SaidToTournament { stamped, events: events.clone() });
        for event in &events {
            for (table, ask) in follow(self.book, &mut self.own, (self.now, by), event) {
                self.ask(table, ask)?;
            }
        }
        Ok(())
    }

    /// Tells a table what its tournament asks. Staff close it before it is opened again, and prepare its cards after.
    fn ask(&mut self, table: u8, ask: Ask) -> Result<(), Stuck> {
        let opens = matches!(ask, Ask::Open { .. });
        if opens {
            let was_open = self.tables.get(&table).is_some_and(|own| own.open.is_some());
            if was_open {
                let check = Ask::Act { rule: punto_rulebook::Rule::EndCheck, note: None };
                let _ = self.at_table(table, self.officer, check);
                self.at_table(table, Actor::System, Ask::Close)?;
            } else if self.officer != self.dealer {
                self.at_table(table, self.officer, Ask::SignOn)?;
            }
        }
        self.at_table(table, Actor::System, ask)?;
        if opens { self.prepare(table) } else { Ok(()) }
    }

    fn prepare(&mut self, table: u8) -> Result<(), Stuck> {
        self.at_table(table, self.dealer, Ask::PREPARE)?;
        let decks =
            self.tables.get(&table).and_then(|own| own.open.as_ref()).map_or(0, |own| own.terms.decks);
        self.shoes.insert(table, Shoe::shuffled(decks, &mut self.chance));
        Ok(())
    }

    /// Says something at a table and tells the tournament what came of it.
    fn at_table(&mut self, table: u8, by: Actor, ask: Ask) -> Result<(), Stuck> {
        let here = self.tables.entry(table).or_default();
        let stamped = Stamped { at: self.now, by, command: ask };
        let events = punto_table::decide(self.book, here, &stamped).map_err(|refused| Stuck {
            who: format!("table {table}"),
            said: stamped.command.to_string(),
            why: refused.to_string(),
        })?;
        events.iter().for_each(|event| punto_table::apply(here, self.now, by, event));
        let told = tells(table, here, &events);
        self.there.push(SaidAtTable { table, stamped, events });
        told.into_iter().try_for_each(|command| self.give(Actor::System, command))
    }

    /// Deals a coup to the end of its cards; `read_out` is called before it is settled.
    pub fn deal(
        &mut self,
        table: u8,
        mut read_out: impl FnMut(&mut RehearsalRoom<'b>) -> Result<(), Stuck>,
    ) -> Result<(), Stuck> {
        loop {
            let here = self.tables.entry(table).or_default();
            match next(self.book, here, self.dealer) {
                Next::Say(Ask::Prepare { .. }) => self.prepare(table)?,
                Next::Say(ask) => self.at_table(table, self.dealer, ask)?,
                Next::Card => {
                    let card = self.shoes.entry(table).or_default().draw();
                    let card = card.ok_or_else(|| Stuck {
                        who: format!("table {table}"),
                        said: "card".into(),
                        why: "the shoe is empty".into(),
                    })?;
                    self.at_table(table, self.dealer, Ask::card(card))?;
                }
                Next::Settle => {
                    read_out(self)?;
                    return self.at_table(table, self.dealer, Ask::Settle);
                }
                Next::Stuck(why) => {
                    return Err(Stuck { who: format!("table {table}"), said: "the next step".into(), why });
                }
            }
        }
    }
}
