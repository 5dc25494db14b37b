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

/// A payout that a patron orders where they are signed in.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct PayoutOrder {
    /// In minor units.
    #[ts(type = "number")]
    pub amount: i64,
}

/// The code that a patron fetches an ordered payout with; it is told this once.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct PayoutCode {
    /// What is entered at the counter; blanks, - and the case of letters do not matter.
    pub code: String,
    /// What is paid for it, in minor units.
    #[ts(type = "number")]
    pub amount: i64,
    /// Until when, in microseconds since 1970.
    #[ts(type = "number")]
    pub until: i64,
}

/// Cash that a patron takes from the cage: with the code of an order, or with somebody who answers for the house.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct CashOut {
    /// Made by the client.
    pub id: String,
    /// In minor units.
    #[ts(type = "number")]
    pub amount: i64,
    /// The code of the payout that the patron has ordered.
    #[serde(default)]
    pub code: Option<String>,
    /// Somebody who answers for the house, where the patron has no code.
    #[serde(default)]
    pub approver: Option<Approver>,
}
