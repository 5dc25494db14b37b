//! Why a wager is refused.

use punto_rulebook::{MainBets, Medium};
use punto_vocab::{BetId, Chips, Money, PersonId, Role};

use crate::BoxId;

/// Why a wager is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WagerReason {
    /// The table does not offer the bet.
    #[error("{bet} is not offered at this table; offered are {}", list(offered))]
    NotOffered {
        /// What was asked for.
        bet: BetId,
        /// What there is.
        offered: Vec<BetId>,
    },
    /// Nothing was staked.
    #[error("a wager needs a stake; {0} is none")]
    NoStake(Money),
    /// The stake cannot be made of the table's chips.
    #[error("{stake} cannot be made with the table's chips {chips}")]
    NotInChips {
        /// The stake.
        stake: Money,
        /// The chips.
        chips: Chips,
    },
    /// The document does not know promotional tokens.
    #[error("stakes here are made of {}, not of promotional tokens", list(stakes))]
    NoTokens {
        /// What stakes are made of.
        stakes: Vec<Medium>,
    },
    /// Less than the minimum.
    #[error("a wager of {stake} on {bet} is below the minimum of {minimum}")]
    BelowMinimum {
        /// The bet.
        bet: BetId,
        /// The stake.
        stake: Money,
        /// The least it may be.
        minimum: Money,
    },
    /// More than the maximum.
    #[error("a wager of {stake} on {bet} is above the maximum of {maximum}")]
    AboveMaximum {
        /// The bet.
        bet: BetId,
        /// The stake.
        stake: Money,
        /// The most it may be.
        maximum: Money,
    },
    /// Not a step above the minimum.
    #[error("a wager of {stake} is not {minimum} plus steps of {unit}")]
    NotInUnits {
        /// The stake.
        stake: Money,
        /// Where the steps begin.
        minimum: Money,
        /// One step.
        unit: Money,
    },
    /// Its win could not be paid exactly.
    #[error("a winning {stake} on {bet} could not be paid exactly in chips; {nearest} could")]
    NotPayable {
        /// The bet.
        bet: BetId,
        /// The stake.
        stake: Money,
        /// The largest wager below it that could and is within the limits; the next one above where there is none.
        nearest: Money,
    },
    /// Its win could not be paid exactly, and no other within the limits could.
    #[error(
        "a winning {stake} on {bet} could not be paid exactly in chips, and no other amount within the limits could"
    )]
    NeverPayable {
        /// The bet.
        bet: BetId,
        /// The stake.
        stake: Money,
    },
    /// The same bet twice.
    #[error("{patron} has a wager on {bet} at box {at} already; raise it instead of placing another")]
    Twice {
        /// Whose.
        patron: PersonId,
        /// On what.
        bet: BetId,
        /// Where.
        at: BoxId,
    },
    /// One of its kind for each patron and coup.
    #[error("{patron} may place one wager on {bet} in a coup, and has it at box {at}")]
    OncePerCoup {
        /// Whose.
        patron: PersonId,
        /// On what.
        bet: BetId,
        /// Where the first one lies.
        at: BoxId,
    },
    /// A combination nobody may hold.
    #[error("{patron} may not hold {held} in one coup")]
    Combination {
        /// Whose.
        patron: PersonId,
        /// What they would hold.
        held: MainBets,
    },
    /// A combination that needs approval.
    #[error("{patron} may hold {held} in one coup only with the approval of the {role}")]
    NeedsApproval {
        /// Whose.
        patron: PersonId,
        /// What they would hold.
        held: MainBets,
        /// Who approves.
        role: Role,
    },
    /// No total is over its limit.
    #[error("no total is over its limit, so there is nothing to reduce")]
    NothingToReduce,
    /// The document gives nobody that power.
    #[error("this document has no proportional reduction of wagers")]
    NoReduction,
}

fn list<T: std::fmt::Display>(items: &[T]) -> String {
    items.iter().map(|item| item.to_string()).collect::<Vec<_>>().join(", ")
}

punto_vocab::codes! {
    impl WagerReason {
        WagerReason::NotOffered { bet, offered } => "not-offered" (bet, offered = offered.clone()),
        WagerReason::NoStake(stake) => "no-stake" (stake),
        WagerReason::NotInChips { stake, chips } => "not-in-chips" (stake, chips),
        WagerReason::NoTokens { stakes } => "no-tokens" (stakes = stakes.clone()),
        WagerReason::BelowMinimum { bet, stake, minimum } => "below-minimum" (bet, stake, minimum),
        WagerReason::AboveMaximum { bet, stake, maximum } => "above-maximum" (bet, stake, maximum),
        WagerReason::NotInUnits { stake, minimum, unit } => "not-in-units" (stake, minimum, unit),
        WagerReason::NotPayable { bet, stake, nearest } => "not-payable" (bet, stake, nearest),
        WagerReason::NeverPayable { bet, stake } => "never-payable" (bet, stake),
        WagerReason::Twice { patron, bet, at } => "twice" (patron, bet, at),
        WagerReason::OncePerCoup { patron, bet, at } => "once-per-coup" (patron, bet, at),
        WagerReason::Combination { patron, held } => "combination" (patron, held),
        WagerReason::NeedsApproval { patron, held, role } => "needs-approval" (patron, held, role),
        WagerReason::NothingToReduce => "nothing-to-reduce" (),
        WagerReason::NoReduction => "no-reduction" (),
    }
}
