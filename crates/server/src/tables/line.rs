//! What a client says, before anybody acts on it: an id, and a line that can be seen and read.

use std::str::FromStr;

use punto_floor::CommandKey;
use punto_table::{Command, HandName, Laying};
use punto_wire::Command as Spoken;

use crate::problem::ApiError;

/// The longest line, in bytes.
const LONGEST: usize = 300;

/// The id of a command: 8 to 64 letters, figures and `-`.
pub(crate) fn id(text: &str) -> Result<CommandKey, ApiError> {
    let plain = text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    let key = CommandKey::from_str(text).ok().filter(|_| plain && (8..=64).contains(&text.len()));
    key.ok_or_else(|| ApiError::bad_request("the id of a command is 8 to 64 letters, figures and -"))
}

/// Reads a line; what is wrong with it is said with its column and what was expected.
pub(crate) fn read(line: &str) -> Result<Spoken, ApiError> {
    if line.len() > LONGEST {
        return Err(ApiError::bad_request(format!(
            "the line has {} bytes; expected at most {LONGEST}",
            line.len()
        )));
    }
    if let Some((at, c)) = line.chars().enumerate().find(|(_, c)| !seen(*c)) {
        let found = format!("U+{:04X}", u32::from(c));
        let sentence = format!("column {}: {found} cannot be seen; expected a line of plain text", at + 1);
        return Err(ApiError::bad_request(sentence));
    }
    if let Some(laid) = deal(line) {
        return laid.map(Spoken::Deal);
    }
    line.parse::<Command>().map(Spoken::from).map_err(|error| ApiError::bad_request(error.to_string()))
}

/// Whether a character can be seen for what it is: no control, nothing without width, nothing that turns the text
/// about, no blank but the plain one.
fn seen(c: char) -> bool {
    let hidden = matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffc}'
        | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e000}'..='\u{f8ff}' | '\u{e0000}'..='\u{10ffff}');
    c == ' ' || !(hidden || c.is_control() || c.is_whitespace())
}

/// `deal`, and where the card goes. It is no command of a table: which card it is only the shoe knows.
fn deal(line: &str) -> Option<Result<Option<Laying>, ApiError>> {
    let words: Vec<&str> = line.split_whitespace().collect();
    Some(match words[..] {
        ["deal"] => Ok(None),
        ["deal", "face-down"] => Ok(Some(Laying::FaceDown)),
        ["deal", "to", "player"] => Ok(Some(Laying::To(HandName::Player))),
        ["deal", "to", "banker"] => Ok(Some(Laying::To(HandName::Banker))),
        ["deal", "to", "nobody"] => Ok(Some(Laying::Nowhere)),
        ["deal", ..] => Err(ApiError::bad_request(
            "column 6: expected nothing more, `face-down`, `to player`, `to banker` or `to nobody`",
        )),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // a test that cannot be set up should stop there

    use super::*;

    #[test]
    fn ids_are_plain() {
        assert!(id("a1b2c3d4").is_ok());
        assert!(id("0192f0c1-7a0e-7cc3-9be4-6a52d6c6b3a1").is_ok());
        for wrong in
            ["", "short", "has space", "has_underscore", "käse-1234", &"x".repeat(65), "a1b2c3d\u{200b}"]
        {
            assert!(id(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_line_is_read_or_refused_with_its_column() {
        let sentence = |line: &str| read(line).unwrap_err().problem.detail;
        assert!(matches!(read("bet ada@1 player 100").unwrap(), Spoken::Table(_)));
        assert!(
            sentence("bet ada@1 player x").starts_with("column 18: "),
            "{}",
            sentence("bet ada@1 player x")
        );
        assert!(sentence("be").starts_with("column 1: "));
        assert!(sentence("").starts_with("column 1: "));
        assert!(sentence(&"x".repeat(301)).contains("at most 300"));
        for (hidden, place) in
            [("bet\u{200b} ada@1 player 100", 4), ("bet ada@1\u{202e} tie 5", 10), ("a\tb", 2)]
        {
            assert!(sentence(hidden).starts_with(&format!("column {place}: U+")), "{}", sentence(hidden));
        }
    }

    #[test]
    fn a_card_is_dealt_by_a_word() {
        assert_eq!(read("deal").unwrap(), Spoken::Deal(None));
        assert_eq!(read("deal to banker").unwrap(), Spoken::Deal(Some(Laying::To(HandName::Banker))));
        assert_eq!(read("deal face-down").unwrap(), Spoken::Deal(Some(Laying::FaceDown)));
        assert!(read("deal Ks").unwrap_err().problem.detail.starts_with("column 6: "));
    }
}
