//! What must be refused with its clause, and changes nothing.

use crate::house::House;

fn running(id: &str) -> House {
    let mut house = House::new(id);
    let nsw = "conditions fee 100, form f-1, entrants 2..2, chips 1000, compulsory yes, limits 10..500, method A, rounds 1, \
        session minutes 60, tables 1, advance 1, second-chance no, seating officer, order no, pass-cards 0, hidden 0, \
        buy-backs 0, entitled-only yes, withdraw-days 7, prizes 100, paid cheque, rules-prevail yes, entry as-posted, \
        start 1970-01-01T00:00:00Z";
    house.must(nsw);
    house.must("publish");
    for name in ["ada", "ben"] {
        house.must(&format!("apply {name}"));
        house.must(&format!("inform {name}"));
        house.must(&format!("endorse {name}"));
        house.must(&format!("pay-fee {name} 100"));
    }
    house.must("accept ada ben");
    house
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
    for (id, full, seat) in [("nsw-2021", "15.4.2(i)", "15.5.4"), ("tas-2013", "15.2.2.d", "15.2.3.e")] {
        let mut house = running(id);
        for line in ["apply cyd", "inform cyd", "endorse cyd", "pay-fee cyd 100"] {
            house.must(line);
        }
        refused(&mut house, "accept cyd", full);
        house.must("start");
        refused(&mut house, "pay-fee cyd 100", "house:tournament-order");
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
fn what_a_table_tells_must_go_with_the_wagers() {
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
    for gains in ["ada-100", "ada-101 ben+95", "ada-100 ben+95 cyd+5", "nothing"] {
        refused(&mut house, &format!("result 1 banker {gains}"), "15.6.1");
    }
    house.must("result 1 banker ada-100 ben+95");
}
