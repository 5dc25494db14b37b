//! One patron's session at a table.

use std::collections::HashMap;

use punto_rulebook::{Offer, Pays, Span, Terms};
use punto_vocab::{Money, Odds};

use super::super::Class;
use super::script::{System, Then};
use crate::SettledHow;

/// How long a patron stays and with what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PatronStay {
    /// The money brought.
    pub bankroll: Money,
    /// The most coups played.
    pub coups: u32,
}

/// How a session ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Left {
    pub(super) gain: i64,
    pub(super) staked: i64,
    pub(super) coups: u32,
    pub(super) why: Why,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Why {
    /// All coups were played, or the system said to leave.
    Done,
    /// What was left did not make the least stake.
    Ruined,
    /// The target was reached.
    Target,
}

/// A system at a table: every class lowered to what it makes of the one bet.
pub(super) struct Seat<'a> {
    system: &'a System,
    session: PatronStay,
    terms: &'a Terms,
    span: Span,
    /// By class: the place in `ends`.
    places: Vec<u8>,
    ends: Vec<(SettledHow, Option<Odds>)>,
}

/// Payouts by place and stake, since rounding to chips takes a while and stakes come back.
pub(super) type Paid = HashMap<(u8, i64), i64>;

impl<'a> Seat<'a> {
    pub(super) fn new(system: &'a System, session: PatronStay, terms: &'a Terms, offer: &Offer) -> Seat<'a> {
        let mut ends = vec![(SettledHow::Lose, None)];
        ends.extend(offer.rows.iter().map(|row| match &row.pays {
            Pays::StandOff => (SettledHow::StandOff, None),
            Pays::Odds { odds, commission } => {
                (SettledHow::Win, Some(commission.map_or(*odds, |share| odds.less(share))))
            }
        }));
        let place = |class: Class| {
            let outcome = class.outcome()?;
            offer.rows.iter().position(|row| row.on.matches(&outcome)).map(|row| row as u8 + 1)
        };
        let places = Class::all().map(|class| place(class).unwrap_or(0)).collect();
        Seat { system, session, terms, span: offer.span, places, ends }
    }

    /// Plays a session through the coups it is given.
    pub(super) fn play(&self, coups: impl Iterator<Item = Class>, paid: &mut Paid) -> Left {
        let base = self.system.base.minor();
        let (mut wanted, mut gain, mut staked, mut played) = (base, 0i64, 0i64, 0);
        let (mut last, mut row) = (SettledHow::StandOff, 0);
        let mut why = Why::Done;
        for class in coups.take(self.session.coups as usize) {
            let Some(stake) = self.stake(wanted, self.session.bankroll.minor() + gain) else { break };
            let place = self.places[class.index()];
            let (settled, odds) = self.ends[usize::from(place)];
            gain += match (settled, odds) {
                (SettledHow::Lose, _) => -stake,
                (_, None) => 0,
                (_, Some(odds)) => *paid.entry((place, stake)).or_insert_with(|| {
                    let exact = odds.winnings(Money::from_minor(stake));
                    self.terms.rounding.value.pay(exact, &self.terms.chips).minor()
                }),
            };
            staked = staked.saturating_add(stake);
            played += 1;
            if settled != SettledHow::StandOff {
                row = if settled == last { row + 1 } else { 1 };
                last = settled;
            }
            if self.system.target.is_some_and(|target| gain >= target.minor()) {
                why = Why::Target;
                break;
            }
            // What is wanted may pass the maximum: a martingale goes on doubling in the patron's mind.
            wanted = match self.system.then(settled, row.max(1)) {
                Then::Base => base,
                Then::Keep => wanted,
                Then::Double => wanted.saturating_mul(2),
                Then::Up(units) => wanted.saturating_add(base.saturating_mul(units.into())),
                Then::Down(units) => wanted.saturating_sub(base.saturating_mul(units.into())).max(base),
                Then::Leave => break,
            };
        }
        // Who is broke after the last coup is as ruined as one who would have gone on.
        if why == Why::Done && self.stake(base, self.session.bankroll.minor() + gain).is_none() {
            why = Why::Ruined;
        }
        Left { gain, staked, coups: played, why }
    }

    /// What is staked when so much is wanted and so much is there: within the limits, and a sum of chips.
    fn stake(&self, wanted: i64, left: i64) -> Option<i64> {
        let most = wanted.clamp(self.span.min.minor(), self.span.max.minor()).min(left);
        let in_chips = self.terms.chips.at_most(Odds::EVEN.winnings(Money::from_minor(most.max(0))));
        (in_chips >= self.span.min && in_chips.is_positive()).then_some(in_chips.minor())
    }
}
