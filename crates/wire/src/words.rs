//! Words of closed lists on the wire, each from the one declaration that the core has of it.
//!
//! The TypeScript union and the schema are made from that list, so that a word which is added there is known everywhere.

use punto_vocab::Word;
use serde::{Deserialize, Serialize};
use ts_rs::{Config, TS};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

/// Makes a type known to TypeScript and to the schema as one of some words, with what it is.
macro_rules! spelt {
    ($name:ident: $words:expr, $what:expr) => {
        impl TS for $name {
            type WithoutGenerics = Self;
            type OptionInnerType = Self;

            fn name(_: &Config) -> String {
                stringify!($name).to_owned()
            }

            fn inline(_: &Config) -> String {
                let words: Vec<String> = $words.map(|word| format!("\"{word}\"")).collect();
                words.join(" | ")
            }

            fn decl(config: &Config) -> String {
                format!("type {} = {};", stringify!($name), Self::inline(config))
            }
        }

        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                let words = ObjectBuilder::new().schema_type(Type::String).enum_values(Some($words));
                RefOr::T(Schema::Object(words.description(Some($what.trim())).build()))
            }
        }

        impl ToSchema for $name {}
    };
}

/// A list of the core on the wire.
pub(crate) trait Listed {
    /// Its name on the wire.
    const NAME: &'static str;

    /// Its words.
    fn words() -> impl Iterator<Item = &'static str>;
}

/// Puts lists of the core on the wire under names of the wire.
macro_rules! closed {
    ($($(#[doc = $doc:literal])* $name:ident of $core:ty;)*) => {
        $(
            $(#[doc = $doc])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
            #[serde(transparent)]
            pub struct $name(pub $core);

            impl From<$core> for $name {
                fn from(word: $core) -> $name {
                    $name(word)
                }
            }

            impl Listed for $name {
                const NAME: &'static str = stringify!($name);

                fn words() -> impl Iterator<Item = &'static str> {
                    <$core as Word>::ALL.iter().map(|word| word.word())
                }
            }

            spelt!($name: <$name as Listed>::words(), concat!($($doc),*));
        )*

        /// The schemas of all of them, by name.
        pub(crate) fn schemas() -> Vec<(String, RefOr<Schema>)> {
            vec![$((stringify!($name).to_owned(), $name::schema())),*, ("Card".to_owned(), Card::schema())]
        }

        /// The declarations of all of them in TypeScript.
        fn of_the_core(config: &Config) -> Vec<String> {
            vec![$($name::decl(config)),*]
        }
    };
}

/// Lists that only the wire has.
macro_rules! own {
    ($($(#[doc = $doc:literal])* $(#[derive($derived:ident)])? pub enum $name:ident: $what:literal { $($body:tt)* })*) => {
        $(
            punto_vocab::words! { $(#[doc = $doc])* $(#[derive($derived)])? pub enum $name: $what { $($body)* } }
            spelt!($name: $name::ALL.iter().map(|word| word.word()), concat!($($doc),*));
        )*

        /// The declarations of all of them in TypeScript.
        pub(crate) fn of_the_wire(config: &Config) -> Vec<String> {
            vec![$($name::decl(config)),*]
        }
    };
}

pub(crate) use {own, spelt};

closed! {
    /// What goes on at a table.
    Phase of punto_seen::SeenPhase;
    /// Who deals.
    DealtBy of punto_vocab::Dealer;
    /// A role at tables.
    Role of punto_vocab::Role;
    /// What a person of staff may do.
    Right of punto_site::Right;
    /// What stakes are made of.
    Medium of punto_rulebook::Medium;
    /// What the dealer calls.
    Call of punto_table::Call;
    /// One of the two hands.
    Side of punto_table::HandName;
    /// Who won.
    Winner of punto_rulebook::Winner;
    /// How alike the cards of a pair are.
    Grade of punto_rulebook::Grade;
    /// How many hands are paired.
    Pairs of punto_rulebook::Pairs;
    /// The part a bet plays.
    BetKind of punto_rulebook::BetKind;
    /// What is wrong with a wager.
    Fault of punto_table::Fault;
    /// What a wager came to.
    SettledAs of punto_table::SettledAs;
    /// What patrons are asked to agree to.
    Matter of punto_table::Matter;
    /// What went wrong.
    Mishap of punto_rulebook::Mishap;
    /// A fact that decides what is done about it.
    Fact of punto_table::Fact;
    /// What is done about it.
    Cure of punto_rulebook::Cure;
    /// A rule of procedure.
    Rule of punto_rulebook::Rule;
    /// How cards are mixed.
    ShuffleBy of punto_table::ShuffleBy;
    /// How cards are burned.
    Burn of punto_rulebook::Burn;
    /// What chips are bought with.
    With of punto_table::With;
    /// A limit that may be broken.
    Breach of punto_rulebook::Breach;
    /// How far the preparation of a shoe has come.
    Stage of punto_table::Stage;
    /// Where the marker is.
    MarkerPlace of punto_seen::MarkerPlace;
    /// What waits for somebody of staff.
    WaitingKind of punto_seen::WaitingKind;
    /// A kind of duty.
    DutyKind of punto_table::DutyKind;
    /// How a clause stands with the software.
    Standing of punto_rulebook::Standing;
    /// A kind of device.
    DeviceKind of punto_site::DeviceKind;
    /// A matter for two persons.
    ProposalMatter of punto_site::ProposalMatter;
    /// A kind of significant event.
    EventKind of punto_site::Kind;
    /// A kind of limit of play.
    LimitKind of punto_accounts::LimitKind;
    /// Over which time a limit of play counts.
    LimitSpan of punto_accounts::Span;
    /// Who has set it.
    LimitOwner of punto_accounts::Whose;
    /// What an account's money is worth.
    AccountKind of punto_accounts::AccountKind;
    /// A part of an account that is kept apart.
    Purse of punto_accounts::Purse;
    /// Why a patron's session ended.
    SessionEnd of punto_accounts::SessionEnd;
    /// Which money of an account is spent first.
    SpendOrder of punto_accounts::SpendOrder;
    /// Who may do something with an account.
    Party of punto_accounts::Party;
    /// An office away from tables.
    Office of punto_site::Office;
    /// A setting that two persons can change while the house runs.
    RunningSetting of punto_site::RunningSetting;
    /// What cards are dealt from.
    Device of punto_rulebook::Device;
    /// Something that a table chooses within its document.
    Term of punto_rulebook::Term;
    /// What is done about a wager that is found late.
    LateCure of punto_rulebook::LateCure;
    /// How a dealt card lies.
    Lies of punto_table::Lies;
    /// An item of the conditions of a tournament.
    TournamentItem of punto_rulebook::Item;
    /// A rule of tournaments.
    TournamentRule of punto_rulebook::TournamentRule;
    /// Why somebody is not let into a tournament.
    RefusalGround of punto_tournament::Ground;
    /// What an entrant of a tournament has done.
    Offence of punto_tournament::Offence;
    /// How a prize is paid.
    Payment of punto_tournament::Payment;
    /// Whether a fee goes back with a place that is cancelled.
    Refund of punto_tournament::Refund;
    /// Whether a wager that is too small can be made up.
    Unable of punto_tournament::Unable;
    /// What is wrong with a form of a hidden wager.
    FormFault of punto_tournament::FormFault;
    /// An item of the conditions of a promotion.
    PromotionItem of punto_rulebook::PromotionItem;
    /// A rule of promotions.
    PromotionRule of punto_rulebook::PromotionRule;
    /// A detail of a prize.
    PrizeItem of punto_rulebook::PrizeItem;
    /// A kind of prize.
    PrizeKind of punto_rulebook::PrizeKind;
    /// How prizes of a promotion are awarded.
    PrizeManner of punto_promotion::Manner;
    /// How a winner is told.
    NoticeChannel of punto_promotion::Channel;
    /// What shows that somebody of staff writes down what an entrant wants.
    EntryProof of punto_promotion::EntryProof;
}

own! {
    /// How far a tournament has come.
    pub enum TournamentStage: "a stage of a tournament" {
        /// The conditions are being written.
        Drafting = "drafting",
        /// The conditions are published and people enter.
        Entering = "entering",
        /// It is played.
        Running = "running",
        /// The final is over.
        Over = "over",
        /// It does not take place.
        Cancelled = "cancelled",
    }
    /// What goes on at a table of a tournament.
    pub enum TournamentPhase: "a phase of a session" {
        /// No session is played.
        Idle = "idle",
        /// Wagers are taken.
        Betting = "betting",
        /// No more bets, and no card yet.
        Closed = "closed",
        /// The coup is dealt.
        Dealing = "dealing",
        /// The session is over.
        Over = "over",
        /// Its winners are declared.
        Declared = "declared",
    }
    /// How somebody stands in a tournament.
    pub enum EntrantStanding: "a standing in a tournament" {
        /// Asks to enter.
        Applicant = "applicant",
        /// Was not let in.
        Refused = "refused",
        /// Does not take part after all.
        Withdrawn = "withdrawn",
        /// Takes part.
        In = "in",
        /// Is out.
        Out = "out",
        /// Was disqualified, or lost the place.
        Disqualified = "disqualified",
    }
    /// How far a form of a hidden wager is.
    pub enum FormState: "a state of a form" {
        /// It was handed in.
        HandedIn = "handed-in",
        /// It was examined.
        Examined = "examined",
        /// It was read out.
        Announced = "announced",
    }
    /// How an item of conditions is written.
    pub enum FormKind: "a kind of item" {
        /// An amount in major units.
        Amount = "amount",
        /// A whole number.
        Count = "count",
        /// A least and a most amount, such as 25..500.
        AmountRange = "amount-range",
        /// A least and a most number, such as 2..100.
        CountRange = "count-range",
        /// Some words.
        Words = "words",
        /// Yes or no.
        YesNo = "yes-no",
        /// One of some words.
        Choice = "choice",
        /// Some of some words, with blanks between them.
        Choices = "choices",
        /// Minutes, coups or shoes and how many, such as minutes 60.
        Length = "length",
        /// Hundredths that fall and add up to 100, with blanks between them.
        Shares = "shares",
        /// A time, such as 2026-01-31T18:00:00Z.
        Time = "time",
    }
    /// What waits for an officer of a tournament.
    pub enum TournamentDutyKind: "a duty in a tournament" {
        /// The officer who answers for it comes.
        Attend = "attend",
        /// A form is examined.
        Examine = "examine",
        /// A form is read out.
        Announce = "announce",
        /// Somebody is disqualified.
        Disqualify = "disqualify",
        /// A dispute is decided.
        Decide = "decide",
        /// Chips are counted.
        Count = "count",
        /// The winners of a session are declared.
        Declare = "declare",
        /// The chips of a session are returned to the inventory.
        ReturnChips = "return-chips",
        /// The pool is shared out.
        Award = "award",
        /// A prize is paid.
        PayPrize = "pay-prize",
        /// A prize that is no sum is handed over.
        HandOver = "hand-over",
    }
    /// What a clock of a tournament runs for.
    pub enum TournamentClock: "a clock of a tournament" {
        /// The session begins.
        Start = "start",
        /// The time of a session is up.
        TimeUp = "time-up",
        /// The time to wager is up.
        TimeLimit = "time-limit",
    }
    /// What happens by itself at a moment.
    pub enum TimerKind: "a kind of timer" {
        /// Wagers close.
        WagersClose = "wagers-close",
        /// The next card is drawn, or the coup goes on.
        NextCard = "next-card",
        /// The next coup begins.
        NextCoup = "next-coup",
        /// The time to pledge or to reveal shares of the shoe's order ends.
        Shares = "shares",
        /// The time to choose the cut ends.
        CutWindow = "cut-window",
    }
    /// How far the shares of a promised shoe are.
    pub enum SharesStage: "a stage of shares" {
        /// Terminals may pledge.
        Pledging = "pledging",
        /// Those who pledged reveal.
        Revealing = "revealing",
        /// All that were pledged are in, or none was.
        In = "in",
    }
    /// How a shoe ended.
    pub enum ShoeEnd: "an end of a shoe" {
        /// It was dealt until its marker.
        Played = "played",
        /// The table was closed before its cut, or before its marker came out.
        TableClosed = "table-closed",
        /// The table was opened again with another number of decks.
        OtherDecks = "other-decks",
        /// A share that was pledged was not revealed in time.
        ShareWithheld = "share-withheld",
        /// The generator failed.
        GeneratorFault = "generator-fault",
        /// A ruling or an officer ended it before its marker came out.
        EndedEarly = "ended-early",
        /// It could not be opened, as its sealing key is lost.
        NotOpened = "not-opened",
    }
    /// Why a connection ends.
    pub enum Farewell: "a reason to part" {
        /// The session is over.
        SessionEnded = "session-ended",
        /// The client does not read what it is sent.
        TooSlow = "too-slow",
        /// The server stops.
        ShuttingDown = "shutting-down",
        /// The client speaks another version of frames.
        Version = "version",
    }
    /// Who is signed in.
    pub enum WhoKind: "a kind of caller" {
        /// Nobody.
        Nobody = "nobody",
        /// A guest of a demonstration.
        Guest = "guest",
        /// A patron.
        Patron = "patron",
        /// Somebody of staff.
        Staff = "staff",
        /// A machine.
        Device = "device",
    }
    /// Where a card of a coup went.
    pub enum CardPlace: "a place for a card" {
        /// Player's hand.
        Player = "player",
        /// Banker's hand.
        Banker = "banker",
        /// Neither.
        Nobody = "nobody",
    }
    /// How an outcome settles a wager.
    pub enum WayKind: "a way to settle" {
        /// It wins.
        Win = "win",
        /// The stake goes back.
        StandOff = "stand-off",
        /// It loses.
        Lose = "lose",
    }
    /// A meter of a table.
    pub enum MeterName: "a meter" {
        /// Coups that came to a result.
        Coups = "coups",
        /// Coups without a result.
        Voids = "voids",
        /// Coups dealt without wagers.
        NoBetCoups = "no-bet-coups",
        /// Settlements that were undone.
        Corrections = "corrections",
        /// Wagers settled.
        Wagers = "wagers",
        /// Their stakes.
        Stakes = "stakes",
        /// Paid on top of stakes.
        Paid = "paid",
        /// Stakes taken by the house.
        Collected = "collected",
        /// Promotional tokens among the stakes taken.
        Tokens = "tokens",
        /// Stakes of wagers that stood off.
        StoodOff = "stood-off",
        /// Commission kept.
        Commission = "commission",
        /// What the house won.
        Win = "win",
        /// Cash into the drop box.
        Drop = "drop",
        /// Credits that patrons brought.
        CreditsIn = "credits-in",
        /// Credits that patrons took back.
        CreditsOut = "credits-out",
        /// Promotional tokens given for vouchers.
        Vouchers = "vouchers",
        /// Chips brought to the float tray.
        Fills = "fills",
        /// Chips taken from the float tray.
        Credits = "credits",
        /// What rounding has added or taken, in parts of a minor unit.
        RoundingParts = "rounding-parts",
        /// How many of those parts make a minor unit.
        RoundingPartsOf = "rounding-parts-of",
    }
    /// How grave a significant event is.
    pub enum Severity: "a severity" {
        /// Nobody needs to do anything.
        Notice = "notice",
        /// Somebody should look.
        Warning = "warning",
        /// Somebody must look.
        Alarm = "alarm",
    }
    /// What an entry of a statement is about.
    #[derive(Default)]
    pub enum EntryKind: "a kind of entry" {
        /// A movement of the account.
        #[default]
        Account = "account",
        /// Credits bought for cash at a table, which have not been in the account.
        Bought = "bought",
        /// What wagers of a coup came to.
        Coup = "coup",
        /// A coup that was undone.
        Correction = "correction",
    }
}

/// What a person of staff is trusted with: a role at tables, or an office away from them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Grant(pub punto_site::Grant);

impl From<punto_site::Grant> for Grant {
    fn from(grant: punto_site::Grant) -> Grant {
        Grant(grant)
    }
}

spelt!(Grant: punto_site::Grant::all().map(|grant| grant.word()), "What a person of staff is trusted with: a role at tables, or an office.");

/// In which role somebody speaks at a table: a role of staff, a patron, or the table's own clock and devices.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SpeakerRole(pub String);

impl SpeakerRole {
    /// A patron.
    pub const PATRON: &'static str = "patron";
    /// The table's own clock and devices.
    pub const SYSTEM: &'static str = "system";
}

spelt!(SpeakerRole: <punto_vocab::Role as punto_vocab::Word>::ALL.iter().map(|role| punto_vocab::Word::word(*role)).chain([SpeakerRole::PATRON, SpeakerRole::SYSTEM]), "In which role somebody speaks at a table: a role of staff, a patron, or the table's own clock and devices.");

/// As whom somebody speaks, at a table or to the house.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ActorRole(pub String);

spelt!(ActorRole: <punto_vocab::Role as Word>::ALL.iter().map(|role| role.word()).chain(["patron", "system", "staff", "device", "table"]), "As whom somebody speaks, at a table or to the house.");

/// A card: its rank, then its suit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Card(pub punto_vocab::Card);

impl From<punto_vocab::Card> for Card {
    fn from(card: punto_vocab::Card) -> Card {
        Card(card)
    }
}

spelt!(Card: punto_vocab::Card::all().map(|card| card.to_string()), "A card: its rank, then its suit.");

/// The declarations of all lists of words in TypeScript.
pub fn declarations(config: &Config) -> Vec<String> {
    let own = of_the_wire(config).into_iter().chain(crate::promotion_words::of_the_wire(config));
    let named = crate::sentence_names::of_sentences(config);
    let others = [SpeakerRole::decl(config), ActorRole::decl(config), Card::decl(config)];
    let own = own.chain([Grant::decl(config)]).chain(named).chain(others);
    of_the_core(config).into_iter().chain(own).collect()
}
