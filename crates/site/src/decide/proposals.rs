//! What takes two persons: one proposes, another approves.

use punto_vocab::PersonId;
use punto_vocab::line::Words;

use super::notices::not_about;
use super::{Ctx, Decision, caused, event, vouchers};
use crate::cause::Cause;
use crate::command::Command;
use crate::event::{Event, Happening};
use crate::ground::Ground;
use crate::measure::Measure;
use crate::name::Place;
use crate::notice::Kind;
use crate::principal::Principal;
use crate::proposal::ProposalMatter;
use crate::reason::{Reason, Refused};
use crate::right::may;
use crate::several::Concerned;
use crate::state::{Person, Proposal};

/// How long a proposal can be approved and carried out, in hours.
pub const PROPOSAL_HOURS: u32 = 24;

/// A command that takes two persons: its events if there has been a second, else a proposal of it.
///
/// The server's own machine is beyond two persons anyway; what it does alone is noted, so that somebody answers for it
/// afterwards.
pub(super) fn by_two(ctx: &Ctx<'_>, what: Measure, events: Vec<Event>) -> Decision {
    if ctx.approved {
        return Ok(events);
    }
    match ctx.by {
        Principal::Staff(who) => Ok(vec![proposed(ctx, who, what)]),
        Principal::System => {
            let mut events = events;
            events.extend(alone(ctx, Cause::Alone { what }));
            Ok(events)
        }
        by @ (Principal::Patron(_) | Principal::Device(_) | Principal::Table(_)) => {
            Ground::Grants.refuse(Reason::NotStaff { by })
        }
    }
}

/// Notes that the server's own machine did what takes two, once there is anybody to ask: before the first of staff has
/// a password of their own there is not.
pub(super) fn alone(ctx: &Ctx<'_>, what: Cause) -> Option<Event> {
    let at_work = ctx.site.people.values().any(|person| !person.must_change);
    at_work.then(|| ctx.noted(Kind::SoleControl, Place::Site, None, what))
}

/// Proposes what another stream, or a file, will show when it is carried out.
pub(super) fn propose(ctx: &Ctx<'_>, what: &Measure) -> Decision {
    let matter = what.matter();
    let who = ctx.person(what.proposed_by())?;
    if matter.is_of_the_site() {
        return Ground::TwoPersons.refuse(Reason::ProposeDirectly { matter });
    }
    if let Measure::Unread { text, .. } = what {
        return Ground::TwoPersons.refuse(Reason::NotProposable { why: text.to_string() });
    }
    // What could not be done as things stand is not put to anybody.
    vouchers::agreed(ctx, what)?;
    Ok(vec![proposed(ctx, who, what.clone())])
}

pub(super) fn approve(ctx: &Ctx<'_>, number: u32) -> Decision {
    let (who, proposal) = second(ctx, number)?;
    // What is carried out is done in the name of whoever proposed it.
    let matter = proposal.what.matter();
    may(ctx.site, proposal.by, proposal.what.proposed_by())?;
    let mut events = vec![event(Happening::Approved { number, who }, Ground::TwoPersons)];
    if matter.is_of_the_site() {
        // The first person must still be allowed to, and the command must still be right.
        let Some(command) = proposal.what.command() else {
            return Ground::TwoPersons.refuse(Reason::NoSuchProposal { number });
        };
        let subject = proposal.what.subject();
        if subject == Some(who) {
            return Ground::TwoPersons.refuse(Reason::Concerned { who });
        }
        if let Command::Clear { number, .. } = command
            && let Some(notice) = ctx.site.notices.get(&number)
        {
            not_about(notice, number, who)?;
        }
        let first = Ctx { site: ctx.site, at: ctx.at, by: Principal::Staff(proposal.by), approved: true };
        events.extend(caused(&first, &command)?);
        if matter == ProposalMatter::Site {
            let what = Cause::ByTwo { first: proposal.by, second: who, what: proposal.what.clone() };
            let about = Concerned::of([proposal.by, who].into_iter().chain(subject));
            events.push(ctx.noted(Kind::AccessChange, Place::Site, about, what));
        }
    }
    if let Some(voucher) = vouchers::agreed(ctx, &proposal.what)? {
        let what = Cause::ByTwo { first: proposal.by, second: who, what: proposal.what.clone() };
        events.push(voucher);
        events.push(ctx.noted(Kind::MoneyMoved, Place::Site, Concerned::of([proposal.by, who]), what));
    }
    Ok(events)
}

pub(super) fn refuse(ctx: &Ctx<'_>, number: u32, why: &Words) -> Decision {
    let (who, _) = second(ctx, number)?;
    Ok(vec![event(Happening::Refused { number, who, why: why.clone() }, Ground::TwoPersons)])
}

pub(super) fn take_back(ctx: &Ctx<'_>, number: u32) -> Decision {
    let proposal = waiting(ctx, number)?;
    if ctx.by != Principal::Staff(proposal.by) {
        return Ground::TwoPersons.refuse(Reason::NotProposer { number, who: proposal.by });
    }
    Ok(vec![event(Happening::TakenBack { number, who: proposal.by }, Ground::TwoPersons)])
}

/// What was approved has been done.
pub(super) fn carry_out(ctx: &Ctx<'_>, number: u32) -> Decision {
    approved(ctx, number)?;
    Ok(vec![event(Happening::CarriedOut { number }, Ground::TwoPersons)])
}

/// What was approved cannot be done. An approval is for its moment: it is not tried again when things have changed.
pub(super) fn fail_carry_out(ctx: &Ctx<'_>, number: u32, why: &Words) -> Decision {
    approved(ctx, number)?;
    Ok(vec![event(Happening::NotCarriedOut { number, why: why.clone() }, Ground::TwoPersons)])
}

/// Refuses what nobody has approved, and everybody but the server, which does what was approved.
fn approved(ctx: &Ctx<'_>, number: u32) -> Result<(), Refused> {
    ctx.only_system()?;
    match waiting(ctx, number)?.approved {
        Some(_) => Ok(()),
        None => Ground::TwoPersons.refuse(Reason::NotApproved { number }),
    }
}

/// The second person and what they are asked: somebody else who may, while it still waits.
fn second<'a>(ctx: &Ctx<'a>, number: u32) -> Result<(PersonId, &'a Proposal), Refused> {
    let proposal = waiting(ctx, number)?;
    let matter = proposal.what.matter();
    let who = ctx.person(matter.approved_by())?;
    if ctx.site.is_program(who) {
        return Ground::Programs.refuse(Reason::NotForPrograms { who, right: matter.approved_by() });
    }
    if proposal.by == who {
        return Ground::TwoPersons.refuse(Reason::SamePerson { who });
    }
    if matter.is_of_administrators() && !ctx.site.people.get(&who).is_some_and(Person::seconds_staff) {
        return Ground::TwoPersons.refuse(Reason::AnotherKindNeeded { who });
    }
    if proposal.approved.is_some() {
        return Ground::TwoPersons.refuse(Reason::AlreadyApproved { number });
    }
    Ok((who, proposal))
}

fn waiting<'a>(ctx: &Ctx<'a>, number: u32) -> Result<&'a Proposal, Refused> {
    match ctx.site.proposals.get(&number) {
        None => Ground::TwoPersons.refuse(Reason::NoSuchProposal { number }),
        Some(proposal) if ctx.at >= proposal.until => {
            Ground::TwoPersons.refuse(Reason::ProposalLapsed { number, until: proposal.until })
        }
        Some(proposal) => Ok(proposal),
    }
}

fn proposed(ctx: &Ctx<'_>, who: PersonId, what: Measure) -> Event {
    let number = ctx.site.proposals_ever.saturating_add(1);
    let until = ctx.at.plus_hours(PROPOSAL_HOURS);
    event(Happening::Proposed { number, who, until, what }, Ground::TwoPersons)
}
