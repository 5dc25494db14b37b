//! A form that is given back, and a draw that nobody has promised: what the house knows itself, it takes nobody's word for.

use punto_steward::{TournamentHandle, TournamentOutcome, What};
use punto_tournament::sequence;
use punto_vocab::{Money, PersonId, Time};

use crate::house::{House, done, must, refused, tell};
use crate::insiders::{MANAGER, OPERATOR, cup, session};

const BEGIN: Time = Time(1_700_000_000_000_000);
const SUPERVISOR: &str = "game-supervisor sue";

/// Those at the table in the order of wagering, with their seats.
fn in_order(one: &TournamentHandle) -> Vec<(PersonId, u8)> {
    let now = one.now();
    let own = &now.contest.own;
    let order = sequence(&now.contest.book, own, 1);
    order.into_iter().map(|who| (who, own.place(who).unwrap().seat)).collect()
}

async fn hands_in(one: &TournamentHandle, who: PersonId, stake: Option<Money>) {
    let by = format!("patron {who}").parse().unwrap();
    let what = What::Seal { entrant: who, bet: "player".parse().ok(), stake, words: stake };
    assert!(matches!(tell(one, by, what).await, TournamentOutcome::Done(_)));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_examiner_gives_back_no_form_without_a_fault_once_somebody_later_has_wagered() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open(folder.path(), false, BEGIN).await;
    let one = cup(&house).await;
    session(&house, &one).await;
    let order = in_order(&one);
    let ((first, seat), (later, at)) = (order[0], order[1]);
    hands_in(&one, first, Some(Money::from_minor(50_000))).await;
    must(&one, &format!("wager {later}@{at} player 100")).await;
    // Nobody cuts the stake by calling the form faulty, whatever fault is named.
    for why in ["illegible", "found unclear illegible", "found over-maximum too much"] {
        let back = refused(&one, SUPERVISOR, &format!("return-form {first} {why}")).await;
        assert_eq!(back.as_deref(), Some("form-in-order"), "{why}");
    }
    // Who does not examine forms learns nothing of it.
    for by in [MANAGER, OPERATOR, "patron ada", "dealer dan"] {
        let back = refused(&one, by, &format!("return-form {first} illegible")).await;
        assert_eq!(back.as_deref(), Some("wrong-tournament-role"), "{by}");
    }
    assert!(!one.now().contest.own.place(first).unwrap().restricted, "{first} at {seat}");
    house.verified();
    house.hall.stop().await;
    house.floor.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_faulty_form_is_given_back_with_the_fault_that_the_house_finds() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open(folder.path(), false, BEGIN).await;
    let one = cup(&house).await;
    session(&house, &one).await;
    let order = in_order(&one);
    let ((first, seat), (later, at)) = (order[0], order[1]);
    hands_in(&one, first, None).await;
    must(&one, &format!("wager {later}@{at} player 100")).await;
    done(&one, SUPERVISOR, &format!("return-form {first} no amount")).await;
    // Others have wagered since: what is laid in its place is the minimum.
    let (own, stake) = (format!("patron {first}"), format!("wager {first}@{seat} player"));
    assert_eq!(refused(&one, &own, &format!("{stake} 500")).await.as_deref(), Some("held-to-minimum"));
    assert_eq!(refused(&one, &own, &format!("{stake} 10")).await, None);
    house.verified();
    house.hall.stop().await;
    house.floor.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn seats_are_not_drawn_before_the_conditions_are_published() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open(folder.path(), false, BEGIN).await;
    house.staffed().await;
    let one = house.put_up("cup", "nsw-2021", "usual, limits 10..500").await;
    let drawn = tell(&one, MANAGER.parse().unwrap(), What::Draw).await;
    let why = drawn.refused().map(|refused| refused.reason.code());
    assert_eq!(why, Some("not-published"), "{drawn:?}");
    house.hall.stop().await;
    house.floor.stop().await;
}
