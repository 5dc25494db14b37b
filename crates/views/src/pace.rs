//! How fast a table deals.

use std::sync::Arc;

use punto_report::CoupRecall;
use punto_table::Time;

const HOUR: i64 = 3_600_000_000;

/// How many coups tell a pace.
const ENOUGH: usize = 3;

/// No table that people play at deals a coup in less.
const HURRIED: i64 = 250_000;

/// How many coups an hour a table deals, by those of the last hour that are recalled, the newest first: from the first card
/// of the oldest until now.
pub fn pace(coups: &[Arc<CoupRecall>], now: Time) -> Option<u32> {
    // What a demonstration has dealt in a hurry, to have something to show, is no pace.
    let played = |coup: &&Arc<CoupRecall>| coup.ended > now.0 - HOUR && coup.ended - coup.began > HURRIED;
    let ended: Vec<_> = coups.iter().take_while(played).collect();
    let oldest = ended.last().filter(|_| ended.len() >= ENOUGH)?;
    let span = (now.0 - oldest.began).max(1);
    u32::try_from(ended.len() as i64 * HOUR / span).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: i64 = HOUR / 60;

    /// A coup of half a minute that ended so many minutes ago.
    fn ended(ago: i64) -> Arc<CoupRecall> {
        let ended = 10 * HOUR - ago * MINUTE;
        Arc::new(CoupRecall { began: ended - MINUTE / 2, ended, ..CoupRecall::default() })
    }

    #[test]
    fn a_pace_is_coups_by_the_time_they_took_and_not_their_count() {
        let now = Time(10 * HOUR);
        let at = |ago: &[i64]| pace(&ago.iter().map(|ago| ended(*ago)).collect::<Vec<_>>(), now);
        // Five coups in five minutes, in a table that has just opened.
        assert_eq!(at(&[0, 1, 2, 3, 4]), Some(66));
        // The same, and then nobody came for most of an hour.
        assert_eq!(at(&[50, 51, 52, 53, 54]), Some(5));
        // Those of more than an hour ago do not count.
        assert_eq!(at(&[0, 1, 2, 61, 62]), Some(72));
        assert_eq!((at(&[0, 1]), at(&[])), (None, None));
    }
}
