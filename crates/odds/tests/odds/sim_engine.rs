//! The engine's path, coup by coup, against the rules themselves.

use std::collections::BTreeMap;
use std::sync::Mutex;

use punto_odds::sim::{Class, CoupRecord, Engine, Played, ShoePlan, SimGame, SimRun, Watch};
use punto_odds::{Analysis, Composition, PaidStake};
use punto_rulebook::{Draft, Outcome, Rulebook, Terms};
use punto_vocab::{BySide, Card, Hand, Money, Side};

fn usual(id: &str) -> (Rulebook, Terms) {
    let book = Rulebook::embedded(id).unwrap();
    let terms = Terms::under(&book, Draft::usual(&book)).unwrap();
    (book, terms)
}

/// The records of a run, shoe by shoe.
fn dealt(engine: &Engine, run: &SimRun) -> (BTreeMap<u64, Vec<CoupRecord>>, Played) {
    let shoes = Mutex::new(BTreeMap::new());
    let keep = |records: &[CoupRecord]| {
        assert!(records.iter().all(|record| record.shoe() == records[0].shoe()));
        let before = shoes.lock().unwrap().insert(records[0].shoe(), records.to_vec());
        assert_eq!(before, None);
    };
    let played = engine.records(run, &Watch::default(), &keep);
    (shoes.into_inner().unwrap(), played)
}

/// Deals the cards of a record by the rulebook's own drawing table and gives the outcome, if they are just enough.
fn replayed(book: &Rulebook, cards: &[Card]) -> Option<Outcome> {
    let mut hands: BySide<Hand> = BySide::default();
    let mut cards = cards.iter().copied();
    for side in [Side::Player, Side::Banker, Side::Player, Side::Banker] {
        assert!(hands[side].push(cards.next()?));
    }
    if !hands.player.is_natural() && !hands.banker.is_natural() {
        if book.drawing.player_draws(hands.player.point()) {
            assert!(hands.player.push(cards.next()?));
        }
        if book.drawing.banker_draws(hands.banker.point(), hands.player.third()) {
            assert!(hands.banker.push(cards.next()?));
        }
    }
    if cards.next().is_some() { None } else { Outcome::of(&hands) }
}

#[test]
fn records_tell_what_the_rules_make_of_their_cards() {
    for id in Rulebook::embedded_ids() {
        let (book, terms) = usual(id);
        let Ok(game) = SimGame::of_terms(&book, &terms) else { continue };
        let run = SimRun { seed: 3, coups: 30_000, threads: 2 };
        let (shoes, played) = dealt(&Engine::new(&game, &terms), &run);
        assert_eq!(shoes.len() as u64, played.tally.shoes, "{id}");
        assert_eq!(shoes.values().map(|coups| coups.len() as u64).sum::<u64>(), played.tally.coups());
        let plan = game.shoe();
        for coups in shoes.values() {
            assert!((plan.sure_coups()..=plan.most_coups()).contains(&(coups.len() as u32)), "{id}");
            let mut left = [plan.decks(); Card::COUNT];
            let mut position = coups[0].position();
            for (number, record) in coups.iter().enumerate() {
                let cards: Vec<Card> = record.cards().collect();
                assert_eq!((record.position(), usize::from(record.coup())), (position, number), "{id}");
                position += cards.len() as u16;
                cards.iter().for_each(|card| left[card.index()] = left[card.index()].checked_sub(1).unwrap());
                let outcome = replayed(&book, &cards).unwrap();
                assert_eq!(Class::of(&outcome), record.class(), "{id}: {cards:?}");
            }
        }
    }
}

#[test]
fn the_seed_alone_decides() {
    let (book, terms) = usual("nsw-2021");
    let engine = Engine::new(&SimGame::of_terms(&book, &terms).unwrap(), &terms);
    let run = |seed, threads| dealt(&engine, &SimRun { seed, coups: 200_000, threads });
    let one = run(1, 1);
    assert_eq!(one, run(1, 1));
    assert_eq!(one, run(1, 3));
    assert_ne!(one.0, run(2, 1).0);
}

#[test]
fn a_record_is_laid_out_as_documented() {
    let (book, terms) = usual("nsw-2021");
    let engine = Engine::new(&SimGame::of_terms(&book, &terms).unwrap(), &terms);
    let (shoes, _) = dealt(&engine, &SimRun { seed: 1, coups: 50_000, threads: 1 });
    assert_eq!(size_of::<CoupRecord>(), 16);
    for record in shoes.values().flatten() {
        let bytes = record.bytes();
        for (place, card) in record.cards().enumerate() {
            assert_eq!(usize::from(bytes[place]), card.index());
        }
        assert!(bytes[record.cards().count()..6].iter().all(|byte| *byte == 255));
        assert_eq!(usize::from(u16::from_le_bytes([bytes[6], bytes[7]])), record.class().index());
        assert_eq!(u16::from_le_bytes([bytes[8], bytes[9]]), record.position());
        assert_eq!(bytes[10], record.coup());
        let mut shoe = [0; 8];
        shoe[..5].copy_from_slice(&bytes[11..]);
        assert_eq!(u64::from_le_bytes(shoe), record.shoe());
    }
}

/// The mean gain of every bet against its exact edge, at the odds and in chips that cannot pay them.
#[test]
fn bets_gain_what_their_exact_edge_says() {
    let book = Rulebook::embedded("nsw-2021").unwrap();
    let mut draft = Draft::usual(&book);
    draft.chips = "5 25 100".parse().unwrap();
    let terms = Terms::under(&book, draft).unwrap();
    let game = SimGame::of_terms(&book, &terms).unwrap().with_early(u32::MAX);
    let analysis = Analysis::of_terms(&book, &terms).unwrap();
    let shoe = Composition::decks(terms.decks).unwrap();
    let run = SimRun { seed: 11, coups: 3_000_000, threads: 0 };

    let stake = "25".parse().unwrap();
    let payment = PaidStake { stake, chips: terms.chips.clone(), rounding: terms.rounding.value };
    let in_chips = analysis.odds_in_chips(&shoe, &payment).unwrap();
    let edges_in_chips = in_chips.into_iter().map(|odds| odds.unwrap().house_edge);
    let edges = analysis.odds(&shoe).unwrap().into_iter().map(|odds| odds.house_edge);
    let cases = [
        (Engine::new(&game, &terms), edges.collect::<Vec<_>>()),
        (Engine::staking(&game, &terms, stake).unwrap(), edges_in_chips.collect()),
    ];
    for (engine, edges) in cases {
        assert!(engine.not_taken().is_empty());
        let played = engine.run(&run, &Watch::default());
        assert_eq!(played.bets.len(), terms.offers.len());
        for ((settled, offer), edge) in played.bets.iter().zip(&terms.offers).zip(edges) {
            assert_eq!(settled.bet, offer.bet);
            let exact = -edge.to_f64() * settled.stake.minor() as f64;
            // Over whole shoes the marker's own bias is far below the error at this size.
            let z = settled.gains.mean().z(exact);
            assert!(z.abs() < 4.5, "{} for {}: {z}", settled.bet, settled.stake);
            let coups = settled.won + settled.stood_off + settled.lost;
            assert_eq!((coups, coups), (played.tally.coups(), settled.gains.values));
        }
    }
}

#[test]
fn stakes_that_no_table_takes_are_refused() {
    let (book, terms) = usual("nsw-2021");
    let game = SimGame::of_terms(&book, &terms).unwrap();
    for stake in [0, -500].map(Money::from_minor) {
        assert!(Engine::staking(&game, &terms, stake).is_err(), "{stake}");
    }
}

#[test]
fn a_shuffling_device_deals_one_coup_a_shoe() {
    let (book, terms) = usual("nsw-2021");
    let game = SimGame::new(&book.drawing, ShoePlan::always_full(8).unwrap());
    let (shoes, _) = dealt(&Engine::new(&game, &terms), &SimRun { seed: 1, coups: 2_000, threads: 1 });
    assert!(shoes.values().all(|coups| coups.len() == 1 && coups[0].position() == 0));
}
