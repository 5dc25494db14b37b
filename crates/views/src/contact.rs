//! Who at a table has a terminal that answers, and whose has fallen silent.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use punto_vocab::PersonId;

use crate::scene::Silent;

/// After how many beats without a word a terminal has fallen silent. Patrons are asked at every beat, a second apart.
const PATIENCE: u64 = 2;

/// When each patron's terminal was last heard of, and who is silent now.
#[derive(Default)]
pub struct Contacts {
    heard: BTreeMap<PersonId, u64>,
    silent: Silent,
}

impl Contacts {
    /// Who is silent now.
    pub fn silent(&self) -> Silent {
        self.silent.clone()
    }

    /// A terminal was heard of at a beat.
    pub fn heard(&mut self, patron: PersonId, beat: u64) {
        let last = self.heard.entry(patron).or_default();
        *last = beat.max(*last);
    }

    /// A terminal has connected; whether its patron was silent before.
    pub fn connected(&mut self, patron: PersonId, beat: u64) -> bool {
        self.heard(patron, beat);
        self.silent.contains(&patron) && Arc::make_mut(&mut self.silent).remove(&patron)
    }

    /// Finds out who has fallen silent by a beat; whether anything has changed.
    ///
    /// Chips need no terminal: there only those can fall silent who had one. Credits are wagered at terminals alone.
    pub fn beat(&mut self, beat: u64, here: &[PersonId], credits: bool) -> bool {
        let gone = |last: u64| beat.saturating_sub(last) > PATIENCE;
        self.heard.retain(|patron, last| here.contains(patron) || !gone(*last));
        if credits {
            // A house player has no terminal that could fall silent.
            for patron in here.iter().filter(|patron| !patron.is_house_player()) {
                self.heard.entry(*patron).or_insert(beat);
            }
        }
        let lost = |patron: &&PersonId| self.heard.get(patron).is_some_and(|last| gone(*last));
        let silent: BTreeSet<PersonId> = here.iter().filter(lost).copied().collect();
        let changed = silent != *self.silent;
        if changed {
            self.silent = Arc::new(silent);
        }
        changed
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // a test that cannot be set up should stop there

    use super::*;

    fn patron(name: &str) -> PersonId {
        name.parse().unwrap()
    }

    fn silent(contacts: &Contacts) -> Vec<String> {
        contacts.silent().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_terminal_is_silent_at_the_third_beat_without_a_word() {
        let (mut contacts, here) = (Contacts::default(), [patron("ada")]);
        contacts.heard(here[0], 5);
        for beat in [5, 6, 7] {
            assert!(!contacts.beat(beat, &here, true), "{beat}");
        }
        assert!(contacts.beat(8, &here, true));
        assert_eq!(silent(&contacts), ["ada"]);
        assert!(!contacts.beat(9, &here, true), "told once");
        assert_eq!(silent(&contacts), ["ada"]);
    }

    #[test]
    fn a_word_in_time_counts_from_its_own_beat_and_an_older_one_takes_nothing_back() {
        let (mut contacts, here) = (Contacts::default(), [patron("ada")]);
        contacts.heard(here[0], 5);
        contacts.heard(here[0], 7);
        // A second line of the same patron, which was heard of before.
        contacts.heard(here[0], 4);
        assert!(!contacts.beat(9, &here, true));
        assert!(contacts.beat(10, &here, true));
    }

    #[test]
    fn whoever_is_back_is_clear_at_once_or_with_the_next_beat() {
        let (mut contacts, here) = (Contacts::default(), [patron("ada"), patron("ben")]);
        contacts.beat(1, &here, true);
        assert!(contacts.beat(4, &here, true));
        assert_eq!(silent(&contacts), ["ada", "ben"]);
        assert!(contacts.connected(here[0], 4), "a new line clears at once");
        assert!(!contacts.connected(here[0], 4), "and only once");
        assert_eq!(silent(&contacts), ["ben"]);
        contacts.heard(here[1], 5);
        assert!(contacts.beat(5, &here, true), "an old line that answers again clears with the beat");
        assert_eq!(silent(&contacts), [""; 0]);
    }

    #[test]
    fn credits_need_a_terminal_and_chips_do_not() {
        let here = [patron("ada"), patron("bea")];
        let (mut credits, mut chips) = (Contacts::default(), Contacts::default());
        for beat in 1..=4 {
            chips.heard(here[0], 1);
            credits.beat(beat, &here, true);
            chips.beat(beat, &here, false);
        }
        assert_eq!(silent(&credits), ["ada", "bea"], "from the first beat on that found them there");
        assert_eq!(silent(&chips), ["ada"], "bea never had one");
    }

    #[test]
    fn whoever_leaves_is_nobodys_concern_any_more() {
        let (mut contacts, here) = (Contacts::default(), [patron("ada")]);
        contacts.heard(here[0], 1);
        assert!(contacts.beat(4, &here, true));
        assert!(contacts.beat(5, &[], true));
        assert_eq!(silent(&contacts), [""; 0]);
        assert!(contacts.heard.is_empty(), "nothing is kept of them");
        assert!(!contacts.connected(here[0], 6));
    }
}
