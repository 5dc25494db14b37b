//! Shoes that have ended, each as a text that anybody can check: what was promised, the seed, and every card.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use punto_floor::{Body, ShoeStep, TableBody, TableHandle, TableName, mentions};
use punto_journal::{Journal, StreamName};
use punto_shoe::{Commitment, Opening, ShoeRecord};
use punto_table::Happening;
use punto_vocab::Card;
use punto_wire::EndedShoe;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::{aside, place};
use crate::problem::{ApiError, Path};
use crate::state::App;
use crate::tables::table;

/// The routes about shoes.
pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(one))
        .layer(Extension(Arc::new(Index::default())))
}

/// The shoes of a table that have ended, the newest first.
#[utoipa::path(
    get, path = "/api/v1/tables/{table}/shoes", operation_id = "listShoes", tag = "records",
    params(("table" = String, Path)),
    responses((status = 200, description = "the shoes, the newest first", body = Vec<EndedShoe>)),
    security(())
)]
async fn list(
    State(app): State<App>,
    Extension(index): Extension<Arc<Index>>,
    Path(name): Path<String>,
) -> Result<Json<Vec<EndedShoe>>, ApiError> {
    let table = table(&app, &name)?;
    aside(move || index.of(&app, &table)).await.map(Json)
}

/// The record of a shoe that has ended, for `punto verify-shoe` and for anybody's own check.
#[utoipa::path(
    get, path = "/api/v1/tables/{table}/shoes/{number}", operation_id = "getShoe", tag = "records",
    params(("table" = String, Path), ("number" = u64, Path)),
    responses(
        (status = 200, description = "the record of the shoe", body = String, content_type = "text/plain")
    ),
    security(())
)]
async fn one(
    State(app): State<App>,
    Path((name, number)): Path<(String, u64)>,
) -> Result<Response, ApiError> {
    let table = table(&app, &name)?;
    let text = aside(move || record(&**app.journal(), &place::stream_of(&table)?, number)).await?;
    Ok(([(CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

/// How many records are read at once.
const PAGE: usize = 1_000;

/// The record of the shoe that was promised by a record of a stream.
fn record(journal: &dyn Journal, stream: &StreamName, number: u64) -> Result<String, ApiError> {
    let none = || ApiError::not_found("no shoe that has ended was promised by this record");
    let mut after = number.checked_sub(1).ok_or_else(none)?;
    let mut dealt: Option<Dealt> = None;
    loop {
        let page = journal.read(stream, after, PAGE)?;
        after = page.last().ok_or_else(none)?.entry.seq;
        for record in &page {
            let body = TableBody::of(&record.entry).map_err(ApiError::fault)?;
            match (&mut dealt, body) {
                (None, Body::Shoe(ShoeStep::Prepared(prepared))) => {
                    dealt = Some(Dealt::of(prepared.commitment));
                }
                (None, _) | (Some(_), Body::Shoe(ShoeStep::Void { .. } | ShoeStep::Prepared(_))) => {
                    return Err(none());
                }
                (Some(dealt), Body::Said(said)) => {
                    said.events.iter().for_each(|event| dealt.note(&event.what));
                }
                (Some(dealt), Body::Shoe(ShoeStep::Opened { opening, cut })) => {
                    return dealt.record(&opening, cut);
                }
            }
        }
    }
}

/// What left a shoe, as the events of its table tell it.
struct Dealt {
    commitment: Commitment,
    burned: u16,
    /// In order; one that was burned unseen is not known.
    cards: Vec<Option<Card>>,
    /// A card that left the shoe in one coup and opens the next.
    carried: Option<Card>,
}

impl Dealt {
    fn of(commitment: Commitment) -> Dealt {
        Dealt { commitment, burned: 0, cards: Vec::new(), carried: None }
    }

    fn note(&mut self, what: &Happening) {
        match what {
            Happening::Burned { cards, .. } => {
                self.burned += u16::try_from(*cards).unwrap_or(u16::MAX);
                self.cards.extend((0..*cards).map(|_| None));
            }
            // The card that is shown is the first of those burned.
            Happening::BurnShown { card } => {
                if let Some(first) = self.cards.first_mut() {
                    *first = Some(*card);
                }
            }
            Happening::CardCarried { card } => self.carried = Some(*card),
            Happening::Dealt { card, .. } if self.carried == Some(*card) => self.carried = None,
            Happening::Dealt { card, .. } => self.cards.push(Some(*card)),
            _ => {}
        }
    }

    fn record(&self, opening: &str, cut: u16) -> Result<String, ApiError> {
        let opening: Opening = opening.parse().map_err(ApiError::fault)?;
        let order = opening.order().map_err(ApiError::fault)?;
        let turned = order.iter().cycle().skip(usize::from(cut));
        let cards = self.cards.iter().zip(turned).map(|(card, ordered)| card.unwrap_or(*ordered)).collect();
        let record =
            ShoeRecord::new(opening, self.commitment, cut, self.burned, cards).map_err(ApiError::fault)?;
        Ok(record.to_string())
    }
}

/// The shoes of each table, as far as its stream has been looked through.
#[derive(Default)]
struct Index(Mutex<HashMap<TableName, Listed>>);

#[derive(Clone, Default)]
struct Listed {
    upto: u64,
    prepared: Option<EndedShoe>,
    ended: Vec<EndedShoe>,
}

impl Index {
    fn of(&self, app: &App, table: &TableHandle) -> Result<Vec<EndedShoe>, ApiError> {
        let known = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut listed = known().get(table.name()).cloned().unwrap_or_default();
        let stream = place::stream_of(table)?;
        loop {
            let page = app.journal().read(&stream, listed.upto, PAGE)?;
            let Some(last) = page.last() else { break };
            listed.upto = last.entry.seq;
            for record in page.iter().filter(|record| mentions(&record.entry, &["shoe"])) {
                let entry = &record.entry;
                match TableBody::of(entry) {
                    Ok(Body::Shoe(ShoeStep::Prepared(prepared))) => {
                        let number = u32::try_from(entry.seq).map_err(ApiError::fault)?;
                        let commitment = prepared.commitment.to_string();
                        listed.prepared = Some(EndedShoe { number, commitment });
                    }
                    Ok(Body::Shoe(ShoeStep::Opened { .. })) => listed.ended.extend(listed.prepared.take()),
                    Ok(Body::Shoe(ShoeStep::Void { .. })) => listed.prepared = None,
                    Ok(Body::Said(_)) | Err(_) => {}
                }
            }
        }
        let newest = listed.ended.iter().rev().cloned().collect();
        known().insert(*table.name(), listed);
        Ok(newest)
    }
}
