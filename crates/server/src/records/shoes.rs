//! Shoes that have ended, each as a text that anybody can check: what was promised, the seed, the shares and every card.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use punto_report::{EndedShoes, shoe_record, table_stream};
use punto_wire::{EndedShoe, Page};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::aside;
use crate::paging::{self, Part};
use crate::problem::{ApiError, Path, Query};
use crate::state::App;
use crate::tables::table;

/// The routes about shoes.
pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(one))
        .layer(Extension(Arc::new(EndedShoes::default())))
}

/// The shoes of a table that have ended, the newest first.
#[utoipa::path(
    get, path = "/api/v1/tables/{table}/shoes", operation_id = "listShoes", tag = "records",
    params(("table" = String, Path), Part),
    responses((status = 200, description = "the shoes, the newest first", body = Page<EndedShoe>)),
    security(())
)]
async fn list(
    State(app): State<App>,
    Extension(shoes): Extension<Arc<EndedShoes>>,
    Path(name): Path<String>,
    Query(part): Query<Part>,
) -> Result<Json<Page<EndedShoe>>, ApiError> {
    let (limit, after) = (paging::limit(part.limit)?, paging::after::<u32>(part.after.as_deref())?);
    let table = table(&app, &name)?;
    aside(move || {
        let all = shoes.of(&**app.journal(), &table_stream(*table.name())?)?;
        let older = all.into_iter().filter(|shoe| after.is_none_or(|after| shoe.number < after));
        Ok(paging::page(older, limit, |shoe| shoe.number))
    })
    .await
    .map(Json)
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
    let none = || ApiError::not_found("no shoe that is opened was promised by this record");
    let found = move || {
        let signer = app.floor().signer().ok_or_else(|| ApiError::fault("there is no key to sign with"))?;
        Ok(shoe_record(&**app.journal(), signer, &table_stream(*table.name())?, number)?)
    };
    let text = aside(found).await?.ok_or_else(none)?;
    Ok(([(CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}
