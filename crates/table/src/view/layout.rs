//! The layout: what is on offer, who is there, and what they have wagered and won.

use punto_rulebook::{BetKind, On, Rule};
use punto_vocab::{BetId, Citation, Money, PersonId, Time};
use serde::Serialize;

use super::{Eye, View};
use crate::command::Fault;
use crate::opening::Range;
use crate::shown::{Settled, SettledAs};
use crate::state::{Open, Placed, Posted, Sign, SignKind};

/// A bet on offer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeenOffer {
    /// The bet.
    pub bet: BetId,
    /// The part it plays.
    pub kind: BetKind,
    /// What it pays.
    pub rows: Vec<SeenRow>,
    /// The least and the most on it.
    pub span: Range,
    /// Whether only patrons with a main wager may place it now.
    pub restricted: bool,
}

/// A row of a paytable.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeenRow {
    /// When it applies.
    pub when: On,
    /// The same in the rulebook's words: `winner banker, point 6`.
    pub on: String,
    /// `8:1`, `1:1 less 1:20` or `stand-off`.
    pub pays: String,
    /// By which clauses.
    pub by: Citation,
}

/// A wager as somebody sees it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeenWager {
    /// Whose it is.
    pub patron: PersonId,
    /// In which box it lies.
    pub at: u8,
    /// What it is on.
    pub bet: BetId,
    /// What was staked; `None` while the viewer may not know.
    pub stake: Option<Money>,
    /// Whether its stake is undisclosed.
    pub sealed: bool,
    /// What the dealer found wrong with it.
    pub fault: Option<Fault>,
    /// Whether the dealer has cut it in proportion.
    pub reduced: bool,
}

/// What a wager came to, as somebody sees it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeenSettlement {
    /// Whose it was.
    pub patron: PersonId,
    /// In which box it lay.
    pub at: u8,
    /// What it was on.
    pub bet: BetId,
    /// What was staked; `None` where it was never disclosed to the viewer.
    pub stake: Option<Money>,
    /// What it came to.
    pub result: SettledAs,
    /// What was paid, taken or given back; `None` where that would tell an undisclosed stake.
    pub amount: Option<Money>,
    /// What was kept back of a win as commission.
    pub commission: Option<Money>,
    /// By which clauses.
    pub by: Citation,
}

/// A sign with its clock.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeenSign {
    /// What it says.
    pub sign: Sign,
    /// The line that does what it announces, where there is one.
    pub does: Option<String>,
    /// Since when it is up.
    pub since: Time,
    /// From when on what it announces may be done, where a rule wants it up for a time.
    pub due: Option<Time>,
    /// By which clauses.
    pub by: Option<Citation>,
}

impl Eye<'_> {
    pub(super) fn layout(&self, open: &Open, seen: &mut View) {
        seen.offers = offers(open);
        let patrons = &open.patrons;
        seen.seats = patrons.seated.iter().map(|(seat, patron)| (seat.number(), *patron)).collect();
        seen.standing = patrons.standing.clone();
        seen.boxes = patrons.boxes.iter().map(|(at, patron)| (*at, *patron)).collect();
        seen.wagers = open.wagers().iter().map(|placed| self.wager(placed)).collect();
        let settled = open.shown.iter().flat_map(|shown| &shown.settled);
        seen.settled = settled.map(|settled| self.settlement(settled)).collect();
        seen.signs = open.signs.iter().map(|(sign, posted)| self.sign(sign, *posted)).collect();
    }

    fn wager(&self, placed: &Placed) -> SeenWager {
        let knows = !placed.sealed || self.viewer.is(placed.wager.patron);
        SeenWager {
            patron: placed.wager.patron,
            at: placed.wager.at.0,
            bet: placed.wager.bet,
            stake: knows.then(|| placed.wager.stake.total()),
            sealed: placed.sealed,
            fault: placed.fault,
            reduced: placed.reduced,
        }
    }

    fn settlement(&self, settled: &Settled) -> SeenSettlement {
        let knows = !settled.sealed || self.viewer.is(settled.patron);
        SeenSettlement {
            patron: settled.patron,
            at: settled.at,
            bet: settled.bet,
            stake: knows.then_some(settled.stake),
            result: settled.result,
            amount: knows.then_some(settled.amount),
            commission: knows.then_some(settled.commission),
            by: settled.by.clone(),
        }
    }

    fn sign(&self, sign: &Sign, posted: Posted) -> SeenSign {
        let rules: &[Rule] = match sign.kind() {
            SignKind::Limits => &[Rule::ChangeByNotice, Rule::RaiseMinimum],
            SignKind::Variant => &[Rule::ChangeVariant],
            SignKind::Closure => &[Rule::CloseNotice],
            SignKind::OldMinimumEnds => &[Rule::EndOldMinimum],
            SignKind::Restriction => &[],
        };
        let rule = rules.iter().find_map(|rule| self.book.procedure.get(*rule));
        let due = rule.and_then(|rule| rule.minutes).map(|minutes| posted.due(minutes));
        let since = posted.since;
        let (does, by) = match sign {
            Sign::Limits(min, max) => (Some(format!("change limits {min}..{max}")), None),
            Sign::Variant(variant) => (Some(format!("change variant {variant}")), None),
            Sign::Closure => (Some("close".to_owned()), None),
            Sign::OldMinimumEnds => (Some("end-old-minimum".to_owned()), None),
            Sign::Restriction(bet) => {
                let restriction = self.book.bet(*bet).and_then(|bet| bet.restriction.as_ref());
                (None, restriction.map(|restriction| restriction.sign.clone()))
            }
        };
        let by = by.or_else(|| rule.map(|rule| rule.by.clone()));
        SeenSign { sign: sign.clone(), does, since, due, by }
    }
}

fn offers(open: &Open) -> Vec<SeenOffer> {
    let offer = |offer: &punto_rulebook::Offer| SeenOffer {
        bet: offer.bet,
        kind: offer.kind,
        rows: offer.rows.iter().map(row).collect(),
        span: Range(offer.span),
        restricted: open.restricted.contains(&offer.bet),
    };
    open.terms.offers.iter().map(offer).collect()
}

fn row(row: &punto_rulebook::PayRow) -> SeenRow {
    SeenRow { when: row.on, on: row.on.to_string(), pays: row.pays.to_string(), by: row.by.clone() }
}
