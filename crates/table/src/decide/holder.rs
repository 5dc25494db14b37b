//! Who is to have a hand: by what they wagered on it, and among equals by where they sit.

use punto_coup::counts;
use punto_lines::{Reason, Refused};
use punto_rulebook::known::DesignatedPatronAmount;
use punto_rulebook::{BetKind, Equals, Holders, Rule, Step};
use punto_vocab::{Citation, Direction, Money, PersonId, Seat, Side};

use super::Ctx;
use super::coup::found_of;
use super::hands::{method, of_coup};
use punto_state::{Dealing, Open, Placed};

/// What each seated patron has wagered on a hand, over all boxes. What is known to be no wager, as it came too late or is void,
/// gives nobody the cards.
pub(super) fn amounts(ctx: &Ctx<'_>, open: &Open, wagers: &[Placed], side: Side) -> Vec<(PersonId, Money)> {
    let kind = match side {
        Side::Player => BetKind::Player,
        Side::Banker => BetKind::Banker,
    };
    let largest = open.terms.choice() == Some(DesignatedPatronAmount::LargestBox);
    let mut list: Vec<(PersonId, Money)> = Vec::new();
    for placed in wagers {
        let wager = placed.wager;
        let amount = counts(ctx.book, &open.terms, &wager, found_of(ctx, placed));
        let on_hand = ctx.book.bet(wager.bet).is_some_and(|bet| bet.kind == kind);
        let takes_part =
            open.patrons.seat_of(wager.patron).is_some() && !ctx.table.excluded.contains(&wager.patron);
        if !on_hand || !takes_part || amount.is_zero() {
            continue;
        }
        match list.iter_mut().find(|(patron, _)| *patron == wager.patron) {
            Some((_, most)) if largest => *most = (*most).max(amount),
            Some((_, all)) => *all += amount,
            None => list.push((wager.patron, amount)),
        }
    }
    list
}

/// Everybody entitled to a hand, first to last: by amount, then in a tournament in the order of wagering, elsewhere as the
/// document orders equals.
pub(super) fn entitled(ctx: &Ctx<'_>, open: &Open, dealing: &Dealing, side: Side) -> Vec<(PersonId, Money)> {
    let mut list = amounts(ctx, open, &dealing.wagers, side);
    let own = method(ctx, open).filter(|method| method.tournament).map(|_| &open.hooks.order);
    let turn = |patron: PersonId| {
        let turn = own.and_then(|order| order.iter().position(|name| *name == patron));
        turn.unwrap_or(usize::MAX)
    };
    list.sort_by_key(|(patron, amount)| (std::cmp::Reverse(*amount), turn(*patron)));
    for equals in list.chunk_by_mut(|(a, x), (b, y)| x == y && turn(*a) == turn(*b)) {
        let order = seats_in_order(ctx, open, equals.iter().map(|(patron, _)| *patron));
        let place = |patron| order.iter().position(|seat| open.patrons.seat_of(patron) == Some(*seat));
        equals.sort_by_key(|(patron, _)| place(*patron));
    }
    list
}

/// The order in which those with equal wagers come, by their seats.
fn seats_in_order(ctx: &Ctx<'_>, open: &Open, equals: impl Iterator<Item = PersonId>) -> Vec<Seat> {
    let Some(ring) = open.ring() else { return Vec::new() };
    let mut seats: Vec<Seat> = equals.filter_map(|patron| open.patrons.seat_of(patron)).collect();
    seats.sort();
    match (method(ctx, open).and_then(|method| method.equals), seats.first()) {
        (Some(Equals::LowestSeat), _) => seats,
        (Some(Equals::LowestSeatThenAnticlockwise), Some(lowest)) => {
            [*lowest].into_iter().chain(ring.after(*lowest, Direction::Anticlockwise)).collect()
        }
        (Some(Equals::FromDealersRight) | None, _) | (_, None) => {
            ring.anticlockwise_from_dealers_right().collect()
        }
    }
}

/// Who is to be offered a hand now, and by which clause.
pub(super) fn next_for(
    ctx: &Ctx<'_>,
    open: &Open,
    dealing: &Dealing,
    side: Side,
) -> Result<(PersonId, Citation), Refused> {
    let (Some(own), Some(method)) = (method(ctx, open), of_coup(ctx, open, dealing)) else {
        return ctx.refuse(&ctx.order(), Reason::DealerKeeps);
    };
    if dealing.holders[side].taken
        && let Some(rule) = ctx.book.procedure.get(Rule::Forfeit)
    {
        return ctx.refuse(&rule.by, Reason::DealerKeeps);
    }
    if method.holders == Holders::Dealer {
        let by = method.by(Step::DealerKeeps).clone();
        let by = dealing.no_bet.as_ref().map_or(by.clone(), |no_bet| by.and(no_bet));
        let fell_back = own.holders == Holders::RotatingBanker && dealing.no_bet.is_none();
        let taken = ctx.book.procedure.get(Rule::Forfeit).filter(|_| dealing.holders[Side::Banker].taken);
        let why = taken.map_or(own.by(Step::Fallback), |rule| &rule.by);
        return ctx.refuse(&if fell_back { why.and(&by) } else { by }, Reason::DealerKeeps);
    }
    if method.holders == Holders::RotatingBanker {
        return match (side, open.role.holder) {
            (Side::Player, _) => ctx.refuse(method.by(Step::KeepPlayer), Reason::DealerKeeps),
            (Side::Banker, Some(holder)) => {
                ctx.not_excluded(holder).map(|()| (holder, method.by(Step::Pass).clone()))
            }
            (Side::Banker, None) => ctx.refuse(method.by(Step::Fallback), Reason::DealerKeeps),
        };
    }
    let list = entitled(ctx, open, dealing, side);
    let declined = &dealing.holders[side].declined;
    if list.is_empty() {
        return ctx.refuse(method.by(Step::NoBettor), Reason::DealerKeeps);
    }
    let Some(place) = list.iter().position(|(patron, _)| !declined.contains(patron)) else {
        return ctx.refuse(method.by(Step::AllDecline), Reason::DealerKeeps);
    };
    let (patron, amount) = list[place];
    let equals = list.iter().filter(|(_, own)| *own == amount).count() > 1;
    let earlier_equal = list[..place].iter().any(|(_, own)| *own == amount);
    let step = match (place, equals, earlier_equal) {
        (_, _, true) => Step::EqualNext,
        (0, true, _) => Step::Equal,
        (0, false, _) => Step::Pick,
        (_, _, false) => Step::Next,
    };
    Ok((patron, method.by(step).clone()))
}
