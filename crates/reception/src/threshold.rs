//! What must hold before a house opens on a journal: its signer, its engine, and what somebody else has a copy of.

use punto_journal::{
    Checkpoint, CopyDisagreement, Destination, Fault, Head, Journal, PublicKey, SqliteJournal, SqliteReader,
    compare_copies,
};

use punto_records::ENGINE;

/// What a journal is compared with before it is gone on with.
#[derive(Clone, Debug)]
pub struct Threshold<'a> {
    /// Who signs from now on.
    pub signer: PublicKey,
    /// Who may sign; anybody if nobody is named.
    pub pinned: &'a [PublicKey],
    /// Where second copies are.
    pub copies: &'a [Destination],
    /// Whether two persons have accepted the journal as it is.
    pub accepted: bool,
    /// Whether they have accepted who signs from now on.
    pub signer_accepted: bool,
}

/// Why a house does not open on a journal, and how to go on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Barred {
    /// The journal cannot be read.
    #[error(transparent)]
    Journal(#[from] Fault),
    /// The key that signs is none of those that may.
    #[error(
        "the signing key {0} is not one of [checkpoints] keys: name it there, or put back the key that is"
    )]
    NotPinned(PublicKey),
    /// Another key signs than before.
    #[error(
        "the last checkpoint was signed with {before}, and the signing key is now {now}: put back the key that was, or let two \
         persons accept the new one (punto accept)"
    )]
    OtherSigner {
        /// Who signed last.
        before: PublicKey,
        /// Who would sign now.
        now: PublicKey,
    },
    /// Another engine wrote the last records, and nobody signed them.
    #[error(
        "the last records were written by the engine {before} and never signed, and this program has the engine {ENGINE}: start \
         and stop the program that wrote them, which signs them, or let two persons accept them as they are (punto accept)"
    )]
    UnsignedTail {
        /// The engine of the last record.
        before: u16,
    },
    /// A second copy does not agree.
    #[error(
        "the second copy at {place} does not agree with the journal: {why}. Restore a newer backup; if this journal is to be gone on \
         with all the same, keep that copy as evidence, name another place under [checkpoints] copies, and let two persons accept \
         the journal (punto accept)"
    )]
    Copy {
        /// Where the copy is.
        place: Destination,
        /// How they differ.
        why: CopyDisagreement,
    },
    /// A second copy cannot be read.
    #[error("the second copy at {place} cannot be read: {why}")]
    Unread {
        /// Where the copy is.
        place: Destination,
        /// Why.
        why: String,
    },
}

impl Threshold<'_> {
    /// Compares; a journal without a checkpoint has nothing to be compared with.
    pub fn cross(&self, journal: &SqliteJournal) -> Result<(), Barred> {
        self.may_sign()?;
        if !self.copies.is_empty() {
            self.copies_agree(&journal.checkpoints(0)?)?;
        }
        match journal.last_checkpoint()? {
            Some(last) => self.goes_on(&last, journal.engine(), &journal.heads()?),
            None => Ok(()),
        }
    }

    /// The same of a journal that is only read; everything that bars the way.
    pub fn would_cross(&self, journal: &SqliteReader) -> Result<Vec<Barred>, Fault> {
        let (own, heads) = (journal.checkpoints(0)?, journal.heads()?);
        let last = journal.position()?.checked_sub(1).map(|before| journal.follow(before, 1)).transpose()?;
        let engine = last.and_then(|last| last.first().map(|(_, record)| record.entry.engine));
        let goes_on = own.last().map_or(Ok(()), |last| self.goes_on(last, engine, &heads));
        Ok([self.may_sign(), self.copies_agree(&own), goes_on].into_iter().filter_map(Result::err).collect())
    }

    fn may_sign(&self) -> Result<(), Barred> {
        match self.pinned.is_empty() || self.pinned.contains(&self.signer) {
            true => Ok(()),
            false => Err(Barred::NotPinned(self.signer)),
        }
    }

    fn copies_agree(&self, own: &[Checkpoint]) -> Result<(), Barred> {
        self.copies.iter().try_for_each(|place| agrees(place, own))
    }

    fn goes_on(&self, last: &Checkpoint, engine: Option<u16>, heads: &[Head]) -> Result<(), Barred> {
        if last.key != self.signer && !self.signer_accepted {
            return Err(Barred::OtherSigner { before: last.key, now: self.signer });
        }
        match engine {
            Some(before) if before != ENGINE && !self.accepted && !last.signs(heads) => {
                Err(Barred::UnsignedTail { before })
            }
            _ => Ok(()),
        }
    }
}

/// Whether a copy has nothing that the journal lacks. A copy that does not answer, or is write-only, is read by
/// `punto verify --checkpoints` where it lies; that it is not received is an event of its own.
fn agrees(place: &Destination, own: &[Checkpoint]) -> Result<(), Barred> {
    let copy = match (place.open(), place) {
        (Ok(copy), _) => copy,
        (Err(_), Destination::Tcp(_) | Destination::Web(_)) => return Ok(()),
        (Err(error), Destination::Folder(_)) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
        (Err(error), Destination::Folder(_)) => {
            return Err(Barred::Unread { place: place.clone(), why: error.to_string() });
        }
    };
    match compare_copies(own, copy) {
        Ok(_) => Ok(()),
        // A receiver that takes copies and gives none back answers with something else.
        Err(CopyDisagreement::Line { .. }) if matches!(place, Destination::Web(_)) => Ok(()),
        Err(why) => Err(Barred::Copy { place: place.clone(), why }),
    }
}
