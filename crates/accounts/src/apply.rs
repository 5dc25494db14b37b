//! Folds events into the account. Decides nothing.

#![deny(clippy::wildcard_enum_match_arm)] // an event that nobody folds must not compile

use punto_site::{Attempts, Concerned, Principal, TableId, Time};
use punto_vocab::Money;

use crate::command::Purse;
use crate::event::{Event, Happening};
use crate::limit::{Limit, LimitKind, Most, Span, Whose};
use crate::state::{Account, Exclusion, GivenPin, Holder, LeftOff, Payout, Session};

/// Folds one event into the account. But for who gave a PIN, the speaker is in the event itself where it matters.
pub fn apply(account: &mut Account, at: Time, by: &Principal, event: &Event) {
    account.now = account.now.max(at);
    account.flows.forget(at);
    match &event.what {
        Happening::Registered { patron, kind } => {
            account.holder = Some(Holder { patron: *patron, kind: *kind, closed: false });
        }
        Happening::Closed => {
            if let Some(holder) = account.holder.as_mut() {
                holder.closed = true;
            }
        }
        Happening::PinSet => {
            account.pin_set = true;
            account.given_pin = None;
            account.attempts = Attempts::default();
        }
        Happening::PinGiven { until, .. } => {
            account.pin_set = true;
            account.given_pin = Some(GivenPin { until: *until, used: false });
            account.pin_giver = by.staff().map(|who| (who, at));
            account.attempts = Attempts::default();
        }
        Happening::PinFailed { .. } => account.attempts.failed(),
        // For the record only.
        Happening::PinBarred { .. } => {}
        Happening::PinLocked { until } => account.attempts.lock(*until),
        Happening::PinUnlocked => account.attempts.unlock(),
        what @ of_cage!() => at_cage(account, at, what),
        what @ of_vouchers!() => on_paper(account, at, what),
        Happening::WentToTable { table, amount, purse } => went(account, at, *table, *amount, *purse),
        Happening::CameFromTable { table, amount, purse } => came(account, at, *table, *amount, *purse),
        Happening::LeftTable { table } => {
            account.visits.remove(table);
            account.flows.leave(*table);
        }
        Happening::Spends { order } => account.order = Some(*order),
        Happening::LimitSet { whose, kind, span, most, .. } => {
            account.limits_asked |= *whose == Whose::Own;
            let limit = limit(account, *whose, *kind, *span);
            limit.most = *most;
            limit.waiting = None;
        }
        Happening::LimitWaits { whose, kind, span, most, from } => {
            account.limits_asked |= *whose == Whose::Own;
            let limit = limit(account, *whose, *kind, *span);
            // What has been waited for long enough holds by now.
            limit.most = limit.at(at);
            limit.waiting = Some((*most, *from));
        }
        Happening::LimitsDeclined => account.limits_asked = true,
        Happening::Excluded { whose, until } => exclude(account, *whose, Some(*until)),
        Happening::ExcludedForGood { whose } => exclude(account, *whose, None),
        Happening::ExclusionLifted { .. } => account.house_exclusion = None,
        what @ of_session!() => session(account, at, what),
    }
}

punto_vocab::groups! {
    Happening:
    /// The account itself and its PIN.
    of_account: Registered Closed PinSet PinGiven PinFailed PinBarred PinLocked PinUnlocked;
    /// Money over the counter.
    of_cage: Deposited PayoutOrdered PayoutMissed Withdrawn Awarded Lapsed Held Released AdjustedUp AdjustedDown;
    /// Money on paper.
    of_vouchers: VoucherIssued VoucherSpent VoucherRedeemed;
    /// Money at tables.
    of_tables: WentToTable CameFromTable LeftTable Spends;
    /// Limits of play.
    of_limits: LimitSet LimitWaits LimitsDeclined Excluded ExcludedForGood ExclusionLifted;
    /// Sessions.
    of_session: SessionStarted SessionEnded ChecksEvery Reminded Continued;
}

fn at_cage(account: &mut Account, at: Time, what: &Happening) {
    let (purses, totals) = (&mut account.purses, &mut account.totals);
    match what {
        Happening::Deposited { amount, .. } => {
            purses.cashable += *amount;
            totals.deposited += *amount;
            account.flows.deposit_cash(at, *amount);
        }
        Happening::PayoutOrdered { order, amount, until } => {
            account.payouts_ever = *order;
            account.payout = Some(Payout { order: *order, amount: *amount, until: *until });
        }
        Happening::PayoutMissed { .. } => account.payout = None,
        Happening::Withdrawn { amount, order, .. } => {
            purses.cashable -= *amount;
            totals.withdrawn += *amount;
            account.flows.pay_out(at, *amount);
            account.payout = account.payout.filter(|own| *order != Some(own.order));
        }
        Happening::Awarded { amount, .. } => {
            purses.promotional += *amount;
            totals.awarded += *amount;
        }
        Happening::Lapsed { amount, .. } => {
            purses.promotional -= *amount;
            totals.lapsed += *amount;
        }
        Happening::Held { amount, about, .. } => {
            purses.cashable -= *amount;
            purses.held += *amount;
            let people = account.held_about.iter().chain(about).flat_map(Concerned::iter);
            account.held_about = Concerned::of(people);
        }
        Happening::Released { amount, .. } => {
            purses.held -= *amount;
            purses.cashable += *amount;
            if purses.held.is_zero() {
                account.held_about = None;
            }
        }
        Happening::AdjustedUp { amount, .. } => {
            purses.cashable += *amount;
            totals.adjusted_up += *amount;
        }
        Happening::AdjustedDown { amount, .. } => {
            purses.cashable -= *amount;
            totals.adjusted_down += *amount;
        }
        of_account!() | of_vouchers!() | of_tables!() | of_limits!() | of_session!() => {}
    }
}

fn on_paper(account: &mut Account, at: Time, what: &Happening) {
    match what {
        Happening::VoucherIssued { voucher, amount, sequence, staff, .. } => {
            if staff.is_some() {
                account.staff_vouchers.insert(*voucher);
            }
            account.purses.cashable -= *amount;
            account.totals.vouchers_out += *amount;
            account.vouchers.insert(*voucher, *amount);
            account.vouchers_ever = *sequence;
        }
        Happening::VoucherSpent { voucher, .. } => {
            account.vouchers.remove(voucher);
            account.staff_vouchers.remove(voucher);
        }
        Happening::VoucherRedeemed { amount, .. } => {
            account.purses.cashable += *amount;
            account.totals.vouchers_in += *amount;
            account.flows.deposit(at, *amount);
        }
        of_account!() | of_cage!() | of_tables!() | of_limits!() | of_session!() => {}
    }
}

fn went(account: &mut Account, at: Time, table: TableId, amount: Money, purse: Purse) {
    let visit = account.visits.entry(table).or_default();
    match purse {
        Purse::Cashable => {
            visit.cashable += amount;
            account.purses.cashable -= amount;
            account.totals.to_tables += amount;
            account.flows.go_out(at, table, amount);
            if let Some(session) = account.session.as_mut() {
                session.out += amount;
            }
        }
        Purse::Promotional => {
            visit.promotional += amount;
            account.purses.promotional -= amount;
            account.totals.promotional_to_tables += amount;
        }
    }
}

fn came(account: &mut Account, at: Time, table: TableId, amount: Money, purse: Purse) {
    let visit = account.visits.get_mut(&table);
    match purse {
        Purse::Cashable => {
            let out = visit.as_ref().map_or(Money::ZERO, |visit| visit.cashable);
            let stake = out.min(amount);
            let older = out - account.flows.open_at(table);
            // Who never took money there has not won it by play, as with a prize: it makes up for no loss.
            let won = if visit.is_some() { amount - stake } else { Money::ZERO };
            account.flows.come_back(at, table, stake, older, won);
            if let Some(visit) = visit {
                visit.cashable -= stake;
            }
            account.purses.cashable += amount;
            account.totals.from_tables += amount;
            if let Some(session) = account.session.as_mut() {
                session.back += amount;
            }
        }
        Purse::Promotional => {
            if let Some(visit) = visit {
                visit.promotional -= amount;
            }
            account.purses.promotional += amount;
            account.totals.promotional_from_tables += amount;
        }
    }
}

/// The limit, made if there was none.
fn limit(account: &mut Account, whose: Whose, kind: LimitKind, span: Span) -> &mut Limit {
    let place = account
        .limits
        .iter()
        .position(|limit| (limit.whose, limit.kind, limit.span) == (whose, kind, span))
        .unwrap_or_else(|| {
            account.limits.push(Limit { whose, kind, span, most: Most::Unlimited, waiting: None });
            account.limits.len() - 1
        });
    &mut account.limits[place]
}

fn exclude(account: &mut Account, whose: Whose, until: Option<Time>) {
    let exclusion = Some(Exclusion { until });
    match whose {
        Whose::Own => account.own_exclusion = exclusion,
        Whose::House => account.house_exclusion = exclusion,
    }
}

fn session(account: &mut Account, at: Time, what: &Happening) {
    let every = account.check_every();
    match what {
        Happening::SessionStarted { session, on } => {
            account.sessions_ever = *session;
            if let Some(given) = account.given_pin.as_mut() {
                given.used = true;
            }
            account.attempts = Attempts::default();
            let goes_on =
                account.left_off.take().filter(|left| at <= left.at.plus_minutes(Account::PAUSE_MINUTES));
            let before = goes_on.map(|left| left.session);
            account.session = Some(Session {
                number: *session,
                on: *on,
                since: at,
                playing_since: before.map_or(at, |before| before.playing_since),
                before: account.last_session.replace(at),
                out: Money::ZERO,
                back: Money::ZERO,
                next_check: before.map_or(at.plus_minutes(every), |before| before.next_check),
                check_waits: before.is_some_and(|before| before.check_waits),
            });
        }
        Happening::SessionEnded { .. } => {
            if let Some(session) = account.session.take() {
                account.left_off = Some(LeftOff { at, session });
                account.flows.play(session.since, at);
            }
        }
        Happening::ChecksEvery { minutes } => {
            account.check_minutes = Some(*minutes);
            if let Some(session) = account.session.as_mut() {
                session.next_check = session.next_check.min(at.plus_minutes(*minutes));
            }
        }
        Happening::Reminded { .. } => {
            if let Some(session) = account.session.as_mut() {
                session.check_waits = true;
            }
        }
        Happening::Continued { .. } => {
            if let Some(session) = account.session.as_mut() {
                session.check_waits = false;
                session.next_check = at.plus_minutes(every);
            }
        }
        of_account!() | of_cage!() | of_vouchers!() | of_tables!() | of_limits!() => {}
    }
}
