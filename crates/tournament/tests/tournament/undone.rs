//! A coup that was settled is opened again: everything is as it was before, also for those who went out.

use punto_tournament::Standing;

use crate::house::House;

fn played(id: &str) -> House {
    let mut house = House::new(id);
    let form = "conditions fee 100, form f-1, entry as-posted, entrants 2..3, chips 1000, compulsory yes, limits 10..1000, method A, rounds 2, \
        session minutes 60, tables 1, advance 1, second-chance no, seating officer, order no, pass-cards 0, hidden 0, \
        buy-backs 1, entitled-only yes, withdraw-days 7, prizes 100, paid cheque, rules-prevail yes, start 1970-01-01T00:00:00Z";
    // Only New South Wales has buy-backs.
    house.publish(&if id == "nsw-2021" {
        form.to_owned()
    } else {
        form.replace("buy-backs 1", "buy-backs 0")
    });
    for name in ["ada", "ben", "cyd"] {
        for line in ["apply {}", "inform {}", "endorse {}", "pay-fee {} 100"] {
            house.must(&line.replace("{}", name));
        }
    }
    for line in
        ["accept ada ben cyd", "start", "designate 1", "allot ada 1@1", "allot ben 1@2", "allot cyd 1@3"]
    {
        house.must(line);
    }
    let _ = house.say("attend");
    for name in ["ada", "ben", "cyd"] {
        house.must(&format!("take-seat {name}"));
    }
    // Without tables of its own: what they would tell is said here.
    house.alone = true;
    for line in [
        "begin",
        "wager ada@1 player 100",
        "wager ben@2 banker 1000",
        "wager cyd@3 player 10",
        "close 1",
        "deal 1",
    ] {
        house.must(line);
    }
    house
}

fn chips(house: &House, name: &str) -> i64 {
    house.own.place(name.parse().unwrap()).map_or(-1, |place| place.stack.minor())
}

#[test]
fn whoever_went_out_is_in_again_when_the_coup_is_void_after_all() {
    for id in ["nsw-2021", "tas-2018"] {
        let mut house = played(id);
        house.must("result 1 9hKs-2d5c");
        let ben = "ben".parse().unwrap();
        assert_eq!(house.own.entrants[&ben].standing, Standing::Out, "{id}");
        assert_eq!([chips(&house, "ada"), chips(&house, "cyd")], [110_000, 101_000]);
        house.must("unsettle 1");
        house.must("void-coup 1");
        assert_eq!(house.own.entrants[&ben].standing, Standing::In, "{id}");
        assert_eq!(["ada", "ben", "cyd"].map(|name| chips(&house, name)), [100_000; 3], "{id}");
        assert!(house.own.venues[&1].exits.is_empty(), "{id}");
        // A coup that is void has no settlement to undo.
        assert!(house.say("unsettle 1").is_err());
    }
}

#[test]
fn a_coup_that_is_settled_again_counts_once() {
    let mut house = played("nsw-2021");
    house.must("result 1 9hKs-2d5c");
    house.must("buy-back ben");
    house.must("unsettle 1");
    house.must("result 1 2d5c-9hKs");
    assert_eq!(["ada", "ben", "cyd"].map(|name| chips(&house, name)), [90_000, 195_000, 99_000]);
    assert_eq!(house.own.venues[&1].coups, 1);
    assert_eq!(house.own.entrants[&"ben".parse().unwrap()].buy_backs, 0);
}

#[test]
fn who_was_sent_away_stays_away_and_wins_nothing() {
    let mut house = played("nsw-2021");
    house.must("result 1 9hKs-2d5c");
    house.must("disqualify ada breach");
    house.must("unsettle 1");
    house.must("result 1 2d5c-9hKs");
    assert_eq!(house.own.entrants[&"ada".parse().unwrap()].standing, Standing::Disqualified);
    assert_eq!(["ben", "cyd"].map(|name| chips(&house, name)), [195_000, 99_000]);
}

#[test]
fn nothing_is_undone_once_winners_are_declared_or_cards_are_out() {
    let mut house = played("nsw-2021");
    house.must("result 1 9hKs-2d5c");
    for line in ["wager ada@1 player 10", "wager cyd@3 player 10", "close 1", "deal 1"] {
        house.must(line);
    }
    // A coup that is let out has no card yet, as far as its table tells.
    let out = house.own.clone();
    house.must("unsettle 1");
    house.own = out;
    house.must("outcome 1");
    assert!(house.say("unsettle 1").is_err());
    house.must("result 1 9hKs-2d5c");
    house.now = house.now.plus_minutes(61);
    for line in ["time-up 1", "count ada 1110", "count cyd 1020", "declare 1"] {
        house.must(line);
    }
    let refused = house.say("unsettle 1").unwrap_err();
    assert!(refused.by.names("15.10.2"), "{refused}");
}

/// Cash-value chips, of which ben has five left when he is out.
fn with_money() -> House {
    let mut house = House::new("tas-2018");
    house.publish(
        "conditions fee 0, form f-1, entry as-posted, entrants 2..3, chips 205, limits 10..200, rounds 1, \
        session minutes 60, advance 1, hidden 0, prizes 100, paid cheque, live yes, start 1970-01-01T00:00:00Z",
    );
    for name in ["ada", "ben"] {
        for line in ["apply {}", "inform {}", "endorse {}", "accept {}"] {
            house.must(&line.replace("{}", name));
        }
    }
    for line in
        ["start", "designate 1", "allot ada 1@1", "allot ben 1@2", "take-seat ada", "take-seat ben", "attend"]
    {
        house.must(line);
    }
    house
}

fn paid_out(house: &House) -> i64 {
    let kept = |event: &punto_tournament::Event| match event.what {
        punto_tournament::Happening::ChipsKept { amount, .. } => amount.minor(),
        _ => 0,
    };
    house.events.iter().map(kept).sum()
}

#[test]
fn money_that_went_home_is_not_had_twice_however_often_a_coup_is_settled() {
    for again in
        [&["result 1 9hKs-2d5c"][..], &["void-coup 1"], &["result 1 2d5c-9hKs", "unsettle 1", "void-coup 1"]]
    {
        let mut house = with_money();
        house.alone = true;
        for line in ["begin", "wager ada@1 player 100", "wager ben@2 banker 200", "close 1", "deal 1"] {
            house.must(line);
        }
        house.must("result 1 9hKs-2d5c");
        assert_eq!(paid_out(&house), 500);
        house.must("unsettle 1");
        again.iter().for_each(|line| drop(house.must(line)));
        house.now = house.now.plus_minutes(61);
        house.must("time-up 1");
        if house.say("declare 1").is_err() {
            house.must("play-off 1 chips 100 card As");
            for line in
                ["wager ada@1 player 50", "wager ben@2 banker 50", "close 1", "deal 1", "result 1 9hKs-2d5c"]
            {
                house.must(line);
            }
            house.must("declare 1");
        }
        // What was given out for the session, and what the bank has lost or won; chips of a play-off are nobody's money.
        let moved = |event: &punto_tournament::Event| match event.what {
            punto_tournament::Happening::Issued { amount, .. } => amount.minor(),
            _ => 0,
        };
        let play_off = |event: &&punto_tournament::Event| {
            matches!(event.what, punto_tournament::Happening::PlayOffBegan { .. })
        };
        let chips: i64 = house.events.iter().take_while(|event| !play_off(event)).map(moved).sum();
        let voided = again.contains(&"void-coup 1");
        let bank = if voided { 0 } else { 10_000 - 20_000 };
        assert_eq!(paid_out(&house), chips + bank, "{again:?}");
    }
}

#[test]
fn a_coup_without_wagers_that_an_error_brings_is_none_of_the_sessions() {
    let mut house = with_money();
    for line in ["begin", "wager ada@1 player 100", "wager ben@2 banker 100", "close 1", "deal 1"] {
        house.must(line);
    }
    let dealer = || crate::house::dealer();
    let at_table = |house: &mut House, line: &str| {
        house.at_table(1, dealer(), &line.parse().unwrap()).unwrap_or_else(|why| panic!("{line}: {why}"))
    };
    for line in ["card Ks", "card 2d", "card 6h", "card 5c"] {
        at_table(&mut house, line);
    }
    for line in ["pass player to ada", "return player", "pass banker to ben", "return banker", "call points"]
    {
        at_table(&mut house, line);
    }
    for line in ["card 9d to player", "call result", "settle"] {
        at_table(&mut house, line);
    }
    let (coups, stacks) = (house.own.venues[&1].coups, ["ada", "ben"].map(|name| chips(&house, name)));
    assert_eq!((coups, stacks), (1, [10_500, 30_000]));
    for line in ["card 9d", "card 2h", "card 9h", "card 5d", "call result", "settle"] {
        at_table(&mut house, line);
    }
    assert_eq!(house.own.venues[&1].coups, 1);
    assert_eq!(["ada", "ben"].map(|name| chips(&house, name)), stacks);
    house.must("wager ben@2 banker 100");
}

#[test]
fn a_coup_that_was_let_out_is_not_dealt_when_its_shoe_is_taken_out_first() {
    let mut house = played("tas-2018");
    house.must("shoe-ended 1");
    assert_eq!(house.own.venues[&1].phase, punto_tournament::Phase::Betting);
    assert!(house.own.venues[&1].wagers.is_empty());
    house.must("wager ada@1 player 100");
}
