//! What must be refused with its clause, and changes nothing.

use crate::house::House;

const CONDITIONS: &str = "conditions fee 100, form f-1, entrants 2..2, chips 1000, compulsory yes, limits 10..500, method A, rounds 1, \
    session minutes 60, tables 1, advance 1, second-chance no, seating officer, order no, pass-cards 0, hidden 0, \
    buy-backs 0, entitled-only yes, withdraw-days 7, prizes 100, paid cheque, rules-prevail yes, entry as-posted, \
    start 1970-01-01T00:00:00Z";

fn running(id: &str) -> House {
    let mut house = House::new(id);
    house.publish(CONDITIONS);
    enter(&mut house);
    house
}

fn enter(house: &mut House) {
    for name in ["ada", "ben"] {
        house.must(&format!("apply {name}"));
        house.must(&format!("inform {name}"));
        house.must(&format!("endorse {name}"));
        house.must(&format!("pay-fee {name} 100"));
    }
    house.must("accept ada ben");
}

#[track_caller]
fn refused(house: &mut House, line: &str, by: &str) {
    let before = house.own.clone();
    let refusal = house.say(line).expect_err(line);
    assert!(refusal.by.authorities().iter().any(|own| own.to_string() == by), "{line}: {refusal}");
    assert_eq!(house.own, before, "{line}");
}

#[test]
fn one_too_many_a_fee_too_late_and_two_seats_are_refused() {
    for (id, full, seat, fee) in [
        ("nsw-2021", "15.4.2(i)", "15.5.4", "15.3.1"),
        ("tas-2013", "15.2.2.d", "15.2.3.e", "15.2"),
        ("tas-2018", "16.2.2.d", "16.2.3.e", "16.2"),
    ] {
        let mut house = running(id);
        for line in ["apply cyd", "inform cyd", "endorse cyd", "pay-fee cyd 100"] {
            house.must(line);
        }
        refused(&mut house, "accept cyd", full);
        house.must("start");
        refused(&mut house, "pay-fee cyd 100", fee);
        refused(&mut house, "apply dee", "house:tournament-order");
        house.must("designate 1");
        house.must("allot ada 1@1");
        refused(&mut house, "allot ben 1@1", seat);
        house.must("allot ben 1@2");
        house.must("take-seat ada");
        refused(&mut house, "allot ada 1@3", seat);
    }
}

#[test]
fn a_document_without_tournaments_has_none() {
    for id in ["nz-1998", "rws-2016"] {
        let mut house = House::new(id);
        refused(&mut house, "conditions fee 100", "house:tournament-order");
        refused(&mut house, "publish", "house:tournament-order");
    }
}

#[test]
fn what_a_coup_was_is_told_by_its_table_and_by_nobody_else() {
    let mut house = running("nsw-2021");
    for line in
        ["start", "designate 1", "allot ada 1@1", "allot ben 1@2", "take-seat ada", "take-seat ben", "begin"]
    {
        house.must(line);
    }
    house.must("wager ada@1 player 100");
    house.must("wager ben@2 banker 100");
    house.must("close 1");
    house.must("deal 1");
    for by in ["dealer dan", "tournament-manager max", "casino-operator olga", "patron ben"] {
        for line in
            ["result 1 2d5c-9hKs", "void-coup 1", "wager-off ada player", "forfeit ada", "shoe-ended 1"]
        {
            let refusal = house.as_said(by, line).expect_err(line);
            assert!(refusal.reason.to_string().contains("itself tells"), "{by}: {line}: {refusal}");
        }
    }
    // What everybody gains follows from the cards, whatever else is said.
    let events = house.must("result 1 2d5c-9hKs");
    let lines: Vec<String> = events.iter().map(|event| event.what.to_string()).collect();
    assert!(
        lines.contains(&"lost ada 100".to_owned()) && lines.contains(&"won ben 95".to_owned()),
        "{lines:?}"
    );
    for by in ["dealer dan", "tournament-manager max"] {
        assert!(house.as_said(by, "unsettle 1").is_err(), "{by}");
    }
}

/// Ada and Ben sit at table 1 with forms allowed, under any document.
fn in_session(id: &str) -> House {
    let mut house = running(id);
    for line in ["start", "designate 1", "allot ada 1@1", "allot ben 1@2", "take-seat ada", "take-seat ben"] {
        house.must(line);
    }
    let _ = house.say("attend");
    house.must("begin");
    house
}

#[test]
fn nobody_wagers_on_both_hands_openly_or_hidden() {
    for (id, hands) in [("nsw-2021", "5.6.6"), ("tas-2013", "15.5.10.b"), ("tas-2018", "16.5.10.b")] {
        let mut house = in_session(id);
        house.must("wager ada@1 player 100");
        refused(&mut house, "wager ada@1 banker 100", hands);
    }
    // A form is read out before the cards under New South Wales; on the other hand it costs the minimum and is no wager.
    let mut house = with_forms("nsw-2021");
    for line in
        ["wager ada@1 player 100", "seal ada banker:100:x", "examine ada", "wager ben@2 player 10", "close 1"]
    {
        house.must(line);
    }
    let events = house.must("announce ada banker:100:x");
    assert!(events.iter().any(|event| event.by.names("15.8.3.4")), "{events:?}");
    assert_eq!(house.own.venues[&1].wagers.len(), 2);
    // So it does after the cards, in Tasmania.
    for (id, unclear) in [("tas-2013", "15.6.10.d"), ("tas-2018", "16.6.10.d")] {
        let mut house = with_forms(id);
        let lines =
            ["wager ada@1 player 100", "seal ada banker:100/100:x", "examine ada", "wager ben@2 player 10"];
        lines.into_iter().chain(["close 1", "deal 1", "outcome 1"]).for_each(|line| drop(house.must(line)));
        let events = house.must("announce ada banker:100/100:x");
        assert!(events.iter().any(|event| event.by.names(unclear)), "{events:?}");
        assert_eq!(house.own.venues[&1].wagers.len(), 2);
    }
}

fn with_forms(id: &str) -> House {
    let mut house = House::new(id);
    house.publish(&CONDITIONS.replace("hidden 0", "hidden 1, hidden-after-tie used"));
    enter(&mut house);
    for line in ["start", "designate 1", "allot ada 1@1", "allot ben 1@2", "take-seat ada", "take-seat ben"] {
        house.must(line);
    }
    let _ = house.say("attend");
    house.must("begin");
    house
}

#[test]
fn a_hundred_and_first_entrant_is_refused() {
    for (id, full) in [("nsw-2021", "15.4.2(i)"), ("tas-2013", "15.2.2.d"), ("tas-2018", "16.2.2.d")] {
        let mut house = House::new(id);
        let form = CONDITIONS.replace("rounds 1", "rounds 3").replace("tables 1", "tables 15");
        house.publish(&form.replace("entrants 2..2", "entrants 2..100"));
        let names: Vec<String> = (1..=101).map(|number| format!("p{number}")).collect();
        for name in &names {
            for line in ["apply {}", "inform {}", "endorse {}", "pay-fee {} 100"] {
                house.must(&line.replace("{}", name));
            }
        }
        refused(&mut house, &format!("accept {}", names.join(" ")), full);
        house.must(&format!("accept {}", names[..100].join(" ")));
        refused(&mut house, "accept p101", full);
    }
}

#[test]
fn no_more_go_on_than_the_next_round_has_seats() {
    for (id, advance, seats, allot) in [
        ("nsw-2021", "15.10.1", "15.4.2(i)", "2.1"),
        ("tas-2013", "15.8.1", "15.2.2.d", "1"),
        ("tas-2018", "16.8.1", "16.2.2.d", "1"),
    ] {
        let form = CONDITIONS.replace("rounds 1", "rounds 2").replace("advance 1", "advance 3");
        let mut house = House::new(id);
        house.publish(&form.replace("entrants 2..2", "entrants 2..20").replace("tables 1", "tables 3"));
        let names: Vec<String> = (1..=15).map(|number| format!("p{number}")).collect();
        for name in &names {
            for line in ["apply {}", "inform {}", "endorse {}", "pay-fee {} 100"] {
                house.must(&line.replace("{}", name));
            }
        }
        house.must(&format!("accept {}", names[..9].join(" ")));
        // Two tables have fourteen seats, and from a third nine would go on to a final of seven.
        refused(&mut house, &format!("accept {}", names[9..].join(" ")), seats);
        for line in ["start", "designate 1", "designate 2", "designate 3"] {
            house.must(line);
        }
        for (place, name) in names[..9].iter().enumerate() {
            house.must(&format!("allot {name} {}@{}", 1 + place / 3, 1 + place % 3));
        }
        // Seats go from 1 to 7 at a table of this document.
        refused(&mut house, "allot p1 1@8", allot);
        let _ = house.say("attend");
        refused(&mut house, "begin", advance);
        for (place, name) in names[6..9].iter().enumerate() {
            house.must(&format!("allot {name} 2@{}", 4 + place));
        }
        house.must("begin");
    }
}
