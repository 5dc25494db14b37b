//! A game lowered to the tables of sixteen that vectors look things up in.

use punto_rulebook::Burn;
use punto_vocab::Point;

use super::super::shoe::LastCoup;
use super::super::{ShoePlan, SimGame};

/// What a kernel has to know of a game.
pub(super) struct Table {
    /// By Player's opening point: all bits if Player draws. Nought for naturals.
    pub(super) player: [u8; 16],
    /// By Player's opening point, if Player stands: a bit for each of Banker's points on which Banker draws.
    /// Nought for naturals.
    pub(super) stood: [u8; 16],
    /// The same by the point of Player's third card.
    pub(super) third: [u8; 16],
    pub(super) decks: u8,
    pub(super) burn: Burned,
    /// The coup that begins or ends with so many cards, or fewer, is the last.
    pub(super) last: u16,
    /// Whether it is the cards at the end of a coup that count.
    pub(super) at_end: bool,
    /// So many coups every shoe has.
    pub(super) sure: u32,
    /// So many are counted apart.
    pub(super) early: u32,
}

/// The cards taken away before the first coup.
pub(super) enum Burned {
    /// So many, all unseen.
    Unseen(u16),
    /// One that is seen, and as many more as its pips.
    ByFirst,
}

/// A byte with the bit of a point, for Banker's points below eight.
pub(super) const BIT: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0];

impl Table {
    pub(super) fn new(game: &SimGame) -> Table {
        let table = game.table();
        let banker = |third: Option<Point>| {
            let draws = |point: &Point| !point.is_natural() && table.banker_draws(*point, third);
            Point::all().filter(draws).fold(0, |bits, point| bits | 1 << point.value())
        };
        let mut lowered = [[0; 16]; 3];
        for point in Point::all() {
            let at = usize::from(point.value());
            if !point.is_natural() {
                lowered[0][at] = if table.player_draws(point) { !0 } else { 0 };
                lowered[1][at] = banker(None);
            }
            lowered[2][at] = banker(Some(point));
        }
        let [player, stood, third] = lowered;
        let shoe: &ShoePlan = game.shoe();
        let (last, at_end) = match shoe.last() {
            LastCoup::StartsWith(cards) => (cards, false),
            LastCoup::EndsWith(cards) => (cards, true),
        };
        Table {
            player,
            stood,
            third,
            decks: shoe.decks(),
            burn: match shoe.burn() {
                Burn::None => Burned::Unseen(0),
                Burn::One | Burn::OneShown => Burned::Unseen(1),
                Burn::Counted => Burned::ByFirst,
            },
            last,
            at_end,
            sure: shoe.sure_coups(),
            early: game.early(),
        }
    }
}
