//! The server's life: checks, journal, floor, and only then the door; at the end the same in the other order.

mod chores;
mod layers;
mod reload;
mod router;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicI64;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use punto_access::{Factors, OpenLines, Persons, Tries, VoucherNumbers};
use punto_figures::FigureRows;
use punto_floor::{
    CashAlone, Clock, DERIVABLE, Floor, FloorError, FloorReason, PlanError, Setup, StartError as FloorStart,
    SystemClock, WoundClock,
};
use punto_http::listen;
use punto_http::tls::{Tls, TlsFault};
use punto_journal::check::{self, Keyed};
use punto_journal::projection::{Follower, Projected};
use punto_journal::{Anchoring, Journal, KeyError, OpenError, PublicKey, Signer, SqliteJournal};
use punto_site::{Cause, Command, Kind, Mode, Place as Where, Principal, plain};
use punto_steward::{Hall, HallError};
use punto_table::Actor;
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

pub use layers::{Address, CSRF};
pub(crate) use punto_http::listen::{Line, Place};
pub use reload::Again;

use crate::auth::password::Passwords;
use crate::auth::{Credentials, Rate, Sessions, secret};
use crate::metrics::Metrics;
use crate::problem::ApiError;
use crate::reads::Reads;
use crate::state::{App, Inner, Rates};
use crate::{disk, people, software};
use punto_config::{Config, Settings};
use punto_demonstration::DemoStaff;
use punto_reception::live::Hubs;
use punto_reception::threshold::{Barred, Threshold};

/// A server that runs.
pub struct Server {
    app: App,
    address: SocketAddr,
    welcome: Welcome,
    document: Value,
    door: JoinHandle<()>,
    chores: Vec<JoinHandle<()>>,
    tls: Option<Arc<Tls>>,
}

/// Somebody the house begins with.
#[derive(Clone, Debug)]
pub struct Founder {
    /// The name.
    pub name: String,
    /// The password for one sign-in.
    pub password: String,
    /// The file of their own that it lies in; in a demonstration it is said instead.
    pub file: Option<PathBuf>,
}

/// What whoever started the server is told, once, and nobody else.
#[derive(Clone, Debug, Default)]
pub struct Welcome {
    /// The founders' names with a password for one sign-in each, until they have chosen their own.
    pub founders: Vec<Founder>,
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
pub enum ServeError {
    /// The journal does not open.
    #[error(transparent)]
    Journal(#[from] OpenError),
    /// What is in the journal is not what was written.
    #[error("the journal does not check out, and was left as it is; keep a copy and restore a backup: {0}")]
    Damaged(String),
    /// The folder is a house of the other kind.
    #[error("{}", punto_config::other_mode(*.0))]
    OtherMode(Mode),
    /// A key is missing or not private.
    #[error("{0}")]
    Key(String),
    /// The floor does not start.
    #[error("the journal does not check out: {0}")]
    Floor(#[from] FloorStart),
    /// A tournament cannot be taken up.
    #[error("the journal does not check out: {0}")]
    Hall(#[from] HallError),
    /// The certificate of the server, or its key, cannot be used.
    #[error(transparent)]
    Tls(#[from] TlsFault),
    /// Nobody can listen there.
    #[error("{address} cannot be listened at: {why}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// What the operating system says.
        why: std::io::Error,
    },
    /// The journal is not one to go on with.
    #[error(transparent)]
    Barred(#[from] Barred),
    /// Something else of the house is not in order.
    #[error("{0}")]
    House(String),
}

impl From<KeyError> for ServeError {
    fn from(error: KeyError) -> ServeError {
        ServeError::Key(error.to_string())
    }
}

impl From<ApiError> for ServeError {
    fn from(error: ApiError) -> ServeError {
        ServeError::House(error.problem.detail)
    }
}

impl From<punto_journal::Fault> for ServeError {
    fn from(fault: punto_journal::Fault) -> ServeError {
        ServeError::House(fault.to_string())
    }
}

impl ServeError {
    /// A start that failed where hardly anything is left on the disk failed for that, whatever it stumbled over.
    fn or_full(self, folder: &Path) -> ServeError {
        let floor = |error: &FloorStart| matches!(error, FloorStart::Journal(_) | FloorStart::Floor(_));
        let general = match &self {
            ServeError::House(_) | ServeError::Key(_) => true,
            ServeError::Floor(error) => floor(error),
            ServeError::Journal(_)
            | ServeError::Damaged(_)
            | ServeError::OtherMode(_)
            | ServeError::Barred(_)
            | ServeError::Hall(_)
            | ServeError::Tls(_)
            | ServeError::Listen { .. } => false,
        };
        let full = general && punto_host::free(folder).is_ok_and(|left| left < disk::LEAST);
        if full { ServeError::Journal(OpenError::Full { dir: folder.to_owned() }) } else { self }
    }
}

impl Server {
    /// Starts in this order: software check, journal and its check, floor, people, tables, and when all is well the listener.
    pub async fn start(config: Config, clock: Arc<dyn Clock>) -> Result<Server, ServeError> {
        let folder = config.data.clone();
        Server::open(config, clock).await.map_err(|error| error.or_full(&folder))
    }

    async fn open(config: Config, clock: Arc<dyn Clock>) -> Result<Server, ServeError> {
        for stray in &config.strays {
            tracing::warn!("{stray}");
        }
        same_mode(&config).await?;
        config.keys_apart().map_err(ServeError::Key)?;
        let tls = config.tls.as_ref().map(|files| Tls::read(&files.certificate, &files.key)).transpose()?;
        let tls = tls.map(Arc::new);
        let own = config.clone();
        let checked = tokio::task::spawn_blocking(move || software::check(&own));
        let checked = checked.await.map_err(|error| ServeError::House(error.to_string()))?;
        let signer = Signer::load_or_create(&config.signing_key)?;
        let (sealing_key, sealing_mark) =
            punto_access::keys::sealing_key(&config.sealing_key).map_err(ServeError::Key)?;
        let sqlite = Arc::new(journal(&config, signer.public_key()).await?);
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
            large_cash: config.money.large_cash,
            account_most: config.money.account_most,
            currency: config.currency.clone(),
            alone: alone(&config),
            checkpoint_every: i64::try_from(config.copies.every.as_micros()).ok(),
        })
        .await?;
        floor.record_opening(&sqlite).await?;
        let looked_after = floor.look_after(sqlite.clone());
        looked_after
            .map_err(|error| ServeError::House(format!("the journal cannot be looked after: {error}")))?;
        let hall = Hall::start(floor.clone()).await?;
        let app = app(config, (clock, wound), sqlite, (floor, hall))?;
        bind(&app).await?;
        tell_of_tries(&app)
            .await
            .map_err(|error| ServeError::House(format!("what was tried is not known: {error}")))?;
        configured(&app).await?;
        if sealing_mark.replaces_another(&**app.journal()).map_err(ServeError::Key)? {
            app.note(Kind::AccessChange, Where::Site, Cause::SealingKeyChanged).await;
        }
        if let lost @ 1.. = app.persons().lost() {
            let mark = app.sqlite().mark_of_key(&app.config().person_key).unwrap_or_default();
            let persons = u32::try_from(lost).unwrap_or(u32::MAX);
            let what = Cause::PersonsLost { persons, key: plain(&mark.to_string()) };
            app.note(Kind::AccessChange, Where::Site, what).await;
        }
        let view = software::record(&app, checked).await?;
        let mut welcome = Welcome { unsound: view.wrong, ..Welcome::default() };
        people(&app, &mut welcome).await?;
        if welcome.unsound.is_none() {
            tables(&app, &mut welcome).await;
        }
        app.floor().sign().await?;
        let mut chores = chores::begin(&app).await;
        if app.config().exhibition {
            let (hall, floor) = (app.hall(), app.floor());
            chores.push(tokio::spawn(punto_steward::exhibit(hall.clone(), floor.clone())));
            chores.push(tokio::spawn(punto_steward::exhibit_promotion(hall.clone(), floor.clone())));
        }
        if app.config().house_players && welcome.unsound.is_none() {
            chores.extend(punto_demonstration::begin_play(&app).await);
        }
        let address = app.config().listen;
        let listener = TcpListener::bind(address).await.map_err(|why| ServeError::Listen { address, why })?;
        let address = listener.local_addr().map_err(|why| ServeError::Listen { address, why })?;
        if let Some((address, listening)) = crate::scanners::begin(&app).await? {
            welcome.scanning_shoes = Some(address);
            chores.push(listening);
        }
        let (router, document) = router::router(app.clone());
        let (limits, waits) = (app.config().limits, app.config().waits);
        let door = tokio::spawn(listen::serve(listener, router, limits, waits, tls.clone(), app.stopping()));
        tracing::info!(%address, "listening");
        Ok(Server { app, address, welcome, document, door, chores, tls })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What every handler has at hand.
    pub fn app(&self) -> &App {
        &self.app
    }

    /// What whoever started the server is told, once.
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
        app.hall().stop().await;
        app.floor().stop().await;
        chores::last_copies(&app).await;
        let (sqlite, stopping) = (app.sqlite().clone(), app.clone());
        let close = move || {
            stopping.search_index().stop();
            stopping.figures().stop();
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

/// What says that the operating system asks the program to read its configuration again. As long as nobody listens for it, it
/// would end the program.
#[cfg(unix)]
fn asked_to_read_again() -> std::io::Result<reload::Asked> {
    use tokio::signal::unix::{SignalKind, signal};
    signal(SignalKind::hangup())
}

/// Other systems have no such signal.
#[cfg(not(unix))]
fn asked_to_read_again() -> std::io::Result<reload::Asked> {
    Ok(reload::Asked)
}

/// Refuses a folder that is a house of the other kind, before anything of it is touched.
async fn same_mode(config: &Config) -> Result<(), ServeError> {
    let (folder, wanted) = (config.data.clone(), config.mode());
    let bound = tokio::task::spawn_blocking(move || punto_floor::mode_of(&folder)).await;
    match bound.map_err(|error| ServeError::House(error.to_string()))? {
        Some(bound) if bound != wanted => Err(ServeError::OtherMode(bound)),
        Some(_) | None => Ok(()),
    }
}

/// Binds the house to what it is, at its first start.
async fn bind(app: &App) -> Result<(), ServeError> {
    if app.site().mode.is_none() {
        app.say_site(Principal::System, Command::Bind { mode: app.config().mode() }).await?;
    }
    Ok(())
}

/// Records each key of the configuration that has changed since the last start, with what it was and what it is.
async fn configured(app: &App) -> Result<(), ServeError> {
    let (said, journal) = (&app.config().said, app.journal());
    for what in said.changes(&**journal, app.config().digest.as_deref())? {
        app.note(Kind::ConfigChange, Where::Site, what).await;
    }
    Ok(said.keep(&**journal)?)
}

/// Opens the journal and reads all of it once, every record, link, code and signature, before anybody is let in.
async fn journal(config: &Config, signer: PublicKey) -> Result<SqliteJournal, ServeError> {
    let (folder, key_file, copies) = (config.data.clone(), config.chain_key.clone(), config.copies.clone());
    let signing_key = config.signing_key.clone();
    let open = move || -> Result<SqliteJournal, ServeError> {
        let began = Instant::now();
        let how = Anchoring { key_file: &key_file, derivable: DERIVABLE };
        let journal = SqliteJournal::open_anchored(&folder, &how)?;
        let keyed = Keyed::load(&key_file)?;
        let report = check::verify_keyed(&folder, keyed.as_ref(), &copies.keys, &mut |_| {}, &mut |_| {})?;
        if let Some(finding) = report.findings.first() {
            return Err(ServeError::Damaged(finding.to_string()));
        }
        let (took, records, checkpoints) = (began.elapsed(), report.records, report.checkpoints);
        tracing::info!(records, checkpoints, ?took, "the journal is sound");
        let accepted = journal.opening().accepted.is_some();
        let signer_accepted = journal.accepts_key(&signing_key);
        Threshold { signer, pinned: &copies.keys, copies: &copies.to, accepted, signer_accepted }
            .cross(&journal)?;
        Ok(journal)
    };
    tokio::task::spawn_blocking(open).await.map_err(|error| ServeError::House(error.to_string()))?
}

fn app(
    config: Config,
    (clock, wound): (Arc<dyn Clock>, Option<WoundClock>),
    sqlite: Arc<SqliteJournal>,
    (floor, hall): (Floor, Hall),
) -> Result<App, ServeError> {
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
        patrons: Rate::per_second(config.limits.patron_commands_per_second),
        staff: Rate::per_second(config.limits.staff_commands_per_second),
        reads: Rate::per_second(config.limits.reads_per_second),
        unknown_reads: Rate::per_second(config.limits.reads_per_second_per_address),
        sockets: OpenLines::at_most(config.limits.sockets_per_person),
        streams: OpenLines::at_most(config.limits.streams_per_person),
        own_accounts: Rate::per_minute(30),
    };
    let key = punto_access::keys::voucher_key(&config.voucher_key).map_err(ServeError::Key)?;
    let accepted = sqlite.accepts_key(&config.voucher_key);
    punto_access::keys::same_voucher_key(&*journal, &config.voucher_key, &key, accepted)
        .map_err(ServeError::Key)?;
    let person_key = punto_access::keys::person_key(&config.person_key).map_err(ServeError::Key)?;
    let persons = Persons::open(journal.clone(), person_key, sqlite.accepts_key(&config.person_key))?;
    let factors = Factors::new(persons.clone());
    let index = Projected::new(&config.data.join("projections"), punto_report::search_index());
    let behind = |name: &str, fault| tracing::warn!(name, %fault, "a projection cannot follow the journal");
    let search_index = Follower::start(sqlite.clone(), index, behind)
        .map_err(|error| ServeError::House(format!("searches cannot be prepared: {error}")))?;
    let books = floor.clone();
    let rows = FigureRows::new(Box::new(move |digest| books.books().of_digest(digest)));
    let rows = Projected::new(&config.data.join("projections"), rows);
    let figures = Follower::start(sqlite.clone(), rows, behind)
        .map_err(|error| ServeError::House(format!("reports cannot be prepared: {error}")))?;
    let process = secret::readable(1).map_err(|error| ServeError::House(error.to_string()))?;
    Ok(App::new(Inner {
        settings,
        sessions,
        passwords: Passwords::start(&person_key).map_err(ServeError::House)?,
        credentials: Credentials::new(journal.clone()),
        persons,
        factors,
        vouchers: VoucherNumbers::new(key, &config.site),
        reads: Reads::default(),
        dealt_coups: punto_report::DealtCoups::default(),
        shown: punto_reception::shown_clauses::ShownClauses::default(),
        metrics: Metrics::start().map_err(ServeError::House)?,
        rates,
        stop: watch::Sender::new(false),
        checked: Mutex::default(),
        programs: tokio::sync::Mutex::default(),
        carrying_out: tokio::sync::Mutex::default(),
        drawers: tokio::sync::RwLock::default(),
        recorded: tokio::sync::Mutex::default(),
        process,
        config,
        clock,
        wound,
        journal,
        sqlite,
        search_index,
        figures,
        floor,
        hall,
        hubs: Hubs::default(),
        looked: AtomicI64::new(i64::MIN),
    }))
}

/// The founders, and the staff of a demonstration, in which there are people of every kind.
async fn people(app: &App, welcome: &mut Welcome) -> Result<(), ServeError> {
    let config = app.config();
    let staffed = config.demo && config.on_loopback() && !config.behind_proxy;
    for (name, password) in people::founders(app, !staffed).await? {
        let file = match config.demo {
            true => None,
            false => Some(punto_config::first::write(&config.data, name, &password).map_err(|error| {
                ServeError::House(format!("no first password can be handed out: {error}"))
            })?),
        };
        welcome.founders.push(Founder { name: name.to_string(), password, file });
    }
    if staffed {
        welcome.demo = Some(punto_demonstration::staff(app).await?);
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

/// Starts a server with the system's clock, hands its welcome over, and runs until the operating system asks it to end. When
/// it is asked to, it reads its configuration again.
pub fn run(config: Config, again: Again, greet: impl FnOnce(&Server)) -> Result<(), ServeError> {
    if !config.demo {
        punto_host::keep_memory_private()
            .map_err(|error| ServeError::House(format!("memory cannot be kept off the disk: {error}")))?;
    }
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| ServeError::House(format!("the program cannot begin: {error}")))?;
    listen::raise_files();
    runtime.block_on(async {
        let end = asked_to_end()
            .map_err(|error| ServeError::House(format!("no signals can be received: {error}")))?;
        let hung_up = asked_to_read_again();
        let hung_up =
            hung_up.map_err(|error| ServeError::House(format!("no signals can be received: {error}")))?;
        let server = Server::start(config, Arc::new(SystemClock::new())).await?;
        greet(&server);
        tokio::select! {
            () = end => {}
            () = reload::whenever_asked(server.app(), server.tls.as_deref(), hung_up, &again) => {}
        }
        server.stop().await;
        Ok(())
    })
}

/// What one person of the cage does alone where money is real.
fn alone(config: &Config) -> Option<CashAlone> {
    let (patron, cashier) = (config.money.cash_alone?, config.money.cashier_alone?);
    (!config.demo).then_some(CashAlone { patron, cashier })
}

/// Tells of wrong passwords that were entered while no house ran.
async fn tell_of_tries(app: &App) -> std::io::Result<()> {
    let mut tries = Tries::beside(&app.config().chain_key)?;
    match tries.untold() {
        0 => Ok(()),
        wrong => {
            app.note(Kind::FailedSignIns, Where::Site, Cause::AcceptanceGuessed { tries: wrong }).await;
            tries.told()
        }
    }
}
