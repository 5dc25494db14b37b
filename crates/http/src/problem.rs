//! Answers that say what was wrong: one body for every failure, and extractors that use it.

use std::fmt::Display;

use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::header::{CONTENT_TYPE, RETRY_AFTER};
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use punto_access::Unchecked;
use punto_floor::{FloorError, FloorReason, PlanError};
use punto_vocab::Citation;
use punto_wire::{Problem, ProblemCode, Refusal, RefusalCode};
use serde::de::DeserializeOwned;

/// The content type of problem details (RFC 9457).
pub const PROBLEM_JSON: &str = "application/problem+json";

tokio::task_local! {
    /// The id of the request that is being answered.
    pub static REQUEST: String;
}

/// Marks an answer as a denial, with the reason that goes into the journal.
#[derive(Clone, Debug)]
pub struct Denial(pub String);

/// A failure on its way to the client.
#[derive(Clone, Debug)]
pub struct ApiError {
    /// The status.
    pub status: StatusCode,
    /// The body; the request's id is filled in on the way out.
    pub problem: Box<Problem>,
    /// After how many seconds to try again.
    pub retry: Option<u64>,
}

impl ApiError {
    /// A failure of a kind, with its sentence.
    pub fn new(status: StatusCode, code: ProblemCode, detail: impl Into<String>) -> ApiError {
        let problem = Problem {
            about: code.about(),
            title: code.title().to_owned(),
            status: status.as_u16(),
            detail: detail.into(),
            code,
            refusal: None,
            request: REQUEST.try_with(Clone::clone).unwrap_or_default(),
        };
        ApiError { status, problem: Box::new(problem), retry: None }
    }

    /// Something in the request is wrong.
    pub fn bad_request(sentence: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::BAD_REQUEST, ProblemCode::BadRequest, sentence)
    }

    /// There is no such thing.
    pub fn not_found(sentence: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::NOT_FOUND, ProblemCode::NotFound, sentence)
    }

    /// Nobody is signed in.
    pub fn not_signed_in() -> ApiError {
        ApiError::new(StatusCode::UNAUTHORIZED, ProblemCode::NotSignedIn, "sign in first")
    }

    /// The caller may not do this.
    pub fn not_allowed(sentence: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::FORBIDDEN, ProblemCode::NotAllowed, sentence)
    }

    /// The rulebook, or the house, does not allow it now.
    pub fn refused(refusal: Refusal) -> ApiError {
        let mut error = ApiError::new(StatusCode::CONFLICT, ProblemCode::Refused, refusal.sentence.clone());
        error.problem.refusal = Some(refusal);
        error
    }

    /// Too much was asked at once; it can be asked again.
    pub fn too_many(sentence: impl Into<String>, seconds: u64) -> ApiError {
        let retry = Some(seconds.max(1));
        ApiError { retry, ..ApiError::new(StatusCode::TOO_MANY_REQUESTS, ProblemCode::TooMany, sentence) }
    }

    /// Too much waits already; the same can be said again in a moment.
    pub fn busy(sentence: impl Into<String>) -> ApiError {
        ApiError {
            retry: Some(1),
            ..ApiError::new(StatusCode::SERVICE_UNAVAILABLE, ProblemCode::Busy, sentence)
        }
    }

    /// Something of ours failed; the cause goes to the log and not to the client.
    pub fn fault(cause: impl Display) -> ApiError {
        tracing::error!(%cause, "fault");
        ApiError::new(
            StatusCode::SERVICE_UNAVAILABLE,
            ProblemCode::Fault,
            "this cannot be done right now; try again",
        )
    }
}

/// Runs to completion even if the client hangs up meanwhile.
pub async fn to_the_end<T: Send + 'static>(
    work: impl Future<Output = Result<T, ApiError>> + Send + 'static,
) -> Result<T, ApiError> {
    let request = REQUEST.try_with(Clone::clone).unwrap_or_default();
    tokio::spawn(REQUEST.scope(request, work)).await.map_err(ApiError::fault)?
}

impl From<Unchecked> for ApiError {
    fn from(error: Unchecked) -> ApiError {
        match error {
            Unchecked::Fault(fault) => fault.into(),
            Unchecked::Crowded(crowded) => ApiError::busy(crowded.to_string()),
        }
    }
}

impl From<FloorError> for ApiError {
    fn from(error: FloorError) -> ApiError {
        match &error {
            FloorError::Busy | FloorError::Stopped => ApiError::busy(error.to_string()),
            FloorError::Name(sentence) => ApiError::bad_request(sentence.clone()),
            FloorError::Plan(PlanError::Refused(refused)) => ApiError::refused(refusal(refused)),
            FloorError::Account(refused) => ApiError::refused(account_refusal(refused)),
            FloorError::Plan(PlanError::Unfit(reason @ FloorReason::NoSuchDocument { .. })) => {
                ApiError::not_found(reason.to_string())
            }
            // No rule is against it: there can be no such name.
            FloorError::Refused(reason @ FloorReason::NoAccountOfThatName { .. }) => {
                ApiError::bad_request(reason.to_string())
            }
            FloorError::Plan(PlanError::Unfit(reason)) | FloorError::Refused(reason) => {
                ApiError::refused(floor_refusal(reason))
            }
            FloorError::Fault(_) | FloorError::Journal(_) => ApiError::fault(error),
        }
    }
}

impl From<punto_journal::Fault> for ApiError {
    fn from(fault: punto_journal::Fault) -> ApiError {
        ApiError::fault(fault)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let denial =
            (self.problem.code == ProblemCode::NotAllowed).then(|| Denial(self.problem.detail.clone()));
        let mut response = (self.status, axum::Json(self.problem)).into_response();
        response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(PROBLEM_JSON));
        if let Some(denial) = denial {
            response.extensions_mut().insert(denial);
        }
        if let Some(seconds) = self.retry {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

/// A table's refusal on the wire.
pub fn refusal(refused: &punto_table::Refused) -> Refusal {
    wire(refused.reason.code(), refused.reason.args(), &refused.reason, &refused.by)
}

/// The site's refusal on the wire.
pub fn site_refusal(refused: &punto_site::Refused) -> Refusal {
    wire(refused.reason.code(), refused.reason.args(), &refused.reason, &refused.by)
}

/// An account's refusal on the wire.
pub fn account_refusal(refused: &punto_accounts::Refused) -> Refusal {
    wire(refused.reason.code(), refused.reason.args(), &refused.reason, &refused.by)
}

/// A tournament's refusal on the wire.
pub fn tournament_refusal(refused: &punto_tournament::Refused) -> Refusal {
    wire(refused.reason.code(), refused.reason.args(), &refused.reason, &refused.by)
}

/// A promotion's refusal on the wire.
pub fn promotion_refusal(refused: &punto_promotion::Refused) -> Refusal {
    wire(refused.reason.code(), refused.reason.args(), &refused.reason, &refused.by)
}

/// What an account has refused, as an answer.
pub fn account_problem(refused: &punto_accounts::Refused) -> ApiError {
    use punto_accounts::Reason;
    match refused.reason {
        Reason::NotRegistered => ApiError::not_found(refused.reason.to_string()),
        Reason::NotYours { .. } | Reason::SpeaksForAnother { .. } => {
            ApiError::not_allowed(refused.reason.to_string())
        }
        _ => ApiError::refused(account_refusal(refused)),
    }
}

/// The floor's own refusal on the wire.
fn floor_refusal(reason: &FloorReason) -> Refusal {
    wire(reason.code(), reason.args(), reason, &FloorReason::by())
}

fn wire(code: &str, args: punto_vocab::Args, sentence: &impl Display, by: &Citation) -> Refusal {
    Refusal {
        code: RefusalCode(code.to_owned()),
        args: punto_wire::args(&args),
        sentence: sentence.to_string(),
        by: by.authorities().iter().map(ToString::to_string).collect(),
    }
}

/// A JSON body; whatever is wrong with it is answered as a [`Problem`].
pub struct Body<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, ApiError> {
        match axum::Json::<T>::from_request(request, state).await {
            Ok(axum::Json(value)) => Ok(Body(value)),
            Err(rejection) => Err(rejected(rejection.status(), rejection.body_text())),
        }
    }
}

/// What stands in the path; whatever is wrong with it is answered as a [`Problem`].
pub struct Path<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Path<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Path<T>, ApiError> {
        match axum::extract::Path::<T>::from_request_parts(parts, state).await {
            Ok(axum::extract::Path(value)) => Ok(Path(value)),
            Err(rejection) => Err(rejected(rejection.status(), rejection.body_text())),
        }
    }
}

/// What stands behind the question mark; whatever is wrong with it is answered as a [`Problem`].
pub struct Query<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Query<T>, ApiError> {
        match axum::extract::Query::<T>::from_request_parts(parts, state).await {
            Ok(axum::extract::Query(value)) => Ok(Query(value)),
            Err(rejection) => Err(rejected(rejection.status(), rejection.body_text())),
        }
    }
}

fn rejected(status: StatusCode, text: String) -> ApiError {
    let text = plainly(&text).to_owned();
    let large = status == StatusCode::PAYLOAD_TOO_LARGE;
    ApiError::new(status, if large { ProblemCode::TooLarge } else { ProblemCode::BadRequest }, text)
}

/// What was wrong, without what only whoever wrote the reader wants to know.
fn plainly(text: &str) -> &str {
    let text =
        text.strip_prefix("Failed to deserialize the JSON body into the target type: ").unwrap_or(text);
    let place = text.rfind(" at line ").filter(|at| text[*at..].contains(" column "));
    place.map_or(text, |at| &text[..at])
}
