//! Hidden wagers and the close on the floor: what an entrant's own screen hands in, what the officer who examines forms does
//! with a paper beside it, and who closes over somebody who does not wager.

use punto_steward::{TournamentHandle, TournamentOutcome, What};
use punto_tournament::{Form, Seal, sequence};
use punto_vocab::{Money, PersonId, Time};

use crate::house::{House, carried_out, done, must, refused, tell, try_to};
use crate::insiders::{DEALER, MANAGER, OPERATOR, cup, session};

const BEGIN: Time = Time(1_700_000_000_000_000);
const SUPERVISOR: &str = "game-supervisor sue";

/// Whose turn it is, and their seat.
fn next(one: &TournamentHandle) -> (PersonId, u8) {
    let now = one.now();
    let own = &now.contest.own;
    let order = sequence(&now.contest.book, own, 1);
    let next = order.into_iter().find(|who| !own.venues[&1].has_acted(*who)).unwrap();
    (next, own.place(next).unwrap().seat)
}

async fn handed_in(one: &TournamentHandle, by: &str, who: PersonId, bet: &str) -> TournamentOutcome {
    let (bet, stake) = (bet.parse().ok(), Some(Money::from_minor(10_000)));
    tell(one, by.parse().unwrap(), What::Seal { entrant: who, bet, stake, words: stake }).await
}

fn receipt(outcome: TournamentOutcome) -> Form {
    match outcome {
        TournamentOutcome::Done(answer) => answer.receipt.unwrap(),
        other => panic!("{other:?}"),
    }
}

/// The number of somebody's form, as everybody may see it.
fn number(one: &TournamentHandle, who: PersonId) -> Option<String> {
    let own = one.now().contest.own.clone();
    own.venues[&1].forms.get(&who).and_then(|form| form.seal).map(Seal::number)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_paper_has_the_number_of_what_its_writer_handed_in_and_no_officer_exchanges_it() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open(folder.path(), false, BEGIN).await;
    let one = cup(&house).await;
    session(&house, &one).await;
    let (who, seat) = next(&one);
    let own = format!("patron {who}");
    // An officer who holds a paper hands nothing in: it is the word of whoever wrote it.
    for by in [SUPERVISOR, MANAGER, DEALER, OPERATOR, "system"] {
        let stake = Some(Money::from_minor(10_000));
        let what = What::Seal { entrant: who, bet: "player".parse().ok(), stake, words: stake };
        let said = try_to(&one, by.parse().unwrap(), what).await;
        assert!(said.unwrap_err().to_string().contains("in person"), "{by}");
    }
    let first = receipt(handed_in(&one, &own, who, "player").await);
    assert_eq!(number(&one, who), Some(Seal::of(&first).number()));
    // The paper says something else: it is given back while wagers are open, and another number is on the next one.
    assert_eq!(
        refused(&one, MANAGER, &format!("return-form {who} another bet on the paper")).await.as_deref(),
        Some("wrong-tournament-role")
    );
    done(&one, SUPERVISOR, &format!("return-form {who} another bet on the paper")).await;
    assert_eq!(number(&one, who), None);
    let second = receipt(handed_in(&one, &own, who, "banker").await);
    assert_eq!(number(&one, who), Some(Seal::of(&second).number()));
    assert_ne!(Seal::of(&first).number(), Seal::of(&second).number());
    // Neither is the other hand beside it in chips.
    let chips = format!("wager {who}@{seat} player 10");
    assert_eq!(refused(&one, &own, &chips).await.as_deref(), Some("both-hands-here"));
    done(&one, SUPERVISOR, &format!("examine {who}")).await;
    let (other, seat) = next(&one);
    must(&one, &format!("wager {other}@{seat} player 100")).await;
    done(&one, DEALER, "close 1").await;
    // Once wagers are closed no paper comes back, and what is read out is what was handed in.
    let back = refused(&one, SUPERVISOR, &format!("return-form {who} it was another")).await;
    assert_eq!(back.as_deref(), Some("wrong-tournament-phase"));
    assert_eq!(
        refused(&one, SUPERVISOR, &format!("announce {who} player:500/500:x")).await.as_deref(),
        Some("filled-in-by-house")
    );
    let read = tell(&one, SUPERVISOR.parse().unwrap(), What::Announce { entrant: who }).await;
    let lines: Vec<String> =
        read.done().unwrap().happened.iter().map(|event| event.what.to_string()).collect();
    assert_eq!(lines, [format!("announced {who} banker 100"), format!("laid {who} banker 100")]);
    house.verified();
    house.hall.stop().await;
    house.floor.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_form_is_taken_in_on_the_other_hand_than_the_chips() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open(folder.path(), false, BEGIN).await;
    let one = cup(&house).await;
    session(&house, &one).await;
    let (who, seat) = next(&one);
    must(&one, &format!("wager {who}@{seat} player 100")).await;
    let before = one.now().contest.seq;
    let other = handed_in(&one, &format!("patron {who}"), who, "banker").await;
    let why = other.refused().unwrap();
    assert_eq!((why.reason.code(), why.by.names("5.6.6")), ("both-hands-here", true), "{why}");
    assert_eq!(one.now().contest.seq, before, "nothing of it is on record");
    receipt(handed_in(&one, &format!("patron {who}"), who, "player").await);
    house.verified();
    house.hall.stop().await;
    house.floor.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_manager_with_another_closes_over_somebody_who_does_not_wager() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::open(folder.path(), false, BEGIN).await;
    let one = cup(&house).await;
    session(&house, &one).await;
    let (who, seat) = next(&one);
    must(&one, &format!("wager {who}@{seat} player 100")).await;
    // The dealer of the table closes when everybody has wagered, and not before; nobody else closes at all.
    assert_eq!(refused(&one, DEALER, "close 1").await.as_deref(), Some("not-wagered"));
    assert_eq!(refused(&one, "dealer eve", "close 1").await.as_deref(), Some("not-on-here"));
    for by in [OPERATOR, "patron ada", "casino-supervisor sam"] {
        assert_eq!(refused(&one, by, "close 1").await.as_deref(), Some("wrong-tournament-role"), "{by}");
    }
    assert_eq!(refused(&one, "system", "close 1").await.as_deref(), Some("not-wagered"));
    // Who has not wagered goes with the coup, so that the manager does not do it alone.
    let (other, _) = next(&one);
    assert_eq!(refused(&one, MANAGER, "close 1").await.as_deref(), Some("pool-takes-two"));
    let number = house.agreed("tom", "ria", &format!("tournament close-over cup 1 coup 1 {other}")).await;
    let close: punto_tournament::Command = "close 1".parse().unwrap();
    carried_out(&one, number, MANAGER, close.into()).await.done().unwrap();
    done(&one, DEALER, "deal 1").await;
    assert!(one.now().contest.own.place(other).is_some());
    house.verified();
    house.hall.stop().await;
    house.floor.stop().await;
}
