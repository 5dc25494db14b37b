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
        (self.coup, self.too_soon) = (Coup::default(), 0);
        cards.into_iter().for_each(|own| self.lay(own));
        // What was called of other cards is called again.
        self.points_called &= place > 4;
        self.player_called = None;
        self.result_called = false;
    }

    /// A card lies where it was given, and with its hand if it is due there; a stray one waits for its ruling. One that came while
    /// cards before it lay face down is with no hand until those are turned: before that nobody knows what was due.
    pub(crate) fn lay(&mut self, own: DealtCard) {
        let hidden = self.dealt.len() >= 4 && Side::ALL.into_iter().any(|side| self.face_down(side));
        self.dealt.push(own);
        if hidden || self.too_soon > 0 {
            self.too_soon += 1;
        } else {
            self.join(own);
        }
    }

    fn join(&mut self, own: DealtCard) {
        if let Place::Hand(side) = own.to
            && self.dealt.len() <= 6
            && self.lawful_side(side) == Some(side)
        {
            self.coup.place(side, own.card);
        }
    }

    /// A card that joins a hand goes out to its holder like those before it.
    pub(crate) fn goes_out(&mut self, own: DealtCard) {
        if let Place::Hand(side) = own.to {
            self.holders[side].back = false;
        }
    }

    /// The side the opening four alternate to, then whichever hand still has two cards, the one it was given to first.
    fn lawful_side(&self, given: Side) -> Option<Side> {
        let hands = self.coup.hands();
        match (hands.player.len(), hands.banker.len()) {
            (player, banker) if player < 2 || banker < 2 => {
                Some(if player <= banker { Side::Player } else { Side::Banker })
            }
            (2, 2) => Some(given),
            (3, 2) => Some(Side::Banker),
            _ => None,
        }
    }

    /// Hidden cards of a hand are turned, or of two who turn one each only the first. With the last of all that lay face down,
    /// cards that came too soon are with the hands that they were given to.
    pub fn turn(&mut self, side: Side, one: bool) {
        let in_order = self.dealt.len() - self.too_soon;
        let hidden = |card: &&mut DealtCard| card.to == Place::Hand(side) && !card.exposed;
        let hidden = self.dealt[..in_order].iter_mut().filter(hidden);
        hidden.take(if one { 1 } else { usize::MAX }).for_each(|card| card.exposed = true);
        if self.too_soon > 0 && !Side::ALL.into_iter().any(|side| self.face_down(side)) {
            self.too_soon = 0;
            for own in self.dealt.split_off(in_order) {
                self.dealt.push(own);
                self.join(own);
                self.goes_out(own);
            }
        }
    }

    /// Those of the cards, as they lie or were given, that came in their turn. Of the others nothing is known before these are turned.
    pub fn in_turn<'c>(&self, cards: &'c [DealtCard]) -> &'c [DealtCard] {
        &cards[..cards.len() - self.too_soon]
    }

    /// Whether cards of a hand are face down. One that came too soon is not yet of any.
    pub fn face_down(&self, side: Side) -> bool {
        let hidden = |card: &DealtCard| card.to == Place::Hand(side) && !card.exposed;
        self.in_turn(&self.dealt).iter().any(hidden)
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
