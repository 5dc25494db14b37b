//! Finds out what went wrong from the cards as they lie, and which case of it this is.

use punto_rulebook::{Answer, Case, Cure, Device, Mishap, Remedy, Rulebook, Terms, Window};
use punto_vocab::{BySide, Card, Citation, Side};

use super::{DealtCard, Irregularity, Marker, Noticed, Place, Situation};
use crate::{Coup, Due};

/// The first thing wrong with cards as they lie; `None` when each went where it was due.
///
/// Whether the order is known and whether the coup is over are facts the cards do not show: a third card that
/// was never dealt, or an order in doubt, is for the caller to report as a misdeal.
pub fn classify(book: &Rulebook, dealt: &[DealtCard]) -> Option<Irregularity> {
    first_wrong(book, dealt).map(|(_, wrong)| wrong)
}

/// The first card that did not go where it was due: its place among the cards drawn, and what that makes of it.
fn first_wrong(book: &Rulebook, dealt: &[DealtCard]) -> Option<(usize, Irregularity)> {
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
        if let Some(wrong) = wrong {
            return Some((at, wrong));
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
pub(super) fn case(book: &Rulebook, terms: &Terms, situation: &Situation<'_>) -> (Mishap, Case) {
    use Irregularity as I;
    let yes = |holds: bool, then: Case, otherwise: Case| if holds { then } else { otherwise };
    let in_coup = in_coup(book, situation);
    match situation.what {
        I::StrayCard { at } | I::SurplusCard { at } | I::PlayersCardToBanker { at } => {
            misplaced(book, situation, at)
        }
        I::FaceUpCard { .. } => (Mishap::FaceUpCard, face_up(book, situation)),
        I::MoreFaceUpCards => {
            let device = terms.device.value == Device::ShufflingDevice;
            (Mishap::MoreFaceUpCards, yes(device, Case::FromDevice, Case::FromShoe))
        }
        I::TooFewCards => (Mishap::TooFewCards, Case::Found),
        I::Misdeal { reconstructable: true } => (Mishap::Misdeal, Case::Reconstructable),
        I::Misdeal { reconstructable: false } => (Mishap::Misdeal, beyond_repair(book, situation)),
        I::ForeignCard => (Mishap::ForeignCard, yes(in_coup, Case::DuringCoup, Case::BetweenCoups)),
        I::MissingCard => (Mishap::MissingCard, yes(in_coup, Case::DuringCoup, Case::BetweenCoups)),
        I::NotCut => (Mishap::NotCut, Case::Found),
        I::BurnForgotten => (Mishap::BurnForgotten, Case::Found),
        I::ShuffleMissed => (Mishap::ShuffleMissed, Case::Found),
        I::WrongPaytable => {
            // A coup that has ended is one of the earlier ones, whatever the window for errors in the deal.
            let open = situation.noticed == Noticed::DuringCoup;
            (Mishap::WrongPaytable, yes(open, Case::OpenCoup, Case::EarlierCoups))
        }
        I::ScannerDisagrees { confirmed } => {
            (Mishap::ScannerDisagrees, yes(confirmed, Case::Confirmed, Case::NotConfirmed))
        }
        I::WrongDisplay => (Mishap::WrongDisplay, Case::Found),
        I::WrongHolder => (Mishap::WrongHolder, Case::Found),
        I::BurnedCard => (Mishap::BurnedCard, Case::Found),
        I::DeviceFails { .. } if !in_coup => (Mishap::DeviceFails, Case::BetweenCoups),
        I::DeviceFails { harm: false, .. } if finished(book, situation) => {
            (Mishap::DeviceFails, Case::BetweenCoups)
        }
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

/// Whether a coup is in progress: from its first card, or from the opening of betting where play begins with it.
fn in_coup(book: &Rulebook, situation: &Situation<'_>) -> bool {
    let begins_with_betting =
        book.irregularities.window.fixed().is_some_and(|window| window.value == Window::NextBetting);
    situation.noticed == Noticed::DuringCoup && (begins_with_betting || !situation.dealt.is_empty())
}

/// Whether both hands are complete and everybody sees them: nothing is left to be dealt from anywhere.
fn finished(book: &Rulebook, situation: &Situation<'_>) -> bool {
    let lawful = lawful_before(book, situation.dealt, situation.dealt.len());
    lawful.due(book).side().is_none() && situation.dealt.iter().all(|card| card.exposed)
}

/// What a card that went astray is goes by what was due and where the card lies, not by the word of a report.
fn misplaced(book: &Rulebook, situation: &Situation<'_>, at: usize) -> (Mishap, Case) {
    let lawful = lawful_before(book, situation.dealt, at);
    let lies = situation.dealt.get(at).map_or(Place::Nowhere, |card| card.to);
    match (lawful.due(book), lies) {
        (Due::Card { nth: 3, to: Side::Player, .. }, Place::Hand(Side::Banker)) => {
            (Mishap::PlayersCardToBanker, Case::Found)
        }
        (Due::Card { nth: 3, to: Side::Banker, .. }, Place::Hand(Side::Player))
            if unwanted(book, &lawful, lies) == Mishap::StrayPlayerCard =>
        {
            (Mishap::StrayPlayerCard, Case::BankerMustDraw)
        }
        // A hand was due this card, so it is not one too many: it lies in the wrong place.
        (Due::Card { .. }, _) => (Mishap::Misdeal, Case::Reconstructable),
        (Due::Nothing { .. }, _) => match unwanted(book, &lawful, lies) {
            Mishap::Misdeal => (Mishap::Misdeal, Case::Reconstructable),
            mishap => (mishap, loose(situation, at)),
        },
    }
}

/// Classifies a card that its hand was not due: the clauses speak of a third card, and documents differ on a fourth.
fn unwanted(book: &Rulebook, lawful: &Coup, lies: Place) -> Mishap {
    let fourth = |side: Side| lawful.hands()[side].len() > 2;
    match lies {
        Place::Nowhere => Mishap::SurplusCard,
        Place::Hand(Side::Player) if fourth(Side::Player) => book.irregularities.fourth_player_card,
        Place::Hand(Side::Banker) if fourth(Side::Banker) => book.irregularities.fourth_banker_card,
        Place::Hand(Side::Player) => Mishap::StrayPlayerCard,
        Place::Hand(Side::Banker) => Mishap::StrayBankerCard,
    }
}

/// The case of a card that is left over once the cards before it lie in their lawful places.
pub(super) fn left_over(
    book: &Rulebook,
    situation: &Situation<'_>,
    lawful: &Coup,
    at: usize,
) -> (Mishap, Case) {
    let case = loose(situation, at);
    let lies = situation.dealt.get(at).map_or(Place::Nowhere, |card| card.to);
    let mishap = unwanted(book, lawful, lies);
    let again = |remedy: &Remedy| remedy.cure.fixed().is_some_and(|cure| cure.value == Cure::Reconstruct);
    // The card is left over because the cards were put right; a rule that only orders that adds nothing.
    match book.irregularities.remedy(mishap, case) {
        Some(remedy) if mishap != Mishap::Misdeal && !again(remedy) => (mishap, case),
        _ => (Mishap::SurplusCard, case),
    }
}

/// The case of a card that no hand of this coup can use.
fn loose(situation: &Situation<'_>, at: usize) -> Case {
    // Those drawn after it are in excess with it: if one of them was seen, a card of the coup they open is known.
    let exposed = situation.dealt.iter().skip(at).any(|card| card.exposed);
    match (situation.last_coup, exposed, situation.marker) {
        (true, _, _) => Case::LastCoup,
        (false, true, _) => Case::Seen,
        (false, false, Marker::Out) => Case::MarkerOut,
        (false, false, Marker::InShoe) => Case::Unseen,
    }
}

fn face_up(book: &Rulebook, situation: &Situation<'_>) -> Case {
    let lawful = lawful_before(book, situation.dealt, situation.dealt.len());
    let in_coup = situation.noticed == Noticed::DuringCoup;
    match lawful.due(book) {
        _ if in_coup && lawful.is_empty() => Case::FirstOfCoup,
        Due::Card { .. } if in_coup => Case::Needed,
        _ if in_coup && situation.last_coup => Case::LastCoup,
        _ if in_coup => Case::NotNeeded,
        // The last coup of a shoe that is still to come can be the one that the card opens.
        _ => Case::BetweenCoups,
    }
}

/// Whose order is lost: that of the opening four if one of them lies wrong, or if there is nothing but them.
fn beyond_repair(book: &Rulebook, situation: &Situation<'_>) -> Case {
    let asks = book.irregularities.remedy(Mishap::Misdeal, Case::RightNumber).is_some();
    if asks && right_number(book, situation) {
        return Case::RightNumber;
    }
    let first_wrong = first_wrong(book, situation.dealt).map(|(at, _)| at);
    let opening = first_wrong.map_or(situation.dealt.len() <= 4, |at| at < 4);
    if opening { Case::BeyondRepairOpening } else { Case::BeyondRepairThird }
}

/// Whether each hand has as many cards as the table of play gives hands that look like these.
fn right_number(book: &Rulebook, situation: &Situation<'_>) -> bool {
    let pile = |side: Side| {
        let to_it = situation.dealt.iter().filter(move |dealt| dealt.to == Place::Hand(side));
        to_it.map(|dealt| dealt.card).collect::<Vec<Card>>().into_iter()
    };
    let mut piles = BySide::new(pile);
    let mut coup = Coup::default();
    while let Some(side) = coup.due(book).side() {
        match piles[side].next() {
            Some(card) if coup.deal(book, card).is_ok() => {}
            _ => break,
        }
    }
    let over = situation.noticed > Noticed::DuringCoup;
    coup.len() == situation.dealt.len() && !(over && coup.due(book).side().is_some())
}

/// Whether this table has the thing that went wrong: a device it does not deal from cannot fail.
pub(super) fn can_arise(book: &Rulebook, terms: &Terms, mishap: Mishap) -> bool {
    let needs = match mishap {
        Mishap::DeviceFails => Device::ShufflingDevice,
        Mishap::ScannerDisagrees => Device::ScanningShoe,
        _ => return true,
    };
    !book.shoe.devices.value.contains(&needs) || terms.device.value == needs
}

/// What the refusal to rule on something that cannot arise rests on.
pub(super) fn cannot_arise_by<'a>(book: &'a Rulebook, terms: &'a Terms, mishap: Mishap) -> &'a Citation {
    match mishap {
        Mishap::DeviceFails | Mishap::ScannerDisagrees => &terms.device.by,
        Mishap::BurnForgotten => &terms.burn.by,
        _ => &book.nature.by,
    }
}

/// What closed the time for this remedy, if it has closed; then what happened stands.
pub(super) fn closed_by(
    terms: &Terms,
    situation: &Situation<'_>,
    mishap: Mishap,
    remedy: &Remedy,
) -> Option<Citation> {
    let noticed = situation.noticed;
    if remedy.until.is_some_and(|until| too_late(until, noticed)) {
        return Some(remedy.by.clone());
    }
    // A card too many that no hand has changes no result: its time ends when another card has opened the coup.
    if mishap == Mishap::SurplusCard {
        return (noticed == Noticed::NextCoup).then(|| remedy.by.and(&terms.window.by));
    }
    // A void that only the house orders reaches no coup that has ended, except as far as errors may be put right.
    let void_by_house = matches!(remedy.cure, Answer::House(_)) && terms.cure(remedy).value == Cure::VoidCoup;
    let applies = is_error_in_the_deal(mishap) || void_by_house;
    (applies && too_late(terms.window.value, noticed)).then(|| terms.window.by.clone())
}

/// Whether the document's window for errors in the deal applies.
fn is_error_in_the_deal(mishap: Mishap) -> bool {
    matches!(
        mishap,
        Mishap::StrayPlayerCard | Mishap::StrayBankerCard | Mishap::PlayersCardToBanker | Mishap::Misdeal
    )
}

/// What closed the time in which errors may be put right, if it has closed when one is noticed.
pub fn window_closed(terms: &Terms, noticed: Noticed) -> Option<&Citation> {
    too_late(terms.window.value, noticed).then_some(&terms.window.by)
}

/// Whether the window has closed.
fn too_late(window: Window, noticed: Noticed) -> bool {
    match window {
        Window::CoupEnd => noticed > Noticed::DuringCoup,
        Window::NextBetting => noticed > Noticed::AfterCoup,
        Window::NextFirstCard => noticed > Noticed::BettingOpen,
    }
}
