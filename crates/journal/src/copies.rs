//! A second copy of the checkpoints, kept elsewhere, against the journal's own.

use std::io::BufRead;

use crate::Checkpoint;

/// What a comparison came to when nothing differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Compared {
    /// How many lines of the copy the journal has in the same words.
    pub agreed: u64,
    /// The highest number among them.
    pub last: u64,
    /// How many lines are no whole checkpoint, such as one that a full disk has torn, and were passed over.
    pub torn: u64,
}

/// Compares a copy, one checkpoint a line, with the journal's checkpoints in order from number 1.
///
/// The copy may have gaps and may stop early. What is in it must be in the journal to the letter: a checkpoint that
/// the journal lacks, or has otherwise, means that the journal was cut off or rewritten after it was signed. A line that is
/// no checkpoint is a gap like any other.
pub fn compare_copies(journal: &[Checkpoint], copy: impl BufRead) -> Result<Compared, CopyDisagreement> {
    let mut compared = Compared { agreed: 0, last: 0, torn: 0 };
    for (n, line) in copy.split(b'\n').enumerate() {
        let line = line.map_err(|error| CopyDisagreement::Line { line: n + 1, why: error.to_string() })?;
        if line.is_empty() {
            continue;
        }
        let read = std::str::from_utf8(&line).ok().and_then(|line| Checkpoint::from_line(line).ok());
        let Some(checkpoint) = read else {
            compared.torn += 1;
            continue;
        };
        let Checkpoint { number, .. } = checkpoint;
        if !checkpoint.holds() {
            return Err(CopyDisagreement::Forged { number });
        }
        let ours = usize::try_from(number).ok().and_then(|number| journal.get(number.checked_sub(1)?));
        match ours {
            None => return Err(CopyDisagreement::Missing { number }),
            Some(ours) if *ours != checkpoint => return Err(CopyDisagreement::Differs { number }),
            Some(_) => {
                compared.agreed += 1;
                compared.last = compared.last.max(number);
            }
        }
    }
    Ok(compared)
}

/// Where a copy and a journal part.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CopyDisagreement {
    /// The copy cannot be read any further.
    #[error("line {line} of the copy cannot be read: {why}")]
    Line {
        /// The line, counted from 1.
        line: usize,
        /// What the operating system says.
        why: String,
    },
    /// The copy has a line that nobody signed.
    #[error("checkpoint {number} of the copy has a wrong signature: the copy was changed")]
    Forged {
        /// The checkpoint.
        number: u64,
    },
    /// The journal is shorter than the copy.
    #[error("checkpoint {number} was signed and is not in the journal: the journal was cut off before it")]
    Missing {
        /// The checkpoint.
        number: u64,
    },
    /// The journal has another one under the number.
    #[error("checkpoint {number} of the copy is not the journal's: the journal was rewritten before it")]
    Differs {
        /// The checkpoint.
        number: u64,
    },
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Hash, Head, Signer};

    fn chain(signer: &Signer, last: u64) -> Vec<Checkpoint> {
        let mut chain: Vec<Checkpoint> = Vec::new();
        for number in 1..=last {
            let head = Head { stream: "site".parse().unwrap(), seq: number, hash: Hash::of(&[number as u8]) };
            let prev = chain.last().map_or(Hash::ZERO, Checkpoint::hash);
            chain.push(Checkpoint::sign(
                signer,
                number,
                number as i64,
                Some(3),
                prev,
                [&head],
                vec![head.clone()],
            ));
        }
        chain
    }

    fn copy(chain: &[Checkpoint]) -> String {
        chain.iter().map(|checkpoint| checkpoint.to_line() + "\n").collect()
    }

    #[test]
    fn a_copy_may_have_less_but_nothing_else() {
        let signer = Signer::new(&[3; 32]);
        let ours = chain(&signer, 5);
        assert_eq!(
            compare_copies(&ours, copy(&ours).as_bytes()),
            Ok(Compared { agreed: 5, last: 5, torn: 0 })
        );
        assert_eq!(
            compare_copies(&ours, copy(&ours[1..3]).as_bytes()),
            Ok(Compared { agreed: 2, last: 3, torn: 0 })
        );
        assert_eq!(compare_copies(&ours, "".as_bytes()), Ok(Compared { agreed: 0, last: 0, torn: 0 }));
        let cut_off = compare_copies(&ours[..3], copy(&ours).as_bytes());
        assert_eq!(cut_off, Err(CopyDisagreement::Missing { number: 4 }));
    }

    #[test]
    fn a_rewritten_journal_and_a_changed_copy_are_told_apart() {
        let signer = Signer::new(&[3; 32]);
        let ours = chain(&signer, 5);
        let mut rewritten = ours.clone();
        let head = Head { stream: "site".parse().unwrap(), seq: 3, hash: Hash::of(b"other") };
        rewritten[2] = Checkpoint::sign(&signer, 3, 3, Some(3), ours[1].hash(), [&head], vec![head.clone()]);
        let differs = compare_copies(&rewritten, copy(&ours).as_bytes());
        assert_eq!(differs, Err(CopyDisagreement::Differs { number: 3 }));

        let changed = copy(&ours).replace("\"at\":4", "\"at\":5");
        assert_eq!(compare_copies(&ours, changed.as_bytes()), Err(CopyDisagreement::Forged { number: 4 }));
    }

    #[test]
    fn a_torn_line_is_a_gap_and_hides_nothing_behind_it() {
        let ours = chain(&Signer::new(&[3; 32]), 5);
        let whole = copy(&ours);
        let cut = &whole[..whole.len() - 40];
        assert_eq!(compare_copies(&ours, cut.as_bytes()), Ok(Compared { agreed: 4, last: 4, torn: 1 }));
        let gone_on = format!("{cut}\n{}\n", ours[4].to_line());
        let same = Ok(Compared { agreed: 5, last: 5, torn: 1 });
        assert_eq!(compare_copies(&ours, gone_on.as_bytes()), same);
        let missing = compare_copies(&ours[..4], gone_on.as_bytes());
        assert_eq!(missing, Err(CopyDisagreement::Missing { number: 5 }));
    }
}
