//! What only a demonstration has.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// How far the clock is to be wound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct WindClock {
    /// In milliseconds, forward: seven days at most.
    #[schema(minimum = 0, maximum = 604800000)]
    #[ts(type = "number")]
    pub forward: i64,
}

/// What a clock tells that was wound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
pub struct WoundTo {
    /// The time now, in milliseconds of UTC.
    #[ts(type = "number")]
    pub now: i64,
}
