//! A site to say lines to, each as `who: line`, and to check what comes of them.

use punto_site::{Command, Event, Happening, Principal, Site, Stamped, Time, apply, decide};

/// A site under test, with everything that happened.
pub(crate) struct House {
    pub(crate) site: Site,
    pub(crate) now: Time,
    pub(crate) log: Vec<(Time, Principal, Event)>,
}

impl House {
    /// A site with nobody in it.
    pub(crate) fn empty() -> House {
        House { site: Site::default(), now: Time(0), log: Vec::new() }
    }

    /// A site with its first administrator, `root`, who has a password of their own.
    pub(crate) fn founded() -> House {
        let mut house = House::empty();
        house.gets("system: found root", "founded root");
        house.own_password("root");
        house
    }

    /// The same with `olga`, who answers for the house and agrees to what `root` does with accounts.
    pub(crate) fn of_two() -> House {
        House::founded().with(&[("olga", "casino-operator")])
    }

    /// Says a line as an administrator and has it approved; what came of it, behind the approval and before the note.
    #[track_caller]
    pub(crate) fn both(&mut self, line: &str, events: &str) {
        let proposed = self.say(&format!("staff root: {line}")).unwrap();
        let number = self.site.proposals_ever;
        assert!(proposed.starts_with(&format!("proposed {number} root")), "{proposed}");
        let answer = self.say(&format!("staff olga: approve {number}")).unwrap();
        let note = self.site.notices_ever;
        let name = line.split(' ').nth(1).unwrap();
        let mut about = ["root", "olga", name];
        about.sort_unstable();
        let about = about.join("+");
        let noted =
            format!("noted {note} access-change warning - about {about} by root and olga: site {line}");
        assert_eq!(answer, format!("approved {number} olga; {events}; {noted}"), "{line}");
    }

    /// Hires people with a password of their own and their grants, by the server's console.
    pub(crate) fn with(mut self, people: &[(&str, &str)]) -> House {
        for (name, grants) in people {
            self.say(&format!("system: hire {name}")).unwrap();
            self.own_password(name);
            for grant in grants.split_whitespace() {
                self.say(&format!("system: grant {name} {grant}")).unwrap();
            }
        }
        self.site.notices.clear();
        self
    }

    pub(crate) fn own_password(&mut self, name: &str) {
        self.say(&format!("system: sign-in {name} on -")).unwrap();
        let session = self.site.sessions_ever;
        self.say(&format!("staff {name}: set-password {session}")).unwrap();
        self.say(&format!("staff {name}: sign-out {session}")).unwrap();
    }

    pub(crate) fn wait_minutes(&mut self, minutes: u32) {
        self.now = self.now.plus_minutes(minutes);
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
        let before = self.site.clone();
        let events = match decide(&self.site, &Stamped { at: self.now, by, command }) {
            Ok(events) => events,
            Err(refused) => {
                assert_eq!(self.site, before, "a refused command changed the site: {text}");
                assert!(punto_site::Reason::CODES.contains(&refused.reason.code()));
                return Err(format!("{} by {}", refused.reason.code(), refused.by));
            }
        };
        let mut told = Vec::new();
        for event in events {
            let line = event.what.to_string();
            assert_eq!(line.parse::<Happening>().as_ref(), Ok(&event.what), "an event round-trips: {line}");
            apply(&mut self.site, self.now, &by, &event);
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

    /// The whole history, folded anew.
    pub(crate) fn replayed(&self) -> Site {
        let mut site = Site::default();
        for (at, by, event) in &self.log {
            apply(&mut site, *at, by, event);
        }
        site
    }
}
