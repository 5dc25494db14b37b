//! Words of promotions that only the wire has.

use ts_rs::{Config, TS};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

use crate::words::{own, spelt};

own! {
    /// How far a promotion has come.
    pub enum PromotionStage: "a stage of a promotion" {
        /// The conditions are being written.
        Drafting = "drafting",
        /// They are published.
        Published = "published",
        /// It waits until its integrity is beyond doubt.
        Postponed = "postponed",
        /// What has not been awarded will not be.
        Cancelled = "cancelled",
    }
    /// What became of a claim for a prize.
    pub enum ClaimStatus: "what became of a claim" {
        /// It waits to be decided.
        Waits = "waits",
        /// It was accepted.
        Accepted = "accepted",
        /// It was refused.
        Refused = "refused",
    }
    /// What waits for an officer of a promotion.
    pub enum PromotionDutyKind: "a duty in a promotion" {
        /// The inspectorate is told that it was put off or called off.
        TellInspectorate = "tell-inspectorate",
        /// The results are published.
        PublishResults = "publish-results",
        /// A winner is told.
        Notify = "notify",
        /// A claim is decided.
        DecideClaim = "decide-claim",
        /// A claimant is told why the claim was refused.
        TellReasons = "tell-reasons",
        /// A prize is handed over.
        Award = "award",
        /// A dispute is decided.
        Decide = "decide",
        /// Somebody is told where to complain.
        Advise = "advise",
    }
}
