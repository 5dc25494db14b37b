//! What the journal's events come to: one typed fold for each report, over the same records.
//!
//! Events are folded as they are stored and nothing is decided again, so that records of every engine count. Every fold
//! names every event, and a record that cannot be read is a fault, never left out. A report
//! keeps nothing that the journal does not have. [`Meters`] and [`Recall`] are folded with the table itself, since they
//! need to see it; the others read a stream with [`walk`].

mod account;
mod askers;
mod attendance;
mod cashiers;
mod dealers;
mod dealt;
mod discards;
mod disputes;
mod ending;
mod events;
mod float_book;
mod liability;
mod meters;
#[cfg(test)]
mod nights;
mod posted;
mod recall;
mod search;
mod sheet;
mod shifts;
mod shoes;
mod significant;
mod statement;
mod stream;
mod visit;
mod vouchers;
mod win;

pub use account::account_view;
pub use askers::askers;
pub use attendance::Attendance;
pub use cashiers::cashiers;
pub use dealers::{Dealers, worth_a_look};
pub use dealt::{BookOf, Dealt, DealtCoups};
pub use discards::Discards;
pub use disputes::{Dispute, Disputes};
pub use ending::ShoeEnding;
pub use float_book::FloatBook;
pub use liability::Liability;
pub use meters::{BetMeters, Meters, MinorParts};
pub use posted::{MovedAs, PostedCoup, PostedMove, Posting, Postings, TermsKey};
pub use recall::{
    CoupRecall, RECALLED, Recall, RecalledBalance, RecalledCard, RecalledRuling, RecalledSettlement,
    RecalledWager, WagerBecame,
};
pub use search::{Sought, search_index};
pub use sheet::{Sheet, csv, csv_of};
pub use shifts::shifts;
pub use shoes::{EndedShoes, ended_shoe, ended_shoes, shoe_end, shoe_record};
pub use significant::{past_events, waiting_events};
pub use statement::statement;
pub use stream::{first_at, table_stream, walk};
pub use vouchers::{issued_voucher, vouchers};
pub use win::{meters_view, win_row, win_sums};
