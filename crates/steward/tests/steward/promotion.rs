//! Promotions on a real floor: two persons where it counts, one winner however often it is tried, the seed in no file.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use punto_accounts::{Command as OfAccount, SessionEnd};
use punto_contest::{PromotionPlan, proposal_key, seed_of_nothing};
use punto_floor::{AccountOutcome, AccountSaid, FloorError};
use punto_promotion::{Command, Event, Happening};
use punto_site::{Kind, Principal};
use punto_steward::{PromotionHandle, PromotionOutcome, PromotionSaying, exhibit_promotion};
use punto_vocab::{Actor, PersonId, Seed, Time};

use crate::house::House;
use crate::money::{account, balance};

pub(crate) const BEGIN: Time = Time(1_700_000_000_000_000);
pub(crate) const OPERATOR: &str = "casino-operator max";

/// Conditions by which entries close an hour after the beginning, in which nothing is missing.
pub(crate) fn conditions(more: &str) -> String {
    let closes = BEGIN.plus_minutes(60);
    format!(
        "manner draw, awarded at the desk, eligible members, wager none, nature prizes, closes {closes}, place the atrium, \
         held {closes}, claim at the desk, presence no, notified by telephone, results on the board, \
         marketing posters, available at the desk, entries 100{more}"
    )
}

const CASH: &str = "kind cash, what 500 in cash, value 500, terms none, contains nothing";
const HAMPER: &str = "kind goods, what a hamper, value 250, terms none, contains nothing";

pub(crate) async fn put_up(house: &House, demonstration: bool) -> PromotionHandle {
    let plan = PromotionPlan {
        name: "spring".parse().unwrap(),
        title: "Spring Draw".into(),
        rulebook: "nsw-2021".into(),
        digest: String::new(),
        currency: "AUD".into(),
        demonstration,
    };
    house.hall.add_promotion(plan).await.unwrap()
}

/// A promotion of two prizes with everything written down.
pub(crate) async fn written(house: &House, demonstration: bool, more: &str) -> PromotionHandle {
    let one = put_up(house, demonstration).await;
    done(&one, OPERATOR, &format!("conditions {}", conditions(more))).await;
    done(&one, OPERATOR, &format!("prize 1 {CASH}")).await;
    done(&one, OPERATOR, &format!("prize 2 {HAMPER}")).await;
    one
}

fn command(line: &str) -> Command {
    match line {
        "draw" => Command::Draw { seed: seed_of_nothing().unwrap() },
        line => line.parse().unwrap_or_else(|error| panic!("{line}: {error}")),
    }
}

async fn under(key: String, one: &PromotionHandle, by: &str, line: &str) -> Result<Vec<Event>, String> {
    let (key, by) = (key.parse().unwrap(), by.parse().unwrap());
    match one.say(PromotionSaying { key, by, what: command(line) }).await {
        Ok(PromotionOutcome::Done(answer)) => Ok(answer.happened.to_vec()),
        Ok(PromotionOutcome::Refused(refused)) => Err(format!("{} ({})", refused.reason.code(), refused.by)),
        Ok(PromotionOutcome::Account(refused)) => Err(refused.reason.code().to_owned()),
        Err(FloorError::Refused(reason)) => Err(reason.code().to_owned()),
        Err(error) => panic!("{line}: {error}"),
    }
}

pub(crate) async fn say(one: &PromotionHandle, by: &str, line: &str) -> Result<Vec<Event>, String> {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    under(format!("promo-{}", NEXT.fetch_add(1, Ordering::Relaxed)), one, by, line).await
}

pub(crate) async fn done(one: &PromotionHandle, by: &str, line: &str) {
    say(one, by, line).await.unwrap_or_else(|why| panic!("{line} by {by}: {why}"));
}

async fn refused(one: &PromotionHandle, by: &str, line: &str) -> String {
    say(one, by, line).await.expect_err(line)
}

/// Has max and ria agree to something, which max then says.
async fn by_two(house: &House, one: &PromotionHandle, what: &str, line: &str) -> Result<Vec<Event>, String> {
    let number = house.agreed("max", "ria", what).await;
    under(proposal_key(number), one, OPERATOR, line).await
}

async fn published(house: &House) -> PromotionHandle {
    house.staffed().await;
    let one = written(house, false, "").await;
    let offer = one.now().campaign.own.offer();
    by_two(house, &one, &format!("promotion publish spring {offer}"), "publish").await.unwrap();
    for who in ["ada", "ben", "cyd"] {
        account(house, who, 1_000).await;
    }
    one
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_fills_the_draw_of_conditions_that_bound_no_entries() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open(folder.path(), false, BEGIN).await;
    house.staffed().await;
    let one = put_up(&house, false).await;
    let unbounded = conditions("").replace(", entries 100", "");
    done(&one, OPERATOR, &format!("conditions {unbounded}")).await;
    done(&one, OPERATOR, &format!("prize 1 {CASH}")).await;
    let offer = one.now().campaign.own.offer();
    let unsaid = by_two(&house, &one, &format!("promotion publish spring {offer}"), "publish").await;
    assert_eq!(unsaid.unwrap_err(), "entries-unbounded");
    done(&one, OPERATOR, &format!("conditions {}", conditions("").replace("entries 100", "entries 2"))).await;
    let offer = one.now().campaign.own.offer();
    by_two(&house, &one, &format!("promotion publish spring {offer}"), "publish").await.unwrap();
    account(&house, "ada", 1_000).await;
    for by in ["dealer dan", OPERATOR] {
        assert_eq!(refused(&one, by, "enter ada").await, "of-entrant", "{by} has no card");
        done(&one, by, "enter ada by card").await;
    }
    for by in ["dealer dan", OPERATOR] {
        assert!(refused(&one, by, "enter ada by card").await.starts_with("too-many-entries"), "{by}");
    }
    assert!(refused(&one, "patron ada", "enter ada").await.starts_with("too-many-entries"));
    house.verified();
}

fn winners(events: &[Event]) -> Vec<(u8, PersonId, u32)> {
    let won = |event: &Event| match &event.what {
        Happening::Won { prize, winner, entry } => Some((*prize, *winner, *entry)),
        _ => None,
    };
    events.iter().filter_map(won).collect()
}

fn significant(house: &House, kind: Kind, says: &str) -> Option<String> {
    let site = house.floor.site().now();
    let own = site.notices.values().find(|own| own.kind == kind && own.what.to_string().contains(says))?;
    own.about.as_ref().map(ToString::to_string)
}

#[tokio::test(flavor = "multi_thread")]
async fn from_its_conditions_to_a_prize_in_the_winners_account_with_two_persons_where_it_counts() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open(folder.path(), false, BEGIN).await;
    house.staffed().await;
    let one = put_up(&house, false).await;
    done(&one, OPERATOR, &format!("conditions {}", conditions(""))).await;
    let tobacco = "prize 1 kind goods, what cigars, value 90, terms none, contains tobacco";
    assert_eq!(refused(&one, OPERATOR, tobacco).await, "prohibited-prize (16.5.1, 16.5)");
    done(&one, OPERATOR, &format!("prize 1 {CASH}")).await;
    let offer = one.now().campaign.own.offer();
    assert_eq!(refused(&one, OPERATOR, "publish").await, "pool-takes-two");
    let number = house.agreed("max", "ria", &format!("promotion publish spring {offer}")).await;
    // What was agreed to is published to the word, and nothing else.
    done(&one, OPERATOR, &format!("prize 2 {HAMPER}")).await;
    assert_eq!(under(proposal_key(number), &one, OPERATOR, "publish").await.unwrap_err(), "not-as-proposed");
    done(&one, OPERATOR, "drop-prize 2").await;
    under(proposal_key(number), &one, OPERATOR, "publish").await.unwrap();
    assert_eq!(significant(&house, Kind::PromotionAct, "published").as_deref(), Some("max+ria"));

    for who in ["ada", "ben", "max", "ria"] {
        account(&house, who, 1_000).await;
    }
    done(&one, "patron ada", "enter ada").await;
    done(&one, OPERATOR, "enter ben by card").await;
    assert_eq!(refused(&one, "patron ben", "enter ada").await, "speaks-for-another-claimant (16.7.3)");
    assert_eq!(refused(&one, "patron eve", "enter eve").await, "no-patron-here");
    for who in ["max", "ria"] {
        // Neither of those who agreed to it enters.
        let by = format!("patron {who}");
        assert_eq!(
            refused(&one, &by, &format!("enter {who}")).await,
            "acts-for-house (house:promotion-order)"
        );
    }
    assert_eq!(refused(&one, OPERATOR, "draw").await, "pool-takes-two");
    let early = by_two(&house, &one, "promotion draw-winners spring of 2", "draw").await;
    assert_eq!(early.unwrap_err(), "entries-open (16.7.6)");
    house.clock.advance_to(BEGIN.plus_minutes(60));
    let other = by_two(&house, &one, "promotion draw-winners spring of 3", "draw").await;
    assert_eq!(other.unwrap_err(), "not-as-proposed");
    let drawn = by_two(&house, &one, "promotion draw-winners spring of 2", "draw").await.unwrap();
    let [(1, winner, _)] = winners(&drawn)[..] else { panic!("{drawn:?}") };
    let again = by_two(&house, &one, "promotion draw-winners spring of 2", "draw").await;
    assert_eq!(again.unwrap_err(), "promotion-drawn-already (16.7.1)");

    let patron = format!("patron {winner}");
    done(&one, &patron, &format!("claim 1 {winner}")).await;
    assert_eq!(refused(&one, &patron, &format!("claim 1 {winner}")).await, "claimed-already (16.7.8)");
    done(&one, OPERATOR, &format!("accept-claim 1 {winner}")).await;
    assert_eq!(refused(&one, OPERATOR, "award 1 transfer 500").await, "pool-takes-two");
    let award = format!("promotion award-prize spring 1 {winner} cash 200 transfer 300");
    by_two(&house, &one, &award, "award 1 cash 200 transfer 300").await.unwrap();
    assert_eq!(balance(&house, winner.as_str()).await, 1_000 + 50_000, "cash is had from there, at the cage");
    assert_eq!(significant(&house, Kind::MoneyMoved, "awarded 1").as_deref(), Some("max+ria"));
    let twice = by_two(&house, &one, &award, "award 1 cash 200 transfer 300").await;
    assert_eq!(twice.unwrap_err(), "prize-awarded-already (16.7.8)");
    house.verified();
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_alone_takes_a_prize_from_its_winner_and_a_ruling_for_them_gives_it_back() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open(folder.path(), false, BEGIN).await;
    let one = published(&house).await;
    assert_eq!(refused(&one, OPERATOR, "bar under eligible ben").await, "pool-takes-two");
    let barred = "promotion bar-entrants spring under eligible cyd";
    by_two(&house, &one, barred, "bar under eligible cyd").await.unwrap();
    assert_eq!(refused(&one, "patron cyd", "enter cyd").await, "barred-from-promotion (16.7.3)");
    done(&one, "patron ada", "enter ada").await;
    // One may put it off; entries go on, and that it goes on is for two.
    done(&one, OPERATOR, "postpone rain").await;
    done(&one, "patron ben", "enter ben").await;
    done(&one, "regulator-inspector ivo", "tell-inspectorate").await;
    assert_eq!(refused(&one, OPERATOR, "resume it is dry").await, "pool-takes-two");
    by_two(&house, &one, "promotion resume spring it is dry", "resume it is dry").await.unwrap();
    house.clock.advance_to(BEGIN.plus_minutes(60));
    let drawn = by_two(&house, &one, "promotion draw-winners spring of 2", "draw").await.unwrap();
    let winner = winners(&drawn)[0].1;
    done(&one, &format!("patron {winner}"), &format!("claim 1 {winner}")).await;

    let refuse = format!("1 {winner} address file-7 under eligible we think not");
    let said = format!("refuse-claim {refuse}");
    assert_eq!(refused(&one, OPERATOR, &said).await, "pool-takes-two");
    let proposed = format!("promotion refuse-claim spring {refuse}");
    let other = by_two(&house, &one, &proposed.replace("eligible", "wager"), &said).await;
    assert_eq!(other.unwrap_err(), "not-as-proposed", "the ground that was approved, and no other");
    by_two(&house, &one, &proposed, &said).await.unwrap();
    done(&one, &format!("patron {winner}"), &format!("dispute {winner} it is mine")).await;
    let ruling = format!("{winner} upheld 1 they are right");
    assert_eq!(refused(&one, OPERATOR, &format!("rule {ruling}")).await, "pool-takes-two");
    let measure = format!("promotion decide-dispute spring {ruling}");
    by_two(&house, &one, &measure, &format!("rule {ruling}")).await.unwrap();
    done(&one, OPERATOR, &format!("accept-claim 1 {winner}")).await;
    assert!(significant(&house, Kind::PromotionAct, "claim-refused").is_some());
    house.verified();
}

#[tokio::test(flavor = "multi_thread")]
async fn that_a_winner_was_not_told_in_time_is_an_event_that_nobody_has_to_say() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open(folder.path(), false, BEGIN).await;
    let one = published(&house).await;
    done(&one, "patron ada", "enter ada").await;
    house.clock.advance_to(BEGIN.plus_minutes(60));
    by_two(&house, &one, "promotion draw-winners spring of 1", "draw").await.unwrap();
    assert_eq!(refused(&one, OPERATOR, "note-late 1").await, "of-tables");
    let told = || {
        house.floor.site().now().notices.values().any(|own| own.what.to_string().contains("notified-late 1"))
    };
    assert!(!told());
    house.clock.advance_to(BEGIN.plus_minutes(60 + 48 * 60).plus_seconds(2));
    house.until("it is noted", told).await;
    house.verified();
}

/// Whether any file of a folder has this text in it.
fn holds(folder: &Path, text: &str) -> bool {
    let has = |bytes: &[u8]| bytes.windows(text.len()).any(|window| window == text.as_bytes());
    std::fs::read_dir(folder).unwrap().any(|file| {
        let path = file.unwrap().path();
        if path.is_dir() { holds(&path, text) } else { has(&std::fs::read(path).unwrap()) }
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn the_seed_is_in_no_file_before_the_draw_and_its_promise_is() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open(folder.path(), false, BEGIN).await;
    let one = published(&house).await;
    done(&one, "patron ada", "enter ada").await;
    let before = tempfile::tempdir().unwrap();
    for file in std::fs::read_dir(folder.path()).unwrap().map(Result::unwrap) {
        if file.path().is_file() {
            std::fs::copy(file.path(), before.path().join(file.file_name())).unwrap();
        }
    }
    house.clock.advance_to(BEGIN.plus_minutes(60));
    let drawn = by_two(&house, &one, "promotion draw-winners spring of 1", "draw").await.unwrap();
    let seed: Seed = drawn
        .iter()
        .find_map(|event| match &event.what {
            Happening::Drawn { seed, .. } => Some(*seed),
            _ => None,
        })
        .unwrap();
    let promise = one.now().campaign.own.promise.unwrap();
    assert_eq!(seed.promise(), promise);
    assert!(holds(before.path(), &promise.to_string()), "the promise is on record before anybody enters");
    assert!(!holds(before.path(), &seed.to_string()), "the seed is told with the draw");
    let sealed = house.floor.journal().names("sealed").unwrap();
    assert!(sealed.iter().all(|name| !name.starts_with("promotion/")), "{sealed:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn of_64_who_draw_at_once_one_does_and_the_winner_follows_from_seed_and_list() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open(folder.path(), true, BEGIN).await;
    let one = written(&house, true, "").await;
    done(&one, OPERATOR, "publish").await;
    for who in ["ada", "ben", "cyd", "dee"] {
        done(&one, &format!("patron {who}"), &format!("enter {who}")).await;
    }
    // The power fails between the promise and the draw.
    drop((house, one));
    let house = House::open(folder.path(), true, BEGIN).await;
    let one = house.hall.promotion(&"spring".parse().unwrap()).unwrap();
    let early: Vec<_> = (0..64).map(|n| attempt(&one, "early", n)).collect();
    for tried in early {
        assert_eq!(tried.await.unwrap().unwrap_err(), "entries-open (16.7.6)");
    }
    assert_eq!(one.now().campaign.own.seed, None);
    house.clock.advance_to(BEGIN.plus_minutes(60));
    let attempts: Vec<_> = (0..64).map(|n| attempt(&one, "draw", n)).collect();
    let mut drawn = Vec::new();
    for tried in attempts {
        match tried.await.unwrap() {
            Ok(events) => drawn.push(events),
            Err(why) => assert_eq!(why, "promotion-drawn-already (16.7.1)"),
        }
    }
    let [events] = &drawn[..] else { panic!("{} draws", drawn.len()) };
    let own = one.now().campaign.own.clone();
    let order = own.order(own.seed.unwrap());
    let expected: Vec<_> =
        [1, 2].into_iter().zip(order).map(|(prize, own)| (prize, own.entrant, own.entry)).collect();
    assert_eq!(winners(events), expected);
    // The power fails right after it, and everybody tries again.
    drop((house, one));
    let house = House::open(folder.path(), true, BEGIN.plus_minutes(61)).await;
    let one = house.hall.promotion(&"spring".parse().unwrap()).unwrap();
    for tried in (0..64).map(|n| attempt(&one, "again", n)).collect::<Vec<_>>() {
        assert_eq!(tried.await.unwrap().unwrap_err(), "promotion-drawn-already (16.7.1)");
    }
    assert_eq!(one.now().campaign.own.prizes, own.prizes);
    house.verified();
}

fn attempt(
    one: &PromotionHandle,
    word: &'static str,
    number: u32,
) -> tokio::task::JoinHandle<Result<Vec<Event>, String>> {
    let one = one.clone();
    tokio::spawn(async move { under(format!("{word}-{number}"), &one, OPERATOR, "draw").await })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draw_without_entries_and_of_nobody_but_officials_is_refused_and_nothing_changes() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open(folder.path(), false, BEGIN).await;
    let one = published(&house).await;
    house.clock.advance_to(BEGIN.plus_minutes(60));
    let seq = one.now().campaign.seq;
    let none = by_two(&house, &one, "promotion draw-winners spring of 0", "draw").await;
    assert_eq!(none.unwrap_err(), "no-entries (16.7.1)");
    let forged = Command::Draw { seed: "07".repeat(32).parse().unwrap() };
    let key = "own-seed".parse().unwrap();
    let own_seed = one.say(PromotionSaying { key, by: OPERATOR.parse().unwrap(), what: forged }).await;
    assert!(matches!(own_seed, Err(FloorError::Refused(reason)) if reason.code() == "filled-in-by-house"));
    assert_eq!(refused(&one, "patron ada", "claim 1 ada").await, "not-won (16.7.8)");
    assert_eq!(one.now().campaign.seq, seq);
    assert!(one.now().campaign.own.seed.is_none());
    house.verified();
}

#[tokio::test(flavor = "multi_thread")]
async fn it_is_put_off_while_a_fault_holds_the_house_and_nothing_is_entered() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open(folder.path(), false, BEGIN).await;
    let one = published(&house).await;
    house.floor.hold_for_integrity("record 12 is not as it was written");
    let holds = || house.floor.site().now().notices.values().any(|own| own.kind == Kind::IntegrityFault);
    house.until("it holds", holds).await;
    assert_eq!(refused(&one, "patron ada", "enter ada").await, "table-held");
    done(&one, OPERATOR, "postpone the data are in doubt").await;
    done(&one, OPERATOR, "tell-inspectorate the duty inspector").await;
    assert!(significant(&house, Kind::PromotionAct, "postponed").is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_promotion_of_a_demonstration_runs_to_its_prizes() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open(folder.path(), true, BEGIN).await;
    let shown = tokio::spawn(exhibit_promotion(house.hall.clone(), house.floor.clone()));
    let own = || {
        let one = house.hall.promotion(&"house-draw-1".parse().unwrap())?;
        Some(one.now().campaign.own.clone())
    };
    house.until("every prize is awarded", || own().is_some_and(|own| own.is_over())).await;
    shown.abort();
    assert!(own().unwrap().results_published);
    house.verified();
}

#[tokio::test(flavor = "multi_thread")]
async fn names_are_apart_from_tables_and_tournaments() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open(folder.path(), false, BEGIN).await;
    put_up(&house, false).await;
    let cup = house.hall.add(crate::house::plan("spring", "tas-2018", "usual, limits 10..200")).await;
    assert!(cup.is_err_and(|error| error.to_string().contains("already")));
    let again = PromotionPlan {
        name: "spring".parse().unwrap(),
        title: "Again".into(),
        rulebook: "nsw-2021".into(),
        digest: String::new(),
        currency: "AUD".into(),
        demonstration: false,
    };
    assert!(
        house
            .hall
            .add_promotion(again.clone())
            .await
            .is_err_and(|error| error.to_string().contains("already"))
    );
    let other = PromotionPlan { name: "autumn".parse().unwrap(), rulebook: "tas-2018".into(), ..again };
    let none = house.hall.add_promotion(other).await.err().map(|error| error.to_string());
    assert_eq!(none.as_deref(), Some("tas-2018 has no rules for promotions"));
}

/// What an actor is called in these tests.
pub(crate) fn patron(name: &str) -> Actor {
    Actor::Patron(name.parse().unwrap())
}

/// What a card proves at a desk is enough; what only a name says is not.
#[tokio::test(flavor = "multi_thread")]
async fn a_scanned_card_enters_whoever_has_it_also_where_they_are_signed_in_nowhere() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open(folder.path(), false, BEGIN).await;
    let one = published(&house).await;
    let ada = house.floor.patron("ada".parse().unwrap()).await.unwrap();
    let said = |by, command| AccountSaid { key: None, by, command };
    let out = OfAccount::EndSession { end: SessionEnd::Idle, of: None };
    assert!(matches!(ada.say(said(Principal::System, out)).await, Ok(AccountOutcome::Done(_))));
    assert_eq!(refused(&one, "patron ada", "enter ada").await, "patron-not-signed-in");
    assert_eq!(refused(&one, OPERATOR, "enter ada").await, "of-entrant");
    done(&one, OPERATOR, "enter ada by card").await;
    // Whoever is kept out of play is kept out of this, too.
    let excluded = said(Principal::Staff("mia".parse().unwrap()), OfAccount::ExcludeForGood);
    assert!(matches!(ada.say(excluded).await, Ok(AccountOutcome::Done(_))));
    assert_eq!(refused(&one, OPERATOR, "enter ada by card").await, "excluded-for-good");
    house.verified();
}
