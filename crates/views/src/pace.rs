//! How fast a table deals.

use std::sync::Arc;

use punto_report::{CoupRecall, RECALLED};
use punto_table::Time;

const HOUR: i64 = 3_600_000_000;

/// How many coups have ended in the last hour, of those that are recalled, the newest first. Where all that can be recalled
/// are younger, the pace at which they came stands for the hour.
pub fn pace(coups: &[Arc<CoupRecall>], now: Time) -> u32 {
    match coups.last() {
        Some(oldest) if coups.len() == RECALLED && oldest.ended > now.0 - HOUR => {
            u32::try_from(RECALLED as i64 * HOUR / (now.0 - oldest.ended).max(1)).unwrap_or(u32::MAX)
        }
        _ => coups.iter().take_while(|coup| coup.ended > now.0 - HOUR).count() as u32,
    }
}
