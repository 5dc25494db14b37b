//! Reports as CSV, for clients that ask for it instead of JSON.

use axum::http::HeaderMap;
use axum::http::header::{ACCEPT, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use punto_report::{Sheet, csv};

use crate::problem::ApiError;

/// In which form a report is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Json,
    Csv,
}

impl Form {
    /// What was asked for: by `format`, or else by the `Accept` header.
    pub(super) fn asked(format: Option<&str>, headers: &HeaderMap) -> Result<Form, ApiError> {
        let accept = headers.get(ACCEPT).and_then(|accept| accept.to_str().ok()).unwrap_or_default();
        match format {
            Some("json") => Ok(Form::Json),
            Some("csv") => Ok(Form::Csv),
            Some(_) => Err(ApiError::bad_request("the format is `json` or `csv`")),
            None if accept.starts_with("text/csv") => Ok(Form::Csv),
            None => Ok(Form::Json),
        }
    }

    /// A report in this form.
    pub(super) fn answer<S: Sheet>(self, report: &S) -> Response {
        match self {
            Form::Json => axum::Json(report).into_response(),
            Form::Csv => {
                let file = format!("attachment; filename=\"{}.csv\"", S::FILE);
                let kind = "text/csv; charset=utf-8".to_owned();
                match csv(report) {
                    Ok(sheet) => ([(CONTENT_TYPE, kind), (CONTENT_DISPOSITION, file)], sheet).into_response(),
                    Err(error) => ApiError::fault(error).into_response(),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // a test that cannot be set up should stop there

    use super::*;

    #[test]
    fn the_form_is_asked_for_by_name_or_by_header() {
        let mut headers = HeaderMap::new();
        assert_eq!(Form::asked(None, &headers).unwrap(), Form::Json);
        assert_eq!(Form::asked(Some("csv"), &headers).unwrap(), Form::Csv);
        assert!(Form::asked(Some("xml"), &headers).is_err());
        headers.insert(ACCEPT, "text/csv".parse().unwrap());
        assert_eq!(Form::asked(None, &headers).unwrap(), Form::Csv);
        assert_eq!(Form::asked(Some("json"), &headers).unwrap(), Form::Json);
    }
}
