//! What a document says of minimum, maximum and totals, and of wagers found to break them.

use punto_vocab::Citation;

use crate::Answer;
use crate::reader::{Field, Section};

punto_vocab::words! {
    /// How a proportional reduction is fitted to chips.
    pub enum Remainder: "a way to fit shares to chips" {
        /// Every share down to the chip.
        Floor = "floor",
        /// Every share down to the chip, then a chip more to those cut most, earlier wagers first among equals.
        LargestRemainder = "largest-remainder",
    }
}

punto_vocab::words! {
    /// What becomes of a wager found to break a limit once it is too late to refuse it.
    pub enum LateCure: "a cure for a wager found late" {
        /// It is good as it lies.
        Stands = "stands",
        /// It is paid or collected up to the maximum, and the rest goes back win or lose.
        ToMaximum = "to-maximum",
        /// All wagers on the area are cut in proportion, and the rest goes back.
        ProRata = "pro-rata",
        /// It goes back whatever the result.
        Returned = "returned",
        /// It never was a wager.
        NotAccepted = "not-accepted",
        /// Good the first time, with a warning; returned whatever the result from then on.
        WarnThenReturn = "warn-then-return",
        /// The document is silent: the officer rules.
        Officer = "officer",
    }
}

punto_vocab::words! {
    /// A limit that a wager or a total can break.
    pub enum Breach: "a breach of a limit" {
        /// Less than the patron's minimum.
        BelowMinimum = "below_minimum",
        /// More than the patron's maximum.
        AboveMaximum = "above_maximum",
        /// The area's wagers together are more than its maximum.
        AboveAreaMaximum = "above_area_maximum",
        /// Player's and Banker's totals differ by more than the table differential.
        AboveDifferential = "above_differential",
        /// A hand's wagers together are more than the collective liability.
        AboveLiability = "above_liability",
        /// Outside its area, not flat, or on top of another.
        BadlyPlaced = "badly_placed",
        /// Put down after wagers closed.
        PlacedLate = "placed_late",
    }
}

/// What a document says of limits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LimitRules {
    /// Minimum and maximum are posted.
    pub posted: Citation,
    /// A unit may be posted.
    pub unit: Option<Citation>,
    /// A table differential may be posted.
    pub differential: Option<Citation>,
    /// A maximum for an area may be posted.
    pub area_maximum: Option<Citation>,
    /// A maximum collective liability on a hand may be posted.
    pub liability: Option<Citation>,
    /// A patron may be given limits of their own.
    pub personal: Option<Citation>,
    /// The dealer may cut totals in proportion before the coup.
    pub reduction: Option<Reduction>,
    /// The clause by which limits broken in earlier coups change nothing any more.
    pub earlier_coups: Option<Citation>,
    /// The clauses by which limits do not change in the course of a tournament.
    pub fixed_in_tournament: Option<Citation>,
    /// The clauses by which wagers in a tournament are in whole units of the minimum.
    pub units_in_tournament: Option<Citation>,
    late: Late,
    late_in_tournament: Late,
}

/// What becomes of wagers found late, by what is wrong with them.
type Late = Vec<(Breach, Answer<LateCure>)>;

/// The dealer's power to cut the wagers on a hand in proportion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reduction {
    /// The clause that gives it.
    pub by: Citation,
    /// How shares are fitted to chips.
    pub remainder: Answer<Remainder>,
}

impl LimitRules {
    /// What becomes of a wager found too late to break this limit; `None` where the document does not say.
    pub fn found_late(&self, breach: Breach) -> Option<&Answer<LateCure>> {
        self.late.iter().find(|(own, _)| *own == breach).map(|(_, cure)| cure)
    }

    /// The same at a tournament's tables, which may have clauses of their own.
    pub fn found_late_in_tournament(&self, breach: Breach) -> Option<&Answer<LateCure>> {
        let own = self.late_in_tournament.iter().find(|(own, _)| *own == breach);
        own.map(|(_, cure)| cure).or_else(|| self.found_late(breach))
    }

    pub(crate) fn read(field: Field<'_, '_>) -> Option<LimitRules> {
        let limits = field.section()?;
        let cited = |key| limits.optional(key).and_then(|f| f.cited());
        let rules = (|| {
            let posted = limits.cited("posted");
            let late = limits.section("found_late").map(read_late);
            let in_tournament = limits.optional_section("found_late_in_tournament").map(read_late);
            let reduction = limits.optional_section("reduction").and_then(read_reduction);
            // Every field is read before the first that is missing ends the reading.
            let (unit, differential, area_maximum) =
                (cited("unit"), cited("differential"), cited("area_maximum"));
            let units_in_tournament = cited("units_in_tournament");
            let (liability, personal, earlier_coups, fixed_in_tournament) =
                (cited("liability"), cited("personal"), cited("earlier_coups"), cited("fixed_in_tournament"));
            let rules = LimitRules {
                posted: posted?,
                unit,
                differential,
                area_maximum,
                liability,
                personal,
                reduction,
                earlier_coups,
                fixed_in_tournament,
                units_in_tournament,
                late: late?,
                late_in_tournament: in_tournament.unwrap_or_default(),
            };
            rules.check(&limits);
            Some(rules)
        })();
        limits.close();
        rules
    }

    /// A cure for a limit that cannot be posted is a mistake of the writer.
    fn check(&self, limits: &Section<'_, '_>) {
        let totals = [
            (Breach::AboveAreaMaximum, self.area_maximum.is_some(), "area_maximum"),
            (Breach::AboveDifferential, self.differential.is_some(), "differential"),
            (Breach::AboveLiability, self.liability.is_some(), "liability"),
        ];
        for (breach, may_be_posted, name) in totals {
            if self.found_late(breach).is_some() && !may_be_posted {
                let message =
                    format!("`limits.found_late.{breach}` cures a limit that has no `limits.{name}`");
                limits.report_at(&["found_late", breach.word()], message);
            }
        }
    }
}

fn read_late(section: Section<'_, '_>) -> Late {
    let cures = Breach::ALL
        .iter()
        .filter_map(|breach| Some((*breach, section.optional(breach.word())?.answer(|f| f.word())?)))
        .collect();
    section.close();
    cures
}

fn read_reduction(section: Section<'_, '_>) -> Option<Reduction> {
    let by = section.citation();
    let remainder = section.answer("remainder", |f| f.word());
    section.close();
    Some(Reduction { by: by?, remainder: remainder? })
}
