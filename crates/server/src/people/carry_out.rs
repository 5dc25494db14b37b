//! What two persons have agreed to is done, once, whatever happens in between; or it is over, with the reason.

use axum::http::StatusCode;
use punto_contest::{carried_out_by, promoted_by, proposal_key};
use punto_floor::{
    CommandKey, FloorError, FloorReason, Outcome, PlanError, Said, SaidTo, TableHandle, TableName, TablePlan,
};
use punto_records::StreamOf;
use punto_site::{Cause, Command, Concerned, Kind, Measure, Place, Principal, Proposal, Site, Two, plain};
use punto_steward::{PromotionOutcome, PromotionSaying, TournamentOutcome, TournamentSaying, What};
use punto_table::{Actor as Speaker, Command as Line, Stamped, decide};
use punto_vocab::PersonId;
use punto_wire::ProblemCode;

use super::possible::{of_promotions, of_the_site, of_tournaments, plan};
use crate::auth::blocking;
use crate::problem::{ApiError, refusal};
use crate::software::{self, Verdict};
use crate::state::App;
use crate::{promotions, tables, tournaments};

/// One thing is carried out after another; whoever approves has the turn from then on, and learns what came of it.
pub(super) type Turn<'a> = tokio::sync::MutexGuard<'a, ()>;

/// Carries out what was approved and has not been. A start finds what the last process did not get to.
pub(crate) async fn carry_out_waiting(app: &App) {
    let site = app.site();
    let approved = site.proposals.iter().filter(|(_, proposal)| proposal.approved.is_some());
    for number in approved.map(|(number, _)| *number) {
        let turn = app.carrying_out().lock().await;
        if let Err(error) = carry_out(app, number, &turn).await {
            tracing::warn!(number, error = %error.problem.detail, "what was approved is not carried out");
        }
    }
}

/// Carries out one proposal, if it is approved and still stands; what happened, a line each.
///
/// What cannot be done is over, since an approval is for its moment. What failed for want of the journal is tried again.
pub(super) async fn carry_out(app: &App, number: u32, _turn: &Turn<'_>) -> Result<Vec<String>, ApiError> {
    let site = app.site();
    let Some(proposal) = site.approval(number, app.now()) else { return Ok(Vec::new()) };
    match done(app, &site, number, proposal).await {
        Ok(Told(mut lines)) => {
            lines.extend(app.say_site(Principal::System, Command::CarryOut { number }).await?.lines());
            Ok(lines)
        }
        Err(error) if error.status.is_client_error() => {
            let why = plain(&error.problem.detail);
            app.say_site(Principal::System, Command::FailCarryOut { number, why }).await?;
            Err(error)
        }
        Err(error) => Err(error),
    }
}

/// What happened, a line each, once the significant event of it is noted: by [`noted`], or by the table where it was said.
struct Told(Vec<String>);

impl Told {
    /// The same behind what happened before it was noted.
    fn after(self, mut lines: Vec<String>) -> Told {
        lines.extend(self.0);
        Told(lines)
    }
}

async fn done(app: &App, site: &Site, number: u32, proposal: &Proposal) -> Result<Told, ApiError> {
    let two = Two::of(site, proposal);
    let (first, second) = (proposal.by, proposal.approved.unwrap_or(proposal.by));
    let by_two = || Cause::ByTwo { first, second, what: proposal.what.clone() };
    let note = async |place, cause| noted(app, number, (Kind::ConfigChange, place), None, cause).await;
    match proposal.what.clone() {
        Measure::AdjustUp { patron, amount, why } => {
            let command = punto_accounts::Command::AdjustUp { amount, proposal: number, why };
            let lines = adjusted(app, number, proposal, patron, command).await?;
            let told = noted(app, number, (Kind::MoneyMoved, Place::Site), two.people(), by_two()).await?;
            Ok(told.after(lines))
        }
        Measure::AdjustDown { patron, amount, why } => {
            let command = punto_accounts::Command::AdjustDown { amount, proposal: number, why };
            let lines = adjusted(app, number, proposal, patron, command).await?;
            let told = noted(app, number, (Kind::MoneyMoved, Place::Site), two.people(), by_two()).await?;
            Ok(told.after(lines))
        }
        Measure::Erase { patron, .. } => {
            super::patrons::may_be_erased(app, patron).await?;
            super::patrons::erase(app, patron).await?;
            noted(app, number, (Kind::PersonErased, Place::Site), two.people(), by_two()).await
        }
        Measure::Set { setting, value, .. } => {
            let value = setting.checked(value.into()).map_err(ApiError::bad_request)?;
            let number_of = |value: u64| u32::try_from(value).unwrap_or(u32::MAX);
            let (is, was) = (number_of(value), number_of(app.settings().get(setting)));
            let changed = Cause::SettingChanged { setting, value: is, was, first, second };
            let told = note(Place::Site, changed).await?;
            let own = app.clone();
            blocking(move || own.settings().change(&**own.journal(), setting, value)).await?;
            Ok(told)
        }
        Measure::OpenTable { table, rulebook, dealer, currency, opening } => {
            let plan = plan(table, rulebook, dealer, currency, opening);
            let table = opened(app, plan, &two).await?;
            let what = Cause::TablePutUp { table: *table.name(), first, second };
            note(Place::Table(*table.name()), what).await
        }
        Measure::CloseTable { table } => {
            let table = tables::table(app, table.as_str())?;
            let mut speakers = two.speakers();
            // Where nobody is at the table any officer's word will do, and neither of the two may have a role there.
            speakers.push(Speaker::System);
            let lines = said(&table, number, &Line::Close, (&speakers, None), app).await?;
            let what = Cause::TableClosed { table: *table.name(), first, second };
            Ok(note(Place::Table(*table.name()), what).await?.after(lines))
        }
        Measure::Order { table, cure } => at_table(app, number, table, &Line::Order { cure }, &two).await,
        Measure::Fill { table, amount } => at_table(app, number, table, &Line::Fill { amount }, &two).await,
        Measure::Credit { table, amount } => {
            at_table(app, number, table, &Line::Credit { amount }, &two).await
        }
        Measure::Count { table, tray } => at_table(app, number, table, &Line::Count { tray }, &two).await,
        what @ of_tournaments!() => in_tournament(app, number, &what, &two).await,
        what @ of_promotions!() => in_promotion(app, number, &what, &two).await,
        Measure::AcceptSoftware { manifest, .. } => {
            software::judge(app, Verdict::Accept, &manifest.to_string()).await?;
            note(Place::Site, Cause::ManifestAccepted { manifest, first, second }).await
        }
        Measure::WithdrawSoftware { manifest, .. } => {
            software::judge(app, Verdict::Withdraw, &manifest.to_string()).await?;
            note(Place::Site, Cause::ManifestWithdrawn { manifest, first, second }).await
        }
        // The site carries its own commands out by itself.
        Measure::IssueTokenVoucher { .. } | Measure::WithdrawTokenVoucher { .. } | of_the_site!() => {
            Err(ApiError::fault("what the site does by itself waits to be carried out"))
        }
        Measure::Unread { .. } => {
            Err(ApiError::bad_request("it was proposed in words that this program does not read"))
        }
    }
}

/// Puts a balance right. The number is the key, so that a proposal is carried out once whatever happens in between; no
/// client can make such a key.
async fn adjusted(
    app: &App,
    number: u32,
    proposal: &Proposal,
    patron: PersonId,
    command: punto_accounts::Command,
) -> Result<Vec<String>, ApiError> {
    let key = format!("proposal/{number}").parse().ok();
    let said = SaidTo { key, by: Principal::Staff(proposal.by), command };
    Ok(app.say_account(patron, said).await?.lines())
}

/// Says a line at the table of this name, which tells of it by itself, about both.
async fn at_table(
    app: &App,
    number: u32,
    table: TableName,
    line: &Line,
    two: &Two,
) -> Result<Told, ApiError> {
    let table = tables::table(app, table.as_str())?;
    said(&table, number, line, (&two.speakers(), Some(two)), app).await.map(Told)
}

/// Says something to a tournament, in the name of whichever of the two its document lets say it. The tournament tells of it
/// by itself, about both.
async fn in_tournament(app: &App, number: u32, measure: &Measure, two: &Two) -> Result<Told, ApiError> {
    let carried_out = carried_out_by(measure);
    let (name, command) = carried_out.ok_or_else(|| ApiError::fault("nothing of a tournament"))?;
    let one = tournaments::named(app, name)?;
    let contest = one.now().contest.clone();
    let speakers = two.speakers();
    let lets = |by: &&Speaker| contest.refuses(**by, app.now(), &command).is_none();
    // If neither may, the tournament says why not to the first.
    let by = speakers.iter().find(lets).or(speakers.first()).copied().unwrap_or(Speaker::System);
    let key = proposal_key(number).parse().map_err(ApiError::fault)?;
    let what =
        if let punto_tournament::Command::Publish { .. } = command { What::Publish } else { command.into() };
    match one.say(TournamentSaying { key, by, what }).await? {
        TournamentOutcome::Done(answer) => {
            Ok(Told(answer.happened.iter().map(ToString::to_string).collect()))
        }
        TournamentOutcome::Refused(refused) => {
            Err(ApiError::refused(punto_http::problem::tournament_refusal(&refused)))
        }
        TournamentOutcome::Account(refused) => {
            Err(ApiError::refused(crate::problem::account_refusal(&refused)))
        }
    }
}

/// The same of a promotion.
async fn in_promotion(app: &App, number: u32, measure: &Measure, two: &Two) -> Result<Told, ApiError> {
    let (name, what) = promoted_by(measure).ok_or_else(|| ApiError::fault("nothing of a promotion"))?;
    let one = promotions::named(app, name)?;
    let campaign = one.now().campaign.clone();
    let speakers = two.speakers();
    let lets = |by: &&Speaker| campaign.refuses(**by, app.now(), &what).is_none();
    let by = speakers.iter().find(lets).or(speakers.first()).copied().unwrap_or(Speaker::System);
    let key = proposal_key(number).parse().map_err(ApiError::fault)?;
    match one.say(PromotionSaying { key, by, what }).await? {
        PromotionOutcome::Done(answer) => Ok(Told(answer.happened.iter().map(ToString::to_string).collect())),
        PromotionOutcome::Refused(refused) => {
            Err(ApiError::refused(punto_http::problem::promotion_refusal(&refused)))
        }
        PromotionOutcome::Account(refused) => {
            Err(ApiError::refused(crate::problem::account_refusal(&refused)))
        }
    }
}

/// Says a line at a table, in the role that its document names; a line that was said already is not said again.
async fn said(
    table: &TableHandle,
    number: u32,
    line: &Line,
    (speakers, two): (&[Speaker], Option<&Two>),
    app: &App,
) -> Result<Vec<String>, ApiError> {
    // No client can make such a key.
    let key: CommandKey = format!("proposal/{number}").parse().map_err(ApiError::fault)?;
    let stream = StreamOf::Table(*table.name()).name().map_err(ApiError::fault)?;
    let (journal, own) = (app.journal().clone(), key.clone());
    if blocking(move || journal.find(&stream, own.as_str())).await?.is_some() {
        return Ok(Vec::new());
    }
    let by = speaker(table, line, speakers, app)?;
    let said = Said { key, by, command: line.clone(), of: None };
    let outcome = match two.and_then(|two| two.other(by)) {
        Some(other) => table.say_asked_by(said, other).await?,
        None => table.say(said).await?,
    };
    match outcome {
        Outcome::Done(answer) => Ok(answer.lines()),
        Outcome::Refused(refused) => Err(ApiError::refused(refusal(&refused))),
    }
}

/// Who of these may say a line at a table now: the table is asked, and its last refusal is the answer if nobody may.
fn speaker(table: &TableHandle, line: &Line, speakers: &[Speaker], app: &App) -> Result<Speaker, ApiError> {
    let (book, moment) = (table.book(), table.now());
    let at = app.now().max(moment.table.now);
    let mut why =
        ApiError::new(StatusCode::CONFLICT, ProblemCode::Refused, "neither of the two works at tables");
    for by in speakers {
        match decide(&book, &moment.table, &Stamped { at, by: *by, command: line.clone() }) {
            Ok(_) => return Ok(*by),
            Err(refused) => why = ApiError::refused(refusal(&refused)),
        }
    }
    Err(why)
}

/// Opens a table in the name of the second person if they may, else of the first, else of the house. One that stands
/// as it was proposed was opened before.
async fn opened(app: &App, mut plan: TablePlan, two: &Two) -> Result<TableHandle, ApiError> {
    tables::for_guests(app, &mut plan.opening)?;
    if let Some(table) = app.floor().table(&plan.name)
        && *table.plan() == plan
    {
        return Ok(table);
    }
    let mut refused = None;
    for (name, roles) in two.each().rev() {
        match tables::open_by(app, plan.clone(), name, roles).await {
            Ok(Some(table)) => return Ok(table),
            Ok(None) => {}
            Err(error @ FloorError::Plan(PlanError::Refused(_))) => refused = Some(error),
            Err(error) => return Err(error.into()),
        }
    }
    match app.floor().add_table(plan, Speaker::System).await {
        Ok(table) => Ok(table),
        Err(error) => Err(refused.unwrap_or(error).into()),
    }
}

/// Notes what was done, with both names, once.
async fn noted(
    app: &App,
    number: u32,
    (kind, place): (Kind, Place),
    about: Option<Concerned>,
    what: Cause,
) -> Result<Told, ApiError> {
    let key = format!("proposal/{number}").parse().ok();
    let command = Command::Note { kind, place, about, what };
    // A repeat in other words, such as with another value before, is still a repeat.
    match app.floor().site().say(SaidTo { key, by: Principal::System, command }).await {
        Ok(punto_floor::OutcomeOf::Done(answer)) => Ok(Told(answer.lines())),
        Ok(punto_floor::OutcomeOf::Refused(_)) => Ok(Told(Vec::new())),
        Err(FloorError::Refused(FloorReason::KeyOfAnotherCommand)) => Ok(Told(Vec::new())),
        Err(error) => Err(error.into()),
    }
}
