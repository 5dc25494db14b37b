//! Whether a measure could be carried out as things stand, or a sentence that says why not.

use punto_contest::{carried_out_by, promoted_by};
use punto_floor::{FloorError, FloorReason, TablePlan};
use punto_rulebook::Terms;
use punto_seen::{Viewer, view};
use punto_site::{Currency, Measure, RulebookId, TableId};
use punto_table::Opening;
use punto_vocab::{Actor, Dealer, PersonId, Role};

use crate::problem::ApiError;
use crate::software::{self, Verdict};
use crate::state::App;
use crate::{promotions, tables, tournaments};

punto_vocab::groups! {
    Measure:
    /// Of tournaments.
    of_tournaments: Publish AddValue Retain CallOff PayPrize AddGoods HandOver Disqualify CancelPlace CountShort CloseOver;
    /// Of promotions.
    of_promotions: PublishPromotion DrawWinners DeclareWinner BarEntrants PassOver RefuseClaim DecideDispute AwardPrize
        ResumePromotion CancelPromotion;
    /// The site's own commands.
    of_the_site: Hire Grant Withdraw Disable Enable Leave ResetPassword MakeProgram Clear;
}

/// Refuses what could not be carried out as things stand, and what is asked for at a table by somebody who is not there.
pub(super) async fn possible(app: &App, who: PersonId, what: &Measure) -> Result<(), ApiError> {
    match what {
        Measure::OpenTable { table, rulebook, dealer, currency, opening } => {
            could_open(app, &plan(*table, *rulebook, *dealer, *currency, opening.clone()))
        }
        Measure::CloseTable { table } => match tables::table(app, table.as_str())?.now().table.open {
            Some(_) => Ok(()),
            None => Err(wrong(&format!("{table} is closed already"))),
        },
        Measure::Fill { table, .. } | Measure::Credit { table, .. } | Measure::Count { table, .. } => {
            Ok(tables::table(app, table.as_str())?.has_on(who)?)
        }
        Measure::Order { table, .. } => {
            let table = tables::table(app, table.as_str())?;
            table.has_on(who)?;
            let seen = view(&table.book(), &table.now().table, Viewer::Staff(Role::Dealer));
            match seen.trouble.is_some_and(|trouble| !trouble.ordered) {
                true => Ok(()),
                false => Err(wrong(&format!("nothing waits to be ordered at {}", table.name()))),
            }
        }
        Measure::AcceptSoftware { manifest, .. } => {
            software::could_be(app, Verdict::Accept, &manifest.to_string()).await
        }
        Measure::WithdrawSoftware { manifest, .. } => {
            software::could_be(app, Verdict::Withdraw, &manifest.to_string()).await
        }
        of_tournaments!() => could_do(app, who, what),
        of_promotions!() => could_promote(app, who, what),
        Measure::Erase { patron, .. } => super::patrons::may_be_erased(app, *patron).await,
        Measure::AdjustUp { .. }
        | Measure::AdjustDown { .. }
        | Measure::Set { .. }
        | Measure::Unread { .. } => Ok(()),
        // The site refuses these by itself.
        Measure::IssueTokenVoucher { .. } | Measure::WithdrawTokenVoucher { .. } | of_the_site!() => Ok(()),
    }
}

/// What a table that two persons open is to be.
pub(super) fn plan(
    table: TableId,
    rulebook: RulebookId,
    dealer: Dealer,
    currency: Currency,
    opening: Opening,
) -> TablePlan {
    TablePlan {
        name: table,
        title: table.to_string(),
        rulebook: rulebook.to_string(),
        opening,
        dealer,
        currency: currency.to_string(),
        bet_seconds: None,
    }
}

fn wrong(sentence: &str) -> ApiError {
    ApiError::bad_request(sentence)
}

/// Refuses what a tournament would refuse whoever proposes it, and what is not so as it is proposed.
fn could_do(app: &App, who: PersonId, what: &Measure) -> Result<(), ApiError> {
    let (name, command) = carried_out_by(what).ok_or_else(|| wrong("this is nothing of a tournament"))?;
    let one = tournaments::named(app, name)?;
    let contest = &one.now().contest;
    let refused = in_every_role(app, who, |by| contest.refuses(by, app.now(), &command));
    if let Some(refused) = refused {
        return Err(ApiError::refused(punto_http::problem::tournament_refusal(&refused)));
    }
    as_proposed(contest.measure(name, &command).as_ref(), what)
}

/// The same of a promotion.
fn could_promote(app: &App, who: PersonId, what: &Measure) -> Result<(), ApiError> {
    let (name, command) = promoted_by(what).ok_or_else(|| wrong("this is nothing of a promotion"))?;
    let campaign = promotions::named(app, name)?.now().campaign.clone();
    let refused = in_every_role(app, who, |by| campaign.refuses(by, app.now(), &command));
    if let Some(refused) = refused {
        return Err(ApiError::refused(punto_http::problem::promotion_refusal(&refused)));
    }
    as_proposed(campaign.measure(name, app.now(), &command).as_ref(), what)
}

/// Why somebody is refused something whichever of their roles they say it in.
fn in_every_role<R>(app: &App, who: PersonId, refuses: impl Fn(Actor) -> Option<R>) -> Option<R> {
    let site = app.site();
    let roles: Vec<Role> = site.people.get(&who).map(|person| person.roles().collect()).unwrap_or_default();
    let mut why: Vec<_> = roles.iter().map(|role| refuses(Actor::Staff(*role, who))).collect();
    let lets = why.iter().any(Option::is_none);
    why.pop().flatten().filter(|_| !lets)
}

fn as_proposed(is: Option<&Measure>, what: &Measure) -> Result<(), ApiError> {
    match is == Some(what) {
        true => Ok(()),
        false => Err(FloorError::from(FloorReason::NotAsProposed).into()),
    }
}

/// Refuses a table whose name is taken, or whose document does not allow it.
fn could_open(app: &App, plan: &TablePlan) -> Result<(), ApiError> {
    if app.floor().table(&plan.name).is_some() {
        return Err(wrong(&format!("there is a table {} already", plan.name)));
    }
    app.config().has_currency(&plan.currency).map_err(ApiError::bad_request)?;
    let book = app.books().of_id(&plan.rulebook);
    let book = book.ok_or_else(|| wrong(&format!("there is no document {}", plan.rulebook)))?;
    let mut opening = plan.opening.clone();
    tables::for_guests(app, &mut opening)?;
    match Terms::under(&book, opening.draft(&book)) {
        Ok(_) => Ok(()),
        Err(refused) => Err(wrong(&format!("{} does not allow this table: {refused}", book.id))),
    }
}
