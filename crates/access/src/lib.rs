//! What proves who somebody is and must not leak: tokens, passwords and PINs, what is kept of them, sessions, keys in
//! files, personal data under seal, and the numbers of vouchers.
//!
//! Nothing here knows a request: who may do what is the site's to decide, and who asks is the server's to find out.

mod credential;
mod factor;
pub mod keys;
mod open_lines;
pub mod password;
mod persons;
mod rate;
pub mod secret;
mod session;
mod tries;
mod vouchers;

pub use credential::{
    CardCredential, Credentials, DeviceCredential, PayoutCredential, StaffCredential, Unchecked, blocking,
    credential_of, is_card,
};
pub use factor::{FactorSecret, Factors, factor_code};
pub use open_lines::{OpenLine, OpenLines};
pub use persons::Persons;
pub use rate::{Rate, counted};
pub use session::{Idle, NewSession, Session, SessionId, Sessions, Whose};
pub use tries::Tries;
pub use vouchers::{VoucherNumbers, by_chance};
