//! What an event at a table is to those who were not there: the one list of all events that says what takes two persons
//! and what is told as a significant event.

#![deny(clippy::wildcard_enum_match_arm)] // an event must not compile before somebody has decided what it is

use punto_rulebook::Breach;
use punto_table::{Happening, With};

/// What an event is, as far as the house asks for a second person or tells of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Deed {
    /// A settled coup is undone, or what is known of it is changed: two persons, and told.
    Corrects,
    /// Money or wagers that such a change moves: two persons; the change itself is told.
    Repays,
    /// A card is taken for another: the dealer's own before anything has followed it, else two persons, and told.
    Rekeys,
    /// The coup is voided: told, and two persons where it was settled.
    Voids,
    /// A ruling is carried out: two persons where the coup was settled.
    Rules,
    /// A patron disputes: told.
    Disputes,
    /// A wager was found to break a limit: told where it is by too much.
    Breaks(Breach),
    /// Chips or credits between the cage and the table's float, outside play: two persons propose and approve it, and it
    /// is told.
    MovesFloat,
    /// The float tray was counted: two persons propose and approve it, and a difference is told.
    Counts,
    /// Cash for chips or credits: told where it is much.
    TakesCash,
    /// A promotional voucher for tokens: the house's register of them gives it up in the same append.
    TakesVoucher,
    /// Who is there, the terms, the cards and the wagers: what the document lets those at the table do.
    Plays,
}

punto_vocab::groups! {
    Happening:
    /// A settled coup, undone or known otherwise.
    that_correct: Reversed ReversedCoups Mispaid CardKnown FoundAfter;
    /// What that moves.
    that_repay: PaidAfter TakenBack Found;
    /// What an officer's ruling does to wagers.
    that_rule: Ordered Withdrawn WagersForfeited WagerVoid Reduced Relaxed;
    /// Money between the cage and the table.
    that_move_float: Filled Credited;
    /// The table, its people and its terms.
    of_table: Opened Closed SignedOn SignedOff Recorded RecordedAbout Told ToldBet Consented Owed Discharged Excluded Decided
        Reviewed PostedLimits PostedStakes PostedVariant PostedClosure PostedOldMinimumEnds PostedRestriction PostedPersonal
        TakenDown LimitsChanged DifferentialChanged AreaChanged StakesChanged OldMinimumKept BoxMinimumKept OldMinimumOver
        VariantChanged MethodChanged PersonalLimits LiabilityPosted Restricted Unrestricted LimitOff WagerOrder;
    /// Patrons with their own money, and their wagers.
    of_patrons: Sat Stood TookBox Left CashedOut Owes ColourChanged Tipped MovedOn BothApproved Warned Wagered WageredTokens
        Altered Lifted WagerRefused Marked Sealed Revealed;
    /// Cards, hands and what they come to.
    of_coup: Shuffled PatronsMayCut CutOffered CutDeclined CutPassed WasCut MarkerPlaced Burned BurnShown ShoeReady
        CardsReplaced MarkerSeen MarkerMiscount MarkerOut LastCoupSet ShoeEnded ShoeGoesOn Spoiled WagersClosed Called Dealt
        NoBetCoup PlayerPoint Points Outcome RoleGivenUp RoleMoved Concluded StaysOpen Turned HandOffered HandDeclined
        Designated DealerHolds Passed Nominated HandBack HandBackUnseen Forfeited Collected Paid Commission StoodOff Stays
        StakeReturned TokensReturned Irregular Ruled CardBecomes CardSetAside CardOpensNextCoup CardAtMouth CardWaits MayWithdraw Resumed
        MustBeTold;
}

impl Deed {
    pub(super) fn of(what: &Happening) -> Deed {
        match what {
            that_correct!() => Deed::Corrects,
            that_repay!() => Deed::Repays,
            Happening::Rekeyed { .. } => Deed::Rekeys,
            Happening::CoupVoid { .. } => Deed::Voids,
            that_rule!() => Deed::Rules,
            Happening::Disputed { .. } => Deed::Disputes,
            Happening::FoundLate { breach, .. } => Deed::Breaks(*breach),
            that_move_float!() => Deed::MovesFloat,
            Happening::Counted { .. } => Deed::Counts,
            Happening::Bought { with: With::Cash, .. } => Deed::TakesCash,
            Happening::Bought { with: With::Voucher, .. } => Deed::TakesVoucher,
            Happening::Bought { with: With::Balance, .. } => Deed::Plays,
            of_table!() | of_patrons!() | of_coup!() => Deed::Plays,
        }
    }

    /// Whether it takes two persons: `reopened` if the coup was settled before, `dealer` if the dealer says it. That money
    /// of the float takes two is seen to where it is proposed.
    pub(super) fn takes_two(self, reopened: bool, dealer: bool) -> bool {
        match self {
            Deed::Corrects | Deed::Repays => true,
            Deed::Rekeys => reopened || !dealer,
            Deed::Voids | Deed::Rules => reopened,
            Deed::Disputes
            | Deed::Breaks(_)
            | Deed::MovesFloat
            | Deed::Counts
            | Deed::TakesCash
            | Deed::TakesVoucher
            | Deed::Plays => false,
        }
    }
}
