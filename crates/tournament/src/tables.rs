//! A tournament and its tables: what its events ask of a table, and what a table's events tell it.
//!
//! Neither writes the other's events. What a tournament asks is said to the table as the house's own word and decided there;
//! what a table did is told to the tournament as a command. The table deals and settles; wagers reach it only from here.

use punto_rulebook::{Breach, Opening, Range, Rulebook, Span};
use punto_table::{Command as Ask, Finished, Happening as Done, PatronOrder, Table};
use punto_vocab::line::Words;
use punto_vocab::{Money, PersonId};

use crate::command::Command;
use crate::event::Happening;
use crate::order::sequence;
use crate::score::Gains;
use crate::state::{Phase, Tournament, Wager};

/// What an event asks of tables: which table, and what is said to it. The tournament is given as it was and as it is.
pub fn asks(book: &Rulebook, before: &Tournament, own: &Tournament, what: &Happening) -> Vec<(u8, Ask)> {
    let at = |entrant: PersonId, ask: &dyn Fn(u8) -> Ask| -> Vec<(u8, Ask)> {
        let place = own.entrants.get(&entrant).and_then(|own| own.place.as_ref());
        place.map(|place| (place.table, ask(place.seat))).into_iter().collect()
    };
    let asked = match what {
        Happening::SessionBegan { .. } => {
            own.venues.keys().flat_map(|table| opened(book, own, *table)).collect()
        }
        Happening::SeatTaken { entrant } | Happening::Substituted { entrant, .. }
            if in_session(own, *entrant) =>
        {
            at(*entrant, &|seat| Ask::Sit { patron: *entrant, at: seat })
        }
        Happening::MarkerAt { table, .. } => {
            let names = sequence(book, own, *table);
            let ask = |names| (*table, Ask::WagerOrder { names: PatronOrder(names) });
            Some(names).filter(|names| !names.is_empty()).map(ask).into_iter().collect()
        }
        Happening::Laid { entrant, bet, stake } | Happening::Deemed { entrant, bet, stake }
            if stake.is_positive() =>
        {
            at(*entrant, &|at| Ask::Reveal { patron: *entrant, at, bet: *bet, stake: Some(*stake) })
        }
        _ => Vec::new(),
    };
    moved(before, own).into_iter().chain(asked).collect()
}

/// Wagers in chips that were put down, changed or taken off before the cards.
fn moved(before: &Tournament, own: &Tournament) -> Vec<(u8, Ask)> {
    let mut asked = Vec::new();
    for (table, venue) in &own.venues {
        let Some(was) = before.venues.get(table).filter(|was| was.wagers != venue.wagers) else { continue };
        if was.phase == Phase::Dealing || venue.phase == Phase::Dealing {
            continue;
        }
        let lies = |list: &[Wager], one: &Wager| {
            list.iter().any(|own| (own.entrant, own.bet, own.stake) == (one.entrant, one.bet, one.stake))
        };
        let seat = |one: &Wager| before.entrants.get(&one.entrant)?.place.as_ref().map(|place| place.seat);
        let chips = |list: &'_ [Wager]| list.iter().filter(|own| !own.hidden).cloned().collect::<Vec<_>>();
        for one in chips(&was.wagers).iter().filter(|one| !lies(&venue.wagers, one)) {
            let lift = seat(one).map(|at| Ask::Lift { patron: one.entrant, at, bet: one.bet });
            asked.extend(lift.map(|ask| (*table, ask)));
        }
        for one in chips(&venue.wagers).iter().filter(|one| !lies(&was.wagers, one)) {
            let bet =
                seat(one).map(|at| Ask::Bet { patron: one.entrant, at, bet: one.bet, stake: one.stake });
            asked.extend(bet.map(|ask| (*table, ask)));
        }
    }
    asked
}

fn in_session(own: &Tournament, entrant: PersonId) -> bool {
    let venue = own.place(entrant).and_then(|place| own.venues.get(&place.table));
    venue.is_some_and(|venue| !matches!(venue.phase, Phase::Idle | Phase::Over | Phase::Declared))
}

/// A table of the tournament opens with its limits and its method, without what is switched off in tournaments, and with
/// everybody who is there in their seats.
fn opened(book: &Rulebook, own: &Tournament, table: u8) -> Vec<(u8, Ask)> {
    let Some(plan) = &own.plan else { return Vec::new() };
    // A wager on the tie or with a form goes beside the one on a hand; the tournament has checked what it may be.
    let Span { min, max } = plan.limits;
    let mut opening = Opening::usual();
    opening.parts.tournament = Some(true);
    opening.parts.limits = Some(Range(Span { min, max }));
    let method = own.form.item(punto_rulebook::Item::Method).filter(|method| book.method(method).is_some());
    opening.parts.method = method.and_then(|method| Words::new(method).ok());
    let off = Breach::ALL
        .iter()
        .filter(|breach| book.limits.found_late_in_tournament(**breach) != book.limits.found_late(**breach));
    let off = off.map(|breach| Ask::LimitOff { breach: *breach });
    let sit = own.at(table).into_iter().filter(|(_, place)| place.present);
    let sit = sit.map(|(patron, place)| Ask::Sit { patron, at: place.seat });
    [Ask::Open { opening }].into_iter().chain(off).chain(sit).map(|ask| (table, ask)).collect()
}

/// What the events of one command at a table tell the tournament. The table is as they have left it.
pub fn tells(table: u8, here: &Table, events: &[punto_table::Event]) -> Vec<Command> {
    let mut told = Vec::new();
    let mut gains: Vec<(PersonId, Money)> = Vec::new();
    for event in events {
        match &event.what {
            Done::Collected { patron, amount, .. } => add(&mut gains, *patron, -*amount),
            Done::Paid { patron, amount, .. } => add(&mut gains, *patron, *amount),
            Done::StoodOff { patron, .. } | Done::StakeReturned { patron, .. } => {
                add(&mut gains, *patron, Money::ZERO);
            }
            Done::Concluded => {
                if let Some(winner) = here.coups.of_shoe().last().and_then(Finished::winner) {
                    told.push(Command::Result {
                        table,
                        winner,
                        gains: Gains::of_all(std::mem::take(&mut gains)),
                    });
                }
            }
            Done::CoupVoid { .. } => told.push(Command::VoidCoup { table }),
            Done::LastCoupSet => told.push(Command::LastCoup { table }),
            Done::ShoeEnded => told.push(Command::ShoeEnded { table }),
            _ => {}
        }
    }
    told
}

fn add(gains: &mut Vec<(PersonId, Money)>, patron: PersonId, amount: Money) {
    match gains.iter_mut().find(|(name, _)| *name == patron) {
        Some((_, gain)) => *gain += amount,
        None => gains.push((patron, amount)),
    }
}
