//! What a proposal asks for: a text that can be carried out, or a sentence with an example that can.

use punto_config::Setting;
use punto_floor::{TableName, TablePlan};
use punto_rulebook::Terms;
use punto_seen::{Viewer, view};
use punto_site::Matter;
use punto_table::Command;
use punto_vocab::line::{Field, Words};
use punto_vocab::{Money, PersonId, Role};
use punto_wire::{NewTable, Proposed};

use crate::problem::ApiError;
use crate::software::{self, Verdict};
use crate::state::App;
use crate::tables;

/// What takes two persons and is carried out by the server.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Asked {
    /// A balance is put right.
    Adjustment { patron: PersonId, up: bool, amount: Money, why: Words },
    /// Personal data is erased.
    Erasure { patron: PersonId },
    /// A setting of the house is changed.
    Setting { setting: Setting, value: u64 },
    /// A table is put up and opened.
    Open { plan: Box<TablePlan> },
    /// A table is closed.
    Close { table: TableName },
    /// What went wrong at a table is ruled on.
    Order { table: TableName, command: Command },
    /// A manifest may be run, or may not any more.
    Software { verdict: Verdict, digest: String },
}

impl Asked {
    /// Reads a proposal's text.
    pub(super) fn read(matter: Matter, text: &str) -> Result<Asked, ApiError> {
        match matter {
            Matter::Adjustment => adjustment(text),
            Matter::Erasure => erasure(text),
            Matter::Setting => Setting::read(text)
                .map(|(setting, value)| Asked::Setting { setting, value })
                .map_err(|why| wrong(&format!("{why}; like `patron-minutes 20 as the regulator asks`"))),
            Matter::Table => table(text),
            Matter::Void => order(text),
            Matter::Software => manifest(text),
            // The site carries its own commands out by itself.
            Matter::Site | Matter::Fault => Err(wrong("the site's own matters are said as commands")),
        }
    }

    /// The same for screens.
    pub(super) fn proposed(&self) -> Proposed {
        match self {
            Asked::Adjustment { patron, up, amount, why } => Proposed::Adjust {
                patron: patron.to_string(),
                by: if *up { amount.minor() } else { -amount.minor() },
                why: why.to_string(),
            },
            Asked::Erasure { patron } => Proposed::Erase { patron: patron.to_string() },
            Asked::Setting { setting, value } => {
                Proposed::Set { setting: setting.to_string(), value: *value }
            }
            Asked::Open { plan } => Proposed::OpenTable {
                table: plan.name.to_string(),
                rulebook: plan.rulebook.to_string(),
                opening: plan.opening.to_string(),
            },
            Asked::Close { table } => Proposed::CloseTable { table: table.to_string() },
            Asked::Order { table, command } => Proposed::Order {
                table: table.to_string(),
                cure: match command {
                    Command::Order { cure } => cure.map(Into::into),
                    _ => None,
                },
            },
            Asked::Software { verdict: Verdict::Accept, digest } => {
                Proposed::Accept { digest: digest.clone() }
            }
            Asked::Software { verdict: Verdict::Withdraw, digest } => {
                Proposed::Reject { digest: digest.clone() }
            }
        }
    }

    /// Refuses what could not be carried out as things stand.
    pub(super) async fn could_be(&self, app: &App) -> Result<(), ApiError> {
        match self {
            Asked::Adjustment { .. } | Asked::Erasure { .. } | Asked::Setting { .. } => Ok(()),
            Asked::Open { plan } => could_open(app, plan),
            Asked::Close { table } => match tables::table(app, table.as_str())?.now().table.open {
                Some(_) => Ok(()),
                None => Err(wrong(&format!("{table} is closed already"))),
            },
            Asked::Order { table, .. } => {
                let table = tables::table(app, table.as_str())?;
                let seen = view(&table.book(), &table.now().table, Viewer::Staff(Role::Dealer));
                match seen.trouble.is_some_and(|trouble| !trouble.ordered) {
                    true => Ok(()),
                    false => Err(wrong(&format!("nothing waits to be ordered at {}", table.name()))),
                }
            }
            Asked::Software { verdict, digest } => software::could_be(app, *verdict, digest).await,
        }
    }
}

fn wrong(sentence: &str) -> ApiError {
    ApiError::bad_request(sentence)
}

/// `ada up 12.50 counted wrong`.
fn adjustment(text: &str) -> Result<Asked, ApiError> {
    let example = || {
        wrong("an adjustment names the account, up or down, an amount and why: ada up 12.50 counted wrong")
    };
    let mut parts = text.splitn(4, ' ');
    let patron = parts.next().and_then(|name| name.parse().ok()).ok_or_else(example)?;
    let up = match parts.next() {
        Some("up") => true,
        Some("down") => false,
        _ => return Err(example()),
    };
    let amount =
        parts.next().and_then(|amount| Money::read(amount).ok()).filter(|amount| amount.is_positive());
    let why = parts.next().and_then(|why| Words::new(why).ok()).ok_or_else(example)?;
    Ok(Asked::Adjustment { patron, up, amount: amount.ok_or_else(example)?, why })
}

/// `ada asked for it`.
fn erasure(text: &str) -> Result<Asked, ApiError> {
    let first = text.split(' ').next().unwrap_or_default();
    match first.parse() {
        Ok(patron) => Ok(Asked::Erasure { patron }),
        Err(_) => Err(wrong("an erasure begins with the account: ada asked for it")),
    }
}

/// `open nsw-3 nsw-2021 person AUD usual, limits 25..5000`, or `close nsw-3`.
fn table(text: &str) -> Result<Asked, ApiError> {
    const EXAMPLE: &str = "`open nsw-3 nsw-2021 person AUD usual, limits 25..5000` with name, document, dealer, \
                           currency and opening, or `close nsw-3`";
    let words: Vec<&str> = text.splitn(6, ' ').collect();
    match words[..] {
        ["close", name] => {
            let table = name.parse().map_err(|error| wrong(&format!("{error}; like {EXAMPLE}")))?;
            Ok(Asked::Close { table })
        }
        ["open", name, rulebook, dealer, currency, opening] => {
            let new = NewTable {
                table: name.to_owned(),
                title: name.to_owned(),
                rulebook: rulebook.to_owned(),
                opening: opening.to_owned(),
                dealer: dealer
                    .parse::<punto_floor::Dealer>()
                    .map_err(|error| wrong(&error.to_string()))?
                    .into(),
                currency: currency.to_owned(),
                bet_seconds: None,
            };
            let plan = tables::plan(&new);
            let plan = plan.map_err(|error| wrong(&format!("{}; like {EXAMPLE}", error.problem.detail)))?;
            Ok(Asked::Open { plan: Box::new(plan) })
        }
        _ => Err(wrong(&format!("a table is opened or closed: {EXAMPLE}"))),
    }
}

/// `nsw-1 order void-coup`.
fn order(text: &str) -> Result<Asked, ApiError> {
    const EXAMPLE: &str =
        "`nsw-1 order`, or `nsw-1 order void-coup` where the document leaves it to the officer";
    let example = |why: String| wrong(&format!("{why}; a ruling is asked for with its table: {EXAMPLE}"));
    let (name, line) = text.split_once(' ').ok_or_else(|| example("there is nothing to order".into()))?;
    let table = name.parse().map_err(|error| example(format!("{error}")))?;
    match line.parse::<Command>() {
        Ok(command @ Command::Order { .. }) => Ok(Asked::Order { table, command }),
        Ok(_) => Err(example(format!("`{line}` orders nothing"))),
        Err(error) => Err(example(error.to_string())),
    }
}

/// `accept 9f86d081… why`, or `withdraw 9f86d081… why`.
fn manifest(text: &str) -> Result<Asked, ApiError> {
    let example = || {
        wrong(
            "a manifest is accepted or withdrawn by the SHA-256 of its file: \
             accept 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08 version 0.2.0",
        )
    };
    let mut words = text.splitn(3, ' ');
    let verdict = match words.next() {
        Some("accept") => Verdict::Accept,
        Some("withdraw") => Verdict::Withdraw,
        _ => return Err(example()),
    };
    let digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    let digest = words.next().filter(|digest| digest.len() == 64 && digest.bytes().all(digit));
    Ok(Asked::Software { verdict, digest: digest.ok_or_else(example)?.to_owned() })
}

/// Refuses a table whose name is taken, or whose document does not allow it.
fn could_open(app: &App, plan: &TablePlan) -> Result<(), ApiError> {
    if app.floor().table(&plan.name).is_some() {
        return Err(wrong(&format!("there is a table {} already", plan.name)));
    }
    tables::has_currency(app, &plan.currency)?;
    let book = app.books().of_id(&plan.rulebook);
    let book = book.ok_or_else(|| wrong(&format!("there is no document {}", plan.rulebook)))?;
    let draft = plan.opening.draft(&book).map_err(|why| wrong(&why))?;
    match Terms::under(&book, draft) {
        Ok(_) => Ok(()),
        Err(refused) => Err(wrong(&format!("{} does not allow this table: {refused}", book.id))),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // a test that cannot be set up should stop there

    use super::*;

    #[test]
    fn what_can_be_carried_out_is_read_and_the_rest_is_told_what_could() {
        let digest = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
        for (matter, right, wrongs) in [
            (Matter::Adjustment, "ada up 12.50 counted wrong", &["ada up 12.50", "ada up -3 x", "ada 5"][..]),
            (Matter::Erasure, "ada asked for it", &["", "A!"]),
            (Matter::Setting, "patron-minutes 20 for a while", &["patron-minutes", "idle 10", "guests many"]),
            (Matter::Table, "close nsw-3", &["close", "close N 3", "shut nsw-3", "close nsw-3 now"]),
            (
                Matter::Table,
                "open nsw-3 nsw-2021 person AUD usual, limits 25..5000",
                &[
                    "open nsw-3",
                    "open nsw-3 nsw-2021 robot AUD usual",
                    "open nsw-3 nsw-2021 person AUD lucky 7",
                ],
            ),
            (Matter::Void, "nsw-1 order void-coup", &["nsw-1", "order", "nsw-1 settle", "nsw-1 order luck"]),
            (Matter::Software, &format!("accept {digest} version 2"), &["accept", "accept 9f86", "run this"]),
        ] {
            assert!(Asked::read(matter, right).is_ok(), "{right}");
            for wrong in wrongs {
                let problem = Asked::read(matter, wrong).unwrap_err().problem;
                assert_eq!(problem.code, punto_wire::ProblemCode::BadRequest);
                assert!(problem.detail.len() > 30, "{wrong}: {}", problem.detail);
            }
        }
        assert!(Asked::read(Matter::Software, &format!("withdraw {digest}")).is_ok());
        assert!(Asked::read(Matter::Site, "hire ada").is_err());
    }
}
