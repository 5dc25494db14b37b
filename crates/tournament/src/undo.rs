//! How a table and its people stood before a coup was settled: kept with the settlement, and put back when it is undone.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::apply::{of, venue};
use crate::state::{Entrant, Place, Standing, Tournament, Undo, Venue};

/// Keeps how a table stands before its coup is settled.
pub(crate) fn keep(tournament: &mut Tournament, table: u8) {
    let here = |own: &Entrant| own.place.as_ref().is_some_and(|place| place.table == table);
    let own = tournament.playing().filter(|(_, own)| here(own));
    let entrants = own.map(|(name, own)| (name, own.clone())).collect();
    venue(tournament, table, |own| {
        own.undo = None;
        own.undo = Some(Arc::new(Undo { venue: own.clone(), entrants }));
    });
}

/// Puts a table back to before its coup was settled. Who has been sent away since stays away, and so do disputes.
pub(crate) fn undo(tournament: &mut Tournament, table: u8) {
    let Some(undo) = tournament.venues.get_mut(&table).and_then(|venue| venue.undo.take()) else { return };
    let mut sent_away = BTreeSet::new();
    for (name, was) in &undo.entrants {
        let own = of(tournament, *name);
        let (Some(place), Some(then)) = (own.place.as_mut(), was.place.as_ref()) else { continue };
        if own.standing == Standing::Disqualified {
            sent_away.insert(*name);
            continue;
        }
        let now = place.clone();
        *place = Place {
            present: now.present,
            came: now.came,
            substitute: now.substitute,
            named: now.named,
            ..then.clone()
        };
        (own.standing, own.second_chance, own.buy_backs) = (was.standing, was.second_chance, was.buy_backs);
    }
    venue(tournament, table, |venue| {
        let disputes = std::mem::take(&mut venue.disputes);
        *venue = Venue { disputes, ..undo.venue.clone() };
        venue.wagers.retain(|own| !sent_away.contains(&own.entrant));
        venue.forms.retain(|name, _| !sent_away.contains(name));
    });
}
