//! What a patron complains of: one officer decides it, another person may review that.

use punto_coup::{Noticed, window_closed};
use punto_lines::{Blocked, Command, Event, Happening, Hindrance, Owed, Reason, Refused};
use punto_rulebook::known::{Choice, DisputeOfficer};
use punto_rulebook::{Procedure, Rule, Rulebook, Terms};
use punto_vocab::line::Words;
use punto_vocab::{Actor, Citation, PersonId, Role};

use super::corrections::noticed;
use super::duties::nothing_owed;
use super::voice::watches;
use super::{Ctx, Decision, event};
use punto_state::{DisputeCase, LastCoup, Open};

/// How disputes are heard: by the document's own rule, or where it has none, by the officer whom the house has named.
pub fn rule(book: &Rulebook, terms: &Terms) -> Option<Procedure> {
    if let Some(rule) = book.procedure.get(Rule::Dispute) {
        return Some(rule.clone());
    }
    let role = match terms.choice()? {
        DisputeOfficer::GameSupervisor => Role::GameSupervisor,
        DisputeOfficer::CasinoSupervisor => Role::CasinoSupervisor,
        DisputeOfficer::House => Role::CasinoOperator,
    };
    let by = DisputeOfficer::SETTING.citation();
    Some(Procedure {
        by,
        roles: vec![role],
        told: Vec::new(),
        minutes: None,
        number: None,
        amount: None,
        value: None,
    })
}

/// Whether a complaint comes while the coup that is on, or the one before, can be put right, from somebody who plays here.
/// What the software deals and pays by itself is as it is on record, and nothing waits for it.
pub(super) fn holds(ctx: &Ctx<'_>, patron: PersonId) -> bool {
    let wagered = |last: &LastCoup| last.dealing.wagers.iter().any(|placed| placed.wager.patron == patron);
    let Some(open) = &ctx.table.open else {
        return closed_in_time(ctx).is_some_and(wagered);
    };
    let plays = open.patrons.has(patron) || open.last_coup().is_some_and(wagered);
    let by_itself = open.opening.deals_itself() && !ctx.table.has_on_duty(Role::Dealer);
    let window = open.last_coup().map_or(&open.terms, |last| &last.before.basis.terms);
    let in_time =
        open.in_coup() || open.last_coup().is_some() && window_closed(window, noticed(open)).is_none();
    plays && in_time && !by_itself
}

/// The last coup of a table that has closed, where the time for its errors outlasts that.
fn closed_in_time<'t>(ctx: &'t Ctx<'_>) -> Option<&'t LastCoup> {
    let (last, _) = ctx.table.closed_with.as_ref().filter(|_| ctx.table.open.is_none())?.last.as_ref()?;
    window_closed(&last.before.basis.terms, Noticed::AfterCoup).is_none().then_some(last)
}

/// What a decision that holds up the game is owed by: the clause on disputes, and the one that leaves time for errors.
pub(super) fn in_time(ctx: &Ctx<'_>, by: &Citation) -> Citation {
    let of_open = |open: &'_ Open| {
        open.last_coup().map_or(&open.terms, |last| &last.before.basis.terms).window.by.clone()
    };
    let of_closed = |last: &LastCoup| last.before.basis.terms.window.by.clone();
    let window = ctx.table.open.as_ref().map(of_open).or_else(|| closed_in_time(ctx).map(of_closed));
    window.map_or_else(|| by.clone(), |window| by.and(&window))
}

/// Refuses what takes a coup complained of, or a wager in it, away before the complaint is decided: nothing brings it back.
pub(super) fn heard_first(ctx: &Ctx<'_>, events: &[Event]) -> Result<(), Refused> {
    let waits = ctx.table.duties.iter().any(|duty| matches!(duty.what, Owed::Decide(_)));
    let Some(open) = ctx.table.open.as_ref().filter(|_| waits) else { return Ok(()) };
    let has = |wanted: fn(&Happening) -> bool| events.iter().any(|own| wanted(&own.what));
    let taken = has(|what| {
        matches!(
            what,
            Happening::CoupVoid { .. } | Happening::WagerVoid { .. } | Happening::WagersForfeited { .. }
        )
    });
    let touched = open.in_coup() || has(|what| matches!(what, Happening::Reversed));
    let undone = has(|what| matches!(what, Happening::ReversedCoups { .. }));
    if taken && touched || undone { nothing_owed(ctx, Blocked::Void) } else { Ok(()) }
}

fn heard(ctx: &Ctx<'_>) -> Result<Procedure, Refused> {
    let none = || ctx.refusal(&ctx.order(), Reason::NoSuchRule { rule: Rule::Dispute });
    ctx.terms().and_then(|terms| rule(ctx.book, terms)).ok_or_else(none)
}

/// What is said of disputes when the table has closed: people still complain, and officers decide.
pub(super) fn at_closed_table(ctx: &Ctx<'_>, said: &Command) -> Option<Decision> {
    ctx.terms()?;
    Some(match said {
        Command::Dispute { patron, what } => match ctx.by {
            Actor::Patron(own) if own != *patron => {
                ctx.refuse(&ctx.order(), Reason::SpeaksForAnother { own, patron: *patron })
            }
            Actor::Staff(role, _) if watches(role) => ctx.work_of_the_dealer().map(|()| Vec::new()),
            Actor::Patron(_) | Actor::Staff(..) | Actor::System => dispute(ctx, *patron, what),
        },
        Command::Decide { number, what } => decide(ctx, *number, what),
        Command::Review { number, what } => review(ctx, *number, what),
        _ => return None,
    })
}

pub(super) fn dispute(ctx: &Ctx<'_>, patron: PersonId, what: &Words) -> Decision {
    let rule = heard(ctx)?;
    // Any complaint is heard, also of somebody who only watched; staff put down those of people who have been here.
    if !ctx.table.known.contains(&patron) && ctx.by != Actor::Patron(patron) {
        return ctx.refuse(&rule.by, Reason::NotHere(patron));
    }
    Ok(vec![event(Happening::Disputed { patron, what: what.clone() }, &rule.by)])
}

/// The number of a case as its events tell it: where there is only one, nobody needs it.
fn told(ctx: &Ctx<'_>, case: &DisputeCase, named: Option<u32>) -> Option<u32> {
    named.or((ctx.table.disputes.len() > 1).then_some(case.number))
}

/// The dispute that is meant. Of several that wait for the same word somebody says which.
fn meant<'t>(
    ctx: &'t Ctx<'_>,
    number: Option<u32>,
    waits: impl Fn(&DisputeCase) -> bool,
    (by, none): (&Citation, Hindrance),
) -> Result<&'t DisputeCase, Refused> {
    let waiting: Vec<u32> = ctx.table.disputes.iter().filter(|c| waits(c)).map(|c| c.number).collect();
    if number.is_none() && waiting.len() > 1 {
        return ctx.refuse(by, Reason::WhichDispute { open: waiting });
    }
    ctx.table.dispute(number, waits).ok_or_else(|| ctx.refusal(by, Reason::NotNow(none)))
}

/// Nobody hears a complaint of their own, nor one of a table at which they dealt or played then.
fn not_their_own(ctx: &Ctx<'_>, case: &DisputeCase, by: &Citation) -> Result<(), Refused> {
    match ctx.by.name() {
        Some(own) if own == case.patron => ctx.refuse(by, Reason::SamePerson(case.patron)),
        Some(own) if case.parties.contains(&own) => ctx.refuse(by, Reason::NotNow(Hindrance::OtherPost)),
        Some(_) | None => Ok(()),
    }
}

pub(super) fn decide(ctx: &Ctx<'_>, number: Option<u32>, what: &Words) -> Decision {
    let rule = heard(ctx)?;
    ctx.one_of(&rule.roles, &rule.by)?;
    let case = meant(ctx, number, |case| !case.awaits_review(), (&rule.by, Hindrance::NoDispute))?;
    not_their_own(ctx, case, &rule.by)?;
    let number = told(ctx, case, number);
    Ok(vec![event(Happening::Decided { number, who: ctx.by, what: what.clone() }, &rule.by)])
}

/// A review is by another person, and ends with how to complain further.
pub(super) fn review(ctx: &Ctx<'_>, number: Option<u32>, what: &Words) -> Decision {
    let rule = heard(ctx)?;
    let known = ctx.book.roles.iter().any(|own| own.role == Role::CasinoSupervisor);
    ctx.one_of(&[if known { Role::CasinoSupervisor } else { Role::CasinoOperator }], &rule.by)?;
    let case = meant(ctx, number, DisputeCase::awaits_review, (&rule.by, Hindrance::NoDecision))?;
    not_their_own(ctx, case, &rule.by)?;
    if let (Some(first), Some(own)) = (case.decided_by.and_then(Actor::name), ctx.by.name())
        && first == own
    {
        return ctx.refuse(&rule.by, Reason::SamePerson(first));
    }
    let number = told(ctx, case, number);
    let mut events = vec![event(Happening::Reviewed { number, who: ctx.by, what: what.clone() }, &rule.by)];
    if let Some(last) = ctx.book.procedure.get(Rule::FinalWord) {
        events.push(event(Happening::Recorded { rule: Rule::FinalWord, note: None }, &last.by));
    }
    Ok(events)
}
