//! Past coups of a table and of a patron: cards, wagers, rulings, money.

use std::cmp::Reverse;

use axum::Json;
use axum::extract::State;
use punto_coup::Place;
use punto_report::{CoupRecall, RECALLED, RecalledSettlement, RecalledWager};
use punto_vocab::PersonId;
use punto_wire::{CitedLine, CoupCard, CoupView, Page, Settled};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::auth::{Caller, Right};
use crate::paging::{self, Part};
use crate::problem::{ApiError, Path, Query};
use crate::rules::words::side;
use crate::state::App;
use crate::tables::table;

/// The routes about past coups.
pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(of_table)).routes(routes!(of_patron))
}

/// The last coups of a table, the newest first.
#[utoipa::path(
    get, path = "/api/v1/tables/{table}/coups", operation_id = "listTableCoups", tag = "records",
    params(("table" = String, Path), Part),
    responses((status = 200, description = "the last coups, the newest first", body = Page<CoupView>)),
    security((), ("session" = []))
)]
async fn of_table(
    State(app): State<App>,
    caller: Caller,
    Path(name): Path<String>,
    Query(part): Query<Part>,
) -> Result<Json<Page<CoupView>>, ApiError> {
    let table = table(&app, &name)?;
    let reader = reader(&caller);
    let (limit, after) = (paging::limit(part.limit)?, paging::after::<u64>(part.after.as_deref())?);
    let coups = table.recall(RECALLED);
    let older = coups.iter().filter(|coup| after.is_none_or(|after| coup.records.0 < after));
    Ok(Json(paging::page(older.map(|coup| view(coup, reader)), limit, |coup| coup.records.0)))
}

/// The last coups that the caller had wagers on, at all tables, the newest first.
#[utoipa::path(
    get, path = "/api/v1/me/coups", operation_id = "listMyCoups", tag = "records",
    params(Part),
    responses((status = 200, description = "the last coups, the newest first", body = Page<CoupView>)),
    security(("session" = []))
)]
async fn of_patron(
    State(app): State<App>,
    caller: Caller,
    Query(part): Query<Part>,
) -> Result<Json<Page<CoupView>>, ApiError> {
    let patron = match caller.patron() {
        Some(patron) => patron,
        None if caller.session.is_none() => return Err(ApiError::not_signed_in()),
        None => return Ok(Json(Page { items: Vec::new(), next: None })),
    };
    let limit = paging::limit(part.limit)?;
    let after = part.after.as_deref().map(|text| ended(text).ok_or_else(paging::unfit)).transpose()?;
    let coups = app.floor().recall_of(patron);
    // As the floor recalls them: the newest first, and at one moment table by table.
    let key = |coup: &CoupRecall| (Reverse(coup.ended), coup.table.clone(), Reverse(coup.records.0));
    let older = coups.iter().filter(|coup| after.as_ref().is_none_or(|after| key(coup) > *after));
    let views = older.map(|coup| view(coup, Reader::Patron(patron)));
    Ok(Json(paging::page(views, limit, |coup| format!("{}:{}:{}", coup.at.1, coup.table, coup.records.0))))
}

/// Where a page of coups at all tables ended: when, at which table, and with which record the coup began.
fn ended(text: &str) -> Option<(Reverse<i64>, String, Reverse<u64>)> {
    let mut parts = text.splitn(3, ':');
    let (at, table, record) = (parts.next()?, parts.next()?, parts.next()?);
    Some((Reverse(at.parse().ok()?), table.to_owned(), Reverse(record.parse().ok()?)))
}

/// With whose eyes a past coup is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reader {
    Public,
    Patron(PersonId),
    /// Somebody of staff who looks up records.
    Records,
}

impl Reader {
    fn is(self, patron: PersonId) -> bool {
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

fn view(coup: &CoupRecall, reader: Reader) -> CoupView {
    let card = |card: &punto_report::RecalledCard| CoupCard {
        card: match reader == Reader::Records || card.seen {
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
    let ruling = |ruling: &punto_report::RecalledRuling| CitedLine {
        seq: coup.records.1,
        at: ruling.at,
        actor: String::new(),
        text: ruling.what.clone(),
        by: ruling.by.clone(),
    };
    CoupView {
        table: coup.table.clone(),
        shoe: coup.shoe,
        coup: coup.coup,
        records: coup.records,
        at: (coup.began, coup.ended),
        rulebook: coup.rulebook.clone(),
        cards: coup.cards.iter().map(card).collect(),
        winner: coup.winner.map(|winner| winner.word().to_owned()),
        points: coup.points.map(|(player, banker)| (player.value(), banker.value())),
        no_bet: coup.no_bet,
        settled: settled(coup, reader, known),
        rulings: match reader == Reader::Records || coup.cards.iter().all(|card| card.seen) {
            true => coup.rulings.iter().map(ruling).collect(),
            // What was ordered may name a card that nobody has seen.
            false => Vec::new(),
        },
        balance: balance.map(|balance| (balance.before.minor(), balance.after.minor())),
    }
}

/// Whether others may know what a wager came to: its stake must have been disclosed.
fn disclosed(coup: &CoupRecall, settlement: &RecalledSettlement) -> bool {
    coup.wagers.iter().find(|wager| is_of(wager, settlement)).is_some_and(|wager| !wager.sealed)
}

/// One row a wager. Of several events about one the one that decides it counts: a stake goes back with every win,
/// and what is over a limit whatever the result.
fn settled<'c>(
    coup: &'c CoupRecall,
    reader: Reader,
    known: impl Fn(&&'c RecalledSettlement) -> bool,
) -> Vec<Settled> {
    let mut rows: Vec<Settled> = Vec::new();
    for settlement in coup.settlements.iter().filter(known) {
        let (patron, bet, amount) =
            (settlement.patron.as_str(), settlement.bet.as_str(), settlement.amount.minor());
        let row =
            rows.iter_mut().find(|row| row.patron == patron && row.at == settlement.at && row.bet == bet);
        match (row, settlement.what.as_str()) {
            (Some(row), "commission") => row.commission = amount,
            (Some(row), "returned" | "tokens-returned") if row.result == "returned" => row.amount += amount,
            (Some(_), "returned" | "tokens-returned") => {}
            (Some(row), _) if row.result == "paid" => {}
            (Some(row), what) => {
                (row.result, row.amount, row.by) = (what.to_owned(), amount, settlement.by.clone());
            }
            (None, what) => rows.push(Settled {
                patron: patron.to_owned(),
                at: settlement.at,
                bet: bet.to_owned(),
                stake: stake(coup, settlement),
                result: if what == "tokens-returned" { "returned".to_owned() } else { what.to_owned() },
                amount,
                commission: 0,
                by: settlement.by.clone(),
                mine: reader.is(settlement.patron),
            }),
        }
    }
    rows
}

fn stake(coup: &CoupRecall, settlement: &RecalledSettlement) -> i64 {
    let wager = coup.wagers.iter().find(|wager| is_of(wager, settlement));
    wager.map_or(0, |wager| (wager.stake + wager.tokens).minor())
}

fn is_of(wager: &RecalledWager, settlement: &RecalledSettlement) -> bool {
    (wager.patron, wager.at, wager.bet) == (settlement.patron, settlement.at, settlement.bet)
}
