//! A running table, told line by line, and whole scripts.

use std::sync::Arc;

use punto_roads::TailPolicy;
use punto_script::{Run, Script, roads_of, run_under};
use punto_table::{Actor, Command, Phase, ScriptTime};
use punto_vocab::line::Field;
use pyo3::prelude::*;
use serde_json::{Value, json};

use crate::{book, game, plain, refused, wrong};

/// A running table under a document. What is said to it are lines of scripts.
#[pyclass(unsendable, module = "punto")]
pub(crate) struct Table {
    run: Run,
}

#[pymethods]
impl Table {
    #[new]
    fn new(document: &str) -> PyResult<Table> {
        Ok(Table { run: Run::new(Arc::new(book(document)?)) })
    }

    /// Says a line, such as `bet ada@1 player 100`, and gives what happened, each with what it rests on. Until somebody is
    /// named, each line is said by whoever says such a thing.
    #[pyo3(signature = (line, *, by=None))]
    fn say<'py>(&mut self, py: Python<'py>, line: &str, by: Option<&str>) -> PyResult<Bound<'py, PyAny>> {
        let command: Command = line.parse().map_err(wrong)?;
        if let Some(by) = by {
            self.run.speak_as(by.parse::<Actor>().map_err(wrong)?);
        }
        let events = match self.run.give(&command) {
            Ok(events) => events,
            Err(refusal) => return Err(refused(&refusal.reason, &refusal.by)),
        };
        let told =
            events.iter().map(|event| json!({ "what": event.what.to_string(), "by": event.by.to_string() }));
        plain(py, &Value::Array(told.collect()))
    }

    /// Lets time go by, as in `+90s`.
    fn wait(&mut self, time: &str) -> PyResult<()> {
        self.run.wait(ScriptTime::read(time).map_err(wrong)?);
        Ok(())
    }

    /// `closed`, `preparing`, `betting` or `dealing`.
    #[getter]
    fn phase(&self) -> &'static str {
        match self.run.table.open.as_ref().map(|open| &open.phase) {
            None => "closed",
            Some(Phase::Preparing) => "preparing",
            Some(Phase::Betting(_)) => "betting",
            Some(Phase::Dealing(_)) => "dealing",
        }
    }

    /// The table's scoreboards.
    fn roads<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        plain(py, &game::shown(&roads_of(&self.run.table), TailPolicy::default()))
    }
}

/// Runs a script, and gives the expectations that did not hold, a text each.
#[pyfunction]
#[pyo3(signature = (text, *, document=None))]
pub(crate) fn run_script(text: &str, document: Option<&str>) -> PyResult<Vec<String>> {
    let script: Script = text.parse().map_err(wrong)?;
    let report = match document {
        Some(document) => run_under(&Arc::new(book(document)?), &script),
        None => punto_script::run(&script).map_err(wrong)?,
    };
    Ok(report.failures.iter().map(ToString::to_string).collect())
}
