//! Every bet of every document, in every form of its game, against every class of outcome there is.
//!
//! The settlement it is compared with is worked out in `common::naive` from the documents, not from the paytables.

use std::collections::{BTreeSet, HashSet};

use punto_coup::{Became, BoxId, Coup, Settlement, Stake, Wager, settle, settle_all};
use punto_rulebook::{BetKind, Draft, Outcome, Rulebook, Terms, TermsReason, Winner};
use punto_vocab::{Card, Money, Rank, Suit};

use crate::common::naive::Finished;
use crate::common::{bet, book, card_of, cards, choose, every_table, first, outcome, table, wager};

/// One hand of two cards for each class that any bet of any document can tell apart.
///
/// Of a hand's first two cards bets see the point, and whether they are paired, in which rank and, under one
/// document, in which suits. So an unpaired hand counts by its point alone, ten classes, and a paired one by its rank,
/// thirteen, and by how its suits are alike, three each; where suits do not matter, all three take turns. The
/// unpaired tens and pictures are there too, as they look most like pairs.
fn openings(graded: bool) -> Vec<[Card; 2]> {
    let unpaired = (0..10).map(|point| match point {
        0 => [Card::new(Rank::Ten, Suit::Spades), Card::new(Rank::Jack, Suit::Spades)],
        point => [card_of(0), card_of(point)],
    });
    let near_pairs = ["Ts Qh", "Ts Ks", "Js Qs", "Jh Kd", "Qs Kc"].map(cards);
    let near_pairs = near_pairs.into_iter().map(|hand| [hand[0], hand[1]]);
    let pairs = Rank::ALL.into_iter().flat_map(|rank| {
        let likeness = [Suit::Hearts, Suit::Clubs, Suit::Spades];
        let likeness = if graded { &likeness[..] } else { &likeness[rank as usize % 3..][..1] };
        likeness
            .iter()
            .map(|suit| [Card::new(rank, Suit::Spades), Card::new(rank, *suit)])
            .collect::<Vec<_>>()
    });
    unpaired.chain(near_pairs).chain(pairs).collect()
}

/// Calls back with a finished coup of every class: every two openings, then every point of each card that is due.
fn every_coup(book: &Rulebook, mut then: impl FnMut(&Coup)) {
    let openings = openings(&*book.id == "tas-2018");
    for player in &openings {
        for banker in &openings {
            let opening = [player[0], banker[0], player[1], banker[1]];
            finish(book, Coup::of(book, opening).unwrap(), &mut then);
        }
    }
}

fn finish(book: &Rulebook, coup: Coup, then: &mut impl FnMut(&Coup)) {
    if coup.due(book).side().is_none() {
        return then(&coup);
    }
    for point in 0..10 {
        let mut next = coup.clone();
        next.deal(book, card_of(point)).unwrap();
        finish(book, next, then);
    }
}

fn staking(bet: punto_vocab::BetId, stake: Money) -> Wager {
    Wager { patron: "ada".parse().unwrap(), at: BoxId(1), bet, stake: Stake::chips(stake) }
}

#[track_caller]
fn check(terms: &Terms, coup: &Coup, finished: &Finished, outcome: &Outcome, wager: &Wager) {
    let hands = coup.hands();
    let expected = finished.verdict(&terms.rulebook, &terms.variant, wager.bet.as_str());
    let settled = settle(terms, outcome, wager);
    let stake = wager.stake.chips.minor();
    let lost = if expected.became == Became::Lost { stake } else { 0 };
    let figures = [settled.back, settled.tokens_back, settled.collected, settled.paid, settled.void_part];
    let clause = settled.by.clauses().next().map_or("none", |clause| clause.clause());
    assert_eq!(
        (settled.became, figures.map(Money::minor), clause),
        (expected.became, [stake - lost, 0, lost, stake * expected.wins / expected.per, 0], expected.clause),
        "{} {} {}: {} against {}",
        terms.rulebook,
        terms.variant,
        wager.bet,
        hands.player,
        hands.banker,
    );
    let commission = match (&*terms.rulebook, terms.offer(wager.bet).map(|offer| offer.kind)) {
        ("nz-1998", Some(BetKind::Banker)) if expected.became == Became::Won => stake / 20,
        _ => 0,
    };
    assert_eq!(settled.commission.minor(), commission);
}

#[track_caller]
fn check_all(id: &str, variant: &str) {
    let tables: Vec<Terms> = every_table()
        .into_iter()
        .filter(|(own, terms)| *own == id && *terms.variant == *variant)
        .map(|(_, terms)| terms)
        .collect();
    let offered: BTreeSet<_> = tables.iter().flat_map(|terms| &terms.offers).map(|offer| offer.bet).collect();
    assert_eq!(
        offered,
        book(id).bets.iter().map(|bet| bet.id).collect(),
        "every bet is at one of the tables"
    );
    every_coup(book(id), |coup| {
        let outcome = coup.outcome(book(id)).unwrap();
        let finished = Finished::of(coup.hands().player.cards(), coup.hands().banker.cards());
        for terms in &tables {
            for offer in &terms.offers {
                check(terms, coup, &finished, &outcome, &staking(offer.bet, Money::from_minor(10_000)));
            }
        }
    });
}

#[test]
fn new_south_wales() {
    check_all("nsw-2021", "standard");
}

#[test]
fn new_south_wales_even_money() {
    check_all("nsw-2021", "even-money");
}

#[test]
fn tasmania() {
    check_all("tas-2013", "standard");
    check_all("tas-2018", "standard");
}

#[test]
fn tasmania_federal() {
    check_all("tas-2013", "federal");
    check_all("tas-2018", "federal");
}

#[test]
fn new_zealand() {
    check_all("nz-1998", "standard");
}

#[test]
fn sentosa() {
    check_all("rws-2016", "non-commission");
}

#[test]
fn no_class_of_outcome_is_left_out() {
    let book = book("tas-2018");
    let mut classes: HashSet<Outcome> = HashSet::new();
    every_coup(book, |coup| {
        classes.insert(coup.outcome(book).unwrap());
    });
    // All first two cards by rank, with suits and thirds in ever other mixtures: nothing new turns up.
    for index in 0..13usize.pow(4) {
        let card = |nth: usize| {
            let rank = Rank::ALL[index / 13usize.pow(nth as u32) % 13];
            Card::new(rank, Suit::ALL[(index / 7 + index * nth) % 4])
        };
        let mut coup = Coup::of(book, (0..4).map(card)).unwrap();
        for nth in 4..6 {
            if coup.due(book).side().is_some() {
                coup.deal(book, card_of(((index / 11 + nth * index) % 10) as u8)).unwrap();
            }
        }
        assert!(classes.contains(&coup.outcome(book).unwrap()), "{:?} is of no class", coup.hands());
    }
    // The classes that bets turn on, each by name.
    let has = |what: &str, holds: fn(&Outcome) -> bool| assert!(classes.iter().any(holds), "{what}");
    has("a tie on six", |o| o.winner == Winner::Tie && o.points.banker.value() == 6);
    has("Banker's six in two cards", |o| {
        o.winner == Winner::Banker && o.points.banker.value() == 6 && o.cards.banker == 2
    });
    has("Banker's six in three", |o| {
        o.winner == Winner::Banker && o.points.banker.value() == 6 && o.cards.banker == 3
    });
    has("kings with queens", |o| o.same_pips && !o.same_rank);
    has("two pairs of one rank", |o| o.same_rank);
    has("a natural", |o| o.cards.player == 2 && o.cards.banker == 2 && o.points.player.value() >= 8);
}

/// What one wager becomes at a table, with all that it rests on.
#[track_caller]
fn settled(terms: &Terms, coup: &str, text: &str) -> Settlement {
    settle(terms, &outcome(&terms.rulebook, coup), &wager(text))
}

#[test]
fn pairs_of_kings_and_queens_are_twins_only_where_the_house_goes_by_value() {
    let tigers = |choice: &'static str| {
        table("nsw-2021", |draft| {
            draft.offered = vec![bet("tiger_pair")];
            choose(draft, "twin-pair-by-rank", choice);
        })
    };
    // Player's and Banker's first two, and the odds by rank and by value.
    let rows = [
        ("Ks Qs Kh Qh 4s 4d", "25 11.1.8.2", "100 11.1.8.3"),
        ("Ts Ks Th Kh 4s 4d", "25 11.1.8.2", "100 11.1.8.3"),
        ("Ks Ks Kh Kh 4s 4d", "100 11.1.8.3", "100 11.1.8.3"),
        ("9s 8s 9h 8h", "25 11.1.8.2", "25 11.1.8.2"),
        ("4s 9s 4h 9h", "25 11.1.8.2", "25 11.1.8.2"),
        ("4s 4d 4h 4c", "100 11.1.8.3", "100 11.1.8.3"),
        ("As Ts Ah Jh 4s 4d", "4 11.1.8.1", "4 11.1.8.1"),
    ];
    for (coup, by_rank, by_value) in rows {
        for (choice, expected) in [("rank", by_rank), ("value", by_value)] {
            let settled = settled(&tigers(choice), coup, "ada@1 tiger_pair 1");
            assert_eq!(format!("{} {}", settled.paid, first(&settled.by)), expected, "{coup} by {choice}");
        }
    }
}

#[test]
fn the_house_may_keep_optional_bets_off_even_money_tables() {
    let open = |variant: &str, choice: &str| {
        let mut draft = Draft::usual(book("nsw-2021"));
        draft.variant = Some(variant.into());
        draft.offered = vec![bet("super_six")];
        choose(&mut draft, "even-money-optional-bets", choice);
        Terms::under(book("nsw-2021"), draft)
    };
    for (variant, choice) in
        [("standard", "as-standard"), ("standard", "not-offered"), ("even-money", "as-standard")]
    {
        let terms = open(variant, choice).unwrap();
        let settled = settled(&terms, "Ks 2d 5h 4c Th", "ada@1 super_six 10");
        assert_eq!((settled.paid.to_string(), first(&settled.by)), ("150".into(), "11.1.6".into()));
    }
    let refused = open("even-money", "not-offered").unwrap_err().0;
    assert_eq!(refused.len(), 1);
    assert_eq!(refused[0].reason, TermsReason::NotInVariant { bet: bet("super_six") });
    assert_eq!(refused[0].by.to_string(), "house:even-money-optional-bets");
}

#[test]
fn a_bet_the_table_does_not_offer_goes_back() {
    let terms = table("nsw-2021", |draft| draft.offered.clear());
    let settled = settled(&terms, "Ks Qs Kh Qh 4s 4d", "ada@1 player_pair 50+5");
    assert_eq!((settled.became, settled.back.to_string()), (Became::Returned, "50".to_owned()));
    assert_eq!(settled.tokens_back.to_string(), "5");
    assert!(settled.collected.is_zero() && settled.paid.is_zero());
}

#[test]
fn all_wagers_of_a_coup_add_up() {
    let terms = table("nz-1998", |_| {});
    // Banker's 7 over Player's 6.
    let outcome = outcome("nz-1998", "Ks Qd 6h 7c");
    let wagers = ["ada@1 player 100", "ben@2 banker 200", "ben@2 tie 5", "cy@3 banker 40"].map(wager);
    let (settled, totals) = settle_all(&terms, &outcome, &wagers);
    let net: Vec<String> = settled.iter().map(|settled| settled.net().to_string()).collect();
    assert_eq!(net, ["-100", "190", "-5", "38"]);
    let sums = [totals.staked, totals.back, totals.collected, totals.paid, totals.commission, totals.house()];
    assert_eq!(sums.map(|sum| sum.to_string()), ["345", "240", "105", "228", "12", "-123"]);
}
