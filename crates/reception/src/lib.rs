//! What every route of the server has at hand: the running house, who is calling and what they may do, and the fan-outs of
//! its tables.

pub mod auth;
pub mod live;
pub mod metrics;
pub mod reads;
pub mod shown_clauses;
pub mod state;
pub mod threshold;

use punto_http::problem;
