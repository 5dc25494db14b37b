//! Machines: a supervisor lets one in with a code for one use, and can turn it out again.

use axum::Json;
use axum::extract::{Extension, State};
use axum::http::StatusCode;
use punto_scanner::TokenDigest;
use punto_site::{Command, DeviceId, DeviceKind, DeviceStatus, Given, On, Place, Principal, Right, Site};
use punto_wire::{DeviceView, Enrol, Enrolment, OneTime, ProblemCode, Why};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::words;
use crate::auth::secret::{self, Token};
use crate::auth::{Caller, counted};
use crate::problem::{ApiError, Body, Path};
use crate::serve::Address;
use crate::state::App;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(offer))
        .routes(routes!(enrol))
        .routes(routes!(revoke))
}

/// Every machine that belongs, will belong or has belonged to the site.
#[utoipa::path(
    get, path = "/api/v1/devices", operation_id = "listDevices", tag = "people",
    responses((status = 200, description = "every device", body = Vec<DeviceView>)),
    security(("session" = []))
)]
async fn list(State(app): State<App>, caller: Caller) -> Result<Json<Vec<DeviceView>>, ApiError> {
    caller.need(&app, Right::ReadDevices).await?;
    let site = app.site();
    let view = |(id, device): (&DeviceId, &punto_site::Device)| DeviceView {
        device: id.to_string(),
        kind: device.kind.into(),
        table: device.place.table().map(|table| table.to_string()),
        seat: device.place.seat(),
        enabled: matches!(device.status, DeviceStatus::Enrolled { .. }),
        heard: app.sessions().heard(*id),
    };
    Ok(Json(site.devices.iter().map(view).collect()))
}

/// Let a machine be enrolled: the answer has a code that is good once, for ten minutes.
#[utoipa::path(
    post, path = "/api/v1/devices/code", operation_id = "offerDevice", tag = "people",
    request_body = Enrolment,
    responses(
        (status = 200, description = "the device's name and its code, which is told this once", body = OneTime)
    ),
    security(("session" = []))
)]
async fn offer(
    State(app): State<App>,
    caller: Caller,
    Body(asked): Body<Enrolment>,
) -> Result<Json<OneTime>, ApiError> {
    caller.need(&app, Right::ManageDevices).await?;
    let kind: DeviceKind = asked.kind.0;
    let place = place(&app, asked.table.as_deref(), asked.seat)?;
    let device = free_name(&app.site(), kind, place)?;
    app.say_site(super::staff(&caller)?, Command::OfferDevice { device, kind, place }).await?;
    let code = secret::readable(3).map_err(ApiError::fault)?;
    let (site, now) = (app.site(), app.now());
    let stands = |device: DeviceId| match site.devices.get(&device).map(|device| device.status) {
        Some(DeviceStatus::Offered { until, .. }) => now.0 < until.0,
        Some(DeviceStatus::Enrolled { .. } | DeviceStatus::Revoked) | None => false,
    };
    app.credentials().put_code((device, caller.staff()), secret::code_hash(&code), stands).await?;
    Ok(Json(OneTime { name: device.to_string(), secret: code }))
}

/// A machine gives its code, and gets the secret that it signs in with from now on.
#[utoipa::path(
    post, path = "/api/v1/devices/enrol", operation_id = "enrolDevice", tag = "people",
    request_body = Enrol,
    responses(
        (status = 200, description = "the device's name and its secret, which is told this once", body = OneTime)
    ),
    security(())
)]
async fn enrol(
    State(app): State<App>,
    Extension(Address(address)): Extension<Address>,
    Body(asked): Body<Enrol>,
) -> Result<Json<OneTime>, ApiError> {
    let wait = |seconds| ApiError::too_many("too many tries from here; wait a little", seconds);
    app.rates().sign_ins.take(&counted(address), app.now()).map_err(wait)?;
    let refused = || {
        let sentence = "this code is not good, or not any more; a supervisor gives out another";
        ApiError::new(StatusCode::UNAUTHORIZED, ProblemCode::SignInRefused, sentence)
    };
    let hash = secret::code_hash(&asked.code);
    let Some((device, offered_by)) = app.credentials().code(hash).await? else {
        let failed = Command::FailUnknown { given: Given::clean("code"), on: On(None) };
        app.try_site(Principal::System, failed).await?;
        return Err(refused());
    };
    // Good once, whatever comes of it.
    app.credentials().remove_code(hash).await?;
    let enrolled = app.try_site(Principal::System, Command::EnrolDevice { device, offered_by }).await?;
    if matches!(enrolled, punto_floor::OutcomeOf::Refused(_)) {
        return Err(refused());
    }
    let token = Token::make().map_err(ApiError::fault)?;
    // A scanning shoe never says its secret but proves that it knows it, so it is kept in the form of that proof.
    let shoe = app.site().device(device).is_some_and(|known| known.kind == DeviceKind::ScanningShoe);
    let kept = if shoe { *TokenDigest::of_token(token.reveal()).bytes() } else { token.hash() };
    app.credentials().put_device(device, kept).await?;
    Ok(Json(OneTime { name: device.to_string(), secret: token.reveal().to_owned() }))
}

/// Turn a machine out; whoever is signed in there is signed out.
#[utoipa::path(
    post, path = "/api/v1/devices/{id}/revoke", operation_id = "revokeDevice", tag = "people",
    params(("id" = String, Path)), request_body = Why,
    responses((status = 204, description = "the device is turned out")), security(("session" = []))
)]
async fn revoke(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Body(asked): Body<Why>,
) -> Result<StatusCode, ApiError> {
    caller.need(&app, Right::ManageDevices).await?;
    let device: DeviceId = id.parse().map_err(|error| ApiError::bad_request(format!("{error}")))?;
    let command = Command::RevokeDevice { device, why: words(&asked.why)? };
    app.say_site(super::staff(&caller)?, command).await?;
    app.credentials().remove_device(device).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Where a machine is to be, if there is such a place.
fn place(app: &App, table: Option<&str>, seat: Option<u8>) -> Result<Place, ApiError> {
    let Some(table) = table else {
        return match seat {
            None => Ok(Place::Site),
            Some(_) => Err(ApiError::bad_request("a seat is at a table; name the table, too")),
        };
    };
    let table = table.parse().map_err(|error| ApiError::bad_request(format!("{error}")))?;
    if app.floor().table(&table).is_none() {
        return Err(ApiError::not_found(format!("there is no table {table}")));
    }
    match seat {
        None => Ok(Place::Table(table)),
        Some(0) => Err(ApiError::bad_request("seats are numbered from 1")),
        Some(seat) => Ok(Place::Seat(table, seat)),
    }
}

/// A name that no machine has had: names are never used again.
fn free_name(site: &Site, kind: DeviceKind, place: Place) -> Result<DeviceId, ApiError> {
    let stem = match (place.table(), place.seat()) {
        (Some(table), Some(seat)) => format!("{kind}-{table}-{seat}"),
        (Some(table), None) => format!("{kind}-{table}"),
        (None, _) => kind.to_string(),
    };
    let stem: String = stem.chars().take(26).collect();
    (1..100_000)
        .map(|number| if number == 1 { stem.clone() } else { format!("{stem}-{number}") })
        .filter_map(|name| name.parse::<DeviceId>().ok())
        .find(|name| !site.devices.contains_key(name))
        .ok_or_else(|| ApiError::fault("no name is left for a device"))
}
