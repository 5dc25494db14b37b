//! The account itself, and money that comes in or goes out over the counter.

use punto_site::{Concerned, Principal};
use punto_vocab::line::Words;
use punto_vocab::{Exchange, Money, PersonId, smallest};

use super::limits::room;
use super::{Ctx, Decision, event};
use crate::command::AccountKind;
use crate::event::Happening;
use crate::ground::AccountRule;
use crate::limit::LimitKind;
use crate::reason::{Parties, Party, Reason, Refused};
use crate::state::{Account, Payout};

pub(super) fn register(account: &Account, by: Principal, patron: PersonId, kind: AccountKind) -> Decision {
    if let Some(holder) = account.holder {
        return AccountRule::Order.refuse(Reason::AlreadyRegistered { patron: holder.patron });
    }
    match by {
        Principal::Staff(_) | Principal::System => {
            Ok(vec![event(Happening::Registered { patron, kind }, AccountRule::Order)])
        }
        Principal::Patron(_) | Principal::Device(_) | Principal::Table(_) => {
            AccountRule::Voices.refuse(Reason::NotYours { by, needed: Parties(&[Party::Staff]) })
        }
    }
}

pub(super) fn close(ctx: &Ctx<'_>) -> Decision {
    ctx.staff()?;
    if ctx.account.session.is_some() {
        return AccountRule::Sessions.refuse(Reason::SignedIn);
    }
    if let Some(table) = ctx.account.visits.keys().next() {
        return AccountRule::Balance.refuse(Reason::AtTable { table: *table });
    }
    if !ctx.account.vouchers.is_empty() {
        return AccountRule::Vouchers.refuse(Reason::VouchersOut { count: ctx.account.vouchers.len() });
    }
    let balance = ctx.account.balance();
    if !balance.is_zero() {
        return AccountRule::Balance.refuse(Reason::MoneyLeft { balance });
    }
    Ok(vec![event(Happening::Closed, AccountRule::Order)])
}

/// Refuses an amount that the currency of accounts has no coins for.
pub fn in_currency(currency: &str, amounts: impl IntoIterator<Item = Money>) -> Result<(), Refused> {
    let Some(smallest) = smallest(currency) else { return Ok(()) };
    let odd = amounts.into_iter().find(|amount| amount.minor() % smallest.minor() != 0);
    odd.map_or(Ok(()), |amount| {
        let currency = currency.to_owned();
        AccountRule::Currency.refuse(Reason::NotInCurrency { amount, currency, smallest })
    })
}

/// Cash over the counter; play money comes from the server alone. Money of another currency is taken by two at the rate of
/// the house, and goes into no drawer.
pub(super) fn deposit(
    ctx: &Ctx<'_>,
    amount: Money,
    seconded: Option<PersonId>,
    exchanged: Option<Exchange>,
) -> Decision {
    match ctx.by {
        Principal::System if !ctx.is_play() => ctx.not_yours(&[Party::Cage])?,
        Principal::Staff(_) if ctx.is_play() => return AccountRule::PlayMoney.refuse(Reason::NoCashValue),
        Principal::Staff(_)
        | Principal::Patron(_)
        | Principal::Device(_)
        | Principal::Table(_)
        | Principal::System => {
            ctx.staff()?;
        }
    }
    ctx.not_twice(seconded)?;
    if let Some(exchanged) = exchanged {
        ctx.seconded(seconded)?;
        at_its_rate(exchanged, amount)?;
    }
    ctx.not_excluded()?;
    ctx.comes_in(amount)?;
    room(ctx.account, ctx.at, LimitKind::Deposit, amount)?;
    let ground = if exchanged.is_some() { AccountRule::Currency } else { AccountRule::Cage };
    Ok(vec![event(Happening::Deposited { amount, seconded, exchanged }, ground)])
}

/// Refuses more than the rate gives, and less by a whole coin or more: what is left over is less than the smallest.
fn at_its_rate(exchanged: Exchange, amount: Money) -> Result<(), Refused> {
    const COIN: Money = Money::from_minor(100);
    let worth = exchanged.rate.of(exchanged.given).floor();
    let fits =
        exchanged.given.is_positive() && amount.is_positive() && amount <= worth && worth - amount < COIN;
    match fits {
        true => Ok(()),
        false => AccountRule::Currency.refuse(Reason::NotTheRate { exchanged, worth }),
    }
}

/// The patron says in a session of their own how much they will fetch; a new order takes the place of the last.
pub(super) fn order_payout(ctx: &Ctx<'_>, amount: Money) -> Decision {
    ctx.own()?;
    if ctx.account.session.is_none() {
        return AccountRule::Sessions.refuse(Reason::NoSession);
    }
    real(ctx)?;
    ctx.goes_out(amount, ctx.account.purses.cashable)?;
    let (order, until) =
        (ctx.account.payouts_ever.saturating_add(1), ctx.at.plus_minutes(Account::PAYOUT_MINUTES));
    Ok(vec![event(Happening::PayoutOrdered { order, amount, until }, AccountRule::PayoutOrders)])
}

/// Somebody at the counter has entered a wrong code: the order is over, and the patron makes another.
pub(super) fn miss_payout(ctx: &Ctx<'_>, who: PersonId) -> Decision {
    ctx.system()?;
    match ordered(ctx) {
        Some(own) => {
            Ok(vec![event(Happening::PayoutMissed { order: own.order, who }, AccountRule::PayoutOrders)])
        }
        None => AccountRule::PayoutOrders.refuse(Reason::NoPayout),
    }
}

/// The order that can be fetched now.
fn ordered(ctx: &Ctx<'_>) -> Option<Payout> {
    ctx.account.payout.filter(|own| ctx.at < own.until)
}

/// A patron gets out what is theirs at any time, excluded or not. An order is for its amount, and once.
pub(super) fn withdraw(
    ctx: &Ctx<'_>,
    amount: Money,
    seconded: Option<PersonId>,
    order: Option<u32>,
) -> Decision {
    person(ctx)?;
    ctx.not_twice(seconded)?;
    real(ctx)?;
    let fits = |own: Payout| (Some(own.order), own.amount) == (order, amount);
    if order.is_some() && !ordered(ctx).is_some_and(fits) {
        return AccountRule::PayoutOrders.refuse(Reason::NoPayout);
    }
    ctx.goes_out(amount, ctx.account.purses.cashable)?;
    Ok(vec![event(Happening::Withdrawn { amount, seconded, order }, AccountRule::Cage)])
}

pub(super) fn award(ctx: &Ctx<'_>, amount: Money, why: &Words) -> Decision {
    ctx.staff()?;
    // Nobody who is excluded is enticed.
    ctx.not_excluded()?;
    ctx.comes_in(amount)?;
    Ok(vec![event(Happening::Awarded { amount, why: why.clone() }, AccountRule::Promotions)])
}

pub(super) fn lapse(ctx: &Ctx<'_>, amount: Money, why: &Words) -> Decision {
    ctx.staff()?;
    ctx.goes_out(amount, ctx.account.purses.promotional)?;
    Ok(vec![event(Happening::Lapsed { amount, why: why.clone() }, AccountRule::Promotions)])
}

pub(super) fn hold(ctx: &Ctx<'_>, amount: Money, about: Option<&Concerned>, why: &Words) -> Decision {
    ctx.staff()?;
    ctx.goes_out(amount, ctx.account.purses.cashable)?;
    let held = Happening::Held { amount, about: about.cloned(), why: why.clone() };
    Ok(vec![event(held, AccountRule::Holds)])
}

/// An attendant has seen to it, and none whose own act the money came by; the server cannot.
pub(super) fn release(ctx: &Ctx<'_>, amount: Money, why: &Words) -> Decision {
    person(ctx)?;
    let concerned =
        |who: &PersonId| ctx.account.held_about.as_ref().is_some_and(|about| about.contains(*who));
    if let Some(who) = ctx.by.staff().filter(concerned) {
        return AccountRule::Holds.refuse(Reason::OwnActHeld { who });
    }
    ctx.amount(amount)?;
    let has = ctx.account.purses.held;
    if amount > has {
        return AccountRule::Holds.refuse(Reason::NotEnoughHeld { has, asked: amount });
    }
    Ok(vec![event(Happening::Released { amount, why: why.clone() }, AccountRule::Holds)])
}

pub(super) fn adjust_up(ctx: &Ctx<'_>, amount: Money, proposal: u32, why: &Words) -> Decision {
    person(ctx)?;
    ctx.comes_in(amount)?;
    let why = why.clone();
    Ok(vec![event(Happening::AdjustedUp { amount, proposal, why }, AccountRule::Adjustments)])
}

pub(super) fn adjust_down(ctx: &Ctx<'_>, amount: Money, proposal: u32, why: &Words) -> Decision {
    person(ctx)?;
    ctx.goes_out(amount, ctx.account.purses.cashable)?;
    let why = why.clone();
    Ok(vec![event(Happening::AdjustedDown { amount, proposal, why }, AccountRule::Adjustments)])
}

/// Refuses everybody but a person of staff, who answers for it by name.
fn person(ctx: &Ctx<'_>) -> Result<(), Refused> {
    if ctx.by == Principal::System { ctx.not_yours(&[Party::Staff]) } else { ctx.staff() }
}

/// Refuses money that is worth nothing.
pub(super) fn real(ctx: &Ctx<'_>) -> Result<(), Refused> {
    if ctx.is_play() { AccountRule::PlayMoney.refuse(Reason::NoCashValue) } else { Ok(()) }
}
