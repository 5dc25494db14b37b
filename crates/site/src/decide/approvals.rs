//! What a second person says at the machine of somebody who is signed in there.

use punto_vocab::{PersonId, Role};

use super::sign_ins::{counted, known};
use super::{Ctx, Decision, event};
use crate::cause::Cause;
use crate::event::{Bar, Happening};
use crate::grant::Grant;
use crate::ground::Ground;
use crate::name::{Given, On, Place};
use crate::notice::Kind;
use crate::reason::{Reason, Refused};
use crate::seconded::Seconded;
use crate::several::Concerned;
use crate::state::{Person, Standing};

/// On which machine, at which table, and what was to be said.
type What<'a> = (On, Place, &'a Seconded);

/// The password was right. Whether the person may approve is found out here, and stands in the stream either way.
pub(super) fn approve(
    ctx: &Ctx<'_>,
    (name, role): (PersonId, Role),
    session: u32,
    (on, place, line): What<'_>,
) -> Decision {
    let (who, person) = (asking(ctx, session)?, known(ctx, name)?);
    let line = line.clone();
    let bar = barred(ctx, person, (name, who)).or(if person.must_change {
        Some(Bar::OneTimePassword)
    } else if who == name {
        Some(Bar::SamePerson)
    } else if !person.grants.contains(&Grant::Work(role)) {
        Some(Bar::NotInRole)
    } else {
        None
    });
    Ok(vec![match bar {
        None => {
            event(Happening::LineApproved { name, role, who, session, on, place, line }, Ground::TwoPersons)
        }
        Some(bar) => {
            event(Happening::ApprovalBarred { name, bar, who, session, on, place, line }, Ground::TwoPersons)
        }
    }])
}

/// The password was wrong. It counts for whoever's screen it was and the person named there: with the third the two are
/// locked, and each further one locks them for longer. The person named is not locked out of their own account by what
/// is typed elsewhere.
pub(super) fn miss(ctx: &Ctx<'_>, name: PersonId, session: u32, (on, place, line): What<'_>) -> Decision {
    let (who, person) = (asking(ctx, session)?, known(ctx, name)?);
    let line = line.clone();
    if let Some(bar) = barred(ctx, person, (name, who)) {
        let what = Happening::ApprovalBarred { name, bar, who, session, on, place, line };
        return Ok(vec![event(what, Ground::SignInLock)]);
    }
    let missed = Happening::ApprovalMissed { name, who, session, on, place, line };
    let mut events = vec![event(missed, Ground::SignInLock)];
    let attempts = ctx.site.approvals_between(name, who);
    if let Some(until) = attempts.lock_after_failure(ctx.at) {
        events.push(event(Happening::ApprovalLocked { name, who, until }, Ground::SignInLock));
        let failures = attempts.failures.saturating_add(1);
        let what = Cause::ApprovalLocked { who: name, at: who, until, failures };
        events.push(ctx.noted(Kind::FailedSignIns, place, Concerned::of([who, name]), what));
    }
    Ok(events)
}

/// The same as it once was: it counted as a failed sign-in of whoever was named.
pub(super) fn fail(ctx: &Ctx<'_>, name: PersonId, session: u32, (on, place, line): What<'_>) -> Decision {
    let (who, person) = (asking(ctx, session)?, known(ctx, name)?);
    let line = line.clone();
    if let Some(bar) = barred(ctx, person, (name, who)) {
        let what = Happening::ApprovalBarred { name, bar, who, session, on, place, line };
        return Ok(vec![event(what, Ground::SignInLock)]);
    }
    let failed = Happening::ApprovalFailed { name, who, session, on, place, line };
    let mut events = vec![event(failed, Ground::SignInLock)];
    events.extend(counted(ctx, name, person, on));
    Ok(events)
}

pub(super) fn fail_unknown(
    ctx: &Ctx<'_>,
    given: Given,
    session: u32,
    (on, place, line): What<'_>,
) -> Decision {
    let (who, line) = (asking(ctx, session)?, line.clone());
    let what = Happening::ApprovalUnknown { given, who, session, on, place, line };
    Ok(vec![event(what, Ground::SignInLock)])
}

/// Whose session it is; the server alone reports such things.
fn asking(ctx: &Ctx<'_>, session: u32) -> Result<PersonId, Refused> {
    ctx.only_system()?;
    match ctx.site.session(session) {
        Some(open) => Ok(open.who),
        None => Ground::Sessions.refuse(Reason::NoSession { session }),
    }
}

/// What keeps a person out whatever they prove, at the screen of another.
fn barred(ctx: &Ctx<'_>, person: &Person, two: (PersonId, PersonId)) -> Option<Bar> {
    match person.standing {
        Standing::Disabled | Standing::Left => Some(Bar::Disabled),
        Standing::Enabled => ctx.site.approvals_locked(two, ctx.at).map(|_| Bar::Locked),
    }
}
