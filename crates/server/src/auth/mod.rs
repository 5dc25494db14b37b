//! Who is asking, and what they may do: sessions, passwords, roles; deny by default.

mod approval;
mod caller;
mod cookie;
mod credential;
pub mod password;
mod rate;
mod routes;
pub mod secret;
mod session;
mod sign_in;

pub(crate) use approval::Asking;
pub use caller::{Caller, SessionId, Who};
pub use cookie::Cookie;
pub(crate) use credential::{CardCredential, Credentials, is_card};
pub use punto_site::{Grant, Office, Right};
pub use rate::{Rate, counted};
pub use routes::routes;
pub(crate) use session::blocking;
pub use session::{NewSession, Session, Sessions, Whose};
pub use sign_in::GUEST_CREDITS;
