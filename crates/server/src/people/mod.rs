//! People and machines: staff, devices, patrons, and what takes two persons.

mod cage;
mod carry_out;
mod cash;
mod devices;
mod dormant;
mod export;
mod ledger;
mod patrons;
mod play;
mod possible;
mod programs;
mod proposals;
mod staff;
mod vouchers;

pub(crate) use carry_out::carry_out_waiting;
pub(crate) use dormant::note_dormant;
pub(crate) use play::send_home;
pub(crate) use proposals::proposed;
pub(crate) use staff::founders;

use punto_site::Principal;
use punto_vocab::PersonId;
use punto_vocab::line::Words;
use utoipa_axum::router::OpenApiRouter;

use crate::auth::Caller;
use crate::problem::ApiError;
use crate::state::App;

/// The routes about people and machines.
pub fn routes() -> OpenApiRouter<App> {
    staff::routes()
        .merge(programs::routes())
        .merge(devices::routes())
        .merge(patrons::routes())
        .merge(cash::routes())
        .merge(cage::routes())
        .merge(ledger::routes())
        .merge(export::routes())
        .merge(vouchers::routes())
        .merge(play::routes())
        .merge(proposals::routes())
}

/// The person of staff who asks, for the journal.
fn staff(caller: &Caller) -> Result<Principal, ApiError> {
    caller.staff().map(Principal::Staff).ok_or_else(|| ApiError::not_allowed("only staff do this"))
}

/// A name from a path or a body.
fn name(text: &str) -> Result<PersonId, ApiError> {
    text.parse().map_err(|error| ApiError::bad_request(format!("{error}")))
}

/// Words from a body.
fn words(text: &str) -> Result<Words, ApiError> {
    Words::new(text).map_err(|error| ApiError::bad_request(format!("the words are {error}")))
}
