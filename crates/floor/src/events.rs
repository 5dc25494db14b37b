//! The events of a table and of an account by what the floor folds of them beside their state, as patterns.
//!
//! No fold has an arm for whatever is left, so that a new event says here whether it moves cards or money.

/// Those of a table.
pub(crate) mod table {
    punto_vocab::groups! {
        Happening:
        /// Other cards, or none, are in play from then on.
        of_new_cards: Opened ShoeReady Shuffled;
        /// Cards leave the shoe, or where it was cut is known.
        of_own_shoe: WasCut Burned BurnShown Dealt;
        /// Money goes from an account to the table, or back.
        of_transfers: Bought CashedOut;
        /// Neither the cards of a shoe nor money of an account.
        of_neither: Closed SignedOn SignedOff RecordedAbout Recorded Told ToldBet Consented Owed
            Discharged PostedLimits PostedStakes PostedVariant PostedClosure PostedOldMinimumEnds
            PostedPersonal TakenDown PostedRestriction LimitsChanged DifferentialChanged AreaChanged
            StakesChanged OldMinimumKept BoxMinimumKept OldMinimumOver VariantChanged MethodChanged
            PersonalLimits LiabilityPosted Restricted Unrestricted Sat Stood TookBox Left Owes
            ColourChanged Filled Credited Counted Tipped Excluded MovedOn Disputed Decided Reviewed Wagered
            WageredTokens Altered Lifted BothApproved WagerRefused Marked Reduced Found FoundLate
            WagerVoid Warned Relaxed WagersClosed PatronsMayCut CutOffered CutDeclined CutPassed
            MarkerPlaced CardsReplaced MarkerSeen MarkerMiscount MarkerOut LastCoupSet ShoeEnded
            Called Turned HandOffered HandDeclined Designated DealerHolds Passed Nominated HandBack
            HandBackUnseen Forfeited RoleGivenUp RoleMoved NoBetCoup PlayerPoint Points Outcome
            Collected Paid Commission StoodOff Stays StakeReturned TokensReturned Concluded Reversed
            ReversedCoups Rekeyed CardKnown Mispaid PaidAfter TakenBack FoundAfter ShoeGoesOn
            StaysOpen LimitOff WagerOrder Sealed Revealed Irregular Ruled Ordered Spoiled
            CardBecomes CardSetAside CardOpensNextCoup CardAtMouth CardWaits CoupVoid MayWithdraw
            Withdrawn Resumed WagersForfeited MustBeTold;
    }
}

/// Those of an account.
pub(crate) mod account {
    punto_vocab::groups! {
        OfAccount:
        /// What stays within the account and the cage: no money to or from a table or another account.
        of_itself: Registered Closed PinSet PinGiven PinFailed PinBarred PinLocked PinUnlocked
            Deposited PayoutOrdered PayoutMissed Withdrawn Awarded Lapsed Held Released AdjustedUp AdjustedDown VoucherIssued
            LeftTable Spends LimitSet LimitWaits LimitsDeclined Excluded ExcludedForGood
            ExclusionLifted SessionStarted SessionEnded ChecksEvery Reminded Continued;
    }
}
