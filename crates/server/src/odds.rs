//! Exact odds: of any shoe for staff and laboratories, and of a table's full shoe for patrons where they may be shown.

use std::collections::HashMap;
use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use punto_odds::{Analysis, BetOdds, Composition, OutcomeOdds, Settled};
use punto_rulebook::{Rulebook, Terms, Winner};
use punto_views::may_project;
use punto_wire::{BetOddsView, OddsAnswer, OddsQuestion, WayKind, WayView};
use sha2::{Digest, Sha256};
use tokio::sync::Mutex;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::auth::{Caller, Right};
use crate::problem::{ApiError, Body, Path};
use crate::rules;
use crate::state::App;
use crate::tables::table;

/// The routes about odds.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(ask)).routes(routes!(of_table)).layer(Extension(FullShoes::default()))
}

/// The odds of full shoes that were asked for, by their terms: whoever asks need not be signed in, so they are worked out
/// once, and one after another.
#[derive(Clone, Default)]
struct FullShoes(Arc<Mutex<HashMap<[u8; 32], Vec<BetOddsView>>>>);

impl FullShoes {
    /// So many are kept; a house has fewer tables with different terms.
    const KEPT: usize = 64;

    async fn of(
        &self,
        terms: [u8; 32],
        work: impl FnOnce() -> Result<Vec<BetOddsView>, ApiError> + Send + 'static,
    ) -> Result<Vec<BetOddsView>, ApiError> {
        let mut kept = self.0.lock().await;
        if let Some(known) = kept.get(&terms) {
            return Ok(known.clone());
        }
        let odds = tokio::task::spawn_blocking(work).await.map_err(ApiError::fault)??;
        if kept.len() >= FullShoes::KEPT {
            kept.clear();
        }
        kept.insert(terms, odds.clone());
        Ok(odds)
    }
}

/// The exact odds of every bet for the shoe asked about.
#[utoipa::path(
    post, path = "/api/v1/odds", operation_id = "computeOdds", tag = "rules",
    request_body = OddsQuestion,
    responses((status = 200, description = "the odds of each bet", body = OddsAnswer)),
    security(("session" = []))
)]
async fn ask(
    State(app): State<App>,
    caller: Caller,
    Body(question): Body<OddsQuestion>,
) -> Result<axum::Json<OddsAnswer>, ApiError> {
    caller.need(&app, Right::RunOdds).await?;
    let book = rules::book(&app, &question.rulebook)?;
    let worked_out = tokio::task::spawn_blocking(move || answer(&book, &question)).await;
    worked_out.map_err(ApiError::fault)?.map(axum::Json)
}

/// What the bets of a table give back in the long run, from a full shoe. Odds are projections, so there are none
/// where `house:road-projections` is off for the caller (nsw-2021 14.1).
#[utoipa::path(
    get, path = "/api/v1/tables/{table}/odds", operation_id = "getTableOdds", tag = "tables",
    params(("table" = String, Path)),
    responses(
        (status = 200, description = "the odds of each bet; empty where the caller may not see them", body = Vec<BetOddsView>)
    ),
    security((), ("session" = []))
)]
async fn of_table(
    State(app): State<App>,
    Extension(known): Extension<FullShoes>,
    caller: Caller,
    Path(name): Path<String>,
) -> Result<axum::Json<Vec<BetOddsView>>, ApiError> {
    let table = table(&app, &name)?;
    let (book, moment) = (table.book(), table.now());
    if !may_project(&book, &moment.table, caller.viewer()) {
        return Ok(axum::Json(Vec::new()));
    }
    let Some(terms) = moment.table.open.as_ref().map(|open| open.terms.clone()) else {
        return Ok(axum::Json(Vec::new()));
    };
    let digest = Sha256::digest(serde_json::to_vec(&terms).map_err(ApiError::fault)?).into();
    known.of(digest, move || full_shoe(&book, &terms)).await.map(axum::Json)
}

fn full_shoe(book: &Rulebook, terms: &Terms) -> Result<Vec<BetOddsView>, ApiError> {
    let shoe = Composition::decks(terms.decks).map_err(ApiError::fault)?;
    let analysis = Analysis::of_terms(book, terms).map_err(ApiError::fault)?;
    Ok(analysis.odds(&shoe).map_err(ApiError::fault)?.iter().map(of_bet).collect())
}

/// The odds of a shoe; a question that cannot be answered is answered with what is wrong with it.
fn answer(book: &Rulebook, question: &OddsQuestion) -> Result<OddsAnswer, ApiError> {
    let wrong = |error: &dyn std::fmt::Display| ApiError::bad_request(error.to_string());
    let usual = book.variants.first().map_or("", |variant| &*variant.id);
    let variant = question.variant.as_deref().unwrap_or(usual);
    let shoe = shoe(question)?;
    let analysis = Analysis::of_book(book, variant).map_err(|error| wrong(&error))?;
    let odds = analysis.odds(&shoe).map_err(|error| wrong(&error))?;
    let endings = analysis.endings(&shoe).map_err(|error| wrong(&error))?;
    let chance = |winner: Winner| endings.share(endings.winner(winner)).to_f64();
    Ok(OddsAnswer {
        winner: [chance(Winner::Player), chance(Winner::Banker), chance(Winner::Tie)],
        bets: odds.iter().map(of_bet).collect(),
        cards: shoe.cards(),
    })
}

fn shoe(question: &OddsQuestion) -> Result<Composition, ApiError> {
    let wrong = |error: &dyn std::fmt::Display| ApiError::bad_request(error.to_string());
    if question.removed.len() > Composition::MOST as usize {
        let most = Composition::MOST;
        return Err(ApiError::bad_request(format!("a shoe has at most {most} cards that could be gone")));
    }
    let mut shoe = Composition::decks(question.decks).map_err(|error| wrong(&error))?;
    for card in &question.removed {
        shoe.remove(card.0).map_err(|error| wrong(&error))?;
    }
    Ok(shoe)
}

fn of_bet(odds: &BetOdds) -> BetOddsView {
    let edge = odds.house_edge.to_f64();
    BetOddsView {
        bet: odds.bet.to_string(),
        edge,
        edge_exact: odds.house_edge.to_string(),
        back: 1.0 - edge,
        deviation: odds.standard_deviation,
        ways: odds.outcomes.iter().map(way).collect(),
    }
}

fn way(outcome: &OutcomeOdds) -> WayView {
    let settled = match outcome.settled {
        Settled::Win => WayKind::Win,
        Settled::StandOff => WayKind::StandOff,
        Settled::Lose => WayKind::Lose,
    };
    let pays = outcome.pays.filter(|_| settled == WayKind::Win).map(Into::into);
    WayView { settled, pays, chance: outcome.probability.to_f64() }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // a test that cannot be set up should stop there

    use punto_wire::PayOdds;

    use super::*;

    fn question(removed: &[&str]) -> OddsQuestion {
        let removed = removed.iter().map(|card| punto_wire::Card(card.parse().unwrap())).collect();
        OddsQuestion { rulebook: "nsw-2021".into(), variant: None, decks: 8, removed }
    }

    #[test]
    fn the_figures_are_those_of_the_exact_analysis() {
        let book = Rulebook::embedded("nsw-2021").unwrap();
        let answer = answer(&book, &question(&[])).unwrap();
        assert_eq!(answer.cards, 416);
        assert!((answer.winner.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        let banker = answer.bets.iter().find(|bet| bet.bet == "banker").unwrap();
        assert!((banker.edge - 0.010_579_058).abs() < 1e-9, "{}", banker.edge);
        assert!((banker.ways.iter().map(|way| way.chance).sum::<f64>() - 1.0).abs() < 1e-12);
        let at = PayOdds { pays: 19, stake: 20 };
        assert_eq!((banker.ways[0].settled, banker.ways[0].pays), (WayKind::Win, Some(at)));
    }

    #[test]
    fn a_shoe_that_cannot_be_is_refused_with_its_reason() {
        let book = Rulebook::embedded("nsw-2021").unwrap();
        let sentence = |question: &OddsQuestion| answer(&book, question).unwrap_err().problem.detail;
        assert_eq!(sentence(&question(&["Ks"; 9])), "no Ks is left in the shoe to take out");
        assert!(sentence(&OddsQuestion { decks: 9, ..question(&[]) }).contains("1 to 8 decks"));
        assert!(sentence(&OddsQuestion { decks: 0, ..question(&[]) }).contains("1 to 8 decks"));
        let other = OddsQuestion { variant: Some("other".into()), ..question(&[]) };
        assert!(sentence(&other).contains("not a variant"));
        assert!(sentence(&question(&["Ks"; 417])).contains("at most 416"));
    }

    #[tokio::test]
    async fn the_odds_of_a_full_shoe_are_worked_out_once() {
        let known = FullShoes::default();
        let way = || Ok(Vec::new());
        let again = || -> Result<Vec<BetOddsView>, ApiError> { panic!("it was worked out anew") };
        known.of([0; 32], way).await.unwrap();
        known.of([0; 32], again).await.unwrap();
        for n in 1..=2 * FullShoes::KEPT as u8 {
            known.of([n; 32], way).await.unwrap();
            known.of([n; 32], again).await.unwrap();
            assert!(known.0.lock().await.len() <= FullShoes::KEPT);
        }
        assert!(known.of([0; 32], again).await.is_err(), "only so many are kept");
    }
}
