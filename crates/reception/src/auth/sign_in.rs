//! Signing in: staff with a password, patrons with card and PIN, guests of a demonstration, enrolled machines.
//!
//! An unknown name, a wrong password and a locked account take the same time and get the same answer.

use std::net::IpAddr;

use axum::http::StatusCode;
use punto_accounts::AccountKind;
use punto_floor::{OutcomeOf, SaidTo};
use punto_site::{Command, Given, On, Principal};
use punto_vocab::{Money, PersonId, hex};
use punto_wire::{ProblemCode, SignIn};

use super::secret::{self, Token};
use super::{Caller, Cookie, NewSession, Who, Whose, counted};
use crate::problem::ApiError;
use crate::state::{App, session_of, signs_in_at};

/// What a guest has to play with, in credits.
pub const GUEST_CREDITS: i64 = 10_000;

/// Signs somebody in, and says which cookie is to hold the token.
pub async fn sign_in(
    app: &App,
    caller: &Caller,
    address: IpAddr,
    way: SignIn,
) -> Result<(Cookie, Token), ApiError> {
    not_too_often(app, address)?;
    let (kind, signed_in) = match way {
        SignIn::Staff { name, password, code } => {
            ("staff", staff(app, caller, &name, (password, code.as_deref())).await)
        }
        SignIn::Patron { card, pin } => ("patron", patron(app, caller, &card, pin).await),
        SignIn::Guest { name } => {
            app.rates().guests.take(&counted(address), app.now()).map_err(wait)?;
            ("guest", guest(app, caller, name.as_deref().unwrap_or_default()).await)
        }
        SignIn::Device { device, secret } => ("device", machine(app, &device, &secret).await),
    };
    let result = match &signed_in {
        Ok(_) => "done",
        Err(error) if error.status == StatusCode::UNAUTHORIZED => "refused",
        Err(_) => "failed",
    };
    metrics::counter!("punto_sign_ins_total", "kind" => kind, "result" => result).increment(1);
    tracing::info!(kind, result, "sign-in");
    // This ends the session that was open here before.
    if let (Ok((Cookie::Session, _)), Some(before)) = (&signed_in, caller.session)
        && !matches!(caller.who, Who::Device { .. })
    {
        app.sessions().end(before).await?;
    }
    signed_in
}

/// Limits the attempts from one address in a minute, whatever they are for.
pub fn not_too_often(app: &App, address: IpAddr) -> Result<(), ApiError> {
    app.rates().sign_ins.take(&counted(address), app.now()).map_err(wait)
}

fn wait(seconds: u64) -> ApiError {
    ApiError::too_many("too many sign-ins from here; wait a little", seconds)
}

/// The member of staff with this name and password, and with the code of a second factor where the house asks for one. An
/// unknown name takes as long to refuse; a code is used up only with the right password.
pub async fn proved(
    app: &App,
    typed: &str,
    password: String,
    code: Option<&str>,
) -> Result<Option<PersonId>, ApiError> {
    let name = typed.parse::<PersonId>().ok();
    let kept = match name {
        Some(name) => app.credentials().staff(name).await?,
        None => None,
    };
    let crowded = |error| ApiError::busy(format!("{error}"));
    let fits = app.passwords().check_staff(password, kept).await.map_err(crowded)?;
    let Some(name) = name.filter(|_| fits) else { return Ok(None) };
    let site = app.site();
    let asked = site.people.get(&name).is_some_and(|person| person.factor && app.asks_factor(person));
    let takes = !asked || app.factors().takes(name, code.unwrap_or_default(), app.now()).await?;
    Ok(takes.then_some(name))
}

/// The one answer to everybody who does not get in.
fn refused() -> ApiError {
    let sentence =
        "these do not fit, or there were too many tries: after three the account waits a minute, then longer";
    ApiError::new(StatusCode::UNAUTHORIZED, ProblemCode::SignInRefused, sentence)
}

async fn staff(
    app: &App,
    caller: &Caller,
    typed: &str,
    (password, code): (String, Option<&str>),
) -> Result<(Cookie, Token), ApiError> {
    let on = On(caller.device);
    if let Some(name) = proved(app, typed, password, code).await?
        && let OutcomeOf::Done(answer) = app.try_site(Principal::System, Command::SignIn { name, on }).await?
    {
        let session = session_of(&answer).ok_or_else(|| ApiError::fault("a sign-in without a session"))?;
        let before = app.site().session(session).and_then(|session| session.before).map(|time| time.0);
        let whose = Whose::Staff { name, session };
        let token = app.sessions().begin(NewSession { whose, before, on: on.0 }, app.now()).await?;
        return Ok((Cookie::Session, token));
    }
    let failed = app.site().failed_sign_in(typed, on);
    app.try_site(Principal::System, failed).await?;
    Err(refused())
}

async fn patron(app: &App, caller: &Caller, card: &str, pin: String) -> Result<(Cookie, Token), ApiError> {
    let on = On(caller.device);
    let (name, fits) = app.credentials().check_pin(app.passwords(), Some(card), pin).await?;
    let Some(name) = name else {
        let failed = Command::FailUnknown { given: Given::clean(card), on };
        app.try_site(Principal::System, failed).await?;
        return Err(refused());
    };
    if fits {
        match begin(app, name, on).await? {
            OutcomeOf::Done(_) => return play_session(app, Whose::Patron { name }, on).await,
            // An authenticated patron gets the exact reason why they cannot play.
            OutcomeOf::Refused(refused)
                if !matches!(refused.reason, punto_accounts::Reason::PinLocked { .. }) =>
            {
                return Err(ApiError::refused(crate::problem::account_refusal(&refused)));
            }
            OutcomeOf::Refused(_) => {}
        }
    }
    fail_pin(app, name, on).await?;
    Err(refused())
}

/// Counts a wrong PIN.
pub async fn fail_pin(app: &App, name: PersonId, on: On) -> Result<(), ApiError> {
    let said = SaidTo { key: None, by: Principal::System, command: punto_accounts::Command::FailPin { on } };
    app.floor().patron(name).await?.say(said).await?;
    Ok(())
}

/// Begins a patron's session at the account.
async fn begin(app: &App, name: PersonId, on: On) -> Result<OutcomeOf<punto_accounts::Account>, ApiError> {
    let command = punto_accounts::Command::StartSession { on };
    Ok(app.floor().patron(name).await?.say(SaidTo { key: None, by: Principal::System, command }).await?)
}

/// Begins a patron's session here; one that was open elsewhere ends.
async fn play_session(app: &App, whose: Whose, on: On) -> Result<(Cookie, Token), ApiError> {
    let (Whose::Patron { name } | Whose::Guest { name }) = whose else {
        return Err(ApiError::fault("a session of play for somebody who does not play"));
    };
    app.sessions().end_where(|other| *other == whose).await?;
    let before = app.account(name).await?.and_then(|account| account.session?.before).map(|time| time.0);
    let token = app.sessions().begin(NewSession { whose, before, on: on.0 }, app.now()).await?;
    Ok((Cookie::Session, token))
}

async fn guest(app: &App, caller: &Caller, asked: &str) -> Result<(Cookie, Token), ApiError> {
    if !app.config().demo {
        return Err(ApiError::new(
            StatusCode::UNAUTHORIZED,
            ProblemCode::SignInRefused,
            "guests play in demonstrations only",
        ));
    }
    if app.sessions().count(|whose| matches!(whose, Whose::Guest { .. })) >= app.settings().guests() {
        return Err(ApiError::busy("there are as many guests as the house takes; come back later"));
    }
    let name = guest_name(app, asked).await?;
    let on = On(caller.device);
    let say =
        async |command| app.say_account(name, SaidTo { key: None, by: Principal::System, command }).await;
    say(punto_accounts::Command::Register { patron: name, kind: AccountKind::Play }).await?;
    say(punto_accounts::Command::Deposit {
        amount: Money::from_minor(GUEST_CREDITS * 100),
        seconded: None,
        exchanged: None,
    })
    .await?;
    // A guest has no card, and so a PIN that is never shown.
    say(punto_accounts::Command::SetPin).await?;
    say(punto_accounts::Command::StartSession { on }).await?;
    play_session(app, Whose::Guest { name }, on).await
}

/// An unused name: the one asked for, as far as it can be a name, with letters appended if it is taken.
async fn guest_name(app: &App, asked: &str) -> Result<PersonId, ApiError> {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    let kept: String = asked.chars().map(|c| c.to_ascii_lowercase()).filter(|c| plain(*c)).take(16).collect();
    let stem = if kept.is_empty() || kept == "house" { String::from("guest") } else { kept };
    let mut name = stem.clone();
    for _ in 0..8 {
        let id: PersonId = name.parse().map_err(ApiError::fault)?;
        // Nobody goes by the name of somebody on staff.
        let reserved = name == "guest" || name == "punto" || app.site().people.contains_key(&id);
        let reserved = reserved || id.is_house_player();
        if !reserved && app.account(id).await?.is_none() {
            return Ok(id);
        }
        name = format!("{stem}-{}", secret::readable(1).map_err(ApiError::fault)?);
    }
    Err(ApiError::busy("no free name was found; try another"))
}

async fn machine(app: &App, typed: &str, given: &str) -> Result<(Cookie, Token), ApiError> {
    let site = app.site();
    let device = typed.parse().ok().filter(|device| site.device(*device).is_some());
    let kept = match device {
        Some(device) => app.credentials().device(device).await?,
        None => None,
    };
    let hash = Token::read(given).map(|token| hex::encode(&token.hash())).unwrap_or_default();
    let fits = kept.is_some_and(|kept| secret::same(&kept.sha256, &hash));
    match device.filter(|_| fits) {
        Some(device) => {
            let whose = Whose::Device { device };
            app.sessions().end_where(|other| *other == whose).await?;
            if site.device(device).is_some_and(|known| known.silent_since.is_some()) {
                app.try_site(Principal::System, Command::RegainContact { device }).await?;
            }
            let token = app.sessions().begin(NewSession { whose, before: None, on: None }, app.now()).await?;
            Ok((Cookie::Device, token))
        }
        None => {
            let failed = Command::FailUnknown { given: Given::clean(typed), on: On(None) };
            app.try_site(Principal::System, failed).await?;
            Err(refused())
        }
    }
}

/// Whether somebody can sign in where they are: a display or a shoe is no place to.
pub fn can_sign_in_here(app: &App, caller: &Caller) -> Result<(), ApiError> {
    let kind = caller.device.and_then(|device| app.site().device(device).map(|device| device.kind));
    match kind.is_none_or(signs_in_at) {
        true => Ok(()),
        false => Err(ApiError::new(
            StatusCode::UNAUTHORIZED,
            ProblemCode::SignInRefused,
            "nobody signs in at this machine",
        )),
    }
}
