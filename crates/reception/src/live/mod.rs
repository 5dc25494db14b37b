//! The fan-outs of the tables, and the frames that go out by them.

pub mod frames;
mod hub;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use punto_floor::{TableHandle, TableName};
use punto_views::Silent;

pub use self::hub::*;
use crate::state::App;

/// The fan-outs of all tables that somebody has watched or asked for.
#[derive(Default)]
pub struct Hubs(Mutex<HashMap<TableName, Arc<Hub>>>);

impl Hubs {
    /// The fan-out of a table, begun by its first viewer.
    pub fn of(&self, app: &App, table: TableHandle) -> Arc<Hub> {
        let mut hubs = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        hubs.entry(*table.name()).or_insert_with(|| Hub::follow(app, table)).clone()
    }

    /// Whether anybody watches a table.
    pub fn have_viewers(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).values().any(|hub| hub.has_viewers())
    }

    /// The patrons at a table whose terminal has fallen silent.
    pub fn silent(&self, app: &App, table: &TableHandle) -> Silent {
        self.of(app, table.clone()).silent()
    }
}
