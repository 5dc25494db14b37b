//! Why a command is refused.

use punto_rulebook::{Item, TournamentRule};
use punto_vocab::{Actor, BetId, Money, PersonId, Refusal, Role, Time, Value, Valued, Word};

use crate::command::Payment;
use crate::names::Names;

/// A command that the document or the tournament does not allow now; nothing has changed.
pub type Refused = Refusal<Reason>;

/// Several words of a list, as a sentence names them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct List<T>(pub Vec<T>);

impl<T: Word> std::fmt::Display for List<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0.iter().map(|word| word.word()).collect::<Vec<_>>().join(", "))
    }
}

impl<T: Valued> Valued for List<T> {
    fn value(&self) -> Value {
        self.0.value()
    }
}

punto_vocab::reasons! {
    /// Why a command is refused: what was asked, and what would be right.
    pub enum Reason {
        TimeRunsBack { asked: Time, now: Time } = "time-runs-back": "the time {asked} is before {now}",
        NoTournaments = "no-tournaments": "this document has no tournaments",
        NoSuchRule { rule: TournamentRule } = "no-such-tournament-rule": "this document has no rule {rule}",
        WrongRole { actor: Actor, needed: List<Role> } = "wrong-tournament-role": "{actor} may not do this; it takes {needed}",
        SpeaksForAnother { own: PersonId, entrant: PersonId } = "speaks-for-another-entrant": "{own} may not speak for {entrant}",

        NoConditions = "no-conditions": "no conditions are written down",
        MissingItems { items: List<Item> } = "missing-items": "the conditions lack {items}",
        NotByCoups = "not-by-coups": "a session is so long or so many shoes",
        PublishedAlready = "published-already": "the conditions are published and stay as they are",
        NotPublished = "not-published": "the conditions are not published",
        Cancelled = "tournament-cancelled": "the tournament is cancelled",
        StartedAlready = "started-already": "the tournament has begun",
        Over = "tournament-over": "the final is over, and what was done in it stands",
        NotStarted = "not-started": "the tournament has not begun",

        AppliedAlready { entrant: PersonId } = "applied-already": "{entrant} has applied already",
        NoApplicant { entrant: PersonId } = "no-applicant": "{entrant} has not applied",
        NotAnEntrant { entrant: PersonId } = "not-an-entrant": "{entrant} is not in the tournament",
        AcceptedAlready { entrant: PersonId } = "accepted-already": "{entrant} is accepted already",
        NotInformed { entrant: PersonId } = "not-informed": "{entrant} has not been given the conditions",
        NotEndorsed { entrant: PersonId } = "not-endorsed": "{entrant} has not agreed to the conditions in writing",
        OtherFee { asked: Money, fee: Money } = "other-fee": "the fee is {fee}, not {asked}",
        FeePaidAlready { entrant: PersonId } = "fee-paid-already": "{entrant} has paid the fee",
        FeeNotPaid { entrant: PersonId } = "fee-not-paid": "{entrant} has not paid the fee",
        Full { most: u32 } = "tournament-full": "there are {most} entrants, and that is all",
        TooFew { least: u32, have: u32 } = "too-few-entrants": "there are {have} entrants, and it takes {least}",
        NotReserved { item: Item } = "not-reserved": "the conditions do not say {item}",
        KeepsTooMuch { asked: Money, most: Money } = "keeps-too-much": "the house may keep {most} of the fees, not {asked}",

        NoSuchTable { table: u8 } = "no-such-venue": "table {table} is not one of the tournament's",
        TableKnown { table: u8 } = "venue-known": "table {table} is one of the tournament's already",
        TooManyTables { most: u32 } = "too-many-venues": "the conditions have {most} tables in a round, and the final has one",
        InSession { table: u8 } = "in-session": "a session is played at table {table}",
        NotInSession { table: u8 } = "not-in-session": "no session is played at table {table}",
        SessionsNotOver = "sessions-not-over": "the winners of this round are not all declared",
        NotBegun = "nobody-seated": "no session can begin: nobody has a seat",
        NoSeat { entrant: PersonId } = "no-seat-allotted": "{entrant} has no seat",
        SeatGiven { seat: u8, entrant: PersonId } = "seat-given": "seat {seat} is {entrant}'s",
        HasSeat { entrant: PersonId } = "has-seat": "{entrant} has a seat already",
        ByDraw = "seats-by-draw": "the conditions give seats by draw",
        NotByDraw = "seats-not-by-draw": "the conditions do not give seats by draw",
        NoPromise = "no-promise": "seats are drawn from a seed whose promise is published with the conditions",
        DrawnAlready = "drawn-already": "the seats of this session are drawn, and no draw is made twice",
        TooFewSeats { seats: u32, entrants: u32 } = "too-few-seats": "there are {seats} seats for {entrants} entrants",
        NoSuchSeat { seat: u8, seats: u8 } = "no-such-seat": "a table has seats 1 to {seats}, not {seat}",
        PeopleThere { table: u8 } = "people-there": "entrants have their seats at table {table}",
        OtherSeed = "other-seed": "this is not the seed that was promised",
        NobodyAttends = "nobody-attends": "the officer who answers for it is not there",
        TooEarly { at: Time } = "session-too-early": "the session begins at {at}",
        NoNotice = "no-notice": "the conditions do not say how much notice is reasonable",
        TooShortNotice { minutes: u32 } = "too-short-notice": "it takes {minutes} minutes' notice",
        OtherAmount { asked: Money, amount: Money } = "other-amount": "everybody has {amount}, not {asked}",
        NotBought { entrant: PersonId } = "not-bought": "{entrant} has not bought the chips of the session",
        BoughtAlready { entrant: PersonId } = "bought-already": "{entrant} has bought the chips of the session",
        SessionGoesOn { table: u8 } = "session-goes-on": "the session at table {table} is not over by its own terms",
        NotDetermined { left: u32, advance: u32 } = "not-determined": "{left} play for {advance} places, so that those who go on are not known",
        NotAgreed { entrant: PersonId } = "not-all-agreed": "{entrant} has not agreed",
        NoMoreRounds = "no-more-rounds": "this is the final",
        NoSecondChance { entrant: PersonId } = "no-second-chance": "{entrant} has no second chance",
        NotOut { entrant: PersonId } = "not-out": "{entrant} is not out",
        NoBuyBacks { entrant: PersonId } = "no-buy-backs": "{entrant} may not buy back again",

        WrongPhase { phase: &'static str } = "wrong-tournament-phase": "not now: {phase}",
        NotPresent { entrant: PersonId } = "not-present": "{entrant} does not sit at the table",
        NotOwnSeat { seat: u8, own: u8 } = "not-own-seat": "the entrant's seat is {own}, not {seat}",
        NotABet { bet: BetId } = "not-a-bet-here": "no wager on {bet} is made here",
        BothHands = "both-hands-here": "a wager is on one hand only",
        HandFirst { entrant: PersonId } = "hand-first": "{entrant} has no wager on a hand",
        OutOfTurn { entrant: PersonId, next: PersonId } = "out-of-turn": "{entrant} wagers after {next}",
        Final = "wager-is-final": "a wager that is made is neither changed nor taken back",
        HeldToMinimum { minimum: Money } = "held-to-minimum": "the wager is held to the minimum of {minimum}",
        BelowMinimum { stake: Money, minimum: Money } = "below-tournament-minimum": "{stake} is below the minimum of {minimum}",
        AboveMaximum { stake: Money, maximum: Money } = "above-tournament-maximum": "{stake} is above the maximum of {maximum}",
        NotInUnits { stake: Money, unit: Money } = "not-in-tournament-units": "{stake} is not in steps of {unit}",
        NotEnough { stake: Money, chips: Money } = "not-enough-chips": "{stake} is more than the {chips} that are there",
        NoSuchWager { entrant: PersonId, bet: BetId } = "no-such-tournament-wager": "{entrant} has no wager on {bet}",
        ActedAlready { entrant: PersonId } = "acted-already": "{entrant} has wagered, passed or handed in a form",
        NoPassCards { entrant: PersonId } = "no-pass-cards": "{entrant} has no pass card",
        NoTimeLimit = "no-time-limit": "no time limit holds",
        InTime { entrant: PersonId } = "not-over-time": "{entrant} is not over the time",
        NotWagered { entrant: PersonId } = "not-wagered": "{entrant} has not wagered",
        NoRise = "no-rise": "no other limits were announced",
        NotAtThatPoint = "not-at-that-point": "the point at which limits change is not reached",
        NoIndicator = "no-indicator": "no indicator card is in the shoe",
        IndicatorPlace { asked: u32, usual: u32 } = "indicator-place": "{asked} cards behind the indicator are not about {usual}",

        NoHidden { entrant: PersonId } = "no-hidden-wagers": "{entrant} has no hidden wager left",
        NoForm { entrant: PersonId } = "no-form": "{entrant} has handed in no form",
        NotExamined { entrant: PersonId } = "not-examined": "the form of {entrant} is not examined",
        NotAnnounced { entrant: PersonId } = "not-announced": "the form of {entrant} is not read out",
        AnnouncedAlready { entrant: PersonId } = "announced-already": "the form of {entrant} is read out already",
        OtherForm { entrant: PersonId } = "other-form": "this is not what {entrant} handed in",
        Unclear { entrant: PersonId } = "unclear-form": "the form of {entrant} does not show bet and amount as it must",

        NothingToUndo { table: u8 } = "nothing-to-undo": "no settled coup at table {table} can be opened again",
        OtherGains { entrant: PersonId } = "other-gains": "what {entrant} won or lost does not go with the wagers",
        MustGo { entrant: PersonId } = "must-go": "{entrant} must be disqualified first",
        InDispute { entrant: PersonId } = "in-dispute": "the dispute of {entrant} must be decided first",
        NoDispute { entrant: PersonId } = "no-dispute-of-entrant": "{entrant} has no dispute",
        NotAbsent { entrant: PersonId } = "not-absent": "{entrant} has missed no coup that is not seen to",
        EnoughDeducted { most: u32 } = "enough-deducted": "the minimum is deducted for {most} coups at most",
        InPerson { entrant: PersonId } = "in-person": "{entrant} names a substitute in person",
        NoSubstitute { entrant: PersonId } = "no-substitute": "{entrant} has named no substitute",
        PlaysHere { who: PersonId } = "plays-here": "{who} is in the tournament",

        NotCounted { entrant: PersonId } = "not-counted": "the chips of {entrant} are not counted",
        CountedMore { counted: Money, known: Money } = "counted-more": "{counted} were counted, and {known} are accounted for",
        NobodyLevel = "nobody-level": "nobody is level for a place",
        Level { names: Names } = "level": "these are level for a place: {names}",
        ChipsAndCard = "chips-and-card": "a play-off takes the chips that the officer gives and a card that gives the coups",
        PlainPlayOff = "plain-play-off": "a play-off goes on with the chips that are there, until it is decided",
        AwardedAlready = "awarded-already": "the prizes are awarded",
        NoPrize { entrant: PersonId } = "no-prize": "{entrant} has no prize that waits",
        OtherPayment { how: Payment } = "other-payment": "the conditions do not have prizes paid by {how}",
    }
}
