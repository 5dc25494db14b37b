//! What an answer rests on: clauses of a rulebook, or the house's own settings where the text is silent.

use std::borrow::Borrow;
use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// Names one clause of one rulebook; prints as `12.2`, in full as `nsw-2021 12.2`.
///
/// Only loading a rulebook makes one, so a clause id that exists names a clause that exists.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ClauseId {
    rulebook: Arc<str>,
    clause: Arc<str>,
}

impl ClauseId {
    /// The clause of this number in this rulebook.
    pub fn new(rulebook: &Arc<str>, clause: &str) -> ClauseId {
        ClauseId { rulebook: rulebook.clone(), clause: clause.into() }
    }

    /// The rulebook's id.
    pub fn rulebook(&self) -> &str {
        &self.rulebook
    }

    /// The clause's number as the document has it.
    pub fn clause(&self) -> &str {
        &self.clause
    }
}

impl fmt::Display for ClauseId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() { write!(f, "{} {}", self.rulebook, self.clause) } else { f.pad(&self.clause) }
    }
}

/// Names a setting of the house, for a point the document leaves open; prints as `house:payout-rounding`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Setting(Arc<str>);

impl Setting {
    /// The setting of this name, without the `house:`.
    pub fn new(name: &str) -> Setting {
        Setting(name.into())
    }

    /// The name, without the `house:`.
    pub fn name(&self) -> &str {
        &self.0
    }
}

impl Borrow<str> for Setting {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "house:{}", self.0)
    }
}

/// One thing an answer rests on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Authority {
    /// The document's own words.
    Clause(ClauseId),
    /// The house's choice, where the document is silent.
    House(Setting),
}

impl fmt::Display for Authority {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Authority::Clause(clause) => clause.fmt(f),
            Authority::House(setting) => setting.fmt(f),
        }
    }
}

/// Everything an answer rests on: one authority or more, never none.
///
/// Cloning costs one reference count, so that every payout can carry its clauses.
///
/// ```
/// use punto_vocab::{Authority, Citation, Setting};
/// let one = Citation::from(Authority::House(Setting::new("payout-rounding")));
/// assert_eq!(one.to_string(), "house:payout-rounding");
/// assert_eq!(one.and(&one), one);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Vec<Authority>", into = "Vec<Authority>")]
pub struct Citation(Arc<[Authority]>);

impl Citation {
    /// A citation of all these, without repeats; `None` if there are none.
    pub fn of(authorities: impl IntoIterator<Item = Authority>) -> Option<Citation> {
        let mut list: Vec<Authority> = Vec::new();
        for authority in authorities {
            if !list.contains(&authority) {
                list.push(authority);
            }
        }
        (!list.is_empty()).then(|| Citation(list.into()))
    }

    /// This citation and another together.
    pub fn and(&self, other: &Citation) -> Citation {
        self.and_all([other])
    }

    /// This citation and others together, in their order.
    pub fn and_all<'a>(&self, others: impl IntoIterator<Item = &'a Citation>) -> Citation {
        let mut extra: Vec<&Authority> = Vec::new();
        for authority in others.into_iter().flat_map(|other| other.0.iter()) {
            if !self.0.contains(authority) && !extra.contains(&authority) {
                extra.push(authority);
            }
        }
        if extra.is_empty() { self.clone() } else { Citation(self.0.iter().chain(extra).cloned().collect()) }
    }

    /// What is cited, in the order of importance.
    pub fn authorities(&self) -> &[Authority] {
        &self.0
    }

    /// The clauses among them.
    pub fn clauses(&self) -> impl Iterator<Item = &ClauseId> {
        self.0.iter().filter_map(|authority| match authority {
            Authority::Clause(clause) => Some(clause),
            Authority::House(_) => None,
        })
    }

    /// Whether this clause is among them, by its number.
    pub fn names(&self, clause: &str) -> bool {
        self.clauses().any(|id| id.clause() == clause)
    }
}

impl From<Authority> for Citation {
    fn from(authority: Authority) -> Citation {
        Citation(Arc::new([authority]))
    }
}

impl From<Citation> for Vec<Authority> {
    fn from(citation: Citation) -> Vec<Authority> {
        citation.0.to_vec()
    }
}

impl TryFrom<Vec<Authority>> for Citation {
    type Error = &'static str;

    fn try_from(list: Vec<Authority>) -> Result<Citation, &'static str> {
        Citation::of(list).ok_or("a citation names at least one clause or house setting")
    }
}

impl fmt::Display for Citation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, authority) in self.0.iter().enumerate() {
            write!(f, "{}{authority}", if i == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

/// Something the rulebook does not allow, and the clause that says so; nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason} ({by})")]
pub struct Refusal<R> {
    /// What the refusal rests on.
    pub by: Citation,
    /// What was asked and what would be right.
    pub reason: R,
}

/// Declares rules of the house, which no document of the game has a say in; each is cited as `house:<word>`.
///
/// ```
/// punto_vocab::house_rules! {
///     /// What answers rest on.
///     pub enum Ground: "a rule of the house" {
///         /// No more goes out than there is.
///         Balance = "balance",
///     }
/// }
/// fn main() {
///     assert_eq!(Ground::Balance.cite().to_string(), "house:balance");
///     assert_eq!(Ground::Balance.refusal("too much").reason, "too much");
/// }
/// ```
#[macro_export]
macro_rules! house_rules {
    ($(#[$meta:meta])* pub enum $name:ident: $what:literal { $($rules:tt)* }) => {
        $crate::words! {
            $(#[$meta])*
            pub enum $name: $what { $($rules)* }
        }

        impl $name {
            /// The citation of this rule.
            pub fn cite(self) -> $crate::Citation {
                $crate::Authority::House($crate::Setting::new(self.word())).into()
            }

            /// A refusal by this rule.
            pub fn refusal<R>(self, reason: R) -> $crate::Refusal<R> {
                $crate::Refusal::new(&self.cite(), reason)
            }

            /// The answer that this rule refuses.
            pub fn refuse<T, R>(self, reason: R) -> Result<T, $crate::Refusal<R>> {
                Err(self.refusal(reason))
            }
        }
    };
}

impl<R> Refusal<R> {
    /// A refusal on this authority.
    pub fn new(by: &Citation, reason: R) -> Refusal<R> {
        Refusal { by: by.clone(), reason }
    }
}
