//! Reading the record of a shoe, line by line.

use std::str::FromStr;

use punto_vocab::Card;

use super::{Digits, Ended, FIRST, Journalled, MOST, ShoeRecord, Signature};
use crate::share::WITHHELD;
use crate::{Cut, Discard, Opening, OpeningError, Pledge, Pledges, RevealedShare};

/// Lines of the opening.
const OPENING: usize = 9;
/// The word for a shoe that was dealt.
pub(super) const PLAYED: &str = "played";
/// The word for a shoe that was not cut.
pub(super) const NO_CUT: &str = "none";
/// The first line of records that were not signed.
const UNSIGNED: &str = "shoe-record 1";

impl FromStr for ShoeRecord {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<ShoeRecord, RecordError> {
        let mut lines = Lines { lines: text.split('\n').collect(), number: 0 };
        lines.first()?;
        let opening = lines.opening()?;
        let commitment = lines.value("commitment")?;
        let stream = lines.after("stream")?.to_owned();
        let [seq, hash] = lines.parts("promised")?;
        let promised = lines.journalled(seq, hash)?;
        let [seq, hash, how] = lines.parts("ended")?;
        let ended = lines.journalled(seq, hash)?;
        let discarded = if how == PLAYED { None } else { Some(lines.read::<Discard>(how)?) };
        let pledges = lines.pledges()?;
        let cut = lines.cut()?;
        let (burned, count) = (lines.figure("burned")?, lines.figure("dealt")?);
        let dealt = lines.cards(count)?;
        let (key, signature): (Digits, Signature) = (lines.value("key")?, lines.value("signature")?);
        let shoe =
            Ended { opening, commitment, stream, promised, ended, discarded, pledges, cut, burned, dealt };
        fits(&shoe)?;
        let record = ShoeRecord { shoe, key, signature };
        match first_difference(text, &record.to_string()) {
            None => Ok(record),
            Some((line, due)) => {
                Err(RecordError { line, problem: format!("it is written `{due}`, with one line feed") })
            }
        }
    }
}

/// Refuses what no record can say.
pub(super) fn fits(shoe: &Ended) -> Result<(), RecordError> {
    let Ended { burned, dealt, stream, .. } = shoe;
    // The line of the cards that were burned.
    let line = OPENING + 8 + shoe.pledges.count();
    let problem = |line, problem: String| Err(RecordError { line, problem });
    if stream.is_empty() || !stream.bytes().all(|byte| byte.is_ascii_graphic()) {
        return problem(OPENING + 3, format!("`{}` names no stream", beginning(stream)));
    }
    if dealt.len() > MOST {
        let problem_text = format!("{} cards left the shoe, and no shoe has more than {MOST}", dealt.len());
        return problem(line + 1, problem_text);
    }
    if usize::from(*burned) > dealt.len() {
        return problem(line, format!("{burned} cards were burned of {} that left the shoe", dealt.len()));
    }
    Ok(())
}

struct Lines<'a> {
    lines: Vec<&'a str>,
    /// The line that was read last, from 1.
    number: usize,
}

impl<'a> Lines<'a> {
    fn wrong(&self, problem: String) -> RecordError {
        RecordError { line: self.number, problem }
    }

    fn next(&mut self) -> &'a str {
        self.number += 1;
        self.lines.get(self.number - 1).copied().unwrap_or_default()
    }

    fn first(&mut self) -> Result<(), RecordError> {
        match self.next() {
            FIRST => Ok(()),
            UNSIGNED => Err(self.wrong(
                "this record is not signed, as older software wrote it; ask the house for it anew, it signs every shoe"
                    .to_owned(),
            )),
            other => Err(self.wrong(format!("`{FIRST}` is expected and `{}` is there", beginning(other)))),
        }
    }

    fn opening(&mut self) -> Result<Opening, RecordError> {
        let text: String = (0..OPENING).map(|_| format!("{}\n", self.next())).collect();
        text.parse()
            .map_err(|error: OpeningError| RecordError { line: error.line + 1, problem: error.problem })
    }

    /// What stands behind a name on the next line.
    fn after(&mut self, name: &str) -> Result<&'a str, RecordError> {
        let line = self.next();
        line.strip_prefix(name)
            .and_then(|rest| rest.strip_prefix(' '))
            .ok_or_else(|| self.wrong(format!("`{name}` and a space begin this line")))
    }

    fn read<T: FromStr<Err: std::fmt::Display>>(&self, text: &str) -> Result<T, RecordError> {
        text.parse().map_err(|error| self.wrong(format!("{error}")))
    }

    fn value<T: FromStr<Err: std::fmt::Display>>(&mut self, name: &str) -> Result<T, RecordError> {
        let text = self.after(name)?;
        self.read(text)
    }

    /// So many words behind a name.
    fn parts<const N: usize>(&mut self, name: &str) -> Result<[&'a str; N], RecordError> {
        let words: Vec<&str> = self.after(name)?.split(' ').collect();
        words.try_into().map_err(|_| self.wrong(format!("{N} words stand behind `{name}`")))
    }

    fn number<T: FromStr>(&self, text: &str, what: &str) -> Result<T, RecordError> {
        let figures = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let number = text.parse().ok().filter(|_| figures);
        number.ok_or_else(|| self.wrong(format!("`{}` is not {what}", beginning(text))))
    }

    fn figure(&mut self, name: &str) -> Result<u16, RecordError> {
        let text = self.after(name)?;
        self.number(text, "a number of cards")
    }

    fn journalled(&self, seq: &str, hash: &str) -> Result<Journalled, RecordError> {
        Ok(Journalled { seq: self.number(seq, "a record's number")?, hash: self.read(hash)? })
    }

    fn pledges(&mut self) -> Result<Pledges, RecordError> {
        let text = self.after("shares")?;
        let count: usize = self.number(text, "a number of shares")?;
        let mut pledges = Pledges::default();
        for _ in 0..count {
            let line = self.after("share")?;
            let (pledge, shown) = line.split_once(' ').unwrap_or((line, ""));
            let pledge: Pledge = self.read(pledge)?;
            let shown = if shown == WITHHELD { None } else { Some(self.read::<RevealedShare>(shown)?) };
            if !pledges.take(pledge, shown) {
                return Err(self.wrong(format!("each pledge stands once, and at most {}", Pledges::MOST)));
            }
        }
        Ok(pledges)
    }

    fn cut(&mut self) -> Result<Option<Cut>, RecordError> {
        let text = self.after("cut")?;
        if text == NO_CUT {
            return Ok(None);
        }
        let (at, by) = text.split_once(' ').unwrap_or((text, ""));
        Ok(Some(Cut { at: self.number(at, "a number of cards")?, by: self.read(by)? }))
    }

    fn cards(&mut self, count: u16) -> Result<Vec<Card>, RecordError> {
        let stated = self.number;
        let mut dealt = Vec::new();
        while self.lines.get(self.number).is_some_and(|line| !line.is_empty() && !line.starts_with("key ")) {
            for word in self.next().split(' ').filter(|word| !word.is_empty()) {
                dealt.push(self.read(word)?);
                if dealt.len() > usize::from(count).min(MOST) {
                    return Err(self.wrong(format!("more than the {count} cards of line {stated}")));
                }
            }
        }
        if dealt.len() != usize::from(count) {
            let problem = format!("{count} cards are said to follow and {} do", dealt.len());
            return Err(RecordError { line: stated, problem });
        }
        Ok(dealt)
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
