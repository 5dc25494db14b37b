//! Limits beside the minimum and maximum of a wager: totals of the table, and stakes that a bet has for itself. They change
//! between coups, by whoever changes limits here; wagers that lie keep what they were accepted under.

use punto_rulebook::known::{Choice, LimitChangeNotice};
use punto_rulebook::{BetKind, Rule};
use punto_vocab::{BetId, Citation, Money};

use super::session::all_agree;
use super::{Ctx, Decision, event, signs};
use crate::command::{Matter, Proposal};
use crate::event::Happening;
use crate::opening::Range;
use crate::reason::{Hindrance, Reason, Refused};
use crate::state::Open;

/// Whoever changes limits may change this one now; what it rests on. With a proposal it is a minimum or maximum, which
/// needs what the document asks for before it changes one.
fn may_change(ctx: &Ctx<'_>, open: &Open, proposal: Option<&Proposal>) -> Result<Citation, Refused> {
    let rules = &ctx.book.procedure;
    let by = if let Some(rule) = rules.get(Rule::ChangeLimits) {
        ctx.one_of(&rule.roles, &rule.by)?;
        match (proposal, rules.get(Rule::ChangeByConsent)) {
            (Some(_), Some(consent)) => {
                all_agree(ctx, open, Matter::Limits, proposal, &consent.by)?;
                rule.by.and(&consent.by)
            }
            _ => rule.by.clone(),
        }
    } else if let Some(notice) = open.terms.choice::<LimitChangeNotice>() {
        let by = LimitChangeNotice::SETTING.citation();
        let officer = ctx.rule(Rule::Correction)?;
        ctx.one_of(&officer.roles, &by)?;
        if notice != LimitChangeNotice::AtOnce {
            all_agree(ctx, open, Matter::Limits, proposal, &by)?;
        }
        by
    } else {
        ctx.entitled(Rule::RaiseMinimum)?.by.clone()
    };
    if open.in_coup() {
        return ctx.refuse(&by, Reason::InCoup);
    }
    Ok(by)
}

/// The clause that knows the total, and a total that can be one.
fn total<'c>(ctx: &Ctx<'_>, known: Option<&'c Citation>, amount: Money) -> Result<&'c Citation, Refused> {
    let Some(known) = known else {
        return ctx.refuse(&ctx.order(), Reason::NotNow(Hindrance::LimitNotHere));
    };
    if !amount.is_positive() || amount > Money::LARGEST {
        return ctx.refuse(known, Reason::NotNow(Hindrance::LimitNotHere));
    }
    Ok(known)
}

pub(super) fn change_differential(ctx: &Ctx<'_>, open: &Open, amount: Money) -> Decision {
    let known = total(ctx, ctx.book.limits.differential.as_ref(), amount)?;
    let by = may_change(ctx, open, None)?;
    Ok(vec![event(Happening::DifferentialChanged { amount }, &by.and(known))])
}

pub(super) fn change_area(ctx: &Ctx<'_>, open: &Open, amount: Money) -> Decision {
    let known = total(ctx, ctx.book.limits.area_maximum.as_ref(), amount)?;
    let by = may_change(ctx, open, None)?;
    Ok(vec![event(Happening::AreaChanged { amount }, &by.and(known))])
}

/// The stakes of a side bet change; a higher minimum waits for the table to be opened anew where it needs a sign.
pub(super) fn change_stakes(ctx: &Ctx<'_>, open: &Open, bet: BetId, limits: Range) -> Decision {
    signs::sound(ctx, limits)?;
    let side = |kind: BetKind| kind == BetKind::Side;
    let Some(offer) = open.terms.offer(bet).filter(|offer| side(offer.kind)) else {
        return ctx.refuse(&ctx.book.limits.posted, Reason::NotNow(Hindrance::LimitNotHere));
    };
    let by = may_change(ctx, open, Some(&Proposal::Limits(limits)))?;
    if let Some(rule) = ctx.book.procedure.get(Rule::RaiseMinimum).filter(|_| limits.0.min > offer.span.min) {
        return ctx.refuse(&rule.by, Reason::NoSign { minutes: rule.minutes.unwrap_or(0) });
    }
    let own = ctx.book.bet(bet).and_then(|bet| bet.own_limits.as_ref());
    let by = own.map_or_else(|| by.clone(), |own| by.and(own));
    Ok(vec![event(Happening::StakesChanged { bet, limits }, &by)])
}
