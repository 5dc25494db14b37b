//! Expectations: what must have followed the last command, and by which clause.

use std::fmt;
use std::str::FromStr;

use punto_vocab::{Card, Side};

/// What a script expects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expectation {
    /// The last command was refused, by these clauses.
    Refused {
        /// The clauses it must name.
        by: Vec<String>,
    },
    /// The last command caused an event with this text, by these clauses.
    Event {
        /// The event's text, up to its ` by `.
        text: String,
        /// The clauses it must name.
        by: Vec<String>,
    },
    /// The last command caused no event that begins so.
    Nothing {
        /// The beginning.
        text: String,
    },
    /// A hand lies so.
    Hand {
        /// Which.
        side: Side,
        /// Its cards.
        cards: Vec<Card>,
        /// Its point.
        point: u8,
    },
    /// A card is due for this hand, or none.
    Due {
        /// The hand.
        side: Option<Side>,
        /// The clauses it must name.
        by: Vec<String>,
    },
}

impl FromStr for Expectation {
    type Err = String;

    fn from_str(text: &str) -> Result<Expectation, String> {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let (body, by) = match text.rsplit_once(" by ") {
            Some((body, clauses)) => (body.to_owned(), read_clauses(clauses)?),
            None => (text.clone(), Vec::new()),
        };
        match body.split_once(' ').unwrap_or((&body, "")) {
            ("", _) => {
                Err("the line ends here; expected an event, `refused`, `nothing`, a hand or `due`".into())
            }
            ("refused", "") => Ok(Expectation::Refused { by }),
            ("refused", rest) => Err(format!("`{rest}` found; expected `by` and a clause")),
            ("nothing", rest) => Ok(Expectation::Nothing { text: rest.to_owned() }),
            ("due", rest) => match rest {
                "player" => Ok(Expectation::Due { side: Some(Side::Player), by }),
                "banker" => Ok(Expectation::Due { side: Some(Side::Banker), by }),
                "nothing" => Ok(Expectation::Due { side: None, by }),
                _ => Err(format!("`{rest}` found; expected player, banker or nothing")),
            },
            ("player", rest) if rest.contains('=') => read_hand(Side::Player, rest),
            ("banker", rest) if rest.contains('=') => read_hand(Side::Banker, rest),
            _ => Ok(Expectation::Event { text: body, by }),
        }
    }
}

fn read_clauses(text: &str) -> Result<Vec<String>, String> {
    let clauses: Vec<String> = text.split(',').map(|clause| clause.trim().to_owned()).collect();
    if clauses.iter().any(|clause| clause.is_empty() || clause.contains(' ')) {
        return Err(format!("`{text}` found; expected clauses like 12.2 or 11.1.3, 5.8"));
    }
    Ok(clauses)
}

fn read_hand(side: Side, text: &str) -> Result<Expectation, String> {
    let wanted = || "expected cards and a point, like `2d 3c 9d = 4`".to_owned();
    let (cards, point) = text.split_once('=').ok_or_else(wanted)?;
    let cards = cards.split_whitespace().map(|card| card.parse::<Card>().map_err(|e| e.to_string()));
    let point = point.trim().parse::<u8>().ok().filter(|point| *point < 10).ok_or_else(wanted)?;
    Ok(Expectation::Hand { side, cards: cards.collect::<Result<_, _>>()?, point })
}

impl fmt::Display for Expectation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |side: Side| match side {
            Side::Player => "player",
            Side::Banker => "banker",
        };
        let by = |by: &[String]| if by.is_empty() { String::new() } else { format!(" by {}", by.join(", ")) };
        match self {
            Expectation::Refused { by: clauses } => write!(f, "refused{}", by(clauses)),
            Expectation::Event { text, by: clauses } => write!(f, "{text}{}", by(clauses)),
            Expectation::Nothing { text } if text.is_empty() => write!(f, "nothing"),
            Expectation::Nothing { text } => write!(f, "nothing {text}"),
            Expectation::Hand { side, cards, point } => {
                write!(f, "{}", name(*side))?;
                cards.iter().try_for_each(|card| write!(f, " {card}"))?;
                write!(f, " = {point}")
            }
            Expectation::Due { side, by: clauses } => {
                write!(f, "due {}{}", side.map_or("nothing", name), by(clauses))
            }
        }
    }
}
