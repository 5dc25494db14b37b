//! What all tasks of one floor share. No lock in here is held over an await or a decision.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, RwLock};

use punto_host::{Clock, Lateness};
use punto_journal::Journal;
use punto_site::{Cause, Concerned, Kind, Mode, Place, Severity, Site};
use punto_vocab::{Money, PersonId};
use tokio::sync::{mpsc, watch};

use crate::accounts::Accounts;
use crate::alone::CashAlone;
use crate::books::Books;
use crate::counter::Counter;
use crate::hold::Hold;
use crate::own_shoe::House;
use crate::plan::{Pace, TableName};
use crate::table::TableHandle;

pub(crate) struct Core {
    pub(crate) journal: Arc<dyn Journal>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) house: House,
    pub(crate) books: Books,
    pub(crate) pace: Pace,
    /// Whether the whole site plays for nothing.
    pub(crate) demo: bool,
    /// From which amount on a win of one coup waits for an attendant.
    pub(crate) large_win: Option<Money>,
    /// From which amount on cash that a table takes at once is told as a significant event.
    pub(crate) large_cash: Option<Money>,
    /// What an account holds freely; what comes from a table on top of it waits for an attendant.
    pub(crate) account_most: Option<Money>,
    /// The currency of accounts; none where money is worth nothing.
    pub(crate) currency: Option<String>,
    /// What one person of the cage does alone; anything where nothing is said.
    pub(crate) alone: Option<CashAlone>,
    pub(crate) site: Counter<Site>,
    pub(crate) accounts: Accounts,
    pub(crate) notices: mpsc::Sender<Notice>,
    /// How many significant events are not recorded yet.
    pub(crate) unrecorded: AtomicUsize,
    pub(crate) locks: watch::Sender<Arc<Locks>>,
    pub(crate) lateness: Lateness,
    pub(crate) stopping: AtomicBool,
    pub(crate) tables: RwLock<BTreeMap<TableName, TableHandle>>,
    /// Held by whoever gives a table or a tournament its name.
    pub(crate) naming: tokio::sync::Mutex<()>,
    /// Held by whoever signs on somewhere.
    pub(crate) signing_on: tokio::sync::Mutex<()>,
}

impl Core {
    /// Refuses an amount that the currency of accounts has no coins for.
    pub(crate) fn in_currency(
        &self,
        command: &punto_accounts::Command,
    ) -> Result<(), punto_accounts::Refused> {
        let Some(currency) = &self.currency else { return Ok(()) };
        let args = command.args();
        punto_accounts::in_currency(currency, args.iter().flat_map(|(_, value)| value.amounts()))
    }

    /// Has a significant event recorded as soon as it can be.
    pub(crate) fn raise(&self, kind: Kind, place: Place, what: Cause) {
        self.raise_about(kind, place, None, what);
    }

    /// The same of what people of staff did, none of whom is to see to it.
    pub(crate) fn raise_about(&self, kind: Kind, place: Place, about: Option<Concerned>, what: Cause) {
        tracing::warn!(%kind, %place, %what, "significant event");
        self.unrecorded.fetch_add(1, Ordering::AcqRel);
        if self.notices.try_send(Notice { kind, place, about, what }).is_err() {
            self.unrecorded.fetch_sub(1, Ordering::AcqRel);
            tracing::error!(%kind, %place, "a significant event could not be recorded: too many wait");
        }
    }

    /// Whether the house is bound to play for money.
    pub(crate) fn for_money(&self) -> bool {
        self.site.now().mode == Some(Mode::Real)
    }

    pub(crate) fn stopping(&self) -> bool {
        self.stopping.load(Ordering::Acquire)
    }
}

/// A significant event that is to be recorded.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Notice {
    pub(crate) kind: Kind,
    pub(crate) place: Place,
    pub(crate) about: Option<Concerned>,
    pub(crate) what: Cause,
}

/// Where no play goes on until somebody has cleared a fault, and for whom none does until their win is seen to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Locks {
    everywhere: Hold,
    tables: BTreeMap<TableName, Hold>,
    wins: BTreeMap<(TableName, PersonId), Money>,
}

impl Locks {
    pub(crate) fn of(site: &Site) -> Locks {
        let faults = site.notices.values().filter(|notice| notice.severity == Severity::Fault);
        let wins = site.notices.values().filter_map(|notice| {
            let (table, win) = (notice.place.table()?, notice.win()?);
            Some(((table, win.patron), win.amount))
        });
        let mut locks = Locks { wins: wins.collect(), ..Locks::default() };
        for fault in faults {
            let place = match fault.place.table() {
                Some(table) => locks.tables.entry(table).or_default(),
                None => &mut locks.everywhere,
            };
            *place = Hold::of(fault.kind).max(*place);
        }
        locks
    }

    /// The win of a patron at a table that waits for an attendant.
    pub(crate) fn win(&self, table: TableName, patron: PersonId) -> Option<Money> {
        self.wins.get(&(table, patron)).copied()
    }

    /// How far a fault of the whole house holds.
    pub(crate) fn everywhere(&self) -> Hold {
        self.everywhere
    }

    /// How far faults hold a table.
    pub(crate) fn at(&self, table: TableName) -> Hold {
        self.everywhere.max(self.tables.get(&table).copied().unwrap_or_default())
    }
}
