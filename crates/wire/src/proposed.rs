//! A proposal as the body of a request, and the measure that the site keeps of it.

use std::fmt::Display;
use std::str::FromStr;

use punto_site::{GrantSet, Measure, ProposalMatter as Matter};
use punto_vocab::Money;
use punto_vocab::line::Words;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::{Cure, DealtBy, Grant, Payment, ProposalMatter, RunningSetting};

/// What is done once a second person has approved it. Changes of staff become proposals by themselves; the others are
/// proposed as they stand here.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
#[serde(tag = "act", rename_all = "kebab-case", deny_unknown_fields)]
#[ts(tag = "act", rename_all = "kebab-case")]
pub enum Proposed {
    /// A balance is put right.
    Adjust {
        /// Whose.
        patron: String,
        /// By how much, in minor units; less than nothing where it is taken away.
        #[ts(type = "number")]
        by: i64,
        /// Why.
        why: String,
    },
    /// Personal data is erased.
    Erase {
        /// Whose.
        patron: String,
        /// Why.
        why: String,
    },
    /// A setting of the house is changed.
    Set {
        /// Which, as the configuration names it.
        setting: RunningSetting,
        /// To what.
        #[ts(type = "number")]
        value: u64,
        /// Why.
        why: String,
    },
    /// A table is put up and opened.
    OpenTable {
        /// Its name.
        table: String,
        /// Under which document.
        rulebook: String,
        /// Who deals.
        dealer: DealtBy,
        /// In which currency.
        currency: String,
        /// The terms as an operator writes them: `usual, limits 25..5000`.
        opening: String,
    },
    /// A table is closed.
    CloseTable {
        /// Its name.
        table: String,
    },
    /// What went wrong at a table is ruled on.
    Order {
        /// The table.
        table: String,
        /// The cure; the document's own where none is named.
        cure: Option<Cure>,
    },
    /// Chips come from the cage to a table's float.
    Fill {
        /// The table.
        table: String,
        /// How much, in minor units.
        #[ts(type = "number")]
        amount: i64,
    },
    /// Chips of a table's float go back to the cage.
    Credit {
        /// The table.
        table: String,
        /// How much, in minor units.
        #[ts(type = "number")]
        amount: i64,
    },
    /// The conditions of a tournament are published as they are written.
    Publish {
        /// The tournament.
        tournament: String,
        /// The conditions, as they are written.
        conditions: String,
    },
    /// Something of value is added to the pool of a tournament.
    AddValue {
        /// The tournament.
        tournament: String,
        /// How much, in minor units.
        #[ts(type = "number")]
        amount: i64,
        /// What it is.
        text: String,
    },
    /// The house keeps a part of the fees of a tournament.
    Retain {
        /// The tournament.
        tournament: String,
        /// How much, in minor units.
        #[ts(type = "number")]
        amount: i64,
    },
    /// A tournament is called off.
    CallOff {
        /// The tournament.
        tournament: String,
        /// Why.
        why: String,
    },
    /// A prize of a tournament is paid.
    PayPrize {
        /// The tournament.
        tournament: String,
        /// Who won it.
        entrant: String,
        /// How much, in minor units.
        #[ts(type = "number")]
        amount: i64,
        /// In which way.
        how: Payment,
    },
    /// Software may run.
    Accept {
        /// The SHA-256 of its manifest.
        digest: String,
        /// Why.
        why: String,
    },
    /// Software may not run any more.
    Reject {
        /// The SHA-256 of its manifest.
        digest: String,
        /// Why.
        why: String,
    },
    /// Somebody is put on staff.
    Hire {
        /// Who.
        name: String,
        /// With what they are trusted.
        grants: Vec<Grant>,
    },
    /// A fault of the data, the software or the generator is cleared.
    Clear {
        /// The number of its significant event.
        number: u32,
        /// What was found.
        note: String,
    },
    /// Somebody is trusted with more.
    Grant {
        /// Who.
        name: String,
        /// With what.
        grant: Grant,
    },
    /// Somebody is trusted with less.
    Withdraw {
        /// Who.
        name: String,
        /// What is taken away.
        grant: Grant,
    },
    /// Somebody may sign in again.
    Enable {
        /// Who.
        name: String,
    },
    /// Somebody who watches others, or agrees to what they do, may not sign in for a while.
    Disable {
        /// Who.
        name: String,
        /// Why.
        why: String,
    },
    /// The same, for good.
    Leave {
        /// Who.
        name: String,
    },
    /// Somebody gets a new password for one sign-in.
    ResetPassword {
        /// Who.
        name: String,
    },
    /// Words of an older program that are none of these; they can be refused and are never carried out.
    Unread {
        /// What they are about.
        matter: ProposalMatter,
        /// The words.
        text: String,
    },
}

impl Proposed {
    /// What it is about.
    pub fn matter(&self) -> Matter {
        match self {
            Proposed::Adjust { .. } => Matter::Adjustment,
            Proposed::Erase { .. } => Matter::Erasure,
            Proposed::Set { .. } => Matter::Setting,
            Proposed::OpenTable { .. } | Proposed::CloseTable { .. } => Matter::Table,
            Proposed::Order { .. } => Matter::Void,
            Proposed::Fill { .. } | Proposed::Credit { .. } => Matter::Float,
            Proposed::Publish { .. }
            | Proposed::AddValue { .. }
            | Proposed::Retain { .. }
            | Proposed::CallOff { .. }
            | Proposed::PayPrize { .. } => Matter::Tournament,
            Proposed::Accept { .. } | Proposed::Reject { .. } => Matter::Software,
            Proposed::Hire { .. }
            | Proposed::Grant { .. }
            | Proposed::Withdraw { .. }
            | Proposed::Enable { .. }
            | Proposed::Disable { .. }
            | Proposed::Leave { .. }
            | Proposed::ResetPassword { .. } => Matter::Site,
            Proposed::Clear { .. } => Matter::Fault,
            Proposed::Unread { matter, .. } => matter.0,
        }
    }

    /// What the site keeps of it, if every name and amount can be.
    pub fn measure(&self) -> Result<Measure, String> {
        Ok(match self {
            Proposed::Adjust { patron, by, why } => {
                let (patron, why) = (named("patron", patron)?, words("why", why)?);
                let amount = positive(by.checked_abs().unwrap_or_default())?;
                match by.is_positive() {
                    true => Measure::AdjustUp { patron, amount, why },
                    false => Measure::AdjustDown { patron, amount, why },
                }
            }
            Proposed::Erase { patron, why } => {
                Measure::Erase { patron: named("patron", patron)?, why: optional(why)? }
            }
            Proposed::Set { setting, value, why } => {
                let value = setting.0.checked(*value)?;
                let value = u32::try_from(value).map_err(|error| error.to_string())?;
                Measure::Set { setting: setting.0, value, why: optional(why)? }
            }
            Proposed::OpenTable { table, rulebook, dealer, currency, opening } => Measure::OpenTable {
                table: named("table", table)?,
                rulebook: named("rulebook", rulebook)?,
                dealer: dealer.0,
                currency: named("currency", currency)?,
                opening: named("opening", opening)?,
            },
            Proposed::CloseTable { table } => Measure::CloseTable { table: named("table", table)? },
            Proposed::Order { table, cure } => {
                Measure::Order { table: named("table", table)?, cure: cure.map(|cure| cure.0) }
            }
            Proposed::Fill { table, amount } => {
                Measure::Fill { table: named("table", table)?, amount: positive(*amount)? }
            }
            Proposed::Credit { table, amount } => {
                Measure::Credit { table: named("table", table)?, amount: positive(*amount)? }
            }
            Proposed::Publish { tournament, conditions } => Measure::Publish {
                tournament: named("tournament", tournament)?,
                conditions: named("conditions", conditions)?,
            },
            Proposed::AddValue { tournament, amount, text } => Measure::AddValue {
                tournament: named("tournament", tournament)?,
                amount: positive(*amount)?,
                what: words("text", text)?,
            },
            // The house may keep nothing of the fees.
            Proposed::Retain { tournament, amount } => Measure::Retain {
                tournament: named("tournament", tournament)?,
                amount: if *amount == 0 { Money::ZERO } else { positive(*amount)? },
            },
            Proposed::CallOff { tournament, why } => {
                Measure::CallOff { tournament: named("tournament", tournament)?, why: words("why", why)? }
            }
            Proposed::PayPrize { tournament, entrant, amount, how } => Measure::PayPrize {
                tournament: named("tournament", tournament)?,
                entrant: named("entrant", entrant)?,
                amount: positive(*amount)?,
                how: how.0,
            },
            Proposed::Accept { digest, why } => {
                Measure::AcceptSoftware { manifest: named("digest", digest)?, why: optional(why)? }
            }
            Proposed::Reject { digest, why } => {
                Measure::WithdrawSoftware { manifest: named("digest", digest)?, why: optional(why)? }
            }
            // The site's own matters are said as commands; the site refuses them as proposals.
            Proposed::Hire { name, grants } => {
                let grants = GrantSet::of(grants.iter().map(|grant| grant.0));
                Measure::Hire { name: named("name", name)?, grants }
            }
            Proposed::Grant { name, grant } => Measure::Grant { name: named("name", name)?, grant: grant.0 },
            Proposed::Withdraw { name, grant } => {
                Measure::Withdraw { name: named("name", name)?, grant: grant.0 }
            }
            Proposed::Disable { name, why } => {
                Measure::Disable { name: named("name", name)?, why: words("why", why)? }
            }
            Proposed::Enable { name } => Measure::Enable { name: named("name", name)? },
            Proposed::Leave { name } => Measure::Leave { name: named("name", name)? },
            Proposed::ResetPassword { name } => Measure::ResetPassword { name: named("name", name)? },
            Proposed::Clear { number, note } => {
                Measure::Clear { number: *number, note: words("note", note)? }
            }
            Proposed::Unread { matter, text } => {
                Measure::Unread { matter: matter.0, text: words("text", text)? }
            }
        })
    }
}

impl From<&Measure> for Proposed {
    fn from(measure: &Measure) -> Proposed {
        let text = |why: &Option<Words>| why.as_ref().map(ToString::to_string).unwrap_or_default();
        match measure {
            Measure::AdjustUp { patron, amount, why } => {
                Proposed::Adjust { patron: patron.to_string(), by: amount.minor(), why: why.to_string() }
            }
            Measure::AdjustDown { patron, amount, why } => {
                Proposed::Adjust { patron: patron.to_string(), by: -amount.minor(), why: why.to_string() }
            }
            Measure::Erase { patron, why } => Proposed::Erase { patron: patron.to_string(), why: text(why) },
            Measure::Set { setting, value, why } => {
                Proposed::Set { setting: (*setting).into(), value: u64::from(*value), why: text(why) }
            }
            Measure::OpenTable { table, rulebook, dealer, currency, opening } => Proposed::OpenTable {
                table: table.to_string(),
                rulebook: rulebook.to_string(),
                dealer: (*dealer).into(),
                currency: currency.to_string(),
                opening: opening.to_string(),
            },
            Measure::CloseTable { table } => Proposed::CloseTable { table: table.to_string() },
            Measure::Order { table, cure } => {
                Proposed::Order { table: table.to_string(), cure: cure.map(Into::into) }
            }
            Measure::Fill { table, amount } => {
                Proposed::Fill { table: table.to_string(), amount: amount.minor() }
            }
            Measure::Credit { table, amount } => {
                Proposed::Credit { table: table.to_string(), amount: amount.minor() }
            }
            Measure::Publish { tournament, conditions } => {
                Proposed::Publish { tournament: tournament.to_string(), conditions: conditions.to_string() }
            }
            Measure::AddValue { tournament, amount, what } => Proposed::AddValue {
                tournament: tournament.to_string(),
                amount: amount.minor(),
                text: what.to_string(),
            },
            Measure::Retain { tournament, amount } => {
                Proposed::Retain { tournament: tournament.to_string(), amount: amount.minor() }
            }
            Measure::CallOff { tournament, why } => {
                Proposed::CallOff { tournament: tournament.to_string(), why: why.to_string() }
            }
            Measure::PayPrize { tournament, entrant, amount, how } => Proposed::PayPrize {
                tournament: tournament.to_string(),
                entrant: entrant.to_string(),
                amount: amount.minor(),
                how: (*how).into(),
            },
            Measure::AcceptSoftware { manifest, why } => {
                Proposed::Accept { digest: manifest.to_string(), why: text(why) }
            }
            Measure::WithdrawSoftware { manifest, why } => {
                Proposed::Reject { digest: manifest.to_string(), why: text(why) }
            }
            Measure::Hire { name, grants } => {
                let grants = grants.iter().flat_map(|grants| grants.iter().map(Into::into)).collect();
                Proposed::Hire { name: name.to_string(), grants }
            }
            Measure::Grant { name, grant } => {
                Proposed::Grant { name: name.to_string(), grant: (*grant).into() }
            }
            Measure::Withdraw { name, grant } => {
                Proposed::Withdraw { name: name.to_string(), grant: (*grant).into() }
            }
            Measure::Disable { name, why } => {
                Proposed::Disable { name: name.to_string(), why: why.to_string() }
            }
            Measure::Enable { name } => Proposed::Enable { name: name.to_string() },
            Measure::Leave { name } => Proposed::Leave { name: name.to_string() },
            Measure::ResetPassword { name } => Proposed::ResetPassword { name: name.to_string() },
            Measure::Clear { number, note } => Proposed::Clear { number: *number, note: note.to_string() },
            Measure::Unread { matter, text } => {
                Proposed::Unread { matter: (*matter).into(), text: text.to_string() }
            }
        }
    }
}

/// A value that is written as one field's text.
fn named<T: FromStr<Err: Display>>(field: &str, text: &str) -> Result<T, String> {
    text.parse().map_err(|error| format!("{field}: {error}"))
}

fn words(field: &str, text: &str) -> Result<Words, String> {
    Words::new(text).map_err(|error| format!("{field}: {error}"))
}

fn optional(why: &str) -> Result<Option<Words>, String> {
    if why.trim().is_empty() { Ok(None) } else { words("why", why).map(Some) }
}

fn positive(minor: i64) -> Result<Money, String> {
    let amount = Money::from_minor(minor);
    match amount.is_positive() && amount <= Money::LARGEST {
        true => Ok(amount),
        false => Err(format!("an amount is from 0.01 to {}", Money::LARGEST)),
    }
}

#[cfg(test)]
mod tests {
    use punto_vocab::Dealer;

    use super::*;

    #[test]
    fn a_proposal_comes_back_from_what_is_kept_of_it() {
        let digest = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
        for line in [
            "adjustment ada up 12.50 counted wrong",
            "adjustment ada down 3 counted wrong",
            "erasure ada asked for it",
            "erasure ada",
            "setting patron-minutes 20 for a while",
            "table open nsw-3 nsw-2021 person AUD usual, limits 25..5000",
            "table close nsw-3",
            "tournament publish cup fee 100, chips 1000",
            "tournament add-value cup 500 a gift of the house",
            "tournament retain cup 50",
            "tournament call-off cup too few entries",
            "tournament pay-prize cup ada 60 transfer",
            "void nsw-1 order",
            "void nsw-1 order void-coup",
            "float fill nsw-1 5000",
            "float credit nsw-1 5000",
            &format!("software accept {digest} version 2"),
            &format!("software withdraw {digest}"),
            "site hire mia",
            "site hire mia as dealer+cage",
            "site grant mia cage",
            "site withdraw mia cage",
            "site disable mia on leave",
            "site enable mia",
            "site leave mia",
            "site reset-password mia",
            "fault clear 3 looked into",
            "unread setting large-win 40",
        ] {
            let measure: Measure = line.parse().unwrap();
            let proposed = Proposed::from(&measure);
            assert_eq!(proposed.matter(), measure.matter(), "{line}");
            assert_eq!(proposed.measure(), Ok(measure), "{line}");
        }
    }

    #[test]
    fn a_name_or_an_amount_that_cannot_be_is_told_what_could() {
        let open = |table: &str, rulebook: &str, currency: &str, opening: &str| Proposed::OpenTable {
            table: table.into(),
            rulebook: rulebook.into(),
            dealer: Dealer::Person.into(),
            currency: currency.into(),
            opening: opening.into(),
        };
        assert!(open("nsw-3", "nsw-2021", "AUD", "usual").measure().is_ok());
        let adjust =
            |patron: &str, by, why: &str| Proposed::Adjust { patron: patron.into(), by, why: why.into() };
        let set = |value| {
            let setting = punto_site::RunningSetting::PatronMinutes.into();
            Proposed::Set { setting, value, why: String::new() }
        };
        for wrong in [
            open("N3!", "nsw-2021", "AUD", "usual"),
            open("nsw-3", "nsw-2021 person", "AUD", "usual"),
            open("nsw-3", "nsw-2021", "AUD usual,", "usual"),
            open("nsw-3", "nsw-2021", "AUD", "lucky 7"),
            adjust("ada up 5", 1, "x"),
            adjust("ada", 0, "x"),
            adjust("ada", 1, ""),
            adjust("ada", i64::MIN, "x"),
            adjust("ada", i64::MAX, "x"),
            set(0),
            set(1441),
            Proposed::Fill { table: "nsw-1".into(), amount: 0 },
            Proposed::CloseTable { table: String::new() },
            Proposed::Accept { digest: "9f86".into(), why: String::new() },
        ] {
            let sentence = wrong.measure().unwrap_err();
            assert!(sentence.len() > 20, "{wrong:?}: {sentence}");
        }
    }
}
