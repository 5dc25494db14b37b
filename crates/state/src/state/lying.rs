//! How the cards of a coup lie.

use punto_coup::{Coup, DealtCard, Place, ShoeFate};
use punto_vocab::{Card, Side};

use super::Dealing;

impl Dealing {
    /// The cards lie again as they were given, with what is known now of one of them: whatever was ruled before rested on
    /// another card. What waits for the next coup comes back with them; a card of the shoe that was never dealt waits on.
    pub fn known_as(&mut self, place: usize, card: Card) {
        let mut lay = std::mem::take(&mut self.dealt);
        let mut cards = self.given.clone();
        for own in &mut cards {
            let same = |at: &DealtCard| at.card == own.card && at.to == own.to;
            let found = lay.iter().position(same).or_else(|| lay.iter().position(|at| at.card == own.card));
            match found.map(|at| lay.remove(at)) {
                Some(at) => own.exposed |= at.exposed,
                None => {
                    let waits = self.carries.iter().position(|waits| *waits == own.card);
                    waits.map(|waits| self.carries.remove(waits));
                }
            }
        }
        // A card that waits since the coup ended keeps what was to be done with it.
        if self.carries.is_empty() && self.waiting.is_empty() {
            (self.carries_no_bet, self.carries_by) = (None, None);
        }
        if let Some(place) = place.checked_sub(1).filter(|place| *place < cards.len()) {
            self.given[place].card = card;
            cards[place].card = card;
        }
        self.coup = Coup::default();
        cards.into_iter().for_each(|own| self.lay(own));
        // What was called of other cards is called again.
        self.points_called &= place > 4;
        self.player_called = None;
        self.result_called = false;
    }

    /// A card lies where it was given, and with its hand if it is due there; a stray one waits for its ruling.
    pub(crate) fn lay(&mut self, own: DealtCard) {
        self.dealt.push(own);
        if let Place::Hand(side) = own.to
            && self.dealt.len() <= 6
            && self.lawful_side() == Some(side)
        {
            self.coup.place(side, own.card);
        }
    }

    /// The side the opening four alternate to, then whichever hand still has two cards.
    fn lawful_side(&self) -> Option<Side> {
        let hands = self.coup.hands();
        match (hands.player.len(), hands.banker.len()) {
            (player, banker) if player < 2 || banker < 2 => {
                Some(if player <= banker { Side::Player } else { Side::Banker })
            }
            (2, 2) => match self.dealt.last().map(|card| card.to) {
                Some(Place::Hand(side)) => Some(side),
                Some(Place::Nowhere) | None => None,
            },
            (3, 2) => Some(Side::Banker),
            _ => None,
        }
    }

    /// How many cards have left the shoe for this coup, or since its first: those that were given, and those found face up.
    pub fn drawn(&self) -> u32 {
        (self.given.len() + self.found_up.len()) as u32
    }

    /// Whether it is finished from a shoe, since the device failed that dealt it.
    pub fn from_shoe(&self) -> bool {
        self.withdrawal.as_ref().is_some_and(|ruling| ruling.shoe == ShoeFate::FinishFromShoe)
    }

    /// Whether every card of the opening four has been seen.
    pub fn all_turned(&self) -> bool {
        self.dealt.iter().filter(|card| matches!(card.to, Place::Hand(_))).all(|card| card.exposed)
    }
}
