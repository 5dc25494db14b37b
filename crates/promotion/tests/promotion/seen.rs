//! Who sees what.

use punto_promotion::{Viewer, view};

use crate::house::House;

fn patron(name: &str) -> Viewer {
    Viewer::Patron(name.parse().unwrap())
}

#[test]
fn a_draft_is_the_houses_own() {
    let mut house = House::new("nsw-2021");
    house.must("conditions manner draw");
    house.must("prize 1 kind cash, value 500");
    for viewer in [Viewer::Public, patron("ada")] {
        let seen = view(&house.book, &house.own, viewer);
        assert!(seen.conditions.is_none() && seen.prizes.is_empty());
    }
    assert_eq!(view(&house.book, &house.own, Viewer::Official).prizes.len(), 1);
}

#[test]
fn winners_are_known_once_the_results_are_published_and_claims_to_the_claimant() {
    let mut house = House::published("presence no");
    house.must("enter ada");
    let public = view(&house.book, &house.own, Viewer::Public);
    assert!(public.promise.is_some() && public.seed.is_none() && public.entries == 1);
    assert!(public.tickets.is_empty() && public.duties.is_empty());
    house.draw();
    house.must("claim 1 ben");
    house.must("refuse-claim 1 ben address file-2 not his");
    let winner = |house: &House, viewer| view(&house.book, &house.own, viewer).prizes[0].winner;
    let ada = Some("ada".parse().unwrap());
    assert_eq!((winner(&house, Viewer::Public), winner(&house, patron("ben"))), (None, None));
    assert_eq!((winner(&house, patron("ada")), winner(&house, Viewer::Official)), (ada, ada));
    for (viewer, knows) in
        [(Viewer::Public, false), (patron("ada"), false), (patron("ben"), true), (Viewer::Official, true)]
    {
        let bytes = serde_json::to_string(&view(&house.book, &house.own, viewer)).unwrap();
        assert_eq!(bytes.contains("not his"), knows, "{viewer:?}: {bytes}");
        assert_eq!(bytes.contains("file-2"), knows, "{viewer:?}: {bytes}");
    }
    house.must("publish-results");
    assert_eq!(winner(&house, Viewer::Public), ada);
    assert!(view(&house.book, &house.own, Viewer::Public).seed.is_some());
}

#[test]
fn how_a_winner_is_paid_is_the_winners_own() {
    let cash = "kind cash, what money, value 20000, terms none, contains nothing";
    let mut house = House::publishing("presence no", &[cash]);
    house.must("enter ada");
    house.draw();
    for line in ["publish-results", "claim 1 ada", "accept-claim 1 ada", "choose 1 ada cheque 20000"] {
        house.must(line);
    }
    let choice = |viewer| view(&house.book, &house.own, viewer).prizes[0].choice.is_some();
    assert!(choice(patron("ada")) && choice(Viewer::Official));
    assert!(!choice(Viewer::Public) && !choice(patron("ben")));
}
