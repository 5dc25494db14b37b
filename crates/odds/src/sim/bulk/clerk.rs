//! Counts what a kernel deals, in small pieces that run beside the vector work.

use super::super::Tally;
use super::super::class::{BANKERS_GRADE, CODES, Class, NO_COUP, SAME_PIPS, SAME_RANK};
use super::stream::{Purpose, Stream};
use super::suits::Suits;

/// Takes in the outcomes of 64 shoes, turn by turn, and keeps the counts of one thread.
///
/// Main outcomes are counted two turns at a time, which halves the work: a pair of codes has a count of its own.
/// The suits of pairs wait in a queue. Both are worked off by [`Clerk::tick`], a few at a time.
pub(super) struct Clerk {
    suits: Suits,
    stream: Stream,
    /// What is left of the suits of each kind of each shoe.
    left: [[u32; 64]; 16],
    /// The latest turns, for the queue to refer to.
    rows: Box<[Row; ROWS]>,
    /// Hands with a pair whose suits are still to be drawn, as places in `rows`.
    queue: [u16; QUEUE],
    next: usize,
    end: usize,
    /// How many coups with two pairs there were.
    two_pairs: u32,
    /// The first random words of the block for suits: three batches for one pair, one for two.
    words: Box<[[u8; 64]; 64]>,
    /// The codes of a turn that waits for the next.
    held: Option<[u8; 64]>,
    /// Pairs of codes being counted, and how many of them have been.
    pending: [u8; 128],
    counted: usize,
    pending_late: bool,
    /// By whether late, and by a pair of codes.
    main: Box<[[u32; PAIRS_OF_CODES]; 2]>,
    /// By class, the late ones after the others; only coups with a pair.
    paired: Box<[u32; 2 * Class::PLACES]>,
    shoes: u64,
    uncounted: u64,
    tally: Tally,
}

/// What the queue needs of a turn: the codes, with the top bit for late ones, and the kinds of the pairs.
#[derive(Clone, Copy)]
pub(super) struct Row {
    pub(super) codes: [u8; 64],
    /// The kind of Player's pair, or of Banker's with [`BANKERS`] if only Banker has one.
    pub(super) kinds: [u8; 64],
    /// Of Banker's pair, where both have one.
    pub(super) banker_kinds: [u8; 64],
}

/// Marks a kind as that of Banker's pair.
pub(super) const BANKERS: u8 = 0x20;
/// Marks a code as that of a late coup.
pub(super) const LATE: u8 = 0x80;
/// Enough for the queue never to fall so far behind: it holds at most 192, and six are worked off each turn.
const ROWS: usize = 64;
const QUEUE: usize = 256;
const MOST_WAITING: usize = 128;
const ONE_PAIR_WORDS: usize = 3 * Stream::BATCH;
const PAIRS_OF_CODES: usize = 1 << 15;
/// Far below what a count of 32 bits holds.
const MOST_UNCOUNTED: u64 = 1 << 30;

impl Clerk {
    pub(super) fn new(decks: u8) -> Clerk {
        let row = Row { codes: [NO_COUP; 64], kinds: [0; 64], banker_kinds: [0; 64] };
        Clerk {
            suits: Suits::new(decks),
            stream: Stream::new(0, 0),
            left: [[Suits::ALL; 64]; 16],
            rows: Box::new([row; ROWS]),
            queue: [0; QUEUE],
            next: 0,
            end: 0,
            two_pairs: 0,
            words: Box::new([[0; 64]; 64]),
            held: None,
            pending: [NO_COUP; 128],
            counted: 64,
            pending_late: false,
            main: Box::new([[0; PAIRS_OF_CODES]; 2]),
            paired: Box::new([0; 2 * Class::PLACES]),
            shoes: 0,
            uncounted: 0,
            tally: Tally::default(),
        }
    }

    /// Starts a block; the kernel fills in the words for suits: batches 0 to 2 for one pair, then 0 for two.
    pub(super) fn begin(&mut self, stream: Stream) -> &mut [[u8; 64]; 64] {
        self.stream = stream;
        self.left = [[Suits::ALL; 64]; 16];
        (self.next, self.end, self.two_pairs) = (0, 0, 0);
        &mut self.words
    }

    /// Where a turn's codes and kinds go, before its pairs are noted.
    #[inline(always)]
    pub(super) fn row(&mut self, turn: u32) -> &mut Row {
        &mut self.rows[turn as usize % ROWS]
    }

    /// Notes which shoes have a pair in one hand only, and which in both.
    #[inline(always)]
    pub(super) fn note_pairs(&mut self, turn: u32, one: u64, both: u64) {
        const AT_ONCE: usize = 12;
        let base = (turn as usize % ROWS * 64) as u16;
        let mut shoes = one;
        // Mostly there are fewer than twelve; writing twelve whatever they are avoids a branch nobody can predict.
        for i in 0..AT_ONCE {
            self.queue[(self.end + i) % QUEUE] = base + shoes.trailing_zeros() as u16;
            shoes &= shoes.wrapping_sub(1);
        }
        let mut i = AT_ONCE;
        while shoes != 0 {
            self.queue[(self.end + i) % QUEUE] = base + shoes.trailing_zeros() as u16;
            shoes &= shoes.wrapping_sub(1);
            i += 1;
        }
        self.end += one.count_ones() as usize;
        let mut shoes = both;
        while shoes != 0 {
            self.grade_two(turn as usize % ROWS, shoes.trailing_zeros() as usize);
            shoes &= shoes - 1;
        }
        while self.end - self.next > MOST_WAITING {
            self.grade_one();
        }
    }

    /// Counts the codes of a turn; `join` puts the bytes of two turns together as halves.
    #[inline(always)]
    pub(super) fn count(
        &mut self,
        codes: &[u8; 64],
        late: bool,
        last_of_part: bool,
        join: impl FnOnce(&[u8; 64], &[u8; 64], &mut [u8; 128]),
    ) {
        match self.held.take() {
            None if last_of_part => self.start_counting(&[NO_COUP; 64], codes, late, join),
            None => self.held = Some(*codes),
            Some(held) => self.start_counting(&held, codes, late, join),
        }
    }

    #[inline(always)]
    fn start_counting(
        &mut self,
        one: &[u8; 64],
        other: &[u8; 64],
        late: bool,
        join: impl FnOnce(&[u8; 64], &[u8; 64], &mut [u8; 128]),
    ) {
        while self.counted < 64 {
            self.count_some();
        }
        join(one, other, &mut self.pending);
        self.pending_late = late;
        self.counted = 0;
    }

    /// A little of what there is to do.
    #[inline(always)]
    pub(super) fn tick(&mut self) {
        if self.counted < 64 {
            self.count_some();
        }
        if self.next < self.end {
            self.grade_one();
        }
    }

    #[inline(always)]
    fn count_some(&mut self) {
        let main = &mut self.main[usize::from(self.pending_late)];
        let some: &[[u8; 2]; 4] = &self.pending.as_chunks::<2>().0.as_chunks().0[self.counted / 4 % 16];
        for codes in some {
            main[usize::from(u16::from_le_bytes(*codes)) % PAIRS_OF_CODES] += 1;
        }
        self.counted += 4;
    }

    /// Draws the suits of a pair where the other hand has none.
    #[inline(always)]
    fn grade_one(&mut self) {
        let index = self.next;
        let word = match self.words[..48].as_flattened().as_chunks().0.get(index) {
            Some(word) => u32::from_le_bytes(*word),
            None => self.stream.word(Purpose::OnePair, 0, index as u32),
        };
        let place = usize::from(self.queue[index % QUEUE]);
        self.next += 1;
        let (row, shoe) = (&self.rows[place / 64 % ROWS], place % 64);
        let (kind, code) = (row.kinds[shoe], row.codes[shoe]);
        let left = &mut self.left[usize::from(kind & 15)][shoe];
        let grade = match self.suits.take(left, word) {
            Some(grade) => grade,
            None => take_again(&self.suits, left, &self.stream, Purpose::OnePair, index as u32),
        };
        let paired = grade << (kind / BANKERS * BANKERS_GRADE);
        self.paired[(usize::from(code) << 6 | usize::from(paired)) % (2 * Class::PLACES)] += 1;
    }

    /// Draws the suits of both hands' pairs.
    fn grade_two(&mut self, row: usize, shoe: usize) {
        let row = &self.rows[row];
        let kinds = [row.kinds[shoe] & 15, row.banker_kinds[shoe] & 15];
        // Tens and pictures are the first four kinds.
        let mut paired = match kinds {
            [player, banker] if player == banker => SAME_RANK,
            [player, banker] if player < 4 && banker < 4 => SAME_PIPS,
            _ => 0,
        };
        for (hand, kind) in kinds.into_iter().enumerate() {
            let index = self.two_pairs * 2 + hand as u32;
            let word = match self.words[48..].as_flattened().as_chunks().0.get(index as usize) {
                Some(word) => u32::from_le_bytes(*word),
                None => self.stream.word(Purpose::TwoPairs, 0, index),
            };
            let left = &mut self.left[usize::from(kind)][shoe];
            let grade = match self.suits.take(left, word) {
                Some(grade) => grade,
                None => take_again(&self.suits, left, &self.stream, Purpose::TwoPairs, index),
            };
            paired |= grade << (hand as u8 * BANKERS_GRADE);
        }
        self.two_pairs += 1;
        self.paired[(usize::from(row.codes[shoe]) << 6 | usize::from(paired)) % (2 * Class::PLACES)] += 1;
    }

    /// Ends a block of 64 shoes and so many coups.
    pub(super) fn end(&mut self, coups: u64, late: bool) {
        if let Some(held) = self.held.take() {
            self.start_counting(&held, &[NO_COUP; 64], late, join);
        }
        while self.counted < 64 {
            self.count_some();
        }
        while self.next < self.end {
            self.grade_one();
        }
        self.shoes += 64;
        self.uncounted += coups;
        if self.uncounted > MOST_UNCOUNTED {
            self.total();
        }
    }

    /// What has been counted.
    pub(super) fn tally(mut self) -> Tally {
        self.total();
        self.tally
    }

    /// Moves the counts of 32 bits into the tally.
    fn total(&mut self) {
        let paired = self.paired.as_chunks_mut::<{ Class::PLACES }>().0;
        let parts = [&mut self.tally.early, &mut self.tally.late];
        for ((counts, main), paired) in parts.into_iter().zip(self.main.iter_mut()).zip(paired) {
            let codes = codes_of(main);
            for (code, coups) in codes.into_iter().enumerate() {
                let of_code = |paired: u8| Class::new(code as u8, paired);
                let mut unpaired = coups;
                for class in (1..64).map(of_code) {
                    let coups = u64::from(paired[class.index()]);
                    counts.add(class, coups);
                    unpaired -= coups;
                }
                counts.add(of_code(0), unpaired);
            }
            main.fill(0);
            paired.fill(0);
        }
        self.tally.shoes += std::mem::take(&mut self.shoes);
        self.uncounted = 0;
    }
}

/// How often each code came up, from the counts of pairs of codes.
fn codes_of(pairs: &[u32; PAIRS_OF_CODES]) -> [u64; CODES] {
    let mut codes = [0; CODES];
    for (pair, count) in pairs.iter().enumerate().filter(|(_, count)| **count > 0) {
        for code in [pair & 127, pair >> 8] {
            if let Some(code) = codes.get_mut(code) {
                *code += u64::from(*count);
            }
        }
    }
    codes
}

/// Puts the bytes of two turns together as halves, by plain means.
pub(super) fn join(one: &[u8; 64], other: &[u8; 64], halves: &mut [u8; 128]) {
    for ((half, one), other) in halves.as_chunks_mut().0.iter_mut().zip(one).zip(other) {
        *half = [*one, *other];
    }
}

#[cold]
fn take_again(suits: &Suits, left: &mut u32, stream: &Stream, purpose: Purpose, index: u32) -> u8 {
    (1..).find_map(|attempt| suits.take(left, stream.word(purpose, attempt, index))).unwrap_or(0)
}
