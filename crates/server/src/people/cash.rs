//! Money over the counter: deposits, payouts that patrons have ordered, and money that waited for an attendant.

use axum::Json;
use axum::extract::{Extension, State};
use axum::http::StatusCode;
use punto_accounts::{Command, Happening, Refused};
use punto_floor::{OutcomeOf, SaidTo};
use punto_site::{Principal, Reading, Right, Seconded};
use punto_vocab::{Exchange, Money, PersonId, smallest};
use punto_wire::{
    AccountView, CageRates, CashIn, CashOut, CurrencyRate, PayoutCode, PayoutOrder, ProblemCode, Release,
};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::name;
use super::patrons::{shown, shown_if_read};
use crate::auth::{Asking, Caller, PayoutCredential, Who, secret};
use crate::problem::{ApiError, Body, Path, account_problem};
use crate::reads;
use crate::serve::Address;
use crate::state::App;
use crate::tables;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(deposit))
        .routes(routes!(rates))
        .routes(routes!(order))
        .routes(routes!(withdraw))
        .routes(routes!(release))
}

/// Take a deposit; above what one person takes in alone in a day, with a second person who answers for the house.
#[utoipa::path(
    post, path = "/api/v1/patrons/{id}/deposit", operation_id = "depositMoney", tag = "people",
    params(("id" = String, Path)), request_body = CashIn,
    responses((status = 200, description = "the account after the deposit", body = AccountView)),
    security(("session" = []))
)]
async fn deposit(
    State(app): State<App>,
    caller: Caller,
    Extension(Address(address)): Extension<Address>,
    Path(id): Path<String>,
    Body(asked): Body<CashIn>,
) -> Result<Json<AccountView>, ApiError> {
    caller.need(&app, Right::MoveMoney).await?;
    let (amount, exchanged) = taken(&app, &asked)?;
    let what = Seconded::Deposit { amount, patron: name(&id)? };
    let seconded = Asking::seconded(&app, (&caller, address), asked.approver.as_ref(), what).await?;
    counter(&app, &caller, &id, &asked.id, Command::Deposit { amount, seconded, exchanged }).await?;
    shown(&app, &caller, name(&id)?).await
}

/// What goes into the account for the cash that was brought: as much, or what the rate of the house makes of another
/// currency.
fn taken(app: &App, asked: &CashIn) -> Result<(Money, Option<Exchange>), ApiError> {
    let (given, own) = (Money::from_minor(asked.amount), app.floor().currency());
    let Some(currency) = asked.currency.as_deref().filter(|currency| Some(*currency) != own) else {
        return Ok((given, None));
    };
    if !given.is_positive() || given > Money::LARGEST {
        return Err(too_much());
    }
    let rate = app.config().money.rates.get(currency).copied();
    let (Some(rate), Some(own), Some(smallest)) = (rate, own, smallest(currency)) else {
        let taken: Vec<&str> = app.config().money.rates.keys().map(String::as_str).collect();
        let taken = if taken.is_empty() { "no other currency".to_owned() } else { taken.join(", ") };
        return Err(ApiError::bad_request(format!("the cage takes no {currency}; it exchanges {taken}")));
    };
    if given.minor() % smallest.minor() != 0 {
        return Err(ApiError::bad_request(format!(
            "{given} is not an amount of {currency}; its smallest is {smallest}"
        )));
    }
    let currency = currency.parse().map_err(|error| ApiError::bad_request(format!("{error}")))?;
    let exchanged = Exchange { currency, given, rate };
    match exchanged.worth(punto_vocab::smallest(own).unwrap_or_default()) {
        worth if worth > Money::LARGEST => Err(too_much()),
        worth => Ok((worth, Some(exchanged))),
    }
}

/// The refusal of an amount that no record can have.
fn too_much() -> ApiError {
    let most = Money::LARGEST.minor();
    ApiError::bad_request(format!(
        "an amount is more than nothing and at most {most} minor units, also once it is exchanged"
    ))
}

/// What the cage takes of other currencies, and at which rates.
#[utoipa::path(
    get, path = "/api/v1/cage/rates", operation_id = "listRates", tag = "people",
    responses((status = 200, description = "the currency of accounts, and the rates of others", body = CageRates)),
    security(("session" = []))
)]
async fn rates(State(app): State<App>, caller: Caller) -> Result<Json<CageRates>, ApiError> {
    caller.need(&app, Right::MoveMoney).await?;
    let rates = app.config().money.rates.iter();
    let rates =
        rates.map(|(currency, rate)| CurrencyRate { currency: currency.clone(), rate: rate.to_string() });
    Ok(Json(CageRates { currency: app.floor().currency().map(str::to_owned), rates: rates.collect() }))
}

/// Order a payout from one's own account. Its code is told this once; the cage pays exactly this amount for it, once.
#[utoipa::path(
    post, path = "/api/v1/me/payout", operation_id = "orderPayout", tag = "people",
    request_body = PayoutOrder,
    responses((status = 200, description = "the code to fetch it with", body = PayoutCode)),
    security(("session" = []))
)]
async fn order(
    State(app): State<App>,
    caller: Caller,
    Body(asked): Body<PayoutOrder>,
) -> Result<Json<PayoutCode>, ApiError> {
    let Some(patron) = caller.patron() else {
        return Err(match caller.who {
            Who::Nobody => ApiError::not_signed_in(),
            Who::Guest(_) | Who::Patron(_) | Who::Staff { .. } | Who::Device { .. } => {
                ApiError::not_allowed("patrons order payouts from accounts of their own")
            }
        });
    };
    app.changes_own_account(patron)?;
    let command = Command::OrderPayout { amount: Money::from_minor(asked.amount) };
    let said = SaidTo { key: None, by: Principal::Patron(patron), command };
    let answer = app.say_account(patron, said).await?;
    let ordered = answer.happened.iter().find_map(|event| match event.what {
        Happening::PayoutOrdered { order, amount, until } => Some((order, amount, until)),
        _ => None,
    });
    let (order, amount, until) = ordered.ok_or_else(|| ApiError::fault("an order without a number"))?;
    let code = secret::readable(2).map_err(ApiError::fault)?;
    let kept = PayoutCredential { order, code: secret::code_hash(&code) };
    app.credentials().put_payout(patron, &kept).await?;
    Ok(Json(PayoutCode { code, amount: amount.minor(), until: until.0 }))
}

/// Pay out: for the code of a payout that the patron has ordered, or with a second person who answers for the house.
#[utoipa::path(
    post, path = "/api/v1/patrons/{id}/withdraw", operation_id = "withdrawMoney", tag = "people",
    params(("id" = String, Path)), request_body = CashOut,
    responses((status = 200, description = "the account after the payout", body = AccountView)),
    security(("session" = []))
)]
async fn withdraw(
    State(app): State<App>,
    caller: Caller,
    Extension(Address(address)): Extension<Address>,
    Path(id): Path<String>,
    Body(asked): Body<CashOut>,
) -> Result<Json<AccountView>, ApiError> {
    caller.need(&app, Right::MoveMoney).await?;
    let (amount, patron) = (Money::from_minor(asked.amount), name(&id)?);
    let (seconded, order) = match asked.code {
        Some(code) => (Some(patron), Some(ordered(&app, &caller, patron, &code).await?)),
        None => {
            let what = Seconded::PayOut { amount, patron };
            (Asking::seconded(&app, (&caller, address), asked.approver.as_ref(), what).await?, None)
        }
    };
    counter(&app, &caller, &id, &asked.id, Command::Withdraw { amount, seconded, order }).await?;
    shown(&app, &caller, patron).await
}

/// The number of the patron's order that a code is of. With a wrong one the order is over, and somebody learns of it.
async fn ordered(app: &App, caller: &Caller, patron: PersonId, code: &str) -> Result<u32, ApiError> {
    let kept = app.credentials().payout(patron).await?;
    if let Some(kept) = kept.filter(|kept| kept.fits(code)) {
        return Ok(kept.order);
    }
    if let Some(who) = caller.staff() {
        let said = SaidTo { key: None, by: Principal::System, command: Command::MissPayout { who } };
        app.floor().patron(patron).await?.say(said).await?;
    }
    let sentence = "this is not the code of a payout; the patron orders another";
    Err(ApiError::new(StatusCode::FORBIDDEN, ProblemCode::WrongPassword, sentence))
}

/// Free money that waited for an attendant.
#[utoipa::path(
    post, path = "/api/v1/patrons/{id}/release", operation_id = "releaseHold", tag = "people",
    params(("id" = String, Path)), request_body = Release,
    responses(
        (status = 200, description = "the account after the release, for whoever may read it", body = Option<AccountView>)
    ),
    security(("session" = []))
)]
async fn release(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Body(asked): Body<Release>,
) -> Result<Json<Option<AccountView>>, ApiError> {
    caller.need(&app, Right::ReleaseHold).await?;
    let (amount, why) = (Money::from_minor(asked.amount), super::words(&asked.why)?);
    counter(&app, &caller, &id, &asked.id, Command::Release { amount, why }).await?;
    shown_if_read(&app, &caller, name(&id)?).await
}

/// Money over the counter; a repeat with the same id is done once. What an answer or a refusal tells of the account is a
/// read of it, and whoever may not read it is not told.
async fn counter(app: &App, caller: &Caller, id: &str, key: &str, command: Command) -> Result<(), ApiError> {
    let key = tables::line::id(key)?;
    let patron = name(id)?;
    let reads = caller.has(Right::ReadPatrons);
    if reads {
        reads::log(app, caller, Reading::Account, Some(patron)).await?;
    }
    let said = SaidTo { key: Some(key), by: super::staff(caller)?, command };
    // A shift that ends meanwhile has all of it or nothing.
    let _counting = app.drawers().read().await;
    match app.floor().patron(patron).await?.say(said).await? {
        OutcomeOf::Done(_) => Ok(()),
        OutcomeOf::Refused(refused) if reads => Err(account_problem(&refused)),
        OutcomeOf::Refused(Refused { by, reason }) => {
            Err(account_problem(&Refused { by, reason: reason.unread() }))
        }
    }
}
