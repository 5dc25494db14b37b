//! Answers that say what was wrong: one body for every failure, and extractors that use it.

use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use punto_table::Refused;
use serde::de::DeserializeOwned;

use crate::api::{Problem, Refusal};

/// A failure on its way to the client.
#[derive(Clone, Debug)]
pub struct ApiError {
    /// The status.
    pub status: StatusCode,
    /// The body; the request's id is filled in on the way out.
    pub problem: Problem,
}

impl ApiError {
    /// A failure of a kind, with its sentence.
    pub fn new(status: StatusCode, kind: &str, sentence: impl Into<String>) -> ApiError {
        let problem =
            Problem { kind: kind.into(), sentence: sentence.into(), refusal: None, request: String::new() };
        ApiError { status, problem }
    }

    /// Something in the request is wrong.
    pub fn bad_request(sentence: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::BAD_REQUEST, "bad-request", sentence)
    }

    /// There is no such thing.
    pub fn not_found(sentence: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::NOT_FOUND, "not-found", sentence)
    }

    /// Nobody is signed in.
    pub fn not_signed_in() -> ApiError {
        ApiError::new(StatusCode::UNAUTHORIZED, "not-signed-in", "sign in first")
    }

    /// Whoever is signed in may not do this.
    pub fn not_allowed(sentence: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::FORBIDDEN, "not-allowed", sentence)
    }

    /// The rulebook, or the house, does not allow it now.
    pub fn refused(refusal: Refusal) -> ApiError {
        let mut error = ApiError::new(StatusCode::CONFLICT, "refused", refusal.sentence.clone());
        error.problem.refusal = Some(refusal);
        error
    }

    /// Something of ours failed; the cause goes to the log and not to the client.
    pub fn fault(cause: impl std::fmt::Display) -> ApiError {
        tracing::error!(%cause, "fault");
        ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "fault", "this cannot be done right now; try again")
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        (self.status, axum::Json(self.problem)).into_response()
    }
}

/// A table's refusal on the wire.
pub fn refusal(refused: &Refused) -> Refusal {
    Refusal {
        code: String::from("refused"),
        args: Vec::new(),
        sentence: refused.reason.to_string(),
        by: refused.by.authorities().iter().map(ToString::to_string).collect(),
    }
}

/// A JSON body; whatever is wrong with it is answered as a [`Problem`].
pub struct Body<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, ApiError> {
        match axum::Json::<T>::from_request(request, state).await {
            Ok(axum::Json(value)) => Ok(Body(value)),
            Err(rejection) => {
                let kind = if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
                    "too-large"
                } else {
                    "bad-request"
                };
                Err(ApiError::new(rejection.status(), kind, rejection.body_text()))
            }
        }
    }
}
