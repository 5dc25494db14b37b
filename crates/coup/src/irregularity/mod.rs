//! What went wrong, and what the document orders: facts go in, a [`Ruling`] comes out.
//!
//! Which case of an irregularity applies is found here from the facts; which cure the case gets is the
//! rulebook's data; what the cure does to cards, wagers, shoe and the next coup is in `cure`.

mod cure;
mod find;

use punto_rulebook::{Case, Cure, Mishap, Rulebook, Terms};
use punto_vocab::{BySide, Card, Citation, Hand, Refusal, Role, Side};
use serde::{Deserialize, Serialize};

pub use find::{classify, window_closed};

/// A card as it lies, in the order it was drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "Lying", from = "Lying")]
pub struct DealtCard {
    /// The card.
    pub card: Card,
    /// The hand it was given to, or neither.
    pub to: Place,
    /// Whether anybody has seen its face.
    pub exposed: bool,
}

/// A card as a snapshot keeps it, which has hundreds of them: the card, its hand, and whether it was exposed.
type Lying = (Card, Option<Side>, bool);

impl From<DealtCard> for Lying {
    fn from(DealtCard { card, to, exposed }: DealtCard) -> Lying {
        let side = match to {
            Place::Hand(side) => Some(side),
            Place::Nowhere => None,
        };
        (card, side, exposed)
    }
}

impl From<Lying> for DealtCard {
    fn from((card, side, exposed): Lying) -> DealtCard {
        DealtCard { card, to: side.map_or(Place::Nowhere, Place::Hand), exposed }
    }
}

/// Where a drawn card lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// With a hand.
    Hand(Side),
    /// With neither.
    Nowhere,
}

/// Where the marker is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Marker {
    /// Out of sight in the shoe.
    #[default]
    InShoe,
    /// Exposed or drawn.
    Out,
}

punto_vocab::words! {
    /// When it was noticed.
    pub enum Noticed: "a moment" {
        /// Before the coup ended.
        DuringCoup = "during-coup",
        /// After it ended, before betting opened again.
        AfterCoup = "after-coup",
        /// After betting opened again, before the next coup's first card.
        BettingOpen = "betting-open",
        /// After that, or after the shoe was emptied or the table closed.
        NextCoup = "next-coup",
    }
}

/// What went wrong, with the facts that decide the case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Irregularity {
    /// A card was given to a hand that was not due one.
    StrayCard {
        /// Its place among the cards drawn.
        at: usize,
    },
    /// Player's third card was given to Banker.
    PlayersCardToBanker {
        /// Its place among the cards drawn.
        at: usize,
    },
    /// A card was drawn that belongs to neither hand.
    SurplusCard {
        /// Its place among the cards drawn.
        at: usize,
    },
    /// The next card of the shoe was found face up.
    FaceUpCard {
        /// The card.
        card: Card,
    },
    /// A card was face up, and others still to come may be.
    MoreFaceUpCards,
    /// The shoe ran out.
    TooFewCards,
    /// The order of the cards is in doubt, cards were wrongly dealt, or a card that was due never came.
    Misdeal {
        /// Whether their true order is known.
        reconstructable: bool,
    },
    /// A card that belongs to no deck of the shoe turned up.
    ForeignCard,
    /// A card is missing from the decks.
    MissingCard,
    /// The shoe was not cut as it should have been.
    NotCut,
    /// No cards were burned.
    BurnForgotten,
    /// Coups went on past the end of the shoe.
    ShuffleMissed,
    /// Wagers were settled by the other variant's paytable.
    WrongPaytable,
    /// The scanning shoe and the cards disagree.
    ScannerDisagrees {
        /// Whether the true outcome could be established.
        confirmed: bool,
    },
    /// The result display shows something else.
    WrongDisplay,
    /// Cards were passed to a patron not designated to receive them.
    WrongHolder,
    /// A burned card is wanted back.
    BurnedCard,
    /// The shuffling device failed in mid-coup.
    DeviceFails {
        /// Whether the house or a patron is harmed.
        harm: bool,
        /// Whether another device is at hand and the cards can be moved to it.
        transferable: bool,
        /// Whether cards are damaged.
        damaged: bool,
    },
    /// Patrons saw the order of the cards in the shuffle or cut.
    SequenceRevealed,
    /// Riot, fire, robbery and the like.
    Disruption,
    /// A fraud that touched the outcome.
    Fraud,
    /// A patron used a device to record or project outcomes.
    ProhibitedDevice,
}

/// All that is known when something went wrong.
///
/// The coup spoken of is the one these cards belong to. Before its first card there are none: an error found
/// between coups, with wagers down for the next, comes with no cards at all, or with those of the coup just ended.
#[derive(Clone, Debug)]
pub struct Situation<'a> {
    /// The cards of the coup as they lie, in the order they were drawn.
    pub dealt: &'a [DealtCard],
    /// What went wrong.
    pub what: Irregularity,
    /// When it was noticed.
    pub noticed: Noticed,
    /// Whether no coup may follow from this shoe.
    pub last_coup: bool,
    /// Where the marker is.
    pub marker: Marker,
}

/// What a card becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// It is this hand's card of this number.
    Of(Side, u8),
    /// It opens the next coup, as Player's first card.
    OpensNextCoup,
    /// It waits face up at the mouth of the shoe until it opens the next coup.
    AtMouthOfShoe,
    /// It is put aside unused.
    SetAside,
    /// It goes with the rest of the shoe.
    GoesWithShoe,
    /// It stays with the burned cards.
    StaysBurned,
    /// The officer decides.
    OfficersRuling,
}

/// A card and what it becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct CardFate {
    pub card: Card,
    pub fate: Fate,
}

/// What becomes of the wagers of the coup.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WagerFate {
    /// They stand and are settled by the result.
    Stand,
    /// All go back, side bets too, decided or not.
    AllReturned,
    /// They stand, but each patron may take whole wagers back before play resumes, and may not put them back.
    MayBeWithdrawn {
        /// By these clauses.
        by: Citation,
        /// What follows when none is left.
        if_all: AllWithdrawn,
    },
    /// They are settled again by the right paytable.
    SettledAgain,
    /// Each patron's go back, or may be forfeited by those who committed the fraud.
    RefundOrForfeit {
        /// Whether forfeiture is open.
        forfeit: bool,
    },
    /// One person's are void and go back.
    OnePersonsVoid,
    /// The officer decides.
    OfficersRuling,
}

/// What follows when every wager was taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AllWithdrawn {
    /// The coup is dealt to its end without wagers.
    NoBetCoup,
    /// The coup ends there.
    CoupEnds,
}

/// The coup after this one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Next {
    /// An ordinary coup.
    Ordinary {
        /// The card that opens it, if one waits.
        opens_with: Option<Card>,
    },
    /// A no-bet coup: wagers already down go back first.
    NoBet {
        /// The card that opens it.
        opens_with: Card,
        /// How it is dealt, by these clauses.
        by: Citation,
    },
    /// None from this shoe.
    None,
}

/// What becomes of the shoe.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ShoeFate {
    /// Play goes on with it.
    GoesOn,
    /// Play goes on, unless every patron agrees to a shuffle or new cards.
    MayEndIfAllAgree {
        /// By these clauses.
        by: Citation,
    },
    /// It ends: shuffle or replace the cards.
    Ends,
    /// The coup is finished first, then the cards are shuffled and cut.
    EndsAfterCoup,
    /// All cards come out and every deck is checked.
    DecksAreChecked,
    /// The coup is finished first, then the cards that are left come out and are checked.
    CheckedAfterCoup,
    /// It is void.
    Void,
    /// The cards move to another device; damaged ones are replaced first.
    MovesToOtherDevice {
        /// Whether damaged cards are replaced.
        replace_damaged: bool,
    },
    /// The cards are shuffled and cut, and the coup is finished from a shoe.
    FinishFromShoe,
}

/// What the document orders.
///
/// Where the cure is the officer's ruling, the hands, wagers, shoe and next coup are those that hold until it is made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ruling {
    /// What went wrong.
    pub mishap: Mishap,
    /// In which case.
    pub case: Case,
    /// What is done.
    pub cure: Cure,
    /// Everything it rests on.
    pub by: Citation,
    /// What each card touched by it becomes; of cards that go to no hand, the first is the one the cure speaks of.
    pub cards: Vec<CardFate>,
    /// The hands as they lie afterwards; `None` where the coup has no result, or where what stands is a hand of
    /// four cards or more, which no [`Hand`] can hold.
    pub hands: Option<BySide<Hand>>,
    /// What becomes of the wagers.
    pub wagers: WagerFate,
    /// The coup after this one.
    pub next: Next,
    /// What becomes of the shoe.
    pub shoe: ShoeFate,
    /// Who must order it.
    pub ordered_by: Option<Role>,
    /// Whether that person may also let play stand, or rule otherwise.
    pub may: bool,
    /// Who must be told.
    pub told: Vec<Role>,
    /// The card that was found face up in the shoe and leaves it by this; one that is played leaves it when it is dealt.
    pub found_up: Option<Card>,
}

punto_vocab::stored! {
    struct Ruling { mishap, case, cure, by, cards, hands, wagers, next, shoe, ordered_by, may, told, found_up }
    struct CardFate { card, fate }
    enum Fate: "a card's fate" {
        Of(side, number) = "of",
        OpensNextCoup = "opens-next-coup",
        AtMouthOfShoe = "at-mouth-of-shoe",
        SetAside = "set-aside",
        GoesWithShoe = "goes-with-shoe",
        StaysBurned = "stays-burned",
        OfficersRuling = "officers-ruling",
    }
    enum WagerFate: "the wagers' fate" {
        Stand = "stand",
        AllReturned = "all-returned",
        MayBeWithdrawn { by, if_all } = "may-be-withdrawn",
        SettledAgain = "settled-again",
        RefundOrForfeit { forfeit } = "refund-or-forfeit",
        OnePersonsVoid = "one-persons-void",
        OfficersRuling = "officers-ruling",
    }
    enum AllWithdrawn: "what follows when all are withdrawn" {
        NoBetCoup = "no-bet-coup",
        CoupEnds = "coup-ends",
    }
    enum Next: "the next coup" {
        Ordinary { opens_with } = "ordinary",
        NoBet { opens_with, by } = "no-bet",
        None = "none",
    }
    enum ShoeFate: "the shoe's fate" {
        GoesOn = "goes-on",
        MayEndIfAllAgree { by } = "may-end-if-all-agree",
        Ends = "ends",
        EndsAfterCoup = "ends-after-coup",
        DecksAreChecked = "decks-are-checked",
        CheckedAfterCoup = "checked-after-coup",
        Void = "void",
        MovesToOtherDevice { replace_damaged } = "moves-to-other-device",
        FinishFromShoe = "finish-from-shoe",
    }
}

/// The document, or the table, has no such thing, so nothing can be ruled.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{mishap} cannot arise at this table")]
pub struct CannotArise {
    /// What was reported.
    pub mishap: Mishap,
}

/// What the document orders in a situation.
pub fn rule(
    book: &Rulebook,
    terms: &Terms,
    situation: &Situation<'_>,
) -> Result<Ruling, Refusal<CannotArise>> {
    let (mishap, case) = find::case(book, terms, situation);
    let remedy = book.irregularities.remedy(mishap, case);
    let Some(remedy) = remedy.filter(|_| find::can_arise(book, terms, mishap)) else {
        return Err(Refusal::new(find::cannot_arise_by(book, terms, mishap), CannotArise { mishap }));
    };
    Ok(match find::closed_by(terms, situation, mishap, remedy) {
        Some(by) => cure::stands(mishap, case, &by, situation),
        None => cure::apply(book, terms, situation, mishap, case, remedy),
    })
}
