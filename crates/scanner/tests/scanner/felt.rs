//! A table under a document with a house around it that remembers keys, as the floor does.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use punto_floor::scanner::House;
use punto_rulebook::Rulebook;
use punto_scanner::{Alarm, Ask, Request, ShoeAnswer, ShoeDue, TokenDigest, fits};
use punto_site::DeviceId;
use punto_table::{Actor, Call, Command, Owed, Phase, Stamped, Table, Time, apply, decide, owed};
use punto_vocab::Card;
use tokio::sync::watch;

pub(crate) const TOKEN: &str = "correct horse battery staple";

/// A house with one table and one shoe, `shoe-7`.
#[derive(Clone)]
pub(crate) struct Felt(Arc<Mutex<State>>, watch::Sender<ShoeDue>);

struct State {
    book: Rulebook,
    table: Table,
    /// What was done by key, and how often each command was decided.
    done: HashMap<String, ShoeAnswer>,
    said: Vec<String>,
    alarms: Vec<Alarm>,
    /// How many of the next requests fail.
    faults: u32,
    /// Whether a dealer and a supervisor do by themselves what the game asks for.
    automatic: bool,
}

impl Felt {
    /// A table of New South Wales with a scanning shoe, ready for its first coup, with one wager.
    pub(crate) fn ready() -> Felt {
        let felt = Felt::under("nsw-2021", "open method A, limits 5..5000, device scanning-shoe");
        for line in ["prepare", "sit ada@1", "bet ada@1 player 100"] {
            felt.say(line);
        }
        felt
    }

    pub(crate) fn under(book: &str, open: &str) -> Felt {
        let state = State {
            book: Rulebook::embedded(book).unwrap(),
            table: Table::default(),
            done: HashMap::new(),
            said: Vec::new(),
            alarms: Vec::new(),
            faults: 0,
            automatic: false,
        };
        let felt = Felt(Arc::new(Mutex::new(state)), watch::Sender::new(ShoeDue::Shoe));
        felt.say(open);
        felt
    }

    /// A table that people work at: everything but the cards is done as soon as it can be.
    pub(crate) fn worked() -> Felt {
        let felt = Felt::under("nsw-2021", "open method A, limits 5..5000, device scanning-shoe");
        felt.say("sit ada@1");
        felt.0.lock().unwrap().automatic = true;
        felt
    }

    /// Somebody at the table says this, and is allowed to.
    #[track_caller]
    pub(crate) fn say(&self, line: &str) {
        // The house opens its table.
        let itself = if line.starts_with("open") { "system" } else { "dealer dan" };
        let (by, said) = line.split_once(": ").unwrap_or((itself, line));
        let (by, command): (Actor, Command) = (by.parse().unwrap(), said.parse().unwrap());
        self.0.lock().unwrap().take(by, &command).unwrap_or_else(|refused| panic!("`{line}`: {refused}"));
        self.publish();
    }

    /// What the shoe's lines came to at the table, oldest first.
    pub(crate) fn said(&self) -> Vec<String> {
        self.0.lock().unwrap().said.clone()
    }

    pub(crate) fn alarms(&self) -> Vec<String> {
        self.0.lock().unwrap().alarms.iter().map(Alarm::to_string).collect()
    }

    pub(crate) fn fail_next(&self, requests: u32) {
        self.0.lock().unwrap().faults = requests;
    }

    /// The cards of the coup in progress, in their order.
    pub(crate) fn dealt(&self) -> String {
        let state = self.0.lock().unwrap();
        match &state.table.open.as_ref().unwrap().phase {
            Phase::Dealing(dealing) => {
                dealing.dealt.iter().map(|card| card.card.to_string()).collect::<Vec<_>>().join(" ")
            }
            Phase::Preparing | Phase::Betting(_) => String::new(),
        }
    }

    pub(crate) fn due_now(&self) -> ShoeDue {
        let state = self.0.lock().unwrap();
        ShoeDue::at(&state.book, &state.table, Actor::System)
    }

    /// What the house does with a request, made plain for tests that have no socket.
    pub(crate) fn answer(&self, ask: &Ask) -> ShoeAnswer {
        let answer = self.0.lock().unwrap().answer(ask);
        self.publish();
        answer
    }

    fn publish(&self) {
        self.1.send_replace(self.due_now());
    }
}

impl State {
    /// What people do until a card or new cards are due.
    fn work(&mut self, unread: bool) {
        let card = |state: &State| {
            let open = state.table.open.as_ref()?;
            let carried = open.waiting_card();
            let left = |card: &Card| open.shoe.seen.get(card).copied().unwrap_or(0) < open.terms.decks;
            carried.or_else(|| Card::all().find(left).filter(|_| unread))
        };
        for _ in 0..20 {
            if !unread && !matches!(ShoeDue::at(&self.book, &self.table, Actor::System), ShoeDue::Nothing(_))
            {
                return;
            }
            let mut lines: Vec<String> = card(self).map(|card| format!("card {card}")).into_iter().collect();
            // Once: it may be said again, and would be for ever.
            if owed(&self.book, &self.table).iter().any(|duty| duty.what == Owed::Call(Call::LastCoup)) {
                lines.push("call last-coup".to_owned());
            }
            let others =
                ["casino-supervisor sue: order", "resume", "settle", "bet ada@1 player 100", "call points"];
            lines.extend(others.map(str::to_owned));
            if !lines.iter().any(|line| self.try_say(line)) || unread {
                return;
            }
        }
    }

    fn try_say(&mut self, line: &str) -> bool {
        let (by, said) = line.split_once(": ").unwrap_or(("dealer dan", line));
        self.take(by.parse().unwrap(), &said.parse().unwrap()).is_ok()
    }

    fn take(&mut self, by: Actor, command: &Command) -> Result<(), String> {
        let said = Stamped { at: Time(0), by, command: command.clone() };
        let events = decide(&self.book, &self.table, &said).map_err(|refused| refused.to_string())?;
        events.iter().for_each(|event| apply(&mut self.table, Time(0), by, event));
        Ok(())
    }

    fn answer(&mut self, ask: &Ask) -> ShoeAnswer {
        if self.faults > 0 {
            self.faults -= 1;
            return ShoeAnswer::Fault("the disk is full".to_owned());
        }
        if let Some(before) = self.done.get(&ask.key) {
            return before.clone();
        }
        let answer = match &ask.request {
            Request::Alarm(alarm) => {
                self.alarms.push(alarm.clone());
                ShoeAnswer::Done
            }
            Request::NewShoe { decks } => match fits(&self.book, &self.table, *decks) {
                Ok(()) => ShoeAnswer::Done,
                Err(refused) => ShoeAnswer::Refused(refused),
            },
            say @ Request::Say { .. } => {
                match say.decide(&self.book, &self.table, Time(0), Actor::System).unwrap() {
                    Ok((command, events)) => {
                        events.iter().for_each(|event| apply(&mut self.table, Time(0), Actor::System, event));
                        self.said.push(command.to_string());
                        ShoeAnswer::Done
                    }
                    Err(refused) => ShoeAnswer::Refused(refused),
                }
            }
        };
        if answer == ShoeAnswer::Done {
            self.done.insert(ask.key.clone(), answer.clone());
        }
        if self.automatic {
            if matches!(ask.request, Request::NewShoe { .. }) {
                for line in ["shuffle hand", "casino-supervisor sue: cut 104", "place-marker 20"] {
                    self.try_say(line);
                }
            }
            self.work(ask.request == Request::Alarm(Alarm::Unreadable));
            self.work(false);
        }
        answer
    }
}

impl House for Felt {
    async fn secret(&self, device: &DeviceId) -> Option<TokenDigest> {
        (device.as_str() == "shoe-7").then(|| TokenDigest::of_token(TOKEN))
    }

    async fn ask(&self, _: &DeviceId, ask: Ask) -> ShoeAnswer {
        self.answer(&ask)
    }

    fn due(&self, _: &DeviceId) -> watch::Receiver<ShoeDue> {
        self.1.subscribe()
    }
}
