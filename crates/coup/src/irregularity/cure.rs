//! What a cure does to the cards, the wagers, the shoe and the next coup.

use punto_rulebook::{AfterVoid, Case, Cure, Mishap, Remedy, Rulebook, Ruled, Terms, Withdrawal};
use punto_vocab::{BySide, Card, Citation, Hand, Side};

use super::find::{self, lawful_before};
use super::{CardFate, Fate, Irregularity, Next, Ruling, ShoeFate, Situation, WagerFate};
use crate::Coup;

/// The result stands: it is too late, or nothing needs to change.
pub(super) fn stands(mishap: Mishap, case: Case, by: &Citation, situation: &Situation<'_>) -> Ruling {
    Ruling { hands: as_they_lie(situation), ..going_on(mishap, case, Cure::Stands, by, situation) }
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
        told: Vec::new(),
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
        told: remedy.told.clone(),
        ..going_on(mishap, case, cure, &by, situation)
    };
    let lawful = lawful(book, situation);
    let hands = Some(lawful.hands().clone());
    let card = card_in_question(situation);
    let fate = |fate: Fate| card.map(|card| CardFate { card, fate }).into_iter().collect();
    match cure {
        Cure::BecomesBankersThird => third(base, lawful, card, Side::Banker),
        Cure::BecomesPlayersThird => third(base, lawful, card, Side::Player),
        Cure::OpensNextCoup => Ruling {
            hands,
            cards: fate(Fate::OpensNextCoup),
            next: Next::Ordinary { opens_with: card },
            ..base
        },
        Cure::OpensNoBetCoup => no_bet(book, base, hands, card, Fate::OpensNextCoup),
        Cure::MouthThenNoBetCoup => no_bet(book, base, hands, card, Fate::AtMouthOfShoe),
        Cure::SetAside => Ruling { hands, cards: fate(Fate::SetAside), ..base },
        Cure::Lapses => {
            let cards = fate(Fate::GoesWithShoe);
            Ruling { hands, cards, next: Next::None, shoe: ShoeFate::EndsAfterCoup, ..base }
        }
        Cure::Played => played(book, base, lawful, card),
        Cure::Reconstruct => reconstruct(book, terms, base, situation),
        Cure::VoidCoup => void(terms, base, remedy.check_decks),
        Cure::Stands => Ruling { hands: as_they_lie(situation), ..base },
        Cure::GoOn => Ruling { hands, ..base },
        Cure::FinishThenShuffle => Ruling { hands, next: Next::None, shoe: ShoeFate::EndsAfterCoup, ..base },
        Cure::CheckDecks => Ruling { next: Next::None, shoe: ShoeFate::DecksAreChecked, ..base },
        Cure::SettleAgain => Ruling { hands, wagers: WagerFate::SettledAgain, ..base },
        Cure::StaysBurned => Ruling { hands, cards: fate(Fate::StaysBurned), ..base },
        Cure::MoveCards => {
            Ruling { hands, shoe: ShoeFate::MovesToOtherDevice { replace_damaged: false }, ..base }
        }
        Cure::ReplaceAndMoveCards => {
            Ruling { hands, shoe: ShoeFate::MovesToOtherDevice { replace_damaged: true }, ..base }
        }
        Cure::FinishFromShoe => {
            let wagers = WagerFate::MayBeWithdrawn { by };
            Ruling { hands, wagers, shoe: ShoeFate::FinishFromShoe, ..base }
        }
        Cure::VoidShoe => {
            Ruling { wagers: WagerFate::AllReturned, next: Next::None, shoe: ShoeFate::Void, ..base }
        }
        Cure::Invalidate => {
            Ruling { wagers: WagerFate::RefundOrForfeit { forfeit: mishap == Mishap::Fraud }, ..base }
        }
        Cure::VoidPersonsWagers => Ruling { hands, wagers: WagerFate::OnePersonsVoid, ..base },
        Cure::Officer => {
            let cards = fate(Fate::OfficersRuling);
            Ruling { hands, cards, wagers: WagerFate::OfficersRuling, ..base }
        }
    }
}

/// The lawful coup without the card in question.
fn lawful(book: &Rulebook, situation: &Situation<'_>) -> Coup {
    let at = match situation.what {
        Irregularity::StrayCard { at }
        | Irregularity::SurplusCard { at }
        | Irregularity::PlayersCardToBanker { at } => at,
        _ => situation.dealt.len(),
    };
    lawful_before(book, situation.dealt, at)
}

fn card_in_question(situation: &Situation<'_>) -> Option<Card> {
    match situation.what {
        Irregularity::StrayCard { at }
        | Irregularity::SurplusCard { at }
        | Irregularity::PlayersCardToBanker { at } => situation.dealt.get(at).map(|dealt| dealt.card),
        Irregularity::FaceUpCard { card } => Some(card),
        _ => None,
    }
}

/// The hands as the cards were given, where that makes hands at all.
fn as_they_lie(situation: &Situation<'_>) -> Option<BySide<Hand>> {
    let mut hands: BySide<Hand> = BySide::default();
    for dealt in situation.dealt {
        if let super::Place::Hand(side) = dealt.to
            && !hands[side].push(dealt.card)
        {
            return None;
        }
    }
    Some(hands)
}

fn third(base: Ruling, lawful: Coup, card: Option<Card>, side: Side) -> Ruling {
    let mut hands = lawful.hands().clone();
    let Some(card) = card.filter(|card| hands[side].push(*card)) else { return base };
    let fate = Fate::Of(side, hands[side].len() as u8);
    Ruling { cards: vec![CardFate { card, fate }], hands: Some(hands), ..base }
}

fn played(book: &Rulebook, base: Ruling, mut lawful: Coup, card: Option<Card>) -> Ruling {
    let placed = card.and_then(|card| Some((card, lawful.deal(book, card).ok()?)));
    let cards =
        placed.map(|(card, side)| CardFate { card, fate: Fate::Of(side, lawful.hands()[side].len() as u8) });
    Ruling { cards: cards.into_iter().collect(), hands: Some(lawful.hands().clone()), ..base }
}

/// A no-bet coup follows; where the card would have opened this very coup, the wagers on it go back.
fn no_bet(
    book: &Rulebook,
    base: Ruling,
    hands: Option<BySide<Hand>>,
    card: Option<Card>,
    fate: Fate,
) -> Ruling {
    let Some(card) = card else { return base };
    let by = book.irregularities.no_bet_coup.clone().unwrap_or_else(|| base.by.clone());
    let opens_this_coup = base.case == Case::FirstOfCoup;
    Ruling {
        cards: vec![CardFate { card, fate }],
        hands: hands.filter(|_| !opens_this_coup),
        wagers: if opens_this_coup { WagerFate::AllReturned } else { base.wagers },
        next: Next::NoBet { opens_with: card, by },
        shoe: ShoeFate::GoesOn,
        ..base
    }
}

/// No result: every stake goes back, and the shoe goes on, may end or ends as the document says.
fn void(terms: &Terms, base: Ruling, check_decks: bool) -> Ruling {
    let ends = || (Next::None, ShoeFate::Ends);
    let (next, shoe) = match (base.mishap, terms.after_void.value) {
        // A shoe that ran out has nothing left to go on with.
        (Mishap::TooFewCards, _) => ends(),
        _ if check_decks => (Next::None, ShoeFate::DecksAreChecked),
        _ if base.next == Next::None => ends(),
        (_, AfterVoid::GoOn) => (base.next, ShoeFate::GoesOn),
        (_, AfterVoid::EndIfAllAgree) => {
            (base.next, ShoeFate::MayEndIfAllAgree { by: terms.after_void.by.clone() })
        }
        (_, AfterVoid::EndShoe) => ends(),
    };
    Ruling { hands: None, wagers: WagerFate::AllReturned, next, shoe, ..base }
}

/// Puts every card in its lawful place in the order drawn; what is left over goes by the rule for surplus cards.
fn reconstruct(book: &Rulebook, terms: &Terms, base: Ruling, situation: &Situation<'_>) -> Ruling {
    let mut coup = Coup::default();
    let mut cards = Vec::new();
    let mut left_over = None;
    for (at, dealt) in situation.dealt.iter().enumerate() {
        match coup.deal(book, dealt.card) {
            Ok(side) => {
                let fate = Fate::Of(side, coup.hands()[side].len() as u8);
                cards.push(CardFate { card: dealt.card, fate });
            }
            Err(_) => {
                left_over = Some(at);
                break;
            }
        }
    }
    let card_due = coup.due(book).side().is_some();
    let wagers = match &terms.withdrawal {
        Some(when) if card_due || when.value == Withdrawal::AnyTime => {
            WagerFate::MayBeWithdrawn { by: when.by.clone() }
        }
        _ => WagerFate::Stand,
    };
    let ruling = Ruling { cards, hands: Some(coup.hands().clone()), wagers, ..base };
    let Some(at) = left_over else { return ruling };
    let surplus = Situation { what: Irregularity::SurplusCard { at }, ..situation.clone() };
    let (mishap, case) = find::case(book, &surplus);
    let Some(remedy) = book.irregularities.remedy(mishap, case) else { return ruling };
    let extra = apply(book, terms, &surplus, mishap, case, remedy);
    Ruling {
        cards: ruling.cards.iter().chain(&extra.cards).copied().collect(),
        next: extra.next,
        shoe: extra.shoe,
        by: ruling.by.and(&extra.by),
        ..ruling
    }
}
