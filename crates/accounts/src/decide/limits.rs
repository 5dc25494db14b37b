//! Limits of play, and exclusion.

use punto_site::TableId;
use punto_vocab::Time;
use punto_vocab::line::Words;
use punto_vocab::{Money, PersonId};

use super::{Ctx, Decision, event};
use crate::command::SessionEnd;
use crate::event::Happening;
use crate::ground::AccountRule;
use crate::limit::{Limit, LimitKind, Most, Span, Whose};
use crate::reason::{Reason, Refused};
use crate::state::{Account, Exclusion};

/// A limit becomes tighter at once; a patron's own becomes looser after a day, when the wish has lasted.
pub(super) fn limit(
    ctx: &Ctx<'_>,
    (kind, span): (LimitKind, Span),
    most: Most,
    (seconded, wait): (Option<PersonId>, Option<u32>),
) -> Decision {
    let whose = ctx.whose()?;
    ctx.not_twice(seconded)?;
    if !most.measures(kind) {
        return AccountRule::Limits.refuse(Reason::WrongMeasure { kind, most });
    }
    let same = |limit: &&Limit| (limit.whose, limit.kind, limit.span) == (whose, kind, span);
    let known = ctx.account.limits.iter().find(same);
    let waiting = known.and_then(|limit| limit.waiting).filter(|(_, from)| ctx.at < *from);
    let current = ctx.account.limit(whose, kind, span, ctx.at);
    let told = waiting.map_or(current, |(most, _)| most);
    if most == told {
        return AccountRule::Limits.refuse(Reason::SameLimit { kind, span, most });
    }
    let looser = current.is_below(most);
    let what = if looser && whose == Whose::Own {
        // The law of the place may ask for longer, never for less.
        let hours = wait.unwrap_or_default().max(Account::LOOSER_AFTER_HOURS);
        let from = ctx.at.plus_hours(hours);
        Happening::LimitWaits { whose, kind, span, most, from }
    } else {
        Happening::LimitSet { whose, kind, span, most, seconded }
    };
    Ok(vec![event(what, AccountRule::Limits)])
}

/// The patron was asked for limits and wants none.
pub(super) fn decline(ctx: &Ctx<'_>) -> Decision {
    ctx.own()?;
    if ctx.account.limits_asked {
        return AccountRule::Limits.refuse(Reason::LimitsAnswered);
    }
    Ok(vec![event(Happening::LimitsDeclined, AccountRule::Limits)])
}

/// Nobody plays until then. It may be made longer, never shorter; the patron is signed out.
pub(super) fn exclude(ctx: &Ctx<'_>, until: Option<Time>) -> Decision {
    let whose = ctx.whose()?;
    if let Some(until) = until.filter(|until| *until <= ctx.at) {
        return AccountRule::Exclusion.refuse(Reason::ExclusionPast { until });
    }
    let known = match whose {
        Whose::Own => ctx.account.own_exclusion,
        Whose::House => ctx.account.house_exclusion,
    };
    let known = known.filter(|exclusion| exclusion.holds(ctx.at));
    let longer = match (known, until) {
        (None, _) => true,
        (Some(Exclusion { until: None }), _) => false,
        (Some(Exclusion { until: Some(_) }), None) => true,
        (Some(Exclusion { until: Some(known) }), Some(until)) => until > known,
    };
    if !longer {
        return AccountRule::Exclusion.refuse(Reason::NotLonger);
    }
    let what = match until {
        Some(until) => Happening::Excluded { whose, until },
        None => Happening::ExcludedForGood { whose },
    };
    let mut events = vec![event(what, AccountRule::Exclusion)];
    events.extend(ctx.account.session.map(|session| {
        let (session, end) = (session.number, SessionEnd::Excluded);
        event(Happening::SessionEnded { session, end }, AccountRule::Exclusion)
    }));
    Ok(events)
}

/// The house takes its own exclusion back; a patron's own runs out or lasts.
pub(super) fn lift_exclusion(ctx: &Ctx<'_>, why: &Words, seconded: Option<PersonId>) -> Decision {
    ctx.staff()?;
    ctx.not_twice(seconded)?;
    match ctx.account.house_exclusion.filter(|exclusion| exclusion.holds(ctx.at)) {
        Some(_) => {
            let why = why.clone();
            Ok(vec![event(Happening::ExclusionLifted { why, seconded }, AccountRule::Exclusion)])
        }
        None => AccountRule::Exclusion.refuse(Reason::NoExclusion),
    }
}

/// Refuses an amount that any limit of this kind has no room for; the lowest wins.
pub(super) fn room(account: &Account, at: Time, kind: LimitKind, asked: Money) -> Result<(), Refused> {
    for limit in account.limits.iter().filter(|limit| limit.kind == kind) {
        let (most, used) = (limit.at(at), account.used(kind, limit.span, at));
        if let (Most::Money(allowed), Most::Money(spent)) = (most, used)
            && asked > allowed - spent
        {
            return over(limit, most, used);
        }
    }
    Ok(())
}

/// Refuses a wager after which more could be lost than a limit allows; asked for every wager, not only when money goes to
/// a table, since a limit may have been made tighter since then. `hand` is what the patron has there besides wagers, before
/// the wager and after it; whatever gives something back is free.
pub fn may_stake(account: &Account, at: Time, table: TableId, hand: (Money, Money)) -> Result<(), Refused> {
    let (before, after) = hand;
    if after >= before {
        return Ok(());
    }
    for limit in account.limits.iter().filter(|limit| limit.kind == LimitKind::Loss) {
        let most = limit.at(at);
        if let Most::Money(allowed) = most
            && account.at_stake(table, after, limit.span, at) > allowed
        {
            return over(limit, most, Most::Money(account.at_stake(table, before, limit.span, at)));
        }
    }
    Ok(())
}

/// Refuses to go on when a limit of time is used up.
pub(super) fn time_left(account: &Account, at: Time) -> Result<(), Refused> {
    for limit in account.limits.iter().filter(|limit| limit.kind == LimitKind::Time) {
        let (most, used) = (limit.at(at), account.used(LimitKind::Time, limit.span, at));
        if let (Most::Minutes(allowed), Most::Minutes(played)) = (most, used)
            && played >= allowed
        {
            return over(limit, most, used);
        }
    }
    Ok(())
}

fn over(limit: &Limit, most: Most, used: Most) -> Result<(), Refused> {
    let (whose, kind, span) = (limit.whose, limit.kind, limit.span);
    AccountRule::Limits.refuse(Reason::OverLimit { whose, kind, span, most, used })
}
