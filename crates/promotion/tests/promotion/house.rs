//! A promotion as a house runs it: what is said is decided and folded, and everything is kept.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use punto_promotion::{Command, Event, Happening, Promotion, Reason, apply, decide, says_itself};
use punto_rulebook::Rulebook;
use punto_vocab::stored::Stored;
use punto_vocab::{Actor, Refusal, Seed, Stamped, Time};

/// Conditions that lack nothing; entries close after 24 hours.
pub(crate) const FORM: &str = "manner draw, awarded at the desk, eligible members, wager none, nature one prize, \
    closes 1970-01-02T00:00:00Z, place the atrium, held 1970-01-02T00:00:00Z, claim at the desk, notified by mail, \
    results on the board, marketing posters name them, available at the desk";
/// A prize that lacks nothing.
pub(crate) const PRIZE: &str = "kind goods, what a hamper, value 250, terms none, contains nothing";

/// Every document, read once.
pub(crate) static BOOKS: LazyLock<BTreeMap<&str, Arc<Rulebook>>> = LazyLock::new(|| {
    Rulebook::embedded_ids().map(|id| (id, Arc::new(Rulebook::embedded(id).unwrap()))).collect()
});

pub(crate) struct House {
    pub(crate) book: Arc<Rulebook>,
    pub(crate) own: Promotion,
    pub(crate) now: Time,
    pub(crate) log: Vec<(Time, Actor, Event)>,
}

impl House {
    pub(crate) fn new(id: &str) -> House {
        House { book: BOOKS[id].clone(), own: Promotion::default(), now: Time(0), log: Vec::new() }
    }

    /// A promotion of one hamper that is published, with more items of the conditions.
    pub(crate) fn published(items: &str) -> House {
        House::publishing(items, &[PRIZE])
    }

    /// The same with these prizes.
    pub(crate) fn publishing(items: &str, prizes: &[&str]) -> House {
        let mut house = House::new("nsw-2021");
        house.must(&format!("conditions {FORM}, {items}"));
        for (place, prize) in prizes.iter().enumerate() {
            house.must(&format!("prize {} {prize}", place + 1));
        }
        house.must(&format!("publish draw {}", seed(7).promise()));
        house
    }

    /// Says a line in the name of whoever says it by themselves.
    pub(crate) fn say(&mut self, line: &str) -> Result<Vec<Event>, Refusal<Reason>> {
        let command: Command = line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
        let by = says_itself(&self.book, &command);
        self.give(by, command)
    }

    /// Says a line as somebody.
    pub(crate) fn say_as(&mut self, who: &str, line: &str) -> Result<Vec<Event>, Refusal<Reason>> {
        let command = line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
        self.give(who.parse().unwrap(), command)
    }

    #[track_caller]
    pub(crate) fn must(&mut self, line: &str) -> Vec<Event> {
        self.say(line).unwrap_or_else(|refused| panic!("{line}: {refused}"))
    }

    #[track_caller]
    pub(crate) fn must_as(&mut self, who: &str, line: &str) -> Vec<Event> {
        self.say_as(who, line).unwrap_or_else(|refused| panic!("{who}: {line}: {refused}"))
    }

    /// Says what must be refused by a clause and change nothing.
    #[track_caller]
    pub(crate) fn refused(&mut self, who: &str, line: &str, by: &str) {
        let before = self.own.clone();
        let refusal = self.say_as(who, line).expect_err(line);
        let names = refusal.by.authorities().iter().any(|own| own.to_string() == by);
        assert!(names, "{who}: {line}: {refusal}");
        assert_eq!(self.own, before, "{line}");
    }

    pub(crate) fn give(&mut self, by: Actor, command: Command) -> Result<Vec<Event>, Refusal<Reason>> {
        let events = decide(&self.book, &self.own, &Stamped { at: self.now, by, command })?;
        for event in &events {
            apply(&mut self.own, self.now, by, event);
            let line = event.what.to_string();
            assert_eq!(line.parse::<Happening>().as_ref(), Ok(&event.what), "{line}");
            assert_eq!(Happening::restore_value(&event.what.store()).as_ref(), Ok(&event.what), "{line}");
            self.log.push((self.now, by, event.clone()));
        }
        Ok(events)
    }

    pub(crate) fn wait(&mut self, hours: u32) {
        self.now = self.now.plus_hours(hours);
    }

    /// Draws with the seed that was promised, once entries have closed.
    pub(crate) fn draw(&mut self) {
        self.now = self.now.max(Time(0).plus_hours(24));
        self.must(&format!("draw {}", seed(7)));
    }

    /// Who won a prize.
    pub(crate) fn winner(&self, prize: u8) -> String {
        self.own.prizes[&prize].winner().unwrap().to_string()
    }
}

/// A seed of one number all over.
pub(crate) fn seed(byte: u8) -> Seed {
    format!("{byte:02x}").repeat(32).parse().unwrap()
}
