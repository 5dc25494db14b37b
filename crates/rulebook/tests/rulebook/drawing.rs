//! Every cell of every table of play against the document that prints it, and the clause each cell gives.
//!
//! The tables here are typed from the documents, in the way each prints its own.

use std::path::Path;

use punto_rulebook::{Drawing, Rulebook};
use punto_vocab::{Card, Point};

/// A document's table of play. Points and third cards are written as ranges: `0-7 9`.
struct Printed {
    book: &'static str,
    /// Eight or nine in two cards: nobody draws.
    natural: &'static str,
    /// Player's points, whether they draw, and the clauses.
    player: [(&'static str, bool, &'static str); 2],
    /// Banker's points, the third cards of Player on which they draw, and the clauses.
    banker: &'static [(&'static str, &'static str, &'static str)],
    /// Banker's points that draw when Player stood.
    player_stood: &'static str,
    /// The clauses of that, and the points of Banker they speak of.
    player_stood_by: (&'static str, &'static str),
}

const PRINTED: [Printed; 5] = [
    Printed {
        book: "nsw-2021",
        natural: "9.2, 1.1:natural",
        player: [("0-5", true, "9.3, 9.3:table-1"), ("6-7", false, "9.3, 9.3:table-1")],
        banker: &[
            ("0-2", "0-9", "9.4, 9.4:table-2"),
            ("3", "0-7 9", "9.4, 9.4:table-2"),
            ("4", "2-7", "9.4, 9.4:table-2"),
            ("5", "4-7", "9.4, 9.4:table-2"),
            ("6", "6-7", "9.4, 9.4:table-2"),
            ("7", "", "9.4, 9.4:table-2"),
        ],
        player_stood: "0-5",
        player_stood_by: ("0-7", "9.5"),
    },
    Printed {
        book: "tas-2013",
        natural: "11:player-natural, 11:banker-natural",
        player: [("0-5", true, "11:player-draw"), ("6-7", false, "11:player-stand")],
        banker: &[
            ("0-2", "0-9", "11:banker-0-2, 11"),
            ("3", "0-7 9", "11:banker-3, 11"),
            ("4", "2-7", "11:banker-4, 11"),
            ("5", "4-7", "11:banker-5, 11"),
            ("6", "6-7", "11:banker-6, 11"),
            ("7", "", "11:banker-7, 11"),
        ],
        player_stood: "0-2 3 4 5",
        player_stood_by: ("", ""),
    },
    Printed {
        book: "tas-2018",
        natural: "11:player-natural, 11:banker-natural",
        player: [("0-5", true, "11:player-draw"), ("6-7", false, "11:player-stand")],
        banker: &[
            ("3", "0-7 9", "11:banker-3, 11"),
            ("4", "2-7", "11:banker-4, 11"),
            ("5", "4-7", "11:banker-5, 11"),
            ("6", "6-7", "11:banker-6, 11"),
            ("0-2", "0-9", "11:banker-0-2, 11"),
            ("7", "", "11:banker-7, 11"),
        ],
        player_stood: "0-2 3 4 5",
        player_stood_by: ("", ""),
    },
    Printed {
        book: "nz-1998",
        natural: "9.2, 9.3:8-9, 9.4:8-9, 1.0:natural",
        player: [("0-5", true, "9.3, 9.3:0-5"), ("6-7", false, "9.3, 9.3:6-7")],
        banker: &[
            ("3", "0-7 9", "9.4, 9.4:3"),
            ("4", "2-7", "9.4, 9.4:4"),
            ("5", "4-7", "9.4, 9.4:5"),
            ("6", "6-7", "9.4, 9.4:6"),
            ("7", "", "9.4, 9.4:7"),
            ("0-2", "0-9", "9.4, 9.4:0-2"),
        ],
        player_stood: "0-5",
        player_stood_by: ("0-7", "9.5"),
    },
    Printed {
        book: "rws-2016",
        natural: "3.6:player-8-9, 3.6:banker-8-9, 1:natural, 3.6, 1:baccarat-table-of-play",
        player: [("0-5", true, "3.6:player-0-5"), ("6-7", false, "3.6:player-6-7")],
        banker: &[
            ("3", "0-7 9", "3.6:banker-3"),
            ("4", "2-7", "3.6:banker-4"),
            ("5", "4-7", "3.6:banker-5"),
            ("6", "6-7", "3.6:banker-6"),
            ("7", "", "3.6:banker-7"),
            ("0-2", "0-9", "3.6:banker-0-2"),
        ],
        player_stood: "0-5",
        player_stood_by: ("0-6", "3.5:no-player-card, 3.5"),
    },
];

/// Whether a list of ranges like `0-7 9` has this number.
fn has(ranges: &str, number: u8) -> bool {
    ranges.split_whitespace().any(|range| {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        let end = |text: &str| text.parse::<u8>().expect("a range has figures");
        (end(first)..=end(last)).contains(&number)
    })
}

fn drawing(book: &str) -> Drawing {
    Rulebook::embedded(book).expect("an embedded book loads").drawing
}

#[test]
fn player_does_as_printed() {
    for printed in PRINTED {
        let drawing = drawing(printed.book);
        for point in Point::all() {
            let row = printed.player.iter().find(|(points, _, _)| has(points, point.value()));
            let (draws, by) = row.map_or((false, printed.natural), |(_, draws, by)| (*draws, *by));
            assert_eq!(drawing.player_draws(point), draws, "{}: Player on {point}", printed.book);
            assert_eq!(drawing.player_by(point).to_string(), by, "{}: Player on {point}", printed.book);
            assert_eq!(row.is_none(), point.is_natural());
        }
    }
}

#[test]
fn banker_does_as_printed_after_each_third_card() {
    let mut cells = 0;
    for printed in PRINTED {
        let drawing = drawing(printed.book);
        for point in Point::all() {
            let mut rows = printed.banker.iter().filter(|(points, _, _)| has(points, point.value()));
            let (draws_on, by) = rows.next().map_or(("", printed.natural), |(_, on, by)| (*on, *by));
            assert!(rows.next().is_none(), "one row for each point");
            for card in Card::all() {
                let place = format!("{}: Banker on {point} after {card}", printed.book);
                let draws = has(draws_on, card.point().value());
                assert_eq!(drawing.banker_draws(point, Some(card)), draws, "{place}");
                assert_eq!(drawing.banker_by(point, Some(card)).to_string(), by, "{place}");
                cells += 1;
            }
        }
    }
    assert_eq!(cells, 5 * 10 * 52);
}

#[test]
fn banker_does_as_printed_when_player_stood() {
    for printed in PRINTED {
        let drawing = drawing(printed.book);
        let (points, clauses) = printed.player_stood_by;
        for point in Point::all() {
            let place = format!("{}: Banker on {point} after Player stood", printed.book);
            assert_eq!(
                drawing.banker_draws(point, None),
                has(printed.player_stood, point.value()),
                "{place}"
            );
            if has(points, point.value()) {
                assert_eq!(drawing.banker_by(point, None).to_string(), clauses, "{place}");
            } else if let Some((_, _, row)) =
                printed.banker.iter().find(|(own, _, _)| has(own, point.value()))
            {
                assert_eq!(drawing.banker_by(point, None).to_string(), *row, "{place}");
            }
            if point.is_natural() {
                assert_eq!(drawing.banker_by(point, None).to_string(), printed.natural, "{place}");
            }
        }
    }
}

/// The proviso of 3.5 says what Banker does on 0 to 6; on 7 the table of play in 3.6 is all there is.
#[test]
fn seven_against_a_standing_player_rests_on_the_table_of_play() {
    let seven = Point::new(7).expect("a point");
    assert_eq!(drawing("rws-2016").banker_by(seven, None).to_string(), "3.6:banker-7");
}

/// Where the clause on "Player stood" does not speak of a point of Banker, the row of the table does.
#[test]
fn a_book_may_limit_the_clause_for_player_stood_to_some_points() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rulebooks/nz-1998");
    let text =
        |file| std::fs::read_to_string(folder.join(file)).expect("the books of the workspace can be read");
    let (book, clauses) = (text("rulebook.toml"), text("clauses.toml"));
    let changed = book
        .replace("no_player_card = { clause", "no_player_card = { points = [0, 1, 2, 3, 4, 5, 6], clause");
    assert_ne!(book, changed);
    let read = Rulebook::read((Path::new("rulebook.toml"), &changed), (Path::new("clauses.toml"), &clauses));
    let drawing = read.unwrap_or_else(|problems| panic!("{problems}")).drawing;
    let by = |point: u8| drawing.banker_by(Point::new(point).expect("a point"), None).to_string();
    assert_eq!(
        [by(0), by(6), by(7), by(8)].map(|by| by.split(", ").next().map(str::to_owned)),
        [Some("9.5".into()), Some("9.5".into()), Some("9.4".into()), Some("9.2".into()),]
    );
}
