//! What is published when the shoe has ended: a short text from which anyone can make the whole order again.

use std::fmt;
use std::str::FromStr;

use punto_vocab::{Card, hex};
use zeroize::Zeroizing;

use crate::recipe::{Recipe, Seed};
use crate::{Algorithm, Commitment, Decks, DrbgError, Shares, ShoeId};

/// The opening of a commitment; `Display` is its text, whose SHA-256 is the commitment.
///
/// It can be checked but not dealt from: the way back to a [`Shoe`](crate::Shoe) leads through the seal alone.
/// `Debug` hides the seed, as an opening may exist before it is published.
///
/// ```
/// use punto_shoe::Opening;
/// let text = "\
/// shoe-opening 1
/// algorithm punto-shoe/1
/// site demo-house
/// table rws-2016/1
/// node node-a
/// shoe 2026-11-15/7
/// decks 8
/// entropy 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
/// nonce 202122232425262728292a2b2c2d2e2f
/// ";
/// let opening: Opening = text.parse().unwrap();
/// assert_eq!(opening.to_string(), text);
/// assert_eq!(opening.order(&Default::default()).unwrap().len(), 416);
/// ```
pub struct Opening(Recipe);

impl Opening {
    pub(crate) fn new(recipe: Recipe) -> Opening {
        Opening(recipe)
    }

    /// Which shoe this was.
    pub fn id(&self) -> &ShoeId {
        &self.0.id
    }

    /// How many decks it held.
    pub fn decks(&self) -> Decks {
        self.0.decks
    }

    /// The commitment that this opens.
    pub fn commitment(&self) -> Commitment {
        self.0.commitment()
    }

    /// The steps it was made by.
    pub fn algorithm(&self) -> Algorithm {
        self.0.algorithm
    }

    /// The whole order as it was before the cut, with the shares that went into it.
    pub fn order(&self, shares: &Shares) -> Result<Vec<Card>, DrbgError> {
        Ok(self.order_and_cut(shares)?.0)
    }

    /// The same, and where the shoe is cut if no patron cuts it.
    pub fn order_and_cut(&self, shares: &Shares) -> Result<(Vec<Card>, u16), DrbgError> {
        let made = self.0.make(shares, |_| {})?;
        let cards = made.order.iter().filter_map(|place| Card::from_index(usize::from(*place))).collect();
        Ok((cards, made.own_cut))
    }
}

impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.text())
    }
}

impl fmt::Debug for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Opening").field("id", self.id()).field("decks", &self.decks()).finish_non_exhaustive()
    }
}

impl FromStr for Opening {
    type Err = OpeningError;

    /// Reads the nine lines in their order. The last line end may be missing, and lines may end as on Windows;
    /// nothing else may differ, so that one opening has one digest.
    fn from_str(text: &str) -> Result<Opening, OpeningError> {
        let mut lines = Lines { lines: text.lines(), number: 0 };
        lines.exactly("shoe-opening 1")?;
        let algorithm = lines.word("algorithm")?;
        let algorithm: Algorithm = algorithm.parse().map_err(|error| lines.problem(format!("{error}")))?;
        let [site, table, node, shoe] =
            [lines.word("site")?, lines.word("table")?, lines.word("node")?, lines.word("shoe")?];
        let id = ShoeId::new(site, table, node, shoe)
            .map_err(|error| OpeningError { line: 3, problem: error.to_string() })?;
        let decks = lines.word("decks")?;
        // A single digit, so that `08` and `+8` are not further spellings.
        let decks = match decks.as_bytes() {
            [digit @ b'1'..=b'8'] => Decks::new(digit - b'0').ok(),
            _ => None,
        }
        .ok_or_else(|| lines.problem(format!("`{decks}` is not a number of decks from 1 to 8")))?;
        let mut seed = Zeroizing::new([0; Seed::LENGTH]);
        let (entropy, nonce) = seed.split_at_mut(32);
        entropy.copy_from_slice(&Zeroizing::new(lines.hex::<32>("entropy")?)[..]);
        nonce.copy_from_slice(&Zeroizing::new(lines.hex::<16>("nonce")?)[..]);
        lines.end()?;
        Ok(Opening(Recipe { id, algorithm, decks, seed: Seed::new(seed) }))
    }
}

/// A text that is no opening, with the line that is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line} of the opening: {problem}")]
pub struct OpeningError {
    /// The line, from 1.
    pub line: usize,
    /// What was expected there.
    pub problem: String,
}

struct Lines<'a> {
    lines: std::str::Lines<'a>,
    number: usize,
}

impl<'a> Lines<'a> {
    fn problem(&self, problem: String) -> OpeningError {
        OpeningError { line: self.number, problem }
    }

    fn next(&mut self, expected: &str) -> Result<&'a str, OpeningError> {
        self.number += 1;
        self.lines.next().ok_or_else(|| self.problem(format!("`{expected}` is missing")))
    }

    fn exactly(&mut self, expected: &str) -> Result<(), OpeningError> {
        let line = self.next(expected)?;
        if line == expected {
            return Ok(());
        }
        let line: String = line.chars().take(40).collect();
        Err(self.problem(format!("`{expected}` is expected and `{line}` is there")))
    }

    fn word(&mut self, name: &str) -> Result<&'a str, OpeningError> {
        let line = self.next(name)?;
        line.strip_prefix(name)
            .and_then(|rest| rest.strip_prefix(' '))
            .ok_or_else(|| self.problem(format!("`{name}` and a space begin this line")))
    }

    fn hex<const N: usize>(&mut self, name: &str) -> Result<[u8; N], OpeningError> {
        let word = self.word(name)?;
        hex::decode(word)
            .ok_or_else(|| self.problem(format!("{name} is {} hexadecimal digits in lower case", 2 * N)))
    }

    fn end(&mut self) -> Result<(), OpeningError> {
        self.number += 1;
        match self.lines.next() {
            None => Ok(()),
            Some(_) => Err(self.problem("an opening has nine lines and no more".to_owned())),
        }
    }
}
