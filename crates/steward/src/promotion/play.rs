//! Entries by play: each coup of a table in which somebody lays the wager of the conditions is an entry of theirs, once.

use punto_contest::{PlayedCoup, stakes};
use punto_floor::TableHandle;
use punto_promotion::Command;
use punto_report::{CoupRecall, RECALLED};
use punto_vocab::{Actor, Money, PersonId, Time};

use super::task::{PromotionTask, Undone};

impl PromotionTask {
    /// Looks at the coups that have ended since, and records the entries that they make.
    pub(crate) async fn hear(&mut self) {
        let Some(least) = self.campaign.least_played().filter(|_| self.takes_entries()) else { return };
        let tables: Vec<TableHandle> =
            self.floor.tables().into_iter().filter(|table| self.counts(table)).collect();
        for table in tables {
            let name = *table.name();
            if let std::collections::btree_map::Entry::Vacant(unread) = self.read.entry(name) {
                unread.insert(0);
                self.watch(&table);
            }
            let read = self.read.get(&name).copied().unwrap_or_default();
            let mut coups = table.recall(RECALLED);
            coups.retain(|coup| coup.records.1 > read);
            coups.sort_by_key(|coup| coup.records.1);
            for coup in coups {
                if !self.coup(&table, &coup, least).await {
                    // The journal did not take it: the same coup is looked at again.
                    return;
                }
                self.read.insert(name, coup.records.1);
            }
        }
    }

    /// Whether play at a table counts: ordinary tables with the promotion's own kind of money.
    fn counts(&self, table: &TableHandle) -> bool {
        let plan = table.plan();
        plan.currency == self.plan.currency
            && plan.opening.is_demonstration() == self.plan.demonstration
            && !plan.opening.is_tournament()
    }

    /// Records the entries of one coup; not so where the journal does not take one.
    async fn coup(&mut self, table: &TableHandle, coup: &CoupRecall, least: Money) -> bool {
        let Some(plan) = &self.campaign.own.plan else { return true };
        let within =
            self.campaign.since.is_some_and(|since| since.0 <= coup.ended) && Time(coup.ended) < plan.closes;
        for (entrant, laid) in stakes(coup).into_iter().filter(|(_, laid)| within && *laid >= least) {
            let played = PlayedCoup { table: *table.name(), seq: coup.records.1, entrant };
            if self.has(&played) {
                continue;
            }
            match self.entry(&played, Time(coup.ended), entrant, laid).await {
                // Who has no account, may not enter or has enough entries has none more.
                Ok(()) | Err(Undone::Refused(_) | Undone::Account(_)) => {}
                Err(Undone::Fault(error)) => {
                    tracing::warn!(promotion = %self.plan.name, %played, %error, "an entry waits");
                    return false;
                }
            }
        }
        true
    }

    fn has(&self, played: &PlayedCoup) -> bool {
        let last = self.campaign.played.get(&(played.table, played.entrant));
        last.is_some_and(|last| *last >= played.seq)
    }

    /// Enters somebody at the time of the coup, so that one before the close counts however late it is read.
    async fn entry(
        &mut self,
        played: &PlayedCoup,
        at: Time,
        entrant: PersonId,
        laid: Money,
    ) -> Result<(), Undone> {
        let command = Command::Enter { entrant, wager: Some(laid), proof: None };
        // Whoever played was let in at the table. All that it takes here is an account to have won something with; at a
        // table with chips nobody need be signed in anywhere.
        if !self.campaign.for_show && !self.has_account(entrant).await? {
            return Ok(());
        }
        self.give(Some(&played.to_string()), (at, Actor::System), command).await.map(drop)
    }

    fn watch(&self, table: &TableHandle) {
        let (mut moments, changed) = (table.watch(), std::sync::Arc::downgrade(&self.changed));
        tokio::spawn(async move {
            while moments.changed().await.is_ok() {
                let Some(changed) = changed.upgrade() else { return };
                changed.notify_one();
            }
        });
    }
}
