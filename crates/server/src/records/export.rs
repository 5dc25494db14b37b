//! The journal to take away: lines of JSON, a table for spreadsheets, or a script that can be played again.

use std::fmt::Write;

use axum::body::Body;
use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures_util::stream::poll_fn;
use punto_floor::Transcript;
use punto_journal::{Record, StreamName};
use serde::Deserialize;
use tokio::sync::mpsc;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::{journal, place};
use crate::auth::{Caller, Right};
use crate::problem::{ApiError, Query};
use crate::state::App;

/// The routes about exports.
pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(export))
}

/// What to take away.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Asked {
    /// `jsonl`, `csv` or `script`.
    format: String,
    /// The stream; every stream if left out, except for a script.
    stream: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Jsonl,
    Csv,
    Script,
}

impl Format {
    fn read(text: &str) -> Result<Format, ApiError> {
        match text {
            "jsonl" => Ok(Format::Jsonl),
            "csv" => Ok(Format::Csv),
            "script" => Ok(Format::Script),
            _ => Err(ApiError::bad_request("the format is `jsonl`, `csv` or `script`")),
        }
    }

    fn kind(self) -> (&'static str, &'static str) {
        match self {
            Format::Jsonl => ("application/jsonl", "jsonl"),
            Format::Csv => ("text/csv; charset=utf-8", "csv"),
            Format::Script => ("text/plain; charset=utf-8", "script"),
        }
    }
}

/// How many records are read at once, and how many such pages may wait for a slow reader.
const PAGE: usize = 500;
const WAITING: usize = 2;

/// The journal, or a stream of it, as a file.
#[utoipa::path(get, path = "/api/journal/export", tag = "journal", params(Asked),
    responses((status = 200, body = String, content_type = "application/jsonl")))]
async fn export(
    State(app): State<App>,
    caller: Caller,
    Query(asked): Query<Asked>,
) -> Result<Response, ApiError> {
    caller.need(&app, Right::ExportJournal).await?;
    let format = Format::read(&asked.format)?;
    let stream = asked.stream.as_deref().map(journal::name).transpose()?;
    if format == Format::Script && stream.as_ref().is_none_or(|stream| stream.kind() != "table") {
        return Err(ApiError::bad_request("a script is of one table: say which stream, like table/nsw-1"));
    }
    let streams = match stream {
        Some(stream) => vec![stream],
        None => {
            let journal = app.journal().clone();
            let heads = super::aside(move || Ok(journal.heads()?)).await?;
            heads.into_iter().map(|head| head.stream).collect()
        }
    };
    let (kind, ending) = format.kind();
    let file = format!("attachment; filename=\"punto-journal.{ending}\"");
    let (pages, mut waiting) = mpsc::channel(WAITING);
    tokio::task::spawn_blocking(move || {
        if let Err(error) = write(&app, &streams, format, &pages) {
            // The file breaks off, so that nobody takes it for whole.
            let _ = pages.blocking_send(Err(std::io::Error::other(error.problem.sentence)));
        }
    });
    let body = Body::from_stream(poll_fn(move |context| waiting.poll_recv(context)));
    Ok(([(CONTENT_TYPE, kind.to_owned()), (CONTENT_DISPOSITION, file)], body).into_response())
}

type Pages = mpsc::Sender<Result<Bytes, std::io::Error>>;

/// Writes every page, and stops when nobody reads any more.
fn write(app: &App, streams: &[StreamName], format: Format, pages: &Pages) -> Result<(), ApiError> {
    let mut script = Transcript::default();
    let mut text = match format {
        Format::Csv => "stream,seq,at,actor,schema,engine,key,body,prev,hash\n".to_owned(),
        Format::Jsonl | Format::Script => String::new(),
    };
    for stream in streams {
        let (upto, mut after) = (place::readable(app, stream)?, 0);
        loop {
            let page = app.journal().read(stream, after, PAGE)?;
            for record in page.iter().filter(|record| record.entry.seq <= upto) {
                match format {
                    Format::Jsonl => jsonl(&mut text, record)?,
                    Format::Csv => csv(&mut text, record),
                    Format::Script => text.push_str(&script.lines(record)),
                }
            }
            if pages.blocking_send(Ok(std::mem::take(&mut text).into())).is_err() {
                return Ok(());
            }
            match page.last() {
                Some(last) if last.entry.seq < upto => after = last.entry.seq,
                _ => break,
            }
        }
    }
    Ok(())
}

fn jsonl(text: &mut String, record: &Record) -> Result<(), ApiError> {
    text.push_str(&serde_json::to_string(&journal::view(record)).map_err(ApiError::fault)?);
    text.push('\n');
    Ok(())
}

fn csv(text: &mut String, record: &Record) {
    let view = journal::view(record);
    let key = view.key.as_deref().unwrap_or_default();
    let _ = write!(text, "{},{},{},", view.stream, view.seq, view.at);
    quoted(text, &view.actor);
    let _ = write!(text, ",{},{},", view.schema, view.engine);
    quoted(text, key);
    text.push(',');
    quoted(text, &view.body);
    let _ = writeln!(text, ",{},{}", view.prev, view.hash);
}

/// A field in quotes. One that a spreadsheet would take for a formula gets a blank before it.
fn quoted(text: &mut String, field: &str) {
    text.push('"');
    if field.starts_with(['=', '+', '-', '@']) {
        text.push(' ');
    }
    text.push_str(&field.replace('"', "\"\""));
    text.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_cannot_break_out_of_its_place() {
        let mut text = String::new();
        quoted(&mut text, "a \"b\", c\nd");
        text.push(',');
        quoted(&mut text, "=1+2");
        assert_eq!(text, "\"a \"\"b\"\", c\nd\",\" =1+2\"");
    }
}
