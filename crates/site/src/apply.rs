//! Folds events into the site. Decides nothing.

#![deny(clippy::wildcard_enum_match_arm)] // an event that nobody folds must not compile

use std::collections::{BTreeMap, BTreeSet};

use punto_vocab::{PersonId, Time};

use crate::attempts::Attempts;
use crate::event::{Event, Happening};
use crate::grant::Grant;
use crate::notice::{Kind, Severity};
use crate::principal::Principal;
use crate::register::IssuedVoucher;
use crate::state::{
    Device, DeviceStatus, Drawer, Notice, Person, Program, Proposal, Session, Site, Standing,
};

/// Folds one event into the site. The speaker is in the event itself where it matters.
pub fn apply(site: &mut Site, at: Time, _by: &Principal, event: &Event) {
    site.now = site.now.max(at);
    match &event.what {
        Happening::Bound { mode } => site.mode = Some(*mode),
        // For the record only.
        Happening::ReadLogged { .. } => {}
        Happening::CashCounted { who, patron, amount } => {
            site.cash.count(at, *who, *patron, *amount);
            if !site.drawers.contains_key(who) {
                *site.outside_shifts.entry(*who).or_default() += *amount;
            }
        }
        Happening::DayClosed { day, .. } => site.day_closed = Some((*day, at)),
        Happening::ShiftBegan { who, float } => {
            let since = site.shift_ends.get(who).copied().unwrap_or(at);
            site.drawers.insert(*who, Drawer { since, float: *float });
            site.outside_shifts.remove(who);
        }
        Happening::ShiftEnded { who, counted, .. } => {
            site.drawers.remove(who);
            site.shift_ends.insert(*who, at);
            site.shift_counts.insert(*who, *counted);
        }
        what @ of_vouchers!() => vouchers(site, what),
        what @ of_staff!() => staff(site, at, what),
        what @ of_sign_ins!() => sign_ins(site, at, what),
        what @ of_devices!() => devices(site, at, what),
        what @ of_notices!() => notices(site, at, what),
        what @ of_proposals!() => proposals(site, at, what),
    }
}

punto_vocab::groups! {
    Happening:
    /// The house itself.
    of_house: Bound ReadLogged CashCounted DayClosed ShiftBegan ShiftEnded;
    /// Promotional vouchers.
    of_vouchers: TokenVoucherIssued TokenVoucherTaken TokenVoucherWithdrawn;
    /// People of staff, and what they may do.
    of_staff: Founded Hired Granted Withdrawn Disabled Enabled Left PasswordSet PasswordReset Unlocked AccessReviewed
        FactorSet ProgramMade;
    /// Who came in and who did not.
    of_sign_ins: SignedIn SignInFailed SignInBarred SignInUnknown Locked SignedOut SignedOutEverywhere Denied
        LineApproved ApprovalFailed ApprovalMissed ApprovalLocked ApprovalBarred ApprovalUnknown;
    /// Machines.
    of_devices: DeviceOffered DeviceEnrolled CodeFailed OfferEnded DeviceMoved DeviceRevoked ContactLost ContactBack;
    /// Significant events.
    of_notices: Noted WinNoted UnlikelyNoted Acknowledged Cleared;
    /// What takes two persons.
    of_proposals: Proposed Approved Refused TakenBack CarriedOut NotCarriedOut;
}

fn vouchers(site: &mut Site, what: &Happening) {
    match what {
        Happening::TokenVoucherIssued { voucher, amount, patron } => {
            let issued = IssuedVoucher { voucher: voucher.clone(), amount: *amount, patron: *patron };
            site.token_vouchers.issue(issued);
        }
        Happening::TokenVoucherTaken { voucher, .. } => site.token_vouchers.is_gone(voucher.number),
        Happening::TokenVoucherWithdrawn { number } => site.token_vouchers.is_gone(*number),
        of_house!() | of_staff!() | of_sign_ins!() | of_devices!() | of_notices!() | of_proposals!() => {}
    }
}

fn staff(site: &mut Site, at: Time, what: &Happening) {
    let mut change = |name: &PersonId, change: &dyn Fn(&mut Person)| {
        if let Some(person) = site.people.get_mut(name) {
            change(person);
        }
    };
    match what {
        Happening::Founded { name, grant } => hired(site, at, *name, &[grant.unwrap_or(Grant::ADMIN)]),
        Happening::Hired { name } => hired(site, at, *name, &[]),
        Happening::Granted { name, grant } => change(name, &|person| {
            person.grants.insert(*grant);
        }),
        Happening::Withdrawn { name, grant } => change(name, &|person| {
            person.grants.remove(grant);
        }),
        Happening::Disabled { name, .. } => change(name, &|person| person.standing = Standing::Disabled),
        Happening::Enabled { name } => change(name, &|person| person.standing = Standing::Enabled),
        Happening::Left { name } => change(name, &|person| {
            person.standing = Standing::Left;
            person.grants.clear();
        }),
        Happening::PasswordSet { name } => {
            change(name, &|person| (person.must_change, person.first_used) = (false, false));
        }
        Happening::PasswordReset { name } => change(name, &|person| {
            (person.must_change, person.first_used) = (true, false);
            (person.attempts, person.factor) = (Attempts::default(), false);
        }),
        Happening::FactorSet { name } => change(name, &|person| person.factor = true),
        Happening::ProgramMade { name, grant, until } => {
            hired(site, at, *name, &[*grant]);
            if let Some(person) = site.people.get_mut(name) {
                (person.must_change, person.program) = (false, Some(Program { until: *until }));
            }
        }
        Happening::Unlocked { name } => change(name, &|person| person.attempts.unlock()),
        Happening::AccessReviewed { .. } => site.reviewed = Some(at),
        of_house!() | of_vouchers!() | of_sign_ins!() | of_devices!() | of_notices!() | of_proposals!() => {}
    }
}

fn hired(site: &mut Site, at: Time, name: PersonId, grants: &[Grant]) {
    let person = Person {
        grants: BTreeSet::from_iter(grants.iter().copied()),
        standing: Standing::Enabled,
        must_change: true,
        first_used: false,
        since: at,
        last_sign_in: None,
        attempts: Attempts::default(),
        factor: false,
        program: None,
        approvals: BTreeMap::new(),
    };
    site.people.insert(name, person);
}

fn sign_ins(site: &mut Site, at: Time, what: &Happening) {
    match what {
        Happening::SignedIn { name, on, session } => {
            site.sessions_ever = *session;
            if let Some(person) = site.people.get_mut(name) {
                let before = person.last_sign_in.replace(at);
                person.attempts = Attempts::default();
                person.first_used = person.must_change;
                site.sessions.insert(*session, Session { who: *name, on: *on, since: at, before });
            }
        }
        Happening::LineApproved { name, who, .. } => {
            if let Some(person) = site.people.get_mut(name) {
                person.attempts = Attempts::default();
            }
            if let Some(asking) = site.people.get_mut(who) {
                asking.approvals.remove(name);
            }
        }
        Happening::ApprovalMissed { name, who, .. } => {
            if let Some(asking) = site.people.get_mut(who) {
                asking.approvals.entry(*name).or_default().failed();
            }
        }
        Happening::ApprovalLocked { name, who, until } => {
            if let Some(asking) = site.people.get_mut(who) {
                asking.approvals.entry(*name).or_default().lock(*until);
            }
        }
        Happening::SignInFailed { name, .. } | Happening::ApprovalFailed { name, .. } => {
            if let Some(person) = site.people.get_mut(name) {
                person.attempts.failed();
            }
        }
        Happening::Locked { name, until } => {
            if let Some(person) = site.people.get_mut(name) {
                person.attempts.lock(*until);
            }
        }
        Happening::SignedOut { session, .. } => {
            site.sessions.remove(session);
        }
        // For the record only.
        Happening::SignInBarred { .. }
        | Happening::SignInUnknown { .. }
        | Happening::SignedOutEverywhere { .. }
        | Happening::Denied { .. }
        | Happening::ApprovalBarred { .. }
        | Happening::ApprovalUnknown { .. } => {}
        of_house!() | of_vouchers!() | of_staff!() | of_devices!() | of_notices!() | of_proposals!() => {}
    }
}

fn devices(site: &mut Site, at: Time, what: &Happening) {
    match what {
        Happening::DeviceOffered { device, kind, place, until } => {
            let status = DeviceStatus::Offered { until: *until, failures: 0 };
            site.devices.insert(*device, Device { kind: *kind, place: *place, status, silent_since: None });
        }
        Happening::OfferEnded { device } => {
            site.devices.remove(device);
        }
        Happening::DeviceEnrolled { device, .. }
        | Happening::CodeFailed { device }
        | Happening::DeviceMoved { device, .. }
        | Happening::DeviceRevoked { device, .. }
        | Happening::ContactLost { device }
        | Happening::ContactBack { device } => {
            if let Some(device) = site.devices.get_mut(device) {
                to_device(device, at, what);
            }
        }
        of_house!() | of_vouchers!() | of_staff!() | of_sign_ins!() | of_notices!() | of_proposals!() => {}
    }
}

fn to_device(device: &mut Device, at: Time, what: &Happening) {
    match what {
        Happening::DeviceEnrolled { .. } => device.status = DeviceStatus::Enrolled { since: at },
        Happening::CodeFailed { .. } => {
            if let DeviceStatus::Offered { failures, .. } = &mut device.status {
                *failures = failures.saturating_add(1);
            }
        }
        Happening::DeviceMoved { place, .. } => device.place = *place,
        Happening::DeviceRevoked { .. } => {
            device.status = DeviceStatus::Revoked;
            device.silent_since = None;
        }
        Happening::ContactLost { .. } => device.silent_since = Some(at),
        Happening::ContactBack { .. } => device.silent_since = None,
        // These make and unmake devices.
        Happening::DeviceOffered { .. } | Happening::OfferEnded { .. } => {}
        of_house!() | of_vouchers!() | of_staff!() | of_sign_ins!() | of_notices!() | of_proposals!() => {}
    }
}

fn notices(site: &mut Site, at: Time, what: &Happening) {
    match what {
        Happening::Noted { .. } | Happening::WinNoted { .. } | Happening::UnlikelyNoted { .. } => {
            if let Some((number, notice)) = Notice::of(at, what) {
                noted(site, number, notice);
            }
        }
        Happening::Acknowledged { number, who, .. } => {
            // A fault that somebody knows of is still a fault.
            match site.notices.get_mut(number) {
                Some(notice) if notice.severity == Severity::Fault => notice.acknowledged = Some(*who),
                Some(_) => {
                    site.notices.remove(number);
                }
                None => {}
            }
        }
        Happening::Cleared { number, .. } => {
            site.notices.remove(number);
        }
        of_house!() | of_vouchers!() | of_staff!() | of_sign_ins!() | of_devices!() | of_proposals!() => {}
    }
}

fn noted(site: &mut Site, number: u32, notice: Notice) {
    site.notices_ever = number;
    let count = site.noted.entry(notice.kind).or_default();
    *count = count.saturating_add(1);
    // Where nothing was approved no check compares anything, and two persons must be able to go on all the same.
    if matches!(notice.kind, Kind::SoftwareCheckPassed | Kind::SoftwareNotCompared) {
        site.check_passed = Some(number);
    }
    if notice.severity != Severity::Info {
        site.notices.insert(number, notice);
    }
}

fn proposals(site: &mut Site, at: Time, what: &Happening) {
    match what {
        Happening::Proposed { number, who, until, what } => {
            // What nobody answered in time is over.
            site.proposals.retain(|_, proposal| at < proposal.until);
            site.proposals_ever = *number;
            let (what, by, until) = (what.clone(), *who, *until);
            site.proposals.insert(*number, Proposal { what, by, at, until, approved: None });
        }
        Happening::Approved { number, who } => match site.proposals.get_mut(number) {
            // The site's own commands are carried out in the same breath.
            Some(proposal) if proposal.what.matter().is_done_at_once() => {
                site.proposals.remove(number);
            }
            Some(proposal) => proposal.approved = Some(*who),
            None => {}
        },
        Happening::Refused { number, .. }
        | Happening::TakenBack { number, .. }
        | Happening::CarriedOut { number }
        | Happening::NotCarriedOut { number, .. } => {
            site.proposals.remove(number);
        }
        of_house!() | of_vouchers!() | of_staff!() | of_sign_ins!() | of_devices!() | of_notices!() => {}
    }
}
