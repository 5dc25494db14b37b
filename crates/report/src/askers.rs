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
pub fn askers(journal: &dyn Journal, table: TableId, since: Time) -> Result<BTreeSet<PersonId>, String> {
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn asked(lines: &[&str]) -> Vec<String> {
        let table = "nsw-1".parse().unwrap();
        let mut found = Found { table, askers: BTreeSet::new(), proposed: BTreeMap::new() };
        lines.iter().for_each(|line| found.look(&line.parse().unwrap()));
        found.askers.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn who_had_an_officer_open_or_close_the_table_asked_for_it() {
        let line = |table: &str, said: &str| {
            format!("line-approved sue casino-supervisor for dan session 3 on - {table} {said}")
        };
        assert_eq!(asked(&[&line("nsw-1", "close")]), ["dan"]);
        assert_eq!(asked(&[&line("nsw-1", "open usual, limits 25..5000")]), ["dan"]);
        assert!(asked(&[&line("nsw-2", "close"), &line("nsw-1", "order void-coup")]).is_empty());
    }

    #[test]
    fn the_two_who_proposed_and_approved_it_did_once_both_have() {
        let proposed = "proposed 7 root until 1970-01-02T00:00:00Z table close nsw-1";
        assert!(asked(&[proposed]).is_empty());
        assert_eq!(asked(&[proposed, "approved 7 kim"]), ["kim", "root"]);
        assert!(asked(&[proposed, "approved 8 kim"]).is_empty());
        let other = "proposed 7 root until 1970-01-02T00:00:00Z table close nsw-2";
        assert!(asked(&[other, "approved 7 kim"]).is_empty());
    }
}
