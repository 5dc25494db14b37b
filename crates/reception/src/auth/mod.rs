//! Who is asking, and what they may do: sessions, passwords, roles; deny by default.

mod approval;
mod caller;
pub mod program;
pub mod sign_in;

pub use approval::Asking;
pub use caller::{Caller, Who};
pub use punto_access::{
    CardCredential, Credentials, NewSession, PayoutCredential, Rate, Session, SessionId, Sessions, Whose,
    blocking, counted, is_card, password, secret,
};
pub use punto_http::cookie::Cookie;
pub use punto_site::{Grant, Office, Right};
pub use sign_in::GUEST_CREDITS;
