//! Betting systems over many sessions.

use punto_odds::sim::{NotPlayed, PatronStay, SessionSums, SimGame, SimRun, System, Watch};
use punto_odds::{Analysis, Composition};
use punto_rulebook::{Draft, Rulebook, Terms};
use punto_vocab::{BetId, Money};

fn usual() -> (Rulebook, Terms, SimGame) {
    let book = Rulebook::embedded("nsw-2021").unwrap();
    let terms = Terms::under(&book, Draft::usual(&book)).unwrap();
    let game = SimGame::of_terms(&book, &terms).unwrap();
    (book, terms, game)
}

fn money(text: &str) -> Money {
    text.parse().unwrap()
}

fn banker() -> BetId {
    "banker".parse().unwrap()
}

fn play(system: &System, bankroll: &str, coups: u32, sessions: u64, threads: usize) -> SessionSums {
    let (_, terms, game) = usual();
    let session = PatronStay { bankroll: money(bankroll), coups };
    let run = SimRun { seed: 5, coups: sessions, threads };
    SessionSums::play(system, session, &game, &terms, &run, &Watch::default()).unwrap()
}

#[test]
fn the_seed_alone_decides() {
    for system in [System::flat, System::martingale, System::paroli, System::dalembert] {
        let system = system(banker(), money("10"));
        let one = play(&system, "500", 150, 500, 1);
        assert_eq!(one, play(&system, "500", 150, 500, 3), "{system}");
        assert_eq!(one.gains().len(), 512);
        assert!(!one.stopped());
    }
}

/// A flat stake of 20 on Banker, whatever the bankroll, loses its edge in every one of the first coups.
#[test]
fn a_flat_stake_loses_its_edge() {
    let (book, terms, _) = usual();
    let sessions = play(&System::flat(banker(), money("20")), "100000", 60, 20_000, 0);
    let odds = Analysis::of_terms(&book, &terms).unwrap().odds(&Composition::decks(8).unwrap()).unwrap();
    let edge = odds.iter().find(|odds| odds.bet == banker()).unwrap().house_edge.to_f64();
    let z = sessions.sums().mean().z(-edge * 2_000.0 * 60.0);
    assert!(z.abs() < 4.5, "{z}");
    assert_eq!(sessions.coups(), sessions.gains().len() as u64 * 60);
    assert_eq!(sessions.staked().sum, i128::from(sessions.coups()) * 2_000);
    assert_eq!(sessions.ruined().count, 0);
    assert!(
        sessions.quantile(0.05) < sessions.quantile(0.5) && sessions.quantile(0.5) < sessions.quantile(0.95)
    );
}

#[test]
fn nobody_loses_more_than_was_brought() {
    for system in [System::martingale, System::dalembert] {
        let sessions = play(&system(banker(), money("10")), "300", 400, 2_000, 0);
        assert!(sessions.gains().iter().all(|gain| *gain >= money("0") - money("300")));
        let ruined = sessions.ruined();
        assert!(ruined.count > 0 && ruined.count < ruined.of);
        // Ruin is to be left with less than the least stake, which is one.
        let broke = sessions.gains().partition_point(|gain| *gain < money("0") - money("299"));
        assert_eq!(broke as u64, ruined.count);
    }
}

#[test]
fn a_target_ends_the_session() {
    let system = System::martingale(banker(), money("10")).with_target(money("50"));
    let sessions = play(&system, "1000", 400, 2_000, 0);
    let reached = sessions.gains().iter().filter(|gain| **gain >= money("50")).count() as u64;
    assert_eq!(sessions.reached().count, reached);
    assert!(reached > sessions.reached().of / 2);
    assert!(sessions.ahead().count >= reached);
}

#[test]
fn a_bet_that_is_not_offered_is_refused() {
    let (book, _, game) = usual();
    let mut draft = Draft::usual(&book);
    draft.offered.clear();
    let terms = Terms::under(&book, draft).unwrap();
    let bet = "player_pair".parse().unwrap();
    let session = PatronStay { bankroll: money("100"), coups: 10 };
    let run = SimRun { seed: 1, coups: 64, threads: 1 };
    let refused =
        SessionSums::play(&System::flat(bet, money("5")), session, &game, &terms, &run, &Watch::default());
    assert_eq!(refused.unwrap_err(), NotPlayed::NotOffered(bet));
}

#[test]
fn systems_round_trip_as_text() {
    for system in [System::flat, System::martingale, System::paroli, System::dalembert] {
        let system = system(banker(), money("10")).with_target(money("70.50"));
        assert_eq!(system.to_string().parse(), Ok(system));
    }
    for wrong in
        ["", "bet banker", "base 5", "bet banker\nbase -5", "bet banker\nbase 5\nwin x0: base", "win base"]
    {
        assert!(wrong.parse::<System>().is_err(), "{wrong}");
    }
}
