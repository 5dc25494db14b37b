//! Everything that can be said to an account, one line each.
//!
//! Names, addresses, card numbers and PINs are never in a line: they are kept elsewhere, where they can be erased.

use punto_site::{Concerned, On, TableId, Time};
use punto_vocab::line::Words;
use punto_vocab::{Exchange, Money, PersonId};

use crate::limit::{LimitKind, Most, Span};
use crate::voucher::VoucherId;

punto_vocab::words! {
    /// What the money of an account is worth.
    pub enum AccountKind: "a kind of account" {
        /// Cash.
        Real = "real",
        /// Nothing: for guests, demonstrations and tests.
        Play = "play",
    }
}

punto_vocab::words! {
    /// A part of an account that is kept apart.
    pub enum Purse: "a purse" {
        /// Can be paid out.
        Cashable = "cashable",
        /// Can be wagered only.
        Promotional = "promotional",
    }
}

punto_vocab::words! {
    /// Which purse is spent first.
    pub enum SpendOrder: "an order of spending" {
        /// What can only be wagered goes first.
        PromotionalFirst = "promotional-first",
        /// Cash goes first.
        CashableFirst = "cashable-first",
    }
}

punto_vocab::words! {
    /// Why a patron's session ends.
    pub enum SessionEnd: "an end of a session" {
        /// The patron signed out.
        SignedOut = "signed-out",
        /// Nothing was done for too long.
        Idle = "idle",
        /// The patron signed in at another terminal.
        Elsewhere = "elsewhere",
        /// A limit of time is reached.
        TimeLimit = "time-limit",
        /// The patron is excluded.
        Excluded = "excluded",
        /// Staff ended it.
        Staff = "staff",
    }
}

punto_vocab::records! {
    /// What is said to an account.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Command {
        // The account.
        Register { patron: PersonId, kind: AccountKind } = "register {patron} {kind}",
        Close = "close",
        SetPin = "set-pin",
        GivePin { seconded: Option<PersonId> } = "give-pin [seconded {seconded}]",
        FailPin { on: On } = "fail-pin on {on}",
        UnlockPin = "unlock-pin",

        // The cage.
        Deposit { amount: Money, seconded: Option<PersonId>, exchanged: Option<Exchange> } = "deposit {amount} [seconded {seconded}] [for {exchanged}]",
        // What the patron has ordered in a session of their own, and fetches with a code that only they were shown.
        OrderPayout { amount: Money } = "order-payout {amount}",
        MissPayout { who: PersonId } = "miss-payout {who}",
        Withdraw { amount: Money, seconded: Option<PersonId>, order: Option<u32> } = "withdraw {amount} [seconded {seconded}] [order {order}]",
        Award { amount: Money, why: Words } = "award {amount} {why}",
        Lapse { amount: Money, why: Words } = "lapse {amount} {why}",
        Hold { amount: Money, about: Option<Concerned>, why: Words } = "hold {amount} [about {about}] {why}",
        Release { amount: Money, why: Words } = "release {amount} {why}",
        AdjustUp { amount: Money, proposal: u32, why: Words } = "adjust-up {amount} proposal {proposal} {why}",
        AdjustDown { amount: Money, proposal: u32, why: Words } = "adjust-down {amount} proposal {proposal} {why}",

        // Vouchers.
        IssueVoucher { voucher: VoucherId, amount: Money, on: On } = "issue-voucher {voucher} {amount} on {on}",
        SpendVoucher { voucher: VoucherId, into: PersonId, seconded: Option<PersonId> } = "spend-voucher {voucher} into {into} [seconded {seconded}]",
        RedeemVoucher { voucher: VoucherId, amount: Money, from: PersonId, seconded: Option<PersonId> } = "redeem-voucher {voucher} {amount} from {from} [seconded {seconded}]",

        // Tables.
        ToTable { table: TableId, amount: Money } = "to-table {table} {amount}",
        ToTableOf { table: TableId, amount: Money, purse: Purse } = "to-table {table} {amount} of {purse}",
        FromTable { table: TableId, amount: Money } = "from-table {table} {amount}",
        FromTableOf { table: TableId, amount: Money, purse: Purse } = "from-table {table} {amount} of {purse}",
        LeaveTable { table: TableId } = "leave-table {table}",
        Spend { order: SpendOrder } = "spend {order}",

        // Limits of play.
        Limit { kind: LimitKind, span: Span, most: Most, seconded: Option<PersonId>, wait: Option<u32> } = "limit {kind} {span} {most} [seconded {seconded}] [wait {wait}]",
        DeclineLimits = "decline-limits",
        Exclude { until: Time } = "exclude until {until}",
        ExcludeForGood = "exclude for-good",
        LiftExclusion { seconded: Option<PersonId>, why: Words } = "lift-exclusion [seconded {seconded}] {why}",

        // Sessions.
        StartSession { on: On } = "start-session on {on}",
        // Of one session only, where another may have begun since.
        EndSession { end: SessionEnd, of: Option<u32> } = "end-session {end} [of {of}]",
        CheckEvery { minutes: u32 } = "check-every {minutes}",
        Remind = "remind",
        Continue = "continue",
    }
}
