//! The coup before, as everybody may look at it until the next one's first card.

use std::collections::BTreeSet;

use punto_coup::DealtCard;
pub use punto_coup::{Settled, SettledAs};
use punto_lines::{Event, Happening};
use punto_rulebook::Outcome;
use punto_vocab::{Citation, Money};
use serde::{Deserialize, Serialize};

use crate::state::{Open, Spot};

/// The coup before, with what its wagers came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Shown {
    /// Its cards as they lay at the end.
    pub dealt: Vec<DealtCard>,
    /// What it came to; nothing if it was void.
    pub outcome: Option<Outcome>,
    /// Whether it was dealt without wagers.
    pub no_bet: bool,
    /// What its wagers came to, in the order they were settled.
    pub settled: Vec<Settled>,
    /// Where stakes lay that were never disclosed, taken back or not.
    pub sealed: BTreeSet<Spot>,
}

/// Keeps what an event of the coup in progress says of a wager.
pub(crate) fn note(open: &mut Open, event: &Event) {
    use SettledAs as As;
    let (spot, result, amount) = match event.what {
        Happening::Paid { patron, at, bet, amount } => ((patron, at, bet), As::Paid, amount),
        Happening::Collected { patron, at, bet, amount } => ((patron, at, bet), As::Collected, amount),
        Happening::StoodOff { patron, at, bet, amount } => ((patron, at, bet), As::StoodOff, amount),
        Happening::Stays { patron, at, bet, amount } => ((patron, at, bet), As::Stays, amount),
        Happening::StakeReturned { patron, at, bet, amount }
        | Happening::TokensReturned { patron, at, bet, amount } => ((patron, at, bet), As::Returned, amount),
        Happening::Commission { patron, at, bet, amount } => {
            let entry = open.settling.iter_mut().find(|own| own.spot() == (patron, at, bet));
            entry.into_iter().for_each(|own| own.commission = amount);
            return;
        }
        Happening::WagersForfeited { patron } => {
            let theirs: Vec<(Spot, Money)> =
                open.wagers().iter().map(|p| (p.spot(), p.wager.stake.total())).collect();
            for (spot, stake) in theirs.into_iter().filter(|((own, ..), _)| *own == patron) {
                enter(open, spot, As::Forfeited, (stake, Money::ZERO), &event.by);
            }
            return;
        }
        _ => return,
    };
    let chips = !matches!(event.what, Happening::Collected { .. } | Happening::TokensReturned { .. });
    let got = if chips { amount } else { Money::ZERO };
    enter(open, spot, result, (amount, got), &event.by);
}

/// Of several events about one wager the one that decides it counts: a stake goes back with every win, and what is
/// over a limit whatever the result.
fn enter(open: &mut Open, spot: Spot, result: SettledAs, (amount, got): (Money, Money), by: &Citation) {
    if let Some(entry) = open.settling.iter_mut().find(|entry| entry.spot() == spot) {
        entry.got += got;
        match (entry.result, result) {
            (SettledAs::Returned, SettledAs::Returned) => entry.amount += amount,
            (_, SettledAs::Returned) | (SettledAs::Paid, _) => {}
            _ => (entry.result, entry.amount, entry.by) = (result, amount, by.clone()),
        }
        return;
    }
    let stake = open.wagers().iter().find(|placed| placed.spot() == spot).map(|p| p.wager.stake.total());
    let (patron, at, bet) = spot;
    let sealed = open.hooks.sealed.contains(&spot);
    open.settling.push(Settled {
        patron,
        at,
        bet,
        stake: stake.unwrap_or(amount),
        result,
        amount,
        got,
        commission: Money::ZERO,
        by: by.clone(),
        sealed,
    });
}
