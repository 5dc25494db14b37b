//! Everything that happens at the site, one line each, with what it rests on.

use punto_vocab::line::Words;
use punto_vocab::{Day, Money, PersonId, Role, Time, TokenVoucher, TokenVoucherId};

use crate::cause::Cause;
use crate::command::DeviceKind;
use crate::grant::Grant;
use crate::house::{Mode, Reading};
use crate::measure::Measure;
use crate::name::{ActName, DeviceId, Given, On, Place, TableId};
use crate::notice::{Kind, Severity};
use crate::seconded::Seconded;
use crate::several::Concerned;

/// Something that happened at the site, and the authority for it.
pub type Event = punto_vocab::Event<Happening>;

punto_vocab::words! {
    /// Why a session ended.
    pub enum Ending: "an end of a session" {
        /// Its owner signed out.
        SignedOut = "signed-out",
        /// Its owner, or an administrator, ended all of them.
        Everywhere = "everywhere",
        /// Nothing was done for too long.
        Idle = "idle",
        /// Its owner, who deals, signed in at another machine.
        Elsewhere = "elsewhere",
        /// Another person signed in at the machine.
        Relieved = "relieved",
        /// The password was changed or reset.
        Password = "password",
        /// The account was disabled, or its owner left.
        Barred = "barred",
        /// What its owner may do was changed.
        Grants = "grants",
        /// The machine was revoked.
        Device = "device",
    }
}

punto_vocab::words! {
    /// Why somebody could not approve a line.
    pub enum Bar: "a bar" {
        /// There were too many failures.
        Locked = "locked",
        /// The account cannot be used.
        Disabled = "disabled",
        /// The password is for one sign-in only.
        OneTimePassword = "one-time-password",
        /// It is the person who asks for the approval.
        SamePerson = "same-person",
        /// They do not work in the role.
        NotInRole = "not-in-role",
    }
}

punto_vocab::records! {
    /// What happens at the site.
    #[derive(Clone, Debug, PartialEq)]
    pub enum Happening {
        // The house.
        Bound { mode: Mode } = "bound {mode}",
        ReadLogged { who: PersonId, what: Reading, of: Option<PersonId> } = "read-logged {who} {what} [of {of}]",
        DayClosed { day: Day, who: PersonId } = "day-closed {day} by {who}",

        // Staff.
        Founded { name: PersonId, grant: Option<Grant> } = "founded {name} [as {grant}]",
        Hired { name: PersonId } = "hired {name}",
        Granted { name: PersonId, grant: Grant } = "granted {name} {grant}",
        Withdrawn { name: PersonId, grant: Grant } = "withdrawn {name} {grant}",
        Disabled { name: PersonId, why: Words } = "disabled {name} {why}",
        Enabled { name: PersonId } = "enabled {name}",
        Left { name: PersonId } = "left {name}",
        PasswordSet { name: PersonId } = "password-set {name}",
        PasswordReset { name: PersonId } = "password-reset {name}",
        Unlocked { name: PersonId } = "unlocked {name}",
        AccessReviewed { note: Words } = "access-reviewed {note}",
        FactorSet { name: PersonId } = "factor-set {name}",
        ProgramMade { name: PersonId, grant: Grant, until: Option<Time> } = "program-made {name} as {grant} [until {until}]",

        // Sign-ins.
        SignedIn { name: PersonId, on: On, session: u32 } = "signed-in {name} on {on} session {session}",
        SignInFailed { name: PersonId, on: On } = "sign-in-failed {name} on {on}",
        SignInBarred { name: PersonId, on: On } = "sign-in-barred {name} on {on}",
        SignInUnknown { given: Given, on: On } = "sign-in-unknown {given} on {on}",
        Locked { name: PersonId, until: Time } = "locked {name} until {until}",
        SignedOut { name: PersonId, session: u32, ending: Ending } = "signed-out {name} session {session} {ending}",
        SignedOutEverywhere { name: PersonId } = "signed-out-everywhere {name}",
        Denied { who: PersonId, act: ActName, place: Place, by: Words } = "denied {who} {act} {place} by {by}",

        // What somebody else says at a person's machine.
        LineApproved { name: PersonId, role: Role, who: PersonId, session: u32, on: On, place: Place, line: Seconded } = "line-approved {name} {role} for {who} session {session} on {on} {place} {line}",
        ApprovalFailed { name: PersonId, who: PersonId, session: u32, on: On, place: Place, line: Seconded } = "approval-failed {name} for {who} session {session} on {on} {place} {line}",
        ApprovalMissed { name: PersonId, who: PersonId, session: u32, on: On, place: Place, line: Seconded } = "approval-missed {name} for {who} session {session} on {on} {place} {line}",
        ApprovalLocked { name: PersonId, who: PersonId, until: Time } = "approval-locked {name} for {who} until {until}",
        ApprovalBarred { name: PersonId, bar: Bar, who: PersonId, session: u32, on: On, place: Place, line: Seconded } = "approval-barred {name} {bar} for {who} session {session} on {on} {place} {line}",
        ApprovalUnknown { given: Given, who: PersonId, session: u32, on: On, place: Place, line: Seconded } = "approval-unknown {given} for {who} session {session} on {on} {place} {line}",

        // Devices.
        DeviceOffered { device: DeviceId, kind: DeviceKind, place: Place, until: Time } = "device-offered {device} {kind} {place} until {until}",
        DeviceEnrolled { device: DeviceId, offered_by: Option<PersonId> } = "device-enrolled {device} [offered-by {offered_by}]",
        CodeFailed { device: DeviceId } = "code-failed {device}",
        OfferEnded { device: DeviceId } = "offer-ended {device}",
        DeviceMoved { device: DeviceId, place: Place } = "device-moved {device} {place}",
        DeviceRevoked { device: DeviceId, why: Words } = "device-revoked {device} {why}",
        ContactLost { device: DeviceId } = "contact-lost {device}",
        ContactBack { device: DeviceId } = "contact-back {device}",

        // Significant events.
        Noted { number: u32, kind: Kind, severity: Severity, place: Place, about: Option<Concerned>, what: Cause } = "noted {number} {kind} {severity} {place} [about {about}] {what}",
        WinNoted { number: u32, severity: Severity, place: Place, patron: PersonId, amount: Money, about: Option<Concerned> } = "win-noted {number} {severity} {place} {patron} {amount} [about {about}]",
        UnlikelyNoted { number: u32, severity: Severity, place: Place, coups: u32, player: u32, banker: u32, tie: u32, once_in: u32, dealer: Option<PersonId> } = "unlikely-noted {number} {severity} {place} {coups} player {player} banker {banker} tie {tie} once-in {once_in} [dealt-by {dealer}]",
        Acknowledged { number: u32, who: PersonId, note: Words } = "acknowledged {number} {who} {note}",
        Cleared { number: u32, who: PersonId, note: Words } = "cleared {number} {who} {note}",

        // Cash that one person took in alone.
        CashCounted { who: PersonId, patron: PersonId, amount: Money } = "cash-counted {who} {patron} {amount}",

        // A cashier's drawer.
        ShiftBegan { who: PersonId, float: Money } = "shift-began {who} {float}",
        ShiftEnded { who: PersonId, since: Time, float: Money, took: Money, paid: Money, counted: Money } = "shift-ended {who} since {since} float {float} took {took} paid {paid} counted {counted}",

        // Promotional vouchers.
        TokenVoucherIssued { voucher: TokenVoucher, amount: Money, patron: Option<PersonId> } = "token-voucher-issued {voucher} {amount} [for {patron}]",
        TokenVoucherTaken { voucher: TokenVoucher, amount: Money, patron: PersonId, table: TableId } = "token-voucher-taken {voucher} {amount} {patron} at {table}",
        TokenVoucherWithdrawn { number: TokenVoucherId } = "token-voucher-withdrawn {number}",

        // What takes two persons.
        Proposed { number: u32, who: PersonId, until: Time, what: Measure } = "proposed {number} {who} until {until} {what}",
        Approved { number: u32, who: PersonId } = "approved {number} {who}",
        Refused { number: u32, who: PersonId, why: Words } = "refused {number} {who} {why}",
        TakenBack { number: u32, who: PersonId } = "taken-back {number} {who}",
        CarriedOut { number: u32 } = "carried-out {number}",
        NotCarriedOut { number: u32, why: Words } = "not-carried-out {number} {why}",
    }
}
