//! What is owed at a table: a duty lasts until it is discharged, through new cards, closing and opening.

use punto_rulebook::{Cure, Rule, Rulebook};
use punto_vocab::line::Field;
use punto_vocab::{Citation, Role, Value, Valued};
use serde::{Deserialize, Serialize};

use crate::command::{Call, Command};
use crate::decide::{is_last_coup, player_point_due};
use crate::reason::{InTrouble, Reason};
use crate::state::{Open, Phase, Table};

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
    }
}

/// A step that a duty may stand in the way of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Blocked {
    /// The cards are shuffled.
    Shuffle,
    /// The first card of a coup is dealt.
    Coup,
    /// A card after the first of a coup is dealt.
    Card,
    /// A coup that was interrupted goes on.
    Resume,
    /// Other cards are brought.
    NewCards,
    /// The rest of the shoe is given up.
    EndShoe,
    /// The table closes.
    Close,
}

impl Owed {
    /// Whether a step waits for this duty.
    pub(crate) fn blocks(self, step: Blocked) -> bool {
        use Blocked as B;
        match self {
            Owed::Act(Rule::EndCheck) => step == B::Close,
            // It is owed and shown; but a hand that was dealt is not undone for want of the word.
            Owed::Call(Call::NoBets) => false,
            Owed::Act(Rule::ShuffleFailedDevice | Rule::CutFailedDevice) => step == B::Resume,
            Owed::Act(Rule::SpoiledCards) => matches!(step, B::Card | B::Coup | B::Close),
            Owed::Call(Call::PlayerPoint) => false,
            Owed::Act(Rule::ReplaceDevice) | Owed::Shuffle | Owed::Call(_) => step == B::Coup,
            Owed::Act(_) | Owed::Tell(..) => matches!(step, B::Shuffle | B::Coup | B::Close),
            // Cards that are unfit are not dealt at all; those that patrons held are not dealt again.
            Owed::NewCards(Rule::UnfitCards) => matches!(step, B::Shuffle | B::Coup),
            Owed::NewCards(_) => step == B::Shuffle,
            Owed::NoBetCoup => matches!(step, B::NewCards | B::EndShoe | B::Close),
            Owed::Order(_) => step != B::Resume,
        }
    }

    /// Why a step that it blocks is refused.
    pub(crate) fn reason(self) -> Reason {
        match self {
            Owed::Act(rule) => Reason::Missing { rule },
            Owed::Tell(role, _) => Reason::NotTold(role),
            Owed::Shuffle => Reason::MustShuffle,
            Owed::NewCards(_) => Reason::MustReplace,
            Owed::Call(call) => Reason::MustCall(call),
            Owed::NoBetCoup => Reason::NoBetCoupWaits,
            Owed::Order(cure) => Reason::InTrouble(InTrouble::CureWaits(cure)),
        }
    }

    /// Who may discharge it, by the document; nobody named means anybody on staff.
    pub fn roles(self, book: &Rulebook) -> Vec<Role> {
        let of = |rule| book.procedure.get(rule).map(|rule| rule.roles.clone()).unwrap_or_default();
        match self {
            // The officer directs it, and the dealer checks.
            Owed::Act(Rule::CheckDevice) => [vec![Role::Dealer], of(Rule::CheckDevice)].concat(),
            Owed::Act(rule) => of(rule),
            Owed::NewCards(_) => of(Rule::ReplaceCards),
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
        }
    }

    /// The command that discharges it; none where it takes cards, whose particulars are not known yet.
    pub fn command(self) -> Option<Command> {
        match self {
            // Which cards they are is known to whoever looks at them.
            Owed::Act(Rule::SpoiledCards) => None,
            Owed::Act(rule) => Some(Command::Act { rule, note: None }),
            Owed::Tell(role, rule) => Some(Command::Tell { role, rule }),
            Owed::Call(call) => Some(Command::Call { call }),
            Owed::Order(_) => Some(Command::Order { cure: None }),
            Owed::Shuffle | Owed::NewCards(_) | Owed::NoBetCoup => None,
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
            Owed::Shuffle | Owed::NoBetCoup => Vec::new(),
        };
        Value::List([vec![self.kind().value()], about].concat())
    }
}

/// Everything that is owed at a table now: what is on record as owed, and what the coup and the shoe ask for.
pub fn owed(book: &Rulebook, table: &Table) -> Vec<Duty> {
    let asked = table.open.iter().flat_map(|open| asked_for(book, open));
    table.duties.iter().cloned().chain(asked).collect()
}

/// The first duty that stands in the way of a step.
pub(crate) fn blocking(book: &Rulebook, table: &Table, step: Blocked) -> Option<Duty> {
    let on_record = table.duties.iter().find(|duty| duty.what.blocks(step)).cloned();
    // From cards that an officer has ordered away no coup is dealt, not even the one that a waiting card asks for.
    let ordered = |duty: &Duty| matches!(duty.what, Owed::Shuffle | Owed::NewCards(Rule::UnfitCards));
    let must_go = step != Blocked::Close && table.duties.iter().any(ordered);
    on_record.or_else(|| {
        let asked = table.open.iter().flat_map(|open| asked_for(book, open));
        let asked = asked.into_iter().filter(|duty| !(must_go && duty.what == Owed::NoBetCoup));
        asked.into_iter().find(|duty| duty.what.blocks(step))
    })
}

/// What the coup and the shoe ask for as they stand.
fn asked_for(book: &Rulebook, open: &Open) -> impl Iterator<Item = Duty> {
    let trouble = open.in_trouble();
    let order = trouble
        .filter(|trouble| !trouble.ordered)
        .map(|trouble| Duty { what: Owed::Order(trouble.ruling.cure), by: trouble.ruling.by.clone() });
    let no_bet = match &open.phase {
        Phase::Betting(betting) if !betting.waiting.is_empty() => betting.no_bet.clone(),
        Phase::Betting(_) | Phase::Preparing | Phase::Dealing(_) => None,
    };
    let no_bet = no_bet.map(|by| Duty { what: Owed::NoBetCoup, by });
    let calls = no_bets(book, open).into_iter().chain(last_coup(book, open)).chain(player_point(book, open));
    order.into_iter().chain(no_bet).chain(calls)
}

/// That a coup takes no wagers is called before it begins, where the document says so.
fn no_bets(book: &Rulebook, open: &Open) -> Option<Duty> {
    let rule = book.procedure.get(Rule::CallNoBets)?;
    let Phase::Betting(betting) = &open.phase else { return None };
    let due = betting.no_bet.is_some() && !betting.waiting.is_empty() && !betting.no_bets_called;
    due.then(|| Duty { what: Owed::Call(Call::NoBets), by: rule.by.clone() })
}

/// The last coup is called before it begins, where the document says so.
fn last_coup(book: &Rulebook, open: &Open) -> Option<Duty> {
    book.procedure.get(Rule::CallLastCoup)?;
    let due = is_last_coup(open) && !open.shoe.last_called && matches!(open.phase, Phase::Betting(_));
    due.then(|| Duty { what: Owed::Call(Call::LastCoup), by: last_coup_by(book, open) })
}

/// What the call of the last coup rests on: a marker that came first has a clause of its own.
pub(crate) fn last_coup_by(book: &Rulebook, open: &Open) -> Citation {
    let rule = book.procedure.get(Rule::CallLastCoup);
    match rule.filter(|_| !open.shoe.marker_first) {
        Some(rule) => rule.by.clone(),
        None if open.shoe.marker_first => open.terms.marker_first.by.clone(),
        None => open.terms.marker_in_coup.by.clone(),
    }
}

/// Player's count is called before Banker's hand goes out, where the document says so.
fn player_point(book: &Rulebook, open: &Open) -> Option<Duty> {
    let Phase::Dealing(dealing) = &open.phase else { return None };
    let by = player_point_due(book, open, dealing)?;
    Some(Duty { what: Owed::Call(Call::PlayerPoint), by })
}
