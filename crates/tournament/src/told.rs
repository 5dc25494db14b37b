//! What a table's events tell its tournament.

#![deny(clippy::wildcard_enum_match_arm)] // a new event of a table asks whether its tournament must know of it

use punto_coup::Place;
use punto_rulebook::Opening;
use punto_table::{Finished, Happening, Open, Phase, Table};
use punto_vocab::line::Words;
use punto_vocab::{BySide, Hand, Names, PersonId};

use crate::cards::CoupCards;
use crate::command::Command;

punto_vocab::groups! {
    Happening:
    /// The table, its terms and its patrons: the tournament has set them.
    of_the_table: Closed SignedOn SignedOff Recorded RecordedAbout Told ToldBet Consented Owed Discharged Excluded
        Disputed Decided Reviewed PostedLimits PostedStakes PostedVariant PostedClosure PostedOldMinimumEnds PostedRestriction
        PostedPersonal TakenDown LimitsChanged DifferentialChanged AreaChanged StakesChanged OldMinimumKept BoxMinimumKept
        OldMinimumOver MethodChanged PersonalLimits LiabilityPosted Restricted Unrestricted LimitOff WagerOrder
        Sat Stood TookBox Left Bought CashedOut Owes ColourChanged Filled Credited Counted Tipped MovedOn BothApproved Warned MustBeTold;
    /// Wagers that the tournament has told the table, and remarks on them. What was paid for them otherwise than it should
    /// have been is put right there: here they have come to what they should.
    of_its_wagers: Wagered WageredTokens Altered Lifted Marked Found FoundLate Relaxed Sealed Revealed Mispaid FoundAfter
        PaidAfter TakenBack Paid StoodOff StakeReturned TokensReturned Stays;
    /// Cards, from the shuffle to the outcome: how they lay in the end is told with the settlement.
    of_cards: Shuffled PatronsMayCut CutOffered CutDeclined CutPassed WasCut MarkerPlaced Burned BurnShown ShoeReady
        CardsReplaced MarkerSeen MarkerMiscount MarkerOut ShoeGoesOn Spoiled WagersClosed Called Dealt NoBetCoup PlayerPoint
        Points RoleGivenUp RoleMoved Turned HandOffered HandDeclined Designated DealerHolds Passed Nominated HandBack
        HandBackUnseen Forfeited Commission Rekeyed CardKnown StaysOpen Irregular Ruled Ordered CardBecomes CardSetAside
        CardOpensNextCoup CardAtMouth CardWaits MayWithdraw Resumed;
    /// A whole shoe that is void. Coups that were counted stay so until the tournament's officer rules on them.
    of_whole_shoes: ReversedCoups;
}

/// What the events of one command at a table tell the tournament. The table is as they have left it.
pub fn tells(table: u8, here: &Table, events: &[punto_table::Event]) -> Vec<Command> {
    let mut told = Vec::new();
    let mut taken: Vec<PersonId> = Vec::new();
    for event in events {
        match &event.what {
            Happening::Opened { .. } | Happening::VariantChanged { .. } => {
                let opening = here.open.as_ref().map(opened_with);
                told.extend(opening.map(|opening| Command::Opened { table, opening }));
            }
            Happening::Collected { patron, .. } if !taken.contains(patron) => taken.push(*patron),
            Happening::Collected { .. } => {}
            // A coup without wagers that an error has brought is none of the session's, whatever lies with the tournament.
            Happening::Concluded if without_wagers(here) => taken.clear(),
            Happening::Concluded => {
                let names = Some(Names(std::mem::take(&mut taken))).filter(|names| !names.0.is_empty());
                let cards = here.coups.of_shoe().last().and_then(lay);
                told.extend(cards.map(|cards| Command::Result { table, cards, taken: names }));
            }
            // Where it is called with the settlement, that tells it.
            Happening::Outcome { .. } => {
                let settled = events.iter().any(|event| matches!(event.what, Happening::Concluded));
                told.extend((!settled && !deals_without_wagers(here)).then_some(Command::Outcome { table }));
            }
            Happening::CoupVoid { .. } if without_wagers(here) => taken.clear(),
            Happening::CoupVoid { .. } => {
                taken.clear();
                told.push(Command::VoidCoup { table });
            }
            // What lay for the next coup has gone back before, and is not of the coup that is opened again.
            Happening::Reversed => {
                taken.clear();
                told.push(Command::Unsettle { table });
            }
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
    told
}

/// Whether the last coup of the shoe was dealt without wagers.
fn without_wagers(here: &Table) -> bool {
    here.coups.of_shoe().last().is_some_and(|finished| finished.no_bet)
}

/// Whether a coup is dealt without wagers.
fn deals_without_wagers(here: &Table) -> bool {
    let phase = here.open.as_ref().map(|open| &open.phase);
    matches!(phase, Some(Phase::Dealing(dealing)) if dealing.no_bet.is_some())
}

/// What a table was opened with, and the form of the game that is played there now.
fn opened_with(open: &Open) -> Opening {
    let mut opening = Opening::clone(&open.opening);
    opening.parts.variant = Words::new(&open.terms.variant).ok();
    opening
}

/// The hands of a finished coup, as they lay when it was settled; none if it was void.
fn lay(finished: &Finished) -> Option<CoupCards> {
    finished.outcome?;
    let mut hands: BySide<Hand> = BySide::default();
    for dealt in &finished.dealt {
        if let Place::Hand(side) = dealt.to {
            let fits = hands[side].push(dealt.card);
            debug_assert!(fits, "a hand has three cards at most");
        }
    }
    CoupCards::of(hands)
}
