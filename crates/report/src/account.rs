//! An account as screens show it.

use punto_accounts::{Account, AccountKind, Exclusion, Limit, LimitKind, Most};
use punto_site::TableId;
use punto_vocab::{Money, PersonId, Time};
use punto_wire::{AccountView, LimitMost, LimitView, LimitWaiting};

/// An account at a moment. `lies` says what of its owner's lies at a table: in hand, which is not lost, and on the layout.
pub fn account_view(
    (patron, account): (PersonId, &Account),
    currency: Option<&str>,
    lies: &dyn Fn(TableId) -> [Money; 2],
    at: Time,
) -> AccountView {
    let exclusion = account.exclusion(at);
    let at_tables: Money = account.visits.keys().flat_map(|table| lies(*table)).sum();
    let hand = |table| lies(table)[0];
    let payout = account.payout.filter(|payout| at < payout.until);
    let play = account.holder.is_some_and(|holder| holder.kind == AccountKind::Play);
    AccountView {
        patron: patron.to_string(),
        currency: currency.map(str::to_owned),
        balance: account.balance().minor(),
        // Play money is not paid out.
        cashable: if play { 0 } else { account.purses.cashable.minor() },
        held: account.purses.held.minor(),
        promotional: account.purses.promotional.minor(),
        at_tables: at_tables.minor(),
        on_paper: account.vouchers.values().copied().sum::<Money>().minor(),
        play,
        closed: account.holder.is_some_and(|holder| holder.closed),
        excluded: exclusion.is_some(),
        excluded_until: exclusion.and_then(|(_, Exclusion { until })| until).map(|until| until.0),
        excluded_by: exclusion.map(|(whose, _)| whose.into()),
        pin_locked_until: account.attempts.locked(at).map(|until| until.0),
        payout: payout.map(|payout| payout.amount.minor()),
        check_minutes: account.check_every(),
        limits_answered: account.limits_asked,
        limits: account.limits.iter().map(|own| limit(account, own, (&hand, at))).collect(),
    }
}

fn limit(account: &Account, own: &Limit, (hand, at): (&dyn Fn(TableId) -> Money, Time)) -> LimitView {
    let used = match own.kind {
        LimitKind::Loss => Most::Money(account.lost(hand, own.span, at)),
        LimitKind::Deposit | LimitKind::Time => account.used(own.kind, own.span, at),
    };
    let waiting = own.waiting.filter(|(_, from)| at < *from);
    LimitView {
        whose: own.whose.into(),
        kind: own.kind.into(),
        span: own.span.into(),
        most: most(own.at(at)),
        used: most(used),
        waiting: waiting.map(|(looser, from)| LimitWaiting { most: most(looser), from: from.0 }),
    }
}

fn most(most: Most) -> LimitMost {
    match most {
        Most::Money(amount) => LimitMost::Money(amount.minor()),
        Most::Minutes(minutes) => LimitMost::Minutes(minutes),
        Most::Unlimited => LimitMost::Unlimited,
    }
}
