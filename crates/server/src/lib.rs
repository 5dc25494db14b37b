//! HTTP and WebSocket: sign-in, roles, tables, records, OpenAPI, metrics; the web page is embedded in it.

pub mod api;
pub mod problem;
