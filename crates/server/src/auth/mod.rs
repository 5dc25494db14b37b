//! Who is asking, and what they may do: sessions, passwords, roles; deny by default.

mod approval;
mod caller;
mod routes;
mod sign_in;

pub(crate) use approval::Asking;
pub use caller::{Caller, Who};
pub(crate) use punto_access::{CardCredential, Credentials, PayoutCredential, blocking, is_card};
pub use punto_access::{NewSession, Rate, Session, SessionId, Sessions, Whose, counted, password, secret};
pub use punto_http::cookie::Cookie;
pub use punto_site::{Grant, Office, Right};
pub use routes::routes;
pub use sign_in::GUEST_CREDITS;
