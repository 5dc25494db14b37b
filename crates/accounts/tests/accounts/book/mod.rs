//! An account to say lines to, each as `who: line`, and to check what comes of them.

use punto_accounts::{Account, Command, Event, Happening, apply, decide};
use punto_site::{Principal, Stamped, Time};
use punto_vocab::line::Field;

/// An account under test, with everything that happened.
pub(crate) struct Book {
    pub(crate) account: Account,
    pub(crate) now: Time,
    pub(crate) log: Vec<(Time, Principal, Event)>,
}

impl Book {
    /// No account yet.
    pub(crate) fn empty() -> Book {
        Book { account: Account::default(), now: Time(0), log: Vec::new() }
    }

    /// Ada's account with a PIN and this much cash.
    pub(crate) fn with_cash(amount: &str) -> Book {
        let mut book = Book::empty();
        for line in
            ["staff cat: register ada real", "patron ada: set-pin", &format!("staff cat: deposit {amount}")]
        {
            book.say(line).unwrap();
        }
        book
    }

    /// The same, and Ada is signed in.
    pub(crate) fn playing(amount: &str) -> Book {
        let mut book = Book::with_cash(amount);
        book.say("system: start-session on terminal-1").unwrap();
        book
    }

    pub(crate) fn wait_minutes(&mut self, minutes: u32) {
        self.now = self.now.plus_minutes(minutes);
    }

    pub(crate) fn wait_hours(&mut self, hours: u32) {
        self.now = self.now.plus_hours(hours);
    }

    pub(crate) fn at(&mut self, text: &str) {
        self.now = Time::read(text).unwrap();
    }

    /// Says a line and folds what comes of it; the events, or the refusal as `code by authority`.
    pub(crate) fn say(&mut self, line: &str) -> Result<String, String> {
        let (who, said) = line.split_once(": ").expect("`who: line`");
        let command = said.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
        self.tell(who.parse().expect("an actor"), command)
    }

    pub(crate) fn tell(&mut self, by: Principal, command: Command) -> Result<String, String> {
        let text = command.to_string();
        assert_eq!(text.parse::<Command>().as_ref(), Ok(&command), "a command round-trips: {text}");
        let before = self.account.clone();
        let events = match decide(&self.account, &Stamped { at: self.now, by, command }) {
            Ok(events) => events,
            Err(refused) => {
                assert_eq!(self.account, before, "a refused command changed the account: {text}");
                return Err(format!("{} by {}", refused.reason.code(), refused.by));
            }
        };
        let mut told = Vec::new();
        for event in events {
            let line = event.what.to_string();
            assert_eq!(line.parse::<Happening>().as_ref(), Ok(&event.what), "an event round-trips: {line}");
            apply(&mut self.account, self.now, &by, &event);
            self.account.audit().unwrap_or_else(|imbalance| panic!("after {line}: {imbalance}"));
            told.push(line);
            self.log.push((self.now, by, event));
        }
        Ok(told.join("; "))
    }

    #[track_caller]
    pub(crate) fn gets(&mut self, line: &str, events: &str) {
        assert_eq!(self.say(line), Ok(events.to_owned()), "{line}");
    }

    #[track_caller]
    pub(crate) fn refused(&mut self, line: &str, by: &str) {
        assert_eq!(self.say(line), Err(by.to_owned()), "{line}");
    }

    /// Cash, held and promotional money, as one text.
    pub(crate) fn purses(&self) -> String {
        let purses = &self.account.purses;
        format!("{} {} {}", purses.cashable, purses.held, purses.promotional)
    }
}
