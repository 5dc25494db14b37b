//! The point of a hand or card: a single digit.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A point, 0 to 9: the last digit of a total.
///
/// ```
/// use punto_vocab::Point;
/// assert_eq!(Point::of_total(17), Point::new(7).unwrap());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "u8", try_from = "u8")]
pub struct Point(u8);

impl Point {
    /// The point of six, on which several bets turn.
    pub const SIX: Point = Point(6);

    /// All ten points, nought first.
    pub fn all() -> impl ExactSizeIterator<Item = Point> + Clone {
        (0..10).map(Point)
    }

    /// The point of this value, if it is a single digit.
    pub const fn new(value: u8) -> Option<Point> {
        if value < 10 { Some(Point(value)) } else { None }
    }

    /// The last digit of a total.
    pub const fn of_total(total: u32) -> Point {
        Point((total % 10) as u8)
    }

    /// The point as a number.
    pub const fn value(self) -> u8 {
        self.0
    }

    /// The point of a hand that counted this much after one more card.
    pub const fn plus(self, card: Point) -> Point {
        Point::of_total(self.0 as u32 + card.0 as u32)
    }

    /// Whether two cards with this point are a natural.
    pub const fn is_natural(self) -> bool {
        self.0 >= 8
    }
}

impl From<Point> for u8 {
    fn from(point: Point) -> u8 {
        point.0
    }
}

impl TryFrom<u8> for Point {
    type Error = &'static str;

    fn try_from(value: u8) -> Result<Point, &'static str> {
        Point::new(value).ok_or("a point is a single digit")
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
