//! Scanning shoes on their wire: takes their connections, bounds what each may cost, and drives their sessions.
//!
//! What is said and what follows from it is `punto_scanner`'s; a numbered line is acknowledged when the house has made it
//! durable and not before.

use std::collections::HashMap;
use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use punto_scanner::{
    Ask, Challenge, Framer, FromHouse, Parting, SessionStep, ShoeAnswer, ShoeDue, ShoeMemory, ShoeSession,
    Then, TokenDigest,
};
use punto_site::DeviceId;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedMutexGuard, Semaphore, watch};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until, timeout};

/// The house behind a listener: it knows the devices, says commands to tables and makes things durable.
pub trait House: Send + Sync + 'static {
    /// The secret of a device that is enrolled as a scanning shoe and stands at a table.
    fn secret(&self, device: &DeviceId) -> impl Future<Output = Option<TokenDigest>> + Send;

    /// Does what is asked and answers when it is durable. The same key again is answered as the first time, after a
    /// restart too.
    fn ask(&self, device: &DeviceId, ask: Ask) -> impl Future<Output = ShoeAnswer> + Send;

    /// What is due at the device's table. It must be up to date before [`House::ask`] answers.
    fn due(&self, device: &DeviceId) -> watch::Receiver<ShoeDue>;
}

/// What a connection may cost.
#[derive(Clone, Copy, Debug)]
pub struct ListenLimits {
    /// How many connections there may be at once.
    pub connections: usize,
    /// How long a shoe may take to say hello, and to take in what is sent to it.
    pub patience: Duration,
    /// How long a shoe may be silent; it says `beat` more often.
    pub idle: Duration,
    /// How long the answer to a failed authentication is delayed.
    pub denial: Duration,
}

impl Default for ListenLimits {
    fn default() -> ListenLimits {
        ListenLimits {
            connections: 256,
            patience: Duration::from_secs(5),
            idle: Duration::from_secs(15),
            denial: Duration::from_secs(1),
        }
    }
}

/// Listens for scanning shoes.
pub struct Listener<H> {
    socket: TcpListener,
    shared: Arc<Shared<H>>,
}

struct Shared<H> {
    house: H,
    limits: ListenLimits,
    /// A place for each device that was ever let in; there are as many as are enrolled.
    places: Mutex<HashMap<DeviceId, Arc<Place>>>,
}

/// Where the connections of one device meet: one has the memory, and a newer one sends it away.
#[derive(Default)]
struct Place {
    memory: Arc<tokio::sync::Mutex<ShoeMemory>>,
    newest: watch::Sender<u64>,
}

impl<H: House> Listener<H> {
    /// Takes an address. What is said there is not encrypted: it is for a wire of the table's own, or for the end of a
    /// tunnel.
    pub async fn bind(address: SocketAddr, house: H, limits: ListenLimits) -> io::Result<Listener<H>> {
        let socket = TcpListener::bind(address).await?;
        let shared = Shared { house, limits, places: Mutex::default() };
        Ok(Listener { socket, shared: Arc::new(shared) })
    }

    /// The address taken.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.socket.local_addr()
    }

    /// Serves until `stop` ends; then what was asked is finished, and every shoe is told.
    pub async fn serve(self, stop: impl Future<Output = ()> + Send) {
        let (closing, _) = watch::channel(false);
        let slots = Arc::new(Semaphore::new(self.shared.limits.connections));
        let mut connections = JoinSet::new();
        tokio::pin!(stop);
        loop {
            tokio::select! {
                () = &mut stop => break,
                accepted = self.socket.accept() => match accepted {
                    Ok((socket, peer)) => {
                        let (shared, closing) = (self.shared.clone(), closing.subscribe());
                        match slots.clone().try_acquire_owned() {
                            Ok(slot) => {
                                connections.spawn(async move {
                                    let ended = Connection::new(shared, socket, closing).run().await;
                                    tracing::debug!(%peer, ?ended, "a connection of a scanning shoe has ended");
                                    drop(slot);
                                });
                            }
                            Err(_) => turn_away(socket),
                        }
                    }
                    Err(error) => {
                        tracing::warn!(%error, "a scanning shoe could not be accepted");
                        // Out of sockets, most likely: wait for some to be given back.
                        sleep(Duration::from_millis(100)).await;
                    }
                },
                Some(_) = connections.join_next() => {}
            }
        }
        closing.send_replace(true);
        while connections.join_next().await.is_some() {}
    }
}

/// Says that there is no room, if that can be said without waiting.
fn turn_away(socket: TcpStream) {
    let (mut session, _) = ShoeSession::begin(Challenge::new([0; 16]));
    let bye = session.part(Parting::Full, "too many shoes are connected").out;
    let _ = socket.try_write(text(&bye).as_bytes());
}

fn text(lines: &[FromHouse]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

struct Connection<H> {
    shared: Arc<Shared<H>>,
    socket: TcpStream,
    closing: watch::Receiver<bool>,
    framer: Framer,
    entered: Option<Entered>,
}

/// What a connection has once the shoe is let in.
struct Entered {
    memory: OwnedMutexGuard<ShoeMemory>,
    newest: watch::Receiver<u64>,
    due: watch::Receiver<ShoeDue>,
}

/// Why a connection ended.
#[derive(Debug)]
enum Ended {
    HungUp,
    Gone(#[allow(dead_code)] io::Error),
}

impl From<io::Error> for Ended {
    fn from(error: io::Error) -> Ended {
        Ended::Gone(error)
    }
}

/// What happened while a connection waited.
enum Heard {
    Bytes(usize),
    Due,
    Silence,
    Newer,
    Closing,
}

impl<H: House> Connection<H> {
    fn new(shared: Arc<Shared<H>>, socket: TcpStream, closing: watch::Receiver<bool>) -> Connection<H> {
        Connection { shared, socket, closing, framer: Framer::default(), entered: None }
    }

    async fn run(mut self) -> Ended {
        match self.talk().await {
            Ok(()) => Ended::HungUp,
            Err(ended) => ended,
        }
    }

    async fn talk(&mut self) -> Result<(), Ended> {
        // An answer and what is due follow one another at once; neither waits for the other's receipt.
        self.socket.set_nodelay(true)?;
        let mut fresh = [0; 16];
        getrandom::fill(&mut fresh).map_err(|error| io::Error::other(error.to_string()))?;
        let challenge = Challenge::new(fresh);
        let (mut session, step) = ShoeSession::begin(challenge);
        self.follow(&mut session, step).await?;
        let mut deadline = Instant::now() + self.shared.limits.patience;
        let mut bytes = [0; 1024];
        loop {
            self.tell_due(&mut session).await?;
            match self.hear(&mut bytes, deadline).await? {
                Heard::Bytes(0) => return Ok(()),
                Heard::Bytes(count) => {
                    self.framer.feed(&bytes[..count]);
                    self.lines(&mut session).await?;
                }
                Heard::Due => continue,
                Heard::Silence => {
                    self.leave(&mut session, Parting::Idle, "nothing was heard for too long").await?;
                }
                Heard::Newer => {
                    self.leave(&mut session, Parting::Replaced, "this device has connected anew").await?;
                }
                Heard::Closing => self.leave(&mut session, Parting::Closing, "the house closes").await?,
            }
            // Bytes that make no line do not keep a stranger's connection open.
            if session.is_known() {
                deadline = Instant::now() + self.shared.limits.idle;
            }
        }
    }

    /// Waits for whatever comes first.
    async fn hear(&mut self, bytes: &mut [u8], deadline: Instant) -> io::Result<Heard> {
        let entered = &mut self.entered;
        let (due, newer) = match entered {
            Some(entered) => (Some(&mut entered.due), Some(&mut entered.newest)),
            None => (None, None),
        };
        tokio::select! {
            biased;
            _ = self.closing.wait_for(|closing| *closing) => Ok(Heard::Closing),
            () = changed(newer) => Ok(Heard::Newer),
            () = changed(due) => Ok(Heard::Due),
            read = self.socket.read(bytes) => read.map(Heard::Bytes),
            () = sleep_until(deadline) => Ok(Heard::Silence),
        }
    }

    /// Takes the lines that are whole.
    async fn lines(&mut self, session: &mut ShoeSession) -> Result<(), Ended> {
        loop {
            match self.framer.next_line() {
                Ok(None) => return Ok(()),
                Ok(Some(line)) => {
                    let step = session.line(&line);
                    self.follow(session, step).await?;
                    self.tell_due(session).await?;
                }
                Err(bad) => self.leave(session, Parting::BadLine, &bad.to_string()).await?,
            }
        }
    }

    /// Does what a session says until it listens again.
    async fn follow(&mut self, session: &mut ShoeSession, mut step: SessionStep) -> Result<(), Ended> {
        loop {
            if step.out.iter().any(|line| matches!(line, FromHouse::Bye { code: Parting::Denied, .. })) {
                sleep(self.shared.limits.denial).await;
            }
            self.send(&step.out).await?;
            step = match step.then {
                Then::Listen => return Ok(()),
                Then::HangUp => return Err(Ended::HungUp),
                Then::Find(device) => session.known(self.shared.house.secret(&device).await),
                Then::Enter(device) => match self.enter(device).await {
                    Some(memory) => session.enter(memory),
                    None => {
                        session.part(Parting::Fault, "another connection of this device is still at work")
                    }
                },
                Then::Ask(device, ask) => {
                    let step = session.answered(self.shared.house.ask(&device, *ask).await);
                    if let Some(entered) = &mut self.entered {
                        *entered.memory = session.memory().clone();
                    }
                    step
                }
            };
        }
    }

    /// Sends an older connection of the device away, and takes its place when it has finished.
    async fn enter(&mut self, device: DeviceId) -> Option<ShoeMemory> {
        let place = {
            let mut places = self.shared.places.lock().unwrap_or_else(PoisonError::into_inner);
            places.entry(device).or_default().clone()
        };
        place.newest.send_modify(|newest| *newest += 1);
        let newest = place.newest.subscribe();
        let memory = timeout(self.shared.limits.patience, place.memory.clone().lock_owned()).await.ok()?;
        let known = memory.clone();
        let due = self.shared.house.due(&device);
        self.entered = Some(Entered { memory, newest, due });
        Some(known)
    }

    /// Tells the shoe what is due, if it has not just heard it.
    async fn tell_due(&mut self, session: &mut ShoeSession) -> Result<(), Ended> {
        let Some(entered) = &mut self.entered else { return Ok(()) };
        let line = session.tell(&entered.due.borrow_and_update());
        *entered.memory = session.memory().clone();
        match line {
            Some(line) => Ok(self.send(&[line]).await?),
            None => Ok(()),
        }
    }

    async fn leave(&mut self, session: &mut ShoeSession, code: Parting, why: &str) -> Result<(), Ended> {
        let step = session.part(code, why);
        self.follow(session, step).await
    }

    /// Sends lines to a shoe that takes them in; one that does not is dropped.
    async fn send(&mut self, lines: &[FromHouse]) -> io::Result<()> {
        if lines.is_empty() {
            return Ok(());
        }
        let text = text(lines);
        match timeout(self.shared.limits.patience, self.socket.write_all(text.as_bytes())).await {
            Ok(sent) => sent,
            Err(_) => Err(io::Error::new(io::ErrorKind::TimedOut, "the shoe does not read")),
        }
    }
}

/// Resolves when the value changes; never if there is none, or if its sender is gone.
async fn changed<T>(value: Option<&mut watch::Receiver<T>>) {
    match value {
        Some(value) => {
            if value.changed().await.is_err() {
                std::future::pending::<()>().await;
            }
        }
        None => std::future::pending().await,
    }
}
