//! What wagers come to: by the cards of their coup and the terms of their table, and by nobody's word.

use std::collections::BTreeMap;

use punto_coup::{BoxId, Stake, settle};
use punto_rulebook::Terms;
use punto_vocab::{BetId, Citation, Money, PersonId};

use super::{Ctx, event};
use crate::cards::CoupCards;
use crate::event::{Event, Happening};
use crate::reason::{Reason, Refused};
use crate::state::{Venue, Wager};
use crate::tables;

/// What a coup comes to for everybody who wagered in it.
pub(super) struct Gains {
    /// What each has won, or lost below nought: first those whose chips were taken, in that order.
    all: Vec<(PersonId, Money)>,
    /// Whose chips were taken, the first first.
    taken: Vec<PersonId>,
}

impl Gains {
    /// Chips move by this.
    pub(super) fn moves<'a>(&'a self, by: &'a Citation) -> impl Iterator<Item = Event> + 'a {
        self.all.iter().filter_map(|(entrant, gain)| moved(*entrant, *gain, by))
    }

    /// When somebody's chips were taken, counted within the coup; nought if they were not.
    pub(super) fn taken(&self, who: PersonId) -> u32 {
        self.taken.iter().position(|name| *name == who).map_or(0, |place| place as u32 + 1)
    }
}

/// What these wagers come to by these cards. The table tells in which order it took the chips of those who lost; without its
/// word they are taken in the order in which they were wagered.
pub(super) fn of(
    ctx: &Ctx<'_>,
    (table, venue): (u8, &Venue),
    wagers: &[Wager],
    cards: &CoupCards,
    order: &[PersonId],
) -> Result<Gains, Refused> {
    let terms = terms(ctx, table, venue)?;
    let mut nets: BTreeMap<PersonId, Money> = BTreeMap::new();
    let mut taken: Vec<PersonId> = Vec::new();
    for ((entrant, bet), stake) in laid(wagers) {
        let wager = punto_coup::Wager { patron: entrant, at: BoxId(0), bet, stake: Stake::chips(stake) };
        let settled = settle(&terms, cards.outcome(), &wager);
        *nets.entry(entrant).or_default() += settled.net();
        if settled.collected.is_positive() && !taken.contains(&entrant) {
            taken.push(entrant);
        }
    }
    let place = |name: &PersonId| order.iter().position(|own| own == name).unwrap_or(usize::MAX);
    taken.sort_by_key(place);
    let won = nets.keys().copied().filter(|name| !taken.contains(name));
    let all =
        taken.iter().copied().chain(won).map(|name| (name, nets.get(&name).copied().unwrap_or_default()));
    Ok(Gains { all: all.collect(), taken })
}

/// By how much what somebody gains differs when these wagers of a coup are put in the place of those.
pub(super) fn difference(
    ctx: &Ctx<'_>,
    venue: (u8, &Venue),
    cards: &CoupCards,
    was: &[Wager],
    is: &[Wager],
) -> Result<Money, Refused> {
    let net = |wagers: &[Wager]| {
        let gains = of(ctx, venue, wagers, cards, &[])?;
        Ok(gains.all.iter().map(|(_, gain)| *gain).sum::<Money>())
    };
    Ok(net(is)? - net(was)?)
}

/// A gain or a loss as an event, if it is either.
pub(super) fn moved(entrant: PersonId, gain: Money, by: &Citation) -> Option<Event> {
    match gain.minor() {
        0 => None,
        1.. => Some(event(Happening::Won { entrant, amount: gain }, by)),
        _ => Some(event(Happening::Lost { entrant, amount: -gain }, by)),
    }
}

/// What lies on each bet for everybody, in the order in which it was laid: chips, and what was read out, together.
fn laid(wagers: &[Wager]) -> Vec<((PersonId, BetId), Money)> {
    let mut laid: Vec<((PersonId, BetId), Money)> = Vec::new();
    for own in wagers {
        let spot = (own.entrant, own.bet);
        match laid.iter_mut().find(|(lies, _)| *lies == spot) {
            Some((_, stake)) => *stake += own.stake,
            None => laid.push((spot, own.stake)),
        }
    }
    laid
}

/// The terms of a table: what it was opened with, or what the tournament asks for as long as it has not told so.
fn terms(ctx: &Ctx<'_>, table: u8, venue: &Venue) -> Result<Terms, Refused> {
    let asked = || ctx.own.plan.as_ref().map(|plan| tables::opening(ctx.book, ctx.own, plan));
    let opening = venue.opening.clone().or_else(asked);
    let terms = opening.and_then(|opening| {
        let mut draft = opening.draft(ctx.book);
        draft.posted = true;
        Terms::under(ctx.book, draft).ok()
    });
    terms.ok_or_else(|| ctx.refusal(&ctx.order(), Reason::NoTerms { table }))
}
