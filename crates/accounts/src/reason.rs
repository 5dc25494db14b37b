//! Why a command is refused.

use std::fmt;

use punto_site::{Principal, PromotionId, TableId, Time};
use punto_vocab::{Exchange, Money, PersonId, Refusal, Value, Valued};

use crate::command::SpendOrder;
use crate::limit::{LimitKind, Most, Span, Whose};
use crate::voucher::VoucherId;

/// A command the house does not allow now; the account stays as it was.
pub type Refused = Refusal<Reason>;

punto_vocab::words! {
    /// Somebody who may speak to an account.
    pub enum Party: "a party" {
        /// The patron whose account it is.
        Patron = "patron",
        /// Anybody of staff.
        Staff = "person-of-staff",
        /// The cage.
        Cage = "cage",
        /// The table that holds the money.
        Table = "table",
        /// The server by itself.
        Server = "server",
    }
}

/// Those of whom one may do something, in a sentence: `the patron, or a person of staff`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parties(pub &'static [Party]);

impl fmt::Display for Parties {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, party) in self.0.iter().enumerate() {
            let article = if *party == Party::Staff { "a" } else { "the" };
            let between = if place == 0 { "" } else { ", or " };
            write!(f, "{between}{article} {}", party.word().replace('-', " "))?;
        }
        Ok(())
    }
}

impl Valued for Parties {
    fn value(&self) -> Value {
        Value::List(self.0.iter().map(Valued::value).collect())
    }
}

punto_vocab::reasons! {
    /// Why a command is refused: what was asked, and what would be right.
    pub enum Reason {
        TimeRunsBack { asked: Time, now: Time } = "time-runs-back": "the time {asked} is before {now}",
        NotRegistered = "not-registered": "there is no such account; the cage registers patrons",
        AlreadyRegistered { patron: PersonId } = "already-registered": "this is the account of {patron} already",
        Closed = "account-closed": "the account is closed",
        NotYours { by: Principal, needed: Parties } = "not-yours": "{by} may not do this; it takes {needed}",
        SpeaksForAnother { own: PersonId, patron: PersonId } = "speaks-for-another": "{own} may not speak for {patron}",

        Nothing = "nothing": "nothing is not an amount; it must be more than 0",
        NotEnough { has: Money, asked: Money } = "account-not-enough": "there is {has}, not {asked}",
        WinHeld { table: TableId, amount: Money } = "win-held": "a win of {amount} at {table} waits for an attendant; no wager, no cash-out and no leaving there until then",
        NotEnoughHeld { has: Money, asked: Money } = "not-enough-held": "{has} is held, not {asked}",
        OwnActHeld { who: PersonId } = "own-act-held": "the money came by what {who} did or was at; somebody else releases it",
        NoPayout = "no-payout": "no payout of this amount is ordered, or not any more; the patron orders another where they are signed in",
        LessThanAsked { asked: Money } = "less-than-asked": "there is less than {asked}",
        TooMuch { asked: Money, most: Money } = "too-much": "{asked} is more than the account can hold; it counts to {most}",
        VoucherKnown { voucher: VoucherId } = "voucher-known": "there is a voucher {voucher} already",
        VoucherNotOut { voucher: VoucherId } = "voucher-not-out": "the voucher {voucher} is not out any more; it has been redeemed",
        VouchersOut { count: usize } = "vouchers-out": "{count} vouchers of the account are still out; an account is closed when all have come back",
        NoCashValue = "no-cash-value": "play money has no value in cash and is not paid in or out",
        NotPromotional { table: TableId, out: Money, asked: Money } = "not-promotional": "{out} of promotional money is at {table}, so {asked} cannot come back",
        MoneyLeft { balance: Money } = "money-left": "{balance} is still in the account; pay it out first",
        AtTable { table: TableId } = "at-table": "the patron is still at {table}; leave it first",
        SignedIn = "signed-in": "the patron is signed in; end the session first",
        SameOrder { order: SpendOrder } = "same-order": "money is spent {order} already",
        NotAtTable { table: TableId } = "not-at-table": "the patron has no money at {table}",

        WrongMeasure { kind: LimitKind, most: Most } = "wrong-measure": "{most} does not measure {kind}: deposit and loss take money like 100, time takes minutes like 90min",
        SameLimit { kind: LimitKind, span: Span, most: Most } = "same-limit": "the limit of {kind} for a {span} is {most} already",
        LimitsAnswered = "limits-answered": "the patron has answered already; a limit can be set at any time",
        OverLimit { whose: Whose, kind: LimitKind, span: Span, most: Most, used: Most } = "over-limit": "the {whose} limit of {kind} for a {span} is {most}, and {used} of it is used",
        Excluded { whose: Whose, until: Time } = "patron-excluded": "the patron is excluded until {until} ({whose})",
        ExcludedForGood { whose: Whose } = "excluded-for-good": "the patron is excluded for good ({whose})",
        NotLonger = "not-longer": "the patron is excluded for longer already; an exclusion is never shortened",
        ExclusionPast { until: Time } = "exclusion-past": "{until} is not in the future; name a later time",
        ExclusionShort { hours: u32, law: String } = "exclusion-short": "an exclusion of one's own lasts {hours} hours or longer ({law})",
        CheckRare { minutes: u32, law: String } = "check-rare": "a reality check comes every {minutes} minutes or more often ({law})",
        NotInCurrency { amount: Money, currency: String, smallest: Money } = "not-in-currency": "{amount} is not an amount of {currency}; its smallest is {smallest}",
        NotTheRate { exchanged: Exchange, worth: Money } = "not-the-rate": "{exchanged} comes to {worth}",
        LooksExcluded = "looks-excluded": "somebody of this name is excluded; a patron of the same name is registered with their own date of birth",
        ClaimKept { promotion: PromotionId } = "claim-kept": "what became of a claim of theirs in {promotion} is kept with who made it; nobody is erased before that",
        NoExclusion = "no-exclusion": "the house has not excluded the patron",

        PinLocked { until: Time } = "pin-locked": "the PIN is locked until {until} after wrong ones",
        PinNotLocked = "pin-not-locked": "the PIN is not locked",
        NoPin = "no-pin": "no PIN is set; the cage gives one",
        PinFigures { least: u32, most: u32 } = "pin-figures": "a PIN has {least} to {most} figures",
        PinGuessedFirst = "pin-guessed-first": "a PIN like 1111 or 1234 is guessed first; choose another",
        PinNotOwn = "pin-not-own": "the patron must choose a PIN of their own first",
        PinUsed = "pin-used": "somebody has signed in with this PIN before; it is good once, and two persons of the house give another",
        PinLapsed { until: Time } = "pin-lapsed": "this PIN was good until {until}; two persons of the house give another",
        SecondNeeded = "second-person-needed": "this takes a second person of staff, who approves it with a password of their own",
        NoSession = "patron-not-signed-in": "the patron is not signed in",
        CheckWaiting = "check-waiting": "the patron must answer the reality check first",
        NoCheck = "no-check": "no reality check waits for an answer",
        CheckNotDue { at: Time } = "check-not-due": "the next reality check is at {at}",
        CheckMinutes { asked: u32, most: u32 } = "check-minutes": "{asked} is not allowed; a reality check comes every 1 to {most} minutes",
    }
}

impl Reason {
    /// The same for whoever may not read the account: what is in it is left out.
    pub fn unread(self) -> Reason {
        match self {
            Reason::NotEnough { asked, .. } | Reason::NotEnoughHeld { asked, .. } => {
                Reason::LessThanAsked { asked }
            }
            other => other,
        }
    }
}
