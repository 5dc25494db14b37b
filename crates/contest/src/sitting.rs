//! Who sat where in each round, and what came of it: the way to the final.

use punto_tournament::{Happening, Tournament};
use punto_vocab::{Money, PersonId};

/// Somebody's seat in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sitting {
    /// The round.
    pub round: u32,
    /// The table.
    pub table: u8,
    /// Who.
    pub entrant: PersonId,
    /// The chips at the end of the session, once they are known.
    pub chips: Option<Money>,
    /// Whether they went on, once that is known.
    pub through: Option<bool>,
}

/// Notes what an event of a tournament says of seats; the tournament is as it was before.
pub(crate) fn note(list: &mut Vec<Sitting>, own: &Tournament, what: &Happening) {
    let mut last = |name: PersonId, change: &dyn Fn(&mut Sitting)| {
        if let Some(sitting) = list.iter_mut().rev().find(|sitting| sitting.entrant == name) {
            change(sitting);
        }
    };
    match what {
        Happening::Allotted { entrant, table, .. } => {
            // Who is given another seat in the same round sits there alone.
            list.retain(|sitting| (sitting.round, sitting.entrant) != (own.round, *entrant));
            let (round, table, entrant) = (own.round, *table, *entrant);
            list.push(Sitting { round, table, entrant, chips: None, through: None });
        }
        Happening::ChipsIn { entrant, amount } | Happening::ChipsKept { entrant, amount } => {
            last(*entrant, &|sitting| sitting.chips = Some(*amount));
        }
        // Who was out before the end stays so.
        Happening::Undeclared { table } => {
            let venue = own.venues.get(table);
            let out = |name: PersonId| {
                venue.is_some_and(|venue| venue.exits.iter().any(|exit| exit.entrant == name))
            };
            let here = |sitting: &&mut Sitting| (sitting.round, sitting.table) == (own.round, *table);
            list.iter_mut().filter(here).filter(|sitting| !out(sitting.entrant)).for_each(|sitting| {
                (sitting.through, sitting.chips) = (None, None);
            });
        }
        Happening::Advanced { entrant } => last(*entrant, &|sitting| sitting.through = Some(true)),
        Happening::Eliminated { entrant, .. }
        | Happening::KnockedOut { entrant }
        | Happening::PlaceLost { entrant }
        | Happening::Disqualified { entrant, .. } => last(*entrant, &|sitting| sitting.through = Some(false)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noted(lines: &[&str]) -> Vec<Sitting> {
        let (mut list, own) = (Vec::new(), Tournament { round: 1, ..Tournament::default() });
        for line in lines {
            note(&mut list, &own, &line.parse().unwrap());
        }
        list
    }

    #[test]
    fn a_seat_has_what_came_of_it_and_another_seat_takes_its_place() {
        let ada = "ada".parse().unwrap();
        let list = noted(&[
            "allotted ada 1@2",
            "allotted ben 1@3",
            "allotted ada 2@1",
            "chips-in ada 950",
            "advanced ada",
        ]);
        let chips = Some(Money::from_minor(95_000));
        assert_eq!(
            list.last(),
            Some(&Sitting { round: 1, table: 2, entrant: ada, chips, through: Some(true) })
        );
        assert_eq!(list.len(), 2);
    }

    #[test]
    fn who_is_out_did_not_go_on() {
        let list = noted(&["allotted ada 1@2", "knocked-out ada"]);
        assert_eq!(list.first().and_then(|sitting| sitting.through), Some(false));
    }
}
