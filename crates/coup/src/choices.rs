//! What an officer may choose, where the document leaves it to the officer, and what the choice does.

use punto_rulebook::{AfterVoid, Case, Cure, Mishap, Remedy, Rulebook, Terms};

use crate::{CardFate, Fate, Next, Ruling, ShoeFate, WagerFate};

/// Cures among which the officer may choose, where the document leaves it to the officer.
pub fn officers_choices(book: &Rulebook, ruling: &Ruling) -> Vec<Cure> {
    let may = |cure: &Cure| {
        (ruling.cure == Cure::Officer || ruling.may) && officers_ruling(book, ruling, *cure).is_some()
    };
    Cure::ALL.iter().copied().filter(may).collect()
}

/// What the officer's choice does; a card is placed only where one waits for it.
pub fn officers_ruling(book: &Rulebook, ruling: &Ruling, cure: Cure) -> Option<Ruling> {
    if own_cure(book, ruling) && !so_or_otherwise(book, ruling, cure) {
        return None;
    }
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
    let seen = ruling.case == Case::Seen || ruling.mishap == Mishap::FaceUpCard;
    // What lies already where it belongs is not put aside.
    let put_aside = |own: &CardFate| open_to_choice(own.fate) || own.fate == Fate::SetAside;
    Some(match cure {
        Cure::Stands | Cure::GoOn => standing,
        Cure::SetAside if ruling.cards.iter().any(put_aside) => standing,
        Cure::VoidCoup => Ruling { wagers: WagerFate::AllReturned, hands: None, ..standing },
        // A card that everybody knows opens no coup with wagers.
        Cure::OpensNextCoup if !seen => Ruling {
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
        // Before wagers are closed no card is dealt.
        Cure::Played if ruling.case != Case::BetweenCoups => {
            Ruling { cards: vec![CardFate { card: card?, fate: Fate::SetAside }], ..standing }
        }
        Cure::SettleAgain if ruling.mishap == Mishap::WrongPaytable => {
            Ruling { wagers: WagerFate::SettledAgain, ..standing }
        }
        _ => return None,
    })
}

/// A void that the officer chose, with what the house makes of the shoe after a void coup; the last coup of a shoe ends it anyway.
pub fn with_the_shoe(terms: &Terms, void: Ruling) -> Ruling {
    let by = void.by.and(&terms.after_void.by);
    match (terms.after_void.value, &void.next) {
        (_, Next::None) | (AfterVoid::EndIfAllAgree, _) => void,
        (AfterVoid::GoOn, _) => Ruling { by, ..void },
        (AfterVoid::EndShoe, _) => Ruling { by, next: Next::None, shoe: ShoeFate::Ends, ..void },
    }
}

/// The cure that the document itself has for a case; none where the house or the officer decides.
fn fixed(remedy: &Remedy) -> Option<Cure> {
    remedy.cure.fixed().map(|cure| cure.value).filter(|cure| *cure != Cure::Officer)
}

/// Whether the document itself says what is done.
fn own_cure(book: &Rulebook, ruling: &Ruling) -> bool {
    book.irregularities.remedy(ruling.mishap, ruling.case).and_then(fixed).is_some()
}

/// Whether a choice is the document's cure, or the finding that it was otherwise. Of what the document itself cures nothing
/// else is the officer's: what was said is so, and the cure follows, or it is not, and play goes on; and where the cure is
/// that it goes on, the other finding has the cure of its own case.
fn so_or_otherwise(book: &Rulebook, ruling: &Ruling, cure: Cure) -> bool {
    let not_so = |cure| matches!(cure, Cure::Stands | Cure::GoOn);
    let other = |remedy: &Remedy| remedy.ordered_by == ruling.ordered_by && fixed(remedy) == Some(cure);
    let mut of_mishap = book.irregularities.remedies().filter(|(mishap, ..)| *mishap == ruling.mishap);
    let own = cure == ruling.cure || not_so(cure);
    own || not_so(ruling.cure) && of_mishap.any(|(_, _, remedy)| other(remedy))
}
