//! What a table's events tell its tournament.

#![deny(clippy::wildcard_enum_match_arm)] // a new event of a table asks whether its tournament must know of it

use punto_table::{Finished, Happening, Table};
use punto_vocab::{Money, PersonId};

use crate::command::Command;
use crate::score::Gains;

punto_vocab::groups! {
    Happening:
    /// The table, its terms and its patrons: the tournament has set them.
    of_the_table: Opened Closed SignedOn SignedOff Recorded RecordedAbout Told ToldBet Consented Owed Discharged Excluded
        Disputed Decided Reviewed PostedLimits PostedStakes PostedVariant PostedClosure PostedOldMinimumEnds PostedRestriction
        PostedPersonal TakenDown LimitsChanged DifferentialChanged AreaChanged StakesChanged OldMinimumKept BoxMinimumKept
        OldMinimumOver VariantChanged MethodChanged PersonalLimits LiabilityPosted Restricted Unrestricted LimitOff WagerOrder
        Sat Stood TookBox Left Bought CashedOut Owes ColourChanged Filled Credited MovedOn BothApproved Warned MustBeTold;
    /// Wagers that the tournament has told the table, and remarks on them.
    of_its_wagers: Wagered WageredTokens Altered Lifted Marked Found FoundLate Relaxed Sealed Revealed Mispaid FoundAfter;
    /// Cards, from the shuffle to the outcome: what they come to is told by the settlement.
    of_cards: Shuffled PatronsMayCut CutOffered CutDeclined CutPassed WasCut MarkerPlaced Burned BurnShown ShoeReady
        CardsReplaced MarkerSeen MarkerMiscount MarkerOut ShoeGoesOn Spoiled WagersClosed Called Dealt NoBetCoup PlayerPoint
        Points Outcome RoleGivenUp RoleMoved Turned HandOffered HandDeclined Designated DealerHolds Passed Nominated HandBack
        HandBackUnseen Forfeited Commission Rekeyed CardKnown StaysOpen Irregular Ruled Ordered CardBecomes CardSetAside
        CardOpensNextCoup CardAtMouth CardWaits MayWithdraw Resumed;
    /// A whole shoe that is void. Coups that were counted stay so until the tournament's officer rules on them.
    of_whole_shoes: ReversedCoups;
}

/// What the events of one command at a table tell the tournament. The table is as they have left it.
pub fn tells(table: u8, here: &Table, events: &[punto_table::Event]) -> Vec<Command> {
    let mut told = Vec::new();
    let (mut settled, mut put_right) = (Tally::default(), Tally::default());
    for event in events {
        match &event.what {
            Happening::Collected { patron, amount, .. } => settled.add(*patron, -*amount),
            Happening::Paid { patron, amount, .. } => settled.add(*patron, *amount),
            Happening::StoodOff { patron, .. }
            | Happening::StakeReturned { patron, .. }
            | Happening::TokensReturned { patron, .. }
            | Happening::Stays { patron, .. } => settled.add(*patron, Money::ZERO),
            Happening::Concluded => {
                if let Some(winner) = here.coups.of_shoe().last().and_then(Finished::winner) {
                    told.push(Command::Result { table, winner, gains: settled.taken() });
                }
            }
            Happening::CoupVoid { .. } => {
                settled = Tally::default();
                told.push(Command::VoidCoup { table });
            }
            // What lay for the next coup has gone back before, and is not of the coup that is opened again.
            Happening::Reversed => {
                settled = Tally::default();
                told.push(Command::Unsettle { table });
            }
            Happening::PaidAfter { patron, amount, .. } => put_right.add(*patron, *amount),
            Happening::TakenBack { patron, amount, .. } => put_right.add(*patron, -*amount),
            Happening::WagerRefused { patron, bet, .. }
            | Happening::WagerVoid { patron, bet, .. }
            | Happening::Withdrawn { patron, bet, .. } => {
                told.push(Command::WagerOff { entrant: *patron, bet: *bet });
            }
            Happening::Reduced { patron, bet, to, .. } => {
                told.push(Command::Found { entrant: *patron, bet: *bet, stake: *to, unable: None });
            }
            Happening::WagersForfeited { patron } => told.push(Command::Forfeit { entrant: *patron }),
            Happening::LastCoupSet => told.push(Command::LastCoup { table }),
            Happening::ShoeEnded => told.push(Command::ShoeEnded { table }),
            of_the_table!() | of_its_wagers!() | of_cards!() | of_whole_shoes!() => {}
        }
    }
    let put_right = (!put_right.0.is_empty()).then(|| Command::Resettled { table, gains: put_right.taken() });
    told.into_iter().chain(put_right).collect()
}

/// What each has won and lost so far, in the order in which wagers were taken and paid.
#[derive(Default)]
struct Tally(Vec<(PersonId, Money)>);

impl Tally {
    fn add(&mut self, patron: PersonId, amount: Money) {
        match self.0.iter_mut().find(|(name, _)| *name == patron) {
            Some((_, gain)) => *gain += amount,
            None => self.0.push((patron, amount)),
        }
    }

    fn taken(&mut self) -> Gains {
        Gains::of_all(std::mem::take(&mut self.0))
    }
}
