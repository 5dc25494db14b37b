//! The hands, where they go out to patrons.

use punto_lines::Happening;
use punto_vocab::BySide;

use super::groups::{
    of_corrections, of_coup, of_patrons, of_settlement, of_shoe, of_table, of_terms, of_trouble, of_wagers,
};
use crate::state::{Holding, Open, Phase, RoleState};

/// Who holds which hand, and what of it has been seen.
pub(super) fn with_hands(open: &mut Open, what: &Happening) {
    match what {
        Happening::Turned { hand } | Happening::HandBack { hand } => {
            let returned = matches!(what, Happening::HandBack { .. });
            if let Phase::Dealing(dealing) = &mut open.phase {
                // Of two who turn a card each, one has just turned the first that was hidden.
                let one = returned && dealing.holders[hand.side()].nominees.len() > 1;
                if returned {
                    dealing.holders[hand.side()].out = false;
                    dealing.holders[hand.side()].back = true;
                }
                dealing.turn(hand.side(), one);
            }
        }
        Happening::HandBackUnseen { hand } => {
            if let Phase::Dealing(dealing) = &mut open.phase {
                dealing.holders[hand.side()].out = false;
                dealing.holders[hand.side()].back = true;
            }
        }
        Happening::HandDeclined { hand, patron } => match &mut open.phase {
            Phase::Dealing(dealing) => dealing.holders[hand.side()].declined.push(*patron),
            // The hand of the coup to come, or the role that passes round.
            Phase::Betting(betting) => {
                betting.holders[hand.side()].declined.push(*patron);
                open.role.declined.push(*patron);
            }
            Phase::Preparing => open.role.declined.push(*patron),
        },
        Happening::Designated { hand, patron } => match &mut open.phase {
            Phase::Dealing(dealing) => dealing.holders[hand.side()].designated = Some(*patron),
            Phase::Preparing | Phase::Betting(_) => {
                open.role = RoleState { holder: Some(*patron), ..RoleState::default() };
            }
        },
        Happening::DealerHolds { hand } => {
            if let Some(holders) = holders(open) {
                holders[hand.side()].dealer = true;
            }
        }
        Happening::Nominated { hand, patron } => {
            if let Phase::Dealing(dealing) = &mut open.phase {
                let holding = &mut dealing.holders[hand.side()];
                holding.nominees.push(*patron);
                // Who holds the cards hands them on.
                if holding.out {
                    holding.nominee = Some(*patron);
                }
            }
        }
        Happening::Passed { hand, patron } => {
            if let Phase::Dealing(dealing) = &mut open.phase {
                let holding = &mut dealing.holders[hand.side()];
                holding.out = true;
                holding.nominee = holding.nominees.contains(patron).then_some(*patron);
            }
        }
        Happening::Forfeited { hand } => {
            if let Some(holders) = holders(open) {
                let holding = &mut holders[hand.side()];
                (holding.out, holding.back, holding.dealer, holding.taken) = (false, true, true, true);
            }
        }
        // Nobody holds it before they have said so.
        Happening::HandOffered { hand, patron } => {
            if let Some(holders) = holders(open) {
                holders[hand.side()].offered = Some(*patron);
            }
        }
        of_table!()
        | of_terms!()
        | of_patrons!()
        | of_wagers!()
        | of_shoe!()
        | of_coup!()
        | of_settlement!()
        | of_corrections!()
        | of_trouble!() => {}
    }
}

/// Where the hands are of the coup that is on, or of the one to come.
fn holders(open: &mut Open) -> Option<&mut BySide<Holding>> {
    match &mut open.phase {
        Phase::Dealing(dealing) => Some(&mut dealing.holders),
        Phase::Betting(betting) => Some(&mut betting.holders),
        Phase::Preparing => None,
    }
}
