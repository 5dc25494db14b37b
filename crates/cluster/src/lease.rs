//! Leases: which process may write which stream, for as long as it says that it lives.
//!
//! A lease is a stream's owner and its *epoch*, which grows with every change of hands. That it holds is decided by every
//! append again, under the lock of the stream's row; a process that was asleep while another took its stream is refused
//! there, whatever its own clock says. When a lease has run out is decided by the database's clock, and a process renews
//! all of its leases at once, by one row of its own.

mod balance;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant};

use punto_journal::{Fault, StreamName};
use tokio::sync::watch;

use crate::journal::Membership;
use crate::reads::Readers;
use crate::row;

pub use balance::{Moves, balance};

/// A stream that this process may write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lease {
    /// The stream.
    pub stream: StreamName,
    /// How often it has changed hands.
    pub epoch: u64,
}

/// A process of the house.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Its name.
    pub name: String,
    /// Whether it has said in time that it lives.
    pub alive: bool,
    /// Whether it gives its streams away and takes none.
    pub draining: bool,
    /// The engine that it decides with.
    pub engine: u16,
}

/// Who has a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tenancy {
    /// The stream.
    pub stream: StreamName,
    /// The process that may write it, if one may.
    pub owner: Option<String>,
    /// How often it has changed hands.
    pub epoch: u64,
    /// The number of its last record, 0 where there is none.
    pub seq: u64,
}

/// What this process holds, as it knows.
pub(crate) struct Held {
    pub(crate) membership: Membership,
    incarnation: Mutex<Option<i64>>,
    epochs: RwLock<BTreeMap<StreamName, i64>>,
    /// Until when no other process takes its streams, by this machine's own clock.
    safe: Mutex<Option<Instant>>,
    /// Told whenever a lease is lost.
    pub(crate) lost: watch::Sender<u64>,
}

const JOIN: &str = "INSERT INTO member (name, incarnation, expires, engine)
    VALUES ($1, 1, clock_timestamp() + $2 * interval '1 millisecond', $3)
    ON CONFLICT (name) DO UPDATE SET incarnation = member.incarnation + 1, expires = excluded.expires,
        engine = excluded.engine, draining = false
    RETURNING incarnation";

const RENEW: &str = "UPDATE member SET expires = clock_timestamp() + $3 * interval '1 millisecond'
    WHERE name = $1 AND incarnation = $2";

/// Streams that nobody has, whose owner has not said in time that it lives, or that this node had in an earlier life.
const ACQUIRE: &str = "WITH free AS (
        SELECT s.id FROM stream s
        WHERE s.name = ANY($1)
          AND EXISTS (SELECT FROM member m
                      WHERE m.name = $2 AND m.incarnation = $3 AND m.expires > clock_timestamp())
          AND (s.owner IS NULL OR s.owner = $2
               OR NOT EXISTS (SELECT FROM member m WHERE m.name = s.owner AND m.expires > clock_timestamp()))
        ORDER BY s.name FOR UPDATE OF s),
    taken AS (
        UPDATE stream s SET owner = $2, epoch = s.epoch + 1 FROM free WHERE s.id = free.id
        RETURNING s.id, s.name, s.epoch, s.seq),
    noted AS (INSERT INTO tenure (stream, epoch, owner, seq) SELECT id, epoch, $2, seq FROM taken)
    SELECT name, epoch FROM taken";

const RELEASE: &str = "UPDATE stream SET owner = NULL WHERE name = ANY($1) AND owner = $2";

/// Others need not wait for the leases of a process that ends in order.
const LEAVE: &str = "UPDATE member SET expires = clock_timestamp() WHERE name = $1 AND incarnation = $2";

const TENANCIES: &str = "SELECT s.name, m.name, s.epoch, s.seq FROM stream s
    LEFT JOIN member m ON m.name = s.owner AND m.expires > clock_timestamp() ORDER BY s.name";

const MEMBERS: &str = "SELECT name, expires > clock_timestamp(), draining, engine FROM member ORDER BY name";

impl Held {
    pub(crate) fn new(membership: Membership) -> Held {
        let (incarnation, epochs, safe) = (Mutex::default(), RwLock::default(), Mutex::default());
        Held { membership, incarnation, epochs, safe, lost: watch::Sender::default() }
    }

    /// The epoch under which this process holds a stream.
    pub(crate) fn epoch(&self, stream: &StreamName) -> Option<i64> {
        self.epochs.read().unwrap_or_else(PoisonError::into_inner).get(stream).copied()
    }

    pub(crate) fn all(&self) -> Vec<Lease> {
        let epochs = self.epochs.read().unwrap_or_else(PoisonError::into_inner);
        let lease = |(stream, epoch): (&StreamName, &i64)| Lease {
            stream: stream.clone(),
            epoch: epoch.unsigned_abs(),
        };
        epochs.iter().map(lease).collect()
    }

    pub(crate) fn take(&self, streams: impl IntoIterator<Item = (StreamName, i64)>) {
        self.epochs.write().unwrap_or_else(PoisonError::into_inner).extend(streams);
    }

    /// Notes that another process has a stream, and tells whoever wants to know.
    pub(crate) fn lose(&self, stream: &StreamName) {
        let had = self.epochs.write().unwrap_or_else(PoisonError::into_inner).remove(stream);
        if had.is_some() {
            tracing::error!(%stream, node = self.membership.node, "another process has taken this stream over");
            self.lost.send_modify(|count| *count += 1);
        }
    }

    fn lose_all(&self) {
        self.all().iter().for_each(|lease| self.lose(&lease.stream));
    }

    /// Whether nobody else takes over what this process holds.
    pub(crate) fn is_safe(&self) -> bool {
        self.safe.lock().unwrap_or_else(PoisonError::into_inner).is_some_and(|until| Instant::now() < until)
    }

    fn incarnation(&self) -> Option<i64> {
        *self.incarnation.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn millis(&self) -> f64 {
        self.membership.lease.as_secs_f64() * 1_000.0
    }

    /// Makes this process a member; an earlier one of the same name is one no more.
    pub(crate) async fn join(&self, readers: &Readers) -> Result<(), Fault> {
        let began = Instant::now();
        let Membership { node, engine, .. } = &self.membership;
        let rows = readers.rows(JOIN, &[node, &self.millis(), &i32::from(*engine)]).await?;
        let found = rows.first().ok_or_else(|| Fault::Io("the database took no member".into()))?;
        let number: i64 = row::get(found, 0, "an incarnation")?;
        *self.incarnation.lock().unwrap_or_else(PoisonError::into_inner) = Some(number);
        self.safe_from(began);
        Ok(())
    }

    fn safe_from(&self, began: Instant) {
        // From before it was asked, so that this is never later than what the database has.
        *self.safe.lock().unwrap_or_else(PoisonError::into_inner) = Some(began + self.membership.lease);
    }

    /// Says that this process lives, over and over.
    pub(crate) async fn renew(self: Arc<Held>, readers: Arc<Readers>) {
        loop {
            tokio::time::sleep(self.membership.lease / 4).await;
            let Some(incarnation) = self.incarnation() else { return };
            let (began, node, millis) = (Instant::now(), &self.membership.node, self.millis());
            let renewed = readers
                .link()
                .with(|session| async move { session.execute(RENEW, &[node, &incarnation, &millis]).await })
                .await;
            match renewed {
                Ok(1..) => self.safe_from(began),
                Ok(0) => {
                    tracing::error!(node, "another process runs under this name: this one writes no more");
                    *self.incarnation.lock().unwrap_or_else(PoisonError::into_inner) = None;
                    self.lose_all();
                }
                Err(fault) => tracing::warn!(%fault, node, "the leases could not be renewed"),
            }
        }
    }

    /// Takes those of the streams that can be taken.
    pub(crate) async fn acquire(
        &self,
        readers: &Readers,
        streams: &[StreamName],
    ) -> Result<Vec<Lease>, Fault> {
        let Some(incarnation) = self.incarnation() else { return Ok(Vec::new()) };
        let names: Vec<&str> = streams.iter().map(StreamName::as_str).collect();
        let rows = readers.rows(ACQUIRE, &[&names, &self.membership.node, &incarnation]).await?;
        let mut taken = Vec::new();
        for found in &rows {
            taken.push((row::name(found, 0)?, row::get::<i64>(found, 1, "an epoch")?));
        }
        self.take(taken.clone());
        let lease = |(stream, epoch): (StreamName, i64)| Lease { stream, epoch: epoch.unsigned_abs() };
        Ok(taken.into_iter().map(lease).collect())
    }

    /// Gives streams up, for others to take.
    pub(crate) async fn release(&self, readers: &Readers, streams: &[StreamName]) -> Result<(), Fault> {
        {
            let mut epochs = self.epochs.write().unwrap_or_else(PoisonError::into_inner);
            epochs.retain(|stream, _| !streams.contains(stream));
        }
        let names: Vec<&str> = streams.iter().map(StreamName::as_str).collect();
        readers.rows(RELEASE, &[&names, &self.membership.node]).await.map(drop)
    }

    /// Gives everything up, at an end in order.
    pub(crate) async fn leave(&self, readers: &Readers) -> Result<(), Fault> {
        let streams: Vec<StreamName> = self.all().into_iter().map(|lease| lease.stream).collect();
        self.release(readers, &streams).await?;
        let Some(incarnation) = self.incarnation() else { return Ok(()) };
        readers.rows(LEAVE, &[&self.membership.node, &incarnation]).await.map(drop)
    }
}

impl Readers {
    /// Who has which stream that can be leased.
    pub(crate) async fn tenancies(&self, of: &Membership) -> Result<Vec<Tenancy>, Fault> {
        let mut tenancies = Vec::new();
        for found in &self.rows(TENANCIES, &[]).await? {
            let stream = row::name(found, 0)?;
            if of.leases(&stream) {
                let owner = row::get(found, 1, "an owner")?;
                let epoch = row::get::<i64>(found, 2, "an epoch")?.unsigned_abs();
                let seq = row::get::<i64>(found, 3, "the end of a stream")?.unsigned_abs();
                tenancies.push(Tenancy { stream, owner, epoch, seq });
            }
        }
        Ok(tenancies)
    }

    /// Every process that has ever been one of the house.
    pub(crate) async fn nodes(&self) -> Result<Vec<Node>, Fault> {
        let rows = self.rows(MEMBERS, &[]).await?;
        let member = |found: &tokio_postgres::Row| {
            let engine: i32 = row::get(found, 3, "an engine")?;
            Ok(Node {
                name: row::get(found, 0, "the name of a member")?,
                alive: row::get(found, 1, "an expiry")?,
                draining: row::get(found, 2, "whether a member drains")?,
                engine: u16::try_from(engine).unwrap_or(u16::MAX),
            })
        };
        rows.iter().map(member).collect()
    }

    /// Has a process give its streams away, or take some again.
    pub(crate) async fn drain(&self, node: &str, draining: bool) -> Result<bool, Fault> {
        let update = "UPDATE member SET draining = $2 WHERE name = $1 RETURNING name";
        Ok(!self.rows(update, &[&node, &draining]).await?.is_empty())
    }
}

/// The longest and the shortest lease: below the one a busy network loses tables, above the other they stay away too long.
pub(crate) fn sensible(lease: Duration) -> Duration {
    lease.clamp(Duration::from_secs(1), Duration::from_secs(60))
}
