//! What an event of an account moves, in the account's own books.

#![deny(clippy::wildcard_enum_match_arm)] // an event that moves money must not pass unbooked

use punto_accounts::{Happening, Purse};
use punto_vocab::Money;

/// From where to where, and how much; nothing where no money moves.
pub(super) fn booked(what: &Happening) -> Option<(&'static str, &'static str, Money)> {
    let purse = |purse: &Purse| match purse {
        Purse::Cashable => "balance",
        Purse::Promotional => "promotional",
    };
    Some(match what {
        Happening::Deposited { amount, .. } => ("cage", "balance", *amount),
        Happening::Withdrawn { amount, .. } => ("balance", "cage", *amount),
        Happening::Awarded { amount, .. } => ("house", "promotional", *amount),
        Happening::Lapsed { amount, .. } => ("promotional", "house", *amount),
        Happening::Held { amount, .. } => ("balance", "held", *amount),
        Happening::Released { amount, .. } => ("held", "balance", *amount),
        Happening::AdjustedUp { amount, .. } => ("house", "balance", *amount),
        Happening::AdjustedDown { amount, .. } => ("balance", "house", *amount),
        Happening::VoucherIssued { amount, .. } => ("balance", "paper", *amount),
        Happening::VoucherRedeemed { amount, .. } => ("paper", "balance", *amount),
        Happening::WentToTable { amount, purse: own, .. } => (purse(own), "table", *amount),
        Happening::CameFromTable { amount, purse: own, .. } => ("table", purse(own), *amount),
        // The paper was taken off its owner's balance when it was issued, and comes in on the account it is spent into.
        Happening::VoucherSpent { .. } => return None,
        Happening::Registered { .. }
        | Happening::Closed
        | Happening::PinSet
        | Happening::PinGiven { .. }
        | Happening::PinFailed { .. }
        | Happening::PinBarred { .. }
        | Happening::PinLocked { .. }
        | Happening::PinUnlocked
        | Happening::PayoutOrdered { .. }
        | Happening::PayoutMissed { .. }
        | Happening::LeftTable { .. }
        | Happening::Spends { .. }
        | Happening::LimitSet { .. }
        | Happening::LimitWaits { .. }
        | Happening::LimitsDeclined
        | Happening::Excluded { .. }
        | Happening::ExcludedForGood { .. }
        | Happening::ExclusionLifted { .. }
        | Happening::SessionStarted { .. }
        | Happening::SessionEnded { .. }
        | Happening::ChecksEvery { .. }
        | Happening::Reminded { .. }
        | Happening::Continued { .. } => return None,
    })
}
