//! Deals shoes coup by coup into records.

use punto_rulebook::Burn;
use punto_vocab::Card;

use super::super::ShoePlan;
use super::super::shoe::LastCoup;
use super::record::CoupRecord;
use super::shuffle::{Cards, Shuffler};
use super::tables::Tables;

/// So many shoes are dealt in step, so that one need not wait for the end of another's coup.
pub(in crate::sim) const IN_STEP: usize = 4;
/// The most coups of a shoe of eight decks.
const MOST: usize = 104;

/// Deals the shoes of one thread and keeps the records of the last few.
pub(in crate::sim) struct Dealer<'a> {
    tables: &'a Tables,
    plan: &'a ShoePlan,
    shuffler: Shuffler,
    shoes: [Shoe; IN_STEP],
}

/// A shoe and the records of its coups so far.
struct Shoe {
    cards: Cards,
    /// How many cards have left the shoe.
    position: usize,
    coups: usize,
    records: [CoupRecord; MOST],
}

impl<'a> Dealer<'a> {
    pub(in crate::sim) fn new(tables: &'a Tables, plan: &'a ShoePlan, seed: u64) -> Dealer<'a> {
        let shoe =
            |_| Shoe { cards: [0; 512], position: 0, coups: 0, records: [CoupRecord::default(); MOST] };
        let shoes = std::array::from_fn(shoe);
        Dealer { tables, plan, shuffler: Shuffler::new(plan, seed), shoes }
    }

    /// Goes to a shoe, which the next call of [`Dealer::deal`] must begin with.
    pub(in crate::sim) fn seek(&mut self, shoe: u64) {
        self.shuffler.seek(shoe);
    }

    /// Deals the shoes from this one on that are dealt in step, and hands out the records of each.
    pub(in crate::sim) fn deal(&mut self, first: u64) -> impl Iterator<Item = &[CoupRecord]> {
        for (number, shoe) in (first..).zip(&mut self.shoes) {
            self.shuffler.shuffle(number, &mut shoe.cards);
            shoe.position = burned(self.plan.burn(), shoe.cards[0]);
            shoe.coups = 0;
        }
        // A coup that begins before this position is never the last.
        let sure = match self.plan.last() {
            LastCoup::StartsWith(cards) => self.plan.cards().saturating_sub(cards),
            LastCoup::EndsWith(cards) => self.plan.cards().saturating_sub(cards + 6),
        };
        deal_in_step(self.tables, &mut self.shoes, first, sure.into());
        for (number, shoe) in (first..).zip(&mut self.shoes) {
            shoe.finish(self.tables, self.plan, number);
        }
        self.shoes.iter().map(|shoe| &shoe.records[..shoe.coups])
    }
}

/// Deals coups side by side as long as none of them can be the last of its shoe.
fn deal_in_step(tables: &Tables, shoes: &mut [Shoe; IN_STEP], first: u64, sure: usize) {
    let mut positions = shoes.each_ref().map(|shoe| shoe.position);
    let mut coups = 0;
    while positions.iter().all(|position| *position < sure) && coups < MOST {
        for (lane, shoe) in shoes.iter_mut().enumerate() {
            let number = first + lane as u64;
            let (record, cards) = coup(tables, &shoe.cards, positions[lane], coups, number);
            shoe.records[coups] = record;
            positions[lane] += cards;
        }
        coups += 1;
    }
    for (shoe, position) in shoes.iter_mut().zip(positions) {
        (shoe.position, shoe.coups) = (position, coups);
    }
}

/// Deals one coup from a position; tells how many cards it took.
#[inline(always)]
fn coup(tables: &Tables, cards: &Cards, position: usize, coup: usize, shoe: u64) -> (CoupRecord, usize) {
    let next = cards.get(position..).and_then(|next| next.first_chunk::<8>());
    let cards = next.map_or(0, |next| u64::from_le_bytes(*next));
    let ended = tables.resolve(cards);
    (CoupRecord::new(cards, ended.cards, ended.class, CoupRecord::place(position, coup, shoe)), ended.cards)
}

impl Shoe {
    /// Deals what is left until the marker ends the shoe.
    fn finish(&mut self, tables: &Tables, plan: &ShoePlan, number: u64) {
        let left = |position: usize| plan.cards().saturating_sub(position as u16);
        loop {
            let began = self.position;
            let (record, cards) = coup(tables, &self.cards, began, self.coups, number);
            self.records[self.coups] = record;
            self.coups += 1;
            self.position += cards;
            if plan.is_last(left(began), left(self.position)) {
                break;
            }
        }
    }
}

/// How many cards are burned, by the first.
fn burned(burn: Burn, first: u8) -> usize {
    match burn {
        Burn::None => 0,
        Burn::One | Burn::OneShown => 1,
        Burn::Counted => 1 + Card::from_index(first.into()).map_or(0, |card| usize::from(card.rank().pips())),
    }
}
