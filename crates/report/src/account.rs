//! An account as screens show it.

use punto_accounts::{Account, Limit, Most};
use punto_vocab::{PersonId, Time};
use punto_wire::{AccountView, LimitMost, LimitView};

/// An account at a moment.
pub fn account_view(patron: PersonId, account: &Account, at: Time) -> AccountView {
    let limit = |limit: &Limit| LimitView {
        whose: limit.whose.into(),
        kind: limit.kind.into(),
        span: limit.span.into(),
        most: match limit.at(at) {
            Most::Money(amount) => LimitMost::Money(amount.minor()),
            Most::Minutes(minutes) => LimitMost::Minutes(minutes),
            Most::Unlimited => LimitMost::Unlimited,
        },
    };
    AccountView {
        patron: patron.to_string(),
        balance: account.balance().minor(),
        held: account.purses.held.minor(),
        excluded: account.exclusion(at).is_some(),
        limits: account.limits.iter().map(limit).collect(),
    }
}
