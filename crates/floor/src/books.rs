//! The documents that tables run under: those of this program, and those an open table was opened under before.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use punto_journal::{Fault, Journal};
use punto_rulebook::{BookFolder, BookSource, Problem, Problems, Rulebook, Stray};
use serde::{Deserialize, Serialize};

use crate::source::Source;

/// Documents by their id and by the digest of their text.
///
/// A table keeps the text it was opened under until it is closed, whatever the program brings by then.
#[derive(Clone, Debug, Default)]
pub struct Books {
    by_id: BTreeMap<Arc<str>, Arc<Rulebook>>,
    by_digest: BTreeMap<String, Arc<Rulebook>>,
    texts: BTreeMap<String, Arc<Texts>>,
}

/// The two files of a document, as they are kept on the shelf.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Texts {
    rulebook: Cow<'static, str>,
    clauses: Cow<'static, str>,
}

/// What a folder of documents brought.
#[derive(Clone, Debug, Default)]
pub struct Added {
    /// Its documents, in the order of their folders' names.
    pub books: Vec<Arc<Rulebook>>,
    /// What lies there and is none.
    pub strays: Vec<Stray>,
}

const SHELF: &str = "rulebook";

impl Books {
    /// The documents that come with the program, with their texts for the journal to keep.
    pub fn embedded() -> Books {
        let mut books = Books::default();
        for source in BookSource::all_embedded() {
            // A test loads them all, so one that does not load never leaves the workshop.
            let _ = books.add_source(source);
        }
        books
    }

    /// Adds the documents of a folder, or the one that the folder is itself.
    ///
    /// A document may not take the id of another with other text: a table would not be under the one it names.
    pub fn add_folder(&mut self, folder: &Path) -> Result<Added, Problems> {
        let found = BookFolder::read(folder)?;
        let (mut books, mut problems) = (Vec::new(), Vec::new());
        for source in found.sources {
            let file = source.folder.join("rulebook.toml");
            let texts = Texts { rulebook: source.rulebook.clone(), clauses: source.clauses.clone() };
            match source.load() {
                Ok(book) if self.of_id(&book.id).is_some_and(|known| known.digest != book.digest) => {
                    let message = format!("calls itself {}, which is another rulebook's id", book.id);
                    problems.push(Problem { file, at: None, message });
                }
                Ok(book) => books.push(self.put(book, texts)),
                Err(wrong) => problems.extend(wrong.0),
            }
        }
        if problems.is_empty() { Ok(Added { books, strays: found.strays }) } else { Err(Problems(problems)) }
    }

    /// Adds a document by its files, so that the journal can keep its text.
    pub fn add_source(&mut self, source: BookSource) -> Result<Arc<Rulebook>, Problems> {
        let texts = Texts { rulebook: source.rulebook.clone(), clauses: source.clauses.clone() };
        Ok(self.put(source.load()?, texts))
    }

    fn put(&mut self, book: Rulebook, texts: Texts) -> Arc<Rulebook> {
        self.texts.insert(book.digest.clone(), Arc::new(texts));
        self.add(book)
    }

    /// Adds a document; one with the same id takes its place for tables to be opened.
    pub fn add(&mut self, book: Rulebook) -> Arc<Rulebook> {
        let book = Arc::new(book);
        self.by_id.insert(book.id.clone(), book.clone());
        self.by_digest.insert(book.digest.clone(), book.clone());
        book
    }

    /// The document of this id, as it is in force for a table to be opened.
    pub fn of_id(&self, id: &str) -> Option<Arc<Rulebook>> {
        self.by_id.get(id).cloned()
    }

    /// The document with this text.
    pub fn of_digest(&self, digest: &str) -> Option<Arc<Rulebook>> {
        self.by_digest.get(digest).cloned()
    }

    /// Every document that a table can be opened under.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<Rulebook>> {
        self.by_id.values()
    }

    /// Brings in the documents that the journal has kept and the program does not have any more.
    pub fn fetch(&mut self, journal: &(impl Source + ?Sized)) -> Result<(), Fault> {
        for digest in journal.names(SHELF)? {
            if self.by_digest.contains_key(&digest) {
                continue;
            }
            let Some(bytes) = journal.get(SHELF, &digest)? else { continue };
            let texts: Texts = serde_json::from_slice(&bytes)
                .map_err(|error| Fault::Damaged(format!("the rulebook {digest} cannot be read: {error}")))?;
            let own = Rulebook::digest_of(&texts.rulebook, &texts.clauses);
            if own != digest {
                return Err(Fault::Damaged(format!("the rulebook kept as {digest} is {own}")));
            }
            // A sound text that this program cannot read is the business of the tables that need it.
            match read(&texts.rulebook, &texts.clauses) {
                Ok(book) => drop(self.by_digest.insert(digest, Arc::new(book))),
                Err(problems) => tracing::warn!(%digest, %problems, "a kept rulebook cannot be read"),
            }
        }
        Ok(())
    }

    /// Has the journal keep a document's text, if the text is known and not kept yet.
    pub(crate) fn keep(&self, journal: &dyn Journal, digest: &str) -> Result<(), Fault> {
        let Some(texts) = self.texts.get(digest) else { return Ok(()) };
        if journal.get(SHELF, digest)?.is_some() {
            return Ok(());
        }
        journal.put(SHELF, digest, &serde_json::to_vec(&**texts).unwrap_or_default())
    }
}

fn read(rulebook: &str, clauses: &str) -> Result<Rulebook, Problems> {
    Rulebook::read((Path::new("rulebook.toml"), rulebook), (Path::new("clauses.toml"), clauses))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn every_document_of_the_program_is_there_with_its_text() {
        let books = Books::embedded();
        for id in Rulebook::embedded_ids() {
            let book = books.of_id(id).unwrap();
            assert_eq!(book.digest, Rulebook::embedded(id).unwrap().digest);
            assert!(books.texts.contains_key(&book.digest) && books.of_digest(&book.digest).is_some());
        }
        assert_eq!(books.iter().count(), Rulebook::embedded_ids().len());
    }
}
