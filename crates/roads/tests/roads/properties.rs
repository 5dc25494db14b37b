//! What holds for every shoe, whatever its results.

use proptest::prelude::*;
use punto_roads::{
    DerivedRoad, Entry, Mark, Roads, Score, Side, Statistics, TailPolicy, Winner, parse_entries,
    print_entries,
};

fn winner() -> impl Strategy<Value = Winner> {
    prop_oneof![5 => Just(Winner::Banker), 5 => Just(Winner::Player), 1 => Just(Winner::Tie)]
}

fn entry() -> impl Strategy<Value = Entry> {
    let score = (0..10_u8, 0..10_u8, any::<bool>()).prop_map(|(banker, player, natural)| Score {
        banker,
        player,
        natural,
    });
    (winner(), any::<bool>(), any::<bool>(), proptest::option::weighted(0.9, score)).prop_map(
        |(winner, banker_pair, player_pair, score)| Entry { winner, banker_pair, player_pair, score },
    )
}

/// Shoes of coups that do not care what came before.
fn even_shoe() -> impl Strategy<Value = Vec<Entry>> {
    proptest::collection::vec(entry(), 0..90)
}

/// Shoes of long runs, in which tails meet.
fn streaky_shoe() -> impl Strategy<Value = Vec<Entry>> {
    let run = (entry(), 1..20_usize).prop_map(|(entry, length)| vec![entry; length]);
    proptest::collection::vec(run, 0..12).prop_map(|runs| runs.concat())
}

fn shoe() -> impl Strategy<Value = Vec<Entry>> {
    prop_oneof![even_shoe(), streaky_shoe()]
}

fn swapped(entry: &Entry) -> Entry {
    let winner = entry.winner.side().map_or(Winner::Tie, |side| side.other().into());
    Entry { winner, ..*entry }
}

fn roads(entries: &[Entry]) -> Roads {
    Roads::from_entries(entries.iter().copied())
}

proptest! {
    #[test]
    fn pushing_is_taking_the_list_anew(entries in shoe()) {
        let mut pushed = Roads::new();
        for (i, entry) in entries.iter().enumerate() {
            pushed.push(*entry);
            prop_assert_eq!(&pushed, &roads(&entries[..=i]));
        }
        prop_assert_eq!(pushed.entries(), entries);
    }

    #[test]
    fn the_ask_is_append_and_derive(entries in shoe()) {
        let mut now = Roads::new();
        for entry in &entries {
            for side in Side::ALL {
                let mut then = now.clone();
                then.push(Entry::new(side.into()));
                for road in DerivedRoad::ALL {
                    let mut marks = now.derived().get(road).as_slice().to_vec();
                    marks.extend(*now.ask(side).get(road));
                    prop_assert_eq!(marks, then.derived().get(road).as_slice());
                }
            }
            now.push(*entry);
        }
    }

    #[test]
    fn the_two_asks_are_opposite_and_defined_together(entries in shoe()) {
        let roads = roads(&entries);
        let opposite = roads.ask(Side::Player).to_array().map(|mark| mark.map(Mark::opposite));
        prop_assert_eq!(roads.ask(Side::Banker).to_array(), opposite);
    }

    #[test]
    fn a_tie_changes_neither_derived_roads_nor_ask(
        entries in shoe(),
        places in proptest::collection::vec(any::<prop::sample::Index>(), 1..10),
    ) {
        let mut with_ties = entries.clone();
        for place in places {
            with_ties.insert(place.index(with_ties.len() + 1), Entry::new(Winner::Tie));
        }
        let (plain, tied) = (roads(&entries), roads(&with_ties));
        prop_assert_eq!(plain.derived(), tied.derived());
        for side in Side::ALL {
            prop_assert_eq!(plain.ask(side), tied.ask(side));
        }
        for policy in TailPolicy::ALL {
            prop_assert_eq!(plain.big_road().grid(policy), tied.big_road().grid(policy));
        }
    }

    #[test]
    fn every_tie_is_counted_once(entries in shoe()) {
        let roads = roads(&entries);
        let on_rings: usize = roads.big_road().rings().map(|(_, ring)| ring.ties).sum();
        prop_assert_eq!(on_rings + roads.big_road().waiting_ties(), roads.statistics().tie);
    }

    #[test]
    fn swapping_the_sides_never_changes_a_derived_road(entries in shoe()) {
        let mirrored: Vec<Entry> = entries.iter().map(swapped).collect();
        let (plain, mirrored) = (roads(&entries), roads(&mirrored));
        prop_assert_eq!(plain.derived(), mirrored.derived());
        for side in Side::ALL {
            prop_assert_eq!(plain.ask(side), mirrored.ask(side.other()));
        }
    }

    #[test]
    fn a_void_is_the_list_without_the_coup(entries in shoe()) {
        let whole = roads(&entries);
        for coup in 0..entries.len() {
            let mut rest = entries.clone();
            rest.remove(coup);
            prop_assert_eq!(whole.without(coup), Some(roads(&rest)));
        }
        prop_assert_eq!(whole.without(entries.len()), None);
        prop_assert_eq!(whole.without(usize::MAX), None);
    }

    #[test]
    fn statistics_add_up(entries in shoe()) {
        let Statistics { banker, player, tie, total, naturals, .. } = roads(&entries).statistics();
        prop_assert_eq!(banker + player + tie, total);
        prop_assert_eq!(total, entries.len());
        prop_assert!(naturals.is_none_or(|naturals| naturals <= total));
    }

    #[test]
    fn the_text_goes_round(entries in shoe()) {
        let told: Vec<Entry> = entries.iter().map(|entry| Entry { score: None, ..*entry }).collect();
        let text = print_entries(&entries);
        prop_assert_eq!(parse_entries(&text), Ok(told));
    }

    #[test]
    fn any_text_is_read_or_refused_at_a_column_it_has(text in "[BPTbp]{0,12}.{0,3}") {
        match parse_entries(&text) {
            Ok(entries) => {
                let reprinted = print_entries(&entries);
                prop_assert_eq!(reprinted.len(), text.len());
                prop_assert_eq!(parse_entries(&reprinted), Ok(entries));
            }
            Err(error) => {
                prop_assert_eq!(text.chars().nth(error.column - 1), Some(error.found));
                let read: String = text.chars().take(error.column - 1).collect();
                prop_assert!(parse_entries(&read).is_ok());
            }
        }
    }
}
