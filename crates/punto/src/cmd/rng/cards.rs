//! The same tests of what is dealt: cards, their places, their neighbours, and the coups they make.

use punto_coup::{Coup, Due};
use punto_odds::{Analysis, Composition, PointsEnding};
use punto_rulebook::Rulebook;
use punto_shoe::Decks;
use punto_vocab::{BySide, Card, Hand, Point, Side};

use super::battery::{Finding, RUN, coupon, frequency, gap, poker, rank, run_shares, serial};
use super::chance::{chi_square, chi_square_tail, normal_tail};

/// All tests of shoes, each a list of cards as places of [`Card::all`].
///
/// Cards leave a shoe without return. So a test takes one thing from each shoe, at a place that moves on from shoe to
/// shoe, or asks only in which order certain cards came: then its shares are exact.
pub(super) fn cards(shoes: &[Vec<u8>], decks: Decks) -> Result<Vec<Finding>, String> {
    let mut findings = orders(shoes, decks);
    findings.extend(coups(shoes, decks)?);
    Ok(findings)
}

fn orders(shoes: &[Vec<u8>], decks: Decks) -> Vec<Finding> {
    let whole = usize::from(decks.cards());
    let picked: Vec<u16> = shoes.iter().enumerate().map(|(n, shoe)| u16::from(shoe[n % whole])).collect();
    let ranks: Vec<u16> = picked.iter().map(|card| card % 13).collect();
    let suits: Vec<u16> = picked.iter().map(|card| card / 13).collect();
    vec![
        frequency(&picked, Card::COUNT, "cards, one a shoe"),
        positions(shoes, whole),
        serial(&ranks, 13, "pairs of ranks, one a shoe"),
        neighbours(shoes, usize::from(u8::from(decks))),
        gap(&suits, 4, 1, "gaps between spades, one a shoe"),
        poker(&ranks, 13, "hands of five ranks, one a shoe"),
        coupon(&suits, 4, "sets of all suits, one a shoe"),
        permutation(shoes),
        runs(shoes),
    ]
}

/// How often each card lay at each place. Counts at two places are correlated by -1 / (n - 1), which chi-square of
/// (n - 1)(52 - 1) degrees of freedom allows for.
fn positions(shoes: &[Vec<u8>], whole: usize) -> Finding {
    let mut counts = vec![0u32; whole * Card::COUNT];
    for shoe in shoes {
        shoe.iter()
            .enumerate()
            .for_each(|(place, card)| counts[place * Card::COUNT + usize::from(*card)] += 1);
    }
    let expected = shoes.len() as f64 / Card::COUNT as f64;
    let statistic: f64 = counts.iter().map(|count| (f64::from(*count) - expected).powi(2) / expected).sum();
    let (n, sample) = (whole as f64, (shoes.len() * whole) as u64);
    let p = chi_square_tail(statistic * (n - 1.0) / n, (n - 1.0) * 51.0);
    Finding::new("position × card", "cards", sample, p)
}

/// How often each rank lay before each other, one pair a shoe.
fn neighbours(shoes: &[Vec<u8>], decks: usize) -> Finding {
    const RANKS: usize = 13;
    let whole = decks * Card::COUNT;
    let mut counts = vec![0; RANKS * RANKS];
    for (n, shoe) in shoes.iter().enumerate() {
        let at = n % (whole - 1);
        counts[usize::from(shoe[at] % 13) * RANKS + usize::from(shoe[at + 1] % 13)] += 1;
    }
    let (like, pairs) = (4 * decks, (whole * (whole - 1)) as f64);
    let share = |cell: usize| (like * (like - usize::from(cell / RANKS == cell % RANKS))) as f64 / pairs;
    let expected: Vec<f64> = (0..counts.len()).map(|cell| shoes.len() as f64 * share(cell)).collect();
    Finding::new(
        "neighbours",
        "ranks next to one another",
        shoes.len() as u64,
        chi_square(&counts, &expected),
    )
}

/// Groups of `SIZE` cards that follow one another and are all different.
fn groups<const SIZE: usize>(shoes: &[Vec<u8>]) -> impl Iterator<Item = &[u8]> {
    let different = |group: &&[u8]| (1..SIZE).all(|at| !group[..at].contains(&group[at]));
    shoes.iter().flat_map(|shoe| shoe.chunks_exact(SIZE)).filter(different)
}

fn permutation(shoes: &[Vec<u8>]) -> Finding {
    let mut counts = vec![0; 120];
    groups::<5>(shoes).for_each(|group| counts[rank(group)] += 1);
    let sample: u64 = counts.iter().sum();
    let expected = vec![sample as f64 / 120.0; 120];
    Finding::new("permutation", "orders of five cards", sample, chi_square(&counts, &expected))
}

fn runs(shoes: &[Vec<u8>]) -> Finding {
    let mut counts = vec![0; RUN];
    for group in groups::<RUN>(shoes) {
        let rising = group.windows(2).take_while(|pair| pair[0] < pair[1]).count();
        counts[rising] += 1;
    }
    let sample: u64 = counts.iter().sum();
    let expected: Vec<f64> = run_shares().map(|share| sample as f64 * share).collect();
    Finding::new("runs", "runs up among six cards", sample, chi_square(&counts, &expected))
}

/// The coups that four depths of the shoe would open with, against the exact odds of a whole shoe: before its first
/// card is known, a coup at any depth has those.
fn coups(shoes: &[Vec<u8>], decks: Decks) -> Result<Vec<Finding>, String> {
    const BOOK: &str = "nsw-2021";
    let book = Rulebook::embedded(BOOK).ok_or("the rulebook is missing")?;
    let variant = book.variants.first().ok_or("the rulebook has no variant")?;
    let analysis = Analysis::of_book(&book, &variant.id).map_err(|error| error.to_string())?;
    let decks = u32::from(u8::from(decks));
    let shoe = Composition::decks(decks).map_err(|error| error.to_string())?;
    let endings = analysis.endings(&shoe).map_err(|error| error.to_string())?;
    let share = |deals: u64| deals as f64 / endings.total() as f64;

    let mut findings = Vec::new();
    let mut opening = vec![0; 10];
    let mut pairs = 0u32;
    for depth in 0..4 {
        let mut counts = vec![0; PointsEnding::COUNT];
        for shoe in shoes {
            let from = depth * shoe.len() / 4;
            let hands = dealt(&book, &shoe[from..])?;
            counts[ending(&hands).index()] += 1;
            if depth == 0 {
                opening[usize::from(total(&hands, Side::Player).value())] += 1;
                let cards = hands[Side::Player].cards();
                pairs += u32::from(cards[0].rank() == cards[1].rank());
            }
        }
        let expected: Vec<f64> =
            PointsEnding::all().map(|ending| shoes.len() as f64 * share(endings.of(&ending))).collect();
        let of =
            ["coups at the front", "coups a quarter in", "coups half in", "coups three quarters in"][depth];
        findings.push(Finding::new("endings", of, shoes.len() as u64, chi_square(&counts, &expected)));
    }
    let sample = shoes.len() as f64;
    let expected: Vec<f64> = two_card_totals(&shoe).iter().map(|share| sample * share).collect();
    findings.push(Finding::new(
        "two-card total",
        "Player's hands",
        shoes.len() as u64,
        chi_square(&opening, &expected),
    ));
    let pair = f64::from(4 * decks - 1) / f64::from(52 * decks - 1);
    let z = (f64::from(pairs) - sample * pair) / (sample * pair * (1.0 - pair)).sqrt();
    findings.push(Finding::new("pair", "Player's hands", shoes.len() as u64, normal_tail(z)));
    Ok(findings)
}

/// The hands of the coup that these cards begin with.
fn dealt(book: &Rulebook, cards: &[u8]) -> Result<BySide<Hand>, String> {
    let mut coup = Coup::default();
    for card in cards.iter().filter_map(|place| Card::from_index(usize::from(*place))) {
        if let Due::Nothing { .. } = coup.due(book) {
            return Ok(coup.hands().clone());
        }
        coup.deal(book, card).map_err(|error| error.to_string())?;
    }
    Err("the shoe is too short for a coup".to_owned())
}

fn total(hands: &BySide<Hand>, side: Side) -> Point {
    hands[side].opening_point().unwrap_or(Point::of_total(0))
}

fn ending(hands: &BySide<Hand>) -> PointsEnding {
    PointsEnding {
        points: BySide::new(|side| hands[side].point()),
        drew: BySide::new(|side| hands[side].len() == 3),
    }
}

/// The share of each total of two cards from a whole shoe.
fn two_card_totals(shoe: &Composition) -> [f64; 10] {
    let (points, all) = (shoe.points(), f64::from(shoe.cards()));
    let mut shares = [0.0; 10];
    for (a, first) in points.iter().enumerate() {
        for (b, second) in points.iter().enumerate() {
            let second = f64::from(*second) - f64::from(u8::from(a == b));
            shares[(a + b) % 10] += f64::from(*first) * second / (all * (all - 1.0));
        }
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cmd::rng::check::tests::honest_shoes;

    #[test]
    fn honest_shoes_pass_every_test() {
        for decks in [Decks::EIGHT, Decks::new(1).unwrap()] {
            let findings = cards(&honest_shoes(3_000, decks), decks).unwrap();
            // 99 % for all of them together, as in the report.
            let limit = 0.01 / findings.len() as f64;
            for finding in findings {
                assert!(finding.both_sides() > limit, "{} of {}: {}", finding.test, finding.of, finding.p);
            }
        }
    }

    #[track_caller]
    fn spoilt(test: &str, spoil: impl Fn(&mut Vec<u8>)) {
        let mut shoes = honest_shoes(3_000, Decks::EIGHT);
        shoes.iter_mut().for_each(spoil);
        let of_coups = ["endings", "two-card total", "pair"].contains(&test);
        let findings =
            if of_coups { coups(&shoes, Decks::EIGHT).unwrap() } else { orders(&shoes, Decks::EIGHT) };
        let worst = findings.iter().filter(|finding| finding.test == test).map(Finding::both_sides);
        let worst = worst.fold(1.0, f64::min);
        assert!(worst < 1e-6, "{test}: {worst}");
    }

    #[test]
    fn each_test_finds_what_it_is_for() {
        // Somebody moves an ace to the front, leaves neighbours together, sorts a little, puts cards aside.
        spoilt("position × card", |shoe| {
            let ace = shoe.iter().position(|card| card % 13 == 0).unwrap();
            shoe.swap(0, ace);
        });
        spoilt("neighbours", |shoe| (0..415).step_by(2).for_each(|at| shoe[at + 1] = shoe[at]));
        spoilt("permutation", |shoe| shoe.chunks_exact_mut(40).for_each(|part| part[..2].sort_unstable()));
        spoilt("runs", |shoe| shoe.chunks_exact_mut(36).for_each(|part| part[..2].sort_unstable()));
        spoilt("equidistribution", |shoe| shoe.iter_mut().for_each(|card| *card -= u8::from(*card == 51)));
        spoilt("gap", |shoe| shoe.iter_mut().for_each(|card| *card %= 39));
        spoilt("coupon collector", |shoe| shoe.iter_mut().for_each(|card| *card = (*card + 13).min(51)));
        spoilt("poker", |shoe| shoe.iter_mut().for_each(|card| *card -= *card % 13 % 3));
        spoilt("serial pairs", |shoe| shoe.iter_mut().for_each(|card| *card -= *card % 13 / 12));
    }

    #[test]
    fn coups_that_are_not_the_games_are_found() {
        spoilt("endings", |shoe| shoe[2] = if shoe[0] % 13 == 8 { 12 } else { shoe[2] });
        spoilt("two-card total", |shoe| shoe[2] = if shoe[2] % 13 > 10 { 8 } else { shoe[2] });
        spoilt("pair", |shoe| shoe[2] = if shoe[2] / 13 == 0 { shoe[0] } else { shoe[2] });
    }
}
