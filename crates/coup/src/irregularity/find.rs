//! Finds out what went wrong from the cards as they lie, and which case of it this is.

use punto_rulebook::{Case, Mishap, Rulebook, Window};
use punto_vocab::Side;

use super::{DealtCard, Irregularity, Marker, Noticed, Place, Situation};
use crate::{Coup, Due};

/// The first thing wrong with cards as they lie; `None` when each went where it was due.
pub fn classify(book: &Rulebook, dealt: &[DealtCard]) -> Option<Irregularity> {
    let mut coup = Coup::default();
    for (at, card) in dealt.iter().enumerate() {
        let wrong = match (coup.due(book), card.to) {
            (Due::Card { to, .. }, Place::Hand(side)) if to == side => None,
            (Due::Card { nth: 3, to: Side::Player, .. }, Place::Hand(_)) => {
                Some(Irregularity::PlayersCardToBanker { at })
            }
            (Due::Card { nth: 3, .. } | Due::Nothing { .. }, Place::Hand(_)) => {
                Some(Irregularity::StrayCard { at })
            }
            (Due::Card { .. }, _) => Some(Irregularity::Misdeal { reconstructable: true }),
            (Due::Nothing { .. }, Place::Nowhere) => Some(Irregularity::SurplusCard { at }),
        };
        if wrong.is_some() {
            return wrong;
        }
        // It was due just now, so it fits.
        let _ = coup.deal(book, card.card);
    }
    None
}

/// The lawful coup that the cards before this place make.
pub(super) fn lawful_before(book: &Rulebook, dealt: &[DealtCard], at: usize) -> Coup {
    let mut coup = Coup::default();
    for card in dealt.iter().take(at) {
        if coup.deal(book, card.card).is_err() {
            break;
        }
    }
    coup
}

/// What went wrong and in which case.
pub(super) fn case(book: &Rulebook, situation: &Situation<'_>) -> (Mishap, Case) {
    use Irregularity as I;
    let dealt = situation.dealt;
    let yes = |holds: bool, then: Case, otherwise: Case| if holds { then } else { otherwise };
    let in_coup = situation.noticed == Noticed::DuringCoup && !dealt.is_empty();
    match situation.what {
        I::StrayCard { at } => stray(book, situation, at),
        I::SurplusCard { at } => (Mishap::SurplusCard, loose(situation, at)),
        I::PlayersCardToBanker { .. } => (Mishap::PlayersCardToBanker, Case::Found),
        I::FaceUpCard { .. } => (Mishap::FaceUpCard, face_up(book, situation)),
        I::TooFewCards => (Mishap::TooFewCards, Case::Found),
        I::Misdeal { reconstructable: true } => (Mishap::Misdeal, Case::Reconstructable),
        I::Misdeal { reconstructable: false } => {
            (Mishap::Misdeal, yes(dealt.len() <= 4, Case::BeyondRepairOpening, Case::BeyondRepairThird))
        }
        I::ForeignCard => (Mishap::ForeignCard, yes(in_coup, Case::DuringCoup, Case::BetweenCoups)),
        I::MissingCard => (Mishap::MissingCard, yes(in_coup, Case::DuringCoup, Case::BetweenCoups)),
        I::NotCut => (Mishap::NotCut, Case::Found),
        I::BurnForgotten => (Mishap::BurnForgotten, Case::Found),
        I::ShuffleMissed => (Mishap::ShuffleMissed, Case::Found),
        I::WrongPaytable => {
            let open = situation.noticed != Noticed::NextCoup;
            (Mishap::WrongPaytable, yes(open, Case::OpenCoup, Case::EarlierCoups))
        }
        I::ScannerDisagrees { confirmed } => {
            (Mishap::ScannerDisagrees, yes(confirmed, Case::Confirmed, Case::NotConfirmed))
        }
        I::WrongDisplay => (Mishap::WrongDisplay, Case::Found),
        I::WrongHolder => (Mishap::WrongHolder, Case::Found),
        I::BurnedCard => (Mishap::BurnedCard, Case::Found),
        I::DeviceFails { harm: true, .. } => (Mishap::DeviceFails, Case::Harm),
        I::DeviceFails { transferable: false, .. } => (Mishap::DeviceFails, Case::NotTransferable),
        I::DeviceFails { damaged, .. } => {
            (Mishap::DeviceFails, yes(damaged, Case::DamagedCards, Case::SoundCards))
        }
        I::SequenceRevealed => (Mishap::SequenceRevealed, Case::Found),
        I::Disruption => (Mishap::Disruption, Case::Found),
        I::Fraud => (Mishap::Fraud, Case::Found),
        I::ProhibitedDevice => (Mishap::ProhibitedDevice, Case::Found),
    }
}

/// A stray card's kind goes by the hand it went to, and by the document for a hand that already had three.
fn stray(book: &Rulebook, situation: &Situation<'_>, at: usize) -> (Mishap, Case) {
    let lawful = lawful_before(book, situation.dealt, at);
    let to_player = situation.dealt.get(at).is_some_and(|card| card.to == Place::Hand(Side::Player));
    let mishap = match (to_player, lawful.hands().player.len() > 2) {
        (false, _) => Mishap::StrayBankerCard,
        (true, false) => Mishap::StrayPlayerCard,
        (true, true) => book.irregularities.fourth_player_card,
    };
    let must_draw = lawful.due(book).side() == Some(Side::Banker);
    match mishap {
        Mishap::StrayPlayerCard if must_draw => (mishap, Case::BankerMustDraw),
        Mishap::Misdeal => (mishap, Case::Reconstructable),
        _ => (mishap, loose(situation, at)),
    }
}

/// The case of a card that no hand of this coup can use.
fn loose(situation: &Situation<'_>, at: usize) -> Case {
    let exposed = situation.dealt.get(at).is_some_and(|card| card.exposed);
    match (situation.last_coup, exposed, situation.marker) {
        (true, _, _) => Case::LastCoup,
        (false, true, _) => Case::Seen,
        (false, false, Marker::Out) => Case::MarkerOut,
        (false, false, Marker::InShoe) => Case::Unseen,
    }
}

fn face_up(book: &Rulebook, situation: &Situation<'_>) -> Case {
    let lawful = lawful_before(book, situation.dealt, situation.dealt.len());
    match lawful.due(book) {
        _ if lawful.is_empty() => Case::FirstOfCoup,
        Due::Card { .. } => Case::Needed,
        Due::Nothing { .. } if situation.last_coup => Case::LastCoup,
        Due::Nothing { .. } => Case::NotNeeded,
    }
}

/// Whether the document's window for errors in the deal applies.
pub(super) fn is_error_in_the_deal(mishap: Mishap) -> bool {
    matches!(
        mishap,
        Mishap::StrayPlayerCard | Mishap::StrayBankerCard | Mishap::PlayersCardToBanker | Mishap::Misdeal
    )
}

/// Whether the window has closed.
pub(super) fn too_late(window: Window, noticed: Noticed) -> bool {
    match window {
        Window::CoupEnd => noticed > Noticed::DuringCoup,
        Window::NextBetting => noticed > Noticed::AfterCoup,
        Window::NextFirstCard => noticed > Noticed::BettingOpen,
    }
}
