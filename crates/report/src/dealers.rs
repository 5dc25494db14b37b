//! Who dealt what: coups, pace, outcomes and mistakes by dealer and table, with how likely the mix of outcomes was.

use std::collections::BTreeMap;

use punto_rulebook::Winner;
use punto_site::{Place as At, Site, TableId, UnlikelyOutcomes};
use punto_vocab::PersonId;
use punto_wire::{DealerReport, DealerRow};

use crate::dealt::Dealt;
use crate::sheet::{Sheet, moment, or_nothing};

/// Below this chance a mix of outcomes is worth a look, if it comes of this many coups at least.
const UNLIKELY: f64 = 0.001;
const ENOUGH: i64 = 300;
/// Fewer than this many expected of an outcome, and chi-square says nothing.
const FEWEST: f64 = 5.0;
/// After a longer pause than this the time before a coup is nobody's dealing, in microseconds.
const PAUSE: i64 = 10 * 60 * 1_000_000;

/// Whose row, of which table and shoe; `None` stands for all of them, and as a dealer for Punto itself.
type Place = (Option<PersonId>, Option<String>, Option<u32>);

/// What dealers dealt in a period, table by table.
#[derive(Default)]
pub struct Dealers {
    by_shoe: bool,
    sums: BTreeMap<Place, Sum>,
}

impl Dealers {
    /// Nothing yet; `by_shoe` asks for a row each shoe.
    pub fn new(by_shoe: bool) -> Dealers {
        Dealers { by_shoe, ..Dealers::default() }
    }

    /// Adds the coups of a table, the oldest first, that ended before a moment.
    pub fn add(&mut self, table: &str, coups: &[Dealt], to: i64) {
        let mut before: Option<&Dealt> = None;
        for coup in coups.iter().take_while(|coup| coup.at.1 < to) {
            let went_on = before.is_none_or(|before| before.dealer == coup.dealer);
            let shoe = self.by_shoe.then_some(coup.shoe);
            for place in [Some((Some(table.to_owned()), shoe)), (!self.by_shoe).then_some((None, None))] {
                let Some((table, shoe)) = place else { continue };
                self.sums.entry((coup.dealer, table, shoe)).or_default().add(coup, went_on);
            }
            before = Some(coup);
        }
    }

    /// The report of the period that was asked for.
    pub fn report(&self, (from, to): (Option<i64>, Option<i64>)) -> DealerReport {
        let rows = self.sums.iter().filter(|(place, _)| !is_only_table(&self.sums, place));
        let rows = rows.map(|((dealer, table, shoe), sum)| sum.row(*dealer, table.clone(), *shoe)).collect();
        DealerReport { from, to, rows }
    }
}

/// Which rows somebody should look at, and what they are told, unless they have been told and not answered yet.
pub fn worth_a_look(rows: &[DealerRow], site: &Site) -> Vec<(TableId, UnlikelyOutcomes)> {
    let mut found = Vec::new();
    for row in rows.iter().filter(|row| row.unlikely) {
        let Some(Ok(table)) = row.table.as_ref().map(|table| table.parse()) else { continue };
        let Ok(dealer) = row.dealer.as_ref().map(|dealer| dealer.parse()).transpose() else { continue };
        if site.unlikely_noted(At::Table(table), dealer).is_some() {
            continue;
        }
        let count = |count: i64| u32::try_from(count).unwrap_or(u32::MAX);
        let once = 1.0 / row.chance.unwrap_or_default().max(1e-9);
        let (player, banker, tie) = (count(row.player), count(row.banker), count(row.tie));
        let coups = count(row.coups);
        // Below the largest number that fits, by the smallest chance above.
        found.push((table, UnlikelyOutcomes { dealer, coups, player, banker, tie, once_in: once as u32 }));
    }
    found
}

/// Whether a row for all tables says the same as the one before it, as there is one table only.
fn is_only_table(sums: &BTreeMap<Place, Sum>, place: &Place) -> bool {
    place.1.is_none()
        && sums.keys().filter(|(dealer, table, _)| *dealer == place.0 && table.is_some()).count() == 1
}

/// What some coups come to.
#[derive(Clone, Debug, Default)]
struct Sum {
    row: DealerRow,
    micros: i64,
    /// How many of each outcome were to be expected of the coups whose odds are known, and how many came.
    expected: [f64; 3],
    came: [f64; 3],
}

impl Sum {
    /// Adds a coup. `went_on` says whether the same person had dealt the one before.
    fn add(&mut self, coup: &Dealt, went_on: bool) {
        let row = &mut self.row;
        row.first = if row.coups + row.voids == 0 { coup.at.0 } else { row.first.min(coup.at.0) };
        row.last = row.last.max(coup.at.1);
        let pause = coup.before.filter(|before| went_on && coup.at.0 - before <= PAUSE);
        self.micros += coup.at.1 - pause.unwrap_or(coup.at.0);
        row.irregularities += i64::from(coup.irregularities);
        row.corrections += i64::from(coup.corrections);
        row.player_pairs += i64::from(coup.pairs.player);
        row.banker_pairs += i64::from(coup.pairs.banker);
        let Some(winner) = coup.winner else {
            row.voids += 1;
            return;
        };
        row.coups += 1;
        let place = match winner {
            Winner::Player => 0,
            Winner::Banker => 1,
            Winner::Tie => 2,
        };
        *[&mut row.player, &mut row.banker, &mut row.tie][place] += 1;
        if let Some(odds) = coup.odds {
            self.came[place] += 1.0;
            self.expected.iter_mut().zip(odds).for_each(|(expected, odds)| *expected += odds);
        }
    }

    fn row(&self, dealer: Option<PersonId>, table: Option<String>, shoe: Option<u32>) -> DealerRow {
        let chance = self.chance();
        let hours = self.micros as f64 / 3.6e9;
        DealerRow {
            dealer: dealer.map(|name| name.to_string()),
            table,
            shoe,
            seconds: self.micros / 1_000_000,
            per_hour: (hours > 0.0).then(|| (self.row.coups + self.row.voids) as f64 / hours),
            chance,
            unlikely: self.row.coups >= ENOUGH && chance.is_some_and(|chance| chance < UNLIKELY),
            ..self.row.clone()
        }
    }

    /// How likely a mix of outcomes at least this far from the expected one is, by chi-square.
    ///
    /// With three outcomes two are free, and then the tail has a closed form. The coups of one shoe are not quite
    /// independent of each other; they are near enough to it for a figure that only calls for a look.
    fn chance(&self) -> Option<f64> {
        if self.expected.iter().any(|expected| *expected < FEWEST) {
            return None;
        }
        let distance = |(came, expected): (&f64, &f64)| (came - expected).powi(2) / expected;
        let statistic: f64 = self.came.iter().zip(&self.expected).map(distance).sum();
        Some((-statistic / 2.0).exp())
    }
}

impl Sheet for DealerReport {
    const FILE: &'static str = "punto-dealers";
    const HEAD: &'static [&'static str] = &[
        "dealer",
        "table",
        "shoe",
        "first",
        "last",
        "coups",
        "seconds",
        "per hour",
        "player",
        "banker",
        "tie",
        "player pairs",
        "banker pairs",
        "voids",
        "irregularities",
        "corrections",
        "chance",
        "unlikely",
    ];

    fn rows(&self) -> Vec<Vec<String>> {
        let texts = |row: &DealerRow| {
            let mut texts = vec![
                row.dealer.clone().unwrap_or_else(|| "(automatic)".into()),
                row.table.clone().unwrap_or_else(|| "(all)".into()),
                or_nothing(row.shoe),
                moment(row.first),
                moment(row.last),
            ];
            texts.extend([row.coups, row.seconds].map(|count| count.to_string()));
            texts.push(or_nothing(row.per_hour.map(|pace| format!("{pace:.1}"))));
            let counts = [row.player, row.banker, row.tie, row.player_pairs, row.banker_pairs];
            texts.extend(counts.map(|count| count.to_string()));
            texts.extend([row.voids, row.irregularities, row.corrections].map(|count| count.to_string()));
            texts.push(or_nothing(row.chance.map(|chance| format!("{chance:.6}"))));
            texts.push(if row.unlikely { "yes" } else { "no" }.to_owned());
            texts
        };
        self.rows.iter().map(texts).collect()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // a test that cannot be set up should stop there

    use punto_site::{Cause, Happening, Kind, plain};
    use punto_vocab::BySide;

    use super::*;

    /// Eight decks: Player, Banker, tie.
    const ODDS: [f64; 3] = [0.446_247, 0.458_597, 0.095_156];

    fn coup(winner: Option<Winner>, at: (i64, i64), before: Option<i64>) -> Dealt {
        let (dealer, shoe, pairs) = (None, 1, BySide { player: true, banker: false });
        Dealt { at, before, dealer, shoe, winner, pairs, irregularities: 1, corrections: 0, odds: Some(ODDS) }
    }

    fn sum(player: usize, banker: usize, tie: usize) -> Sum {
        let mut sum = Sum::default();
        for (winner, count) in [(Winner::Player, player), (Winner::Banker, banker), (Winner::Tie, tie)] {
            (0..count).for_each(|_| sum.add(&coup(Some(winner), (0, 1), None), true));
        }
        sum
    }

    #[test]
    fn a_mix_as_expected_is_likely_and_one_that_is_not_is_marked() {
        let fair = sum(446, 459, 95).row(None, None, None);
        assert!(fair.chance.unwrap() > 0.99 && !fair.unlikely, "{fair:?}");
        let tilted = sum(540, 365, 95).row(None, None, None);
        assert!(tilted.chance.unwrap() < UNLIKELY && tilted.unlikely, "{tilted:?}");
        // As far off, but too few to say so; and so few that nothing can be said.
        let few = sum(80, 10, 10).row(None, None, None);
        assert!(few.chance.unwrap() < UNLIKELY && !few.unlikely, "{few:?}");
        assert_eq!(sum(20, 0, 0).row(None, None, None).chance, None);
    }

    #[test]
    fn what_is_worth_a_look_is_told_once_until_somebody_answers() {
        let row = |sum: Sum| sum.row(Some("dan".parse().unwrap()), Some("nsw-1".into()), None);
        let (fair, tilted) = (row(sum(446, 459, 95)), row(sum(540, 365, 95)));
        let mut site = Site::default();
        assert_eq!(worth_a_look(&[fair], &site), []);
        let found = worth_a_look(std::slice::from_ref(&tilted), &site);
        let table: TableId = "nsw-1".parse().unwrap();
        let [(at, seen)] = &found[..] else { panic!("{found:?}") };
        assert_eq!(*at, table);
        assert_eq!((seen.coups, seen.player, seen.banker, seen.tie), (1000, 540, 365, 95));
        assert!(seen.once_in > 1000, "{seen:?}");
        let (severity, place) = (Kind::UnlikelyOutcomes.severity(), At::Table(table));
        let UnlikelyOutcomes { dealer, coups, player, banker, tie, once_in } = *seen;
        let value = Happening::UnlikelyNoted {
            number: 1,
            severity,
            place,
            dealer,
            coups,
            player,
            banker,
            tie,
            once_in,
        };
        // As older engines noted it, in words alone: nobody can tell whose it is, and it is noted once more.
        let (kind, older) =
            (Kind::UnlikelyOutcomes, Cause::Found { text: plain("dan dealt 1000 coups in a week") });
        let words = Happening::Noted { number: 1, kind, severity, place, about: None, what: older };
        for (what, again) in [(words, 1), (value, 0)] {
            let (number, notice) = punto_site::Notice::of(punto_vocab::Time(0), &what).unwrap();
            site.notices.insert(number, notice);
            assert_eq!(worth_a_look(std::slice::from_ref(&tilted), &site).len(), again, "{what}");
        }
        let other = DealerRow { dealer: Some("dee".into()), ..tilted };
        assert_eq!(worth_a_look(&[other], &site).len(), 1, "another's outcomes are another matter");
    }

    /// The 95th and the 99.9th percentile of chi-square with two degrees of freedom, as printed everywhere.
    #[test]
    fn the_closed_form_is_that_of_printed_tables() {
        let chance = |statistic: f64| {
            let came = [100.0 + (100.0 * statistic / 1.5).sqrt(), 100.0, 100.0];
            let half = (came[0] - 100.0) / 2.0;
            Sum { came: [came[0], 100.0 - half, 100.0 - half], expected: [100.0; 3], ..Sum::default() }
                .chance()
        };
        assert!((chance(5.991_465).unwrap() - 0.05).abs() < 1e-6);
        assert!((chance(13.815_511).unwrap() - 0.001).abs() < 1e-8);
    }

    #[test]
    fn time_counts_from_the_coup_before_unless_there_was_a_pause_or_another_dealt() {
        let minute = 60_000_000;
        let mut sum = Sum::default();
        sum.add(&coup(Some(Winner::Tie), (0, minute), None), true);
        sum.add(&coup(None, (2 * minute, 3 * minute), Some(minute)), true);
        sum.add(&coup(Some(Winner::Tie), (60 * minute, 61 * minute), Some(3 * minute)), true);
        sum.add(&coup(Some(Winner::Tie), (62 * minute, 63 * minute), Some(61 * minute)), false);
        let row = sum.row(None, Some("t".into()), None);
        assert_eq!((row.coups, row.voids, row.seconds, row.irregularities), (3, 1, 300, 4));
        assert_eq!((row.first, row.last, row.player_pairs), (0, 63 * minute, 4));
        assert!((row.per_hour.unwrap() - 48.0).abs() < 1e-9);
    }
}
