//! What a second person says at the machine of somebody who is signed in there.

use punto_vocab::{PersonId, Role};

use super::sign_ins::{counted, known};
use super::{Ctx, Decision, event};
use crate::event::{Bar, Happening};
use crate::grant::Grant;
use crate::ground::Ground;
use crate::name::{Given, On, Place};
use crate::reason::{Reason, Refused};
use crate::seconded::Seconded;
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
    let bar = barred(ctx, person).or(if person.must_change {
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

/// The password was wrong. It counts as a failed sign-in does.
pub(super) fn fail(ctx: &Ctx<'_>, name: PersonId, session: u32, (on, place, line): What<'_>) -> Decision {
    let (who, person) = (asking(ctx, session)?, known(ctx, name)?);
    let line = line.clone();
    if let Some(bar) = barred(ctx, person) {
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

/// What keeps a person out whatever they prove.
fn barred(ctx: &Ctx<'_>, person: &Person) -> Option<Bar> {
    match person.standing {
        Standing::Disabled | Standing::Left => Some(Bar::Disabled),
        Standing::Enabled => person.attempts.locked(ctx.at).map(|_| Bar::Locked),
    }
}
