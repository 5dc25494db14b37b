//! What a coup pays depends on its wagers with the limits they were accepted under, on what stood at its first card, on
//! the cards and on rulings; also when it is settled a second time.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use punto_coup::{Found, Stake, Wager, find_late, settle};
use punto_rulebook::{LateCure, Outcome, Rulebook, Span, Terms};
use punto_table::{Command, Dealing, Fault, Happening, Open, Spot};
use punto_vocab::{Money, PersonId};

use super::Step;

/// What stood at the first card.
#[derive(Clone)]
pub(crate) struct Basis {
    terms: Arc<Terms>,
}

impl Basis {
    pub(super) fn of(open: &Open) -> Basis {
        Basis { terms: open.terms.0.clone() }
    }
}

/// What becomes of one wager.
#[derive(Debug, Default, PartialEq)]
struct Paid {
    paid: Money,
    collected: Money,
    back: Money,
}

pub(super) fn check(
    step: &Step<'_>,
    accepted: &BTreeMap<Spot, Span>,
    basis: Option<&Basis>,
) -> Result<(), String> {
    if step.said.command != Command::Settle {
        return Ok(());
    }
    let (Some(dealing), Some(basis)) = (step.dealing(), basis) else {
        return step.wrong("a coup was settled that never began");
    };
    for placed in &dealing.wagers {
        if accepted.get(&placed.spot()) != Some(&placed.limits) {
            return step.wrong(format!("{:?} is not held to what it was accepted under", placed.spot()));
        }
    }
    let Some(outcome) = Outcome::of(dealing.coup.hands()) else {
        return step.wrong("a coup was settled that has no outcome");
    };
    let due = worked_out(step.book, basis, dealing, &step.before.warned, &outcome);
    let told = told(step);
    if due == told { Ok(()) } else { step.wrong(format!("paid {told:?}\nwhere {due:?} was due")) }
}

/// What each wager is due, worked out from what stood at the first card alone.
fn worked_out(
    book: &Rulebook,
    basis: &Basis,
    dealing: &Dealing,
    warned: &BTreeSet<PersonId>,
    outcome: &Outcome,
) -> BTreeMap<Spot, Paid> {
    let wagers: Vec<Wager> = dealing.wagers.iter().map(|placed| placed.wager).collect();
    let facts = |place: usize| {
        let placed = &dealing.wagers[place];
        Found {
            accepted: Some(placed.limits),
            warned: warned.contains(&placed.wager.patron),
            badly_placed: placed.fault == Some(Fault::BadlyPlaced),
            late: placed.fault == Some(Fault::Late),
            in_time: placed.in_time(),
            reduced: placed.reduced,
        }
    };
    let mut good: Vec<Money> = wagers.iter().map(|wager| wager.stake.total()).collect();
    for finding in find_late(book, &basis.terms, &wagers, facts) {
        let stands = matches!(finding.cure, LateCure::Stands | LateCure::Officer);
        if !stands {
            good[finding.wager] = good[finding.wager].min(finding.good);
        }
    }
    let mut due = BTreeMap::new();
    for (placed, good) in dealing.wagers.iter().zip(good) {
        let whole = placed.wager.stake;
        let tokens = whole.tokens.min(good);
        let counted = Wager { stake: Stake { chips: good - tokens, tokens, ..whole }, ..placed.wager };
        let mut paid = Paid { back: whole.total() - good, ..Paid::default() };
        if good.is_positive() {
            let settled = settle(&basis.terms, outcome, &counted);
            paid.back += settled.back + settled.tokens_back;
            (paid.paid, paid.collected) = (settled.paid, settled.collected);
        }
        due.insert(placed.spot(), paid);
    }
    due
}

/// What the record says of each wager.
fn told(step: &Step<'_>) -> BTreeMap<Spot, Paid> {
    let mut told: BTreeMap<Spot, Paid> = BTreeMap::new();
    for event in step.events {
        match &event.what {
            Happening::Paid { patron, at, bet, amount } => {
                told.entry((*patron, *at, *bet)).or_default().paid += *amount;
            }
            Happening::Collected { patron, at, bet, amount } => {
                told.entry((*patron, *at, *bet)).or_default().collected += *amount;
            }
            Happening::StoodOff { patron, at, bet, amount }
            | Happening::Stays { patron, at, bet, amount }
            | Happening::StakeReturned { patron, at, bet, amount }
            | Happening::TokensReturned { patron, at, bet, amount } => {
                told.entry((*patron, *at, *bet)).or_default().back += *amount;
            }
            _ => {}
        }
    }
    told
}
