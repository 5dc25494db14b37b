//! Who works here, with which grants and whose password.

use punto_vocab::PersonId;
use punto_vocab::line::Words;

use super::proposals::{alone, by_two};
use super::sign_ins::end_all;
use super::{Ctx, Decision, event};
use crate::cause::Cause;
use crate::event::{Ending, Event, Happening};
use crate::grant::Grant;
use crate::ground::Ground;
use crate::measure::Measure;
use crate::principal::Principal;
use crate::reason::{Reason, Refused};
use crate::right::Right;
use crate::several::GrantSet;
use crate::state::{Person, Standing};

/// A founder, made at the first start: two who make accounts, and one who agrees to them.
///
/// A house that was founded with fewer is completed by the server's own machine, and that is noted.
pub(super) fn found(ctx: &Ctx<'_>, name: PersonId, grant: Option<Grant>) -> Decision {
    ctx.only_system()?;
    let as_what = grant.unwrap_or(Grant::ADMIN);
    let here = || ctx.site.people.values().filter(|person| person.standing != Standing::Left);
    let complete = match as_what {
        Grant::ADMIN => here().filter(|person| person.grants.contains(&Grant::ADMIN)).count() >= 2,
        other if other.allows(Right::ApproveStaff) => here().any(Person::seconds_staff),
        grant => return Ground::Staff.refuse(Reason::NoFounder { grant }),
    };
    if complete {
        return Ground::Staff.refuse(Reason::AlreadyFounded);
    }
    new_name(ctx, name)?;
    let mut events = vec![event(Happening::Founded { name, grant }, Ground::Staff)];
    events.extend(alone(ctx, Cause::FoundedAlone { name, grant }));
    Ok(events)
}

/// Puts somebody on staff, with what they are trusted with. It takes two, so that each has half of the first password.
pub(super) fn hire(ctx: &Ctx<'_>, name: PersonId, grants: Option<&GrantSet>) -> Decision {
    ctx.may(Right::ManageStaff)?;
    new_name(ctx, name)?;
    let each = || grants.into_iter().flat_map(GrantSet::iter);
    for asked in each() {
        if let Some(has) = each().find(|has| has.clash(asked)) {
            return Ground::DutiesApart.refuse(Reason::DutiesClash { who: name, has, asked });
        }
    }
    let mut events = vec![event(Happening::Hired { name }, Ground::Staff)];
    events.extend(each().map(|grant| event(Happening::Granted { name, grant }, Ground::Grants)));
    if ctx.by == Principal::System && !each().any(Grant::takes_two) {
        return Ok(events);
    }
    by_two(ctx, Measure::Hire { name, grants: grants.cloned() }, events)
}

pub(super) fn grant(ctx: &Ctx<'_>, name: PersonId, grant: Grant) -> Decision {
    ctx.may(Right::ManageStaff)?;
    let person = other(ctx, name)?;
    no_program(person, name)?;
    if person.grants.contains(&grant) {
        return Ground::Grants.refuse(Reason::HasGrant { who: name, grant });
    }
    if let Some(has) = person.grants.iter().find(|has| has.clash(grant)) {
        let reason = Reason::DutiesClash { who: name, has: *has, asked: grant };
        return Ground::DutiesApart.refuse(reason);
    }
    if grant == Grant::ADMIN {
        not_the_last_second(ctx, name)?;
    }
    let granted = event(Happening::Granted { name, grant }, Ground::Grants);
    if grant.takes_two() {
        return by_two(ctx, Measure::Grant { name, grant }, vec![granted]);
    }
    Ok(vec![granted])
}

pub(super) fn withdraw(ctx: &Ctx<'_>, name: PersonId, grant: Grant) -> Decision {
    ctx.may(Right::ManageStaff)?;
    let person = other(ctx, name)?;
    no_program(person, name)?;
    if !person.grants.contains(&grant) {
        return Ground::Grants.refuse(Reason::LacksGrant { who: name, grant });
    }
    if grant == Grant::ADMIN {
        not_the_last_admin(ctx, name)?;
    }
    if grant.allows(Right::ApproveStaff) {
        not_the_last_second(ctx, name)?;
    }
    let mut events = vec![event(Happening::Withdrawn { name, grant }, Ground::Grants)];
    events.extend(end_all(ctx, name, Ending::Grants, None));
    taken(ctx, grant.checks_others(), Measure::Withdraw { name, grant }, events)
}

pub(super) fn disable(ctx: &Ctx<'_>, name: PersonId, why: &Words) -> Decision {
    ctx.may(Right::ManageStaff)?;
    let person = other(ctx, name)?;
    if person.standing == Standing::Disabled {
        return Ground::Staff.refuse(Reason::Disabled { who: name });
    }
    not_the_last_admin(ctx, name)?;
    not_the_last_second(ctx, name)?;
    let mut events = vec![event(Happening::Disabled { name, why: why.clone() }, Ground::Staff)];
    events.extend(end_all(ctx, name, Ending::Barred, None));
    taken(ctx, person.checks_others(), Measure::Disable { name, why: why.clone() }, events)
}

pub(super) fn enable(ctx: &Ctx<'_>, name: PersonId) -> Decision {
    ctx.may(Right::ManageStaff)?;
    let person = other(ctx, name)?;
    if person.standing == Standing::Enabled {
        return Ground::Staff.refuse(Reason::NotDisabled { who: name });
    }
    // An account that comes back is one given, whatever it may do now and be given next.
    let enabled = event(Happening::Enabled { name }, Ground::Staff);
    by_two(ctx, Measure::Enable { name }, vec![enabled])
}

pub(super) fn leave(ctx: &Ctx<'_>, name: PersonId) -> Decision {
    ctx.may(Right::ManageStaff)?;
    let person = other(ctx, name)?;
    not_the_last_admin(ctx, name)?;
    not_the_last_second(ctx, name)?;
    let mut events = vec![event(Happening::Left { name }, Ground::Staff)];
    events.extend(end_all(ctx, name, Ending::Barred, None));
    taken(ctx, person.checks_others(), Measure::Leave { name }, events)
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

/// A person has proved a second factor of their own, in a session of their own. Another takes a password that is reset.
pub(super) fn set_factor(ctx: &Ctx<'_>, session: u32) -> Decision {
    let Some(open) = ctx.site.session(session) else {
        return Ground::Sessions.refuse(Reason::NoSession { session });
    };
    let name = open.who;
    let own = ctx.by == Principal::Staff(name);
    match ctx.site.people.get(&name).filter(|_| own) {
        None => Ground::SecondFactor.refuse(Reason::NotOwnAccount { who: name }),
        Some(person) if person.program.is_some() => Ground::Programs.refuse(Reason::IsProgram { who: name }),
        Some(person) if person.factor => Ground::SecondFactor.refuse(Reason::FactorKnown { who: name }),
        Some(_) => Ok(vec![event(Happening::FactorSet { name }, Ground::SecondFactor)]),
    }
}

/// Gives a person a password for one sign-in. It takes two whoever it is for, and each has half of it: nobody can sign
/// in as somebody else alone.
pub(super) fn reset_password(ctx: &Ctx<'_>, name: PersonId) -> Decision {
    ctx.may(Right::ManageStaff)?;
    no_program(other(ctx, name)?, name)?;
    let mut events = vec![event(Happening::PasswordReset { name }, Ground::Password)];
    events.extend(end_all(ctx, name, Ending::Password, None));
    by_two(ctx, Measure::ResetPassword { name }, events)
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

/// An office or an account is taken away: at once, so that somebody can be stopped, but from whoever watches others or
/// is the second person for them by two.
fn taken(ctx: &Ctx<'_>, checks_others: bool, what: Measure, events: Vec<Event>) -> Decision {
    if checks_others { by_two(ctx, what, events) } else { Ok(events) }
}

/// Refuses what only people have: a password, and more than one role.
fn no_program(person: &Person, who: PersonId) -> Result<(), Refused> {
    match person.program {
        Some(_) => Ground::Programs.refuse(Reason::IsProgram { who }),
        None => Ok(()),
    }
}

/// Names that differ in capitals only are mistaken for each other, and a leaver's name stays a leaver's.
pub(super) fn new_name(ctx: &Ctx<'_>, name: PersonId) -> Result<(), Refused> {
    let like = ctx.site.people.keys().find(|known| known.as_str().eq_ignore_ascii_case(name.as_str()));
    match like {
        Some(like) => Ground::Staff.refuse(Reason::NameTaken { name, like: *like }),
        None => Ok(()),
    }
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

/// Refuses to leave the site without anybody who can agree to accounts of staff.
fn not_the_last_second(ctx: &Ctx<'_>, name: PersonId) -> Result<(), Refused> {
    let seconds = || ctx.site.people.iter().filter(|(_, person)| person.seconds_staff());
    if seconds().any(|(own, _)| *own == name) && seconds().count() == 1 {
        return Ground::Staff.refuse(Reason::LastSecond { who: name });
    }
    Ok(())
}
