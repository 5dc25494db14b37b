//! House players: somebody always plays at the tables of a demonstration while somebody looks, by the path that everybody's
//! words take. Their first shoes are dealt in a hurry, so that roads and displays are never empty.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use futures_util::future::join_all;
use punto_accounts::Command as OfAccount;
use punto_floor::{Outcome, Said, SaidTo, TableHandle};
use punto_http::problem::ApiError;
use punto_reception::auth::GUEST_CREDITS;
use punto_reception::state::App;
use punto_rehearsal::Temper;
use punto_site::{On, Principal};
use punto_table::{Actor, Command};
use punto_vocab::{Money, PersonId, Time};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use crate::moves::{BROUGHT, Player, Sight, first_shoe_waits, next};

/// Who plays; three at each table.
const PLAYERS: [(&str, Temper); 15] = [
    ("house-gus", Temper::Steady),
    ("house-hal", Temper::Follower),
    ("house-ivy", Temper::Bold),
    ("house-jun", Temper::Contrary),
    ("house-kim", Temper::Careful),
    ("house-lou", Temper::Steady),
    ("house-mei", Temper::Bold),
    ("house-ned", Temper::Late),
    ("house-oli", Temper::Follower),
    ("house-pia", Temper::Careful),
    ("house-qin", Temper::Contrary),
    ("house-ray", Temper::Steady),
    ("house-sue", Temper::Follower),
    ("house-tao", Temper::Bold),
    ("house-uma", Temper::Careful),
];
const AT_A_TABLE: usize = 3;

/// After how long without a look they pause.
const PAUSE_SECONDS: i64 = 120;
/// How often they look up when nothing happens.
const LOOK_UP: Duration = Duration::from_millis(500);
/// How long the door waits for the first shoes, at the first start of a demonstration.
const FIRST_SHOES: Duration = Duration::from_secs(4);

/// Begins to play at every table of the demonstration. At a first start it returns when the shoes are half dealt, or goes on
/// with them while the house is open already.
pub async fn begin(app: &App) -> Vec<JoinHandle<()>> {
    let (dealt, mut shoes) = mpsc::channel(PLAYERS.len());
    let mut tasks = Vec::new();
    let mut waits = false;
    let plans = app.config().tables.iter();
    for (plan, names) in plans.zip(PLAYERS.chunks(AT_A_TABLE)) {
        let Some(table) = app.floor().table(&plan.name) else { continue };
        waits |= first_shoe_waits(&table.now().table);
        let crew = names.iter().filter_map(|(name, temper)| {
            let name = name.parse().ok()?;
            Some(Player { name, temper: *temper })
        });
        tasks.push(tokio::spawn(accompany(app.clone(), table, crew.collect(), dealt.clone())));
    }
    drop(dealt);
    if waits {
        let all = async { while shoes.recv().await.is_some() {} };
        if tokio::time::timeout(FIRST_SHOES, all).await.is_err() {
            tracing::info!("the first shoes are still being dealt");
        }
    }
    tasks
}

/// Plays at one table for as long as the house is open.
async fn accompany(app: App, table: TableHandle, crew: Vec<Player>, dealt: mpsc::Sender<()>) {
    for player in &crew {
        if let Err(error) = enrol(&app, player.name).await {
            tracing::warn!(player = %player.name, error = %error.problem.detail, "a house player stays away");
            return;
        }
    }
    let mut dealt = Some(dealt);
    let mut moments = table.watch();
    let mut done: BTreeSet<(usize, PersonId)> = BTreeSet::new();
    let mut refused: BTreeMap<PersonId, Time> = BTreeMap::new();
    let mut said: u64 = 0;
    loop {
        let moment = moments.borrow_and_update().clone();
        let hurried = dealt.is_some() && first_shoe_waits(&moment.table);
        table.hurry(hurried);
        if !hurried {
            dealt = None;
        }
        let now = app.now().max(moment.table.now);
        let watched = hurried || app.last_look().plus_seconds(PAUSE_SECONDS) > now;
        let (book, pace) = (table.book(), table.pace());
        let name = table.name().as_str();
        let table_now = &*moment.table;
        let sight = Sight {
            name,
            book: &book,
            table: table_now,
            crew: &crew,
            now,
            pace,
            watched,
            done: &done,
            refused: &refused,
        };
        let due = next(&sight);
        match due {
            Some((at, commands)) if at <= now => {
                let coup = moment.table.coups.ended();
                done.retain(|(of, _)| *of == coup);
                done.extend(commands.iter().filter_map(bettor).map(|patron| (coup, patron)));
                let others: Vec<Option<PersonId>> = commands.iter().map(mover).collect();
                let all = commands.into_iter().map(|command| {
                    said += 1;
                    say(&app, &table, format!("player/{}/{}/{said}", app.process(), moment.seq), command)
                });
                let answers = join_all(all).await;
                let no = others.into_iter().zip(answers).filter(|(_, done)| !done);
                refused.extend(no.filter_map(|(who, _)| Some((who?, now))));
            }
            Some(_) | None => {
                let at = due.map(|(at, _)| at);
                let wake = async {
                    match at {
                        Some(at) => app.clock().sleep_until(at).await,
                        None => tokio::time::sleep(LOOK_UP).await,
                    }
                };
                tokio::select! {
                    changed = moments.changed() => if changed.is_err() { return },
                    () = wake => {}
                }
            }
        }
    }
}

/// Whose wager it is.
fn bettor(command: &Command) -> Option<PersonId> {
    match command {
        Command::Bet { patron, .. } => Some(*patron),
        _ => None,
    }
}

/// Who comes, goes or brings credits; a wager that was refused is one of its coup only.
fn mover(command: &Command) -> Option<PersonId> {
    match command {
        Command::Sit { patron, .. } | Command::Leave { patron } | Command::BuyIn { patron, .. } => {
            Some(*patron)
        }
        _ => None,
    }
}

/// Says one thing for a house player; whether it was done.
async fn say(app: &App, table: &TableHandle, key: String, command: Command) -> bool {
    let by = match &command {
        // As for everybody, what is brought is counted by the house before it is theirs.
        Command::BuyIn { patron, .. } => match provide(app, *patron).await {
            Ok(()) => Some(Actor::System),
            Err(_) => None,
        },
        Command::Sit { patron, .. } | Command::Leave { patron } | Command::Bet { patron, .. } => {
            Some(Actor::Patron(*patron))
        }
        _ => None,
    };
    let (Some(by), Ok(key)) = (by, key.parse()) else { return false };
    match table.say(Said { key, by, command: command.clone(), of: None }).await {
        Ok(Outcome::Done(_)) => true,
        Ok(Outcome::Refused(refused)) => {
            tracing::info!(table = %table.name(), %command, %refused, "a house player was refused");
            false
        }
        Err(error) => {
            tracing::info!(table = %table.name(), %command, %error, "a house player was not heard");
            false
        }
    }
}

/// Gives a house player an account of play money and a session, as a guest gets them.
async fn enrol(app: &App, name: PersonId) -> Result<(), ApiError> {
    let account = app.account(name).await?;
    if account.is_none() {
        to_account(app, name, OfAccount::Register { patron: name, kind: punto_accounts::AccountKind::Play })
            .await?;
        to_account(app, name, OfAccount::SetPin).await?;
    }
    if account.is_none_or(|account| account.session.is_none()) {
        to_account(app, name, OfAccount::StartSession { on: On(None) }).await?;
    }
    Ok(())
}

/// Sees that there is enough in an account to bring some of it to a table.
async fn provide(app: &App, name: PersonId) -> Result<(), ApiError> {
    let has = app.account(name).await?.map_or(Money::ZERO, |account| account.purses.cashable);
    if has < BROUGHT {
        let amount = Money::from_minor(GUEST_CREDITS * 100);
        to_account(app, name, OfAccount::Deposit { amount, seconded: None, exchanged: None }).await?;
    }
    Ok(())
}

async fn to_account(app: &App, name: PersonId, command: OfAccount) -> Result<(), ApiError> {
    app.say_account(name, SaidTo { key: None, by: Principal::System, command }).await.map(drop)
}
