//! `punto rulebook new`: a folder to write a rulebook in, begun as a copy of one that is there.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use punto_rulebook::BookSource;

use crate::failure::{Answer, Failure};

/// What to copy, and to where.
#[derive(clap::Args)]
#[command(after_help = "Example: punto rulebook new --from nz-1998 rulebooks/here-2027")]
pub(crate) struct Args {
    /// The rulebook nearest in kind: an id of the program's, or a folder.
    #[arg(long, value_name = "ID")]
    from: String,
    /// The folder to make. Its name is the new rulebook's id, so name it by place and year.
    folder: PathBuf,
}

pub(crate) fn run(args: &Args) -> Answer {
    let id = args.folder.file_name().and_then(|name| name.to_str()).filter(|name| is_id(name));
    let id = id.ok_or_else(|| {
        let shown = args.folder.display();
        Failure::Message(format!(
            "`{shown}` names no rulebook; expected a folder named in small letters, figures and hyphens, like here-2027"
        ))
    })?;
    if args.folder.exists() {
        let shown = args.folder.display();
        return Err(Failure::Message(format!("{shown} is there already; expected a folder that is not")));
    }
    let source = source(&args.from)?;
    let old = source.clone().load().map_err(|problems| Failure::mistakes(&problems))?.id;
    let scenarios = args.folder.join("scenarios");
    let write = || -> io::Result<()> {
        fs::create_dir_all(&scenarios)?;
        fs::write(args.folder.join("rulebook.toml"), with_id(&source.rulebook, id))?;
        fs::write(args.folder.join("clauses.toml"), &*source.clauses)?;
        for scenario in &source.scenarios {
            let text = for_rulebook(&scenario.text, &old, id);
            fs::write(scenarios.join(format!("{}.script", scenario.name)), text)?;
        }
        Ok(())
    };
    write()
        .map_err(|error| Failure::Message(format!("{} cannot be written: {error}", args.folder.display())))?;
    let shown = args.folder.display();
    Ok(format!(
        "{shown}: {id}, begun from {old}, with {} scenarios. Nothing may stay because {old} had it: \
         change title, issuer and day in rulebook.toml, then go clause by clause.\n\n  \
         punto rulebook check {shown}         every mistake, with its line\n  \
         punto rulebook diff {old} {shown}    what you have changed\n  \
         punto check {shown} --coverage       the scenarios, and clauses without one\n  \
         punto serve --rulebooks {shown}      tables under it\n",
        source.scenarios.len()
    ))
}

/// Whether a folder's name can be an id, as the five documents' are.
fn is_id(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    !name.is_empty() && name.chars().all(plain) && !name.starts_with('-') && !name.ends_with('-')
}

/// The rulebook of the program with this id, or the one in this folder.
fn source(from: &str) -> Result<BookSource, Failure> {
    if let Some(source) = BookSource::embedded(from) {
        return Ok(source);
    }
    if Path::new(from).is_dir() {
        let read = BookSource::read(Path::new(from)).map_err(|problems| Failure::mistakes(&problems));
        return read.map(|(source, _)| source);
    }
    let known: Vec<String> =
        BookSource::all_embedded().map(|source| source.folder.display().to_string()).collect();
    let known: Vec<&str> = known.iter().filter_map(|folder| folder.rsplit('/').next()).collect();
    Err(Failure::Message(format!(
        "`{from}` is not a rulebook; expected {} or a folder with a rulebook.toml",
        known.join(", ")
    )))
}

/// The text of a rulebook with another id; its own is the first key of that name, before any section.
fn with_id(text: &str, id: &str) -> String {
    let mut done = false;
    let line = |line: &str| match line.starts_with("id = ") && !std::mem::replace(&mut done, true) {
        true => format!("id = \"{id}\"\n"),
        false => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}

/// A scenario of one rulebook as one of another: lines name it in their head and where a table is opened.
fn for_rulebook(text: &str, old: &str, new: &str) -> String {
    let named = [
        (format!("rulebook {old}"), format!("rulebook {new}")),
        (format!("opened {old}:"), format!("opened {new}:")),
    ];
    named.iter().fold(text.to_owned(), |text, (old, new)| text.replace(old, new))
}
