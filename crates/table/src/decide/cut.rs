//! The cut: who is offered it, in which order, and how deep it goes.

use punto_lines::{Happening, Hindrance, Owed, Reason, Refused};
use punto_rulebook::known::FirstCutOffer;
use punto_rulebook::{Device, Rule, Way};
use punto_vocab::{Actor, Citation, Direction, PersonId, Seat};

use super::acts::preparing;
use super::duties::owes;
use super::{Ctx, Decision, event};
use punto_state::{Open, Stage};

pub(super) fn let_patrons_cut(ctx: &Ctx<'_>, open: &Open) -> Decision {
    let rule = ctx.entitled(Rule::CutBySupervisor)?;
    preparing(ctx, open, Stage::Shuffled, &rule.by)?;
    Ok(vec![event(Happening::PatronsMayCut, &rule.by)])
}

/// Who is to be offered the cut now, with the clause; `None` when every seated patron has declined.
pub(super) fn next_to_cut(ctx: &Ctx<'_>, open: &Open) -> Option<(PersonId, Citation)> {
    let rules = &ctx.book.procedure;
    let ring = open.ring()?;
    // Where no patron made the last cut there is no place to go on from, and the opening order holds again.
    let left = rules.get(Rule::CutLater).is_some_and(|rule| rule.value == Some(Way::LeftOfLast));
    let opening = open.shoe.number == 0 || (left && open.shoe.last_cut.is_none());
    let rule = if opening { rules.get(Rule::CutFirst) } else { rules.get(Rule::CutLater) };
    let rule = rule.or(rules.get(Rule::CutFirst))?;
    let seated = |seat: Seat| open.patrons.seated.get(&seat).copied();
    let clockwise: Vec<PersonId> = ring.clockwise_from_dealers_left().filter_map(seated).collect();
    let way = rules.get(Rule::CutOrder).and_then(|order| order.value);
    let around = |from: Seat| -> Vec<PersonId> {
        let direction =
            if way == Some(Way::Anticlockwise) { Direction::Anticlockwise } else { Direction::Clockwise };
        ring.after(from, direction).filter_map(seated).collect()
    };
    let start = match rule.value {
        Some(Way::FirstSeated) if open.terms.choice() == Some(FirstCutOffer::LowestSeat) => {
            open.patrons.seated.values().next().copied()
        }
        Some(Way::FirstArrival | Way::FirstSeated) => {
            let first = open.patrons.arrived.iter().find(|patron| open.patrons.seat_of(**patron).is_some());
            first.copied()
        }
        Some(Way::LowestSeat) => open.patrons.seated.values().next().copied(),
        Some(Way::LeftOfLast) => match open.shoe.last_cut {
            Some(seat) => around(seat).first().copied(),
            None => open.patrons.arrived.first().copied(),
        },
        _ => clockwise.first().copied(),
    }?;
    let mut order = vec![start];
    // After the first offer Tasmania goes round from the highest number, the others from the one just asked.
    let rest = match (rule.value, open.patrons.seat_of(start), open.patrons.seated.iter().next_back()) {
        (Some(Way::FirstSeated), _, Some((highest, first))) => {
            [*first].into_iter().chain(around(*highest)).collect()
        }
        (_, Some(seat), _) => around(seat),
        (_, None, _) => clockwise,
    };
    order.extend(rest.into_iter().filter(|patron| *patron != start));
    let next = order.into_iter().find(|patron| !open.shoe.cut.declined.contains(patron))?;
    let by = match rules.get(Rule::CutOrder) {
        Some(order) if next != start => order.by.clone(),
        _ => rule.by.clone(),
    };
    Some((next, by))
}

pub(super) fn patrons_cut(ctx: &Ctx<'_>, open: &Open) -> Result<(), Refused> {
    match ctx.book.procedure.get(Rule::CutBySupervisor) {
        Some(rule) if !open.shoe.cut.patrons => {
            ctx.refuse(&rule.by, Reason::NotNow(Hindrance::SupervisorCuts))
        }
        _ => Ok(()),
    }
}

pub(super) fn offer_cut(ctx: &Ctx<'_>, open: &Open, patron: PersonId) -> Decision {
    let by = ctx.book.procedure.get(Rule::CutFirst).map_or_else(|| ctx.order(), |rule| rule.by.clone());
    preparing(ctx, open, Stage::Shuffled, &by)?;
    patrons_cut(ctx, open)?;
    let standing = open.patrons.has(patron) && open.patrons.seat_of(patron).is_none();
    if let Some(rule) = ctx.book.procedure.get(Rule::CutterSeated).filter(|_| standing) {
        return ctx.refuse(&rule.by, Reason::HolderNotSeated(patron));
    }
    match next_to_cut(ctx, open) {
        // Who was asked has not answered yet.
        Some((_, by)) if open.shoe.cut.offered.is_some() => {
            ctx.refuse(&by, Reason::NotNow(Hindrance::CutAwaitsAnswer))
        }
        Some((next, by)) if next == patron => Ok(vec![event(Happening::CutOffered { patron }, &by)]),
        Some((next, by)) => ctx.refuse(&by, Reason::NotNext(patron, next)),
        None => ctx.refuse(&by, Reason::NobodyLeft),
    }
}

pub(super) fn decline_cut(ctx: &Ctx<'_>, open: &Open, patron: PersonId) -> Decision {
    let by = ctx.book.procedure.get(Rule::CutOrder).map_or_else(|| ctx.order(), |rule| rule.by.clone());
    preparing(ctx, open, Stage::Shuffled, &by)?;
    if open.shoe.cut.offered != Some(patron) {
        return ctx.refuse(&by, Reason::NotNow(Hindrance::CutNotOffered));
    }
    Ok(vec![event(Happening::CutDeclined { patron }, &by)])
}

/// The patron who is to cut names another.
pub(super) fn pass_cut(ctx: &Ctx<'_>, open: &Open, patron: PersonId, to: PersonId) -> Decision {
    let rule = ctx.rule(Rule::CutNominee)?;
    preparing(ctx, open, Stage::Shuffled, &rule.by)?;
    let order = ctx.book.procedure.get(Rule::CutOrder).filter(|_| !open.shoe.cut.declined.is_empty());
    if let Some(order) = order {
        return ctx.refuse(&order.by, Reason::NotNow(Hindrance::CutGoesRound));
    }
    if open.shoe.cut.offered != Some(patron) {
        return ctx.refuse(&rule.by, Reason::NotNow(Hindrance::CutNotOffered));
    }
    if !open.patrons.has(to) {
        return ctx.refuse(&rule.by, Reason::NotHere(to));
    }
    let by = next_to_cut(ctx, open).map_or_else(|| rule.by.clone(), |(_, by)| by);
    Ok(vec![event(Happening::CutPassed { patron, to }, &by)])
}

/// Refuses to cut the cards of a shuffling device.
pub(super) fn cards_are_cut(ctx: &Ctx<'_>, open: &Open) -> Result<(), Refused> {
    let rule = ctx.book.procedure.get(Rule::DeviceNotCut);
    match rule.filter(|_| open.terms.device.value == Device::ShufflingDevice) {
        Some(rule) => ctx.refuse(&rule.by, Reason::NotNow(Hindrance::DeviceNotCut)),
        None => Ok(()),
    }
}

/// Refuses a cut too near an end, or beyond it; otherwise what its depth rests on.
pub(super) fn deep_enough(ctx: &Ctx<'_>, open: &Open, depth: u32) -> Result<Citation, Refused> {
    let rule = ctx.book.shoe.cut_from_ends.as_ref();
    let (by, least) = rule.map_or_else(|| (ctx.order(), 0), |rule| (rule.by.clone(), rule.value));
    if depth < least || depth > open.terms.cards().saturating_sub(least) {
        return ctx.refuse(&by, Reason::CutTooNear { depth, least });
    }
    Ok(by)
}

/// What a patron's cut rests on where the cards are shuffled and cut in one: the offer has gone round by then, so
/// that only who may cut at all is asked.
pub(super) fn chosen_by(ctx: &Ctx<'_>, open: &Open, patron: PersonId) -> Result<Citation, Refused> {
    let rules = &ctx.book.procedure;
    let by = rules.get(Rule::CutFirst).map_or_else(|| ctx.order(), |rule| rule.by.clone());
    if !open.patrons.has(patron) {
        return ctx.refuse(&by, Reason::NotHere(patron));
    }
    let standing = open.patrons.seat_of(patron).is_none();
    if let Some(rule) = rules.get(Rule::CutterSeated).filter(|_| standing) {
        return ctx.refuse(&rule.by, Reason::HolderNotSeated(patron));
    }
    Ok(match next_to_cut(ctx, open) {
        Some((next, by)) if next == patron => by,
        _ => rules.get(Rule::CutOrder).map_or(by, |order| order.by.clone()),
    })
}

pub(super) fn cut(ctx: &Ctx<'_>, open: &Open, depth: u32, patron: Option<PersonId>) -> Decision {
    let rules = &ctx.book.procedure;
    // A patron who names nobody cuts.
    let patron = patron.or(ctx.by.name().filter(|_| ctx.by.is_patron()));
    // Cards of a failed device are cut where they go into a shoe.
    if owes(ctx, Owed::Act(Rule::CutFailedDevice)) && patron.is_none() {
        return super::session::act(ctx, open, Rule::CutFailedDevice, &[], None);
    }
    cards_are_cut(ctx, open)?;
    let depth_by = ctx.book.shoe.cut_from_ends.as_ref().map_or_else(|| ctx.order(), |rule| rule.by.clone());
    preparing(ctx, open, Stage::Shuffled, &depth_by)?;
    deep_enough(ctx, open, depth)?;
    let (who, by) = match patron {
        Some(patron) => {
            if open.shoe.cut.offered != Some(patron) {
                let by = rules.get(Rule::CutFirst).map_or(&depth_by, |rule| &rule.by);
                return ctx.refuse(by, Reason::NotNow(Hindrance::CutNotOffered));
            }
            let by = next_to_cut(ctx, open).map_or_else(|| depth_by.clone(), |(_, by)| by);
            (Actor::Patron(patron), by)
        }
        None => (ctx.by, staff_cut(ctx, open)?),
    };
    Ok(vec![event(Happening::WasCut { depth, who }, &by.and(&depth_by))])
}

/// Staff cut where the document lets them: by right, or when no patron will.
pub(super) fn staff_cut(ctx: &Ctx<'_>, open: &Open) -> Result<Citation, Refused> {
    let rules = &ctx.book.procedure;
    if let Some(rule) = rules.get(Rule::CutBySupervisor).filter(|_| !open.shoe.cut.patrons) {
        ctx.one_of(&rule.roles, &rule.by)?;
        return Ok(rule.by.clone());
    }
    let Some(rule) = rules.get(Rule::CutFallback) else { return Ok(ctx.order()) };
    ctx.one_of(&rule.roles, &rule.by)?;
    match next_to_cut(ctx, open) {
        Some((next, by)) => ctx.refuse(&by, Reason::NotNext(ctx.by.name().unwrap_or(next), next)),
        None => Ok(rule.by.clone()),
    }
}
