//! What is refused, and what a changed rule or a set of chips changes.

use punto_odds::{
    Analysis, AnalysisError, Composition, CompositionError, DrawTable, NotTaken, PaidStake, Paytable,
    PaytableRow, SettledHow,
};
use punto_rulebook::{Draft, On, Pairs, Pays, Rulebook, Terms, Winner};
use punto_vocab::{Card, Money, Odds, Point, Rounding, Side};

fn nsw() -> Rulebook {
    Rulebook::embedded("nsw-2021").unwrap()
}

fn eight_decks() -> Composition {
    Composition::decks(8).unwrap()
}

#[test]
fn shoes_that_cannot_be_counted_are_refused() {
    let analysis = Analysis::of_book(&nsw(), "standard").unwrap();
    for cards in 0..6 {
        let shoe = Composition::of([(Card::all().next().unwrap(), cards)]).unwrap();
        let refused = CompositionError::TooFew(cards);
        assert_eq!(refused.to_string(), format!("a coup may need six cards, but the shoe has {cards}"));
        assert_eq!(analysis.figures(&shoe).err(), Some(refused.clone()));
        assert_eq!(analysis.endings(&shoe), Err(refused.clone()));
        assert_eq!(analysis.odds(&shoe), Err(AnalysisError::Composition(refused)));
    }
    let six = Composition::of([("6s".parse().unwrap(), 6)]).unwrap();
    assert!(analysis.odds(&six).is_ok());
    assert_eq!(analysis.removal(&six), Err(CompositionError::TooFew(5)));

    let ace: Card = "As".parse().unwrap();
    assert_eq!(Composition::of([(ace, 416), (ace, 1)]), Err(CompositionError::TooMany(417)));
    assert_eq!(Composition::of([(ace, u32::MAX)]), Err(CompositionError::TooMany(u32::MAX.into())));
    assert_eq!(eight_decks().add(ace), Err(CompositionError::TooMany(417)));
    assert_eq!(Composition::empty().remove(ace), Err(CompositionError::NoneLeft(ace)));
    for decks in [0, 9, u32::MAX] {
        assert_eq!(Composition::decks(decks), Err(CompositionError::Decks(decks)));
    }
    assert_eq!(eight_decks().check_decks(8), Ok(()));
    let refused = Composition::of([(ace, 7)]).unwrap().check_decks(6).unwrap_err();
    assert_eq!(refused.to_string(), "the shoe has 7 of As, but 6 decks hold 6");
}

#[test]
fn shoes_in_json_are_checked() {
    let read = |text: &str| serde_json::from_str::<Composition>(text).map_err(|error| error.to_string());
    assert_eq!(read(r#"{"counts": {"As": 8, "10d": 7}}"#).map(|shoe| shoe.cards()), Ok(15));
    for (text, expected) in [
        (r#"{"counts": {"1x": 8}}"#, "`1x` is not a card"),
        (r#"{"counts": {"As": 8, "as": 1}}"#, "As is counted twice"),
        (r#"{"counts": {"As": -1}}"#, "expected u32"),
        (r#"{"counts": {"As": 417}}"#, "exact odds are counted for 416 at most"),
        (r#"{"counts": [8]}"#, "a number for each card"),
        (r#"{"cards": {}}"#, "unknown field"),
        (r#"{}"#, "missing field `counts`"),
    ] {
        let refused = read(text).unwrap_err();
        assert!(refused.contains(expected), "{text}: {refused}");
    }
}

/// A paytable of one row, cited as the book's first bet is.
fn one_row(on: On, pays: Pays) -> Paytable {
    let first = &nsw().bets[0];
    let row = PaytableRow { on, pays, by: first.by.clone() };
    Paytable { bet: "made_up".parse().unwrap(), rows: vec![row], loses: first.loses.clone() }
}

#[test]
fn bets_that_cannot_be_counted_are_refused() {
    let even = || Pays::Odds { odds: Odds::EVEN, commission: None };
    let new =
        |paytable: Paytable| Analysis::new(&nsw().drawing, [paytable]).err().map(|error| error.to_string());
    let wins = On { winner: Some(Winner::Banker), ..On::default() };
    let paired = On { pair: Some(Side::Banker), ..On::default() };

    let mixed = On { pair: Some(Side::Banker), ..wins };
    let refused = "a row of made_up asks for points and pairs together, which the exact odds do not count";
    assert_eq!(new(one_row(mixed, even())).as_deref(), Some(refused));

    let mut twice = one_row(wins, even());
    twice.rows.extend(one_row(On { point: Point::new(6), ..wins }, even()).rows);
    let refused = "the rows of made_up do not exclude each other, so its odds are not settled";
    assert_eq!(new(twice).as_deref(), Some(refused));
    let mut both = one_row(wins, even());
    both.rows.extend(one_row(paired, even()).rows);
    assert_eq!(new(both).as_deref(), Some(refused));

    let mut fine = one_row(wins, even());
    fine.rows = (1..=9u8)
        .zip(["1:9973", "1:9967", "1:9949", "1:9941", "1:9931", "1:9929", "1:9923", "1:9907", "1:9901"])
        .map(|(point, odds)| PaytableRow {
            on: On { point: Point::new(point), ..wins },
            pays: Pays::Odds { odds: odds.parse().unwrap(), commission: None },
            ..fine.rows[0].clone()
        })
        .collect();
    let refused = AnalysisError::TooFine(fine.bet);
    let analysis = Analysis::new(&nsw().drawing, [fine]).unwrap();
    assert_eq!(analysis.odds(&eight_decks()), Err(refused));

    let refused = Analysis::of_book(&nsw(), "federal").err().map(|error| error.to_string());
    let told = "`federal` is not a variant of nsw-2021; its variants are standard, even-money";
    assert_eq!(refused.as_deref(), Some(told));

    let all = Pays::Odds { odds: Odds::EVEN, commission: "1:1".parse().ok() };
    assert_eq!(
        new(one_row(wins, all)).as_deref(),
        Some("the commission of made_up keeps back the whole win")
    );
}

/// Nothing in the analysis knows a bet by its name: conditions in no book are counted like any other.
#[test]
fn any_condition_is_counted() {
    let pays = Pays::Odds { odds: "3:7".parse().unwrap(), commission: "2:9".parse().ok() };
    let shoe = eight_decks();
    let always = Analysis::new(&nsw().drawing, [one_row(On::default(), pays.clone())]).unwrap();
    let odds = &always.odds(&shoe).unwrap()[0];
    assert_eq!((odds.hit_rate.to_string(), odds.house_edge.to_string()), ("1/1".into(), "-1/3".into()));
    assert_eq!(odds.standard_deviation, 0.0);

    let three_cards =
        On { winner: Some(Winner::Player), cards: Some(3), point_not: Point::new(9), ..On::default() };
    let analysis = Analysis::new(&nsw().drawing, [one_row(three_cards, pays)]).unwrap();
    let won = analysis.endings(&shoe).unwrap().of_all(|ending| {
        ending.points.player > ending.points.banker && ending.drew.player && ending.points.player.value() != 9
    });
    assert_eq!(analysis.figures(&shoe).unwrap().bets().next().unwrap().counts()[0], won as f64);

    let push = Analysis::new(&nsw().drawing, [one_row(On::default(), Pays::StandOff)]).unwrap();
    let odds = &push.odds(&shoe).unwrap()[0];
    assert_eq!((odds.house_edge.to_string(), odds.house_edge_resolved), ("0/1".into(), None));
    assert_eq!(odds.outcomes[0].settled, SettledHow::StandOff);

    let alike = On { pair: Some(Side::Player), pairs: Some(Pairs::TwoAlike), ..On::default() };
    let both = Analysis::new(&nsw().drawing, [one_row(alike, Pays::StandOff)]).unwrap();
    let figures = both.figures(&shoe).unwrap();
    let bet = figures.bets().next().unwrap();
    assert_eq!(bet.counts().iter().sum::<f64>(), bet.total());

    let none = Analysis::new(&nsw().drawing, []).unwrap();
    assert!(none.odds(&shoe).unwrap().is_empty());
}

#[test]
fn every_cell_of_the_drawing_table_matters() {
    let book = nsw();
    let right = DrawTable::from(&book.drawing);
    let paytables = || book.bets.iter().map(|bet| Paytable::of_bet(bet, "standard"));
    let edges = |table: DrawTable| {
        let analysis = Analysis::new(table, paytables()).unwrap();
        analysis.figures(&eight_decks()).unwrap().bets().map(|bet| bet.edge()).collect::<Vec<f64>>()
    };
    let expected = edges(right);
    let points = || Point::all().filter(|point| !point.is_natural());
    let mut wrong = Vec::new();
    for changed in points() {
        let player = |point: Point| right.player_draws(point) != (point == changed);
        wrong.push(DrawTable::new(player, |banker, third| right.banker_draws(banker, third)));
        for column in Point::all().map(Some).chain([None]) {
            let banker = |point: Point, third: Option<Point>| {
                right.banker_draws(point, third) != (point == changed && third == column)
            };
            wrong.push(DrawTable::new(|player| right.player_draws(player), banker));
        }
    }
    assert_eq!(wrong.len(), 8 + 88);
    for table in wrong {
        let found = edges(table);
        assert!(found[0] != expected[0] && found[1] != expected[1], "{table:?}");
    }
}

/// NSW 5.8: what chips cannot pay exactly is made up to what they can.
#[test]
fn rounding_makes_another_game() {
    let book = nsw();
    let analysis = Analysis::of_book(&book, "standard").unwrap();
    let money = |text: &str| text.parse::<Money>().unwrap();
    let banker = |stake: &str, chips: &str, rounding: Rounding| {
        let payment = PaidStake { stake: money(stake), chips: chips.parse().unwrap(), rounding };
        let mut odds = analysis.odds_in_chips(&eight_decks(), &payment).unwrap();
        odds.swap_remove(1).map(|odds| (odds.outcomes[0].paid, odds.house_edge.decimal(7)))
    };
    let paid = |amount: &str, edge: &str| Ok((Some(money(amount)), edge.to_owned()));
    assert_eq!(banker("100", "5 25 100", Rounding::Up), paid("95", "0.0105791"));
    assert_eq!(banker("25", "5 25 100", Rounding::Up), paid("25", "-0.0123508"));
    assert_eq!(banker("25", "5 25 100", Rounding::Down), paid("20", "0.0793687"));
    assert_eq!(banker("25", "1 5 25", Rounding::Nearest), paid("24", "0.0059931"));
    let refused = NotTaken { bet: "banker".parse().unwrap(), stake: money("25") };
    assert_eq!(banker("25", "5 25 100", Rounding::Refused), Err(refused));
    assert!(refused.to_string().starts_with("a stake of 25 on banker is not taken"));
    assert_eq!(banker("100", "5 25 100", Rounding::Refused), paid("95", "0.0105791"));

    for stake in [Money::ZERO, Money::from_minor(-1), Money::from_minor(i64::MAX)] {
        let payment = PaidStake { stake, chips: "5".parse().unwrap(), rounding: Rounding::Up };
        assert_eq!(analysis.odds_in_chips(&eight_decks(), &payment), Err(AnalysisError::Stake(stake)));
    }
    let largest =
        PaidStake { stake: Money::LARGEST, chips: "0.03 7".parse().unwrap(), rounding: Rounding::Nearest };
    assert!(analysis.odds_in_chips(&eight_decks(), &largest).unwrap().iter().all(|odds| odds.is_ok()));
}

/// What a table offers is analysed with what the house made of the paytables.
#[test]
fn terms_are_analysed_as_offered() {
    let book = nsw();
    let terms = Terms::under(&book, Draft::usual(&book)).unwrap();
    let offered = Analysis::of_terms(&book, &terms).unwrap();
    let of_book = Analysis::of_book(&book, &terms.variant).unwrap().odds(&eight_decks()).unwrap();
    assert_eq!(offered.bets().len(), terms.offers.len());
    for odds in offered.odds(&eight_decks()).unwrap() {
        let same = of_book.iter().find(|own| own.bet == odds.bet).unwrap();
        assert_eq!(same.house_edge, odds.house_edge);
    }
}

/// Whether kings and queens are alike changes a Tiger Pair's twin, by exactly the pairs of unlike tens.
#[test]
fn likeness_by_pips_is_counted() {
    let pays = Pays::Odds { odds: "100:1".parse().unwrap(), commission: None };
    let won = |alike_by_pips: bool| {
        let on = On { pairs: Some(Pairs::TwoAlike), alike_by_pips, ..On::default() };
        let analysis = Analysis::new(&nsw().drawing, [one_row(on, pays.clone())]).unwrap();
        let figures = analysis.figures(&eight_decks()).unwrap();
        figures.bets().next().unwrap().counts()[0]
    };
    let pairs_of_a_rank = 32.0 * 31.0;
    assert_eq!(won(false), 13.0 * pairs_of_a_rank * 30.0 * 29.0);
    assert_eq!(won(true) - won(false), 4.0 * 3.0 * pairs_of_a_rank * pairs_of_a_rank);
}
