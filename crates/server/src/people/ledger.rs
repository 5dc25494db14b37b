//! The cage's meters, its daily reconciliation with accounts and tables, and what is not finished.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use punto_accounts::Account;
use punto_floor::TableHandle;
use punto_promotion::Stage;
use punto_records::StreamOf;
use punto_report::Liability;
use punto_site::Right;
use punto_table::{Account as Of, Coin, Phase};
use punto_vocab::{Money, PersonId};
use punto_wire::{CageBalance, CageCheck, CageEquation, Unfinished, UnfinishedKind};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::auth::{Caller, blocking};
use crate::problem::{ApiError, Query};
use crate::state::App;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(balance)).routes(routes!(unfinished))
}

/// A coup that has not moved for so long, in microseconds, is interrupted.
const SILENT: i64 = 5 * 60 * 1_000_000;

/// How often the figures are read where they do not agree, since tables go on meanwhile.
const TRIES: usize = 3;

/// Which time the meters are of.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct WhichDay {
    /// From this moment on, in microseconds of UTC; from the first record if left out.
    from: Option<i64>,
    /// Before this moment; until now if left out.
    to: Option<i64>,
}

/// The cage's meters of a period, and the reconciliation of accounts, vouchers and tables with their records.
#[utoipa::path(
    get, path = "/api/v1/cage/balance", operation_id = "getCageBalance", tag = "records",
    params(WhichDay),
    responses((status = 200, description = "meters, liabilities and checks", body = CageBalance)),
    security(("session" = []))
)]
async fn balance(
    State(app): State<App>,
    caller: Caller,
    Query(asked): Query<WhichDay>,
) -> Result<Json<CageBalance>, ApiError> {
    may(&app, &caller).await?;
    // No cash moves between what is read of accounts and of their records; what tables move meanwhile is read again.
    let _counting = app.drawers().write().await;
    let mut balance = reconciled(&app, &asked).await?;
    for _ in 1..TRIES {
        if balance.checks.iter().all(|check| check.is == check.should) {
            break;
        }
        balance = reconciled(&app, &asked).await?;
    }
    Ok(Json(balance))
}

async fn reconciled(app: &App, asked: &WhichDay) -> Result<CageBalance, ApiError> {
    let all = liability(app, (None, asked.to)).await?;
    let meters = match asked.from {
        None => all.meters.clone(),
        from => liability(app, (from, asked.to)).await?.meters,
    };
    // What is said of a past moment is made of records until then alone, so that it is the same whenever it is asked.
    if asked.to.is_some() {
        let on_paper = all.meters.vouchers_out.sum - all.meters.vouchers_in.sum;
        let (held, at_tables, unclaimed, prizes_due, checks) = (None, None, None, None, Vec::new());
        let accounts = all.accounts();
        return Ok(CageBalance {
            meters,
            accounts,
            held,
            on_paper,
            at_tables,
            unclaimed,
            prizes_due,
            checks,
        });
    }
    let accounts = accounts(app).await?;
    let sum = |of: &dyn Fn(&Account) -> Money| accounts.values().map(|own| of(own).minor()).sum::<i64>();
    let on_paper = sum(&|own| own.vouchers.values().copied().sum());
    let mut checks = vec![
        check(CageEquation::Accounts, None, sum(&Account::balance), all.accounts()),
        check(
            CageEquation::Vouchers,
            None,
            on_paper,
            all.meters.vouchers_out.sum - all.meters.vouchers_in.sum,
        ),
        check(CageEquation::Redeemed, None, all.spent.minor(), all.meters.vouchers_in.sum),
    ];
    let (mut at_tables, mut unclaimed) = (0, 0);
    for table in app.floor().tables() {
        let ledger = &table.now().table.ledger;
        if let Some(went) = all.tables.get(table.name()) {
            let is = -ledger.on(Coin::Credits, Of::Cage).minor();
            checks.push(check(CageEquation::Table, Some(&table), is, went.minor()));
        }
        for (patron, amount) in credits(&table) {
            at_tables += amount;
            let away = accounts.get(&patron).is_none_or(|account| account.session.is_none());
            unclaimed += if away { amount } else { 0 };
        }
    }
    let (held, balance) = (sum(&|own| own.purses.held), sum(&Account::balance));
    let (held, at_tables, unclaimed) = (Some(held), Some(at_tables), Some(unclaimed));
    let prizes_due = Some(prizes_due(app).iter().map(|due| due.amount).sum());
    Ok(CageBalance { meters, accounts: balance, held, on_paper, at_tables, unclaimed, prizes_due, checks })
}

/// The prizes of promotions that are won and not handed over, those of promotions for show apart.
fn prizes_due(app: &App) -> Vec<Unfinished> {
    let mut list = Vec::new();
    for one in app.hall().promotions().into_iter().filter(|one| !one.plan().demonstration) {
        let own = one.now().campaign.own.clone();
        let open =
            own.prizes.values().filter(|prize| prize.awarded.is_none() && own.stage != Stage::Cancelled);
        list.extend(open.filter_map(|prize| {
            let win = prize.win.as_ref()?;
            Some(Unfinished {
                what: UnfinishedKind::PrizeDue,
                table: Some(one.plan().name.to_string()),
                patron: Some(win.ticket.entrant.to_string()),
                amount: prize.money_due().unwrap_or(prize.details.prized().value).minor(),
                at: win.at.0,
            })
        }));
    }
    list
}

/// What went in and out of all accounts in a period.
async fn liability(app: &App, period: (Option<i64>, Option<i64>)) -> Result<Liability, ApiError> {
    let journal = app.journal().clone();
    Ok(blocking(move || Liability::of(&*journal, period)).await?)
}

fn check(what: CageEquation, table: Option<&TableHandle>, is: i64, should: i64) -> CageCheck {
    CageCheck { what, table: table.map(|table| table.name().to_string()), is, should }
}

/// What is not finished: wagers that lie, coups that do not go on, credits left behind, money and payouts that wait.
#[utoipa::path(
    get, path = "/api/v1/cage/unfinished", operation_id = "listUnfinished", tag = "records",
    responses((status = 200, description = "what is not finished", body = Vec<Unfinished>)),
    security(("session" = []))
)]
async fn unfinished(State(app): State<App>, caller: Caller) -> Result<Json<Vec<Unfinished>>, ApiError> {
    may(&app, &caller).await?;
    let (accounts, now) = (accounts(&app).await?, app.now());
    let mut list = prizes_due(&app);
    for table in app.floor().tables() {
        let (moment, name) = (table.now(), table.name().to_string());
        let at = moment.at.0;
        let item = |what, patron: Option<PersonId>, amount| Unfinished {
            what,
            table: Some(name.clone()),
            patron: patron.map(|patron| patron.to_string()),
            amount,
            at,
        };
        let Some(open) = moment.table.open.as_ref() else { continue };
        let wagers = open.wagers().iter().map(|placed| &placed.wager);
        let wagers = wagers.filter(|own| !own.patron.is_house_player());
        list.extend(
            wagers.map(|own| item(UnfinishedKind::OpenWager, Some(own.patron), own.stake.total().minor())),
        );
        let stands = moment.fault.is_some() || now.0 - at > SILENT;
        if matches!(open.phase, Phase::Dealing(_)) && stands {
            list.push(item(UnfinishedKind::InterruptedCoup, None, 0));
        }
        for (patron, amount) in credits(&table) {
            if accounts.get(&patron).is_none_or(|account| account.session.is_none()) {
                list.push(item(UnfinishedKind::CreditsLeft, Some(patron), amount));
            }
        }
    }
    for (who, drawer) in &app.site().drawers {
        let (patron, amount, at) = (Some(who.to_string()), drawer.float.minor(), drawer.since.0);
        list.push(Unfinished { what: UnfinishedKind::OpenShift, table: None, patron, amount, at });
    }
    for (who, amount) in &app.site().outside_shifts {
        let (patron, amount) = (Some(who.to_string()), amount.minor());
        let at = app.site().shift_ends.get(who).map_or(now.0, |end| end.0);
        list.push(Unfinished { what: UnfinishedKind::CashOutsideShift, table: None, patron, amount, at });
    }
    for (patron, account) in &accounts {
        let item = |what, amount: Money| Unfinished {
            what,
            table: None,
            patron: Some(patron.to_string()),
            amount: amount.minor(),
            at: account.now.0,
        };
        let held = account.purses.held;
        list.extend(held.is_positive().then(|| item(UnfinishedKind::HeldMoney, held)));
        let payout = account.payout.filter(|payout| now < payout.until);
        list.extend(payout.map(|payout| item(UnfinishedKind::OrderedPayout, payout.amount)));
    }
    Ok(Json(list))
}

async fn may(app: &App, caller: &Caller) -> Result<(), ApiError> {
    match caller.has(Right::ReadReports) {
        true => Ok(()),
        false => caller.need(app, Right::MoveMoney).await,
    }
}

/// Every account as it stands, but for those of house players, who are in no report.
async fn accounts(app: &App) -> Result<BTreeMap<PersonId, Arc<Account>>, ApiError> {
    let journal = app.journal().clone();
    let heads = blocking(move || journal.heads()).await?;
    let mut list = BTreeMap::new();
    let patrons = heads.iter().filter_map(|head| StreamOf::patron(&head.stream));
    for patron in patrons.filter(|patron| !patron.is_house_player()) {
        list.extend(app.account(patron).await?.map(|account| (patron, account)));
    }
    Ok(list)
}

/// Which patrons have credits in hand at a table, and how much.
fn credits(table: &TableHandle) -> Vec<(PersonId, i64)> {
    let moment = table.now();
    let hand = |patron| moment.table.ledger.on(Coin::Credits, Of::Balance(patron)).minor();
    let patrons = punto_floor::with_credits(&moment.table).into_iter();
    patrons.filter(|patron| !patron.is_house_player()).map(|patron| (patron, hand(patron))).collect()
}
