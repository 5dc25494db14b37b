//! Cutting wagers in proportion until a total fits its limit, in whole chips.

use punto_rulebook::known::{Choice, ReducedBelowMinimum};
use punto_rulebook::{Breach, Remainder, Rulebook, Terms};
use punto_vocab::{BetId, Citation, Money, Refusal};

use crate::limits::{Excess, over_limits};
use crate::settlement::good_part;
use crate::{Stake, Wager, WagerReason};

/// One wager after a reduction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReducedWager {
    /// Its place in the list that was reduced.
    pub wager: usize,
    /// What it was.
    pub from: Money,
    /// What it is now; the difference goes back to the patron.
    pub to: Money,
    /// Whether what is left is below the wager's minimum.
    pub below_minimum: bool,
    /// Everything this rests on.
    pub by: Citation,
}

/// Cuts wagers in proportion until every total fits, as the dealer may before the coup.
///
/// Areas over their own maximum come first, then the heavier hand against the lighter: capping first may cure
/// the difference, or make one.
pub fn reduce(
    book: &Rulebook,
    terms: &Terms,
    wagers: &[Wager],
) -> Result<Vec<ReducedWager>, Refusal<WagerReason>> {
    let (Some(reduction), Some(remainder)) = (&book.limits.reduction, &terms.remainder) else {
        return Err(Refusal::new(&book.limits.posted, WagerReason::NoReduction));
    };
    let hands: Vec<BetId> = terms.offers.iter().filter(|o| o.kind.is_hand()).map(|o| o.bet).collect();
    let mut lie = wagers.to_vec();
    let mut cut = vec![None::<Citation>; wagers.len()];
    // Each pass cures one total and none makes a total larger, so this ends.
    let curable = |excess: &Excess| hands.contains(&excess.bet) && excess.total.is_positive();
    while let Some(excess) = over_limits(book, terms, &lie).into_iter().find(curable) {
        let places: Vec<usize> = (0..lie.len()).filter(|place| lie[*place].bet == excess.bet).collect();
        let stakes: Vec<Money> = places.iter().map(|place| lie[*place].stake.total()).collect();
        let mut shares = fit(terms, excess.bet, &stakes, excess.cap, remainder.value);
        if shares.iter().copied().sum::<Money>() < lightest(terms, &excess) {
            shares = fit(terms, excess.bet, &stakes, excess.cap, Remainder::LargestRemainder);
        }
        for (place, share) in places.into_iter().zip(shares) {
            lie[place].stake = shrink(lie[place].stake, share);
            let by = reduction.by.and(&excess.by).and(&remainder.by);
            cut[place] = Some(cut[place].as_ref().map_or(by.clone(), |before| before.and(&by)));
        }
    }
    let keep = terms.choice() != Some(ReducedBelowMinimum::Return);
    let house = ReducedBelowMinimum::SETTING.citation();
    let share = |(place, by): (usize, Option<Citation>)| {
        let (from, to) = (wagers[place].stake.total(), lie[place].stake.total());
        let minimum = terms.offer(wagers[place].bet).map_or(terms.limits.wager.min, |offer| offer.span.min);
        let below_minimum = to < minimum;
        let to = if below_minimum && !keep { Money::ZERO } else { to };
        let by = if below_minimum { by?.and(&house) } else { by? };
        Some(ReducedWager { wager: place, from, to, below_minimum, by })
    };
    let shares: Vec<ReducedWager> = cut.into_iter().enumerate().filter_map(share).collect();
    if shares.is_empty() {
        return Err(Refusal::new(&reduction.by, WagerReason::NothingToReduce));
    }
    Ok(shares)
}

/// The least that a hand cut for the differential may come to: with less of it the other hand would be too heavy,
/// and no clause lets that one be cut for the sake of rounding.
fn lightest(terms: &Terms, excess: &Excess) -> Money {
    match (excess.breach, terms.limits.differential) {
        (Breach::AboveDifferential, Some(most)) => excess.cap - most - most,
        _ => Money::ZERO,
    }
}

/// A stake cut to a smaller total: chips come off before tokens, which cannot be broken.
fn shrink(stake: Stake, total: Money) -> Stake {
    let off = stake.total() - total;
    let chips_off = off.min(stake.chips);
    Stake { chips: stake.chips - chips_off, tokens: stake.tokens - (off - chips_off), ..stake }
}

/// The shares of stakes on a bet whose total must not be over a cap: each in proportion, in whole chips, never more than
/// it was. Where a wager that could not be paid exactly is not accepted, none is left that could not.
pub(crate) fn fit(
    terms: &Terms,
    bet: BetId,
    stakes: &[Money],
    cap: Money,
    remainder: Remainder,
) -> Vec<Money> {
    let total: Money = stakes.iter().copied().sum();
    if total <= cap || total.is_zero() {
        return stakes.to_vec();
    }
    let cap = cap.max(Money::ZERO);
    let parts = |stake: Money| i128::from(stake.minor()) * i128::from(cap.minor());
    let whole = i128::from(total.minor());
    let chips = &terms.chips;
    let payable = |part: Money| terms.offer(bet).map_or(part, |offer| good_part(terms, offer, part));
    let floor =
        |stake: Money| payable(chips.at_most(Money::from_minor((parts(stake) / whole) as i64).into()));
    let mut shares: Vec<Money> = stakes.iter().map(|stake| floor(*stake)).collect();
    if remainder == Remainder::LargestRemainder {
        // What the chip cut off each exact share, largest first; a stable sort leaves earlier wagers ahead.
        let lost = |place: usize| parts(stakes[place]) - i128::from(shares[place].minor()) * whole;
        let mut order: Vec<(i128, usize)> = (0..stakes.len()).map(|place| (lost(place), place)).collect();
        order.sort_by_key(|(lost, _)| std::cmp::Reverse(*lost));
        let mut left = cap - shares.iter().copied().sum();
        for (_, place) in order {
            let above = |share: &Money| chips.at_least((*share + Money::from_minor(1)).into());
            let most = stakes[place].min(shares[place] + left);
            let mut larger =
                std::iter::successors(above(&shares[place]), above).take_while(|next| *next <= most);
            if let Some(next) = larger.find(|next| payable(*next) == *next) {
                left -= next - shares[place];
                shares[place] = next;
            }
        }
    }
    shares
}
