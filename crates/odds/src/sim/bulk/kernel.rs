//! A block of 64 shoes dealt side by side with wide vectors, a coup of each shoe at every turn.
//!
//! No shoe is ever shuffled. A shoe is how many cards of each rank are left in it, and a card is drawn by a number
//! below the cards left: the law is that of a shuffled shoe, card by card. Burned cards that nobody sees stay in
//! the count, since they are as likely to be any card as those that are dealt; only the marker's place moves.

use std::hint::black_box;

use super::super::class::{BANKER_DREW, BANKER_WON, NO_COUP, PLAYER_DREW, TIED};
use super::clerk::{BANKERS, Clerk, LATE, TURNS};
use super::dice::{self, Again, Dice};
use super::lanes::{Halves, Lanes};
use super::stream::{self, Batch, Purpose, Stream};
use super::table::{BIT, Burned, Table};

/// Deals a block of 64 shoes and tells how many coups they had.
#[inline(always)]
pub(super) fn block<L: Lanes>(table: &Table, seed: u64, number: u64, clerk: &mut Clerk) -> u64 {
    let stream = Stream::new(seed, number);
    fill_suits::<L>(&stream, clerk.begin(stream));
    let mut supply = Supply::<L>::new(stream);
    let mut shoes = Shoes::<L>::full(table.decks);
    let last = shoes.burn(table, &mut supply);
    let (mut live, mut coups) = (!0, 0);
    for turn in 1.. {
        let before = shoes.left;
        supply.refill(turn, || clerk.tick());
        let coup = shoes.coup(table, &supply, turn, live, || clerk.tick());
        record(&coup, clerk, turn, live, table.early);
        coups += u64::from(live.count_ones());
        if turn >= table.sure {
            let left = if table.at_end { shoes.left } else { before };
            let above = left.with(last, L::less16).to_bytes();
            live &= !L::bits(L::equal8(above, L::splat8(0)));
            if live == 0 {
                clerk.end(coups);
                break;
            }
            shoes.keep_busy(live);
        }
    }
    coups
}

/// Passes a turn on to be counted.
#[inline(always)]
fn record<L: Lanes>(coup: &Coup<L>, clerk: &mut Clerk, turn: u32, live: u64, early: u32) {
    const TIMES_16: [u8; 16] = [0, 16, 32, 48, 64, 80, 96, 112, 128, 144, 160, 176, 192, 208, 224, 240];
    let code = L::choose8(L::mask(live), coup.code, L::splat8(NO_COUP));
    let [players, bankers] = [L::bits(coup.pairs[0]) & live, L::bits(coup.pairs[1]) & live];
    let [player_kind, banker_kind] = coup.kinds;
    let (rows, at) = (clerk.rows(), turn as usize % TURNS);
    L::store(L::or(code, L::splat8(if turn > early { LATE } else { 0 })), &mut rows.codes[at]);
    let bankers_too = L::keep8(coup.pairs[1], L::lookup8(&TIMES_16, banker_kind));
    let bankers_only = L::or(banker_kind, L::splat8(BANKERS));
    let kinds = L::choose8(coup.pairs[0], L::or(player_kind, bankers_too), bankers_only);
    L::store(kinds, &mut rows.kinds[at]);
    clerk.note_pairs(turn, players ^ bankers, players & bankers);
    clerk.count(turn, turn == early, |one, other, halves| {
        let [a, b] = L::pair8(L::load(one), L::load(other));
        if let [first, second] = halves.as_chunks_mut().0 {
            L::store(a, first);
            L::store(b, second);
        }
    });
}

#[inline(always)]
fn fill_suits<L: Lanes>(stream: &Stream, words: &mut [[u8; 64]; 64]) {
    let origins = [stream.origin::<L>(Purpose::OnePair), stream.origin::<L>(Purpose::TwoPairs)];
    for (rows, (purpose, batch)) in
        words.as_chunks_mut::<16>().0.iter_mut().zip([(0, 0), (0, 1), (0, 2), (1, 0)])
    {
        for (row, vector) in rows.iter_mut().zip(stream::batch::<L>(&origins[purpose], batch, || {})) {
            L::store(vector, row);
        }
    }
}

/// The random vectors of the coming turns: twelve a turn, so three batches for every four turns.
struct Supply<L: Lanes> {
    stream: Stream,
    origin: Batch<L>,
    vectors: [L::Vector; 48],
}

impl<L: Lanes> Supply<L> {
    #[inline(always)]
    fn new(stream: Stream) -> Self {
        let origin = black_box(stream.origin::<L>(Purpose::Cards));
        let mut supply = Supply { stream, origin, vectors: [L::splat8(0); 48] };
        supply.put(0, || {});
        supply.put(1, || {});
        supply
    }

    /// Makes a batch a turn before it is needed, so that no die has to wait for it.
    #[inline(always)]
    fn refill(&mut self, turn: u32, between: impl FnMut()) {
        // Turn 4n needs batch 3n; 4n + 1 also 3n + 1; 4n + 2 also 3n + 2; 4n + 3 no other.
        if turn % 4 != 2 {
            self.put((turn + 1) / 4 * 3 + (turn + 1) % 4, between);
        }
    }

    #[inline(always)]
    fn put(&mut self, batch: u32, between: impl FnMut()) {
        let vectors = stream::batch::<L>(&self.origin, batch, between);
        let at = batch as usize % 3 * 16;
        self.vectors[at..at + 16].copy_from_slice(&vectors);
    }

    /// The vectors of a turn.
    #[inline(always)]
    fn of_turn(&self, turn: u32) -> &[L::Vector; 12] {
        &self.vectors.as_chunks().0[turn as usize % 4]
    }
}

/// The cards left in 64 shoes.
///
/// Kinds are ranks in the order ten, jack, queen, king, ace, two to nine, so that a kind's point is its number
/// less three. Two running counts meet in the middle because a byte does not hold 416.
struct Shoes<L: Lanes> {
    /// How many cards are left of the first kind, of the first two, and so on to seven, in the form of
    /// [`Lanes::ordered8`].
    first: [L::Vector; 7],
    /// How many of the last kind, of the last two, and so on to five.
    last: [L::Vector; 5],
    /// How many of all.
    left: Halves<L>,
    one: Ones<L>,
}

/// Vectors of one, which the compiler must not know to be that: it would undo the masked additions.
struct Ones<L: Lanes> {
    of_counts: L::Vector,
    of_kinds: L::Vector,
    of_halves: L::Vector,
}

const ONES_AS_HALVES: [u8; 64] = {
    let mut bytes = [0; 64];
    let mut half = 0;
    while half < 32 {
        bytes[2 * half] = 1;
        half += 1;
    }
    bytes
};

/// A coup of each of 64 shoes.
struct Coup<L: Lanes> {
    code: L::Vector,
    /// The kinds of Player's and Banker's first card.
    kinds: [L::Vector; 2],
    /// Where their second is of the same kind.
    pairs: [L::Mask; 2],
}

impl<L: Lanes> Shoes<L> {
    #[inline(always)]
    fn full(decks: u8) -> Self {
        let of_kinds = |kinds: u8| L::ordered8(L::splat8(kinds * 4 * decks));
        Shoes {
            first: [1, 2, 3, 4, 5, 6, 7].map(of_kinds),
            last: [1, 2, 3, 4, 5].map(of_kinds),
            left: Halves::splat(52 * u16::from(decks)),
            one: Ones {
                of_counts: L::load(&black_box([1; 64])),
                of_kinds: L::load(&black_box([1; 64])),
                of_halves: L::load(&black_box(ONES_AS_HALVES)),
            },
        }
    }

    /// Burns, and tells with how many cards left in the count the last coup begins or ends.
    #[inline(always)]
    fn burn(&mut self, table: &Table, supply: &mut Supply<L>) -> Halves<L> {
        match table.burn {
            Burned::Unseen(cards) => Halves::splat(table.last + cards),
            Burned::ByFirst => {
                let dice = self.roll(supply, 0, !0);
                let point = point::<L>(self.draw(dice[0], 1, None));
                self.left = self.left.minus(1);
                let pips = L::choose8(L::equal8(point, L::splat8(0)), L::splat8(10), point);
                Halves::splat(table.last).with(Halves::of_bytes(pips), L::add16)
            }
        }
    }

    /// Gives the shoes that have ended some cards, because dice without sides would be rolled again and again.
    #[inline(always)]
    fn keep_busy(&mut self, live: u64) {
        let cards = L::keep8(L::mask(!live), L::splat8(200));
        self.left = self.left.with(Halves::of_bytes(cards), L::or);
    }

    /// The dice of a turn.
    #[inline(always)]
    fn roll(&self, supply: &Supply<L>, turn: u32, live: u64) -> Dice<L> {
        let again = Again { stream: &supply.stream, turn, live };
        dice::roll(supply.of_turn(turn), self.left, self.one.of_halves, again)
    }

    /// Draws the card at a place among those left, of which `dealt` will then be gone since `left` was counted;
    /// only in the shoes that are asked for. Tells the kind.
    #[inline(always)]
    fn draw(&mut self, at: Halves<L>, dealt: u16, who: Option<L::Mask>) -> L::Vector {
        let from_end = self.left.minus(dealt).with(at, L::sub16);
        let (mut at, mut from_end) = (L::ordered8(at.to_bytes()), L::ordered8(from_end.to_bytes()));
        if let Some(who) = who {
            let nowhere = L::ordered8(L::splat8(255));
            (at, from_end) = (L::choose8(who, at, nowhere), L::choose8(who, from_end, nowhere));
        }
        let (mut kind, mut beyond) = (L::splat8(7), L::splat8(0));
        for count in &mut self.first {
            let below = L::below8(at, *count);
            *count = L::here(L::one_less8(below, *count, self.one.of_counts));
            kind = L::here(L::one_less8(below, kind, self.one.of_kinds));
        }
        for count in &mut self.last {
            let below = L::below8(from_end, *count);
            *count = L::here(L::one_less8(below, *count, self.one.of_counts));
            beyond = L::here(L::one_more8(below, beyond, self.one.of_kinds));
        }
        L::add8(kind, beyond)
    }

    /// Deals a coup; `between` is other work to be done in the gaps.
    #[inline(always)]
    fn coup(
        &mut self,
        table: &Table,
        supply: &Supply<L>,
        turn: u32,
        live: u64,
        mut between: impl FnMut(),
    ) -> Coup<L> {
        let dice = self.roll(supply, turn, live);
        let player_1 = self.draw(dice[0], 1, None);
        between();
        let banker_1 = self.draw(dice[1], 2, None);
        between();
        let player_2 = self.draw(dice[2], 3, None);
        between();
        let banker_2 = self.draw(dice[3], 4, None);
        between();
        let player = plus::<L>(point::<L>(player_1), point::<L>(player_2));
        let banker = plus::<L>(point::<L>(banker_1), point::<L>(banker_2));

        // Who draws the fifth card, and who the sixth.
        let (nobody, everybody) = (L::splat8(0), L::mask(!0));
        let no_natural = L::below8(banker, L::splat8(8));
        let player_draws = L::equal8(L::keep8(no_natural, L::lookup8(&table.player, player)), L::splat8(!0));
        let bit = L::lookup8(&BIT, banker);
        let stands = L::equal8(L::and(L::lookup8(&table.stood, player), bit), nobody);
        let banker_fifth = L::without(L::without(everybody, stands), player_draws);
        let fifth = point::<L>(self.draw(dice[4], 5, Some(L::either(player_draws, banker_fifth))));
        between();
        let stands = L::equal8(L::and(L::lookup8(&table.third, fifth), bit), nobody);
        let banker_sixth = L::without(player_draws, stands);
        let sixth = point::<L>(self.draw(dice[5], 6, Some(banker_sixth)));
        between();
        let banker_draws = L::either(banker_fifth, banker_sixth);
        let drawn = L::one_more8(player_draws, nobody, self.one.of_counts);
        let drawn = L::one_more8(banker_draws, drawn, self.one.of_kinds);
        self.left = self.left.minus(4).with(Halves::of_bytes(drawn), L::sub16);

        let player = plus::<L>(player, L::keep8(player_draws, fifth));
        let banker = plus::<L>(banker, L::or(L::keep8(banker_fifth, fifth), L::keep8(banker_sixth, sixth)));
        let mut code = L::max8(player, banker);
        for (mask, adds) in [
            (player_draws, PLAYER_DREW),
            (banker_draws, BANKER_DREW),
            (L::below8(player, banker), BANKER_WON),
            (L::equal8(player, banker), TIED),
        ] {
            code = L::add8(code, L::keep8(mask, L::splat8(adds)));
        }
        let pairs = [L::equal8(player_1, player_2), L::equal8(banker_1, banker_2)];
        Coup { code, kinds: [player_1, banker_1], pairs }
    }
}

/// The point of a kind.
#[inline(always)]
fn point<L: Lanes>(kind: L::Vector) -> L::Vector {
    L::less8(kind, L::splat8(3))
}

/// The last digit of a sum of two.
#[inline(always)]
fn plus<L: Lanes>(a: L::Vector, b: L::Vector) -> L::Vector {
    let sum = L::add8(a, b);
    // Ten less is a very large byte where the sum is below ten.
    L::min8(sum, L::sub8(sum, L::splat8(10)))
}
