//! What was asked for is not what is due.

use punto_coup::Why;
use punto_rulebook::Mishap;
use punto_vocab::{Args, Value};

use super::Reason;

/// What was asked for is not what is due: something else is, or nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotDue {
    /// Another card opens this coup. Which it is, is not said: it may lie face down for whoever asks.
    #[error("a card that was drawn before waits to open this coup")]
    CardWaits,
    /// Both hands are complete.
    #[error("no card is due: {0}")]
    Nothing(Why),
    /// A hand goes out, or points are called, when both have two cards.
    #[error("the opening four are not all dealt")]
    OpeningFour,
    /// A card is still due.
    #[error("the coup is not complete")]
    Incomplete,
    /// The document, or the table, has no such irregularity.
    #[error("{0} cannot arise at this table")]
    CannotArise(Mishap),
}

punto_vocab::codes! {
    impl NotDue: CODES code named {
        NotDue::CardWaits => "card-waits" (),
        NotDue::Nothing(why) => "no-card-due" (why = Value::Because { code: why.code().to_owned() }),
        NotDue::OpeningFour => "opening-four" (),
        NotDue::Incomplete => "coup-incomplete" (),
        NotDue::CannotArise(mishap) => "cannot-arise" (mishap),
    }
}

impl NotDue {
    /// What the sentence is filled with; why no card is due has a sentence of its own, with its own filling.
    pub(super) fn args(&self) -> Args {
        match self {
            NotDue::Nothing(why) => self.named().into_iter().chain(why.args()).collect(),
            _ => self.named(),
        }
    }
}

impl From<NotDue> for Reason {
    fn from(reason: NotDue) -> Reason {
        Reason::NotDue(reason)
    }
}
