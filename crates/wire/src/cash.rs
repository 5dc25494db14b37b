//! Cash over the counter of the cage.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::Approver;

/// Cash that a patron brings to the cage.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct CashIn {
    /// Made by the client.
    pub id: String,
    /// In minor units.
    #[ts(type = "number")]
    pub amount: i64,
    /// Somebody who answers for the house, from the amount on that one person does not take alone.
    #[serde(default)]
    pub approver: Option<Approver>,
}

/// Cash that a patron takes from the cage: with their PIN, or with somebody who answers for the house.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct CashOut {
    /// Made by the client.
    pub id: String,
    /// In minor units.
    #[ts(type = "number")]
    pub amount: i64,
    /// What the patron keys in at the counter.
    #[serde(default)]
    pub pin: Option<String>,
    /// Somebody who answers for the house, where the patron gives no PIN.
    #[serde(default)]
    pub approver: Option<Approver>,
}
