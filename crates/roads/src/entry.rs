//! One completed coup as a scoreboard knows it: who won, and what else its cell may show.

use std::fmt;
use std::str::FromStr;

use crate::word::{self, UnknownWord};

/// One completed coup of the present shoe.
///
/// Every road is a function of the list of these alone. It prints as the text form does: the winner's letter,
/// then `b` for a banker pair and `p` for a player pair.
///
/// ```
/// use punto_roads::{Entry, Winner};
///
/// let entry = Entry::new(Winner::Tie).with_banker_pair().with_player_pair();
/// assert_eq!(entry.to_string(), "Tbp");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Entry {
    /// Who won; a tie is a result too.
    pub winner: Winner,
    /// Whether Banker's first two cards were a pair.
    pub banker_pair: bool,
    /// Whether Player's first two cards were a pair.
    pub player_pair: bool,
    /// The points, where the source tells them; the text form does not.
    pub score: Option<Score>,
}

impl Entry {
    /// A coup of which only the winner is said: no pairs, points not told.
    pub const fn new(winner: Winner) -> Self {
        Self { winner, banker_pair: false, player_pair: false, score: None }
    }

    /// The same coup with a pair in Banker's first two cards.
    pub const fn with_banker_pair(self) -> Self {
        Self { banker_pair: true, ..self }
    }

    /// The same coup with a pair in Player's first two cards.
    pub const fn with_player_pair(self) -> Self {
        Self { player_pair: true, ..self }
    }

    /// The same coup with its points told.
    pub const fn with_score(self, score: Score) -> Self {
        Self { score: Some(score), ..self }
    }
}

impl From<Winner> for Entry {
    fn from(winner: Winner) -> Self {
        Self::new(winner)
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let banker_pair = if self.banker_pair { "b" } else { "" };
        let player_pair = if self.player_pair { "p" } else { "" };
        write!(f, "{}{banker_pair}{player_pair}", self.winner)
    }
}

/// The points a coup ended with, for display and statistics.
///
/// Taken as told and never compared with the winner: under some rulings the result stands although the points
/// would say otherwise, and that is not for a scoreboard to judge.
///
/// ```
/// use punto_roads::{Entry, Score, Winner};
///
/// let entry = Entry::new(Winner::Player).with_score(Score { banker: 3, player: 8, natural: true });
/// assert_eq!(entry.score.map(|score| score.player), Some(8));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Score {
    /// Banker's final point.
    pub banker: u8,
    /// Player's final point.
    pub player: u8,
    /// Whether either hand had 8 or 9 in its first two cards.
    pub natural: bool,
}

/// How a coup ended.
///
/// ```
/// use punto_roads::{Side, Winner};
///
/// assert_eq!("T".parse::<Winner>()?, Winner::Tie);
/// assert_eq!(Winner::Tie.side(), None);
/// assert_eq!(Winner::Banker.side(), Some(Side::Banker));
/// # Ok::<(), punto_roads::UnknownWord>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Winner {
    /// Banker's point was the higher; red on the roads.
    Banker,
    /// Player's point was the higher; blue on the roads.
    Player,
    /// Both points were equal; green on the bead plate, a slash on the big road.
    Tie,
}

impl Winner {
    /// Every result, in the order in which statistics list them.
    pub const ALL: [Self; 3] = [Self::Banker, Self::Player, Self::Tie];

    /// The letter of the text form: `B`, `P` or `T`.
    pub const fn letter(self) -> char {
        match self {
            Self::Banker => 'B',
            Self::Player => 'P',
            Self::Tie => 'T',
        }
    }

    /// The side that won, which a tie has not: only sides make entries of the big road.
    pub const fn side(self) -> Option<Side> {
        match self {
            Self::Banker => Some(Side::Banker),
            Self::Player => Some(Side::Player),
            Self::Tie => None,
        }
    }
}

impl From<Side> for Winner {
    fn from(side: Side) -> Self {
        match side {
            Side::Banker => Self::Banker,
            Side::Player => Self::Player,
        }
    }
}

impl fmt::Display for Winner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl FromStr for Winner {
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<Self, UnknownWord> {
        word::find(&Self::ALL, text)
    }
}

/// One of the two hands that can win a coup, and so start or lengthen a column of the big road.
///
/// ```
/// use punto_roads::Side;
///
/// assert_eq!("P".parse::<Side>()?.other(), Side::Banker);
/// # Ok::<(), punto_roads::UnknownWord>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// Banker, drawn red.
    Banker,
    /// Player, drawn blue.
    Player,
}

impl Side {
    /// Both sides, in the order of the ask buttons.
    pub const ALL: [Self; 2] = [Self::Banker, Self::Player];

    /// The opponent.
    pub const fn other(self) -> Self {
        match self {
            Self::Banker => Self::Player,
            Self::Player => Self::Banker,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Winner::from(*self).fmt(f)
    }
}

impl FromStr for Side {
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<Self, UnknownWord> {
        word::find(&Self::ALL, text)
    }
}
