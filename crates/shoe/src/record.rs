//! A shoe that has ended, in one text: the opening, what was published before it, and the cards. Enough to check it.

use std::fmt;
use std::str::FromStr;

use punto_vocab::Card;

use crate::{Commitment, Disagreements, Opening, Verified, verify};

/// Everything about a shoe that has ended, to be mailed and checked by anyone; `Display` is its text.
///
/// The text is read without tolerance: one record has one text.
///
/// ```
/// use punto_shoe::{Decks, Generator, OsEntropy, ShoeId, ShoeRecord};
///
/// let id = ShoeId::new("demo-house", "rws-2016/1", "node-a", "7")?;
/// let uncut = Generator::start(OsEntropy)?.prepare(id, Decks::EIGHT)?;
/// let commitment = uncut.commitment();
/// let mut shoe = uncut.cut(123)?;
/// let dealt: Vec<_> = (0..60).filter_map(|_| shoe.draw()).collect();
///
/// let record = ShoeRecord::new(shoe.end(), commitment, 123, 1, dealt)?;
/// let mailed: ShoeRecord = record.to_string().parse()?;
/// assert_eq!(mailed.verify()?.dealt, 60);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct ShoeRecord {
    opening: Opening,
    commitment: Commitment,
    cut: u16,
    burned: u16,
    dealt: Vec<Card>,
}

/// Lines of the opening.
const OPENING: usize = 9;
/// Cards on a line.
const ROW: usize = 16;
/// The most cards a record has: a shoe has no more, and what has more is no record.
const MOST: usize = 416;

impl ShoeRecord {
    /// The record of a shoe: its opening, the commitment as it was published, the cut, and every card that left it
    /// in order, the first `burned` of them burnt.
    ///
    /// Whether these agree is not asked here; [`ShoeRecord::verify`] says it.
    pub fn new(
        opening: Opening,
        commitment: Commitment,
        cut: u16,
        burned: u16,
        dealt: Vec<Card>,
    ) -> Result<ShoeRecord, RecordError> {
        let problem = |line, problem: String| Err(RecordError { line, problem });
        if dealt.len() > MOST {
            return problem(
                DEALT,
                format!("{} cards left the shoe, and no shoe has more than {MOST}", dealt.len()),
            );
        }
        if usize::from(burned) > dealt.len() {
            return problem(
                BURNED,
                format!("{burned} cards were burned of {} that left the shoe", dealt.len()),
            );
        }
        Ok(ShoeRecord { opening, commitment, cut, burned, dealt })
    }

    /// What was published when the shoe had ended.
    pub fn opening(&self) -> &Opening {
        &self.opening
    }

    /// What was published before the cut.
    pub fn commitment(&self) -> Commitment {
        self.commitment
    }

    /// After how many cards it was cut.
    pub fn cut(&self) -> u16 {
        self.cut
    }

    /// How many of the first cards were burned.
    pub fn burned(&self) -> u16 {
        self.burned
    }

    /// Every card that left the shoe, burnt cards too.
    pub fn dealt(&self) -> &[Card] {
        &self.dealt
    }

    /// Makes the order again and compares everything with it.
    pub fn verify(&self) -> Result<Verified, Disagreements> {
        verify(&self.opening, &self.commitment, self.cut, &self.dealt)
    }
}

impl fmt::Display for ShoeRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ShoeRecord { opening, commitment, cut, burned, dealt } = self;
        write!(f, "{FIRST}\n{opening}commitment {commitment}\ncut {cut}\nburned {burned}\n")?;
        writeln!(f, "dealt {}", dealt.len())?;
        for row in dealt.chunks(ROW) {
            writeln!(f, "{}", row.iter().map(Card::to_string).collect::<Vec<_>>().join(" "))?;
        }
        Ok(())
    }
}

const FIRST: &str = "shoe-record 1";
/// The lines after the opening, from 1.
const COMMITMENT: usize = OPENING + 2;
const CUT: usize = OPENING + 3;
const BURNED: usize = OPENING + 4;
const DEALT: usize = OPENING + 5;

impl FromStr for ShoeRecord {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<ShoeRecord, RecordError> {
        let lines: Vec<&str> = text.split('\n').collect();
        let line = |number: usize| lines.get(number - 1).copied().unwrap_or_default();
        let wrong = |line: usize, problem: String| RecordError { line, problem };
        if line(1) != FIRST {
            return Err(wrong(1, format!("`{FIRST}` is expected and `{}` is there", beginning(line(1)))));
        }
        let opening: String = (2..2 + OPENING).map(|number| format!("{}\n", line(number))).collect();
        let opening: Opening = opening.parse().map_err(|error: crate::OpeningError| RecordError {
            line: error.line + 1,
            problem: error.problem,
        })?;
        let after = |number: usize, name: &str| {
            line(number)
                .strip_prefix(name)
                .and_then(|rest| rest.strip_prefix(' '))
                .ok_or_else(|| wrong(number, format!("`{name}` and a space begin this line")))
        };
        let figure = |number: usize, name: &str| {
            let text = after(number, name)?;
            let figures = text.bytes().all(|byte| byte.is_ascii_digit());
            text.parse::<u16>()
                .ok()
                .filter(|_| figures)
                .ok_or_else(|| wrong(number, format!("`{}` is not a number of cards", beginning(text))))
        };
        let commitment = after(COMMITMENT, "commitment")?;
        let commitment = commitment.parse().map_err(|error| wrong(COMMITMENT, format!("{error}")))?;
        let (cut, burned, count) = (figure(CUT, "cut")?, figure(BURNED, "burned")?, figure(DEALT, "dealt")?);
        let mut dealt = Vec::new();
        for (place, row) in lines.iter().enumerate().skip(DEALT) {
            for word in row.split(' ').filter(|word| !word.is_empty()) {
                let card = word.parse().map_err(|error| wrong(place + 1, format!("{error}")))?;
                dealt.push(card);
                if dealt.len() > usize::from(count).min(MOST) {
                    return Err(wrong(place + 1, format!("more than the {count} cards of line {DEALT}")));
                }
            }
        }
        if dealt.len() != usize::from(count) {
            let problem = format!("{count} cards are said to follow and {} do", dealt.len());
            return Err(wrong(DEALT, problem));
        }
        let record = ShoeRecord::new(opening, commitment, cut, burned, dealt)?;
        match first_difference(text, &record.to_string()) {
            None => Ok(record),
            Some((line, due)) => Err(wrong(line, format!("it is written `{due}`, with one line feed"))),
        }
    }
}

/// The first line that differs from how the record is written, and how it is written.
fn first_difference(found: &str, written: &str) -> Option<(usize, String)> {
    let mut written_lines = written.split_inclusive('\n');
    for (place, line) in found.split_inclusive('\n').enumerate() {
        let due = written_lines.next().unwrap_or_default();
        if line != due {
            return Some((place + 1, due.trim_end().to_owned()));
        }
    }
    written_lines.next().map(|missing| (found.lines().count() + 1, missing.trim_end().to_owned()))
}

fn beginning(text: &str) -> String {
    text.chars().take(40).collect()
}

/// A text that is no record of a shoe, with the line that is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line} of the record: {problem}")]
pub struct RecordError {
    /// The line, from 1.
    pub line: usize,
    /// What was expected there.
    pub problem: String,
}
