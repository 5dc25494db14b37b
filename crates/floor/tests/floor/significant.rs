//! What happens at a table and is worth knowing of is a significant event of the site, and its neighbour is none.

use std::collections::BTreeMap;

use punto_floor::{Dealer, Outcome, SimulatedClock, TablePlan};
use punto_site::Kind;
use punto_table::Actor;

use crate::common::*;

/// Two patrons and a shoe that is ready, at a table where a person deals.
const BEFORE: &[&str] = &["prepare", "sit ada@1", "sit ben@2"];

/// A natural nine against five.
const COUP: &[&str] = &["card 9s", "card 2d", "card Kh", "card 3c", "settle"];

/// What the site has noted when these lines were said, with a colon behind whoever is not the dealer; a line that begins
/// with `not` is refused.
async fn noted(lines: &[&[&str]]) -> BTreeMap<Kind, u32> {
    let folder = tempfile::tempdir().unwrap();
    let floor = floor(folder.path(), &SimulatedClock::at(START)).await;
    let plan = plan("t", "nsw-2021", "usual, limits 25..500");
    let table = floor.add_table(TablePlan { dealer: Dealer::Person, ..plan }, Actor::System).await.unwrap();
    for line in BEFORE.iter().chain(lines.iter().copied().flatten()) {
        let (by, said) = line.split_once(": ").unwrap_or(("dealer dan", line));
        let (said, wanted) = said.strip_prefix("not ").map_or((said, true), |said| (said, false));
        let outcome = say(&table, by.parse().unwrap(), said).await.unwrap();
        assert_eq!(matches!(outcome, Outcome::Done(_)), wanted, "{line}: {outcome:?}");
    }
    // A stop waits until everything is recorded.
    floor.stop().await;
    floor.site().now().noted.clone()
}

const WAGERS: &[&str] = &["bet ada@1 player 100", "bet ben@2 banker 100"];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_void_coup_is_one_and_a_coup_that_is_settled_none() {
    let void = ["card 9s", "card 2d", "report misdeal beyond-repair", "casino-supervisor sue: order"];
    assert_eq!(noted(&[WAGERS, &void]).await, [(Kind::Void, 1)].into());
    assert_eq!(noted(&[WAGERS, COUP]).await, BTreeMap::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_settlement_that_is_undone_is_one_and_a_report_that_comes_too_late_none() {
    let undone = noted(&[WAGERS, COUP, &["report misdeal beyond-repair"]]).await;
    assert_eq!(undone, [(Kind::Correction, 1)].into());
    let late = ["bet ada@1 player 100", "card 4s", "report misdeal earlier-coup"];
    assert_eq!(noted(&[WAGERS, COUP, &late]).await, BTreeMap::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wager_above_its_limit_is_one_for_each_person_and_coup_and_one_at_it_or_below_none() {
    let above = ["patron ada: not bet ada@1 player 505", "patron ada: not bet ada@1 player 600"];
    assert_eq!(noted(&[&above]).await, [(Kind::OverLimit, 1)].into(), "once, however often it is tried");
    let more = [above.as_slice(), &["patron ben: not bet ben@2 banker 505"]];
    assert_eq!(noted(&more).await, [(Kind::OverLimit, 2)].into(), "somebody else's is another");
    let again = [above.as_slice(), WAGERS, COUP, &["patron ada: not bet ada@1 player 700"]];
    assert_eq!(noted(&again).await, [(Kind::OverLimit, 2)].into(), "and so is one in the next coup");
    let within = ["patron ada: bet ada@1 player 500", "patron ben: not bet ben@2 banker 20"];
    assert_eq!(noted(&[&within]).await, BTreeMap::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wager_found_above_its_limit_is_one_and_one_found_below_none() {
    let found = |line| [WAGERS, &COUP[..1], line, &COUP[1..]];
    let over = noted(&found(&["casino-supervisor sue: found ada@1 player 800"])).await;
    assert_eq!(over, [(Kind::OverLimit, 1)].into());
    let under = noted(&found(&["casino-supervisor sue: found ada@1 player 20"])).await;
    assert_eq!(under, BTreeMap::new());
}
