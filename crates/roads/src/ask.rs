//! The ask (庄问路 / 闲问路): the marks the derived roads would get if a side won the next coup.

use crate::big_road::BigRoad;
use crate::derived::{ByRoad, DerivedRoad};
use crate::entry::Side;
use crate::marks::Mark;

/// The three marks for a win of `next`, without a copy of the road: both answers turn on one comparison.
pub(crate) fn ask(big_road: &BigRoad, next: Side) -> ByRoad<Option<Mark>> {
    ByRoad::from_fn(|road| ask_one(big_road, next, road))
}

fn ask_one(big_road: &BigRoad, next: Side, road: DerivedRoad) -> Option<Mark> {
    let last = big_road.columns().last()?;
    let reference = big_road.height_left_of_last(road.distance())?;
    // Level with the reference, it is regular to change and irregular to go on; otherwise the reverse.
    let level = last.height() == reference;
    let changes = next != last.side();
    Some(Mark::red_if(level == changes))
}
