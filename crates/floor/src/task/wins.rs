//! Large wins: each is a significant event in the same append as the settlement that pays it, so that no crash comes
//! between a win and its hold. Whoever has won waits for an attendant; everybody else plays on.

use std::collections::BTreeMap;

use punto_accounts::{AccountRule, Reason, Refused};
use punto_site::{Concerned, LargeWin, Time};
use punto_table::{Command, Happening, Table};
use punto_vocab::{Money, PersonId};

use super::Concern;
use super::{Made, Task};
use crate::hub::Locks;
use crate::plan::TableName;
use crate::said::FloorError;
use crate::table::with_credits;

impl Task {
    /// What each patron was paid by a coup, where it is as much as the house calls large.
    pub(super) fn large_wins(&self, made: &[Made]) -> Vec<(Time, LargeWin)> {
        let Some(large) = self.core.large_win.filter(|_| self.has_credits()) else { return Vec::new() };
        let mut wins = Vec::new();
        for one in made {
            let mut paid: BTreeMap<PersonId, Money> = BTreeMap::new();
            for event in &one.events {
                if let Happening::Paid { patron, amount, .. } = &event.what {
                    *paid.entry(*patron).or_default() += *amount;
                }
            }
            let enough = paid.into_iter().filter(|(_, amount)| *amount >= large);
            wins.extend(
                enough.map(|(patron, amount)| {
                    (one.at, LargeWin { patron, amount: amount.min(Money::LARGEST) })
                }),
            );
        }
        wins
    }

    /// Whoever is on at the table, none of whom sees to a win there.
    pub(super) fn staff_here(&self) -> Option<Concerned> {
        let standing = punto_host::locked(&self.shared.standing);
        Concerned::of(standing.table.on_duty.iter().map(|(_, who)| *who))
    }

    /// Where chips are played for, a person pays every win.
    fn has_credits(&self) -> bool {
        let standing = punto_host::locked(&self.shared.standing);
        standing.table.open.as_ref().is_some_and(|open| open.terms.credits)
    }

    /// After an append of unknown outcome the site may know of a win whose patron is not held yet.
    pub(super) async fn sure_of_winners(&self) -> Result<(), FloorError> {
        if self.core.large_win.is_some() {
            drop(self.core.site.take(&self.core.journal).await?);
            self.core.lock_tables();
        }
        Ok(())
    }

    /// Refuses what waits until an attendant has seen to a win.
    pub(super) fn not_held(&self, table: &Table, command: &Command) -> Result<(), Refused> {
        held(&self.locks.borrow(), self.shared.name, table, command).map_or(Ok(()), Err)
    }
}

/// Refuses wagers and cash-outs of a patron whose large win waits for an attendant.
pub(crate) fn held(locks: &Locks, name: TableName, table: &Table, command: &Command) -> Option<Refused> {
    let win = |patron: PersonId| locks.win(name, patron);
    let amount = match Concern::of(command) {
        Concern::Wager(patron) | Concern::Home(patron) => win(patron),
        Concern::Closing => with_credits(table).into_iter().find_map(win),
        // Whoever must go goes; credits that they would take along are cashed out, and held by that.
        Concern::Play
        | Concern::Start
        | Concern::Card
        | Concern::Shoe
        | Concern::Readying
        | Concern::Coup
        | Concern::Presence
        | Concern::Float
        | Concern::Terms => None,
    };
    amount.map(|amount| AccountRule::Holds.refusal(Reason::WinHeld { table: name, amount }))
}
