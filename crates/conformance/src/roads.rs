//! Scoreboards of shoes that are known for what is hard about them, and of some that chance has dealt.

use punto_roads::{DerivedRoad, Roads, Side, TailPolicy, parse_entries};
use serde_json::{Value, json};

use crate::chance::Fixed;
use crate::{PublicQuestion, QuestionKind};

/// Nothing yet, ties before the first win, pairs, dragon tails that meet, and long shoes.
const SHOES: [&str; 14] = [
    "",
    "T",
    "TTB",
    "BBPPPBPBB",
    "BPTBbPp",
    "BBBBBBBB",
    "BBBBBBBBPPPPPPPP",
    "BBBBBBBPBBBBBBBBPPPPPPPPPB",
    "PTPTTBTBbpPpTb",
    "BPBPBPBPBPBP",
    "BBPPBBPPBBPP",
    "BPPBPPBPPBPP",
    "BBBPBBBPBBBP",
    "BBBBBBPBBBBBBPBBBBBBPBBBBBBB",
];
const DEALT: usize = 30;

/// Every question about scoreboards; they are the same under every document.
pub fn of_roads() -> Vec<PublicQuestion> {
    let mut chance = Fixed::from(88);
    let mut dealt = |_| {
        let coups = 1 + chance.below(80);
        let mut shoe = String::new();
        for _ in 0..coups {
            shoe.push_str(["B", "B", "B", "B", "P", "P", "P", "P", "T"][chance.below(9)]);
            shoe.push_str(["", "", "", "", "", "", "b", "p", "bp"][chance.below(9)]);
        }
        shoe
    };
    let shoes: Vec<String> =
        SHOES.iter().map(|shoe| (*shoe).to_owned()).chain((0..DEALT).map(&mut dealt)).collect();
    let tails = [(TailPolicy::Straight, "straight"), (TailPolicy::Resume, "resume")];
    let asked = tails.into_iter().flat_map(|tail| shoes.iter().map(move |shoe| (shoe, tail)));
    (1..).zip(asked).filter_map(|(number, (shoe, tail))| case(number, shoe, tail)).collect()
}

fn case(number: usize, shoe: &str, (tail, tail_name): (TailPolicy, &str)) -> Option<PublicQuestion> {
    let roads = Roads::from_entries(parse_entries(shoe).ok()?);
    let ask = |side: Side| roads.ask(side).to_array().map(|mark| mark.map(|mark| mark.to_string()));
    let columns: Vec<String> = roads.big_road().columns().iter().map(ToString::to_string).collect();
    let places = |cells: Vec<punto_roads::Cell>| -> Vec<[usize; 2]> {
        cells.into_iter().map(|cell| [cell.row, cell.column]).collect()
    };
    let count = roads.statistics();
    let mut answer = json!({
        "big_road": columns,
        "big_road_grid": places(roads.big_road().grid(tail)),
        "ask_banker": ask(Side::Banker),
        "ask_player": ask(Side::Player),
        "count": { "coups": count.total, "banker": count.banker, "player": count.player, "tie": count.tie },
    });
    for road in DerivedRoad::ALL {
        let marks = roads.derived().get(road);
        answer[road.to_string()] = Value::from(marks.to_string());
        answer[format!("{road}_grid")] = json!(places(marks.grid(tail)));
    }
    let (id, part) = (format!("roads/{number}"), QuestionKind::Roads);
    let ask = json!({ "entries": shoe, "tail": tail_name });
    Some(PublicQuestion { id, part, document: None, ask, answer, by: Vec::new() })
}
