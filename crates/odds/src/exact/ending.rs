//! How a coup can end, as far as points go.

use punto_rulebook::Outcome;
use punto_vocab::{BySide, Point};

/// The points and the numbers of cards that a coup ends with.
///
/// ```
/// use punto_odds::PointsEnding;
/// assert_eq!(PointsEnding::all().count(), 400);
/// assert!(PointsEnding::all().enumerate().all(|(place, ending)| ending.index() == place));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PointsEnding {
    /// The final points.
    pub points: BySide<Point>,
    /// Whether each hand drew a third card.
    pub drew: BySide<bool>,
}

impl PointsEnding {
    /// How many endings can be told apart; no drawing table reaches them all.
    pub const COUNT: usize = 400;

    /// All of them, by [`PointsEnding::index`].
    pub fn all() -> impl Iterator<Item = PointsEnding> {
        let points =
            Point::all().flat_map(|player| Point::all().map(move |banker| BySide { player, banker }));
        let drew = [(false, false), (false, true), (true, false), (true, true)];
        points.flat_map(move |points| {
            drew.into_iter()
                .map(move |(player, banker)| PointsEnding { points, drew: BySide { player, banker } })
        })
    }

    /// The ending's place in [`PointsEnding::all`].
    pub fn index(&self) -> usize {
        let points = usize::from(self.points.player.value()) * 10 + usize::from(self.points.banker.value());
        points * 4 + usize::from(self.drew.player) * 2 + usize::from(self.drew.banker)
    }

    /// How many cards were dealt.
    pub fn cards(&self) -> u8 {
        4 + u8::from(self.drew.player) + u8::from(self.drew.banker)
    }

    /// The outcome that bets see, with no pair in either hand.
    pub fn outcome(&self) -> Outcome {
        Outcome {
            winner: Outcome::winner(self.points),
            points: self.points,
            cards: self.drew.map(|drew| 2 + u8::from(drew)),
            pairs: BySide { player: None, banker: None },
            same_rank: false,
            same_pips: false,
        }
    }
}
