//! The versions of the schema, and the way from each to the next.

use punto_journal::{ChainKey, Fault};
use tokio_postgres::Client;

use crate::ClusterError;
use crate::error::fault;

/// What makes each version from the one before.
const VERSIONS: [&str; 1] = [include_str!("schema/1.sql")];

/// The newest version that this program knows.
const KNOWN: i32 = VERSIONS.len() as i32;

/// Only one process at a time looks whether there is something to be made; the number is "Pnto".
const ALONE: &str = "SELECT pg_advisory_xact_lock(1349416047)";

/// Brings the database to the newest version, all or nothing, and checks that it is this house's own.
pub(crate) async fn prepare(client: &mut Client, key: Option<&ChainKey>) -> Result<(), ClusterError> {
    careful(client).await?;
    let database = |error| ClusterError::Database(fault(&error));
    let change = client.transaction().await.map_err(database)?;
    change.batch_execute(ALONE).await.map_err(database)?;
    let made = "CREATE SCHEMA IF NOT EXISTS punto;
                CREATE TABLE IF NOT EXISTS punto.house (version integer NOT NULL, mark bytea NOT NULL)";
    change.batch_execute(made).await.map_err(database)?;
    let house = change.query_opt("SELECT version, mark FROM punto.house", &[]).await.map_err(database)?;
    let mark = mark(key);
    let found: i32 = match &house {
        None => 0,
        Some(row) if row.get::<_, &[u8]>(1) != mark => return Err(ClusterError::OtherKey),
        Some(row) => row.get(0),
    };
    if found > KNOWN {
        return Err(ClusterError::Newer { found, known: KNOWN });
    }
    for version in VERSIONS.iter().skip(found.unsigned_abs() as usize) {
        change.batch_execute(version).await.map_err(database)?;
    }
    let note = match house {
        None => "INSERT INTO punto.house (version, mark) VALUES ($1, $2)",
        Some(_) => "UPDATE punto.house SET version = $1, mark = $2",
    };
    change.execute(note, &[&KNOWN, &mark]).await.map_err(database)?;
    change.commit().await.map_err(database)
}

/// What a key is known by in the database: nothing can be made with it.
fn mark(key: Option<&ChainKey>) -> Vec<u8> {
    key.map(|key| key.note("punto cluster").as_bytes().to_vec()).unwrap_or_default()
}

/// Refuses a server that acknowledges what a loss of power can take away.
async fn careful(client: &Client) -> Result<(), ClusterError> {
    for setting in ["fsync", "full_page_writes"] {
        let row = client.query_one("SELECT current_setting($1)", &[&setting]).await;
        let value: String = row.map_err(|error| ClusterError::Database(fault(&error)))?.get(0);
        if value != "on" {
            return Err(ClusterError::Careless { setting });
        }
    }
    Ok(())
}

/// Nothing in the database is what it should be.
pub(crate) fn damaged<T>(what: String) -> Result<T, Fault> {
    Err(Fault::Damaged(what))
}
