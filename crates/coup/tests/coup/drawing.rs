//! The deal, card by card, against the table that each document prints.

use proptest::prelude::*;
use punto_coup::{Coup, Due, Why};
use punto_vocab::{Card, Point, Side};

use crate::common::{BOOKS, book, card_of, cards};

/// New South Wales prints all ten rows, with the column for no card first.
const NSW: [&str; 10] = [
    "D DDDDDDDDDD",
    "D DDDDDDDDDD",
    "D DDDDDDDDDD",
    "D DDDDDDDDSD",
    "D SSDDDDDDSS",
    "D SSSSDDDDSS",
    "S SSSSSSDDSS",
    "S SSSSSSSSSS",
    "S SSSSSSSSSS",
    "S SSSSSSSSSS",
];

/// Tasmania prints the rows 3 to 6, with the column for no card last, and lists the others beside them.
const TAS: [&str; 4] = ["DDDDDDDDSD D", "SSDDDDDDSS D", "SSSSDDDDSS D", "SSSSSSDDSS S"];

/// New Zealand and Sentosa list the third cards on which Banker draws, row by row.
const LISTED: [&str; 8] = ["0123456789", "0123456789", "0123456789", "012345679", "234567", "4567", "67", ""];

/// Whether the document prints that Banker draws, with no natural on the table.
fn prints_draw(id: &str, banker: u8, third: Option<u8>) -> bool {
    let row = usize::from(banker);
    match (id, third) {
        ("nsw-2021", None) => NSW[row].starts_with('D'),
        ("nsw-2021", Some(third)) => NSW[row].as_bytes()[2 + usize::from(third)] == b'D',
        ("tas-2013" | "tas-2018", _) if banker <= 2 => true,
        ("tas-2013" | "tas-2018", _) if banker >= 7 => false,
        ("tas-2013" | "tas-2018", None) => TAS[row - 3].ends_with('D'),
        ("tas-2013" | "tas-2018", Some(third)) => TAS[row - 3].as_bytes()[usize::from(third)] == b'D',
        (_, None) => banker <= 5,
        (_, Some(third)) => LISTED[row].contains(char::from(b'0' + third)),
    }
}

/// The clauses a document gives for each step of the deal.
struct Clauses {
    opening: &'static str,
    natural: &'static [&'static str],
    player_draws: &'static str,
    /// For Banker's opening points 0 to 7, when Player has a third card.
    banker: [&'static str; 8],
    /// When Player stood; Sentosa's proviso for that does not speak of Banker's 7.
    player_stood: [&'static str; 8],
    /// Why nobody gets a fourth card; Sentosa has nothing but its table.
    no_fourth: Option<&'static str>,
}

fn clauses(id: &str) -> Clauses {
    let tas = [
        "11:banker-0-2",
        "11:banker-0-2",
        "11:banker-0-2",
        "11:banker-3",
        "11:banker-4",
        "11:banker-5",
        "11:banker-6",
        "11:banker-7",
    ];
    match id {
        "nsw-2021" => Clauses {
            opening: "7.3",
            natural: &["9.2"],
            player_draws: "9.3",
            banker: ["9.4"; 8],
            player_stood: ["9.5"; 8],
            no_fourth: Some("9.6"),
        },
        "tas-2013" | "tas-2018" => Clauses {
            opening: "9.2",
            natural: &["11:player-natural", "11:banker-natural"],
            player_draws: "11:player-draw",
            banker: tas,
            player_stood: ["11"; 8],
            no_fourth: Some("8:hand-size"),
        },
        "nz-1998" => Clauses {
            opening: "8.3",
            natural: &["9.2"],
            player_draws: "9.3",
            banker: ["9.4:0-2", "9.4:0-2", "9.4:0-2", "9.4:3", "9.4:4", "9.4:5", "9.4:6", "9.4:7"],
            player_stood: ["9.5"; 8],
            no_fourth: Some("9.6"),
        },
        "rws-2016" => Clauses {
            opening: "3.4",
            natural: &["3.6:player-8-9", "3.6:banker-8-9"],
            player_draws: "3.6:player-0-5",
            banker: [
                "3.6:banker-0-2",
                "3.6:banker-0-2",
                "3.6:banker-0-2",
                "3.6:banker-3",
                "3.6:banker-4",
                "3.6:banker-5",
                "3.6:banker-6",
                "3.6:banker-7",
            ],
            player_stood: {
                let mut proviso = ["3.5:no-player-card"; 8];
                proviso[7] = "3.6:banker-7";
                proviso
            },
            no_fourth: None,
        },
        _ => panic!("{id}"),
    }
}

/// What is due, in one line: the hand, which of its cards and why, or that nothing is.
#[track_caller]
fn check_due(id: &str, coup: &Coup, expected: Option<(Side, u8)>, clause: &str, why: Why) {
    let due = coup.due(book(id));
    let (Due::Card { by, why: given, .. } | Due::Nothing { by, why: given }) = &due;
    let card = match due {
        Due::Card { to, nth, .. } => Some((to, nth)),
        Due::Nothing { .. } => None,
    };
    let hands = coup.hands();
    assert_eq!((card, *given), (expected, why), "{id}: {} against {}", hands.player, hands.banker);
    assert!(by.names(clause), "{id}: {} against {}: by {by}, not {clause}", hands.player, hands.banker);
    assert_eq!(coup.outcome(book(id)).is_some(), expected.is_none());
}

/// Deals the opening so that the hands count these points, checking the order and its clause.
#[track_caller]
fn open(id: &str, clause: &str, player: u8, banker: u8, first: u8) -> Coup {
    let rest = |point: u8| card_of((point + 10 - first) % 10);
    let opening = [card_of(first), card_of(first), rest(player), rest(banker)];
    let order = [(Side::Player, 1), (Side::Banker, 1), (Side::Player, 2), (Side::Banker, 2)];
    let mut coup = Coup::default();
    for (card, (to, nth)) in opening.into_iter().zip(order) {
        check_due(id, &coup, Some((to, nth)), clause, Why::Opening);
        assert_eq!(coup.deal(book(id), card), Ok(to));
    }
    coup
}

fn point(value: u8) -> Point {
    Point::new(value).unwrap()
}

#[test]
fn every_cell_of_every_printed_table_decides_the_third_cards_with_its_clause() {
    for id in BOOKS {
        let by = clauses(id);
        for (player, banker) in (0..8).flat_map(|player| (0..8).map(move |banker| (player, banker))) {
            // The point decides, not the cards that make it: each cell with two openings.
            for first in [0, 7] {
                let coup = open(id, by.opening, player, banker, first);
                if player >= 6 {
                    banker_acts(id, &by, coup, banker, None);
                    continue;
                }
                let why = Why::Player(point(player));
                check_due(id, &coup, Some((Side::Player, 3)), by.player_draws, why);
                for third in 0..10 {
                    let mut coup = coup.clone();
                    assert_eq!(coup.deal(book(id), card_of(third)), Ok(Side::Player));
                    banker_acts(id, &by, coup, banker, Some(third));
                }
            }
        }
    }
}

#[track_caller]
fn banker_acts(id: &str, by: &Clauses, mut coup: Coup, banker: u8, third: Option<u8>) {
    let why = Why::Banker(point(banker), third.map(card_of));
    let clause = third.map_or(by.player_stood, |_| by.banker)[usize::from(banker)];
    if !prints_draw(id, banker, third) {
        check_due(id, &coup, None, clause, why);
        return;
    }
    check_due(id, &coup, Some((Side::Banker, 3)), clause, why);
    assert_eq!(coup.deal(book(id), card_of(4)), Ok(Side::Banker));
    check_due(id, &coup, None, by.no_fourth.unwrap_or(clause), Why::HasThird(Side::Banker));
}

#[test]
fn tens_and_pictures_are_in_the_column_of_nought() {
    for id in BOOKS {
        for third in ["Td", "Jd", "Qd", "Kd"] {
            // Player 2 draws a ten or a picture; Banker 3 draws, Banker 4 stands.
            let opening = |banker: &str| cards(&format!("Ks {banker} 2h Kc {third}"));
            let draws = Coup::of(book(id), opening("3d")).unwrap();
            assert_eq!(draws.due(book(id)).side(), Some(Side::Banker), "{id} {third}");
            let stands = Coup::of(book(id), opening("4d")).unwrap();
            assert_eq!(stands.due(book(id)).side(), None, "{id} {third}");
        }
    }
}

#[test]
fn a_natural_on_either_side_stops_both_hands() {
    for id in BOOKS {
        let by = clauses(id);
        for (player, banker) in (0..10).flat_map(|player| (0..10).map(move |banker| (player, banker))) {
            let (side, natural) = match (player, banker) {
                (8.., _) => (Side::Player, player),
                (_, 8..) => (Side::Banker, banker),
                _ => continue,
            };
            for clause in by.natural {
                let coup = open(id, by.opening, player, banker, 0);
                check_due(id, &coup, None, clause, Why::Natural(side, point(natural)));
                assert_eq!(coup.len(), 4);
            }
        }
    }
}

#[test]
fn eight_or_nine_in_three_cards_is_no_natural() {
    for id in BOOKS {
        // Player's 5 becomes 9; Banker's 5 still draws against the four.
        let coup = Coup::of(book(id), cards("2s Kd 3h 5c 4d")).unwrap();
        assert_eq!(coup.hands().player.point().value(), 9);
        assert_eq!(coup.due(book(id)).side(), Some(Side::Banker), "{id}");
    }
}

#[test]
fn a_card_too_many_is_refused_with_the_clause_that_ends_the_coup() {
    for id in BOOKS {
        let by = clauses(id);
        let rows = [
            ("9s 2d Kh 3c", by.natural[0], "Player has a natural 9"),
            ("2s 8d Kh Kc", by.natural[0], "Banker has a natural 8"),
            ("7s 7d Kh Kc", by.player_stood[7], "Banker has 7, Player stood"),
            ("2s 6d Kh Kc 2h", by.banker[6], "Banker has 6, Player's third card is 2h"),
            ("2s 5d Kh Kc 4h 2c", by.no_fourth.unwrap_or(by.banker[5]), "Banker has its third card"),
            ("7s 5d Kh Kc 2c", by.no_fourth.unwrap_or(by.player_stood[5]), "Banker has its third card"),
        ];
        for (dealt, clause, why) in rows {
            let whole = Coup::of(book(id), cards(dealt)).unwrap_or_else(|error| panic!("{id}: {error}"));
            let mut coup = whole.clone();
            let refused = coup.deal(book(id), "Ad".parse().unwrap()).unwrap_err();
            assert!(refused.by.names(clause), "{id} {dealt}: by {}, not {clause}", refused.by);
            let sentence = format!("Ad is one card too many: the coup is complete, {why} ({})", refused.by);
            assert_eq!(refused.to_string(), sentence);
            assert_eq!(coup, whole, "a refused card changes nothing");
            // The same through all cards at once.
            assert_eq!(Coup::of(book(id), cards(&format!("{dealt} Ad"))), Err(refused));
        }
    }
}

#[test]
fn an_unfinished_coup_has_no_outcome() {
    for id in BOOKS {
        let mut coup = Coup::default();
        assert!(coup.is_empty());
        for (dealt, card) in cards("2s 5d Kh Kc 4h").into_iter().enumerate() {
            assert_eq!((coup.len(), coup.outcome(book(id))), (dealt, None));
            coup.deal(book(id), card).unwrap();
        }
        assert_eq!(coup.outcome(book(id)), None, "{id}: Banker's 5 draws against a four");
    }
}

proptest! {
    #[test]
    fn any_shoe_gives_a_coup_of_four_to_six_cards(
        id in prop::sample::select(&BOOKS),
        shoe in prop::collection::vec((0..52usize).prop_map(|i| Card::from_index(i).unwrap()), 6..12),
    ) {
        let mut coup = Coup::default();
        let dealt = shoe.iter().take_while(|card| coup.deal(book(id), **card).is_ok()).count();
        prop_assert!((4..=6).contains(&dealt), "{} cards", dealt);
        prop_assert_eq!(dealt, coup.len());
        prop_assert!(coup.outcome(book(id)).is_some());
        let hands = coup.hands();
        prop_assert!((2..=3).contains(&hands.player.len()) && (2..=3).contains(&hands.banker.len()));
        if hands.player.is_natural() || hands.banker.is_natural() {
            prop_assert_eq!(dealt, 4);
        }
    }
}
