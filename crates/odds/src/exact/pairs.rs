//! The number of deals for every way the two opening hands can be paired, by closed forms.

use std::ops::Range;

use punto_rulebook::Outcome;
use punto_vocab::{BySide, Pair, Point, Rank};

use super::Composition;

/// The grades of a pair, in the order of all numbers here.
const GRADES: [Pair; 3] = [Pair::Mixed, Pair::Coloured, Pair::Perfect];

/// How the two opening hands are paired, as far as any condition can tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Paired {
    /// Neither hand.
    Neither,
    /// Player's only, or Banker's only.
    One { player: bool, grade: usize },
    /// Both.
    Both { player: usize, banker: usize, likeness: usize },
}

/// The ranks of two pairs differ; they differ and count the same pips, as kings and queens do; they are one rank.
const UNLIKE: usize = 0;
const SAME_PIPS: usize = 1;
const SAME_RANK: usize = 2;

/// How many of all ordered deals of four cards are paired in each way.
pub(super) struct PairCounts([f64; Paired::COUNT]);

impl Paired {
    /// How many ways there are.
    pub(super) const COUNT: usize = 1 + 2 * 3 + 3 * 3 * 3;

    /// All ways, by [`Paired::index`].
    pub(super) fn all() -> impl Iterator<Item = Paired> {
        let one = [true, false]
            .into_iter()
            .flat_map(|player| (0..3).map(move |grade| Paired::One { player, grade }));
        let both = (0..27).map(|n| Paired::Both { player: n / 9, banker: n / 3 % 3, likeness: n % 3 });
        std::iter::once(Paired::Neither).chain(one).chain(both)
    }

    /// The way that is left when grades are not looked at.
    pub(super) fn ungraded(self) -> Paired {
        match self {
            Paired::Neither => Paired::Neither,
            Paired::One { player, .. } => Paired::One { player, grade: 0 },
            Paired::Both { likeness, .. } => Paired::Both { player: 0, banker: 0, likeness },
        }
    }

    /// The way's place in [`Paired::all`].
    pub(super) fn index(self) -> usize {
        match self {
            Paired::Neither => 0,
            Paired::One { player, grade } => 1 + usize::from(!player) * 3 + grade,
            Paired::Both { player, banker, likeness } => 7 + player * 9 + banker * 3 + likeness,
        }
    }

    /// An outcome that is paired so.
    pub(super) fn outcome(self) -> Outcome {
        let points = BySide::new(|_| Point::of_total(0));
        let (player, banker, likeness) = match self {
            Paired::Neither => (None, None, UNLIKE),
            Paired::One { player: true, grade } => (Some(GRADES[grade]), None, UNLIKE),
            Paired::One { player: false, grade } => (None, Some(GRADES[grade]), UNLIKE),
            Paired::Both { player, banker, likeness } => {
                (Some(GRADES[player]), Some(GRADES[banker]), likeness)
            }
        };
        Outcome {
            winner: Outcome::winner(points),
            points,
            cards: BySide::new(|_| 2),
            pairs: BySide { player, banker },
            same_rank: likeness == SAME_RANK,
            same_pips: likeness >= SAME_PIPS,
        }
    }
}

impl PairCounts {
    /// Counts the pairs of a shoe. Where no bet asks for grades, all pairs may be counted as of the first grade,
    /// which takes a fraction of the time.
    pub(super) fn of(shoe: &Composition, graded: bool) -> PairCounts {
        let of = |ranks: Range<usize>| match graded {
            true => Ranks::of(shoe, ranks, Ranks::graded),
            false => Ranks::of(shoe, ranks, Ranks::ungraded),
        };
        let tens = of(TENS);
        let all = of(0..TENS.start).and(&tens);
        let cards = f64::from(shoe.cards());
        let others = (cards - 2.0) * (cards - 3.0);
        let mut counts = [0.0; Paired::COUNT];
        let mut neither = cards * (cards - 1.0) * others;
        for player in 0..3 {
            let mut both = 0.0;
            for banker in 0..3 {
                let grades = GRADES_OF_TWO[player][banker];
                let same_pips = tens.pairs[player] * tens.pairs[banker] - tens.squares[grades];
                let unlike = all.pairs[player] * all.pairs[banker] - all.squares[grades] - same_pips;
                let by_likeness = [unlike, same_pips, all.both[grades]];
                for (likeness, count) in by_likeness.into_iter().enumerate() {
                    counts[Paired::Both { player, banker, likeness }.index()] = count;
                }
                both += by_likeness.iter().sum::<f64>();
            }
            // With the hands exchanged the count is the same.
            let one = all.pairs[player] * others - both;
            counts[Paired::One { player: true, grade: player }.index()] = one;
            counts[Paired::One { player: false, grade: player }.index()] = one;
            neither -= 2.0 * one + both;
        }
        counts[Paired::Neither.index()] = neither;
        PairCounts(counts)
    }

    /// The counts in the order of [`Paired::all`].
    pub(super) fn counts(&self) -> &[f64; Paired::COUNT] {
        &self.0
    }
}

/// The ranks with the same pips, of which pairs may be alike without being of one rank.
const TENS: Range<usize> = Rank::Ten as usize..Rank::King as usize + 1;

/// Which of six numbers belongs to Player's grade and Banker's; it is the same with the hands exchanged.
const GRADES_OF_TWO: [[usize; 3]; 3] = [[0, 1, 2], [1, 3, 4], [2, 4, 5]];

/// What some ranks yield, each by itself, added up. Every number is of ordered draws.
struct Ranks {
    /// Pairs, by grade.
    pairs: [f64; 3],
    /// Products of two numbers of pairs of one rank, by the two grades, as if cards were not used up.
    squares: [f64; 6],
    /// Pairs for both hands from one rank, by the two grades.
    both: [f64; 6],
}

impl Ranks {
    #[inline(always)]
    fn of(shoe: &Composition, ranks: Range<usize>, of_rank: impl Fn([f64; 4]) -> Ranks) -> Ranks {
        let mut sum = Ranks { pairs: [0.0; 3], squares: [0.0; 6], both: [0.0; 6] };
        let suits = shoe.counts().as_chunks::<13>().0;
        for rank in ranks {
            sum = sum.and(&of_rank([0, 1, 2, 3].map(|suit| f64::from(suits[suit][rank]))));
        }
        sum
    }

    /// What a rank yields of which there are so many, whatever their suits.
    #[inline(always)]
    fn ungraded(suits: [f64; 4]) -> Ranks {
        let cards: f64 = suits.iter().sum();
        let pairs = cards * (cards - 1.0);
        let first = |count: f64| [count, 0.0, 0.0, 0.0, 0.0, 0.0];
        let both = pairs * (cards - 2.0) * (cards - 3.0);
        Ranks { pairs: [pairs, 0.0, 0.0], squares: first(pairs * pairs), both: first(both) }
    }

    /// What a rank yields of which there are so many spades, hearts, diamonds and clubs.
    #[inline(always)]
    fn graded([s, h, d, c]: [f64; 4]) -> Ranks {
        let (black, red) = (s + c, h + d);
        let [ss, hh, dd, cc] = [s, h, d, c].map(|suit| suit * (suit - 1.0));
        let (sc, hd) = (2.0 * s * c, 2.0 * h * d);
        let (mixed, coloured, perfect) = (2.0 * black * red, sc + hd, ss + hh + dd + cc);
        // Player's pair leaves fewer for Banker's: `mixed`, `coloured` and `perfect` are each taken again with
        // the two cards gone.
        let both = [
            mixed * (mixed - 2.0 * (black + red) + 2.0),
            sc * (mixed - 4.0 * red) + hd * (mixed - 4.0 * black),
            (ss + cc) * (mixed - 4.0 * red) + (hh + dd) * (mixed - 4.0 * black),
            sc * (coloured - 2.0 * black + 2.0) + hd * (coloured - 2.0 * red + 2.0),
            sc * (perfect - 2.0 * black + 4.0) + hd * (perfect - 2.0 * red + 4.0),
            ss * (perfect - 4.0 * s + 6.0)
                + hh * (perfect - 4.0 * h + 6.0)
                + dd * (perfect - 4.0 * d + 6.0)
                + cc * (perfect - 4.0 * c + 6.0),
        ];
        let squares = [
            mixed * mixed,
            mixed * coloured,
            mixed * perfect,
            coloured * coloured,
            coloured * perfect,
            perfect * perfect,
        ];
        Ranks { pairs: [mixed, coloured, perfect], squares, both }
    }

    fn and(&self, other: &Ranks) -> Ranks {
        let sum = |a: &[f64; 6], b: &[f64; 6]| std::array::from_fn(|i| a[i] + b[i]);
        Ranks {
            pairs: std::array::from_fn(|i| self.pairs[i] + other.pairs[i]),
            squares: sum(&self.squares, &other.squares),
            both: sum(&self.both, &other.both),
        }
    }
}
