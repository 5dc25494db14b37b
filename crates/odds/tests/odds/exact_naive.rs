//! Odd shoes against enumerations too simple to be wrong: every order of the cards, dealt by the book.

use std::collections::HashMap;

use punto_odds::{Analysis, Composition, DrawTable, Endings, Fraction, PointsEnding};
use punto_rulebook::{Drawing, Outcome, Pays, Row, Rulebook};
use punto_vocab::{BySide, Card, Hand, Pair, Point, Rank, Suit};

const BOOKS: [&str; 5] = ["nsw-2021", "tas-2013", "tas-2018", "nz-1998", "rws-2016"];

/// In how many deals each outcome comes up.
type Tally = HashMap<Outcome, u128>;

/// What the first six cards of a shoe come to.
fn deal(drawing: &Drawing, cards: [Card; 6]) -> Outcome {
    let [one, two, three, four, fifth, sixth] = cards;
    let mut hands = BySide { player: Hand::default(), banker: Hand::default() };
    for (player, banker) in [(one, two), (three, four)] {
        assert!(hands.player.push(player) && hands.banker.push(banker));
    }
    if !hands.player.is_natural() && !hands.banker.is_natural() {
        let mut next = fifth;
        if drawing.player_draws(hands.player.point()) {
            assert!(hands.player.push(next));
            next = sixth;
        }
        if drawing.banker_draws(hands.banker.point(), hands.player.third()) {
            assert!(hands.banker.push(next));
        }
    }
    Outcome::of(&hands).unwrap()
}

/// Visits every way to draw so many things in order from these, each as often as it can happen.
fn draw<T: Copy>(
    left: &mut [(T, u128)],
    drawn: &mut Vec<T>,
    many: usize,
    ways: u128,
    visit: &mut impl FnMut(&[T], u128),
) {
    if drawn.len() == many {
        return visit(drawn, ways);
    }
    for place in 0..left.len() {
        let (thing, count) = left[place];
        if count > 0 {
            left[place].1 -= 1;
            drawn.push(thing);
            draw(left, drawn, many, ways * count, visit);
            drawn.pop();
            left[place].1 += 1;
        }
    }
}

/// Every order of every six cards, suits and all: for shoes with few different cards.
fn by_card(drawing: &Drawing, shoe: &Composition) -> [Tally; 2] {
    let mut cards: Vec<(Card, u128)> = shoe.present().map(|(card, count)| (card, count.into())).collect();
    let mut tally = Tally::new();
    draw(&mut cards, &mut Vec::new(), 6, 1, &mut |cards, ways| {
        *tally.entry(deal(drawing, cards.try_into().unwrap())).or_default() += ways;
    });
    [tally.clone(), tally]
}

/// Every order of every six points, and every two pairs for the pair bets: for shoes of any size.
fn by_point(drawing: &Drawing, shoe: &Composition) -> [Tally; 2] {
    [points_of(drawing, shoe), pairs_of(shoe)]
}

fn points_of(drawing: &Drawing, shoe: &Composition) -> Tally {
    let points: Vec<Point> = Point::all().collect();
    let of_point: Vec<Card> =
        points.iter().filter_map(|point| Card::all().find(|card| card.point() == *point)).collect();
    let player: Vec<bool> = points.iter().map(|point| drawing.player_draws(*point)).collect();
    let banker = |point: &Point| {
        let mut row: Vec<bool> =
            of_point.iter().map(|third| drawing.banker_draws(*point, Some(*third))).collect();
        row.push(drawing.banker_draws(*point, None));
        row
    };
    let banker: Vec<Vec<bool>> = points.iter().map(banker).collect();
    let mut left: Vec<(usize, u128)> =
        shoe.points().iter().map(|count| (*count).into()).enumerate().collect();
    let mut counts = [[[[0u128; 2]; 2]; 10]; 10];
    draw(&mut left, &mut Vec::new(), 6, 1, &mut |drawn, ways| {
        let (mut p, mut b) = ((drawn[0] + drawn[2]) % 10, (drawn[1] + drawn[3]) % 10);
        let natural = p >= 8 || b >= 8;
        let player_draws = !natural && player[p];
        let third = if player_draws { drawn[4] } else { 10 };
        let banker_draws = !natural && banker[b][third];
        if player_draws {
            p = (p + drawn[4]) % 10;
        }
        if banker_draws {
            b = (b + drawn[if player_draws { 5 } else { 4 }]) % 10;
        }
        counts[p][b][usize::from(player_draws)][usize::from(banker_draws)] += ways;
    });
    let tally = PointsEnding::all().map(|ending| {
        let (p, b) = (usize::from(ending.points.player.value()), usize::from(ending.points.banker.value()));
        let ways = counts[p][b][usize::from(ending.drew.player)][usize::from(ending.drew.banker)];
        let outcome = Outcome {
            winner: Outcome::winner(ending.points),
            points: ending.points,
            cards: ending.drew.map(|drew| if drew { 3 } else { 2 }),
            pairs: BySide { player: None, banker: None },
            same_rank: false,
            same_pips: false,
        };
        (outcome, ways)
    });
    tally.filter(|(_, ways)| *ways > 0).collect()
}

/// Every opening hand of Player with every opening hand of Banker from what is left. Of the outcomes only the
/// pairs are right, and only pair bets look at them.
fn pairs_of(shoe: &Composition) -> Tally {
    // Ways to be paired, found once for every two cards, as the hands are asked a million times over.
    let mut kinds: Vec<Option<(Pair, Rank)>> = vec![None];
    let mut kind_of = vec![[0; Card::COUNT]; Card::COUNT];
    for (one, other) in Card::all().flat_map(|one| Card::all().map(move |other| (one, other))) {
        let hand: Hand = format!("{one} {other}").parse().unwrap();
        let kind = hand.pair().map(|pair| (pair, one.rank()));
        let place = kinds.iter().position(|known| *known == kind).unwrap_or(kinds.len());
        if place == kinds.len() {
            kinds.push(kind);
        }
        kind_of[one.index()][other.index()] = place;
    }
    let mut counts = vec![vec![0u128; kinds.len()]; kinds.len()];
    let mut left: Vec<u128> = shoe.counts().iter().map(|count| (*count).into()).collect();
    let hands = |left: &mut [u128], visit: &mut dyn FnMut(&mut [u128], usize, u128)| {
        for (one, other) in (0..Card::COUNT).flat_map(|one| (0..Card::COUNT).map(move |other| (one, other))) {
            let ways = left[one] * (left[other] - u128::from(one == other && left[one] > 0));
            if ways > 0 {
                left[one] -= 1;
                left[other] -= 1;
                visit(left, kind_of[one][other], ways);
                left[one] += 1;
                left[other] += 1;
            }
        }
    };
    hands(&mut left, &mut |left, player, ways| {
        hands(left, &mut |_, banker, ways_of_banker| counts[player][banker] += ways * ways_of_banker);
    });
    let mut tally = Tally::new();
    for (player, of_player) in kinds.iter().zip(&counts) {
        for (banker, ways) in kinds.iter().zip(of_player).filter(|(_, ways)| **ways > 0) {
            let ranks = player.zip(*banker).map(|((_, one), (_, other))| (one, other));
            let points = BySide::new(|_| Point::of_total(0));
            let outcome = Outcome {
                winner: Outcome::winner(points),
                points,
                cards: BySide::new(|_| 2),
                pairs: BySide { player: player.map(|(pair, _)| pair), banker: banker.map(|(pair, _)| pair) },
                same_rank: ranks.is_some_and(|(one, other)| one == other),
                same_pips: ranks.is_some_and(|(one, other)| one.pips() == other.pips()),
            };
            *tally.entry(outcome).or_default() += ways;
        }
    }
    tally
}

/// What a stake of 20 gains by a row, which for all odds in the books is a whole number.
fn gain(row: Option<&Row>) -> i128 {
    let (pays, stake, kept, of) = match row.map(|row| &row.pays) {
        None => return -20,
        Some(Pays::StandOff) => return 0,
        Some(Pays::Odds { odds, commission: None }) => (odds.pays(), odds.stake(), 0, 1),
        Some(Pays::Odds { odds, commission: Some(share) }) => {
            (odds.pays(), odds.stake(), share.pays(), share.stake())
        }
    };
    assert_eq!(20 * pays * (of - kept) % (stake * of), 0);
    i128::from(20 * pays * (of - kept) / (stake * of))
}

/// Every fraction of every bet of every book and variant, and every ending, against an enumeration.
fn check(name: &str, shoe: &Composition, enumerate: impl Fn(&Drawing, &Composition) -> [Tally; 2]) {
    let mut known: HashMap<DrawTable, [Tally; 2]> = HashMap::new();
    for id in BOOKS {
        let book = Rulebook::embedded(id).unwrap();
        let table = DrawTable::from(&book.drawing);
        let [by_points, by_pairs] = known.entry(table).or_insert_with(|| enumerate(&book.drawing, shoe));
        check_endings(name, shoe, &table, by_points);
        for variant in &book.variants {
            let analysis = Analysis::of_book(&book, &variant.id).unwrap();
            for (bet, odds) in book.bets.iter().zip(analysis.odds(shoe).unwrap()) {
                let told = format!("{name}, {id} {}, {}", variant.id, bet.id);
                let rows: Vec<&Row> = bet.rows_in(&variant.id).collect();
                let pairs = rows.iter().any(|row| row.on.pair.is_some() || row.on.pairs.is_some());
                let tally = if pairs { &*by_pairs } else { &*by_points };
                let total: u128 = tally.values().sum();
                let mut counts = vec![0; rows.len() + 1];
                let mut gained = 0;
                for (outcome, ways) in tally {
                    let row = rows.iter().position(|row| row.on.matches(outcome));
                    counts[row.unwrap_or(rows.len())] += *ways;
                    gained += *ways as i128 * gain(row.map(|row| rows[row]));
                }
                let counted: Vec<Fraction> =
                    odds.outcomes.iter().map(|outcome| outcome.probability).collect();
                let expected = counts.iter().map(|count| Fraction::new(*count as i128, total).unwrap());
                assert_eq!(counted, expected.collect::<Vec<_>>(), "{told}");
                assert_eq!(odds.house_edge, Fraction::new(-gained, 20 * total).unwrap(), "{told}");
            }
        }
    }
}

fn check_endings(name: &str, shoe: &Composition, table: &DrawTable, tally: &Tally) {
    let mut counts = vec![0; PointsEnding::COUNT];
    for (outcome, ways) in tally {
        let ending = PointsEnding { points: outcome.points, drew: outcome.cards.map(|cards| cards == 3) };
        counts[ending.index()] += ways;
    }
    let endings = Endings::count(table, shoe).unwrap();
    for ending in PointsEnding::all() {
        assert_eq!(u128::from(endings.of(&ending)), counts[ending.index()], "{name}: {ending:?}");
    }
    assert_eq!(u128::from(endings.total()), tally.values().sum(), "{name}");
}

#[test]
fn shoes_of_a_few_cards() {
    let shoes = [
        "As 2s 3s 4s 5s 6s",
        "4h 5d 6c 7s 8h 9d",
        "Ks Kh Kd Kc Qs Qh",
        "9s 9s 9s 9s 9s 9s",
        "4s 4s 4h 4h 4d 4c",
        "As As Ah 6h 6d 6c",
        "8s 7h 6d 5c 4s 3h",
        "2s 2h 3d 3c 6s 6s",
        "Ts Jh Qd Kc 5s 5h 5d",
        "6s 6s 6h 6h 3d 3d 3c",
        "As 3s 5s 7s 9s Js Ks",
        "2h 4h 6h 8h Th Qh 2h",
        "7s 7h 7d 7c 7s 7h 7d",
        "Ks Ks Kh Kc As Ad Ad",
        "5s 5s 5s 6s 6s 6s 7s",
        "As 2h 3d 4c 5s 6h 7d 8c",
        "2s 3h 4d 5c 6s 7h 8d 9c",
        "Ts Td Js Jc Qh Qh Ks Ks",
        "6s 6s 6h 6h 6d 6d 6c 6c",
        "4s 4s 4s 4s 5h 5h 5h 5h",
        "9s 9h 8d 8c As Ah Td Kc",
        "3s 3s 3s 3h 3h 3h 8d 8d 8d",
        "Qs Qs Qs Qh Qh Kd Kd Kc Kc Kc",
    ];
    for text in shoes {
        let cards = text.split(' ').map(|card| (card.parse().unwrap(), 1));
        check(text, &Composition::of(cards).unwrap(), by_card);
    }
}

#[test]
fn full_shoes_of_any_number_of_decks() {
    for decks in 1..=8 {
        check(&format!("{decks} decks"), &Composition::decks(decks).unwrap(), by_point);
    }
}

#[test]
fn large_shoes_with_something_gone() {
    let full = |keep: fn(Card) -> bool| {
        Composition::of(Card::all().filter(|card| keep(*card)).map(|card| (card, 8))).unwrap()
    };
    check("one suit", &full(|card| card.suit() == Suit::Hearts), by_point);
    check("no tens", &full(|card| card.point() != Point::of_total(0)), by_point);
    check("no fours", &full(|card| card.rank() != Rank::Four), by_point);
    check("tens only", &full(|card| card.point() == Point::of_total(0)), by_point);
    check(
        "no red eights and nines",
        &full(|card| card.point().value() < 8 || card.suit() == Suit::Clubs),
        by_point,
    );
    let uneven = Card::all().map(|card| (card, card.index() as u32 % 9));
    check("uneven", &Composition::of(uneven).unwrap(), by_point);
    let one_card = [("As", 400), ("9d", 16)].map(|(card, count)| (card.parse().unwrap(), count));
    check("nearly all aces", &Composition::of(one_card).unwrap(), by_point);
}
