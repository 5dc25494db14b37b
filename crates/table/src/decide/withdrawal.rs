//! The chance to take wagers back that a ruling gives: until play resumes, each patron chooses for themselves.

use punto_coup::{AllWithdrawn, WagerFate};
use punto_lines::{Blocked, Event, Happening, Reason};
use punto_rulebook::Rule;
use punto_vocab::{Actor, Citation};

use super::wagers::is_main;
use super::{Ctx, Decision, event};
use punto_state::{Dealing, Open, Phase, Placed, Spot};

/// What the taking back of wagers rests on: the ruling that allows it, or the document's own rule.
fn withdrawal_by(ctx: &Ctx<'_>, open: &Open) -> Citation {
    if let Phase::Dealing(dealing) = &open.phase
        // One that is still to be ordered will allow it by its own clause.
        && let Some(ruling) = dealing.withdrawal.as_ref().or(dealing.trouble.as_ref().map(|own| &own.ruling))
        && let WagerFate::MayBeWithdrawn { by, .. } = &ruling.wagers
    {
        return by.clone();
    }
    open.terms.withdrawal.as_ref().map_or_else(|| ctx.book.closing.by.clone(), |when| when.by.clone())
}

pub(super) fn withdraw(ctx: &Ctx<'_>, open: &Open, (patron, at, bet): Spot) -> Decision {
    let by = withdrawal_by(ctx, open);
    // The choice is the patron's own; an officer may enter it for who has no terminal, the dealer alone may not.
    match ctx.by {
        Actor::Patron(own) if own == patron => {}
        Actor::Patron(own) => return ctx.refuse(&by, Reason::SpeaksForAnother { own, patron }),
        Actor::Staff(..) | Actor::System => ctx.one_of(&ctx.rule(Rule::Correction)?.roles, &by)?,
    }
    let Phase::Dealing(dealing) = &open.phase else {
        return ctx.refuse(&by, Reason::NoCoup);
    };
    if !dealing.may_withdraw {
        return ctx.refuse(&by, Reason::WagersClosed);
    }
    let own = |p: &&Placed| p.wager.patron == patron && p.wager.at.0 == at && p.wager.bet == bet;
    let Some(placed) = dealing.wagers.iter().find(own) else {
        return ctx.refuse(&by, Reason::NoSuchWager { patron, bet, at });
    };
    let stake = placed.wager.stake.total();
    let events = vec![event(Happening::Withdrawn { patron, at, bet, stake }, &by)];
    Ok(events.into_iter().chain(left_alone(ctx, open, dealing, placed.spot())).collect())
}

/// Side bets confined to those with a main wager come off with the last one that their patron takes back.
fn left_alone(ctx: &Ctx<'_>, open: &Open, dealing: &Dealing, taken: Spot) -> Vec<Event> {
    let theirs = dealing.wagers.iter().filter(|own| own.wager.patron == taken.0 && own.spot() != taken);
    if theirs.clone().any(|own| is_main(ctx, own.wager.bet)) {
        return Vec::new();
    }
    let confined = theirs.filter(|own| open.restricted.contains(&own.wager.bet));
    let off = |own: &Placed| {
        let ((patron, at, bet), stake) = (own.spot(), own.wager.stake.total());
        let by = ctx.book.bet(bet).and_then(|bet| bet.restriction.as_ref()).map(|own| &own.by);
        by.map(|by| event(Happening::Withdrawn { patron, at, bet, stake }, by))
    };
    confined.filter_map(off).collect()
}

/// Play goes on after the chance to take wagers back: from a shoe, if the device failed, with what was left on.
pub(super) fn resume(ctx: &Ctx<'_>, open: &Open) -> Decision {
    let by = withdrawal_by(ctx, open);
    let Phase::Dealing(dealing) = &open.phase else {
        return ctx.refuse(&by, Reason::NoCoup);
    };
    if !dealing.may_withdraw {
        return ctx.refuse(&by, Reason::NoTrouble);
    }
    // While an order waits no card can be dealt, so that nothing resumes.
    ctx.no_trouble(dealing.trouble.as_ref())?;
    let rules = &ctx.book.procedure;
    let ruling = dealing.withdrawal.as_deref();
    let from_shoe = dealing.from_shoe();
    let ends = ruling.is_some_and(|ruling| {
        matches!(ruling.wagers, WagerFate::MayBeWithdrawn { if_all: AllWithdrawn::CoupEnds, .. })
    });
    let mut events = vec![event(Happening::Resumed, &by)];
    if dealing.wagers.is_empty() {
        events.push(match ruling.filter(|_| ends) {
            Some(ruling) => event(Happening::CoupVoid { cure: ruling.cure }, &by),
            None => event(Happening::NoBetCoup, &by),
        });
        return Ok(events);
    }
    super::duties::nothing_owed(ctx, Blocked::Resume)?;
    if let Some(rule) = rules.get(Rule::FinishFromShoe).filter(|_| from_shoe) {
        events.push(event(Happening::Recorded { rule: Rule::FinishFromShoe, note: None }, &rule.by));
    }
    Ok(events)
}
