//! A list of entries as one word of text, such as `BPTBbPp`.

use std::fmt;

use crate::entry::{Entry, Winner};

/// Reads entries written without separators: `B`, `P` or `T` a coup, each followed by `b` for a banker pair
/// and `p` for a player pair. The pairs may come in either order, each at most once; an empty text is an
/// empty list.
///
/// ```
/// use punto_roads::{Entry, Winner, parse_entries};
///
/// let entries = parse_entries("TBb")?;
/// assert_eq!(entries, [Entry::new(Winner::Tie), Entry::new(Winner::Banker).with_banker_pair()]);
///
/// let error = parse_entries("BPx").unwrap_err();
/// assert_eq!(error.to_string(), "column 3: found 'x', expected a result B, P or T, or a pair b or p");
/// # Ok::<(), punto_roads::ParseEntriesError>(())
/// ```
pub fn parse_entries(text: &str) -> Result<Vec<Entry>, ParseEntriesError> {
    let mut entries: Vec<Entry> = Vec::new();
    for (column, found) in (1..).zip(text.chars()) {
        match (found, entries.last_mut()) {
            ('b', Some(last)) if !last.banker_pair => last.banker_pair = true,
            ('p', Some(last)) if !last.player_pair => last.player_pair = true,
            (_, last) => match Winner::ALL.into_iter().find(|winner| winner.letter() == found) {
                Some(winner) => entries.push(Entry::new(winner)),
                None => {
                    let expected = Expected::after(last.as_deref());
                    return Err(ParseEntriesError { column, found, expected });
                }
            },
        }
    }
    Ok(entries)
}

/// Writes entries as [`parse_entries`] reads them, a banker pair before a player pair.
///
/// Points have no place in the text: entries that tell them come back without.
///
/// ```
/// use punto_roads::{parse_entries, print_entries};
///
/// assert_eq!(print_entries(&parse_entries("BPTBbPp")?), "BPTBbPp");
/// # Ok::<(), punto_roads::ParseEntriesError>(())
/// ```
pub fn print_entries<'a>(entries: impl IntoIterator<Item = &'a Entry>) -> String {
    entries.into_iter().map(Entry::to_string).collect()
}

/// Where a text stopped being a list of entries.
///
/// ```
/// use punto_roads::{Expected, ParseEntriesError, parse_entries};
///
/// let error = ParseEntriesError { column: 3, found: 'b', expected: Expected::ResultOrPlayerPair };
/// assert_eq!(parse_entries("Bbb"), Err(error));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
// The character is shown escaped, so that an invisible one can be seen.
#[error("column {column}: found {found:?}, expected {expected}")]
pub struct ParseEntriesError {
    /// Counted in characters, from 1.
    pub column: usize,
    /// The character that stands there.
    pub found: char,
    /// What could have stood there instead.
    pub expected: Expected,
}

/// What the text form allows at a given place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// At the start, or when both pairs of the last result are said: only the next result.
    Result,
    /// After a bare result: the next one or either pair.
    ResultOrPair,
    /// After a player pair: the next result or the banker pair.
    ResultOrBankerPair,
    /// After a banker pair: the next result or the player pair.
    ResultOrPlayerPair,
}

impl Expected {
    fn after(last: Option<&Entry>) -> Self {
        match last.map(|last| (last.banker_pair, last.player_pair)) {
            None | Some((true, true)) => Self::Result,
            Some((false, false)) => Self::ResultOrPair,
            Some((false, true)) => Self::ResultOrBankerPair,
            Some((true, false)) => Self::ResultOrPlayerPair,
        }
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Result => "a result B, P or T",
            Self::ResultOrPair => "a result B, P or T, or a pair b or p",
            Self::ResultOrBankerPair => "a result B, P or T, or the banker pair b",
            Self::ResultOrPlayerPair => "a result B, P or T, or the player pair p",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_error(text: &str, message: &str) {
        assert_eq!(parse_entries(text).map_err(|error| error.to_string()), Err(message.to_owned()));
    }

    #[test]
    fn an_error_says_column_found_and_expected() {
        check_error("b", "column 1: found 'b', expected a result B, P or T");
        check_error("Bbb", "column 3: found 'b', expected a result B, P or T, or the player pair p");
        check_error("Ppp", "column 3: found 'p', expected a result B, P or T, or the banker pair b");
        check_error("Tbpp", "column 4: found 'p', expected a result B, P or T");
        check_error("B P", "column 2: found ' ', expected a result B, P or T, or a pair b or p");
        check_error("t", "column 1: found 't', expected a result B, P or T");
    }

    #[test]
    fn columns_count_characters_and_invisible_ones_are_shown() {
        check_error("庄B", "column 1: found '庄', expected a result B, P or T");
        check_error(
            "B\u{200b}",
            "column 2: found '\\u{200b}', expected a result B, P or T, or a pair b or p",
        );
    }

    #[test]
    fn pairs_are_read_in_either_order_and_printed_in_one() {
        let entries = parse_entries("BpbTbp").unwrap();
        assert!(entries.iter().all(|entry| entry.banker_pair && entry.player_pair));
        assert_eq!(print_entries(&entries), "BbpTbp");
    }

    #[test]
    fn an_empty_text_is_an_empty_shoe() {
        assert_eq!(parse_entries(""), Ok(vec![]));
        assert_eq!(print_entries(&[]), "");
    }
}
