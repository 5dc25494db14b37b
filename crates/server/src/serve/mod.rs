//! The server's life: checks, journal, floor, and only then the door; at the end the same in the other order.

mod chores;
mod layers;
mod listen;
mod router;

use std::net::SocketAddr;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use punto_access::VoucherNumbers;
use punto_floor::{
    Clock, Floor, FloorError, FloorReason, PlanError, Setup, StartError as FloorStart, SystemClock,
    WoundClock,
};
use punto_journal::projection::{Follower, Projected};
use punto_journal::{Journal, KeyError, OpenError, Signer, SqliteJournal, check};
use punto_table::Actor;
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

pub(crate) use layers::Denial;
pub use layers::{Address, CSRF};
pub(crate) use listen::{Line, Place};

use crate::auth::password::Passwords;
use crate::auth::{Credentials, Rate, Sessions, secret};
use crate::demo::DemoStaff;
use crate::live::Hubs;
use crate::metrics::Metrics;
use crate::problem::ApiError;
use crate::state::{App, Inner, Rates};
use crate::{demo, disk, people, software};
use punto_config::Config;
use punto_config::Settings;

/// A server that runs.
pub struct Server {
    app: App,
    address: SocketAddr,
    welcome: Welcome,
    document: Value,
    door: JoinHandle<()>,
    chores: Vec<JoinHandle<()>>,
}

/// What is printed once, at the console that started the server, and nowhere else.
#[derive(Clone, Debug, Default)]
pub struct Welcome {
    /// The administrator's name and password for one sign-in, on the first start.
    pub admin: Option<(String, String)>,
    /// Sign-ins for every kind of screen, in a demonstration on this machine.
    pub demo: Option<DemoStaff>,
    /// Where scanning shoes connect.
    pub scanning_shoes: Option<SocketAddr>,
    /// What is wrong with the software; no table opens.
    pub unsound: Option<String>,
    /// Tables that could not be opened, and why.
    pub tables: Vec<String>,
}

/// Why a server does not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The journal does not open.
    #[error(transparent)]
    Journal(#[from] OpenError),
    /// What is in the journal is not what was written.
    #[error("the journal does not check out, and was left as it is; keep a copy and restore a backup: {0}")]
    Damaged(String),
    /// A key is missing or not private.
    #[error("{0}")]
    Key(String),
    /// The floor does not start.
    #[error("the journal does not check out: {0}")]
    Floor(#[from] FloorStart),
    /// The address cannot be listened at.
    #[error("{address} cannot be listened at: {why}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// What the operating system says.
        why: std::io::Error,
    },
    /// Something else of the house is not in order.
    #[error("{0}")]
    House(String),
}

impl From<KeyError> for StartError {
    fn from(error: KeyError) -> StartError {
        StartError::Key(error.to_string())
    }
}

impl From<ApiError> for StartError {
    fn from(error: ApiError) -> StartError {
        StartError::House(error.problem.detail)
    }
}

impl From<punto_journal::Fault> for StartError {
    fn from(fault: punto_journal::Fault) -> StartError {
        StartError::House(fault.to_string())
    }
}

impl StartError {
    /// A start that failed where hardly anything is left on the disk failed for that, whatever it stumbled over.
    fn or_full(self, folder: &Path) -> StartError {
        let floor = |error: &FloorStart| matches!(error, FloorStart::Journal(_) | FloorStart::Floor(_));
        let general = match &self {
            StartError::House(_) | StartError::Key(_) => true,
            StartError::Floor(error) => floor(error),
            StartError::Journal(_) | StartError::Damaged(_) | StartError::Listen { .. } => false,
        };
        let full = general && disk::free(folder).is_ok_and(|left| left < disk::LEAST);
        if full { StartError::Journal(OpenError::Full { dir: folder.to_owned() }) } else { self }
    }
}

impl Server {
    /// Starts in this order: software check, journal and its check, floor, people, tables, and when all is well the listener.
    pub async fn start(config: Config, clock: Arc<dyn Clock>) -> Result<Server, StartError> {
        let folder = config.data.clone();
        Server::open(config, clock).await.map_err(|error| error.or_full(&folder))
    }

    async fn open(config: Config, clock: Arc<dyn Clock>) -> Result<Server, StartError> {
        for stray in &config.strays {
            tracing::warn!("{stray}");
        }
        let (programs, books) = (config.software.clone(), config.books.clone());
        let checked = tokio::task::spawn_blocking(move || software::check(&programs, &books));
        let checked = checked.await.map_err(|error| StartError::House(error.to_string()))?;
        let signer = Signer::load_or_create(&config.signing_key)?;
        let sealing_key = punto_access::keys::sealing_key(&config.sealing_key).map_err(StartError::Key)?;
        let folder = config.data.clone();
        let opened = tokio::task::spawn_blocking(move || SqliteJournal::open(&folder)).await;
        let sqlite = Arc::new(opened.map_err(|error| StartError::House(error.to_string()))??);
        check_chain(&config).await?;
        let wound = config.demo.then(|| WoundClock::over(clock.clone()));
        let clock: Arc<dyn Clock> = match &wound {
            Some(wound) => Arc::new(wound.clone()),
            None => clock,
        };
        let floor = Floor::start(Setup {
            journal: sqlite.clone(),
            clock: clock.clone(),
            site_name: config.site.replace(' ', "-"),
            node: config.node.replace(' ', "-"),
            sealing_key,
            signer: Some(signer),
            books: config.books.clone(),
            pace: config.pace,
            demo: config.demo,
            large_win: config.money.large_win,
            account_most: config.money.account_most,
            checkpoint_every: i64::try_from(config.copies.every.as_micros()).ok(),
        })
        .await?;
        let app = app(config, (clock, wound), sqlite, floor)?;
        let view = software::record(&app, checked).await?;
        let mut welcome = Welcome { unsound: view.wrong, ..Welcome::default() };
        people(&app, &mut welcome).await?;
        if welcome.unsound.is_none() {
            tables(&app, &mut welcome).await;
        }
        let mut chores = chores::begin(&app).await;
        let address = app.config().listen;
        let listener = TcpListener::bind(address).await.map_err(|why| StartError::Listen { address, why })?;
        let address = listener.local_addr().map_err(|why| StartError::Listen { address, why })?;
        if let Some((address, listening)) = crate::scanners::begin(&app).await? {
            welcome.scanning_shoes = Some(address);
            chores.push(listening);
        }
        let (router, document) = router::router(app.clone());
        let (limits, waits) = (app.config().limits, app.config().waits);
        let door = tokio::spawn(listen::serve(listener, router, limits, waits, app.stopping()));
        tracing::info!(%address, "listening");
        Ok(Server { app, address, welcome, document, door, chores })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What every handler has at hand.
    pub fn app(&self) -> &App {
        &self.app
    }

    /// What is printed once, at the console that started the server.
    pub fn welcome(&self) -> &Welcome {
        &self.welcome
    }

    /// The description of the API.
    pub fn document(&self) -> &Value {
        &self.document
    }

    /// Stops in order: no new connections, farewells, open commits, snapshots, a checkpoint and its copies.
    pub async fn stop(self) {
        let Server { app, door, chores, .. } = self;
        tracing::info!("stopping");
        app.stop();
        if let Err(error) = door.await {
            tracing::error!(%error, "the listener ended badly");
        }
        for chore in &chores {
            chore.abort();
        }
        app.floor().stop().await;
        chores::last_copies(&app).await;
        let (sqlite, stopping) = (app.sqlite().clone(), app.clone());
        let close = move || {
            stopping.search_index().stop();
            sqlite.close();
        };
        if let Err(error) = tokio::task::spawn_blocking(close).await {
            tracing::error!(%error, "the journal did not close");
        }
        tracing::info!("stopped");
    }
}

/// Resolves when the operating system asks the program to end. Signals are heard from the call on, not from the first
/// poll, so that none is missed in between.
#[cfg(unix)]
fn asked_to_end() -> std::io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut interrupt, mut terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

#[cfg(not(unix))]
fn asked_to_end() -> std::io::Result<impl Future<Output = ()>> {
    Ok(async {
        let _ = tokio::signal::ctrl_c().await;
    })
}

/// Reads the whole journal once: every record, every link, every signature, before anybody is let in.
async fn check_chain(config: &Config) -> Result<(), StartError> {
    let (folder, began) = (config.data.clone(), Instant::now());
    let verify = move || check::verify(&folder, &[], &mut |_| {}, &mut |_| {});
    let report =
        tokio::task::spawn_blocking(verify).await.map_err(|error| StartError::House(error.to_string()))??;
    if let Some(finding) = report.findings.first() {
        return Err(StartError::Damaged(finding.to_string()));
    }
    let took = began.elapsed();
    tracing::info!(records = report.records, checkpoints = report.checkpoints, ?took, "the journal is sound");
    Ok(())
}

fn app(
    config: Config,
    (clock, wound): (Arc<dyn Clock>, Option<WoundClock>),
    sqlite: Arc<SqliteJournal>,
    floor: Floor,
) -> Result<App, StartError> {
    let journal: Arc<dyn Journal> = sqlite.clone();
    let settings = Arc::new(Settings::start(&config, &*journal)?);
    let sessions = Sessions::open(journal.clone(), {
        let settings = settings.clone();
        move || settings.idle()
    })?;
    let rates = Rates {
        sign_ins: Rate::per_minute(config.limits.sign_ins_per_minute),
        guests: Rate::per_minute(config.limits.sign_ins_per_minute.div_ceil(2)),
        denials: Rate::per_minute(60),
        vouchers: Rate::per_minute(20),
    };
    let key = punto_access::keys::voucher_key(&config.voucher_key).map_err(StartError::Key)?;
    let index = Projected::new(&config.data.join("projections"), punto_floor::search_index());
    let behind = |name: &str, fault| tracing::warn!(name, %fault, "a projection cannot follow the journal");
    let search_index = Follower::start(sqlite.clone(), index, behind)
        .map_err(|error| StartError::House(format!("searches cannot be prepared: {error}")))?;
    let process = secret::readable(1).map_err(|error| StartError::House(error.to_string()))?;
    Ok(App::new(Inner {
        settings,
        sessions,
        passwords: Passwords::start().map_err(StartError::House)?,
        credentials: Credentials::new(journal.clone()),
        vouchers: VoucherNumbers::new(key, &config.site),
        dealt_coups: punto_report::DealtCoups::default(),
        shown: crate::rules::ShownClauses::default(),
        metrics: Metrics::start().map_err(StartError::House)?,
        rates,
        stop: watch::Sender::new(false),
        checked: Mutex::default(),
        carrying_out: tokio::sync::Mutex::default(),
        process,
        config,
        clock,
        wound,
        journal,
        sqlite,
        search_index,
        floor,
        hubs: Hubs::default(),
    }))
}

/// The first administrator, and the staff of a demonstration.
async fn people(app: &App, welcome: &mut Welcome) -> Result<(), StartError> {
    let admin = "admin".parse().map_err(|error| StartError::House(format!("{error}")))?;
    let secret = people::first_admin(app, admin).await?;
    welcome.admin = secret.map(|secret| (admin.to_string(), secret));
    if app.config().demo && app.config().on_loopback() && !app.config().behind_proxy {
        welcome.demo = Some(demo::staff(app).await?);
    }
    Ok(())
}

/// Opens the tables of the configuration that are not there yet. One that its document lets only officers open is
/// named, and waits for them.
async fn tables(app: &App, welcome: &mut Welcome) {
    for plan in &app.config().tables {
        let name = plan.name;
        match app.floor().add_table(plan.clone(), Actor::System).await {
            Ok(_) => tracing::info!(table = %name, rulebook = %plan.rulebook, "a table was opened"),
            // It was opened by an earlier start, and goes on where it was.
            Err(FloorError::Plan(PlanError::Unfit(FloorReason::TableExists { .. }))) => {}
            Err(error) => {
                tracing::error!(table = %name, %error, "a table could not be opened");
                welcome.tables.push(format!("{name}: {error}"));
            }
        }
    }
}

/// Starts a server with the system's clock, hands its welcome over, and runs until the operating system asks it to end.
pub fn run(config: Config, greet: impl FnOnce(&Server)) -> Result<(), StartError> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| StartError::House(format!("the program cannot begin: {error}")))?;
    runtime.block_on(async {
        let end = asked_to_end()
            .map_err(|error| StartError::House(format!("no signals can be received: {error}")))?;
        let server = Server::start(config, Arc::new(SystemClock::new())).await?;
        greet(&server);
        end.await;
        server.stop().await;
        Ok(())
    })
}
