//! Everything that happens to an account, one line each, with what it rests on.

use punto_site::{Concerned, On, TableId, Time};
use punto_vocab::line::Words;
use punto_vocab::{Exchange, Money, PersonId};

use crate::command::{AccountKind, Purse, SessionEnd, SpendOrder};
use crate::limit::{LimitKind, Most, Span, Whose};
use crate::voucher::VoucherId;

/// Something that happened to an account, and the authority for it.
pub type Event = punto_vocab::Event<Happening>;

impl Happening {
    /// The cash that goes out of an account over the counter with this.
    pub(crate) fn paid_out(&self) -> Option<Money> {
        if let Happening::Withdrawn { amount, .. } = self { Some(*amount) } else { None }
    }
}

punto_vocab::records! {
    /// What happens to an account.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Happening {
        // The account.
        Registered { patron: PersonId, kind: AccountKind } = "registered {patron} {kind}",
        Closed = "closed",
        PinSet = "pin-set",
        PinGiven { until: Time, seconded: Option<PersonId> } = "pin-given until {until} [seconded {seconded}]",
        PinFailed { on: On } = "pin-failed on {on}",
        PinBarred { on: On } = "pin-barred on {on}",
        PinLocked { until: Time } = "pin-locked until {until}",
        PinUnlocked = "pin-unlocked",

        // The cage.
        Deposited { amount: Money, seconded: Option<PersonId>, exchanged: Option<Exchange> } = "deposited {amount} [seconded {seconded}] [for {exchanged}]",
        PayoutOrdered { order: u32, amount: Money, until: Time } = "payout-ordered {order} {amount} until {until}",
        PayoutMissed { order: u32, who: PersonId } = "payout-missed {order} {who}",
        Withdrawn { amount: Money, seconded: Option<PersonId>, order: Option<u32> } = "withdrawn {amount} [seconded {seconded}] [order {order}]",
        Awarded { amount: Money, why: Words } = "awarded {amount} {why}",
        Lapsed { amount: Money, why: Words } = "lapsed {amount} {why}",
        Held { amount: Money, about: Option<Concerned>, why: Words } = "held {amount} [about {about}] {why}",
        Released { amount: Money, why: Words } = "released {amount} {why}",
        AdjustedUp { amount: Money, proposal: u32, why: Words } = "adjusted-up {amount} proposal {proposal} {why}",
        AdjustedDown { amount: Money, proposal: u32, why: Words } = "adjusted-down {amount} proposal {proposal} {why}",

        // Vouchers.
        VoucherIssued { voucher: VoucherId, amount: Money, sequence: u32, on: On, staff: Option<PersonId> } = "voucher-issued {voucher} {amount} sequence {sequence} on {on} [for-owner-by {staff}]",
        VoucherSpent { voucher: VoucherId, amount: Money, into: PersonId } = "voucher-spent {voucher} {amount} into {into}",
        VoucherRedeemed { voucher: VoucherId, amount: Money, from: PersonId, seconded: Option<PersonId> } = "voucher-redeemed {voucher} {amount} from {from} [seconded {seconded}]",

        // Tables.
        WentToTable { table: TableId, amount: Money, purse: Purse } = "went-to-table {table} {amount} of {purse}",
        CameFromTable { table: TableId, amount: Money, purse: Purse } = "came-from-table {table} {amount} of {purse}",
        LeftTable { table: TableId } = "left-table {table}",
        Spends { order: SpendOrder } = "spends {order}",

        // Limits of play.
        LimitSet { whose: Whose, kind: LimitKind, span: Span, most: Most, seconded: Option<PersonId> } = "limit-set {whose} {kind} {span} {most} [seconded {seconded}]",
        LimitWaits { whose: Whose, kind: LimitKind, span: Span, most: Most, from: Time } = "limit-waits {whose} {kind} {span} {most} from {from}",
        LimitsDeclined = "limits-declined",
        Excluded { whose: Whose, until: Time } = "excluded {whose} until {until}",
        ExcludedForGood { whose: Whose } = "excluded {whose} for-good",
        ExclusionLifted { seconded: Option<PersonId>, why: Words } = "exclusion-lifted [seconded {seconded}] {why}",

        // Sessions.
        SessionStarted { session: u32, on: On } = "session-started {session} on {on}",
        SessionEnded { session: u32, end: SessionEnd } = "session-ended {session} {end}",
        ChecksEvery { minutes: u32 } = "checks-every {minutes}",
        Reminded { session: u32, minutes: u32, out: Money, back: Money } = "reminded {session} minutes {minutes} out {out} back {back}",
        Continued { session: u32 } = "continued {session}",
    }
}
