//! Significant events as screens show them: those that wait, and what the site's stream tells of the rest.

use std::collections::BTreeMap;

use punto_journal::{Fault, Journal, Record, StreamName};
use punto_records::{SiteBody, StreamOf};
use punto_site::{Happening, LargeWin, Notice, Severity, Site};
use punto_vocab::Time;
use punto_wire as wire;
use punto_wire::{Happened, SignificantView, WinView};

use crate::events::site::*;
use crate::stream::{named, unreadable};

/// How far back the site's stream is read for events that nobody waits for any more.
const LOOKED_AT: u64 = 5_000;

/// The events that wait for somebody, by number.
pub fn waiting_events(site: &Site) -> impl Iterator<Item = (u64, SignificantView)> + use<'_> {
    site.notices.iter().map(|(number, notice)| (u64::from(*number), view(u64::from(*number), notice)))
}

fn view(number: u64, notice: &Notice) -> SignificantView {
    let severity = match notice.severity {
        Severity::Info => wire::Severity::Notice,
        Severity::Warning => wire::Severity::Warning,
        Severity::Fault => wire::Severity::Alarm,
    };
    let mut filled = notice.what.args();
    let at_table = notice.what.happened().map(|what| (what.stored_name(), what.args()));
    let in_tournament = notice.what.happened_in_tournament().map(|what| (what.stored_name(), what.args()));
    let in_promotion = notice.what.happened_in_promotion().map(|what| (what.stored_name(), what.args()));
    let happened = at_table.or(in_tournament).or(in_promotion);
    if happened.is_some() || notice.what.measure().is_some() {
        // What was done is told as a value of its own.
        filled.retain(|(name, _)| *name != "what");
    }
    let won = |win: LargeWin| WinView { patron: win.patron.to_string(), amount: win.amount.minor() };
    SignificantView {
        number,
        at: notice.at.0,
        kind: notice.kind.into(),
        severity,
        table: notice.place.table().map(|table| table.to_string()),
        text: notice.what.to_string(),
        code: wire::CauseCode(notice.what.code().to_owned()),
        args: wire::args(&filled),
        happened: happened.map(|(name, args)| Happened {
            name: wire::HappenedName(name.to_owned()),
            args: wire::args(&args),
        }),
        measure: notice.what.measure().map(Into::into),
        win: notice.win().map(won),
        acknowledged: notice.acknowledged.map(|name| name.to_string()),
    }
}

/// What the newest records of the site's stream say, by number.
///
/// A damaged record hides nothing that came after it: that it is damaged is a significant event itself, which waits for
/// somebody and is shown from the site as it stands. A sound record that this program cannot read is a fault here.
pub fn past_events(journal: &dyn Journal) -> Result<BTreeMap<u64, SignificantView>, Fault> {
    let site = named(StreamOf::Site)?;
    let head = journal.heads()?.into_iter().find(|head| head.stream == site).map_or(0, |head| head.seq);
    let mut found = BTreeMap::new();
    let mut after = head.saturating_sub(LOOKED_AT);
    loop {
        let records = sound(journal, &site, (after, 1_000))?;
        after += 1_000;
        if records.is_empty() && after >= head {
            return Ok(found);
        }
        for record in &records {
            let entry = &record.entry;
            let body = SiteBody::of(entry).map_err(|error| unreadable(entry, error))?;
            for event in body.said().iter().flat_map(|said| &said.events) {
                note(&mut found, Time(entry.at), &event.what);
            }
        }
    }
}

/// Records of a stretch of a stream without those that cannot be read: where all of them together cannot, the halves are
/// tried, down to a single record, which is left out.
fn sound(
    journal: &dyn Journal,
    stream: &StreamName,
    (after, count): (u64, usize),
) -> Result<Vec<Record>, Fault> {
    match journal.read(stream, after, count) {
        Ok(records) => {
            Ok(records.into_iter().filter(|record| record.entry.seq <= after + count as u64).collect())
        }
        Err(_) if count <= 1 => Ok(Vec::new()),
        Err(_) => {
            let half = count / 2;
            let mut records = sound(journal, stream, (after, half))?;
            records.extend(sound(journal, stream, (after + half as u64, count - half))?);
            Ok(records)
        }
    }
}

fn note(found: &mut BTreeMap<u64, SignificantView>, at: Time, what: &Happening) {
    if let Some((number, notice)) = Notice::of(at, what) {
        found.insert(u64::from(number), view(u64::from(number), &notice));
    }
    match what {
        Happening::Acknowledged { number, who, .. } | Happening::Cleared { number, who, .. } => {
            if let Some(view) = found.get_mut(&u64::from(*number)) {
                view.acknowledged = Some(who.to_string());
            }
        }
        Happening::Noted { .. } | Happening::WinNoted { .. } | Happening::UnlikelyNoted { .. } => {}
        of_other_matters!() => {}
    }
}
