//! Whose word each command to a tournament is: the one list by which the server, the steward and every check of the
//! records tell who may say it.
//!
//! Roles are the document's business, and `decide` asks for them. This list says what no role can make up for: nobody tells
//! what a table did, nobody speaks for an entrant, and nobody moves the pool alone, or chooses alone who plays on for it.

#![deny(clippy::wildcard_enum_match_arm)] // a command must not compile before somebody has decided whose word it is

use punto_tournament::{Command, Happening};
use punto_vocab::{Actor, PersonId};

use crate::heard::Heard;

/// Whose word a command is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhoseWord {
    /// What happened at a table: read from the table's own stream, and told by nobody.
    Table,
    /// What follows from the time, which the house's clock says.
    Clock,
    /// The dealer's at this table, a person who is on there or Punto, or an officer's where the document lets one.
    Dealer(u8),
    /// The entrant's own; nobody else speaks for them, a substitute apart.
    Entrant(PersonId),
    /// The entrant's own, or an officer's who sees that they are gone.
    Presence(PersonId),
    /// An officer's whom the document names.
    Officer,
    /// The same with somebody else who has approved it, where it is played for money.
    Two,
}

impl WhoseWord {
    /// Whose word this is.
    pub const fn of(command: &Command) -> WhoseWord {
        use Command as C;
        match command {
            C::Opened { .. }
            | C::Outcome { .. }
            | C::Result { .. }
            | C::VoidCoup { .. }
            | C::Unsettle { .. }
            | C::WagerOff { .. }
            | C::Forfeit { .. }
            | C::Found { .. }
            | C::ShoeEnded { .. } => WhoseWord::Table,
            C::TimeUp { .. } => WhoseWord::Clock,
            C::Close { table }
            | C::Deal { table }
            | C::LastCoup { table }
            | C::WrongHolder { table }
            | C::Indicator { table } => WhoseWord::Dealer(*table),
            C::Apply { entrant }
            | C::Endorse { entrant }
            | C::PayFee { entrant, .. }
            | C::Withdraw { entrant }
            | C::TakeSeat { entrant }
            | C::BuyIn { entrant, .. }
            | C::Agree { entrant }
            | C::BuyBack { entrant }
            | C::Wager { entrant, .. }
            | C::Alter { entrant, .. }
            | C::Pass { entrant }
            | C::Seal { entrant, .. }
            | C::Substitute { entrant, .. }
            | C::Dispute { entrant, .. }
            | C::ShowForm { to: entrant, .. } => WhoseWord::Entrant(*entrant),
            C::LeaveSeat { entrant } | C::ForgoBuyBack { entrant } => WhoseWord::Presence(*entrant),
            C::Publish { .. }
            | C::AddValue { .. }
            | C::Retain { .. }
            | C::Cancel { .. }
            | C::PayPrize { .. }
            | C::AddGoods { .. }
            | C::HandOver { .. }
            | C::Disqualify { .. }
            | C::CancelPlace { .. } => WhoseWord::Two,
            C::Conditions { .. }
            | C::Inform { .. }
            | C::Accept { .. }
            | C::RefuseEntry { .. }
            | C::Start
            | C::Designate { .. }
            | C::Release { .. }
            | C::Draw { .. }
            | C::Allot { .. }
            | C::Attend
            | C::Depart
            | C::Reschedule { .. }
            | C::Begin
            | C::EndEarly { .. }
            | C::NextRound
            | C::SecondChance { .. }
            | C::LimitTime { .. }
            | C::Restrict { .. }
            | C::InsertIndicator { .. }
            | C::RaiseLimits { .. }
            | C::Examine { .. }
            | C::ReturnForm { .. }
            | C::Announce { .. }
            | C::FormFound { .. }
            | C::Deduct { .. }
            | C::ApproveSubstitute { .. }
            | C::Report { .. }
            | C::Dismiss { .. }
            | C::Rule { .. }
            | C::CountAll { .. }
            | C::Count { .. }
            | C::ReturnChips { .. }
            | C::PlayOff { .. }
            | C::Declare { .. }
            | C::Undeclare { .. }
            | C::Award => WhoseWord::Officer,
        }
    }

    /// Whose word this is by what it causes: who counts fewer chips than are on record takes them from somebody, and with
    /// them perhaps the place.
    pub fn caused<'a>(command: &Command, events: impl IntoIterator<Item = &'a Happening>) -> WhoseWord {
        let short = |what: &Happening| matches!(what, Happening::Short { .. });
        let own = WhoseWord::of(command);
        if own == WhoseWord::Officer && events.into_iter().any(short) { WhoseWord::Two } else { own }
    }

    /// Whether somebody could ever say such a thing at a screen of theirs. What takes two is said by the first of them.
    pub const fn is_said_by(self, by: Actor) -> bool {
        match (self, by) {
            (WhoseWord::Entrant(_) | WhoseWord::Presence(_), Actor::Patron(_)) => true,
            (
                WhoseWord::Presence(_) | WhoseWord::Dealer(_) | WhoseWord::Officer | WhoseWord::Two,
                Actor::Staff(..),
            ) => true,
            (WhoseWord::Dealer(_) | WhoseWord::Officer | WhoseWord::Two, Actor::Patron(_)) => false,
            (WhoseWord::Table | WhoseWord::Clock | WhoseWord::Entrant(_), Actor::Staff(..)) => false,
            (WhoseWord::Table | WhoseWord::Clock, Actor::Patron(_)) => false,
            (
                WhoseWord::Table
                | WhoseWord::Clock
                | WhoseWord::Dealer(_)
                | WhoseWord::Entrant(_)
                | WhoseWord::Presence(_)
                | WhoseWord::Officer
                | WhoseWord::Two,
                Actor::System,
            ) => false,
        }
    }

    /// Whether a record is of whoever may cause it, by its actor and its key. What plays for nothing needs no second person,
    /// and there the house itself may hold every office.
    pub fn is_kept(self, by: Actor, key: Option<&str>, for_show: bool) -> bool {
        let of = KeyOf::of(key);
        match (self, by) {
            (WhoseWord::Table, Actor::System) => of == KeyOf::Table,
            (WhoseWord::Clock, Actor::System) => of == KeyOf::Nobody,
            (WhoseWord::Dealer(_), Actor::System) => matches!(of, KeyOf::Nobody | KeyOf::Table),
            (WhoseWord::Two, Actor::Staff(..)) => of == KeyOf::Proposal || for_show && of == KeyOf::Client,
            (WhoseWord::Officer | WhoseWord::Two, Actor::System) => for_show && of == KeyOf::Client,
            (WhoseWord::Entrant(_) | WhoseWord::Presence(_), Actor::System) => false,
            (
                WhoseWord::Table
                | WhoseWord::Clock
                | WhoseWord::Dealer(_)
                | WhoseWord::Entrant(_)
                | WhoseWord::Presence(_)
                | WhoseWord::Officer
                | WhoseWord::Two,
                Actor::Staff(..) | Actor::Patron(_),
            ) => self.is_said_by(by) && of == KeyOf::Client,
        }
    }
}

/// Where the key of a record comes from. Nobody but the house makes one with a stroke in it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum KeyOf {
    /// There is none: the house did it by itself.
    Nobody,
    /// The place in a table's stream.
    Table,
    /// What two persons have agreed to.
    Proposal,
    /// Chosen by whoever said it.
    Client,
}

impl KeyOf {
    fn of(key: Option<&str>) -> KeyOf {
        match key {
            None => KeyOf::Nobody,
            Some(key) if key.parse::<Heard>().is_ok() => KeyOf::Table,
            Some(key) if proposal_of(key).is_some() => KeyOf::Proposal,
            Some(_) => KeyOf::Client,
        }
    }
}

/// The key of what a proposal is carried out by.
pub fn proposal_key(number: u32) -> String {
    format!("proposal/{number}")
}

/// The proposal that something was carried out for, by the key of its record.
pub fn proposal_of(key: &str) -> Option<u32> {
    let number = key.strip_prefix("proposal/")?.parse().ok()?;
    (proposal_key(number) == key).then_some(number)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn kept(line: &str, by: &str, key: Option<&str>, for_show: bool) -> bool {
        WhoseWord::of(&line.parse().unwrap()).is_kept(by.parse().unwrap(), key, for_show)
    }

    #[test]
    fn nobody_tells_what_a_table_did() {
        for line in ["void-coup 1", "unsettle 1", "wager-off ada tie", "forfeit ada", "found ada tie 10"] {
            assert!(kept(line, "system", Some("heard/1/17/0"), false), "{line}");
            for by in ["dealer dan", "casino-operator max", "patron ada", "system"] {
                assert!(!kept(line, by, Some("t7-1"), true), "{line} by {by}");
            }
            assert!(!kept(line, "system", None, true), "{line}");
            assert!(!kept(line, "dealer dan", Some("heard/1/17/0"), true), "{line}");
        }
        assert!(kept("last-coup 1", "system", Some("heard/1/17/0"), false));
        assert!(kept("last-coup 1", "dealer dan", Some("t7-1"), false));
        assert!(kept("time-up 1", "system", None, false));
        assert!(!kept("time-up 1", "dealer dan", Some("t7-1"), false));
    }

    #[test]
    fn nobody_speaks_for_an_entrant() {
        for line in ["apply ada", "pay-fee ada 100", "wager ada@1 player 10", "seal ada", "take-seat ada"] {
            assert!(kept(line, "patron ada", Some("t7-1"), false), "{line}");
            for by in ["dealer dan", "competition-director max", "system"] {
                assert!(!kept(line, by, Some("t7-1"), true), "{line} by {by}");
            }
        }
        assert!(kept("leave-seat ada", "competition-director max", Some("t7-1"), false));
    }

    #[test]
    fn the_pool_is_moved_by_two_where_it_is_money() {
        for line in [
            "publish",
            "add-value 100 a gift",
            "add-goods 1 5000 a car",
            "retain 5",
            "cancel too few",
            "pay-prize ada cash",
            "hand-over ada a car",
            "disqualify ada breach",
            "cancel-place ada",
        ] {
            assert!(kept(line, "casino-operator max", Some("proposal/7"), false), "{line}");
            assert!(!kept(line, "casino-operator max", Some("t7-1"), false), "{line}");
            assert!(!kept(line, "system", Some("proposal/7"), false), "{line}");
            assert!(kept(line, "casino-operator max", Some("t7-1"), true), "{line}");
        }
        let count: Command = "count ada 900".parse().unwrap();
        let caused = |events: &[&str]| {
            let events: Vec<Happening> = events.iter().map(|line| line.parse().unwrap()).collect();
            WhoseWord::caused(&count, &events)
        };
        assert_eq!(caused(&["counted ada 900"]), WhoseWord::Officer, "as it is on record");
        assert_eq!(caused(&["short ada 100", "counted ada 900"]), WhoseWord::Two);
        assert!(kept("award", "casino-operator max", Some("t7-1"), false));
        assert!(!kept("award", "system", Some("t7-1"), false));
    }
}
