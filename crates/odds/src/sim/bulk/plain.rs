//! The same block of 64 shoes in plain Rust, for any processor.
//!
//! It draws the same random words for the same dice as the wide kernels and must come to the same coups to the
//! last one. It is written shoe by shoe in short loops, which compilers turn into vector code where they can.

use super::super::class::{BANKER_DREW, BANKER_WON, NO_COUP, PLAYER_DREW, TIED};
use super::clerk::{BANKERS, Clerk, LATE, TURNS, join};
use super::dice::{self, Again, Rolled};
use super::lanes::half_of;
use super::stream::{Purpose, Stream};
use super::table::{BIT, Burned, Table};

/// A number for each of the 64 shoes.
type Bytes = [u8; 64];
type Numbers = [u16; 64];

/// Deals a block of 64 shoes and tells how many coups they had.
pub(super) fn block(table: &Table, seed: u64, number: u64, clerk: &mut Clerk) -> u64 {
    let stream = Stream::new(seed, number);
    fill_suits(&stream, clerk.begin(stream));
    let mut shoes = Shoes::full(table.decks, stream);
    let last = shoes.burn(table);
    let (mut live, mut coups) = (!0u64, 0);
    for turn in 1.. {
        let before = shoes.left;
        shoes.coup(table, turn, live, clerk);
        coups += u64::from(live.count_ones());
        if turn >= table.sure {
            let left = if table.at_end { &shoes.left } else { &before };
            live &= bits(|shoe| left[shoe] > last[shoe]);
            if live == 0 {
                clerk.end(coups);
                break;
            }
            // Dice without sides would be rolled again and again.
            for (shoe, left) in shoes.left.iter_mut().enumerate() {
                *left |= if live >> shoe & 1 == 0 { 200 } else { 0 };
            }
        }
    }
    coups
}

fn fill_suits(stream: &Stream, words: &mut [[u8; 64]; 64]) {
    let batches =
        [(Purpose::OnePair, 0), (Purpose::OnePair, 1), (Purpose::OnePair, 2), (Purpose::TwoPairs, 0)];
    let mut batch_words = [[0; 16]; 16];
    for (rows, (purpose, batch)) in words.as_chunks_mut::<16>().0.iter_mut().zip(batches) {
        stream.plain_batch(purpose, batch, &mut batch_words);
        for (bytes, word) in
            rows.as_flattened_mut().as_chunks_mut().0.iter_mut().zip(batch_words.as_flattened())
        {
            *bytes = word.to_le_bytes();
        }
    }
}

/// The cards left in 64 shoes, as in the wide kernels.
struct Shoes {
    stream: Stream,
    first: [Bytes; 7],
    last: [Bytes; 5],
    left: Numbers,
    /// Four vectors for each of twelve pairs of dice.
    supply: [[[u32; 16]; 16]; 3],
}

impl Shoes {
    fn full(decks: u8, stream: Stream) -> Shoes {
        let of_kinds = |kinds: u8| [kinds * 4 * decks; 64];
        let mut shoes = Shoes {
            stream,
            first: [1, 2, 3, 4, 5, 6, 7].map(of_kinds),
            last: [1, 2, 3, 4, 5].map(of_kinds),
            left: [52 * u16::from(decks); 64],
            supply: [[[0; 16]; 16]; 3],
        };
        shoes.refill(0);
        shoes
    }

    /// Makes the words of four turns.
    fn refill(&mut self, turn: u32) {
        for (i, words) in self.supply.iter_mut().enumerate() {
            self.stream.plain_batch(Purpose::Cards, turn / 4 * 3 + i as u32, words);
        }
    }

    fn burn(&mut self, table: &Table) -> Numbers {
        match table.burn {
            Burned::Unseen(cards) => [table.last + cards; 64],
            Burned::ByFirst => {
                let dice = self.roll(0, !0);
                let kinds = self.draw(&dice[0], 1, &[!0; 64]);
                for left in &mut self.left {
                    *left -= 1;
                }
                kinds.map(|kind| table.last + if kind < 4 { 10 } else { u16::from(kind) - 3 })
            }
        }
    }

    /// The dice of a turn.
    fn roll(&self, turn: u32, live: u64) -> [Numbers; 6] {
        let rows: &[[u32; 16]; 12] = &self.supply.as_flattened().as_chunks().0[turn as usize % 4];
        let halves = |first: usize| -> Numbers {
            std::array::from_fn(|shoe| {
                let (vector, half) = half_of(shoe);
                (rows[first + vector][half / 2] >> (half % 2 * 16)) as u16
            })
        };
        let (mut dice, mut rests) = ([[0; 64]; 6], [[[0; 64]; 2]; 3]);
        for (pair, rest) in rests.iter_mut().enumerate() {
            let sides = |dealt: usize| self.left.map(|left| left.wrapping_sub(dealt as u16));
            let (first, high, low) = times(&halves(4 * pair), &halves(4 * pair + 2), &sides(2 * pair));
            let (second, high, low) = times(&high, &low, &sides(2 * pair + 1));
            (dice[2 * pair], dice[2 * pair + 1], *rest) = (first, second, [high, low]);
        }
        let least = rests.iter().flat_map(|[high, _]| high).fold(u16::MAX, |least, rest| least.min(*rest));
        if least < 3 {
            let numbers = |numbers: &Numbers| dice::Numbers::in_order(numbers);
            let mut rolled = Rolled {
                dice: dice.each_ref().map(numbers),
                left: numbers(&self.left),
                rests: rests.each_ref().map(|rest| rest.each_ref().map(numbers)),
            };
            rolled.mend(Again { stream: &self.stream, turn, live });
            dice = rolled.dice.map(|dice| std::array::from_fn(|shoe| dice.get(shoe)));
        }
        dice
    }

    /// Draws in the shoes that are asked for, and tells the kinds.
    fn draw(&mut self, at: &Numbers, dealt: u16, who: &Bytes) -> Bytes {
        let (mut from_start, mut from_end) = ([0; 64], [0; 64]);
        for shoe in 0..64 {
            let back = self.left[shoe].wrapping_sub(dealt).wrapping_sub(at[shoe]);
            from_start[shoe] = at[shoe].min(255) as u8 | !who[shoe];
            from_end[shoe] = back.min(255) as u8 | !who[shoe];
        }
        let mut kinds = [7; 64];
        for counts in &mut self.first {
            for shoe in 0..64 {
                let below = u8::from(from_start[shoe] < counts[shoe]);
                counts[shoe] = counts[shoe].wrapping_sub(below);
                kinds[shoe] -= below;
            }
        }
        for counts in &mut self.last {
            for shoe in 0..64 {
                let below = u8::from(from_end[shoe] < counts[shoe]);
                counts[shoe] = counts[shoe].wrapping_sub(below);
                kinds[shoe] += below;
            }
        }
        kinds
    }

    fn coup(&mut self, table: &Table, turn: u32, live: u64, clerk: &mut Clerk) {
        if turn % 4 == 0 {
            self.refill(turn);
        }
        let dice = self.roll(turn, live);
        let everybody = [!0; 64];
        let player_1 = self.draw(&dice[0], 1, &everybody);
        let banker_1 = self.draw(&dice[1], 2, &everybody);
        let player_2 = self.draw(&dice[2], 3, &everybody);
        let banker_2 = self.draw(&dice[3], 4, &everybody);
        let player = sums(&player_1, &player_2);
        let banker = sums(&banker_1, &banker_2);

        let (mut player_draws, mut banker_fifth) = ([0; 64], [0; 64]);
        for shoe in 0..64 {
            let (player, banker) = (usize::from(player[shoe] & 15), usize::from(banker[shoe] & 15));
            player_draws[shoe] = if banker < 8 { table.player[player] } else { 0 };
            let draws = table.stood[player] & BIT[banker] != 0;
            banker_fifth[shoe] = if draws { !player_draws[shoe] } else { 0 };
        }
        let fifth = self.draw(&dice[4], 5, &std::array::from_fn(|i| player_draws[i] | banker_fifth[i]));
        let mut banker_sixth = [0; 64];
        for shoe in 0..64 {
            let draws = table.third[usize::from(fifth[shoe].saturating_sub(3) & 15)];
            let draws = draws & BIT[usize::from(banker[shoe] & 15)] != 0;
            banker_sixth[shoe] = if draws { player_draws[shoe] } else { 0 };
        }
        let sixth = self.draw(&dice[5], 6, &banker_sixth);

        let mut codes = [0; 64];
        for shoe in 0..64 {
            let (fifth, sixth) = (fifth[shoe].saturating_sub(3), sixth[shoe].saturating_sub(3));
            let banker_draws = banker_fifth[shoe] | banker_sixth[shoe];
            let player = last_digit(player[shoe] + (fifth & player_draws[shoe]));
            let banker = last_digit(banker[shoe] + (fifth & banker_fifth[shoe] | sixth & banker_sixth[shoe]));
            let winner = if player > banker {
                0
            } else if player < banker {
                BANKER_WON
            } else {
                TIED
            };
            codes[shoe] = player.max(banker)
                + winner
                + (PLAYER_DREW & player_draws[shoe])
                + (BANKER_DREW & banker_draws);
            let drawn = u16::from(player_draws[shoe] & 1) + u16::from(banker_draws & 1);
            self.left[shoe] = self.left[shoe].wrapping_sub(4 + drawn);
        }
        for (shoe, code) in codes.iter_mut().enumerate() {
            if live >> shoe & 1 == 0 {
                *code = NO_COUP;
            }
        }
        let player_pairs = bits(|shoe| player_1[shoe] == player_2[shoe]) & live;
        let banker_pairs = bits(|shoe| banker_1[shoe] == banker_2[shoe]) & live;
        let (rows, at) = (clerk.rows(), turn as usize % TURNS);
        for shoe in 0..64 {
            rows.codes[at][shoe] = codes[shoe] | if turn > table.early { LATE } else { 0 };
            let pairs = (player_1[shoe] == player_2[shoe], banker_1[shoe] == banker_2[shoe]);
            rows.kinds[at][shoe] = match pairs {
                (true, true) => player_1[shoe] | banker_1[shoe] << 4,
                (true, false) => player_1[shoe],
                _ => banker_1[shoe] | BANKERS,
            };
        }
        clerk.note_pairs(turn, player_pairs ^ banker_pairs, player_pairs & banker_pairs);
        clerk.count(turn, turn == table.early, join);
        (0..16).for_each(|_| clerk.tick());
    }
}

/// Multiplies fractions of 32 bits: the whole parts, and the fractions that are left.
fn times(high: &Numbers, low: &Numbers, by: &Numbers) -> (Numbers, Numbers, Numbers) {
    let (mut whole, mut upper, mut lower) = ([0; 64], [0; 64], [0; 64]);
    for shoe in 0..64 {
        let carried = (u32::from(low[shoe]) * u32::from(by[shoe]) >> 16) as u16;
        let product = high[shoe].wrapping_mul(by[shoe]);
        upper[shoe] = product.wrapping_add(carried);
        lower[shoe] = low[shoe].wrapping_mul(by[shoe]);
        let over = u16::from(upper[shoe] < carried);
        whole[shoe] = ((u32::from(high[shoe]) * u32::from(by[shoe]) >> 16) as u16).wrapping_add(over);
    }
    (whole, upper, lower)
}

/// The opening points of two kinds of cards.
fn sums(one: &Bytes, other: &Bytes) -> Bytes {
    std::array::from_fn(|shoe| last_digit(one[shoe].saturating_sub(3) + other[shoe].saturating_sub(3)))
}

fn last_digit(sum: u8) -> u8 {
    sum.min(sum.wrapping_sub(10))
}

/// A bit for each shoe.
fn bits(of: impl Fn(usize) -> bool) -> u64 {
    (0..64).fold(0, |bits, shoe| bits | u64::from(of(shoe)) << shoe)
}
