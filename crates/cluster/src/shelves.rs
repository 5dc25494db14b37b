//! Shelves: small things that may change or be erased, each with a code of its own.
//!
//! A code shows that something was put there once, by this house. That an older thing was put back is not shown: that takes
//! a memory outside the database, and no single process has seen everything.

use punto_journal::{ChainKey, Entry, Fault};
use tokio_postgres::Error;

use crate::reads::Readers;
use crate::row;
use crate::schema::damaged;
use crate::session::Session;

const PUT: &str = "INSERT INTO shelf (shelf, name, bytes, code) VALUES ($1, $2, $3, $4)
                   ON CONFLICT (shelf, name) DO UPDATE SET bytes = excluded.bytes, code = excluded.code";

/// Puts something on a shelf.
pub(crate) async fn put(
    session: &Session,
    key: Option<&ChainKey>,
    (shelf, name): (&str, &str),
    bytes: &[u8],
) -> Result<(), Error> {
    let code = key.map(|key| key.shelved(shelf, name, bytes));
    let code = code.as_ref().map(|code| code.as_bytes().as_slice());
    session.execute(PUT, &[&shelf, &name, &bytes, &code]).await.map(drop)
}

impl Readers {
    pub(crate) async fn put(
        &self,
        key: Option<&ChainKey>,
        (shelf, name): (&str, &str),
        bytes: &[u8],
    ) -> Result<(), Fault> {
        let most = Entry::LONGEST_BODY;
        if bytes.len() > most {
            let many = bytes.len();
            return Err(Fault::Unfit(format!("{many} bytes are too many for a shelf: {most} at most")));
        }
        self.link().with(|session| async move { put(&session, key, (shelf, name), bytes).await }).await
    }

    pub(crate) async fn get(
        &self,
        key: Option<&ChainKey>,
        shelf: &str,
        name: &str,
    ) -> Result<Option<Vec<u8>>, Fault> {
        let select = "SELECT bytes, code FROM shelf WHERE shelf = $1 AND name = $2";
        let rows = self.rows(select, &[&shelf, &name]).await?;
        let Some(found) = rows.first() else { return Ok(None) };
        let bytes: Vec<u8> = row::get(found, 0, "what is on a shelf")?;
        let code = row::maybe_hash(found, 1, "the code of something on a shelf")?;
        match code == key.map(|key| key.shelved(shelf, name, &bytes)) {
            true => Ok(Some(bytes)),
            false => damaged(format!("{name:?} on the shelf {shelf:?} is not what was put there")),
        }
    }

    pub(crate) async fn remove(&self, shelf: &str, name: &str) -> Result<(), Fault> {
        let remove = "DELETE FROM shelf WHERE shelf = $1 AND name = $2";
        self.link()
            .with(|session| async move { session.execute(remove, &[&shelf, &name]).await.map(drop) })
            .await
    }

    pub(crate) async fn names(&self, shelf: &str) -> Result<Vec<String>, Fault> {
        let rows = self.rows("SELECT name FROM shelf WHERE shelf = $1 ORDER BY name", &[&shelf]).await?;
        rows.iter().map(|found| row::get(found, 0, "a name on a shelf")).collect()
    }
}
