//! What is worth a look: voids, corrections, breaches, counts that differ, much cash, approvals, denials and late duties.

#![deny(clippy::wildcard_enum_match_arm)] // a new event asks whether it is worth a look

use punto_site::{Cause, Happening as AtSite, Kind};
use punto_table::Happening;
use punto_vocab::Value;

punto_vocab::words! {
    /// Why something is worth a look.
    pub enum ExceptionKind: "a kind of exception" {
        /// A coup was voided.
        Void = "void",
        /// A settled coup, a payment or a card was put right.
        Correction = "correction",
        /// A limit or a rule of conduct was broken.
        Breach = "breach",
        /// A count of a float tray or of a drawer is not what the records had.
        Count = "count",
        /// A table took as much cash at once as the house reports.
        Cash = "cash",
        /// A second person approved something, or refused to; or one person did alone what is meant for two.
        Approval = "approval",
        /// Somebody was not let in, or not let do something.
        Denied = "denied",
        /// A duty was discharged late.
        Late = "late",
    }
}

/// How long a duty may wait before it is late, in microseconds: five minutes (`house:duty-minutes`).
pub const LATE: i64 = 5 * 60 * 1_000_000;

punto_vocab::groups! {
    Happening:
    /// What puts right what was settled.
    that_correct: Reversed ReversedCoups Mispaid Rekeyed CardKnown FoundAfter;
    /// What breaks a limit or a rule of conduct.
    that_break: FoundLate WagersForfeited Excluded Warned;
    /// Nothing out of the ordinary.
    that_are_usual: Opened Closed SignedOn SignedOff RecordedAbout Recorded Told ToldBet Consented Owed Discharged PostedLimits
        PostedStakes PostedVariant PostedClosure PostedOldMinimumEnds PostedPersonal TakenDown PostedRestriction LimitsChanged
        DifferentialChanged AreaChanged StakesChanged OldMinimumKept BoxMinimumKept OldMinimumOver VariantChanged MethodChanged
        PersonalLimits LiabilityPosted Restricted Unrestricted Sat Stood TookBox Left Bought Owes CashedOut ColourChanged Filled
        Credited Tipped MovedOn Disputed Decided Reviewed Wagered WageredTokens Altered Lifted BothApproved WagerRefused Marked
        Reduced Found WagerVoid Relaxed WagersClosed Shuffled PatronsMayCut CutOffered CutDeclined CutPassed WasCut MarkerPlaced
        Burned BurnShown ShoeReady CardsReplaced MarkerSeen MarkerMiscount MarkerOut LastCoupSet ShoeEnded Called Dealt Turned
        HandOffered HandDeclined Designated DealerHolds Passed Nominated HandBack HandBackUnseen Forfeited RoleGivenUp RoleMoved
        NoBetCoup PlayerPoint Points Outcome Collected Paid Commission StoodOff Stays StakeReturned TokensReturned Concluded
        PaidAfter TakenBack ShoeGoesOn StaysOpen LimitOff WagerOrder Sealed Revealed Irregular Ruled Ordered Spoiled CardBecomes
        CardSetAside CardOpensNextCoup CardAtMouth CardWaits MayWithdraw Withdrawn Resumed MustBeTold;
}

/// Why an event at a table is worth a look, if it is.
pub(crate) fn at_table(what: &Happening) -> Option<ExceptionKind> {
    match what {
        Happening::CoupVoid { .. } => Some(ExceptionKind::Void),
        that_correct!() => Some(ExceptionKind::Correction),
        that_break!() => Some(ExceptionKind::Breach),
        Happening::Counted { tray, ledger } => (tray.total() != *ledger).then_some(ExceptionKind::Count),
        that_are_usual!() => None,
    }
}

mod of_site {
    punto_vocab::groups! {
        AtSite:
        /// A second person's word.
        that_approve: Approved Refused LineApproved;
        /// Somebody was not let in, or not let do something.
        that_deny: SignInFailed SignInBarred SignInUnknown Locked Denied ApprovalFailed ApprovalMissed ApprovalLocked
            ApprovalBarred ApprovalUnknown CodeFailed;
        /// Nothing out of the ordinary, or noted by an event of its own.
        that_are_usual_there: Bound ReadLogged DayClosed Founded Hired Granted Withdrawn Disabled Enabled Left PasswordSet
            PasswordReset Unlocked AccessReviewed FactorSet ProgramMade SignedIn SignedOut SignedOutEverywhere DeviceOffered DeviceEnrolled OfferEnded
            DeviceMoved DeviceRevoked ContactLost ContactBack WinNoted UnlikelyNoted Acknowledged Cleared CashCounted ShiftBegan ShiftEnded Proposed
            TakenBack CarriedOut NotCarriedOut TokenVoucherIssued TokenVoucherTaken TokenVoucherWithdrawn;
    }
}
use of_site::{that_approve, that_are_usual_there, that_deny};

/// Why an event at the site is worth a look, if it is. What a table has on record is told there.
pub(crate) fn at_site(what: &AtSite) -> Option<ExceptionKind> {
    match what {
        that_approve!() => Some(ExceptionKind::Approval),
        that_deny!() => Some(ExceptionKind::Denied),
        AtSite::Noted { kind: Kind::LargeCash, .. } => Some(ExceptionKind::Cash),
        // A table's is told by its own count.
        AtSite::Noted { kind: Kind::DrawerDiffers, .. }
        | AtSite::Noted { what: Cause::TrayBelow { .. }, .. } => Some(ExceptionKind::Count),
        AtSite::Noted { kind: Kind::VoucherTries, .. } => Some(ExceptionKind::Denied),
        AtSite::Noted { kind: Kind::SoleControl, .. } => Some(ExceptionKind::Approval),
        AtSite::Noted { kind: Kind::OverLimit, what: Cause::AboveMaximum { .. }, .. } => {
            Some(ExceptionKind::Breach)
        }
        AtSite::Noted { .. } => None,
        that_are_usual_there!() => None,
    }
}

/// Whom an event at the site is about: the house itself records most of them, so that its speaker says nothing.
pub(crate) fn whom_at_site(what: &AtSite) -> Option<String> {
    if let AtSite::Noted { about, .. } = what {
        return about.as_ref().map(ToString::to_string);
    }
    let args = what.args();
    let named = |key: &str| {
        let (_, value) = args.iter().find(|(name, _)| *name == key)?;
        if let Value::Name(name) = value { Some(name.clone()) } else { None }
    };
    // Of two the one who did it, not the one who was asked.
    named("who").or_else(|| named("name"))
}
