//! Who takes part: applications, what an applicant must have done, and the beginning.

use punto_rulebook::{Item, TournamentRule as R, Way};
use punto_vocab::{Citation, Money, Names, PersonId, Time};

use super::{Ctx, Decision, event, pool, sessions};
use crate::command::Ground;
use crate::conditions::Plan;
use crate::event::Happening;
use crate::reason::{Reason, Refused};
use crate::state::{Entrant, Stage, Standing};

pub(super) fn apply_for(ctx: &Ctx<'_>, entrant: PersonId) -> Decision {
    let applicant = ctx.rule(R::Applicant)?;
    ctx.own_consent(entrant, &applicant.by)?;
    ctx.entering_by(&applicant.by)?;
    if ctx.own.officials.contains(&entrant) {
        return ctx.refuse(&ctx.order(), Reason::ActsForHouse { person: entrant });
    }
    // Who has withdrawn with the fee back may think better of it.
    let again = |own: &Entrant| own.standing == Standing::Withdrawn && own.fee.is_none();
    match ctx.own.entrants.get(&entrant).is_none_or(again) {
        true => Ok(vec![event(Happening::Applied { entrant }, &applicant.by)]),
        false => ctx.refuse(&applicant.by, Reason::AppliedAlready { entrant }),
    }
}

/// Gives the conditions to applicants.
pub(super) fn inform(ctx: &Ctx<'_>, names: &Names) -> Decision {
    let inform = ctx.entitled(R::Inform)?;
    ctx.entering()?;
    let told = |entrant: &PersonId| {
        takes_part(ctx, *entrant, &inform.by)?;
        Ok(event(Happening::Informed { entrant: *entrant }, &inform.by))
    };
    names.0.iter().map(told).collect()
}

/// Somebody who has applied, and neither was turned down nor has gone.
fn takes_part<'a>(ctx: &'a Ctx<'_>, entrant: PersonId, by: &Citation) -> Result<&'a Entrant, Refused> {
    let own = ctx.applicant(entrant)?;
    match own.standing {
        Standing::Applicant | Standing::In => Ok(own),
        Standing::Refused | Standing::Withdrawn | Standing::Out | Standing::Disqualified => {
            ctx.refuse(by, Reason::NotAnEntrant { entrant })
        }
    }
}

/// An applicant agrees to the conditions in writing.
pub(super) fn endorse(ctx: &Ctx<'_>, entrant: PersonId) -> Decision {
    let endorse = ctx.rule(R::Endorse)?;
    ctx.own_consent(entrant, &endorse.by)?;
    ctx.entering()?;
    match takes_part(ctx, entrant, &endorse.by)?.informed {
        true => Ok(vec![event(Happening::Endorsed { entrant }, &endorse.by)]),
        false => ctx.refuse(&endorse.by, Reason::NotInformed { entrant }),
    }
}

pub(super) fn pay_fee(ctx: &Ctx<'_>, entrant: PersonId, amount: Money) -> Decision {
    let fee = ctx.rule(R::Fee)?;
    ctx.own_consent(entrant, &fee.by)?;
    let plan = ctx.entering_by(&fee.by)?;
    match takes_part(ctx, entrant, &fee.by)?.fee {
        Some(_) => ctx.refuse(&fee.by, Reason::FeePaidAlready { entrant }),
        None if amount != plan.fee => ctx.refuse(&fee.by, Reason::OtherFee { asked: amount, fee: plan.fee }),
        None => Ok(vec![event(Happening::FeePaid { entrant, amount }, &fee.by.and(&ctx.by_rule(R::Pool)))]),
    }
}

/// Applicants become entrants, once they have done what is asked of them and as long as there is room.
pub(super) fn accept(ctx: &Ctx<'_>, names: &Names) -> Decision {
    let entrant = ctx.entitled(R::Entrant)?;
    let plan = ctx.entering()?;
    let seats = sessions::capacity(ctx, plan);
    let mut events = Vec::new();
    for (name, place) in names.0.iter().zip(ctx.own.count()..) {
        may_enter(ctx, *name, ctx.applicant(*name)?)?;
        if place >= plan.most {
            return ctx.refuse(&ctx.by_rule(R::Capacity), Reason::Full { most: plan.most });
        }
        if place >= seats {
            let by = sessions::capacity_by(ctx);
            return ctx.refuse(&by, Reason::TooFewSeats { seats, entrants: place + 1 });
        }
        events.push(event(Happening::Accepted { entrant: *name }, &entrant.by));
    }
    Ok(events)
}

fn may_enter(ctx: &Ctx<'_>, entrant: PersonId, own: &Entrant) -> Result<(), Refused> {
    let rules = &ctx.book.tournament;
    let by = ctx.by_rule(R::Entrant);
    let written = rules
        .get(R::Endorse)
        .filter(|rule| rule.value != Some(Way::Optional) || ctx.own.form.says(Item::Written));
    let fee = ctx.own.plan.as_ref().map_or(Money::ZERO, |plan| plan.fee);
    match (own.standing, rules.get(R::Inform), written) {
        (Standing::In, _, _) => ctx.refuse(&by, Reason::AcceptedAlready { entrant }),
        (Standing::Refused | Standing::Withdrawn | Standing::Out | Standing::Disqualified, _, _) => {
            ctx.refuse(&by, Reason::NoApplicant { entrant })
        }
        (Standing::Applicant, Some(rule), _) if !own.informed => {
            ctx.refuse(&rule.by, Reason::NotInformed { entrant })
        }
        (Standing::Applicant, _, Some(rule)) if !own.endorsed => {
            ctx.refuse(&rule.by, Reason::NotEndorsed { entrant })
        }
        (Standing::Applicant, _, _) if fee.is_positive() && own.fee.is_none() => {
            ctx.refuse(&by, Reason::FeeNotPaid { entrant })
        }
        (Standing::Applicant, _, _) => Ok(()),
    }
}

/// Turns an application down; a fee that was paid with it goes back. Where the conditions must say so first, they have.
pub(super) fn refuse_entry(ctx: &Ctx<'_>, entrant: PersonId, ground: Ground) -> Decision {
    let (rule, item) = match ground {
        Ground::General => (R::RefuseEntry, Item::MayRefuse),
        Ground::Criteria => (R::RefuseByCriteria, Item::Criteria),
        Ground::NotEntitled => (R::RefuseNotEntitled, Item::EntitledOnly),
    };
    let own = ctx.entitled(rule)?;
    ctx.entering()?;
    if ctx.applicant(entrant)?.standing != Standing::Applicant {
        return ctx.refuse(&own.by, Reason::NoApplicant { entrant });
    }
    if own.value == Some(Way::Optional) && ctx.own.form.item(item).is_none_or(|said| said == "no") {
        return ctx.refuse(&own.by, Reason::NotReserved { item });
    }
    let refused = event(Happening::EntryRefused { entrant, ground }, &own.by);
    let mut events: Vec<_> = [refused].into_iter().chain(pool::refund(ctx, entrant, &own.by)).collect();
    events.extend(pool::still_kept(ctx, &events));
    Ok(events)
}

/// Somebody who asked to enter does not; the fee goes back if that is in time. To close the entries ends no such right: it
/// lasts until the first session begins.
pub(super) fn withdraw(ctx: &Ctx<'_>, entrant: PersonId) -> Decision {
    let withdraw = ctx.rule(R::Withdraw)?;
    ctx.own_consent(entrant, &withdraw.by)?;
    let seats_given = ctx.own.stage == Stage::Running && !ctx.own.began;
    let plan = if seats_given { ctx.running()? } else { ctx.entering()? };
    let own = takes_part(ctx, entrant, &withdraw.by)?;
    // Nobody is late for a start that is not known, and who was never let in has nothing to withdraw from.
    let in_time = own.standing == Standing::Applicant
        || free_days(ctx, plan).is_some() && refunds_until(ctx, plan).is_none_or(|until| ctx.at <= until);
    let gone = event(Happening::Withdrew { entrant }, &withdraw.by);
    let fee = match (in_time, own.fee.filter(|fee| fee.is_positive())) {
        (true, _) => pool::refund(ctx, entrant, &withdraw.by),
        (false, Some(amount)) => {
            Some(event(Happening::FeeKept { entrant, amount }, &ctx.by_rule(R::FeeKept)))
        }
        (false, None) => None,
    };
    // What the chips of a session cost that is not played is no fee.
    let chips = pool::unplayed(ctx, entrant);
    let mut events: Vec<_> = [gone].into_iter().chain(fee).chain(chips).collect();
    events.extend(pool::still_kept(ctx, &events));
    // What was guaranteed when entries closed is there all the same.
    let after = ctx.after(&events);
    events.extend(seats_given.then(|| pool::top_up(&ctx.with(&after), plan.guarantee)).flatten());
    Ok(events)
}

/// How many days before it begins somebody withdraws with the fee back: what the document says, or what the conditions say where
/// that is kinder or the document leaves it to them.
fn free_days(ctx: &Ctx<'_>, plan: &Plan) -> Option<u32> {
    let document = ctx.book.tournament.get(R::Withdraw).and_then(|rule| rule.number);
    document.into_iter().chain(plan.withdraw_days).min()
}

/// Until when the fee goes back to whoever withdraws, where it is known when the tournament begins. A start that is moved to
/// an earlier time takes nobody's right away.
pub(super) fn refunds_until(ctx: &Ctx<'_>, plan: &Plan) -> Option<Time> {
    let days = free_days(ctx, plan)?;
    let start = plan.start.max(ctx.own.scheduled);
    let known = ctx.own.form.item(Item::Start).is_some() || start != Time::default();
    known.then(|| start.minus_hours(days.saturating_mul(24)))
}

/// How many take part, if it is enough.
pub(super) fn enough(ctx: &Ctx<'_>, plan: &Plan) -> Result<u32, Refused> {
    let (have, least) = (ctx.own.count(), plan.least);
    match have < least {
        true => ctx.refuse(&ctx.by_rule(R::Capacity), Reason::TooFew { least, have }),
        false => Ok(have),
    }
}

/// The tournament begins: nobody else enters, and how many go on from each table stays as it is.
pub(super) fn start(ctx: &Ctx<'_>) -> Decision {
    let advance = ctx.entitled(R::Advance)?;
    let plan = ctx.entering()?;
    let have = enough(ctx, plan)?;
    let seats = sessions::capacity(ctx, plan);
    if have > seats {
        return ctx.refuse(&sessions::capacity_by(ctx), Reason::TooFewSeats { seats, entrants: have });
    }
    // Who was not let in by now has not entered, and what they paid is no part of the pool.
    let waits = ctx.own.entrants.iter().filter(|(_, own)| own.standing == Standing::Applicant);
    let entrant = ctx.by_rule(R::Entrant);
    let mut events: Vec<_> = waits.filter_map(|(name, _)| pool::refund(ctx, *name, &entrant)).collect();
    events.extend(pool::still_kept(ctx, &events));
    let after = ctx.after(&events);
    events.extend(pool::top_up(&ctx.with(&after), plan.guarantee));
    events.push(event(Happening::Started { entrants: have, advance: plan.advance }, &advance.by));
    Ok(events)
}
