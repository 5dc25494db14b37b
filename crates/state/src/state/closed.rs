//! What outlasts a closing until the gaming day is over.

use std::sync::Arc;

use punto_rulebook::Parts;
use punto_vocab::{Day, Time};
use serde::{Deserialize, Serialize};

use super::{LastCoup, Open, Phase, SharedTerms, Shoe, Table};

/// What a table was closed with: an opening on the same gaming day goes on from there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClosedWith {
    /// Its terms, as they stood at the end.
    pub terms: SharedTerms,
    /// The dealing method.
    pub method: Arc<str>,
    /// What it was opened with besides its terms; older snapshots do not say.
    #[serde(default)]
    pub besides: Option<Box<Parts>>,
    /// The coup before with its shoe, where it can still be put right.
    #[serde(default)]
    pub last: Option<(Arc<LastCoup>, Box<Shoe>)>,
    /// Whether its cards had been played from.
    #[serde(default)]
    pub played: bool,
}

impl ClosedWith {
    /// What a table that closes has for its next opening.
    pub(crate) fn of(open: Open) -> ClosedWith {
        let (terms, played) = (open.coming_terms().clone(), open.shoe.played());
        let besides = Some(Box::new(open.opening.besides_terms()));
        let before = Shoe { before: None, last: None, ..open.shoe_dealt_from().clone() };
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
        ClosedWith { terms, method: open.method, besides, last, played }
    }
}

impl Table {
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
