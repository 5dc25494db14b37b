//! One connection to the database, made again when it is lost, with the statements that were prepared on it.

use std::collections::HashMap;
use std::future::Future;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use punto_journal::Fault;
use tokio::sync::Mutex as Turn;
use tokio::task::AbortHandle;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Error, NoTls, Row, Statement};

use crate::address::Address;
use crate::error::fault;

/// How long anything may take before the connection is given up. Less than a lease, so that a process with a cut network
/// knows so before its tables run elsewhere.
const ANSWER: Duration = Duration::from_secs(4);

/// What every connection is set to. A process that is stopped within a transaction must not hold its streams against who
/// takes them over, so the server ends such a transaction. Every statement but the list of streams looks up a few rows among
/// very many: it is planned once, and for that.
const SETTINGS: &str = "SET search_path TO punto;
    SET synchronous_commit TO on;
    SET idle_in_transaction_session_timeout TO '2s';
    SET lock_timeout TO '3s';
    SET statement_timeout TO '60s';
    SET plan_cache_mode TO force_generic_plan;
    SET enable_hashjoin TO off;
    SET enable_mergejoin TO off;
    SET enable_seqscan TO off";

/// A connection that is open.
pub(crate) struct Session {
    pub(crate) client: Client,
    prepared: Mutex<HashMap<&'static str, Statement>>,
    reading: AbortHandle,
}

impl Drop for Session {
    fn drop(&mut self) {
        self.reading.abort();
    }
}

impl Session {
    /// Connects.
    pub(crate) async fn open(address: &Address) -> Result<Session, Fault> {
        let opened = async {
            let (client, reading) = match &address.tls {
                None => {
                    let (client, connection) = address.config.connect(NoTls).await?;
                    (client, tokio::spawn(drop_error(connection)).abort_handle())
                }
                Some(tls) => {
                    let (client, connection) = address.config.connect(tls.clone()).await?;
                    (client, tokio::spawn(drop_error(connection)).abort_handle())
                }
            };
            let session = Session { client, prepared: Mutex::default(), reading };
            session.client.batch_execute(SETTINGS).await?;
            Ok(session)
        };
        in_time(opened).await
    }

    /// A statement, prepared once.
    pub(crate) async fn statement(&self, sql: &'static str) -> Result<Statement, Error> {
        let known = self.prepared.lock().unwrap_or_else(PoisonError::into_inner).get(sql).cloned();
        if let Some(statement) = known {
            return Ok(statement);
        }
        let statement = self.client.prepare(sql).await?;
        self.prepared.lock().unwrap_or_else(PoisonError::into_inner).insert(sql, statement.clone());
        Ok(statement)
    }

    /// The rows of a query.
    pub(crate) async fn rows(
        &self,
        sql: &'static str,
        parameters: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, Error> {
        let statement = self.statement(sql).await?;
        self.client.query(&statement, parameters).await
    }

    /// Does something and says how many rows it was done to.
    pub(crate) async fn execute(
        &self,
        sql: &'static str,
        parameters: &[&(dyn ToSql + Sync)],
    ) -> Result<u64, Error> {
        let statement = self.statement(sql).await?;
        self.client.execute(&statement, parameters).await
    }
}

/// What ends a connection is told to whoever asks something of it.
async fn drop_error<T>(connection: impl Future<Output = Result<T, Error>>) {
    let _ = connection.await;
}

/// Waits for an answer, and no longer than one may take.
pub(crate) async fn in_time<T>(work: impl Future<Output = Result<T, Error>>) -> Result<T, Fault> {
    match tokio::time::timeout(ANSWER, work).await {
        Ok(done) => done.map_err(|error| fault(&error)),
        Err(_) => Err(Fault::Io("the database does not answer".into())),
    }
}

/// A place for one connection, open when it is needed.
pub(crate) struct Link {
    address: Arc<Address>,
    open: Turn<Option<Arc<Session>>>,
}

impl Link {
    pub(crate) fn new(address: Arc<Address>) -> Link {
        Link { address, open: Turn::default() }
    }

    /// The connection, made again if it was lost.
    pub(crate) async fn session(&self) -> Result<Arc<Session>, Fault> {
        let mut open = self.open.lock().await;
        match &*open {
            Some(session) if !session.client.is_closed() => Ok(session.clone()),
            _ => {
                let session = Arc::new(Session::open(&self.address).await?);
                *open = Some(session.clone());
                Ok(session)
            }
        }
    }

    /// Does something, in time; a connection on which it failed otherwise than by an answer of the server is given up.
    pub(crate) async fn with<T, F>(&self, work: impl FnOnce(Arc<Session>) -> F) -> Result<T, Fault>
    where
        F: Future<Output = Result<T, Error>>,
    {
        let session = self.session().await?;
        let mut answered = false;
        let done = in_time(async {
            let done = work(session).await;
            answered = done.as_ref().err().is_none_or(|error| error.as_db_error().is_some());
            done
        })
        .await;
        if !answered {
            self.give_up().await;
        }
        done
    }

    /// Forgets the connection: the server undoes what was begun on it.
    pub(crate) async fn give_up(&self) {
        *self.open.lock().await = None;
    }
}
