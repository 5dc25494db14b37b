//! Reports as tables for spreadsheets, for whoever asks for one instead of JSON.

use axum::http::HeaderMap;
use axum::http::header::{ACCEPT, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use punto_journal::export::harmless;
use serde::Serialize;

use crate::problem::ApiError;

/// A report that can be read as JSON or taken away as a sheet.
pub(super) trait Sheet: Serialize {
    /// The name of the file.
    const FILE: &'static str;
    /// What stands over the columns.
    const HEAD: &'static [&'static str];

    /// Every row, a text a column.
    fn rows(&self) -> Vec<Vec<String>>;
}

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
                    Err(error) => error.into_response(),
                }
            }
        }
    }
}

fn csv<S: Sheet>(report: &S) -> Result<Vec<u8>, ApiError> {
    let mut sheet = csv::Writer::from_writer(Vec::new());
    sheet.write_record(S::HEAD).map_err(ApiError::fault)?;
    for row in report.rows() {
        sheet.write_record(row.into_iter().map(cell)).map_err(ApiError::fault)?;
    }
    sheet.into_inner().map_err(ApiError::fault)
}

/// A figure as it is, and any other field as a text.
fn cell(field: String) -> String {
    if field.parse::<f64>().is_ok() { field } else { harmless(field) }
}

/// A moment as a spreadsheet reads it.
pub(super) fn moment(micros: i64) -> String {
    punto_vocab::Time(micros).to_string()
}

/// What may be missing; nothing if it is.
pub(super) fn or_nothing<T: ToString>(value: Option<T>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // a test that cannot be set up should stop there

    use super::*;

    #[test]
    fn no_field_is_a_formula_and_figures_stay_figures() {
        for (field, expected) in
            [("plain", "plain"), ("-12.50", "-12.50"), ("=1+2", " =1+2"), ("@x", " @x"), ("-x", " -x")]
        {
            assert_eq!(cell(field.into()), expected);
        }
    }

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
