//! Setting up a second factor: a secret for a device of one's own, which counts once the device has shown a code of it.

use axum::Json;
use axum::extract::{Extension, State};
use axum::http::StatusCode;
use punto_site::{Command, Principal};
use punto_vocab::PersonId;
use punto_wire::{FactorCode, FactorOffer, ProblemCode};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::auth::sign_in::not_too_often;
use crate::auth::{Caller, Who, Whose};
use crate::problem::{ApiError, Body};
use crate::serve::Address;
use crate::state::App;

/// The routes of second factors.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(offer)).routes(routes!(confirm))
}

/// Have a secret made for a device of one's own; it is shown once, and counts when a code of it is confirmed.
#[utoipa::path(
    post, path = "/api/v1/me/second-factor", operation_id = "offerSecondFactor", tag = "people",
    responses((status = 200, description = "the secret, to be typed or read off as a QR code", body = FactorOffer)),
    security(("session" = []))
)]
async fn offer(State(app): State<App>, caller: Caller) -> Result<Json<FactorOffer>, ApiError> {
    let (who, _) = due(&app, &caller)?;
    let secret = app.factors().make(who).await?;
    Ok(Json(FactorOffer { secret: secret.base32(), uri: secret.uri(&app.config().site, who) }))
}

/// Confirm the second factor with a code that the device shows. From then on it is asked for at every sign-in.
#[utoipa::path(
    post, path = "/api/v1/me/second-factor/confirm", operation_id = "confirmSecondFactor", tag = "people",
    request_body = FactorCode,
    responses((status = 204, description = "it is asked for from now on")), security(("session" = []))
)]
async fn confirm(
    State(app): State<App>,
    caller: Caller,
    Extension(Address(address)): Extension<Address>,
    Body(FactorCode { code }): Body<FactorCode>,
) -> Result<StatusCode, ApiError> {
    let (who, session) = due(&app, &caller)?;
    not_too_often(&app, address)?;
    if !app.factors().takes(who, &code, app.now()).await? {
        let sentence =
            "this code does not fit; wait for the next one, and see that the device's clock is right";
        return Err(ApiError::new(StatusCode::FORBIDDEN, ProblemCode::WrongPassword, sentence));
    }
    app.say_site(Principal::Staff(who), Command::SetFactor { session }).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The person of staff who is to set one up, in which session.
fn due(app: &App, caller: &Caller) -> Result<(PersonId, u32), ApiError> {
    let whose = caller.session.and_then(|id| app.sessions().get(id)).map(|session| session.whose);
    match (&caller.who, whose) {
        (Who::Staff { .. }, _) if caller.must_change => {
            Err(ApiError::not_allowed("choose a password of your own first"))
        }
        (Who::Staff { name, .. }, Some(Whose::Staff { session, .. })) if caller.factor_due => {
            Ok((*name, session))
        }
        (Who::Staff { .. }, _) => Err(ApiError::bad_request(
            "there is no second factor to set up: the house asks none of you, or you have one; a password that two persons \
             reset takes it away",
        )),
        (Who::Nobody, _) => Err(ApiError::not_signed_in()),
        (Who::Guest(_) | Who::Patron(_) | Who::Device { .. }, _) => {
            Err(ApiError::not_allowed("only staff have a second factor"))
        }
    }
}
