//! What must be refused with its clause, and changes nothing.

use punto_promotion::{Command, Conditions, Details};

use crate::house::{FORM, House, PRIZE, seed};

const OPERATOR: &str = "casino-operator olga";

#[test]
fn a_draw_without_entries_a_prize_of_tobacco_and_a_claim_twice_are_refused() {
    let mut house = House::new("nsw-2021");
    house.refused(OPERATOR, "prize 1 kind goods, contains tobacco", "16.5.1");
    let mut house = House::published("presence no");
    house.wait(24);
    house.refused(OPERATOR, &format!("draw {}", seed(7)), "16.7.1");
    let mut house = House::published("presence no");
    house.must("enter ada");
    house.draw();
    house.must("claim 1 ada");
    house.refused("patron ada", "claim 1 ada", "16.7.8");
    house.must("accept-claim 1 ada");
    house.refused("patron ada", "claim 1 ada", "16.7.8");
    house.must("award 1");
    house.refused(OPERATOR, "award 1", "16.7.8");
    house.refused(OPERATOR, "accept-claim 1 ada", "16.7.8");
}

#[test]
fn a_document_without_promotions_has_none() {
    for id in ["tas-2013", "tas-2018", "nz-1998", "rws-2016"] {
        let mut house = House::new(id);
        house.refused("system", "conditions manner draw", "house:promotion-order");
        house.refused("patron ada", "enter ada", "house:promotion-order");
    }
}

#[test]
fn a_form_that_cannot_be_read_is_no_form() {
    for (text, part) in [
        ("manner lottery", "manner"),
        ("closes tomorrow", "closes"),
        ("presence perhaps", "presence"),
        ("wager a-little", "wager"),
        ("entries 0", "entries"),
        ("claim, claim", "twice"),
        ("colour red", "not an item"),
    ] {
        let error = text.parse::<Conditions>().unwrap_err();
        assert!(error.contains(part), "{text}: {error}");
    }
    for (text, part) in [
        ("kind boat", "kind"),
        ("value much", "value"),
        ("value 0", "worth"),
        ("contains liquor", "liquor:12"),
        ("contains liquor:x", "whole number"),
        ("contains Wine", "thing"),
        ("travellers 0", "travellers"),
        ("on-road maybe", "on-road"),
        ("cash-alternative -5", "cash-alternative"),
    ] {
        let error = text.parse::<Details>().unwrap_err();
        assert!(error.contains(part), "{text}: {error}");
    }
    for line in
        ["notify 1 pigeon", "choose 1 ada cash", "choose 1 ada gold 5", "draw 07", "prize 300 kind cash"]
    {
        assert!(line.parse::<Command>().is_err(), "{line}");
    }
}

#[test]
fn what_does_not_exist_is_refused() {
    let mut house = House::published("presence no");
    for line in ["notify 9 mail", "accept-claim 9 ada", "award 9", "pass-over 9", "tell-reasons 9 ada"] {
        house.refused(OPERATOR, line, "16.7.11");
    }
    house.refused("patron ada", "claim 9 ada", "16.7.11");
    house.refused(OPERATOR, "rule ada so be it", "16.10");
    house.refused("patron ada", "object ada", "16.10");
    house.refused(OPERATOR, "resume all is well", "16.11");
    house.refused(OPERATOR, "tell-inspectorate somebody", "16.11");
    house.refused("scrutineer sid", "oversee", "16.2");
}

#[test]
fn nothing_is_done_before_the_conditions_are_published() {
    let mut house = House::new("nsw-2021");
    for line in ["publish", "advertise a poster", "cancel no", "postpone no", "nominate sid"] {
        house.refused(OPERATOR, line, "16.6");
    }
    house.refused("patron ada", "enter ada", "16.6");
    house.refused("patron ada", "dispute ada it is unfair", "16.6");
}

#[test]
fn an_item_that_says_nothing_is_not_there() {
    for (item, blank) in
        [("the atrium", "\"\""), ("at the desk", "\" \""), ("members", "\"-\""), ("one prize", "\"...\"")]
    {
        let mut house = House::new("nsw-2021");
        house.must(&format!("conditions {}, presence no", FORM.replace(item, blank)));
        house.must(&format!("prize 1 {PRIZE}"));
        let refused = house.say_as(OPERATOR, &format!("publish draw {}", seed(7).promise())).unwrap_err();
        assert_eq!(refused.reason.code(), "missing-promotion-items", "{item} {blank}");
    }
    let mut house = House::new("nsw-2021");
    house.must(&format!("conditions {FORM}, presence no"));
    house.must(&format!("prize 1 {}", PRIZE.replace("a hamper", "\" \"")));
    let refused = house.say_as(OPERATOR, &format!("publish draw {}", seed(7).promise())).unwrap_err();
    assert_eq!(refused.reason.code(), "missing-prize-details");
}

#[test]
fn what_regulations_prescribe_is_found_by_any_of_its_spellings_and_in_the_text() {
    let mut house = House::new("nsw-2021");
    house.must("prescribe e-cigarette");
    for details in [
        "kind goods, what a kit, value 90, contains e-cigarette",
        "kind goods, what a kit, value 90, contains e-cigarettes",
        "kind goods, what an e-cigarette kit, value 90, contains nothing",
        "kind goods, what E-Cigarettes, value 90, contains nothing",
        "kind goods, what a kit, terms two ecigarettes with it, value 90, contains nothing",
    ] {
        house.refused(OPERATOR, &format!("prize 1 {details}"), "16.5.5");
    }
    house.must("prize 1 kind goods, what a book on e-cigarettes, value 90, contains not:e-cigarette");
    house.must("prize 2 kind goods, what a hamper, value 90, contains nothing");
}

#[test]
fn a_draw_waits_for_its_scrutineer_before_anything_is_said_of_its_seed() {
    let mut house = House::published("presence no");
    house.must("enter ada");
    house.must("nominate max");
    house.wait(24);
    let refused = house.say_as(OPERATOR, &format!("draw {}", seed(8))).unwrap_err();
    assert_eq!(refused.reason.code(), "not-overseen");
}
