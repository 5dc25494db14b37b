//! All tables at a glance, made anew only where a table has moved on.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use punto_floor::{Moment, TableHandle, TableName};
use punto_report::RECALLED;
use punto_seen::Viewer;
use punto_table::{Account, Coin, Table};
use punto_views::{Scene, pace, table_summary};
use punto_wire::TableSummary;

use crate::state::App;

/// The summaries that were made last: for staff and for everybody else.
#[derive(Default)]
pub(crate) struct Lobby(Mutex<HashMap<(TableName, bool), Kept>>);

struct Kept {
    moment: Arc<Moment>,
    summary: TableSummary,
}

impl Lobby {
    /// The tables as a viewer sees them from the door.
    pub(crate) fn list(&self, app: &App, viewer: Viewer) -> Vec<TableSummary> {
        app.floor().tables().iter().map(|table| self.one(app, table, viewer)).collect()
    }

    fn one(&self, app: &App, table: &TableHandle, asks: Viewer) -> TableSummary {
        // From the door a patron sees what everybody sees, and where they are themselves.
        let viewer = if asks.is_staff() { asks } else { Viewer::Public };
        let key = (*table.name(), viewer.is_staff());
        let (moment, silent) = (table.now(), app.hubs().silent(app, table));
        let (here, balance) = own(&moment.table, asks);
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut summary = match kept.get(&key) {
            Some(known) if Arc::ptr_eq(&known.moment, &moment) => known.summary.clone(),
            _ => {
                let scene = Scene::at(table, moment.clone(), silent.clone(), app.config().demo);
                let summary = table_summary(&scene, viewer);
                kept.insert(key, Kept { moment, summary: summary.clone() });
                summary
            }
        };
        drop(kept);
        summary.pace = pace(&table.recall(RECALLED), app.now());
        summary.silent = silent.len() as u32;
        (summary.here, summary.balance) = (here, balance);
        summary
    }
}

/// Whether a patron who asks is at a table, and what they have there.
fn own(table: &Table, asks: Viewer) -> (bool, Option<i64>) {
    let Viewer::Patron(patron) = asks else { return (false, None) };
    let open = table.open.as_ref().filter(|open| open.patrons.has(patron));
    let balance = open.filter(|open| open.terms.credits);
    let balance = balance.map(|_| table.ledger.on(Coin::Credits, Account::Balance(patron)).minor());
    (open.is_some(), balance)
}
