//! The events by what they are about, as patterns.
//!
//! Whoever folds events spells out those of its own group and names the other groups. A new event belongs to a group,
//! or nothing compiles; and every fold of that group has to say what it makes of it.

punto_vocab::groups! {
    Happening:
    /// The table, who is on duty there, and what was done, told and agreed to.
    of_table: Opened Closed SignedOn SignedOff Recorded RecordedAbout Told ToldBet Consented Owed Discharged Excluded Disputed Decided
        Reviewed;
    /// Signs, and the terms that they announce.
    of_terms: PostedLimits PostedStakes PostedVariant PostedClosure PostedOldMinimumEnds PostedRestriction PostedPersonal
        TakenDown LimitsChanged DifferentialChanged AreaChanged StakesChanged
        OldMinimumKept BoxMinimumKept OldMinimumOver VariantChanged MethodChanged PersonalLimits LiabilityPosted Restricted
        Unrestricted LimitOff WagerOrder;
    /// Patrons at the table, and their money beside the layout.
    of_patrons: Sat Stood TookBox Left Bought CashedOut Owes ColourChanged Filled Credited Counted Tipped MovedOn BothApproved Warned;
    /// Wagers on the layout, before they are settled.
    of_wagers: Wagered WageredTokens Altered Lifted WagerRefused Marked Reduced Found FoundLate WagerVoid Relaxed
        Withdrawn WagersForfeited Sealed Revealed;
    /// The cards around the coups.
    of_shoe: Shuffled PatronsMayCut CutOffered CutDeclined CutPassed WasCut MarkerPlaced Burned BurnShown ShoeReady
        CardsReplaced MarkerSeen MarkerMiscount MarkerOut LastCoupSet ShoeEnded
        ShoeGoesOn Spoiled;
    /// The coup from the close of wagers to its outcome.
    of_coup: WagersClosed Called Dealt NoBetCoup PlayerPoint Points Outcome RoleGivenUp RoleMoved Concluded Reversed ReversedCoups;
    /// Who holds which hand, and what of it has been seen.
    of_hands: Turned HandOffered HandDeclined Designated DealerHolds Passed Nominated HandBack HandBackUnseen Forfeited;
    /// What wagers came to.
    of_settlement: Collected Paid Commission StoodOff Stays StakeReturned TokensReturned;
    /// What was believed, and what is known now.
    of_corrections: Rekeyed CardKnown Mispaid PaidAfter TakenBack FoundAfter StaysOpen;
    /// What went wrong, and its cure.
    of_trouble: Irregular Ruled Ordered CardBecomes CardSetAside CardOpensNextCoup CardAtMouth CardWaits CoupVoid MayWithdraw Resumed
        MustBeTold;
}
