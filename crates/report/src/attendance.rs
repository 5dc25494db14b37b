//! Who of staff has come to a table, since when, and who has opened and closed it: as its records say, so that a restart
//! forgets nobody.

use std::collections::BTreeSet;

use punto_table::{Actor, Happening, Time};
use punto_vocab::{PersonId, Role};
use serde::{Deserialize, Serialize};

/// The fold of a table's records of its staff.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Attendance {
    /// It is folded from the first record on. A snapshot of an older program does not have it, and what follows such a
    /// snapshot is not all there is.
    whole: bool,
    /// Everybody who is on, in which role and since when.
    on: Vec<(Role, PersonId, Time)>,
    /// Who opened or closed the table on the last gaming day on which anybody did: shoes are given up by that.
    openers: BTreeSet<PersonId>,
    day: String,
    /// When the table was first opened or closed on that day. A snapshot of an older program does not have it.
    day_since: Time,
}

/// What is not known from the first record on is not compared.
impl PartialEq for Attendance {
    fn eq(&self, other: &Attendance) -> bool {
        let parts = |own: &Attendance| (own.on.clone(), own.openers.clone(), own.day.clone());
        !self.whole || !other.whole || parts(self) == parts(other)
    }
}

impl Attendance {
    /// That of a table without records.
    pub fn new() -> Attendance {
        Attendance { whole: true, ..Attendance::default() }
    }

    /// Folds one event of a record on a gaming day.
    pub fn note(&mut self, at: Time, by: Actor, day: &str, what: &Happening) {
        if let Happening::SignedOn { who: Actor::Staff(role, name) } = what {
            self.on.push((*role, *name, at));
        }
        if let Happening::SignedOff { who: Actor::Staff(role, name) } = what {
            self.on.retain(|(own, who, _)| (own, who) != (role, name));
        }
        if matches!(what, Happening::Opened { .. } | Happening::Closed) {
            if self.day != day {
                (self.day, self.openers, self.day_since) = (day.to_owned(), BTreeSet::new(), at);
            }
            if let Actor::Staff(_, name) = by {
                self.openers.insert(name);
            }
        }
    }

    /// Since when somebody has been on in a role.
    pub fn since(&self, role: Role, who: PersonId) -> Option<Time> {
        self.on.iter().find(|(own, name, _)| (*own, *name) == (role, who)).map(|(.., at)| *at)
    }

    /// How far back those must be looked for who asked for the table to be opened or closed on that day: whoever asks is on
    /// record before it is done.
    pub fn day_since(&self) -> Time {
        self.day_since.minus_hours(1)
    }

    /// Who opened or closed the table.
    pub fn openers(&self) -> impl Iterator<Item = PersonId> {
        self.openers.iter().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_came_when_and_who_opened_is_folded_day_by_day() {
        let mut staff = Attendance::new();
        let who = |name: &str| Actor::Staff(Role::GameSupervisor, name.parse().unwrap());
        let gus = "gus".parse().unwrap();
        staff.note(Time(5), who("gus"), "monday", &Happening::SignedOn { who: who("gus") });
        staff.note(Time(6), who("gus"), "monday", &Happening::Closed);
        staff.note(Time(7), Actor::System, "monday", &Happening::Closed);
        assert_eq!(staff.since(Role::GameSupervisor, gus), Some(Time(5)));
        assert_eq!(staff.since(Role::Dealer, gus), None);
        assert_eq!(staff.openers().collect::<Vec<_>>(), [gus]);
        staff.note(Time(8), who("gus"), "monday", &Happening::SignedOff { who: who("gus") });
        assert_eq!(staff.since(Role::GameSupervisor, gus), None);
        staff.note(Time(9), who("sue"), "tuesday", &Happening::Closed);
        assert_eq!(staff.openers().collect::<Vec<_>>(), ["sue".parse().unwrap()], "another day");
        assert_ne!(staff, Attendance::new());
        assert_eq!(staff, Attendance::default(), "what an older snapshot does not have");
    }
}
