//! What a rulebook refuses when a table is opened, each refusal by its clause and beside its allowed neighbour.

use std::sync::LazyLock;

use proptest::option;
use proptest::prelude::*;
use punto_rulebook::{Burn, Choices, Device, Draft, Limits, Offer, Rulebook, Span, Terms, TermsRefused};
use punto_vocab::{BetId, Money, Rounding};

/// The five books, loaded once.
static BOOKS: LazyLock<Vec<Rulebook>> = LazyLock::new(|| {
    Rulebook::embedded_ids().map(|id| Rulebook::embedded(id).expect("an embedded book loads")).collect()
});

fn book(id: &str) -> &'static Rulebook {
    BOOKS.iter().find(|book| *book.id == *id).expect("there is such a book")
}

fn money(units: i64) -> Money {
    Money::from_minor(units * 100)
}

fn bets(names: &[&str]) -> Vec<BetId> {
    names.iter().map(|name| name.parse().expect("the name of a bet")).collect()
}

fn under(book: &str, change: impl FnOnce(&mut Draft)) -> Result<Terms, TermsRefused> {
    let book = self::book(book);
    let mut draft = Draft::usual(book);
    change(&mut draft);
    Terms::under(book, draft)
}

/// The usual table of the book, so changed, may be opened.
#[track_caller]
fn allowed(book: &str, change: impl FnOnce(&mut Draft)) -> Terms {
    under(book, change).unwrap_or_else(|refused| panic!("{book} refuses: {refused}"))
}

/// The usual table of the book, so changed, is refused for just these reasons, each by its clause or setting.
#[track_caller]
fn all_refused(book: &str, change: impl FnOnce(&mut Draft), expected: &[(&str, &str)]) {
    let reasons = under(book, change).err().map_or(Vec::new(), |refused| refused.0);
    let found: Vec<(String, String)> =
        reasons.iter().map(|refusal| (refusal.by.to_string(), refusal.reason.to_string())).collect();
    let expected: Vec<(String, String)> =
        expected.iter().map(|(by, sentence)| (by.to_string(), sentence.to_string())).collect();
    assert_eq!(found, expected);
}

#[track_caller]
fn refused(book: &str, change: impl FnOnce(&mut Draft), by: &str, sentence: &str) {
    all_refused(book, change, &[(by, sentence)]);
}

#[test]
fn decks() {
    refused(
        "nsw-2021",
        |d| d.decks = Some(7),
        "3.1",
        "7 decks are not allowed; the document allows 3, 4, 6, 8",
    );
    refused(
        "nsw-2021",
        |d| d.decks = Some(5),
        "3.1",
        "5 decks are not allowed; the document allows 3, 4, 6, 8",
    );
    assert_eq!(allowed("nsw-2021", |d| d.decks = Some(6)).cards(), 312);
    refused("nz-1998", |d| d.decks = Some(5), "3.4.a", "5 decks are not allowed; the document allows 8");
    assert_eq!(allowed("nz-1998", |d| d.decks = Some(8)).decks, 8);
    for (book, clause) in [("tas-2013", "4.1"), ("tas-2018", "4.1"), ("rws-2016", "2.2.1")] {
        let without_side_bets = |decks| move |d: &mut Draft| (d.decks, d.offered) = (Some(decks), Vec::new());
        for decks in [0, 3, 9, u32::MAX] {
            let sentence = format!("{decks} decks are not allowed; the document allows 4, 5, 6, 7, 8");
            refused(book, without_side_bets(decks), clause, &sentence);
        }
        for decks in 4..=8 {
            assert_eq!(allowed(book, without_side_bets(decks)).decks, decks);
        }
    }
    assert_eq!(allowed("nsw-2021", |_| {}).decks, 8, "the usual number is the largest");
}

#[test]
fn side_bets_want_decks() {
    let offer = |decks, names: &'static [&str]| {
        move |d: &mut Draft| (d.decks, d.offered) = (Some(decks), bets(names))
    };
    for decks in [4, 5] {
        let sentence =
            format!("perfect_pair_player may not be offered with {decks} decks; it may be with 6, 7, 8");
        refused("tas-2018", offer(decks, &["perfect_pair_player"]), "4.1:perfect-pairs", &sentence);
        allowed("tas-2018", offer(decks, &[]));
    }
    for decks in [6, 7, 8] {
        allowed("tas-2018", offer(decks, &["perfect_pair_player", "perfect_pair_banker"]));
    }
    for bet in ["player_pair", "banker_pair", "tiger_tie", "tiger_pair", "tiger", "big_tiger", "small_tiger"]
    {
        for decks in [3, 4] {
            let sentence = format!("{bet} may not be offered with {decks} decks; it may be with 6, 8");
            let change = |d: &mut Draft| (d.decks, d.offered) = (Some(decks), bets(&[bet]));
            refused("nsw-2021", change, "3.1:optional", &sentence);
        }
        allowed("nsw-2021", |d| (d.decks, d.offered) = (Some(6), bets(&[bet])));
    }
    // The list of 3.1 does not name Super Six.
    assert!(allowed("nsw-2021", offer(3, &["super_six"])).offer(bets(&["super_six"])[0]).is_some());
    allowed("rws-2016", offer(4, &["player_pair", "banker_pair"]));
}

#[test]
fn side_bets_want_a_layout() {
    let offer = |layout: &str, name| {
        let layout = layout.to_owned();
        move |d: &mut Draft| (d.layout, d.offered) = (Some(layout), bets(&[name]))
    };
    let sentence = "tiger may not be offered on layout A; it may be on F, G, I, J";
    refused("nsw-2021", offer("A", "tiger"), "10.25", sentence);
    allowed("nsw-2021", offer("F", "tiger"));
    let clauses = [
        ("player_pair", "10.2", "F", "A"),
        ("banker_pair", "10.2", "J", "H"),
        ("super_six", "10.9", "B", "C"),
        ("tiger_tie", "10.14", "C", "G"),
        ("tiger_pair", "10.19", "D", "I"),
        ("big_tiger", "10.30", "E", "J"),
        ("small_tiger", "10.35", "H", "F"),
    ];
    for (bet, clause, without, with) in clauses {
        let reasons = under("nsw-2021", offer(without, bet)).err().map_or(Vec::new(), |refused| refused.0);
        assert_eq!(reasons.iter().map(|r| r.by.to_string()).collect::<Vec<_>>(), [clause], "{bet}");
        assert_eq!(allowed("nsw-2021", offer(with, bet)).layout.as_deref(), Some(with));
    }
    // A cloth that has the areas is found; where none has all of them, the first is taken and refused.
    let chosen = allowed("nsw-2021", |d| d.offered = bets(&["super_six", "player_pair"]));
    assert_eq!(chosen.layout.as_deref(), Some("D"));
    refused("nsw-2021", |d| d.offered = bets(&["player_pair", "tiger"]), "10.25", sentence);
    allowed("tas-2018", offer("midi", "perfect_pair_banker"));
}

#[test]
fn what_the_document_does_not_have() {
    let sentence = "the layout Z is not in this document; it has A, B, C, D, E, F, G, H, I, J";
    refused("nsw-2021", |d| d.layout = Some("Z".into()), "17", sentence);
    let sentence = "the layout A is not in this document; it has mini, midi";
    refused("tas-2013", |d| d.layout = Some("A".into()), "1:mini", sentence);
    assert_eq!(allowed("tas-2013", |d| d.layout = Some("midi".into())).layout.as_deref(), Some("midi"));
    let sentence = "the layout A is not in this document; it has none";
    refused("rws-2016", |d| d.layout = Some("A".into()), "preamble:scope", sentence);
    assert_eq!(allowed("rws-2016", |_| {}).layout, None);

    let sentence = "the variant federal is not in this document; it has standard, even-money";
    refused("nsw-2021", |d| d.variant = Some("federal".into()), "11.1", sentence);
    assert_eq!(&*allowed("nsw-2021", |d| d.variant = Some("even-money".into())).variant, "even-money");
    assert_eq!(&*allowed("tas-2013", |d| d.variant = Some("federal".into())).variant, "federal");

    let sentence = "tiger is not a bet of this document; its bets are player, banker, tie";
    refused("nz-1998", |d| d.offered = bets(&["tiger"]), "5.1, 5.1.b", sentence);
    allowed("nz-1998", |d| d.offered = bets(&["tie"]));

    let sentence = "the device scanning-shoe is not in this document; it has shoe";
    refused("tas-2018", |d| d.device = Some("scanning-shoe".into()), "4.5", sentence);
    refused("nz-1998", |d| d.device = Some("scanning-shoe".into()), "3.4.c", sentence);
    for device in Device::ALL {
        assert_eq!(allowed("nsw-2021", |d| d.device = Some(device.to_string())).device.value, *device);
    }
}

#[test]
fn seats() {
    let seats = |seats| move |d: &mut Draft| d.seats = Some(seats);
    let sentence =
        |seats: u32, has: &str| format!("the number of seats {seats} is not in this document; it has {has}");
    refused("nsw-2021", seats(4), "17", &sentence(4, "3, 5, 6, 7, 9"));
    refused("nsw-2021", seats(15), "2.1", &sentence(15, "3, 5, 6, 7, 9"));
    assert_eq!(allowed("nsw-2021", seats(3)).seats, Some(3));
    for book in ["tas-2013", "tas-2018"] {
        refused(book, seats(8), "1", &sentence(8, "7, 9"));
        assert_eq!(allowed(book, seats(9)).seats, Some(9));
    }
    refused("nz-1998", seats(15), "3.1", &sentence(15, "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14"));
    assert_eq!(allowed("nz-1998", seats(14)).seats, Some(14));
    refused("rws-2016", seats(5), "preamble:scope", &sentence(5, "none"));
    assert_eq!(allowed("rws-2016", |_| {}).seats, None);
}

#[test]
fn cards_behind_the_marker() {
    let depth = |depth| move |d: &mut Draft| d.behind_marker = Some(depth);
    for (book, clause) in [("nsw-2021", "4.6"), ("nz-1998", "7.4:marker")] {
        let sentence = "19 cards behind the marker are not allowed; the document wants at least 20";
        refused(book, depth(19), clause, sentence);
        assert_eq!(allowed(book, depth(20)).behind_marker.value, 20);
        let sentence = "416 cards behind the marker leave none in front; the shoe has 416";
        refused(book, depth(416), clause, sentence);
        assert_eq!(allowed(book, depth(415)).behind_marker.value, 415);
    }
    let three_decks = |depth| {
        move |d: &mut Draft| (d.decks, d.offered, d.behind_marker) = (Some(3), Vec::new(), Some(depth))
    };
    let sentence = "156 cards behind the marker leave none in front; the shoe has 156";
    refused("nsw-2021", three_decks(156), "4.6", sentence);
    allowed("nsw-2021", three_decks(155));
    for (book, clause) in [("tas-2013", "5.3"), ("tas-2018", "5.4")] {
        for wrong in [6, 8] {
            let sentence =
                format!("{wrong} cards behind the marker are not allowed; the document wants exactly 7");
            refused(book, depth(wrong), clause, &sentence);
        }
        assert_eq!(allowed(book, depth(7)).behind_marker.value, 7);
    }
    let sentence = "`13` is not a choice of house:cut-card-depth; choose a whole number from 14 to 208";
    refused("rws-2016", depth(13), "house:cut-card-depth", sentence);
    let terms = allowed("rws-2016", depth(14));
    assert_eq!((terms.behind_marker.value, terms.setting("cut-card-depth")), (14, Some("14")));
    let four_decks = |depth| move |d: &mut Draft| (d.decks, d.behind_marker) = (Some(4), Some(depth));
    let sentence = "208 cards behind the marker leave none in front; the shoe has 208";
    refused("rws-2016", four_decks(208), "house:cut-card-depth", sentence);
    allowed("rws-2016", four_decks(207));
}

#[test]
fn burn() {
    let burn = |burn| move |d: &mut Draft| d.burn = Some(burn);
    for choice in Burn::ALL {
        assert_eq!(allowed("nsw-2021", burn(*choice)).burn.value, *choice);
    }
    let sentence = "the burn none is not in this document; it has counted";
    refused("nz-1998", burn(Burn::None), "7.5, 7.5.a, 7.5.b, 7.5.c, 7.6", sentence);
    allowed("nz-1998", burn(Burn::Counted));
    let sentence = "the burn one is not in this document; it has none";
    refused("tas-2013", burn(Burn::One), "5.3", sentence);
    refused("tas-2018", burn(Burn::One), "5.4", sentence);
    allowed("tas-2018", burn(Burn::None));
    let sentence = "`one-shown` is not a choice of house:burn; choose none | one | counted";
    refused("rws-2016", burn(Burn::OneShown), "house:burn", sentence);
    // The field is the nearer choice, and the record of the house's choices agrees with it.
    let terms = allowed("rws-2016", |d| {
        d.house.insert("burn".into(), "none".into());
        d.burn = Some(Burn::Counted);
    });
    assert_eq!((terms.burn.value, terms.setting("burn")), (Burn::Counted, Some("counted")));
    assert_eq!(terms.burn.by.to_string(), "house:burn");
}

#[test]
fn a_setting_without_a_default_must_be_chosen() {
    let mut open = Vec::new();
    for book in BOOKS.iter() {
        let id = &*book.id;
        for setting in book.house.iter().filter(|s| s.default.is_none() && s.choices != Choices::InTerms) {
            let name = setting.setting.name();
            let sentence = format!("house:{name} has no default: choose {}", setting.choices);
            refused(id, |d| drop(d.house.remove(name)), &format!("house:{name}"), &sentence);
            open.push(format!("{id} {name}"));
        }
        for setting in book.house.iter().filter(|s| s.default.is_some()) {
            let terms = allowed(id, |d| drop(d.house.remove(setting.setting.name())));
            assert_eq!(terms.setting(setting.setting.name()), setting.default.as_deref());
        }
    }
    assert!(open.contains(&"rws-2016 payout-rounding".to_owned()), "{open:?}");
    // Said by the field, it is chosen.
    let terms = allowed("rws-2016", |d| {
        d.house.remove("cut-card-depth");
        d.behind_marker = Some(30);
    });
    assert_eq!(terms.setting("cut-card-depth"), Some("30"));
}

#[test]
fn choices_of_the_house() {
    let set = |name: &'static str, value: &'static str| {
        move |d: &mut Draft| drop(d.house.insert(name.into(), value.into()))
    };
    let sentence = "`refused` is not a choice of house:payout-rounding; choose up | down | nearest";
    refused("tas-2018", set("payout-rounding", "refused"), "house:payout-rounding", sentence);
    let terms = allowed("tas-2018", set("payout-rounding", "down"));
    assert_eq!(
        (terms.rounding.value, terms.rounding.by.to_string()),
        (Rounding::Down, "house:payout-rounding".into())
    );
    for number in ["13", "209", "", "-14", "+14", "14.0", "99999999999"] {
        let sentence = format!(
            "`{number}` is not a choice of house:cut-card-depth; choose a whole number from 14 to 208"
        );
        refused(
            "rws-2016",
            |d| drop(d.house.insert("cut-card-depth".into(), number.into())),
            "house:cut-card-depth",
            &sentence,
        );
    }
    allowed("rws-2016", set("cut-card-depth", "208"));
    // A document that answers a question itself leaves the house nothing to say about it.
    let sentence = "this document has no setting house:payout-rounding";
    refused("nsw-2021", set("payout-rounding", "down"), "house:payout-rounding", sentence);
    let sentence = "`5..500` is not a choice of house:limits; choose in the table's terms";
    refused("nz-1998", set("limits", "5..500"), "house:limits", sentence);

    let even_money = |choice: &'static str| {
        move |d: &mut Draft| {
            d.variant = Some("even-money".into());
            d.house.insert("even-money-optional-bets".into(), choice.into());
            d.offered = bets(&["player_pair"]);
        }
    };
    let sentence = "player_pair is not offered in this variant by the house's own setting";
    refused("nsw-2021", even_money("not-offered"), "house:even-money-optional-bets", sentence);
    allowed("nsw-2021", even_money("as-standard"));
    allowed("nsw-2021", set("even-money-optional-bets", "not-offered"));
}

#[test]
fn limits_a_document_does_not_know() {
    type Set = fn(&mut Limits);
    let kinds: [(&str, Set, &str); 4] = [
        ("unit", |l| l.unit = Some(money(5)), "unit above the minimum"),
        ("differential", |l| l.differential = Some(money(500)), "table differential"),
        ("area", |l| l.area_maximum = Some(money(500)), "maximum for an area"),
        ("liability", |l| l.liability = Some(money(500)), "maximum collective liability"),
    ];
    let known = [
        ("nsw-2021", "6.1", &["unit", "differential", "area"][..]),
        ("tas-2013", "7.1", &["unit", "liability"]),
        ("tas-2018", "7.1", &["unit", "liability"]),
        ("nz-1998", "5.13, 2.0, house:limits", &["differential"]),
        ("rws-2016", "house:limits", &["unit"]),
    ];
    for (book, by, known) in known {
        for (kind, set, name) in kinds {
            if known.contains(&kind) {
                allowed(book, |d| set(&mut d.limits));
            } else {
                refused(book, |d| set(&mut d.limits), by, &format!("this document has no {name}"));
            }
        }
    }
}

#[test]
fn limits_that_leave_nothing_to_wager() {
    let wager = |min, max| move |d: &mut Draft| d.limits.wager = Span { min: money(min), max: money(max) };
    refused("nsw-2021", wager(25, 20), "6.1", "a minimum of 25 and a maximum of 20 leave nothing to wager");
    refused("nsw-2021", wager(0, 20), "6.1", "a minimum of 0 and a maximum of 20 leave nothing to wager");
    refused("tas-2018", wager(-5, 20), "7.1", "a minimum of -5 and a maximum of 20 leave nothing to wager");
    allowed("nsw-2021", wager(25, 25));
    // A bet with a sign of its own is refused by the clause of that sign.
    let pair = |min, max| {
        move |d: &mut Draft| {
            d.limits.of_bet.insert(bets(&["player_pair"])[0], Span { min: money(min), max: money(max) });
        }
    };
    refused("nsw-2021", pair(10, 5), "10.3", "a minimum of 10 and a maximum of 5 leave nothing to wager");
    let terms = allowed("nsw-2021", pair(5, 10));
    let offer = terms.offer(bets(&["player_pair"])[0]).expect("the bet is offered");
    assert_eq!((offer.span.max, offer.span_by.to_string()), (money(10), "10.3".into()));
    let sentence = "player_pair is not a bet of this document; its bets are player, banker, tie";
    refused("nz-1998", pair(5, 10), "5.1, 5.1.b", sentence);

    for amount in
        [Money::ZERO, money(-1), Money::from_minor(Money::LARGEST.minor() + 1), Money::from_minor(i64::MAX)]
    {
        let sentence = |what| {
            format!(
                "a {what} of {amount} is out of range; expected more than nothing and at most 100000000000"
            )
        };
        refused("nsw-2021", |d| d.limits.unit = Some(amount), "6.1.1", &sentence("unit above the minimum"));
        refused(
            "tas-2018",
            |d| d.limits.liability = Some(amount),
            "7.3.a",
            &sentence("maximum collective liability"),
        );
        if amount > Money::LARGEST {
            refused("nsw-2021", |d| d.limits.wager.max = amount, "6.1", &sentence("maximum"));
        }
    }
    allowed("nsw-2021", |d| d.limits.unit = Some(Money::from_minor(1)));
}

#[test]
fn all_reasons_at_once() {
    let change = |d: &mut Draft| {
        d.decks = Some(7);
        d.variant = Some("federal".into());
        d.layout = Some("Z".into());
        d.seats = Some(15);
        d.offered = bets(&["jackpot"]);
        d.limits = Limits { liability: Some(money(5)), ..Limits::plain(money(2), money(1)) };
        d.behind_marker = Some(1);
        d.house.insert("twin-pair-by-rank".into(), "suit".into());
        d.house.insert("moon".into(), "full".into());
    };
    let reasons = under("nsw-2021", change).err().map_or(Vec::new(), |refused| refused.0);
    let by: Vec<String> = reasons.iter().map(|refusal| refusal.by.to_string()).collect();
    let expected = [
        "house:twin-pair-by-rank",
        "house:moon",
        "3.1",
        "11.1",
        "17",
        "2.1",
        "6.1",
        "6.1",
        "5.1, 5.1.1",
        "4.6",
    ];
    assert_eq!(by, expected);
    // A refused number of decks does not hide that the cloth lacks an area.
    let change =
        |d: &mut Draft| (d.decks, d.layout, d.offered) = (Some(7), Some("A".into()), bets(&["tiger"]));
    let decks = ("3.1", "7 decks are not allowed; the document allows 3, 4, 6, 8");
    all_refused(
        "nsw-2021",
        change,
        &[decks, ("10.25", "tiger may not be offered on layout A; it may be on F, G, I, J")],
    );
    let change = |d: &mut Draft| (d.decks, d.layout, d.burn) = (Some(5), Some("A".into()), Some(Burn::None));
    let reasons = under("nz-1998", change).err().map_or(Vec::new(), |refused| refused.0);
    assert_eq!(reasons.len(), 3, "decks, layout and burn: {reasons:?}");
}

fn drafts() -> impl Strategy<Value = (&'static Rulebook, Draft)> {
    let amount = || prop_oneof![1..1_000_000i64, Just(0), any::<i64>()].prop_map(Money::from_minor);
    let word =
        prop::sample::select(vec!["", "A", "F", "midi", "federal", "standard", "officer", "20", "tiger"]);
    let bet = prop::sample::select(bets(&["player", "tie", "tiger", "player_pair", "super_six", "jackpot"]));
    let seldom = 0.2;
    let limits = (amount(), amount(), option::weighted(seldom, amount()), option::weighted(seldom, amount()));
    let number = || option::weighted(seldom, prop_oneof![0..20u32, any::<u32>()]);
    let name = || option::weighted(seldom, word.clone().prop_map(str::to_owned));
    let places = (number(), number(), number(), name(), name());
    let settings = (option::weighted(seldom, any::<prop::sample::Index>()), name());
    let book = prop::sample::select(BOOKS.iter().collect::<Vec<_>>());
    (book, places, limits, prop::collection::vec(bet, 0..3), settings).prop_map(
        |(
            book,
            (decks, seats, behind_marker, variant, layout),
            (min, max, unit, cap),
            offered,
            (setting, value),
        )| {
            let usual = Draft::usual(book);
            let mut draft = Draft { decks, seats, variant, layout, behind_marker, offered, ..usual };
            let of_bet = draft.offered.iter().map(|bet| (*bet, Span { min, max })).collect();
            draft.limits = Limits { unit, differential: cap, of_bet, ..Limits::plain(min, max) };
            if let Some(setting) = setting.map(|setting| setting.get(&book.house).setting.name().to_owned()) {
                match value {
                    Some(value) => draft.house.insert(setting, value),
                    None => draft.house.remove(&setting),
                };
            }
            (book, draft)
        },
    )
}

proptest! {
    #[test]
    fn any_draft_is_allowed_or_refused_with_a_reason((book, draft) in drafts()) {
        match Terms::under(book, draft.clone()) {
            Err(refused) => prop_assert!(!refused.0.is_empty(), "{draft:?}"),
            Ok(terms) => {
                prop_assert!(terms.behind_marker.value < terms.cards());
                prop_assert!(draft.decks.is_none_or(|decks| decks == terms.decks));
                for Offer { span, .. } in &terms.offers {
                    prop_assert!(span.min.is_positive() && span.min <= span.max && span.max <= Money::LARGEST);
                }
            }
        }
    }
}
