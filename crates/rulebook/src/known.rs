//! The settings of the house that code asks for, each with the words it may be set to.
//!
//! This is the only list: code asks for a [`Choice`] by its type, and the loader refuses a rulebook that offers other
//! words for one of these settings. A setting that answers a question of the rulebook takes the words of that question,
//! and any other setting is free text.

use punto_vocab::{Authority, Citation, Setting, Word};

/// What one of these settings may be set to.
///
/// ```
/// use punto_rulebook::known::{Choice, Known, SeatNumbering};
///
/// assert_eq!(SeatNumbering::SETTING, Known::SeatNumbering);
/// assert_eq!(Known::CutCardInBurn.words(), ["next-coup-is-last", "shuffle-again"]);
/// ```
pub trait Choice: Word {
    /// The setting.
    const SETTING: Known;
}

macro_rules! known {
    ($($(#[$meta:meta])* $name:ident = $word:literal {
        $($(#[$choice_meta:meta])* $choice:ident = $choice_word:literal,)*
    })*) => {
        punto_vocab::words! {
            /// A setting of the house that code asks for.
            pub enum Known: "a setting that code asks for" {
                $($(#[$meta])* $name = $word,)*
            }
        }

        impl Known {
            /// The words it may be set to.
            pub fn words(self) -> Vec<&'static str> {
                match self {
                    $(Known::$name => $name::ALL.iter().map(|choice| choice.word()).collect(),)*
                }
            }
        }

        $(
            punto_vocab::words! {
                $(#[$meta])*
                pub enum $name: $word {
                    $($(#[$choice_meta])* $choice = $choice_word,)*
                }
            }

            impl Choice for $name {
                const SETTING: Known = Known::$name;
            }
        )*
    };
}

impl Known {
    /// The setting as an authority to cite.
    pub fn citation(self) -> Citation {
        Authority::House(Setting::new(self.word())).into()
    }
}

known! {
    /// Which way seats are numbered.
    SeatNumbering = "seat-numbering" {
        /// From the dealer's right.
        AnticlockwiseFromDealersRight = "anticlockwise-from-dealers-right",
        /// From the dealer's left.
        ClockwiseFromDealersLeft = "clockwise-from-dealers-left",
    }
    /// Whether a coup without result or wagers uses up one of those that the marker leaves.
    VoidCoupCountsAsLast = "void-coup-counts-as-last" {
        /// It does.
        Yes = "yes",
        /// Another follows.
        No = "no",
    }
    /// Which new cards must have another back.
    ReplacementBackColour = "replacement-back-colour" {
        /// All of them.
        EveryReplacement = "every-replacement",
        /// Those after the last coup of a shoe.
        LastCoupOnly = "last-coup-only",
    }
    /// What follows when the cut card comes out in the burn.
    CutCardInBurn = "cut-card-in-burn" {
        /// One coup is dealt.
        NextCoupIsLast = "next-coup-is-last",
        /// None is.
        ShuffleAgain = "shuffle-again",
    }
    /// Who is offered the first cut where the document says the first patron seated.
    FirstCutOffer = "first-cut-offer" {
        /// Whoever sat down first.
        FirstToSit = "first-to-sit",
        /// Whoever has the lowest seat.
        LowestSeat = "lowest-seat",
    }
    /// Where a patron keeps the old minimum.
    OldMinimumBoxes = "old-minimum-boxes" {
        /// At every box held.
        AllBoxesHeld = "all-boxes-held",
        /// At the marked one.
        MarkedBox = "marked-box",
    }
    /// Whether wagers on both hands may be approved after the first card.
    LateApprovalOfBothHands = "late-approval-of-both-hands" {
        /// They may.
        Allow = "allow",
        /// They may not.
        Refuse = "refuse",
    }
    /// When the dealing method may change.
    DealingMethodChange = "dealing-method-change" {
        /// Between any two coups.
        BetweenCoups = "between-coups",
        /// Before a shoe.
        NewShoe = "new-shoe",
    }
    /// Whether hands are passed to patrons at a table with a shuffling device.
    SqueezeOnShufflingDevice = "squeeze-on-shuffling-device" {
        /// They are not.
        Refuse = "refuse",
        /// They are.
        Allow = "allow",
    }
    /// What counts as a patron's wager when the highest is looked for.
    DesignatedPatronAmount = "designated-patron-amount" {
        /// All boxes together.
        SumOfBoxes = "sum-of-boxes",
        /// The largest box.
        LargestBox = "largest-box",
    }
    /// When the role of Banker is offered again after all have declined.
    MethodCOfferAgain = "method-c-offer-again" {
        /// When somebody asks.
        OnRequest = "on-request",
        /// After each coup.
        EveryCoup = "every-coup",
        /// With the next shoe.
        NextShoe = "next-shoe",
    }
    /// What becomes of the role when Banker loses a coup without wagers.
    MethodCAfterNoBetCoup = "method-c-after-no-bet-coup" {
        /// It stays.
        Keep = "keep",
        /// It moves on.
        Move = "move",
    }
    /// What a coup without wagers does to the count of coups that a patron sat out.
    IdleCountOnNoBetCoups = "idle-count-on-no-bet-coups" {
        /// Nothing.
        Skip = "skip",
        /// It counts.
        Count = "count",
        /// The count begins anew.
        Reset = "reset",
    }
    /// Who hears a dispute first, where the document does not say.
    DisputeOfficer = "dispute-officer" {
        /// The supervisor of the game.
        GameSupervisor = "game-supervisor",
        /// The supervisor above.
        CasinoSupervisor = "casino-supervisor",
        /// The House.
        House = "house",
    }
    /// How a limit is changed during play, where the document does not say.
    LimitChangeNotice = "limit-change-notice" {
        /// When every patron at the table agrees.
        Consent = "consent",
        /// From the next coup.
        AtOnce = "at-once",
        /// When it has been shown for twenty minutes.
        After20Minutes = "after-20-minutes",
        /// When it has been shown for half an hour.
        After30Minutes = "after-30-minutes",
        /// When it has been shown for an hour.
        After60Minutes = "after-60-minutes",
    }
    /// The lowest grade that rules for the House, where the document names no officer.
    RulingOfficer = "ruling-officer" {
        /// A supervisor.
        Supervisor = "supervisor",
        /// A manager.
        Manager = "manager",
        /// The dealer.
        Dealer = "dealer",
    }
    /// Whether coups without wagers are entries of the roads.
    RoadsCountNoBetCoups = "roads-count-no-bet-coups" {
        /// They are.
        Yes = "yes",
        /// They are not.
        No = "no",
    }
    /// Whether patrons are shown what the roads would become.
    RoadProjections = "road-projections" {
        /// They are.
        On = "on",
        /// They are not.
        Off = "off",
    }
    /// What becomes of a wager that a reduction leaves below the minimum.
    ReducedBelowMinimum = "reduced-below-minimum" {
        /// It stands.
        Keep = "keep",
        /// It goes back.
        Return = "return",
    }
    /// What becomes of promotional tokens in a stake that won.
    TokenAfterWin = "token-after-win" {
        /// As the voucher says.
        VoucherTerms = "voucher-terms",
        /// They go back.
        Return = "return",
        /// They are taken.
        Collect = "collect",
    }
    /// What becomes of finished coups of a shoe that is void.
    VoidShoeFinishedCoups = "void-shoe-finished-coups" {
        /// They stand.
        Stand = "stand",
        /// Stakes go back.
        Return = "return",
    }
    /// Whether side bets are offered in the variant.
    EvenMoneyOptionalBets = "even-money-optional-bets" {
        /// As in the usual form.
        AsStandard = "as-standard",
        /// They are not.
        NotOffered = "not-offered",
    }
    /// What makes two cards a pair.
    TwinPairByRank = "twin-pair-by-rank" {
        /// The same rank.
        Rank = "rank",
        /// The same value.
        Value = "value",
    }
}
