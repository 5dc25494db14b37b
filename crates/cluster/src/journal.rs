//! The journal as its users meet it.

use std::future::Future;
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use punto_journal::projection::CommitOrder;
use punto_journal::{
    AppendError, ChainKey, Checkpoint, CommitTally, Entry, Fault, Head, Journal, Pending, Record, Signer,
    StreamName,
};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::sync::watch;

use crate::ClusterError;
use crate::address::Address;
use crate::error::refused;
use crate::lease::{self, Held, Lease, Moves, Node, Tenancy};
use crate::reads::Readers;
use crate::schema;
use crate::session::{Link, Session};
use crate::signing::Signed;
use crate::tally::Counters;
use crate::writer::{self, Job};

/// How a process takes part in a house.
#[derive(Clone, Debug)]
pub struct Membership {
    /// Its name, which no other process of the house has.
    pub node: String,
    /// The engine that it decides with.
    pub engine: u16,
    /// For how long others leave its streams alone after it was heard of last.
    pub lease: Duration,
    /// The kinds of streams that one process at a time may write: the first part of their names.
    pub kinds: Vec<String>,
    pub(crate) checks_epochs: bool,
}

impl Membership {
    /// The usual: tables, tournaments and promotions belong to one process, for five seconds at a time.
    pub fn of(node: &str, engine: u16) -> Membership {
        let kinds = ["table", "tournament", "promotion"].map(str::to_owned).to_vec();
        let lease = Duration::from_secs(5);
        Membership { node: node.to_owned(), engine, lease, kinds, checks_epochs: true }
    }

    /// The same with leases of another length.
    pub fn with_lease(self, lease: Duration) -> Membership {
        Membership { lease, ..self }
    }

    /// A process that does not look whose a stream is, to show that the tests of that find it out.
    #[doc(hidden)]
    pub fn without_epochs(self) -> Membership {
        Membership { checks_epochs: false, ..self }
    }

    /// Whether one process at a time may write a stream.
    pub fn leases(&self, stream: &StreamName) -> bool {
        self.kinds.iter().any(|kind| kind == stream.kind())
    }

    fn checked(self) -> Result<Membership, ClusterError> {
        let letters =
            self.node.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
        match letters && (1..=40).contains(&self.node.len()) {
            true => Ok(Membership { lease: lease::sensible(self.lease), ..self }),
            false => Err(ClusterError::Node(self.node)),
        }
    }
}

/// A journal in PostgreSQL, for any number of processes at once.
///
/// Appends wait in one queue for each process. A task takes all that wait, writes them in one transaction, and answers
/// each when PostgreSQL has acknowledged it.
pub struct PostgresJournal {
    inner: Arc<Inner>,
    queue: Mutex<Option<UnboundedSender<Job>>>,
    /// Closed when the writer has ended.
    written: Mutex<Option<Receiver<()>>>,
    runtime: Option<Runtime>,
}

/// What the tasks of a journal share.
pub(crate) struct Inner {
    pub(crate) key: Option<ChainKey>,
    pub(crate) held: Arc<Held>,
    pub(crate) readers: Arc<Readers>,
    pub(crate) writing: Link,
    pub(crate) signing: Link,
    pub(crate) counters: Counters,
    pub(crate) signed: Signed,
}

impl PostgresJournal {
    /// Opens the journal at an address such as `postgres://punto@db.example/house`, or makes a new one where there is none.
    ///
    /// Every process of a house has the same key of the chain. Only on this machine is the database spoken to without TLS.
    pub fn open(
        address: &str,
        membership: Membership,
        key: Option<ChainKey>,
    ) -> Result<PostgresJournal, ClusterError> {
        let address = Arc::new(Address::read(address)?);
        let held = Arc::new(Held::new(membership.checked()?));
        let runtime =
            Builder::new_multi_thread().worker_threads(2).thread_name("journal").enable_all().build();
        let runtime = runtime.map_err(|error| ClusterError::Database(Fault::Io(error.to_string())))?;
        let readers = Arc::new(Readers::new(&address));
        let inner = Arc::new(Inner {
            key,
            held,
            readers,
            writing: Link::new(address.clone()),
            signing: Link::new(address.clone()),
            counters: Counters::default(),
            signed: Signed::default(),
        });
        let own = inner.clone();
        let prepared = wait(&runtime, async move {
            let mut session = Session::open(&address).await?;
            schema::prepare(&mut session.client, own.key.as_ref()).await?;
            Ok::<(), ClusterError>(own.held.join(&own.readers).await?)
        });
        prepared.unwrap_or(Err(ClusterError::Database(Fault::Closed)))?;
        let (queue, jobs) = unbounded_channel();
        let (ended, written) = mpsc::channel();
        let own = inner.clone();
        runtime.spawn(async move {
            writer::run(own, jobs).await;
            drop(ended);
        });
        runtime.spawn(inner.held.clone().renew(inner.readers.clone()));
        let (queue, written) = (Mutex::new(Some(queue)), Mutex::new(Some(written)));
        Ok(PostgresJournal { inner, queue, written, runtime: Some(runtime) })
    }

    /// Takes no more appends, writes those that wait, and gives all leases up. A dropped journal is closed, too.
    pub fn close(&self) {
        if self.queue.lock().unwrap_or_else(PoisonError::into_inner).take().is_none() {
            return;
        }
        let written = self.written.lock().unwrap_or_else(PoisonError::into_inner).take();
        // Nothing is ever sent: it ends when the writer does.
        if let Some(written) = written {
            let _ = written.recv();
        }
        let inner = self.inner.clone();
        if let Err(fault) = self.ask(async move { inner.held.leave(&inner.readers).await }) {
            tracing::warn!(%fault, "the leases could not be given up; others take them when they have run out");
        }
    }

    /// Ends at once, as if the process had been killed: what waits is not written, and leases run out by themselves.
    pub fn abandon(mut self) {
        drop(self.queue.lock().unwrap_or_else(PoisonError::into_inner).take());
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }

    /// What was written since the start.
    pub fn tally(&self) -> CommitTally {
        self.inner.counters.tally()
    }

    /// The name of this process.
    pub fn node(&self) -> &str {
        &self.inner.held.membership.node
    }

    /// Takes those of these streams that nobody has, or whose owner was not heard of in time.
    pub fn acquire(&self, streams: &[StreamName]) -> Result<Vec<Lease>, Fault> {
        let (inner, streams) = (self.inner.clone(), streams.to_vec());
        self.ask(async move { inner.held.acquire(&inner.readers, &streams).await })
    }

    /// Gives streams up, for others to take at once.
    pub fn release(&self, streams: &[StreamName]) -> Result<(), Fault> {
        let (inner, streams) = (self.inner.clone(), streams.to_vec());
        self.ask(async move { inner.held.release(&inner.readers, &streams).await })
    }

    /// The streams that this process holds, as far as it knows.
    pub fn leases(&self) -> Vec<Lease> {
        self.inner.held.all()
    }

    /// Whether this process was heard of so lately that nobody else takes its streams.
    pub fn is_safe(&self) -> bool {
        self.inner.held.is_safe()
    }

    /// Changes whenever a lease is lost.
    pub fn lost(&self) -> watch::Receiver<u64> {
        self.inner.held.lost.subscribe()
    }

    /// Who has which stream.
    pub fn tenancies(&self) -> Result<Vec<Tenancy>, Fault> {
        let inner = self.inner.clone();
        self.ask(async move { inner.readers.tenancies(&inner.held.membership).await })
    }

    /// Every process that has ever been one of the house.
    pub fn nodes(&self) -> Result<Vec<Node>, Fault> {
        let inner = self.inner.clone();
        self.ask(async move { inner.readers.nodes().await })
    }

    /// Has a process give its streams away, or take some again; whether there is such a process.
    pub fn drain(&self, node: &str, draining: bool) -> Result<bool, Fault> {
        let (inner, node) = (self.inner.clone(), node.to_owned());
        self.ask(async move { inner.readers.drain(&node, draining).await })
    }

    /// What this process should do about its streams now, so that all have as many.
    pub fn balance(&self) -> Result<Moves, Fault> {
        Ok(lease::balance(self.node(), &self.nodes()?, &self.tenancies()?))
    }

    pub(crate) fn inner(&self) -> &Arc<Inner> {
        &self.inner
    }

    /// Has the journal's own tasks do something, and blocks this thread until it is done; a task of another runtime may call
    /// it as well.
    pub(crate) fn ask<T: Send + 'static>(
        &self,
        work: impl Future<Output = Result<T, Fault>> + Send + 'static,
    ) -> Result<T, Fault> {
        let runtime = self.runtime.as_ref().ok_or(Fault::Closed)?;
        wait(runtime, work).unwrap_or(Err(Fault::Closed))
    }

    fn is_closed(&self) -> bool {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner).is_none()
    }
}

fn wait<T: Send + 'static>(runtime: &Runtime, work: impl Future<Output = T> + Send + 'static) -> Option<T> {
    let (answer, question) = mpsc::sync_channel(1);
    runtime.spawn(async move {
        let _ = answer.send(work.await);
    });
    question.recv().ok()
}

impl Journal for PostgresJournal {
    fn append(&self, entries: Vec<Entry>) -> Pending {
        let (answer, pending) = Pending::new();
        if let Some(why) = entries.iter().find_map(Entry::unfit) {
            answer.give(Err(AppendError::Unfit(why)));
        } else if entries.is_empty() {
            answer.give(Ok(Vec::new()));
        } else {
            match &*self.queue.lock().unwrap_or_else(PoisonError::into_inner) {
                // A job that comes back from a closed queue is dropped, and a dropped answer says "closed".
                Some(queue) => drop(queue.send(Job { entries, answer })),
                None => answer.give(Err(refused(&Fault::Closed))),
            }
        }
        pending
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn may_write(&self, stream: &StreamName) -> bool {
        !self.inner.held.membership.leases(stream) || self.inner.held.epoch(stream).is_some()
    }

    fn read(&self, stream: &StreamName, after: u64, limit: usize) -> Result<Vec<Record>, Fault> {
        let (inner, stream) = (self.inner.clone(), stream.clone());
        self.ask(async move { inner.readers.read(&stream, after, limit).await })
    }

    fn heads(&self) -> Result<Vec<Head>, Fault> {
        let inner = self.inner.clone();
        self.ask(async move { inner.readers.heads().await })
    }

    fn find(&self, stream: &StreamName, key: &str) -> Result<Option<Record>, Fault> {
        let (inner, stream, key) = (self.inner.clone(), stream.clone(), key.to_owned());
        self.ask(async move { inner.readers.find(&stream, &key).await })
    }

    fn put(&self, shelf: &str, name: &str, bytes: &[u8]) -> Result<(), Fault> {
        if self.is_closed() {
            return Err(Fault::Closed);
        }
        let inner = self.inner.clone();
        let (shelf, name, bytes) = (shelf.to_owned(), name.to_owned(), bytes.to_vec());
        self.ask(async move { inner.readers.put(inner.key.as_ref(), (&shelf, &name), &bytes).await })
    }

    fn get(&self, shelf: &str, name: &str) -> Result<Option<Vec<u8>>, Fault> {
        let (inner, shelf, name) = (self.inner.clone(), shelf.to_owned(), name.to_owned());
        self.ask(async move { inner.readers.get(inner.key.as_ref(), &shelf, &name).await })
    }

    fn remove(&self, shelf: &str, name: &str) -> Result<(), Fault> {
        if self.is_closed() {
            return Err(Fault::Closed);
        }
        let (inner, shelf, name) = (self.inner.clone(), shelf.to_owned(), name.to_owned());
        self.ask(async move { inner.readers.remove(&shelf, &name).await })
    }

    fn names(&self, shelf: &str) -> Result<Vec<String>, Fault> {
        let (inner, shelf) = (self.inner.clone(), shelf.to_owned());
        self.ask(async move { inner.readers.names(&shelf).await })
    }

    fn checkpoint(&self, signer: &Signer, at: i64) -> Result<Checkpoint, Fault> {
        let (inner, signer) = (self.inner.clone(), signer.clone());
        self.ask(async move { inner.sign(signer, at).await })
    }

    fn checkpoints(&self, after: u64) -> Result<Vec<Checkpoint>, Fault> {
        let inner = self.inner.clone();
        self.ask(async move { inner.readers.checkpoints(after).await })
    }
}

impl CommitOrder for PostgresJournal {
    fn position(&self) -> Result<u64, Fault> {
        let inner = self.inner.clone();
        self.ask(async move { inner.readers.position().await })
    }

    fn follow(&self, after: u64, limit: usize) -> Result<Vec<(u64, Record)>, Fault> {
        let inner = self.inner.clone();
        self.ask(async move { inner.readers.follow(after, limit).await })
    }
}

impl Drop for PostgresJournal {
    fn drop(&mut self) {
        if self.runtime.is_some() {
            self.close();
        }
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}
