//! What a finished coup came to, as bets see it.

use punto_vocab::{BySide, Hand, Pair, Point, Side};

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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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

    /// One outcome of every class that any condition can tell apart.
    ///
    /// Bets are checked against these at loading; a few combinations no drawing table can reach are among
    /// them, which makes the check stricter, not looser.
    pub fn classes() -> impl Iterator<Item = Outcome> {
        let grades = [None, Some(Pair::Mixed), Some(Pair::Coloured), Some(Pair::Perfect)];
        let points =
            Point::all().flat_map(|player| Point::all().map(move |banker| BySide { player, banker }));
        let cards = [(2, 2), (2, 3), (3, 2), (3, 3)];
        points.flat_map(move |points| {
            cards.into_iter().flat_map(move |(player_cards, banker_cards)| {
                grades.into_iter().flat_map(move |player_pair| {
                    grades.into_iter().flat_map(move |banker_pair| {
                        let both = player_pair.is_some() && banker_pair.is_some();
                        let alike = [(false, false), (false, true), (true, true)];
                        let alike = alike.into_iter().filter(move |(_, same_pips)| !same_pips || both);
                        alike.map(move |(same_rank, same_pips)| Outcome {
                            winner: Outcome::winner(points),
                            points,
                            cards: BySide { player: player_cards, banker: banker_cards },
                            pairs: BySide { player: player_pair, banker: banker_pair },
                            same_rank,
                            same_pips,
                        })
                    })
                })
            })
        })
    }
}
