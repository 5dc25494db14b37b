//! Programs: a token in a header, which opens a session of the house the first time it is used and whenever the last is over.
//!
//! So a program comes and goes on record as people do, and whatever ends a session ends its streams and connections, too.

use std::net::IpAddr;

use axum::http::{HeaderMap, StatusCode, header};
use punto_floor::OutcomeOf;
use punto_site::{Command, Given, On, Principal};
use punto_wire::ProblemCode;

use super::secret::Token;
use super::sign_in::not_too_often;
use super::{Caller, NewSession, Whose};
use crate::problem::ApiError;
use crate::state::{App, session_of};

/// The token that a request brings in its header, if it brings one. Whatever else stands there is for somebody before us.
pub fn bearer(headers: &HeaderMap) -> Option<&str> {
    let given = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = given.split_once(' ').unwrap_or((given, ""));
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

/// The program with this token. Whatever does not fit gets one answer, and is counted like a sign-in.
pub async fn program(app: &App, address: IpAddr, given: &str) -> Result<Caller, ApiError> {
    let token = Token::read(given);
    if let Some(caller) = token.as_ref().and_then(|token| standing(app, token)) {
        return Ok(caller);
    }
    not_too_often(app, address)?;
    let Some(token) = token else { return refused(app, None).await };
    // Two requests that come at once are one program.
    let _turn = app.programs().lock().await;
    if let Some(caller) = standing(app, &token) {
        return Ok(caller);
    }
    let Some(name) = app.credentials().program(token.of_program()).await? else {
        return refused(app, None).await;
    };
    let signed_in = app.try_site(Principal::System, Command::SignIn { name, on: On(None) }).await?;
    let OutcomeOf::Done(answer) = signed_in else {
        return refused(app, Some(Command::FailProgram { name })).await;
    };
    let session = session_of(&answer).ok_or_else(|| ApiError::fault("a sign-in without a session"))?;
    let new = NewSession { whose: Whose::Staff { name, session }, before: None, on: None };
    let id = app.sessions().begin_as(&token, new, app.now()).await?;
    // What it reads in this session is on record anew.
    app.reads().forget(id);
    standing(app, &token).ok_or_else(|| ApiError::fault("a session that does not stand"))
}

/// The program, while a session of its token stands. No person's cookie is good here.
fn standing(app: &App, token: &Token) -> Option<Caller> {
    Some(app.caller_of(token, None)).filter(|caller| caller.program)
}

async fn refused(app: &App, why: Option<Command>) -> Result<Caller, ApiError> {
    let failed = why.unwrap_or_else(|| Command::FailUnknown { given: Given::clean("token"), on: On(None) });
    app.try_site(Principal::System, failed).await?;
    metrics::counter!("punto_sign_ins_total", "kind" => "program", "result" => "refused").increment(1);
    Err(ApiError::new(
        StatusCode::UNAUTHORIZED,
        ProblemCode::SignInRefused,
        "this token is of no program, or is good no more",
    ))
}
