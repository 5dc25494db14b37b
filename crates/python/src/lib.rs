//! Punto as a module of Python: coups, tables, odds, scoreboards, scripts, and the check of shoes and journals.

mod check;
mod game;
mod table;

use punto_rulebook::Rulebook;
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde_json::Value;

create_exception!(punto, Refused, PyValueError, "What was asked for is refused: why, and by which clauses.");

/// Casino baccarat by the book: every answer names the clause it rests on.
#[pymodule]
fn punto(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("Refused", module.py().get_type::<Refused>())?;
    module.add_class::<table::Table>()?;
    module.add_function(wrap_pyfunction!(game::documents, module)?)?;
    module.add_function(wrap_pyfunction!(game::clause, module)?)?;
    module.add_function(wrap_pyfunction!(game::coup, module)?)?;
    module.add_function(wrap_pyfunction!(game::settle, module)?)?;
    module.add_function(wrap_pyfunction!(game::odds, module)?)?;
    module.add_function(wrap_pyfunction!(game::roads, module)?)?;
    module.add_function(wrap_pyfunction!(table::run_script, module)?)?;
    module.add_function(wrap_pyfunction!(check::check_shoe, module)?)?;
    module.add_function(wrap_pyfunction!(check::check_journal, module)?)
}

/// A value as Python's own types.
fn plain<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (value.to_string(),))
}

/// An input that cannot be read.
fn wrong(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// A refusal with what it rests on.
fn refused(reason: impl std::fmt::Display, by: impl std::fmt::Display) -> PyErr {
    Refused::new_err((reason.to_string(), by.to_string()))
}

/// The document of this id.
fn book(document: &str) -> PyResult<Rulebook> {
    Rulebook::embedded(document).ok_or_else(|| {
        let known: Vec<&str> = Rulebook::embedded_ids().collect();
        wrong(format!("`{}` is not a rulebook; expected {}", short(document), known.join(", ")))
    })
}

/// As much of an input as a message repeats.
fn short(text: &str) -> String {
    text.chars().take(40).collect()
}
