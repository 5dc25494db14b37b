//! Totals cut in proportion before the coup: each document's power to do it, and how shares become whole chips.

use proptest::prelude::*;
use punto_coup::{BoxId, ReducedWager, Stake, Wager, WagerReason, over_limits, reduce};
use punto_rulebook::{Limits, Terms};
use punto_vocab::{Chips, Money};

use crate::common::{BOOKS, book, choose, first, money, table, wager, wagers};

/// Limits of 25 to 10,000 at a table with these chips, after a change.
#[track_caller]
fn posted(id: &str, chips: &str, settings: &[(&str, &str)], change: impl FnOnce(&mut Limits)) -> Terms {
    table(id, |draft| {
        draft.chips = chips.parse().unwrap();
        draft.limits = Limits::plain(money("25"), money("10000"));
        change(&mut draft.limits);
        for (setting, choice) in settings {
            choose(draft, setting, choice);
        }
    })
}

/// What each wager is afterwards, with `*` where that is below the minimum.
fn after(terms: &Terms, lie: &[Wager]) -> Vec<String> {
    let shares = reduce(book(&terms.rulebook), terms, lie).unwrap_or_else(|refusal| panic!("{refusal}"));
    let mut now: Vec<String> = lie.iter().map(|wager| wager.stake.total().to_string()).collect();
    for ReducedWager { wager, from, to, below_minimum, .. } in shares {
        assert_eq!(from, lie[wager].stake.total());
        now[wager] = format!("{to}{}", if below_minimum { "*" } else { "" });
    }
    now
}

#[track_caller]
fn check(terms: &Terms, lie: &[&str], expected: &[&str]) {
    assert_eq!(after(terms, &wagers(lie)), expected, "{}: {lie:?}", terms.rulebook);
}

/// What all shares of a reduction rest on.
#[track_caller]
fn by(terms: &Terms, lie: &[&str]) -> String {
    let shares = reduce(book(&terms.rulebook), terms, &wagers(lie)).unwrap();
    assert!(shares.windows(2).all(|two| two[0].by == two[1].by));
    shares[0].by.to_string()
}

#[test]
fn new_south_wales_cuts_the_heavier_hand_to_the_differential() {
    let terms = posted("nsw-2021", "5 25 100", &[], |limits| limits.differential = Some(money("500")));
    check(&terms, &["ada@1 player 600", "ben@2 player 300", "cy@3 banker 100"], &["400", "200", "100"]);
    check(&terms, &["ada@1 banker 1000", "cy@3 player 200", "dee@4 tie 5000"], &["700", "200", "5000"]);
    let clauses = by(&terms, &["ada@1 player 900", "cy@3 banker 100"]);
    assert_eq!(clauses, "6.2, 6.1, 1.1:table-differential");
}

#[test]
fn new_south_wales_cuts_an_area_to_its_maximum() {
    let terms = posted("nsw-2021", "5 25 100", &[], |limits| limits.area_maximum = Some(money("900")));
    check(&terms, &["ada@1 player 600", "ben@2 player 1200", "cy@3 banker 100"], &["300", "600", "100"]);
    assert_eq!(by(&terms, &["ada@1 player 1000"]), "6.2, 6.1");
    // Both hands over: each is cut to its own.
    check(&terms, &["ada@1 player 1800", "ben@2 banker 1000"], &["900", "900"]);
}

#[test]
fn areas_come_first_and_the_differential_after_them() {
    let terms = posted("nsw-2021", "5 25 100", &[], |limits| {
        limits.area_maximum = Some(money("1000"));
        limits.differential = Some(money("300"));
    });
    // The cap cures the difference: 1,200 against 800 is 400 apart, 1,000 against 800 is not too much.
    check(&terms, &["ada@1 player 1200", "ben@2 banker 800"], &["1000", "800"]);
    // The cap leaves one: Player goes down to 1,000 and then to 300 above Banker.
    check(&terms, &["ada@1 player 1500", "ben@2 banker 400"], &["700", "400"]);
    // Both over: after the caps they are level.
    check(&terms, &["ada@1 player 2500", "ben@2 banker 1500"], &["1000", "1000"]);
    assert_eq!(by(&terms, &["ada@1 player 1500", "ben@2 banker 1000"]), "6.2, 6.1");
}

#[test]
fn new_south_wales_gives_left_over_chips_to_those_cut_most_then_to_the_earlier() {
    let terms = posted("nsw-2021", "5 25 100", &[], |limits| limits.area_maximum = Some(money("100")));
    // 33.33 each: two chips are left over, and the first two wagers get them.
    check(&terms, &["ada@1 player 50", "ben@2 player 50", "cy@3 player 50"], &["35", "35", "30"]);
    // 12.50, 25 and 62.50: two are cut by 2.50, so the earlier of them has the chip.
    check(&terms, &["ada@1 player 25", "ben@2 player 50", "cy@3 player 125"], &["15*", "25", "60"]);
    // 28.57, 28.57 and 42.86: the first two were cut most, by 3.57 each, and two chips are left.
    check(&terms, &["cy@3 player 50", "ada@1 player 50", "ben@2 player 75"], &["30", "30", "40"]);
    // 23.08, 30.77, 46.15: cut by 3.08, 0.77 and 1.15.
    check(&terms, &["cy@3 player 75", "ada@1 player 100", "ben@2 player 150"], &["25", "30", "45"]);
    check(&terms, &["ben@2 player 150", "ada@1 player 100", "cy@3 player 75"], &["45", "30", "25"]);
    // A cap that no chips can make is kept below, never above.
    let odd = posted("nsw-2021", "5 25 100", &[], |limits| limits.area_maximum = Some(money("103")));
    check(&odd, &["ada@1 player 100", "ben@2 player 100"], &["50", "50"]);
}

#[test]
fn only_the_hands_may_be_cut_before_the_first_card() {
    let terms = posted("nsw-2021", "5 25 100", &[], |limits| limits.area_maximum = Some(money("500")));
    let refused = |lie: &[&str]| reduce(book("nsw-2021"), &terms, &wagers(lie)).unwrap_err();
    for name in ["tie", "player_pair"] {
        let refusal = refused(&[&format!("ada@1 {name} 800"), "ben@2 player 100"]);
        assert_eq!((&refusal.reason, first(&refusal.by).as_str()), (&WagerReason::NothingToReduce, "6.2"));
    }
    // A hand beside it is cut, and the tie left as it is.
    check(&terms, &["ada@1 tie 800", "ben@2 player 600"], &["800", "500"]);
}

#[test]
fn tasmania_takes_every_share_down_to_the_chip() {
    for id in ["tas-2013", "tas-2018"] {
        let terms = posted(id, "5 25 100", &[], |limits| limits.liability = Some(money("100")));
        check(&terms, &["ada@1 player 50", "ben@2 player 50", "cy@3 player 50"], &["30", "30", "30"]);
        check(&terms, &["ada@1 banker 300", "ben@2 player 100", "cy@3 tie 900"], &["100", "100", "900"]);
        // Each hand has the whole liability to itself.
        check(&terms, &["ada@1 banker 300", "ben@2 player 200"], &["100", "100"]);
        assert_eq!(by(&terms, &["ada@1 player 150"]), "7.3.b, 7.3.a");
    }
}

#[test]
fn new_zealand_fits_shares_as_the_house_chose() {
    let lie = ["ada@1 player 500", "ben@2 player 500", "cy@3 player 500", "dee@4 banker 600"];
    for (choice, expected) in
        [("floor", ["330", "330", "330", "600"]), ("largest-remainder", ["335", "335", "330", "600"])]
    {
        let settings = [("pro-rata-remainder", choice)];
        let terms =
            posted("nz-1998", "5 25 100", &settings, |limits| limits.differential = Some(money("400")));
        check(&terms, &lie, &expected);
        assert_eq!(by(&terms, &lie), "5.14, 5.13, 1.0:table-differential, house:pro-rata-remainder");
    }
}

#[test]
fn rounding_never_cuts_the_lighter_hand() {
    // Fourteen fives against twenty, ten apart at most: each share of 2.14 rounds down to nothing, which would leave
    // Banker twenty ahead. So here chips are given back to Player, earliest first, and Banker's wager is not touched.
    let settings = [("pro-rata-remainder", "floor")];
    let terms = posted("nz-1998", "5", &settings, |limits| {
        limits.wager.min = money("5");
        limits.differential = Some(money("10"));
    });
    let mut lie: Vec<String> = (1..=14).map(|at| format!("p{at}@{at} player 5")).collect();
    lie.push("ben@15 banker 20".into());
    let lie: Vec<&str> = lie.iter().map(String::as_str).collect();
    let now = after(&terms, &wagers(&lie));
    assert_eq!(now.iter().filter(|stake| *stake == "5").count(), 6, "{now:?}");
    assert_eq!((now[0].as_str(), now[13].as_str(), now[14].as_str()), ("5", "0*", "20"));
}

#[test]
fn what_falls_below_the_minimum_is_kept_or_returned_as_the_house_chose() {
    let rows = [
        ("nsw-2021", ["15*", "25", "60"], ["0*", "25", "60"]),
        ("tas-2013", ["10*", "25", "60"], ["0*", "25", "60"]),
        ("tas-2018", ["10*", "25", "60"], ["0*", "25", "60"]),
        ("nz-1998", ["10*", "25", "60"], ["0*", "25", "60"]),
    ];
    let lie = ["ada@1 player 25", "ben@2 player 50", "cy@3 player 125"];
    for (id, kept, returned) in rows {
        for (choice, expected) in [("keep", kept), ("return", returned)] {
            let mut settings = vec![("reduced-below-minimum", choice)];
            settings.extend((id == "nz-1998").then_some(("pro-rata-remainder", "floor")));
            let terms = posted(id, "5 25 100", &settings, |limits| match id {
                "nsw-2021" => limits.area_maximum = Some(money("100")),
                "nz-1998" => limits.differential = Some(money("100")),
                _ => limits.liability = Some(money("100")),
            });
            check(&terms, &lie, &expected);
            let shares = reduce(book(id), &terms, &wagers(&lie)).unwrap();
            let cites: Vec<bool> =
                shares.iter().map(|s| s.by.to_string().contains("house:reduced-below-minimum")).collect();
            assert_eq!(cites, [true, false, false], "{id}");
        }
    }
}

#[test]
fn chips_come_off_a_stake_before_tokens() {
    let terms = posted("nsw-2021", "5 25 100", &[], |limits| limits.area_maximum = Some(money("300")));
    check(&terms, &["ada@1 player 200+100", "ben@2 player 300"], &["150", "150"]);
}

#[test]
fn nothing_is_cut_without_need_or_power() {
    for (id, clause) in
        [("nsw-2021", "6.2"), ("tas-2013", "7.3.b"), ("tas-2018", "7.3.b"), ("nz-1998", "5.14")]
    {
        let terms = table(id, |_| {});
        let refusal = reduce(book(id), &terms, &[wager("ada@1 player 100")]).unwrap_err();
        assert_eq!((refusal.reason, first(&refusal.by).as_str()), (WagerReason::NothingToReduce, clause));
    }
    let refusal = reduce(book("rws-2016"), &table("rws-2016", |_| {}), &[]).unwrap_err();
    assert_eq!((refusal.reason, first(&refusal.by).as_str()), (WagerReason::NoReduction, "house:limits"));
}

#[test]
fn at_the_very_figure_nothing_is_over() {
    let terms = posted("nsw-2021", "5 25 100", &[], |limits| limits.differential = Some(money("500")));
    let exact = wagers(&["ada@1 player 600", "cy@3 banker 100"]);
    assert!(reduce(book("nsw-2021"), &terms, &exact).is_err());
    check(&terms, &["ada@1 player 605", "cy@3 banker 100"], &["600", "100"]);
}

/// Any limits on totals that the document knows, chips, and wagers made of those chips.
fn crowded_tables() -> impl Strategy<Value = (Terms, Vec<Wager>)> {
    let chips = prop_oneof![
        prop::sample::select(vec!["5 25 100", "1 5", "1 2.50", "2 5", "0.01"])
            .prop_map(|c| c.parse::<Chips>().unwrap()),
        prop::collection::btree_set(1i64..900, 1..4)
            .prop_map(|c| Chips::new(c.into_iter().map(Money::from_minor)).unwrap()),
    ];
    let with_power = BOOKS.into_iter().filter(|id| *id != "rws-2016").collect::<Vec<_>>();
    let caps = (1..200_000i64, 1..200_000i64);
    let house = (
        prop::sample::select(vec!["floor", "largest-remainder"]),
        prop::sample::select(vec!["keep", "return"]),
    );
    let stakes = prop::collection::vec((0..4usize, 1..300_000i64, 0..3i64), 1..14);
    (prop::sample::select(with_power), chips, caps, house, stakes).prop_map(
        |(id, chips, caps, house, stakes)| {
            let terms = table(id, |draft| {
                draft.chips = chips.clone();
                let (one, other) = (Some(Money::from_minor(caps.0)), Some(Money::from_minor(caps.1)));
                match id {
                    "nsw-2021" => (draft.limits.area_maximum, draft.limits.differential) = (one, other),
                    "nz-1998" => draft.limits.differential = one,
                    _ => draft.limits.liability = one,
                }
                choose(draft, "reduced-below-minimum", house.1);
                if id == "nz-1998" {
                    choose(draft, "pro-rata-remainder", house.0);
                }
            });
            let wager = |(place, (bet, chips, tokens)): (usize, (usize, i64, i64))| Wager {
                patron: format!("p{place}").parse().unwrap(),
                at: BoxId(place as u8),
                bet: crate::common::bet(["player", "banker", "tie", "player"][bet]),
                stake: Stake {
                    chips: terms.chips.at_most(Money::from_minor(chips).into()),
                    tokens: Money::from_minor(if id == "nsw-2021" { tokens * 2_500 } else { 0 }),
                    ..Stake::default()
                },
            };
            let wagers = stakes.into_iter().enumerate().map(wager).collect();
            (terms, wagers)
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(800))]

    #[test]
    fn a_reduction_fits_every_hand_and_takes_no_more_than_there_was((terms, lie) in crowded_tables()) {
        let book = book(&terms.rulebook);
        let hand = |excess: &&punto_coup::Excess| excess.bet.as_str() != "tie";
        let before = over_limits(book, &terms, &lie);
        let Ok(shares) = reduce(book, &terms, &lie) else {
            prop_assert!(before.iter().find(hand).is_none());
            return Ok(());
        };
        prop_assert!(before.iter().find(hand).is_some());
        let returns = terms.choice() == Some(punto_rulebook::known::ReducedBelowMinimum::Return);
        let mut now = lie.clone();
        for share in &shares {
            prop_assert_eq!(share.from, lie[share.wager].stake.total());
            prop_assert!(Money::ZERO <= share.to && share.to <= share.from, "{:?}", share);
            prop_assert!(terms.chips.can_make(share.to), "{:?} with {}", share, terms.chips);
            prop_assert_eq!(returns && share.below_minimum && !share.to.is_zero(), false);
            now[share.wager].stake = Stake::chips(share.to);
            prop_assert!(lie[share.wager].bet.as_str() != "tie");
        }
        if !returns {
            let after = over_limits(book, &terms, &now);
            prop_assert!(after.iter().find(hand).is_none(), "{:?}", after);
        }
        let unique: std::collections::BTreeSet<usize> = shares.iter().map(|share| share.wager).collect();
        prop_assert_eq!(unique.len(), shares.len(), "one share a wager");
    }

    #[test]
    fn with_one_chip_only_less_than_a_chip_is_lost_to_rounding(
        chip in 1..500i64, stakes in prop::collection::vec(1..200i64, 1..12), cap in 1..20_000i64,
    ) {
        let terms = table("nsw-2021", |draft| {
            draft.chips = Chips::new([Money::from_minor(chip)]).unwrap();
            draft.limits.area_maximum = Some(Money::from_minor(cap));
        });
        let stake = |(place, stake): (usize, &i64)| Wager {
            at: BoxId(place as u8),
            stake: Stake::chips(Money::from_minor(stake * chip)),
            ..wager("ada@1 banker 1")
        };
        let lie: Vec<Wager> = stakes.iter().enumerate().map(stake).collect();
        let total: i64 = stakes.iter().sum::<i64>() * chip;
        prop_assume!(total > cap);
        let shares = reduce(book("nsw-2021"), &terms, &lie).unwrap();
        let kept: i64 = shares.iter().map(|share| share.to.minor()).sum();
        prop_assert_eq!(kept, cap / chip * chip, "largest remainder uses up the cap");
        for share in &shares {
            // Within a chip of the exact share.
            let exact = i128::from(share.from.minor()) * i128::from(cap);
            let off = (i128::from(share.to.minor()) * i128::from(total) - exact).abs();
            prop_assert!(off < i128::from(chip) * i128::from(total), "{:?}", share);
        }
    }
}
