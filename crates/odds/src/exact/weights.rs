//! The weights of the multisets, which the drawing table alone fixes.

use punto_vocab::{BySide, Point};

use super::orders::{MULTISETS, Numbering};
use super::{DrawTable, PointsEnding};

/// For each set of endings and each multiset of six points: in how many orders of dealing those six cards the
/// coup comes to one of the endings, which are given by [`PointsEnding::index`].
///
/// Cards that the coup does not need are dealt on paper, so that every coup takes six and all counts have one
/// denominator.
pub(super) fn weights(table: &DrawTable, endings: &[Vec<usize>]) -> Vec<Vec<u16>> {
    let mut set_of = [None; PointsEnding::COUNT];
    for (set, endings) in endings.iter().enumerate() {
        for ending in endings {
            set_of[*ending] = Some(set);
        }
    }
    let weights = vec![vec![0; MULTISETS]; endings.len()];
    let mut dealing = Dealing { table, numbering: Numbering::new(), set_of, weights };
    let keys: [u64; 10] = std::array::from_fn(Numbering::key);
    let openings = || (0..10).flat_map(|one| (one..10).map(move |other| (one, other)));
    for (a, b) in openings() {
        for (x, y) in openings() {
            let orders = if a == b { 1 } else { 2 } * if x == y { 1 } else { 2 };
            let points =
                BySide { player: Point::of_total((a + b) as u32), banker: Point::of_total((x + y) as u32) };
            dealing.deal(&keys, points, keys[a] + keys[b] + keys[x] + keys[y], orders);
        }
    }
    dealing.weights
}

struct Dealing<'a> {
    table: &'a DrawTable,
    numbering: Numbering,
    set_of: [Option<usize>; PointsEnding::COUNT],
    weights: Vec<Vec<u16>>,
}

impl Dealing<'_> {
    /// Plays on from two opening hands, with every fifth and sixth card.
    fn deal(&mut self, keys: &[u64; 10], opening: BySide<Point>, opening_key: u64, orders: u16) {
        let natural = opening.player.is_natural() || opening.banker.is_natural();
        let player_draws = !natural && self.table.player_draws(opening.player);
        for fifth in Point::all() {
            let player_third = player_draws.then_some(fifth);
            let banker_draws = !natural && self.table.banker_draws(opening.banker, player_third);
            for sixth in Point::all() {
                let banker_third = if player_draws { sixth } else { fifth };
                let points = BySide {
                    player: player_third.map_or(opening.player, |third| opening.player.plus(third)),
                    banker: if banker_draws { opening.banker.plus(banker_third) } else { opening.banker },
                };
                let ending =
                    PointsEnding { points, drew: BySide { player: player_draws, banker: banker_draws } };
                if let Some(set) = self.set_of[ending.index()] {
                    let (fifth, sixth) = (usize::from(fifth.value()), usize::from(sixth.value()));
                    let number = self.numbering.number(opening_key + keys[fifth] + keys[sixth]);
                    self.weights[set][number] += orders;
                }
            }
        }
    }
}
