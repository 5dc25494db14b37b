//! Counts what a kernel deals, in small pieces that run beside the vector work.

use super::super::SimTally;
use super::super::class::{BANKERS_GRADE, CODES, Class, NO_COUP, SAME_PIPS, SAME_RANK};
use super::stream::{Purpose, Stream};
use super::suits::Suits;

/// Takes in the outcomes of 64 shoes, turn by turn, and keeps the counts of one thread.
///
/// Main outcomes are counted two turns at a time, which halves the work: a pair of codes has a count of its own.
/// The suits of pairs wait in a list. Both are worked off by [`Clerk::tick`], a few at a time.
pub(super) struct Clerk {
    suits: Suits,
    stream: Stream,
    rows: Rows,
    /// What is left of the suits of each kind of each shoe.
    left: [u32; 16 * 64],
    /// Coups with a pair in one hand, how many of them have been graded, and how many the ticks may grade.
    one_pair: List,
    graded: usize,
    ready: usize,
    by_ticks: usize,
    /// Coups with pairs in both hands, which wait for the end.
    two_pairs: List,
    /// The first random words for suits: three batches for one pair, one for two.
    words: [[u8; 64]; 64],
    /// A turn that waits for the next, or nought.
    held: usize,
    /// Pairs of codes, and how many of them have been counted.
    pending: [u8; 128],
    counted: usize,
    /// By a pair of codes; [`LATE`] is set in both or in neither.
    main: [u32; 1 << 16],
    /// Coups with one pair: by code, by whose pair, and by its grade.
    one_paired: [[[u32; 4]; 2]; 256],
    /// Coups with two pairs: by code, and by how they are paired.
    two_paired: [[u32; 64]; 256],
    shoes: u64,
    uncounted: u64,
    tally: SimTally,
}

/// The coups of a block, turn by turn and shoe by shoe.
pub(super) struct Rows {
    /// With [`LATE`] where they are.
    pub(super) codes: [[u8; 64]; TURNS],
    /// The kind of Player's pair, or of Banker's with [`BANKERS`] if only Banker has one. Where both have one, Player's
    /// and sixteen times Banker's.
    pub(super) kinds: [[u8; 64]; TURNS],
}

/// Marks a kind as that of Banker's pair.
pub(super) const BANKERS: u8 = 0x20;
/// Marks a code as that of a late coup.
pub(super) const LATE: u8 = 0x80;
/// No shoe of eight decks has more coups.
pub(super) const TURNS: usize = 128;
const ONE_PAIR_WORDS: usize = 3 * Stream::BATCH;
/// Far below what a count of 32 bits holds.
const MOST_UNCOUNTED: u64 = 1 << 30;

/// Places in [`Rows`]; there is room for every coup of a block.
struct List {
    places: [u16; 64 * TURNS],
    len: usize,
}

impl List {
    #[inline(always)]
    fn put(&mut self, after: usize, place: u16) {
        self.places[(self.len + after) % (64 * TURNS)] = place;
    }
}

impl Clerk {
    pub(super) fn new(decks: u8) -> Box<Clerk> {
        let list = || List { places: [0; 64 * TURNS], len: 0 };
        let rows = [[0; 64]; TURNS];
        // One piece of memory, so that the kernels reach everything from one address.
        Box::new(Clerk {
            suits: Suits::new(decks),
            stream: Stream::new(0, 0),
            rows: Rows { codes: rows, kinds: rows },
            left: [Suits::ALL; 16 * 64],
            one_pair: list(),
            graded: 0,
            ready: 0,
            by_ticks: 0,
            two_pairs: list(),
            words: [[0; 64]; 64],
            held: 0,
            pending: [NO_COUP; 128],
            counted: 64,
            main: [0; 1 << 16],
            one_paired: [[[0; 4]; 2]; 256],
            two_paired: [[0; 64]; 256],
            shoes: 0,
            uncounted: 0,
            tally: SimTally::default(),
        })
    }

    /// Starts a block; the kernel fills in the words for suits: batches 0 to 2 for one pair, then 0 for two.
    pub(super) fn begin(&mut self, stream: Stream) -> &mut [[u8; 64]; 64] {
        self.stream = stream;
        self.left = [Suits::ALL; 16 * 64];
        (self.graded, self.ready, self.by_ticks) = (0, 0, ONE_PAIR_WORDS);
        (self.one_pair.len, self.two_pairs.len) = (0, 0);
        &mut self.words
    }

    /// Where a turn's codes and kinds go, before its pairs are noted and it is counted.
    #[inline(always)]
    pub(super) fn rows(&mut self) -> &mut Rows {
        &mut self.rows
    }

    /// Notes which shoes have a pair in one hand only, and which in both.
    #[inline(always)]
    pub(super) fn note_pairs(&mut self, turn: u32, one: u64, both: u64) {
        const AT_ONCE: usize = 12;
        let base = (turn as usize % TURNS * 64) as u16;
        let mut shoes = one;
        // Mostly there are fewer than twelve; writing twelve in any case avoids a branch that nobody can predict.
        for after in 0..AT_ONCE {
            self.one_pair.put(after, base + shoes.trailing_zeros() as u16);
            shoes &= shoes.wrapping_sub(1);
        }
        let mut after = AT_ONCE;
        while shoes != 0 {
            self.one_pair.put(after, base + shoes.trailing_zeros() as u16);
            shoes &= shoes - 1;
            after += 1;
        }
        self.one_pair.len += one.count_ones() as usize;
        self.ready = self.one_pair.len.min(self.by_ticks);
        let mut shoes = both;
        while shoes != 0 {
            self.two_pairs.put(0, base + shoes.trailing_zeros() as u16);
            self.two_pairs.len += 1;
            shoes &= shoes - 1;
        }
    }

    /// Counts the codes of a turn together with those of the turn before, unless it is to be counted `alone`;
    /// `join` puts the bytes of two turns together as halves.
    #[inline(always)]
    pub(super) fn count(
        &mut self,
        turn: u32,
        alone: bool,
        join: impl FnOnce(&[u8; 64], &[u8; 64], &mut [u8; 128]),
    ) {
        let turn = turn as usize % TURNS;
        if self.held == 0 && !alone {
            self.held = turn;
            return;
        }
        while self.counted < 64 {
            self.count_some();
        }
        let codes = &self.rows.codes;
        let nothing = [NO_COUP | codes[turn][0] & LATE; 64];
        let before = if self.held == 0 { &nothing } else { &codes[self.held % TURNS] };
        join(before, &codes[turn], &mut self.pending);
        (self.held, self.counted) = (0, 0);
    }

    /// A little of what there is to do. It calls nothing: the registers around it are full.
    #[inline(always)]
    pub(super) fn tick(&mut self) {
        if self.counted < 64 {
            self.count_some();
        }
        if self.graded < self.ready {
            let words: &[[u8; 4]] = self.words.as_flattened().as_chunks().0;
            if !self.grade_one(u32::from_le_bytes(words[self.graded % 1024])) {
                // A word in ten million must be replaced: that is left for the end.
                (self.ready, self.by_ticks) = (0, 0);
            }
        }
    }

    #[inline(always)]
    fn count_some(&mut self) {
        let some: &[[u8; 2]; 4] = &self.pending.as_chunks::<2>().0.as_chunks().0[self.counted / 4 % 16];
        for codes in some {
            self.main[usize::from(u16::from_le_bytes(*codes))] += 1;
        }
        self.counted += 4;
    }

    /// Grades the next pair whose coup has no other by a random word; `false` if the word must be replaced.
    #[inline(always)]
    fn grade_one(&mut self, word: u32) -> bool {
        let place = usize::from(self.one_pair.places[self.graded % (64 * TURNS)]) % (64 * TURNS);
        let (kind, code) = (self.rows.kinds.as_flattened()[place], self.rows.codes.as_flattened()[place]);
        let left = &mut self.left[usize::from(kind & 15) * 64 + place % 64];
        let Some(grade) = self.suits.take(left, word) else { return false };
        self.one_paired[usize::from(code)][usize::from(kind / BANKERS % 2)][usize::from(grade)] += 1;
        self.graded += 1;
        true
    }

    /// Grades both pairs of a coup.
    fn grade_two(&mut self, number: usize) {
        let place = usize::from(self.two_pairs.places[number % (64 * TURNS)]);
        let (turn, shoe) = (place / 64 % TURNS, place % 64);
        let code = self.rows.codes[turn][shoe];
        let kinds = self.rows.kinds[turn][shoe];
        let kinds = [kinds & 15, kinds >> 4];
        // Tens and pictures are the first four kinds.
        let mut paired = match kinds {
            [player, banker] if player == banker => SAME_RANK,
            [player, banker] if player < 4 && banker < 4 => SAME_PIPS,
            _ => 0,
        };
        for (hand, kind) in kinds.into_iter().enumerate() {
            let index = 2 * number + hand;
            let mut words = words(&self.words[48..], &self.stream, Purpose::TwoPairs, index);
            let left = &mut self.left[usize::from(kind) * 64 + shoe];
            let grade = words.find_map(|word| self.suits.take(left, word)).unwrap_or(0);
            paired |= grade << (hand as u8 * BANKERS_GRADE);
        }
        self.two_paired[usize::from(code)][usize::from(paired % 64)] += 1;
    }

    /// Ends a block of 64 shoes and so many coups, the last of them in this turn.
    pub(super) fn end(&mut self, coups: u64) {
        let held = std::mem::take(&mut self.held);
        if held != 0 {
            self.count(held as u32, true, join);
        }
        while self.counted < 64 {
            self.count_some();
        }
        while self.graded < self.one_pair.len {
            let (stream, index) = (self.stream, self.graded);
            let mut attempt = 0;
            loop {
                let word = words(&self.words[..48], &stream, Purpose::OnePair, index).nth(attempt);
                if self.grade_one(word.unwrap_or(0)) {
                    break;
                }
                attempt += 1;
            }
        }
        (0..self.two_pairs.len).for_each(|number| self.grade_two(number));
        self.shoes += 64;
        self.uncounted += coups;
        if self.uncounted > MOST_UNCOUNTED {
            self.total();
        }
    }

    /// What has been counted.
    pub(super) fn tally(&mut self) -> SimTally {
        self.total();
        std::mem::take(&mut self.tally)
    }

    /// Moves the counts of 32 bits into the tally.
    fn total(&mut self) {
        for (late, main) in self.main.as_chunks::<{ 1 << 15 }>().0.iter().enumerate() {
            let counts = if late == 0 { &mut self.tally.early } else { &mut self.tally.late };
            for (code, coups) in codes_of(main).into_iter().enumerate() {
                let at = code | if late == 0 { 0 } else { usize::from(LATE) };
                let [players, bankers] = self.one_paired[at];
                let one = (1..4).flat_map(|grade: u8| {
                    let place = usize::from(grade);
                    [(grade, players[place]), (grade << BANKERS_GRADE, bankers[place])]
                });
                let two =
                    self.two_paired[at].into_iter().enumerate().map(|(paired, coups)| (paired as u8, coups));
                let mut unpaired = coups;
                for (paired, coups) in one.chain(two) {
                    counts.add(Class::new(code as u8, paired), coups.into());
                    unpaired -= u64::from(coups);
                }
                counts.add(Class::new(code as u8, 0), unpaired);
            }
        }
        self.main.fill(0);
        self.one_paired.fill([[0; 4]; 2]);
        self.two_paired.fill([0; 64]);
        self.tally.shoes += std::mem::take(&mut self.shoes);
        self.uncounted = 0;
    }
}

/// How often each code came up, from the counts of pairs of codes.
fn codes_of(pairs: &[u32; 1 << 15]) -> [u64; CODES] {
    let mut codes = [0; CODES];
    for (pair, count) in pairs.iter().enumerate().filter(|(_, count)| **count > 0) {
        for code in [pair % 128, pair / 256] {
            if let Some(code) = codes.get_mut(code) {
                *code += u64::from(*count);
            }
        }
    }
    codes
}

/// The words for one pair: the one made ready, or the same by its index, and then those that replace it.
fn words<'a>(
    ready: &'a [[u8; 64]],
    stream: &'a Stream,
    purpose: Purpose,
    index: usize,
) -> impl Iterator<Item = u32> + 'a {
    let ready = ready.as_flattened().as_chunks().0.get(index).map(|bytes| u32::from_le_bytes(*bytes));
    let first = std::iter::once_with(move || ready.unwrap_or_else(|| stream.word(purpose, 0, index as u32)));
    first.chain((1..).map(move |attempt| stream.word(purpose, attempt, index as u32)))
}

/// Puts the bytes of two turns together as halves, by plain means.
pub(super) fn join(one: &[u8; 64], other: &[u8; 64], halves: &mut [u8; 128]) {
    for ((half, one), other) in halves.as_chunks_mut().0.iter_mut().zip(one).zip(other) {
        *half = [*one, *other];
    }
}
