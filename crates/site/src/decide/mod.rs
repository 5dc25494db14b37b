//! Decides what a command causes. Reads no clock, no file and no generator.
//!
//! Refusals are checked in this order: time, whether the speaker may say this at all, who or what it is
//! about, then the particulars. A command that takes two persons is checked in full before it becomes a
//! proposal, and again when the second person approves it.

mod approvals;
mod devices;
mod drawer;
mod house;
mod notices;
mod programs;
mod proposals;
mod sign_ins;
mod staff;
mod vouchers;

pub use devices::{CODE_FAILURES, CODE_MINUTES};
pub use proposals::PROPOSAL_HOURS;
use punto_vocab::{PersonId, Stamped, Time};

use crate::cause::Cause;
use crate::command::Command;
use crate::event::{Event, Happening};
use crate::ground::Ground;
use crate::name::Place;
use crate::notice::{Kind, UnlikelyOutcomes};
use crate::principal::Principal;
use crate::reason::{Reason, Refused};
use crate::right::{Right, may_actor};
use crate::several::Concerned;
use crate::state::Site;

/// What a command causes, or why it is refused.
type Decision = Result<Vec<Event>, Refused>;

/// Decides what a command causes at the site.
pub fn decide(site: &Site, command: &Stamped<Principal, Command>) -> Result<Vec<Event>, Refused> {
    let ctx = Ctx { site, at: command.at, by: command.by, approved: false };
    if command.at < site.now {
        return Ground::Order.refuse(Reason::TimeRunsBack { asked: command.at, now: site.now });
    }
    caused(&ctx, &command.command)
}

fn caused(ctx: &Ctx<'_>, command: &Command) -> Decision {
    use Command as C;
    match command {
        C::Bind { mode } => house::bind(ctx, *mode),
        C::LogRead { who, what, of } => house::log_read(ctx, *who, *what, *of),
        C::CloseDay { day } => house::close_day(ctx, *day),
        C::Found { name, grant } => staff::found(ctx, *name, *grant),
        C::Hire { name, grants } => staff::hire(ctx, *name, grants.as_ref()),
        C::Grant { name, grant } => staff::grant(ctx, *name, *grant),
        C::Withdraw { name, grant } => staff::withdraw(ctx, *name, *grant),
        C::Disable { name, why } => staff::disable(ctx, *name, why),
        C::Enable { name } => staff::enable(ctx, *name),
        C::Leave { name } => staff::leave(ctx, *name),
        C::SetFactor { session } => staff::set_factor(ctx, *session),
        C::MakeProgram { name, grant, until } => programs::make(ctx, *name, *grant, *until),
        C::SetPassword { session } => staff::set_password(ctx, *session),
        C::ResetPassword { name } => staff::reset_password(ctx, *name),
        C::Unlock { name } => staff::unlock(ctx, *name),
        C::ReviewAccess { note } => staff::review_access(ctx, note),
        C::SignIn { name, on } => sign_ins::sign_in(ctx, *name, *on),
        C::FailSignIn { name, on } => sign_ins::fail(ctx, *name, *on),
        C::FailUnknown { given, on } => sign_ins::fail_unknown(ctx, *given, *on),
        C::FailProgram { name } => sign_ins::fail_program(ctx, *name),
        C::SignOut { session } => sign_ins::sign_out(ctx, *session),
        C::EndIdle { session } => sign_ins::end_idle(ctx, *session),
        C::SignOutEverywhere { name } => sign_ins::sign_out_everywhere(ctx, *name),
        C::Deny { who, act, place, by } => sign_ins::deny(ctx, *who, *act, *place, by),
        C::ApproveLine { name, role, session, on, place, line } => {
            approvals::approve(ctx, (*name, *role), *session, (*on, *place, line))
        }
        C::MissApproval { name, session, on, place, line } => {
            approvals::miss(ctx, *name, *session, (*on, *place, line))
        }
        C::FailApproval { name, session, on, place, line } => {
            approvals::fail(ctx, *name, *session, (*on, *place, line))
        }
        C::FailApprovalUnknown { given, session, on, place, line } => {
            approvals::fail_unknown(ctx, *given, *session, (*on, *place, line))
        }
        C::OfferDevice { device, kind, place } => devices::offer(ctx, *device, *kind, *place),
        C::EnrolDevice { device, offered_by } => devices::enrol(ctx, *device, *offered_by),
        C::FailCode { device } => devices::fail_code(ctx, *device),
        C::MoveDevice { device, place } => devices::move_to(ctx, *device, *place),
        C::RevokeDevice { device, why } => devices::revoke(ctx, *device, why),
        C::LoseContact { device } => devices::lose_contact(ctx, *device),
        C::RegainContact { device } => devices::regain_contact(ctx, *device),
        C::Note { kind, place, about, what } => notices::note(ctx, *kind, *place, about.as_ref(), what),
        C::NoteWin { place, patron, amount, about } => {
            notices::note_win(ctx, *place, (*patron, *amount), about.clone())
        }
        C::NoteUnlikely { place, dealer, coups, player, banker, tie, once_in } => {
            let (dealer, coups, player, banker, tie) = (*dealer, *coups, *player, *banker, *tie);
            let seen = UnlikelyOutcomes { dealer, coups, player, banker, tie, once_in: *once_in };
            notices::note_unlikely(ctx, *place, seen)
        }
        C::Acknowledge { number, note } => notices::acknowledge(ctx, *number, note),
        C::Clear { number, note } => notices::clear(ctx, *number, note),
        C::CountCash { who, patron, amount, patron_most, cashier_most } => {
            house::count_cash(ctx, (*who, *patron), *amount, (*patron_most, *cashier_most))
        }
        C::BeginShift { who, float } => drawer::begin(ctx, *who, *float),
        C::EndShift { who, took, paid, counted } => drawer::end(ctx, *who, (*took, *paid), *counted),
        C::TakeTokenVoucher { voucher, amount, patron, table } => {
            vouchers::take(ctx, voucher, *amount, *patron, *table)
        }
        C::Propose { what } => proposals::propose(ctx, what),
        C::Approve { number } => proposals::approve(ctx, *number),
        C::Refuse { number, why } => proposals::refuse(ctx, *number, why),
        C::TakeBack { number } => proposals::take_back(ctx, *number),
        C::CarryOut { number } => proposals::carry_out(ctx, *number),
        C::FailCarryOut { number, why } => proposals::fail_carry_out(ctx, *number, why),
    }
}

/// What every decision needs.
struct Ctx<'a> {
    site: &'a Site,
    at: Time,
    by: Principal,
    /// Whether a second person has said yes.
    approved: bool,
}

impl Ctx<'_> {
    /// Refuses a speaker who may not do this.
    fn may(&self, right: Right) -> Result<(), Refused> {
        may_actor(self.site, self.by, right)
    }

    /// Refuses everybody but the server itself: this is a fact that it reports.
    fn only_system(&self) -> Result<(), Refused> {
        match self.by {
            Principal::System => Ok(()),
            by => Ground::Order.refuse(Reason::OnlySystem { by }),
        }
    }

    /// The person who speaks, if it is one who may do this: somebody must answer for it by name.
    fn person(&self, right: Right) -> Result<PersonId, Refused> {
        let Some(who) = self.by.staff() else {
            return Ground::Order.refuse(Reason::NotAPerson { by: self.by });
        };
        self.may(right)?;
        Ok(who)
    }

    /// A significant event; a decision has one at most.
    fn noted(&self, kind: Kind, place: Place, about: Option<Concerned>, what: Cause) -> Event {
        let number = self.site.notices_ever.saturating_add(1);
        let severity = kind.severity();
        event(Happening::Noted { number, kind, severity, place, about, what }, Ground::SignificantEvents)
    }
}

/// An event by this rule of the house.
fn event(what: Happening, ground: Ground) -> Event {
    Event { what, by: ground.cite() }
}
