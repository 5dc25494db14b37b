//! Why a command is refused.

mod not_due;

use punto_coup::WagerReason;
use punto_rulebook::{Cure, Rule, TermsReason};
use punto_vocab::line::Words;
use punto_vocab::{Actor, Args, BetId, Card, Chips, Day, Money, PersonId, Refusal, Role, Roles, Time};

use crate::command::{Call, HandName, Matter};

pub use not_due::NotDue;
pub use punto_vocab::Hindrance;

/// A command the rulebook does not allow now; the table stays as it was.
pub type Refused = Refusal<Reason>;

/// Why a command is refused: what was asked, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum Reason {
    #[error("the table is closed")]
    Closed,
    #[error("the table is open already")]
    AlreadyOpen,
    #[error("{bank} may have no share in the bank; the licensee holds it, or an agent for the licensee")]
    BankShare { bank: Words },
    #[error(
        "bet-seconds {seconds}: wagers close by the clock of an electronic table or a demonstration only"
    )]
    NoBetClock { seconds: u32 },
    #[error("bet-seconds 0 leave no time to bet; expected 1 or more")]
    NoBetTime,
    #[error("this document is in force from {from}, not yet on {date}")]
    NotInForce { date: Day, from: Day },
    #[error("{date} is over: the table was open on {last}")]
    DayOver { date: Day, last: Day },
    #[error("{date} has not come yet")]
    DayToCome { date: Day },
    #[error(transparent)]
    Terms(TermsReason),
    #[error(transparent)]
    Wager(WagerReason),
    #[error("{rule} is missing")]
    Missing { rule: Rule },
    #[error("this document has no {rule}")]
    NoSuchRule { rule: Rule },
    #[error("{actor} may not do this; it takes {needed}")]
    WrongRole { actor: Actor, needed: Roles },
    #[error("{own} may not speak for {patron}")]
    SpeaksForAnother { own: PersonId, patron: PersonId },
    #[error("{0} is not signed on")]
    NotOnDuty(Role),
    #[error("{0} must be told first")]
    NotTold(Role),
    #[error("{patron} has not agreed to {matter}")]
    NotAgreed { patron: PersonId, matter: Matter },
    #[error("no sign has been up for it; one must be up for {minutes} minutes")]
    NoSign { minutes: u32 },
    #[error("the sign has been up since {since}; it must be up for {minutes} minutes, until {until}")]
    SignTooNew { since: Time, minutes: u32, until: Time },
    #[error("a coup is in progress")]
    InCoup,
    #[error("no coup is in progress")]
    NoCoup,
    #[error("the cards are not ready: {0}")]
    CardsNotReady(Hindrance),
    #[error("wagers are closed")]
    WagersClosed,
    #[error("wagers are open; no more bets must be called first")]
    WagersOpen,
    #[error("this coup takes no wagers")]
    NoBetCoup,
    #[error("{0} is not at the table")]
    NotHere(PersonId),
    #[error("{0} is at the table already")]
    HereAlready(PersonId),
    #[error("seat {0} is taken")]
    SeatTaken(u8),
    #[error("there is no box {at}; the table has {seats}")]
    NoSuchBox { at: u8, seats: u32 },
    #[error("{patron} does not play box {at}")]
    NotTheirBox { patron: PersonId, at: u8 },
    #[error("{0} is barred from the game")]
    Excluded(PersonId),
    #[error("{0} standing patrons wager at that box already")]
    TooManyStanding(u32),
    #[error("standing patrons have areas of their own here, not numbered ones")]
    StandingAreas,
    #[error("{patron} has no wager on {bet} at box {at}")]
    NoSuchWager { patron: PersonId, bet: BetId, at: u8 },
    #[error("{bet} is open only to patrons with a wager on Player, Banker or Tie")]
    Restricted { bet: BetId },
    #[error(transparent)]
    NotDue(NotDue),
    #[error("{card} has been seen {count} times, and the shoe has no more of it")]
    TooManyOfCard { card: Card, count: u32 },
    #[error("{0} must be called first")]
    MustCall(Call),
    #[error("cards of {0} are still face down")]
    NotTurned(HandName),
    #[error("the trouble must be put right first: {0}")]
    InTrouble(InTrouble),
    #[error("nothing is wrong")]
    NoTrouble,
    #[error("{0} is not the patron to be offered this now; {1} is")]
    NotNext(PersonId, PersonId),
    #[error("nobody is left to be offered this")]
    NobodyLeft,
    #[error("both hands may not be out at once")]
    OtherHandOut,
    #[error("{0} is not out")]
    HandNotOut(HandName),
    #[error("the dealer keeps this hand")]
    DealerKeeps,
    #[error("{0} must be seated to hold cards")]
    HolderNotSeated(PersonId),
    #[error("the shoe keeps its dealing method to its end")]
    MethodFixed,
    #[error("a cut of {depth} is too near an end; it must be {least} or more from either")]
    CutTooNear { depth: u32, least: u32 },
    #[error("{asked} cards behind the marker are not allowed here")]
    MarkerDepth { asked: u32 },
    #[error("the shoe has ended: no coup may begin")]
    ShoeEnded,
    #[error("these cards must be replaced first")]
    MustReplace,
    #[error("{left} cards are left and {behind} lay behind the marker, so that it is out: say `marker`")]
    MarkerPassed { left: u32, behind: u32 },
    #[error("{left} cards are left in the shoe by the count")]
    CardsLeft { left: u32 },
    #[error("the cards must be shuffled first")]
    MustShuffle,
    #[error("a coup without wagers must be dealt first")]
    NoBetCoupWaits,
    #[error("new cards must have backs of another colour than {0}")]
    SameColour(String),
    #[error("{patron} has {balance}, not {asked}")]
    NotEnough { patron: PersonId, balance: Money, asked: Money },
    #[error("there is no chip of {chip} here; the table's chips are {chips}")]
    NoSuchChip { chip: Money, chips: Chips },
    #[error("cash is not taken at this table")]
    NoCash,
    #[error("patrons are at the table")]
    PatronsPresent,
    #[error("nobody is at the table")]
    NobodyPresent,
    #[error("{0} free coups have been dealt, and that is all")]
    NoMoreFreeCoups(u32),
    #[error("the other officer must be another person than {0}")]
    SamePerson(PersonId),
    #[error("disputes {} wait: say which one, like `dispute {}`", numbers(open), open.first().copied().unwrap_or(1))]
    WhichDispute { open: Vec<u32> },
    #[error("dispute {0} about this coup must be decided first")]
    DisputeWaits(u32),
    #[error("{0} has wagered lately, or other places are free")]
    NotIdle(PersonId),
    #[error("it is too late: {0}")]
    TooLate(Hindrance),
    #[error("the time {asked} is before {now}")]
    TimeRunsBack { asked: Time, now: Time },
    #[error("not possible now: {0}")]
    NotNow(Hindrance),
    #[error(transparent)]
    House(Box<HouseReason>),
}

/// What the house that runs the table stops, whatever the document allows: code and filling are its own.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{sentence}")]
#[allow(missing_docs)]
pub struct HouseReason {
    pub code: &'static str,
    pub args: Args,
    pub sentence: String,
}

/// What must be put right before play goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum InTrouble {
    #[error("{0} waits to be ordered")]
    CureWaits(Cure),
    #[error("wagers may be taken back; resume first")]
    MayWithdraw,
}

punto_vocab::codes! {
    impl InTrouble {
        InTrouble::CureWaits(cure) => "cure-waits" (cure),
        InTrouble::MayWithdraw => "may-withdraw" (),
    }
}

impl Reason {
    /// The name of the sentence, for catalogues in several languages; it does not change.
    pub fn code(&self) -> &'static str {
        match self {
            Reason::Terms(reason) => reason.code(),
            Reason::Wager(reason) => reason.code(),
            Reason::NotDue(reason) => reason.code(),
            Reason::InTrouble(reason) => reason.code(),
            Reason::House(reason) => reason.code,
            Reason::NotNow(why) | Reason::TooLate(why) | Reason::CardsNotReady(why) => why.code(),
            _ => self.own_code(),
        }
    }

    /// What the sentence is filled with, by name.
    pub fn args(&self) -> Args {
        match self {
            Reason::Terms(reason) => reason.args(),
            Reason::Wager(reason) => reason.args(),
            Reason::NotDue(reason) => reason.args(),
            Reason::InTrouble(reason) => reason.args(),
            Reason::House(reason) => reason.args.clone(),
            Reason::NotNow(_) | Reason::TooLate(_) | Reason::CardsNotReady(_) => Vec::new(),
            _ => self.own_args(),
        }
    }

    /// Every code that a refusal by a table can have; those of the house that runs it are the house's to list.
    pub fn codes() -> impl Iterator<Item = &'static str> {
        Reason::sentences().map(|(code, _)| code)
    }

    /// The same codes, each with the names of what may fill its sentence.
    pub fn sentences() -> impl Iterator<Item = (&'static str, &'static [&'static str])> {
        // Those of reasons that always have a code of their own inside.
        let outer =
            ["terms", "wager", "not-due", "in-trouble", "house", "not-now", "too-late", "cards-not-ready"];
        let lists = [
            (Reason::OWN_CODES, Reason::ARGS),
            (TermsReason::CODES, TermsReason::ARGS),
            (WagerReason::CODES, WagerReason::ARGS),
            (NotDue::CODES, NotDue::ARGS),
            (InTrouble::CODES, InTrouble::ARGS),
        ];
        let pairs =
            lists.into_iter().flat_map(|(codes, args)| codes.iter().copied().zip(args.iter().copied()));
        let hindrances = Hindrance::ALL.iter().map(|why| (why.code(), &[][..]));
        pairs.filter(move |(code, _)| !outer.contains(code)).chain(hindrances)
    }
}

fn numbers(list: &[u32]) -> String {
    list.iter().map(u32::to_string).collect::<Vec<_>>().join(", ")
}

punto_vocab::codes! {
    impl Reason: OWN_CODES own_code own_args {
        Reason::Closed => "closed" (),
        Reason::AlreadyOpen => "already-open" (),
        Reason::BankShare { bank } => "bank-share" (bank),
        Reason::NoBetClock { seconds } => "no-bet-clock" (seconds),
        Reason::NoBetTime => "no-bet-time" (),
        Reason::NotInForce { date, from } => "not-in-force" (date, from),
        Reason::DayOver { date, last } => "day-over" (date, last),
        Reason::DayToCome { date } => "day-to-come" (date),
        Reason::Terms(_) => "terms" (),
        Reason::Wager(_) => "wager" (),
        Reason::Missing { rule } => "missing" (rule),
        Reason::NoSuchRule { rule } => "no-such-rule" (rule),
        Reason::WrongRole { actor, needed } => "wrong-role" (actor, needed),
        Reason::SpeaksForAnother { own, patron } => "speaks-for-another" (own, patron),
        Reason::NotOnDuty(role) => "not-on-duty" (role),
        Reason::NotTold(role) => "not-told" (role),
        Reason::NotAgreed { patron, matter } => "not-agreed" (patron, matter),
        Reason::NoSign { minutes } => "no-sign" (minutes),
        Reason::SignTooNew { since, minutes, until } =>
            "sign-too-new" (since, minutes, until),
        Reason::InCoup => "in-coup" (),
        Reason::NoCoup => "no-coup" (),
        Reason::CardsNotReady(_) => "cards-not-ready" (),
        Reason::WagersClosed => "wagers-closed" (),
        Reason::WagersOpen => "wagers-open" (),
        Reason::NoBetCoup => "no-bet-coup" (),
        Reason::NotHere(patron) => "not-here" (patron),
        Reason::HereAlready(patron) => "here-already" (patron),
        Reason::SeatTaken(seat) => "seat-taken" (seat),
        Reason::NoSuchBox { at, seats } => "no-such-box" (at, seats),
        Reason::NotTheirBox { patron, at } => "not-their-box" (patron, at),
        Reason::Excluded(patron) => "excluded" (patron),
        Reason::TooManyStanding(most) => "too-many-standing" (most),
        Reason::StandingAreas => "standing-areas" (),
        Reason::NoSuchWager { patron, bet, at } => "no-such-wager" (patron, bet, at),
        Reason::Restricted { bet } => "restricted" (bet),
        Reason::NotDue(_) => "not-due" (),
        Reason::TooManyOfCard { card, count } => "too-many-of-card" (card, count),
        Reason::MustCall(call) => "must-call" (call),
        Reason::NotTurned(hand) => "not-turned" (hand),
        Reason::InTrouble(_) => "in-trouble" (),
        Reason::NoTrouble => "no-trouble" (),
        Reason::NotNext(patron, next) => "not-next" (patron, next),
        Reason::NobodyLeft => "nobody-left" (),
        Reason::OtherHandOut => "other-hand-out" (),
        Reason::HandNotOut(hand) => "hand-not-out" (hand),
        Reason::DealerKeeps => "dealer-keeps" (),
        Reason::HolderNotSeated(patron) => "holder-not-seated" (patron),
        Reason::MethodFixed => "method-fixed" (),
        Reason::CutTooNear { depth, least } => "cut-too-near" (depth, least),
        Reason::MarkerDepth { asked } => "marker-depth" (asked),
        Reason::ShoeEnded => "shoe-ended" (),
        Reason::MustReplace => "must-replace" (),
        Reason::MarkerPassed { left, behind } => "marker-passed" (left, behind),
        Reason::CardsLeft { left } => "cards-left" (left),
        Reason::MustShuffle => "must-shuffle" (),
        Reason::NoBetCoupWaits => "no-bet-coup-waits" (),
        Reason::SameColour(colour) => "same-colour" (colour),
        Reason::NotEnough { patron, balance, asked } => "not-enough" (patron, balance, asked),
        Reason::NoSuchChip { chip, chips } => "no-such-chip" (chip, chips),
        Reason::NoCash => "no-cash" (),
        Reason::PatronsPresent => "patrons-present" (),
        Reason::NobodyPresent => "nobody-present" (),
        Reason::NoMoreFreeCoups(most) => "no-more-free-coups" (most),
        Reason::SamePerson(person) => "same-person" (person),
        Reason::WhichDispute { open } => "which-dispute" (open),
        Reason::DisputeWaits(number) => "dispute-waits" (number),
        Reason::NotIdle(patron) => "not-idle" (patron),
        Reason::TooLate(_) => "too-late" (),
        Reason::TimeRunsBack { asked, now } =>
            "time-runs-back" (asked, now),
        Reason::NotNow(_) => "not-now" (),
        Reason::House(_) => "house" (),
    }
}
