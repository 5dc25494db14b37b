//! A record as it was read: when it was said, who spoke, and what it holds, all as values.

use std::fmt::Display;
use std::str::FromStr;

use punto_journal::Entry;
use punto_site::Principal;
use punto_table::{Actor, Time};
use punto_vocab::stored::Stored;

use crate::body::{Body, ReadError, Spoken};

/// A record of a table.
pub type TableRecord = Recorded<Actor, punto_table::Command, punto_table::Event>;

/// A record of an account.
pub type AccountRecord = Recorded<Principal, punto_accounts::Command, punto_accounts::Event>;

/// A record of a tournament.
pub type TournamentRecord = Recorded<Actor, punto_tournament::Command, punto_tournament::Event>;

/// A record of a promotion.
pub type PromotionRecord = Recorded<Actor, punto_promotion::Command, punto_promotion::Event>;

/// A record of the site.
pub type SiteRecord = Recorded<Principal, punto_site::Command, punto_site::Event>;

/// A record that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Recorded<A, C, E> {
    /// When it was said.
    pub at: Time,
    /// Who said it.
    pub by: A,
    /// What it holds.
    pub body: Body<C, E>,
}

impl<A, C, E> Recorded<A, C, E>
where
    A: FromStr<Err = String>,
    C: Stored + Clone + Display,
    E: Stored,
{
    /// Reads a record.
    pub fn of(entry: &Entry) -> Result<Recorded<A, C, E>, ReadError> {
        let body = Body::of(entry)?;
        Ok(Recorded { at: Time(entry.at), by: speaker(entry)?, body })
    }

    /// What happened; nothing where it is a step of the house's own shoe.
    pub fn events(&self) -> &[E] {
        match &self.body {
            Body::Said(said) => &said.events,
            Body::Shoe(_) => &[],
        }
    }

    /// Who spoke and what was said, if the record is not of the shoe.
    pub fn said(self) -> Option<(A, Spoken<C, E>)> {
        Some((self.by, self.body.said()?))
    }
}

/// Who spoke.
pub fn speaker<A: FromStr<Err = String>>(entry: &Entry) -> Result<A, ReadError> {
    entry.actor.parse().map_err(ReadError::Actor)
}
