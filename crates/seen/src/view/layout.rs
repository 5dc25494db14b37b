//! The layout: what is on offer, who is there, and what they have wagered and won.

use punto_rulebook::{BetKind, On, Pays, Rule, Span};
use punto_vocab::line::Words;
use punto_vocab::{BetId, Citation, Money, PersonId, Time};
use serde::Serialize;

use super::{Eye, View, stored};
use punto_table::Range;
use punto_table::{Command, Fault};
use punto_table::{Open, Placed, Posted, Sign, SignKind};
use punto_table::{Settled, SettledAs};

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
    pub on: On,
    /// What it makes of a stake.
    pub pays: Pays,
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
    /// What does what it announces, where there is such a command.
    #[serde(serialize_with = "stored")]
    pub does: Option<Command>,
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
            SignKind::Limits | SignKind::Stakes => &[Rule::ChangeByNotice, Rule::RaiseMinimum],
            SignKind::Variant => &[Rule::ChangeVariant],
            SignKind::Closure => &[Rule::CloseNotice],
            SignKind::OldMinimumEnds => &[Rule::EndOldMinimum],
            SignKind::Restriction => &[],
        };
        let rule = rules.iter().find_map(|rule| self.book.procedure.get(*rule));
        let due = rule.and_then(|rule| rule.minutes).map(|minutes| posted.due(minutes));
        let since = posted.since;
        let (does, by) = match sign {
            Sign::Limits(min, max) => {
                let limits = Range(Span { min: *min, max: *max });
                (Some(Command::ChangeLimits { limits }), None)
            }
            Sign::Stakes(bet, min, max) => {
                let limits = Range(Span { min: *min, max: *max });
                let own = self.book.bet(*bet).and_then(|bet| bet.own_limits.as_ref());
                let by = rule.map(|rule| own.map_or_else(|| rule.by.clone(), |own| rule.by.and(own)));
                (Some(Command::ChangeStakes { bet: *bet, limits }), by)
            }
            Sign::Variant(variant) => {
                let variant = Words::new(variant).ok();
                (variant.map(|variant| Command::ChangeVariant { variant }), None)
            }
            Sign::Closure => (Some(Command::Close), None),
            Sign::OldMinimumEnds => (Some(Command::EndOldMinimum), None),
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
    SeenRow { on: row.on, pays: row.pays.clone(), by: row.by.clone() }
}
