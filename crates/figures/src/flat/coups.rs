//! A coup as rows: itself, its wagers and its cards.

use std::collections::BTreeMap;

use punto_coup::Place;
use punto_report::{CoupRecall, RecalledWager, WagerBecame};
use punto_vocab::{BetId, Card, Money, PersonId, Side, Time};

use super::rows::{FlatCard, FlatCoup, FlatWager};
use super::schema::FlatRow;

/// What a recalled coup does not say of itself.
#[derive(Clone, Debug, Default)]
pub(super) struct CoupFacts {
    pub(super) dealer: Option<PersonId>,
    pub(super) variant: String,
    pub(super) medium: &'static str,
}

/// What a wager came to.
#[derive(Clone, Debug, Default)]
struct Became {
    collected: Money,
    tokens: Money,
    paid: Money,
    commission: Money,
    stood_off: Money,
    returned: Money,
    clauses: Vec<String>,
}

type Spot = (PersonId, u8, BetId);

/// The rows of a coup that nothing changes any more: its wagers and cards, and itself.
pub(super) fn rows(coup: &CoupRecall, facts: &CoupFacts, rulings: i64) -> Vec<FlatRow> {
    let became = became(coup);
    let sum = |of: fn(&Became) -> Money| -> Money { became.values().map(of).sum() };
    let cards_of = |side| {
        let own = coup.cards.iter().filter(|own| own.to == Place::Hand(side));
        own.map(|own| own.card.to_string()).collect::<Vec<_>>().join(" ")
    };
    let point = |of: fn((u8, u8)) -> u8| {
        let points = coup.points.filter(|_| coup.winner.is_some());
        points.map(|(player, banker)| i64::from(of((player.into(), banker.into()))))
    };
    let (collected, paid) = (sum(|own| own.collected), sum(|own| own.paid));
    let own = FlatCoup {
        table_name: coup.table.clone(),
        number: coup.number as i64,
        shoe: coup.shoe.into(),
        coup: coup.coup.into(),
        rulebook: coup.rulebook.clone(),
        variant: facts.variant.clone(),
        medium: facts.medium.to_owned(),
        began: Time(coup.began),
        ended: Time(coup.ended),
        first_record: coup.records.0 as i64,
        last_record: coup.records.1 as i64,
        dealer: facts.dealer.map(|dealer| dealer.to_string()),
        void: coup.void || coup.undone,
        no_bet: coup.no_bet,
        winner: coup.winner.map(|winner| winner.word().to_owned()),
        player_point: point(|(player, _)| player),
        banker_point: point(|(_, banker)| banker),
        player_cards: cards_of(Side::Player),
        banker_cards: cards_of(Side::Banker),
        cards: coup.cards.len() as i64,
        wagers: coup.wagers.len() as i64,
        stakes: coup.wagers.iter().filter(|own| !own.sealed).map(|own| own.stake + own.tokens).sum(),
        collected,
        tokens: sum(|own| own.tokens),
        paid,
        commission: sum(|own| own.commission),
        win: collected - paid,
        rulings,
        corrected: coup.corrected,
        undone: coup.undone,
    };
    let wagers = became.into_iter().map(|(spot, became)| wager(coup, facts, spot, became).into());
    let cards = coup.cards.iter().zip(1..).map(|(own, place)| {
        let hand = match own.to {
            Place::Hand(side) => Some(side),
            Place::Nowhere => None,
        };
        card(coup, (place, own.at), own.card, hand, own.seen).into()
    });
    [FlatRow::from(own)].into_iter().chain(wagers).chain(cards).collect()
}

fn wager(coup: &CoupRecall, facts: &CoupFacts, spot: Spot, became: Became) -> FlatWager {
    let (patron, at, bet) = spot;
    let laid = laid(coup, spot).filter(|own| !own.sealed);
    let Became { collected, tokens, paid, commission, stood_off, returned, clauses } = became;
    FlatWager {
        table_name: coup.table.clone(),
        number: coup.number as i64,
        shoe: coup.shoe.into(),
        coup: coup.coup.into(),
        ended: Time(coup.ended),
        medium: facts.medium.to_owned(),
        patron: patron.to_string(),
        house_player: patron.is_house_player(),
        box_number: at.into(),
        bet: bet.to_string(),
        stake: laid.map(|own| own.stake + own.tokens),
        tokens_staked: laid.map(|own| own.tokens),
        collected,
        tokens,
        paid,
        commission,
        stood_off,
        returned,
        win: collected - paid,
        clauses: clauses.join(", "),
    }
}

fn card(coup: &CoupRecall, (place, at): (i64, i64), card: Card, hand: Option<Side>, seen: bool) -> FlatCard {
    FlatCard {
        table_name: coup.table.clone(),
        number: coup.number as i64,
        shoe: coup.shoe.into(),
        coup: coup.coup.into(),
        place,
        time: Time(at),
        card: card.to_string(),
        rank: card.rank().to_string(),
        suit: card.suit().to_string(),
        point: u8::from(card.rank().point()).into(),
        hand: hand.map(|side| match side {
            Side::Player => "player".to_owned(),
            Side::Banker => "banker".to_owned(),
        }),
        seen,
    }
}

fn laid(coup: &CoupRecall, spot: Spot) -> Option<&RecalledWager> {
    coup.wagers.iter().find(|own| (own.patron, own.at, own.bet) == spot)
}

/// What became of each wager, those that were found later among them.
fn became(coup: &CoupRecall) -> BTreeMap<Spot, Became> {
    let laid_at = coup.wagers.iter().map(|own| ((own.patron, own.at, own.bet), Became::default()));
    let mut all: BTreeMap<Spot, Became> = laid_at.collect();
    for one in &coup.settlements {
        let spot = (one.patron, one.at, one.bet);
        let of_tokens = laid(coup, spot).map_or(Money::ZERO, |own| own.tokens).min(one.amount);
        let own = all.entry(spot).or_default();
        match one.what {
            WagerBecame::Collected | WagerBecame::Forfeited => {
                own.collected += one.amount;
                own.tokens += of_tokens;
            }
            WagerBecame::Paid | WagerBecame::Corrected => own.paid += one.amount,
            WagerBecame::Commission => own.commission += one.amount,
            WagerBecame::StoodOff | WagerBecame::Stays => own.stood_off += one.amount,
            WagerBecame::Returned | WagerBecame::TokensReturned | WagerBecame::Withdrawn => {
                own.returned += one.amount;
            }
        }
        for clause in &one.by {
            if !own.clauses.contains(clause) {
                own.clauses.push(clause.clone());
            }
        }
    }
    all
}
