//! Which patrons have a terminal that puts shares into a shoe's order by itself. It is in no record: the records have who
//! was asked, who pledged and who revealed.

use std::collections::BTreeMap;
use std::sync::Mutex;

use punto_host::locked;
use punto_table::Table;
use punto_vocab::PersonId;

use crate::shoe_track::ShoeTrack;
use crate::standing::Standing;
use crate::table::TableHandle;

/// The terminals of a table that are connected now.
#[derive(Default)]
pub(crate) struct Terminals(Mutex<BTreeMap<PersonId, Connected>>);

#[derive(Default)]
struct Connected {
    /// How many lines the patron has to the table.
    lines: usize,
    /// It let the last shoe's pledges be closed without its own: it is not waited for at the next shoe, and again at the one
    /// after that, as one stall of its line must not shut it out for good.
    missed: bool,
}

impl Terminals {
    fn connect(&self, patron: PersonId) {
        let mut all = locked(&self.0);
        let own = all.entry(patron).or_default();
        (own.lines, own.missed) = (own.lines + 1, false);
    }

    fn disconnect(&self, patron: PersonId) {
        let mut all = locked(&self.0);
        if let Some(own) = all.get_mut(&patron) {
            own.lines -= 1;
            if own.lines == 0 {
                all.remove(&patron);
            }
        }
    }

    /// Whether a patron at the table could put a share into its next shoe.
    pub(crate) fn any(&self, standing: &Standing) -> bool {
        let may = |patron: &PersonId| is_at(&standing.table, *patron) && !standing.shoe.sits_out(*patron);
        locked(&self.0).keys().any(may)
    }

    /// Whether one that could pledge has not, and is worth waiting for.
    pub(crate) fn missing(&self, table: &Table, track: &ShoeTrack) -> bool {
        locked(&self.0).iter().any(|(patron, own)| {
            let may = !own.missed && is_at(table, *patron) && !track.sits_out(*patron);
            may && track.pledge_of(*patron).is_none()
        })
    }

    /// Pledges are closed: a terminal that was waited for and gave none does not hold up the next shoe.
    pub(crate) fn missed(&self, track: &ShoeTrack) {
        for (patron, own) in locked(&self.0).iter_mut() {
            own.missed = !own.missed && track.pledge_of(*patron).is_none() && !track.sits_out(*patron);
        }
    }
}

fn is_at(table: &Table, patron: PersonId) -> bool {
    table.open.as_ref().is_some_and(|open| open.patrons.has(patron))
}

/// A patron's terminal that is connected to a table, for as long as this is kept.
pub struct Terminal {
    table: TableHandle,
    patron: PersonId,
}

impl Terminal {
    pub(crate) fn at(table: &TableHandle, patron: PersonId) -> Terminal {
        table.0.terminals.connect(patron);
        Terminal { table: table.clone(), patron }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.table.0.terminals.disconnect(self.patron);
    }
}
