//! What a patron's wagers came to at one table, from the events of the table's stream.

#![deny(clippy::wildcard_enum_match_arm)] // an event that moves money must not pass untold

use std::collections::BTreeMap;

use punto_journal::{Fault, Record};
use punto_records::{TableBody, mentions};
use punto_rulebook::Cure;
use punto_table::{Happening, With};
use punto_vocab::{BetId, Money, PersonId};

use crate::events::table::*;
use crate::stream::unreadable;

/// What a coup, or the undoing of one, did to a patron's credits at a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Played {
    /// When, in microseconds of UTC.
    pub(crate) at: i64,
    /// The record that ended it.
    pub(crate) record: u64,
    /// Whether this undoes a coup before.
    pub(crate) undoes: bool,
    /// All that was staked.
    pub(crate) stake: Money,
    /// What was paid on top of stakes.
    pub(crate) paid: Money,
    /// What the house took of stakes.
    pub(crate) taken: Money,
    /// Credits that were bought for cash at the table.
    pub(crate) bought: Money,
    /// What was given to those who deal.
    pub(crate) tipped: Money,
}

impl Played {
    /// By how much the patron's credits have changed.
    pub(crate) fn net(&self) -> Money {
        let net = self.paid - self.taken + self.bought - self.tipped;
        if self.undoes { -net } else { net }
    }

    fn is_nothing(&self) -> bool {
        [self.stake, self.paid, self.taken, self.bought, self.tipped].iter().all(|amount| amount.is_zero())
    }
}

/// A wager: of credits, and of tokens that are no credits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Stake {
    credits: Money,
    tokens: Money,
}

/// A box of the layout and a bet.
type BoxBet = (u8, BetId);

/// A coup of the patron's, with the wagers as they lay when it was settled.
#[derive(Clone, Debug, Default)]
struct Coup {
    played: Played,
    wagers: BTreeMap<BoxBet, Stake>,
}

impl Coup {
    fn lays(&mut self, spot: BoxBet, part: Stake) {
        let own = self.wagers.entry(spot).or_default();
        (own.credits, own.tokens) = (own.credits + part.credits, own.tokens + part.tokens);
    }
}

/// A patron on the way through the events of a table.
#[derive(Debug)]
pub(crate) struct Visit {
    patron: PersonId,
    /// The patron's wagers on the layout.
    layout: BTreeMap<BoxBet, Stake>,
    /// What the coup in progress has come to so far.
    now: Coup,
    /// The coups of the shoe, as long as they can be undone.
    shoe: Vec<Coup>,
    /// The coup that is called off leaves the one before the last.
    stays: bool,
    pub(crate) played: Vec<Played>,
}

/// What ends or undoes a coup of everybody, without a name.
const NAMELESS: [&str; 6] = [
    Happening::Concluded.stored_name(),
    Happening::CoupVoid { cure: Cure::VoidCoup }.stored_name(),
    Happening::Reversed.stored_name(),
    Happening::ReversedCoups { coups: 0 }.stored_name(),
    Happening::ShoeReady.stored_name(),
    // Its other events have values that no constant has.
    "opened",
];

impl Visit {
    pub(crate) fn of(patron: PersonId) -> Visit {
        let (layout, now, shoe, stays, played) = Default::default();
        Visit { patron, layout, now, shoe, stays, played }
    }

    /// Whether nothing that the patron played can be undone any more.
    pub(crate) fn is_final(&self) -> bool {
        self.shoe.iter().all(|coup| coup.played.is_nothing())
    }

    /// By how much the patron's credits have changed so far, with the coup in progress.
    #[cfg(test)]
    pub(crate) fn net(&self) -> Money {
        self.played.iter().map(Played::net).sum::<Money>() + self.now.played.net()
    }

    /// Follows a record, if it can matter to the patron.
    pub(crate) fn take(&mut self, record: &Record) -> Result<(), Fault> {
        let entry = &record.entry;
        if !mentions(entry, &[self.patron.as_str()]) && !mentions(entry, &NAMELESS) {
            return Ok(());
        }
        let said = TableBody::of(entry).map_err(|error| unreadable(entry, error))?.said();
        for event in said.iter().flat_map(|said| &said.events) {
            self.note(entry.seq, entry.at, &event.what);
        }
        Ok(())
    }

    pub(crate) fn note(&mut self, record: u64, at: i64, what: &Happening) {
        match what {
            Happening::ShoeReady | Happening::Opened { .. } => self.other_cards(),
            Happening::Concluded | Happening::CoupVoid { .. } => self.ended(record, at),
            Happening::StaysOpen => self.stays = true,
            Happening::ShoeEnded => self.stays = false,
            Happening::Reversed => self.reversed(record, at),
            Happening::ReversedCoups { coups } => self.undone_with_shoe(record, at, *coups as usize),
            what @ of_stakes!() => self.staked(what),
            what @ of_settlement!() => self.settled(what),
            Happening::WagersForfeited { patron } if *patron == self.patron => {
                let taken: Money = std::mem::take(&mut self.layout).values().map(|own| own.credits).sum();
                self.tell(Played { at, record, stake: taken, taken, ..Played::default() });
            }
            Happening::Mispaid { patron, said, paid, .. } if *patron == self.patron => {
                let right = (*paid).min(*said);
                let (paid, taken) = (*paid - right, *said - right);
                self.tell(Played { at, record, paid, taken, ..Played::default() });
            }
            Happening::PaidAfter { patron, amount, .. } if *patron == self.patron => {
                self.tell(Played { at, record, paid: *amount, ..Played::default() });
            }
            Happening::TakenBack { patron, amount, .. } if *patron == self.patron => {
                self.tell(Played { at, record, taken: *amount, ..Played::default() });
            }
            Happening::Bought { patron, amount, with: With::Cash, .. } if *patron == self.patron => {
                self.tell(Played { at, record, bought: *amount, ..Played::default() });
            }
            Happening::Tipped { patron, amount } if *patron == self.patron => {
                self.tell(Played { at, record, tipped: *amount, ..Played::default() });
            }
            // Somebody else's; and what comes from the account and goes there is told by the account.
            of_corrections!() | of_money!() => {}
            of_wagers!() | of_session!() | of_duty!() | of_disputes!() | of_terms!() | of_patrons!() => {}
            of_shoe!() | of_coup!() | of_hands!() | of_findings!() | of_trouble!() => {}
        }
    }

    /// Other cards come into play: what was dealt before stands, but for the last coup, which can still be undone where the
    /// time for errors outlasts its shoe.
    fn other_cards(&mut self) {
        self.now = Coup::default();
        self.shoe.drain(..self.shoe.len().saturating_sub(1));
    }

    /// The patron's own wager at a place, if this is the patron's.
    fn own(&mut self, patron: PersonId, spot: BoxBet) -> Option<&mut Stake> {
        (patron == self.patron).then(|| self.layout.entry(spot).or_default())
    }

    /// A stake comes to the layout, changes there or leaves it.
    fn staked(&mut self, what: &Happening) {
        let (patron, at, bet, change): (_, _, _, &dyn Fn(&mut Stake)) = match what {
            Happening::Wagered { patron, at, bet, stake } | Happening::Relaxed { patron, at, bet, stake } => {
                (patron, at, bet, &|own| own.credits += *stake)
            }
            Happening::WageredTokens { patron, at, bet, stake } => {
                (patron, at, bet, &|own| own.tokens += *stake)
            }
            Happening::Altered { patron, at, bet, stake } | Happening::Found { patron, at, bet, stake } => {
                (patron, at, bet, &|own| own.credits = *stake - own.tokens)
            }
            Happening::Reduced { patron, at, bet, to } => (patron, at, bet, &|own| {
                let off = own.credits + own.tokens - *to;
                let credits = off.min(own.credits);
                (own.credits, own.tokens) = (own.credits - credits, own.tokens - (off - credits));
            }),
            Happening::Lifted { patron, at, bet, .. }
            | Happening::WagerRefused { patron, at, bet, .. }
            | Happening::WagerVoid { patron, at, bet, .. }
            | Happening::Withdrawn { patron, at, bet, .. } => {
                (patron, at, bet, &|own| *own = Stake::default())
            }
            Happening::Opened { .. } | Happening::ShoeReady => return,
            of_settlement!() | of_corrections!() | of_ends!() | of_money!() | of_wagers!() => return,
            of_session!() | of_duty!() | of_disputes!() | of_terms!() | of_patrons!() => return,
            of_shoe!() | of_coup!() | of_hands!() | of_findings!() | of_trouble!() => return,
        };
        self.own(*patron, (*at, *bet)).into_iter().for_each(change);
    }

    /// A wager is settled, or a part of it.
    fn settled(&mut self, what: &Happening) {
        let credits = |amount: Money| Stake { credits: amount, tokens: Money::ZERO };
        match what {
            Happening::Collected { patron, at, bet, amount } => {
                let Some(own) = self.own(*patron, (*at, *bet)) else { return };
                let tokens = own.tokens.min(*amount);
                self.now.played.taken += *amount - tokens;
                self.goes((*at, *bet), Stake { credits: *amount - tokens, tokens });
            }
            Happening::Paid { patron, amount, .. } => {
                if *patron == self.patron {
                    self.now.played.paid += *amount;
                }
            }
            Happening::StoodOff { patron, at, bet, amount }
            | Happening::StakeReturned { patron, at, bet, amount } => {
                if *patron == self.patron {
                    self.goes((*at, *bet), credits(*amount));
                }
            }
            Happening::TokensReturned { patron, at, bet, amount } => {
                if *patron == self.patron {
                    self.goes((*at, *bet), Stake { credits: Money::ZERO, tokens: *amount });
                }
            }
            // It lies on for the next coup.
            Happening::Stays { patron, at, bet, amount } => {
                if let Some(own) = self.own(*patron, (*at, *bet)) {
                    own.credits += *amount;
                    self.goes((*at, *bet), credits(*amount));
                }
            }
            // It is part of what was not paid.
            Happening::Commission { .. } => {}
            Happening::Opened { .. } | Happening::ShoeReady => {}
            of_stakes!() | of_corrections!() | of_ends!() | of_money!() | of_wagers!() => {}
            of_session!() | of_duty!() | of_disputes!() | of_terms!() | of_patrons!() => {}
            of_shoe!() | of_coup!() | of_hands!() | of_findings!() | of_trouble!() => {}
        }
    }

    /// A part of a wager leaves the layout for good, unless its coup is undone.
    fn goes(&mut self, spot: BoxBet, part: Stake) {
        let lies = self.layout.entry(spot).or_default();
        (lies.credits, lies.tokens) = (lies.credits - part.credits, lies.tokens - part.tokens);
        self.now.lays(spot, part);
        self.now.played.stake += part.credits;
    }

    fn tell(&mut self, played: Played) {
        if !played.is_nothing() {
            self.played.push(played);
        }
    }

    fn ended(&mut self, record: u64, at: i64) {
        let mut coup = std::mem::take(&mut self.now);
        (coup.played.at, coup.played.record) = (at, record);
        self.tell(coup.played.clone());
        if !std::mem::take(&mut self.stays) {
            self.shoe.push(coup);
        }
    }

    /// The settlement is undone: its wagers lie there again, and those for the next coup have gone back.
    fn reversed(&mut self, record: u64, at: i64) {
        let coup = self.shoe.pop().unwrap_or_default();
        (self.layout, self.now) = (coup.wagers, Coup::default());
        self.tell(Played { at, record, undoes: true, ..coup.played });
    }

    /// A void shoe takes its finished coups with it: their stakes lie there again, and go back by events of their own.
    fn undone_with_shoe(&mut self, record: u64, at: i64, coups: usize) {
        let from = self.shoe.len().saturating_sub(coups);
        for coup in self.shoe.split_off(from).into_iter().rev() {
            for (spot, part) in coup.wagers {
                let lies = self.layout.entry(spot).or_default();
                (lies.credits, lies.tokens) = (lies.credits + part.credits, lies.tokens + part.tokens);
            }
            self.tell(Played { at, record, undoes: true, ..coup.played });
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // a test that cannot be set up should stop there

    use super::*;

    fn nets(lines: &[&str]) -> Vec<(i64, i64)> {
        let mut visit = Visit::of("ada".parse().unwrap());
        for (line, record) in lines.iter().zip(1..) {
            visit.note(record, 0, &line.parse().unwrap());
        }
        visit.played.iter().map(|played| (played.stake.minor() / 100, played.net().minor() / 100)).collect()
    }

    #[test]
    fn each_coup_is_told_with_its_stake_and_what_it_came_to() {
        let lost =
            ["wagered ada@1 player 50", "wagered ben@2 banker 70", "collected ada@1 player 50", "concluded"];
        assert_eq!(nets(&lost), [(50, -50)]);
        let won = [
            "wagered ada@1 player 50",
            "altered ada@1 player 60",
            "wagered ada@1 tie 5",
            "collected ada@1 tie 5",
            "paid ada@1 player 60",
            "returned ada@1 player 60",
            "concluded",
        ];
        assert_eq!(nets(&won), [(65, 55)]);
        assert_eq!(nets(&["wagered ada@1 player 50", "lifted ada@1 player 50", "concluded"]), []);
        let void = ["wagered ada@1 player 50", "returned ada@1 player 50", "void void-coup"];
        assert_eq!(nets(&void), [(50, 0)]);
        let stays = [
            "wagered ada@1 player 50",
            "stays ada@1 player 50",
            "concluded",
            "collected ada@1 player 50",
            "concluded",
        ];
        assert_eq!(nets(&stays), [(50, 0), (50, -50)], "what lies on is staked again");
    }

    #[test]
    fn a_stake_is_what_became_of_it_before_the_cards() {
        for changed in [
            "reduced ada@1 player to 30",
            "relaxed ada@1 player 30",
            "found ada@1 player 30",
            "altered ada@1 player 30",
        ] {
            let lines = ["wagered ada@1 player 50", changed, "collected ada@1 player 30", "concluded"];
            assert_eq!(nets(&lines), [(30, -30)], "{changed}");
        }
        for gone in ["lifted", "wager-refused", "wager-void", "withdrawn"] {
            let gone = format!("{gone} ada@1 player 50");
            assert_eq!(nets(&["wagered ada@1 player 50", &gone, "concluded"]), [], "{gone}");
        }
    }

    #[test]
    fn what_is_undone_is_told_and_settled_anew() {
        let lines = [
            "wagered ada@1 player 50",
            "paid ada@1 player 50",
            "returned ada@1 player 50",
            "concluded",
            "wagered ada@1 banker 20",
            "returned ada@1 banker 20",
            "reversed",
            "collected ada@1 player 50",
            "concluded",
        ];
        assert_eq!(nets(&lines), [(50, 50), (50, -50), (50, -50)]);
        let forfeited = ["wagered ada@1 player 50", "forfeited-wagers ada", "concluded"];
        assert_eq!(nets(&forfeited), [(50, -50)]);
        let tokens = ["wagered-tokens ada@1 player 50", "collected ada@1 player 50", "concluded"];
        assert_eq!(nets(&tokens), [], "tokens are no credits");
    }
    #[test]
    fn a_void_shoe_takes_its_coups_with_it_and_no_earlier_one() {
        let coup = ["wagered ada@1 player 50", "collected ada@1 player 50", "concluded"];
        let undone =
            ["reversed coups 2", "shoe-ended", "returned ada@1 player 50", "returned ada@1 player 50"];
        let shoe = [&coup[..], &coup[..], &undone[..]].concat();
        assert_eq!(nets(&shoe), [(50, -50), (50, -50), (50, 50), (50, 50)]);
        let next = [&coup[..], &["shoe-ready"][..], &shoe[..], &["shoe-ready"][..], &coup[..]].concat();
        let told = nets(&next);
        assert_eq!((told.len(), told.iter().map(|(_, net)| net).sum::<i64>()), (6, -100));
        let forfeited = ["wagered ada@1 tie 5", "forfeited-wagers ada", "void void-shoe", "reversed coups 1"];
        assert_eq!(nets(&forfeited), [(5, -5)], "what was forfeited is not given back");
    }

    #[test]
    fn what_was_paid_wrong_and_made_good_is_told_at_once() {
        let wrong = "mispaid ada@1 player said 100 paid 120 found-by dealer dan";
        assert_eq!(nets(&[wrong, "taken-back ada@1 player 20"]), [(0, 20), (0, -20)]);
        let short = "mispaid ada@1 player said 100 paid 80 found-by dealer dan";
        assert_eq!(nets(&[short, "paid-after ada@1 player 20"]), [(0, -20), (0, 20)]);
        assert_eq!(nets(&[&wrong.replace("ada", "ben")]), []);
        assert_eq!(nets(&["bought ada 30 cash", "bought ada 30 balance", "bought ben 30 cash"]), [(0, 30)]);
    }
}
