//! Seats as a ring seen from the dealer.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A numbered seat, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "u8", try_from = "u8")]
pub struct Seat(u8);

impl Seat {
    /// The most seats any document allows at one table.
    pub const MOST: u8 = 14;

    /// The seat of this number.
    pub const fn new(number: u8) -> Option<Seat> {
        if number >= 1 && number <= Seat::MOST { Some(Seat(number)) } else { None }
    }

    /// The seat's number.
    pub const fn number(self) -> u8 {
        self.0
    }
}

impl From<Seat> for u8 {
    fn from(seat: Seat) -> u8 {
        seat.0
    }
}

impl TryFrom<u8> for Seat {
    type Error = SeatError;

    fn try_from(number: u8) -> Result<Seat, SeatError> {
        Seat::new(number).ok_or_else(|| SeatError(number.to_string()))
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A text that is no seat.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a seat; seats are numbered from 1 to at most {most}", most = Seat::MOST)]
pub struct SeatError(pub String);

impl FromStr for Seat {
    type Err = SeatError;

    fn from_str(text: &str) -> Result<Seat, SeatError> {
        let figures = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        let number = text.parse().ok().filter(|_| figures);
        number.and_then(Seat::new).ok_or_else(|| SeatError(text.chars().take(20).collect()))
    }
}

crate::words! {
    /// A way round the table as seen from above.
    ///
    /// From above, the dealer's right is where anticlockwise begins and the dealer's left where clockwise begins.
    pub enum Direction: "a direction" {
        /// From the dealer's left to the dealer's right.
        Clockwise = "clockwise",
        /// From the dealer's right to the dealer's left.
        Anticlockwise = "anticlockwise",
    }
}

impl Direction {
    /// The other way round.
    pub const fn reversed(self) -> Direction {
        match self {
            Direction::Clockwise => Direction::Anticlockwise,
            Direction::Anticlockwise => Direction::Clockwise,
        }
    }
}

/// The seats of a table in their order round it.
///
/// No document numbers its seats in words, so which way the numbers rise is a setting; every layout picture
/// fits seat 1 at the dealer's right with numbers rising anticlockwise.
///
/// ```
/// use punto_vocab::{Direction, Ring, Seat};
/// let ring = Ring::new(7, Direction::Anticlockwise).unwrap();
/// let order: Vec<u8> = ring.clockwise_from_dealers_left().map(Seat::number).collect();
/// assert_eq!(order, [7, 6, 5, 4, 3, 2, 1]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ring {
    seats: u8,
    rising: Direction,
}

impl Ring {
    /// A table of this many seats, numbered from the dealer's right if they rise anticlockwise, from the
    /// dealer's left if they rise clockwise.
    pub const fn new(seats: u8, rising: Direction) -> Option<Ring> {
        if seats >= 1 && seats <= Seat::MOST { Some(Ring { seats, rising }) } else { None }
    }

    /// How many seats there are.
    pub const fn len(self) -> u8 {
        self.seats
    }

    /// A table has at least one seat, so never.
    pub const fn is_empty(self) -> bool {
        false
    }

    /// Whether the table has this seat.
    pub const fn has(self, seat: Seat) -> bool {
        seat.0 <= self.seats
    }

    /// All seats anticlockwise, from the dealer's right.
    pub fn anticlockwise_from_dealers_right(self) -> impl Iterator<Item = Seat> {
        let rising = self.rising;
        (1..=self.seats).map(move |place| match rising {
            Direction::Anticlockwise => Seat(place),
            Direction::Clockwise => Seat(self.seats + 1 - place),
        })
    }

    /// All seats clockwise, from the dealer's left.
    pub fn clockwise_from_dealers_left(self) -> impl Iterator<Item = Seat> {
        let rising = self.rising;
        (1..=self.seats).rev().map(move |place| match rising {
            Direction::Anticlockwise => Seat(place),
            Direction::Clockwise => Seat(self.seats + 1 - place),
        })
    }

    /// All seats once round in a direction, beginning with the one after `seat` and ending with it.
    pub fn after(self, seat: Seat, direction: Direction) -> impl Iterator<Item = Seat> {
        let up = self.rising == direction;
        (1..=self.seats).map(move |steps| {
            let at = i32::from(seat.0) - 1;
            let moved = if up { at + i32::from(steps) } else { at - i32::from(steps) };
            Seat(moved.rem_euclid(i32::from(self.seats)) as u8 + 1)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(seats: impl Iterator<Item = Seat>) -> Vec<u8> {
        seats.map(Seat::number).collect()
    }

    #[test]
    fn the_ring_runs_both_ways() {
        let ring = Ring::new(5, Direction::Anticlockwise).unwrap();
        assert_eq!(numbers(ring.anticlockwise_from_dealers_right()), [1, 2, 3, 4, 5]);
        assert_eq!(numbers(ring.after(Seat(4), Direction::Anticlockwise)), [5, 1, 2, 3, 4]);
        assert_eq!(numbers(ring.after(Seat(2), Direction::Clockwise)), [1, 5, 4, 3, 2]);
    }

    #[test]
    fn numbering_the_other_way_turns_the_numbers_not_the_table() {
        let ring = Ring::new(5, Direction::Clockwise).unwrap();
        assert_eq!(numbers(ring.anticlockwise_from_dealers_right()), [5, 4, 3, 2, 1]);
        assert_eq!(numbers(ring.clockwise_from_dealers_left()), [1, 2, 3, 4, 5]);
        assert_eq!(numbers(ring.after(Seat(4), Direction::Clockwise)), [5, 1, 2, 3, 4]);
    }

    #[test]
    fn seats_are_one_to_fourteen() {
        assert_eq!("14".parse(), Ok(Seat(14)));
        for text in ["0", "15", "99", "-1", "+1", "x", ""] {
            assert_eq!(text.parse::<Seat>(), Err(SeatError(text.into())));
        }
        assert_eq!(Ring::new(0, Direction::Clockwise), None);
        assert_eq!(Ring::new(15, Direction::Clockwise), None);
    }
}
