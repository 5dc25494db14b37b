//! Disputes, and what is done when the integrity of a promotion is in doubt.

use punto_rulebook::PromotionRule as R;
use punto_vocab::PersonId;
use punto_vocab::line::Words;

use super::{Ctx, Decision, event};
use crate::event::Happening;
use crate::reason::Reason;
use crate::state::{Dispute, Stage};

/// Somebody disputes something of the conditions. What was decided is not disputed again.
pub(super) fn dispute(ctx: &Ctx<'_>, person: PersonId, what: &Words) -> Decision {
    let rule = ctx.rule(R::Dispute)?;
    ctx.own_word(person, &rule.by)?;
    ctx.published()?;
    let mut own = ctx.own.disputes.iter().filter(|own| own.person == person);
    if own.clone().any(|own| own.ruling.is_none()) {
        return ctx.refuse(&rule.by, Reason::InDispute { person });
    }
    match own.any(|own| own.what == *what) {
        true => ctx.refuse(&rule.by, Reason::Final),
        false => Ok(vec![event(Happening::Disputed { person, what: what.clone() }, &rule.by)]),
    }
}

/// The house decides a dispute, once.
pub(super) fn rule(ctx: &Ctx<'_>, person: PersonId, what: &Words) -> Decision {
    let rule = ctx.entitled(R::Dispute)?;
    match last(ctx, person) {
        None => ctx.refuse(&rule.by, Reason::NoDispute { person }),
        Some(own) if own.ruling.is_some() => ctx.refuse(&rule.by, Reason::Final),
        Some(_) => Ok(vec![event(Happening::Ruled { person, what: what.clone() }, &rule.by)]),
    }
}

/// Somebody is not satisfied with what was decided.
pub(super) fn object(ctx: &Ctx<'_>, person: PersonId) -> Decision {
    let rule = ctx.rule(R::Dispute)?;
    ctx.own_word(person, &rule.by)?;
    match last(ctx, person).filter(|own| own.ruling.is_some() && !own.objected) {
        Some(_) => Ok(vec![event(Happening::Objected { person }, &rule.by)]),
        None => ctx.refuse(&rule.by, Reason::NoRuling { person }),
    }
}

/// Such a person is told where to complain.
pub(super) fn advise(ctx: &Ctx<'_>, person: PersonId) -> Decision {
    let rule = ctx.entitled(R::Dispute)?;
    match last(ctx, person).filter(|own| own.objected && !own.advised) {
        Some(_) => Ok(vec![event(Happening::Advised { person }, &rule.by)]),
        None => ctx.refuse(&rule.by, Reason::NothingToTell { person }),
    }
}

fn last<'a>(ctx: &'a Ctx<'_>, person: PersonId) -> Option<&'a Dispute> {
    ctx.own.disputes.iter().rev().find(|own| own.person == person)
}

/// Puts the promotion off until its integrity is beyond doubt.
pub(super) fn postpone(ctx: &Ctx<'_>, why: &Words) -> Decision {
    let rule = ctx.entitled(R::Integrity)?;
    ctx.running()?;
    match ctx.own.is_over() {
        true => ctx.refuse(&rule.by, Reason::Over),
        false => Ok(vec![event(Happening::Postponed { why: why.clone() }, &rule.by)]),
    }
}

/// Goes on, once its integrity was found to be beyond doubt and the inspectorate knows of it.
pub(super) fn resume(ctx: &Ctx<'_>, why: &Words) -> Decision {
    let rule = ctx.entitled(R::Integrity)?;
    if ctx.own.stage != Stage::Postponed {
        return ctx.refuse(&rule.by, Reason::NotPostponed);
    }
    match ctx.own.untold {
        Some(_) => ctx.refuse(&rule.by, Reason::InspectorateNotTold),
        None => Ok(vec![event(Happening::Resumed { why: why.clone() }, &rule.by)]),
    }
}

/// Cancels what has not been awarded; what has been stays with whoever has it.
pub(super) fn cancel(ctx: &Ctx<'_>, why: &Words) -> Decision {
    let rule = ctx.entitled(R::Integrity)?;
    ctx.published()?;
    if ctx.own.stage == Stage::Cancelled {
        return ctx.refuse(&rule.by, Reason::Cancelled);
    }
    match ctx.own.is_over() {
        true => ctx.refuse(&rule.by, Reason::Over),
        false => Ok(vec![event(Happening::Cancelled { why: why.clone() }, &rule.by)]),
    }
}

/// The inspectorate is told that the promotion was put off or cancelled.
pub(super) fn tell_inspectorate(ctx: &Ctx<'_>) -> Decision {
    let rule = ctx.entitled(R::Integrity)?;
    match ctx.own.untold {
        Some(_) => Ok(vec![event(Happening::InspectorateTold, &rule.by)]),
        None => ctx.refuse(&rule.by, Reason::NothingToReport),
    }
}
