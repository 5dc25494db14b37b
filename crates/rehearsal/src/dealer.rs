//! Deals coups at a real table: what is due next is found by asking the table, cards come from a shuffled shoe.

use punto_coup::Due;
use punto_rulebook::{Device, Rule, Rulebook};
use punto_table::{Call, Command, Dealing, HandName, MarkerState, Open, Phase, Reason, Table, decide};
use punto_vocab::{Actor, Card, Side, Stamped};

use crate::chance::Chance;

/// The cards of a table, the next at the end.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shoe(Vec<Card>);

impl Shoe {
    /// So many decks in any order.
    pub(crate) fn shuffled(decks: u32, chance: &mut Chance) -> Shoe {
        let mut cards: Vec<Card> = (0..decks).flat_map(|_| Card::all()).collect();
        chance.shuffle(&mut cards);
        Shoe(cards)
    }

    pub(crate) fn draw(&mut self) -> Option<Card> {
        self.0.pop()
    }
}

/// What the dealer does next in a coup.
pub(crate) enum Next {
    /// Says this.
    Say(Command),
    /// Draws a card.
    Card,
    /// Settles the coup, once hidden wagers are read out.
    Settle,
    /// Cannot go on.
    Stuck(String),
}

/// The next step at a table whose wagers are closed.
pub(crate) fn next(book: &Rulebook, table: &Table, by: Actor) -> Next {
    let asked =
        |command: &Command| decide(book, table, &Stamped { at: table.now, by, command: command.clone() });
    let Some(open) = &table.open else { return Next::Stuck("the table is closed".into()) };
    match &open.phase {
        Phase::Preparing => Next::Say(Command::PREPARE),
        Phase::Betting(_) => {
            let sample =
                Card::all().find(|card| open.shoe.seen.get(card).is_none_or(|seen| *seen < open.terms.decks));
            let Some(sample) = sample else { return Next::Stuck("the shoe is empty".into()) };
            match asked(&Command::card(sample)) {
                Ok(_) => next_card(open),
                Err(refused) => match refused.reason {
                    Reason::MustCall(call) => Next::Say(Command::Call { call }),
                    Reason::WagersOpen => Next::Say(Command::Call { call: Call::NoMoreBets }),
                    _ => Next::Stuck(refused.to_string()),
                },
            }
        }
        Phase::Dealing(dealing) => in_coup(book, open, dealing, asked),
    }
}

type Asked = Result<Vec<punto_table::Event>, punto_table::Refused>;

fn in_coup(book: &Rulebook, open: &Open, dealing: &Dealing, asked: impl Fn(&Command) -> Asked) -> Next {
    if let Some(side) = Side::ALL.into_iter().find(|side| dealing.holders[*side].out) {
        return Next::Say(Command::Return { hand: HandName::of(side) });
    }
    let due = dealing.coup.due(book);
    if matches!(due, Due::Card { nth, .. } if nth < 3) {
        return next_card(open);
    }
    if let Some(side) = Side::ALL.into_iter().find(|side| dealing.face_down(*side)) {
        return turned(HandName::of(side), asked);
    }
    let points = Command::Call { call: Call::Points };
    if book.procedure.get(Rule::CallPoints).is_some() && !dealing.points_called && asked(&points).is_ok() {
        return Next::Say(points);
    }
    match due {
        Due::Card { .. } => next_card(open),
        Due::Nothing { .. } => match asked(&Command::Settle) {
            Ok(_) => Next::Settle,
            Err(refused) => match refused.reason {
                Reason::MustCall(call) => Next::Say(Command::Call { call }),
                _ => Next::Stuck(refused.to_string()),
            },
        },
    }
}

fn next_card(open: &Open) -> Next {
    let left = open.terms.cards().saturating_sub(open.shoe.drawn);
    let marker = !matches!(open.shoe.marker, MarkerState::Out { .. })
        && left <= open.terms.behind_marker.value
        && open.terms.device.value != Device::ShufflingDevice;
    if marker { Next::Say(Command::Marker) } else { Next::Card }
}

/// A hidden hand goes to who has it coming, or the dealer turns it.
fn turned(hand: HandName, asked: impl Fn(&Command) -> Asked) -> Next {
    let turn = Command::Turn { hand };
    let refused = match asked(&turn) {
        Ok(_) => return Next::Say(turn),
        Err(refused) => refused,
    };
    let Reason::NotNext(_, patron) = refused.reason else { return Next::Stuck(refused.to_string()) };
    let pass = Command::Pass { hand, patron };
    match asked(&pass).map_err(|first| first.reason) {
        Ok(_) => Next::Say(pass),
        Err(Reason::MustCall(call)) => Next::Say(Command::Call { call }),
        Err(_) => Next::Stuck(refused.to_string()),
    }
}
