//! Chi-square of position × card and of neighbours over 10^5 shoes (`PUNTO_SHOES=1000000` for more), at 99 per cent;
//! shuffles that are biased on purpose fail the same tests. Seeds are counted up, so a run gives the same figures each
//! time.

use std::collections::HashSet;
use std::num::NonZero;

use punto_shoe::{HmacDrbg, Opening, Shares, below};

use crate::common::{GeneratorWords, shoes};

/// How often each of 52 cards lay at each position.
struct Table {
    counts: Vec<[u32; 52]>,
    shoes: u32,
}

impl Table {
    fn of(positions: usize, shoes: u32, mut shoe: impl FnMut(u32) -> Vec<u8>) -> Table {
        let mut counts = vec![[0; 52]; positions];
        for number in 0..shoes {
            for (count, card) in counts.iter_mut().zip(shoe(number)) {
                count[usize::from(card)] += 1;
            }
        }
        Table { counts, shoes }
    }

    /// How many standard deviations the chi-square statistic is from its mean.
    ///
    /// Cards leave a shoe without return, so counts at two positions are correlated by -1 / (n - 1): the statistic
    /// is n / (n - 1) times chi-square of (n - 1)(52 - 1) degrees of freedom.
    fn deviation(&self) -> f64 {
        let n = self.counts.len() as f64;
        let expected = f64::from(self.shoes) / 52.0;
        let all = self.counts.iter().flatten();
        let statistic: f64 = all.map(|count| (f64::from(*count) - expected).powi(2) / expected).sum();
        normal(statistic * (n - 1.0) / n, (n - 1.0) * 51.0)
    }
}

/// A chi-square statistic as a standard normal one (Wilson and Hilferty).
fn normal(statistic: f64, freedom: f64) -> f64 {
    let spread = 2.0 / (9.0 * freedom);
    ((statistic / freedom).cbrt() - (1.0 - spread)) / spread.sqrt()
}

/// How often each card lay before each other. Each shoe gives one pair, so that pairs are independent; the place moves
/// on from shoe to shoe.
fn neighbours(decks: usize, shoes: u32, mut shoe: impl FnMut(u32) -> Vec<u8>) -> f64 {
    let cards = 52 * decks;
    let mut counts = vec![0u32; 52 * 52];
    for number in 0..shoes {
        let (order, at) = (shoe(number), number as usize % (cards - 1));
        counts[usize::from(order[at]) * 52 + usize::from(order[at + 1])] += 1;
    }
    // A card meets one of its own kind a little less often than another.
    let pairs = (cards * (cards - 1)) as f64;
    let expected = |cell: usize| {
        let second = if cell / 52 == cell % 52 { decks - 1 } else { decks };
        f64::from(shoes) * (decks * second) as f64 / pairs
    };
    let statistic = counts.iter().enumerate().map(|(cell, count)| {
        let expected = expected(cell);
        (f64::from(*count) - expected).powi(2) / expected
    });
    normal(statistic.sum(), (52 * 52 - 1) as f64)
}

/// 99 per cent of honest shuffles lie within, on both sides: too even is suspicious too.
const HONEST: f64 = 2.576;
/// No honest shuffle lies beyond: one in 10^9 would.
const BIASED: f64 = 6.0;

/// The house's own order for the seed of this number.
fn house(decks: u8) -> impl FnMut(u32) -> Vec<u8> {
    move |number| {
        let opening: Opening = format!(
            "shoe-opening 1\nalgorithm punto-shoe/2\nsite s\ntable t\nnode n\nshoe 1\ndecks {decks}\n\
             entropy {number:064x}\nnonce {:032x}\n",
            0
        )
        .parse()
        .unwrap();
        opening.order(&Shares::default()).unwrap().iter().map(|card| card.index() as u8).collect()
    }
}

#[test]
fn the_house_shuffles_eight_decks_fairly() {
    let deviation = Table::of(416, shoes(), house(8)).deviation();
    println!("eight decks: {deviation:+.3}");
    assert!(deviation.abs() < HONEST, "{deviation}");
}

#[test]
fn the_house_shuffles_one_deck_fairly() {
    let deviation = Table::of(52, shoes(), house(1)).deviation();
    println!("one deck: {deviation:+.3}");
    assert!(deviation.abs() < HONEST, "{deviation}");
}

#[test]
fn the_house_leaves_no_two_cards_together() {
    let deviation = neighbours(8, shoes(), house(8));
    println!("neighbours: {deviation:+.3}");
    assert!(deviation.abs() < HONEST, "{deviation}");
}

/// A shuffle that puts every card anywhere, and all together: only neighbours tell.
#[test]
fn cutting_without_shuffling_is_found() {
    let mut words = GeneratorWords::new("cut");
    let deviation = neighbours(8, shoes(), |_| {
        let mut order: Vec<u8> = (0..416).map(|place| (place % 52) as u8).collect();
        order.rotate_left(usize::from(draw(416, &mut words)));
        order
    });
    println!("cut alone: {deviation:+.1}");
    assert!(deviation > BIASED, "{deviation}");
}

/// Seven riffles are said to be enough for one deck; eight decks need more.
#[test]
fn too_few_riffles_are_found() {
    let mut words = GeneratorWords::new("riffles");
    let deviation = neighbours(8, shoes() / 4, |_| {
        let mut order: Vec<u8> = (0..416).map(|place| (place % 52) as u8).collect();
        for _ in 0..6 {
            order = riffled(&order, &mut words);
        }
        order
    });
    println!("six riffles: {deviation:+.1}");
    assert!(deviation > BIASED, "{deviation}");
}

/// A riffle as Gilbert, Shannon and Reeds describe it, backwards: each card goes to the left or to the right.
fn riffled(order: &[u8], words: &mut GeneratorWords) -> Vec<u8> {
    let bits: Vec<u8> = order.chunks(8).map(|_| words.byte()).collect();
    let sides: Vec<bool> = (0..order.len()).map(|at| bits[at / 8] >> (at % 8) & 1 == 0).collect();
    let side =
        |left: bool| order.iter().zip(&sides).filter(move |(_, is)| **is == left).map(|(card, _)| *card);
    side(true).chain(side(false)).collect()
}

/// A shuffle made wrong on purpose: `choice` says with which place each place is swapped, from last to first.
#[track_caller]
fn check_is_found(name: &str, decks: usize, mut choice: impl FnMut(usize, &mut GeneratorWords) -> u16) {
    let mut words = GeneratorWords::new(name);
    let cards = 52 * decks;
    let deviation = Table::of(cards, shoes(), |_| {
        let mut order: Vec<u8> = (0..cards).map(|place| (place % 52) as u8).collect();
        for last in (0..cards).rev() {
            order.swap(last, usize::from(choice(last, &mut words)));
        }
        order
    })
    .deviation();
    println!("{name}: {deviation:+.1}");
    assert!(deviation > BIASED, "{name}: {deviation}");
}

fn draw(n: usize, words: &mut GeneratorWords) -> u16 {
    below(NonZero::new(n as u16).unwrap(), words).unwrap()
}

#[test]
fn swapping_with_any_card_is_found() {
    check_is_found("any of 416", 8, |_, words| draw(416, words));
    check_is_found("any of 52", 1, |_, words| draw(52, words));
}

#[test]
fn never_leaving_a_card_in_place_is_found() {
    check_is_found("one short", 1, |last, words| draw(last.max(1), words));
}

#[test]
fn the_remainder_of_a_byte_is_found() {
    check_is_found("byte % n", 1, |last, words| u16::from(words.byte()) % (last as u16 + 1));
}

#[test]
fn stopping_some_cards_early_is_found() {
    check_is_found(
        "top ten left",
        8,
        |last, words| if last < 10 { last as u16 } else { draw(last + 1, words) },
    );
}

/// The same seed at another table, node or shoe gives another stream.
#[test]
fn no_two_shoes_share_a_stream() {
    let mut first_bits = HashSet::new();
    for number in 0..shoes() {
        let (table, node, shoe) = (number / 10_000, number / 100 % 100, number % 100);
        let name = format!("site s\ntable {table}\nnode {node}\nshoe {shoe}\n");
        let mut bits = [0; 16];
        let mut generator = HmacDrbg::instantiate(&[1; 32], &[2; 16], name.as_bytes()).unwrap();
        generator.generate(&mut bits, &[]).unwrap();
        assert!(first_bits.insert(bits), "{name}");
    }
}
