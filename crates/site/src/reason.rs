//! Why a command is refused.

use punto_vocab::{Day, Money, PersonId, Refusal, Role, Time, TokenVoucher, TokenVoucherId};

use crate::grant::{Grant, Grants};
use crate::house::Mode;
use crate::name::{DeviceId, Place};
use crate::principal::Principal;
use crate::proposal::ProposalMatter;
use crate::right::Right;

/// A command the house does not allow now; the site stays as it was.
pub type Refused = Refusal<Reason>;

punto_vocab::reasons! {
    /// Why a command is refused: what was asked, and what would be right.
    pub enum Reason {
        TimeRunsBack { asked: Time, now: Time } = "time-runs-back": "the time {asked} is before {now}",
        NotStaff { by: Principal } = "not-staff": "{by} is not a person of staff; sign in as one",
        OnlySystem { by: Principal } = "only-system": "{by} may not report this; the server does it by itself",
        NotGranted { who: PersonId, right: Right, needed: Grants } = "not-granted": "{who} may not {right}; it takes {needed}",
        NotInRole { who: PersonId, role: Role } = "not-in-role": "{who} does not work as {role}; an administrator grants it",

        DayClosed { day: Day, last: Day } = "day-closed": "the gaming day {day} is over: {last} was closed; close a later one",
        DayToCome { day: Day } = "gaming-day-to-come": "the gaming day {day} has not come yet",

        CashAlone { who: PersonId, patron: PersonId } = "cash-alone": "{who} has taken in as much alone in a day, in all or for {patron}, as one person does",
        ShiftOpen { who: PersonId, since: Time } = "shift-open": "the shift of {who} has run since {since}; it is counted and ended first",
        NoShift { who: PersonId } = "no-shift": "{who} has begun no shift; begin one with what is in the drawer",
        NoCount { most: Money } = "no-count": "a drawer is counted from 0 to {most}",
        Bound { mode: Mode } = "bound": "this house is {mode} for ever; a house of the other kind needs a folder of its own",
        UnknownPerson { who: PersonId } = "unknown-person": "nobody called {who} works here",
        HasLeft { who: PersonId } = "has-left": "{who} has left; somebody who comes back gets a new name",
        Disabled { who: PersonId } = "disabled": "{who} is disabled; an administrator enables the account again",
        NotDisabled { who: PersonId } = "not-disabled": "{who} is enabled already",
        MustChangePassword { who: PersonId } = "must-change-password": "{who} must choose a password of their own first",
        NameTaken { name: PersonId, like: PersonId } = "name-taken": "{name} is too like {like}, who works or has worked here; choose another name",
        AlreadyFounded = "already-founded": "the site has its founders already; an administrator hires others",
        NoFounder { grant: Grant } = "no-founder": "nobody is a founder as {grant}; a founder makes accounts or agrees to them",
        OwnAccount { who: PersonId } = "own-account": "{who} may not do this to their own account; another person must",
        NotOwnAccount { who: PersonId } = "not-own-account": "only {who} chooses this password; an administrator can reset it",
        HasGrant { who: PersonId, grant: Grant } = "has-grant": "{who} is {grant} already",
        LacksGrant { who: PersonId, grant: Grant } = "lacks-grant": "{who} is not {grant}",
        DutiesClash { who: PersonId, has: Grant, asked: Grant } = "duties-clash": "{who} is {has}, and the same person may not be {asked}; withdraw one first",
        LastSecond { who: PersonId } = "last-second": "{who} is the only one who can agree to accounts of staff; make another one first",
        LastAdmin { who: PersonId } = "last-admin": "{who} is the only administrator; make another one first",
        NotLocked { who: PersonId } = "not-locked": "{who} is not locked",

        IsProgram { who: PersonId } = "is-a-program": "{who} is a program, with a token in place of a password and one role for good; revoke it and make another",
        FactorKnown { who: PersonId } = "factor-known": "{who} has a second factor already; a password that two persons reset takes it away",
        ProgramEnded { who: PersonId, until: Time } = "program-ended": "the token of {who} ended at {until}; make another program",
        ProgramEndsPast { until: Time } = "program-ends-past": "a token that ends at {until} would never be good",
        NoProgramAs { grant: Grant } = "no-program-as": "no program is {grant}: accounts, machines and settings are for people",
        NotForPrograms { who: PersonId, right: Right } = "not-for-programs": "{who} is a program, and to {right} takes a person",

        PasswordUsed { who: PersonId } = "password-used": "{who} has signed in with this password before; it is good once, and two persons give another",
        Locked { who: PersonId, until: Time } = "locked": "{who} is locked until {until} after failed sign-ins",
        NoSession { session: u32 } = "no-session": "there is no session {session}",
        NotOwnSession { session: u32, who: PersonId } = "not-own-session": "session {session} is of {who}",
        NotSignedIn { who: PersonId } = "not-signed-in": "{who} is not signed in anywhere",
        NoSignInThere { device: DeviceId } = "no-sign-in-there": "nobody signs in at {device}; use a console or a terminal",

        UnknownDevice { device: DeviceId } = "unknown-device": "{device} is not enrolled",
        DeviceKnown { device: DeviceId } = "device-known": "{device} is enrolled already; revoke it first or choose another name",
        DeviceRevoked { device: DeviceId } = "device-revoked": "{device} was revoked; enrol the machine under a new name",
        NoOffer { device: DeviceId } = "no-offer": "no code is out for {device}; a supervisor offers one",
        OfferEnded { device: DeviceId, until: Time } = "offer-ended": "the code for {device} ended at {until}; ask for a new one",
        WrongPlace { device: DeviceId, place: Place } = "wrong-place": "a device of this kind cannot be at {place}: a terminal needs a seat like nsw-1@3, the others a table or -",
        PlaceTaken { place: Place, device: DeviceId } = "place-taken": "{device} is at {place} already; revoke or move it first",
        ContactKnown { device: DeviceId } = "contact-known": "this is known of {device} already",

        NoSuchEvent { number: u32 } = "no-such-event": "no significant event {number} waits for anybody",
        AlreadyAcknowledged { number: u32, who: PersonId } = "already-acknowledged": "{who} has acknowledged {number} already",
        AlreadyNoted { number: u32 } = "already-noted": "this is noted as {number} already and not cleared",
        NoPassingCheck { number: u32 } = "no-passing-check": "the software has passed no check since {number}; put it right and check it again first",
        OwnAct { number: u32, who: PersonId } = "own-act": "{number} is about what {who} did; somebody else must see to it",
        NotAFault { number: u32 } = "not-a-fault": "{number} is no fault; acknowledge it",
        NotAPerson { by: Principal } = "not-a-person": "{by} is not a person; somebody must answer for this by name",

        TokenVoucherKnown { number: TokenVoucherId } = "token-voucher-known": "a promotional voucher {number} was issued before; each has a number of its own",
        TokenVoucherNotOut { number: TokenVoucherId } = "token-voucher-not-out": "no promotional voucher {number} is out: this house never issued it, or it was exchanged or withdrawn; the cage issues one with a second person",
        TokenVoucherDiffers { number: TokenVoucherId, issued: TokenVoucher, worth: Money } = "token-voucher-differs": "the promotional voucher {number} was issued as {issued} over {worth}; it is exchanged whole and as it was issued",
        TokenVoucherOfAnother { number: TokenVoucherId, patron: PersonId } = "token-voucher-of-another": "the promotional voucher {number} was not issued for {patron}",
        TokenVoucherOverdue { number: TokenVoucherId } = "token-voucher-overdue": "the promotional voucher {number} would be good for no day any more",

        NoSuchProposal { number: u32 } = "no-such-proposal": "no proposal {number} waits",
        ProposalLapsed { number: u32, until: Time } = "proposal-lapsed": "proposal {number} lapsed at {until}; propose it again",
        SamePerson { who: PersonId } = "another-person-needed": "the second person must be another than {who}",
        AnotherKindNeeded { who: PersonId } = "another-kind-needed": "{who} is an administrator as the first person is; the second must answer for the house and make no accounts",
        Concerned { who: PersonId } = "concerned": "{who} is the person it is about; somebody else must approve it",
        NotProposer { number: u32, who: PersonId } = "not-proposer": "proposal {number} is by {who}, who alone may take it back; refuse it instead",
        NotApproved { number: u32 } = "not-approved": "proposal {number} is not approved yet",
        AlreadyApproved { number: u32 } = "already-approved": "proposal {number} is approved and waits to be carried out",
        NotProposable { why: String } = "not-proposable": "this cannot be put to a second person: {why}",
        ProposeDirectly { matter: ProposalMatter } = "propose-directly": "for {matter} say the command itself; it becomes a proposal if it needs two persons",
    }
}

#[cfg(test)]
mod tests {
    use punto_vocab::Value;

    use super::*;

    #[test]
    fn codes_are_words_and_told_apart() {
        let mut codes = Reason::CODES.to_vec();
        assert!(codes.iter().all(|code| code.bytes().all(|b| b.is_ascii_lowercase() || b == b'-')));
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), Reason::CODES.len());
    }

    #[test]
    fn a_reason_has_its_code_and_particulars() {
        let who = "kim".parse().unwrap();
        let reason = Reason::Locked { who, until: Time(60_000_000) };
        assert_eq!(reason.code(), "locked");
        assert_eq!(reason.args(), [("who", Value::name("kim")), ("until", Value::Time(60_000_000))]);
        assert_eq!(reason.to_string(), "kim is locked until 1970-01-01T00:01:00Z after failed sign-ins");
    }
}
