//! The odds of bets as exact fractions, for reports.

use punto_vocab::{BetId, Chips, Citation, Money, Odds, Rounding};

use super::figures::BetFigures;
use super::{AnalysisError, Figures, Fraction};

punto_vocab::words! {
    /// How an outcome settles a wager.
    pub enum SettledHow: "a way to settle" {
        /// It wins.
        Win = "win",
        /// The stake goes back.
        StandOff = "stand-off",
        /// It loses.
        Lose = "lose",
    }
}

/// A stake, and how its payout is made up to chips.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaidStake {
    /// The stake.
    pub stake: Money,
    /// The chips payouts are made with.
    pub chips: Chips,
    /// What becomes of a payout that chips cannot make.
    pub rounding: Rounding,
}

/// Such a stake is not taken, because chips cannot pay what it may win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a stake of {stake} on {bet} is not taken, because the chips cannot pay what it may win")]
pub struct NotTaken {
    /// The bet.
    pub bet: BetId,
    /// The stake.
    pub stake: Money,
}

/// The odds of one bet.
#[derive(Clone, Debug, PartialEq)]
pub struct BetOdds {
    /// The bet.
    pub bet: BetId,
    /// Its outcomes: one for each row of the paytable, and last the loss.
    pub outcomes: Vec<OutcomeOdds>,
    /// What the house expects to win of a stake, stand-offs counted as staked.
    pub house_edge: Fraction,
    /// The same of a stake that wins or loses; `None` if none can.
    pub house_edge_resolved: Option<Fraction>,
    /// How often the bet wins.
    pub hit_rate: Fraction,
    /// The standard deviation of what one unit staked gains.
    pub standard_deviation: f64,
}

/// One outcome of a bet.
#[derive(Clone, Debug, PartialEq)]
pub struct OutcomeOdds {
    /// How it settles a wager.
    pub settled: SettledHow,
    /// What it wins, after commission.
    pub pays: Option<Odds>,
    /// What it pays on the given stake in chips, where one was given.
    pub paid: Option<Money>,
    /// How likely it is.
    pub probability: Fraction,
    /// The clauses that say what it makes of a wager.
    pub by: Citation,
}

/// The odds of all bets, at their paytables' odds.
pub(super) fn exact(figures: &Figures<'_>) -> Result<Vec<BetOdds>, AnalysisError> {
    let gain = |odds: Odds| (i128::from(odds.pays()), u128::from(odds.stake()));
    figures.bets().map(|bet| of_bet(&bet, |odds| Gain { ratio: gain(odds), paid: None })).collect()
}

/// The odds of all bets for one stake, as it is paid in chips.
pub(super) fn in_chips(
    figures: &Figures<'_>,
    payment: &PaidStake,
) -> Result<Vec<Result<BetOdds, NotTaken>>, AnalysisError> {
    let PaidStake { stake, chips, rounding } = payment;
    if !stake.is_positive() || *stake > Money::LARGEST {
        return Err(AnalysisError::Stake(*stake));
    }
    let payable = |odds: Odds| odds.winnings(*stake).whole().is_some_and(|paid| chips.can_make(paid));
    let gain = |odds: Odds| {
        let paid = rounding.pay(odds.winnings(*stake), chips);
        Gain { ratio: (paid.minor().into(), stake.minor().unsigned_abs().into()), paid: Some(paid) }
    };
    let bets = figures.bets().map(|bet| {
        let all_payable = bet.plan.outcomes.iter().filter_map(|outcome| outcome.odds).all(payable);
        if *rounding == Rounding::Refused && !all_payable {
            return Ok(Err(NotTaken { bet: bet.bet(), stake: *stake }));
        }
        of_bet(&bet, gain).map(Ok)
    });
    bets.collect()
}

/// What a winning unit gains, as a ratio, and the chips that make it.
#[derive(Clone, Copy)]
struct Gain {
    ratio: (i128, u128),
    paid: Option<Money>,
}

fn of_bet(bet: &BetFigures<'_>, gain: impl Fn(Odds) -> Gain) -> Result<BetOdds, AnalysisError> {
    let too_fine = || AnalysisError::TooFine(bet.bet());
    let total = bet.total() as u128;
    let rows: Vec<(SettledHow, u128, Gain)> = bet
        .plan
        .outcomes
        .iter()
        .zip(bet.counts())
        .map(|(outcome, count)| {
            let gain = match outcome.settled {
                SettledHow::Lose => Gain { ratio: (-1, 1), paid: None },
                _ => outcome.odds.map_or(Gain { ratio: (0, 1), paid: None }, &gain),
            };
            (outcome.settled, *count as u128, gain)
        })
        .collect();
    let count =
        |settled: SettledHow| rows.iter().filter(|row| row.0 == settled).map(|row| row.1).sum::<u128>();
    let share = |count: u128, of: u128| Fraction::new(count as i128, of).ok_or_else(too_fine);
    let (lost, unit) = expected_loss(&rows).ok_or_else(too_fine)?;
    let edge = |of: u128| unit.checked_mul(of).and_then(|of| Fraction::new(lost, of)).ok_or_else(too_fine);
    let resolved = total - count(SettledHow::StandOff);
    let outcomes = bet.plan.outcomes.iter().zip(&rows).map(|(outcome, (settled, count, gain))| {
        let (pays, by) = (outcome.odds, outcome.by.clone());
        Ok(OutcomeOdds { settled: *settled, pays, paid: gain.paid, probability: share(*count, total)?, by })
    });
    let house_edge = edge(total)?;
    Ok(BetOdds {
        bet: bet.bet(),
        outcomes: outcomes.collect::<Result<_, AnalysisError>>()?,
        house_edge,
        house_edge_resolved: if resolved == 0 { None } else { Some(edge(resolved)?) },
        hit_rate: share(count(SettledHow::Win), total)?,
        standard_deviation: standard_deviation(&rows, total, -house_edge.to_f64()),
    })
}

/// The loss over all deals, in units of one `unit`-th of the stake; `None` beyond 128 bits.
fn expected_loss(rows: &[(SettledHow, u128, Gain)]) -> Option<(i128, u128)> {
    let mut lost: i128 = 0;
    let mut unit: u128 = 1;
    for (_, count, gain) in rows {
        let (numerator, denominator) = gain.ratio;
        let ratio = Fraction::new(numerator, denominator)?;
        let common = Fraction::new(unit as i128, ratio.denominator())?;
        // `common` is unit / denominator in lowest terms, so this is their least common multiple.
        let widened = unit.checked_mul(common.denominator())?;
        lost = lost.checked_mul(i128::try_from(widened / unit).ok()?)?;
        let each = ratio.numerator().checked_mul(i128::try_from(widened / ratio.denominator()).ok()?)?;
        lost = lost.checked_sub(each.checked_mul(i128::try_from(*count).ok()?)?)?;
        unit = widened;
    }
    Some((lost, unit))
}

fn standard_deviation(rows: &[(SettledHow, u128, Gain)], total: u128, mean: f64) -> f64 {
    let squares = rows.iter().map(|(_, count, gain)| {
        let distance = gain.ratio.0 as f64 / gain.ratio.1 as f64 - mean;
        distance * distance * (*count as f64 / total as f64)
    });
    squares.sum::<f64>().sqrt()
}
