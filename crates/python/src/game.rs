//! One coup, its settlement, its odds and the scoreboards.

use punto_answers::TableChoice;
use pyo3::prelude::*;

use crate::{plain, unanswered};

/// The ids of the documents.
#[pyfunction]
pub(crate) fn documents() -> Vec<&'static str> {
    punto_answers::documents()
}

/// What a clause says, in our own words.
#[pyfunction]
pub(crate) fn clause(document: &str, id: &str) -> PyResult<String> {
    punto_answers::clause(document, id).map_err(unanswered)
}

/// Deals cards in the order they leave the shoe; where each goes and why, and what the coup comes to.
#[pyfunction]
#[pyo3(signature = (document, cards))]
pub(crate) fn coup<'py>(py: Python<'py>, document: &str, cards: &str) -> PyResult<Bound<'py, PyAny>> {
    plain(py, &punto_answers::coup(document, cards).map_err(unanswered)?)
}

/// What wagers become by a complete coup: each a bet and a stake.
#[pyfunction]
#[pyo3(signature = (document, cards, wagers, *, variant=None, chips=None, house=Vec::new()))]
pub(crate) fn settle<'py>(
    py: Python<'py>,
    document: &str,
    cards: &str,
    wagers: Vec<(String, String)>,
    variant: Option<String>,
    chips: Option<String>,
    house: Vec<(String, String)>,
) -> PyResult<Bound<'py, PyAny>> {
    let choice = TableChoice { variant, chips, house };
    plain(py, &punto_answers::settle(document, cards, &wagers, choice).map_err(unanswered)?)
}

/// The exact odds of every bet, as ratios and to twelve places.
#[pyfunction]
#[pyo3(signature = (document, *, variant=None, decks=8, removed=""))]
pub(crate) fn odds<'py>(
    py: Python<'py>,
    document: &str,
    variant: Option<&str>,
    decks: u32,
    removed: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let odds = py.detach(|| punto_answers::odds(document, variant, decks, removed));
    plain(py, &odds.map_err(unanswered)?)
}

/// The scoreboards of a shoe such as `BBPTPb`.
#[pyfunction]
#[pyo3(signature = (entries, *, tail="straight"))]
pub(crate) fn roads<'py>(py: Python<'py>, entries: &str, tail: &str) -> PyResult<Bound<'py, PyAny>> {
    plain(py, &punto_answers::roads(entries, tail).map_err(unanswered)?)
}
