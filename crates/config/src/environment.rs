//! What the environment says: the same as the command line, for those who start programs without one.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use crate::{Mistake, Mistakes, Options};

/// How all of them begin. What begins so and is none of them is a mistake, so that a slip of the pen is not passed over.
pub const ENVIRONMENT: &str = "PUNTO_SERVE_";

/// Every option that has one, as the command line spells it.
const NAMES: [&str; 11] = [
    "config",
    "demo",
    "listen",
    "scanning-shoes",
    "behind-proxy",
    "data",
    "rulebooks",
    "log-json",
    "log-level",
    "certificate",
    "certificate-key",
];

/// The variable of an option.
fn variable(name: &str) -> String {
    format!("{ENVIRONMENT}{}", name.to_uppercase().replace('-', "_"))
}

impl Options {
    /// Every variable that is read.
    pub fn variables() -> impl Iterator<Item = String> {
        NAMES.iter().map(|name| variable(name))
    }

    /// What a command line says, and for the rest what the environment does; or all that is wrong with that. An empty variable
    /// says nothing.
    pub fn with_environment(
        mut self,
        environment: impl IntoIterator<Item = (OsString, OsString)>,
    ) -> Result<Options, Mistakes> {
        let mut mistakes = Vec::new();
        for (name, value) in environment {
            // A name that is no text is none of ours.
            let Some(name) = name.to_str().filter(|name| name.starts_with(ENVIRONMENT)) else { continue };
            if value.is_empty() {
                continue;
            }
            let known = NAMES.iter().find(|own| variable(own) == name);
            let taken = match known {
                Some(option) => self.take(option, value),
                None => Err(format!(
                    "is no setting; there are {}",
                    Options::variables().collect::<Vec<_>>().join(", ")
                )),
            };
            if let Err(why) = taken {
                mistakes.push(Mistake::of(Path::new("the environment"), format!("{name} {why}")));
            }
        }
        mistakes.sort_by(|one, other| one.message.cmp(&other.message));
        if mistakes.is_empty() { Ok(self) } else { Err(Mistakes(mistakes)) }
    }

    fn take(&mut self, option: &'static str, value: OsString) -> Result<(), String> {
        let said = &mut self.from_environment;
        match option {
            "config" => path(&mut self.config, value, (said, option)),
            "data" => path(&mut self.data, value, (said, option)),
            "rulebooks" => path(&mut self.rulebooks, value, (said, option)),
            "certificate" => path(&mut self.certificate, value, (said, option)),
            "certificate-key" => path(&mut self.certificate_key, value, (said, option)),
            "demo" => return yes(&mut self.demo, value, (said, option)),
            "behind-proxy" => return yes(&mut self.behind_proxy, value, (said, option)),
            "log-json" => return yes(&mut self.log_json, value, (said, option)),
            "listen" => {
                return read(&mut self.listen, value, "an address like 127.0.0.1:8080", (said, option));
            }
            "scanning-shoes" => {
                let expected = "an address like 127.0.0.1:8081";
                return read(&mut self.scanning_shoes, value, expected, (said, option));
            }
            // What levels there are the configuration knows, which has one of its own.
            _ => return read(&mut self.log_level, value, "a level", (said, option)),
        }
        Ok(())
    }
}

/// What was said, and by which option of the environment.
type Said<'s> = (&'s mut BTreeSet<&'static str>, &'static str);

fn path(own: &mut Option<PathBuf>, value: OsString, (said, option): Said<'_>) {
    if own.is_none() {
        *own = Some(value.into());
        said.insert(option);
    }
}

fn yes(own: &mut bool, value: OsString, (said, option): Said<'_>) -> Result<(), String> {
    let is = match value.to_str() {
        Some("yes") => true,
        Some("no") => false,
        _ => return Err(format!("is `{}`; expected yes or no", value.display())),
    };
    if is && !*own {
        *own = true;
        said.insert(option);
    }
    Ok(())
}

fn read<T: FromStr>(
    own: &mut Option<T>,
    value: OsString,
    expected: &str,
    (said, option): Said<'_>,
) -> Result<(), String> {
    let read = value.to_str().and_then(|text| text.parse().ok());
    let read = read.ok_or_else(|| format!("is `{}`; expected {expected}", value.display()))?;
    if own.is_none() {
        *own = Some(read);
        said.insert(option);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // a test that cannot be set up should stop there

    use super::*;

    fn with(options: Options, environment: &[(&str, &str)]) -> Result<Options, String> {
        let all = environment.iter().map(|(name, value)| (OsString::from(name), OsString::from(value)));
        options.with_environment(all).map_err(|mistakes| mistakes.to_string())
    }

    #[test]
    fn every_variable_says_what_its_option_says() {
        let all: Vec<(String, &str)> = Options::variables()
            .map(|name| {
                let value = match name.as_str() {
                    "PUNTO_SERVE_DEMO" | "PUNTO_SERVE_BEHIND_PROXY" | "PUNTO_SERVE_LOG_JSON" => "yes",
                    "PUNTO_SERVE_LISTEN" | "PUNTO_SERVE_SCANNING_SHOES" => "127.0.0.1:81",
                    _ => "that",
                };
                (name, value)
            })
            .collect();
        let all: Vec<(&str, &str)> = all.iter().map(|(name, value)| (name.as_str(), *value)).collect();
        let options = with(Options::default(), &all).unwrap();
        assert_eq!(options.from_environment, NAMES.into_iter().collect());
        let that = Some(PathBuf::from("that"));
        let (paths, keys) = (
            [&options.config, &options.data, &options.rulebooks],
            [&options.certificate, &options.certificate_key],
        );
        assert!(paths.into_iter().chain(keys).all(|path| *path == that));
        assert!(options.demo && options.behind_proxy && options.log_json);
        assert_eq!(options.listen, options.scanning_shoes);
        assert_eq!(options.log_level.as_deref(), Some("that"));
    }

    #[test]
    fn the_command_line_goes_before_it_and_what_is_of_others_is_left_alone() {
        let said = Options { listen: "127.0.0.1:1".parse().ok(), demo: true, ..Options::default() };
        let environment = [
            ("PUNTO_SERVE_LISTEN", "127.0.0.1:2"),
            ("PUNTO_SERVE_DEMO", "no"),
            ("PUNTO_SERVE_DATA", ""),
            ("PUNTO_X", "1"),
        ];
        let options = with(said, &environment).unwrap();
        assert_eq!((options.listen, options.demo), ("127.0.0.1:1".parse().ok(), true));
        assert!(options.from_environment.is_empty() && options.data.is_none());
    }

    #[test]
    fn a_bad_one_is_refused_by_name_with_what_would_be_right() {
        let told = with(
            Options::default(),
            &[
                ("PUNTO_SERVE_LISTEN", "8080"),
                ("PUNTO_SERVE_DEMO", "1"),
                ("PUNTO_SERVE_LISTN", "127.0.0.1:1"),
            ],
        )
        .unwrap_err();
        assert_eq!(told.lines().count(), 3, "{told}");
        assert!(
            told.contains("the environment: PUNTO_SERVE_LISTEN is `8080`; expected an address like"),
            "{told}"
        );
        assert!(told.contains("PUNTO_SERVE_DEMO is `1`; expected yes or no"), "{told}");
        assert!(told.contains("PUNTO_SERVE_LISTN is no setting; there are PUNTO_SERVE_CONFIG, "), "{told}");
    }
}
