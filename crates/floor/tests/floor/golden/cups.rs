//! A tournament under each document that has them: entries, a hidden wager, a play-off, prizes and goods.

use punto_contest::TournamentPlan;
use punto_floor::{Floor, SimulatedClock};
use punto_steward::{Hall, TournamentHandle, TournamentOutcome, TournamentSaying, What};
use punto_tournament::{Command, Owed, Phase, duties, says_itself, sequence};
use punto_vocab::{Actor, Dealer, Money, PersonId};

use crate::common::*;

const NSW: &str = "compulsory yes, method A, session coups 1, second-chance no, order yes, pass-cards 0, \
    hidden-after-tie used, buy-backs 0, entitled-only yes, withdraw-days 7, rules-prevail yes";
const TAS: &str = "entry as-posted, session minutes 1";

/// Plays one under each document, at tables of its own, for nothing.
pub(super) async fn write(house: &Floor, clock: &SimulatedClock) {
    let hall = Hall::start(house.clone()).await.unwrap();
    for (id, items) in [("nsw-2021", NSW), ("tas-2013", TAS), ("tas-2018", TAS)] {
        let name = format!("cup-{}", id.replace('-', ""));
        let plan = TournamentPlan {
            name: name.parse().unwrap(),
            title: format!("Cup of {id}"),
            rulebook: id.into(),
            digest: String::new(),
            currency: "AUD".into(),
            dealer: Dealer::Automatic,
            opening: "usual, demonstration yes".parse().unwrap(),
            tables: name,
        };
        let one = hall.add(plan).await.unwrap();
        enter(&one, items).await;
        play(&one, clock).await;
        pay(&one).await;
    }
    hall.stop().await;
}

async fn enter(one: &TournamentHandle, items: &str) {
    must(
        one,
        &format!(
            "conditions fee 100, form f-1, entrants 2..8, chips 1000, limits 10..500, rounds 1, tables 1, advance 1, \
             seating draw, hidden 2, prizes 60 40, paid cheque, start 2026-01-01T00:00:00Z, {items}"
        ),
    )
    .await;
    tell(one, Actor::System, What::Publish).await;
    must(one, "add-value 50 a gift of the house").await;
    must(one, "add-goods 1 250 a hamper").await;
    for name in ["ada", "ben"] {
        must(one, &format!("apply {name}")).await;
        must(one, &format!("inform {name}")).await;
        must(one, &format!("endorse {name}")).await;
        must(one, &format!("pay-fee {name} 100")).await;
        must(one, &format!("accept {name}")).await;
    }
    must(one, "start").await;
    let _ = say(one, "attend").await;
    must(one, "designate 1").await;
    let seed = says_itself(&one.now().contest.book, &format!("draw {}", "0".repeat(64)).parse().unwrap());
    tell(one, seed, What::Draw).await;
    must(one, "take-seat ada").await;
    must(one, "take-seat ben").await;
    must(one, "begin").await;
}

/// Both wager the same until the session is over, so that they are level; in the play-off one has the other hand.
async fn play(one: &TournamentHandle, clock: &SimulatedClock) {
    let phase = || one.now().contest.own.venues[&1].phase;
    while phase() != Phase::Declared {
        match phase() {
            Phase::Betting => wager(one).await,
            Phase::Over => decide(one).await,
            Phase::Idle | Phase::Closed | Phase::Dealing | Phase::Declared => {}
        }
        owed(one).await;
        clock.advance(500_000);
        tokio::time::sleep(std::time::Duration::from_millis(1)).await;
    }
}

/// Whoever's turn it is hides a wager in the first coup, and lays chips in the others.
async fn wager(one: &TournamentHandle) {
    let now = one.now();
    let (own, book) = (&now.contest.own, &now.contest.book);
    let venue = &own.venues[&1];
    let order = sequence(book, own, 1);
    let Some(next) = order.into_iter().find(|name| !venue.has_acted(*name)) else { return };
    let play_off = venue.play_off.is_some();
    let bet = if play_off && next == person("ben") { "banker" } else { "player" };
    if venue.coups == 0 && !play_off {
        let stake = Some(Money::from_minor(10_000));
        let what = What::Seal { entrant: next, bet: bet.parse().ok(), stake, words: stake };
        let _ = try_to(one, Actor::Patron(next), what).await;
    } else {
        let seat = own.place(next).unwrap().seat;
        // When the time of a session is up nobody begins another coup.
        let _ = say(one, &format!("wager {next}@{seat} {bet} 100")).await;
    }
}

/// What waits for an officer: forms are examined and read out, chips are counted.
async fn owed(one: &TournamentHandle) {
    let now = one.now();
    for duty in duties(&now.contest.book, &now.contest.own) {
        match duty.what {
            Owed::Examine(entrant) => drop(say(one, &format!("examine {entrant}")).await),
            Owed::Announce(entrant) => {
                let reads = format!("announce {entrant} -:-:none").parse().unwrap();
                let by = says_itself(&now.contest.book, &reads);
                drop(try_to(one, by, What::Announce { entrant }).await);
            }
            Owed::Count(entrant) => {
                let chips = now.contest.own.place(entrant).map_or(Money::ZERO, |place| place.stack);
                drop(say(one, &format!("count {entrant} {chips}")).await);
            }
            _ => {}
        }
    }
}

/// The winners are declared, or those who are level play off.
async fn decide(one: &TournamentHandle) {
    owed(one).await;
    for line in ["declare 1", "play-off 1", "play-off 1 chips 1000 card 2h"] {
        if matches!(say(one, line).await, TournamentOutcome::Done(_)) {
            return;
        }
    }
}

async fn pay(one: &TournamentHandle) {
    must(one, "award").await;
    let own = one.now().contest.own.clone();
    assert_eq!(own.entrants.values().filter(|entrant| !entrant.goods.is_empty()).count(), 1);
    for (name, entrant) in &own.entrants {
        for (what, _) in &entrant.goods {
            must(one, &format!("hand-over {name} {what}")).await;
        }
        must(one, &format!("pay-prize {name} cheque")).await;
    }
    let _ = say(one, "return-chips 1").await;
}

fn person(name: &str) -> PersonId {
    name.parse().unwrap()
}

/// Says something in the name of whoever says it by themselves.
async fn say(one: &TournamentHandle, line: &str) -> TournamentOutcome {
    let command: Command = line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
    let by = says_itself(&one.now().contest.book, &command);
    try_to(one, by, command.into()).await
}

async fn must(one: &TournamentHandle, line: &str) {
    let outcome = say(one, line).await;
    assert!(matches!(outcome, TournamentOutcome::Done(_)), "{line}: {outcome:?}");
}

async fn tell(one: &TournamentHandle, by: Actor, what: What) {
    let outcome = try_to(one, by, what).await;
    assert!(matches!(outcome, TournamentOutcome::Done(_)), "{outcome:?}");
}

async fn try_to(one: &TournamentHandle, by: Actor, what: What) -> TournamentOutcome {
    one.say(TournamentSaying { key: fresh(), by, what }).await.unwrap()
}
