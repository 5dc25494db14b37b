//! Everything that happens in a tournament, one line each, with what it rests on.

use punto_rulebook::{Opening, Range};
use punto_vocab::line::{Field, LineError, Words};
use punto_vocab::{BetId, Card, Money, Names, PersonId, Promise, Seed, Time, Value, Valued};
use serde::{Deserialize, Serialize};

use crate::cards::CoupCards;
use crate::command::{Ground, Offence, Payment};
use crate::conditions::Conditions;
use crate::form::Seal;
use crate::score::Ranking;

/// Something that happened in a tournament, and the authority for it.
pub type Event = punto_vocab::Event<Happening>;

punto_vocab::records! {
    /// What happens in a tournament.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Happening {
        // The conditions, the fees and the pool.
        Drafted { conditions: Conditions } = "drafted {conditions}",
        Published { draw: Option<Promise> } = "published [draw {draw}]",
        ValueAdded { amount: Money, what: Words } = "value-added {amount} {what}",
        GoodsAdded { place: u32, amount: Money, what: Words } = "goods-added {place} {amount} {what}",
        Retained { amount: Money } = "retained {amount}",
        ToppedUp { amount: Money } = "topped-up {amount}",
        Cancelled { why: Words } = "cancelled {why}",
        Refunded { entrant: PersonId, amount: Money } = "refunded {entrant} {amount}",
        FeeKept { entrant: PersonId, amount: Money } = "fee-kept {entrant} {amount}",
        ChipsRefunded { entrant: PersonId, amount: Money } = "chips-refunded {entrant} {amount}",

        // Entry.
        Applied { entrant: PersonId } = "applied {entrant}",
        Informed { entrant: PersonId } = "informed {entrant}",
        Endorsed { entrant: PersonId } = "endorsed {entrant}",
        FeePaid { entrant: PersonId, amount: Money } = "fee-paid {entrant} {amount}",
        Accepted { entrant: PersonId } = "accepted {entrant}",
        EntryRefused { entrant: PersonId, ground: Ground } = "entry-refused {entrant} {ground}",
        Withdrew { entrant: PersonId } = "withdrew {entrant}",
        Started { entrants: u32, advance: u32 } = "started entrants {entrants} advance {advance}",

        // Tables, seats and sessions.
        Designated { table: u8 } = "designated {table}",
        Released { table: u8 } = "released {table}",
        Drawn { seed: Seed, names: Names } = "drawn {seed} {names}",
        Allotted { entrant: PersonId, table: u8, seat: u8 } = "allotted {entrant} {table}@{seat}",
        Attending { who: PersonId } = "attending {who}",
        Departed { who: PersonId } = "departed {who}",
        Rescheduled { at: Time } = "rescheduled {at}",
        SeatTaken { entrant: PersonId } = "seat-taken {entrant}",
        SeatLeft { entrant: PersonId } = "seat-left {entrant}",
        BoughtIn { entrant: PersonId, amount: Money } = "bought-in {entrant} {amount}",
        SessionBegan { round: u32 } = "session-began round {round}",
        Issued { entrant: PersonId, amount: Money } = "issued {entrant} {amount}",
        PassCardsIssued { number: u32 } = "pass-cards-issued {number}",
        MarkerAt { table: u8, seat: u8 } = "marker {table}@{seat}",
        ShoeOver { table: u8 } = "shoe-over {table}",
        Agreed { entrant: PersonId } = "agreed {entrant}",
        SessionOver { table: u8, order: Ranking } = "session-over {table} {order}",
        RoundBegan { round: u32 } = "round {round}",
        GivenSecondChance { entrant: PersonId } = "second-chance {entrant}",
        BoughtBack { entrant: PersonId, amount: Money } = "bought-back {entrant} {amount}",
        BuyBackForgone { entrant: PersonId } = "buy-back-forgone {entrant}",

        // Wagers.
        Wagered { entrant: PersonId, bet: BetId, stake: Money } = "wagered {entrant} {bet} {stake}",
        OutOfTurn { entrant: PersonId } = "out-of-turn {entrant}",
        Altered { entrant: PersonId, bet: BetId, stake: Money } = "altered {entrant} {bet} {stake}",
        Passed { entrant: PersonId } = "passed {entrant}",
        Corrected { entrant: PersonId, bet: BetId, stake: Money } = "corrected {entrant} {bet} {stake}",
        TakenOff { entrant: PersonId, bet: BetId } = "taken-off {entrant} {bet}",
        WagerVoid { entrant: PersonId, bet: BetId } = "wager-void {entrant} {bet}",
        TimeLimited { seconds: u32, from: Time } = "time-limited {seconds} from {from}",
        Restricted { entrant: PersonId } = "restricted {entrant}",
        IndicatorIn { table: u8, behind: u32 } = "indicator-in {table} {behind}",
        IndicatorOut { table: u8 } = "indicator-out {table}",
        LimitsRaised { table: u8, limits: Range } = "limits-raised {table} {limits}",

        // Hidden wagers.
        Sealed { entrant: PersonId, form: Option<Seal> } = "sealed {entrant} [{form}]",
        Examined { entrant: PersonId } = "examined {entrant}",
        FormReturned { entrant: PersonId, why: Option<Words> } = "form-returned {entrant} [{why}]",
        Announced { entrant: PersonId, bet: Option<BetId>, stake: Option<Money> } = "announced {entrant} [{bet}] [{stake}]",
        Laid { entrant: PersonId, bet: BetId, stake: Money } = "laid {entrant} {bet} {stake}",
        Deemed { entrant: PersonId, bet: BetId, stake: Money } = "deemed {entrant} {bet} {stake}",
        Unclear { entrant: PersonId } = "unclear {entrant}",
        FaultFound { entrant: PersonId } = "fault-found {entrant}",
        FormShown { entrant: PersonId, to: PersonId } = "form-shown {entrant} to {to}",
        HiddenUsed { entrant: PersonId, left: u32 } = "hidden-used {entrant} left {left}",

        // Coups.
        Opened { table: u8, opening: Opening } = "opened {table} {opening}",
        BetsClosed { table: u8 } = "bets-closed {table}",
        Dealt { table: u8 } = "dealt {table}",
        OutcomeTold { table: u8 } = "outcome-told {table}",
        CoupOver { table: u8, coup: u32, cards: CoupCards } = "coup-over {table} {coup} {cards}",
        LastCoup { table: u8 } = "last-coup {table}",
        WrongHolder { table: u8 } = "wrong-holder {table}",
        CoupVoid { table: u8 } = "coup-void {table}",
        Unsettled { table: u8 } = "unsettled {table}",
        Won { entrant: PersonId, amount: Money } = "won {entrant} {amount}",
        Lost { entrant: PersonId, amount: Money } = "lost {entrant} {amount}",
        Stays { entrant: PersonId, bet: BetId, stake: Money } = "stays {entrant} {bet} {stake}",
        PassCollected { entrant: PersonId } = "pass-collected {entrant}",
        Deducted { entrant: PersonId, amount: Money } = "deducted {entrant} {amount}",
        AbsenceCounted { entrant: PersonId, coups: u32 } = "absence-counted {entrant} {coups}",
        Missed { entrant: PersonId } = "missed {entrant}",
        Eliminated { entrant: PersonId, residual: Money, wager: Money, taken: u32, before: Option<u32> } = "eliminated {entrant} residual {residual} wager {wager} taken {taken} [before {before}]",
        AllOut { table: u8, names: Names } = "all-out {table} {names}",

        // People.
        PlaceLost { entrant: PersonId } = "place-lost {entrant}",
        SubstituteNamed { entrant: PersonId, other: PersonId } = "substitute-named {entrant} {other}",
        Substituted { entrant: PersonId, other: PersonId } = "substituted {entrant} {other}",
        Reported { entrant: PersonId, offence: Offence } = "reported {entrant} {offence}",
        Dismissed { entrant: PersonId, offence: Offence } = "dismissed {entrant} {offence}",
        Disqualified { entrant: PersonId, offence: Offence } = "disqualified {entrant} {offence}",
        Reinstated { entrant: PersonId, amount: Money } = "reinstated {entrant} {amount}",
        Disputed { entrant: PersonId, what: Words } = "disputed {entrant} {what}",
        Ruled { entrant: PersonId, what: Words } = "ruled {entrant} {what}",

        // Counts, winners and prizes.
        CountOrdered { table: u8 } = "count-ordered {table}",
        Counted { entrant: PersonId, amount: Money } = "counted {entrant} {amount}",
        Short { entrant: PersonId, amount: Money } = "short {entrant} {amount}",
        ChipsIn { entrant: PersonId, amount: Money } = "chips-in {entrant} {amount}",
        ChipsKept { entrant: PersonId, amount: Money } = "chips-kept {entrant} {amount}",
        ChipsReturned { table: u8, missing: Option<Money> } = "chips-returned {table} [missing {missing}]",
        PlayOffBegan { table: u8, coups: Option<u32>, card: Option<Card>, names: Names } = "play-off {table} [coups {coups}] [card {card}] of {names}",
        PlayOffOver { table: u8, order: Ranking } = "play-off-over {table} {order}",
        Advanced { entrant: PersonId } = "advanced {entrant}",
        KnockedOut { entrant: PersonId } = "knocked-out {entrant}",
        Placed { place: u32, names: Names } = "placed {place} {names}",
        Declared { table: u8 } = "declared {table}",
        Undeclared { table: u8 } = "undeclared {table}",
        Awarded { entrant: PersonId, amount: Money } = "awarded {entrant} {amount}",
        GoodsAwarded { entrant: PersonId, what: Words } = "goods-awarded {entrant} {what}",
        HandedOver { entrant: PersonId, what: Words } = "handed-over {entrant} {what}",
        PrizePaid { entrant: PersonId, amount: Money, how: Payment } = "prize-paid {entrant} {amount} {how}",
    }
}

/// A significant event tells what happened in a tournament.
impl Field for Happening {
    const REST: bool = true;
    const EXPECTED: &'static str = "what happened in a tournament";

    fn write(&self) -> String {
        self.to_string()
    }

    fn read(text: &str) -> Result<Happening, String> {
        text.parse().map_err(|error: LineError| error.message)
    }
}

impl Valued for Happening {
    fn value(&self) -> Value {
        Value::List(self.args().into_iter().map(|(_, value)| value).collect())
    }
}
