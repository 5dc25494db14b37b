//! A table under test, with what must hold after everything that is said to it.

use punto_rulebook::Rulebook;
use punto_seen::candidates;
use punto_table::{
    Account, Actor, Coin, Command, Event, Happening, Opening, Stamped, Table, Time, apply, decide,
};
use punto_vocab::{Money, Role};

use super::{patron, read_back, secrets};
use crate::invariants::{Memory, Step};

/// A table under test, with everything that was said and happened.
pub(crate) struct Night<'b> {
    pub(crate) book: &'b Rulebook,
    pub(crate) table: Table,
    log: Vec<(Time, Actor, Event)>,
    memory: Memory,
    pub(crate) now: Time,
}

impl<'b> Night<'b> {
    pub(crate) fn new(book: &'b Rulebook, opening: &str) -> Night<'b> {
        let mut night =
            Night { book, table: Table::default(), log: Vec::new(), memory: Memory::default(), now: Time(0) };
        let officer = book.roles.iter().find(|rule| rule.role == Role::GameInspector);
        if let Some(officer) = officer {
            night.say(Actor::Staff(officer.role, "ivy".parse().unwrap()), Command::SignOn);
        }
        let opening: Opening = opening.parse().unwrap();
        night.say(Actor::System, Command::Open { opening });
        night
    }

    /// Says something and checks everything that must hold after it.
    pub(crate) fn say(&mut self, by: Actor, command: Command) -> bool {
        let text = command.to_string();
        assert_eq!(text.parse::<Command>().as_ref(), Ok(&command), "printing and reading round-trip: {text}");
        let before = self.table.clone();
        let stamped = Stamped { at: self.now, by, command };
        let events = match decide(self.book, &self.table, &stamped) {
            Ok(events) => events,
            Err(refused) => {
                assert_eq!(self.table, before, "a refused command changed the table");
                let code = refused.reason.code();
                let vague = ["not-now", "too-late", "cards-not-ready"].contains(&code);
                assert!(!vague, "`{refused}` has no code of its own");
                return false;
            }
        };
        let place = self.log.len();
        for event in &events {
            apply(&mut self.table, self.now, by, event);
            secrets::of_line(&self.table, event, self.log.len());
            self.log.push((self.now, by, event.clone()));
            self.money();
        }
        let step =
            Step { book: self.book, before: &before, said: &stamped, events: &events, after: &self.table };
        self.memory.saw(&step).unwrap_or_else(|why| panic!("{why}"));
        self.coups();
        secrets::of_view(self.book, &self.table, self.log.len());
        // Lines may be read later, too, when the table has gone on; the last one has just been.
        for (place, (_, _, event)) in self.log.iter().enumerate().skip(place).rev().skip(1) {
            secrets::of_line(&self.table, event, place);
        }
        true
    }

    /// The finished coups are those the events tell of: none twice, none that was undone.
    fn coups(&self) {
        let (mut told, mut winner, mut before) = (Vec::new(), None, 0);
        for (_, _, event) in &self.log {
            match &event.what {
                Happening::Outcome { winner: called, .. } => winner = Some(*called),
                Happening::Concluded => told.push(winner),
                Happening::CoupVoid { .. } => told.push(None),
                // Where the time for errors outlasts its shoe, the last coup of an earlier one can be undone, too.
                Happening::Reversed => before -= usize::from(told.pop().is_none()),
                // Those of an earlier shoe are only counted.
                Happening::ShoeReady | Happening::Opened { .. } => before += std::mem::take(&mut told).len(),
                _ => {}
            }
        }
        let coups = &self.table.coups;
        let kept: Vec<_> = coups.of_shoe().map(|coup| coup.winner()).collect();
        assert_eq!((coups.ended(), coups.in_shoe(), kept), (before + told.len(), told.len(), told));
    }

    /// Nobody may say for another patron what is that patron's to say.
    pub(crate) fn strangers(&self) {
        // Some name nobody; those are the speaker's own.
        let others = |command: &Command| {
            !matches!(
                command,
                Command::Return { .. }
                    | Command::ReturnUnseen { .. }
                    | Command::GiveUpRole
                    | Command::Act { .. }
                    | Command::ActAbout { .. }
                    | Command::Nominate { .. }
            )
        };
        for (n, own) in [(0, 1), (1, 0), (2, 3)] {
            let by = Actor::Patron(patron(own));
            let list = candidates(self.book, &self.table, Actor::Patron(patron(n)));
            for command in list.into_iter().filter(others) {
                let text = command.to_string();
                let answer = decide(self.book, &self.table, &Stamped { at: self.now, by, command });
                assert!(answer.is_err(), "{by} may say `{text}`");
            }
        }
    }

    /// Nothing is made and nothing is lost; what lies on the layout is what was wagered.
    fn money(&self) {
        for coin in Coin::ALL {
            assert_eq!(self.table.ledger.total(*coin), Money::ZERO, "{coin}");
        }
        for (coin, account, sum) in self.table.ledger.iter() {
            if matches!(account, Account::Layout | Account::Balance(_)) {
                assert!(sum >= Money::ZERO, "{coin} on {account:?} is {sum} after {:?}", self.log.last());
            }
        }
    }

    /// The table is the fold of its events.
    pub(crate) fn replay(&self) {
        let mut again = Table::default();
        for (at, by, event) in &self.log {
            apply(&mut again, *at, *by, event);
        }
        assert_eq!(again, self.table);
    }

    /// A table that is written and read is the same table, and so are its events.
    pub(crate) fn snapshot(&self) {
        assert_eq!(read_back(&self.table), self.table);
        let events: Vec<&Event> = self.log.iter().map(|(_, _, event)| event).collect();
        let text = serde_json::to_string(&events).unwrap();
        let again: Vec<Event> = serde_json::from_str(&text).unwrap();
        assert!(again.iter().eq(events));
    }
}
