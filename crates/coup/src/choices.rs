//! What an officer may choose, where the document leaves it to the officer, and what the choice does.

use punto_rulebook::{Cure, Mishap, Rulebook};

use crate::{CardFate, Fate, Next, Ruling, WagerFate};

/// Cures among which the officer may choose, where the document leaves it to the officer.
pub fn officers_choices(book: &Rulebook, ruling: &Ruling) -> Vec<Cure> {
    let may = |cure: &Cure| {
        (ruling.cure == Cure::Officer || ruling.may) && officers_ruling(book, ruling, *cure).is_some()
    };
    Cure::ALL.iter().copied().filter(may).collect()
}

/// What the officer's choice does; a card is placed only where one waits for it.
pub fn officers_ruling(book: &Rulebook, ruling: &Ruling, cure: Cure) -> Option<Ruling> {
    let open_to_choice =
        |fate: Fate| matches!(fate, Fate::OfficersRuling | Fate::OpensNextCoup | Fate::AtMouthOfShoe);
    let card = ruling.cards.iter().find(|own| open_to_choice(own.fate)).map(|own| own.card);
    let placed = |fate: Fate| {
        let settle = |own: &CardFate| if open_to_choice(own.fate) { CardFate { fate, ..*own } } else { *own };
        ruling.cards.iter().map(settle).collect::<Vec<_>>()
    };
    let next = match ruling.next {
        Next::None => Next::None,
        Next::NoBet { .. } | Next::Ordinary { .. } => Next::Ordinary { opens_with: None },
    };
    let standing =
        Ruling { cure, wagers: WagerFate::Stand, cards: placed(Fate::SetAside), next, ..ruling.clone() };
    // What lies already where it belongs is not put aside.
    let put_aside = |own: &CardFate| open_to_choice(own.fate) || own.fate == Fate::SetAside;
    Some(match cure {
        Cure::Stands | Cure::GoOn => standing,
        Cure::SetAside if ruling.cards.iter().any(put_aside) => standing,
        // What is found between coups is found or not; there is no coup that it could void.
        Cure::VoidCoup if ruling.cure == Cure::CheckDecks => return None,
        Cure::VoidCoup => Ruling { wagers: WagerFate::AllReturned, hands: None, ..standing },
        Cure::OpensNextCoup => Ruling {
            cards: placed(Fate::OpensNextCoup),
            next: Next::Ordinary { opens_with: Some(card?) },
            ..standing
        },
        Cure::OpensNoBetCoup => {
            let by = book.irregularities.no_bet_coup.clone()?;
            Ruling {
                cards: placed(Fate::OpensNextCoup),
                next: Next::NoBet { opens_with: card?, by },
                ..standing
            }
        }
        Cure::Played => Ruling { cards: vec![CardFate { card: card?, fate: Fate::SetAside }], ..standing },
        Cure::SettleAgain if ruling.mishap == Mishap::WrongPaytable => {
            Ruling { wagers: WagerFate::SettledAgain, ..standing }
        }
        _ => return None,
    })
}
