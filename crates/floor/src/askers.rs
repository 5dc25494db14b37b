//! Who has asked for a table to be opened or closed, as the site's records have it: whoever had an officer say so at their own
//! screen, and the two who proposed and approved it. A shoe that is given up by that is their act, too.

use std::collections::{BTreeMap, BTreeSet};

use punto_journal::Journal;
use punto_records::{SiteBody, StreamOf};
use punto_site::{Happening, Measure, Place, Seconded, TableId};
use punto_table::{Command, Time};
use punto_vocab::PersonId;

/// How many records are read at once.
const AT_ONCE: usize = 1_000;

/// Those who have asked for it since a moment.
pub(crate) fn askers(
    journal: &dyn Journal,
    table: TableId,
    since: Time,
) -> Result<BTreeSet<PersonId>, String> {
    let stream = StreamOf::Site.name().map_err(|error| error.to_string())?;
    let mut found = Found { table, askers: BTreeSet::new(), proposed: BTreeMap::new() };
    let mut after = 0;
    loop {
        let records = journal.read(&stream, after, AT_ONCE).map_err(|fault| fault.to_string())?;
        let Some(last) = records.last() else { return Ok(found.askers) };
        after = last.entry.seq;
        for record in records.iter().filter(|record| record.entry.at >= since.0) {
            let said = SiteBody::of(&record.entry).map_err(|error| error.to_string())?.said();
            said.iter().flat_map(|said| &said.events).for_each(|event| found.look(&event.what));
        }
    }
}

struct Found {
    table: TableId,
    askers: BTreeSet<PersonId>,
    /// Who proposed it, by the number of the proposal.
    proposed: BTreeMap<u32, PersonId>,
}

impl Found {
    fn look(&mut self, what: &Happening) {
        match what {
            Happening::LineApproved { who, place, line: Seconded::Say { command }, .. }
                if *place == Place::Table(self.table)
                    && matches!(**command, Command::Open { .. } | Command::Close) =>
            {
                self.askers.insert(*who);
            }
            Happening::Proposed {
                number,
                who,
                what: Measure::OpenTable { table, .. } | Measure::CloseTable { table },
                ..
            } if *table == self.table => {
                self.proposed.insert(*number, *who);
            }
            Happening::Approved { number, who } => {
                if let Some(first) = self.proposed.get(number) {
                    self.askers.extend([*first, *who]);
                }
            }
            _ => {}
        }
    }
}
