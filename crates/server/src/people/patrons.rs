//! Patrons' accounts: registering, cards and PINs; personal data on its own shelf.

use axum::Json;
use axum::extract::{Extension, State};
use axum::http::StatusCode;
use punto_accounts::{Account, AccountKind, AccountRule, Command, Reason, Refused};
use punto_floor::SaidTo;
use punto_promotion::{Claim, Outcome, Prize};
use punto_records::StreamOf;
use punto_report::account_view;
use punto_rulebook::PromotionRule;
use punto_site::{Principal, Reading, Right, Seconded, Stamped, TableId};
use punto_table::{Account as Of, Coin};
use punto_vocab::{Money, PersonId};
use punto_wire::{AccountView, NewCard, Page, Person, Registration};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::name;
use crate::auth::password::unfit_pin;
use crate::auth::{Asking, Caller, CardCredential, Whose, blocking, is_card};
use crate::paging::{self, Part};
use crate::problem::{ApiError, Body, Path, Query, account_problem};
use crate::reads;
use crate::serve::Address;
use crate::state::App;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list, register))
        .routes(routes!(one))
        .routes(routes!(new_card))
        .routes(routes!(unlock))
        .routes(routes!(person))
}

/// Accounts in the order of their names.
#[utoipa::path(
    get, path = "/api/v1/patrons", operation_id = "listPatrons", tag = "people",
    params(Part),
    responses((status = 200, description = "accounts in the order of their names", body = Page<AccountView>)),
    security(("session" = []))
)]
async fn list(
    State(app): State<App>,
    caller: Caller,
    Query(part): Query<Part>,
) -> Result<Json<Page<AccountView>>, ApiError> {
    caller.need(&app, Right::ReadPatrons).await?;
    reads::log(&app, &caller, Reading::Account, None).await?;
    let (limit, after) = (paging::limit(part.limit)?, paging::after::<PersonId>(part.after.as_deref())?);
    let journal = app.journal().clone();
    let heads = blocking(move || journal.heads()).await?;
    let names = heads.iter().filter_map(|head| StreamOf::patron(&head.stream));
    let names = names.filter(|name| !name.is_house_player());
    let behind = names.filter(|name| after.is_none_or(|after| *name > after));
    let Page { items: names, next } = paging::page(behind, limit, |name| *name);
    let mut items = Vec::new();
    for patron in names {
        items.extend(app.account(patron).await?.map(|account| viewed(&app, patron, &account)));
    }
    Ok(Json(Page { items, next }))
}

/// One account: for staff, and for its owner.
#[utoipa::path(
    get, path = "/api/v1/patrons/{id}", operation_id = "getPatron", tag = "people",
    params(("id" = String, Path)),
    responses((status = 200, description = "the account", body = AccountView)), security(("session" = []))
)]
async fn one(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<AccountView>, ApiError> {
    if !is_own(&caller, &id) {
        caller.need(&app, Right::ReadPatrons).await?;
    }
    let patron = name(&id)?;
    shown(&app, &caller, patron).await
}

/// Register a patron with a card and a PIN.
#[utoipa::path(
    post, path = "/api/v1/patrons", operation_id = "registerPatron", tag = "people",
    request_body = Registration,
    responses((status = 200, description = "the new account", body = AccountView)),
    security(("session" = []))
)]
async fn register(
    State(app): State<App>,
    caller: Caller,
    Body(asked): Body<Registration>,
) -> Result<Json<AccountView>, ApiError> {
    caller.need(&app, Right::RegisterPatron).await?;
    let by = super::staff(&caller)?;
    let patron = name(&asked.patron)?;
    if patron.is_house_player() {
        return Err(ApiError::bad_request("names that begin with `house-` are those of house players"));
    }
    // In the records a name is one person: whoever works here and plays somewhere does so under another.
    let taken = |own: &&PersonId| own.as_str().eq_ignore_ascii_case(patron.as_str());
    if let Some(own) = app.site().people.keys().find(taken) {
        return Err(ApiError::bad_request(format!("{own} works or has worked here; choose another name")));
    }
    if let Some(person) = &asked.person {
        fits(person)?;
        not_kept_out(&app, person).await?;
    }
    let card = new_credential(&app, &asked.card, asked.pin, patron).await?;
    // A site that plays for nothing has no accounts with money.
    let kind = if app.config().demo { AccountKind::Play } else { AccountKind::Real };
    say(&app, patron, by, Command::Register { patron, kind }).await?;
    app.credentials().put_card(&asked.card, &card).await?;
    say(&app, patron, by, Command::GivePin { seconded: None }).await?;
    if let Some(person) = asked.person {
        app.persons().put(patron, serde_json::to_vec(&person).map_err(ApiError::fault)?).await?;
    }
    // Nothing is in it yet.
    seen(&app, patron).await
}

/// Give a patron another card or PIN, together with somebody who answers for the house. The PIN is for one sign-in, and
/// the patron's statement shows that it was given.
#[utoipa::path(
    post, path = "/api/v1/patrons/{id}/card", operation_id = "replacePatronCard", tag = "people",
    params(("id" = String, Path)), request_body = NewCard,
    responses((status = 204, description = "the new card and PIN count from now on")),
    security(("session" = []))
)]
async fn new_card(
    State(app): State<App>,
    caller: Caller,
    Extension(Address(address)): Extension<Address>,
    Path(id): Path<String>,
    Body(asked): Body<NewCard>,
) -> Result<StatusCode, ApiError> {
    caller.need(&app, Right::RegisterPatron).await?;
    let (by, patron) = (super::staff(&caller)?, name(&id)?);
    let account = app.account(patron).await?;
    let account = account.ok_or_else(|| ApiError::not_found("there is no such account"))?;
    let what = Seconded::GivePin { patron };
    let seconded = Asking::seconded(&app, (&caller, address), asked.approver.as_ref(), what).await?;
    let give = Command::GivePin { seconded };
    // What the account would refuse leaves the card as it is.
    let at = app.now().max(account.now);
    punto_accounts::decide(&account, &Stamped { at, by, command: give.clone() })
        .map_err(|refused| account_problem(&refused))?;
    let card = new_credential(&app, &asked.card, asked.pin, patron).await?;
    let old = app.credentials().card_of(patron).await?;
    app.credentials().put_card(&asked.card, &card).await?;
    if let Some(old) = old.filter(|old| *old != asked.card) {
        app.credentials().remove_card(&old).await?;
    }
    app.sessions().end_where(|whose| *whose == Whose::Patron { name: patron }).await?;
    say(&app, patron, by, give).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// End the wait after wrong PINs.
#[utoipa::path(
    post, path = "/api/v1/patrons/{id}/unlock", operation_id = "unlockPatron", tag = "people",
    params(("id" = String, Path)),
    responses((status = 204, description = "the wait is over")), security(("session" = []))
)]
async fn unlock(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    caller.need(&app, Right::RegisterPatron).await?;
    let (patron, by) = (name(&id)?, super::staff(&caller)?);
    say(&app, patron, by, Command::UnlockPin).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Who a patron is: for the cage, and for the person.
#[utoipa::path(
    get, path = "/api/v1/patrons/{id}/person", operation_id = "getPerson", tag = "people",
    params(("id" = String, Path)),
    responses((status = 200, description = "the personal data", body = Person)), security(("session" = []))
)]
async fn person(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Person>, ApiError> {
    if !is_own(&caller, &id) {
        caller.need(&app, Right::RegisterPatron).await?;
    }
    let patron = name(&id)?;
    reads::log(&app, &caller, Reading::PersonalData, Some(patron)).await?;
    let bytes = app.persons().get(patron).await?;
    let bytes = bytes.ok_or_else(|| ApiError::not_found("nothing is kept about this person"))?;
    serde_json::from_slice(&bytes).map(Json).map_err(ApiError::fault)
}

/// Refuses a second account to somebody who is kept out of play under the first: of the same name, and not born on another day.
async fn not_kept_out(app: &App, person: &Person) -> Result<(), ApiError> {
    let plain = |name: &str| name.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    let journal = app.journal().clone();
    let heads = blocking(move || journal.heads()).await?;
    for patron in heads.iter().filter_map(|head| StreamOf::patron(&head.stream)) {
        let account = app.account(patron).await?;
        if account.is_none_or(|account| account.exclusion(app.now()).is_none()) {
            continue;
        }
        let Some(bytes) = app.persons().get(patron).await? else { continue };
        let other: Person = serde_json::from_slice(&bytes).map_err(ApiError::fault)?;
        let born = person.born.is_none() || other.born.is_none() || person.born == other.born;
        if born && plain(&person.name) == plain(&other.name) {
            return Err(account_problem(&AccountRule::Exclusion.refusal(Reason::LooksExcluded)));
        }
    }
    Ok(())
}

/// Refuses to erase somebody whom money in the account belongs to, or whose claim on a prize has to be kept with the name and
/// the address.
pub(super) async fn may_be_erased(app: &App, patron: PersonId) -> Result<(), ApiError> {
    let account = app.account(patron).await?;
    let account = account.ok_or_else(|| ApiError::not_found("there is no such account"))?;
    if account.holder.is_some_and(|holder| !holder.closed) {
        // Whose account could be closed has no money in it, at a table or on paper.
        let at = app.now().max(account.now);
        let away = Account { session: None, ..(*account).clone() };
        let close = Stamped { at, by: Principal::System, command: Command::Close };
        punto_accounts::decide(&away, &close).map_err(|refused| account_problem(&refused))?;
    }
    for one in app.hall().promotions().iter().filter(|one| !one.plan().demonstration) {
        let moment = one.now();
        let campaign = &moment.campaign;
        let kept = |claim: &Claim| {
            claim.claimant == patron && matches!(claim.outcome, Outcome::Refused { address: Some(_), .. })
        };
        let waits = |prize: &Prize| prize.winner() == Some(patron) && prize.awarded.is_none();
        if campaign.own.prizes.values().any(|prize| waits(prize) || prize.claims.iter().any(kept)) {
            let reason = Reason::ClaimKept { promotion: one.plan().name };
            // The document says that it is kept; where it does not, the house does.
            let rule = campaign.book.promotion.get(PromotionRule::KeepRefused);
            let by = rule.map_or_else(|| AccountRule::Retention.cite(), |rule| rule.by.clone());
            return Err(account_problem(&Refused { reason, by }));
        }
    }
    Ok(())
}

/// Takes everything about a person off the shelves; what they did stays in the journal under the account's name.
pub(super) async fn erase(app: &App, patron: PersonId) -> Result<(), ApiError> {
    app.sessions().end_where(|whose| *whose == Whose::Patron { name: patron }).await?;
    if let Some(card) = app.credentials().card_of(patron).await? {
        app.credentials().remove_card(&card).await?;
    }
    Ok(app.persons().erase(patron).await?)
}

pub(super) async fn say(
    app: &App,
    patron: PersonId,
    by: Principal,
    command: Command,
) -> Result<(), ApiError> {
    app.say_account(patron, SaidTo { key: None, by, command }).await.map(|_| ())
}

pub(super) fn is_own(caller: &Caller, id: &str) -> bool {
    caller.patron().is_some_and(|own| own.as_str() == id)
}

/// A card for a patron, if its number is free and the PIN is fit.
async fn new_credential(
    app: &App,
    number: &str,
    pin: String,
    patron: PersonId,
) -> Result<CardCredential, ApiError> {
    if !is_card(number) {
        return Err(ApiError::bad_request("a card's number has 4 to 24 letters and figures"));
    }
    if let Some(unfit) = unfit_pin(&pin) {
        return Err(account_problem(&unfit));
    }
    if app.credentials().card(number).await?.is_some_and(|card| card.patron != patron) {
        return Err(ApiError::bad_request("this card is somebody else's"));
    }
    let hash = app.passwords().hash_pin(pin).await.map_err(|error| ApiError::busy(error.to_string()))?;
    Ok(CardCredential { patron, hash })
}

fn fits(person: &Person) -> Result<(), ApiError> {
    let parts = [Some(&person.name), person.born.as_ref(), person.contact.as_ref()];
    match parts.into_iter().flatten().all(|text| text.len() <= 400 && !text.chars().any(char::is_control)) {
        true => Ok(()),
        false => {
            Err(ApiError::bad_request("personal data has at most 400 bytes a field, and no line breaks"))
        }
    }
}

/// The account for its owner, or for somebody of staff who may read it: that they do is recorded.
pub(super) async fn shown(
    app: &App,
    caller: &Caller,
    patron: PersonId,
) -> Result<Json<AccountView>, ApiError> {
    reads::log(app, caller, Reading::Account, Some(patron)).await?;
    seen(app, patron).await
}

async fn seen(app: &App, patron: PersonId) -> Result<Json<AccountView>, ApiError> {
    let account =
        app.account(patron).await?.ok_or_else(|| ApiError::not_found("there is no such account"))?;
    Ok(Json(viewed(app, patron, &account)))
}

/// An account as it is now, with what of its owner's lies at tables.
pub(super) fn viewed(app: &App, patron: PersonId, account: &Account) -> AccountView {
    let lies = |table: TableId| {
        let Some(table) = app.floor().table(&table) else { return [Money::ZERO; 2] };
        let now = table.now();
        let wagers = now.table.open.iter().flat_map(|open| open.wagers());
        let own = wagers.filter(|placed| placed.wager.patron == patron);
        let on_layout = own.map(|placed| placed.wager.stake.total()).sum();
        [now.table.ledger.on(Coin::Credits, Of::Balance(patron)), on_layout]
    };
    account_view((patron, account), app.floor().currency(), &lies, app.now())
}

/// The account, unless somebody has changed it who may not read it.
pub(super) async fn shown_if_read(
    app: &App,
    caller: &Caller,
    patron: PersonId,
) -> Result<Json<Option<AccountView>>, ApiError> {
    match is_own(caller, patron.as_str()) || caller.has(Right::ReadPatrons) {
        true => shown(app, caller, patron).await.map(|Json(view)| Json(Some(view))),
        false => Ok(Json(None)),
    }
}
