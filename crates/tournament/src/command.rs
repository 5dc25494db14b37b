//! Everything that can be said to a tournament, one line each.

use punto_rulebook::Opening;
use punto_vocab::line::Words;
use punto_vocab::{BetId, Card, Money, Names, PersonId, Promise, Seed, Time};

use crate::cards::CoupCards;
use crate::conditions::Conditions;
use crate::form::{Form, Seal};

punto_vocab::words! {
    /// Why somebody is not let in.
    pub enum Ground: "a ground" {
        /// The house need not say.
        General = "general",
        /// The criteria of selection exclude the applicant.
        Criteria = "criteria",
        /// The applicant may not enter the casino, or may not gamble.
        NotEntitled = "not-entitled",
    }
}

punto_vocab::words! {
    /// What an entrant has done.
    pub enum Offence: "an offence" {
        /// Broke a rule.
        Breach = "breach",
        /// Hid chips on purpose.
        HidingChips = "hiding-chips",
        /// Added to the chips otherwise than by winning.
        AddingChips = "adding-chips",
        /// Took chips from the table, or out of view.
        ChipsOutOfView = "chips-out-of-view",
        /// Exchanged chips with another entrant.
        Swap = "swap",
        /// Gave or took advice.
        Advice = "advice",
        /// Was not there.
        Absence = "absence",
        /// Made no wager.
        NoWager = "no-wager",
    }
}

impl Offence {
    /// Whether the entrant must be disqualified for it, whatever the officer thinks of it.
    pub const fn is_grave(self) -> bool {
        matches!(self, Offence::HidingChips | Offence::AddingChips)
    }
}

punto_vocab::words! {
    /// How a prize is paid.
    pub enum Payment: "a way to pay" {
        /// By a cheque to the winner.
        Cheque = "cheque",
        /// To an account of the winner.
        Transfer = "transfer",
        /// In cash.
        Cash = "cash",
        /// Goods or services.
        Goods = "goods",
    }
}

punto_vocab::words! {
    /// Whether a fee goes back with a place that is cancelled.
    pub enum Refund: "what becomes of a fee" {
        /// It goes back.
        Refund = "with-refund",
    }
}

punto_vocab::words! {
    /// Whether a wager that is too small can be made up.
    pub enum Unable: "whether it can be made up" {
        /// The entrant has no chips to do so.
        Unable = "unable",
    }
}

punto_vocab::words! {
    /// What is wrong with a form of a hidden wager.
    pub enum FormFault: "a fault of a form" {
        /// It does not show the bet and the amount as it must, or a bet that is not made here.
        Unclear = "unclear",
        /// The amount is below the minimum.
        Under = "under-minimum",
        /// The amount is above the maximum.
        Over = "over-maximum",
        /// The amount is more than the entrant has.
        Chips = "over-chips",
        /// The amount is not in whole steps.
        Units = "not-in-units",
    }
}

punto_vocab::records! {
    /// What is said to a tournament.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Command {
        // The conditions, the fees and the pool.
        Conditions { conditions: Conditions } = "conditions {conditions}",
        Publish { draw: Option<Promise> } = "publish [draw {draw}]",
        AddValue { amount: Money, what: Words } = "add-value {amount} {what}",
        AddGoods { place: u32, amount: Money, what: Words } = "add-goods {place} {amount} {what}",
        Retain { amount: Money } = "retain {amount}",
        Cancel { why: Words } = "cancel {why}",

        // Entry.
        Apply { entrant: PersonId } = "apply {entrant}",
        Inform { names: Names } = "inform {names}",
        Endorse { entrant: PersonId } = "endorse {entrant}",
        PayFee { entrant: PersonId, amount: Money } = "pay-fee {entrant} {amount}",
        Accept { names: Names } = "accept {names}",
        RefuseEntry { entrant: PersonId, ground: Ground } = "refuse-entry {entrant} {ground}",
        Withdraw { entrant: PersonId } = "withdraw {entrant}",
        Start = "start",

        // Tables, seats and sessions.
        Designate { table: u8 } = "designate {table}",
        Release { table: u8 } = "release {table}",
        Draw { seed: Seed } = "draw {seed}",
        Allot { entrant: PersonId, table: u8, seat: u8 } = "allot {entrant} {table}@{seat}",
        Attend = "attend",
        Depart = "depart",
        Reschedule { at: Time } = "reschedule {at}",
        TakeSeat { entrant: PersonId } = "take-seat {entrant}",
        LeaveSeat { entrant: PersonId } = "leave-seat {entrant}",
        BuyIn { entrant: PersonId, amount: Money } = "buy-in {entrant} {amount}",
        Begin = "begin",
        TimeUp { table: u8 } = "time-up {table}",
        ShoeEnded { table: u8 } = "shoe-ended {table}",
        EndEarly { table: u8 } = "end-early {table}",
        Agree { entrant: PersonId } = "agree {entrant}",
        NextRound = "next-round",
        SecondChance { names: Names } = "second-chance {names}",
        BuyBack { entrant: PersonId } = "buy-back {entrant}",
        ForgoBuyBack { entrant: PersonId } = "forgo-buy-back {entrant}",

        // Wagers.
        Wager { entrant: PersonId, seat: u8, bet: BetId, stake: Money } = "wager {entrant}@{seat} {bet} {stake}",
        Alter { entrant: PersonId, bet: BetId, stake: Money } = "alter {entrant} {bet} {stake}",
        Pass { entrant: PersonId } = "pass {entrant}",
        Found { entrant: PersonId, bet: BetId, stake: Money, unable: Option<Unable> } = "found {entrant} {bet} {stake} [{unable}]",
        LimitTime { seconds: u32 } = "limit-time {seconds}",
        Restrict { entrant: PersonId } = "restrict {entrant}",
        InsertIndicator { table: u8, behind: u32 } = "insert-indicator {table} {behind}",
        Indicator { table: u8 } = "indicator {table}",
        RaiseLimits { table: u8 } = "raise-limits {table}",

        // Hidden wagers.
        Seal { entrant: PersonId, form: Option<Seal> } = "seal {entrant} [{form}]",
        Examine { entrant: PersonId } = "examine {entrant}",
        ReturnForm { entrant: PersonId, fault: Option<FormFault>, why: Words } = "return-form {entrant} [found {fault}] {why}",
        Announce { entrant: PersonId, form: Form } = "announce {entrant} {form}",
        FormFound { entrant: PersonId, form: Form } = "form-found {entrant} {form}",
        ShowForm { entrant: PersonId, to: PersonId } = "show-form {entrant} to {to}",

        // Coups, as tables tell them.
        Opened { table: u8, opening: Opening } = "opened {table} {opening}",
        Close { table: u8 } = "close {table}",
        Deal { table: u8 } = "deal {table}",
        Outcome { table: u8 } = "outcome {table}",
        Result { table: u8, cards: CoupCards, taken: Option<Names> } = "result {table} {cards} [taken {taken}]",
        LastCoup { table: u8 } = "last-coup {table}",
        WrongHolder { table: u8 } = "wrong-holder {table}",
        VoidCoup { table: u8 } = "void-coup {table}",
        Unsettle { table: u8 } = "unsettle {table}",
        WagerOff { entrant: PersonId, bet: BetId } = "wager-off {entrant} {bet}",
        Forfeit { entrant: PersonId } = "forfeit {entrant}",

        // People.
        Deduct { entrant: PersonId } = "deduct {entrant}",
        CancelPlace { entrant: PersonId, refund: Option<Refund> } = "cancel-place {entrant} [{refund}]",
        Substitute { entrant: PersonId, other: PersonId } = "substitute {entrant} {other}",
        ApproveSubstitute { entrant: PersonId } = "approve-substitute {entrant}",
        Report { entrant: PersonId, offence: Offence } = "report {entrant} {offence}",
        Dismiss { entrant: PersonId } = "dismiss {entrant}",
        Disqualify { entrant: PersonId, offence: Offence } = "disqualify {entrant} {offence}",
        Dispute { entrant: PersonId, what: Words } = "dispute {entrant} {what}",
        Rule { entrant: PersonId, what: Words } = "rule {entrant} {what}",

        // Counts, winners and prizes.
        CountAll { table: u8 } = "count-all {table}",
        Count { entrant: PersonId, amount: Money } = "count {entrant} {amount}",
        ReturnChips { table: u8, missing: Option<Money> } = "return-chips {table} [missing {missing}]",
        PlayOff { table: u8, chips: Option<Money>, card: Option<Card> } = "play-off {table} [chips {chips} card {card}]",
        Declare { table: u8 } = "declare {table}",
        Undeclare { table: u8 } = "undeclare {table}",
        Award = "award",
        PayPrize { entrant: PersonId, how: Payment } = "pay-prize {entrant} {how}",
        HandOver { entrant: PersonId, what: Words } = "hand-over {entrant} {what}",
    }
}
