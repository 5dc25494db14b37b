//! Punto as a module of Python: coups, tables, odds, scoreboards, scripts, and the check of shoes and journals.

mod check;
mod game;
mod table;

use punto_answers::Unanswered;
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

/// Why something has no answer.
fn unanswered(why: Unanswered) -> PyErr {
    match why {
        Unanswered::Wrong(error) => wrong(error),
        Unanswered::Refused { reason, by } => Refused::new_err((reason, by)),
    }
}
