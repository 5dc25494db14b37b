//! The lines a scanning shoe and the house say to each other, read strictly and printed in one form only.

use std::fmt;
use std::str::FromStr;

use punto_rulebook::Burn;
use punto_site::DeviceId;
use punto_table::HandName;
use punto_vocab::line::{Field, LineError};
use punto_vocab::{Card, Citation};

use crate::proof::{Challenge, Proof};

/// The version of the protocol: the `1` of `punto-shoe 1`.
pub const VERSION: u8 = 1;
/// The most bytes of a line, its line feed counted.
pub const LONGEST: usize = 200;

punto_vocab::lines! {
    /// What a shoe says.
    ///
    /// `n` numbers what must be neither lost nor doubled; `shoe` is the number of the shoe the card came from.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum FromShoe {
        /// Who it is, where its numbers stand, and the proof.
        Hello { version: u8, device: DeviceId, run: ShoeRun, next: u32, shoe: u32, proof: Proof }
            = "hello {version} {device} {run} {next} {shoe} {proof}",
        /// New cards are in the shoe.
        Shoe { n: u32, shoe: u32, decks: u8 } = "shoe {n} {shoe} {decks}",
        /// A card was drawn and read.
        Card { n: u32, shoe: u32, card: Card } = "card {n} {shoe} {card}",
        /// The cut card came out.
        CutCard { n: u32, shoe: u32 } = "cut-card {n} {shoe}",
        /// Cards were burned unseen, or none were.
        Burn { n: u32, shoe: u32, form: Burn } = "burn {n} {shoe} {form}",
        /// Cards were burned, and this is the one that is shown or counted.
        BurnCard { n: u32, shoe: u32, form: Burn, card: Card } = "burn {n} {shoe} {form} {card}",
        /// A card was drawn and could not be read.
        Unreadable { n: u32, shoe: u32 } = "unreadable {n} {shoe}",
        /// A card was pulled out past the lock.
        OverDrawn { n: u32, shoe: u32, card: Card } = "over-drawn {n} {shoe} {card}",
        /// A card lay face up in the shoe.
        Reversed { n: u32, shoe: u32, card: Card } = "reversed {n} {shoe} {card}",
        /// It is still there.
        Beat = "beat",
        /// It goes.
        Bye = "bye",
    }
}

punto_vocab::lines! {
    /// What the house says.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum FromHouse {
        /// The first line: the version spoken here, and what the proof must answer.
        Greeting { version: u8, challenge: Challenge } = "punto-shoe {version} {challenge}",
        /// The shoe is known; the house waits for this number.
        Welcome { next: u32 } = "welcome {next}",
        /// The line of this number is durable.
        Ok { n: u32 } = "ok {n}",
        /// The line of this number is refused.
        Refused { n: u32, code: Code, by: Cited, why: Sentence } = "refused {n} {code} by {by} {why}",
        /// A card is due for this hand, its first, second or third; the shoe unlocks for one card.
        DueCard { hand: HandName, nth: u8 } = "due card {hand} {nth}",
        /// A burn in this form is due.
        DueBurn { form: Burn } = "due burn {form}",
        /// New cards are due.
        DueShoe = "due shoe",
        /// Nothing may leave the shoe now: it locks.
        DueNothing { why: Sentence } = "due nothing {why}",
        /// It is still there.
        Beat = "beat",
        /// It hangs up.
        Bye { code: Parting, why: Sentence } = "bye {code} {why}",
    }
}

punto_vocab::words! {
    /// Why a numbered line is refused, in a word a shoe can act on.
    pub enum Code: "a code of a refusal" {
        /// The number is not the next one, or it was used for something else.
        Sequence = "sequence",
        /// The line speaks of another shoe than the one in play.
        ShoeNumber = "shoe-number",
        /// No card is due, and the rules have no place for one.
        NotDue = "not-due",
        /// Something else must happen first: wagers closed, cards turned, a call, a preparation.
        NotReady = "not-ready",
        /// The shoe cannot hold this card any more.
        Impossible = "impossible",
        /// Something went wrong before and waits for an order.
        Trouble = "trouble",
        /// Any other rule.
        Rule = "rule",
    }
}

punto_vocab::words! {
    /// Why the house hangs up.
    pub enum Parting: "a reason to part" {
        /// The shoe said so.
        Bye = "bye",
        /// A line that is none of the protocol's.
        BadLine = "bad-line",
        /// Another version of the protocol.
        Version = "version",
        /// The device is not enrolled, or the proof is wrong.
        Denied = "denied",
        /// The numbers of the shoe do not continue those the house knows.
        Sequence = "sequence",
        /// One line after another was refused: a person must look first.
        Refused = "refused",
        /// The same device has connected anew.
        Replaced = "replaced",
        /// Nothing was heard for too long.
        Idle = "idle",
        /// Too many shoes are connected.
        Full = "full",
        /// The house could not make the line durable; it is to be sent again.
        Fault = "fault",
        /// The house closes.
        Closing = "closing",
    }
}

/// A line that is none of the protocol's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum BadLine {
    #[error("a line has at most {LONGEST} bytes")]
    TooLong,
    #[error("byte {at} is not printable ASCII")]
    NotPlain { at: usize },
    #[error("{0}")]
    Unknown(LineError),
    #[error("it is written `{0}`")]
    NotCanonical(String),
}

/// A kind of line that is read strictly: printable ASCII, one space between words, one spelling.
pub trait StrictLine: FromStr<Err = LineError> + fmt::Display {
    /// Reads a line without its line feed.
    fn read(line: &[u8]) -> Result<Self, BadLine> {
        if line.len() >= LONGEST {
            return Err(BadLine::TooLong);
        }
        let plain = |byte: &u8| (b' '..=b'~').contains(byte);
        if let Some(at) = line.iter().position(|byte| !plain(byte)) {
            return Err(BadLine::NotPlain { at: at + 1 });
        }
        let text = str::from_utf8(line).unwrap_or_default();
        let read: Self = text.parse().map_err(BadLine::Unknown)?;
        let canonical = read.to_string();
        if canonical == text { Ok(read) } else { Err(BadLine::NotCanonical(canonical)) }
    }
}

impl StrictLine for FromShoe {}
impl StrictLine for FromHouse {}

impl FromShoe {
    /// The number of the line, if it has one.
    pub fn number(&self) -> Option<u32> {
        match self {
            FromShoe::Hello { .. } | FromShoe::Beat | FromShoe::Bye => None,
            FromShoe::Shoe { n, .. }
            | FromShoe::Card { n, .. }
            | FromShoe::CutCard { n, .. }
            | FromShoe::Burn { n, .. }
            | FromShoe::BurnCard { n, .. }
            | FromShoe::Unreadable { n, .. }
            | FromShoe::OverDrawn { n, .. }
            | FromShoe::Reversed { n, .. } => Some(*n),
        }
    }
}

/// Lines out of a stream of bytes: bounded, whatever comes.
///
/// ```
/// use punto_scanner::Framer;
/// let mut framer = Framer::default();
/// framer.feed(b"beat\r\nby");
/// assert_eq!(framer.next_line(), Ok(Some(b"beat".to_vec())));
/// assert_eq!(framer.next_line(), Ok(None));
/// framer.feed(b"e\n");
/// assert_eq!(framer.next_line(), Ok(Some(b"bye".to_vec())));
/// ```
#[derive(Debug, Default)]
pub struct Framer {
    bytes: Vec<u8>,
}

impl Framer {
    /// Takes bytes as they came.
    pub fn feed(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// The next whole line without its line end, which is LF or CR LF; none while it has not come.
    pub fn next_line(&mut self) -> Result<Option<Vec<u8>>, BadLine> {
        let Some(end) = self.bytes.iter().take(LONGEST).position(|byte| *byte == b'\n') else {
            return if self.bytes.len() >= LONGEST { Err(BadLine::TooLong) } else { Ok(None) };
        };
        let mut line: Vec<u8> = self.bytes.drain(..=end).collect();
        line.pop();
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        Ok(Some(line))
    }
}

/// What a shoe calls one life of its counter: a new one begins when the shoe loses its memory, and counts from 1.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ShoeRun(String);

impl FromStr for ShoeRun {
    type Err = String;

    fn from_str(text: &str) -> Result<ShoeRun, String> {
        let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
        match (1..=8).contains(&text.len()) && text.bytes().all(plain) {
            true => Ok(ShoeRun(text.to_owned())),
            false => Err(format!("`{}` is not {}", beginning(text), ShoeRun::EXPECTED)),
        }
    }
}

impl fmt::Display for ShoeRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Field for ShoeRun {
    const EXPECTED: &'static str = "a run: 1 to 8 lower-case letters and figures";

    fn write(&self) -> String {
        self.0.clone()
    }

    fn read(text: &str) -> Result<ShoeRun, String> {
        text.parse()
    }
}

/// What a refusal rests on, in one word: `12.2,5.8` or `house:scanning-shoe`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cited(String);

impl Cited {
    const LONGEST: usize = 60;
}

impl From<&Citation> for Cited {
    /// The authorities in their order, as many as the line has room for.
    fn from(by: &Citation) -> Cited {
        let mut text = String::new();
        for authority in by.authorities() {
            let more = authority.to_string().replace(|c: char| !c.is_ascii_graphic() || c == ',', "-");
            if !text.is_empty() && text.len() + 1 + more.len() > Cited::LONGEST {
                break;
            }
            text.push_str(if text.is_empty() { "" } else { "," });
            text.push_str(&more);
        }
        text.truncate(Cited::LONGEST);
        Cited(text)
    }
}

impl Field for Cited {
    const EXPECTED: &'static str = "clauses like 12.2,5.8";

    fn write(&self) -> String {
        self.0.clone()
    }

    fn read(text: &str) -> Result<Cited, String> {
        match (1..=Cited::LONGEST).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic()) {
            true => Ok(Cited(text.to_owned())),
            false => Err(format!("`{}` is not {}", beginning(text), Cited::EXPECTED)),
        }
    }
}

/// A sentence for people, in printable ASCII and short enough for every line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence(String);

impl Sentence {
    const LONGEST: usize = 90;

    /// The sentence as far as it goes into a line.
    pub fn new(text: &str) -> Sentence {
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ").replace('…', "...");
        let plain = words.chars().map(|c| if (' '..='~').contains(&c) { c } else { '?' });
        let text: String = plain.take(Sentence::LONGEST).collect();
        Sentence(if text.is_empty() { "?".to_owned() } else { text.trim_end().to_owned() })
    }

    /// The words.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Field for Sentence {
    const REST: bool = true;
    const EXPECTED: &'static str = "a sentence";

    fn write(&self) -> String {
        self.0.clone()
    }

    fn read(text: &str) -> Result<Sentence, String> {
        Ok(Sentence::new(text))
    }
}

fn beginning(text: &str) -> String {
    text.chars().take(30).collect()
}
