//! What a house is, found out from its records alone and before anything of it is opened for writing.

use std::path::Path;

use punto_accounts::{AccountKind, Happening as OfAccount};
use punto_journal::{Fault, Record, SqliteReader};
use punto_records::{AccountBody, SiteBody, StreamOf};
use punto_site::{Happening, Mode};

use crate::source::Source;

/// How many records are read at once.
const AT_ONCE: usize = 1_000;

/// What the house in this folder is for ever. A folder that cannot be read is told of by whoever opens it.
pub fn mode_of(folder: &Path) -> Option<Mode> {
    let reader = SqliteReader::open(folder).ok()?;
    mode(&reader).ok().flatten()
}

/// What the house of this journal is for ever: as its site's stream says; in a journal from before houses were bound, as
/// its accounts hold money or play credits. Nothing where there is neither.
pub fn mode<S: Source + ?Sized>(source: &S) -> Result<Option<Mode>, Fault> {
    let site = StreamOf::Site.name().map_err(|error| Fault::Unfit(error.to_string()))?;
    let mut after = 0;
    loop {
        // The first record of a house binds it, unless it is older than that rule.
        let limit = if after == 0 { 1 } else { AT_ONCE };
        let records = source.read(&site, after, limit)?;
        let Some(last) = records.last() else { break };
        after = last.entry.seq;
        if let Some(mode) = records.iter().find_map(bound) {
            return Ok(Some(mode));
        }
    }
    for head in source.heads()?.into_iter().filter(|head| StreamOf::patron(&head.stream).is_some()) {
        if let Some(kind) = source.read(&head.stream, 0, 1)?.first().and_then(registered) {
            return Ok(Some(Mode::of(kind == AccountKind::Play)));
        }
    }
    Ok(None)
}

fn bound(record: &Record) -> Option<Mode> {
    // Most records of a site are not worth reading for this.
    if !record.entry.body.contains("\"bound\"") {
        return None;
    }
    let said = SiteBody::of(&record.entry).ok()?.said()?;
    said.events.iter().find_map(|event| match event.what {
        Happening::Bound { mode } => Some(mode),
        _ => None,
    })
}

fn registered(record: &Record) -> Option<AccountKind> {
    let said = AccountBody::of(&record.entry).ok()?.said()?;
    said.events.iter().find_map(|event| match event.what {
        OfAccount::Registered { kind, .. } => Some(kind),
        _ => None,
    })
}
