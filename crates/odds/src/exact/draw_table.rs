//! The drawing table as bits, for counting millions of deals.

use punto_rulebook::Drawing;
use punto_vocab::{Card, Point};

/// When Player and Banker draw a third card, with no natural on the table.
///
/// It is lowered from the rulebook's own [`Drawing`], the value that the running table reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DrawTable {
    /// Bit `p`: Player draws on the point `p`.
    player: u16,
    /// For each of Banker's points, bit `t`: Banker draws after Player's third card counted `t`; bit 10: after
    /// Player stood.
    banker: [u16; 10],
}

const STOOD: usize = 10;

impl DrawTable {
    /// The table that these two answers make; naturals are never asked about.
    pub fn new(player: impl Fn(Point) -> bool, banker: impl Fn(Point, Option<Point>) -> bool) -> DrawTable {
        let drawn_on = |point: &Point| !point.is_natural();
        let mut table = DrawTable { player: 0, banker: [0; 10] };
        for point in Point::all().filter(drawn_on) {
            table.player |= u16::from(player(point)) << point.value();
            let row = &mut table.banker[usize::from(point.value())];
            *row |= u16::from(banker(point, None)) << STOOD;
            for third in Point::all() {
                *row |= u16::from(banker(point, Some(third))) << third.value();
            }
        }
        table
    }

    /// Whether Player draws on this opening point.
    pub fn player_draws(&self, player: Point) -> bool {
        self.player >> player.value() & 1 == 1
    }

    /// Whether Banker draws on this opening point after Player's third card, or after Player stood.
    pub fn banker_draws(&self, banker: Point, player_third: Option<Point>) -> bool {
        let column = player_third.map_or(STOOD, |third| third.value().into());
        self.banker[usize::from(banker.value())] >> column & 1 == 1
    }
}

impl From<&Drawing> for DrawTable {
    fn from(drawing: &Drawing) -> DrawTable {
        let of_point = |point: Point| Card::all().find(|card| card.point() == point);
        DrawTable::new(
            |player| drawing.player_draws(player),
            |banker, third| drawing.banker_draws(banker, third.and_then(of_point)),
        )
    }
}
