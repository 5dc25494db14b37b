//! Past coups of a table and of a patron: cards, wagers, rulings, money.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::State;
use axum::{Extension, Json};
use punto_coup::Place;
use punto_floor::{CoupRecall, RECALLED, RecalledSettlement, TableHandle};
use punto_table::Table;
use punto_vocab::PatronId;
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::{aside, place};
use crate::api::{CitedLine, CoupCard, CoupView, Settled};
use crate::auth::{Caller, Right};
use crate::problem::{ApiError, Path, Query};
use crate::rules::words::side;
use crate::state::App;
use crate::tables::table;

/// The routes about past coups.
pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(of_table))
        .routes(routes!(of_patron))
        .layer(Extension(Arc::new(Places::default())))
}

/// How far back.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Last {
    /// How many coups at most; 100 if left out.
    last: Option<usize>,
}

/// The last coups of a table, the newest first.
#[utoipa::path(get, path = "/api/tables/{table}/coups", tag = "records", params(("table" = String, Path), Last),
    responses((status = 200, body = Vec<CoupView>)))]
async fn of_table(
    State(app): State<App>,
    Extension(places): Extension<Arc<Places>>,
    caller: Caller,
    Path(name): Path<String>,
    Query(asked): Query<Last>,
) -> Result<Json<Vec<CoupView>>, ApiError> {
    let table = table(&app, &name)?;
    let reader = reader(&caller);
    let last = asked.last.unwrap_or(RECALLED).min(RECALLED);
    aside(move || {
        let coups = table.recall(last);
        coups.iter().map(|coup| view(&app, &places, &table, coup, reader)).collect()
    })
    .await
    .map(Json)
}

/// The last coups that the caller had wagers on, at all tables, the newest first.
#[utoipa::path(get, path = "/api/me/coups", tag = "records", responses((status = 200, body = Vec<CoupView>)))]
async fn of_patron(
    State(app): State<App>,
    Extension(places): Extension<Arc<Places>>,
    caller: Caller,
) -> Result<Json<Vec<CoupView>>, ApiError> {
    let patron = match caller.patron() {
        Some(patron) => patron,
        None if caller.session.is_none() => return Err(ApiError::not_signed_in()),
        None => return Ok(Json(Vec::new())),
    };
    aside(move || {
        let coups = app.floor().recall_of(patron);
        let view = |coup: &Arc<CoupRecall>| {
            let table = table(&app, &coup.table)?;
            view(&app, &places, &table, coup, Reader::Patron(patron))
        };
        coups.iter().map(view).collect()
    })
    .await
    .map(Json)
}

/// With whose eyes a past coup is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reader {
    Public,
    Patron(PatronId),
    /// Somebody of staff who looks up records.
    Records,
}

impl Reader {
    fn is(self, patron: PatronId) -> bool {
        self == Reader::Patron(patron)
    }
}

fn reader(caller: &Caller) -> Reader {
    match (&caller.who, caller.patron()) {
        (_, Some(patron)) => Reader::Patron(patron),
        (crate::auth::Who::Staff { grants, .. }, None)
            if !caller.must_change && grants.iter().any(|grant| grant.allows(Right::ReadRecords)) =>
        {
            Reader::Records
        }
        _ => Reader::Public,
    }
}

fn view(
    app: &App,
    places: &Places,
    table: &TableHandle,
    coup: &CoupRecall,
    reader: Reader,
) -> Result<CoupView, ApiError> {
    let seen = seen_by_all(&table.now().table, coup);
    let card = |(place, card): (usize, &punto_floor::RecalledCard)| CoupCard {
        card: match reader == Reader::Records || seen.as_ref().is_some_and(|seen| seen[place]) {
            true => card.card.to_string(),
            false => "??".to_owned(),
        },
        to: match card.to {
            Place::Hand(hand) => side(hand).to_owned(),
            Place::Nowhere => "nobody".to_owned(),
        },
    };
    let known = |settlement: &&RecalledSettlement| match reader {
        Reader::Records => true,
        Reader::Patron(own) if settlement.patron == own => true,
        Reader::Patron(_) | Reader::Public => disclosed(coup, settlement),
    };
    let balance = match reader {
        Reader::Patron(own) => coup.balances.iter().find(|balance| balance.patron == own),
        Reader::Public | Reader::Records => None,
    };
    let (first, last) = places.of(app, table, coup)?;
    let ruling = |ruling: &punto_floor::RecalledRuling| CitedLine {
        seq: last,
        at: ruling.at,
        actor: String::new(),
        text: ruling.what.clone(),
        by: ruling.by.clone(),
    };
    Ok(CoupView {
        table: coup.table.clone(),
        shoe: coup.shoe,
        coup: coup.coup,
        records: (first, last),
        at: (coup.began, coup.ended),
        rulebook: coup.rulebook.clone(),
        cards: coup.cards.iter().enumerate().map(card).collect(),
        winner: coup.winner.map(|winner| winner.word().to_owned()),
        points: coup.points.map(|(player, banker)| (player.value(), banker.value())),
        no_bet: coup.no_bet,
        settled: settled(coup, reader, known),
        rulings: match reader == Reader::Records || seen.is_some_and(|seen| seen.iter().all(|seen| *seen)) {
            true => coup.rulings.iter().map(ruling).collect(),
            // What was ordered may name a card that nobody has seen.
            false => Vec::new(),
        },
        balance: balance.map(|balance| (balance.before.minor(), balance.after.minor())),
    })
}

/// For each card of a coup whether everybody has seen it; nothing if the table does not know the coup any more.
fn seen_by_all(table: &Table, coup: &CoupRecall) -> Option<Vec<bool>> {
    let same = |finished: &&punto_table::Finished| {
        finished.dealt.iter().map(|dealt| dealt.card).eq(coup.cards.iter().map(|card| card.card))
    };
    let finished = table.coups.iter().rev().find(same)?;
    Some(finished.dealt.iter().map(|dealt| dealt.exposed).collect())
}

/// Whether others may know what a wager came to: its stake must have been disclosed.
fn disclosed(coup: &CoupRecall, settlement: &RecalledSettlement) -> bool {
    let own = |wager: &&punto_floor::RecalledWager| {
        (wager.patron, wager.at, wager.bet) == (settlement.patron, settlement.at, settlement.bet)
    };
    coup.wagers.iter().find(own).is_some_and(|wager| !wager.sealed)
}

/// One row a wager: what it came to, with the commission that was kept of it.
fn settled<'c>(
    coup: &'c CoupRecall,
    reader: Reader,
    known: impl Fn(&&'c RecalledSettlement) -> bool,
) -> Vec<Settled> {
    let mut rows: Vec<Settled> = Vec::new();
    for settlement in coup.settlements.iter().filter(known) {
        let own = |wager: &&punto_floor::RecalledWager| {
            (wager.patron, wager.at, wager.bet) == (settlement.patron, settlement.at, settlement.bet)
        };
        if settlement.what == "commission" {
            let paid = rows.iter_mut().rev().find(|row| {
                row.patron == settlement.patron.as_str()
                    && row.at == settlement.at
                    && row.bet == settlement.bet.as_str()
            });
            paid.into_iter().for_each(|row| row.commission = settlement.amount.minor());
            continue;
        }
        let stake = coup.wagers.iter().find(own).map_or(0, |wager| (wager.stake + wager.tokens).minor());
        rows.push(Settled {
            patron: settlement.patron.to_string(),
            at: settlement.at,
            bet: settlement.bet.to_string(),
            stake,
            result: settlement.what.clone(),
            amount: settlement.amount.minor(),
            commission: 0,
            by: settlement.by.clone(),
            mine: reader.is(settlement.patron),
        });
    }
    rows
}

/// The first and last record of coups, each looked up once.
#[derive(Default)]
struct Places(Mutex<HashMap<(String, i64), (u64, u64)>>);

/// So many are kept; then it begins anew.
const KEPT: usize = 100_000;

impl Places {
    fn of(&self, app: &App, table: &TableHandle, coup: &CoupRecall) -> Result<(u64, u64), ApiError> {
        let key = (coup.table.clone(), coup.began);
        let known = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // A coup whose settlement was undone ends again later.
        if let Some(place) = known().get(&key).filter(|_| !coup.corrected) {
            return Ok(*place);
        }
        let (stream, last) = (place::stream_of(table)?, table.now().seq);
        let first = place::first_at(&**app.journal(), &stream, last, coup.began)?;
        let behind = place::first_at(&**app.journal(), &stream, last, coup.ended.saturating_add(1))?;
        let mut known = known();
        if known.len() >= KEPT {
            known.clear();
        }
        known.insert(key, (first, behind - 1));
        Ok((first, behind - 1))
    }
}
