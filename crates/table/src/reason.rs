//! Why a command is refused.

use punto_coup::WagerReason;
use punto_rulebook::{Rule, TermsReason};
use punto_vocab::{BetId, Card, Money, PatronId, Refusal, Role};

use crate::actor::{Actor, Time};
use crate::command::{Call, HandName, Matter};

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
    #[error("{0}")]
    BadOpening(String),
    #[error(transparent)]
    Terms(TermsReason),
    #[error(transparent)]
    Wager(WagerReason),
    #[error("{rule} is missing")]
    Missing { rule: Rule },
    #[error("this document has no {rule}")]
    NoSuchRule { rule: Rule },
    #[error("{actor} may not do this; it takes {}", roles(needed))]
    WrongRole { actor: Actor, needed: Vec<Role> },
    #[error("{own} may not speak for {patron}")]
    SpeaksForAnother { own: PatronId, patron: PatronId },
    #[error("{0} is not signed on")]
    NotOnDuty(Role),
    #[error("{0} must be told first")]
    NotTold(Role),
    #[error("{patron} has not agreed to {matter}")]
    NotAgreed { patron: PatronId, matter: Matter },
    #[error("no sign has been up for it; one must be up for {minutes} minutes")]
    NoSign { minutes: u32 },
    #[error("the sign has been up since {since}; it must be up for {minutes} minutes, until {until}")]
    SignTooNew { since: Time, minutes: u32, until: Time },
    #[error("a coup is in progress")]
    InCoup,
    #[error("no coup is in progress")]
    NoCoup,
    #[error("the cards are not ready: {0}")]
    CardsNotReady(&'static str),
    #[error("wagers are closed")]
    WagersClosed,
    #[error("wagers are open; no more bets must be called first")]
    WagersOpen,
    #[error("this coup takes no wagers")]
    NoBetCoup,
    #[error("{0} is not at the table")]
    NotHere(PatronId),
    #[error("{0} is at the table already")]
    HereAlready(PatronId),
    #[error("seat {0} is taken")]
    SeatTaken(u8),
    #[error("there is no box {at}; the table has {seats}")]
    NoSuchBox { at: u8, seats: u32 },
    #[error("{patron} does not play box {at}")]
    NotTheirBox { patron: PatronId, at: u8 },
    #[error("{0} is barred from the game")]
    Excluded(PatronId),
    #[error("{0} standing patrons wager at that box already")]
    TooManyStanding(u32),
    #[error("standing patrons have areas of their own here, not numbered ones")]
    StandingAreas,
    #[error("{patron} has no wager on {bet} at box {at}")]
    NoSuchWager { patron: PatronId, bet: BetId, at: u8 },
    #[error("{bet} is open only to patrons with a wager on Player, Banker or Tie")]
    Restricted { bet: BetId },
    #[error("{0}")]
    NotDue(String),
    #[error("{card} has been seen {count} times, and the shoe has no more of it")]
    TooManyOfCard { card: Card, count: u32 },
    #[error("{0} must be called first")]
    MustCall(Call),
    #[error("cards of {0} are still face down")]
    NotTurned(HandName),
    #[error("the trouble must be put right first: {0}")]
    InTrouble(String),
    #[error("nothing is wrong")]
    NoTrouble,
    #[error("{0} is not the patron to be offered this now; {1} is")]
    NotNext(PatronId, PatronId),
    #[error("nobody is left to be offered this")]
    NobodyLeft,
    #[error("both hands may not be out at once")]
    OtherHandOut,
    #[error("{0} is not out")]
    HandNotOut(HandName),
    #[error("the dealer keeps this hand")]
    DealerKeeps,
    #[error("{0} must be seated to hold cards")]
    HolderNotSeated(PatronId),
    #[error("the shoe keeps its dealing method to its end")]
    MethodFixed,
    #[error("a cut of {depth} is too near an end; it must be {least} or more from either")]
    CutTooNear { depth: u32, least: u32 },
    #[error("{asked} cards behind the marker are not allowed here")]
    MarkerDepth { asked: u32 },
    #[error("the shoe has ended: no coup may begin")]
    ShoeEnded,
    #[error("these cards must be replaced, not shuffled again")]
    MustReplace,
    #[error("new cards must have backs of another colour than {0}")]
    SameColour(String),
    #[error("{patron} has {balance}, not {asked}")]
    NotEnough { patron: PatronId, balance: Money, asked: Money },
    #[error("cash is not taken at this table")]
    NoCash,
    #[error("patrons are at the table")]
    PatronsPresent,
    #[error("nobody is at the table")]
    NobodyPresent,
    #[error("{0} free coups have been dealt, and that is all")]
    NoMoreFreeCoups(u32),
    #[error("the other officer must be another person than {0}")]
    SamePerson(PatronId),
    #[error("{0} has wagered lately, or other places are free")]
    NotIdle(PatronId),
    #[error("it is too late: {0}")]
    TooLate(&'static str),
    #[error("the time {asked} is before {now}")]
    TimeRunsBack { asked: Time, now: Time },
    #[error("not possible now: {0}")]
    NotNow(&'static str),
}

fn roles(list: &[Role]) -> String {
    list.iter().map(|role| role.word()).collect::<Vec<_>>().join(" or ")
}
