//! What a shoe may let out now, as the table itself would decide it.

use punto_coup::Place;
use punto_rulebook::{Burn, Rulebook};
use punto_table::{Actor, Command, HandName, Happening, Open, Phase, Stage, Stamped, Table, decide};
use punto_vocab::Card;

use crate::protocol::{FromHouse, Sentence};

/// What is due from the shoe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShoeDue {
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

impl ShoeDue {
    /// What is due at a table: a card is put to [`decide`] and not said, so that the lock and the rules agree.
    ///
    /// While cards lie face down this tells no more than the table tells everybody, which is that they must be
    /// turned first.
    pub fn at(book: &Rulebook, table: &Table, by: Actor) -> ShoeDue {
        let Some(open) = &table.open else { return ShoeDue::nothing("the table is closed") };
        match &open.phase {
            Phase::Preparing if open.shoe.stage == Stage::Marked => ShoeDue::Burn(open.terms.burn.value),
            Phase::Preparing => ShoeDue::Shoe,
            Phase::Betting(_) | Phase::Dealing(_) => match open.waiting_card() {
                Some(_) => ShoeDue::nothing("a card that was drawn before waits to open this coup"),
                None => ShoeDue::card(book, table, open, by),
            },
        }
    }

    fn card(book: &Rulebook, table: &Table, open: &Open, by: Actor) -> ShoeDue {
        let left = |card: &Card| open.shoe.seen.get(card).copied().unwrap_or(0) < open.terms.decks;
        let Some(card) = Card::all().find(left) else { return ShoeDue::nothing("the shoe is empty") };
        let tried = Stamped { at: table.now, by, command: Command::card(card) };
        match decide(book, table, &tried) {
            Err(refused) => ShoeDue::nothing(&refused.reason.to_string()),
            Ok(events) => events
                .iter()
                .find_map(|event| match &event.what {
                    Happening::Dealt { to, .. } => match to.0 {
                        Place::Hand(side) => {
                            Some(ShoeDue::Card { hand: HandName::of(side), nth: nth(open, to.0) })
                        }
                        Place::Nowhere => None,
                    },
                    _ => None,
                })
                .unwrap_or_else(|| ShoeDue::nothing("no hand takes a card")),
        }
    }

    /// Nothing is due, and this is why.
    pub fn nothing(why: &str) -> ShoeDue {
        ShoeDue::Nothing(Sentence::new(why))
    }
}

fn nth(open: &Open, to: Place) -> u8 {
    let lie = match &open.phase {
        Phase::Dealing(dealing) => dealing.dealt.iter().filter(|card| card.to == to).count(),
        Phase::Preparing | Phase::Betting(_) => 0,
    };
    1 + lie.min(2) as u8
}

impl From<ShoeDue> for FromHouse {
    fn from(due: ShoeDue) -> FromHouse {
        match due {
            ShoeDue::Card { hand, nth } => FromHouse::DueCard { hand, nth },
            ShoeDue::Burn(form) => FromHouse::DueBurn { form },
            ShoeDue::Shoe => FromHouse::DueShoe,
            ShoeDue::Nothing(why) => FromHouse::DueNothing { why },
        }
    }
}
