//! Shoes dealt card by card, as a table deals them.

use punto_rulebook::{Burn, Device, End, Terms};
use punto_vocab::{Card, Point};
use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};

use crate::{Composition, DrawTable};

/// Deals the shoes of one table.
pub(super) struct Dealer {
    table: DrawTable,
    full: Composition,
    cards: Vec<Card>,
    burn: Burn,
    /// How many cards lie behind the marker; `None` where every coup is dealt from all cards.
    behind: Option<usize>,
    in_coup: End,
    first: End,
}

impl Dealer {
    pub(super) fn new(table: &DrawTable, terms: &Terms) -> Dealer {
        let cards: Vec<Card> =
            Card::all().flat_map(|card| std::iter::repeat_n(card, terms.decks as usize)).collect();
        // Terms allow no more decks than a composition holds.
        let full = Composition::decks(terms.decks).unwrap_or(Composition::empty());
        let device = terms.device.value == Device::ShufflingDevice;
        Dealer {
            table: *table,
            full,
            cards,
            burn: if device { Burn::None } else { terms.burn.value },
            behind: (!device).then_some(terms.behind_marker.value as usize),
            in_coup: terms.marker_in_coup.value,
            first: terms.marker_first.value,
        }
    }

    pub(super) fn full_shoe(&self) -> &Composition {
        &self.full
    }

    /// Deals one shoe. Before every coup the caller is told which cards nobody has seen and how many have left
    /// the shoe.
    pub(super) fn deal(&self, seed: u64, number: u64, mut before_coup: impl FnMut(&Composition, u32)) {
        let cards = self.shuffled(seed, number);
        let mut unseen = self.full;
        let mut seen = |card: Card| {
            // Every card of the shoe is in the full one.
            let _ = unseen.remove(card);
            unseen
        };
        let mut gone = 0;
        let mut left = self.full;
        match self.burn {
            Burn::None => {}
            Burn::One => gone = 1,
            Burn::OneShown => {
                left = seen(cards[0]);
                gone = 1;
            }
            Burn::Counted => {
                left = seen(cards[0]);
                gone = 1 + usize::from(cards[0].rank().pips());
            }
        }
        loop {
            before_coup(&left, gone as u32);
            let began = gone;
            gone += self.coup(&cards[gone..]);
            for card in &cards[began..gone] {
                left = seen(*card);
            }
            if self.was_last(cards.len() - began, cards.len() - gone) {
                return;
            }
        }
    }

    /// How many cards a coup takes that begins with these.
    fn coup(&self, cards: &[Card]) -> usize {
        let points = |a: usize, b: usize| cards[a].point().plus(cards[b].point());
        let (player, banker): (Point, Point) = (points(0, 2), points(1, 3));
        if player.is_natural() || banker.is_natural() {
            return 4;
        }
        let third = self.table.player_draws(player).then(|| cards[4].point());
        4 + usize::from(third.is_some()) + usize::from(self.table.banker_draws(banker, third))
    }

    /// Whether a coup that began and ended with so many cards in the shoe was the last.
    fn was_last(&self, began: usize, ended: usize) -> bool {
        match (self.behind, self.in_coup, self.first) {
            (None, ..) => true,
            (Some(behind), End::ThisCoupIsLast, _) => ended < behind,
            (Some(behind), End::OneMoreCoup, End::ThisCoupIsLast) => began <= behind,
            (Some(behind), End::OneMoreCoup, End::OneMoreCoup) => began < behind,
        }
    }

    /// The cards in the order of one shoe, which depends on the seed and the shoe's number alone.
    fn shuffled(&self, seed: u64, number: u64) -> Vec<Card> {
        // The rest of the key says what the numbers are for, so that no other use of the seed shares them.
        let mut key = *b"........punto along shoes, 1    ";
        key[..8].copy_from_slice(&seed.to_le_bytes());
        let mut numbers = ChaCha8Rng::from_seed(key);
        numbers.set_stream(number);
        let mut cards = self.cards.clone();
        for last in (1..cards.len()).rev() {
            cards.swap(last, below(&mut numbers, last as u32 + 1) as usize);
        }
        cards
    }
}

/// A number below a bound, each equally likely: written out, so that shoes stay the same for ever.
fn below(numbers: &mut impl Rng, bound: u32) -> u32 {
    loop {
        let product = u64::from(numbers.next_u32()) * u64::from(bound);
        // The low part tells which draws would favour some numbers; these are drawn again.
        if product as u32 >= bound.wrapping_neg() % bound {
            return (product >> 32) as u32;
        }
    }
}

#[cfg(test)]
mod tests {
    use punto_rulebook::{Draft, Rulebook};

    use super::*;
    use crate::sim::{Bulk, ShoePlan, SimGame, SimRun, Watch};

    fn dealer(book: &str, change: impl Fn(&mut Draft)) -> (Dealer, ShoePlan) {
        let book = Rulebook::embedded(book).unwrap();
        let mut draft = Draft::usual(&book);
        draft.offered.clear();
        change(&mut draft);
        let terms = Terms::under(&book, draft).unwrap();
        (Dealer::new(&DrawTable::from(&book.drawing), &terms), ShoePlan::of_terms(&terms).unwrap())
    }

    #[test]
    fn shoes_have_their_cards_and_a_lawful_number_of_coups() {
        for id in Rulebook::embedded_ids() {
            let (dealer, plan) = dealer(id, |_| ());
            for number in 0..200 {
                let mut coups = 0;
                let mut last = 0;
                dealer.deal(7, number, |unseen, gone| {
                    coups += 1;
                    assert!(gone > last || coups == 1, "{id}");
                    assert!(unseen.cards() >= plan.cards() as u32 - gone, "{id}");
                    last = gone;
                });
                assert!((plan.sure_coups()..=plan.most_coups()).contains(&coups), "{id}: {coups}");
            }
            let mut cards = dealer.shuffled(7, 3);
            assert_ne!(cards, dealer.shuffled(7, 4));
            assert_ne!(cards, dealer.shuffled(8, 3));
            assert_eq!(cards, dealer.shuffled(7, 3));
            cards.sort();
            assert_eq!(cards, dealer.cards);
        }
    }

    /// The bulk simulator deals the same shoes by other means, so they have as many coups on average.
    #[test]
    fn shoes_are_as_long_as_those_simulated_in_bulk() {
        for id in Rulebook::embedded_ids() {
            let (dealer, plan) = dealer(id, |_| ());
            let tally = Bulk::new(&SimGame::new(dealer.table, plan))
                .run(&SimRun { seed: 3, coups: 300_000, threads: 1 }, &Watch::default());
            let simulated = tally.coups() as f64 / tally.shoes as f64;
            let mut coups = 0;
            (0..3_000).for_each(|number| dealer.deal(3, number, |_, _| coups += 1));
            // A shoe's coups have a standard deviation of about two, so this is five standard errors.
            assert!((f64::from(coups) / 3_000.0 - simulated).abs() < 0.25, "{id}: {coups} {simulated}");
        }
    }

    #[test]
    fn a_burn_hides_all_but_the_card_that_is_shown() {
        let before_first = |burn: Burn| {
            let (dealer, _) = dealer("nsw-2021", |draft| draft.burn = Some(burn));
            let mut told = None;
            dealer.deal(1, 0, |unseen, gone| {
                told.get_or_insert((unseen.cards(), gone));
            });
            told.unwrap()
        };
        assert_eq!(before_first(Burn::None), (416, 0));
        assert_eq!(before_first(Burn::One), (416, 1));
        assert_eq!(before_first(Burn::OneShown), (415, 1));
        let (unseen, gone) = before_first(Burn::Counted);
        assert!(unseen == 415 && (2..=11).contains(&gone));
    }

    #[test]
    fn a_shuffling_device_deals_every_coup_from_all_cards() {
        let (dealer, _) =
            dealer("nsw-2021", |draft| draft.device = Some(Device::ShufflingDevice.to_string()));
        dealer.deal(1, 0, |unseen, gone| assert_eq!((unseen.cards(), gone), (416, 0)));
    }

    #[test]
    fn numbers_below_a_bound_are_equally_likely() {
        let mut numbers = ChaCha8Rng::from_seed([1; 32]);
        let mut counts = [0u32; 7];
        (0..70_000).for_each(|_| counts[below(&mut numbers, 7) as usize] += 1);
        // Six standard errors.
        assert!(counts.iter().all(|count| count.abs_diff(10_000) < 560), "{counts:?}");
    }
}
