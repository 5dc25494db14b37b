//! The worked examples of the roads' specification, and the consequences it names.

use punto_roads::{ByRoad, Mark, Roads, Side, parse_entries};

/// Name, results, big road, big eye boy, small road, cockroach pig, ask banker, ask player; `-` is "no mark".
const EXAMPLES: [[&str; 8]; 9] = [
    ["first-mark-red", "BPB", "B P B", "R", "", "", "BB-", "RR-"],
    ["two-two", "BBPP", "BB PP", "R", "", "", "R--", "B--"],
    ["two-three", "BBPPP", "BB PPP", "R B", "", "", "B--", "R--"],
    ["two-four", "BBPPPP", "BB PPPP", "R B R", "", "", "B--", "R--"],
    ["outgrow-single", "BPPP", "B PPP", "B R", "", "", "B--", "R--"],
    ["published-nine", "BBPPPBPBB", "BB PPP B P BB", "R BBB R B", "BBB", "B R", "RRR", "BBB"],
    ["chop", "BPBPBPBPB", "B P B P B P B P B", "RRRRRRR", "RRRRRR", "RRRRR", "BBB", "RRR"],
    ["double-jump", "BBPPBBPPBBPP", "BB PP BB PP BB PP", "RRRRRRRRR", "RRRRRRR", "RRRRR", "RRR", "BBB"],
    ["leading-ties", "TTBTP", "B P", "", "", "", "R--", "B--"],
];

fn roads(results: &str) -> Roads {
    Roads::from_entries(parse_entries(results).expect("results are written by hand"))
}

fn big_road(roads: &Roads) -> String {
    roads.big_road().columns().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn in_columns(marks: &punto_roads::Marks) -> String {
    let columns = marks.columns().map(|column| column.iter().map(Mark::to_string).collect::<String>());
    columns.collect::<Vec<_>>().join(" ")
}

fn in_a_row(ask: ByRoad<Option<Mark>>) -> String {
    ask.to_array().map(|mark| mark.map_or('-', Mark::letter)).iter().collect()
}

#[test]
fn every_worked_example() {
    for [name, results, big, eye, small, pig, ask_banker, ask_player] in EXAMPLES {
        let roads = roads(results);
        assert_eq!(big_road(&roads), big, "{name}: big road");
        assert_eq!(in_columns(&roads.derived().big_eye_boy), eye, "{name}: big eye boy");
        assert_eq!(in_columns(&roads.derived().small_road), small, "{name}: small road");
        assert_eq!(in_columns(&roads.derived().cockroach_pig), pig, "{name}: cockroach pig");
        assert_eq!(in_a_row(roads.ask(Side::Banker)), ask_banker, "{name}: ask banker");
        assert_eq!(in_a_row(roads.ask(Side::Player)), ask_player, "{name}: ask player");
    }
}

#[test]
fn leading_ties_wait_for_the_first_ring() {
    let ties = |results: &str| {
        let roads = roads(results);
        let on_rings: Vec<usize> = roads.big_road().rings().map(|(_, ring)| ring.ties).collect();
        (roads.big_road().waiting_ties(), on_rings)
    };
    assert_eq!(ties("TT"), (2, vec![]));
    assert_eq!(ties("TTB"), (0, vec![2]));
    assert_eq!(ties("TTBTP"), (0, vec![3, 0]));
    assert_eq!(ties("TTBTPTT"), (0, vec![3, 2]));
}

#[test]
fn only_ties_have_no_road_and_no_ask() {
    for results in ["", "T", "TTTbp"] {
        let roads = roads(results);
        assert_eq!(big_road(&roads), "");
        for side in Side::ALL {
            assert_eq!(in_a_row(roads.ask(side)), "---");
        }
    }
}

#[test]
fn a_pair_in_a_tied_coup_stays_on_the_bead_plate() {
    let roads = roads("BTbpPp");
    let pairs: Vec<_> =
        roads.big_road().rings().map(|(_, ring)| (ring.coup, ring.banker_pair, ring.player_pair)).collect();
    assert_eq!(pairs, [(0, false, false), (2, false, true)]);
    let beads: Vec<_> = roads.bead_plate().cells().map(|(_, entry)| entry.to_string()).collect();
    assert_eq!(beads, ["B", "Tbp", "Pp"]);
}

/// The first mark comes in row 2 of the road's second, third or fourth column, or in row 1 of the one after.
#[test]
fn the_first_mark_comes_where_it_should() {
    let first_marks = |results: &str| {
        let marks = roads(results);
        let derived = marks.derived();
        [&derived.big_eye_boy, &derived.small_road, &derived.cockroach_pig].map(|road| road.as_slice().len())
    };
    for (results, marks) in [
        ("BP", [0, 0, 0]),
        ("BPP", [1, 0, 0]),
        ("BPB", [1, 0, 0]),
        ("BPBB", [2, 1, 0]),
        ("BPBP", [2, 1, 0]),
        ("BPBPP", [3, 2, 1]),
        ("BPBPB", [3, 2, 1]),
    ] {
        assert_eq!(first_marks(results), marks, "{results}");
    }
}
