//! Baccarat scoreboards, recomputed from nothing but the list of completed coups of the present shoe.
//!
//! [`Roads`] takes one [`Entry`] a coup and holds the big road and the three derived roads; the bead plate,
//! the ask, the statistics and the good roads are read from it. There is no state beside the list, so a
//! voided or corrected coup is the list without it, and a new shoe is [`Roads::new`].
//!
//! The crate knows no cards, no wagers and no rulebook. Which coups are entries is the caller's decision: a
//! void coup and the burn never are, a no-bet coup played to a result is by default. Roads describe the past;
//! they do not change the odds of the next coup, and whoever shows them has to say so.
//!
//! # A shoe of nine coups
//!
//! ```
//! use punto_roads::{Roads, Side, TailPolicy, parse_entries};
//!
//! let roads = Roads::from_entries(parse_entries("BBPPPBPBB")?);
//!
//! let columns: Vec<String> = roads.big_road().columns().iter().map(ToString::to_string).collect();
//! assert_eq!(columns, ["BB", "PPP", "B", "P", "BB"]);
//!
//! // Red is regular and blue irregular; neither says anything about Banker or Player.
//! assert_eq!(roads.derived().big_eye_boy.to_string(), "RBBBRB");
//! assert_eq!(roads.derived().small_road.to_string(), "BBB");
//! assert_eq!(roads.derived().cockroach_pig.to_string(), "BR");
//!
//! // What each derived road would get if Banker, or Player, won the next coup.
//! let ask = roads.ask(Side::Banker).to_array().map(|mark| mark.map(|mark| mark.letter()));
//! assert_eq!(ask, [Some('R'), Some('R'), Some('R')]);
//! let ask = roads.ask(Side::Player).to_array().map(|mark| mark.map(|mark| mark.letter()));
//! assert_eq!(ask, [Some('B'), Some('B'), Some('B')]);
//!
//! // Where the newest ring is drawn, rows and columns from zero.
//! let grid = roads.big_road().grid(TailPolicy::Straight);
//! assert_eq!(grid.last().map(|cell| (cell.row, cell.column)), Some((1, 4)));
//! # Ok::<(), punto_roads::ParseEntriesError>(())
//! ```

mod ask;
mod bead_plate;
mod big_road;
mod derived;
mod entry;
mod good_roads;
mod layout;
mod marks;
mod roads;
mod statistics;
mod text;
mod word;

pub use bead_plate::BeadPlate;
pub use big_road::{BigRoad, Column, Ring};
pub use derived::{ByRoad, DerivedRoad};
pub use entry::{Entry, Score, Side, Winner};
pub use good_roads::{GoodRoad, GoodRoads, Next, Pattern, Sighting};
pub use layout::{Cell, ROWS, TailPolicy};
pub use marks::{Mark, Marks};
pub use roads::Roads;
pub use statistics::{Share, Statistics};
pub use text::{Expected, ParseEntriesError, parse_entries, print_entries};
pub use word::UnknownWord;
