//! Why something was not done, as problem details (RFC 9457).

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::{Args, RefusalCode};

/// Why something was not done: problem details as of RFC 9457. Every answer above 399 has this body.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct Problem {
    /// A URI reference that names the kind of problem and leads to its description: `/api/v1/problems/` and the code.
    #[serde(rename = "type")]
    #[schema(format = "uri-reference")]
    pub about: String,
    /// The kind of problem in English, the same for all of one code.
    pub title: String,
    /// The HTTP status of the answer; in a frame, the one that an answer would have.
    pub status: u16,
    /// What was wrong this time, in one English sentence.
    pub detail: String,
    /// The kind of problem, as a stable word.
    pub code: ProblemCode,
    /// What a document refused, and by which clause; only where the code is `refused`.
    pub refusal: Option<Refusal>,
    /// The request, for whoever reads the log.
    pub request: String,
}

punto_vocab::words! {
    /// A kind of problem.
    #[derive(ToSchema, TS)]
    #[ts(rename_all = "kebab-case")]
    #[schema(rename_all = "kebab-case")]
    pub enum ProblemCode: "kind of problem" {
        /// The request is not one that could be done.
        BadRequest = "bad-request",
        /// The body, or a frame, is too long.
        TooLarge = "too-large",
        /// Nobody is signed in.
        NotSignedIn = "not-signed-in",
        /// The credentials are not good, or not here.
        SignInRefused = "sign-in-refused",
        /// The present password, or PIN, is another.
        WrongPassword = "wrong-password",
        /// The caller does not have the right.
        NotAllowed = "not-allowed",
        /// The officer who was to approve did not.
        NotApproved = "not-approved",
        /// The request does not come from a page of this server.
        Forged = "forged",
        /// There is no such thing.
        NotFound = "not-found",
        /// The rulebook, or the house, does not allow it now.
        Refused = "refused",
        /// Too much was asked in too short a time.
        TooMany = "too-many",
        /// Too much waits already.
        Busy = "busy",
        /// Something of the server's own failed.
        Fault = "fault",
    }
}

impl ProblemCode {
    /// Where the types of problems are.
    pub const PATH: &'static str = "/api/v1/problems/";

    /// The type of problem: a URI reference.
    pub fn about(self) -> String {
        format!("{}{self}", ProblemCode::PATH)
    }

    /// The title of all problems of this kind.
    pub const fn title(self) -> &'static str {
        match self {
            ProblemCode::BadRequest => "The request cannot be understood",
            ProblemCode::TooLarge => "The request is too long",
            ProblemCode::NotSignedIn => "Nobody is signed in",
            ProblemCode::SignInRefused => "The sign-in was refused",
            ProblemCode::WrongPassword => "The present password is another",
            ProblemCode::NotAllowed => "The caller may not do this",
            ProblemCode::NotApproved => "The approval was not given",
            ProblemCode::Forged => "The request does not come from a page of this server",
            ProblemCode::NotFound => "There is no such thing",
            ProblemCode::Refused => "The rules do not allow it now",
            ProblemCode::TooMany => "Too many requests",
            ProblemCode::Busy => "Too much waits already",
            ProblemCode::Fault => "The server has failed",
        }
    }

    /// What a client does about it.
    pub const fn remedy(self) -> &'static str {
        match self {
            ProblemCode::BadRequest => "Change the request; the detail says what is wrong with it.",
            ProblemCode::TooLarge => "Send less.",
            ProblemCode::NotSignedIn => "Sign in, then ask again.",
            ProblemCode::SignInRefused => "Give the right credentials, or sign in where it is allowed.",
            ProblemCode::WrongPassword => "Give the present password or PIN.",
            ProblemCode::NotAllowed => "Let somebody do it who has the right; the denial is on record.",
            ProblemCode::NotApproved => "Let an officer approve it who may.",
            ProblemCode::Forged => {
                "Send the token of GET /api/v1/me as x-punto-csrf, from the server's own page."
            }
            ProblemCode::NotFound => "Ask for something that is there.",
            ProblemCode::Refused => "Read the refusal: its clauses, or the settings of the house, say why.",
            ProblemCode::TooMany => "Ask again after the seconds of the header retry-after.",
            ProblemCode::Busy => "Ask the same again after the seconds of the header retry-after.",
            ProblemCode::Fault => "Ask the same again; tell the house the request's id if it stays.",
        }
    }
}

/// A command that is not allowed now.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct Refusal {
    /// A stable word to find the sentence by in a catalogue.
    pub code: RefusalCode,
    /// What goes into the sentence, by name.
    pub args: Args,
    /// The sentence in English.
    pub sentence: String,
    /// The clauses, or `house:` settings, most important first.
    pub by: Vec<String>,
}
