//! A tournament with its tables, as a house runs them: what one asks the other decides, and what that did is told back.

use std::collections::BTreeMap;

use punto_rulebook::Rulebook;
use punto_table::{Command as Ask, Table};
use punto_tournament::{
    Command, Event, Happening, Reason, Tournament, apply, asks, decide, says_itself, tells,
};
use punto_vocab::{Actor, Money, PersonId, Refusal, Stamped, Time};

/// Numbers that follow from a seed.
pub(crate) struct Chance(pub(crate) u64);

impl Chance {
    pub(crate) fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % most as u64).unwrap()
    }
}

/// What everybody gained, as the table paid and collected it.
fn settled_at_table(events: &[punto_table::Event]) -> BTreeMap<PersonId, Money> {
    let mut gains = BTreeMap::new();
    for event in events {
        match &event.what {
            punto_table::Happening::Collected { patron, amount, .. } => {
                *gains.entry(*patron).or_default() -= *amount;
            }
            punto_table::Happening::Paid { patron, amount, .. } => {
                *gains.entry(*patron).or_default() += *amount;
            }
            _ => {}
        }
    }
    gains.retain(|_, gain: &mut Money| !gain.is_zero());
    gains
}

/// What everybody gained, as the tournament works it out from the wagers and the cards.
fn settled_here(events: &[Event]) -> BTreeMap<PersonId, Money> {
    let gains = events.iter().filter_map(|event| match &event.what {
        Happening::Won { entrant, amount } => Some((*entrant, *amount)),
        Happening::Lost { entrant, amount } => Some((*entrant, -*amount)),
        _ => None,
    });
    gains.collect()
}

pub(crate) struct House {
    pub(crate) book: Rulebook,
    pub(crate) own: Tournament,
    pub(crate) tables: BTreeMap<u8, Table>,
    pub(crate) now: Time,
    pub(crate) events: Vec<Event>,
    /// Whether no table is asked anything.
    pub(crate) alone: bool,
}

impl House {
    pub(crate) fn new(id: &str) -> House {
        let book = Rulebook::embedded(id).unwrap();
        House {
            book,
            own: Tournament::default(),
            tables: BTreeMap::new(),
            now: Time(0),
            events: Vec::new(),
            alone: false,
        }
    }

    /// Writes conditions down and publishes them; only New South Wales leaves the dealing method and an order to them.
    pub(crate) fn publish(&mut self, form: &str) {
        let nsw = self.book.method("A").is_some();
        let form =
            if nsw { form.to_owned() } else { form.replace("method A, ", "").replace("order no, ", "") };
        self.must(&form);
        self.must("publish");
    }

    /// Says a line in the name of whoever says it by themselves.
    pub(crate) fn say(&mut self, line: &str) -> Result<Vec<Event>, Refusal<Reason>> {
        let command: Command = line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
        let by = says_itself(&self.book, &command);
        self.give(by, command)
    }

    /// Says a line in somebody's name.
    pub(crate) fn as_said(&mut self, by: &str, line: &str) -> Result<Vec<Event>, Refusal<Reason>> {
        self.give(by.parse().unwrap(), line.parse().unwrap())
    }

    pub(crate) fn must(&mut self, line: &str) -> Vec<Event> {
        self.say(line).unwrap_or_else(|refused| panic!("{line}: {refused}"))
    }

    fn give(&mut self, by: Actor, command: Command) -> Result<Vec<Event>, Refusal<Reason>> {
        let events = decide(&self.book, &self.own, &Stamped { at: self.now, by, command })?;
        for event in &events {
            let before = self.own.clone();
            apply(&mut self.own, self.now, by, event);
            let mut same = before.clone();
            let followed = punto_tournament::follow(&self.book, &mut same, (self.now, by), event);
            assert_eq!(same, self.own);
            let line = event.what.to_string();
            assert_eq!(line.parse::<Happening>().as_ref(), Ok(&event.what), "{line}");
            self.events.push(event.clone());
            let asked = asks(&self.book, &before, &self.own, &event.what);
            assert_eq!(followed, asked);
            let asked = if self.alone { Vec::new() } else { asked };
            for (table, ask) in asked {
                self.ask(table, &ask);
            }
        }
        Ok(events)
    }

    /// Tells a table what its tournament asks; a table that refuses it shows that the two do not agree.
    fn ask(&mut self, table: u8, ask: &Ask) {
        if let Ask::Open { .. } = ask
            && !self.tables.contains_key(&table)
        {
            let roles: Vec<_> =
                self.book.roles.iter().filter(|rule| rule.on_duty).map(|rule| rule.role).collect();
            for role in roles {
                let officer = Actor::Staff(role, "ivy".parse().unwrap());
                self.at_table(table, officer, &Ask::SignOn).unwrap();
            }
        }
        if let Ask::Open { .. } = ask
            && self.tables.get(&table).is_some_and(|own| own.open.is_some())
        {
            let _ = self.at_table(table, dealer(), &"act end-check".parse().unwrap());
            self.at_table(table, Actor::System, &Ask::Close).unwrap();
        }
        self.at_table(table, Actor::System, ask)
            .unwrap_or_else(|refused| panic!("table {table}: {ask}: {refused}"));
        if let Ask::Open { .. } = ask {
            self.at_table(table, dealer(), &Ask::PREPARE).unwrap();
        }
    }

    /// Says something at a table and tells the tournament what came of it.
    pub(crate) fn at_table(
        &mut self,
        table: u8,
        by: Actor,
        ask: &Ask,
    ) -> Result<Vec<Command>, punto_table::Refused> {
        let here = self.tables.entry(table).or_default();
        let events =
            punto_table::decide(&self.book, here, &Stamped { at: self.now, by, command: ask.clone() })?;
        events.iter().for_each(|event| punto_table::apply(here, self.now, by, event));
        let told = tells(table, here, &events);
        for command in &told {
            let answer = self.give(Actor::System, command.clone());
            let line = command.to_string();
            let followed = answer.unwrap_or_else(|refused| panic!("{line}: {refused}"));
            if let Command::Result { .. } = command {
                assert_eq!(settled_at_table(&events), settled_here(&followed), "{line}");
            }
        }
        Ok(told)
    }

    /// Deals a coup to the end of its cards with whatever the table takes next; hidden wagers are read out before it settles.
    pub(crate) fn deal(&mut self, table: u8, chance: &mut Chance, forms: &mut BTreeMap<String, String>) {
        let hands = ["player", "banker"];
        let patrons: Vec<String> = self.own.at(table).iter().map(|(name, _)| name.to_string()).collect();
        let mut tries: Vec<String> =
            ["call points", "call result", "call player-point", "call last-coup"].map(str::to_owned).into();
        for hand in hands {
            tries.extend(patrons.iter().map(|patron| format!("pass {hand} to {patron}")));
            tries.extend([format!("return {hand}"), format!("turn {hand}")]);
        }
        let mut said: Vec<String> = Vec::new();
        for _ in 0..200 {
            let over = self.over(table, forms);
            if over {
                return;
            }
            // What was said since the last card is not said again.
            let fresh: Vec<String> = tries.iter().filter(|line| !said.contains(*line)).cloned().collect();
            let next =
                fresh.into_iter().find(|line| self.at_table(table, dealer(), &line.parse().unwrap()).is_ok());
            if let Some(line) = next {
                said.push(line);
                continue;
            }
            said.clear();
            let card = punto_vocab::Card::from_index(chance.below(52)).unwrap();
            let dealt = self.at_table(table, dealer(), &Ask::card(card)).is_ok();
            // A card of which the shoe has no more is followed by another.
            if !dealt {
                let _ = self.at_table(table, dealer(), &Ask::Marker);
            }
        }
        let settle = Stamped { at: self.now, by: dealer(), command: Ask::Settle };
        let why = punto_table::decide(&self.book, &self.tables[&table], &settle)
            .map_err(|refused| refused.to_string());
        let card = self
            .at_table(table, dealer(), &"card 2h".parse().unwrap())
            .map_err(|refused| refused.to_string());
        panic!("a coup at table {table} does not end: {why:?}, {card:?}");
    }

    /// Whether the coup is settled, once its cards are out and every form has been read out.
    fn over(&mut self, table: u8, forms: &mut BTreeMap<String, String>) -> bool {
        let here = &self.tables[&table];
        let settle = Stamped { at: self.now, by: dealer(), command: Ask::Settle };
        if punto_table::decide(&self.book, here, &settle).is_err() {
            return false;
        }
        self.read_out(table, forms);
        self.at_table(table, dealer(), &Ask::Settle).unwrap();
        true
    }

    /// Reads out every form that has not been.
    pub(crate) fn read_out(&mut self, table: u8, forms: &mut BTreeMap<String, String>) {
        let waits = self.own.venues[&table].forms.iter().filter(|(_, form)| !form.announced);
        let names: Vec<String> = waits.map(|(name, _)| name.to_string()).collect();
        for name in names {
            let form = forms.remove(&name).unwrap();
            self.must(&format!("announce {name} {form}"));
        }
    }

    /// All chips that entrants have in play.
    pub(crate) fn chips(&self) -> Money {
        self.own.entrants.values().filter_map(|own| own.place.as_ref()).map(|place| place.stack).sum()
    }
}

pub(crate) fn dealer() -> Actor {
    "dealer dan".parse().unwrap()
}
