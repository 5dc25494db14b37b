//! The cards around the coups.

use punto_lines::{Event, Happening, ShuffleBy};
use punto_vocab::Actor;

use super::groups::{
    of_corrections, of_coup, of_hands, of_patrons, of_settlement, of_table, of_terms, of_trouble, of_wagers,
};
use crate::state::{Betting, MarkerState, Open, Phase, RoleState, Shoe, Stage};

pub(super) fn shoe(open: &mut Open, event: &Event) {
    match &event.what {
        Happening::Shuffled { by } => {
            open.shoe.stage = Stage::Shuffled;
            open.shoe.makers = *by == ShuffleBy::MakerPreshuffled;
            cards_out(&mut open.shoe);
            open.shoe.before.take_if(|_| !open.shoe.gone);
        }
        Happening::PatronsMayCut => open.shoe.cut.patrons = true,
        Happening::CutOffered { patron } => open.shoe.cut.offered = Some(*patron),
        Happening::CutPassed { to, .. } => open.shoe.cut.offered = Some(*to),
        Happening::CutDeclined { patron } => {
            open.shoe.cut.offered = None;
            open.shoe.cut.declined.push(*patron);
        }
        Happening::WasCut { who, .. } => {
            open.shoe.stage = Stage::Cut;
            open.shoe.cut.made = true;
            open.shoe.last_cut = match who {
                Actor::Patron(patron) => open.patrons.seat_of(*patron),
                Actor::Staff(..) | Actor::System => None,
            };
        }
        Happening::MarkerPlaced { behind } => {
            open.shoe.stage = Stage::Marked;
            open.shoe.behind = Some(*behind);
        }
        Happening::Burned { cards, .. } => {
            open.shoe.drawn += cards;
            open.shoe.burned |= *cards > 0;
        }
        Happening::BurnShown { card } => *open.shoe.seen.entry(*card).or_default() += 1,
        Happening::ShoeReady => {
            open.shoe.stage = Stage::Ready;
            open.role = RoleState::default();
            open.moved_in_shoe.clear();
            open.staked_in_shoe.clear();
            // No wager lies while cards are prepared, so none is sealed.
            open.hooks.sealed.clear();
            open.hooks.withheld.clear();
            open.phase = Phase::Betting(Betting { last: open.shoe.last.take(), ..Betting::default() });
        }
        Happening::CardsReplaced { colour } => {
            let Shoe { number, last_cut, .. } = open.shoe;
            let colour = Some(colour.as_str().to_owned());
            open.shoe = Shoe { number, colour, last_cut, fresh: true, ..Shoe::default() };
            open.acts.clear();
            open.phase = Phase::Preparing;
        }
        Happening::MarkerSeen => open.shoe.marker = MarkerState::Seen,
        Happening::MarkerOut => {
            open.shoe.marker = MarkerState::Out { more: 1 };
            open.shoe.marker_first = false;
        }
        Happening::LastCoupSet => {
            let Open { terms, shoe, phase, .. } = &mut *open;
            let (inside, first) = (&terms.marker_in_coup.by, &terms.marker_first.by);
            shoe.marker = MarkerState::Out { more: 0 };
            let between = !matches!(phase, Phase::Dealing(_));
            shoe.marker_first = event.by != *inside && (between || event.by == *first);
        }
        Happening::ShoeEnded => {
            let stays = open.stays.take();
            end_shoe(open);
            open.shoe.ended_by = Some(event.by.clone());
            open.shoe.last = stays.map(|(last, _)| last);
        }
        Happening::ShoeGoesOn => {
            if let Some(shoe) = open.shoe.before.take() {
                let (marker, ended_by) = (MarkerState::Out { more: 0 }, Some(event.by.clone()));
                open.shoe = Shoe { stage: Stage::Ready, marker, ended_by, ..*shoe };
                open.phase = Phase::Betting(Betting::default());
            }
        }
        // What was counted is on the record; the marker that came out is another event.
        Happening::MarkerMiscount { .. } => {}
        // As many of the same kind take their place: the count is what it was, and the record says which they were.
        Happening::Spoiled { cards, .. } => {
            for card in &cards.0 {
                *open.shoe.spoiled.entry(*card).or_default() += 1;
            }
        }
        of_table!()
        | of_terms!()
        | of_patrons!()
        | of_wagers!()
        | of_coup!()
        | of_hands!()
        | of_settlement!()
        | of_corrections!()
        | of_trouble!() => {}
    }
}

/// The cards of the shoe before are out of it: what was dealt from it stands, unless the time for errors outlasts them.
pub(super) fn cards_out(shoe: &mut Shoe) {
    match shoe.last.as_ref().is_some_and(|last| last.outlasts_cards()) {
        true => shoe.gone = true,
        false => shoe.last = None,
    }
}

pub(super) fn end_shoe(open: &mut Open) {
    let number = open.shoe.number + 1;
    let (colour, last_cut) = (open.shoe.colour.clone(), open.shoe.last_cut);
    let mut ended = std::mem::take(&mut open.shoe);
    let earlier = ended.before.take().filter(|_| ended.gone);
    let gone = earlier.is_some();
    let before = Some(earlier.unwrap_or_else(|| Box::new(ended)));
    open.shoe = Shoe { number, colour, last_cut, before, gone, ..Shoe::default() };
    open.acts.clear();
    open.role = RoleState::default();
    if !open.in_coup() {
        open.phase = Phase::Preparing;
    }
}
