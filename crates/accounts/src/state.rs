//! The account as it stands: the fold of its events.

use std::collections::{BTreeMap, BTreeSet};

use punto_site::{Attempts, Concerned, On, TableId, Time};
use punto_vocab::{Money, PersonId};
use serde::{Deserialize, Serialize};

use crate::command::{AccountKind, Purse, SpendOrder};
use crate::flows::{Flows, overlap};
use crate::limit::{Limit, LimitKind, Most, Span, Whose};
use crate::voucher::VoucherId;

/// A patron's account.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Account {
    /// The time of the last event.
    pub now: Time,
    /// Whose it is and of what kind; nothing before it is registered.
    pub holder: Option<Holder>,
    /// The money in it.
    pub purses: Purses,
    /// All that ever went in and out.
    pub totals: AccountTotals,
    /// What is at tables.
    pub visits: BTreeMap<TableId, Visit>,
    /// Vouchers that are out, with what each is worth.
    #[serde(default)]
    pub vouchers: BTreeMap<VoucherId, Money>,
    /// Those of them that staff had made, not the patron.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub staff_vouchers: BTreeSet<VoucherId>,
    /// How many vouchers there have been.
    #[serde(default)]
    pub vouchers_ever: u32,
    /// Which purse is spent first.
    pub order: Option<SpendOrder>,
    /// The limits of play.
    pub limits: Vec<Limit>,
    /// Whether the patron has been asked about limits and answered.
    pub limits_asked: bool,
    /// What the spans of the limits are judged by.
    pub flows: Flows,
    /// The patron's own exclusion.
    pub own_exclusion: Option<Exclusion>,
    /// The house's.
    pub house_exclusion: Option<Exclusion>,
    /// The session.
    pub session: Option<Session>,
    /// How many sessions there have been.
    pub sessions_ever: u32,
    /// How often a reality check comes, in minutes, if the patron has chosen.
    pub check_minutes: Option<u32>,
    /// Whether a PIN is set.
    pub pin_set: bool,
    /// The PIN is one that somebody else gave the patron, who chooses another before anything else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub given_pin: Option<GivenPin>,
    /// Who of staff gave the patron a PIN last, and when: they could be whoever chose the next one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pin_giver: Option<(PersonId, Time)>,
    /// How often a wrong PIN was given since a right one.
    pub attempts: Attempts,
    /// When the patron was last signed in.
    pub last_session: Option<Time>,
    /// The session that ended last, as long as the next may go on where it left off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_off: Option<LeftOff>,
    /// The payout that the patron has ordered and not fetched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payout: Option<Payout>,
    /// How many payouts were ordered.
    #[serde(default, skip_serializing_if = "is_nought")]
    pub payouts_ever: u32,
    /// Whose own acts the held money is about; none of them releases it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub held_about: Option<Concerned>,
}

/// Whose an account is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Holder {
    /// The patron.
    pub patron: PersonId,
    /// What the money is worth.
    pub kind: AccountKind,
    /// Whether the account is closed.
    pub closed: bool,
}

/// The money of an account, by what can be done with it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Purses {
    /// Can be paid out or go to a table.
    pub cashable: Money,
    /// Is the patron's, but waits for an attendant.
    pub held: Money,
    /// Can go to a table only.
    pub promotional: Money,
}

/// All that ever went in and out of an account.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct AccountTotals {
    pub deposited: Money,
    pub withdrawn: Money,
    pub to_tables: Money,
    pub from_tables: Money,
    pub awarded: Money,
    pub lapsed: Money,
    pub promotional_to_tables: Money,
    pub promotional_from_tables: Money,
    pub adjusted_up: Money,
    pub adjusted_down: Money,
    #[serde(default)]
    pub vouchers_out: Money,
    #[serde(default)]
    pub vouchers_in: Money,
}

/// A patron's money at one table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Visit {
    /// What went there of cash, less what came back.
    pub cashable: Money,
    /// The same of promotional money.
    pub promotional: Money,
}

/// A PIN that the patron was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GivenPin {
    /// Until when it is good.
    pub until: Time,
    /// Whether somebody has signed in with it; it is good once.
    pub used: bool,
}

/// A payout that the patron has ordered in a session of their own: exactly this much, once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Payout {
    /// Its number, from 1.
    pub order: u32,
    /// How much is paid.
    pub amount: Money,
    /// Until when it can be fetched.
    pub until: Time,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // serde asks with a reference
fn is_nought(count: &u32) -> bool {
    *count == 0
}

/// Until when a patron does not play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exclusion {
    /// The end; none if it is for good.
    pub until: Option<Time>,
}

/// A patron at a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Session {
    /// Which, counted from 1.
    pub number: u32,
    /// On which machine.
    pub on: On,
    /// Since when.
    pub since: Time,
    /// Since when the patron plays: the beginning of the first of sessions that follow each other without a pause, so that
    /// signing in again neither stops the clock nor answers a check.
    #[serde(default)]
    pub playing_since: Time,
    /// When the patron had signed in before, for them to see.
    pub before: Option<Time>,
    /// What went to tables.
    pub out: Money,
    /// What came back.
    pub back: Money,
    /// When the next reality check is due.
    pub next_check: Time,
    /// Whether one waits for an answer.
    pub check_waits: bool,
}

/// A session that has ended, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOff {
    /// When it ended.
    pub at: Time,
    /// How it stood.
    pub session: Session,
}

/// An account that does not add up; play must stop.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the {purse} money is {is}, but what went in less what went out is {should}")]
pub struct Imbalance {
    /// Which purse.
    pub purse: Purse,
    /// What is there.
    pub is: Money,
    /// What should be.
    pub should: Money,
}

impl Purses {
    /// All of it.
    pub fn sum(&self) -> Money {
        self.cashable + self.held + self.promotional
    }
}

impl AccountTotals {
    /// The most that may ever go in; far above any house, and far from any overflow.
    pub const MOST: Money = Money::from_minor(4_000_000_000_000_000_000);

    /// All that ever went in.
    pub fn came_in(&self) -> Money {
        self.deposited
            + self.from_tables
            + self.awarded
            + self.promotional_from_tables
            + self.adjusted_up
            + self.vouchers_in
    }

    /// All that ever went out.
    pub fn went_out(&self) -> Money {
        self.withdrawn
            + self.to_tables
            + self.lapsed
            + self.promotional_to_tables
            + self.adjusted_down
            + self.vouchers_out
    }
}

impl Exclusion {
    /// Whether it holds at this moment.
    pub fn holds(&self, at: Time) -> bool {
        self.until.is_none_or(|until| at < until)
    }
}

impl Account {
    /// How often a reality check comes unless the patron chooses, in minutes.
    pub const CHECK_MINUTES: u32 = 60;
    /// The longest time between reality checks that a patron may choose, in minutes.
    pub const CHECK_MOST: u32 = 240;
    /// Whoever signs in again within so many minutes goes on playing, as far as the clock and reality checks care.
    pub const PAUSE_MINUTES: u32 = 15;
    /// For how many hours a PIN is good that somebody else gave the patron.
    pub const GIVEN_PIN_HOURS: u32 = 24;
    /// For how many hours after that it is told when whoever gave it pays out of the account.
    pub const GIVER_TOLD_HOURS: u32 = 7 * 24;
    /// For how many minutes an ordered payout can be fetched.
    pub const PAYOUT_MINUTES: u32 = 30;
    /// How long a looser limit waits, in hours.
    pub const LOOSER_AFTER_HOURS: u32 = 24;

    /// All money in the account.
    pub fn balance(&self) -> Money {
        self.purses.sum()
    }

    /// The self-audit: each purse is what went in less what went out, and none is below nought.
    pub fn audit(&self) -> Result<(), Imbalance> {
        let totals = &self.totals;
        let cash = totals.deposited + totals.from_tables + totals.adjusted_up + totals.vouchers_in
            - totals.withdrawn
            - totals.to_tables
            - totals.adjusted_down
            - totals.vouchers_out;
        let promotional =
            totals.awarded + totals.promotional_from_tables - totals.lapsed - totals.promotional_to_tables;
        for (purse, is, should, least) in [
            (
                Purse::Cashable,
                self.purses.cashable + self.purses.held,
                cash,
                self.purses.cashable.min(self.purses.held),
            ),
            (Purse::Promotional, self.purses.promotional, promotional, self.purses.promotional),
        ] {
            if is != should || least < Money::ZERO {
                return Err(Imbalance { purse, is, should });
            }
        }
        Ok(())
    }

    /// Which purse is spent first.
    pub fn spend_order(&self) -> SpendOrder {
        self.order.unwrap_or(SpendOrder::PromotionalFirst)
    }

    /// The exclusion that holds at this moment; of two the one that ends later, and the patron's own where both end as one.
    pub fn exclusion(&self, at: Time) -> Option<(Whose, Exclusion)> {
        let own = self.own_exclusion.map(|exclusion| (Whose::Own, exclusion));
        let house = self.house_exclusion.map(|exclusion| (Whose::House, exclusion));
        let end = |(_, exclusion): &(Whose, Exclusion)| exclusion.until.unwrap_or(Time(i64::MAX));
        [house, own].into_iter().flatten().filter(|(_, exclusion)| exclusion.holds(at)).max_by_key(end)
    }

    /// What a limit allows at this moment.
    pub fn limit(&self, whose: Whose, kind: LimitKind, span: Span, at: Time) -> Most {
        let own = |limit: &&Limit| (limit.whose, limit.kind, limit.span) == (whose, kind, span);
        self.limits.iter().find(own).map_or(Most::Unlimited, |limit| limit.at(at))
    }

    /// How much of a kind is used up in the span that ends at this moment.
    pub fn used(&self, kind: LimitKind, span: Span, at: Time) -> Most {
        let since = span.start(at);
        match kind {
            LimitKind::Deposit => Most::Money(self.flows.deposited(since)),
            LimitKind::Loss => Most::Money(self.flows.lost(since)),
            LimitKind::Time => {
                let now = self.session.map_or(0, |session| overlap(session.since, at, since));
                let minutes = self.flows.played(since).saturating_add(now) / 60_000_000;
                Most::Minutes(u32::try_from(minutes).unwrap_or(u32::MAX))
            }
        }
    }

    /// What the patron paid in over the counter in cash within a day.
    pub(crate) fn cash_in_a_day(&self, at: Time) -> Money {
        self.flows.cash(Span::Day.start(at))
    }

    /// What was paid out to the patron over the counter within a day.
    pub(crate) fn paid_out_in_a_day(&self, at: Time) -> Money {
        self.flows.paid_out(Span::Day.start(at))
    }

    /// How many minutes may still be played, if time is limited; the lowest limit wins.
    pub fn minutes_left(&self, at: Time) -> Option<u32> {
        let left = |limit: &Limit| match (limit.at(at), self.used(limit.kind, limit.span, at)) {
            (Most::Minutes(most), Most::Minutes(used)) => Some(most.saturating_sub(used)),
            _ => None,
        };
        self.limits.iter().filter_map(left).min()
    }

    /// How much of what comes back from a table is cash, and how much is promotional money that was not played away.
    ///
    /// What is spent first is lost first; what came on top of both was won, and is cash.
    pub fn comes_home(&self, table: TableId, back: Money) -> (Money, Money) {
        let visit = self.visits.get(&table).copied().unwrap_or_default();
        let promotional = match self.spend_order() {
            SpendOrder::PromotionalFirst => (back - visit.cashable.max(Money::ZERO)).max(Money::ZERO),
            SpendOrder::CashableFirst => back,
        };
        let promotional = promotional.min(visit.promotional.max(Money::ZERO));
        (back - promotional, promotional)
    }

    /// What is lost in the span that ends at this moment if all that lies at a table is lost and this much of its credits is
    /// still in hand. What is at other tables counts as lost until it comes back; what was won makes up for losses.
    pub fn at_stake(&self, table: TableId, hand: Money, span: Span, at: Time) -> Money {
        let brought = self.visits.get(&table).map_or(Money::ZERO, |visit| visit.cashable);
        let (cash, _) = self.comes_home(table, hand);
        (self.flows.lost_elsewhere(table, span.start(at)) + brought - cash).max(Money::ZERO)
    }

    /// What is lost in the span that ends at this moment, as a patron is shown it: what lies on a layout counts, and what is
    /// still in hand at a table does not. At the one table where somebody plays it is what their next wager is judged by.
    pub fn lost(&self, hand: &dyn Fn(TableId) -> Money, span: Span, at: Time) -> Money {
        let at_tables = |(table, visit): (&TableId, &Visit)| {
            let (cash, _) = self.comes_home(*table, hand(*table));
            visit.cashable - cash
        };
        let there: Money = self.visits.iter().map(at_tables).sum();
        (self.flows.lost_for_good(span.start(at)) + there).max(Money::ZERO)
    }

    /// How often a reality check comes, in minutes.
    pub fn check_every(&self) -> u32 {
        self.check_minutes.unwrap_or(Account::CHECK_MINUTES)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn back(order: SpendOrder, cashable: i64, promotional: i64, back: i64) -> (i64, i64) {
        let table: TableId = "t".parse().unwrap();
        let money = Money::from_minor;
        let mut account = Account { order: Some(order), ..Account::default() };
        let visit = Visit { cashable: money(cashable), promotional: money(promotional) };
        account.visits.insert(table, visit);
        let (cash, promotional) = account.comes_home(table, money(back));
        (cash.minor(), promotional.minor())
    }

    #[test]
    fn promotional_money_never_comes_back_as_cash_unplayed() {
        use SpendOrder::{CashableFirst, PromotionalFirst};
        assert_eq!(back(PromotionalFirst, 0, 100, 100), (0, 100), "brought and taken away again");
        assert_eq!(back(PromotionalFirst, 100, 100, 100), (100, 0));
        assert_eq!(back(PromotionalFirst, 100, 100, 150), (100, 50), "50 of the promotional lost");
        assert_eq!(back(CashableFirst, 100, 100, 150), (50, 100), "50 of the cash lost");
        assert_eq!(back(PromotionalFirst, 0, 100, 250), (150, 100), "what was won is cash");
        assert_eq!(back(PromotionalFirst, -40, 0, 10), (10, 0), "more has come back than went there");
    }
}
