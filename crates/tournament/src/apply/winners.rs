//! Folds what counts, play-offs, declarations and prizes come to.

use punto_vocab::{Actor, Money, PersonId, Time};

use super::{cleared, of, seated, uncounted, venue};
use super::{of_coups, of_entry, of_hidden, of_people, of_sessions, of_wagers};
use crate::event::Happening;
use crate::score::Ranking;
use crate::state::{Entrant, Phase, Place, PlayOff, Stage, Standing, Tournament};
use crate::undo::undeclare;

pub(super) fn fold(tournament: &mut Tournament, (at, by): (Time, Actor), what: &Happening) {
    match what {
        Happening::CountOrdered { table } => {
            uncounted(tournament, *table);
            venue(tournament, *table, |venue| venue.count_ordered = true);
        }
        Happening::Counted { entrant, amount } => {
            seated(tournament, *entrant, |place| {
                place.short += place.stack - *amount;
                (place.stack, place.counted, place.found) = (*amount, true, None);
            });
            let counted = |own: &(PersonId, &Place)| own.1.counted;
            let Some(table) = tournament.place(*entrant).map(|place| place.table) else { return };
            if tournament.at(table).iter().all(counted) {
                venue(tournament, table, |venue| venue.count_ordered = false);
            }
        }
        // The count itself follows, or waits for somebody else.
        Happening::Short { entrant, amount } => {
            let by = match by {
                Actor::Staff(_, who) => Some(who),
                Actor::Patron(_) | Actor::System => None,
            };
            seated(tournament, *entrant, |place| place.found = by.map(|who| (*amount, who)));
        }
        Happening::ChipsIn { entrant, .. } => seated(tournament, *entrant, |place| {
            (place.ended, place.kept, place.stack) = (place.stack, false, Money::ZERO);
        }),
        Happening::ChipsKept { entrant, amount } => {
            // Whose chips are worth nothing have nothing of what they paid for them.
            let money = tournament.are_money();
            seated(tournament, *entrant, |place| {
                (place.ended, place.kept, place.stack) = (place.stack, true, Money::ZERO);
                place.paid_out += *amount;
                place.home = (place.home - place.ended).max(Money::ZERO);
                place.bought &= !money;
            });
        }
        Happening::ChipsReturned { table, .. } => {
            tournament.chips_out.remove(table);
        }
        Happening::PlayOffBegan { table, coups, names, .. } => {
            let limits = tournament.plan.as_ref().map(|plan| plan.limits);
            let place = |name: &PersonId| tournament.entrants.get(name)?.place.as_ref();
            let chips = names.0.iter().filter_map(place).map(|place| place.stack).max().unwrap_or_default();
            venue(tournament, *table, |venue| {
                let again = |(_, own): &(Money, Vec<PersonId>)| {
                    own.len() == names.0.len() && own.iter().all(|name| names.0.contains(name))
                };
                if !venue.played_off.iter().any(again) {
                    venue.played_off.push((chips, names.0.clone()));
                }
                venue.play_off = Some(PlayOff { names: names.0.clone(), coups: *coups });
                (venue.phase, venue.waits_since) = (Phase::Betting, at);
                venue.limits = venue.limits.or(limits);
                (venue.last_coup, venue.last_played) = (false, false);
                venue.exits.retain(|exit| !names.0.contains(&exit.entrant));
            });
            for name in &names.0 {
                of(tournament, *name).standing = Standing::In;
                seated(tournament, *name, |place| (place.counted, place.found) = (false, None));
            }
        }
        Happening::PlayOffOver { table, order } => venue(tournament, *table, |venue| {
            let between = venue.play_off.take().map_or_else(Vec::new, |own| own.names);
            let groups = std::mem::take(&mut venue.order.0);
            let played = |group: &Vec<PersonId>| group.iter().any(|name| between.contains(name));
            let refined = |group: Vec<PersonId>| if played(&group) { order.0.clone() } else { vec![group] };
            venue.order = Ranking(groups.into_iter().flat_map(refined).collect());
            (venue.phase, venue.count_ordered, venue.undeclared) = (Phase::Over, false, false);
            cleared(venue);
        }),
        Happening::Advanced { entrant } => {
            let own = of(tournament, *entrant);
            (own.standing, own.through) = (Standing::In, true);
        }
        Happening::KnockedOut { entrant } => {
            let own = of(tournament, *entrant);
            (own.standing, own.second_chance) = (Standing::Out, !own.came_back);
        }
        Happening::Placed { names, .. } => tournament.places.0.push(names.0.clone()),
        Happening::Declared { table } => {
            venue(tournament, *table, |venue| (venue.phase, venue.undo) = (Phase::Declared, None));
            tournament.chips_out.insert(*table);
            tournament.declared = true;
            let here = |own: &&mut Entrant| own.place.as_ref().is_some_and(|place| place.table == *table);
            tournament.entrants.values_mut().filter(here).for_each(|own| own.was = own.place.take());
            if tournament.is_final() {
                tournament.stage = Stage::Over;
            }
        }
        Happening::Undeclared { table } => undeclare(tournament, *table),
        Happening::Awarded { entrant, amount } => of(tournament, *entrant).prize = Some(*amount),
        Happening::GoodsAwarded { entrant, what } => {
            of(tournament, *entrant).goods.push((what.clone(), false));
        }
        Happening::HandedOver { entrant, what } => {
            let goods = &mut of(tournament, *entrant).goods;
            if let Some(own) = goods.iter_mut().find(|(own, handed)| own == what && !handed) {
                own.1 = true;
            }
        }
        Happening::PrizePaid { entrant, .. } => of(tournament, *entrant).paid = true,
        of_entry!() | of_sessions!() | of_wagers!() | of_hidden!() | of_coups!() | of_people!() => {}
    }
}
