//! Checkpoints: one process of the house signs where every stream ends.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use punto_journal::{Checkpoint, Fault, Hash, Head, Signer, StreamName};
use tokio_postgres::{Error, Row};

use crate::journal::Inner;
use crate::reads::{HEADS, Readers, head};
use crate::row::{self, integer};
use crate::schema::damaged;
use crate::session::{Session, in_time};
use crate::shelves;

/// Where every stream ended when this process signed last; `None` before the first time.
#[derive(Default)]
pub(crate) struct Signed(Mutex<Option<BTreeMap<StreamName, Head>>>);

/// The stream that stands for the right to sign. It never has a record; who owns its row is the signer.
const SIGNER: &str = "signer";

const MADE: &str = "INSERT INTO stream (name) VALUES ($1) ON CONFLICT (name) DO NOTHING";

/// Takes the right to sign, or keeps it, and holds it against others until the transaction has ended.
const CLAIM: &str = "UPDATE stream s SET epoch = s.epoch + (s.owner IS DISTINCT FROM $2)::int, owner = $2
    WHERE s.name = $1 AND (s.owner IS NULL OR s.owner = $2
        OR NOT EXISTS (SELECT FROM member m WHERE m.name = s.owner AND m.expires > clock_timestamp()))";

const LAST: &str = "SELECT number, line FROM checkpoint ORDER BY number DESC LIMIT 1";
const ENGINE: &str = "SELECT max(engine) FROM stream WHERE seq > 0";
const LINES: &str = "SELECT number, line FROM checkpoint WHERE number > $1 ORDER BY number";

impl Inner {
    /// Signs where every stream ends now, if this process is the one that signs.
    pub(crate) async fn sign(&self, signer: Signer, at: i64) -> Result<Checkpoint, Fault> {
        let session = self.signing.session().await?;
        let signed = in_time(self.signed_on(&session, &signer, at)).await;
        match signed {
            Ok(Ok(checkpoint)) => Ok(checkpoint),
            other => {
                // Nothing of what was begun on it is carried on.
                self.signing.give_up().await;
                other.and_then(|fault| fault)
            }
        }
    }

    async fn signed_on(
        &self,
        session: &Arc<Session>,
        signer: &Signer,
        at: i64,
    ) -> Result<Result<Checkpoint, Fault>, Error> {
        let node = &self.held.membership.node;
        session.execute(MADE, &[&SIGNER]).await?;
        session.client.batch_execute("BEGIN").await?;
        if session.execute(CLAIM, &[&SIGNER, node]).await? == 0 {
            return Ok(Err(Fault::Unfit("another process of the house signs the checkpoints".into())));
        }
        let last = session.rows(LAST, &[]).await?;
        let heads = session.rows(HEADS, &[]).await?;
        let engine = session.rows(ENGINE, &[]).await?;
        let made = match self.next(signer, at, (&last, &heads, &engine)) {
            Ok(made) => made,
            Err(fault) => return Ok(Err(fault)),
        };
        let insert = "INSERT INTO checkpoint (number, line) VALUES ($1, $2)";
        session.execute(insert, &[&integer(made.number), &made.to_line()]).await?;
        let (key, chain) = (signer.public_key().to_string(), self.key.as_ref());
        shelves::put(session, chain, ("checkpoint-key", &key), key.as_bytes()).await?;
        let note = format!("{} {}", made.number, made.hash());
        shelves::put(session, chain, ("last-checkpoint", "last-checkpoint"), note.as_bytes()).await?;
        session.client.batch_execute("COMMIT").await?;
        let heads = heads.iter().flat_map(head).map(|head| (head.stream.clone(), head)).collect();
        *self.signed.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(heads);
        Ok(Ok(made))
    }

    fn next(
        &self,
        signer: &Signer,
        at: i64,
        (last, heads, engine): (&[Row], &[Row], &[Row]),
    ) -> Result<Checkpoint, Fault> {
        let (number, prev) = match last.first() {
            None => (0, Hash::ZERO),
            Some(found) => {
                let line: &str = row::get(found, 1, "a checkpoint")?;
                (row::number(found, 0, "the number of a checkpoint")?, Hash::of(line.as_bytes()))
            }
        };
        let all: Vec<Head> = heads.iter().map(head).collect::<Result<_, _>>()?;
        let engine: Option<i32> = match engine.first() {
            Some(found) => row::get(found, 0, "the newest engine")?,
            None => None,
        };
        let engine = engine.and_then(|engine| u16::try_from(engine).ok());
        let before = self.signed.0.lock().unwrap_or_else(PoisonError::into_inner);
        let moved =
            |head: &&Head| before.as_ref().is_none_or(|before| before.get(&head.stream) != Some(*head));
        let heads: Vec<Head> = all.iter().filter(moved).cloned().collect();
        Ok(Checkpoint::sign(signer, number + 1, at, engine, prev, &all, heads))
    }
}

impl Readers {
    /// The checkpoints behind a number, each with a signature that holds and a link to the one before.
    pub(crate) async fn checkpoints(&self, after: u64) -> Result<Vec<Checkpoint>, Fault> {
        let mut read: Vec<Checkpoint> = Vec::new();
        for found in &self.rows(LINES, &[&integer(after)]).await? {
            let number = row::number(found, 0, "the number of a checkpoint")?;
            let wrong = |what: &str| damaged(format!("checkpoint {number} {what}"));
            let checkpoint = match Checkpoint::from_line(row::get(found, 1, "a checkpoint")?) {
                Ok(checkpoint) => checkpoint,
                Err(error) => return wrong(&format!("cannot be read: {error}")),
            };
            if checkpoint.number != number || number != after + 1 + read.len() as u64 {
                return wrong("is not where it belongs");
            }
            if !checkpoint.holds() {
                return wrong("has a wrong signature");
            }
            if read.last().is_some_and(|before| before.hash() != checkpoint.prev) {
                return wrong("does not follow the one before");
            }
            read.push(checkpoint);
        }
        Ok(read)
    }
}
