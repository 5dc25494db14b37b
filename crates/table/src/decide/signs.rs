//! Signs with their clocks, and what they let change: variant, restrictions, a patron's own limits.

use std::sync::Arc;

use punto_lines::{
    Command, Event, Happening, Hindrance, Matter, Proposal, Reason, Refused, SharedTerms, SignName,
};
use punto_rulebook::known::{Choice, LimitChangeNotice};
use punto_rulebook::{Procedure, Rule, Span, Terms, Way};
use punto_vocab::line::Words;
use punto_vocab::{BetId, Citation, Money, PersonId, Role, Time};

use super::limits::{between_coups, house_officer, minutes_of, sound};
use super::session::all_agree;
use super::{Ctx, Decision, event};
use punto_rulebook::Range;
use punto_state::{Agreement, Open, Sign, Topic};

/// Refuses unless a sign has been up as long as the rule wants.
pub(super) fn been_up(ctx: &Ctx<'_>, open: &Open, sign: &Sign, rule: &Procedure) -> Result<(), Refused> {
    let minutes = rule.minutes.unwrap_or(0);
    let Some(posted) = open.signs.get(sign).copied() else {
        return ctx.refuse(&rule.by, Reason::NoSign { minutes });
    };
    let until = posted.due(minutes);
    if ctx.at < until {
        return ctx.refuse(&rule.by, Reason::SignTooNew { since: posted.since, minutes, until });
    }
    Ok(())
}

/// For how many minutes a sign must be up before what it announces, by the document or by the house.
fn notice(ctx: &Ctx<'_>, open: &Open, command: &Command) -> u32 {
    let of = |rule: Rule| ctx.book.procedure.get(rule).and_then(|rule| rule.minutes);
    // Of limits that need no notice the sign may speak at once.
    let of_limits = |new: &Range, old: Span| {
        let house = open.terms.choice().and_then(minutes_of).filter(|_| of(Rule::RaiseMinimum).is_none());
        let raise = of(Rule::RaiseMinimum).filter(|_| new.0.min > old.min);
        of(Rule::ChangeByNotice).or(raise).or(house)
    };
    match command {
        Command::PostLimits { limits, .. } => of_limits(limits, open.coming_terms().limits.wager),
        Command::PostStakes { bet, limits, .. } => of_limits(limits, open.coming_terms().limits.of(*bet)),
        Command::PostVariant { .. } => of(Rule::ChangeVariant),
        Command::PostClosure { .. } => of(Rule::CloseNotice),
        Command::PostOldMinimumEnds { .. } => of(Rule::EndOldMinimum),
        _ => None,
    }
    .unwrap_or(0)
}

/// Refuses a sign that speaks of a time before its notice is over.
fn far_enough(ctx: &Ctx<'_>, minutes: u32, from: Option<Time>, by: &Citation) -> Result<(), Refused> {
    let (since, until) = (ctx.at, ctx.at.plus_minutes(minutes));
    match from {
        Some(from) if from < until => ctx.refuse(by, Reason::SignTooNew { since, minutes, until }),
        Some(_) | None => Ok(()),
    }
}

pub(super) fn post(ctx: &Ctx<'_>, open: &Open, command: &Command) -> Decision {
    let rules = &ctx.book.procedure;
    let by = |list: &[Rule]| {
        list.iter()
            .find_map(|rule| rules.get(*rule))
            .map_or_else(|| ctx.book.limits.posted.clone(), |rule| rule.by.clone())
    };
    let (what, from, by) = match command {
        Command::PostLimits { limits, from } => {
            let what = Happening::PostedLimits { limits: *limits, from: *from };
            (what, *from, by(&[Rule::RaiseMinimum, Rule::ChangeByNotice]))
        }
        Command::PostStakes { bet, limits, from } => {
            sound(ctx, *limits)?;
            let Some(offer) = open.terms.offer(*bet) else {
                return ctx.refuse(&ctx.book.limits.posted, Reason::NotNow(Hindrance::LimitNotHere));
            };
            let what = Happening::PostedStakes { bet: *bet, limits: *limits, from: *from };
            (what, *from, by(&[Rule::RaiseMinimum, Rule::ChangeByNotice]).and(&offer.span_by))
        }
        Command::PostVariant { variant, from } => {
            if ctx.book.variant(variant.as_str()).is_none() {
                return ctx.refuse(&ctx.order(), Reason::NotNow(Hindrance::NoSuchSign));
            }
            // A form other than the usual one also needs a sign with its odds.
            let usual = ctx.book.variants.first().is_some_and(|first| *first.id == *variant.as_str());
            let change = by(&[Rule::ChangeVariant]);
            let odds = rules.get(Rule::VariantSign).filter(|_| !usual);
            let by = odds.map_or_else(|| change.clone(), |odds| change.and(&odds.by));
            (Happening::PostedVariant { variant: variant.clone(), from: *from }, *from, by)
        }
        Command::PostClosure { from } => {
            (Happening::PostedClosure { from: *from }, *from, by(&[Rule::CloseNotice]))
        }
        Command::PostOldMinimumEnds { from } => {
            (Happening::PostedOldMinimumEnds { from: *from }, *from, by(&[Rule::EndOldMinimum]))
        }
        Command::PostRestriction { bet } => {
            let Some(restriction) = ctx.book.bet(*bet).and_then(|bet| bet.restriction.as_ref()) else {
                return ctx.refuse(&ctx.order(), Reason::NotNow(Hindrance::CannotBeRestricted));
            };
            (Happening::PostedRestriction { bet: *bet }, None, restriction.sign.clone())
        }
        _ => return ctx.refuse(&ctx.order(), Reason::NotNow(Hindrance::NoSuchSign)),
    };
    far_enough(ctx, notice(ctx, open, command), from, &by)?;
    Ok(vec![event(what, &by)])
}

/// A sign comes down: what it announced needs another. That of a restriction stays as long as the restriction, and a
/// patron's own limits end with theirs.
pub(super) fn take_down(ctx: &Ctx<'_>, open: &Open, sign: &SignName) -> Decision {
    let restriction = match sign {
        SignName::Restriction(bet) => ctx.book.bet(*bet).and_then(|bet| bet.restriction.as_ref()),
        _ => None,
    };
    let by = restriction.map_or_else(|| ctx.book.limits.posted.clone(), |own| own.sign.clone());
    match (sign, sign.posted()) {
        (SignName::Restriction(bet), _) if open.restricted.contains(bet) => {
            return ctx.refuse(&by, Reason::NotNow(Hindrance::RestrictionHolds));
        }
        (_, Ok(posted)) if open.signs.contains_key(&posted) => by_who_announces(ctx, open, &posted)?,
        (_, Err(patron)) if open.patrons.personal.contains_key(&patron) => {
            let rule = ctx.entitled(Rule::PersonalLimits)?;
            between_coups(ctx, open, &rule.by)?;
            return Ok(vec![event(Happening::TakenDown { sign: sign.clone() }, &rule.by)]);
        }
        _ => return ctx.refuse(&by, Reason::NotNow(Hindrance::NoSuchSign)),
    }
    Ok(vec![event(Happening::TakenDown { sign: sign.clone() }, &by)])
}

/// Refuses everybody but who may do what a sign announces: without it they would have to wait again.
fn by_who_announces(ctx: &Ctx<'_>, open: &Open, sign: &Sign) -> Result<(), Refused> {
    let rules = &ctx.book.procedure;
    let rule = match sign {
        Sign::Limits(..) | Sign::Stakes(..) => {
            let own = rules.get(Rule::ChangeLimits).or(rules.get(Rule::RaiseMinimum));
            if own.is_none() && open.terms.choice::<LimitChangeNotice>().is_some() {
                return house_officer(ctx, &LimitChangeNotice::SETTING.citation()).map(drop);
            }
            own
        }
        Sign::Variant(_) => rules.get(Rule::ChangeVariant),
        Sign::Closure => rules.get(Rule::CloseNotice),
        Sign::OldMinimumEnds => rules.get(Rule::EndOldMinimum),
        Sign::Restriction(bet) => {
            let own = ctx.book.bet(*bet).and_then(|bet| bet.restriction.as_ref());
            return own.map_or(Ok(()), |own| ctx.one_of(&[Role::CasinoSupervisor], &own.sign));
        }
    };
    rule.map_or(Ok(()), |rule| ctx.one_of(&rule.roles, &rule.by))
}

/// The minimum rises at once; those who are there keep the old one, shown by a marker where they sit.
pub(super) fn raise_at_once(ctx: &Ctx<'_>, open: &Open, limits: Range) -> Decision {
    sound(ctx, limits)?;
    let rule = ctx.rule(Rule::RaiseAtOnce)?;
    ctx.one_of(&rule.roles, &rule.by)?;
    let old = open.coming_terms().limits.wager.min;
    if limits.0.min <= old {
        return ctx.refuse(&rule.by, Reason::NotNow(Hindrance::NoHigherMinimum));
    }
    let rules = &ctx.book.procedure;
    let mut events = vec![event(Happening::LimitsChanged { limits }, &rule.by)];
    // Who keeps an older minimum already keeps that one.
    let others = |patron: &&PersonId| !open.patrons.old_minimum.contains_key(*patron);
    for patron in open.patrons.arrived.iter().filter(others) {
        let home = home(open, *patron);
        let several = open.patrons.boxes.values().any(|own| own == patron);
        let marker = if several { Rule::OldMinimumHome } else { Rule::OldMinimumMarker };
        let by = rules.get(marker).map_or(&rule.by, |rule| &rule.by);
        events.push(event(Happening::OldMinimumKept { patron: *patron, minimum: old, at: home }, by));
    }
    // A box that was taken since an earlier rise keeps what stood until this one; no marker speaks of it.
    let new = open.patrons.boxes_taken_since().filter(|(.., kept)| kept.is_none());
    events.extend(
        new.map(|(at, patron, _)| event(Happening::BoxMinimumKept { patron, at, minimum: old }, &rule.by)),
    );
    if let Some(sign) = rules.get(Rule::TwoMinimums).filter(|_| !open.patrons.arrived.is_empty()) {
        events.push(event(Happening::Recorded { rule: Rule::TwoMinimums, note: None }, &sign.by));
    }
    Ok(events)
}

/// The box at which a patron is.
fn home(open: &Open, patron: PersonId) -> u8 {
    let stands = || open.patrons.standing.iter().find(|(_, own)| *own == patron).map_or(0, |(at, _)| *at);
    open.patrons.seat_of(patron).map_or_else(stands, |seat| seat.number())
}

pub(super) fn end_old_minimum(ctx: &Ctx<'_>, open: &Open) -> Decision {
    let rule = ctx.entitled(Rule::EndOldMinimum)?;
    between_coups(ctx, open, &rule.by)?;
    been_up(ctx, open, &Sign::OldMinimumEnds, rule)?;
    // A right that arose after the sign went up is none that the sign speaks of.
    if let (Some(newest), Some(posted), Some(minutes)) =
        (open.patrons.newest_right(), open.signs.get(&Sign::OldMinimumEnds), rule.minutes)
        && newest > posted.since
    {
        let until = newest.plus_minutes(minutes);
        return ctx.refuse(&rule.by, Reason::SignTooNew { since: newest, minutes, until });
    }
    // The sign speaks of the minimum that it shows; one that was set since is kept from by the right of that rise.
    let shown = open.signs.get(&Sign::OldMinimumEnds).and_then(|posted| posted.minimum);
    let shown = shown.filter(|shown| *shown < open.terms.limits.wager.min);
    let over = |(patron, (kept, _)): (&PersonId, &(Money, Time))| {
        let (patron, at) = (*patron, home(open, *patron));
        match shown.filter(|shown| kept < shown) {
            Some(minimum) => event(Happening::OldMinimumKept { patron, minimum, at }, &rule.by),
            None => event(Happening::OldMinimumOver { patron }, &rule.by),
        }
    };
    let mut events: Vec<Event> = open.patrons.old_minimum.iter().map(over).collect();
    if events.is_empty() {
        return ctx.refuse(&rule.by, Reason::NotNow(Hindrance::NoOldMinimum));
    }
    let lower = |kept: Option<Money>| shown.filter(|shown| kept.is_some_and(|kept| kept < *shown));
    let boxes = open.patrons.boxes_taken_since();
    events.extend(boxes.filter_map(|(at, patron, kept)| {
        Some(event(Happening::BoxMinimumKept { patron, at, minimum: lower(kept)? }, &rule.by))
    }));
    Ok(events)
}

pub(super) fn change_variant(ctx: &Ctx<'_>, open: &Open, variant: &Words) -> Decision {
    let rule = ctx.entitled(Rule::ChangeVariant)?;
    between_coups(ctx, open, &rule.by)?;
    if !open.wagers().is_empty() {
        return ctx.refuse(&rule.by, Reason::NotNow(Hindrance::WagersLie));
    }
    let sign = Sign::Variant(variant.as_str().to_owned());
    // A sign that need not have been up for any time cannot be agreed away, and the usual game needs none.
    let at_once = rule.minutes == Some(0);
    let usual = ctx.book.variants.first().is_some_and(|first| *first.id == *variant.as_str());
    let proposed = Proposal::Variant(variant.clone());
    let agreed = |by| {
        !open.patrons.arrived.is_empty() && all_agree(ctx, open, Matter::Variant, Some(&proposed), by).is_ok()
    };
    if let Err(refused) = been_up(ctx, open, &sign, rule)
        && !(if at_once { usual } else { agreed(&rule.by) })
    {
        return Err(refused);
    }
    let sign = ctx.book.procedure.get(Rule::VariantSign);
    if let Some(sign) = sign.filter(|_| !usual && open.opening.lacks(Rule::VariantSign)) {
        return ctx.refuse(&sign.by, Reason::Missing { rule: Rule::VariantSign });
    }
    let terms = in_form(ctx, open, (&open.terms, variant.as_str()))?;
    Ok(vec![event(Happening::VariantChanged { terms, variant: variant.clone() }, &rule.by)])
}

/// Terms with another form of the game, and everything else as it is.
pub(super) fn in_form(
    ctx: &Ctx<'_>,
    open: &Open,
    (terms, variant): (&Terms, &str),
) -> Result<SharedTerms, Refused> {
    let mut draft = open.opening.draft(ctx.book);
    draft.variant = Some(variant.to_owned());
    draft.limits = terms.limits.clone();
    let terms = Terms::under(ctx.book, draft).map_err(|mut refused| {
        let first = refused.0.remove(0);
        ctx.refusal(&first.by, Reason::Terms(first.reason))
    })?;
    Ok(SharedTerms(Arc::new(terms)))
}

pub(super) fn personal(ctx: &Ctx<'_>, open: &Open, patron: PersonId, limits: Range) -> Decision {
    let rule = ctx.entitled(Rule::PersonalLimits)?;
    between_coups(ctx, open, &rule.by)?;
    sound(ctx, limits)?;
    if !open.patrons.has(patron) {
        return ctx.refuse(&rule.by, Reason::NotHere(patron));
    }
    let posted = open.terms.limits.wager;
    // It is for more than the others may wager.
    if rule.value == Some(Way::More) && limits.0.max <= posted.max {
        return ctx.refuse(&rule.by, Reason::NotNow(Hindrance::NoHigherMaximum));
    }
    // A patron who is allowed more is not held to more, unless by agreement.
    let kept = open.patrons.old_minimum.get(&patron).map(|(kept, _)| *kept);
    let least = kept.map_or(posted.min, |kept| posted.min.min(kept));
    if rule.value == Some(Way::Agreed) || rule.value == Some(Way::More) && limits.0.min > least {
        let to = Proposal::Limits(limits);
        // Where the clause speaks of more alone, nobody's minimum rises on a word that names no figure.
        let named = |own: &Agreement| own.to.is_some() || rule.value == Some(Way::Agreed);
        let agreed = |own: &Agreement| own.lets(patron, &to, ctx.at) && named(own) && own.serves(ctx.by);
        if !open.consents.iter().any(agreed) {
            let ends = ctx.book.procedure.get(Rule::EndOldMinimum).filter(|_| kept.is_some());
            let by = ends.map_or_else(|| rule.by.clone(), |ends| rule.by.and(&ends.by));
            return ctx.refuse(&by, Reason::NotAgreed { patron, matter: Matter::PersonalLimits });
        }
    }
    // The sign with them goes up with them.
    let posted = Happening::PostedPersonal { patron, limits };
    Ok(vec![event(posted, &rule.by), event(Happening::PersonalLimits { patron, limits }, &rule.by)])
}

pub(super) fn liability(ctx: &Ctx<'_>, amount: Money) -> Decision {
    let rule = ctx.entitled(Rule::CollectiveLiability)?;
    if !amount.is_positive() {
        let span = Span { min: amount, max: amount };
        return ctx.refuse(&rule.by, Reason::Terms(punto_rulebook::TermsReason::EmptySpan(span)));
    }
    Ok(vec![event(Happening::LiabilityPosted { amount }, &rule.by)])
}

/// A side bet is confined to those with a main wager: surveillance is told first, and a sign is up.
pub(super) fn restrict(ctx: &Ctx<'_>, open: &Open, bet: BetId) -> Decision {
    let restriction = ctx.book.bet(bet).and_then(|bet| bet.restriction.as_ref());
    let Some(restriction) = restriction.filter(|_| open.terms.offer(bet).is_some()) else {
        return ctx.refuse(&ctx.order(), Reason::NotNow(Hindrance::CannotBeRestricted));
    };
    ctx.one_of(&[Role::CasinoSupervisor], &restriction.by)?;
    if open.in_coup() {
        return ctx.refuse(&restriction.by, Reason::InCoup);
    }
    if !open.told.contains(&(Role::Surveillance, Topic::Restriction(bet))) {
        return ctx.refuse(&restriction.surveillance, Reason::NotTold(Role::Surveillance));
    }
    if !open.signs.contains_key(&Sign::Restriction(bet)) {
        return ctx.refuse(&restriction.sign, Reason::NoSign { minutes: 0 });
    }
    Ok(vec![event(Happening::Restricted { bet }, &restriction.by)])
}

pub(super) fn unrestrict(ctx: &Ctx<'_>, open: &Open, bet: BetId) -> Decision {
    let by = ctx
        .book
        .bet(bet)
        .and_then(|bet| bet.restriction.as_ref())
        .map_or_else(|| ctx.order(), |r| r.by.clone());
    ctx.one_of(&[Role::CasinoSupervisor], &by)?;
    if open.in_coup() {
        return ctx.refuse(&by, Reason::InCoup);
    }
    if !open.restricted.contains(&bet) {
        return ctx.refuse(&by, Reason::NotNow(Hindrance::NotRestricted));
    }
    Ok(vec![event(Happening::Unrestricted { bet }, &by)])
}

pub(super) fn tell_bet(ctx: &Ctx<'_>, role: Role, bet: BetId) -> Decision {
    let Some(restriction) = ctx.book.bet(bet).and_then(|bet| bet.restriction.as_ref()) else {
        return ctx.refuse(&ctx.order(), Reason::NotNow(Hindrance::CannotBeRestricted));
    };
    ctx.one_of(&[], &restriction.surveillance)?;
    Ok(vec![event(Happening::ToldBet { role, bet }, &restriction.surveillance)])
}
