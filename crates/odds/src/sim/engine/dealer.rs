//! Deals shoes coup by coup into records.

use punto_rulebook::Burn;
use punto_vocab::Card;

use super::super::ShoePlan;
use super::record::Record;
use super::shuffle::{Cards, Shuffler};
use super::tables::Tables;

/// So many shoes are dealt in step, so that one need not wait for the end of another's coup.
pub(super) const IN_STEP: usize = 4;
/// The most coups of a shoe of eight decks.
const MOST: usize = 104;

/// Deals the shoes of one thread and keeps the records of the last few.
pub(super) struct Dealer<'a> {
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
    records: [Record; MOST],
}

impl<'a> Dealer<'a> {
    pub(super) fn new(tables: &'a Tables, plan: &'a ShoePlan, seed: u64) -> Dealer<'a> {
        let shoe = |_| Shoe { cards: [0; 512], position: 0, coups: 0, records: [Record::default(); MOST] };
        let shoes = std::array::from_fn(shoe);
        Dealer { tables, plan, shuffler: Shuffler::new(plan, seed), shoes }
    }

    /// Deals the shoes from this one on that are dealt in step, and hands out the records of each.
    pub(super) fn deal(&mut self, first: u64) -> impl Iterator<Item = &[Record]> {
        self.shuffler.seek(first);
        for (number, shoe) in (first..).zip(&mut self.shoes) {
            self.shuffler.shuffle(number, &mut shoe.cards);
            shoe.position = burned(self.plan.burn(), shoe.cards[0]);
            shoe.coups = 0;
        }
        deal_sure(self.tables, &mut self.shoes, first, self.plan.sure_coups());
        for (number, shoe) in (first..).zip(&mut self.shoes) {
            shoe.finish(self.tables, self.plan, number);
        }
        self.shoes.iter().map(|shoe| &shoe.records[..shoe.coups])
    }
}

/// Deals the coups that every shoe is sure to have, side by side: no end to look for.
#[inline(never)]
fn deal_sure(tables: &Tables, shoes: &mut [Shoe; IN_STEP], first: u64, coups: u32) {
    for _ in 0..coups {
        for (number, shoe) in (first..).zip(&mut *shoes) {
            shoe.deal(tables, number);
        }
    }
}

impl Shoe {
    /// Deals one coup; tells how many cards it took.
    #[inline(always)]
    fn deal(&mut self, tables: &Tables, number: u64) -> usize {
        let next = self.cards[self.position..].first_chunk::<8>();
        let cards = next.map_or(0, |next| u64::from_le_bytes(*next));
        let ended = tables.resolve(cards);
        let place = Record::place(self.position, self.coups, number);
        self.records[self.coups] = Record::new(cards, ended.cards, ended.class, place);
        self.coups += 1;
        self.position += ended.cards;
        ended.cards
    }

    /// Deals what is left until the marker ends the shoe.
    fn finish(&mut self, tables: &Tables, plan: &ShoePlan, number: u64) {
        let left = |position: usize| plan.cards().saturating_sub(position as u16);
        // Whether the last of the sure coups was the end is asked of its own record.
        let mut began = self.records[self.coups - 1].position().into();
        while !plan.is_last(left(began), left(self.position)) {
            began = self.position;
            self.deal(tables, number);
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
