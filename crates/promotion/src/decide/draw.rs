//! Who wins: the draw, once, after the close, from the seed that was promised; or by the house's word.

use punto_rulebook::{PromotionItem as Item, PromotionRule as R};
use punto_vocab::{Actor, Citation, PersonId, Role, Seed};

use super::{Ctx, Decision, event};
use crate::command::EntryProof;
use crate::conditions::{Manner, Plan};
use crate::event::{Event, Happening};
use crate::reason::{Reason, Refused};
use crate::state::{Outcome, Prize, Ticket};

/// Names whoever watches the draw: by the document where a prize is worth so much, otherwise because the house wants it.
pub(super) fn nominate(ctx: &Ctx<'_>, scrutineer: PersonId) -> Decision {
    let rule = ctx.entitled(R::Scrutineer)?;
    ctx.running()?;
    not_drawn(ctx)?;
    if ctx.own.overseen {
        return ctx.refuse(&rule.by, Reason::OverseenAlready);
    }
    if ctx.own.entries_of(scrutineer) > 0 {
        return ctx.refuse(&ctx.order(), Reason::EnteredAlready { person: scrutineer });
    }
    let itself = matches!(ctx.by, Actor::Staff(_, own) if own == scrutineer);
    if itself || ctx.own.officials.contains(&scrutineer) {
        return ctx.refuse(&ctx.order(), Reason::ActsForHouse { person: scrutineer });
    }
    Ok(vec![event(Happening::Nominated { scrutineer }, &by_scrutineer(ctx, &rule.by))])
}

/// What a scrutineer rests on: the document's clause where a single prize is worth more than its amount.
fn by_scrutineer(ctx: &Ctx<'_>, by: &Citation) -> Citation {
    let above = ctx.book.promotion.get(R::Scrutineer).and_then(|rule| rule.amount).unwrap_or_default();
    let large = ctx.own.prizes.values().any(|prize| prize.details.prized().value > above);
    if large { by.clone() } else { ctx.order() }
}

/// The scrutineer is there, once nobody can enter any more.
pub(super) fn oversee(ctx: &Ctx<'_>) -> Decision {
    let rule = ctx.rule(R::Scrutineer)?;
    ctx.one_of(&[Role::Scrutineer], &rule.by)?;
    let plan = ctx.running()?;
    not_drawn(ctx)?;
    let who = ctx.own.scrutineer;
    match who {
        None => return ctx.refuse(&rule.by, Reason::NoScrutineer),
        Some(who) if ctx.by.name() != Some(who) => {
            return ctx.refuse(&rule.by, Reason::NotTheScrutineer { who });
        }
        Some(_) if ctx.own.overseen => return ctx.refuse(&rule.by, Reason::OverseenAlready),
        Some(_) => {}
    }
    closed(ctx, plan)?;
    let by = by_scrutineer(ctx, &rule.by);
    Ok(who.map(|scrutineer| event(Happening::Overseeing { scrutineer }, &by)).into_iter().collect())
}

/// Somebody who must be there to win is there, by their own word or card: who is there is not for the house to choose.
pub(super) fn present(ctx: &Ctx<'_>, entrant: PersonId, proof: Option<EntryProof>) -> Decision {
    let by = ctx.by_item(Item::Presence);
    ctx.at_desk(entrant, proof, &by)?;
    let plan = ctx.running()?;
    match plan.presence {
        false => return ctx.refuse(&by, Reason::NotByPresence),
        true => closed(ctx, plan)?,
    }
    match ctx.own.entries_of(entrant) {
        0 => ctx.refuse(&by, Reason::NotAnEntrant { person: entrant }),
        _ if ctx.own.present.contains(&entrant) => {
            ctx.refuse(&by, Reason::PresentAlready { person: entrant })
        }
        1.. => Ok(vec![event(Happening::Present { entrant, proof }, &by)]),
    }
}

/// Draws the winners of all prizes.
pub(super) fn draw(ctx: &Ctx<'_>, seed: Seed) -> Decision {
    ctx.entitled(R::Offer)?;
    let plan = ctx.running()?;
    let manner = ctx.by_item(Item::Manner);
    if plan.manner != Manner::Draw {
        return ctx.refuse(&manner, Reason::NotByDraw);
    }
    not_drawn(ctx)?;
    closed(ctx, plan)?;
    held(ctx, plan)?;
    if ctx.own.entries.is_empty() {
        return ctx.refuse(&manner, Reason::NoEntries);
    }
    // Nobody opens the seed while the scrutineer is waited for.
    let overseen = overseen(ctx)?;
    if ctx.own.promise != Some(seed.promise()) {
        return ctx.refuse(&manner, Reason::OtherSeed);
    }
    let entries = u32::try_from(ctx.own.entries.len()).unwrap_or(u32::MAX);
    let mut events = vec![event(Happening::Drawn { seed, entries }, &manner)];
    events.extend(overseen);
    let mut tickets = ctx.own.order(seed).into_iter();
    for prize in ctx.own.prizes.keys() {
        events.push(won(*prize, tickets.next(), &manner));
    }
    Ok(events)
}

/// The draw as the scrutineer saw it, where there is one, who must be there.
fn overseen(ctx: &Ctx<'_>) -> Result<Option<Event>, Refused> {
    let Some(scrutineer) = ctx.own.scrutineer else { return Ok(None) };
    let by = by_scrutineer(ctx, &ctx.by_rule(R::Scrutineer));
    match ctx.own.overseen {
        true => Ok(Some(event(Happening::Overseen { scrutineer }, &by))),
        false => ctx.refuse(&by, Reason::NotOverseen { scrutineer }),
    }
}

fn won(prize: u8, ticket: Option<Ticket>, by: &Citation) -> Event {
    let happening = ticket.map_or(Happening::NotWon { prize }, |ticket| Happening::Won {
        prize,
        winner: ticket.entrant,
        entry: ticket.entry,
    });
    event(happening, by)
}

/// Says who has won a prize by the conditions, where it is not drawn.
pub(super) fn declare(ctx: &Ctx<'_>, prize: u8, winner: PersonId) -> Decision {
    ctx.entitled(R::Offer)?;
    let plan = ctx.running()?;
    let manner = ctx.by_item(Item::Manner);
    if plan.manner != Manner::Declare {
        return ctx.refuse(&manner, Reason::ByDraw);
    }
    held(ctx, plan)?;
    let own = ctx.prize(prize)?;
    // A prize that is won is declared anew only where its winner does not get it and the conditions have a reserve.
    let passed = match &own.win {
        None => None,
        Some(_) if !plan.reserve => return ctx.refuse(&manner, Reason::WonAlready { prize }),
        Some(win) => Some(gives_way(ctx, plan, prize, win.ticket.entrant)?),
    };
    if ctx.own.entries_of(winner) == 0 {
        return ctx.refuse(&ctx.by_item(Item::Eligible), Reason::NotAnEntrant { person: winner });
    }
    match ctx.own.tickets().find(|ticket| ticket.entrant == winner && !is_used(ctx, ticket)) {
        Some(ticket) => Ok(passed.into_iter().chain([won(prize, Some(ticket), &manner)]).collect()),
        None => ctx.refuse(&manner, Reason::EntriesUsed { person: winner }),
    }
}

/// Gives a prize that its winner does not get to the next entry in the order of the draw, where the conditions say so.
pub(super) fn pass_over(ctx: &Ctx<'_>, prize: u8) -> Decision {
    ctx.entitled(R::Offer)?;
    let plan = ctx.running()?;
    let by = ctx.by_item(Item::Manner);
    let (_, win) = ctx.won(prize)?;
    let Some(seed) = ctx.own.seed else { return ctx.refuse(&by, Reason::NoReserve) };
    let passed = gives_way(ctx, plan, prize, win.ticket.entrant)?;
    let next = ctx.own.order(seed).into_iter().find(|ticket| !is_used(ctx, ticket));
    let won = won(prize, next, &passed.by);
    Ok(vec![passed, won])
}

/// Whether an entry holds a prize, or did: each wins once.
fn is_used(ctx: &Ctx<'_>, ticket: &Ticket) -> bool {
    let holds = |own: &Prize| own.win.as_ref().is_some_and(|win| win.ticket == *ticket);
    ctx.own.prizes.values().any(|own| holds(own) || own.passed_over.contains(&ticket.entry))
}

/// The winner of a prize does not get it, and it may go to somebody else.
fn gives_way(ctx: &Ctx<'_>, plan: &Plan, prize: u8, winner: PersonId) -> Result<Event, Refused> {
    let by = ctx.by_item(Item::Manner);
    let own = ctx.prize(prize)?;
    let ground =
        ctx.own.passed_over_by(ctx.at, prize).filter(|ground| plan.reserve || *ground == Item::Presence);
    let Some(ground) = ground else {
        let reason =
            if plan.reserve || plan.presence { Reason::StillTheirs { winner } } else { Reason::NoReserve };
        return ctx.refuse(&by, reason);
    };
    let by = by.and(&ctx.by_item(ground));
    if ground == Item::Claim {
        may_be_final(ctx, prize, own, winner)?;
    }
    Ok(event(Happening::PassedOver { prize, winner }, &by))
}

/// Refuses to act on a claim that was refused before the claimant knows why, and while they dispute it.
fn may_be_final(ctx: &Ctx<'_>, prize: u8, own: &Prize, winner: PersonId) -> Result<(), Refused> {
    if let Some(person) = ctx.own.contested(prize) {
        return ctx.refuse(&ctx.by_rule(R::Dispute), Reason::Contested { person });
    }
    match own.claim(winner).map(|claim| &claim.outcome) {
        Some(Outcome::Refused { told: false, .. }) => {
            ctx.refuse(&ctx.by_rule(R::RefuseClaim), Reason::ReasonsUntold { person: winner })
        }
        Some(Outcome::Refused { .. } | Outcome::Waits | Outcome::Accepted) | None => Ok(()),
    }
}

/// Publishes who has won, as the conditions say.
pub(super) fn publish_results(ctx: &Ctx<'_>) -> Decision {
    ctx.entitled(R::Offer)?;
    ctx.running()?;
    let by = ctx.by_item(Item::Results);
    if ctx.own.results_published {
        return ctx.refuse(&by, Reason::ResultsOut);
    }
    match ctx.own.prizes.values().any(|prize| prize.win.is_some()) {
        true => Ok(vec![event(Happening::ResultsPublished, &by)]),
        false => ctx.refuse(&by, Reason::NothingWon),
    }
}

/// Refuses what comes before a draw that is made: nobody draws twice.
fn not_drawn(ctx: &Ctx<'_>) -> Result<(), Refused> {
    match ctx.own.seed {
        None => Ok(()),
        Some(_) => ctx.refuse(&ctx.by_item(Item::Manner), Reason::DrawnAlready),
    }
}

/// Refuses a draw while somebody may still enter.
fn closed(ctx: &Ctx<'_>, plan: &Plan) -> Result<(), Refused> {
    match ctx.at >= plan.closes {
        true => Ok(()),
        false => ctx.refuse(&ctx.by_item(Item::Closes), Reason::EntriesOpen { closes: plan.closes }),
    }
}

/// Refuses a winner before the promotion is held.
fn held(ctx: &Ctx<'_>, plan: &Plan) -> Result<(), Refused> {
    match ctx.at >= plan.held {
        true => Ok(()),
        false => ctx.refuse(&ctx.by_item(Item::Held), Reason::TooEarly { held: plan.held }),
    }
}
