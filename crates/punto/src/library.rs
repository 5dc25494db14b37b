//! The rulebooks that a command can name: those of the program, and those of a folder.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use punto_floor::Books;
use punto_rulebook::{BookSource, Rulebook, Stray};

use crate::failure::{Failure, warn};

/// Where rulebooks are looked for, as the command line says it.
#[derive(clap::Args)]
pub(crate) struct LibraryArgs {
    /// Know the rulebooks in the folders of this folder besides those of the program, or the one that it is itself.
    #[arg(long, value_name = "DIR", global = true)]
    rulebooks: Option<PathBuf>,
}

/// The rulebooks of the program, and those of the folder that was given.
pub(crate) struct Library {
    /// All of them.
    pub(crate) books: Books,
    /// Those of the folder.
    pub(crate) own: Vec<Arc<Rulebook>>,
}

impl LibraryArgs {
    /// Loads every rulebook; what lies between those of the folder and is none is warned of.
    pub(crate) fn open(&self) -> Result<Library, Failure> {
        let mut books = Books::embedded();
        let Some(folder) = &self.rulebooks else { return Ok(Library { books, own: Vec::new() }) };
        let added = books.add_folder(folder).map_err(|problems| Failure::mistakes(&problems))?;
        told(&added.strays);
        Ok(Library { books, own: added.books })
    }

    /// The rulebook of this id, or in this folder.
    pub(crate) fn rulebook(&self, name: &str) -> Result<Arc<Rulebook>, Failure> {
        match (&self.rulebooks, Rulebook::embedded(name)) {
            // Only what is asked for is loaded.
            (None, Some(book)) => Ok(Arc::new(book)),
            _ => self.open()?.rulebook(name),
        }
    }
}

impl Library {
    /// Those of the program in their usual order, then those of the folder.
    pub(crate) fn all(&self) -> Vec<Arc<Rulebook>> {
        let program = Rulebook::embedded_ids().filter_map(|id| self.books.of_id(id));
        let own = self.own.iter().filter(|book| !Rulebook::embedded_ids().any(|id| *id == *book.id));
        program.chain(own.cloned()).collect()
    }

    /// The ids of all, for a message.
    pub(crate) fn ids(&self) -> String {
        self.all().iter().map(|book| &*book.id).collect::<Vec<_>>().join(", ")
    }

    /// The rulebook of this id, or in this folder.
    pub(crate) fn rulebook(&self, name: &str) -> Result<Arc<Rulebook>, Failure> {
        if let Some(book) = self.books.of_id(name) {
            return Ok(book);
        }
        let folder = Path::new(name);
        if folder.is_dir() {
            return in_folder(folder);
        }
        let shown: String = name.chars().take(60).collect();
        let known = self.ids();
        Err(Failure::Message(format!(
            "`{shown}` is not a rulebook; expected {known} or a folder with a rulebook.toml"
        )))
    }
}

/// The rulebook in a folder, with its scenarios.
pub(crate) fn in_folder(folder: &Path) -> Result<Arc<Rulebook>, Failure> {
    let mistakes = |problems| Failure::mistakes(&problems);
    let (source, strays) = BookSource::read(folder).map_err(mistakes)?;
    told(&strays);
    source.load().map(Arc::new).map_err(mistakes)
}

fn told(strays: &[Stray]) {
    strays.iter().for_each(|stray| warn(&stray.to_string()));
}
