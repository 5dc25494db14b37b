//! The role that goes round: one patron has it until they give it up, lose or leave.

use punto_lines::{Event, HandName, Happening, Hindrance, Reason, Refused};
use punto_rulebook::known::MethodCOfferAgain;
use punto_rulebook::{Holders, Method, Rule, Step};
use punto_vocab::{Actor, Citation, Direction, PersonId, Seat};

use super::hands::method;
use super::{Ctx, Decision, event};
use punto_state::Open;

/// The role of a rotating Banker is offered between coups.
pub(super) fn offer_role(ctx: &Ctx<'_>, open: &Open, method: &Method, patron: PersonId) -> Decision {
    role_is_free(ctx, open, method, patron)?;
    // Once all have declined, the house says whether the role is offered anew before the next shoe.
    let anew = open.terms.choice() == Some(MethodCOfferAgain::OnRequest);
    match next_for_role(ctx, open, method, anew) {
        Some((next, by)) if next == patron => {
            Ok(vec![event(Happening::HandOffered { hand: HandName::Banker, patron }, &by)])
        }
        Some((next, by)) => ctx.refuse(&by, Reason::NotNext(patron, next)),
        None => ctx.refuse(method.by(Step::Fallback), Reason::NobodyLeft),
    }
}

/// From the dealer's right at the start of a shoe, from the last holder's right after a loss; `anew` begins again
/// once all have declined.
pub(super) fn next_for_role(
    ctx: &Ctx<'_>,
    open: &Open,
    method: &Method,
    anew: bool,
) -> Option<(PersonId, Citation)> {
    let ring = open.ring()?;
    let order: Vec<Seat> = match open.role.last {
        Some(last) => ring.after(last, Direction::Anticlockwise).collect(),
        None => ring.anticlockwise_from_dealers_right().collect(),
    };
    let seated: Vec<PersonId> =
        order.iter().filter_map(|seat| open.patrons.seated.get(seat).copied()).collect();
    let seated: Vec<PersonId> =
        seated.into_iter().filter(|patron| !ctx.table.excluded.contains(patron)).collect();
    let undecided = seated.iter().position(|patron| !open.role.declined.contains(patron));
    let place = undecided.or((anew && !seated.is_empty()).then_some(0))?;
    let step = match (open.role.last, place) {
        (_, 1..) => Step::Declined,
        (Some(_), 0) => Step::AfterLoss,
        (None, 0) => Step::Pick,
    };
    Some((seated[place], method.by(step).clone()))
}

/// Everybody who may be offered a role that passes round.
pub(super) fn takers<'c>(ctx: &'c Ctx<'_>, open: &'c Open) -> impl Iterator<Item = PersonId> + 'c {
    open.patrons.seated.values().copied().filter(|patron| !ctx.table.excluded.contains(patron))
}

/// Refuses to offer the role while somebody holds it: it moves on when it ends.
pub(super) fn role_is_free(
    ctx: &Ctx<'_>,
    open: &Open,
    method: &Method,
    patron: PersonId,
) -> Result<(), Refused> {
    match open.role.holder {
        Some(holder) if holder == patron => {
            ctx.refuse(method.by(Step::Ends), Reason::NotNow(Hindrance::RoleHeld))
        }
        Some(holder) => ctx.refuse(method.by(Step::Ends), Reason::NotNext(patron, holder)),
        None => Ok(()),
    }
}

pub(super) fn rotating<'c>(ctx: &'c Ctx<'_>, open: &Open) -> Option<&'c Method> {
    method(ctx, open).filter(|method| method.holders == Holders::RotatingBanker && !open.in_coup())
}

pub(super) fn give_up_role(ctx: &Ctx<'_>, open: &Open) -> Decision {
    let Some(method) = method(ctx, open).filter(|method| method.holders == Holders::RotatingBanker) else {
        return ctx.refuse(&ctx.order(), Reason::NotNow(Hindrance::NoRole));
    };
    let Some(patron) = open.role.holder else {
        return ctx.refuse(method.by(Step::GiveUp), Reason::NotNow(Hindrance::RoleFree));
    };
    if open.in_coup() {
        return ctx.refuse(method.by(Step::GiveUp), Reason::InCoup);
    }
    if let Actor::Patron(own) = ctx.by
        && own != patron
    {
        return ctx.refuse(method.by(Step::GiveUp), Reason::NotNext(own, patron));
    }
    // Who has accepted it says so, or the officer who may take it away.
    if let Actor::Staff(..) = ctx.by {
        ctx.one_of(&ctx.rule(Rule::Forfeit)?.roles, method.by(Step::GiveUp))?;
    }
    Ok(vec![event(Happening::RoleGivenUp { patron }, method.by(Step::GiveUp))])
}

/// A holder of the rotating role who leaves gives it up; from one who is sent away it moves on.
pub(super) fn holder_leaves(ctx: &Ctx<'_>, open: &Open, patron: PersonId, sent: bool) -> Option<Event> {
    let method = method(ctx, open).filter(|method| method.holders == Holders::RotatingBanker)?;
    let held = open.role.holder == Some(patron);
    held.then(|| match sent {
        true => event(Happening::RoleMoved { patron }, method.by(Step::Ends)),
        false => event(Happening::RoleGivenUp { patron }, method.by(Step::GiveUp)),
    })
}
