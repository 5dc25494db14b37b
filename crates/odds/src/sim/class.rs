//! The classes of outcomes that are counted.

use punto_rulebook::{Outcome, Winner};
use punto_vocab::{BySide, Pair, Point};

/// A class of outcomes: winner, winning or tied point, which hands drew, and how the hands are paired.
///
/// No condition of any bet can tell two outcomes of one class apart.
///
/// ```
/// use punto_odds::sim::Class;
/// use punto_rulebook::Winner;
/// let tiger = Class::all().filter_map(Class::outcome).filter(|outcome| {
///     outcome.winner == Winner::Banker && outcome.points.banker.value() == 6
/// });
/// assert!(tiger.count() > 0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Class(u16);

/// Who won, on what, and who drew: `point + 10 (Player drew) + 20 (Banker drew) + 40 (Banker won) + 80 (tie)`.
///
/// Sums instead of bits, because the vectors count these in bytes and the tables of counts stay small.
pub(super) const PLAYER_DREW: u8 = 10;
pub(super) const BANKER_DREW: u8 = 20;
pub(super) const BANKER_WON: u8 = 40;
pub(super) const TIED: u8 = 80;
/// How many such codes there are; the next power of two is used for tables.
pub(super) const CODES: usize = 120;
/// A code that stands for no coup.
pub(super) const NO_COUP: u8 = 127;

/// How the hands are paired: Player's grade, Banker's grade shifted by two, their likeness shifted by four.
pub(super) const MIXED: u8 = 1;
pub(super) const COLOURED: u8 = 2;
pub(super) const PERFECT: u8 = 3;
pub(super) const BANKERS_GRADE: u8 = 2;
pub(super) const SAME_PIPS: u8 = 1 << 4;
pub(super) const SAME_RANK: u8 = 2 << 4;

impl Class {
    /// How many places a table by class has; not all are used.
    pub const PLACES: usize = 128 * 64;

    /// All places, used or not.
    pub fn all() -> impl ExactSizeIterator<Item = Class> + Clone {
        (0..Class::PLACES as u16).map(Class)
    }

    /// The class of an outcome.
    pub fn of(outcome: &Outcome) -> Class {
        let code = match outcome.winner {
            Winner::Player => 0,
            Winner::Banker => BANKER_WON,
            Winner::Tie => TIED,
        } + outcome.winning_point().value()
            + if outcome.cards.player == 3 { PLAYER_DREW } else { 0 }
            + if outcome.cards.banker == 3 { BANKER_DREW } else { 0 };
        let grade = |pair: Option<Pair>| match pair {
            None => 0,
            Some(Pair::Mixed) => MIXED,
            Some(Pair::Coloured) => COLOURED,
            Some(Pair::Perfect) => PERFECT,
        };
        let likeness = match (outcome.same_rank, outcome.same_pips) {
            (true, _) => SAME_RANK,
            (false, true) => SAME_PIPS,
            (false, false) => 0,
        };
        let paired = grade(outcome.pairs.player) | grade(outcome.pairs.banker) << BANKERS_GRADE | likeness;
        Class::new(code, paired)
    }

    pub(super) fn new(code: u8, paired: u8) -> Class {
        Class((u16::from(code) << 6 | u16::from(paired & 63)) & (Class::PLACES as u16 - 1))
    }

    /// The class's place in tables.
    pub fn index(self) -> usize {
        self.0.into()
    }

    /// An outcome of this class, the losing hand with no point; `None` for a place that no outcome has.
    pub fn outcome(self) -> Option<Outcome> {
        let (code, paired) = ((self.0 >> 6) as u8, self.0 as u8 & 63);
        let (point, zero) = (Point::new(code % 10)?, Point::of_total(0));
        let points = match code / 40 {
            0 => BySide { player: point, banker: zero },
            1 => BySide { player: zero, banker: point },
            2 => BySide { player: point, banker: point },
            _ => return None,
        };
        let winner = Outcome::winner(points);
        // A hand cannot win with no point: such a place would read as a tie.
        if (winner == Winner::Tie) != (code >= TIED) {
            return None;
        }
        let grade = |code: u8| match code & 3 {
            0 => None,
            MIXED => Some(Pair::Mixed),
            COLOURED => Some(Pair::Coloured),
            _ => Some(Pair::Perfect),
        };
        let pairs = BySide { player: grade(paired), banker: grade(paired >> BANKERS_GRADE) };
        let both = pairs.player.is_some() && pairs.banker.is_some();
        let likeness = paired & (SAME_PIPS | SAME_RANK);
        if likeness != 0 && !both || likeness == SAME_PIPS | SAME_RANK {
            return None;
        }
        let drew = |drew: bool| if drew { 3 } else { 2 };
        Some(Outcome {
            winner,
            points,
            cards: BySide { player: drew(code / 10 % 2 == 1), banker: drew(code / 20 % 2 == 1) },
            pairs,
            same_rank: likeness == SAME_RANK,
            same_pips: likeness != 0,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outcome_comes_back_from_its_class() {
        let mut used = 0;
        for class in Class::all() {
            if let Some(outcome) = class.outcome() {
                assert_eq!(Class::of(&outcome), class);
                used += 1;
            }
        }
        // 28 winners and points, four ways to draw, 34 ways to be paired.
        assert_eq!(used, 28 * 4 * 34);
    }

    #[test]
    fn conditions_see_the_same_in_a_class_as_in_its_outcomes() {
        for outcome in Outcome::classes() {
            let stand_in = Class::of(&outcome).outcome().unwrap();
            assert_eq!(
                (outcome.winner, outcome.winning_point(), outcome.cards, outcome.pairs, outcome.same_rank),
                (
                    stand_in.winner,
                    stand_in.winning_point(),
                    stand_in.cards,
                    stand_in.pairs,
                    stand_in.same_rank
                )
            );
            assert_eq!(outcome.same_pips, stand_in.same_pips);
        }
    }
}
