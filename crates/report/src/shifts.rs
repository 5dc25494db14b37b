//! Cashiers' shifts: what each drawer began with, what the records say went through it, and what was counted.

use punto_journal::{Fault, Journal};
use punto_records::{SiteBody, StreamOf};
use punto_site::{Drawer, Happening, Site};
use punto_vocab::{Money, PersonId, Time};
use punto_wire::{ShiftEnd, ShiftView};

use crate::stream::{first_at, named, unreadable, walk};

/// The shifts that run now, and those that ended at this moment or later, the newest first; of one cashier or of all.
pub fn shifts(
    journal: &dyn Journal,
    site: &Site,
    whose: Option<PersonId>,
    from: Time,
) -> Result<Vec<ShiftView>, Fault> {
    let asked = |who: &PersonId| whose.is_none_or(|whose| whose == *who);
    let stream = named(StreamOf::Site)?;
    let head = journal.heads()?.into_iter().find(|head| head.stream == stream).map_or(0, |head| head.seq);
    let mut list = Vec::new();
    let first = first_at(journal, &stream, head, from.0)?;
    walk(journal, &stream, first - 1, |record| {
        let entry = &record.entry;
        let body = SiteBody::of(entry).map_err(|error| unreadable(entry, error))?;
        let events = body.said().into_iter().flat_map(|said| said.events);
        list.extend(
            events.filter_map(|event| ended(Time(entry.at), &event.what)).filter(|(who, _)| asked(who)),
        );
        Ok(std::ops::ControlFlow::Continue(()))
    })?;
    let running =
        site.drawers.iter().filter(|(who, _)| asked(who)).map(|(who, drawer)| running(*who, drawer));
    Ok(running.chain(list.into_iter().rev().map(|(_, shift)| shift)).collect())
}

fn running(who: PersonId, drawer: &Drawer) -> ShiftView {
    ShiftView { cashier: who.to_string(), since: drawer.since.0, float: drawer.float.minor(), end: None }
}

fn ended(at: Time, what: &Happening) -> Option<(PersonId, ShiftView)> {
    let Happening::ShiftEnded { who, since, float, took, paid, counted } = what else { return None };
    let expected: Money = *float + *took - *paid;
    let end = ShiftEnd {
        at: at.0,
        took: took.minor(),
        paid: paid.minor(),
        expected: expected.minor(),
        counted: counted.minor(),
        difference: (*counted - expected).minor(),
    };
    let float = float.minor();
    Some((*who, ShiftView { cashier: who.to_string(), since: since.0, float, end: Some(end) }))
}
