//! Why a table may not be opened as it was asked for.

use std::fmt;

use punto_vocab::{BetId, Money, Refusal, Setting};

use crate::{Behind, Choices, Span};

punto_vocab::words! {
    /// Something that a table chooses within the rulebook.
    pub enum Term: "a term" {
        /// The variant of the game.
        Variant = "variant",
        /// The dealing method.
        Method = "dealing-method",
        /// The cloth.
        Layout = "layout",
        /// How many can sit.
        Seats = "number-of-seats",
        /// How cards are burned.
        Burn = "burn",
        /// What cards are dealt from.
        Device = "device",
        /// The most a wager may be.
        Maximum = "maximum",
        /// The steps above the minimum.
        Unit = "unit-above-the-minimum",
        /// How far totals on Player and Banker may differ.
        Differential = "table-differential",
        /// The most on one area.
        AreaMaximum = "maximum-for-an-area",
        /// The most the house may owe in one coup.
        Liability = "maximum-collective-liability",
    }
}

impl Term {
    /// The term in a sentence.
    fn said(self) -> String {
        self.word().replace('-', " ")
    }
}

/// Why a draft is not allowed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TermsReason {
    /// The document allows other numbers of decks.
    #[error("{asked} decks are not allowed; the document allows {}", list(allowed))]
    Decks {
        /// What was asked for.
        asked: u32,
        /// What is allowed.
        allowed: Vec<u32>,
    },
    /// A bet wants other numbers of decks.
    #[error("{bet} may not be offered with {decks} decks; it may be with {}", list(allowed))]
    DecksForBet {
        /// The bet.
        bet: BetId,
        /// The table's decks.
        decks: u32,
        /// What the bet allows.
        allowed: Vec<u32>,
    },
    /// A bet wants another cloth.
    #[error("{bet} may not be offered on layout {layout}; it may be on {}", list(allowed))]
    LayoutForBet {
        /// The bet.
        bet: BetId,
        /// The table's cloth.
        layout: String,
        /// What the bet allows.
        allowed: Vec<String>,
    },
    /// The document has no such bet.
    #[error("{bet} is not a bet of this document; its bets are {}", list(known))]
    UnknownBet {
        /// What was asked for.
        bet: BetId,
        /// What there is.
        known: Vec<BetId>,
    },
    /// The document has no such thing.
    #[error("the {} {asked} is not in this document; it has {}", what.said(), list(known))]
    Unknown {
        /// Which term.
        what: Term,
        /// What was asked for.
        asked: String,
        /// What there is.
        known: Vec<String>,
    },
    /// Too few or too many cards behind the marker.
    #[error("{asked} cards behind the marker are not allowed; the document wants {wanted}")]
    BehindMarker {
        /// What was asked for.
        asked: u32,
        /// What is allowed.
        wanted: Behind,
    },
    /// The whole shoe behind the marker.
    #[error("{asked} cards behind the marker leave none in front; the shoe has {cards}")]
    MarkerBeyondShoe {
        /// What was asked for.
        asked: u32,
        /// How many cards there are.
        cards: u32,
    },
    /// A kind of limit the document does not know.
    #[error("this document has no {}", .0.said())]
    NoSuchLimit(Term),
    /// Limits that no sign shows.
    #[error("the sign at the table must show its limits; say them, like limits 25..5000")]
    NotPosted,
    /// A minimum above its maximum, or no minimum at all.
    #[error("a minimum of {min} and a maximum of {max} leave nothing to wager", min = .0.min, max = .0.max)]
    EmptySpan(Span),
    /// A limit that is nothing, or more than the software counts.
    #[error("a {} of {amount} is out of range; expected more than nothing and at most {max}", what.said(), max = Money::LARGEST)]
    BadAmount {
        /// The limit.
        what: Term,
        /// What was asked for.
        amount: Money,
    },
    /// The house must choose.
    #[error("{setting} has no default: choose {choices}")]
    Choose {
        /// The setting.
        setting: Setting,
        /// What may be chosen.
        choices: Choices,
    },
    /// The house chose something that is not a choice.
    #[error("`{asked}` is not a choice of {setting}; choose {choices}")]
    BadChoice {
        /// The setting.
        setting: Setting,
        /// What was asked for.
        asked: String,
        /// What may be chosen.
        choices: Choices,
    },
    /// The document leaves nothing open under that name.
    #[error("this document has no setting house:{0}")]
    NoSuchSetting(String),
    /// The house offers no optional bets in this variant.
    #[error("{bet} is not offered in this variant by the house's own setting")]
    NotInVariant {
        /// The bet.
        bet: BetId,
    },
}

fn list<T: fmt::Display>(items: &[T]) -> String {
    if items.is_empty() {
        return "none".into();
    }
    items.iter().map(|item| item.to_string()).collect::<Vec<_>>().join(", ")
}

/// All reasons why a draft is not allowed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", list(.0))]
pub struct TermsRefused(pub Vec<Refusal<TermsReason>>);

punto_vocab::codes! {
    impl TermsReason {
        TermsReason::Decks { asked, allowed } => "decks" (asked, allowed = allowed.clone()),
        TermsReason::DecksForBet { bet, decks, allowed } => "decks-for-bet" (bet, decks, allowed = allowed.clone()),
        TermsReason::LayoutForBet { bet, layout, allowed } => "layout-for-bet" (bet, layout, allowed = allowed.clone()),
        TermsReason::UnknownBet { bet, known } => "unknown-bet" (bet, known = known.clone()),
        TermsReason::Unknown { what, asked, known } => "not-in-document" (what, asked, known = known.clone()),
        TermsReason::BehindMarker { asked, wanted } => "behind-marker" (asked, wanted),
        TermsReason::MarkerBeyondShoe { asked, cards } => "marker-beyond-shoe" (asked, cards),
        TermsReason::NoSuchLimit(limit) => "no-such-limit" (limit),
        TermsReason::NotPosted => "limits-not-posted" (),
        TermsReason::EmptySpan(span) => "empty-span" (min = span.min, max = span.max),
        TermsReason::BadAmount { what, amount } => "bad-amount" (what, amount, most = Money::LARGEST),
        TermsReason::Choose { setting, choices } => "choose-setting" (setting, choices),
        TermsReason::BadChoice { setting, asked, choices } => "bad-choice" (setting, asked, choices),
        TermsReason::NoSuchSetting(setting) => "no-such-setting" (setting = Setting::new(setting)),
        TermsReason::NotInVariant { bet } => "not-in-variant" (bet),
    }
}
