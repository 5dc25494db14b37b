//! Many sessions of one system, and how they ended.

use punto_rulebook::Terms;
use punto_vocab::{BetId, Money};

use super::super::crew::{self, Worker};
use super::super::engine::{Dealer, IN_STEP, Tables};
use super::super::{Class, Frequency, SimGame, SimRun, Sums, Watch};
use super::patron::{Left, Paid, PatronStay, Seat, Why};
use super::script::System;

/// How many sessions ended, and with what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionSums {
    gains: Vec<Money>,
    sums: Sums,
    staked: Sums,
    coups: u64,
    ruined: u64,
    reached: u64,
    stopped: bool,
}

/// Why a system's bet is not played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotPlayed {
    /// The table does not offer it.
    #[error("the system bets on {0}, which the table does not offer")]
    NotOffered(BetId),
    /// Coups are counted by the winning hand.
    #[error(
        "the system bets on {0}, which asks for the losing hand's point; simulations count coups by the winning hand"
    )]
    AsksForLoser(BetId),
}

impl SessionSums {
    /// A thread takes so many sessions at a time.
    const BLOCK: u64 = 64;

    /// Lets patrons play a system; [`SimRun::coups`] is here the number of sessions, made up to whole blocks of 64,
    /// and a watch is told of sessions too.
    pub fn play(
        system: &System,
        session: PatronStay,
        game: &SimGame,
        terms: &Terms,
        run: &SimRun,
        watch: &Watch<'_>,
    ) -> Result<SessionSums, NotPlayed> {
        let offer = terms.offer(system.bet()).ok_or(NotPlayed::NotOffered(system.bet()))?;
        if offer.rows.iter().any(|row| row.on.asks_for_loser()) {
            return Err(NotPlayed::AsksForLoser(offer.bet));
        }
        let seat = Seat::new(system, session, terms, offer);
        let tables = Tables::new(game.table());
        let each = u64::from(session.coups.div_ceil(game.shoe().sure_coups()).max(1));
        let new = || Patrons {
            seat: &seat,
            dealer: Box::new(Dealer::new(&tables, game.shoe(), run.seed)),
            each,
            paid: Paid::new(),
            left: Vec::new(),
        };
        // Rounded up, since the crew would deal part of a last block no other way.
        let run = SimRun { coups: run.coups.max(1).next_multiple_of(SessionSums::BLOCK), ..*run };
        let (workers, stopped) = crew::work(&run, watch, SessionSums::BLOCK, new);
        let left = workers.into_iter().flat_map(|patrons| patrons.left);
        Ok(SessionSums::of(left, stopped))
    }

    fn of(left: impl Iterator<Item = Left>, stopped: bool) -> SessionSums {
        let (sums, staked) = (Sums::default(), Sums::default());
        let mut all =
            SessionSums { gains: Vec::new(), sums, staked, coups: 0, ruined: 0, reached: 0, stopped };
        for one in left {
            all.gains.push(Money::from_minor(one.gain));
            all.sums.add(one.gain, 1);
            all.staked.add(one.staked, 1);
            all.coups += u64::from(one.coups);
            all.ruined += u64::from(one.why == Why::Ruined);
            all.reached += u64::from(one.why == Why::Target);
        }
        // Threads finish in any order; sorted, the gains are the same for all.
        all.gains.sort_unstable();
        all
    }

    /// What every session gained, the worst first.
    pub fn gains(&self) -> &[Money] {
        &self.gains
    }

    /// The gain that this part of all sessions, from nought to one, did not pass; `None` if there were none.
    pub fn quantile(&self, part: f64) -> Option<Money> {
        let last = self.gains.len().checked_sub(1)?;
        self.gains.get((part.clamp(0.0, 1.0) * last as f64).round() as usize).copied()
    }

    /// The gains in minor units, for their mean with its error.
    pub fn sums(&self) -> &Sums {
        &self.sums
    }

    /// What each session staked in all, in minor units.
    pub fn staked(&self) -> &Sums {
        &self.staked
    }

    /// How many sessions ended because what was left did not make the least stake: the risk of ruin.
    pub fn ruined(&self) -> Frequency {
        Frequency { count: self.ruined, of: self.gains.len() as u64 }
    }

    /// How many ended with the target reached.
    pub fn reached(&self) -> Frequency {
        Frequency { count: self.reached, of: self.gains.len() as u64 }
    }

    /// How many ended with a gain.
    pub fn ahead(&self) -> Frequency {
        let count = self.gains.len() - self.gains.partition_point(|gain| !gain.is_positive());
        Frequency { count: count as u64, of: self.gains.len() as u64 }
    }

    /// How many coups were played in all.
    pub fn coups(&self) -> u64 {
        self.coups
    }

    /// Whether this was stopped before all sessions had been played.
    pub fn stopped(&self) -> bool {
        self.stopped
    }
}

/// The sessions of one thread.
struct Patrons<'a> {
    seat: &'a Seat<'a>,
    dealer: Box<Dealer<'a>>,
    /// So many shoes are kept for each session.
    each: u64,
    paid: Paid,
    left: Vec<Left>,
}

impl Worker for Patrons<'_> {
    fn block(&mut self, number: u64) -> u64 {
        let mut classes: Vec<Class> = Vec::new();
        // Where each shoe's coups end.
        let mut ends = vec![0];
        let shoes = SessionSums::BLOCK * self.each;
        self.dealer.seek(number * shoes);
        for first in (number * shoes..(number + 1) * shoes).step_by(IN_STEP) {
            for records in self.dealer.deal(first) {
                classes.extend(records.iter().map(|record| record.class()));
                ends.push(classes.len());
            }
        }
        for shoes in ends.windows(self.each as usize + 1).step_by(self.each as usize) {
            let (start, end) = (shoes[0], shoes[shoes.len() - 1]);
            let left = self.seat.play(classes[start..end].iter().copied(), &mut self.paid);
            self.left.push(left);
        }
        SessionSums::BLOCK
    }
}
