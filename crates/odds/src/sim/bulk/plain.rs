//! The same block of 64 shoes in plain Rust, for any processor.
//!
//! It draws the same random words for the same dice as the wide kernels and must come to the same coups to the
//! last one. It is written shoe by shoe in short loops, which compilers turn into vector code where they can.

use super::super::class::{BANKER_DREW, BANKER_WON, NO_COUP, PLAYER_DREW, TIED};
use super::clerk::{BANKERS, Clerk, LATE, TURNS, join};
use super::dice::{self, Again, Rolled};
use super::stream::{Purpose, Stream};
use super::table::{BIT, Burned, Table};

/// A number for each of the 64 shoes.
type Bytes = [u8; 64];
type Numbers = [u16; 64];

/// Deals a block of 64 shoes and tells how many coups they had.
pub(super) fn block(table: &Table, seed: u64, number: u64, clerk: &mut Clerk) -> u64 {
    let stream = Stream::new(seed, number);
    fill_suits(&stream, clerk.begin(stream));
    let answers = Answers::new(table);
    let mut shoes = Shoes::full(table.decks, stream);
    let last = shoes.burn(table);
    let (mut live, mut coups) = (!0u64, 0);
    for turn in 1.. {
        let before = shoes.left;
        shoes.coup(table, &answers, turn, live, clerk);
        coups += u64::from(live.count_ones());
        if turn >= table.sure {
            let left = if table.at_end { &shoes.left } else { &before };
            live &= bits(&std::array::from_fn(|shoe| mask(left[shoe] > last[shoe])));
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

/// The drawing table as bytes of ones for yes, by two points of which the second is Banker's; asked of bits, the
/// question would become a branch that nobody can predict.
struct Answers {
    /// Whether Player draws.
    player: [u8; 256],
    /// Whether Banker draws if Player does not, by Player's point.
    banker_stood: [u8; 256],
    /// Whether Banker draws if Player did, by the point of Player's third card.
    banker_third: [u8; 256],
}

impl Answers {
    fn new(table: &Table) -> Answers {
        let by_points =
            |answer: &dyn Fn(usize, usize) -> u8| std::array::from_fn(|at| answer(at >> 4, at & 15));
        let player = |player: usize, banker: usize| table.player[player] & mask(BIT[banker] != 0);
        Answers {
            player: by_points(&player),
            banker_stood: by_points(&|own, banker| {
                mask(table.stood[own] & BIT[banker] != 0) & !player(own, banker)
            }),
            banker_third: by_points(&|third, banker| mask(table.third[third] & BIT[banker] != 0)),
        }
    }
}

/// The cards left in 64 shoes, as in the wide kernels.
struct Shoes {
    stream: Stream,
    first: [[i8; 64]; 7],
    last: [[i8; 64]; 5],
    left: Numbers,
    /// Four vectors for each of twelve pairs of dice.
    supply: [[[u32; 16]; 16]; 3],
}

impl Shoes {
    fn full(decks: u8, stream: Stream) -> Shoes {
        let of_kinds = |kinds: u8| [ordered(kinds * 4 * decks); 64];
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
                let (mut dice, mut kinds) = ([[0; 64]; 6], [0; 64]);
                self.roll(0, !0, &mut dice);
                self.draw(&dice[0], 1, &[!0; 64], &mut kinds);
                for left in &mut self.left {
                    *left -= 1;
                }
                kinds.map(|kind| table.last + if kind < 4 { 10 } else { u16::from(kind) - 3 })
            }
        }
    }

    /// Rolls the dice of a turn.
    fn roll(&self, turn: u32, live: u64, dice: &mut [Numbers; 6]) {
        let rows: &[[u32; 16]; 12] = &self.supply.as_flattened().as_chunks().0[turn as usize % 4];
        let mut rests = [[[0; 64]; 2]; 3];
        let (mut sides, mut least) = (self.left, u16::MAX);
        for (pair, [high, low]) in rests.iter_mut().enumerate() {
            numbers_of([&rows[4 * pair], &rows[4 * pair + 1]], high);
            numbers_of([&rows[4 * pair + 2], &rows[4 * pair + 3]], low);
            for die in &mut dice[2 * pair..2 * pair + 2] {
                times(high, low, &sides, die);
                sides.iter_mut().for_each(|sides| *sides = sides.wrapping_sub(1));
            }
            least = high.iter().fold(least, |least, rest| least.min(*rest));
        }
        // See the wide kernels: only a small remainder can belong to a pair of dice that is favoured.
        if least < 3 {
            let numbers = |numbers: &Numbers| dice::Numbers::in_order(numbers);
            let mut rolled = Rolled {
                dice: dice.each_ref().map(numbers),
                left: numbers(&self.left),
                rests: rests.each_ref().map(|rest| rest.each_ref().map(numbers)),
            };
            rolled.mend(Again { stream: &self.stream, turn, live });
            *dice = rolled.dice.map(|dice| std::array::from_fn(|shoe| dice.get(shoe)));
        }
    }

    /// Draws in the shoes that are asked for, and tells the kinds.
    fn draw(&mut self, at: &Numbers, dealt: u16, who: &Bytes, kinds: &mut Bytes) {
        let (mut from_start, mut from_end) = ([0; 64], [0; 64]);
        for shoe in 0..64 {
            let back = self.left[shoe].wrapping_sub(dealt).wrapping_sub(at[shoe]);
            from_start[shoe] = ordered(at[shoe].min(255) as u8 | !who[shoe]);
            from_end[shoe] = ordered(back.min(255) as u8 | !who[shoe]);
        }
        *kinds = [7; 64];
        for counts in &mut self.first {
            for shoe in 0..64 {
                let below = from_start[shoe] < counts[shoe];
                counts[shoe] = counts[shoe].wrapping_sub(i8::from(below));
                kinds[shoe] -= u8::from(below);
            }
        }
        for counts in &mut self.last {
            for shoe in 0..64 {
                let below = from_end[shoe] < counts[shoe];
                counts[shoe] = counts[shoe].wrapping_sub(i8::from(below));
                kinds[shoe] += u8::from(below);
            }
        }
    }

    fn coup(&mut self, table: &Table, answers: &Answers, turn: u32, live: u64, clerk: &mut Clerk) {
        if turn.is_multiple_of(4) {
            self.refill(turn);
        }
        let mut dice = [[0; 64]; 6];
        self.roll(turn, live, &mut dice);
        let mut cards = [[0; 64]; 4];
        for (card, kinds) in cards.iter_mut().enumerate() {
            self.draw(&dice[card], 1 + card as u16, &[!0; 64], kinds);
        }
        let [player_1, banker_1, player_2, banker_2] = &cards;
        let player = sums(player_1, player_2);
        let banker = sums(banker_1, banker_2);

        let (mut player_draws, mut banker_fifth) = ([0; 64], [0; 64]);
        for shoe in 0..64 {
            let at = usize::from(player[shoe] << 4 | banker[shoe]);
            player_draws[shoe] = answers.player[at];
            banker_fifth[shoe] = answers.banker_stood[at];
        }
        let fifth_drawn = std::array::from_fn(|shoe| player_draws[shoe] | banker_fifth[shoe]);
        let mut third = [0; 64];
        self.draw(&dice[4], 5, &fifth_drawn, &mut third);
        let fifth = points(&third);
        let mut banker_sixth = [0; 64];
        for shoe in 0..64 {
            let at = usize::from(fifth[shoe] << 4 | banker[shoe]);
            banker_sixth[shoe] = answers.banker_third[at] & player_draws[shoe];
        }
        self.draw(&dice[5], 6, &banker_sixth, &mut third);
        let sixth = points(&third);

        let (mut codes, mut drawn) = ([0; 64], [0; 64]);
        for shoe in 0..64 {
            let banker_draws = banker_fifth[shoe] | banker_sixth[shoe];
            let banker_adds = fifth[shoe] & banker_fifth[shoe] | sixth[shoe] & banker_sixth[shoe];
            let player = last_digit(player[shoe] + (fifth[shoe] & player_draws[shoe]));
            let banker = last_digit(banker[shoe] + banker_adds);
            codes[shoe] = player.max(banker)
                + (PLAYER_DREW & player_draws[shoe])
                + (BANKER_DREW & banker_draws)
                + (BANKER_WON & mask(player < banker))
                + (TIED & mask(player == banker));
            drawn[shoe] = 4 + (player_draws[shoe] & 1) + (banker_draws & 1);
        }
        for (left, drawn) in self.left.iter_mut().zip(drawn) {
            *left = left.wrapping_sub(drawn.into());
        }
        if live != !0 {
            for (shoe, code) in codes.iter_mut().enumerate() {
                *code = if live >> shoe & 1 == 1 { *code } else { NO_COUP };
            }
        }
        record(clerk, turn, live, table.early, &codes, &cards);
    }
}

/// Passes a turn on to be counted.
fn record(
    clerk: &mut Clerk,
    turn: u32,
    live: u64,
    early: u32,
    codes: &Bytes,
    [player_1, banker_1, player_2, banker_2]: &[Bytes; 4],
) {
    let late = if turn > early { LATE } else { 0 };
    let (mut players, mut bankers) = ([0; 64], [0; 64]);
    let (rows, at) = (clerk.rows(), turn as usize % TURNS);
    for shoe in 0..64 {
        let player = mask(player_1[shoe] == player_2[shoe]);
        let banker = mask(banker_1[shoe] == banker_2[shoe]);
        let players_too = player_1[shoe] | banker & banker_1[shoe] << 4;
        rows.kinds[at][shoe] = player & players_too | !player & (banker_1[shoe] | BANKERS);
        rows.codes[at][shoe] = codes[shoe] | late;
        (players[shoe], bankers[shoe]) = (player, banker);
    }
    let (players, bankers) = (bits(&players) & live, bits(&bankers) & live);
    clerk.note_pairs(turn, players ^ bankers, players & bankers);
    clerk.count(turn, turn == early, join);
    (0..16).for_each(|_| clerk.tick());
}

/// Puts the numbers in two vectors of halves into the order of the shoes.
fn numbers_of(vectors: [&[u32; 16]; 2], numbers: &mut Numbers) {
    for (group, numbers) in numbers.as_chunks_mut::<8>().0.iter_mut().enumerate() {
        // Eight shoes from the one vector, eight from the other, and so on: see `half_of`.
        let words = vectors[group % 2].as_chunks::<4>().0[group / 2];
        for (pair, word) in numbers.as_chunks_mut::<2>().0.iter_mut().zip(words) {
            *pair = [word as u16, (word >> 16) as u16];
        }
    }
}

/// Multiplies fractions of 32 bits: the whole parts; the fractions that are left take the place of the others.
fn times(high: &mut Numbers, low: &mut Numbers, by: &Numbers, whole: &mut Numbers) {
    for shoe in 0..64 {
        let carried = ((u32::from(low[shoe]) * u32::from(by[shoe])) >> 16) as u16;
        let product = high[shoe].wrapping_mul(by[shoe]);
        let upper = product.wrapping_add(carried);
        let over = u16::from(upper < carried);
        whole[shoe] = (((u32::from(high[shoe]) * u32::from(by[shoe])) >> 16) as u16).wrapping_add(over);
        low[shoe] = low[shoe].wrapping_mul(by[shoe]);
        high[shoe] = upper;
    }
}

fn points(kinds: &Bytes) -> Bytes {
    kinds.map(|kind| kind.saturating_sub(3))
}

/// A byte as a number that compares as the byte does: vectors compare signed bytes at once, others in two steps.
fn ordered(byte: u8) -> i8 {
    (byte ^ 0x80).cast_signed()
}

/// The opening points of two kinds of cards.
fn sums(one: &Bytes, other: &Bytes) -> Bytes {
    let (one, other) = (points(one), points(other));
    std::array::from_fn(|shoe| last_digit(one[shoe] + other[shoe]))
}

fn last_digit(sum: u8) -> u8 {
    sum.min(sum.wrapping_sub(10))
}

/// A byte of ones for yes.
fn mask(yes: bool) -> u8 {
    0u8.wrapping_sub(u8::from(yes))
}

/// A bit for each byte of a mask.
fn bits(mask: &Bytes) -> u64 {
    let eights = mask.as_chunks().0.iter().enumerate();
    eights.fold(0, |bits, (eight, bytes)| {
        // The product brings the lowest bits of the eight bytes together in its highest byte.
        let ones = u64::from_le_bytes(*bytes) & 0x0101_0101_0101_0101;
        bits | ones.wrapping_mul(0x0102_0408_1020_4080) >> 56 << (8 * eight)
    })
}
