//! Whoever changes what somebody may do has done something that others must learn of: each such act is a significant
//! event about who did it and whom it was done to.
//!
//! What two persons do is noted by its own decision. What one does alone is noted beside it, by the same append.

#![deny(clippy::wildcard_enum_match_arm)] // an event must not compile before somebody has decided whether it is told

use punto_vocab::{Money, PersonId};

use crate::apply::{of_devices, of_house, of_notices, of_proposals, of_sign_ins, of_staff, of_vouchers};
use crate::cause::Cause;
use crate::command::Command;
use crate::event::{Event, Happening};
use crate::measure::Measure;
use crate::name::Place;
use crate::notice::Kind;
use crate::principal::Principal;
use crate::several::Concerned;
use crate::state::Site;

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

/// What is told of the events of one command to the site as it was before, if its own decision has not noted it.
pub fn told(site: &Site, by: Principal, events: &[Event]) -> Option<Told> {
    let noted = |event: &Event| matches!(event.what, of_notices!());
    if events.iter().any(noted) {
        return None;
    }
    events.iter().find_map(|event| {
        let of_house = drawer(site, &event.what).or_else(|| machine(site, by, &event.what));
        of_house.or_else(|| access(site, by.staff()?, &event.what))
    })
}

/// A drawer in which there is another amount than the records say, which begins with another than it was left with, or from
/// which nobody will have counted what goes into it: about its cashier.
fn drawer(site: &Site, what: &Happening) -> Option<Told> {
    let (who, what) = match what {
        Happening::ShiftEnded { who, float, took, paid, counted, .. } => {
            let (who, over) = (*who, *counted - (*float + *took - *paid));
            let short = over < Money::ZERO;
            let by = if short { -over } else { over };
            let what = if short { Cause::DrawerShort { who, by } } else { Cause::DrawerOver { who, by } };
            (who, Some(what).filter(|_| !over.is_zero()))
        }
        Happening::ShiftBegan { who, float } => {
            let left = site.shift_counts.get(who).copied().unwrap_or_default();
            let what = Cause::DrawerBegun { who: *who, float: *float, left };
            (*who, Some(what).filter(|_| *float != left))
        }
        // Once is enough until a shift is begun.
        Happening::CashCounted { who, .. } => {
            let first = !site.drawers.contains_key(who) && !site.outside_shifts.contains_key(who);
            (*who, first.then_some(Cause::DrawerUnopened { who: *who }))
        }
        Happening::DayClosed { day, who } => {
            let open = Concerned::of(site.uncounted());
            let what = open.as_ref().map(|own| Cause::DayOverDrawers { day: *day, drawers: own.clone() });
            let about = Concerned::of(open.iter().flat_map(Concerned::iter).chain([*who]));
            return what.map(|what| Told { kind: Kind::DrawerDiffers, place: Place::Site, about, what });
        }
        of_sign_ins!() | of_staff!() | of_devices!() | of_notices!() | of_proposals!() => return None,
        of_vouchers!() | Happening::Bound { .. } | Happening::ReadLogged { .. } => return None,
    };
    what.map(|what| Told { kind: Kind::DrawerDiffers, place: Place::Site, about: Concerned::of([who]), what })
}

/// What has become of a machine: about whoever gave out its code, moved it or turned it out.
fn machine(site: &Site, by: Principal, what: &Happening) -> Option<Told> {
    let place_of = |device| site.devices.get(device).map_or(Place::Site, |known| known.place);
    let tell = |place, who: Option<PersonId>, what| {
        Some(Told { kind: Kind::AccessChange, place, about: Concerned::of(who), what })
    };
    match what {
        Happening::DeviceOffered { device, place, .. } => {
            let who = by.staff()?;
            tell(*place, Some(who), Cause::DeviceOffered { device: *device, place: *place, who })
        }
        Happening::DeviceEnrolled { device, offered_by } => {
            let place = place_of(device);
            tell(place, *offered_by, Cause::DeviceEnrolled { device: *device, place })
        }
        Happening::DeviceMoved { device, place } => {
            let who = by.staff()?;
            tell(*place, Some(who), Cause::DeviceMoved { device: *device, place: *place, who })
        }
        Happening::DeviceRevoked { device, why } => {
            let who = by.staff()?;
            let what = Cause::DeviceRevoked { device: *device, who, why: why.clone() };
            tell(place_of(device), Some(who), what)
        }
        // A code that did not fit lets nobody in, and contact that is lost is told by whoever waits for it.
        Happening::CodeFailed { .. }
        | Happening::OfferEnded { .. }
        | Happening::ContactLost { .. }
        | Happening::ContactBack { .. } => None,
        of_house!() | of_vouchers!() | of_staff!() | of_sign_ins!() | of_notices!() | of_proposals!() => None,
    }
}

/// What one person of staff has changed of what another may do, or has kept another from.
fn access(site: &Site, who: PersonId, what: &Happening) -> Option<Told> {
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
        Happening::ProgramMade { name, grant, until } => {
            by_one(*name, Measure::MakeProgram { name: *name, grant: *grant, until: *until })
        }
        Happening::Unlocked { name } => (*name, Cause::UnlockedBy { by: who, who: *name }),
        // What people do to their own accounts, and what the server finds out: its locks are noted by their decision.
        Happening::Founded { .. }
        | Happening::PasswordSet { .. }
        | Happening::FactorSet { .. }
        | Happening::AccessReviewed { .. }
        | Happening::Bound { .. }
        | Happening::ReadLogged { .. }
        | Happening::CashCounted { .. }
        | Happening::DayClosed { .. }
        | Happening::ShiftBegan { .. }
        | Happening::ShiftEnded { .. }
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
        Happening::Refused { number, .. } => {
            let proposal = site.proposals.get(number)?;
            let first = proposal.by;
            (first, Cause::RefusedByTwo { first, second: who, what: proposal.what.clone() })
        }
        // Told when it is done, not when it is asked for; whoever takes their own word back has done nothing.
        Happening::Proposed { .. }
        | Happening::Approved { .. }
        | Happening::TakenBack { .. }
        | Happening::CarriedOut { .. }
        | Happening::NotCarriedOut { .. } => return None,
        // Two persons issue and withdraw vouchers, which their decision notes; a table takes what they have issued.
        of_vouchers!() | of_devices!() | of_notices!() => return None,
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
        let told = told(&Site::default(), by.parse().unwrap(), &events)?;
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
