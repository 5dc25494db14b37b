//! Events as an older engine has stored them, read back from their lines.
//!
//! A mended rule must not condemn what was decided before it was mended: what an older engine wrote is taken as it
//! happened, and not decided again.

use std::sync::Arc;

use punto_journal::v1;
use punto_rulebook::Terms;
use punto_table::{Event, Happening, Opening, SharedTerms};
use punto_vocab::line::Words;
use punto_vocab::{Authority, Citation, ClauseId, Setting};

/// What the lines of a record leave out.
pub(crate) struct Besides<'r> {
    /// The document that was in force.
    pub(crate) rulebook: &'r Arc<str>,
    /// The terms that an opening has kept.
    pub(crate) under: Option<&'r v1::Under>,
    /// What today's rules make of the same command. A line names a ruling by its cure alone: where today's is the
    /// same, its parts are.
    pub(crate) today: &'r [Event],
}

/// The event that is stored.
pub(crate) fn read(stored: &v1::Event, besides: &Besides<'_>) -> Result<Event, String> {
    let by = Citation::of(stored.by.iter().map(|name| authority(besides.rulebook, name)));
    let by = by.ok_or_else(|| format!("`{}` rests on nothing", stored.what))?;
    let what = happening(&stored.what, besides)?;
    match what.to_string() == stored.what {
        true => Ok(Event { what, by }),
        false => Err(format!("`{}` reads as `{what}`", stored.what)),
    }
}

fn happening(line: &str, besides: &Besides<'_>) -> Result<Happening, String> {
    let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
    let known = || besides.today.iter().map(|event| &event.what).find(|what| what.to_string() == line);
    match verb {
        "opened" => {
            let under = besides.under.ok_or("a table was opened without its terms")?;
            let terms: Terms = serde_json::from_value(under.terms.clone()).map_err(|e| e.to_string())?;
            let opening: Opening = rest.split_once(": ").unwrap_or_default().1.parse()?;
            Ok(Happening::Opened { terms: SharedTerms(Arc::new(terms)), opening })
        }
        "ruling" | "ordered" | "variant" => {
            known().cloned().ok_or_else(|| format!("`{line}` has parts that its line does not tell"))
        }
        "decided" | "reviewed" => {
            let (what, who) = rest.rsplit_once(" by-officer ").ok_or("nobody decided it")?;
            let (what, who) = (Words::new(what)?, who.parse()?);
            Ok(match verb {
                "decided" => Happening::Decided { what, who },
                _ => Happening::Reviewed { what, who },
            })
        }
        _ => line.parse().map_err(|error| format!("`{line}`: {error}")),
    }
}

/// What an event rests on, by the name it is stored under.
pub(crate) fn authority(rulebook: &Arc<str>, name: &str) -> Authority {
    match name.strip_prefix("house:") {
        Some(setting) => Authority::House(Setting::new(setting)),
        None => Authority::Clause(ClauseId::new(rulebook, name)),
    }
}
