//! The number of deals for every ending, counted with integers and without any table.

use punto_rulebook::{Outcome, Winner};
use punto_vocab::{BySide, Point, Side};

use super::{Composition, CompositionError, DrawTable, Fraction, PointsEnding};

/// For every ending of a coup: how many of all ordered deals of six cards come to it.
///
/// This is the slower of the two ways to count (tens of microseconds) and shares nothing with the other but the
/// drawing table, so each checks the other; it also tells every ending apart.
///
/// ```
/// use punto_odds::{Composition, DrawTable, Endings};
/// use punto_rulebook::Rulebook;
/// use punto_vocab::{Point, Side};
///
/// let table = DrawTable::from(&Rulebook::embedded("nz-1998").unwrap().drawing);
/// let endings = Endings::count(&table, &Composition::decks(8).unwrap()).unwrap();
/// let nines = endings.point(Side::Banker, Point::new(9).unwrap());
/// assert_eq!(endings.share(nines).decimal(4), "0.1284");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endings {
    counts: Vec<u64>,
    total: u64,
}

impl Endings {
    /// Counts the endings of a coup dealt from a shoe.
    pub fn count(table: &DrawTable, shoe: &Composition) -> Result<Endings, CompositionError> {
        shoe.check_coup()?;
        let mut counting = Counting {
            table,
            left: shoe.points().map(u64::from),
            cards: u64::from(shoe.cards()),
            counts: vec![0; PointsEnding::COUNT],
        };
        for a in 0..10 {
            for b in a..10 {
                counting.player_opens(a, b);
            }
        }
        Ok(Endings { counts: counting.counts, total: shoe.orders(6) })
    }

    /// How many deals come to this ending.
    pub fn of(&self, ending: &PointsEnding) -> u64 {
        self.counts[ending.index()]
    }

    /// How many deals come to any ending that is asked for.
    pub fn of_all(&self, asked_for: impl Fn(&PointsEnding) -> bool) -> u64 {
        PointsEnding::all().filter(asked_for).map(|ending| self.of(&ending)).sum()
    }

    /// All ordered deals of six cards.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// What share of all deals so many are.
    pub fn share(&self, deals: u64) -> Fraction {
        Fraction::new(deals.into(), self.total.into()).unwrap_or(Fraction::ZERO)
    }

    /// How many deals are won by this hand, or tied.
    pub fn winner(&self, winner: Winner) -> u64 {
        self.of_all(|ending| Outcome::winner(ending.points) == winner)
    }

    /// How many deals leave a hand with this point.
    pub fn point(&self, side: Side, point: Point) -> u64 {
        self.of_all(|ending| ending.points[side] == point)
    }

    /// How many deals take 4, 5 or 6 cards.
    pub fn cards(&self, cards: u8) -> u64 {
        self.of_all(|ending| ending.cards() == cards)
    }
}

struct Counting<'a> {
    table: &'a DrawTable,
    /// How many cards of each point are left at this stage of the deal.
    left: [u64; 10],
    cards: u64,
    counts: Vec<u64>,
}

impl Counting<'_> {
    /// All deals in which Player's first two cards count `a` and `b`, in either order.
    fn player_opens(&mut self, a: usize, b: usize) {
        let orders = if a == b { 1 } else { 2 }
            * self.left[a]
            * (self.left[b] - u64::from(a == b && self.left[b] > 0));
        if orders == 0 {
            return;
        }
        self.left[a] -= 1;
        self.left[b] -= 1;
        let player = Point::of_total((a + b) as u32);
        let stands = player.is_natural() || !self.table.player_draws(player);
        let openings = self.banker_openings();
        for banker in Point::all().filter(|banker| stands || banker.is_natural()) {
            let natural = player.is_natural() || banker.is_natural();
            let draws = !natural && self.table.banker_draws(banker, None);
            // Two further cards remain to be dealt on paper, or one after Banker's third.
            let rest = if draws { self.cards - 5 } else { (self.cards - 4) * (self.cards - 5) };
            self.banker_plays(
                BySide { player, banker },
                &openings,
                BySide { player: false, banker: draws },
                orders * rest,
            );
        }
        if !stands {
            for third in Point::all() {
                self.player_draws(player, third, orders);
            }
        }
        self.left[a] += 1;
        self.left[b] += 1;
    }

    /// All deals in which Player then draws this third card, Banker having no natural.
    fn player_draws(&mut self, opening: Point, third: Point, orders: u64) {
        let class = usize::from(third.value());
        let orders = orders * self.left[class];
        if orders == 0 {
            return;
        }
        self.left[class] -= 1;
        let openings = self.banker_openings();
        for banker in Point::all().filter(|banker| !banker.is_natural()) {
            let draws = self.table.banker_draws(banker, Some(third));
            let rest = if draws { 1 } else { self.cards - 5 };
            let points = BySide { player: opening.plus(third), banker };
            self.banker_plays(points, &openings, BySide { player: true, banker: draws }, orders * rest);
        }
        self.left[class] += 1;
    }

    /// Adds the deals in which Banker opens with a point and then draws, or does not.
    fn banker_plays(&mut self, points: BySide<Point>, openings: &[u64; 10], drew: BySide<bool>, orders: u64) {
        let opened = openings[usize::from(points.banker.value())];
        if !drew.banker {
            self.counts[PointsEnding { points, drew }.index()] += orders * opened;
            return;
        }
        for third in Point::all() {
            let class = usize::from(third.value());
            // A third card like one of the opening two has one card fewer to come from: the opening then is that
            // card and the one that makes up the point, in two orders.
            let other = usize::from((10 + points.banker.value() - third.value()) % 10);
            let alike =
                2 * self.left[class] * (self.left[other] - u64::from(other == class && self.left[class] > 0));
            let deals = opened * self.left[class] - alike;
            let points = BySide { banker: points.banker.plus(third), ..points };
            self.counts[PointsEnding { points, drew }.index()] += orders * deals;
        }
    }

    /// In how many orders Banker's first two cards make each point.
    fn banker_openings(&self) -> [u64; 10] {
        let mut openings = [0; 10];
        for (x, &left) in self.left.iter().enumerate() {
            for (y, &other) in self.left.iter().enumerate() {
                openings[(x + y) % 10] += left * (other - u64::from(x == y && left > 0));
            }
        }
        openings
    }
}
