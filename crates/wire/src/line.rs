//! A line of text that somebody says to a table, before anybody acts on it: it can be seen, and it can be read.

use punto_table::{Command as Line, HandName, Laying};

use crate::Command;

/// The longest line, in bytes.
const LONGEST: usize = 300;

impl Command {
    /// Reads a line; what is wrong with it is said with its column and what was expected.
    pub fn read(line: &str) -> Result<Command, String> {
        if line.len() > LONGEST {
            return Err(format!("the line has {} bytes; expected at most {LONGEST}", line.len()));
        }
        if let Some((at, c)) = line.chars().enumerate().find(|(_, c)| !seen(*c)) {
            let found = format!("U+{:04X}", u32::from(c));
            return Err(format!("column {}: {found} cannot be seen; expected a line of plain text", at + 1));
        }
        if let Some(laid) = deal(line) {
            return laid.map(Command::Deal);
        }
        line.parse::<Line>().map(Command::from).map_err(|error| error.to_string())
    }
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
fn deal(line: &str) -> Option<Result<Option<Laying>, String>> {
    let words: Vec<&str> = line.split_whitespace().collect();
    Some(match words[..] {
        ["deal"] => Ok(None),
        ["deal", "face-down"] => Ok(Some(Laying::FaceDown)),
        ["deal", "to", "player"] => Ok(Some(Laying::To(HandName::Player))),
        ["deal", "to", "banker"] => Ok(Some(Laying::To(HandName::Banker))),
        ["deal", "to", "nobody"] => Ok(Some(Laying::Nowhere)),
        ["deal", ..] => Err(String::from(
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
    fn a_line_is_read_or_refused_with_its_column() {
        let sentence = |line: &str| Command::read(line).unwrap_err();
        assert!(matches!(Command::read("bet ada@1 player 100").unwrap(), Command::Table(_)));
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
        assert_eq!(Command::read("deal").unwrap(), Command::Deal(None));
        assert_eq!(
            Command::read("deal to banker").unwrap(),
            Command::Deal(Some(Laying::To(HandName::Banker)))
        );
        assert_eq!(Command::read("deal face-down").unwrap(), Command::Deal(Some(Laying::FaceDown)));
        assert!(Command::read("deal Ks").unwrap_err().starts_with("column 6: "));
    }
}
