//! How a table and its people stood before a coup was settled: kept with the settlement, and put back when it is undone.

use std::collections::BTreeSet;
use std::sync::Arc;

use punto_vocab::{Money, PersonId};

use crate::apply::{of, venue};
use crate::score::Ranking;
use crate::state::{Entrant, Phase, Place, Stage, Standing, Tournament, Undo, Venue};

/// Keeps how a table stands before its coup is settled.
pub(crate) fn keep(tournament: &mut Tournament, table: u8) {
    let here = |own: &Entrant| own.place.as_ref().is_some_and(|place| place.table == table);
    // Who was sent away after an earlier settlement of the coup has a part in it all the same.
    let has_part = |own: &Entrant| matches!(own.standing, Standing::In | Standing::Disqualified);
    let own = tournament.entrants.iter().filter(|(_, own)| has_part(own) && here(own));
    let entrants = own.map(|(name, own)| (*name, own.clone())).collect();
    venue(tournament, table, |own| {
        own.undo = None;
        own.undo = Some(Arc::new(Undo { venue: own.clone(), entrants }));
    });
}

/// Puts a table back to before its winners were declared: who was still in has the seat and the chips of the end again.
pub(crate) fn undeclare(tournament: &mut Tournament, table: u8) {
    let Some(venue) = tournament.venues.get_mut(&table) else { return };
    (venue.phase, venue.undeclared) = (Phase::Over, true);
    let out = |name: &PersonId| venue.exits.iter().any(|exit| exit.entrant == *name);
    let played_on: BTreeSet<PersonId> =
        venue.order.0.iter().flatten().copied().filter(|name| !out(name)).collect();
    for (name, own) in &mut tournament.entrants {
        let Some(mut place) = own.was.take_if(|was| was.table == table) else { continue };
        if played_on.contains(name) {
            place.stack = place.ended;
            // Chips that are money stay where they went.
            place.home += if place.kept { place.ended } else { Money::ZERO };
            (own.standing, own.through, own.second_chance) = (Standing::In, false, false);
        }
        own.place = Some(place);
    }
    tournament.chips_out.remove(&table);
    if tournament.stage == Stage::Over {
        (tournament.stage, tournament.places) = (Stage::Running, Ranking::default());
    }
}

/// Puts a table back to before its coup was settled. Who has been sent away since stays away, with the wagers that they had in
/// it and the chips that they had before; disputes stay, too.
pub(crate) fn undo(tournament: &mut Tournament, table: u8) {
    let Some(undo) = tournament.venues.get_mut(&table).and_then(|venue| venue.undo.take()) else { return };
    for (name, was) in &undo.entrants {
        let own = of(tournament, *name);
        let (Some(place), Some(then)) = (own.place.as_mut(), was.place.as_ref()) else { continue };
        // What has gone home since was of chips that are there again.
        let home = then.home + place.paid_out - then.paid_out;
        if own.standing == Standing::Disqualified {
            (place.stack, place.home) = (then.stack, home);
            continue;
        }
        let now = place.clone();
        *place = Place {
            present: now.present,
            came: now.came,
            substitute: now.substitute,
            named: now.named,
            paid_out: now.paid_out,
            home,
            ..then.clone()
        };
        (own.standing, own.second_chance, own.buy_backs) = (was.standing, was.second_chance, was.buy_backs);
    }
    let gone = |name: PersonId| {
        tournament.entrants.get(&name).is_some_and(|own| own.standing == Standing::Disqualified)
    };
    let mut was = undo.venue.clone();
    was.exits.retain(|exit| !gone(exit.entrant));
    venue(tournament, table, |venue| {
        let disputes = std::mem::take(&mut venue.disputes);
        *venue = Venue { disputes, ..was };
    });
}
