//! What a finished coup came to, as bets see it.

use punto_vocab::{BySide, Hand, Pair, Point, Side};
use serde::{Deserialize, Serialize};

punto_vocab::words! {
    /// Which hand won, or neither.
    pub enum Winner: "a winner" {
        /// Player's point is higher.
        Player = "player",
        /// Banker's point is higher.
        Banker = "banker",
        /// Both points are the same.
        Tie = "tie",
    }
}

/// The facts of a finished coup that decide bets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Outcome {
    /// Which hand won.
    pub winner: Winner,
    /// The final points.
    pub points: BySide<Point>,
    /// How many cards each hand has.
    pub cards: BySide<u8>,
    /// How each hand's first two cards are paired.
    pub pairs: BySide<Option<Pair>>,
    /// Whether both hands are paired in the same rank.
    pub same_rank: bool,
    /// Whether both hands are paired in ranks of the same pips, as kings with queens.
    pub same_pips: bool,
}

impl Outcome {
    /// What these hands come to; `None` while a hand has fewer than two cards.
    ///
    /// Whether a third card is still due is the drawing table's business, not asked here.
    pub fn of(hands: &BySide<Hand>) -> Option<Outcome> {
        let (player, banker) = (hands.player.opening()?, hands.banker.opening()?);
        let points = BySide { player: hands.player.point(), banker: hands.banker.point() };
        let pairs = BySide { player: hands.player.pair(), banker: hands.banker.pair() };
        let both = pairs.player.is_some() && pairs.banker.is_some();
        let ranks = (player[0].rank(), banker[0].rank());
        Some(Outcome {
            winner: Outcome::winner(points),
            points,
            cards: BySide { player: hands.player.len() as u8, banker: hands.banker.len() as u8 },
            pairs,
            same_rank: both && ranks.0 == ranks.1,
            same_pips: both && ranks.0.pips() == ranks.1.pips(),
        })
    }

    /// Which of two points wins.
    pub fn winner(points: BySide<Point>) -> Winner {
        match points.player.cmp(&points.banker) {
            std::cmp::Ordering::Greater => Winner::Player,
            std::cmp::Ordering::Less => Winner::Banker,
            std::cmp::Ordering::Equal => Winner::Tie,
        }
    }

    /// The point that won, or on which the hands tied.
    pub fn winning_point(&self) -> Point {
        self.points.player.max(self.points.banker)
    }

    /// The winning hand, unless the hands tied.
    pub fn winning_side(&self) -> Option<Side> {
        match self.winner {
            Winner::Player => Some(Side::Player),
            Winner::Banker => Some(Side::Banker),
            Winner::Tie => None,
        }
    }

    /// By how many points the hands differ.
    pub fn margin(&self) -> u8 {
        self.points.player.value().abs_diff(self.points.banker.value())
    }

    /// What the points of both hands come to.
    pub fn sum(&self) -> u8 {
        self.points.player.value() + self.points.banker.value()
    }

    /// How many cards both hands have.
    pub fn dealt(&self) -> u8 {
        self.cards.player + self.cards.banker
    }

    /// Whether the winning hand, or both hands that tied, are naturals.
    pub fn is_natural(&self) -> bool {
        let winners = self
            .winning_side()
            .map_or_else(|| self.cards.player.max(self.cards.banker), |side| self.cards[side]);
        winners == 2 && self.winning_point().is_natural()
    }

    /// One outcome of every class that a condition can tell apart which does not ask for both hands together.
    ///
    /// Such a condition sees the winner, the winning or tied point, how many cards the winning hand has, and the
    /// pairs; so the losing hand is here always two cards with no point. Bets are checked against these at
    /// loading, and against [`Outcome::all`] where they ask for more. Some no drawing table can reach: two rows that could meet only there are refused all the same,
    /// and a row that could win only there is not found out.
    pub fn classes() -> impl Iterator<Item = Outcome> {
        let zero = Point::of_total(0);
        let won = Point::all().skip(1).flat_map(move |point| {
            let (player, banker) = ((point, zero), (zero, point));
            [(player, (2, 2)), (player, (3, 2)), (banker, (2, 2)), (banker, (2, 3))]
        });
        let tied = Point::all().map(|point| ((point, point), (2, 2)));
        won.chain(tied).flat_map(|((player, banker), (player_cards, banker_cards))| {
            let points = BySide { player, banker };
            Outcome::pairings().map(move |(pairs, same_rank, same_pips)| Outcome {
                winner: Outcome::winner(points),
                points,
                cards: BySide { player: player_cards, banker: banker_cards },
                pairs,
                same_rank,
                same_pips,
            })
        })
    }

    /// Every outcome that any condition can tell apart: both points, both numbers of cards, and the pairs.
    pub fn all() -> impl Iterator<Item = Outcome> {
        let points =
            Point::all().flat_map(|player| Point::all().map(move |banker| BySide { player, banker }));
        let cards = [(2, 2), (2, 3), (3, 2), (3, 3)];
        points
            .flat_map(move |points| {
                cards.into_iter().map(move |(player, banker)| (points, BySide { player, banker }))
            })
            .flat_map(|(points, cards)| {
                Outcome::pairings().map(move |(pairs, same_rank, same_pips)| Outcome {
                    winner: Outcome::winner(points),
                    points,
                    cards,
                    pairs,
                    same_rank,
                    same_pips,
                })
            })
    }

    /// Every way two hands can be paired: each hand's grade, whether in the same rank, and of the same pips.
    fn pairings() -> impl Iterator<Item = (BySide<Option<Pair>>, bool, bool)> {
        let grades = [None, Some(Pair::Mixed), Some(Pair::Coloured), Some(Pair::Perfect)];
        grades.into_iter().flat_map(move |player| {
            grades.into_iter().flat_map(move |banker| {
                let both = player.is_some() && banker.is_some();
                let alike = [(false, false), (false, true), (true, true)];
                let alike = alike.into_iter().filter(move |(_, same_pips)| !same_pips || both);
                alike.map(move |(same_rank, same_pips)| (BySide { player, banker }, same_rank, same_pips))
            })
        })
    }
}
