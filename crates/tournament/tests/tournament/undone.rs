//! A coup that was settled is opened again: everything is as it was before, also for those who went out.

use punto_tournament::Standing;

use crate::house::House;

fn played(id: &str) -> House {
    let mut house = House::new(id);
    let form = "conditions fee 100, form f-1, entry as-posted, entrants 2..3, chips 1000, compulsory yes, limits 10..1000, method A, rounds 2, \
        session minutes 60, tables 1, advance 1, second-chance no, seating officer, order no, pass-cards 0, hidden 0, \
        buy-backs 1, entitled-only yes, withdraw-days 7, prizes 100, paid cheque, rules-prevail yes, start 1970-01-01T00:00:00Z";
    // Only New South Wales has buy-backs.
    house.must(&if id == "nsw-2021" { form.to_owned() } else { form.replace("buy-backs 1", "buy-backs 0") });
    house.must("publish");
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
    assert!(house.say("unsettle 1").is_err());
    house.must("result 1 9hKs-2d5c");
    house.now = house.now.plus_minutes(61);
    for line in ["time-up 1", "count ada 1110", "count cyd 1020", "declare 1"] {
        house.must(line);
    }
    let refused = house.say("unsettle 1").unwrap_err();
    assert!(refused.by.names("15.10.2"), "{refused}");
}
