//! What outlasts a closing: some of it until the gaming day is over, the rest until somebody changes it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use punto_rulebook::{Opening, Parts, Posted, Sign};
use punto_vocab::{BetId, Day, PersonId, Role, Time};
use serde::{Deserialize, Serialize};

use super::{LastCoup, Open, Phase, SharedTerms, Shoe, Table};

/// What a table was closed with: its next opening goes on from there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClosedWith {
    /// Its terms, as they stood at the end.
    pub terms: SharedTerms,
    /// The dealing method.
    pub method: String,
    /// What it was opened with besides its terms; older snapshots do not say.
    #[serde(default)]
    pub besides: Option<Box<Parts>>,
    /// The opening by which it goes on as it was; older snapshots do not say.
    #[serde(default)]
    pub opening: Option<Box<Opening>>,
    /// The coup before with its shoe, where it can still be put right.
    #[serde(default)]
    pub last: Option<(Arc<LastCoup>, Box<Shoe>)>,
    /// Whether its cards had been played from.
    #[serde(default)]
    pub played: bool,
    /// Side bets that were confined to patrons with a main wager: they are until somebody lifts that.
    #[serde(default)]
    pub restricted: BTreeSet<BetId>,
    /// Who was signed on, and has not signed on anew since: on another gaming day they are not there.
    #[serde(default)]
    pub posts: BTreeSet<(Role, PersonId)>,
    /// Who had worked as its dealer.
    #[serde(default)]
    pub dealers: BTreeSet<PersonId>,
    /// Who was at the table.
    #[serde(default)]
    pub patrons: BTreeSet<PersonId>,
    /// Who had wagers in its last coup.
    #[serde(default)]
    pub wagered: BTreeSet<PersonId>,
    /// Signs that were up: what they announce for the gaming day has been announced.
    #[serde(default, with = "punto_vocab::pairs")]
    pub signs: BTreeMap<Sign, Posted>,
}

impl ClosedWith {
    /// What a table that closes has for its next opening.
    pub(crate) fn of(open: Open, posts: BTreeSet<(Role, PersonId)>) -> ClosedWith {
        let (terms, played) = (open.coming_terms().clone(), open.shoe.played());
        let besides = Some(Box::new(open.opening.besides_terms()));
        let restricted = open.coming.as_ref().map_or(&open.restricted, |coming| &coming.restricted).clone();
        let opening = Some(Box::new(open.opening.going_on(&terms, &open.method)));
        let before = Shoe { before: None, last: None, ..open.shoe_dealt_from().clone() };
        let wagered = open.last_coup().map(LastCoup::wagered).unwrap_or_default();
        let patrons = open.patrons.arrived.iter().copied().collect();
        let (dealers, signs) = (open.dealers, open.signs);
        let last = match open.phase {
            // Betting on the next has opened, and the time is over.
            Phase::Betting(betting) if betting.opened.is_some() => None,
            Phase::Betting(betting) => betting.last,
            Phase::Preparing => open.shoe.last,
            Phase::Dealing(_) => None,
        };
        let own_shoe = open.opening.deals_itself();
        let last = last.filter(|last| last.outlasts_cards() && !last.dealing.void && !own_shoe);
        let last = last.map(|last| (last, Box::new(before)));
        let method = open.method;
        ClosedWith {
            terms,
            method,
            besides,
            opening,
            last,
            played,
            restricted,
            posts,
            dealers,
            patrons,
            wagered,
            signs,
        }
    }
}

impl Table {
    /// Who was signed on when the table closed, and is not there for an opening on another gaming day.
    pub fn gone_by(&self, date: Option<Day>, at: Time) -> impl Iterator<Item = (Role, PersonId)> {
        let closed = self.closed_with.as_ref().filter(|_| !self.same_day(date, at));
        closed.into_iter().flat_map(|closed| self.on_duty.intersection(&closed.posts)).copied()
    }

    /// Whether an opening goes on with the gaming day that the table was last open on: it names no other, or the first name
    /// for a day that the clock has not left.
    pub fn same_day(&self, date: Option<Day>, at: Time) -> bool {
        match (date, self.day) {
            (None, _) => true,
            (Some(date), Some(last)) => date == last,
            (Some(_), None) => self.day_since.is_some_and(|since| at.latest_day() <= since.latest_day()),
        }
    }
}
