//! Which shoe this is: site, table, node, shoe and decks, the words a shoe's generator is personalised with.

use std::fmt;

use punto_vocab::Card;
use serde::{Deserialize, Serialize};

use crate::Algorithm;

/// The name of one shoe in the world: no two shoes may share it.
///
/// Each word is 1 to 64 printable ASCII characters without a space, so that the words can stand on lines of text.
///
/// ```
/// use punto_shoe::ShoeId;
/// let id = ShoeId::new("demo-house", "rws-2016/1", "node-a", "2026-11-15/7").unwrap();
/// assert_eq!(id.to_string(), "demo-house rws-2016/1 node-a 2026-11-15/7");
/// assert!(ShoeId::new("demo house", "1", "a", "7").unwrap_err().to_string().contains("site"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Words")]
pub struct ShoeId {
    site: String,
    table: String,
    node: String,
    shoe: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Words {
    site: String,
    table: String,
    node: String,
    shoe: String,
}

impl ShoeId {
    /// Names a shoe: the site, the table there, the machine that made the shoe, and the shoe at that table.
    pub fn new(site: &str, table: &str, node: &str, shoe: &str) -> Result<ShoeId, ShoeIdError> {
        let word = |what, text: &str| {
            let fits = (1..=64).contains(&text.len()) && text.bytes().all(|letter| letter.is_ascii_graphic());
            let refused = || ShoeIdError { what, text: text.chars().take(64).collect() };
            if fits { Ok(text.to_owned()) } else { Err(refused()) }
        };
        Ok(ShoeId {
            site: word("site", site)?,
            table: word("table", table)?,
            node: word("node", node)?,
            shoe: word("shoe", shoe)?,
        })
    }

    /// The site, a casino or a studio.
    pub fn site(&self) -> &str {
        &self.site
    }

    /// The table at the site.
    pub fn table(&self) -> &str {
        &self.table
    }

    /// The machine that made the shoe; it stays so when the table moves to another.
    pub fn node(&self) -> &str {
        &self.node
    }

    /// The shoe at the table.
    pub fn shoe(&self) -> &str {
        &self.shoe
    }

    /// Lines 2 to 7 of the shoe's opening, which its generator is personalised with.
    pub(crate) fn lines(&self, algorithm: Algorithm, decks: Decks) -> String {
        let ShoeId { site, table, node, shoe } = self;
        format!(
            "algorithm {algorithm}\nsite {site}\ntable {table}\nnode {node}\nshoe {shoe}\ndecks {decks}\n"
        )
    }
}

impl TryFrom<Words> for ShoeId {
    type Error = ShoeIdError;

    fn try_from(words: Words) -> Result<ShoeId, ShoeIdError> {
        ShoeId::new(&words.site, &words.table, &words.node, &words.shoe)
    }
}

impl fmt::Display for ShoeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {} {}", self.site, self.table, self.node, self.shoe)
    }
}

/// A word that cannot be part of a shoe's name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` cannot name a {what}; 1 to 64 printable ASCII characters without a space can")]
pub struct ShoeIdError {
    /// Which word: site, table, node or shoe.
    pub what: &'static str,
    /// What was given.
    pub text: String,
}

/// How many decks a shoe holds, 1 to 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "u8", try_from = "u8")]
pub struct Decks(u8);

impl Decks {
    /// A casino's usual shoe, 416 cards.
    pub const EIGHT: Decks = Decks(8);

    /// So many decks.
    pub fn new(decks: u8) -> Result<Decks, DecksError> {
        if (1..=8).contains(&decks) { Ok(Decks(decks)) } else { Err(DecksError(decks)) }
    }

    /// How many cards they have.
    pub fn cards(self) -> u16 {
        u16::from(self.0) * Card::COUNT as u16
    }

    /// The cards of new decks in order, as places of [`Card::all`]: deck after deck.
    pub(crate) fn in_order(self) -> impl Iterator<Item = u8> {
        (0..self.0).flat_map(|_| 0..Card::COUNT as u8)
    }
}

impl fmt::Display for Decks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl From<Decks> for u8 {
    fn from(decks: Decks) -> u8 {
        decks.0
    }
}

impl TryFrom<u8> for Decks {
    type Error = DecksError;

    fn try_from(decks: u8) -> Result<Decks, DecksError> {
        Decks::new(decks)
    }
}

/// A number of decks that no shoe holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} decks were asked for; the house's shoe holds 1 to 8")]
pub struct DecksError(pub u8);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_would_break_a_line_are_refused() {
        let long = "x".repeat(65);
        for wrong in ["", " ", "a b", "a\nb", "é", "\u{200b}", long.as_str()] {
            for place in 0..4 {
                let mut words = ["s", "t", "n", "7"];
                words[place] = wrong;
                let [site, table, node, shoe] = words;
                let error = ShoeId::new(site, table, node, shoe).unwrap_err();
                assert_eq!(error.what, ["site", "table", "node", "shoe"][place]);
            }
        }
        assert!(ShoeId::new(&long[1..], "t", "n", "7").is_ok());
    }

    #[test]
    fn names_are_stored_as_words_and_checked_when_read() {
        let id = ShoeId::new("s", "t", "n", "7").unwrap();
        let text = serde_json::to_string(&id).unwrap();
        assert_eq!(text, r#"{"site":"s","table":"t","node":"n","shoe":"7"}"#);
        assert_eq!(serde_json::from_str::<ShoeId>(&text).unwrap(), id);
        assert!(serde_json::from_str::<ShoeId>(&text.replace('7', "7 8")).is_err());
        assert_eq!(serde_json::to_string(&Decks::EIGHT).unwrap(), "8");
        assert!(serde_json::from_str::<Decks>("9").is_err() && Decks::new(0).is_err());
    }
}
