//! What the operator has said, a value a key, so that each change from one start to the next can be recorded.

use std::collections::BTreeMap;

use punto_journal::{Fault, Journal};
use punto_site::{Cause, plain};
use serde::{Deserialize, Serialize};
use toml::Value;

use crate::Options;

/// Everything that the file and the command line say; nothing of what holds because they say nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SaidOptions(BTreeMap<String, String>);

/// One key, with what it was and what it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The key, such as `listen.guests` or `table.nsw-1.opening`.
    pub key: String,
    /// What it was; nothing where it was not said.
    pub before: Option<String>,
    /// What it is; nothing where it is not said any more.
    pub after: Option<String>,
}

/// Where it lies from one start to the next.
const SHELF: &str = "setting";
const NAME: &str = "configuration";

impl SaidOptions {
    /// What a file that is in order and a command line say.
    pub(crate) fn of(text: &str, options: &Options) -> SaidOptions {
        let mut said = SaidOptions::default();
        if let Ok(file) = text.parse::<toml::Table>() {
            for (name, value) in &file {
                said.add(name, value);
            }
        }
        let Options { config: _, credentials: _, demo, listen, scanning_shoes, from_environment, .. } =
            options;
        let Options {
            behind_proxy, data, rulebooks, log_json, log_level, certificate, certificate_key, ..
        } = options;
        let path = |path: &std::path::PathBuf| path.display().to_string();
        for (name, value) in [
            ("demo", demo.then(|| "yes".to_owned())),
            ("listen", listen.map(|address| address.to_string())),
            ("scanning-shoes", scanning_shoes.map(|address| address.to_string())),
            ("behind-proxy", behind_proxy.then(|| "yes".to_owned())),
            ("data", data.as_ref().map(path)),
            ("rulebooks", rulebooks.as_ref().map(path)),
            ("log-json", log_json.then(|| "yes".to_owned())),
            ("log-level", log_level.clone()),
            ("certificate", certificate.as_ref().map(path)),
            ("certificate-key", certificate_key.as_ref().map(path)),
        ] {
            let from = if from_environment.contains(name) { "environment" } else { "command-line" };
            said.0.extend(value.map(|value| (format!("{from}.{name}"), value)));
        }
        said
    }

    fn add(&mut self, name: &str, value: &Value) {
        match value {
            Value::Table(table) => {
                for (key, value) in table {
                    self.add(&format!("{name}.{key}"), value);
                }
            }
            Value::Array(list) if list.iter().any(Value::is_table) => {
                for (place, value) in (1..).zip(list) {
                    // A table is the same table wherever it stands in the file.
                    let own = value.get("name").and_then(Value::as_str);
                    self.add(&format!("{name}.{}", own.unwrap_or(&format!("{place}"))), value);
                }
            }
            other => {
                self.0.insert(name.to_owned(), shown(name, other));
            }
        }
    }

    /// What was changed since the last start of the house of this journal; at its first, where it begins.
    pub fn changes(&self, journal: &dyn Journal, digest: Option<&str>) -> Result<Vec<Cause>, Fault> {
        let kept = journal.get(SHELF, NAME)?;
        let before: Option<SaidOptions> = kept.and_then(|bytes| serde_json::from_slice(&bytes).ok());
        Ok(match before {
            Some(before) => self.since(&before).iter().map(Change::cause).collect(),
            None => {
                let keys = u32::try_from(self.0.len()).unwrap_or(u32::MAX);
                vec![Cause::Configured { keys, digest: digest.map(plain) }]
            }
        })
    }

    /// Keeps all of it for the next start, once what was changed is recorded.
    pub fn keep(&self, journal: &dyn Journal) -> Result<(), Fault> {
        let bytes = serde_json::to_vec(self).map_err(|error| Fault::Unfit(error.to_string()))?;
        journal.put(SHELF, NAME, &bytes)
    }

    /// What holds once some keys of a newer configuration are taken over, and which changes then still wait.
    pub fn taking_over(
        &self,
        newer: &SaidOptions,
        takes: impl Fn(&str) -> bool,
    ) -> (SaidOptions, Vec<Change>) {
        let mut holds = self.clone();
        let (taken, waits): (Vec<Change>, Vec<Change>) =
            newer.since(self).into_iter().partition(|change| takes(&change.key));
        for Change { key, after, .. } in taken {
            match after {
                Some(value) => holds.0.insert(key, value),
                None => holds.0.remove(&key),
            };
        }
        (holds, waits)
    }

    /// What has changed since, by key.
    pub fn since(&self, before: &SaidOptions) -> Vec<Change> {
        let mut keys: Vec<&String> = self.0.keys().chain(before.0.keys()).collect();
        keys.sort();
        keys.dedup();
        let change = |key: &String| {
            let (was, is) = (before.0.get(key).cloned(), self.0.get(key).cloned());
            (was != is).then(|| Change { key: key.clone(), before: was, after: is })
        };
        keys.into_iter().filter_map(change).collect()
    }
}

impl Change {
    /// What a significant event tells of it. A long value is cut.
    pub fn cause(&self) -> Cause {
        let told = |value: &String| match value.chars().count() {
            0..=64 => plain(value),
            _ => plain(&format!("{}...", value.chars().take(61).collect::<String>())),
        };
        let key = plain(&self.key);
        match (self.after.as_ref().map(told), self.before.as_ref().map(told)) {
            (Some(is), Some(was)) => Cause::ConfigChanged { key, is, was },
            (Some(is), None) => Cause::ConfigSaid { key, is },
            (None, was) => Cause::ConfigUnsaid { key, was: was.unwrap_or_else(|| plain("-")) },
        }
    }
}

/// A value as it may be recorded: nothing that lets anybody in.
fn shown(name: &str, value: &Value) -> String {
    const HIDDEN: &str = "(not shown)";
    let last = name.rsplit('.').next().unwrap_or(name);
    if ["password", "secret", "token"].iter().any(|word| last.contains(word)) {
        return HIDDEN.to_owned();
    }
    match value {
        Value::String(text) => match (text.find("://"), text.rfind('@')) {
            (Some(start), Some(end)) if start < end => {
                format!("{}://{HIDDEN}{}", &text[..start], &text[end..])
            }
            _ => text.clone(),
        },
        Value::Integer(number) => number.to_string(),
        Value::Float(number) => number.to_string(),
        Value::Boolean(yes) => yes.to_string(),
        Value::Datetime(moment) => moment.to_string(),
        Value::Array(list) => list.iter().map(|value| shown(name, value)).collect::<Vec<_>>().join(" "),
        Value::Table(_) => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "[listen]\nguests = 20\n[checkpoints]\ncopies = [\"https://ada:secret@copies.example.org/x\"]\n\
                        [[table]]\nname = \"a\"\nopening = \"usual\"\n[[table]]\nname = \"b\"\n";

    #[test]
    fn what_the_environment_said_is_recorded_as_said_there() {
        let environment = [("PUNTO_SERVE_LOG_LEVEL".into(), "debug".into())];
        let options = Options { demo: true, ..Options::default() }.with_environment(environment);
        let now = SaidOptions::of("", &options.unwrap_or_default());
        let told: Vec<String> =
            now.since(&SaidOptions::default()).into_iter().map(|change| change.key).collect();
        assert_eq!(told, ["command-line.demo", "environment.log-level"]);
    }

    fn said(text: &str, demo: bool) -> SaidOptions {
        SaidOptions::of(text, &Options { demo, ..Options::default() })
    }

    #[test]
    fn each_key_that_changed_is_told_with_what_it_was_and_is() {
        let before = said(FILE, false);
        assert_eq!(before.since(&before), []);
        let after = FILE.replace("guests = 20", "guests = 30").replace("usual", "usual, limits 5..500");
        let changes = said(&after, true).since(&before);
        let told: Vec<String> = changes.iter().map(|change| change.cause().to_string()).collect();
        assert_eq!(
            told,
            [
                "configuration: command-line.demo is yes, was not said",
                "configuration: listen.guests is 30, was 20",
                "configuration: table.a.opening is usual, limits 5..500, was usual",
            ]
        );
        let gone = said("", false).since(&before);
        assert!(gone.iter().all(|change| change.after.is_none()) && gone.len() == before.0.len());
    }

    #[test]
    fn what_is_taken_over_while_the_house_runs_is_told_apart_from_what_waits() {
        let before = said(FILE, false);
        let newer = said(&format!("{}[log]\nlevel = \"debug\"\n", FILE.replace("20", "30")), false);
        let (holds, waits) = before.taking_over(&newer, |key| key.starts_with("log."));
        let keys = |changes: &[Change]| changes.iter().map(|change| change.key.clone()).collect::<Vec<_>>();
        assert_eq!(keys(&holds.since(&before)), ["log.level"]);
        assert_eq!(keys(&waits), ["listen.guests"]);
        assert_eq!(newer.since(&holds), waits, "the next start finds what waits");
        let (gone, none) = holds.taking_over(&before, |key| key.starts_with("log."));
        assert_eq!((gone, none), (before, vec![]));
    }

    #[test]
    fn a_table_that_only_moved_in_the_file_has_not_changed() {
        let moved = "[[table]]\nname = \"b\"\n[[table]]\nname = \"a\"\nopening = \"usual\"\n";
        let before =
            FILE.split("[[table]]").skip(1).map(|table| format!("[[table]]{table}")).collect::<String>();
        assert_eq!(said(moved, false).since(&said(&before, false)), []);
    }

    #[test]
    fn nothing_that_lets_anybody_in_is_recorded() {
        let told = format!("{:?}", said(FILE, false));
        assert!(
            told.contains("https://(not shown)@copies.example.org/x") && !told.contains("secret@"),
            "{told}"
        );
        let told = format!("{:?}", said("[x]\napi-token = \"t0p\"\n", false));
        assert!(!told.contains("t0p"), "{told}");
    }
}
