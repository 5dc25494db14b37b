//! The journal to take away: lines of JSON, a table for spreadsheets, or a script that can be played again.

use std::io::{self, BufWriter, Write};

use axum::body::Body;
use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures_util::stream::poll_fn;
use punto_journal::export::{self, ExportError};
use punto_journal::{Fault, StreamName};
use punto_records::{StreamOf, Transcript};
use punto_site::Reading;
use serde::Deserialize;
use tokio::sync::mpsc;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::{journal, place};
use crate::auth::{Caller, Right};
use crate::problem::{ApiError, Query};
use crate::reads;
use crate::state::App;

/// The routes about exports.
pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(taken))
}

/// What to take away.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct WhichCopy {
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

/// How many bytes are sent at once, and how many such pages may wait for a slow reader.
const PAGE: usize = 64 << 10;
const WAITING: usize = 4;

/// The journal, or a stream of it, as a file.
#[utoipa::path(
    get, path = "/api/v1/journal/export", operation_id = "exportJournal", tag = "journal",
    params(WhichCopy),
    responses(
        (status = 200, description = "the records in the format asked for", body = String, content_type = "application/jsonl")
    ),
    security(("session" = []))
)]
async fn taken(
    State(app): State<App>,
    caller: Caller,
    Query(asked): Query<WhichCopy>,
) -> Result<Response, ApiError> {
    caller.need(&app, Right::ExportJournal).await?;
    let format = Format::read(&asked.format)?;
    let stream = asked.stream.as_deref().map(journal::name).transpose()?;
    reads::log_stream(&app, &caller, Reading::Export, stream.as_ref()).await?;
    if format == Format::Script && stream.as_ref().is_none_or(|stream| StreamOf::table(stream).is_none()) {
        return Err(ApiError::bad_request("a script is of one table: say which stream, like table/nsw-1"));
    }
    let from = app.clone();
    let ends = super::aside(move || Ok(ends(&from, stream.as_ref())?)).await?;
    let (kind, ending) = format.kind();
    let file = format!("attachment; filename=\"punto-journal.{ending}\"");
    let (pages, mut waiting) = mpsc::channel(WAITING);
    tokio::task::spawn_blocking(move || {
        if let Err(error) = write(&app, ends, format, Pages(&pages)) {
            // The file is truncated, so that it cannot be taken for complete. A client that hung up is not told.
            let _ = pages.blocking_send(Err(io::Error::other(error)));
        }
    });
    let body = Body::from_stream(poll_fn(move |context| waiting.poll_recv(context)));
    Ok(([(CONTENT_TYPE, kind.to_owned()), (CONTENT_DISPOSITION, file)], body).into_response())
}

/// Each stream that is asked for, and its last record that may be read now.
fn ends(app: &App, only: Option<&StreamName>) -> Result<Vec<(StreamName, u64)>, Fault> {
    let heads = app.journal().heads()?.into_iter();
    let asked = heads.filter(|head| only.is_none_or(|only| *only == head.stream));
    asked.map(|head| Ok((head.stream.clone(), place::readable(app, &head.stream)?.min(head.seq)))).collect()
}

/// Writes every page, and stops when the client hangs up.
fn write(
    app: &App,
    ends: Vec<(StreamName, u64)>,
    format: Format,
    pages: Pages<'_>,
) -> Result<u64, ExportError> {
    let records = export::records_upto(&**app.journal(), ends);
    let out = BufWriter::with_capacity(PAGE, pages);
    match format {
        Format::Jsonl => export::jsonl(records, out),
        Format::Csv => export::csv(records, out),
        Format::Script => {
            let mut script = Transcript::default();
            export::lines(records, out, |record| script.lines(&record))
        }
    }
}

/// What is written goes out as it comes, and waits where the reader is slow.
struct Pages<'a>(&'a mpsc::Sender<io::Result<Bytes>>);

impl Write for Pages<'_> {
    fn write(&mut self, page: &[u8]) -> io::Result<usize> {
        let sent = self.0.blocking_send(Ok(Bytes::copy_from_slice(page)));
        sent.map(|()| page.len()).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
