//! What a shoe may let out now, as the table itself would decide it.

use punto_coup::Place;
use punto_rulebook::{Burn, Rulebook};
use punto_scanner::{FromHouse, Sentence};
use punto_table::{Actor, Command, HandName, Happening, Open, Phase, Stage, Stamped, Table, decide};
use punto_vocab::Card;

use crate::refusal::FloorReason;
use crate::table::TableHandle;

/// What is due from the shoe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Due {
    /// A card for this hand, its first, second or third.
    Card {
        /// The hand.
        hand: HandName,
        /// Which of its cards.
        nth: u8,
    },
    /// A burn in this form.
    Burn(Burn),
    /// New cards.
    Shoe,
    /// Nothing, and why not.
    Nothing(Sentence),
}

impl Due {
    /// What is due at a table: a card is put to [`decide`] and not said, so that the lock and the rules agree.
    ///
    /// While cards lie face down this tells no more than the table tells everybody, which is that they must be
    /// turned first.
    pub fn at(book: &Rulebook, table: &Table, by: Actor) -> Due {
        let Some(open) = &table.open else { return Due::nothing("the table is closed") };
        match &open.phase {
            Phase::Preparing if open.shoe.stage == Stage::Marked => Due::Burn(open.terms.burn.value),
            Phase::Preparing => Due::Shoe,
            Phase::Betting(_) | Phase::Dealing(_) => match open.waiting_card() {
                Some(_) => Due::nothing("a card that was drawn before waits to open this coup"),
                None => Due::card(book, table, open, by),
            },
        }
    }

    fn card(book: &Rulebook, table: &Table, open: &Open, by: Actor) -> Due {
        let left = |card: &Card| open.shoe.seen.get(card).copied().unwrap_or(0) < open.terms.decks;
        let Some(card) = Card::all().find(left) else { return Due::nothing("the shoe is empty") };
        let tried = Stamped { at: table.now, by, command: Command::card(card) };
        match decide(book, table, &tried) {
            Err(refused) => Due::nothing(&refused.reason.to_string()),
            Ok(events) => events
                .iter()
                .find_map(|event| match &event.what {
                    Happening::Dealt { to, .. } => match to.0 {
                        Place::Hand(side) => {
                            Some(Due::Card { hand: HandName::of(side), nth: nth(open, to.0) })
                        }
                        Place::Nowhere => None,
                    },
                    _ => None,
                })
                .unwrap_or_else(|| Due::nothing("no hand takes a card")),
        }
    }

    /// What is due at a running table: nothing while a fault holds it.
    pub fn of(table: &TableHandle) -> Due {
        let now = table.now();
        match table.fault_holds() {
            hold if hold.lets_table(&now.table, &Command::MarkerSeen) => {
                Due::at(&table.book(), &now.table, Actor::System)
            }
            _ => Due::nothing(&FloorReason::Held.to_string()),
        }
    }

    fn nothing(why: &str) -> Due {
        Due::Nothing(Sentence::new(why))
    }
}

fn nth(open: &Open, to: Place) -> u8 {
    let lie = match &open.phase {
        Phase::Dealing(dealing) => dealing.dealt.iter().filter(|card| card.to == to).count(),
        Phase::Preparing | Phase::Betting(_) => 0,
    };
    1 + lie.min(2) as u8
}

impl From<Due> for FromHouse {
    fn from(due: Due) -> FromHouse {
        match due {
            Due::Card { hand, nth } => FromHouse::DueCard { hand, nth },
            Due::Burn(form) => FromHouse::DueBurn { form },
            Due::Shoe => FromHouse::DueShoe,
            Due::Nothing(why) => FromHouse::DueNothing { why },
        }
    }
}
