//! What holds for every shoe.

use std::sync::LazyLock;

use proptest::prelude::*;
use punto_odds::{Analysis, Composition, Endings, Instructions};
use punto_rulebook::{Rulebook, Winner};
use punto_vocab::Card;

/// One analysis for each set of instructions, all of the same bets.
static NSW: LazyLock<Vec<Analysis>> = LazyLock::new(|| analyses("nsw-2021", "standard"));
static TAS: LazyLock<Vec<Analysis>> = LazyLock::new(|| analyses("tas-2018", "federal"));

fn analyses(book: &str, variant: &str) -> Vec<Analysis> {
    let book = Rulebook::embedded(book).unwrap();
    Instructions::all().map(|one| Analysis::of_book(&book, variant).unwrap().with(one)).collect()
}

/// Any shoe that can deal a coup: thick or thin, with cards or whole ranks missing.
fn shoes() -> impl Strategy<Value = Composition> {
    let count = prop_oneof![Just(0u32), 0..=8u32, Just(8u32)];
    let even = prop::collection::vec(count, Card::COUNT);
    let few = prop::collection::vec((0..Card::COUNT, 1..=60u32), 1..7).prop_map(|some| {
        let mut counts = vec![0; Card::COUNT];
        for (card, count) in some {
            counts[card] += count;
        }
        counts
    });
    let shoe = prop_oneof![even, few].prop_map(|counts| Composition::of(Card::all().zip(counts)));
    shoe.prop_filter_map("a coup needs six cards", |shoe| shoe.ok().filter(|shoe| shoe.cards() >= 6))
}

proptest! {
    #[test]
    fn doubles_are_whole_numbers_and_add_up(shoe in shoes()) {
        for analysis in NSW.iter().chain(TAS.iter()) {
            for bet in analysis.figures(&shoe).unwrap().bets() {
                prop_assert!(bet.counts().iter().all(|count| *count >= 0.0 && count.fract() == 0.0), "{}", bet.bet());
                prop_assert_eq!(bet.counts().iter().sum::<f64>(), bet.total(), "{}", bet.bet());
                prop_assert!(bet.edge() <= 1.0, "{}", bet.bet());
            }
        }
    }

    #[test]
    fn all_instructions_give_the_same(shoe in shoes()) {
        for analyses in [&*NSW, &*TAS] {
            let figures: Vec<_> = analyses.iter().map(|analysis| analysis.figures(&shoe).unwrap()).collect();
            for other in &figures {
                for (one, other) in figures[0].bets().zip(other.bets()) {
                    prop_assert_eq!(one.counts(), other.counts(), "{}", one.bet());
                }
            }
        }
    }

    #[test]
    fn doubles_agree_with_integers(shoe in shoes()) {
        for analysis in NSW.iter() {
            let endings = Endings::count(analysis.draw_table(), &shoe).unwrap();
            let figures = analysis.figures(&shoe).unwrap();
            let won = |bet: &str| figures.bets().find(|own| own.bet().as_str() == bet).unwrap().counts()[0] as u64;
            prop_assert_eq!(won("player"), endings.winner(Winner::Player));
            prop_assert_eq!(won("banker"), endings.winner(Winner::Banker));
            prop_assert_eq!(won("tie"), endings.winner(Winner::Tie));
            let six = |drew: Option<bool>| endings.of_all(|ending| {
                ending.points.banker.value() == 6
                    && ending.points.player.value() < 6
                    && drew.is_none_or(|drew| drew == ending.drew.banker)
            });
            prop_assert_eq!(won("super_six"), six(None));
            prop_assert_eq!(won("small_tiger"), six(Some(false)));
            prop_assert_eq!(won("big_tiger"), six(Some(true)));
            let tied_on_six = endings.of_all(|ending| ending.points.player.value() == 6 && ending.points.banker.value() == 6);
            prop_assert_eq!(won("tiger_tie"), tied_on_six);
            prop_assert_eq!((4..=6).map(|cards| endings.cards(cards)).sum::<u64>(), endings.total());
        }
    }

    /// Which card comes next is not known, so on average its removal changes nothing.
    #[test]
    fn removals_are_fair_on_average(shoe in shoes().prop_filter("one card to spare", |shoe| shoe.cards() > 6)) {
        for analysis in [&NSW[0], &TAS[0]] {
            for removal in analysis.removal(&shoe).unwrap() {
                let mean: f64 = punto_vocab::Rank::ALL
                    .into_iter()
                    .filter_map(|rank| Some(removal.change(rank)? * f64::from(shoe.rank(rank))))
                    .sum::<f64>() / f64::from(shoe.cards());
                prop_assert!(mean.abs() < 1e-11, "{}: {mean}", removal.bet);
            }
        }
    }

    #[test]
    fn figures_follow_a_shoe_there_and_back(shoe in shoes(), order in prop::collection::vec(0..Card::COUNT, 1..40)) {
        let analysis = &NSW[NSW.len() - 1];
        let mut figures = analysis.figures(&shoe).unwrap();
        let before: Vec<f64> = figures.bets().map(|bet| bet.edge()).collect();
        let mut now = shoe;
        let mut out = Vec::new();
        for card in order.into_iter().filter_map(Card::from_index) {
            if now.cards() > 6 && now.remove(card).is_ok() {
                out.push(card);
                figures.update(&now).unwrap();
                let fresh = analysis.figures(&now).unwrap();
                for (one, other) in figures.bets().zip(fresh.bets()) {
                    prop_assert_eq!(one.counts(), other.counts());
                }
            }
        }
        for card in out {
            now.add(card).unwrap();
        }
        prop_assert_eq!(now, shoe);
        figures.update(&now).unwrap();
        prop_assert_eq!(figures.bets().map(|bet| bet.edge()).collect::<Vec<_>>(), before);
    }

    #[test]
    fn fractions_and_doubles_agree(shoe in shoes()) {
        for analysis in [&NSW[0], &TAS[0]] {
            let odds = analysis.odds(&shoe).unwrap();
            for (odds, bet) in odds.iter().zip(analysis.figures(&shoe).unwrap().bets()) {
                prop_assert!((odds.house_edge.to_f64() - bet.edge()).abs() < 1e-13, "{}", odds.bet);
                let places: f64 = odds.house_edge.decimal(15).parse().unwrap();
                prop_assert!((odds.house_edge.to_f64() - places).abs() <= 1e-14 * places.abs().max(0.1));
                prop_assert!(odds.standard_deviation >= 0.0);
            }
        }
    }

    #[test]
    fn a_shoe_survives_its_json(shoe in shoes()) {
        let json = serde_json::to_string(&shoe).unwrap();
        prop_assert_eq!(serde_json::from_str::<Composition>(&json).unwrap(), shoe);
    }
}
