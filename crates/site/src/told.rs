//! Whoever changes what somebody may do has done something that others must learn of: each such act is a significant
//! event about who did it and whom it was done to.
//!
//! What two persons do is noted by its own decision. What one does alone is noted beside it, by the same append.

#![deny(clippy::wildcard_enum_match_arm)] // an event must not compile before somebody has decided whether it is told

use punto_vocab::PersonId;

use crate::apply::{of_devices, of_notices, of_proposals};
use crate::cause::Cause;
use crate::command::Command;
use crate::event::{Event, Happening};
use crate::measure::Measure;
use crate::name::Place;
use crate::notice::Kind;
use crate::principal::Principal;
use crate::several::Concerned;

/// A significant event that is to be noted.
#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    /// What it is of.
    pub kind: Kind,
    /// Where.
    pub place: Place,
    /// Whose own acts it is about.
    pub about: Option<Concerned>,
    /// What happened.
    pub what: Cause,
}

impl Told {
    /// The command that notes it.
    pub fn note(self) -> Command {
        let Told { kind, place, about, what } = self;
        Command::Note { kind, place, about, what }
    }
}

/// What is told of the events of one command, if its own decision has not noted it.
pub fn told(by: Principal, events: &[Event]) -> Option<Told> {
    let noted = |event: &Event| matches!(event.what, of_notices!());
    let who = by.staff().filter(|_| !events.iter().any(noted))?;
    events.iter().find_map(|event| access(who, &event.what))
}

/// What one person of staff has changed of what another may do.
fn access(who: PersonId, what: &Happening) -> Option<Told> {
    let by_one = |name: PersonId, what: Measure| (name, Cause::ByOne { who, what });
    let (whom, what) = match what {
        Happening::Hired { name } => by_one(*name, Measure::Hire { name: *name, grants: None }),
        Happening::Granted { name, grant } => by_one(*name, Measure::Grant { name: *name, grant: *grant }),
        Happening::Withdrawn { name, grant } => {
            by_one(*name, Measure::Withdraw { name: *name, grant: *grant })
        }
        Happening::Disabled { name, why } => {
            by_one(*name, Measure::Disable { name: *name, why: why.clone() })
        }
        Happening::Enabled { name } => by_one(*name, Measure::Enable { name: *name }),
        Happening::Left { name } => by_one(*name, Measure::Leave { name: *name }),
        Happening::PasswordReset { name } => by_one(*name, Measure::ResetPassword { name: *name }),
        Happening::Unlocked { name } => (*name, Cause::UnlockedBy { by: who, who: *name }),
        // What people do to their own accounts, and what the server finds out: its locks are noted by their decision.
        Happening::Founded { .. }
        | Happening::PasswordSet { .. }
        | Happening::AccessReviewed { .. }
        | Happening::Bound { .. }
        | Happening::ReadLogged { .. }
        | Happening::SignedIn { .. }
        | Happening::SignInFailed { .. }
        | Happening::SignInBarred { .. }
        | Happening::SignInUnknown { .. }
        | Happening::Locked { .. }
        | Happening::SignedOut { .. }
        | Happening::Denied { .. }
        | Happening::LineApproved { .. }
        | Happening::ApprovalFailed { .. }
        | Happening::ApprovalMissed { .. }
        | Happening::ApprovalLocked { .. }
        | Happening::ApprovalBarred { .. }
        | Happening::ApprovalUnknown { .. } => return None,
        // Whoever is signed out comes back at once; of those who watch it is noted.
        Happening::SignedOutEverywhere { .. } => return None,
        // A machine lets nobody in who does not prove who they are; one that tells cards is noted.
        of_devices!() => return None,
        // Told when it is done, not when it is asked for.
        of_notices!() | of_proposals!() => return None,
    };
    let about = Concerned::of([who, whom]);
    Some(Told { kind: Kind::AccessChange, place: Place::Site, about, what })
}

#[cfg(test)]
mod tests {
    use punto_vocab::Time;

    use super::*;
    use crate::ground::Ground;

    fn of(by: &str, lines: &[&str]) -> Option<String> {
        let happened = |line: &&str| Event { what: line.parse().unwrap(), by: Ground::Staff.cite() };
        let events: Vec<Event> = lines.iter().map(happened).collect();
        let told = told(by.parse().unwrap(), &events)?;
        assert_eq!((told.kind, told.place), (Kind::AccessChange, Place::Site));
        Some(format!("{} about {}", told.what, told.about.unwrap()))
    }

    #[test]
    fn whoever_changes_anothers_access_alone_is_told_of() {
        for (line, what) in [
            ("granted dan dealer", "site grant dan dealer"),
            ("withdrawn dan dealer", "site withdraw dan dealer"),
            ("disabled dan on leave", "site disable dan on leave"),
            ("enabled dan", "site enable dan"),
            ("left dan", "site leave dan"),
            ("hired dan", "site hire dan"),
            ("password-reset dan", "site reset-password dan"),
        ] {
            assert_eq!(of("staff root", &[line]), Some(format!("by root: {what} about dan+root")), "{line}");
            let signed_out = "signed-out dan session 3 grants";
            assert!(of("staff root", &[line, signed_out]).is_some());
            assert_eq!(of("system", &[line]), None, "the server's own machine is noted by its decision");
        }
        assert_eq!(of("staff root", &["unlocked dan"]).unwrap(), "unlocked by root: dan about dan+root");
    }

    #[test]
    fn what_its_own_decision_has_noted_is_not_told_again() {
        let two = "noted 3 access-change warning - about dan+root by root and kim: site grant dan cage";
        assert_eq!(of("staff kim", &["approved 1 kim", "granted dan cage", two]), None);
        let until = Time(0).plus_minutes(1);
        assert_eq!(of("staff root", &[&format!("locked dan until {until}")]), None);
        assert_eq!(
            of(
                "staff root",
                &["password-set root", "proposed 1 root until 1970-01-02T00:00:00Z erasure ada"]
            ),
            None
        );
    }
}
