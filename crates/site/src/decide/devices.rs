//! Which machines belong to the site: a supervisor offers a code for one use, and the machine comes in with it.

use punto_vocab::PersonId;
use punto_vocab::line::Words;

use super::sign_ins::signed_out;
use super::{Ctx, Decision, event};
use crate::cause::Cause;
use crate::command::DeviceKind;
use crate::event::{Ending, Event, Happening};
use crate::ground::Ground;
use crate::name::{DeviceId, Place};
use crate::notice::Kind;
use crate::reason::{Reason, Refused};
use crate::right::Right;
use crate::several::Concerned;
use crate::state::{Device, DeviceStatus};

/// How long a code can be used, in minutes.
pub const CODE_MINUTES: u32 = 10;

/// The wrong code that ends an offer.
pub const CODE_FAILURES: u32 = 3;

pub(super) fn offer(ctx: &Ctx<'_>, device: DeviceId, kind: DeviceKind, place: Place) -> Decision {
    ctx.may(Right::ManageDevices)?;
    match ctx.site.devices.get(&device).map(|known| known.status) {
        Some(DeviceStatus::Enrolled { .. }) => return Ground::Devices.refuse(Reason::DeviceKnown { device }),
        Some(DeviceStatus::Revoked) => return Ground::Devices.refuse(Reason::DeviceRevoked { device }),
        // A new code takes the place of the old one.
        Some(DeviceStatus::Offered { .. }) | None => {}
    }
    fits(ctx, device, kind, place)?;
    let until = ctx.at.plus_minutes(CODE_MINUTES);
    let mut events = vec![event(Happening::DeviceOffered { device, kind, place, until }, Ground::Devices)];
    events.extend(tells_cards(ctx, device, kind, place));
    Ok(events)
}

/// The machine gave the right code.
pub(super) fn enrol(ctx: &Ctx<'_>, device: DeviceId, offered_by: Option<PersonId>) -> Decision {
    ctx.only_system()?;
    let (offered, until, _) = offered(ctx, device)?;
    if ctx.at >= until {
        return Ground::Devices.refuse(Reason::OfferEnded { device, until });
    }
    // Another machine may have come in first.
    fits(ctx, device, offered.kind, offered.place)?;
    Ok(vec![event(Happening::DeviceEnrolled { device, offered_by }, Ground::Devices)])
}

/// The machine gave a wrong code; after some of these the offer is over.
pub(super) fn fail_code(ctx: &Ctx<'_>, device: DeviceId) -> Decision {
    ctx.only_system()?;
    let (_, _, failures) = offered(ctx, device)?;
    let mut events = vec![event(Happening::CodeFailed { device }, Ground::Devices)];
    if failures + 1 >= CODE_FAILURES {
        events.push(event(Happening::OfferEnded { device }, Ground::Devices));
    }
    Ok(events)
}

pub(super) fn move_to(ctx: &Ctx<'_>, device: DeviceId, place: Place) -> Decision {
    ctx.may(Right::ManageDevices)?;
    let kind = enrolled(ctx, device)?.kind;
    fits(ctx, device, kind, place)?;
    let mut events = vec![event(Happening::DeviceMoved { device, place }, Ground::Devices)];
    events.extend(sessions_end(ctx, device));
    events.extend(tells_cards(ctx, device, kind, place));
    Ok(events)
}

pub(super) fn revoke(ctx: &Ctx<'_>, device: DeviceId, why: &Words) -> Decision {
    ctx.may(Right::ManageDevices)?;
    let known = ctx.site.devices.get(&device);
    match known.map(|known| known.status) {
        None => return Ground::Devices.refuse(Reason::UnknownDevice { device }),
        Some(DeviceStatus::Revoked) => return Ground::Devices.refuse(Reason::DeviceRevoked { device }),
        Some(DeviceStatus::Offered { .. } | DeviceStatus::Enrolled { .. }) => {}
    }
    let mut events = vec![event(Happening::DeviceRevoked { device, why: why.clone() }, Ground::Devices)];
    events.extend(sessions_end(ctx, device));
    Ok(events)
}

pub(super) fn lose_contact(ctx: &Ctx<'_>, device: DeviceId) -> Decision {
    ctx.only_system()?;
    match enrolled(ctx, device)?.silent_since {
        None => Ok(vec![event(Happening::ContactLost { device }, Ground::Devices)]),
        Some(_) => Ground::Devices.refuse(Reason::ContactKnown { device }),
    }
}

pub(super) fn regain_contact(ctx: &Ctx<'_>, device: DeviceId) -> Decision {
    ctx.only_system()?;
    match enrolled(ctx, device)?.silent_since {
        Some(_) => Ok(vec![event(Happening::ContactBack { device }, Ground::Devices)]),
        None => Ground::Devices.refuse(Reason::ContactKnown { device }),
    }
}

/// A machine that is to tell a table its cards is something that others than who put it there must know of.
fn tells_cards(ctx: &Ctx<'_>, device: DeviceId, kind: DeviceKind, place: Place) -> Option<Event> {
    if kind != DeviceKind::ScanningShoe {
        return None;
    }
    let about = ctx.by.staff().and_then(|who| Concerned::of([who]));
    Some(ctx.noted(Kind::AccessChange, place, about, Cause::TellsCards { device, place }))
}

/// Refuses a place that a machine of this kind cannot have, or that another one has.
fn fits(ctx: &Ctx<'_>, device: DeviceId, kind: DeviceKind, place: Place) -> Result<(), Refused> {
    let seat = place.seat().is_some();
    let right = match kind {
        DeviceKind::Terminal => seat,
        DeviceKind::Console | DeviceKind::Display => !seat,
        DeviceKind::ScanningShoe => !seat && place.table().is_some(),
    };
    if !right {
        return Ground::Devices.refuse(Reason::WrongPlace { device, place });
    }
    // A seat has one terminal and a table one shoe; consoles and displays may be several.
    let single = matches!(kind, DeviceKind::Terminal | DeviceKind::ScanningShoe);
    let taken = ctx.site.devices.iter().find(|(other, known)| {
        let enrolled = matches!(known.status, DeviceStatus::Enrolled { .. });
        **other != device && enrolled && known.kind == kind && known.place == place
    });
    match taken.filter(|_| single) {
        Some((other, _)) => Ground::Devices.refuse(Reason::PlaceTaken { place, device: *other }),
        None => Ok(()),
    }
}

fn offered<'a>(ctx: &Ctx<'a>, device: DeviceId) -> Result<(&'a Device, punto_vocab::Time, u32), Refused> {
    match ctx.site.devices.get(&device) {
        Some(known) => match known.status {
            DeviceStatus::Offered { until, failures } => Ok((known, until, failures)),
            DeviceStatus::Enrolled { .. } | DeviceStatus::Revoked => {
                Ground::Devices.refuse(Reason::NoOffer { device })
            }
        },
        None => Ground::Devices.refuse(Reason::NoOffer { device }),
    }
}

fn enrolled<'a>(ctx: &Ctx<'a>, device: DeviceId) -> Result<&'a Device, Refused> {
    ctx.site.device(device).ok_or_else(|| Ground::Devices.refusal(Reason::UnknownDevice { device }))
}

/// Whoever is signed in at the machine is signed out: they did not sign in to it as it will be.
fn sessions_end(ctx: &Ctx<'_>, device: DeviceId) -> impl Iterator<Item = Event> {
    let there = ctx.site.sessions.iter().filter(move |(_, open)| open.on.0 == Some(device));
    there.map(|(session, open)| signed_out(open.who, *session, Ending::Device))
}
