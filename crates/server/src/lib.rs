//! HTTP and WebSocket: sign-in, roles, tables, records, OpenAPI, metrics; the web page is embedded in it.

mod disk;
pub mod live;
pub mod odds;
mod openapi;
pub mod people;
pub mod promotions;
pub mod records;
pub mod rules;
mod scanners;
mod second_factor;
pub mod serve;
mod sign_ins;
pub mod significant;
pub mod software;
pub mod tables;
pub mod tournaments;
mod winding;

use punto_http::paging;
pub use punto_http::{logs, page, problem, tls};
use punto_reception::reads;
pub use punto_reception::threshold;
pub use punto_reception::{auth, metrics, state};
