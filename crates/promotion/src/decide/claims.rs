//! Winners are told, prizes are claimed, claims are decided, prizes are awarded.

use punto_rulebook::{PrizeItem, PromotionItem as Item, PromotionRule as R};
use punto_vocab::line::Words;
use punto_vocab::{Actor, Citation, Money, PersonId, Time};

use super::{Ctx, Decision, event};
use crate::command::{Channel, FileId};
use crate::duty::notice;
use crate::event::Happening;
use crate::prize::PrizePayment;
use crate::reason::{Reason, Refused};
use crate::state::{Claim, Outcome, Prize, Stage, Win};

/// Until when a winner is to be told, if the document says so and the winner need not have been there.
pub(crate) fn told_until(days: Option<u32>, presence: bool, win: &Win) -> Option<Time> {
    days.filter(|_| !presence).map(|days| win.at.plus_hours(days.saturating_mul(24)))
}

/// A winner was told. After the document's days that is late, and is on record as late.
pub(super) fn notify(ctx: &Ctx<'_>, prize: u8, channel: Channel) -> Decision {
    let (by, win) = telling(ctx, prize, channel)?;
    let winner = win.ticket.entrant;
    let days = ctx.book.promotion.get(R::Notify).and_then(|rule| rule.number);
    let late = !win.late && told_until(days, false, win).is_some_and(|until| ctx.at > until);
    let late = late.then(|| event(Happening::NotifiedLate { prize }, &ctx.by_rule(R::Notify)));
    let told = event(Happening::Notified { prize, winner, channel }, &by);
    Ok([told].into_iter().chain(late).collect())
}

/// The time to tell a winner has gone by, as the house's clock says, and nobody has told them.
pub(super) fn note_late(ctx: &Ctx<'_>, prize: u8) -> Decision {
    let rule = ctx.entitled(R::Notify)?;
    let (own, win) = ctx.won(prize)?;
    let late = notice(ctx.book, ctx.own, own).is_some_and(|(_, until)| ctx.at > until);
    match late && !win.late {
        true => Ok(vec![event(Happening::NotifiedLate { prize }, &rule.by)]),
        false => ctx.refuse(&rule.by, Reason::NotLate { prize }),
    }
}

/// Somebody tried to tell a winner.
pub(super) fn attempt(ctx: &Ctx<'_>, prize: u8, channel: Channel, why: &Words) -> Decision {
    let (by, win) = telling(ctx, prize, channel)?;
    let winner = win.ticket.entrant;
    Ok(vec![event(Happening::Attempted { prize, winner, channel, why: why.clone() }, &by)])
}

/// What telling a winner in this way rests on, where it is still to be done.
fn telling<'a>(ctx: &'a Ctx<'_>, prize: u8, channel: Channel) -> Result<(Citation, &'a Win), Refused> {
    let rule = ctx.entitled(R::Notify)?;
    let way = ctx.rule(channel.rule())?;
    let plan = ctx.published()?;
    if plan.presence {
        return ctx.refuse(&rule.by, Reason::ByPresence);
    }
    let (_, win) = ctx.won(prize)?;
    match win.notified {
        Some(_) => ctx.refuse(&rule.by, Reason::NotifiedAlready { prize }),
        None => Ok((rule.by.and(&way.by), win)),
    }
}

/// Somebody claims a prize. Whether they have won it is decided afterwards, so that a claim that is refused is on record.
pub(super) fn claim(ctx: &Ctx<'_>, prize: u8, claimant: PersonId) -> Decision {
    let by = ctx.by_item(Item::Claim);
    ctx.own_word(claimant, &by)?;
    ctx.published()?;
    let own = ctx.prize(prize)?;
    if own.win.is_none() {
        return ctx.refuse(&by, Reason::NotWon { prize });
    }
    // What staff took down for somebody keeps them from nothing that they say themselves.
    let in_person = ctx.by == Actor::Patron(claimant);
    let again = |claim: &&Claim| claim.in_person || !in_person || claim.outcome == Outcome::Accepted;
    match own.claim(claimant).filter(again) {
        Some(_) => ctx.refuse(&by, Reason::ClaimedAlready { claimant }),
        None => Ok(vec![event(Happening::Claimed { prize, claimant }, &by)]),
    }
}

/// Accepts the claim of whoever has won.
pub(super) fn accept(ctx: &Ctx<'_>, prize: u8, claimant: PersonId) -> Decision {
    ctx.entitled(R::Offer)?;
    let plan = ctx.running()?;
    let by = ctx.by_item(Item::Claim);
    let (own, win) = ctx.won(prize)?;
    let Some(claim) = own.claim(claimant).filter(|claim| claim.outcome == Outcome::Waits) else {
        return ctx.refuse(&by, Reason::NoClaim { claimant });
    };
    if win.ticket.entrant != claimant {
        return ctx.refuse(&ctx.by_item(Item::Manner), Reason::NotTheWinner { claimant });
    }
    if plan.presence && !ctx.own.present.contains(&claimant) {
        return ctx.refuse(&ctx.by_item(Item::Presence), Reason::NotPresent { person: claimant });
    }
    match plan.claim_by.filter(|until| claim.at > *until) {
        Some(until) => ctx.refuse(&ctx.by_item(Item::ClaimBy), Reason::ClaimedLate { until }),
        None => Ok(vec![event(Happening::ClaimAccepted { prize, claimant }, &by)]),
    }
}

/// What of the conditions the winner of a prize may have failed.
const FAILED: [Item; 7] =
    [Item::Eligible, Item::Staff, Item::Entries, Item::Wager, Item::Claim, Item::ClaimBy, Item::Presence];

/// Refuses a claim for a reason; above the document's amount it is on record where the claimant's address is kept. Whoever
/// has won has the prize unless a condition that was published says otherwise, and which one that is must be said.
pub(super) fn refuse(
    ctx: &Ctx<'_>,
    (prize, claimant): (u8, PersonId),
    address: Option<FileId>,
    ground: Option<Item>,
    why: &Words,
) -> Decision {
    let rule = ctx.entitled(R::RefuseClaim)?;
    let plan = ctx.published()?;
    let own = ctx.prize(prize)?;
    let waits = |claim: &&Claim| claim.claimant == claimant && own.is_unanswered(claim, ctx.own.stage);
    let Some(claim) = own.claims.iter().find(waits) else {
        return ctx.refuse(&rule.by, Reason::NoClaim { claimant });
    };
    let kept = ctx.book.promotion.get(R::KeepRefused);
    let kept = kept.filter(|rule| own.details.prized().value > rule.amount.unwrap_or_default());
    let by = match (kept, address) {
        (Some(kept), None) => return ctx.refuse(&kept.by, Reason::NoAddress { claimant }),
        (Some(kept), Some(_)) => rule.by.and(&kept.by),
        (None, _) => rule.by.clone(),
    };
    // Nothing is awarded any more once it is cancelled, and whoever has not won has nothing to lose.
    let loses = own.winner() == Some(claimant) && ctx.own.stage != Stage::Cancelled;
    let by = if loses || ground.is_some() { ctx.ground(ground, &FAILED, &by)? } else { by };
    match (ground, plan.claim_by) {
        (Some(Item::ClaimBy), Some(until)) if claim.at <= until => {
            return ctx.refuse(&by, Reason::NotLateClaim { claimant, until });
        }
        (Some(Item::Presence), _) if !plan.presence => return ctx.refuse(&by, Reason::NotByPresence),
        (Some(Item::Presence), _) if ctx.own.present.contains(&claimant) => {
            return ctx.refuse(&by, Reason::PresentAlready { person: claimant });
        }
        _ => {}
    }
    Ok(vec![event(Happening::ClaimRefused { prize, claimant, address, ground, why: why.clone() }, &by)])
}

/// Tells a claimant why the claim was refused.
pub(super) fn tell_reasons(ctx: &Ctx<'_>, prize: u8, claimant: PersonId) -> Decision {
    let rule = ctx.entitled(R::RefuseClaim)?;
    let own = ctx.prize(prize)?;
    let untold = own.claims.iter().any(|claim| {
        claim.claimant == claimant && matches!(claim.outcome, Outcome::Refused { told: false, .. })
    });
    match untold {
        true => Ok(vec![event(Happening::ReasonsTold { prize, claimant }, &rule.by)]),
        false => ctx.refuse(&rule.by, Reason::NothingToTell { person: claimant }),
    }
}

/// The winner takes the cash that is offered in place of another prize.
pub(super) fn take_cash(ctx: &Ctx<'_>, prize: u8, winner: PersonId) -> Decision {
    let rule = ctx.rule(R::CashAlternative)?;
    ctx.own_choice(winner, &rule.by)?;
    let own = accepted(ctx, prize, winner)?;
    match own.details.prized().alternative.filter(|_| !own.cash_taken) {
        Some(amount) => Ok(vec![event(Happening::CashTaken { prize, winner, amount }, &rule.by)]),
        None => ctx.refuse(&rule.by, Reason::NoCashAlternative),
    }
}

/// The winner of more money than the document's amount says how it is paid.
pub(super) fn choose(ctx: &Ctx<'_>, prize: u8, winner: PersonId, payment: &PrizePayment) -> Decision {
    let rule = ctx.rule(R::PaymentChoice)?;
    ctx.own_choice(winner, &rule.by)?;
    let own = accepted(ctx, prize, winner)?;
    let above = rule.amount.unwrap_or_default();
    match own.money_due() {
        None => ctx.refuse(&rule.by, Reason::NotMoney),
        Some(due) if due <= above => ctx.refuse(&rule.by, Reason::NoChoice { above }),
        Some(due) if payment.total() != due => {
            ctx.refuse(&rule.by, Reason::OtherSum { asked: payment.total(), due })
        }
        Some(_) => {
            Ok(vec![event(Happening::PaymentChosen { prize, winner, payment: payment.clone() }, &rule.by)])
        }
    }
}

/// Hands a prize over to the winner whose claim is accepted, in money as the winner wants it.
pub(super) fn award(ctx: &Ctx<'_>, prize: u8, payment: Option<&PrizePayment>) -> Decision {
    ctx.entitled(R::Offer)?;
    ctx.running()?;
    let (_, win) = ctx.won(prize)?;
    let winner = win.ticket.entrant;
    let own = accepted(ctx, prize, winner)?;
    if let Some(person) = ctx.own.contested(prize) {
        return ctx.refuse(&ctx.by_rule(R::Dispute), Reason::Contested { person });
    }
    let mut by = ctx.by_item(Item::Awarded);
    if own.cash_taken {
        by = by.and(&ctx.by_rule(R::CashAlternative));
    }
    let chosen = match (own.money_due(), payment) {
        (Some(due), Some(payment)) => paid(ctx, own, winner, due, payment)?,
        (Some(_), None) => return ctx.refuse(&ctx.by_detail(PrizeItem::Value), Reason::NotSaidHow),
        (None, Some(_)) => return ctx.refuse(&ctx.by_detail(PrizeItem::Value), Reason::NotMoney),
        (None, None) => None,
    };
    let by = by.and_all(&chosen);
    Ok(vec![event(Happening::Awarded { prize, winner, payment: payment.cloned() }, &by)])
}

/// What a payment rests on besides, if it comes to what is due and is what the winner chose.
fn paid(
    ctx: &Ctx<'_>,
    own: &Prize,
    winner: PersonId,
    due: Money,
    payment: &PrizePayment,
) -> Result<Option<Citation>, Refused> {
    let asked = payment.total();
    if asked != due {
        return ctx.refuse(&ctx.by_detail(PrizeItem::Value), Reason::OtherSum { asked, due });
    }
    let choice = ctx.book.promotion.get(R::PaymentChoice);
    let Some(rule) = choice.filter(|rule| due > rule.amount.unwrap_or_default()) else { return Ok(None) };
    match own.choice.as_ref() == Some(payment) {
        true => Ok(Some(rule.by.clone())),
        false => ctx.refuse(&rule.by, Reason::NotChosen { winner }),
    }
}

/// A prize that waits to be handed over to this winner.
fn accepted<'a>(ctx: &'a Ctx<'_>, prize: u8, winner: PersonId) -> Result<&'a Prize, Refused> {
    ctx.running()?;
    let (own, win) = ctx.won(prize)?;
    let by = ctx.by_item(Item::Claim);
    if win.ticket.entrant != winner {
        return ctx.refuse(&by, Reason::NotTheWinner { claimant: winner });
    }
    if own.awarded.is_some() {
        return ctx.refuse(&by, Reason::AwardedAlready { prize });
    }
    match own.claim(winner).is_some_and(|claim| claim.outcome == Outcome::Accepted) {
        true => Ok(own),
        false => ctx.refuse(&by, Reason::NotAccepted { winner }),
    }
}
