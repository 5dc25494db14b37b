//! Disputes, and what is done when the integrity of a promotion is in doubt.

use punto_rulebook::PromotionRule as R;
use punto_vocab::line::Words;
use punto_vocab::{Actor, Citation, PersonId, Role};

use super::{Ctx, Decision, event};
use crate::event::Happening;
use crate::reason::Reason;
use crate::state::{Claim, Dispute, Outcome, Stage};

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

/// The house decides a dispute, once. Where it is decided for whoever claimed a prize, their claim waits again.
pub(super) fn rule(ctx: &Ctx<'_>, person: PersonId, upheld: Option<u8>, what: &Words) -> Decision {
    let rule = ctx.entitled(R::Dispute)?;
    match last(ctx, person) {
        None => ctx.refuse(&rule.by, Reason::NoDispute { person }),
        Some(own) if own.ruling.is_some() => ctx.refuse(&rule.by, Reason::Final),
        Some(_) => {
            let ruled = event(Happening::Ruled { person, upheld, what: what.clone() }, &rule.by);
            let follows = upheld.map(|prize| uphold(ctx, prize, person, &rule.by)).transpose()?;
            Ok([ruled].into_iter().chain(follows.into_iter().flatten()).collect())
        }
    }
}

/// What follows where a claim that was refused should not have been: it waits again, and a prize that has gone to the next
/// entry comes back while nobody has it for good.
fn uphold(ctx: &Ctx<'_>, prize: u8, person: PersonId, by: &Citation) -> Decision {
    ctx.not_cancelled()?;
    let own = ctx.prize(prize)?;
    let refused =
        |claim: &&Claim| claim.claimant == person && matches!(claim.outcome, Outcome::Refused { .. });
    let wins = |entry: u32| own.win.as_ref().is_some_and(|win| win.ticket.entry == entry);
    let had = |claim: &&Claim| {
        let its = ctx.own.entries.get(&claim.of) == Some(&person);
        its && (wins(claim.of) || own.passed_over.contains(&claim.of))
    };
    let Some(claim) = own.claims.iter().filter(refused).find(had) else {
        return ctx.refuse(by, Reason::NothingToUphold { person });
    };
    if own.awarded.is_some() {
        return ctx.refuse(by, Reason::AwardedAlready { prize });
    }
    let reopened = event(Happening::ClaimReopened { prize, claimant: person }, by);
    if wins(claim.of) {
        return Ok(vec![reopened]);
    }
    let since =
        own.winner().filter(|winner| own.claim(*winner).is_some_and(|own| own.outcome == Outcome::Accepted));
    if let Some(winner) = since {
        return ctx.refuse(by, Reason::HasAnother { winner });
    }
    let reinstated = Happening::Reinstated { prize, winner: person, entry: claim.of };
    Ok(vec![event(reinstated, by), reopened])
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

/// The inspectorate is told that the promotion was put off or cancelled: an inspector says so, or the operator says who was
/// told.
pub(super) fn tell_inspectorate(ctx: &Ctx<'_>, whom: Option<&Words>) -> Decision {
    let rule = ctx.rule(R::Integrity)?;
    let inspector = matches!(ctx.by, Actor::Staff(Role::RegulatorInspector, _));
    if !inspector {
        ctx.entitled(R::Integrity)?;
    }
    match ctx.own.untold {
        None => ctx.refuse(&rule.by, Reason::NothingToReport),
        Some(_) if whom.is_none() && !inspector => ctx.refuse(&rule.by, Reason::NotSaidWhom),
        Some(_) => Ok(vec![event(Happening::InspectorateTold { whom: whom.cloned() }, &rule.by)]),
    }
}
