//! Which duties arise from what happened, which are discharged by it, and what waits for them.

use punto_coup::{Ruling, ShoeFate};
use punto_lines::{Blocked, Duty, Event, Happening, Owed, Refused};
use punto_rulebook::{Cure, Holders, Mishap, Rule, Way};
use punto_vocab::{Actor, Citation};

use super::{Ctx, disputes, event};
use crate::duty::blocking;
use punto_state::Open;

/// Refuses a step while something is owed that must come first, by the clause that asks for it.
pub(super) fn nothing_owed(ctx: &Ctx<'_>, step: Blocked) -> Result<(), Refused> {
    match blocking(ctx.book, ctx.table, step) {
        Some(duty) => ctx.refuse(&duty.by, duty.what.into()),
        None => Ok(()),
    }
}

/// Whether this is on record as owed.
pub(super) fn owes(ctx: &Ctx<'_>, what: Owed) -> bool {
    ctx.table.duties.iter().any(|duty| duty.what == what)
}

/// What is owed by the clause that has cards replaced, if they must be.
pub(super) fn new_cards_owed<'t>(ctx: &'t Ctx<'_>) -> Option<&'t Citation> {
    let owed = ctx.table.duties.iter().find(|duty| matches!(duty.what, Owed::NewCards(_)));
    owed.map(|duty| &duty.by)
}

/// What happened, and after it the duties that it brings and discharges.
pub(super) fn follow(ctx: &Ctx<'_>, mut events: Vec<Event>) -> Vec<Event> {
    let mut more = Vec::new();
    for happened in &events {
        let done = ctx.table.duties.iter().filter(|duty| discharges(ctx, &happened.what, duty));
        more.extend(done.map(|duty| event(Happening::Discharged { what: duty.what }, &duty.by)));
        arising(ctx, happened, &mut more);
    }
    events.append(&mut more);
    events
}

/// Whether what happened is what was owed.
fn discharges(ctx: &Ctx<'_>, what: &Happening, duty: &Duty) -> bool {
    match (what, duty.what) {
        // A check at the end of play comes after it.
        (Happening::Recorded { rule: Rule::EndCheck, .. }, Owed::Act(Rule::EndCheck)) => {
            !ctx.table.open.as_ref().is_some_and(|open| open.in_coup())
        }
        (Happening::Spoiled { .. }, Owed::Act(Rule::SpoiledCards)) => true,
        (Happening::Recorded { rule, .. }, Owed::Act(own)) => *rule == own,
        (Happening::RecordedAbout { rule, .. }, Owed::Act(own)) => rule.rule() == own,
        (Happening::Decided { number, .. }, Owed::Decide(own)) => ctx
            .table
            .dispute(*number, |case| case.decided_by.is_none())
            .is_some_and(|case| case.number == own),
        (Happening::Told { role, rule }, Owed::Tell(own_role, own)) => (*role, *rule) == (own_role, own),
        (Happening::Shuffled { .. }, Owed::Shuffle) => true,
        (Happening::CardsReplaced { .. }, Owed::NewCards(_)) => true,
        // What a patron required was of the cards that have gone; what an officer has ordered is done with any.
        (Happening::CardsReplaced { .. }, Owed::Shuffle) => {
            ctx.book.procedure.get(Rule::PreshuffledRefused).is_some_and(|required| required.by == duty.by)
        }
        _ => false,
    }
}

/// The duties that arise from an event, those on record already left out.
fn arising(ctx: &Ctx<'_>, happened: &Event, more: &mut Vec<Event>) {
    let mut owe = |what: Owed, by: &Citation| {
        let known = ctx.table.duties.iter().any(|duty| duty.what == what)
            || more.iter().any(|own| own.what == Happening::Owed { what });
        if !known {
            more.push(event(Happening::Owed { what }, by));
        }
    };
    let rules = &ctx.book.procedure;
    match &happened.what {
        Happening::Ordered { ruling } => ordered(ctx, &ruling.0, &mut owe),
        Happening::Recorded { rule: Rule::UnfitCards, .. } => {
            owe(Owed::NewCards(Rule::UnfitCards), &happened.by);
        }
        Happening::Recorded { rule: Rule::OrderShuffle | Rule::PreshuffledRefused, .. } => {
            owe(Owed::Shuffle, &happened.by);
        }
        // Where cards go by the method of dealing, that is owed from the first card on.
        Happening::Recorded { rule: Rule::HandledCards, .. }
            if rules.get(Rule::HandledCards).is_some_and(|rule| rule.value != Some(Way::ByMethod)) =>
        {
            owe(Owed::NewCards(Rule::HandledCards), &happened.by);
        }
        Happening::Recorded { rule: Rule::OrderCardCheck, .. } => {
            owe(Owed::Act(Rule::VerifyDecks), &happened.by);
        }
        Happening::Told { rule: Rule::DroppedCards, .. } => {
            owe(Owed::Act(Rule::DroppedCards), &happened.by);
        }
        Happening::Dealt { .. } => {
            if let Some(rule) = rules.get(Rule::EndCheck) {
                owe(Owed::Act(Rule::EndCheck), &rule.by);
            }
            let method = ctx.table.open.as_ref().and_then(|open| ctx.book.method(&open.method));
            let passed = method.is_some_and(|method| method.holders != Holders::Dealer);
            let by_method = rules.get(Rule::HandledCards).filter(|rule| rule.value == Some(Way::ByMethod));
            if let Some(rule) = by_method.filter(|_| passed) {
                owe(Owed::NewCards(Rule::HandledCards), &rule.by);
            }
        }
        // What is complained of in time is decided before the coup cannot be put right any more.
        Happening::Disputed { patron, .. } if disputes::holds(ctx, *patron) => {
            owe(Owed::Decide(ctx.table.disputed + 1), &disputes::in_time(ctx, &happened.by));
        }
        Happening::Passed { .. } => {
            if let Some(rule) = rules.get(Rule::HandledCards) {
                owe(Owed::NewCards(Rule::HandledCards), &rule.by);
            }
        }
        _ => {}
    }
}

/// The duties that a ruling brings with it.
fn ordered(ctx: &Ctx<'_>, ruling: &Ruling, owe: &mut impl FnMut(Owed, &Citation)) {
    let rules = &ctx.book.procedure;
    if let Some(rule) = rules.get(Rule::VerifyDecks).filter(|_| ruling.shoe == ShoeFate::DecksAreChecked) {
        owe(Owed::Act(Rule::VerifyDecks), &rule.by);
    }
    // Cards that the count has and the shoe has not are missing, and looked for.
    let counted = |open: &Open| open.terms.cards() > open.shoe.drawn;
    let missing = ruling.mishap == Mishap::TooFewCards && ctx.by != Actor::System;
    if let Some(fault) = rules.get(Rule::CardFault).filter(|_| missing)
        && ctx.table.open.as_ref().is_some_and(|open| open.in_coup() && counted(open))
    {
        owe(Owed::Act(Rule::VerifyDecks), rules.get(Rule::VerifyDecks).map_or(&fault.by, |rule| &rule.by));
        fault.told.iter().for_each(|role| owe(Owed::Tell(*role, Rule::CardFault), &fault.by));
    }
    // Cards that an officer has ordered out to be checked do not come back unchecked.
    let checked = ruling.shoe == ShoeFate::CheckedAfterCoup;
    if let Some(rule) = rules.get(Rule::CheckDevice).filter(|_| checked) {
        owe(Owed::Act(Rule::CheckDevice), &rule.by);
    }
    let told = match ruling.mishap {
        Mishap::ForeignCard | Mishap::MissingCard => Some(Rule::CardFault),
        Mishap::SequenceRevealed => Some(Rule::VoidShoe),
        _ => None,
    };
    if let Some((name, rule)) = told.and_then(|name| Some((name, rules.get(name)?))) {
        for role in &ruling.told {
            owe(Owed::Tell(*role, name), &rule.by);
        }
    }
    if let Some(rule) = rules.get(Rule::SpoiledCards).filter(|_| ruling.cure == Cure::ReplaceAndMoveCards) {
        owe(Owed::Act(Rule::SpoiledCards), &rule.by);
    }
    if ruling.cure == Cure::FinishFromShoe {
        for name in [Rule::ShuffleFailedDevice, Rule::CutFailedDevice] {
            if let Some(rule) = rules.get(name) {
                owe(Owed::Act(name), &rule.by);
            }
        }
    }
    // A device that failed deals no further, however the coup ends; unless it was found to work.
    let failed = ruling.mishap == Mishap::DeviceFails && !matches!(ruling.cure, Cure::Stands | Cure::GoOn);
    if failed && rules.get(Rule::ReplaceDevice).is_some() {
        let low_limit = ctx.table.open.as_ref().is_some_and(|open| open.opening.is_low_limit());
        let device = rules.get(Rule::LowLimitDevice).filter(|_| low_limit);
        let by = device.map_or_else(|| ruling.by.clone(), |rule| rule.by.and(&ruling.by));
        owe(Owed::Act(Rule::ReplaceDevice), &by);
    }
}
