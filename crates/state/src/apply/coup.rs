//! The coup in progress, from its first card to its conclusion.

use std::sync::Arc;

use punto_coup::{BoxId, Coup, DealtCard, Fate, Next, Place, ShoeFate, Stake, Wager, WagerFate};
use punto_lines::{Call, Event, Happening, Lies, Matter};
use punto_rulebook::known::{IdleCountOnNoBetCoups, MethodCOfferAgain, VoidShoeFinishedCoups};
use punto_rulebook::{Cure, End, Mishap, Outcome, Rule};
use punto_vocab::{Card, Citation, PersonId, Side};

use super::groups::{of_corrections, of_hands, of_patrons, of_shoe, of_table, of_terms, of_wagers};
use super::hands::with_hands;
use super::shoe::end_shoe;
use crate::coups::Finished;
use crate::shown::Shown;
use crate::state::{
    Before, Betting, Dealing, LastCoup, MarkerState, Open, Phase, Placed, RoleState, Shoe, Stage, Table,
    Topic, Trouble,
};

pub(super) fn in_coup(open: &mut Open, event: &Event) {
    if let Phase::Dealing(dealing) = &mut open.phase
        && matches!(
            event.what,
            Happening::Called { .. }
                | Happening::PlayerPoint { .. }
                | Happening::Points { .. }
                | Happening::Ruled { .. }
                | Happening::Turned { .. }
                | Happening::Passed { .. }
        )
    {
        dealing.keyed = false;
    }
    match &event.what {
        Happening::Called { call: Call::NoBets } => {
            if let Phase::Betting(betting) = &mut open.phase {
                betting.no_bets_called = true;
            }
        }
        Happening::Called { call: Call::Result } => {
            if let Phase::Dealing(dealing) = &mut open.phase {
                dealing.result_called = true;
            }
        }
        Happening::PlayerPoint { .. } => {
            if let Phase::Dealing(dealing) = &mut open.phase {
                dealing.player_called = Some(dealing.coup.hands().player.len());
            }
        }
        Happening::Points { .. } => {
            if let Phase::Dealing(dealing) = &mut open.phase {
                dealing.points_called = true;
                // They are those of the opening hands.
                dealing.player_called = Some(dealing.coup.hands().player.len().min(2));
            }
        }
        Happening::Dealt { card, to, lies } => dealt(open, *card, to.0, *lies == Lies::Up),
        Happening::RoleGivenUp { patron } | Happening::RoleMoved { patron } => {
            open.role = RoleState { last: open.patrons.seat_of(*patron), ..RoleState::default() };
            // What was taken from one holder is not taken from the next.
            if let Phase::Betting(betting) = &mut open.phase {
                betting.holders = Default::default();
            }
        }
        Happening::NoBetCoup => match &mut open.phase {
            Phase::Betting(betting) => {
                betting.no_bet = Some(event.by.clone());
                // One that an irregularity brings on is not one that was asked for.
                // The notice and the agreement were for this one.
                if betting.waiting.is_empty() {
                    open.free_coups += 1;
                    open.told.retain(|(_, topic)| *topic != Topic::Rule(Rule::FreeCoupsEmpty));
                    open.acts.retain(|(act, _)| *act != Rule::FreeCoupsEmpty);
                    let asked = open.consents.iter_mut().filter(|own| own.matter == Matter::NoBetCoups);
                    asked.for_each(|own| own.used = true);
                }
            }
            Phase::Dealing(dealing) if dealing.carries.is_empty() => dealing.no_bet = Some(event.by.clone()),
            Phase::Dealing(dealing) => dealing.carries_no_bet = Some(event.by.clone()),
            Phase::Preparing => {}
        },
        Happening::Ruled { ruling } => {
            let trouble = Trouble { ruling: ruling.0.clone(), ordered: false };
            match &mut open.phase {
                // What is to be decided after the coup does not stop it.
                Phase::Dealing(dealing) if !trouble.after_coup() => dealing.trouble = Some(trouble),
                Phase::Preparing | Phase::Betting(_) | Phase::Dealing(_) => open.trouble = Some(trouble),
            }
        }
        Happening::Ordered { ruling } => ordered(open, &ruling.0),
        Happening::CardOpensNextCoup { card }
        | Happening::CardAtMouth { card }
        | Happening::CardWaits { card } => {
            carried(open, *card, &event.by);
        }
        Happening::Stays { patron, at, bet, amount } => {
            let wager = Wager { patron: *patron, at: BoxId(*at), bet: *bet, stake: Stake::chips(*amount) };
            let spot = (*patron, *at, *bet);
            let sealed = open.hooks.sealed.contains(&spot);
            let lay = open.wagers().iter().find(|placed| placed.spot() == spot);
            let (limits, since) = lay.map(|placed| (placed.limits, placed.since)).unzip();
            let (limits, since) = (limits.unwrap_or_else(|| open.limits_of(spot)), since.unwrap_or_default());
            let (fault, added, late_part, recorded) = Default::default();
            let lies =
                Placed { wager, limits, fault, reduced: false, sealed, since, added, late_part, recorded };
            open.staying.push(lies);
        }
        Happening::Resumed => {
            if let Phase::Dealing(dealing) = &mut open.phase {
                dealing.may_withdraw = false;
            }
        }
        Happening::Reversed => {
            let (last, waits) = match &mut open.phase {
                Phase::Betting(betting) => (betting.last.take(), Some(std::mem::take(betting))),
                Phase::Preparing => (open.shoe.last.take(), None),
                Phase::Dealing(_) => (None, None),
            };
            if let Some(last) = last {
                let LastCoup { mut dealing, before, .. } = Arc::unwrap_or_clone(last);
                (dealing.reopened, dealing.keyed) = (true, false);
                if let Some(betting) = waits {
                    wait_on(&mut dealing, betting);
                }
                let Before { basis, marker, role, idle, warned: _ } = before;
                // The last coup of a shoe is put right with its cards still there, and ends it again.
                if let Some(shoe) = open.shoe.before.take() {
                    let ended_by = open.shoe.ended_by.take();
                    // What was prepared since is prepared anew.
                    dealing.cards_gone |= open.shoe.gone;
                    dealing.ends_shoe |= ended_by.is_some() || dealing.cards_gone;
                    dealing.ends_by = dealing.ends_by.or(ended_by);
                    open.shoe = Shoe { stage: Stage::Ready, ..*shoe };
                }
                // The coup is not one of those that stand any more.
                open.moved_in_shoe.pop();
                open.staked_in_shoe.pop();
                open.coming = Some(Box::new(open.basis()));
                open.govern_by(basis);
                // A marker that came out since is out all the same: this coup comes before those it leaves.
                open.shoe.marker = match (marker, open.shoe.marker) {
                    (MarkerState::In | MarkerState::Seen, MarkerState::Out { more }) => {
                        MarkerState::Out { more: more + 1 }
                    }
                    (MarkerState::In | MarkerState::Seen, MarkerState::In | MarkerState::Seen)
                    | (MarkerState::Out { .. }, _) => marker,
                };
                open.role = role;
                open.patrons.idle = idle;
                // What was not disclosed then is not disclosed now.
                let withheld = open.shown.take().map(|shown| shown.sealed.clone()).unwrap_or_default();
                open.hooks.withheld.extend(withheld);
                open.hooks.sealed = dealing.wagers.iter().filter(|p| p.sealed).map(Placed::spot).collect();
                open.settling.clear();
                open.phase = Phase::Dealing(Box::new(dealing));
            }
        }
        what @ of_hands!() => with_hands(open, what),
        Happening::ReversedCoups { .. } => {
            open.moved_in_shoe.clear();
            open.staked_in_shoe.clear();
        }
        // Other calls are told to the table, the outcome follows from the hands, and the end is folded below.
        Happening::Called { .. }
        | Happening::WagersClosed
        | Happening::Outcome { .. }
        | Happening::Concluded
        | Happening::CoupVoid { .. } => {}
        // What these tell is in the ruling, or moves money and nothing else.
        Happening::Irregular { .. }
        | Happening::CardBecomes { .. }
        | Happening::CardSetAside { .. }
        | Happening::MayWithdraw
        | Happening::MustBeTold { .. }
        | Happening::Collected { .. }
        | Happening::Paid { .. }
        | Happening::Commission { .. }
        | Happening::StoodOff { .. }
        | Happening::StakeReturned { .. }
        | Happening::TokensReturned { .. } => {}
        what @ of_corrections!() => known_now(open, what),
        of_table!() | of_terms!() | of_patrons!() | of_wagers!() | of_shoe!() => {}
    }
}

/// Cards that wait since a coup that is opened again, and are not of it, come before those of the shoe.
fn wait_on(dealing: &mut Dealing, Betting { waiting, waiting_by, no_bet, .. }: Betting) {
    let own = dealing.waiting.len() + dealing.carries.len();
    let since: Vec<_> = waiting.into_iter().skip(own).collect();
    if !since.is_empty() {
        dealing.waiting.extend(since);
        dealing.waiting_by = dealing.waiting_by.take().or(waiting_by);
        dealing.carries_no_bet = dealing.carries_no_bet.take().or(no_bet);
    }
}

/// The coup in progress; a ruling before the first card starts one.
pub(super) fn dealing_or_new(open: &mut Open) -> &mut Dealing {
    if !open.in_coup() {
        open.shown = None;
        open.settling.clear();
    }
    if let Phase::Betting(betting) = &mut open.phase {
        let betting = std::mem::take(betting);
        (open.shoe.before, open.shoe.gone) = (None, false);
        if !open.dealt_before.is_empty() {
            open.dealt_before.clear();
        }
        // The settlement of the coup before can no longer be undone, nor its shoe ended for it.
        open.movements.clear();
        open.consents.retain(|own| own.matter != Matter::EndShoe);
        let Betting { wagers, closed_at, no_bet, waiting, waiting_by, holders, kept, .. } = betting;
        let begun = Dealing { wagers, closed_at, no_bet, waiting, waiting_by, ..Dealing::default() };
        let dealing = Dealing { holders, kept, ..begun };
        open.phase = Phase::Dealing(Box::new(dealing));
    }
    if matches!(open.phase, Phase::Preparing) {
        open.phase = Phase::Dealing(Box::default());
    }
    match &mut open.phase {
        Phase::Dealing(dealing) => dealing,
        Phase::Preparing | Phase::Betting(_) => unreachable!("the phase was just set"),
    }
}

pub(super) fn dealt(open: &mut Open, card: punto_vocab::Card, to: Place, exposed: bool) {
    let waited = open.waiting_card() == Some(card);
    if !waited {
        open.shoe.drawn += 1;
        *open.shoe.seen.entry(card).or_default() += 1;
        open.shoe.one_more &= open.shoe.seen[&card] <= open.terms.decks;
    }
    let dealing = dealing_or_new(open);
    if waited {
        dealing.waiting.remove(0);
    }
    // A card that waited has been on record since an earlier coup.
    dealing.keyed = !waited;
    let own = DealtCard { card, to, exposed };
    dealing.given.push(own);
    dealing.lay(own);
    if dealing.too_soon == 0 {
        dealing.goes_out(own);
    }
}

/// What is known now of a card: the count follows, and so do the hands of a coup that is on.
fn known_now(open: &mut Open, what: &Happening) {
    if let (Happening::StaysOpen, Phase::Betting(betting)) = (what, &open.phase) {
        open.stays = betting.last.clone().map(|last| (last, open.shown.clone()));
    }
    let (Happening::Rekeyed { was, card, .. } | Happening::CardKnown { was, card, .. }) = *what else {
        return;
    };
    let in_coup = open.in_coup();
    let seen = match &mut open.shoe.before {
        Some(before) if !in_coup => &mut before.seen,
        Some(_) | None => &mut open.shoe.seen,
    };
    if let Some(count) = seen.get_mut(&was) {
        *count = count.saturating_sub(1);
    }
    seen.retain(|_, count| *count > 0);
    *seen.entry(card).or_default() += 1;
    if let (Happening::Rekeyed { place, .. }, Phase::Dealing(dealing)) = (what, &mut open.phase) {
        dealing.known_as(*place as usize, card);
    }
}

/// A card waits to open the next coup.
fn carried(open: &mut Open, card: Card, by: &Citation) {
    match &mut open.phase {
        // No coup has begun, and none is void: the wagers that lie are for the one that the card opens. It was seen in the
        // shoe, and has left it by that; records of engine 6 and before do not say so earlier.
        Phase::Betting(betting) => {
            betting.waiting.push(card);
            betting.waiting_by.get_or_insert_with(|| by.clone());
            if betting.found_up.take() != Some(card) {
                open.shoe.drawn += 1;
                *open.shoe.seen.entry(card).or_default() += 1;
            }
        }
        Phase::Preparing | Phase::Dealing(_) => {
            let dealing = dealing_or_new(open);
            dealing.carries.push(card);
            dealing.carries_by.get_or_insert_with(|| by.clone());
        }
    }
}

pub(super) fn ordered(open: &mut Open, ruling: &std::sync::Arc<punto_coup::Ruling>) {
    // A card more than the decks have is on the table, and the officer lets play go on with it.
    let foreign = ruling.mishap == Mishap::ForeignCard && ruling.ordered_by.is_some();
    open.shoe.one_more |= foreign && matches!(ruling.cure, Cure::Stands | Cure::GoOn);
    // What waits for the end of a coup is not over with something else that is ordered in it.
    let in_coup = open.in_coup();
    open.trouble.take_if(|own| !in_coup || !own.after_coup() || own.ruling == *ruling);
    // Between coups only a ruling that returns wagers makes a coup, to void it.
    let voids = matches!(ruling.wagers, WagerFate::AllReturned | WagerFate::RefundOrForfeit { .. });
    if !open.in_coup() && (!voids || matches!(open.phase, Phase::Preparing)) {
        found_up(open, ruling);
        let last = match &mut open.phase {
            Phase::Betting(betting) => betting.last.as_mut(),
            Phase::Preparing => open.shoe.last.as_mut(),
            Phase::Dealing(_) => None,
        };
        last.into_iter().for_each(|last| LastCoup::ruled_on(last, ruling));
        return;
    }
    let dealing = dealing_or_new(open);
    dealing.trouble = None;
    if let Some(hands) = &ruling.hands {
        // Other hands have another result, and it is called again.
        dealing.result_called = dealing.result_called && dealing.coup.hands() == hands;
        // What was called of Player's cards is called, whatever lay beside them.
        let called = |count: &usize| {
            let (before, now) = (dealing.coup.hands().player.cards(), hands.player.cards());
            before.get(..*count).is_some_and(|own| now.get(..*count) == Some(own))
        };
        dealing.player_called = dealing.player_called.filter(called);
        // A hand that a card joins goes out to its holder with it.
        for side in Side::ALL {
            dealing.holders[side].back &= hands[side].len() <= dealing.coup.hands()[side].len();
        }
        dealing.coup = Coup::lying(hands.clone());
        let mut kept = std::mem::take(&mut dealing.dealt);
        // What came too soon lies there still, and is judged in its time.
        let too_soon = kept.split_off(kept.len() - dealing.too_soon);
        // A card that joins hands that were dealt face up is turned with them; elsewhere it lies as it lay.
        let dealt_up = dealing.given.iter().take(4).all(|own| own.exposed || own.to == Place::Nowhere);
        let open_hands = dealt_up && kept.iter().take(4).all(|own| own.exposed);
        // Of two cards alike each is itself: the one that lay with the hand first.
        let mut exposed = |card, to| {
            let own = kept.iter().position(|own| own.card == card && own.to == to);
            let own = own.or(kept.iter().position(|own| own.card == card)).map(|place| kept.remove(place));
            open_hands || own.is_none_or(|own| own.exposed)
        };
        dealing.dealt = (0..3)
            .flat_map(|nth| Side::ALL.map(|side| (side, nth)))
            .filter_map(|(side, nth)| {
                let (card, to) = (*hands[side].cards().get(nth)?, Place::Hand(side));
                Some(DealtCard { card, to, exposed: exposed(card, to) })
            })
            .collect();
        dealing.dealt.extend(too_soon);
        dealing.points_called = dealing.points_called && dealing.dealt.len() >= 4;
    }
    let carries =
        ruling.cards.iter().any(|own| matches!(own.fate, Fate::OpensNextCoup | Fate::AtMouthOfShoe));
    if let Next::NoBet { by, .. } = &ruling.next
        && carries
    {
        dealing.carries_no_bet = Some(by.clone());
    }
    // A card that waits and turns out to have been seen waits by the clause for one that was.
    if matches!(ruling.next, Next::NoBet { .. }) && !carries && !dealing.waiting.is_empty() {
        dealing.waiting_by = Some(ruling.by.clone());
    }
    // The chance to take wagers back lasts until play resumes, whatever else is ordered meanwhile, and so does what
    // must come before: cards of a device that failed are shuffled and cut.
    if matches!(ruling.wagers, WagerFate::MayBeWithdrawn { .. }) {
        let from_shoe = |own: &std::sync::Arc<punto_coup::Ruling>| own.shoe == ShoeFate::FinishFromShoe;
        if !dealing.may_withdraw || !dealing.withdrawal.as_ref().is_some_and(from_shoe) {
            dealing.withdrawal = Some(ruling.clone());
        }
        dealing.may_withdraw = true;
    }
    // Where the card opens a coup without wagers, the shoe ends with that one.
    let one_more = carries && matches!(ruling.next, Next::NoBet { .. });
    if matches!(ruling.shoe, ShoeFate::EndsAfterCoup | ShoeFate::CheckedAfterCoup) && !one_more {
        dealing.ends_shoe = true;
        dealing.ends_by = Some(ruling.by.clone());
    }
    dealing.may_end_shoe = matches!(ruling.shoe, ShoeFate::MayEndIfAllAgree { .. });
    found_up(open, ruling);
}

/// A card that was found face up in the shoe has left it by what is ordered of it.
fn found_up(open: &mut Open, ruling: &punto_coup::Ruling) {
    let Some(card) = ruling.found_up else { return };
    open.shoe.drawn += 1;
    *open.shoe.seen.entry(card).or_default() += 1;
    match &mut open.phase {
        Phase::Dealing(dealing) => dealing.found_up.push(card),
        Phase::Betting(betting) => betting.found_up = Some(card),
        Phase::Preparing => {}
    }
}

/// The end of a coup: settled, or void. What waits opens the next one.
pub(super) fn coup_ends(table: &mut Table, event: &Event) {
    let void = matches!(event.what, Happening::CoupVoid { .. });
    if !void && !matches!(event.what, Happening::Concluded) {
        return;
    }
    let Some(open) = table.open.as_mut() else { return };
    let Phase::Dealing(dealing) = &mut open.phase else { return };
    let mut dealing = std::mem::take(dealing);
    let warned_before = &table.warned - &dealing.warned;
    dealing.void = void;
    open.shoe.one_more = false;
    let before = Before {
        basis: open.basis(),
        marker: open.shoe.marker,
        role: open.role.clone(),
        idle: open.patrons.idle.clone(),
        warned: warned_before,
    };
    let outcome = if void { None } else { Outcome::of(dealing.coup.hands()) };
    let (no_bet, mispaid) = (dealing.no_bet.is_some(), std::mem::take(&mut dealing.mispaid));
    let settled = std::mem::take(&mut open.settling);
    // Before its first card nothing has shut the time of the coup before.
    let stays = open.stays.take().filter(|_| dealing.given.is_empty());
    let finished = Finished { dealt: dealing.dealt.clone(), no_bet, outcome, mispaid };
    table.coups.end(finished, &settled, stays.is_some());
    let sealed = open.hooks.sealed.union(&open.hooks.withheld).copied().collect();
    open.shown = match &stays {
        Some((_, shown)) => shown.clone(),
        None => Some(Arc::new(Shown { dealt: dealing.dealt.clone(), outcome, no_bet, settled, sealed })),
    };
    open.hooks.withheld.clear();
    open.hooks.sealed = open.staying.iter().filter(|p| p.sealed).map(Placed::spot).collect();
    count_idle(open, &dealing);
    // A coup that was called off before its first card never was one: the last of the shoe is still to come.
    let begun = !dealing.given.is_empty();
    let counts = begun && open.counts_as_last(void || no_bet);
    let over = counts && open.shoe.marker == MarkerState::Out { more: 0 };
    if let MarkerState::Out { more } = &mut open.shoe.marker
        && counts
    {
        *more = more.saturating_sub(1);
    }
    // What this coup had no use for still comes before the shoe's cards.
    let waiting: Vec<_> = dealing.waiting.iter().chain(&dealing.carries).copied().collect();
    // What waited for a coup that was called off, or void before it came to it, waits on, and so does what was to be done
    // with it. That nobody left a wager on is another reason to take none, and its own coup's.
    let unused =
        dealing.no_bet.clone().filter(|_| !dealing.waiting.is_empty() && dealing.withdrawal.is_none());
    let no_bet = dealing.carries_no_bet.clone().filter(|_| !waiting.is_empty()).or(unused);
    let unused_by = dealing.waiting_by.clone().filter(|_| !dealing.waiting.is_empty());
    let waiting_by = unused_by.or(dealing.carries_by.clone());
    let none_more = no_bet.is_none() || open.terms.marker_in_coup.value == End::ThisCoupIsLast;
    let ends = begun && ((over && none_more) || dealing.ends_shoe);
    let (ended_by, cards_gone) = (dealing.ends_by.clone(), dealing.cards_gone);
    let staying = std::mem::take(&mut open.staying);
    open.patrons.both_approved.clear();
    open.patrons.too_late.clear();
    open.patrons.may_nominate.clear();
    if open.terms.choice() == Some(MethodCOfferAgain::EveryCoup) {
        open.role.declined.clear();
    }
    if let Some(coming) = open.coming.take() {
        open.govern_by(*coming);
    }
    let after_tie = !staying.is_empty();
    let paid = std::mem::take(&mut open.movements);
    if open.terms.choice() == Some(VoidShoeFinishedCoups::Return) && stays.is_none() {
        open.moved_in_shoe.push(paid.clone());
        open.staked_in_shoe.push(dealing.wagers.iter().map(|placed| placed.wager).collect());
    }
    open.phase = Phase::Betting(Betting {
        wagers: staying.into(),
        opened: None,
        closed: false,
        closed_at: None,
        no_bet,
        no_bets_called: false,
        waiting,
        waiting_by,
        last: Some(stays.map_or_else(
            || Arc::new(LastCoup { dealing: *dealing, paid, before, paid_stands: None }),
            |(last, _)| last,
        )),
        after_tie,
        found_up: None,
        holders: Default::default(),
        kept: None,
    });
    if ends {
        let marker_first = open.shoe.marker_first;
        // What the last coup came to can be put right while its cards are still there.
        let last = match &mut open.phase {
            Phase::Betting(betting) => betting.last.take(),
            Phase::Preparing | Phase::Dealing(_) => None,
        };
        // One that went on past its end has ended by that.
        let ended_by = ended_by.or(open.shoe.ended_by.take());
        end_shoe(open);
        // The order of the house's own shoe is opened when it ends, and nothing is dealt from it again.
        open.shoe.last = last.filter(|_| !open.opening.deals_itself());
        (open.shoe.after_marker, open.shoe.gone) = (over, cards_gone);
        open.shoe.ended_by = ended_by;
        open.shoe.marker_first = marker_first;
    } else if open.shoe.stage != Stage::Ready {
        // The shoe was given up while the coup went on.
        open.phase = Phase::Preparing;
    }
}

pub(super) fn count_idle(open: &mut Open, dealing: &Dealing) {
    let resets = match open.terms.choice() {
        _ if dealing.no_bet.is_none() => false,
        Some(IdleCountOnNoBetCoups::Count) => false,
        Some(IdleCountOnNoBetCoups::Reset) => true,
        Some(IdleCountOnNoBetCoups::Skip) | None => return,
    };
    // Only a coup in which every other place is in use, from its start to its end, is one that keeps somebody from a seat.
    let there = |at: u8, patron: &PersonId| !open.patrons.too_late.contains(&(at, *patron));
    let seated = open.patrons.seated.iter().filter(|(seat, own)| there(seat.number(), own)).count();
    let boxes = open.patrons.boxes.iter().filter(|(at, own)| there(**at, own)).count();
    let free = open.terms.seats.is_none_or(|seats| ((seated + boxes) as u32) < seats);
    let placed = |patron| {
        let taken_off = dealing.taken_off.iter().any(|(own, ..)| *own == patron);
        taken_off || dealing.wagers.iter().any(|placed| placed.wager.patron == patron)
    };
    for patron in open.patrons.arrived.clone() {
        let played = resets || free || placed(patron);
        let count = open.patrons.idle.entry(patron).or_default();
        *count = if played { 0 } else { *count + 1 };
    }
}
