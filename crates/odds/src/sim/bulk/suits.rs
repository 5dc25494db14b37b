//! The suits of pairs, drawn only where a pair has to be graded.
//!
//! Which suits the cards of a rank have is settled when a pair of it comes up, from the suits of that rank not yet
//! settled in that shoe; all other cards keep theirs open. Cards of a rank are exchangeable, so this has the same
//! law as a shoe shuffled with its suits. What is left is told by a state: how many of each suit, up to exchanging
//! colours and the suits of a colour, which no grade can tell.

/// For every state and every way to take two cards from it: the grade of the pair and the state left.
pub(super) struct Suits {
    /// For each state a row: how many ways there are, then for each of them `next << 2 | grade`.
    table: Box<[u32; SIZE]>,
}

use super::super::class::{COLOURED, MIXED, PERFECT};

/// Eight decks need 72,996 entries; a power of two needs no bounds checks.
const SIZE: usize = 1 << 17;

impl Suits {
    /// The state in which no suit is settled.
    pub(super) const ALL: u32 = 0;

    /// The suits of so many decks.
    pub(super) fn new(decks: u8) -> Suits {
        let mut states = vec![[decks; 4]];
        let mut rows: Vec<Vec<(usize, u8)>> = Vec::new();
        while let Some(state) = states.get(rows.len()).copied() {
            let mut row: Vec<(usize, u8, usize)> = Vec::new();
            for (left, grade, ways) in pairs_of(state) {
                let known = states.iter().position(|known| *known == left);
                let next = known.unwrap_or(states.len());
                if known.is_none() {
                    states.push(left);
                }
                match row.iter_mut().find(|(known, of, _)| (*known, *of) == (next, grade)) {
                    Some((_, _, all)) => *all += ways,
                    None => row.push((next, grade, ways)),
                }
            }
            // Only the proportions count, and short rows stay near at hand: the first of eight decks has 31 ways.
            let common = row.iter().fold(0, |common, (_, _, ways)| gcd(common, *ways)).max(1);
            let row = row
                .into_iter()
                .flat_map(|(next, grade, ways)| std::iter::repeat_n((next, grade), ways / common));
            rows.push(row.collect());
        }
        let mut starts = Vec::with_capacity(rows.len());
        let mut size = 0u32;
        for row in &rows {
            starts.push(size);
            size += 1 + row.len() as u32;
        }
        let mut table = Box::new([0; SIZE]);
        let entries = rows.iter().flat_map(|row| {
            let ways = row.iter().map(|(next, grade)| starts[*next] << 2 | u32::from(*grade));
            std::iter::once(row.len() as u32).chain(ways)
        });
        for (place, entry) in table.iter_mut().zip(entries) {
            *place = entry;
        }
        Suits { table }
    }

    /// Takes two cards by a random word: the grade of the pair, or `None` if the word must be replaced.
    #[inline(always)]
    pub(super) fn take(&self, state: &mut u32, word: u32) -> Option<u8> {
        let row = *state as usize;
        let ways = self.table[row % SIZE];
        let product = u64::from(word) * u64::from(ways);
        // A remainder this small may belong to a way that would come up once too often in 2^32.
        if (product as u32) < ways && (product as u32) < ways.wrapping_neg() % ways {
            return None;
        }
        let entry = self.table[(row + 1 + (product >> 32) as usize) % SIZE];
        *state = entry >> 2;
        Some(entry as u8 & 3)
    }
}

/// The ways to take two cards of four suits, two of each colour: what is left, the grade, how many such ways.
fn pairs_of(state: [u8; 4]) -> impl Iterator<Item = ([u8; 4], u8, usize)> {
    let both = (0..4).flat_map(|one| (one..4).map(move |other| (one, other)));
    both.filter_map(move |(one, other)| {
        let (n, m) = (usize::from(state[one]), usize::from(state[other]));
        let ways = if one == other { n * n.saturating_sub(1) / 2 } else { n * m };
        if ways == 0 {
            return None;
        }
        let mut left = state;
        left[one] -= 1;
        left[other] -= 1;
        left[..2].sort_unstable();
        left[2..].sort_unstable();
        if left[..2] > left[2..] {
            left.rotate_left(2);
        }
        let grade = match (one, other) {
            _ if one == other => PERFECT,
            (0, 1) | (2, 3) => COLOURED,
            _ => MIXED,
        };
        Some((left, grade, ways))
    })
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_pair_of_a_rank_has_the_published_shares() {
        // Of two cards of one rank in eight decks: 7 in 31 of one suit, 8 of one colour, 16 mixed.
        let suits = Suits::new(8);
        let mut grades = [0; 4];
        for way in 0..31u64 {
            let word = ((way << 32) / 31 + 1_000_000) as u32;
            grades[usize::from(suits.take(&mut { Suits::ALL }, word).unwrap())] += 1;
        }
        assert_eq!(grades, [0, 16, 8, 7]);
    }

    #[test]
    fn all_cards_of_a_rank_can_be_taken_and_then_no_more() {
        for decks in 1..=8 {
            let suits = Suits::new(decks);
            let mut state = Suits::ALL;
            for _ in 0..2 * decks {
                let before = state;
                assert!(suits.take(&mut state, 0x9e37_79b9).is_some_and(|grade| grade > 0));
                assert!(state > before);
            }
            assert_eq!(suits.take(&mut state, 0x9e37_79b9), Some(0));
        }
    }

    #[test]
    fn a_word_that_would_favour_a_way_is_given_back() {
        // 2^32 is 4 more than a multiple of 31, so the words with the remainders 0 to 3 are too many.
        let suits = Suits::new(8);
        let given_back = |word: u32| suits.take(&mut { Suits::ALL }, word).is_none();
        let small = |word: u32| word.wrapping_mul(31) < 4;
        assert!(given_back(0) && small(0));
        for word in (0..1_000_000).chain(31u32.wrapping_pow(31)..31u32.wrapping_pow(31) + 1000) {
            assert_eq!(given_back(word), small(word), "{word}");
        }
    }
}
