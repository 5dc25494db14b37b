//! People: who is not there, who sits for somebody else, who must go, and disputes.

use punto_rulebook::{TournamentRule as R, Way};
use punto_vocab::line::Words;
use punto_vocab::{Actor, Citation, PersonId};

use super::{Ctx, Decision, coups, event, pool, wagers, winners};
use crate::command::{Offence, Refund};
use crate::event::{Event, Happening};
use crate::reason::{Reason, Refused};
use crate::state::{Entrant, Phase, Stage, Standing};

/// The officer has the minimum deducted for a coup that somebody missed.
pub(super) fn deduct(ctx: &Ctx<'_>, entrant: PersonId) -> Decision {
    let late = ctx.entitled(R::Late)?;
    ctx.running()?;
    let place = ctx.seat(entrant)?;
    let venue = ctx.venue(place.table)?;
    let most = late.number.unwrap_or(u32::MAX);
    match late.value {
        Some(Way::AsDirected) if place.deducted >= most => {
            ctx.refuse(&late.by, Reason::EnoughDeducted { most })
        }
        Some(Way::AsDirected) if place.deducted < place.missed => {
            let amount = wagers::limits(ctx, venue).min.min(place.stack - venue.staked(entrant));
            let coups = place.deducted + 1;
            let deducted = event(Happening::Deducted { entrant, amount }, &late.by);
            let counted = event(Happening::AbsenceCounted { entrant, coups }, &late.by);
            let mut events = vec![deducted, counted];
            // When the session is over, who stands where follows from the chips that are left.
            if venue.phase == Phase::Over {
                let after = ctx.after(&events);
                events.extend(winners::over(&ctx.with(&after), place.table, &late.by));
            }
            let by = ctx.by_rule(R::Eliminated);
            Ok(coups::and_who_is_short(ctx, place.table, events, &by))
        }
        _ => ctx.refuse(&late.by, Reason::NotAbsent { entrant }),
    }
}

/// Somebody who is late or absent loses the place. Where the document lets the officer give the fee back, it may go back.
pub(super) fn cancel_place(ctx: &Ctx<'_>, entrant: PersonId, refund: Option<Refund>) -> Decision {
    let cancel = ctx.entitled(R::CancelPlace)?;
    let plan = ctx.running()?;
    let place = ctx.seat(entrant)?;
    let own = ctx.applicant(entrant)?;
    absent(ctx, entrant, &cancel.by)?;
    not_in_a_coup(ctx, entrant)?;
    let mild = cancel.value == Some(Way::Optional);
    let chips = mild.then(|| cancel.by.clone());
    match (refund, own.fee) {
        (Some(_), _) if !mild => ctx.refuse(&ctx.by_rule(R::NoRefund), Reason::FeeNotPaid { entrant }),
        (Some(Refund::Refund), Some(amount)) => {
            let out = event(Happening::Disqualified { entrant, offence: Offence::Absence }, &cancel.by);
            let back = event(Happening::Refunded { entrant, amount }, &cancel.by);
            let kept = winners::kept(ctx, entrant, place.stack, &cancel.by);
            let mut events = winners::cleared(ctx, place.table, &cancel.by, |name| name == entrant);
            events.extend([out, back, kept]);
            // What was guaranteed is there all the same.
            let after = ctx.after(&events);
            events.extend(pool::top_up(&ctx.with(&after), plan.guarantee));
            Ok(and_ended(ctx, place.table, events))
        }
        (Some(Refund::Refund) | None, _) => {
            let gone = gone(ctx, entrant, Offence::Absence, &cancel.by, chips.as_ref());
            Ok(and_ended(ctx, place.table, gone))
        }
    }
}

/// Refuses to call somebody absent who is there, or who was there when the last coup of a session was played.
fn absent(ctx: &Ctx<'_>, entrant: PersonId, by: &Citation) -> Result<(), Refused> {
    let place = ctx.seat(entrant)?;
    let venue = ctx.venue(place.table)?;
    let away = match venue.phase {
        Phase::Betting | Phase::Closed | Phase::Dealing => !place.present,
        Phase::Over => place.missed_last == Some(venue.coups),
        Phase::Idle | Phase::Declared => return in_session(ctx, entrant, by),
    };
    match away {
        true => Ok(()),
        false => ctx.refuse(by, Reason::NotAbsent { entrant }),
    }
}

/// Refuses to call somebody idle who has wagered, or who can still do so.
fn idle(ctx: &Ctx<'_>, entrant: PersonId, by: &Citation) -> Result<(), Refused> {
    let place = ctx.seat(entrant)?;
    let venue = ctx.venue(place.table)?;
    match () {
        // Who wagered in turn and had the wager taken off since has not failed to.
        () if venue.has_acted(entrant)
            || venue.phase == Phase::Closed && !venue.idle.contains(&entrant) && place.present =>
        {
            ctx.refuse(by, Reason::ActedAlready { entrant })
        }
        () if !place.present => ctx.refuse(by, Reason::NotPresent { entrant }),
        () if venue.phase != Phase::Closed => {
            ctx.refuse(by, Reason::WrongPhase { phase: "wagers are not closed" })
        }
        () => Ok(()),
    }
}

/// A session with nobody left, or a play-off with nobody to play against, is over.
fn and_ended(ctx: &Ctx<'_>, table: u8, mut events: Vec<Event>) -> Vec<Event> {
    let after = ctx.after(&events);
    events.extend(coups::ended(&ctx.with(&after), table));
    events
}

/// Refuses to take somebody out while a coup is dealt in which they may have wagers: it is settled first.
fn not_in_a_coup(ctx: &Ctx<'_>, entrant: PersonId) -> Result<(), Refused> {
    let venue = ctx.own.place(entrant).and_then(|place| ctx.own.venues.get(&place.table));
    match venue.is_some_and(|venue| venue.phase == Phase::Dealing) {
        true => ctx.refuse(&ctx.order(), Reason::WrongPhase { phase: "a coup is dealt" }),
        false => Ok(()),
    }
}

/// Refuses what can only be done while the entrant's session is played.
fn in_session(ctx: &Ctx<'_>, entrant: PersonId, by: &Citation) -> Result<(), Refused> {
    let table = ctx.seat(entrant)?.table;
    match ctx.venue(table)?.phase {
        Phase::Betting | Phase::Closed | Phase::Dealing => Ok(()),
        Phase::Idle | Phase::Over | Phase::Declared => ctx.refuse(by, Reason::NotInSession { table }),
    }
}

/// An entrant names somebody to sit in the seat, and does so in person.
pub(super) fn substitute(ctx: &Ctx<'_>, entrant: PersonId, other: PersonId) -> Decision {
    let substitute = ctx.rule(R::Substitute)?;
    if ctx.by != Actor::Patron(entrant) {
        return ctx.refuse(&substitute.by, Reason::InPerson { entrant });
    }
    ctx.running()?;
    ctx.seat(entrant)?;
    free(ctx, entrant, other, &substitute.by)?;
    Ok(vec![event(Happening::SubstituteNamed { entrant, other }, &substitute.by)])
}

/// Refuses a substitute who plays, has played, was turned down or sits for another: nobody has two seats, and nobody comes
/// back in another's.
fn free(ctx: &Ctx<'_>, entrant: PersonId, other: PersonId, by: &Citation) -> Result<(), Refused> {
    if ctx.own.officials.contains(&other) {
        return ctx.refuse(&ctx.order(), Reason::ActsForHouse { person: other });
    }
    let plays = ctx.own.entrants.get(&other).is_some_and(|own| match own.standing {
        Standing::In | Standing::Out | Standing::Disqualified | Standing::Refused => true,
        Standing::Applicant | Standing::Withdrawn => false,
    });
    let sits = ctx.own.playing().any(|(name, own)| {
        name != entrant && own.place.as_ref().is_some_and(|place| place.substitute == Some(other))
    });
    match plays || sits {
        true => ctx.refuse(by, Reason::PlaysHere { who: other }),
        false => Ok(()),
    }
}

pub(super) fn approve_substitute(ctx: &Ctx<'_>, entrant: PersonId) -> Decision {
    let substitute = ctx.entitled(R::Substitute)?;
    match ctx.seat(entrant)?.named {
        Some(other) => {
            free(ctx, entrant, other, &substitute.by)?;
            Ok(vec![event(Happening::Substituted { entrant, other }, &substitute.by)])
        }
        None => ctx.refuse(&substitute.by, Reason::NoSubstitute { entrant }),
    }
}

/// What an offence is by.
pub(super) fn rule_of(offence: Offence) -> R {
    match offence {
        Offence::Breach | Offence::NoWager => R::Disqualify,
        Offence::Absence => R::CancelPlace,
        Offence::HidingChips => R::HidingChips,
        Offence::AddingChips => R::AddingChips,
        Offence::ChipsOutOfView => R::ChipsInView,
        Offence::Swap => R::NoSwaps,
        Offence::Advice => R::NoAdvice,
    }
}

/// Staff report what an entrant has done. What must lead to disqualification stops the table until it has.
pub(super) fn report(ctx: &Ctx<'_>, entrant: PersonId, offence: Offence) -> Decision {
    let rule = rule_of(offence);
    let by = ctx.rule(rule)?.by.clone();
    ctx.staff_only(rule)?;
    ctx.unawarded()?;
    in_or_out(ctx, entrant, offence)?;
    match offence {
        // What must lead to disqualification does so whenever it is found, once anybody has chips.
        Offence::HidingChips | Offence::AddingChips if ctx.own.began => {}
        Offence::HidingChips | Offence::AddingChips => return ctx.refuse(&by, Reason::NotBegun),
        Offence::Breach | Offence::Absence | Offence::NoWager => {}
        Offence::ChipsOutOfView | Offence::Swap | Offence::Advice => in_session(ctx, entrant, &by)?,
    }
    Ok(vec![event(Happening::Reported { entrant, offence }, &by)])
}

/// Somebody who is in; of what must lead to disqualification also somebody who is out, with a place in the final or a second
/// chance to come.
fn in_or_out<'a>(ctx: &'a Ctx<'_>, entrant: PersonId, offence: Offence) -> Result<&'a Entrant, Refused> {
    let own = ctx.applicant(entrant)?;
    match own.standing {
        Standing::Out if offence.is_grave() => Ok(own),
        Standing::In
        | Standing::Out
        | Standing::Applicant
        | Standing::Refused
        | Standing::Withdrawn
        | Standing::Disqualified => ctx.entrant(entrant),
    }
}

/// The officer finds that there is nothing in what was reported, each thing for itself on record.
pub(super) fn dismiss(ctx: &Ctx<'_>, entrant: PersonId) -> Decision {
    let Some(reported) = ctx.own.must_go.get(&entrant) else {
        return ctx.refuse(&ctx.by_rule(R::Disqualify), Reason::NotReported { entrant });
    };
    let found = |offence: &Offence| {
        let found = ctx.entitled(rule_of(*offence))?;
        ctx.unawarded()?;
        Ok(event(Happening::Dismissed { entrant, offence: *offence }, &found.by))
    };
    reported.iter().map(found).collect()
}

/// The officer disqualifies somebody. Who is absent, and who has wagered, is on record; and who is absent loses the place,
/// with what the document leaves to such an entrant.
pub(super) fn disqualify(ctx: &Ctx<'_>, entrant: PersonId, offence: Offence) -> Decision {
    if offence == Offence::Absence {
        return cancel_place(ctx, entrant, None);
    }
    let disqualify = ctx.entitled(if offence.is_grave() { rule_of(offence) } else { R::Disqualify })?;
    let by = match (offence.is_grave(), ctx.book.tournament.get(rule_of(offence))) {
        (false, Some(rule)) => disqualify.by.and(&rule.by),
        (true, _) | (false, None) => disqualify.by.clone(),
    };
    ctx.running()?;
    let own = in_or_out(ctx, entrant, offence)?;
    not_in_a_coup(ctx, entrant)?;
    if offence == Offence::NoWager {
        idle(ctx, entrant, &by)?;
    }
    if offence.is_grave() {
        undeclared(ctx, entrant, own, &by)?;
    }
    let keeps = (offence == Offence::AddingChips).then(|| disqualify.by.clone());
    let gone = gone(ctx, entrant, offence, &by, keeps.as_ref());
    Ok(match own.place.as_ref().map(|place| place.table) {
        Some(table) => and_ended(ctx, table, gone),
        None => gone,
    })
}

/// Refuses to send somebody away who is among those declared at a table, as long as that can be taken back: then whoever comes next
/// has their place.
fn undeclared(ctx: &Ctx<'_>, entrant: PersonId, own: &Entrant, by: &Citation) -> Result<(), Refused> {
    let Some(table) = own.was.as_ref().map(|was| was.table) else { return Ok(()) };
    let declared = ctx.own.venues.get(&table).is_some_and(|venue| venue.phase == Phase::Declared);
    match declared && !winners::play_again(ctx, table) {
        true => {
            let by = by.and(&ctx.by_rule(R::Winners));
            ctx.refuse(&by, Reason::DeclaredThere { entrant, table })
        }
        false => Ok(()),
    }
}

/// Somebody is disqualified: no fee goes back, and the chips are the house's unless the document lets their value be kept.
pub(super) fn gone(
    ctx: &Ctx<'_>,
    entrant: PersonId,
    offence: Offence,
    by: &Citation,
    keeps: Option<&Citation>,
) -> Vec<Event> {
    let own = ctx.own.entrants.get(&entrant);
    let table = own.and_then(|own| own.place.as_ref()).map(|place| place.table);
    let lies = table.map(|table| winners::cleared(ctx, table, by, |name| name == entrant));
    let mut events = lies.unwrap_or_default();
    events.push(event(Happening::Disqualified { entrant, offence }, by));
    if let Some(amount) = own.and_then(|own| own.fee).filter(|fee| fee.is_positive()) {
        // What sends somebody away says that the fee stays, or a rule of its own does.
        let no_refund = match (ctx.book.tournament.get(R::NoRefund), offence) {
            (Some(rule), _) => rule.by.clone(),
            (None, Offence::NoWager) => ctx.by_rule(R::Disqualify),
            (None, _) => by.clone(),
        };
        events.push(event(Happening::FeeKept { entrant, amount }, &no_refund));
    }
    let stack =
        own.and_then(|own| own.place.as_ref()).map(|place| place.stack).filter(|stack| stack.is_positive());
    events.extend(stack.map(|amount| match keeps {
        Some(by) => winners::kept(ctx, entrant, amount, by),
        None => winners::chips_of(ctx, entrant, amount, R::ChipsAtEnd),
    }));
    events.extend(pool::unplayed(ctx, entrant));
    events
}

/// A dispute stops play at its table, and with nobody at a table the prizes, until the officer has decided it.
pub(super) fn dispute(ctx: &Ctx<'_>, entrant: PersonId, what: &Words) -> Decision {
    let dispute = ctx.rule(R::Dispute)?;
    ctx.own_word(entrant, &dispute.by)?;
    let played = match ctx.own.stage {
        Stage::Over => !ctx.own.is_awarded(),
        Stage::Drafting | Stage::Entering | Stage::Running | Stage::Cancelled => {
            ctx.running().map(|_| true)?
        }
    };
    let own = ctx.applicant(entrant)?;
    match (played, own.standing) {
        (true, Standing::In | Standing::Out) => {
            Ok(vec![event(Happening::Disputed { entrant, what: what.clone() }, &dispute.by)])
        }
        (true, Standing::Applicant | Standing::Refused | Standing::Withdrawn | Standing::Disqualified) => {
            ctx.refuse(&ctx.by_rule(R::Entrant), Reason::NotAnEntrant { entrant })
        }
        (false, _) => ctx.refuse(&dispute.by, Reason::AwardedAlready),
    }
}

pub(super) fn rule_on(ctx: &Ctx<'_>, entrant: PersonId, what: &Words) -> Decision {
    let dispute = ctx.entitled(R::Dispute)?;
    match ctx.own.disputes().any(|who| who == entrant) {
        true => Ok(vec![event(Happening::Ruled { entrant, what: what.clone() }, &dispute.by)]),
        false => ctx.refuse(&dispute.by, Reason::NoDispute { entrant }),
    }
}
