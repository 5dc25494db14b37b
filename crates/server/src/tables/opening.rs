//! New tables: from a request to a table that is open.

use punto_config::{ConfiguredGame, Wide};
use punto_floor::{FloorError, FloorReason, PlanError, TableHandle, TablePlan};
use punto_rulebook::Rulebook;
use punto_site::{Grant, Right};
use punto_table::{Actor, Command, Opening, Reason};
use punto_vocab::{Dealer, PersonId, Role};
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
    let (mut by, mut on_duty) = (Actor::Staff(*opener, name), Vec::new());
    // Whoever opens a table is the officer whom a document wants there, and the one to whom it leaves what is set, if they
    // hold those roles: each is asked for once.
    for _ in 0..2 {
        let answer = app.floor().add_table_with(plan.clone(), by, &on_duty).await;
        let Err(FloorError::Plan(PlanError::Refused(refused))) = &answer else { return answer.map(Some) };
        match &refused.reason {
            Reason::NotOnDuty(role) if roles.contains(role) => {
                by = Actor::Staff(*role, name);
                on_duty = vec![by];
            }
            Reason::WrongRole { needed, .. } => match needed.iter().find(|role| roles.contains(role)) {
                Some(role) => by = Actor::Staff(*role, name),
                None => return answer.map(Some),
            },
            _ => return answer.map(Some),
        }
    }
    app.floor().add_table_with(plan, by, &on_duty).await.map(Some)
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

/// What an opening is in this house: the guests of a demonstration have an account of play money, and every table that is
/// opened there plays with it.
pub(crate) fn for_guests(app: &App, opening: &mut Opening) -> Result<(), ApiError> {
    match opening.parts.demonstration {
        _ if !app.config().demo => Ok(()),
        Some(false) => Err(FloorError::Refused(FloorReason::DemonstrationOnly).into()),
        Some(true) | None => {
            opening.parts.demonstration = Some(true);
            Ok(())
        }
    }
}

/// Refuses a table that one person may not open alone.
pub(crate) fn alone_opens(app: &App, plan: &TablePlan) -> Result<(), ApiError> {
    app.config().has_currency(&plan.currency).map_err(ApiError::bad_request)?;
    match app.books().of_id(&plan.rulebook) {
        Some(book) => within(app, &book, plan, &plan.opening),
        // The floor says that there is no such document.
        None => Ok(()),
    }
}

/// Refuses a line by which one person would open a table, or set its limits, beyond what one may, or move chips between a
/// table and the cage.
pub(super) fn alone_says(app: &App, table: &TableHandle, command: &Command) -> Result<(), ApiError> {
    match command {
        Command::Open { opening } => within(app, &table.book(), &table.plan(), opening),
        other => app.config().openings.alone_says(other).map_err(wide),
    }
}

/// Refuses a tip where the house takes none.
pub(super) fn takes_tips(app: &App, command: &Command) -> Result<(), ApiError> {
    match command {
        Command::Tip { .. } if app.config().money.no_tips => {
            Err(ApiError::not_allowed("those who deal take no tips here (house:tips); the chips go back"))
        }
        _ => Ok(()),
    }
}

fn within(app: &App, book: &Rulebook, plan: &TablePlan, opening: &Opening) -> Result<(), ApiError> {
    alone(app, book, plan.dealer, opening).map_err(wide)
}

/// What an opening has that one person may not open alone.
pub(crate) fn alone(app: &App, book: &Rulebook, dealer: Dealer, opening: &Opening) -> Result<(), Wide> {
    let draft = opening.draft(book);
    let game = ConfiguredGame::of(&book.id, dealer, &draft);
    app.config().openings.alone_opens(&game, &draft.limits)
}

fn wide(wide: Wide) -> ApiError {
    ApiError::not_allowed(wide.to_string())
}
