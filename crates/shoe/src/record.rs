//! A shoe that has ended, in one text: the opening, what was published before it, where the journal has it, the cards, and
//! the house's signature. Enough to check it.

mod read;

use std::fmt;

use punto_vocab::Card;

use crate::{Claim, Commitment, Cut, Disagreements, Discard, Opening, Pledges, Verified, verify};

pub use read::RecordError;

/// Everything about a shoe that has ended, to be mailed and checked by anyone; `Display` is its text.
///
/// The text is read without tolerance: one record has one text.
///
/// ```
/// use punto_shoe::{Cut, CutBy, Decks, Ended, Generator, Journalled, OsEntropy, Pledges, ShoeId, ShoeRecord};
///
/// let id = ShoeId::new("demo-house", "rws-2016/1", "node-a", "7")?;
/// let promised = Generator::start(OsEntropy)?.prepare(id, Decks::EIGHT)?;
/// let commitment = promised.commitment();
/// let mut shoe = promised.mix(&Default::default())?.cut(123)?;
/// let dealt: Vec<_> = (0..60).filter_map(|_| shoe.draw()).collect();
///
/// let at = |seq| Journalled { seq, hash: [0; 32].into() };
/// let ended = Ended {
///     opening: shoe.end(),
///     commitment,
///     stream: "table/rws-1".to_owned(),
///     promised: at(7),
///     ended: at(99),
///     discarded: None,
///     pledges: Pledges::default(),
///     cut: Some(Cut { at: 123, by: CutBy::Patron }),
///     burned: 1,
///     dealt,
/// };
/// let record = ShoeRecord::sign(ended, [1; 32].into(), |_| [2; 64])?;
/// let mailed: ShoeRecord = record.to_string().parse()?;
/// assert_eq!(mailed.verify()?.dealt, 60);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct ShoeRecord {
    shoe: Ended,
    key: Digits,
    signature: Signature,
}

/// What is said of a shoe that has ended.
#[derive(Debug)]
pub struct Ended {
    /// What was published when it had ended.
    pub opening: Opening,
    /// What was published before any share and before the cut.
    pub commitment: Commitment,
    /// The journal's stream of the table.
    pub stream: String,
    /// The record that promised the shoe.
    pub promised: Journalled,
    /// The record that opened it, whose hash fixes every record before it.
    pub ended: Journalled,
    /// Why it was given up, before its cut or after; nothing if it was dealt until its marker.
    pub discarded: Option<Discard>,
    /// What patrons pledged and revealed.
    pub pledges: Pledges,
    /// Where it was cut; not at all if it was given up before.
    pub cut: Option<Cut>,
    /// How many of the first cards were burned.
    pub burned: u16,
    /// Every card that left the shoe, burnt cards too.
    pub dealt: Vec<Card>,
}

/// A record of the journal: its number in its stream, and its hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Journalled {
    /// The number, from 1.
    pub seq: u64,
    /// The hash, over the record and the hash of the one before it.
    pub hash: Digits,
}

/// 32 bytes that print as 64 hexadecimal digits: a record's hash, or a public key.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Digits([u8; 32]);

punto_vocab::hex_text!(Digits, String, |_| "64 hexadecimal digits in lower case are expected".to_owned());

impl From<[u8; 32]> for Digits {
    fn from(bytes: [u8; 32]) -> Digits {
        Digits(bytes)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Signature([u8; 64]);

punto_vocab::hex_text!(Signature, String, |_| "128 hexadecimal digits in lower case are expected".to_owned());

/// The first line.
const FIRST: &str = "shoe-record 2";
/// Cards on a line.
const ROW: usize = 16;
/// The most cards a record has: a shoe has no more, and what has more is no record.
const MOST: usize = 416;

impl ShoeRecord {
    /// The record of a shoe, signed by the key of this number: `sign` is given all lines but the signature's.
    ///
    /// Whether what it says agrees is not asked here; [`ShoeRecord::verify`] says it.
    pub fn sign(
        shoe: Ended,
        key: Digits,
        sign: impl FnOnce(&str) -> [u8; 64],
    ) -> Result<ShoeRecord, RecordError> {
        read::fits(&shoe)?;
        let signature = Signature(sign(&statement(&shoe, key)));
        Ok(ShoeRecord { shoe, key, signature })
    }

    /// What it says of the shoe.
    pub fn shoe(&self) -> &Ended {
        &self.shoe
    }

    /// The public key that it says it is signed by.
    pub fn key(&self) -> Digits {
        self.key
    }

    /// The Ed25519 signature over the [statement](ShoeRecord::statement).
    pub fn signature(&self) -> &[u8; 64] {
        &self.signature.0
    }

    /// What is signed: every line but the last.
    pub fn statement(&self) -> String {
        statement(&self.shoe, self.key)
    }

    /// Makes the order again and compares everything with it, but for the signature.
    pub fn verify(&self) -> Result<Verified, Disagreements> {
        let Ended { opening, commitment, pledges, cut, dealt, .. } = &self.shoe;
        verify(opening, &Claim { commitment, pledges, cut: *cut, dealt })
    }
}

impl fmt::Display for ShoeRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}signature {}", self.statement(), self.signature)
    }
}

fn statement(shoe: &Ended, key: Digits) -> String {
    let Ended { opening, commitment, stream, promised, ended, burned, dealt, .. } = shoe;
    let how = shoe.discarded.map_or(read::PLAYED, Discard::word);
    let cut = shoe.cut.map_or(read::NO_CUT.to_owned(), |Cut { at, by }| format!("{at} {by}"));
    let rows = dealt.chunks(ROW).map(|row| {
        let cards: Vec<String> = row.iter().map(Card::to_string).collect();
        format!("{}\n", cards.join(" "))
    });
    format!(
        "{FIRST}\n{opening}commitment {commitment}\nstream {stream}\npromised {} {}\nended {} {} {how}\n{}cut {cut}\n\
         burned {burned}\ndealt {}\n{}key {key}\n",
        promised.seq,
        promised.hash,
        ended.seq,
        ended.hash,
        shoe.pledges.text(),
        dealt.len(),
        rows.collect::<String>(),
    )
}
