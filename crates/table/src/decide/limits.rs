//! What may be wagered, as it changes while the table is open: minimum and maximum, those of one bet, and totals of the
//! table. They are changed by whoever changes limits here; wagers that lie keep what they were accepted under, and a coup
//! that is on keeps its own.

use punto_lines::{Happening, Hindrance, Matter, Proposal, Reason, Refused};
use punto_rulebook::known::{Choice, LimitChangeNotice};
use punto_rulebook::{Procedure, Rule, Span};
use punto_vocab::{BetId, Citation, Money, Role};

use super::session::all_agree;
use super::signs::been_up;
use super::{Ctx, Decision, event};
use punto_rulebook::Range;
use punto_state::{Open, Sign};

/// Refuses limits between which nothing lies.
pub(super) fn sound(ctx: &Ctx<'_>, Range(span): Range) -> Result<(), Refused> {
    if !span.min.is_positive() || span.min > span.max || span.max > Money::LARGEST {
        let reason = punto_rulebook::TermsReason::EmptySpan(span);
        return ctx.refuse(&ctx.book.limits.posted, Reason::Terms(reason));
    }
    Ok(())
}

pub(super) fn change_limits(ctx: &Ctx<'_>, open: &Open, limits: Range) -> Decision {
    sound(ctx, limits)?;
    let sign = Sign::Limits(limits.0.min, limits.0.max);
    let by =
        announced(ctx, open, open.coming_terms().limits.wager, limits, &sign, &Proposal::Limits(limits))?;
    Ok(vec![event(Happening::LimitsChanged { limits }, &by)])
}

/// The limits of one bet change, which is one area of the layout; they need what those of the table need.
pub(super) fn change_stakes(ctx: &Ctx<'_>, open: &Open, bet: BetId, limits: Range) -> Decision {
    sound(ctx, limits)?;
    let Some(offer) = open.coming_terms().offer(bet) else {
        return ctx.refuse(&ctx.book.limits.posted, Reason::NotNow(Hindrance::LimitNotHere));
    };
    let sign = Sign::Stakes(bet, limits.0.min, limits.0.max);
    let by = announced(ctx, open, offer.span, limits, &sign, &Proposal::Stakes(bet, limits))?;
    Ok(vec![event(Happening::StakesChanged { bet, limits }, &by.and(&offer.span_by))])
}

/// What a new minimum and maximum rest on, by whoever may change them now, once they were announced or agreed to as the
/// document or the house wants it.
fn announced(
    ctx: &Ctx<'_>,
    open: &Open,
    old: Span,
    Range(new): Range,
    sign: &Sign,
    proposal: &Proposal,
) -> Result<Citation, Refused> {
    // Tasmania gates every change; New South Wales only a higher minimum.
    if let Some(rule) = ctx.book.procedure.get(Rule::ChangeLimits) {
        ctx.one_of(&rule.roles, &rule.by)?;
        let notice = ctx.rule(Rule::ChangeByNotice)?;
        let Err(refused) = been_up(ctx, open, sign, notice) else { return Ok(rule.by.and(&notice.by)) };
        let consent = ctx.rule(Rule::ChangeByConsent)?;
        return match all_agree(ctx, open, Matter::Limits, Some(proposal), &consent.by) {
            Ok(()) if !open.patrons.arrived.is_empty() => Ok(rule.by.and(&consent.by)),
            _ => Err(refused),
        };
    }
    if let Some(notice) = open.terms.choice::<LimitChangeNotice>() {
        let (by, officer) = house_says(ctx, open)?;
        match minutes_of(notice) {
            None => all_agree(ctx, open, Matter::Limits, Some(proposal), &by)?,
            Some(0) => {}
            minutes @ Some(_) => {
                been_up(ctx, open, sign, &Procedure { by: by.clone(), minutes, ..officer.clone() })?;
            }
        }
        return Ok(by);
    }
    let rule = ctx.entitled(Rule::RaiseMinimum)?;
    // The sign is for the minimum; whatever maximum it shows, another may be set with it.
    if new.min > old.min {
        let same = |own: &&Sign| own.same_minimum(sign);
        let up = open.signs.keys();
        let sign = up.clone().find(|own| *own == sign).or_else(|| up.clone().find(same)).unwrap_or(sign);
        been_up(ctx, open, sign, rule)?;
    }
    Ok(rule.by.clone())
}

pub(super) fn between_coups(ctx: &Ctx<'_>, open: &Open, by: &Citation) -> Result<(), Refused> {
    if open.in_coup() { ctx.refuse(by, Reason::InCoup) } else { Ok(()) }
}

/// For how long the house has new limits shown; none where patrons agree to them instead.
pub(super) fn minutes_of(notice: LimitChangeNotice) -> Option<u32> {
    match notice {
        LimitChangeNotice::Consent => None,
        LimitChangeNotice::AtOnce => Some(0),
        LimitChangeNotice::After20Minutes => Some(20),
        LimitChangeNotice::After30Minutes => Some(30),
        LimitChangeNotice::After60Minutes => Some(60),
    }
}

/// Where the document does not say how limits change during play, the house does; the operator or the officer who answers
/// for the game changes them.
fn house_says<'c>(ctx: &'c Ctx<'_>, open: &Open) -> Result<(Citation, &'c Procedure), Refused> {
    let by = LimitChangeNotice::SETTING.citation();
    let officer = house_officer(ctx, &by)?;
    between_coups(ctx, open, &by)?;
    Ok((by, officer))
}

/// Refuses everybody else there.
pub(super) fn house_officer<'c>(ctx: &'c Ctx<'_>, by: &Citation) -> Result<&'c Procedure, Refused> {
    let officer = ctx.rule(Rule::Correction)?;
    let house = Some(Role::CasinoOperator).filter(|house| !officer.roles.contains(house));
    ctx.one_of(&officer.roles.iter().copied().chain(house).collect::<Vec<_>>(), by)?;
    Ok(officer)
}

/// What another total rests on, by whoever may change it now. No document asks for notice of one; where the house says
/// how limits change and wants more than its officer's word, patrons agree.
fn total_by(ctx: &Ctx<'_>, open: &Open) -> Result<Citation, Refused> {
    if let Some(rule) = ctx.book.procedure.get(Rule::ChangeLimits) {
        ctx.one_of(&rule.roles, &rule.by)?;
        return Ok(rule.by.clone());
    }
    if let Some(notice) = open.terms.choice::<LimitChangeNotice>() {
        let (by, _) = house_says(ctx, open)?;
        if notice != LimitChangeNotice::AtOnce {
            all_agree(ctx, open, Matter::Limits, None, &by)?;
        }
        return Ok(by);
    }
    let rule = ctx.entitled(Rule::RaiseMinimum)?;
    Ok(rule.by.clone())
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
    let by = match ctx.book.procedure.get(Rule::TableDifferential) {
        // Whom a clause names sets it; what the house says of minimum and maximum takes it from nobody.
        Some(rule) => {
            ctx.one_of(&rule.roles, &rule.by)?;
            between_coups(ctx, open, &rule.by)?;
            rule.by.clone()
        }
        None => total_by(ctx, open)?,
    };
    Ok(vec![event(Happening::DifferentialChanged { amount }, &by.and(known))])
}

/// The most on one area changes, or on all that have no figure of their own.
pub(super) fn change_area(ctx: &Ctx<'_>, open: &Open, bet: Option<BetId>, amount: Money) -> Decision {
    let known = total(ctx, ctx.book.limits.area_maximum.as_ref(), amount)?;
    if bet.is_some_and(|bet| open.terms.offer(bet).is_none()) {
        return ctx.refuse(known, Reason::NotNow(Hindrance::LimitNotHere));
    }
    let by = total_by(ctx, open)?;
    Ok(vec![event(Happening::AreaChanged { amount, bet }, &by.and(known))])
}
