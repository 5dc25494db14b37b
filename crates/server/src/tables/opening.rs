//! New tables: from a request to a table that is open.

use punto_floor::{FloorError, PlanError, TableHandle, TablePlan};
use punto_site::{Grant, Right};
use punto_table::{Actor, Reason};
use punto_vocab::{PersonId, Role};
use punto_wire::NewTable;

use crate::problem::ApiError;
use crate::state::App;

/// Opens a table in somebody's name, in the first of their roles that may; nobody's if none may.
pub(crate) async fn open_by(
    app: &App,
    plan: TablePlan,
    name: PersonId,
    roles: &[Role],
) -> Result<Option<TableHandle>, FloorError> {
    let opener = roles.iter().find(|role| Grant::Work(**role).allows(Right::OpenTable));
    let Some(opener) = opener else { return Ok(None) };
    match app.floor().add_table(plan.clone(), Actor::Staff(*opener, name)).await {
        // A document may want an officer there when a table opens: whoever opens it is, if they hold that role.
        Err(FloorError::Plan(PlanError::Refused(refused))) => match refused.reason {
            Reason::NotOnDuty(role) if roles.contains(&role) => {
                let officer = Actor::Staff(role, name);
                app.floor().add_table_with(plan, officer, &[officer]).await.map(Some)
            }
            _ => Err(FloorError::Plan(PlanError::Refused(refused))),
        },
        answer => answer.map(Some),
    }
}

/// What a table is to be.
pub(crate) fn plan(new: &NewTable) -> Result<TablePlan, ApiError> {
    let wrong = |what: &str, error: String| ApiError::bad_request(format!("{what}: {error}"));
    let short = |what: &str, text: &str, most: usize| {
        let plain =
            !text.trim().is_empty() && text.chars().count() <= most && !text.chars().any(char::is_control);
        let expected = format!("expected 1 to {most} characters on one line");
        if plain { Ok(text.trim().to_owned()) } else { Err(wrong(what, expected)) }
    };
    Ok(TablePlan {
        name: new.table.parse().map_err(|error| wrong("table", format!("{error}")))?,
        title: short("title", &new.title, 60)?,
        rulebook: new.rulebook.clone(),
        opening: new.opening.parse().map_err(|error| wrong("opening", error))?,
        dealer: new.dealer.0,
        currency: short("currency", &new.currency, 12)?,
        bet_seconds: new.bet_seconds,
    })
}
