//! Who comes in, who does not, and how they go.

use punto_vocab::line::Words;
use punto_vocab::{PersonId, Role};

use super::{Ctx, Decision, event};
use crate::cause::Cause;
use crate::command::DeviceKind;
use crate::event::{Ending, Event, Happening};
use crate::grant::Grant;
use crate::ground::Ground;
use crate::name::{ActName, Given, On, Place};
use crate::notice::Kind;
use crate::principal::Principal;
use crate::reason::{Reason, Refused};
use crate::right::Right;
use crate::several::Concerned;
use crate::state::{Person, Standing};

/// The password was right. A dealer is in one place only; the person at the machine before is relieved.
pub(super) fn sign_in(ctx: &Ctx<'_>, name: PersonId, on: On) -> Decision {
    ctx.only_system()?;
    let person = known(ctx, name)?;
    match person.standing {
        Standing::Enabled => {}
        Standing::Disabled => return Ground::Staff.refuse(Reason::Disabled { who: name }),
        Standing::Left => return Ground::Staff.refuse(Reason::HasLeft { who: name }),
    }
    if let Some(until) = person.program.and_then(|program| program.ended(ctx.at)) {
        return Ground::Programs.refuse(Reason::ProgramEnded { who: name, until });
    }
    if let Some(until) = person.attempts.locked(ctx.at) {
        return Ground::SignInLock.refuse(Reason::Locked { who: name, until });
    }
    if person.must_change && person.first_used {
        return Ground::Password.refuse(Reason::PasswordUsed { who: name });
    }
    if let Some(device) = on.0 {
        match ctx.site.device(device).map(|device| device.kind) {
            Some(DeviceKind::Console | DeviceKind::Terminal) => {}
            Some(DeviceKind::Display | DeviceKind::ScanningShoe) => {
                return Ground::Devices.refuse(Reason::NoSignInThere { device });
            }
            None => return Ground::Devices.refuse(Reason::UnknownDevice { device }),
        }
    }
    // A program has one token, and so one session.
    let once = person.grants.contains(&Grant::Work(Role::Dealer)) || person.program.is_some();
    let mut events = Vec::new();
    for (session, open) in &ctx.site.sessions {
        let same_machine = on.0.is_some() && open.on == on;
        let ending = match open.who == name {
            true if once || same_machine => Ending::Elsewhere,
            false if same_machine => Ending::Relieved,
            _ => continue,
        };
        events.push(signed_out(open.who, *session, ending));
    }
    let session = ctx.site.sessions_ever.saturating_add(1);
    events.push(event(Happening::SignedIn { name, on, session }, Ground::Sessions));
    Ok(events)
}

/// The password was wrong, or the person may not come in at all.
pub(super) fn fail(ctx: &Ctx<'_>, name: PersonId, on: On) -> Decision {
    ctx.only_system()?;
    let person = known(ctx, name)?;
    // Nobody locks a program out by typing its name: it has no password that could be tried.
    let barred = person.standing != Standing::Enabled || person.program.is_some();
    if barred || person.attempts.locked(ctx.at).is_some() {
        return Ok(vec![event(Happening::SignInBarred { name, on }, Ground::SignInLock)]);
    }
    let mut events = vec![event(Happening::SignInFailed { name, on }, Ground::SignInLock)];
    events.extend(counted(ctx, name, person, on));
    Ok(events)
}

/// What one more failure brings with it: a lock, from the third on, and somebody who learns of it.
pub(super) fn counted(ctx: &Ctx<'_>, name: PersonId, person: &Person, on: On) -> Vec<Event> {
    let mut events = Vec::new();
    if let Some(until) = person.attempts.lock_after_failure(ctx.at) {
        events.push(event(Happening::Locked { name, until }, Ground::SignInLock));
        let failures = person.attempts.failures.saturating_add(1);
        let what = Cause::Locked { who: name, until, failures };
        let place =
            on.0.and_then(|device| ctx.site.device(device)).map_or(Place::Site, |device| device.place);
        events.push(ctx.noted(Kind::FailedSignIns, place, Concerned::of([name]), what));
    }
    events
}

/// A token that is good no more was used. Somebody learns of it, once until they have seen to it.
pub(super) fn fail_program(ctx: &Ctx<'_>, name: PersonId) -> Decision {
    ctx.only_system()?;
    known(ctx, name)?;
    let mut events = vec![event(Happening::SignInBarred { name, on: On(None) }, Ground::Programs)];
    let what = Cause::TokenRefused { who: name };
    if !ctx.site.notices.values().any(|notice| notice.what == what) {
        events.push(ctx.noted(Kind::FailedSignIns, Place::Site, Concerned::of([name]), what));
    }
    Ok(events)
}

pub(super) fn fail_unknown(ctx: &Ctx<'_>, given: Given, on: On) -> Decision {
    ctx.only_system()?;
    Ok(vec![event(Happening::SignInUnknown { given, on }, Ground::SignInLock)])
}

pub(super) fn sign_out(ctx: &Ctx<'_>, session: u32) -> Decision {
    let Some(open) = ctx.site.session(session) else {
        return Ground::Sessions.refuse(Reason::NoSession { session });
    };
    if ctx.by != Principal::Staff(open.who) && ctx.by != Principal::System {
        return Ground::Sessions.refuse(Reason::NotOwnSession { session, who: open.who });
    }
    Ok(vec![signed_out(open.who, session, Ending::SignedOut)])
}

pub(super) fn end_idle(ctx: &Ctx<'_>, session: u32) -> Decision {
    ctx.only_system()?;
    match ctx.site.session(session) {
        Some(open) => Ok(vec![signed_out(open.who, session, Ending::Idle)]),
        None => Ground::Sessions.refuse(Reason::NoSession { session }),
    }
}

/// Ends every session of a person: one's own always, another's with the right to.
pub(super) fn sign_out_everywhere(ctx: &Ctx<'_>, name: PersonId) -> Decision {
    if ctx.by != Principal::Staff(name) {
        ctx.may(Right::EndSessions)?;
    }
    let person = known(ctx, name)?;
    let ended = end_all(ctx, name, Ending::Everywhere, None);
    if ended.is_empty() {
        return Ground::Sessions.refuse(Reason::NotSignedIn { who: name });
    }
    let mut events = vec![event(Happening::SignedOutEverywhere { name }, Ground::Sessions)];
    events.extend(ended);
    // Whoever watches is not sent away in silence.
    if let Some(by) = ctx.by.staff().filter(|by| *by != name && person.checks_others()) {
        let what = Cause::SignedOutBy { by, who: name };
        events.push(ctx.noted(Kind::AccessChange, Place::Site, Concerned::of([by]), what));
    }
    Ok(events)
}

/// Somebody was refused something that only some may do; the record names the rule that refused it.
pub(super) fn deny(ctx: &Ctx<'_>, who: PersonId, act: ActName, place: Place, by: &Words) -> Decision {
    ctx.only_system()?;
    let by = by.clone();
    Ok(vec![event(Happening::Denied { who, act, place, by }, Ground::DenialsRecorded)])
}

/// Ends every session of a person but one.
pub(super) fn end_all(ctx: &Ctx<'_>, name: PersonId, ending: Ending, but: Option<u32>) -> Vec<Event> {
    let others = ctx.site.sessions_of(name).filter(|(session, _)| Some(*session) != but);
    others.map(|(session, _)| signed_out(name, session, ending)).collect()
}

pub(super) fn signed_out(name: PersonId, session: u32, ending: Ending) -> Event {
    event(Happening::SignedOut { name, session, ending }, Ground::Sessions)
}

pub(super) fn known<'a>(ctx: &Ctx<'a>, who: PersonId) -> Result<&'a Person, Refused> {
    ctx.site.people.get(&who).ok_or_else(|| Ground::Staff.refusal(Reason::UnknownPerson { who }))
}
