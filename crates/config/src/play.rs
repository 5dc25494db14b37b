//! Safer play as the operator chose it: a profile of what the law of the place asks for, and words of help.

use std::ops::Range;
use std::path::Path;

use punto_floor::Pace;
use serde::Deserialize;
use toml::Spanned;

use crate::file::Check;
use crate::mistake::Mistake;

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub(crate) struct PlaySection {
    profile: Option<Spanned<String>>,
    help: Texts,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub(crate) struct PaceSection {
    betting_ms: Option<Spanned<u64>>,
    between_cards_ms: Option<Spanned<u64>>,
    after_coup_ms: Option<Spanned<u64>>,
    share_window_ms: Option<Spanned<u64>>,
    cut_window_ms: Option<Spanned<u64>>,
    patience_ms: Option<Spanned<u64>>,
}

/// What holds for patrons in this house.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Play {
    /// What the law of the place asks for, if the operator named it.
    pub profile: Option<Profile>,
    /// Where patrons find help.
    pub help: Texts,
}

/// What a law asks for, as data: a figure each, with where it is said.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Profile {
    /// Its name in the configuration.
    pub id: String,
    /// Its name on screens.
    pub title: String,
    /// The least time from one call for wagers to the next, in milliseconds.
    pub least_game_ms: Option<LawRule>,
    /// How long a looser limit waits, in hours.
    pub cooling_hours: Option<LawRule>,
    /// How often a reality check comes at least, in minutes.
    pub check_minutes: Option<LawRule>,
    /// The shortest exclusion of one's own, in hours.
    pub exclusion_hours: Option<LawRule>,
    /// How long records are kept, in years.
    pub retention_years: Option<LawRule>,
    /// What patrons are told with every reality check.
    #[serde(default)]
    pub message: Texts,
}

/// A figure, and where it is said.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LawRule {
    /// How much.
    pub value: u32,
    /// Where it is said.
    pub reference: String,
}

/// A text in each language of the page; empty where there is none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Texts {
    /// English.
    pub en: String,
    /// Simplified Chinese.
    pub zh_hans: String,
    /// Traditional Chinese.
    pub zh_hant: String,
}

/// The profiles that come with the program, by their names.
const EMBEDDED: [(&str, &str); 2] = [
    ("example-venue", include_str!("../profiles/example-venue.toml")),
    ("example-remote", include_str!("../profiles/example-remote.toml")),
];

impl Profile {
    /// One that comes with the program, or that of a file.
    pub(crate) fn named(name: &str) -> Result<Profile, Mistake> {
        if let Some((_, text)) = EMBEDDED.iter().find(|(id, _)| *id == name) {
            return Profile::read(Path::new(name), text);
        }
        let path = Path::new(name);
        match std::fs::read_to_string(path) {
            Ok(text) => Profile::read(path, &text),
            Err(error) => {
                let known: Vec<&str> = EMBEDDED.iter().map(|(id, _)| *id).collect();
                let known = known.join(", ");
                Err(Mistake::of(path, format!("is none of {known}, and no file that can be read: {error}")))
            }
        }
    }

    fn read(path: &Path, text: &str) -> Result<Profile, Mistake> {
        let profile: Profile = crate::file::parse(path, text)?;
        let rules = [
            &profile.least_game_ms,
            &profile.cooling_hours,
            &profile.check_minutes,
            &profile.exclusion_hours,
            &profile.retention_years,
        ];
        let wrong = |rule: &LawRule| rule.value == 0 || rule.reference.trim().is_empty();
        if rules.into_iter().flatten().any(wrong) {
            return Err(Mistake::of(path, "every rule has a figure above 0 and says where it is said"));
        }
        Ok(profile)
    }
}

impl Play {
    /// How long a looser limit waits, in hours, where a law says so.
    pub fn cooling_hours(&self) -> Option<u32> {
        self.asks(|profile| &profile.cooling_hours).map(|(hours, _)| hours)
    }

    /// The shortest exclusion of one's own, in hours, and where that is said.
    pub fn exclusion_least(&self) -> Option<(u32, &str)> {
        self.asks(|profile| &profile.exclusion_hours)
    }

    /// How often a reality check comes at least, in minutes, and where that is said.
    pub fn check_most(&self) -> Option<(u32, &str)> {
        self.asks(|profile| &profile.check_minutes)
    }

    /// The least time of a game in milliseconds, and where that is said.
    pub fn least_game(&self) -> Option<(u32, &str)> {
        self.asks(|profile| &profile.least_game_ms)
    }

    fn asks(&self, rule: impl Fn(&Profile) -> &Option<LawRule>) -> Option<(u32, &str)> {
        let rule = rule(self.profile.as_ref()?).as_ref()?;
        Some((rule.value, &rule.reference))
    }
}

impl Check<'_> {
    /// What the law of the place asks for, if it is named, and words of help.
    pub(crate) fn play(&mut self, section: &PlaySection) -> Play {
        let mut named = |name: &Spanned<String>| match Profile::named(name.get_ref()) {
            Ok(profile) => Some(profile),
            Err(mistake) => {
                self.wrong(name.span(), format!("the profile {mistake}"));
                None
            }
        };
        Play { profile: section.profile.as_ref().and_then(&mut named), help: section.help.clone() }
    }

    /// How fast automatic dealers work; not faster than the law of the place allows.
    pub(crate) fn pace(&mut self, section: PaceSection, play: &Play) -> Pace {
        let usual = Pace::default();
        let said = [&section.betting_ms, &section.between_cards_ms, &section.after_coup_ms];
        let span = said.into_iter().flatten().next().map(Spanned::span);
        let mut micros = |found: Option<Spanned<u64>>, usual: i64| {
            1000 * self.number(found, usual.unsigned_abs() / 1000, 0..=3_600_000) as i64
        };
        let pace = Pace {
            betting: micros(section.betting_ms, usual.betting),
            between_cards: micros(section.between_cards_ms, usual.between_cards),
            after_coup: micros(section.after_coup_ms, usual.after_coup),
            share_window: micros(section.share_window_ms, usual.share_window),
            cut_window: micros(section.cut_window_ms, usual.cut_window),
            patience: micros(section.patience_ms, usual.patience),
            least_game: play.least_game().map_or(0, |(least, _)| i64::from(least) * 1000),
        };
        self.slow_enough(pace, play, span);
        pace
    }

    /// Notes a pace at which games would be shorter than the law of the place allows.
    fn slow_enough(&mut self, pace: Pace, play: &Play, span: Option<Range<usize>>) {
        let Some((least, law)) = play.least_game() else { return };
        let shortest = pace.shortest_game() / 1000;
        if shortest >= i64::from(least) {
            return;
        }
        let message = format!(
            "the shortest game would take {shortest} ms, and the law of the place asks for {least} ms ({law})"
        );
        match span {
            Some(span) => self.wrong(span, message),
            None => self.wrong_all(message),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn every_embedded_profile_reads_under_its_own_name() {
        for (id, _) in EMBEDDED {
            assert_eq!(Profile::named(id).unwrap().id, id);
        }
    }

    #[test]
    fn a_rule_without_a_reference_or_with_nought_is_refused() {
        for text in [
            "id = \"x\"\ntitle = \"X\"\nleast-game-ms = { value = 0, reference = \"1\" }",
            "id = \"x\"\ntitle = \"X\"\nleast-game-ms = { value = 5, reference = \" \" }",
            "id = \"x\"\ntitle = \"X\"\nleast-game-ms = { value = 5 }",
            "id = \"x\"\ntitle = \"X\"\nslowest = { value = 5, reference = \"1\" }",
        ] {
            assert!(Profile::read(Path::new("x.toml"), text).is_err(), "{text}");
        }
        let sound = "id = \"x\"\ntitle = \"X\"\nleast-game-ms = { value = 5, reference = \"1\" }";
        assert_eq!(Profile::read(Path::new("x.toml"), sound).unwrap().least_game_ms.unwrap().value, 5);
        assert!(Profile::named("no-such-place").is_err());
    }
}
