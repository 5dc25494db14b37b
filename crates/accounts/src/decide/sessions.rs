//! The patron at a terminal: PIN, session, reality check.

use punto_site::{On, Principal, Time};
use punto_vocab::{Money, PersonId};

use super::limits::time_left;
use super::{Ctx, Decision, event, not_excluded, open};
use crate::command::{Command, SessionEnd};
use crate::event::Happening;
use crate::ground::AccountRule;
use crate::reason::{Party, Reason, Refused};
use crate::state::{Account, Session};

/// Whether the patron may wager at this moment; asked for every wager, not only when money goes to a table.
pub fn may_play(account: &Account, at: Time) -> Result<(), Refused> {
    open(account)?;
    not_excluded(account, at)?;
    let Some(session) = account.session else {
        return AccountRule::Sessions.refuse(Reason::NoSession);
    };
    if session.check_waits {
        return AccountRule::RealityCheck.refuse(Reason::CheckWaiting);
    }
    if account.given_pin.is_some() {
        return AccountRule::OwnPin.refuse(Reason::PinNotOwn);
    }
    time_left(account, at)
}

/// Whether somebody may sit down or wager where the house holds no money of theirs, as with chips: nobody who is excluded, or
/// whose time is up. Whoever has no account is not known to the house.
pub fn may_come(account: &Account, at: Time) -> Result<(), Refused> {
    not_excluded(account, at)?;
    time_left(account, at)
}

/// Refuses a patron who has not chosen a PIN yet, and so may be whoever gave them the one they have.
pub(super) fn has_own_pin(ctx: &Ctx<'_>, command: &Command) -> Result<(), Refused> {
    let theirs = matches!(ctx.by, Principal::Patron(_)) && ctx.account.given_pin.is_some();
    match command {
        Command::SetPin | Command::EndSession { .. } => Ok(()),
        _ if theirs => AccountRule::OwnPin.refuse(Reason::PinNotOwn),
        _ => Ok(()),
    }
}

/// A PIN is the patron's own choice; play money has none, and the server says so for it.
pub(super) fn set_pin(ctx: &Ctx<'_>) -> Decision {
    if !(ctx.is_play() && ctx.by == Principal::System) {
        ctx.own()?;
    }
    Ok(vec![event(Happening::PinSet, AccountRule::OwnPin)])
}

/// Staff give a patron a PIN for one sign-in: one person for an account that has none yet, and two where it had one.
pub(super) fn give_pin(ctx: &Ctx<'_>, seconded: Option<PersonId>) -> Decision {
    match ctx.by {
        Principal::Staff(_) => {}
        Principal::Patron(_) | Principal::Device(_) | Principal::Table(_) | Principal::System => {
            ctx.not_yours(&[Party::Staff])?;
        }
    }
    if ctx.account.pin_set {
        ctx.seconded(seconded)?;
    }
    let until = ctx.at.plus_hours(Account::GIVEN_PIN_HOURS);
    Ok(vec![event(Happening::PinGiven { until, seconded }, AccountRule::OwnPin)])
}

/// A wrong PIN was given, or any while it is locked.
pub(super) fn fail_pin(ctx: &Ctx<'_>, on: On) -> Decision {
    ctx.system()?;
    let attempts = &ctx.account.attempts;
    if attempts.locked(ctx.at).is_some() {
        return Ok(vec![event(Happening::PinBarred { on }, AccountRule::PinLock)]);
    }
    let mut events = vec![event(Happening::PinFailed { on }, AccountRule::PinLock)];
    let lock = attempts.lock_after_failure(ctx.at);
    events.extend(lock.map(|until| event(Happening::PinLocked { until }, AccountRule::PinLock)));
    Ok(events)
}

pub(super) fn unlock_pin(ctx: &Ctx<'_>) -> Decision {
    ctx.staff()?;
    match ctx.account.attempts.locked(ctx.at) {
        Some(_) => Ok(vec![event(Happening::PinUnlocked, AccountRule::PinLock)]),
        None => AccountRule::PinLock.refuse(Reason::PinNotLocked),
    }
}

/// Card and PIN were right. Whoever is signed in elsewhere is signed out there.
pub(super) fn start(ctx: &Ctx<'_>, on: On) -> Decision {
    ctx.system()?;
    ctx.not_excluded()?;
    if !ctx.account.pin_set && !ctx.is_play() {
        return AccountRule::PinLock.refuse(Reason::NoPin);
    }
    if let Some(until) = ctx.account.attempts.locked(ctx.at) {
        return AccountRule::PinLock.refuse(Reason::PinLocked { until });
    }
    if let Some(given) = ctx.account.given_pin {
        if given.used {
            return AccountRule::OwnPin.refuse(Reason::PinUsed);
        }
        if ctx.at >= given.until {
            return AccountRule::OwnPin.refuse(Reason::PinLapsed { until: given.until });
        }
    }
    time_left(ctx.account, ctx.at)?;
    let mut events = Vec::new();
    if let Some(session) = ctx.account.session {
        let (session, end) = (session.number, SessionEnd::Elsewhere);
        events.push(event(Happening::SessionEnded { session, end }, AccountRule::Sessions));
    }
    let session = ctx.account.sessions_ever.saturating_add(1);
    events.push(event(Happening::SessionStarted { session, on }, AccountRule::Sessions));
    Ok(events)
}

/// `of` is a session that is not to be mistaken for one that has begun since.
pub(super) fn end(ctx: &Ctx<'_>, end: SessionEnd, of: Option<u32>) -> Decision {
    match (ctx.by, end) {
        (Principal::Patron(_), SessionEnd::SignedOut) => ctx.own()?,
        (Principal::Staff(_), SessionEnd::Staff) | (Principal::System, _) => {}
        _ => ctx.not_yours(&[Party::Server])?,
    }
    let session = session(ctx)?.number;
    if of.is_some_and(|of| of != session) {
        return AccountRule::Sessions.refuse(Reason::NoSession);
    }
    Ok(vec![event(Happening::SessionEnded { session, end }, AccountRule::Sessions)])
}

/// The patron chooses; the house sees to it that it is as often as the law of the place asks for.
pub(super) fn check_every(ctx: &Ctx<'_>, minutes: u32) -> Decision {
    if ctx.by != Principal::System {
        ctx.own()?;
    }
    if !(1..=Account::CHECK_MOST).contains(&minutes) {
        let most = Account::CHECK_MOST;
        return AccountRule::RealityCheck.refuse(Reason::CheckMinutes { asked: minutes, most });
    }
    Ok(vec![event(Happening::ChecksEvery { minutes }, AccountRule::RealityCheck)])
}

/// The patron is shown how long and how well they have played; nothing goes on until they answer.
pub(super) fn remind(ctx: &Ctx<'_>) -> Decision {
    ctx.system()?;
    let session = session(ctx)?;
    if session.check_waits {
        return AccountRule::RealityCheck.refuse(Reason::CheckWaiting);
    }
    if ctx.at < session.next_check {
        return AccountRule::RealityCheck.refuse(Reason::CheckNotDue { at: session.next_check });
    }
    let minutes = ctx.at.minutes_since(session.playing_since);
    // What a line can hold; no session comes near it.
    let (out, back) = (session.out.min(Money::LARGEST), session.back.min(Money::LARGEST));
    let what = Happening::Reminded { session: session.number, minutes, out, back };
    Ok(vec![event(what, AccountRule::RealityCheck)])
}

pub(super) fn carry_on(ctx: &Ctx<'_>) -> Decision {
    ctx.own()?;
    let session = session(ctx)?;
    if !session.check_waits {
        return AccountRule::RealityCheck.refuse(Reason::NoCheck);
    }
    Ok(vec![event(Happening::Continued { session: session.number }, AccountRule::RealityCheck)])
}

fn session(ctx: &Ctx<'_>) -> Result<Session, Refused> {
    ctx.account.session.ok_or_else(|| AccountRule::Sessions.refusal(Reason::NoSession))
}
