//! What is owed at a table, and which step waits for it.

use punto_rulebook::Rule;
pub use punto_rulebook::{Duty, DutyKind, Owed};

use crate::command::Call;
use crate::reason::{InTrouble, Reason};

/// A step that a duty may stand in the way of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocked {
    /// The cards are shuffled.
    Shuffle,
    /// Wagers are opened by the display.
    Betting,
    /// The first card of a coup is dealt.
    Coup,
    /// A card after the first of a coup is dealt.
    Card,
    /// A coup that was interrupted goes on.
    Resume,
    /// A coup is settled.
    Settle,
    /// A coup is void by an officer's order.
    Void,
    /// The cards of a shoe that has ended are taken out of it.
    CardsOut,
    /// Other cards are brought.
    NewCards,
    /// The rest of the shoe is given up.
    EndShoe,
    /// The table closes.
    Close,
}

impl Blocked {
    /// Every step of play, which the closing of the table is not.
    const OF_PLAY: [Blocked; 10] = [
        Blocked::Shuffle,
        Blocked::Betting,
        Blocked::Coup,
        Blocked::Card,
        Blocked::Resume,
        Blocked::Settle,
        Blocked::Void,
        Blocked::CardsOut,
        Blocked::NewCards,
        Blocked::EndShoe,
    ];

    /// Whether nothing waits for a duty but the closing of the table.
    pub fn only_closing_waits_for(owed: Owed) -> bool {
        Blocked::Close.waits_for(owed) && !Blocked::OF_PLAY.iter().any(|step| step.waits_for(owed))
    }

    /// Whether the step waits for a duty.
    pub fn waits_for(self, owed: Owed) -> bool {
        use Blocked as B;
        match owed {
            Owed::Act(Rule::EndCheck) => self == B::Close,
            // It is owed and shown; but a hand that was dealt is not undone for want of the word.
            Owed::Call(Call::NoBets) => false,
            Owed::Act(Rule::ShuffleFailedDevice | Rule::CutFailedDevice) => self == B::Resume,
            Owed::Act(Rule::SpoiledCards) => matches!(self, B::Card | B::Coup | B::Close),
            Owed::Call(Call::PlayerPoint) => false,
            Owed::Act(Rule::ReplaceDevice) => matches!(self, B::Card | B::Coup),
            Owed::Shuffle | Owed::Call(_) => self == B::Coup,
            Owed::Act(_) | Owed::Tell(..) => matches!(self, B::Shuffle | B::Coup | B::Close),
            // Cards that are unfit are not dealt at all; those that patrons held are not dealt again.
            Owed::NewCards(Rule::UnfitCards) => matches!(self, B::Shuffle | B::Coup),
            Owed::NewCards(_) => self == B::Shuffle,
            Owed::NoBetCoup => matches!(self, B::NewCards | B::EndShoe | B::Close),
            Owed::Order(_) => !matches!(self, B::Resume | B::Betting | B::Settle | B::Void),
            // All that can end the time in which a coup is put right.
            Owed::Decide(_) => !matches!(self, B::Card | B::Resume),
        }
    }
}

/// Why a step that a duty blocks is refused.
impl From<Owed> for Reason {
    fn from(owed: Owed) -> Reason {
        match owed {
            Owed::Act(rule) => Reason::Missing { rule },
            Owed::Tell(role, _) => Reason::NotTold(role),
            Owed::Shuffle => Reason::MustShuffle,
            Owed::NewCards(_) => Reason::MustReplace,
            Owed::Call(call) => Reason::MustCall(call),
            Owed::NoBetCoup => Reason::NoBetCoupWaits,
            Owed::Order(cure) => Reason::InTrouble(InTrouble::CureWaits(cure)),
            Owed::Decide(number) => Reason::DisputeWaits(number),
        }
    }
}
