//! What a person of staff is trusted with.

use std::fmt;
use std::str::FromStr;

use punto_vocab::line::Field;
use punto_vocab::{Role, UnknownWord, Value, Valued, Word};
use serde::{Deserialize, Serialize};

use crate::right::Right;

punto_vocab::words! {
    /// Work away from the tables, which no document has a role for.
    pub enum Office: "an office" {
        /// Staff, devices, tables and settings; no money and no play.
        Admin = "admin",
        /// Reads everything that is recorded and changes nothing.
        Auditor = "auditor",
        /// Patrons' accounts and their money.
        Cage = "cage",
        /// The odds, the generator and the proof of the software.
        Laboratory = "laboratory",
        /// Keeps the machines running; sees no money and no play.
        Service = "service",
    }
}

/// What a person is trusted with: a role at the tables, or an office.
///
/// The word is that of the role or office: `dealer`, `casino-supervisor`, `admin`.
///
/// ```
/// use punto_site::{Grant, Office};
/// use punto_vocab::Role;
/// assert_eq!("dealer".parse::<Grant>(), Ok(Grant::Work(Role::Dealer)));
/// assert_eq!("admin".parse::<Grant>(), Ok(Grant::Office(Office::Admin)));
/// assert!(Grant::Office(Office::Admin).clash(Grant::Office(Office::Cage)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Grant {
    /// A role at tables.
    Work(Role),
    /// An office away from them.
    Office(Office),
}

impl Grant {
    /// The administrator's.
    pub const ADMIN: Grant = Grant::Office(Office::Admin);

    /// Every grant: the roles, then the offices.
    pub fn all() -> impl Iterator<Item = Grant> {
        Role::ALL.iter().copied().map(Grant::Work).chain(Office::ALL.iter().copied().map(Grant::Office))
    }

    /// The one spelling.
    pub const fn word(self) -> &'static str {
        match self {
            Grant::Work(role) => role.word(),
            Grant::Office(office) => office.word(),
        }
    }

    /// Whether it takes two persons to give: its holder rules, moves money, watches, or makes accounts. What is left is
    /// work under somebody's eyes.
    pub const fn takes_two(self) -> bool {
        !matches!(
            self,
            Grant::Work(Role::Dealer | Role::CasinoEmployee)
                | Grant::Office(Office::Laboratory | Office::Service)
        )
    }

    /// Whether its holder is there to watch others, or to be the second person for them. The cage, which hands chips over to
    /// tables, is neither: a cashier can be stopped at once.
    pub fn checks_others(self) -> bool {
        let watches = matches!(
            self,
            Grant::Work(Role::Surveillance | Role::RegulatorInspector) | Grant::Office(Office::Auditor)
        );
        let seconds = |right: &&Right| right.is_power() && **right != Right::ApproveFloat;
        watches || Right::ALL.iter().filter(seconds).any(|right| self.allows(*right))
    }

    /// After how many minutes without a word its holder is signed out; power is not left lying about.
    pub const fn idle_minutes(self) -> u32 {
        match self {
            Grant::Office(_) => 15,
            Grant::Work(_) => 30,
        }
    }

    /// Whether one person may not have both, since one is there to check the other.
    ///
    /// The regulator's inspector is nobody's employee; surveillance watches everybody else; an auditor changes nothing
    /// that is audited; who moves money away from the tables has no part in what goes on at them; who makes accounts of
    /// staff does neither, though they may answer for the house besides; who proves the generator does not deal from it.
    pub fn clash(self, other: Grant) -> bool {
        let apart = |one: Grant, other: Grant| match one {
            Grant::Work(Role::RegulatorInspector | Role::Surveillance) => true,
            Grant::Office(Office::Auditor) => other != Grant::Office(Office::Laboratory),
            Grant::Office(Office::Cage) => matches!(other, Grant::Work(_) | Grant::ADMIN),
            Grant::Office(Office::Admin) => {
                matches!(other, Grant::Work(_)) && !other.allows(Right::ApproveStaff)
            }
            Grant::Office(Office::Laboratory) => matches!(other, Grant::Work(Role::Dealer)),
            Grant::Work(_) | Grant::Office(Office::Service) => false,
        };
        self != other && (apart(self, other) || apart(other, self))
    }
}

impl Valued for Grant {
    fn value(&self) -> Value {
        match self {
            Grant::Work(role) => role.value(),
            Grant::Office(office) => office.value(),
        }
    }
}

impl fmt::Display for Grant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

impl FromStr for Grant {
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<Grant, UnknownWord> {
        Office::from_word(text).map(Grant::Office).or_else(|_| Role::from_word(text).map(Grant::Work))
    }
}

impl Field for Grant {
    const EXPECTED: &'static str = "a role or an office";

    fn write(&self) -> String {
        self.word().to_owned()
    }

    fn read(text: &str) -> Result<Grant, String> {
        let offices = || Office::ALL.iter().map(|office| office.word()).collect::<Vec<_>>().join(", ");
        text.parse().map_err(|error: UnknownWord| format!("{error}, {}", offices()))
    }
}

punto_vocab::stored_as_text!(Grant);

impl From<Grant> for String {
    fn from(grant: Grant) -> String {
        grant.word().to_owned()
    }
}

impl TryFrom<String> for Grant {
    type Error = UnknownWord;

    fn try_from(text: String) -> Result<Grant, UnknownWord> {
        text.parse()
    }
}

/// Some grants, for a message: `admin or auditor`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grants(pub Vec<Grant>);

impl Valued for Grants {
    fn value(&self) -> Value {
        self.0.value()
    }
}

impl fmt::Display for Grants {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, grant) in self.0.iter().enumerate() {
            write!(f, "{}{grant}", if place == 0 { "" } else { " or " })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_told_apart_and_round_trip() {
        let words: std::collections::BTreeSet<&str> = Grant::all().map(Grant::word).collect();
        assert_eq!(words.len(), Role::ALL.len() + Office::ALL.len(), "a role and an office share a word");
        for grant in Grant::all() {
            assert_eq!(Grant::read(&grant.write()), Ok(grant));
            assert_eq!(serde_json::to_string(&grant).unwrap(), format!("\"{grant}\""));
        }
        let wrong = Grant::read("boss").unwrap_err();
        assert!(wrong.contains("dealer") && wrong.contains("admin"), "{wrong}");
    }

    #[test]
    fn duties_are_apart_in_both_directions() {
        let grant = |word: &str| word.parse::<Grant>().unwrap();
        for (one, other, apart) in [
            ("auditor", "dealer", true),
            ("auditor", "admin", true),
            ("auditor", "laboratory", false),
            ("regulator-inspector", "auditor", true),
            ("regulator-inspector", "service", true),
            ("admin", "cage", true),
            ("admin", "dealer", true),
            ("admin", "gaming-manager", false),
            ("admin", "casino-supervisor", true),
            ("admin", "surveillance", true),
            ("laboratory", "dealer", true),
            ("cage", "dealer", true),
            ("cage", "casino-supervisor", true),
            ("cage", "gaming-manager", true),
            ("cage", "service", false),
            ("surveillance", "dealer", true),
            ("surveillance", "gaming-manager", true),
            ("surveillance", "cage", true),
            ("dealer", "casino-supervisor", false),
        ] {
            assert_eq!(grant(one).clash(grant(other)), apart, "{one} and {other}");
            assert_eq!(grant(other).clash(grant(one)), apart, "{other} and {one}");
        }
        assert!(Grant::all().all(|grant| !grant.clash(grant)));
    }
}
