//! Everything that can be said to the site, one line each.
//!
//! Passwords, codes and tokens are never in a line: they are kept on a shelf of their own, and a line only says
//! that one was set, was right, or was wrong.

use punto_vocab::line::Words;
use punto_vocab::{Day, Money, PersonId, Role, Time, TokenVoucher};

use crate::cause::Cause;
use crate::grant::Grant;
use crate::house::{Mode, Reading};
use crate::measure::Measure;
use crate::name::{ActName, DeviceId, Given, On, Place, TableId};
use crate::notice::Kind;
use crate::seconded::Seconded;
use crate::several::Concerned;
use crate::several::GrantSet;

punto_vocab::words! {
    /// What a machine is for.
    pub enum DeviceKind: "a kind of device" {
        /// Where a patron wagers; it has a seat.
        Terminal = "terminal",
        /// Where a dealer or a supervisor works.
        Console = "console",
        /// What everybody looks at.
        Display = "display",
        /// A shoe that reads its cards.
        ScanningShoe = "scanning-shoe",
    }
}

punto_vocab::records! {
    /// What is said to the site.
    #[derive(Clone, Debug, PartialEq)]
    pub enum Command {
        // The house.
        Bind { mode: Mode } = "bind {mode}",
        LogRead { who: PersonId, what: Reading, of: Option<PersonId> } = "log-read {who} {what} [of {of}]",

        CloseDay { day: Day } = "close-day {day}",

        // Staff.
        Found { name: PersonId, grant: Option<Grant> } = "found {name} [as {grant}]",
        Hire { name: PersonId, grants: Option<GrantSet> } = "hire {name} [as {grants}]",
        Grant { name: PersonId, grant: Grant } = "grant {name} {grant}",
        Withdraw { name: PersonId, grant: Grant } = "withdraw {name} {grant}",
        Disable { name: PersonId, why: Words } = "disable {name} {why}",
        Enable { name: PersonId } = "enable {name}",
        Leave { name: PersonId } = "leave {name}",
        SetPassword { session: u32 } = "set-password {session}",
        SetFactor { session: u32 } = "set-factor {session}",
        ResetPassword { name: PersonId } = "reset-password {name}",
        Unlock { name: PersonId } = "unlock {name}",
        ReviewAccess { note: Words } = "review-access {note}",
        MakeProgram { name: PersonId, grant: Grant, until: Option<Time> } = "make-program {name} as {grant} [until {until}]",

        // Sign-ins.
        SignIn { name: PersonId, on: On } = "sign-in {name} on {on}",
        FailSignIn { name: PersonId, on: On } = "fail-sign-in {name} on {on}",
        FailUnknown { given: Given, on: On } = "fail-unknown {given} on {on}",
        FailProgram { name: PersonId } = "fail-program {name}",
        SignOut { session: u32 } = "sign-out {session}",
        EndIdle { session: u32 } = "end-idle {session}",
        SignOutEverywhere { name: PersonId } = "sign-out-everywhere {name}",
        Deny { who: PersonId, act: ActName, place: Place, by: Words } = "deny {who} {act} {place} by {by}",

        // What somebody else says at a person's machine.
        ApproveLine { name: PersonId, role: Role, session: u32, on: On, place: Place, line: Seconded } = "approve-line {name} {role} session {session} on {on} {place} {line}",
        MissApproval { name: PersonId, session: u32, on: On, place: Place, line: Seconded } = "miss-approval {name} session {session} on {on} {place} {line}",
        // As the server once said it: it counted as a failed sign-in of whoever was named. Nobody says it any more.
        FailApproval { name: PersonId, session: u32, on: On, place: Place, line: Seconded } = "fail-approval {name} session {session} on {on} {place} {line}",
        FailApprovalUnknown { given: Given, session: u32, on: On, place: Place, line: Seconded } = "fail-approval-unknown {given} session {session} on {on} {place} {line}",

        // Devices.
        OfferDevice { device: DeviceId, kind: DeviceKind, place: Place } = "offer-device {device} {kind} {place}",
        EnrolDevice { device: DeviceId, offered_by: Option<PersonId> } = "enrol-device {device} [offered-by {offered_by}]",
        FailCode { device: DeviceId } = "fail-code {device}",
        MoveDevice { device: DeviceId, place: Place } = "move-device {device} {place}",
        RevokeDevice { device: DeviceId, why: Words } = "revoke-device {device} {why}",
        LoseContact { device: DeviceId } = "lose-contact {device}",
        RegainContact { device: DeviceId } = "regain-contact {device}",

        // Significant events.
        Note { kind: Kind, place: Place, about: Option<Concerned>, what: Cause } = "note {kind} {place} [about {about}] {what}",
        NoteWin { place: Place, patron: PersonId, amount: Money, about: Option<Concerned> } = "note-win {place} {patron} {amount} [about {about}]",
        NoteUnlikely { place: Place, coups: u32, player: u32, banker: u32, tie: u32, once_in: u32, dealer: Option<PersonId> } = "note-unlikely {place} {coups} player {player} banker {banker} tie {tie} once-in {once_in} [dealt-by {dealer}]",
        Acknowledge { number: u32, note: Words } = "acknowledge {number} {note}",
        Clear { number: u32, note: Words } = "clear {number} {note}",

        // Cash that one person takes in alone, with the most of it in a day for one patron and by one cashier.
        CountCash { who: PersonId, patron: PersonId, amount: Money, patron_most: Money, cashier_most: Money } = "count-cash {who} {patron} {amount} most {patron_most} {cashier_most}",

        // A cashier's drawer: what is in it when a shift begins; when it ends, what the records say and what was counted.
        BeginShift { who: PersonId, float: Money } = "begin-shift {who} {float}",
        EndShift { who: PersonId, took: Money, paid: Money, counted: Money } = "end-shift {who} took {took} paid {paid} counted {counted}",

        // A promotional voucher that a table exchanges for tokens, by the same append.
        TakeTokenVoucher { voucher: TokenVoucher, amount: Money, patron: PersonId, table: TableId } = "take-token-voucher {voucher} {amount} {patron} at {table}",

        // What takes two persons.
        Propose { what: Measure } = "propose {what}",
        Approve { number: u32 } = "approve {number}",
        Refuse { number: u32, why: Words } = "refuse {number} {why}",
        TakeBack { number: u32 } = "take-back {number}",
        CarryOut { number: u32 } = "carry-out {number}",
        FailCarryOut { number: u32, why: Words } = "fail-carry-out {number} {why}",
    }
}
