//! What a shoe's line asks of the house, and what the house answers.

use std::fmt;

use punto_rulebook::{Device, Rulebook};
use punto_table::{
    Actor, Command, Event, HouseReason, Laying, Phase, Reason, Refused, Stamped, Table, Time, decide,
};
use punto_vocab::{Authority, Card, Citation, Setting};

use crate::protocol::Code;

/// One request, and the key that is the same when it comes again; it is short and plain enough for the key
/// of a command to a table.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Ask {
    pub key: String,
    pub request: Request,
}

/// What is asked.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// Say this to the table.
    Say {
        /// What the shoe saw.
        command: Command,
        /// What to say instead, in the same breath, if the table refuses the first as not due: a card that is out
        /// is out, and the document rules on it.
        if_not_due: Option<Box<Command>>,
    },
    /// New cards are in the shoe: do they fit the table?
    NewShoe {
        /// How many decks.
        decks: u8,
    },
    /// Tell those on duty, and keep it.
    Alarm(Alarm),
}

/// Something that people must see to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Alarm {
    /// A card was drawn and not read: the dealer enters it by hand.
    Unreadable,
    /// The table refused what has happened to the cards all the same: somebody must put them right.
    Refused {
        /// What the shoe said.
        line: String,
        /// Why the table refused it.
        why: String,
    },
    /// A failed device authentication.
    Denied,
}

impl fmt::Display for Alarm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Alarm::Unreadable => write!(f, "a card could not be read; the dealer enters it by hand"),
            Alarm::Refused { line, why } => {
                write!(f, "the shoe said `{line}`, and the table refused it: {why}")
            }
            Alarm::Denied => write!(f, "a device failed to authenticate as this shoe"),
        }
    }
}

/// What the house answers.
#[derive(Clone, Debug, PartialEq)]
pub enum ShoeAnswer {
    /// It is done and durable.
    Done,
    /// The table refused it, and nothing changed.
    Refused(Refused),
    /// It could not be made durable; it may be asked again.
    Fault(String),
}

impl Request {
    /// What a shoe's request to say something comes to at a table: the command that is taken, and what it causes.
    ///
    /// For the table's own task, so that no other command comes between the first try and the second.
    pub fn decide(
        &self,
        book: &Rulebook,
        table: &Table,
        at: Time,
        by: Actor,
    ) -> Option<Result<(Command, Vec<Event>), Refused>> {
        let Request::Say { command, if_not_due } = self else { return None };
        let ask = |command: &Command| {
            let said = Stamped { at, by, command: command.clone() };
            decide(book, table, &said).map(|events| (command.clone(), events))
        };
        Some(match (ask(command), if_not_due) {
            (Err(refused), Some(other)) if matches!(refused.reason, Reason::NotDue(_)) => ask(other),
            (answer, _) => answer,
        })
    }

    /// A card that was read: it goes where it is due, and to nobody if none is.
    pub(crate) fn card(card: Card) -> Request {
        let nowhere = Command::laid(card, Laying::Nowhere);
        Request::Say { command: Command::card(card), if_not_due: Some(Box::new(nowhere)) }
    }

    /// A command with no second choice.
    pub(crate) fn say(command: Command) -> Request {
        Request::Say { command, if_not_due: None }
    }
}

punto_vocab::reasons! {
    /// Why a shoe is not put to a table, whatever the table itself would say.
    pub enum ShoeReason {
        NotAScanningTable { device: Device } = "not-a-scanning-table": "the table is opened with {device}, not with a scanning shoe",
        OtherDecks { decks: u8, needed: u32 } = "other-decks": "the shoe holds {decks} decks, and the table is opened with {needed}",
    }
}

impl ShoeReason {
    /// The refusal, as the table would give it.
    fn refused_by(self, by: &Citation) -> Refused {
        let reason = HouseReason { code: self.code(), args: self.args(), sentence: self.to_string() };
        Refused::new(by, Reason::House(Box::new(reason)))
    }
}

/// Whether a shoe of so many decks may be put to a table now.
pub fn fits(book: &Rulebook, table: &Table, decks: u8) -> Result<(), Refused> {
    let Some(open) = &table.open else { return Err(Refused::new(&scanning(), Reason::Closed)) };
    if open.terms.device.value != Device::ScanningShoe {
        let device = open.terms.device.value;
        return Err(ShoeReason::NotAScanningTable { device }.refused_by(&open.terms.device.by));
    }
    if u32::from(decks) != open.terms.decks {
        let reason = ShoeReason::OtherDecks { decks, needed: open.terms.decks };
        return Err(reason.refused_by(&book.shoe.decks.by));
    }
    match &open.phase {
        // A shoe that failed may be replaced by another in mid-coup.
        Phase::Dealing(dealing) if dealing.trouble.is_none() => {
            Err(Refused::new(&scanning(), Reason::InCoup))
        }
        Phase::Dealing(_) | Phase::Betting(_) | Phase::Preparing => Ok(()),
    }
}

/// The authority of what a scanning shoe asks for by its nature, where no document has a say.
pub(crate) fn scanning() -> Citation {
    Authority::House(Setting::new("scanning-shoe")).into()
}

/// The word for a refusal that a shoe can act on.
pub(crate) fn code(reason: &Reason) -> Code {
    match reason {
        Reason::NotDue(_) => Code::NotDue,
        Reason::TooManyOfCard { .. } => Code::Impossible,
        Reason::InTrouble(_) => Code::Trouble,
        Reason::Closed
        | Reason::CardsNotReady(_)
        | Reason::ShoeEnded
        | Reason::WagersOpen
        | Reason::MustCall(_)
        | Reason::NotTurned(_)
        | Reason::NotOnDuty(_)
        | Reason::InCoup
        | Reason::NotNow(_)
        | Reason::House(_) => Code::NotReady,
        _ => Code::Rule,
    }
}
