//! From wherever a tournament has got to, somebody who runs it as they should brings it to its prizes: there is no dead end.

use punto_rulebook::Rulebook;
use punto_tournament::{
    Command, Event, Owed, Phase, Stage, Standing, Tournament, Venue, apply, decide, duties, says_itself,
    seats, sequence,
};
use punto_vocab::{Actor, PersonId, Role, Stamped, Time};

use crate::house::Chance;
use crate::random::{NAMES, conditions, line};

/// A tournament with its clock and what was said to it.
struct Run<'a> {
    book: &'a Rulebook,
    own: Tournament,
    now: Time,
    log: Vec<String>,
    /// What was refused since something was taken.
    refused: Vec<String>,
}

impl<'a> Run<'a> {
    fn under(book: &'a Rulebook) -> Run<'a> {
        Run { book, own: Tournament::default(), now: Time(0), log: Vec::new(), refused: Vec::new() }
    }

    /// Says a line in the name of whoever says it; whether it was taken.
    fn say(&mut self, said: &str) -> bool {
        let command: Command = said.parse().unwrap_or_else(|error| panic!("{said}: {error}"));
        // Who sits for somebody wagers for them.
        let by = match command {
            Command::Wager { entrant, .. } => {
                let substitute = self.own.place(entrant).and_then(|place| place.substitute);
                Actor::Patron(substitute.unwrap_or(entrant))
            }
            _ => says_itself(self.book, &command),
        };
        self.say_as(by, said).is_some()
    }

    fn say_as(&mut self, by: Actor, said: &str) -> Option<Vec<Event>> {
        let command: Command = said.parse().unwrap();
        let events = match decide(self.book, &self.own, &Stamped { at: self.now, by, command }) {
            Ok(events) => events,
            Err(refused) => {
                self.refused.push(format!("{by}: {said}: {refused}"));
                return None;
            }
        };
        self.refused.clear();
        events.iter().for_each(|event| apply(&mut self.own, self.now, by, event));
        let lines: Vec<String> = events.iter().map(ToString::to_string).collect();
        self.log.push(format!("{by}: {said} -> {}", lines.join("; ")));
        Some(events)
    }

    /// Says the first of these lines that is taken.
    fn first(&mut self, lines: &[String]) -> bool {
        lines.iter().any(|line| self.say(line))
    }

    /// One step on, as whoever runs the tournament takes it; none if it is over.
    fn step(&mut self, chance: &mut Chance) -> Option<bool> {
        self.now = self.now.plus_seconds(1);
        match self.own.stage {
            Stage::Cancelled => None,
            Stage::Over => {
                let lines: Vec<String> = self.owed().into_iter().chain(["award".to_owned()]).collect();
                let paid = self.own.is_awarded() && lines.len() == 1;
                (!paid).then(|| self.first(&lines))
            }
            Stage::Drafting | Stage::Entering => Some(false),
            Stage::Running => Some(self.onward(chance)),
        }
    }

    /// What is owed to somebody, as lines.
    fn owed(&self) -> Vec<String> {
        let line = |owed: &Owed, table: Option<u8>| match owed {
            Owed::Attend => Some("attend".to_owned()),
            Owed::Examine(name) => Some(format!("examine {name}")),
            Owed::Announce(name) => Some(format!("announce {name} player:70/70:x")),
            Owed::Disqualify(name, offence) => Some(format!("disqualify {name} {offence}")),
            Owed::Decide(name) => Some(format!("rule {name} so be it")),
            Owed::Count(name) => Some(format!("count {name} {}", self.own.place(*name)?.stack)),
            Owed::Declare => Some(format!("declare {}", table?)),
            Owed::ReturnChips => Some(format!("return-chips {}", table?)),
            Owed::Award => Some("award".to_owned()),
            Owed::PayPrize(name) => Some(format!("pay-prize {name} cash")),
            Owed::HandOver(_) => None,
        };
        duties(self.book, &self.own).iter().filter_map(|duty| line(&duty.what, duty.table)).collect()
    }

    fn onward(&mut self, chance: &mut Chance) -> bool {
        let must_go = self.own.must_go.iter().filter_map(|(name, all)| Some((name, all.first()?)));
        let must_go = must_go.map(|(name, what)| format!("disqualify {name} {what}"));
        let urgent: Vec<String> = must_go.chain(self.owed()).collect();
        if self.first(&urgent) {
            return true;
        }
        let played: Vec<u8> = self.tables(|phase| !matches!(phase, Phase::Idle | Phase::Declared));
        match played.first() {
            Some(table) => played.iter().any(|table| self.at(*table, chance)) || self.stuck(*table),
            None => self.between(chance),
        }
    }

    fn tables(&self, of: impl Fn(Phase) -> bool) -> Vec<u8> {
        self.own.venues.iter().filter(|(_, venue)| of(venue.phase)).map(|(table, _)| *table).collect()
    }

    fn stuck(&self, table: u8) -> bool {
        let venue: &Venue = &self.own.venues[&table];
        let (said, refused) = (self.log.join("\n"), self.refused.join("\n"));
        panic!("table {table} does not go on: {venue:?}\n{said}\nrefused\n{refused}");
    }

    /// What comes next at a table that is played.
    fn at(&mut self, table: u8, chance: &mut Chance) -> bool {
        let venue = &self.own.venues[&table];
        let waits: Vec<PersonId> = sequence(self.book, &self.own, table)
            .into_iter()
            .filter(|name| !venue.has_acted(*name))
            .collect();
        match venue.phase {
            Phase::Betting => {
                // Late in the run the session ends by its clock.
                let mut lines: Vec<String> = vec![format!("time-up {table}"), format!("end-early {table}")];
                let least = venue.limits.map_or(10, |limits| limits.min.minor() / 100);
                let away = self.own.at(table).into_iter().filter(|(_, place)| !place.present);
                lines.extend(away.map(|(name, _)| format!("take-seat {name}")));
                for (name, seat) in waits.iter().filter_map(|name| Some((name, self.own.place(*name)?.seat)))
                {
                    let hand = ["player", "banker"][chance.below(2)];
                    lines.push(format!("wager {name}@{seat} {hand} {}", least * 5));
                    lines.push(format!("wager {name}@{seat} {hand} {least}"));
                }
                lines.push(format!("close {table}"));
                self.now = self.now.plus_seconds(20);
                self.first(&lines)
            }
            Phase::Closed => self.first(&[format!("deal {table}")]),
            Phase::Dealing => {
                let cards = ["9hKs-2d5c", "2d5c-9hKs", "3hKs4c-6dTc"][chance.below(3)];
                self.first(&[format!("result {table} {cards}"), format!("outcome {table}")])
            }
            // A final in which nobody is left has no places, and is cancelled.
            Phase::Over if self.own.is_final() && venue.order.0.is_empty() => {
                self.say("cancel nobody-is-left")
            }
            Phase::Over => self.first(&[
                format!("play-off {table}"),
                format!("play-off {table} chips 300 card 2h"),
                format!("declare {table}"),
            ]),
            Phase::Idle | Phase::Declared => false,
        }
    }

    /// Between sessions: another chance, the next round, or seats and the beginning of a session.
    fn between(&mut self, chance: &mut Chance) -> bool {
        // Tables go back to the floor now and then once they have had their winners.
        let declared = self.tables(|phase| phase == Phase::Declared);
        if chance.below(2) == 0 && declared.iter().any(|table| self.say(&format!("release {table}"))) {
            return true;
        }
        let again =
            self.own.entrants.iter().filter(|(_, own)| own.standing == Standing::Out && own.second_chance);
        let again: Vec<String> = again.map(|(name, _)| name.to_string()).collect();
        let mut lines = Vec::new();
        if !again.is_empty() {
            lines.push(format!("second-chance {}", again.join(" ")));
        }
        lines.extend(["next-round".to_owned(), "begin".to_owned()]);
        if self.first(&lines) {
            return true;
        }
        let waits: Vec<PersonId> = self
            .own
            .playing()
            .filter(|(_, own)| !own.through && own.place.is_none())
            .map(|(name, _)| name)
            .collect();
        // With nobody left there is nothing to play for.
        let left = self.own.count();
        if left < 1 || !self.own.began && left < 2 {
            return self.say("cancel too-few-are-left");
        }
        // A table at which nobody sits stands in the way of nothing, and one is enough for those who are here.
        let tables: Vec<u8> = self.tables(|_| true);
        let Some(name) = waits.first() else {
            let free = tables.iter().map(|table| format!("release {table}"));
            let lines: Vec<String> = free.chain(["attend".to_owned()]).collect();
            return self.first(&lines);
        };
        let mut lines = Vec::new();
        for table in &tables {
            lines.extend((1..=seats(self.book)).map(|seat| format!("allot {name} {table}@{seat}")));
        }
        lines.extend((1..=2).map(|table| format!("designate {table}")));
        self.first(&lines)
    }
}

/// Everything that somebody has said here at random leaves a way to the prizes.
#[test]
fn from_everywhere_there_is_a_way_to_the_prizes() {
    for id in ["nsw-2021", "tas-2013", "tas-2018"] {
        let book = Rulebook::embedded(id).unwrap();
        let (mut awarded, mut cancelled) = (0, 0);
        for seed in 0..60 {
            let mut chance = Chance(1_000 + seed);
            let mut run = Run::under(&book);
            begun(&mut run, &mut chance);
            // The walk: whatever anybody says, for a while.
            for _ in 0..chance.below(900) {
                let said = line(&book, &run.own, &mut chance);
                // Few are sent away, so that some are left to play for the prizes.
                let gone = ["withdraw", "cancel-place", "disqualify", "report", "close"];
                if gone.iter().any(|verb| said.starts_with(verb)) && chance.below(12) > 0 {
                    continue;
                }
                run.now = run.now.plus_seconds(chance.below(4) as i64);
                run.say(&said);
            }
            match ending(run, &mut chance) {
                Stage::Over => awarded += 1,
                _ => cancelled += 1,
            }
        }
        assert!(awarded > 20, "{id}: {awarded} had prizes, {cancelled} were cancelled");
    }
}

/// Four in two tables of the first round, with a table given back now and then.
fn begun(run: &mut Run<'_>, chance: &mut Chance) {
    let id = run.book.id.to_string();
    let live = id != "nsw-2021" && chance.below(2) == 0;
    assert!(run.say(&conditions(&id, live)), "{}", conditions(&id, live));
    assert!(run.say("publish"));
    for name in &NAMES[..4] {
        for said in [format!("apply {name}"), format!("inform {name}"), format!("endorse {name}")] {
            run.say(&said);
        }
        assert!(run.say(&format!("pay-fee {name} 100")));
        assert!(run.say(&format!("accept {name}")));
    }
    assert!(run.say("start"));
}

/// How it ends once somebody runs it who means to.
fn ending(mut run: Run<'_>, chance: &mut Chance) -> Stage {
    let said = run.log.len();
    for _ in 0..4_000 {
        match run.step(chance) {
            None => return run.own.stage,
            Some(true) => {}
            Some(false) => {
                let refused = run.refused.join("\n");
                let log = run.log.join("\n");
                panic!("{} goes no further after {said} lines:\n{log}\nrefused\n{refused}", run.book.id)
            }
        }
    }
    panic!("{} has no end after {said} lines:\n{}", run.book.id, run.log.join("\n"));
}

/// A role that nobody in the house has moves nothing, however the tournament stands.
#[test]
fn the_way_on_is_not_open_to_everybody() {
    let book = Rulebook::embedded("nsw-2021").unwrap();
    let mut run = Run::under(&book);
    begun(&mut run, &mut Chance(1));
    let dealer = Actor::Staff(Role::Dealer, "dan".parse().unwrap());
    for said in ["designate 1", "begin", "next-round", "cancel it rains"] {
        assert_eq!(run.say_as(dealer, said), None, "{said}");
    }
    assert!(run.say("designate 1"));
}
