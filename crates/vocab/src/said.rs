//! What is said at a table, in words that every document shares.

use crate::line::Field;
use crate::{Side, Value, Valued};

crate::words! {
    /// A hand, as scripts spell it.
    pub enum HandName: "a hand" {
        /// Player's.
        Player = "player",
        /// Banker's.
        Banker = "banker",
    }
}

impl HandName {
    /// The hand's name.
    pub const fn of(side: Side) -> HandName {
        match side {
            Side::Player => HandName::Player,
            Side::Banker => HandName::Banker,
        }
    }

    /// The hand.
    pub const fn side(self) -> Side {
        match self {
            HandName::Player => Side::Player,
            HandName::Banker => Side::Banker,
        }
    }
}

crate::words! {
    /// What the dealer calls.
    pub enum Call: "a call" {
        /// Wagers are open.
        PlaceYourBets = "place-your-bets",
        /// Wagers are closed.
        NoMoreBets = "no-more-bets",
        /// Player's point, before Banker's hand goes out.
        PlayerPoint = "player-point",
        /// Player's point, then Banker's.
        Points = "points",
        /// The result.
        Result = "result",
        /// The next coup is the last of the shoe.
        LastCoup = "last-coup",
        /// The side bet is open to everybody.
        SideBets = "side-bets",
        /// The next coup takes no wagers.
        NoBets = "no-bets-this-hand",
    }
}

crate::words! {
    /// What patrons are asked to agree to.
    pub enum Matter: "a matter" {
        /// A change of limits.
        Limits = "limits",
        /// A change of variant.
        Variant = "variant",
        /// No-bet coups.
        NoBetCoups = "no-bet-coups",
        /// The end of the shoe after a void coup.
        EndShoe = "end-shoe",
        /// Pre-shuffled cards.
        Preshuffled = "preshuffled",
        /// Cards turned by patrons.
        Squeeze = "squeeze",
        /// Limits of the patron's own.
        PersonalLimits = "personal-limits",
    }
}

crate::words! {
    /// What chips are bought with.
    pub enum With: "a way to pay" {
        /// Cash, into the drop box.
        Cash = "cash",
        /// A voucher, for promotional tokens.
        Voucher = "voucher",
        /// A balance, for credits.
        Balance = "balance",
    }
}

crate::words! {
    /// How cards are mixed.
    pub enum ShuffleBy: "a way to shuffle" {
        /// By the dealer.
        Hand = "hand",
        /// By a machine.
        Machine = "machine",
        /// They came pre-shuffled by the casino.
        CasinoPreshuffled = "casino-preshuffled",
        /// They came pre-shuffled by their maker.
        MakerPreshuffled = "maker-preshuffled",
    }
}

crate::words! {
    /// What is wrong with a wager on the layout.
    pub enum Fault: "a fault" {
        /// Outside its area, not flat, or on another.
        BadlyPlaced = "badly-placed",
        /// Put down too late.
        Late = "late",
        /// Nothing: it lies right and was in time, whatever was found before.
        Right = "right",
    }
}

crate::words! {
    /// A fact that decides an irregularity.
    pub enum Fact: "a fact" {
        /// Nothing more to say.
        Plain = "plain",
        /// The cards can be put right.
        Reconstructable = "reconstructable",
        /// They cannot.
        BeyondRepair = "beyond-repair",
        /// The supervisor established the true outcome.
        Confirmed = "confirmed",
        /// The supervisor could not.
        NotConfirmed = "not-confirmed",
        /// Somebody is harmed by the failure.
        Harm = "harm",
        /// Nobody is; the cards can move undamaged.
        Sound = "sound",
        /// Nobody is; the cards can move, some are damaged.
        Damaged = "damaged",
        /// Nobody is; the cards cannot move.
        NotTransferable = "not-transferable",
        /// It happened in a coup before the one in progress.
        EarlierCoup = "earlier-coup",
    }
}

/// How a card is laid, where it is not laid as it is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Laying {
    /// With this hand.
    To(HandName),
    /// With this hand, and its face was seen.
    ToSeen(HandName),
    /// With neither hand.
    Nowhere,
    /// With neither hand, and its face was seen.
    NowhereSeen,
    /// It came out face up.
    FaceUp,
    /// It is still in the shoe, and its face was seen there.
    InShoe,
    /// With its face down.
    FaceDown,
}

crate::stored! {
    enum Laying: "a way to lay a card" {
        To(hand) = "to",
        ToSeen(hand) = "to-seen",
        Nowhere = "nowhere",
        NowhereSeen = "nowhere-seen",
        FaceUp = "face-up",
        InShoe = "in-shoe",
        FaceDown = "face-down",
    }
}

impl Field for Laying {
    const REST: bool = true;
    const EXPECTED: &'static str =
        "to player, to banker or to nobody, each perhaps with `seen`, face-up, face-down or seen-in-shoe";

    fn write(&self) -> String {
        match self {
            Laying::To(hand) => format!("to {hand}"),
            Laying::ToSeen(hand) => format!("to {hand} seen"),
            Laying::Nowhere => "to nobody".into(),
            Laying::NowhereSeen => "to nobody seen".into(),
            Laying::FaceUp => "face-up".into(),
            Laying::InShoe => "seen-in-shoe".into(),
            Laying::FaceDown => "face-down".into(),
        }
    }

    fn read(text: &str) -> Result<Laying, String> {
        match text.split_whitespace().collect::<Vec<_>>()[..] {
            ["to", "nobody"] => Ok(Laying::Nowhere),
            ["to", "nobody", "seen"] => Ok(Laying::NowhereSeen),
            ["to", hand] => HandName::read(hand).map(Laying::To),
            ["to", hand, "seen"] => HandName::read(hand).map(Laying::ToSeen),
            ["face-up"] => Ok(Laying::FaceUp),
            ["seen-in-shoe"] => Ok(Laying::InShoe),
            ["face-down"] => Ok(Laying::FaceDown),
            _ => Err(format!("`{text}` is not {}", Laying::EXPECTED)),
        }
    }
}

impl Valued for Laying {
    fn value(&self) -> Value {
        Value::Text(self.write())
    }
}
