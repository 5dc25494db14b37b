//! What can be owed at a table, and by whom.

use punto_vocab::line::Field;
use punto_vocab::{Call, Citation, Role, Value, Valued};
use serde::{Deserialize, Serialize};

use crate::{Cure, Rule, Rulebook};

/// Something that is owed, and the clauses that ask for it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Duty {
    /// What is owed.
    pub what: Owed,
    /// What asks for it.
    pub by: Citation,
}

/// What can be owed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Owed {
    /// An act is done and recorded.
    Act(Rule),
    /// Somebody is told of something.
    Tell(Role, Rule),
    /// The cards are shuffled again.
    Shuffle,
    /// The cards are replaced, by this rule.
    NewCards(Rule),
    /// A call is made.
    Call(Call),
    /// A coup without wagers is dealt with the card that waits for it.
    NoBetCoup,
    /// A ruling is ordered.
    Order(Cure),
    /// The dispute of this number is decided.
    Decide(u32),
}

punto_vocab::stored! {
    enum Owed: "a duty" {
        Act(rule) = "act",
        Tell(role, rule) = "tell",
        Shuffle = "shuffle",
        NewCards(rule) = "new-cards",
        Call(call) = "call",
        NoBetCoup = "no-bet-coup",
        Order(cure) = "order",
        Decide(number) = "decide",
    }
}

punto_vocab::words! {
    /// The kinds of duties.
    pub enum DutyKind: "a kind of duty" {
        /// An act is done and recorded.
        Act = "act",
        /// Somebody is told.
        Tell = "tell",
        /// The cards are shuffled again.
        Shuffle = "shuffle",
        /// The cards are replaced.
        NewCards = "new-cards",
        /// A call is made.
        Call = "call",
        /// A coup without wagers is dealt.
        NoBetCoup = "no-bet-coup",
        /// A ruling is ordered.
        Order = "order",
        /// A dispute is decided.
        Decide = "decide",
    }
}

impl Owed {
    /// Who may discharge it, by the document; nobody named means anybody on staff.
    pub fn roles(self, book: &Rulebook) -> Vec<Role> {
        let of = |rule| book.procedure.get(rule).map(|rule| rule.roles.clone()).unwrap_or_default();
        match self {
            // The officer directs it, and the dealer checks.
            Owed::Act(Rule::CheckDevice) => [vec![Role::Dealer], of(Rule::CheckDevice)].concat(),
            Owed::Act(rule) => of(rule),
            Owed::NewCards(_) => of(Rule::ReplaceCards),
            Owed::Decide(_) => of(Rule::Dispute),
            Owed::Shuffle | Owed::Call(_) | Owed::NoBetCoup => vec![Role::Dealer],
            Owed::Tell(..) | Owed::Order(_) => Vec::new(),
        }
    }

    /// What kind of duty it is.
    pub fn kind(self) -> DutyKind {
        match self {
            Owed::Act(_) => DutyKind::Act,
            Owed::Tell(..) => DutyKind::Tell,
            Owed::Shuffle => DutyKind::Shuffle,
            Owed::NewCards(_) => DutyKind::NewCards,
            Owed::Call(_) => DutyKind::Call,
            Owed::NoBetCoup => DutyKind::NoBetCoup,
            Owed::Order(_) => DutyKind::Order,
            Owed::Decide(_) => DutyKind::Decide,
        }
    }
}

impl std::fmt::Display for Owed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Owed::Act(rule) => write!(f, "act {rule}"),
            Owed::Tell(role, rule) => write!(f, "tell {role} {rule}"),
            Owed::Shuffle => f.write_str("shuffle"),
            Owed::NewCards(rule) => write!(f, "new-cards {rule}"),
            Owed::Call(call) => write!(f, "call {call}"),
            Owed::NoBetCoup => f.write_str("no-bet-coup"),
            Owed::Order(cure) => write!(f, "order {cure}"),
            Owed::Decide(number) => write!(f, "decide {number}"),
        }
    }
}

impl Field for Owed {
    const REST: bool = true;
    const EXPECTED: &'static str =
        "a duty like act verify-decks, tell surveillance card-fault, shuffle or new-cards unfit-cards";

    fn write(&self) -> String {
        self.to_string()
    }

    fn read(text: &str) -> Result<Owed, String> {
        match text.split_whitespace().collect::<Vec<_>>()[..] {
            ["act", rule] => Rule::read(rule).map(Owed::Act),
            ["tell", role, rule] => Ok(Owed::Tell(Role::read(role)?, Rule::read(rule)?)),
            ["shuffle"] => Ok(Owed::Shuffle),
            ["new-cards", rule] => Rule::read(rule).map(Owed::NewCards),
            ["call", call] => Call::read(call).map(Owed::Call),
            ["no-bet-coup"] => Ok(Owed::NoBetCoup),
            ["order", cure] => Cure::read(cure).map(Owed::Order),
            ["decide", number] => u32::read(number).map(Owed::Decide),
            _ => Err(format!("`{text}` is not {}", Owed::EXPECTED)),
        }
    }
}

impl Valued for Owed {
    /// Its kind, and what it is about.
    fn value(&self) -> Value {
        let about = match self {
            Owed::Act(rule) | Owed::NewCards(rule) => vec![rule.value()],
            Owed::Tell(role, rule) => vec![role.value(), rule.value()],
            Owed::Call(call) => vec![call.value()],
            Owed::Order(cure) => vec![cure.value()],
            Owed::Decide(number) => vec![number.value()],
            Owed::Shuffle | Owed::NoBetCoup => Vec::new(),
        };
        Value::List([vec![self.kind().value()], about].concat())
    }
}
