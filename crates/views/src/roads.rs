//! The scoreboards of a table as a screen draws them.

use punto_roads::{Entry, GoodRoads, Mark, Score, Side, TailPolicy, Winner};
use punto_rulebook::known::RoadProjections;
use punto_rulebook::{Rule, Rulebook};
use punto_seen::{SeenOutcome, Viewer};
use punto_table::{HandName, Table};
use punto_wire::{AskCells, AskView, Counts, MarkCell, RoadCell, RoadEntry, Roads};

/// The roads of the coups that count; what projects them forward only where `projections` are allowed.
pub fn roads(entries: &[SeenOutcome], projections: bool) -> Roads {
    let roads = punto_roads::Roads::from_entries(entries.iter().map(entry));
    let big = roads.big_road();
    let derived = roads.derived();
    Roads {
        entries: roads.entries().iter().map(bead).collect(),
        big: big_cells(big),
        eye: marks(&derived.big_eye_boy),
        small: marks(&derived.small_road),
        cockroach: marks(&derived.cockroach_pig),
        waiting_ties: big.waiting_ties() as u32,
        ask: projections.then(|| ask(&roads)),
        good: if projections { good(big) } else { Vec::new() },
        counts: counts(&roads),
    }
}

/// Whether a viewer may be shown what the roads would become, and alerts of patterns: `house:road-projections`.
///
/// Where the operator has not said, a document that bars devices which project results (nsw-2021 14.1) bars ours,
/// too. Staff and inspectors on duty are exempt.
pub fn may_project(book: &Rulebook, table: &Table, viewer: Viewer) -> bool {
    let chosen: Option<RoadProjections> = table.open.as_ref().and_then(|open| open.terms.choice());
    match (viewer, chosen) {
        (Viewer::Staff(_), _) => true,
        (Viewer::Patron(_) | Viewer::Public, Some(chosen)) => chosen == RoadProjections::On,
        (Viewer::Patron(_) | Viewer::Public, None) => book.procedure.get(Rule::ProhibitedDevices).is_none(),
    }
}

fn entry(outcome: &SeenOutcome) -> Entry {
    let winner = match outcome.winner {
        punto_rulebook::Winner::Player => Winner::Player,
        punto_rulebook::Winner::Banker => Winner::Banker,
        punto_rulebook::Winner::Tie => Winner::Tie,
    };
    let score = Score {
        banker: outcome.points.banker.value(),
        player: outcome.points.player.value(),
        natural: outcome.natural,
    };
    let (banker_pair, player_pair) = (outcome.pairs.banker, outcome.pairs.player);
    Entry { winner, banker_pair, player_pair, score: Some(score) }
}

fn bead(entry: &Entry) -> RoadEntry {
    let point = entry.score.map(|score| match entry.winner {
        Winner::Player => score.player,
        Winner::Banker | Winner::Tie => score.banker,
    });
    let winner = match entry.winner {
        Winner::Player => punto_rulebook::Winner::Player,
        Winner::Banker => punto_rulebook::Winner::Banker,
        Winner::Tie => punto_rulebook::Winner::Tie,
    };
    RoadEntry {
        winner: winner.into(),
        point,
        player_pair: entry.player_pair,
        banker_pair: entry.banker_pair,
        natural: entry.score.is_some_and(|score| score.natural),
    }
}

fn big_cells(road: &punto_roads::BigRoad) -> Vec<RoadCell> {
    let cells = road.grid(TailPolicy::default());
    let cell = |(cell, (side, ring)): (punto_roads::Cell, (Side, &punto_roads::Ring))| RoadCell {
        row: cell.row as u32,
        column: cell.column as u32,
        side: match side {
            Side::Player => HandName::Player.into(),
            Side::Banker => HandName::Banker.into(),
        },
        ties: ring.ties as u32,
        player_pair: ring.player_pair,
        banker_pair: ring.banker_pair,
    };
    cells.into_iter().zip(road.rings()).map(cell).collect()
}

fn marks(marks: &punto_roads::Marks) -> Vec<MarkCell> {
    let cell = |(cell, mark): (punto_roads::Cell, &Mark)| MarkCell {
        row: cell.row as u32,
        column: cell.column as u32,
        red: *mark == Mark::Red,
    };
    marks.grid(TailPolicy::default()).into_iter().zip(marks.as_slice()).map(cell).collect()
}

fn ask(roads: &punto_roads::Roads) -> AskView {
    let of = |side: Side| roads.ask(side).to_array().map(|mark| mark.map(|mark| mark == Mark::Red));
    AskView {
        player: of(Side::Player),
        banker: of(Side::Banker),
        player_cells: ask_cells(roads, Winner::Player),
        banker_cells: ask_cells(roads, Winner::Banker),
    }
}

/// Where the marks of a win would lie: the last ones of the roads with that win.
fn ask_cells(roads: &punto_roads::Roads, winner: Winner) -> AskCells {
    let mut next = roads.clone();
    next.push(Entry { winner, banker_pair: false, player_pair: false, score: None });
    let (before, after) = (roads.derived(), next.derived());
    let added = |before: &punto_roads::Marks, after: &punto_roads::Marks| {
        let grew = after.as_slice().len() > before.as_slice().len();
        marks(after).pop().filter(|_| grew)
    };
    AskCells {
        big: big_cells(next.big_road()).pop(),
        eye: added(&before.big_eye_boy, &after.big_eye_boy),
        small: added(&before.small_road, &after.small_road),
        cockroach: added(&before.cockroach_pig, &after.cockroach_pig),
    }
}

fn good(big: &punto_roads::BigRoad) -> Vec<String> {
    GoodRoads::default().found_in(big).map(|sighting| sighting.road.id.clone()).collect()
}

fn counts(roads: &punto_roads::Roads) -> Counts {
    let all = roads.statistics();
    Counts {
        coups: all.total as u32,
        player: all.player as u32,
        banker: all.banker as u32,
        tie: all.tie as u32,
        player_pair: all.player_pairs as u32,
        banker_pair: all.banker_pairs as u32,
        natural: all.naturals.unwrap_or(0) as u32,
    }
}
