//! Who at a table has a terminal that answers, and whose has fallen silent.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use punto_table::Table;
use punto_vocab::PatronId;

/// After how many beats without a word a terminal has fallen silent. Patrons are asked at every beat, a second apart.
const PATIENCE: u64 = 2;

/// Patrons at a table whose terminal has fallen silent.
pub(crate) type Silent = Arc<BTreeSet<PatronId>>;

/// When each patron's terminal was last heard of, and who is silent now.
#[derive(Default)]
pub(super) struct Contacts {
    heard: BTreeMap<PatronId, u64>,
    silent: Silent,
}

impl Contacts {
    /// Who is silent.
    pub(super) fn silent(&self) -> Silent {
        self.silent.clone()
    }

    /// A terminal was heard of at a beat.
    pub(super) fn heard(&mut self, patron: PatronId, beat: u64) {
        let last = self.heard.entry(patron).or_default();
        *last = beat.max(*last);
    }

    /// A terminal has connected; whether its patron was silent before.
    pub(super) fn connected(&mut self, patron: PatronId, beat: u64) -> bool {
        self.heard(patron, beat);
        self.silent.contains(&patron) && Arc::make_mut(&mut self.silent).remove(&patron)
    }

    /// Finds out who has fallen silent by a beat; whether anything has changed.
    ///
    /// Chips need no terminal: there only those can fall silent who had one. Credits are wagered at terminals alone.
    pub(super) fn beat(&mut self, beat: u64, table: &Table) -> bool {
        let open = table.open.as_ref();
        let here: &[PatronId] = open.map_or(&[], |open| &open.patrons.arrived);
        let gone = |last: u64| beat.saturating_sub(last) > PATIENCE;
        self.heard.retain(|patron, last| here.contains(patron) || !gone(*last));
        if open.is_some_and(|open| open.terms.credits) {
            for patron in here {
                self.heard.entry(*patron).or_insert(beat);
            }
        }
        let lost = |patron: &&PatronId| self.heard.get(patron).is_some_and(|last| gone(*last));
        let silent: BTreeSet<PatronId> = here.iter().filter(lost).copied().collect();
        let changed = silent != *self.silent;
        if changed {
            self.silent = Arc::new(silent);
        }
        changed
    }
}
