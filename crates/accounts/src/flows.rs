//! What has flowed within the longest span, so that limits over a day, a week and a month can be judged.

use punto_site::{TableId, Time};
use punto_vocab::Money;
use serde::{Deserialize, Serialize};

use crate::limit::Span;

/// Deposits, payouts, outlays, winnings and sessions of the last month.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Flows {
    deposits: Vec<Flow>,
    /// What of the deposits was cash over the counter, and no voucher.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    cash: Vec<Flow>,
    #[serde(default)]
    payouts: Vec<Flow>,
    outlays: Vec<Outlay>,
    winnings: Vec<Flow>,
    played: Vec<Played>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Flow {
    at: Time,
    amount: Money,
}

/// Money that went to a table and has not come back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Outlay {
    at: Time,
    /// The table, while the patron is there; what was lost there afterwards cannot come back.
    table: Option<TableId>,
    open: Money,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Played {
    from: Time,
    to: Time,
}

impl Flows {
    /// What was paid in after a moment.
    pub(crate) fn deposited(&self, since: Time) -> Money {
        after(&self.deposits, since)
    }

    /// What was paid in over the counter in cash after a moment.
    pub(crate) fn cash(&self, since: Time) -> Money {
        after(&self.cash, since)
    }

    /// What was paid out over the counter after a moment.
    pub(crate) fn paid_out(&self, since: Time) -> Money {
        after(&self.payouts, since)
    }

    /// What was lost after a moment, with what lies at tables still; winnings make up for losses.
    pub(crate) fn lost(&self, since: Time) -> Money {
        let out: Money =
            self.outlays.iter().filter(|outlay| outlay.at > since).map(|outlay| outlay.open).sum();
        (out - after(&self.winnings, since)).max(Money::ZERO)
    }

    /// The same without what is at tables and may still come back; below nought where more was won than lost.
    pub(crate) fn lost_for_good(&self, since: Time) -> Money {
        let counts = |outlay: &&Outlay| outlay.at > since && outlay.table.is_none();
        let out: Money = self.outlays.iter().filter(counts).map(|outlay| outlay.open).sum();
        out - after(&self.winnings, since)
    }

    /// The same without what went to one table and may still come back; below nought where more was won than lost.
    pub(crate) fn lost_elsewhere(&self, table: TableId, since: Time) -> Money {
        let counts = |outlay: &&Outlay| outlay.at > since && outlay.table != Some(table);
        let out: Money = self.outlays.iter().filter(counts).map(|outlay| outlay.open).sum();
        out - after(&self.winnings, since)
    }

    /// The microseconds of finished sessions after a moment.
    pub(crate) fn played(&self, since: Time) -> i64 {
        self.played.iter().map(|played| overlap(played.from, played.to, since)).sum()
    }

    pub(crate) fn deposit(&mut self, at: Time, amount: Money) {
        self.deposits.push(Flow { at, amount });
    }

    pub(crate) fn deposit_cash(&mut self, at: Time, amount: Money) {
        self.deposit(at, amount);
        self.cash.push(Flow { at, amount });
    }

    pub(crate) fn pay_out(&mut self, at: Time, amount: Money) {
        self.payouts.push(Flow { at, amount });
    }

    pub(crate) fn go_out(&mut self, at: Time, table: TableId, amount: Money) {
        self.outlays.push(Outlay { at, table: Some(table), open: amount });
    }

    /// Money comes back from a table: the oldest outlays first, which is the stricter reading for the newest.
    ///
    /// `stake` is the part that had gone there, `older` what of the table's outlays is no longer remembered.
    pub(crate) fn come_back(&mut self, at: Time, table: TableId, stake: Money, older: Money, won: Money) {
        let mut left = (stake - older).max(Money::ZERO);
        for outlay in self.outlays.iter_mut().filter(|outlay| outlay.table == Some(table)) {
            let part = outlay.open.min(left);
            outlay.open -= part;
            left -= part;
        }
        self.outlays.retain(|outlay| !outlay.open.is_zero());
        if won.is_positive() {
            self.winnings.push(Flow { at, amount: won });
        }
    }

    /// What of the outlays at a table is remembered and has not come back.
    pub(crate) fn open_at(&self, table: TableId) -> Money {
        self.outlays.iter().filter(|outlay| outlay.table == Some(table)).map(|outlay| outlay.open).sum()
    }

    /// The patron leaves a table: what has not come back is lost.
    pub(crate) fn leave(&mut self, table: TableId) {
        for outlay in self.outlays.iter_mut().filter(|outlay| outlay.table == Some(table)) {
            outlay.table = None;
        }
    }

    pub(crate) fn play(&mut self, from: Time, to: Time) {
        self.played.push(Played { from, to });
    }

    /// Forgets what no span can reach any more.
    pub(crate) fn forget(&mut self, at: Time) {
        let since = Span::Month.start(at);
        self.deposits.retain(|flow| flow.at > since);
        self.cash.retain(|flow| flow.at > Span::Day.start(at));
        self.payouts.retain(|flow| flow.at > since);
        self.outlays.retain(|outlay| outlay.at > since);
        self.winnings.retain(|flow| flow.at > since);
        self.played.retain(|played| played.to > since);
    }
}

fn after(flows: &[Flow], since: Time) -> Money {
    flows.iter().filter(|flow| flow.at > since).map(|flow| flow.amount).sum()
}

/// The microseconds from one moment to another that are after a third.
pub(crate) fn overlap(from: Time, to: Time, since: Time) -> i64 {
    to.0.saturating_sub(from.max(since).0).max(0)
}
