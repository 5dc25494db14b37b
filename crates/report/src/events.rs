//! The events of a table, an account and the site by what reports make of them, as patterns.
//!
//! No report has an arm for whatever is left: it names every group, and spells out the events that it folds. An event
//! that is in no group does not compile, so that whoever adds one that moves money says here what reports make of it.

/// Those of a table.
pub(crate) mod table {
    punto_vocab::groups! {
        Happening:
        /// The table, who is on duty there, and what was done, told and agreed to: no money and no cards.
        of_session: Closed Recorded RecordedAbout Told ToldBet Consented Owed Discharged Excluded;
        /// Who deals.
        of_duty: SignedOn SignedOff;
        /// Disputes.
        of_disputes: Disputed Decided Reviewed;
        /// Signs, and the terms that they announce.
        of_terms: PostedLimits PostedStakes PostedVariant PostedClosure PostedOldMinimumEnds PostedRestriction
            PostedPersonal TakenDown LimitsChanged DifferentialChanged AreaChanged StakesChanged OldMinimumKept
            BoxMinimumKept OldMinimumOver VariantChanged MethodChanged PersonalLimits LiabilityPosted Restricted
            Unrestricted LimitOff WagerOrder;
        /// Patrons at the table, without their money. What is owed has moved with the settlement that was undone.
        of_patrons: Sat Stood TookBox Left Owes ColourChanged MovedOn BothApproved Warned;
        /// Money that comes to the table and leaves it.
        of_money: Bought CashedOut Filled Credited Counted Tipped;
        /// Stakes that come to the layout, change there, or leave it before they are settled.
        of_stakes: Wagered WageredTokens Altered Lifted WagerRefused Reduced Found WagerVoid Relaxed Withdrawn;
        /// What is said of a wager that lies.
        of_wagers: Marked FoundLate Sealed Revealed;
        /// The cards around the coups.
        of_shoe: Shuffled PatronsMayCut CutOffered CutDeclined CutPassed WasCut MarkerPlaced Burned BurnShown
            CardsReplaced MarkerSeen MarkerMiscount MarkerOut LastCoupSet ShoeEnded ShoeGoesOn Spoiled;
        /// The coup from the close of wagers to its outcome.
        of_coup: WagersClosed Called Dealt NoBetCoup PlayerPoint Points Outcome RoleGivenUp RoleMoved;
        /// Who holds which hand, and what of it has been seen.
        of_hands: Turned HandOffered HandDeclined Designated DealerHolds Passed Nominated HandBack HandBackUnseen
            Forfeited;
        /// What wagers came to.
        of_settlement: Collected Paid Commission StoodOff Stays StakeReturned TokensReturned;
        /// The end of a coup, and what takes it back.
        of_ends: Concluded CoupVoid StaysOpen Reversed ReversedCoups;
        /// Money that moves beside a settlement, and stays moved when the settlement is undone.
        of_corrections: Mispaid PaidAfter TakenBack WagersForfeited;
        /// What is known now of a card or a wager of a coup.
        of_findings: Rekeyed CardKnown FoundAfter;
        /// What went wrong, and its cure.
        of_trouble: Irregular Ruled Ordered CardBecomes CardSetAside CardOpensNextCoup CardAtMouth CardWaits MayWithdraw
            Resumed MustBeTold;
    }
}

/// Those of an account.
pub(crate) mod account {
    punto_vocab::groups! {
        Happening:
        /// The account itself and its PIN.
        of_account: Registered Closed PinSet PinGiven PinFailed PinBarred PinLocked PinUnlocked;
        /// Money over the counter.
        of_cage: Deposited PayoutOrdered PayoutMissed Withdrawn Awarded Lapsed Held Released AdjustedUp AdjustedDown;
        /// Money on paper.
        of_vouchers: VoucherIssued VoucherSpent VoucherRedeemed;
        /// Money at tables.
        of_tables: WentToTable CameFromTable LeftTable;
        /// Limits of play and sessions.
        of_play: Spends LimitSet LimitWaits LimitsDeclined Excluded ExcludedForGood ExclusionLifted SessionStarted
            SessionEnded ChecksEvery Reminded Continued;
    }
}

/// Those of the site.
pub(crate) mod site {
    punto_vocab::groups! {
        Happening:
        /// What notes no significant event and answers none.
        of_other_matters: Bound ReadLogged CashCounted DayClosed ShiftBegan ShiftEnded Founded Hired Granted Withdrawn Disabled Enabled Left PasswordSet PasswordReset
            Unlocked AccessReviewed FactorSet ProgramMade SignedIn SignInFailed SignInBarred SignInUnknown Locked SignedOut SignedOutEverywhere
            Denied LineApproved ApprovalFailed ApprovalMissed ApprovalLocked ApprovalBarred ApprovalUnknown DeviceOffered
            DeviceEnrolled CodeFailed OfferEnded DeviceMoved DeviceRevoked ContactLost ContactBack Proposed Approved Refused
            TakenBack CarriedOut NotCarriedOut TokenVoucherIssued TokenVoucherTaken TokenVoucherWithdrawn;
    }
}
