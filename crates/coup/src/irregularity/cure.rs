//! What a cure does to the cards, the wagers, the shoe and the next coup.

use punto_rulebook::known::{Choice, VoidShoeFinishedCoups};
use punto_rulebook::{AfterVoid, Case, Cure, Device, Mishap, Remedy, Rulebook, Ruled, Terms, Withdrawal};
use punto_vocab::{BySide, Card, Citation, Hand};

use super::find::{self, lawful_before};
use super::{
    AllWithdrawn, CardFate, Fate, Irregularity, Next, Noticed, Place, Ruling, ShoeFate, Situation, WagerFate,
};
use crate::Coup;

/// The result stands: it is too late, or nothing needs to change.
pub(super) fn stands(mishap: Mishap, case: Case, by: &Citation, situation: &Situation<'_>) -> Ruling {
    // A card that lies with a hand counts in it; one that lies with neither is still there to be dealt with.
    let loose = mishap == Mishap::SurplusCard;
    let cards = if loose { fates(situation, Fate::OfficersRuling) } else { Vec::new() };
    Ruling { cards, hands: as_they_lie(situation), ..going_on(mishap, case, Cure::Stands, by, situation) }
}

/// A ruling that changes nothing, for the cures to start from.
fn going_on(mishap: Mishap, case: Case, cure: Cure, by: &Citation, situation: &Situation<'_>) -> Ruling {
    Ruling {
        mishap,
        case,
        cure,
        by: by.clone(),
        cards: Vec::new(),
        hands: None,
        wagers: WagerFate::Stand,
        next: if situation.last_coup { Next::None } else { Next::Ordinary { opens_with: None } },
        shoe: if situation.last_coup { ShoeFate::EndsAfterCoup } else { ShoeFate::GoesOn },
        ordered_by: None,
        may: false,
        told: Vec::new(),
        found_up: None,
    }
}

pub(super) fn apply(
    book: &Rulebook,
    terms: &Terms,
    situation: &Situation<'_>,
    mishap: Mishap,
    case: Case,
    remedy: &Remedy,
) -> Ruling {
    let Ruled { value: cure, by } = terms.cure(remedy);
    let base = Ruling {
        ordered_by: remedy.ordered_by,
        may: remedy.may,
        told: remedy.told.clone(),
        found_up: found_up(situation, cure),
        ..going_on(mishap, case, cure, &by, situation)
    };
    let lawful = lawful(book, situation);
    let hands = Some(lawful.hands().clone());
    match cure {
        // Wherever the document sends the card, it is the hand that is due one.
        Cure::BecomesBankersThird | Cure::BecomesPlayersThird | Cure::Played => {
            play(book, terms, base, situation, lawful)
        }
        Cure::OpensNextCoup => {
            let next = Next::Ordinary { opens_with: card_in_question(situation) };
            Ruling { hands, cards: fates(situation, Fate::OpensNextCoup), next, ..base }
        }
        Cure::OpensNoBetCoup => no_bet(book, base, situation, hands, Fate::OpensNextCoup),
        Cure::MouthThenNoBetCoup => no_bet(book, base, situation, hands, Fate::AtMouthOfShoe),
        Cure::SetAside => Ruling { hands, cards: fates(situation, Fate::SetAside), ..base },
        Cure::Lapses => {
            let cards = fates(situation, Fate::GoesWithShoe);
            Ruling { hands, cards, next: Next::None, shoe: ShoeFate::EndsAfterCoup, ..base }
        }
        Cure::Reconstruct => reconstruct(book, terms, base, situation),
        Cure::VoidCoup => void(terms, base, situation, remedy.check_decks),
        Cure::Stands => Ruling { hands: as_they_lie(situation), ..base },
        Cure::GoOn => Ruling { hands, ..base },
        Cure::FinishThenShuffle => Ruling { hands, next: Next::None, shoe: ShoeFate::EndsAfterCoup, ..base },
        Cure::CheckDecks => Ruling {
            hands: as_they_lie(situation),
            next: Next::None,
            shoe: ShoeFate::DecksAreChecked,
            ..base
        },
        Cure::FinishThenCheck => Ruling { hands, shoe: ShoeFate::CheckedAfterCoup, ..base },
        Cure::SettleAgain => Ruling { hands, wagers: WagerFate::SettledAgain, ..base },
        Cure::StaysBurned => Ruling { hands, cards: fates(situation, Fate::StaysBurned), ..base },
        Cure::MoveCards | Cure::ReplaceAndMoveCards => exchanged(Ruling { hands, ..base }, situation),
        Cure::FinishFromShoe => {
            let wagers = WagerFate::MayBeWithdrawn { by, if_all: AllWithdrawn::CoupEnds };
            Ruling { hands, wagers, shoe: ShoeFate::FinishFromShoe, ..base }
        }
        Cure::VoidShoe => void_shoe(terms, base, situation),
        Cure::Invalidate => {
            Ruling { wagers: WagerFate::RefundOrForfeit { forfeit: mishap == Mishap::Fraud }, ..base }
        }
        Cure::VoidPersonsWagers => Ruling { hands, wagers: WagerFate::OnePersonsVoid, ..base },
        Cure::Officer => officer(base, situation, hands),
    }
}

/// The card of the shoe that lay face up, where something else becomes of it than to be dealt.
fn found_up(situation: &Situation<'_>, cure: Cure) -> Option<Card> {
    match situation.what {
        Irregularity::FaceUpCard { card } if !matches!(cure, Cure::Played | Cure::VoidCoup) => Some(card),
        _ => None,
    }
}

/// The place of the card in question among the cards drawn.
fn place_in_question(situation: &Situation<'_>) -> Option<usize> {
    match situation.what {
        Irregularity::StrayCard { at }
        | Irregularity::SurplusCard { at }
        | Irregularity::PlayersCardToBanker { at } => Some(at),
        _ => None,
    }
}

/// The lawful coup without the card in question.
fn lawful(book: &Rulebook, situation: &Situation<'_>) -> Coup {
    lawful_before(book, situation.dealt, place_in_question(situation).unwrap_or(situation.dealt.len()))
}

fn card_in_question(situation: &Situation<'_>) -> Option<Card> {
    match situation.what {
        Irregularity::FaceUpCard { card } => Some(card),
        _ => situation.dealt.get(place_in_question(situation)?).map(|dealt| dealt.card),
    }
}

/// The card in question meets this fate. Cards drawn after it wait behind it or go with the shoe as it does; for others,
/// which no clause has a place for, the officer finds one.
fn fates(situation: &Situation<'_>, fate: Fate) -> Vec<CardFate> {
    let others = match fate {
        Fate::GoesWithShoe | Fate::OpensNextCoup | Fate::AtMouthOfShoe => fate,
        _ => Fate::OfficersRuling,
    };
    let after = place_in_question(situation).map_or(situation.dealt.len(), |at| at.saturating_add(1));
    let later = situation.dealt.iter().skip(after).map(|dealt| CardFate { card: dealt.card, fate: others });
    card_in_question(situation).map(|card| CardFate { card, fate }).into_iter().chain(later).collect()
}

/// The hands as the cards were given, where that makes hands at all.
fn as_they_lie(situation: &Situation<'_>) -> Option<BySide<Hand>> {
    let mut hands: BySide<Hand> = BySide::default();
    for dealt in situation.dealt {
        if let Place::Hand(side) = dealt.to
            && !hands[side].push(dealt.card)
        {
            return None;
        }
    }
    Some(hands)
}

/// The card goes to the hand that is due one, and cards drawn after it follow in their lawful places.
fn play(book: &Rulebook, terms: &Terms, base: Ruling, situation: &Situation<'_>, mut lawful: Coup) -> Ruling {
    let first = card_in_question(situation).and_then(|card| dealt_on(book, &mut lawful, card));
    let after = place_in_question(situation).map_or(situation.dealt.len(), |at| at.saturating_add(1));
    deal_on(book, terms, Ruling { cards: first.into_iter().collect(), ..base }, situation, lawful, after)
}

/// Puts every card in its lawful place in the order drawn; a patron may have the choice to take wagers back.
fn reconstruct(book: &Rulebook, terms: &Terms, base: Ruling, situation: &Situation<'_>) -> Ruling {
    let lawful = lawful_before(book, situation.dealt, situation.dealt.len());
    let card_due = lawful.due(book).side().is_some();
    let wagers = match &terms.withdrawal {
        Some(when) if card_due || when.value == Withdrawal::AnyTime => {
            WagerFate::MayBeWithdrawn { by: when.by.clone(), if_all: AllWithdrawn::NoBetCoup }
        }
        _ => WagerFate::Stand,
    };
    deal_on(book, terms, Ruling { wagers, ..base }, situation, Coup::default(), 0)
}

fn dealt_on(book: &Rulebook, coup: &mut Coup, card: Card) -> Option<CardFate> {
    let side = coup.deal(book, card).ok()?;
    Some(CardFate { card, fate: Fate::Of(side, coup.hands()[side].len() as u8) })
}

/// Deals on with the cards drawn from this place on; what is left over goes by the rule for such a card.
fn deal_on(
    book: &Rulebook,
    terms: &Terms,
    mut ruling: Ruling,
    situation: &Situation<'_>,
    mut coup: Coup,
    from: usize,
) -> Ruling {
    let mut left_over = None;
    for (at, dealt) in situation.dealt.iter().enumerate().skip(from) {
        match dealt_on(book, &mut coup, dealt.card) {
            Some(fate) => ruling.cards.push(fate),
            None => {
                left_over = Some(at);
                break;
            }
        }
    }
    let ruling = Ruling { hands: Some(coup.hands().clone()), ..ruling };
    let Some(at) = left_over else { return ruling };
    let (mishap, case) = find::left_over(book, situation, &coup, at);
    let Some(remedy) = book.irregularities.remedy(mishap, case) else { return ruling };
    let surplus = Situation { what: Irregularity::SurplusCard { at }, ..situation.clone() };
    let extra = apply(book, terms, &surplus, mishap, case, remedy);
    let told = extra.told.iter().filter(|role| !ruling.told.contains(role));
    Ruling {
        cards: ruling.cards.iter().chain(&extra.cards).copied().collect(),
        next: extra.next,
        shoe: extra.shoe,
        by: ruling.by.and(&extra.by),
        ordered_by: ruling.ordered_by.or(extra.ordered_by),
        told: ruling.told.iter().chain(told).copied().collect(),
        ..ruling
    }
}

/// A no-bet coup follows; where no card of a coup has been dealt, wagers for the coup it would have opened go back.
fn no_bet(
    book: &Rulebook,
    base: Ruling,
    situation: &Situation<'_>,
    hands: Option<BySide<Hand>>,
    fate: Fate,
) -> Ruling {
    let Some(opens_with) = card_in_question(situation) else { return base };
    let by = book.irregularities.no_bet_coup.clone().unwrap_or_else(|| base.by.clone());
    let opens_this_coup = situation.dealt.is_empty();
    Ruling {
        cards: fates(situation, fate),
        hands: hands.filter(|_| !opens_this_coup),
        wagers: if opens_this_coup { WagerFate::AllReturned } else { base.wagers },
        next: Next::NoBet { opens_with, by },
        ..base
    }
}

/// No result: every stake goes back, and the shoe goes on, may end or ends as the document says.
fn void(terms: &Terms, base: Ruling, situation: &Situation<'_>, check_decks: bool) -> Ruling {
    let void = Ruling { hands: None, wagers: WagerFate::AllReturned, ..base };
    let shoe_in_use = terms.device.value != Device::ShufflingDevice;
    match (void.mishap, situation.what, terms.after_void.value) {
        _ if check_decks => Ruling { next: Next::None, shoe: ShoeFate::DecksAreChecked, ..void },
        // A shoe that ran out has nothing left to go on with, and a device that failed cannot go on.
        (Mishap::TooFewCards, _, _) => ended(void),
        (_, Irregularity::DeviceFails { transferable: true, .. }, _) if !shoe_in_use => {
            Ruling { shoe: moves_to_other_device(situation), ..void }
        }
        (_, Irregularity::DeviceFails { .. }, _) if !shoe_in_use => ended(void),
        _ if situation.last_coup => ended(void),
        (_, _, AfterVoid::GoOn) => Ruling { by: void.by.and(&terms.after_void.by), ..void },
        (_, _, AfterVoid::EndShoe) => ended(Ruling { by: void.by.and(&terms.after_void.by), ..void }),
        // All may agree to end a shoe after a misdeal; nothing of the kind is said of other voids, or devices.
        (Mishap::Misdeal, _, AfterVoid::EndIfAllAgree) if shoe_in_use => {
            let by = terms.after_void.by.clone();
            Ruling { by: void.by.and(&by), shoe: ShoeFate::MayEndIfAllAgree { by }, ..void }
        }
        (_, _, AfterVoid::EndIfAllAgree) => void,
    }
}

fn ended(ruling: Ruling) -> Ruling {
    Ruling { next: Next::None, shoe: ShoeFate::Ends, ..ruling }
}

fn moves_to_other_device(situation: &Situation<'_>) -> ShoeFate {
    let replace_damaged = matches!(situation.what, Irregularity::DeviceFails { damaged: true, .. });
    ShoeFate::MovesToOtherDevice { replace_damaged }
}

/// Another device takes the place of one that failed. The cards move to it, damaged ones replaced; where they cannot be
/// moved, they are shuffled for a new shoe.
fn exchanged(ruling: Ruling, situation: &Situation<'_>) -> Ruling {
    match situation.what {
        Irregularity::DeviceFails { transferable: false, .. } => {
            let (cure, shoe) = (Cure::FinishThenShuffle, ShoeFate::EndsAfterCoup);
            Ruling { cure, next: Next::None, shoe, ..ruling }
        }
        Irregularity::DeviceFails { damaged: true, .. } => {
            Ruling { cure: Cure::ReplaceAndMoveCards, shoe: moves_to_other_device(situation), ..ruling }
        }
        _ => Ruling { shoe: moves_to_other_device(situation), ..ruling },
    }
}

/// The open coup has no result; of a coup that has ended the house decides, where the document leaves it open.
fn void_shoe(terms: &Terms, base: Ruling, situation: &Situation<'_>) -> Ruling {
    let void = Ruling { next: Next::None, shoe: ShoeFate::Void, ..base };
    if situation.noticed == Noticed::DuringCoup || situation.dealt.is_empty() {
        return Ruling { hands: None, wagers: WagerFate::AllReturned, ..void };
    }
    let by = void.by.and(&VoidShoeFinishedCoups::SETTING.citation());
    match terms.choice() {
        Some(VoidShoeFinishedCoups::Return) => {
            Ruling { by, hands: None, wagers: WagerFate::AllReturned, ..void }
        }
        Some(VoidShoeFinishedCoups::Stand) => Ruling { by, hands: as_they_lie(situation), ..void },
        None => Ruling { hands: as_they_lie(situation), ..void },
    }
}

/// The officer decides: on a card too many only where it goes, as the coup is good without it; else on everything.
fn officer(base: Ruling, situation: &Situation<'_>, lawful: Option<BySide<Hand>>) -> Ruling {
    let cards = fates(situation, Fate::OfficersRuling);
    match base.mishap {
        Mishap::StrayPlayerCard | Mishap::StrayBankerCard | Mishap::SurplusCard => {
            Ruling { cards, hands: lawful, ..base }
        }
        _ => Ruling { cards, hands: as_they_lie(situation), wagers: WagerFate::OfficersRuling, ..base },
    }
}
