//! Tables of the configuration, and the documents they run under.

use std::path::Path;

use punto_floor::{Books, Dealer, TablePlan};
use punto_rulebook::{Rulebook, Stray, Terms};
use punto_table::Opening;
use serde::Deserialize;
use toml::Spanned;

use crate::file::{Check, short};

/// The rulebooks of the binary and those of a folder, with what else lies in that folder.
pub(crate) fn books(folder: Option<&Path>, check: &mut Check<'_>) -> Option<(Books, Vec<Stray>)> {
    let mut books = Books::embedded();
    let Some(folder) = folder else { return Some((books, Vec::new())) };
    match books.add_folder(folder) {
        Ok(added) => Some((books, added.strays)),
        Err(problems) => {
            problems.0.into_iter().for_each(|problem| check.wrong_elsewhere(problem));
            None
        }
    }
}

fn ids(books: &Books) -> String {
    books.iter().map(|book| book.id.to_string()).collect::<Vec<_>>().join(", ")
}

/// A `[[table]]` of the file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct TableSection {
    name: Spanned<String>,
    title: Option<String>,
    rulebook: Spanned<String>,
    #[serde(default)]
    opening: Option<Spanned<String>>,
    dealer: Option<Spanned<String>>,
    currency: Option<Spanned<String>>,
    bet_seconds: Option<Spanned<u32>>,
}

/// The plans of the tables, each checked against its document.
pub(crate) fn plans(sections: &[TableSection], books: &Books, check: &mut Check<'_>) -> Vec<TablePlan> {
    let mut plans: Vec<TablePlan> = Vec::new();
    for section in sections {
        let Some(plan) = plan(section, books, check) else { continue };
        if plans.iter().any(|other| other.name == plan.name) {
            check.wrong(section.name.span(), format!("there are two tables called {}", plan.name));
        }
        plans.push(plan);
    }
    plans
}

fn plan(section: &TableSection, books: &Books, check: &mut Check<'_>) -> Option<TablePlan> {
    let name = section.name.get_ref().parse();
    if let Err(error) = &name {
        check.wrong(section.name.span(), format!("{error}"));
    }
    let book = books.of_id(section.rulebook.get_ref());
    if book.is_none() {
        let asked = short(section.rulebook.get_ref());
        check
            .wrong(section.rulebook.span(), format!("`{asked}` is not a rulebook; known are {}", ids(books)));
    }
    let opening = opening(section, book.as_deref(), check);
    let dealer = match section.dealer.as_ref().map(|word| word.get_ref().as_str()) {
        None | Some("automatic") => Some(Dealer::Automatic),
        Some("person") => Some(Dealer::Person),
        Some(other) => {
            let span = section.dealer.as_ref().map(Spanned::span).unwrap_or_default();
            check.wrong(span, format!("`{}` is not a dealer; expected automatic or person", short(other)));
            None
        }
    };
    let currency = section.currency.as_ref().map_or("credits", |currency| currency.get_ref());
    if let (false, Some(at)) = (is_plain(currency, 12), &section.currency) {
        check.wrong(at.span(), "a currency has 1 to 12 printable characters, like SGD");
    }
    if let (None, Some(at)) = (punto_vocab::smallest(currency), &section.currency) {
        check.wrong(
            at.span(),
            format!("{currency} is counted finer than in hundredths, which money is counted in here"),
        );
    }
    let bet_seconds = section.bet_seconds.as_ref().map(|seconds| *seconds.get_ref());
    if let (Some(seconds), Some(at)) = (bet_seconds, &section.bet_seconds)
        && !(1..=3600).contains(&seconds)
    {
        check.wrong(at.span(), format!("{seconds} is out of range; wagers stay open for 1 to 3600 seconds"));
    }
    let title = section.title.clone().unwrap_or_else(|| section.name.get_ref().clone());
    if !is_plain(&title, 60) {
        check.wrong(section.name.span(), "the title of a table has 1 to 60 printable characters");
    }
    Some(TablePlan {
        name: name.ok()?,
        title,
        rulebook: section.rulebook.get_ref().clone(),
        opening: opening?,
        dealer: dealer?,
        currency: currency.to_owned(),
        bet_seconds,
    })
}

/// The opening of a table, if its document allows it.
fn opening(section: &TableSection, book: Option<&Rulebook>, check: &mut Check<'_>) -> Option<Opening> {
    let (text, span) = match &section.opening {
        Some(text) => (text.get_ref().as_str(), text.span()),
        None => ("usual", section.name.span()),
    };
    let opening: Opening = match text.parse() {
        Ok(opening) => opening,
        Err(error) => {
            check.wrong(span, error);
            return None;
        }
    };
    let book = book?;
    match Terms::under(book, opening.draft(book)) {
        Ok(_) => Some(opening),
        Err(refused) => {
            check.wrong(span, format!("{} does not allow this table: {refused}", book.id));
            None
        }
    }
}

/// The currency of accounts: as the file says, or that of the first table. Play money has none.
pub(crate) fn currency(said: Option<&Spanned<String>>, tables: &[TablePlan], demo: bool) -> Option<String> {
    let first = || tables.first().map(|plan| plan.currency.clone());
    said.map(|said| said.get_ref().clone()).or_else(first).filter(|_| !demo)
}

pub(crate) fn is_plain(text: &str, most: usize) -> bool {
    !text.trim().is_empty() && text.chars().count() <= most && !text.chars().any(char::is_control)
}

/// The five tables of a demonstration, one a document.
pub(crate) fn demonstration() -> Vec<TablePlan> {
    const TABLES: [(&str, &str, &str, &str); 5] = [
        ("nsw", "Sydney", "nsw-2021", "usual, demonstration yes, limits 5..5000"),
        ("tas-2013", "Hobart", "tas-2013", "usual, demonstration yes, limits 5..5000"),
        ("tas-2018", "Launceston", "tas-2018", "usual, demonstration yes, limits 5..5000"),
        ("nz", "Auckland", "nz-1998", "usual, demonstration yes, limits 5..5000"),
        ("rws", "Sentosa", "rws-2016", "usual, limits 5..5000"),
    ];
    let plan = |(name, title, rulebook, opening): (&str, &str, &str, &str)| {
        Some(TablePlan {
            name: name.parse().ok()?,
            title: title.to_owned(),
            rulebook: rulebook.to_owned(),
            opening: opening.parse().ok()?,
            dealer: Dealer::Automatic,
            currency: "play credits".to_owned(),
            bet_seconds: None,
        })
    };
    TABLES.into_iter().filter_map(plan).collect()
}
