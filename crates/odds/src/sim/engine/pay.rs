//! What every bet on offer makes of every class of outcomes, in integers.

use std::collections::HashMap;

use punto_rulebook::{Offer, Pays, Terms};
use punto_vocab::{BetId, Money, Odds, Rounding};

use super::super::{Class, ClassCounts, Sums};
use super::record::CoupRecord;
use crate::{AnalysisError, NotTaken};

/// What one bet came to over a simulation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BetSettled {
    /// The bet.
    pub bet: BetId,
    /// What was staked on it in every coup.
    pub stake: Money,
    /// What the patron gained of each stake, in minor units: the sum is of what every coup was settled for.
    pub gains: Sums,
    /// How often it won.
    pub won: u64,
    /// How often the stake went back.
    pub stood_off: u64,
    /// How often it lost.
    pub lost: u64,
}

/// Bets that are settled together.
const WIDTH: usize = 8;
/// What each of them gains.
type Row = [i64; WIDTH];

/// The bets of a table with their gains by class.
pub(super) struct Pay {
    bets: Vec<(BetId, Money)>,
    not_taken: Vec<NotTaken>,
    /// By class: which row of each page.
    kinds: Box<[u16; Class::PLACES]>,
    /// Pages of eight bets each; classes that all bets see alike share a row.
    pages: Vec<Vec<Row>>,
}

impl Pay {
    /// Every bet for a stake that all its odds pay in whole units, or for one stake paid by the terms.
    pub(super) fn new(terms: &Terms, stake: Option<Money>) -> Result<Pay, AnalysisError> {
        if let Some(stake) = stake.filter(|stake| !stake.is_positive() || *stake > Money::LARGEST) {
            return Err(AnalysisError::Stake(stake));
        }
        let (mut bets, mut offers, mut not_taken) = (Vec::new(), Vec::new(), Vec::new());
        // A class does not tell the losing hand's point.
        let counted = |offer: &&Offer| !offer.rows.iter().any(|row| row.on.asks_for_loser());
        for offer in terms.offers.iter().filter(counted) {
            match stake {
                Some(stake) if !taken(terms, offer, stake) => {
                    not_taken.push(NotTaken { bet: offer.bet, stake });
                }
                _ => {
                    bets.push((offer.bet, stake.unwrap_or_else(|| whole_stake(offer))));
                    offers.push(offer);
                }
            }
        }
        let mut pay = Pay {
            not_taken,
            kinds: Box::new([0; Class::PLACES]),
            pages: vec![vec![[0; WIDTH]]; bets.len().div_ceil(WIDTH).max(1)],
            bets,
        };
        let mut known = HashMap::new();
        for class in Class::all() {
            let Some(outcome) = class.outcome() else { continue };
            let rounds = stake.is_some();
            let gain = |(offer, (_, stake)): (&&Offer, &(BetId, Money))| match offer
                .rows
                .iter()
                .find(|row| row.on.matches(&outcome))
            {
                None => -stake.minor(),
                Some(row) => match net(&row.pays) {
                    None => 0,
                    Some(odds) => terms_pay(terms, odds, *stake, rounds).minor(),
                },
            };
            let gains: Vec<i64> = offers.iter().zip(&pay.bets).map(gain).collect();
            // Sums over a shoe must fit; only a stake beyond all tables could break this.
            if let Some(stake) = stake.filter(|_| gains.iter().any(|gain| gain.abs() > i64::MAX / 1024)) {
                return Err(AnalysisError::Stake(stake));
            }
            let next = known.len() as u16 + 1;
            let kind = *known.entry(gains).or_insert_with_key(|gains| {
                let mut gains = gains.iter().copied();
                for page in &mut pay.pages {
                    page.push(std::array::from_fn(|_| gains.next().unwrap_or(0)));
                }
                next
            });
            pay.kinds[class.index()] = kind;
        }
        Ok(pay)
    }

    pub(super) fn not_taken(&self) -> &[NotTaken] {
        &self.not_taken
    }

    /// Room for what the bets gain, in whole pages.
    pub(super) fn nothing_gained(&self) -> Vec<i128> {
        vec![0; self.pages.len() * WIDTH]
    }

    /// What a bet, by its place, gains in a coup of this class.
    pub(super) fn gain(&self, bet: usize, class: Class) -> i64 {
        let kind = usize::from(self.kinds[class.index()]);
        self.pages[bet / WIDTH][kind][bet % WIDTH]
    }

    /// Settles every bet for every one of these coups, which are of one shoe, and counts their classes.
    #[inline]
    pub(super) fn settle(
        &self,
        records: &[CoupRecord],
        counts: &mut [u64; Class::PLACES],
        gained: &mut [i128],
    ) {
        for (number, (page, gained)) in self.pages.iter().zip(gained.chunks_mut(WIDTH)).enumerate() {
            let mut sums = [0i64; WIDTH];
            for record in records {
                let class = record.class().index() % Class::PLACES;
                // There is always a first page, so every coup is counted once.
                counts[class] += u64::from(number == 0);
                let row = &page[usize::from(self.kinds[class])];
                sums.iter_mut().zip(row).for_each(|(sum, gain)| *sum += gain);
            }
            gained.iter_mut().zip(sums).for_each(|(gained, sum)| *gained += i128::from(sum));
        }
    }

    /// What the bets came to, by the settled sums and the counts of the same coups.
    pub(super) fn settled(&self, gained: &[i128], counts: &ClassCounts) -> Vec<BetSettled> {
        let bets = self.bets.iter().zip(gained).enumerate();
        let settled = bets.map(|(place, ((bet, stake), gained))| {
            let zero = Sums::default();
            let mut settled =
                BetSettled { bet: *bet, stake: *stake, gains: zero, won: 0, stood_off: 0, lost: 0 };
            for (class, count) in counts.iter() {
                let gain = self.gain(place, class);
                settled.gains.add(gain, count);
                match gain.signum() {
                    1 => settled.won += count,
                    0 => settled.stood_off += count,
                    _ => settled.lost += count,
                }
            }
            settled.gains.sum = *gained;
            settled
        });
        settled.collect()
    }
}

/// What a row pays after commission; nothing for a stand-off.
fn net(pays: &Pays) -> Option<Odds> {
    match pays {
        Pays::Odds { odds, commission } => Some(commission.map_or(*odds, |share| odds.less(share))),
        Pays::StandOff => None,
    }
}

fn terms_pay(terms: &Terms, odds: Odds, stake: Money, rounds: bool) -> Money {
    let exact = odds.winnings(stake);
    match exact.whole().filter(|_| !rounds) {
        Some(whole) => whole,
        None => terms.rounding.value.pay(exact, &terms.chips),
    }
}

/// The least stake that all odds of a bet pay in whole units.
fn whole_stake(offer: &Offer) -> Money {
    let gcd = |mut a: i64, mut b: i64| {
        while b != 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    let stakes = offer.rows.iter().filter_map(|row| net(&row.pays)).map(|odds| i64::from(odds.stake()));
    Money::from_minor(stakes.fold(1, |all, stake| all / gcd(all, stake) * stake))
}

/// Whether a stake is taken: where nothing may be rounded, chips must pay every win that a commission is kept of.
fn taken(terms: &Terms, offer: &Offer, stake: Money) -> bool {
    terms.rounding.value != Rounding::Refused
        || offer.rows.iter().all(|row| match &row.pays {
            Pays::Odds { odds, commission: Some(share) } => {
                let exact = odds.less(*share).winnings(stake);
                exact.whole().is_some_and(|win| terms.chips.can_make(win))
            }
            _ => true,
        })
}
