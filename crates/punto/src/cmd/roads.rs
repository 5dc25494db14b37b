//! `punto roads`: the scoreboards of a list of results.

use std::fmt::Write;

use punto_roads::{DerivedRoad, Roads, Side, TailPolicy, parse_entries};
use serde_json::{Value, json};

use crate::failure::{Answer, Failure};
use crate::print::as_json;

#[derive(clap::Args)]
#[command(after_help = "Examples:
  punto roads BBPPPBPBB            the big road, the derived roads and the ask
  punto roads BPTBbPp --json       for programs; b and p after a result are pairs

Past results do not change the odds of the next coup.")]
pub(crate) struct Args {
    /// Results in order: B, P or T, each followed by b or p for a Banker or Player pair.
    results: String,
    /// How a tail goes on once it has turned: straight, or resume (down again where there is room).
    #[arg(long, default_value = "straight")]
    tail: String,
    /// For programs.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Answer {
    let tail: TailPolicy = args.tail.parse().map_err(Failure::of)?;
    let entries = parse_entries(args.results.trim()).map_err(Failure::of)?;
    let roads = Roads::from_entries(entries);
    Ok(if args.json { as_json(&value(&roads, tail)) } else { text(&roads, tail) })
}

fn value(roads: &Roads, tail: TailPolicy) -> Value {
    let ask = |side: Side| roads.ask(side).to_array().map(|mark| mark.map(|mark| mark.to_string()));
    let columns: Vec<String> = roads.big_road().columns().iter().map(ToString::to_string).collect();
    let grid: Vec<[usize; 2]> =
        roads.big_road().grid(tail).iter().map(|cell| [cell.row, cell.column]).collect();
    json!({
        "big_road": columns,
        "big_eye_boy": roads.derived().big_eye_boy.to_string(),
        "small_road": roads.derived().small_road.to_string(),
        "cockroach_pig": roads.derived().cockroach_pig.to_string(),
        "ask_banker": ask(Side::Banker),
        "ask_player": ask(Side::Player),
        "big_road_grid": grid,
    })
}

pub(crate) fn text(roads: &Roads, tail: TailPolicy) -> String {
    let mut text = String::new();
    let cells = roads.big_road().grid(tail);
    let width = cells.iter().map(|cell| cell.column + 1).max().unwrap_or(0);
    let mut rows = vec![vec!['·'; width]; punto_roads::ROWS];
    for (cell, (side, _)) in cells.iter().zip(roads.big_road().rings()) {
        rows[cell.row][cell.column] = if side == Side::Banker { 'B' } else { 'P' };
    }
    let _ = writeln!(text, "big road");
    for row in rows {
        let line: String = row.iter().map(|mark| format!("{mark} ")).collect();
        let _ = writeln!(text, "  {}", line.trim_end());
    }
    for road in DerivedRoad::ALL {
        let marks = roads.derived().get(road).to_string();
        let _ = writeln!(
            text,
            "{:<14} {}",
            road.to_string().replace('_', " "),
            if marks.is_empty() { "-" } else { &marks }
        );
    }
    for (name, side) in [("if Banker", Side::Banker), ("if Player", Side::Player)] {
        let marks =
            roads.ask(side).to_array().map(|mark| mark.map_or("-".to_owned(), |mark| mark.to_string()));
        let _ = writeln!(text, "{name:<14} {}", marks.join(" "));
    }
    let count = roads.statistics();
    let _ = writeln!(
        text,
        "coups {}, Banker {}, Player {}, Tie {}",
        count.total, count.banker, count.player, count.tie
    );
    text
}
