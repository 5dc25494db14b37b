//! How a shoe is made up, burned, cut and ended.

use punto_rulebook::{Burn, Device, End, Terms};

/// The procedure of a shoe, as far as it decides which cards are dealt.
///
/// ```
/// use punto_odds::sim::ShoePlan;
/// use punto_rulebook::{Burn, End};
/// let plan = ShoePlan::new(8, Burn::Counted, 20, End::OneMoreCoup, End::ThisCoupIsLast).unwrap();
/// assert_eq!((plan.cards(), plan.sure_coups()), (416, 66));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ShoePlan {
    decks: u8,
    burn: Burn,
    last: LastCoup,
}

/// Which coup ends the shoe, by the cards left in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum LastCoup {
    /// The one that starts with so many or fewer.
    StartsWith(u16),
    /// The one that ends with so many or fewer.
    EndsWith(u16),
}

/// A shoe that cannot be simulated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShoeError {
    /// No such number of decks.
    #[error("a shoe of {0} decks cannot be simulated; it has 1 to {max} decks", max = ShoePlan::MOST_DECKS)]
    Decks(u32),
    /// The last coup could run out of cards.
    #[error("{behind} cards behind the marker are too few; the coups after it may need {needed}")]
    TooFewBehind {
        /// How many there are.
        behind: u32,
        /// How many a coup or two may take.
        needed: u32,
    },
    /// More cards behind the marker than there are.
    #[error("{behind} cards cannot lie behind the marker in a shoe of {cards}")]
    TooManyBehind {
        /// How many were asked for.
        behind: u32,
        /// How many there are.
        cards: u32,
    },
    /// No document ends a shoe so.
    #[error("a marker that ends the shoe inside a coup cannot allow one more coup when it comes before one")]
    Ends,
}

impl ShoePlan {
    /// The most decks.
    pub const MOST_DECKS: u32 = 8;
    /// The most cards of a coup.
    const LONGEST: u16 = 6;

    /// A shoe of so many decks with so many cards behind the marker, and what the marker means when it comes
    /// inside a coup and before a coup's first card.
    ///
    /// A marker met while burning counts as met before the first coup.
    pub fn new(decks: u32, burn: Burn, behind: u32, in_coup: End, first: End) -> Result<ShoePlan, ShoeError> {
        if !(1..=ShoePlan::MOST_DECKS).contains(&decks) {
            return Err(ShoeError::Decks(decks));
        }
        let cards = decks * 52;
        if behind > cards {
            return Err(ShoeError::TooManyBehind { behind, cards });
        }
        let needed = match (in_coup, first) {
            (End::ThisCoupIsLast, End::OneMoreCoup) => return Err(ShoeError::Ends),
            (End::ThisCoupIsLast, End::ThisCoupIsLast) => 6,
            (End::OneMoreCoup, End::ThisCoupIsLast) => 11,
            (End::OneMoreCoup, End::OneMoreCoup) => 12,
        };
        if behind < needed {
            return Err(ShoeError::TooFewBehind { behind, needed });
        }
        let behind = behind as u16;
        let last = match (in_coup, first) {
            (End::ThisCoupIsLast, _) => LastCoup::EndsWith(behind - 1),
            (End::OneMoreCoup, End::ThisCoupIsLast) => LastCoup::StartsWith(behind),
            (End::OneMoreCoup, End::OneMoreCoup) => LastCoup::StartsWith(behind - 1),
        };
        Ok(ShoePlan { decks: decks as u8, burn, last })
    }

    /// The shoe of a table; a shuffling device deals every coup from all its cards.
    pub fn of_terms(terms: &Terms) -> Result<ShoePlan, ShoeError> {
        if terms.device.value == Device::ShufflingDevice {
            return ShoePlan::always_full(terms.decks);
        }
        let (in_coup, first) = (terms.marker_in_coup.value, terms.marker_first.value);
        ShoePlan::new(terms.decks, terms.burn.value, terms.behind_marker.value, in_coup, first)
    }

    /// Decks of which every coup is dealt afresh, as from a shuffling device.
    pub fn always_full(decks: u32) -> Result<ShoePlan, ShoeError> {
        ShoePlan::new(decks, Burn::None, decks.saturating_mul(52), End::OneMoreCoup, End::ThisCoupIsLast)
    }

    /// How many decks.
    pub fn decks(&self) -> u8 {
        self.decks
    }

    /// How many cards.
    pub fn cards(&self) -> u16 {
        u16::from(self.decks) * 52
    }

    /// How cards are burned.
    pub fn burn(&self) -> Burn {
        self.burn
    }

    /// How many coups every such shoe has at least, whatever its order.
    ///
    /// Over these the counts agree with the exact odds of the full shoe. Over whole shoes they do not: where a shoe
    /// ends is a matter of cards, and a long coup is likelier than a short one to be where the marker comes out. Over
    /// 14,000 million coups of eight decks, coups of four cards fell short by 6.6 in 100,000 (16 standard errors) and
    /// those of six exceeded by 5.3; the first 60 coups of the same shoes were all right.
    pub fn sure_coups(&self) -> u32 {
        let after_burn = self.cards() - self.most_burned();
        let sixes = |down_to: u16| u32::from(after_burn.saturating_sub(down_to).div_ceil(ShoePlan::LONGEST));
        match self.last {
            LastCoup::StartsWith(cards) => 1 + sixes(cards),
            LastCoup::EndsWith(cards) => sixes(cards).max(1),
        }
    }

    /// The most coups such a shoe can have.
    pub fn most_coups(&self) -> u32 {
        u32::from(self.cards()) / 4
    }

    pub(super) fn last(&self) -> LastCoup {
        self.last
    }

    /// Whether a coup that began and ended with so many cards left is the last.
    pub(super) fn is_last(&self, began: u16, ended: u16) -> bool {
        match self.last {
            LastCoup::StartsWith(cards) => began <= cards,
            LastCoup::EndsWith(cards) => ended <= cards,
        }
    }

    fn most_burned(&self) -> u16 {
        match self.burn {
            Burn::None => 0,
            Burn::One | Burn::OneShown => 1,
            Burn::Counted => 11,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use End::*;

    #[test]
    fn shoes_that_could_run_short_are_refused() {
        let shoe = |decks, behind, in_coup, first| ShoePlan::new(decks, Burn::None, behind, in_coup, first);
        assert_eq!(shoe(0, 20, OneMoreCoup, ThisCoupIsLast), Err(ShoeError::Decks(0)));
        assert_eq!(shoe(9, 20, OneMoreCoup, ThisCoupIsLast), Err(ShoeError::Decks(9)));
        let few = |behind, needed| Err(ShoeError::TooFewBehind { behind, needed });
        assert_eq!(shoe(8, 10, OneMoreCoup, ThisCoupIsLast), few(10, 11));
        assert_eq!(shoe(8, 5, ThisCoupIsLast, ThisCoupIsLast), few(5, 6));
        assert_eq!(shoe(8, 11, OneMoreCoup, OneMoreCoup), few(11, 12));
        assert_eq!(
            shoe(1, 53, OneMoreCoup, ThisCoupIsLast),
            Err(ShoeError::TooManyBehind { behind: 53, cards: 52 })
        );
        assert_eq!(shoe(8, 20, ThisCoupIsLast, OneMoreCoup), Err(ShoeError::Ends));
    }

    /// Follows the marker itself through a shoe, the way the documents tell it.
    fn coups_by_the_marker(front: u32, lengths: impl Iterator<Item = u32>, in_coup: End, first: End) -> u32 {
        let (mut dealt, mut coups, mut to_come) = (0, 0, None);
        for length in lengths {
            if dealt == front && to_come.is_none() {
                to_come = Some(if first == ThisCoupIsLast { 1 } else { 2 });
            }
            let inside = dealt < front && front < dealt + length;
            dealt += length;
            coups += 1;
            if let Some(left) = &mut to_come {
                *left -= 1;
            } else if inside {
                to_come = Some(if in_coup == ThisCoupIsLast { 0 } else { 1 });
            }
            if to_come == Some(0) {
                return coups;
            }
        }
        coups
    }

    #[test]
    fn the_last_coup_is_the_one_the_marker_tells() {
        for (in_coup, first) in
            [(OneMoreCoup, ThisCoupIsLast), (ThisCoupIsLast, ThisCoupIsLast), (OneMoreCoup, OneMoreCoup)]
        {
            for behind in 12..40 {
                let plan = ShoePlan::new(2, Burn::None, behind, in_coup, first).unwrap();
                for seed in 0..200u32 {
                    let lengths =
                        (0..).map(move |i: u32| 4 + (seed.wrapping_mul(2_654_435_761) >> (i % 29)) % 3);
                    let expected = coups_by_the_marker(104 - behind, lengths.clone(), in_coup, first);
                    let (mut left, mut coups) = (104u16, 0);
                    for length in lengths {
                        let began = left;
                        left -= length as u16;
                        coups += 1;
                        if plan.is_last(began, left) {
                            break;
                        }
                    }
                    assert_eq!(coups, expected, "{behind} behind, {in_coup}, {first}");
                    assert!((plan.sure_coups()..=plan.most_coups()).contains(&coups));
                }
            }
        }
    }

    #[test]
    fn a_shoe_of_the_longest_coups_has_the_sure_number() {
        for burn in Burn::ALL {
            for in_coup in [OneMoreCoup, ThisCoupIsLast] {
                let plan = ShoePlan::new(6, *burn, 30, in_coup, ThisCoupIsLast).unwrap();
                let (mut left, mut coups) = (plan.cards() - plan.most_burned(), 0);
                loop {
                    coups += 1;
                    left -= 6;
                    if plan.is_last(left + 6, left) {
                        break;
                    }
                }
                assert_eq!(coups, plan.sure_coups());
            }
        }
        assert_eq!(ShoePlan::always_full(8).unwrap().sure_coups(), 1);
    }
}
