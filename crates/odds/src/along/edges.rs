//! Many edges of one bet: their mean, their quantiles, and how often they favour the patron.

use crate::sim::Frequency;

/// The edges that a bet had, as they were met.
///
/// All counts and sums are integers, so that the order in which edges come changes nothing. Quantiles come from
/// a histogram of the distance to the edge of the full shoe; its bins are so narrow that a quantile is wrong by
/// at most a hundredth of that distance.
#[derive(Clone, Debug, PartialEq)]
pub struct Edges {
    /// The edge that distances are measured from.
    around: f64,
    count: u64,
    favourable: u64,
    /// Sums in units of 2^-[`UNIT`].
    sum: i128,
    gained: i128,
    least: f64,
    most: f64,
    /// First the bins below, the farthest first, then those above, the nearest first.
    bins: Vec<u64>,
}

/// Sums are kept to 40 binary places.
const UNIT: i32 = 40;
/// Bins in an octave of distance: bits of the mantissa.
const BITS: u32 = 6;
/// Distances below 2^-24 share a bin; beyond 2^7 too.
const NEAREST: i32 = -24;
const OCTAVES: usize = 31;
const SIDE: usize = OCTAVES << BITS;

impl Edges {
    /// No edges yet.
    pub fn around(full: f64) -> Edges {
        Edges {
            around: full,
            count: 0,
            favourable: 0,
            sum: 0,
            gained: 0,
            least: f64::INFINITY,
            most: f64::NEG_INFINITY,
            bins: vec![0; 2 * SIDE],
        }
    }

    /// Adds an edge.
    pub fn add(&mut self, edge: f64) {
        let units = (edge * 2f64.powi(UNIT)) as i128;
        self.count += 1;
        self.sum += units;
        if edge < 0.0 {
            self.favourable += 1;
            self.gained -= units;
        }
        self.least = self.least.min(edge);
        self.most = self.most.max(edge);
        self.bins[bin(edge - self.around)] += 1;
    }

    /// Adds the edges of another.
    pub fn merge(&mut self, other: &Edges) {
        self.count += other.count;
        self.favourable += other.favourable;
        self.sum += other.sum;
        self.gained += other.gained;
        self.least = self.least.min(other.least);
        self.most = self.most.max(other.most);
        for (own, other) in self.bins.iter_mut().zip(&other.bins) {
            *own += other;
        }
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// How many favoured the patron.
    pub fn favourable(&self) -> Frequency {
        Frequency { count: self.favourable, of: self.count }
    }

    /// Their mean; nought if there are none.
    pub fn mean(&self) -> f64 {
        mean(self.sum, self.count)
    }

    /// What a stake gained on average where the bet favoured the patron; nought where it never did.
    pub fn mean_gain(&self) -> f64 {
        mean(self.gained, self.favourable)
    }

    /// What one unit staked on every favourable coup, and on no other, is expected to gain in all.
    pub fn gain(&self) -> f64 {
        self.gained as f64 / 2f64.powi(UNIT)
    }

    /// The best that the patron met; `None` if there are no edges.
    pub fn least(&self) -> Option<f64> {
        (self.count > 0).then_some(self.least)
    }

    /// The best that the house met; `None` if there are no edges.
    pub fn most(&self) -> Option<f64> {
        (self.count > 0).then_some(self.most)
    }

    /// The edge that this share of them, 0 to 1, do not exceed; the edge of the full shoe if there are none.
    pub fn quantile(&self, share: f64) -> f64 {
        if self.count == 0 {
            return self.around;
        }
        let wanted = share.clamp(0.0, 1.0) * self.count as f64;
        let mut before = 0.0;
        for (place, count) in self.bins.iter().enumerate().filter(|(_, count)| **count > 0) {
            let count = *count as f64;
            if before + count >= wanted {
                let (low, high) = ends(place);
                let edge = self.around + low + (high - low) * ((wanted - before) / count);
                return edge.clamp(self.least, self.most);
            }
            before += count;
        }
        self.most
    }
}

fn mean(sum: i128, count: u64) -> f64 {
    if count == 0 { 0.0 } else { sum as f64 / 2f64.powi(UNIT) / count as f64 }
}

/// The bin of a distance: its sign, its exponent and the first bits of its mantissa.
fn bin(distance: f64) -> usize {
    let nearest = ((NEAREST + 1023) as u64) << BITS;
    let digits = distance.abs().to_bits() >> (52 - BITS);
    let out = (digits.saturating_sub(nearest) as usize).min(SIDE - 1);
    if distance < 0.0 { SIDE - 1 - out } else { SIDE + out }
}

/// The distances that a bin lies between.
fn ends(bin: usize) -> (f64, f64) {
    let start = |out: usize| match out {
        0 => 0.0,
        out => f64::from_bits((((NEAREST + 1023) as u64) << BITS).wrapping_add(out as u64) << (52 - BITS)),
    };
    match bin.checked_sub(SIDE) {
        Some(out) => (start(out), start(out + 1)),
        None => (-start(SIDE - bin), -start(SIDE - 1 - bin)),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_distance_lies_in_its_bin() {
        for distance in [0.0, 1e-9, 5.9e-8, 6e-8, 1e-6, 0.01, 0.0103, 0.99, 1.0, 1.01, 100.0] {
            for distance in [distance, -distance] {
                let (low, high) = ends(bin(distance));
                assert!(low <= distance && distance <= high, "{distance}: {low} to {high}");
                assert!(high - low <= 6.1e-8 || high - low <= 0.016 * distance.abs(), "{distance}");
            }
        }
    }

    proptest! {
        #[test]
        fn quantiles_are_near_those_of_the_sorted_list(mut all in prop::collection::vec(-0.5..0.5f64, 100..400), share in 0.0..=1.0f64) {
            let mut edges = Edges::around(0.01);
            all.iter().for_each(|edge| edges.add(*edge));
            all.sort_by(f64::total_cmp);
            let place = ((share * all.len() as f64) as usize).min(all.len() - 1);
            let (below, above) = (all[place.saturating_sub(1)], all[(place + 1).min(all.len() - 1)]);
            let found = edges.quantile(share);
            prop_assert!(below - 0.01 <= found && found <= above + 0.01, "{below} {found} {above}");
        }

        #[test]
        fn the_order_and_the_hands_it_passes_through_change_nothing(all in prop::collection::vec(-2.0..2.0f64, 0..60), cut in 0usize..60) {
            let (mut one, mut first, mut second) = (Edges::around(0.0), Edges::around(0.0), Edges::around(0.0));
            all.iter().for_each(|edge| one.add(*edge));
            let (head, tail) = all.split_at(cut.min(all.len()));
            tail.iter().rev().for_each(|edge| first.add(*edge));
            head.iter().for_each(|edge| second.add(*edge));
            first.merge(&second);
            prop_assert_eq!(one, first);
        }
    }

    #[test]
    fn gains_are_counted_where_the_patron_has_the_better_of_it() {
        let mut edges = Edges::around(0.01);
        for edge in [0.01, -0.02, 0.03, -0.04] {
            edges.add(edge);
        }
        assert_eq!(edges.favourable(), Frequency { count: 2, of: 4 });
        assert!((edges.mean() + 0.005).abs() < 1e-11 && (edges.mean_gain() - 0.03).abs() < 1e-11);
        assert!((edges.gain() - 0.06).abs() < 1e-11);
        assert_eq!((edges.least(), edges.most()), (Some(-0.04), Some(0.03)));
        assert_eq!(Edges::around(0.25).quantile(0.5), 0.25);
    }
}
