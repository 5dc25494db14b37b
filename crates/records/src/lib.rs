//! What a record of the journal holds: its body as values, the same in lines for people, and a table's as a script.
//!
//! The floor writes these bodies, and readers of the journal decode them with this crate. Nothing here is decided.

mod body;
mod fault;
mod readable;
mod recorded;
mod stream;
mod told;
mod transcript;
mod upcast;

pub use body::{
    AccountBody, Asked, Body, ENGINE, Prepared, PromotionBody, ReadError, SCHEMA, ShoeStep, SiteBody, Spoken,
    TableBody, TournamentBody, read_back,
};
pub use fault::{BadRecord, Engines, RecordFault, difference};
pub use readable::Readable;
pub use recorded::{
    AccountRecord, PromotionRecord, Recorded, SiteRecord, TableRecord, TournamentRecord, speaker,
};
pub use stream::StreamOf;
pub use told::{Told, mentions};
pub use transcript::Transcript;
pub use upcast::kept_opening;
