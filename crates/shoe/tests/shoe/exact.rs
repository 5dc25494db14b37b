//! Exact equality, not closeness: every number below n, and every order, comes from equally many words.

use std::collections::HashSet;
use std::num::NonZero;

use punto_shoe::{RandomWords, below, shuffle};

/// Gives every 16-bit word once.
struct EveryWord(std::ops::RangeInclusive<u16>);

#[derive(Debug, PartialEq)]
struct Exhausted;

impl RandomWords for EveryWord {
    type Error = Exhausted;

    fn word(&mut self) -> Result<u16, Exhausted> {
        self.0.next().ok_or(Exhausted)
    }
}

fn counts(n: u16, draw: impl Fn(NonZero<u16>, &mut EveryWord) -> Result<u16, Exhausted>) -> Vec<u32> {
    let mut counts = vec![0; usize::from(n)];
    let mut words = EveryWord(0..=u16::MAX);
    let n = NonZero::new(n).unwrap();
    while let Ok(drawn) = draw(n, &mut words) {
        counts[usize::from(drawn)] += 1;
    }
    counts
}

#[test]
fn all_numbers_below_every_n_up_to_416_come_equally_often() {
    for n in (1..=416).chain([417, 1000, 32_768, 32_769, 65_535]) {
        let each = (1 << 16) / u32::from(n);
        assert!(counts(n, below).iter().all(|count| *count == each), "n = {n}");
    }
}

#[test]
fn the_remainder_alone_is_seen_to_be_biased() {
    let biased = (1..=416).filter(|n| {
        let counts = counts(*n, |n, words| Ok(words.word()? % n));
        counts.iter().any(|count| *count != counts[0])
    });
    // All but the nine powers of two.
    assert_eq!(biased.count(), 416 - 9);
}

/// Gives the choices it is told.
struct Choices(std::vec::IntoIter<u16>);

impl RandomWords for Choices {
    type Error = Exhausted;

    fn word(&mut self) -> Result<u16, Exhausted> {
        self.0.next().ok_or(Exhausted)
    }
}

#[test]
fn each_order_of_up_to_seven_cards_comes_from_one_row_of_choices() {
    for cards in 1..=7u16 {
        let factorial: u32 = (1..=u32::from(cards)).product();
        let mut orders = HashSet::new();
        for mut number in 0..factorial {
            let choices: Vec<u16> = (2..=cards)
                .rev()
                .map(|n| {
                    let choice = number % u32::from(n);
                    number /= u32::from(n);
                    choice as u16
                })
                .collect();
            let mut items: Vec<u16> = (0..cards).collect();
            let mut words = Choices(choices.into_iter());
            shuffle(&mut items, &mut words).unwrap();
            assert_eq!(words.word(), Err(Exhausted), "a shuffle of n takes n - 1 words");
            orders.insert(items);
        }
        assert_eq!(orders.len(), factorial as usize);
    }
}
