//! A table as a viewer saw it at a record: its stream read again up to there, with every decision made anew.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::State;
use axum::{Extension, Json};
use punto_floor::{Moment, Replay, Standing, TableHandle, TableName};
use punto_journal::Record;
use punto_report::table_stream;
use punto_seen::Viewer;
use punto_table::Time;
use punto_views::Scene;
use punto_views::table_view;
use punto_vocab::{Role, Word};
use punto_wire::StepView;
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::{aside, journal, place};
use crate::auth::{Caller, Right};
use crate::problem::{ApiError, Path, Query};
use crate::state::App;
use crate::tables::table;

/// How many records before it a step's lines come from.
const LED: u64 = 16;
/// Between two standings that are kept lie so many records; of so many tables, and so many of each.
const EVERY: u64 = 500;
const TABLES: usize = 8;
const OF_TABLE: usize = 64;

/// The routes about steps.
pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(step)).layer(Extension(Arc::new(Kept::default())))
}

/// With whose eyes.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Eyes {
    /// `public`, `patron:ada` or `staff:dealer`; the public if left out.
    r#as: Option<String>,
}

/// A table as a viewer saw it right after a record.
#[utoipa::path(
    get, path = "/api/v1/journal/steps/{table}/{seq}", operation_id = "getStep", tag = "journal",
    params(("table" = String, Path), ("seq" = u64, Path), Eyes),
    responses((status = 200, description = "the table after the record", body = StepView)),
    security(("session" = []))
)]
async fn step(
    State(app): State<App>,
    Extension(kept): Extension<Arc<Kept>>,
    caller: Caller,
    Path((name, seq)): Path<(String, u64)>,
    Query(eyes): Query<Eyes>,
) -> Result<Json<StepView>, ApiError> {
    caller.need(&app, Right::ReadJournal).await?;
    let viewer = viewer(eyes.r#as.as_deref().unwrap_or("public"))?;
    let table = table(&app, &name)?;
    aside(move || look(&app, &kept, &table, seq, viewer)).await.map(Json)
}

fn viewer(text: &str) -> Result<Viewer, ApiError> {
    let wrong = |error: String| ApiError::bad_request(format!("`as`: {error}"));
    match text.split_once(':') {
        None if text == "public" => Ok(Viewer::Public),
        Some(("patron", name)) => name.parse().map(Viewer::Patron).map_err(|error| wrong(format!("{error}"))),
        Some(("staff", role)) => {
            Role::from_word(role).map(Viewer::Staff).map_err(|error| wrong(error.to_string()))
        }
        _ => Err(wrong("expected `public`, `patron:ada` or `staff:dealer`".into())),
    }
}

/// A table as a viewer saw it right after a record.
pub(super) fn look(
    app: &App,
    kept: &Kept,
    table: &TableHandle,
    seq: u64,
    viewer: Viewer,
) -> Result<StepView, ApiError> {
    let stream = table_stream(*table.name())?;
    if seq == 0 || seq > table.now().seq {
        let (last, name) = (table.now().seq, table.name());
        return Err(ApiError::not_found(format!("{name} has records 1 to {last}")));
    }
    if seq > place::readable(app, &stream)? {
        return Err(ApiError::not_found(
            "this coup is still being played; its records are read when it is over",
        ));
    }
    let books = app.floor().books();
    let plan = table.plan();
    let start = kept.before(*table.name(), seq.saturating_sub(LED));
    let first = start.unwrap_or_else(|| Standing::new(table.name().as_str()));
    let mut replay = Replay::new(books, first, books.of_id(&plan.rulebook));
    let mut led: VecDeque<Arc<Moment>> = VecDeque::new();
    let mut last: Option<Record> = None;
    while replay.standing.seq < seq {
        let page = app.journal().read(&stream, replay.standing.seq, 500)?;
        if page.is_empty() {
            break;
        }
        for record in page.into_iter().take_while(|record| record.entry.seq <= seq) {
            let taken = replay.take(&record).map_err(ApiError::fault)?;
            if replay.standing.seq.is_multiple_of(EVERY) {
                kept.keep(*table.name(), &replay.standing);
            }
            if record.entry.seq + LED > seq {
                let (seq, at) = (record.entry.seq, Time(record.entry.at));
                let happened = taken.events.iter().map(|event| (seq, at, taken.by, event.clone())).collect();
                led.push_back(moment(&replay.standing, at, happened));
            }
            last = Some(record);
        }
    }
    let book = replay.standing.digest.as_deref().and_then(|digest| books.of_digest(digest));
    let book = book.or_else(|| books.of_id(&plan.rulebook));
    let (name, demo) = (table.name().to_string(), app.config().demo);
    let settled_of = replay.standing.recall.coups().next_back().map_or(0, |coup| coup.records.0);
    let scene = book.and_then(|book| Scene::replayed(name, plan, book, led.into(), settled_of, demo));
    match (last, scene) {
        (Some(record), Some(scene)) => {
            Ok(StepView { record: journal::view(&record), view: table_view(&scene, viewer) })
        }
        _ => Err(ApiError::not_found(format!("{stream} has no record {seq} that can be shown"))),
    }
}

/// The table after a record. What the clock was about to do is not in the records.
fn moment(
    standing: &Standing,
    at: Time,
    happened: Vec<(u64, Time, punto_table::Actor, punto_table::Event)>,
) -> Arc<Moment> {
    Arc::new(Moment {
        seq: standing.seq,
        at,
        table: standing.table.clone(),
        happened,
        timer: None,
        shoe: None,
        opened: None,
        fault: None,
    })
}

/// Standings along the streams that were looked at last, so that the next step begins nearby.
#[derive(Default)]
pub(super) struct Kept(Mutex<VecDeque<(TableName, BTreeMap<u64, Standing>)>>);

impl Kept {
    /// The last kept standing of a table that is not behind a record.
    fn before(&self, table: TableName, seq: u64) -> Option<Standing> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let own = &kept.iter().find(|(name, _)| *name == table)?.1;
        own.range(..=seq).next_back().map(|(_, standing)| standing.clone())
    }

    fn keep(&self, table: TableName, standing: &Standing) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let place = kept.iter().position(|(name, _)| *name == table);
        let mut own = place.and_then(|place| kept.remove(place)).unwrap_or((table, BTreeMap::new()));
        own.1.insert(standing.seq, standing.clone());
        if own.1.len() > OF_TABLE {
            // Every other one goes: what is left is spread as evenly as before.
            let mut place = 0;
            own.1.retain(|_, _| {
                place += 1;
                place % 2 == 1
            });
        }
        kept.push_front(own);
        kept.truncate(TABLES);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // a test that cannot be set up should stop there

    use super::*;

    #[test]
    fn eyes_are_named() {
        assert_eq!(viewer("public").unwrap(), Viewer::Public);
        assert_eq!(viewer("patron:ada").unwrap(), Viewer::Patron("ada".parse().unwrap()));
        assert_eq!(viewer("staff:dealer").unwrap(), Viewer::Staff(Role::Dealer));
        for wrong in ["", "patron", "patron:", "staff:boss", "public:x", "dealer"] {
            assert!(viewer(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn standings_that_are_kept_stay_few() {
        let kept = Kept::default();
        let name: TableName = "t-1".parse().unwrap();
        for number in 1..=300 {
            let standing = Standing { seq: number * EVERY, ..Standing::new("t-1") };
            kept.keep(name, &standing);
        }
        assert!(kept.0.lock().unwrap()[0].1.len() <= OF_TABLE);
        assert_eq!(kept.before(name, 300 * EVERY + 7).unwrap().seq, 300 * EVERY);
        assert!(kept.before(name, 1).is_none());
    }
}
