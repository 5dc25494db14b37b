//! What waits for somebody: forms to examine and read out, chips to count, disputes to decide, prizes to pay.

use punto_rulebook::{Rulebook, TournamentRule as R, Way};
use punto_vocab::{Citation, PersonId};

use crate::command::Offence;
use crate::state::{Phase, Tournament, Venue};

/// What is owed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Owed {
    /// The officer who answers for the tournament comes.
    Attend,
    /// A form is examined before wagers are closed.
    Examine(PersonId),
    /// A form is read out.
    Announce(PersonId),
    /// Somebody is disqualified.
    Disqualify(PersonId, Offence),
    /// A dispute is decided.
    Decide(PersonId),
    /// Somebody's chips are counted.
    Count(PersonId),
    /// The winners of a session are declared.
    Declare,
    /// The chips of a session are returned to the inventory.
    ReturnChips,
    /// The pool is shared out.
    Award,
    /// A prize is paid.
    PayPrize(PersonId),
    /// A prize that is no sum is handed over.
    HandOver(PersonId),
}

/// Something owed, where, and by which clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Duty {
    /// The table, if it is one's.
    pub table: Option<u8>,
    /// What.
    pub what: Owed,
    /// What it rests on.
    pub by: Citation,
}

/// Everything that waits in a tournament under a document.
pub fn duties(book: &Rulebook, own: &Tournament) -> Vec<Duty> {
    let mut list = Vec::new();
    let mut owe = |table: Option<u8>, what: Owed, rule: R| {
        let by = book.tournament.get(rule).map(|own| own.by.clone());
        list.extend(by.map(|by| Duty { table, what, by }));
    };
    let played = |venue: &Venue| matches!(venue.phase, Phase::Betting | Phase::Closed | Phase::Dealing);
    if own.attending.is_empty() && own.venues.values().any(played) {
        owe(None, Owed::Attend, R::Present);
    }
    for (table, venue) in &own.venues {
        let read_now = match book.tournament.get(R::Announce).and_then(|rule| rule.value) {
            Some(Way::BeforeCards) => venue.phase == Phase::Closed,
            _ => venue.phase == Phase::Dealing && venue.outcome,
        };
        for (entrant, form) in &venue.forms {
            match (form.examined, form.announced) {
                (false, _) => owe(Some(*table), Owed::Examine(*entrant), R::Examine),
                (true, false) if read_now => owe(Some(*table), Owed::Announce(*entrant), R::Announce),
                (true, _) => {}
            }
        }
        venue.disputes.iter().for_each(|entrant| owe(Some(*table), Owed::Decide(*entrant), R::Dispute));
        for (entrant, place) in own.at(*table) {
            if !place.counted && (venue.phase == Phase::Over || venue.count_ordered) {
                owe(Some(*table), Owed::Count(entrant), R::Count);
            }
            for offence in own.must_go.get(&entrant).into_iter().flatten() {
                let rule = if *offence == Offence::AddingChips { R::AddingChips } else { R::HidingChips };
                owe(Some(*table), Owed::Disqualify(entrant, *offence), rule);
            }
        }
        let nobody = own.is_final() && venue.order.0.is_empty();
        if venue.phase == Phase::Over && !nobody {
            owe(Some(*table), Owed::Declare, R::Winners);
        }
    }
    own.chips_out.iter().for_each(|table| owe(Some(*table), Owed::ReturnChips, R::ReturnChips));
    own.disputed.iter().for_each(|entrant| owe(None, Owed::Decide(*entrant), R::Dispute));
    if !own.places.0.is_empty() && !own.is_awarded() {
        owe(None, Owed::Award, R::Prizes);
    }
    for (entrant, _) in own.entrants.iter().filter(|(_, one)| one.prize.is_some() && !one.paid) {
        owe(None, Owed::PayPrize(*entrant), R::Prizes);
    }
    for (entrant, _) in own.entrants.iter().filter(|(_, one)| one.goods.iter().any(|(_, handed)| !handed)) {
        owe(None, Owed::HandOver(*entrant), R::Prizes);
    }
    list
}
