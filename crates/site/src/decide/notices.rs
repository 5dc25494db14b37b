//! Significant events: noted by the server, answered for by people.

use punto_vocab::line::Words;
use punto_vocab::{Money, PersonId};

use super::proposals::by_two;
use super::{Ctx, Decision, event};
use crate::cause::Cause;
use crate::event::Happening;
use crate::ground::Ground;
use crate::measure::Measure;
use crate::name::Place;
use crate::notice::{Kind, Severity, UnlikelyOutcomes};
use crate::reason::{Reason, Refused};
use crate::right::Right;
use crate::several::Concerned;
use crate::state::Notice;

pub(super) fn note(
    ctx: &Ctx<'_>,
    kind: Kind,
    place: Place,
    about: Option<&Concerned>,
    what: &Cause,
) -> Decision {
    ctx.only_system()?;
    // A fault that is reported again and again is one fault.
    let same = |notice: &Notice| (notice.kind, notice.place, &notice.what) == (kind, place, what);
    let known =
        ctx.site.notices.iter().find(|(_, notice)| notice.severity == Severity::Fault && same(notice));
    if let Some((number, _)) = known {
        return Ground::SignificantEvents.refuse(Reason::AlreadyNoted { number: *number });
    }
    Ok(vec![ctx.noted(kind, place, about.cloned(), what.clone())])
}

/// A large win, which holds its patron until somebody has seen to it.
pub(super) fn note_win(
    ctx: &Ctx<'_>,
    place: Place,
    (patron, amount): (PersonId, Money),
    about: Option<Concerned>,
) -> Decision {
    ctx.only_system()?;
    let number = ctx.site.notices_ever.saturating_add(1);
    let severity = Kind::LargeWin.severity();
    let noted = Happening::WinNoted { number, severity, place, patron, amount, about };
    Ok(vec![event(noted, Ground::SignificantEvents)])
}

/// Outcomes that chance hardly brings; once for each dealer and table until somebody has answered.
pub(super) fn note_unlikely(ctx: &Ctx<'_>, place: Place, seen: UnlikelyOutcomes) -> Decision {
    ctx.only_system()?;
    if let Some(number) = ctx.site.unlikely_noted(place, seen.dealer) {
        return Ground::SignificantEvents.refuse(Reason::AlreadyNoted { number });
    }
    let number = ctx.site.notices_ever.saturating_add(1);
    let severity = Kind::UnlikelyOutcomes.severity();
    let UnlikelyOutcomes { dealer, coups, player, banker, tie, once_in } = seen;
    let noted =
        Happening::UnlikelyNoted { number, severity, place, dealer, coups, player, banker, tie, once_in };
    Ok(vec![event(noted, Ground::SignificantEvents)])
}

pub(super) fn acknowledge(ctx: &Ctx<'_>, number: u32, note: &Words) -> Decision {
    let kind = ctx.site.notices.get(&number).map(|notice| notice.kind);
    let who = ctx.person(kind.map_or(Right::AcknowledgeEvent, Kind::acknowledged_by))?;
    let notice = waiting(ctx, number)?;
    not_about(notice, number, who)?;
    if let Some(who) = notice.acknowledged {
        return Ground::SignificantEvents.refuse(Reason::AlreadyAcknowledged { number, who });
    }
    let note = note.clone();
    Ok(vec![event(Happening::Acknowledged { number, who, note }, Ground::SignificantEvents)])
}

/// Clears a fault, so that play can go on. One of the data, the software or the generator takes two persons, and one
/// of the software a check since that has found nothing wrong.
pub(super) fn clear(ctx: &Ctx<'_>, number: u32, note: &Words) -> Decision {
    let kind = ctx.site.notices.get(&number).map(|notice| notice.kind);
    let who = ctx.person(kind.map_or(Right::ClearFault, Kind::cleared_by))?;
    let notice = waiting(ctx, number)?;
    not_about(notice, number, who)?;
    if notice.severity != Severity::Fault {
        return Ground::SignificantEvents.refuse(Reason::NotAFault { number });
    }
    let cleared = Happening::Cleared { number, who, note: note.clone() };
    let cleared = vec![event(cleared, Ground::SignificantEvents)];
    let Some(kind) = kind.filter(|kind| kind.is_of_integrity()) else { return Ok(cleared) };
    let passed = ctx.site.check_passed.is_some_and(|passed| passed > number);
    if kind == Kind::SoftwareCheckFailed && !passed {
        return Ground::SignificantEvents.refuse(Reason::NoPassingCheck { number });
    }
    by_two(ctx, Measure::Clear { number, note: note.clone() }, cleared)
}

/// Refuses somebody whose own act it is about.
pub(super) fn not_about(notice: &Notice, number: u32, who: PersonId) -> Result<(), Refused> {
    match notice.is_about(who) {
        true => Ground::SignificantEvents.refuse(Reason::OwnAct { number, who }),
        false => Ok(()),
    }
}

fn waiting<'a>(ctx: &Ctx<'a>, number: u32) -> Result<&'a Notice, Refused> {
    let notice = ctx.site.notices.get(&number);
    notice.ok_or_else(|| Ground::SignificantEvents.refusal(Reason::NoSuchEvent { number }))
}
