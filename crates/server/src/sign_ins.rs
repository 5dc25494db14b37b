//! The routes of signing in and out, of passwords, and of who one is.

use axum::Json;
use axum::extract::{Extension, State};
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{AppendHeaders, IntoResponse};
use punto_accounts::SessionEnd;
use punto_floor::SaidTo;
use punto_report::statement;
use punto_site::{Command, On, Principal, ProposalMatter};
use punto_vocab::{PersonId, Time};
use punto_wire::{Me, NewPassword, ProblemCode, RealityCheck, SignIn, WhoKind};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::auth::secret::Token;
use crate::auth::sign_in::{can_sign_in_here, sign_in as admit};
use crate::auth::{Caller, CardCredential, Cookie, Right, Session, Who, Whose, blocking, password};
use crate::problem::{ApiError, Body, account_problem};
use crate::serve::Address;
use crate::state::App;

/// The routes about signing in.
pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(sign_in))
        .routes(routes!(sign_out))
        .routes(routes!(sign_out_everywhere))
        .routes(routes!(me))
        .routes(routes!(carry_on))
        .routes(routes!(set_password))
}

/// Sign in; the answer sets a cookie and says what must come with every further change.
#[utoipa::path(
    post, path = "/api/v1/sign-in", operation_id = "signIn", tag = "people",
    request_body = SignIn,
    responses((status = 200, description = "who is signed in now; a cookie comes with it", body = Me)),
    security((), ("device" = []))
)]
async fn sign_in(
    State(app): State<App>,
    caller: Caller,
    Extension(Address(address)): Extension<Address>,
    Body(way): Body<SignIn>,
) -> Result<impl IntoResponse, ApiError> {
    if !matches!(way, SignIn::Device { .. }) {
        can_sign_in_here(&app, &caller)?;
    }
    let (cookie, token) = admit(&app, &caller, address, way).await?;
    let caller = match cookie {
        // The machine's own cookie came with this request, and says where the person is.
        Cookie::Session => Caller { device: caller.device, ..app.caller_of(&token, caller.device) },
        Cookie::Device => app.caller(None, Some(&token)),
    };
    let me = describe(&app, &caller, Some(&token)).await?;
    let set = cookie.set(&token, app.config().secure());
    Ok((AppendHeaders([(SET_COOKIE, set)]), Json(me)))
}

/// Sign out here.
#[utoipa::path(
    post, path = "/api/v1/sign-out", operation_id = "signOut", tag = "people",
    responses((status = 204, description = "signed out")), security(("session" = []), ("device" = []))
)]
async fn sign_out(State(app): State<App>, caller: Caller) -> Result<impl IntoResponse, ApiError> {
    leave(&app, &caller, false).await
}

/// Sign out here and everywhere else.
#[utoipa::path(
    post, path = "/api/v1/sign-out-everywhere", operation_id = "signOutEverywhere", tag = "people",
    responses((status = 204, description = "signed out of every session")),
    security(("session" = []), ("device" = []))
)]
async fn sign_out_everywhere(State(app): State<App>, caller: Caller) -> Result<impl IntoResponse, ApiError> {
    leave(&app, &caller, true).await
}

async fn leave(app: &App, caller: &Caller, everywhere: bool) -> Result<impl IntoResponse + use<>, ApiError> {
    let Some(id) = caller.session else { return Err(ApiError::not_signed_in()) };
    let whose = app.sessions().get(id).map(|session| session.whose);
    match (&caller.who, whose) {
        (Who::Staff { name, .. }, Some(Whose::Staff { session, .. })) => {
            let command = if everywhere {
                Command::SignOutEverywhere { name: *name }
            } else {
                Command::SignOut { session }
            };
            // A session that the site has ended already is no reason to stay.
            app.try_site(Principal::Staff(*name), command).await?;
        }
        (Who::Patron(name) | Who::Guest(name), _) => {
            let command = punto_accounts::Command::EndSession { end: SessionEnd::SignedOut, of: None };
            let said = SaidTo { key: None, by: Principal::Patron(*name), command };
            app.floor().patron(*name).await?.say(said).await?;
        }
        _ => {}
    }
    app.sessions().end(id).await?;
    let gone = if matches!(caller.who, Who::Device { .. }) { Cookie::Device } else { Cookie::Session };
    let cleared = gone.clear(app.config().secure());
    Ok((StatusCode::NO_CONTENT, AppendHeaders([(SET_COOKIE, cleared)])))
}

/// Who is signed in here, if anyone.
#[utoipa::path(
    get, path = "/api/v1/me", operation_id = "getMe", tag = "people",
    responses((status = 200, description = "who is signed in, or that nobody is", body = Me)),
    security((), ("session" = []), ("device" = []))
)]
async fn me(State(app): State<App>, caller: Caller, headers: HeaderMap) -> Result<Json<Me>, ApiError> {
    let secure = app.config().secure();
    let token = match caller.who {
        Who::Nobody => None,
        Who::Device { .. } => Cookie::Device.read(&headers, secure),
        Who::Guest(_) | Who::Patron(_) | Who::Staff { .. } => Cookie::Session.read(&headers, secure),
    };
    describe(&app, &caller, token.as_ref()).await.map(Json)
}

/// What a screen needs to know about its user.
async fn describe(app: &App, caller: &Caller, token: Option<&Token>) -> Result<Me, ApiError> {
    let session: Option<Session> = caller.session.and_then(|id| app.sessions().get(id));
    let mut machine = None;
    let (kind, name, grants) = match &caller.who {
        Who::Nobody => (WhoKind::Nobody, None, Vec::new()),
        Who::Guest(name) => (WhoKind::Guest, Some(name.to_string()), Vec::new()),
        Who::Patron(name) => (WhoKind::Patron, Some(name.to_string()), Vec::new()),
        Who::Staff { name, grants } => {
            (WhoKind::Staff, Some(name.to_string()), grants.iter().map(|grant| (*grant).into()).collect())
        }
        Who::Device { id, kind, .. } => {
            machine = Some((*kind).into());
            (WhoKind::Device, Some(id.to_string()), Vec::new())
        }
    };
    let account = match caller.patron() {
        Some(patron) => app.account(patron).await?,
        None => None,
    };
    let given = account.as_ref().is_some_and(|account| account.given_pin.is_some());
    let playing = account.as_ref().and_then(|account| account.session);
    let check = playing.filter(|session| session.check_waits);
    let ask_limits = account.as_ref().is_some_and(|account| !account.limits_asked && !app.config().demo);
    let proposes = ProposalMatter::ALL.iter().filter(|matter| caller.has(matter.proposed_by()));
    Ok(Me {
        kind,
        title: name.clone(),
        name,
        grants,
        roles: caller.roles().map(Into::into).collect(),
        proposes: proposes.map(|matter| (*matter).into()).collect(),
        machine,
        rights: Right::ALL.iter().filter(|right| caller.has(**right)).map(|right| (*right).into()).collect(),
        csrf: token.map(Token::csrf),
        last_sign_in: session.and_then(|session| session.before),
        must_change_password: caller.must_change || given,
        must_set_factor: caller.factor_due,
        asks_factor: !app.config().second_factor.is_empty(),
        account: account.map(|account| account.balance().minor()),
        demonstration: app.config().demo,
        unapproved: !app.config().demo && app.config().software.manifest.is_none(),
        now: app.now().0,
        site: app.config().site.clone(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        tables: match &caller.who {
            Who::Guest(name) | Who::Patron(name) => app.tables_of(*name),
            Who::Device { place, .. } => place.table().iter().map(ToString::to_string).collect(),
            Who::Nobody | Who::Staff { .. } => Vec::new(),
        },
        check: match caller.patron().zip(check) {
            Some((patron, session)) => Some(reality(app, patron, session.playing_since).await?),
            None => None,
        },
        playing_since: playing.map(|session| session.playing_since.0),
        ask_limits,
    })
}

/// How a patron has played since then: what was wagered on coups that ended, wherever the money for it had come from and when.
async fn reality(app: &App, patron: PersonId, since: Time) -> Result<RealityCheck, ApiError> {
    let (journal, now) = (app.journal().clone(), app.now());
    let period = (since.0, now.0.saturating_add(1));
    let told = blocking(move || statement(&*journal, patron, period, usize::MAX)).await?;
    let coups = told.items.iter().filter(|entry| entry.stake != 0);
    let (mut out, mut back) = (0, 0);
    coups.for_each(|entry| (out, back) = (out + entry.stake, back + entry.stake - entry.taken + entry.paid));
    Ok(RealityCheck { since: since.0, out, back })
}

/// Play on after a reality check.
#[utoipa::path(
    post, path = "/api/v1/me/continue", operation_id = "continuePlay", tag = "people",
    responses((status = 204, description = "the reality check is answered")), security(("session" = []))
)]
async fn carry_on(State(app): State<App>, caller: Caller) -> Result<StatusCode, ApiError> {
    let Some(name) = caller.patron() else {
        return Err(if caller.who == Who::Nobody {
            ApiError::not_signed_in()
        } else {
            ApiError::not_allowed("only patrons play")
        });
    };
    let command = punto_accounts::Command::Continue;
    app.say_account(name, SaidTo { key: None, by: Principal::Patron(name), command }).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Choose another password, or PIN; all other sessions end.
#[utoipa::path(
    post, path = "/api/v1/password", operation_id = "changePassword", tag = "people",
    request_body = NewPassword,
    responses((status = 204, description = "the new password counts from now on")),
    security(("session" = []))
)]
async fn set_password(
    State(app): State<App>,
    caller: Caller,
    Body(NewPassword { present, new }): Body<NewPassword>,
) -> Result<StatusCode, ApiError> {
    let crowded = |error| ApiError::busy(format!("{error}"));
    let wrong =
        || ApiError::new(StatusCode::FORBIDDEN, ProblemCode::WrongPassword, "the present one does not fit");
    let session = caller.session.and_then(|id| app.sessions().get(id)).map(|session| session.whose);
    match (&caller.who, session) {
        (Who::Staff { name, .. }, Some(Whose::Staff { session, .. })) => {
            if let Some(unfit) = password::unfit(&new, name.as_str()) {
                return Err(ApiError::bad_request(unfit));
            }
            if new == present {
                return Err(ApiError::bad_request("the new password is the present one; choose another"));
            }
            let kept = app.credentials().staff(*name).await?;
            if !app.passwords().check_staff(present, kept).await.map_err(crowded)? {
                let failed = Command::FailSignIn { name: *name, on: On(caller.device) };
                app.try_site(Principal::System, failed).await?;
                return Err(wrong());
            }
            let hash = app.passwords().hash(new).await.map_err(crowded)?;
            // The shelf first: should this be cut off here, the person is asked to change the new one once more.
            app.credentials().put_staff(*name, hash).await?;
            app.say_site(Principal::Staff(*name), Command::SetPassword { session }).await?;
            punto_config::first::forget(&app.config().data, *name);
            Ok(StatusCode::NO_CONTENT)
        }
        (Who::Patron(name), Some(_)) => {
            app.changes_own_account(*name)?;
            if let Some(unfit) = password::unfit_pin(&new) {
                return Err(account_problem(&unfit));
            }
            if new == present {
                return Err(ApiError::bad_request("the new PIN is the present one; choose another"));
            }
            let number = app.credentials().card_of(*name).await?;
            let number = number.ok_or_else(|| ApiError::not_found("there is no card for this account"))?;
            if !app.credentials().check_pin(app.passwords(), Some(&number), present).await?.1 {
                crate::auth::sign_in::fail_pin(&app, *name, On(caller.device)).await?;
                return Err(wrong());
            }
            let hash = app.passwords().hash_pin(new).await.map_err(crowded)?;
            app.credentials().put_card(&number, &CardCredential { patron: *name, hash }).await?;
            let said =
                SaidTo { key: None, by: Principal::Patron(*name), command: punto_accounts::Command::SetPin };
            app.say_account(*name, said).await?;
            Ok(StatusCode::NO_CONTENT)
        }
        (Who::Nobody, _) => Err(ApiError::not_signed_in()),
        _ => Err(ApiError::not_allowed("there is no password here to change")),
    }
}
