//! Safer play: limits, the reality check, exclusion and its end; and what the house says about it.

use axum::Json;
use axum::extract::{Extension, State};
use axum::http::StatusCode;
use punto_accounts::{AccountRule, Command, Most, Reason};
use punto_config::{LawRule, Play, Texts};
use punto_floor::Said;
use punto_site::{Principal, Right, Seconded, Time, plain};
use punto_table::{Actor, Command as TableCommand};
use punto_vocab::Money;
use punto_wire::{
    AccountView, CheckEvery, ExclusionChange, LawAsks, LetBack, LimitChange, LimitMost, PlayRules, PlayTexts,
};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::name;
use super::patrons::{say, shown, shown_if_read};
use crate::auth::{Asking, Caller, Who, Whose};
use crate::problem::{ApiError, Body, Path, account_problem};
use crate::serve::Address;
use crate::state::App;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(rules))
        .routes(routes!(limit))
        .routes(routes!(decline))
        .routes(routes!(check_every))
        .routes(routes!(exclude))
        .routes(routes!(lift))
}

/// What the house and the law of its place say about safer play, and who helps.
#[utoipa::path(
    get, path = "/api/v1/play", operation_id = "getPlayRules", tag = "people",
    responses((status = 200, description = "the rules of safer play", body = PlayRules)), security(())
)]
async fn rules(State(app): State<App>) -> Json<PlayRules> {
    Json(wire(&app.config().play))
}

/// Set a limit of play: one's own, or the house's for a patron.
#[utoipa::path(
    post, path = "/api/v1/patrons/{id}/limits", operation_id = "setPatronLimit", tag = "people",
    params(("id" = String, Path)), request_body = LimitChange,
    responses((status = 200, description = "the account with the limit", body = AccountView)),
    security(("session" = []))
)]
async fn limit(
    State(app): State<App>,
    caller: Caller,
    Extension(Address(address)): Extension<Address>,
    Path(id): Path<String>,
    Body(asked): Body<LimitChange>,
) -> Result<Json<AccountView>, ApiError> {
    let by = whose(&app, &caller, &id, Right::LimitPatron).await?;
    let (kind, span, most) = (asked.kind.0, asked.span.0, most(asked.most)?);
    let wait = app.config().play.cooling_hours();
    let patron = name(&id)?;
    let what = Seconded::SetLimit { patron, limit: plain(&format!("{kind} {span} {most}")) };
    let seconded = Asking::seconded(&app, (&caller, address), asked.approver.as_ref(), what).await?;
    say(&app, patron, by, Command::Limit { kind, span, most, seconded, wait }).await?;
    shown(&app, &caller, patron).await
}

/// What a limit is set to.
fn most(asked: LimitMost) -> Result<Most, ApiError> {
    Ok(match asked {
        LimitMost::Money(minor) if (0..=Money::LARGEST.minor()).contains(&minor) => {
            Most::Money(Money::from_minor(minor))
        }
        LimitMost::Money(_) => {
            let largest = Money::LARGEST.minor();
            return Err(ApiError::bad_request(format!("a limit is from 0 to {largest} minor units")));
        }
        LimitMost::Minutes(minutes) => Most::Minutes(minutes),
        LimitMost::Unlimited => Most::Unlimited,
    })
}

/// Exclude a patron, or oneself; it can be made longer and not shorter.
#[utoipa::path(
    post, path = "/api/v1/patrons/{id}/exclude", operation_id = "excludePatron", tag = "people",
    params(("id" = String, Path)), request_body = ExclusionChange,
    responses(
        (status = 200, description = "the account with the exclusion, for whoever may read it", body = Option<AccountView>)
    ),
    security(("session" = []))
)]
async fn exclude(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Body(asked): Body<ExclusionChange>,
) -> Result<Json<Option<AccountView>>, ApiError> {
    let by = whose(&app, &caller, &id, Right::ExcludePatron).await?;
    if caller.staff().is_none() {
        long_enough(&app, asked.until)?;
    }
    let command = match asked.until {
        Some(until) => Command::Exclude { until: Time(until) },
        None => Command::ExcludeForGood,
    };
    let patron = name(&id)?;
    say(&app, patron, by, command).await?;
    app.sessions().end_where(|whose| *whose == Whose::Patron { name: patron }).await?;
    app.sessions().end_where(|whose| *whose == Whose::Guest { name: patron }).await?;
    send_home(&app).await;
    shown_if_read(&app, &caller, patron).await
}

fn wire(play: &Play) -> PlayRules {
    let asks = |rule: &Option<LawRule>| {
        rule.as_ref().map(|rule| LawAsks { value: rule.value, law: rule.reference.clone() })
    };
    let profile = play.profile.clone().unwrap_or_default();
    PlayRules {
        profile: play.profile.as_ref().map(|profile| profile.title.clone()),
        least_game_ms: asks(&profile.least_game_ms),
        cooling_hours: asks(&profile.cooling_hours),
        check_minutes: asks(&profile.check_minutes),
        exclusion_hours: asks(&profile.exclusion_hours),
        retention_years: asks(&profile.retention_years),
        message: texts(&profile.message),
        help: texts(&play.help),
    }
}

fn texts(texts: &Texts) -> PlayTexts {
    PlayTexts { en: texts.en.clone(), zh_hans: texts.zh_hans.clone(), zh_hant: texts.zh_hant.clone() }
}

/// A patron's own exclusion is at least as long as the law of the place asks for.
fn long_enough(app: &App, until: Option<i64>) -> Result<(), ApiError> {
    let Some((hours, law)) = app.config().play.exclusion_least() else { return Ok(()) };
    let least = app.now().plus_hours(hours);
    match until.is_some_and(|until| until < least.0) {
        true => {
            let reason = Reason::ExclusionShort { hours, law: law.to_owned() };
            Err(account_problem(&AccountRule::PlayProfile.refusal(reason)))
        }
        false => Ok(()),
    }
}

/// Answer that one wants no limits of one's own; they can be set at any time.
#[utoipa::path(
    post, path = "/api/v1/me/limits/decline", operation_id = "declineLimits", tag = "people",
    responses((status = 204, description = "the answer is on record")), security(("session" = []))
)]
async fn decline(State(app): State<App>, caller: Caller) -> Result<StatusCode, ApiError> {
    own(&app, &caller, Command::DeclineLimits).await
}

/// Choose how often one is shown how long and how well one has played.
#[utoipa::path(
    post, path = "/api/v1/me/check-every", operation_id = "setCheckEvery", tag = "people",
    request_body = CheckEvery,
    responses((status = 204, description = "the check comes as often from now on")),
    security(("session" = []))
)]
async fn check_every(
    State(app): State<App>,
    caller: Caller,
    Body(asked): Body<CheckEvery>,
) -> Result<StatusCode, ApiError> {
    if let Some((minutes, law)) = app.config().play.check_most().filter(|(most, _)| asked.minutes > *most) {
        let reason = Reason::CheckRare { minutes, law: law.to_owned() };
        return Err(account_problem(&AccountRule::PlayProfile.refusal(reason)));
    }
    own(&app, &caller, Command::CheckEvery { minutes: asked.minutes }).await
}

async fn own(app: &App, caller: &Caller, command: Command) -> Result<StatusCode, ApiError> {
    let patron = match (&caller.who, caller.patron()) {
        (_, Some(patron)) => patron,
        (Who::Nobody, None) => return Err(ApiError::not_signed_in()),
        (Who::Guest(_) | Who::Patron(_) | Who::Staff { .. } | Who::Device { .. }, None) => {
            return Err(ApiError::not_allowed("patrons do this for themselves"));
        }
    };
    app.changes_own_account(patron)?;
    say(app, patron, Principal::Patron(patron), command).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Let a patron back whom the house has excluded, together with somebody who answers for the house. What a patron chose
/// for themself ends at its time, and nobody shortens it.
#[utoipa::path(
    post, path = "/api/v1/patrons/{id}/let-back", operation_id = "liftExclusion", tag = "people",
    params(("id" = String, Path)), request_body = LetBack,
    responses(
        (status = 200, description = "the account without the exclusion, for whoever may read it", body = Option<AccountView>)
    ),
    security(("session" = []))
)]
async fn lift(
    State(app): State<App>,
    caller: Caller,
    Extension(Address(address)): Extension<Address>,
    Path(id): Path<String>,
    Body(asked): Body<LetBack>,
) -> Result<Json<Option<AccountView>>, ApiError> {
    caller.need(&app, Right::ExcludePatron).await?;
    let (by, patron, why) = (super::staff(&caller)?, name(&id)?, super::words(&asked.why)?);
    let what = Seconded::LetBack { patron };
    let seconded = Asking::seconded(&app, (&caller, address), asked.approver.as_ref(), what).await?;
    say(&app, patron, by, Command::LiftExclusion { why, seconded }).await?;
    shown_if_read(&app, &caller, patron).await
}

/// Whoever is excluded leaves the tables where they have credits, as soon as nothing of theirs lies on the layout: what lay
/// there is settled, and goes home with the rest.
pub(crate) async fn send_home(app: &App) {
    for table in app.floor().tables() {
        let moment = table.now();
        for patron in punto_floor::with_credits(&moment.table) {
            let excluded = match app.account(patron).await {
                Ok(account) => account.is_some_and(|account| account.exclusion(app.now()).is_some()),
                Err(_) => false,
            };
            if !excluded {
                continue;
            }
            let Ok(key) = format!("excluded/{patron}/{}", moment.seq).parse() else { continue };
            let command = TableCommand::Leave { patron };
            // While a wager lies, or a win waits for an attendant, the table refuses; it is asked again.
            if let Err(error) = table.say(Said { key, by: Actor::System, command, of: None }).await {
                tracing::debug!(%error, "an excluded patron's credits stay at the table");
            }
        }
    }
}

/// Who speaks: the owner of the account, or staff with the right.
async fn whose(app: &App, caller: &Caller, id: &str, right: Right) -> Result<Principal, ApiError> {
    match &caller.who {
        Who::Patron(own) | Who::Guest(own) if own.as_str() == id => {
            app.changes_own_account(*own)?;
            Ok(Principal::Patron(*own))
        }
        _ => {
            caller.need(app, right).await?;
            super::staff(caller)
        }
    }
}
