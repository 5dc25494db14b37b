//! Who sees what, and what waits for whom.

use punto_tournament::{Owed, Viewer, duties, view};

use crate::house::House;

/// A coup in which Ada has handed in a form and Ben has chips down.
fn with_a_form(id: &str) -> House {
    let mut house = House::new(id);
    let form = "conditions fee 100, form f-1, entrants 2..2, chips 1000, compulsory yes, limits 10..500, method A, rounds 1, \
        session minutes 60, tables 1, advance 1, second-chance no, seating officer, order no, pass-cards 0, hidden 1, \
        hidden-after-tie used, buy-backs 0, entitled-only yes, withdraw-days 7, prizes 100, paid cheque, rules-prevail yes, \
        entry as-posted, start 1970-01-01T00:00:00Z";
    house.publish(form);
    for name in ["ada", "ben"] {
        for line in ["apply {}", "inform {}", "endorse {}", "pay-fee {} 100"] {
            house.must(&line.replace("{}", name));
        }
    }
    for line in ["accept ada ben", "start", "designate 1", "allot ada 1@1", "allot ben 1@2"] {
        house.must(line);
    }
    let _ = house.say("attend");
    for line in
        ["take-seat ada", "take-seat ben", "begin", "seal ada banker:300/300:pepper", "wager ben@2 player 10"]
    {
        house.must(line);
    }
    house
}

#[test]
fn nobody_sees_a_hidden_wager_before_it_is_read_out() {
    for id in ["nsw-2021", "tas-2013", "tas-2018"] {
        let mut house = with_a_form(id);
        let viewers = [
            Viewer::Public,
            Viewer::Entrant("ben".parse().unwrap()),
            Viewer::Entrant("ada".parse().unwrap()),
            Viewer::Official,
        ];
        for step in ["examine ada", "close 1", "deal 1"] {
            let _ = house.say(step);
            for viewer in viewers {
                let seen = view(&house.book, &house.own, viewer);
                let ada = &seen.tables[0].seats[0];
                assert!(ada.form && ada.wagers.is_empty(), "{id} {viewer:?} after {step}");
                let bytes = serde_json::to_string(&seen).unwrap();
                assert!(!bytes.contains("pepper") && !bytes.contains("30000"), "{id} {viewer:?}: {bytes}");
            }
        }
        // Where forms are read out after the coup, its outcome is called first.
        let _ = house.say("outcome 1");
        house.must("announce ada banker:300/300:pepper");
        let seen = view(&house.book, &house.own, Viewer::Public);
        assert_eq!(
            serde_json::to_value(&seen.tables[0].seats[0].wagers).unwrap(),
            serde_json::json!([["banker", 30000]])
        );
    }
}

#[test]
fn fees_and_reports_are_not_for_everybody() {
    let mut house = with_a_form("nsw-2021");
    house.must("report ben hiding-chips");
    let public = view(&house.book, &house.own, Viewer::Public);
    assert!(public.own.is_none() && public.reported.is_empty() && public.waiting == 0);
    let ada = view(&house.book, &house.own, Viewer::Entrant("ada".parse().unwrap()));
    assert!(ada.own.is_some_and(|own| own.fee.is_some()) && ada.reported.is_empty());
    let official = view(&house.book, &house.own, Viewer::Official);
    assert_eq!((official.reported.len(), official.waiting), (1, 2));
}

#[test]
fn what_waits_is_a_value_with_its_clause() {
    let house = with_a_form("tas-2013");
    let waits = duties(&house.book, &house.own);
    let ada = "ada".parse().unwrap();
    assert_eq!(waits.iter().map(|duty| &duty.what).collect::<Vec<_>>(), [&Owed::Examine(ada)]);
    assert!(waits[0].by.names("15.6.7") && waits[0].table == Some(1));
}
