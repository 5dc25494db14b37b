//! Vouchers: money of an account on paper, with an unforgeable number, redeemed once by its bearer.

use axum::Json;
use axum::extract::{Extension, State};
use punto_access::by_chance;
use punto_accounts::{Command, VoucherId};
use punto_floor::{OutcomeOf, Redemption, SaidTo, account_stream};
use punto_journal::Fault;
use punto_records::AccountBody;
use punto_report::{issued_voucher, vouchers};
use punto_site::{Cause, DeviceId, Kind, On, Place, Principal, Reading, Right, Seconded, Stamped, plain};
use punto_vocab::{Money, PersonId, Time};
use punto_wire::{AccountView, Page, Redeem, Transfer, VoucherView};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::name;
use super::patrons::{is_own, shown};
use crate::auth::{Asking, Caller, Who, blocking};
use crate::paging::{self, Part};
use crate::problem::{ApiError, Body, Path, Query, account_problem};
use crate::reads;
use crate::serve::Address;
use crate::state::App;
use crate::tables;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list, issue)).routes(routes!(redeem))
}

/// Where it is kept whose voucher is whose; the number's check code is kept nowhere.
const SHELF: &str = "voucher";

/// Put money of an account on paper: the patron alone, or the cage. The number is told this once.
#[utoipa::path(
    post, path = "/api/v1/patrons/{id}/vouchers", operation_id = "issueVoucher", tag = "people",
    params(("id" = String, Path)), request_body = Transfer,
    responses(
        (status = 200, description = "the voucher with its number, which is told this once", body = VoucherView)
    ),
    security(("session" = []))
)]
async fn issue(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Body(asked): Body<Transfer>,
) -> Result<Json<VoucherView>, ApiError> {
    let by = speaker(&app, &caller, &id).await?;
    let patron = name(&id)?;
    let key = tables::line::id(&asked.id)?;
    // A refusal tells what there is.
    reads::log(&app, &caller, Reading::Account, Some(patron)).await?;
    if let Err(seconds) = app.rates().vouchers.take(&patron, app.now()) {
        return Err(ApiError::too_many("vouchers of this account are made one after another; wait", seconds));
    }
    let (on, amount) = (On(Some(machine(&app, &caller)?)), Money::from_minor(asked.amount));
    let (voucher, known) = named(&app, patron, key.as_str()).await?;
    let command = Command::IssueVoucher { voucher, amount, on };
    if !known {
        keep(&app, patron, by, &command, voucher).await?;
    }
    let answer = match app.say_account(patron, SaidTo { key: Some(key), by, command }).await {
        Ok(answer) => answer,
        Err(error) => {
            // A refusal leaves no name behind; after a fault the outcome is unknown, so the name stays.
            if error.status.is_client_error() && !known {
                let journal = app.journal().clone();
                blocking(move || journal.remove(SHELF, &voucher.to_string())).await?;
            }
            return Err(error);
        }
    };
    let (journal, stream) = (app.journal().clone(), account_stream(patron)?);
    let list = blocking(move || issued_voucher(&*journal, &stream, answer.seq)).await?;
    let issued = list.into_iter().find(|one| one.voucher == voucher.to_string());
    let issued = issued.ok_or_else(|| ApiError::fault("a voucher that was just issued is not there"))?;
    let (number, site) = (Some(app.vouchers().number(voucher)), app.config().site.clone());
    Ok(Json(VoucherView { number, site, ..issued }))
}

/// The machine that a voucher comes out of: one that the house has enrolled; in a demonstration, which has none, the
/// server's own.
fn machine(app: &App, caller: &Caller) -> Result<DeviceId, ApiError> {
    match caller.device {
        Some(device) => Ok(device),
        None if app.config().demo => "demonstration".parse().map_err(ApiError::fault),
        None => Err(ApiError::bad_request(
            "a voucher names the machine it comes out of; have this one enrolled first",
        )),
    }
}

/// The voucher that a command with this key has made, and that it is known; or one that chance chooses now.
async fn named(app: &App, patron: PersonId, key: &str) -> Result<(VoucherId, bool), ApiError> {
    let (journal, stream, key) = (app.journal().clone(), account_stream(patron)?, key.to_owned());
    let found = blocking(move || -> Result<_, Fault> {
        let found = journal.find(&stream, &key)?;
        let first = found.and_then(|record| AccountBody::of(&record.entry).ok()?.said());
        if let Some(Ok(Command::IssueVoucher { voucher, .. })) = first.as_ref().map(|said| said.command()) {
            return Ok((*voucher, true));
        }
        loop {
            let voucher = by_chance()?;
            if journal.get(SHELF, &voucher.to_string())?.is_none() {
                return Ok((voucher, false));
            }
        }
    });
    Ok(found.await?)
}

/// Keeps a voucher as the patron's before it is issued. What the account would refuse anyway is not written down.
async fn keep(
    app: &App,
    patron: PersonId,
    by: Principal,
    command: &Command,
    voucher: VoucherId,
) -> Result<(), ApiError> {
    let account = app.floor().patron(patron).await?.now();
    let at = Time(app.now().0).max(account.now);
    if let Err(refused) = punto_accounts::decide(&account, &Stamped { at, by, command: command.clone() }) {
        return Err(account_problem(&refused));
    }
    let journal = app.journal().clone();
    Ok(blocking(move || journal.put(SHELF, &voucher.to_string(), patron.as_str().as_bytes())).await?)
}

/// Redeem a voucher: into one's own account, or by the cage into anybody's, which takes two where it came from another's.
#[utoipa::path(
    post, path = "/api/v1/patrons/{id}/vouchers/redeem", operation_id = "redeemVoucher", tag = "people",
    params(("id" = String, Path)), request_body = Redeem,
    responses((status = 200, description = "the account after the voucher", body = AccountView)),
    security(("session" = []))
)]
async fn redeem(
    State(app): State<App>,
    caller: Caller,
    Extension(Address(address)): Extension<Address>,
    Path(id): Path<String>,
    Body(asked): Body<Redeem>,
) -> Result<Json<AccountView>, ApiError> {
    let by = speaker(&app, &caller, &id).await?;
    let into = name(&id)?;
    app.account(into).await?.ok_or_else(|| ApiError::not_found("there is no such account"))?;
    let key = tables::line::id(&asked.id)?;
    let who = caller.patron().or(caller.staff()).unwrap_or(into);
    let waits =
        |seconds| ApiError::too_many("too many numbers were tried that no voucher has; wait", seconds);
    let locks = app.vouchers().trying(who, Time(app.now().0)).map_err(waits)?;
    let found = match app.vouchers().read(&asked.number) {
        Some(voucher) => owner(&app, voucher).await?.map(|from| (voucher, from)),
        None => None,
    };
    let Some((voucher, from)) = found else {
        if locks {
            let what = Cause::VoucherTries { who };
            app.note_about(Kind::VoucherTries, Place::Site, caller.staff(), what).await;
        }
        // A number with a slip of the pen and one that was made up get the same answer.
        return Err(ApiError::not_found("no voucher has this number"));
    };
    app.vouchers().not_made_up(who);
    let what = Seconded::RedeemVoucher { voucher: plain(&voucher.to_string()), from, into };
    let seconded = Asking::seconded(&app, (&caller, address), asked.approver.as_ref(), what).await?;
    let redemption = Redemption { key, by, voucher, from, into, seconded };
    match app.floor().redeem(redemption).await? {
        OutcomeOf::Done(answer) => {
            if !answer.repeated {
                app.vouchers().redeemed(who);
            }
            shown(&app, &caller, into).await
        }
        OutcomeOf::Refused(refused) => Err(account_problem(&refused)),
    }
}

/// Whose account a voucher came from.
async fn owner(app: &App, voucher: VoucherId) -> Result<Option<PersonId>, ApiError> {
    let journal = app.journal().clone();
    let kept = blocking(move || journal.get(SHELF, &voucher.to_string())).await?;
    Ok(kept.and_then(|bytes| String::from_utf8(bytes).ok()?.parse().ok()))
}

/// The vouchers of an account, the newest first: for staff, and for its owner.
#[utoipa::path(
    get, path = "/api/v1/patrons/{id}/vouchers", operation_id = "listVouchers", tag = "people",
    params(("id" = String, Path), Part),
    responses((status = 200, description = "vouchers, the newest first", body = Page<VoucherView>)),
    security(("session" = []))
)]
async fn list(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Query(part): Query<Part>,
) -> Result<Json<Page<VoucherView>>, ApiError> {
    if !is_own(&caller, &id) {
        caller.need(&app, Right::ReadPatrons).await?;
    }
    let patron = name(&id)?;
    reads::log(&app, &caller, Reading::Account, Some(patron)).await?;
    let (limit, after) = (paging::limit(part.limit)?, paging::after::<u32>(part.after.as_deref())?);
    let (stream, journal) = (account_stream(patron)?, app.journal().clone());
    let site = app.config().site.clone();
    let list = blocking(move || vouchers(&*journal, &stream)).await?;
    let older = list.into_iter().filter(|voucher| after.is_none_or(|after| voucher.sequence < after));
    let mut page = paging::page(older, limit, |voucher| voucher.sequence);
    let names = caller.has(Right::ReadPatrons);
    for voucher in &mut page.items {
        voucher.site.clone_from(&site);
        // Patrons do not learn each other's accounts.
        voucher.into = voucher.into.take().filter(|into| names || *into == id);
    }
    Ok(Json(page))
}

/// Who speaks: the owner of the account, or the cage.
async fn speaker(app: &App, caller: &Caller, id: &str) -> Result<Principal, ApiError> {
    match &caller.who {
        Who::Patron(own) | Who::Guest(own) if own.as_str() == id => Ok(Principal::Patron(*own)),
        _ => {
            caller.need(app, Right::MoveMoney).await?;
            super::staff(caller)
        }
    }
}
