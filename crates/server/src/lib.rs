//! HTTP and WebSocket: sign-in, roles, tables, records, OpenAPI, metrics; the web page is embedded in it.

pub mod auth;
pub mod demo;
mod disk;
pub mod live;
pub mod metrics;
pub mod odds;
mod openapi;
pub mod people;
mod reads;
pub mod records;
pub mod rules;
mod scanners;
pub mod serve;
pub mod significant;
pub mod software;
pub mod state;
pub mod tables;
pub mod tournaments;
mod winding;

use punto_http::paging;
pub use punto_http::{logs, page, problem};
