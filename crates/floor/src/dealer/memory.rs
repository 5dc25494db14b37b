//! What the automatic dealer remembers beside the table: when things happened, as far as its next step depends on it.

use punto_table::{Call, Event, Happening, Time};
use punto_vocab::BySide;
use serde::{Deserialize, Serialize};

/// The fold of a table's events that the dealer's pace needs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Memory {
    /// The last step of the dealing itself: a card, a call, a turn, the shoe. A wager is none.
    pub(crate) step: i64,
    /// The end of the last coup, until wagers are called for.
    pub(crate) coup_ended: Option<i64>,
    /// The first wager since place your bets.
    pub(crate) first_wager: Option<i64>,
    /// No more bets has been called for the coup to come.
    pub(crate) no_more: bool,
    /// The last coup of the shoe has been called.
    pub(crate) last_called: bool,
    /// Since when a hand is out with a patron.
    pub(crate) out: BySide<i64>,
    /// Since when wagers may be taken back.
    pub(crate) withdrawal: i64,
}

impl Memory {
    /// Folds one event.
    pub(crate) fn note(&mut self, at: Time, event: &Event) {
        let at = at.0;
        match &event.what {
            Happening::Called { call: Call::PlaceYourBets } => {
                *self = Memory { no_more: false, first_wager: None, coup_ended: None, ..self.clone() };
            }
            Happening::Called { call: Call::NoMoreBets } => self.no_more = true,
            Happening::Called { call: Call::LastCoup } => self.last_called = true,
            Happening::Wagered { .. } | Happening::WageredTokens { .. } | Happening::Sealed { .. } => {
                self.first_wager.get_or_insert(at);
                return;
            }
            Happening::Concluded | Happening::CoupVoid { .. } => {
                (self.coup_ended, self.no_more, self.first_wager) = (Some(at), false, None);
            }
            Happening::Opened { .. } => *self = Memory::default(),
            Happening::ShoeReady => (self.last_called, self.coup_ended) = (false, None),
            Happening::Passed { hand, .. } => self.out[hand.side()] = at,
            Happening::MayWithdraw => self.withdrawal = at,
            Happening::Called { .. }
            | Happening::Dealt { .. }
            | Happening::Turned { .. }
            | Happening::HandBack { .. }
            | Happening::HandBackUnseen { .. }
            | Happening::Forfeited { .. }
            | Happening::PlayerPoint { .. }
            | Happening::Points { .. }
            | Happening::Outcome { .. }
            | Happening::MarkerOut
            | Happening::ShoeEnded
            | Happening::NoBetCoup
            | Happening::Resumed
            | Happening::Ordered { .. }
            | Happening::Reversed
            | Happening::RoleGivenUp { .. }
            | Happening::Designated { .. }
            | Happening::HandDeclined { .. }
            | Happening::SignedOff { .. } => {}
            // What patrons do with their places and wagers does not hold the dealing up.
            _ => return,
        }
        self.step = self.step.max(at);
    }

    /// The shoe took a step of its own: it was shuffled, or opened.
    pub(crate) fn shoe_step(&mut self, at: Time) {
        self.step = self.step.max(at.0);
    }
}
