//! What a document says of the shoe: decks, cut, marker, burn and end.

use punto_vocab::{Value, Valued};

use crate::reader::{Field, Section};
use crate::{Answer, Ruled};

punto_vocab::words! {
    /// What cards are dealt from.
    pub enum Device: "a dealing device" {
        /// A plain shoe.
        Shoe = "shoe",
        /// A shoe that reads its cards.
        ScanningShoe = "scanning-shoe",
        /// A device that shuffles and deals.
        ShufflingDevice = "shuffling-device",
    }
}

punto_vocab::words! {
    /// How cards are burned before play.
    pub enum Burn: "a burn" {
        /// None are.
        None = "none",
        /// The first, unseen.
        One = "one",
        /// The first, shown to those who ask.
        OneShown = "one-shown",
        /// The first, face up, and as many more as its pips.
        Counted = "counted",
    }
}

punto_vocab::words! {
    /// What the marker means for the coups that follow.
    pub enum End: "an end of the shoe" {
        /// The coup in progress is finished, and one more is dealt.
        OneMoreCoup = "one-more-coup",
        /// The coup in progress, or about to begin, is the last.
        ThisCoupIsLast = "this-coup-is-last",
    }
}

/// How many cards lie behind the marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Behind {
    /// So many or more.
    AtLeast(u32),
    /// Just so many.
    Exactly(u32),
}

impl Behind {
    /// Whether this many cards may lie behind the marker.
    pub fn allows(self, cards: u32) -> bool {
        match self {
            Behind::AtLeast(least) => cards >= least,
            Behind::Exactly(just) => cards == just,
        }
    }
}

impl Valued for Behind {
    fn value(&self) -> Value {
        match self {
            Behind::AtLeast(count) => Value::Bound { count: *count, or_more: true },
            Behind::Exactly(count) => Value::Bound { count: *count, or_more: false },
        }
    }
}

impl std::fmt::Display for Behind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Behind::AtLeast(least) => write!(f, "at least {least}"),
            Behind::Exactly(just) => write!(f, "exactly {just}"),
        }
    }
}

/// What a document says of the shoe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShoeRules {
    /// How many decks may be played with.
    pub decks: Ruled<Vec<u32>>,
    /// What they may be dealt from.
    pub devices: Ruled<Vec<Device>>,
    /// How many cards the cut keeps from either end.
    pub cut_from_ends: Option<Ruled<u32>>,
    /// How many cards lie behind the marker.
    pub behind_marker: Answer<Behind>,
    /// How cards may be burned.
    pub burn: Answer<Vec<Burn>>,
    /// What follows when the marker appears inside a coup.
    pub marker_in_coup: Answer<End>,
    /// What follows when the marker appears before a coup's first card.
    pub marker_first: Answer<End>,
}

impl ShoeRules {
    pub(crate) fn read(field: Field<'_, '_>) -> Option<ShoeRules> {
        let shoe = field.section()?;
        let rules = read(&shoe);
        shoe.close();
        rules
    }
}

fn read(shoe: &Section<'_, '_>) -> Option<ShoeRules> {
    let decks = |f: Field<'_, '_>| f.some(|f| f.number(1..=16));
    let behind = |f: Field<'_, '_>| {
        let section = f.section()?;
        let at_least = section.optional("at_least").and_then(|f| f.number(0..=416)).map(Behind::AtLeast);
        let exactly = section.optional("exactly").and_then(|f| f.number(0..=416)).map(Behind::Exactly);
        if at_least.is_some() == exactly.is_some() {
            section.report(format!("`{}` wants one of `at_least` and `exactly`", section.path()));
        }
        section.close();
        at_least.xor(exactly)
    };
    let (decks, devices) = (shoe.ruled("decks", decks), shoe.ruled("devices", |f| f.some(|f| f.word())));
    let cut_from_ends = shoe.optional_ruled("cut_from_ends", |f| f.number(0..=416));
    let behind_marker = shoe.answer("behind_marker", behind);
    let burn = shoe.answer("burn", |f| f.some(|f| f.word()));
    let marker_in_coup = shoe.answer("marker_in_coup", |f| f.word());
    let marker_first = shoe.answer("marker_first", |f| f.word());
    Some(ShoeRules {
        decks: decks?,
        devices: devices?,
        cut_from_ends,
        behind_marker: behind_marker?,
        burn: burn?,
        marker_in_coup: marker_in_coup?,
        marker_first: marker_first?,
    })
}
