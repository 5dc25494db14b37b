//! Who works here, with which grants and whose password.

use punto_vocab::PersonId;
use punto_vocab::line::Words;

use super::proposals::by_two;
use super::sign_ins::end_all;
use super::{Ctx, Decision, event};
use crate::command::Command;
use crate::event::{Ending, Happening};
use crate::grant::Grant;
use crate::ground::Ground;
use crate::principal::Principal;
use crate::reason::{Reason, Refused};
use crate::right::Right;
use crate::state::{Person, Standing};

/// The first person of all, made at the first start.
pub(super) fn found(ctx: &Ctx<'_>, name: PersonId) -> Decision {
    ctx.only_system()?;
    if !ctx.site.people.is_empty() {
        return Ground::Staff.refuse(Reason::AlreadyFounded);
    }
    Ok(vec![event(Happening::Founded { name }, Ground::Staff)])
}

pub(super) fn hire(ctx: &Ctx<'_>, name: PersonId) -> Decision {
    ctx.may(Right::ManageStaff)?;
    // Names that differ in capitals only are mistaken for each other, and a leaver's name stays a leaver's.
    let like = ctx.site.people.keys().find(|known| known.as_str().eq_ignore_ascii_case(name.as_str()));
    if let Some(like) = like {
        return Ground::Staff.refuse(Reason::NameTaken { name, like: *like });
    }
    Ok(vec![event(Happening::Hired { name }, Ground::Staff)])
}

pub(super) fn grant(ctx: &Ctx<'_>, name: PersonId, grant: Grant) -> Decision {
    ctx.may(Right::ManageStaff)?;
    let person = other(ctx, name)?;
    if person.grants.contains(&grant) {
        return Ground::Grants.refuse(Reason::HasGrant { who: name, grant });
    }
    if let Some(has) = person.grants.iter().find(|has| has.clash(grant)) {
        let reason = Reason::DutiesClash { who: name, has: *has, asked: grant };
        return Ground::DutiesApart.refuse(reason);
    }
    let granted = event(Happening::Granted { name, grant }, Ground::Grants);
    if grant.is_power() {
        return by_two(ctx, &Command::Grant { name, grant }, vec![granted]);
    }
    Ok(vec![granted])
}

pub(super) fn withdraw(ctx: &Ctx<'_>, name: PersonId, grant: Grant) -> Decision {
    ctx.may(Right::ManageStaff)?;
    let person = other(ctx, name)?;
    if !person.grants.contains(&grant) {
        return Ground::Grants.refuse(Reason::LacksGrant { who: name, grant });
    }
    if grant == Grant::ADMIN {
        not_the_last_admin(ctx, name)?;
    }
    let mut events = vec![event(Happening::Withdrawn { name, grant }, Ground::Grants)];
    events.extend(end_all(ctx, name, Ending::Grants, None));
    Ok(events)
}

pub(super) fn disable(ctx: &Ctx<'_>, name: PersonId, why: &Words) -> Decision {
    ctx.may(Right::ManageStaff)?;
    let person = other(ctx, name)?;
    if person.standing == Standing::Disabled {
        return Ground::Staff.refuse(Reason::Disabled { who: name });
    }
    not_the_last_admin(ctx, name)?;
    let mut events = vec![event(Happening::Disabled { name, why: why.clone() }, Ground::Staff)];
    events.extend(end_all(ctx, name, Ending::Barred, None));
    Ok(events)
}

pub(super) fn enable(ctx: &Ctx<'_>, name: PersonId) -> Decision {
    ctx.may(Right::ManageStaff)?;
    let person = other(ctx, name)?;
    if person.standing == Standing::Enabled {
        return Ground::Staff.refuse(Reason::NotDisabled { who: name });
    }
    let enabled = event(Happening::Enabled { name }, Ground::Staff);
    // An account with power that comes back is power given.
    if person.has_power() {
        return by_two(ctx, &Command::Enable { name }, vec![enabled]);
    }
    Ok(vec![enabled])
}

pub(super) fn leave(ctx: &Ctx<'_>, name: PersonId) -> Decision {
    ctx.may(Right::ManageStaff)?;
    other(ctx, name)?;
    not_the_last_admin(ctx, name)?;
    let mut events = vec![event(Happening::Left { name }, Ground::Staff)];
    events.extend(end_all(ctx, name, Ending::Barred, None));
    Ok(events)
}

/// A person chooses a password of their own, in a session of their own; all their other sessions end.
pub(super) fn set_password(ctx: &Ctx<'_>, session: u32) -> Decision {
    let Some(open) = ctx.site.session(session) else {
        return Ground::Sessions.refuse(Reason::NoSession { session });
    };
    let name = open.who;
    if ctx.by != Principal::Staff(name) {
        return Ground::Password.refuse(Reason::NotOwnAccount { who: name });
    }
    let mut events = vec![event(Happening::PasswordSet { name }, Ground::Password)];
    events.extend(end_all(ctx, name, Ending::Password, Some(session)));
    Ok(events)
}

/// Gives a person a password for one sign-in; the giver could sign in as that person.
pub(super) fn reset_password(ctx: &Ctx<'_>, name: PersonId) -> Decision {
    ctx.may(Right::ManageStaff)?;
    let person = other(ctx, name)?;
    let mut events = vec![event(Happening::PasswordReset { name }, Ground::Password)];
    events.extend(end_all(ctx, name, Ending::Password, None));
    if person.has_power() {
        return by_two(ctx, &Command::ResetPassword { name }, events);
    }
    Ok(events)
}

pub(super) fn unlock(ctx: &Ctx<'_>, name: PersonId) -> Decision {
    ctx.may(Right::ManageStaff)?;
    let person = other(ctx, name)?;
    if person.attempts.locked(ctx.at).is_none() {
        return Ground::SignInLock.refuse(Reason::NotLocked { who: name });
    }
    Ok(vec![event(Happening::Unlocked { name }, Ground::SignInLock)])
}

/// Somebody has looked through who may do what.
pub(super) fn review_access(ctx: &Ctx<'_>, note: &Words) -> Decision {
    ctx.person(Right::ReadStaff)?;
    Ok(vec![event(Happening::AccessReviewed { note: note.clone() }, Ground::Staff)])
}

/// The person, if they still work here and are not the one who speaks: nobody changes their own account.
fn other<'a>(ctx: &Ctx<'a>, name: PersonId) -> Result<&'a Person, Refused> {
    match ctx.site.people.get(&name) {
        None => Ground::Staff.refuse(Reason::UnknownPerson { who: name }),
        Some(person) if person.standing == Standing::Left => {
            Ground::Staff.refuse(Reason::HasLeft { who: name })
        }
        Some(_) if ctx.by == Principal::Staff(name) => Ground::Staff.refuse(Reason::OwnAccount { who: name }),
        Some(person) => Ok(person),
    }
}

/// Refuses to leave the site without an administrator.
fn not_the_last_admin(ctx: &Ctx<'_>, name: PersonId) -> Result<(), Refused> {
    let admins = || ctx.site.people.iter().filter(|(_, person)| person.is(Grant::ADMIN));
    if admins().any(|(own, _)| *own == name) && admins().count() == 1 {
        return Ground::Staff.refuse(Reason::LastAdmin { who: name });
    }
    Ok(())
}
