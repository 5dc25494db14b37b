//! Decides what a command causes. Reads no clock, no file and no generator.
//!
//! Refusals are checked in this order: time, whether there is an account and it is open, whether the speaker
//! may say this, then the particulars: exclusion, the balance, the limits, the session.
//! Which person of staff may do what is asked of the site before; here staff is staff.

mod cage;
mod limits;
mod sessions;
mod tables;
mod vouchers;

pub use cage::in_currency;
pub use limits::may_stake;
use punto_site::{Principal, Stamped, TableId, Time};
use punto_vocab::{Money, PersonId};
pub use sessions::{may_come, may_play};

use crate::command::{AccountKind, Command, Purse};
use crate::event::{Event, Happening};
use crate::ground::AccountRule;
use crate::limit::Whose;
use crate::reason::{Parties, Party, Reason, Refused};
use crate::state::{Account, AccountTotals, Holder};

/// What a command causes, or why it is refused.
type Decision = Result<Vec<Event>, Refused>;

/// Decides what a command causes to an account.
pub fn decide(account: &Account, command: &Stamped<Principal, Command>) -> Result<Vec<Event>, Refused> {
    if command.at < account.now {
        return AccountRule::Order.refuse(Reason::TimeRunsBack { asked: command.at, now: account.now });
    }
    if let Command::Register { patron, kind } = &command.command {
        return cage::register(account, command.by, *patron, *kind);
    }
    let ctx = Ctx { account, holder: open(account)?, at: command.at, by: command.by };
    sessions::has_own_pin(&ctx, &command.command)?;
    caused(&ctx, &command.command)
}

fn caused(ctx: &Ctx<'_>, command: &Command) -> Decision {
    use Command as C;
    match command {
        // Said before there is an account; there is one here.
        C::Register { .. } => {
            AccountRule::Order.refuse(Reason::AlreadyRegistered { patron: ctx.holder.patron })
        }
        C::Close => cage::close(ctx),
        C::SetPin => sessions::set_pin(ctx),
        C::GivePin { seconded } => sessions::give_pin(ctx, *seconded),
        C::FailPin { on } => sessions::fail_pin(ctx, *on),
        C::UnlockPin => sessions::unlock_pin(ctx),
        C::Deposit { amount, seconded, exchanged } => cage::deposit(ctx, *amount, *seconded, *exchanged),
        C::OrderPayout { amount } => cage::order_payout(ctx, *amount),
        C::MissPayout { who } => cage::miss_payout(ctx, *who),
        C::Withdraw { amount, seconded, order } => cage::withdraw(ctx, *amount, *seconded, *order),
        C::Award { amount, why } => cage::award(ctx, *amount, why),
        C::Lapse { amount, why } => cage::lapse(ctx, *amount, why),
        C::Hold { amount, about, why } => cage::hold(ctx, *amount, about.as_ref(), why),
        C::Release { amount, why } => cage::release(ctx, *amount, why),
        C::AdjustUp { amount, proposal, why } => cage::adjust_up(ctx, *amount, *proposal, why),
        C::AdjustDown { amount, proposal, why } => cage::adjust_down(ctx, *amount, *proposal, why),
        C::IssueVoucher { voucher, amount, on } => vouchers::issue(ctx, *voucher, *amount, *on),
        C::SpendVoucher { voucher, into, seconded } => vouchers::spend(ctx, *voucher, *into, *seconded),
        C::RedeemVoucher { voucher, amount, from, seconded } => {
            vouchers::redeem(ctx, *voucher, *amount, (*from, *seconded))
        }
        C::ToTable { table, amount } => tables::go(ctx, *table, *amount, None),
        C::ToTableOf { table, amount, purse } => tables::go(ctx, *table, *amount, Some(*purse)),
        C::FromTable { table, amount } => tables::come(ctx, *table, *amount, Purse::Cashable),
        C::FromTableOf { table, amount, purse } => tables::come(ctx, *table, *amount, *purse),
        C::LeaveTable { table } => tables::leave(ctx, *table),
        C::Spend { order } => tables::spend(ctx, *order),
        C::Limit { kind, span, most, seconded, wait } => {
            limits::limit(ctx, (*kind, *span), *most, (*seconded, *wait))
        }
        C::DeclineLimits => limits::decline(ctx),
        C::Exclude { until } => limits::exclude(ctx, Some(*until)),
        C::ExcludeForGood => limits::exclude(ctx, None),
        C::LiftExclusion { why, seconded } => limits::lift_exclusion(ctx, why, *seconded),
        C::StartSession { on } => sessions::start(ctx, *on),
        C::EndSession { end, of } => sessions::end(ctx, *end, *of),
        C::CheckEvery { minutes } => sessions::check_every(ctx, *minutes),
        C::Remind => sessions::remind(ctx),
        C::Continue => sessions::carry_on(ctx),
    }
}

/// What every decision about an open account needs.
struct Ctx<'a> {
    account: &'a Account,
    holder: Holder,
    at: Time,
    by: Principal,
}

impl Ctx<'_> {
    /// Refuses everybody but staff and the server.
    fn staff(&self) -> Result<(), Refused> {
        match self.by {
            Principal::Staff(_) | Principal::System => Ok(()),
            Principal::Patron(_) | Principal::Device(_) | Principal::Table(_) => {
                self.not_yours(&[Party::Staff])
            }
        }
    }

    /// Refuses everybody but the patron.
    fn own(&self) -> Result<(), Refused> {
        match self.by {
            Principal::Patron(own) if own == self.holder.patron => Ok(()),
            Principal::Patron(own) => {
                AccountRule::Voices.refuse(Reason::SpeaksForAnother { own, patron: self.holder.patron })
            }
            Principal::Staff(_) | Principal::Device(_) | Principal::Table(_) | Principal::System => {
                self.not_yours(&[Party::Patron])
            }
        }
    }

    /// Refuses everybody but the server itself.
    fn system(&self) -> Result<(), Refused> {
        if self.by == Principal::System { Ok(()) } else { self.not_yours(&[Party::Server]) }
    }

    /// Refuses everybody but the table that the money is at, and the server for it.
    fn table(&self, table: TableId) -> Result<(), Refused> {
        if self.by == Principal::System || self.by == Principal::Table(table) {
            Ok(())
        } else {
            self.not_yours(&[Party::Table])
        }
    }

    /// Refuses a person of staff without another of staff beside them.
    fn seconded(&self, seconded: Option<PersonId>) -> Result<(), Refused> {
        match seconded {
            None => AccountRule::TwoPersons.refuse(Reason::SecondNeeded),
            Some(_) => self.not_twice(seconded),
        }
    }

    /// Refuses somebody who is the first and the second person at once.
    fn not_twice(&self, seconded: Option<PersonId>) -> Result<(), Refused> {
        match (self.by, seconded) {
            (Principal::Staff(first), Some(second)) if first == second => {
                AccountRule::TwoPersons.refuse(Reason::SecondNeeded)
            }
            _ => Ok(()),
        }
    }

    /// Whose choice this is: the patron's own, or the house's.
    fn whose(&self) -> Result<Whose, Refused> {
        match self.by {
            Principal::Staff(_) | Principal::System => Ok(Whose::House),
            Principal::Patron(_) | Principal::Device(_) | Principal::Table(_) => {
                self.own().map(|()| Whose::Own)
            }
        }
    }

    fn not_yours(&self, needed: &'static [Party]) -> Result<(), Refused> {
        AccountRule::Voices.refuse(Reason::NotYours { by: self.by, needed: Parties(needed) })
    }

    fn is_play(&self) -> bool {
        self.holder.kind == AccountKind::Play
    }

    /// Refuses a patron who is excluded at this moment.
    fn not_excluded(&self) -> Result<(), Refused> {
        not_excluded(self.account, self.at)
    }

    /// Refuses a zero amount, and from a person an amount outside the range of lines and screens; what comes home from a
    /// table comes in full.
    fn amount(&self, amount: Money) -> Result<(), Refused> {
        let most = match self.by {
            Principal::Staff(_) | Principal::Patron(_) | Principal::Device(_) => Money::LARGEST,
            Principal::Table(_) | Principal::System => AccountTotals::MOST,
        };
        if !amount.is_positive() {
            return AccountRule::Balance.refuse(Reason::Nothing);
        }
        if amount > most {
            return AccountRule::Balance.refuse(Reason::TooMuch { asked: amount, most });
        }
        Ok(())
    }

    /// Refuses an amount that comes in and is nothing, or more than can be counted.
    fn comes_in(&self, amount: Money) -> Result<(), Refused> {
        self.amount(amount)?;
        if amount > AccountTotals::MOST - self.account.totals.came_in() {
            return AccountRule::Balance.refuse(Reason::TooMuch { asked: amount, most: AccountTotals::MOST });
        }
        Ok(())
    }

    /// Refuses an amount that is nothing, or more than there is.
    fn goes_out(&self, amount: Money, has: Money) -> Result<(), Refused> {
        self.amount(amount)?;
        if amount > has {
            return AccountRule::Balance.refuse(Reason::NotEnough { has, asked: amount });
        }
        Ok(())
    }
}

/// Whose the account is, if it is open.
fn open(account: &Account) -> Result<Holder, Refused> {
    match account.holder {
        None => AccountRule::Order.refuse(Reason::NotRegistered),
        Some(holder) if holder.closed => AccountRule::Order.refuse(Reason::Closed),
        Some(holder) => Ok(holder),
    }
}

fn not_excluded(account: &Account, at: Time) -> Result<(), Refused> {
    match account.exclusion(at) {
        None => Ok(()),
        Some((whose, exclusion)) => AccountRule::Exclusion.refuse(match exclusion.until {
            Some(until) => Reason::Excluded { whose, until },
            None => Reason::ExcludedForGood { whose },
        }),
    }
}

/// An event by this rule of the house.
fn event(what: Happening, ground: AccountRule) -> Event {
    Event { what, by: ground.cite() }
}
