//! A journal that takes nothing it could not give back: what is to be written is read again first, from its own bytes.

use std::sync::Arc;

use punto_journal::{
    AppendError, Checkpoint, Entry, Fault, Head, Journal, Pending, Record, Signer, StreamName,
};

/// The journal of a floor. A record that cannot be read would stop the house at its next start; it is refused here, and
/// nothing of its append is written.
pub struct Readable(pub Arc<dyn Journal>);

impl Journal for Readable {
    fn append(&self, entries: Vec<Entry>) -> Pending {
        let unreadable = entries.iter().find_map(|entry| Some((entry, crate::read_back(entry).err()?)));
        match unreadable {
            None => self.0.append(entries),
            Some((Entry { stream, seq, .. }, error)) => {
                let why =
                    format!("record {seq} of {stream} could not be read again, and is not written: {error}");
                tracing::error!(why, "a record was refused");
                Pending::ready(Err(AppendError::Unfit(why)))
            }
        }
    }

    fn is_shared(&self) -> bool {
        self.0.is_shared()
    }

    fn may_write(&self, stream: &StreamName) -> bool {
        self.0.may_write(stream)
    }

    fn read(&self, stream: &StreamName, after: u64, limit: usize) -> Result<Vec<Record>, Fault> {
        self.0.read(stream, after, limit)
    }

    fn heads(&self) -> Result<Vec<Head>, Fault> {
        self.0.heads()
    }

    fn find(&self, stream: &StreamName, key: &str) -> Result<Option<Record>, Fault> {
        self.0.find(stream, key)
    }

    fn put(&self, shelf: &str, name: &str, bytes: &[u8]) -> Result<(), Fault> {
        self.0.put(shelf, name, bytes)
    }

    fn get(&self, shelf: &str, name: &str) -> Result<Option<Vec<u8>>, Fault> {
        self.0.get(shelf, name)
    }

    fn remove(&self, shelf: &str, name: &str) -> Result<(), Fault> {
        self.0.remove(shelf, name)
    }

    fn names(&self, shelf: &str) -> Result<Vec<String>, Fault> {
        self.0.names(shelf)
    }

    fn checkpoint(&self, signer: &Signer, at: i64) -> Result<Checkpoint, Fault> {
        self.0.checkpoint(signer, at)
    }

    fn checkpoints(&self, after: u64) -> Result<Vec<Checkpoint>, Fault> {
        self.0.checkpoints(after)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use punto_accounts::{Command, Event, Happening};
    use punto_journal::SqliteJournal;
    use punto_vocab::Money;

    use super::*;
    use crate::{AccountBody, Body, Spoken};

    #[test]
    fn what_cannot_be_read_again_is_not_written() {
        let folder = tempfile::tempdir().unwrap();
        let own: Arc<dyn Journal> = Arc::new(SqliteJournal::open(folder.path()).unwrap());
        let journal = Readable(own.clone());
        let amount = Money::from_minor(100);
        let by = punto_accounts::AccountRule::Cage.cite();
        let events =
            vec![Event { what: Happening::Deposited { amount, seconded: None, exchanged: None }, by }];
        let body: AccountBody =
            Body::Said(Spoken::new(Command::Deposit { amount, seconded: None, exchanged: None }, events));
        let stream = "patron/ada".parse().unwrap();
        let good = body.entry((&stream, 1), 0, &"staff cat", None);
        let changes: [fn(&mut Entry); 5] = [
            |entry| entry.body = entry.body.replace("100", "1e2"),
            |entry| entry.body = entry.body.replace("deposit", "depose"),
            |entry| entry.body.push(' '),
            |entry| entry.actor = "nobody at all".into(),
            |entry| entry.schema += 1,
        ];
        for (n, change) in changes.iter().enumerate() {
            let mut bad = good.clone();
            change(&mut bad);
            let refused = journal.append(vec![good.clone(), bad]).wait();
            assert!(
                matches!(&refused, Err(AppendError::Unfit(why)) if why.contains("patron/ada")),
                "{n}: {refused:?}"
            );
        }
        assert_eq!(own.heads(), Ok(vec![]), "nothing of a refused append is there");
        assert!(journal.append(vec![good]).wait().is_ok());
    }
}
