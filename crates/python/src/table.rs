//! A running table, told line by line, and whole scripts.

use punto_answers::ToldTable;
use pyo3::prelude::*;

use crate::{plain, unanswered};

/// A running table under a document. What is said to it are lines of scripts.
#[pyclass(unsendable, module = "punto")]
pub(crate) struct Table {
    told: ToldTable,
}

#[pymethods]
impl Table {
    #[new]
    fn new(document: &str) -> PyResult<Table> {
        Ok(Table { told: ToldTable::new(document).map_err(unanswered)? })
    }

    /// Says a line, such as `bet ada@1 player 100`, and gives what happened, each with what it rests on. Until somebody is
    /// named, each line is said by whoever says such a thing.
    #[pyo3(signature = (line, *, by=None))]
    fn say<'py>(&mut self, py: Python<'py>, line: &str, by: Option<&str>) -> PyResult<Bound<'py, PyAny>> {
        plain(py, &self.told.say(line, by).map_err(unanswered)?)
    }

    /// Lets time go by, as in `+90s`.
    fn wait(&mut self, time: &str) -> PyResult<()> {
        self.told.wait(time).map_err(unanswered)
    }

    /// `closed`, `preparing`, `betting` or `dealing`.
    #[getter]
    fn phase(&self) -> &'static str {
        self.told.phase()
    }

    /// The table's scoreboards.
    fn roads<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        plain(py, &self.told.roads())
    }
}

/// Runs a script, and gives the expectations that did not hold, a text each.
#[pyfunction]
#[pyo3(signature = (text, *, document=None))]
pub(crate) fn run_script(text: &str, document: Option<&str>) -> PyResult<Vec<String>> {
    punto_answers::run_script(text, document).map_err(unanswered)
}
