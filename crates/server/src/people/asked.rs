//! What a proposal asks for: something that can be carried out, or a sentence that says what could.

use std::fmt::Display;
use std::str::FromStr;

use punto_floor::{TableName, TablePlan};
use punto_rulebook::Terms;
use punto_seen::{Viewer, view};
use punto_site::{Matter, RunningSetting};
use punto_table::Command;
use punto_vocab::line::Words;
use punto_vocab::{Money, PersonId, Role};
use punto_wire::{NewTable, Proposed};

use crate::problem::ApiError;
use crate::software::{self, Verdict};
use crate::state::App;
use crate::tables;

/// What takes two persons and is carried out by the server.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Asked {
    /// A balance is put right.
    Adjustment { patron: PersonId, up: bool, amount: Money, why: Words },
    /// Personal data is erased.
    Erasure { patron: PersonId },
    /// A setting of the house is changed.
    Setting { setting: RunningSetting, value: u64 },
    /// A table is put up and opened.
    Open { plan: Box<TablePlan> },
    /// A table is closed.
    Close { table: TableName },
    /// What went wrong at a table is ruled on.
    Order { table: TableName, command: Command },
    /// Chips come to a table's float from the cage, or go back.
    Float { table: TableName, command: Command },
    /// A manifest may be run, or may not any more.
    Software { verdict: Verdict, digest: String },
}

impl Asked {
    /// Reads the line that was kept of a proposal.
    pub(super) fn read(matter: Matter, line: &str) -> Result<Asked, ApiError> {
        Asked::of(&Proposed::read(matter, line).map_err(|why| wrong(&why))?)
    }

    /// What a proposal asks for, if its names and amounts are such.
    pub(super) fn of(proposed: &Proposed) -> Result<Asked, ApiError> {
        Ok(match proposed {
            Proposed::Adjust { patron, by, why } => Asked::Adjustment {
                patron: named("patron", patron)?,
                up: *by > 0,
                amount: Money::from_minor(by.saturating_abs()),
                why: super::words(why)?,
            },
            Proposed::Erase { patron, .. } => Asked::Erasure { patron: named("patron", patron)? },
            Proposed::Set { setting, value, .. } => {
                let value = setting.0.checked(*value).map_err(|why| wrong(&why))?;
                Asked::Setting { setting: setting.0, value }
            }
            Proposed::OpenTable { table, rulebook, dealer, currency, opening } => {
                let new = NewTable {
                    table: table.clone(),
                    title: table.clone(),
                    rulebook: rulebook.clone(),
                    opening: opening.clone(),
                    dealer: *dealer,
                    currency: currency.clone(),
                    bet_seconds: None,
                };
                Asked::Open { plan: Box::new(tables::plan(&new)?) }
            }
            Proposed::CloseTable { table } => Asked::Close { table: named("table", table)? },
            Proposed::Order { table, cure } => Asked::Order {
                table: named("table", table)?,
                command: Command::Order { cure: cure.map(|cure| cure.0) },
            },
            Proposed::Fill { table, amount } => Asked::Float {
                table: named("table", table)?,
                command: Command::Fill { amount: Money::from_minor(*amount) },
            },
            Proposed::Credit { table, amount } => Asked::Float {
                table: named("table", table)?,
                command: Command::Credit { amount: Money::from_minor(*amount) },
            },
            Proposed::Accept { digest, .. } => {
                Asked::Software { verdict: Verdict::Accept, digest: digest.clone() }
            }
            Proposed::Reject { digest, .. } => {
                Asked::Software { verdict: Verdict::Withdraw, digest: digest.clone() }
            }
            // The site carries its own commands out by itself.
            Proposed::Hire { .. }
            | Proposed::Clear { .. }
            | Proposed::Grant { .. }
            | Proposed::Withdraw { .. }
            | Proposed::Enable { .. }
            | Proposed::Disable { .. }
            | Proposed::Leave { .. }
            | Proposed::ResetPassword { .. } => {
                return Err(wrong("the site's own matters are said as commands"));
            }
        })
    }

    /// Refuses what could not be carried out as things stand.
    pub(super) async fn could_be(&self, app: &App) -> Result<(), ApiError> {
        match self {
            Asked::Adjustment { .. } | Asked::Erasure { .. } | Asked::Setting { .. } => Ok(()),
            Asked::Open { plan } => could_open(app, plan),
            Asked::Close { table } => match tables::table(app, table.as_str())?.now().table.open {
                Some(_) => Ok(()),
                None => Err(wrong(&format!("{table} is closed already"))),
            },
            Asked::Float { table, .. } => tables::table(app, table.as_str()).map(drop),
            Asked::Order { table, .. } => {
                let table = tables::table(app, table.as_str())?;
                let seen = view(&table.book(), &table.now().table, Viewer::Staff(Role::Dealer));
                match seen.trouble.is_some_and(|trouble| !trouble.ordered) {
                    true => Ok(()),
                    false => Err(wrong(&format!("nothing waits to be ordered at {}", table.name()))),
                }
            }
            Asked::Software { verdict, digest } => software::could_be(app, *verdict, digest).await,
        }
    }
}

fn wrong(sentence: &str) -> ApiError {
    ApiError::bad_request(sentence)
}

/// A name of the kind that a field has.
fn named<T: FromStr<Err: Display>>(field: &str, name: &str) -> Result<T, ApiError> {
    name.parse().map_err(|error| wrong(&format!("{field}: {error}")))
}

/// Refuses a table whose name is taken, or whose document does not allow it.
fn could_open(app: &App, plan: &TablePlan) -> Result<(), ApiError> {
    if app.floor().table(&plan.name).is_some() {
        return Err(wrong(&format!("there is a table {} already", plan.name)));
    }
    app.config().has_currency(&plan.currency).map_err(ApiError::bad_request)?;
    let book = app.books().of_id(&plan.rulebook);
    let book = book.ok_or_else(|| wrong(&format!("there is no document {}", plan.rulebook)))?;
    let draft = plan.opening.draft(&book).map_err(|why| wrong(&why))?;
    match Terms::under(&book, draft) {
        Ok(_) => Ok(()),
        Err(refused) => Err(wrong(&format!("{} does not allow this table: {refused}", book.id))),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // a test that cannot be set up should stop there

    use super::*;

    #[test]
    fn a_name_or_a_number_that_cannot_be_is_told_what_could() {
        for (matter, right, wrongs) in [
            (Matter::Adjustment, "ada up 12.50 counted wrong", &["A! up 12.50 counted wrong"][..]),
            (Matter::Erasure, "ada asked for it", &["A! asked for it"]),
            (Matter::Setting, "patron-minutes 20 for a while", &["patron-minutes 0", "guests 100001"]),
            (Matter::Table, "close nsw-3", &["close N3!"]),
            (
                Matter::Table,
                "open nsw-3 nsw-2021 person AUD usual, limits 25..5000",
                &["open nsw-3 nsw-2021 person AUD lucky 7", "open N3! nsw-2021 person AUD usual"],
            ),
            (Matter::Void, "nsw-1 order void-coup", &["N1! order void-coup"]),
        ] {
            assert!(Asked::read(matter, right).is_ok(), "{right}");
            for wrong in wrongs {
                let problem = Asked::read(matter, wrong).unwrap_err().problem;
                assert_eq!(problem.code, punto_wire::ProblemCode::BadRequest);
                assert!(problem.detail.len() > 30, "{wrong}: {}", problem.detail);
            }
        }
        assert!(Asked::of(&Proposed::Hire { name: "ada".into(), grants: Vec::new() }).is_err());
    }
}
