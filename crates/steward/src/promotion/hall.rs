//! Promotions of a hall: put up, restored from the journal, found by name.

use std::collections::{BTreeMap, HashSet};
use std::sync::{Arc, PoisonError};

use punto_contest::{Campaign, PromotionPlan};
use punto_floor::{Floor, FloorError};
use punto_records::StreamOf;
use punto_site::{PromotionId, TableId};
use tokio::sync::{Notify, watch};

use super::handle::{PromotionHandle, PromotionMoment};
use super::task::PromotionTask;
use crate::hall::{Hall, HallError};
use crate::ledger::Ledger;
use crate::saying::Desk;
use crate::shelf::Shelf;

impl Hall {
    /// Every promotion, by name.
    pub fn promotions(&self) -> Vec<PromotionHandle> {
        self.promotions.read().unwrap_or_else(PoisonError::into_inner).values().cloned().collect()
    }

    /// The promotion of this name.
    pub fn promotion(&self, name: &PromotionId) -> Option<PromotionHandle> {
        self.promotions.read().unwrap_or_else(PoisonError::into_inner).get(name).cloned()
    }

    /// Puts up a promotion, whose conditions and prizes are still to be written. It has a record once somebody has.
    pub async fn add_promotion(&self, mut plan: PromotionPlan) -> Result<PromotionHandle, HallError> {
        let _turn = self.floor.naming().await;
        if !self.is_free_for(&plan) {
            return Err(HallError::PromotionExists(plan.name));
        }
        self.may_put_up(plan.demonstration, &plan.currency)?;
        let unfit = |why: &str| HallError::Unfit { name: plan.name.to_string(), why: why.into() };
        let book = self.floor.books().of_id(&plan.rulebook);
        let book = book.ok_or_else(|| unfit("there is no such document"))?;
        if book.promotion.officer().is_none() {
            return Err(HallError::NoPromotions(plan.rulebook));
        }
        plan.digest = book.digest.clone();
        self.floor.keep_text(&plan.digest).await?;
        let (journal, name, kept) =
            (self.floor.journal().clone(), format!("promotion/{}", plan.name), plan.kept());
        let put = move || journal.put("setting", &name, kept.as_bytes());
        tokio::task::spawn_blocking(put).await.map_err(|_| FloorError::Stopped)??;
        let campaign = Campaign::new(book, plan.demonstration);
        self.resume_promotion(plan, campaign)
    }

    /// Whether nothing has this name that accounts could take for the promotion: no table, no tournament or table of one.
    fn is_free_for(&self, plan: &PromotionPlan) -> bool {
        let taken = |name: TableId| {
            let tournaments = self.tournaments();
            let mut tournaments = tournaments.iter().map(|own| own.plan());
            self.floor.table(&name).is_some()
                || self.promotion(&plan.name).is_some()
                || tournaments.any(|own| own.name.as_str() == name.as_str() || own.number(name).is_some())
        };
        plan.purse().is_some_and(|name| !taken(name))
    }

    /// Lets a promotion go on where its records leave it.
    pub(crate) fn resume_promotion(
        &self,
        plan: PromotionPlan,
        campaign: Campaign,
    ) -> Result<PromotionHandle, HallError> {
        let ledger = Ledger::of(&self.floor, StreamOf::Promotion(plan.name))?;
        let (desk, queue) = Desk::open();
        let too_new = campaign.too_new();
        let moment = PromotionMoment { campaign: Arc::new(campaign.clone()), fault: too_new.clone() };
        let moments = watch::Sender::new(Arc::new(moment));
        let shelf = Shelf::of(format!("promotion/{}", plan.name));
        let plan = Arc::new(plan);
        let handle = PromotionHandle { plan: plan.clone(), desk, moments: moments.clone() };
        let mut known = self.promotions.write().unwrap_or_else(PoisonError::into_inner);
        known.insert(plan.name, handle.clone());
        drop(known);
        // One whose last records a newer program wrote is shown and not gone on with.
        if too_new.is_none() {
            let floor = self.floor.clone();
            let (changed, read) = (Arc::new(Notify::new()), BTreeMap::new());
            tokio::spawn(
                PromotionTask { floor, plan, ledger, campaign, shelf, queue, moments, changed, read }.run(),
            );
        }
        Ok(handle)
    }
}

/// Every promotion of a journal, as its records leave it.
pub(crate) fn restored(floor: &Floor) -> Result<Vec<(PromotionPlan, Campaign)>, HallError> {
    let (journal, mut all) = (floor.journal(), Vec::new());
    let mut known = HashSet::new();
    for head in journal.heads()? {
        let Ok(Some(StreamOf::Promotion(name))) = StreamOf::read(&head.stream) else { continue };
        known.insert(name);
        // One that another process has goes on there.
        if !journal.may_write(&head.stream) {
            continue;
        }
        let unfit = |why: String| HallError::Unfit { name: name.to_string(), why };
        let kept = journal.get("setting", head.stream.as_str())?;
        let kept = kept.ok_or_else(|| unfit("its plan is not on the shelf".into()))?;
        let plan = PromotionPlan::from_kept(name, &kept).map_err(unfit)?;
        let book = floor.books().of_digest(&plan.digest);
        let book = book.ok_or_else(|| unfit("the text of its document is unknown".into()))?;
        let mut campaign = Campaign::new(book, plan.demonstration);
        loop {
            let records = journal.read(&head.stream, campaign.seq, 500)?;
            if records.is_empty() {
                break;
            }
            for record in &records {
                campaign.take(record)?;
            }
        }
        all.push((plan, campaign));
    }
    // What was put up and has no record yet is only a plan.
    for name in journal.names("setting")? {
        let id = name.strip_prefix("promotion/").and_then(|id| id.parse::<PromotionId>().ok());
        let Some(id) = id.filter(|id| !known.contains(id)) else { continue };
        let plan = journal.get("setting", &name)?.and_then(|kept| PromotionPlan::from_kept(id, &kept).ok());
        let book = plan.as_ref().and_then(|plan| floor.books().of_digest(&plan.digest));
        if let (Some(plan), Some(book)) = (plan, book) {
            let campaign = Campaign::new(book, plan.demonstration);
            all.push((plan, campaign));
        }
    }
    Ok(all)
}
