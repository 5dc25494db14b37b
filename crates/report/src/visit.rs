//! What a patron's wagers came to at one table over one visit, from the events of the table's stream.

use std::collections::BTreeMap;

use punto_journal::Record;
use punto_records::{TableBody, mentions};
use punto_table::Happening;
use punto_vocab::{BetId, Money, PersonId};

/// What a coup, or the undoing of one, did to a patron's credits at a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Played {
    /// When, in microseconds of UTC.
    pub(crate) at: i64,
    /// The record that ended it.
    pub(crate) record: u64,
    /// Whether this undoes the coup before.
    pub(crate) undoes: bool,
    /// All that was staked.
    pub(crate) stake: Money,
    /// What was paid on top of stakes.
    pub(crate) paid: Money,
    /// What the house took of stakes.
    pub(crate) taken: Money,
}

impl Played {
    /// By how much the patron's credits have changed.
    pub(crate) fn net(&self) -> Money {
        let net = self.paid - self.taken;
        if self.undoes { -net } else { net }
    }
}

/// A wager: of credits, and of tokens that are no credits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Stake {
    credits: Money,
    tokens: Money,
}

/// A box of the layout and a bet.
type Spot = (u8, BetId);

/// A visit on its way through the events of its table.
#[derive(Debug)]
pub(crate) struct Visit {
    patron: PersonId,
    /// The patron's wagers on the layout.
    layout: BTreeMap<Spot, Stake>,
    /// What the coup in progress has come to so far.
    now: Played,
    /// Wagers that lie on for the next coup.
    staying: BTreeMap<Spot, Stake>,
    /// The coup before, with its wagers, as long as it can be undone.
    last: Option<(Played, BTreeMap<Spot, Stake>)>,
    pub(crate) played: Vec<Played>,
}

impl Visit {
    pub(crate) fn of(patron: PersonId) -> Visit {
        let (layout, staying) = (BTreeMap::new(), BTreeMap::new());
        Visit { patron, layout, now: Played::default(), staying, last: None, played: Vec::new() }
    }

    /// Follows a record, if it can matter to the patron.
    pub(crate) fn take(&mut self, record: &Record) {
        let entry = &record.entry;
        if !mentions(entry, &[self.patron.as_str(), "concluded", "coup-void", "reversed"]) {
            return;
        }
        let Some(said) = TableBody::of(entry).ok().and_then(TableBody::said) else { return };
        for event in &said.events {
            self.note(entry.seq, entry.at, &event.what);
        }
    }

    fn note(&mut self, record: u64, at: i64, what: &Happening) {
        let own = |patron: &PersonId| *patron == self.patron;
        match what {
            Happening::Concluded => self.ended(record, at, true),
            Happening::CoupVoid { .. } => self.ended(record, at, false),
            Happening::Reversed => self.reversed(record, at),
            Happening::WagersForfeited { patron } if own(patron) => {
                for (_, stake) in std::mem::take(&mut self.layout) {
                    self.now.taken += stake.credits;
                    self.now.stake += stake.credits;
                }
            }
            Happening::Wagered { patron, at, bet, stake: amount }
            | Happening::Relaxed { patron, at, bet, stake: amount }
            | Happening::Found { patron, at, bet, stake: amount }
            | Happening::Altered { patron, at, bet, stake: amount }
                if own(patron) =>
            {
                let stake = self.layout.entry((*at, *bet)).or_default();
                stake.credits = *amount - stake.tokens;
            }
            Happening::WageredTokens { patron, at, bet, stake } if own(patron) => {
                self.layout.entry((*at, *bet)).or_default().tokens += *stake;
            }
            Happening::Reduced { patron, at, bet, to } if own(patron) => {
                if let Some(stake) = self.layout.get_mut(&(*at, *bet)) {
                    let off = stake.credits + stake.tokens - *to;
                    let credits = off.min(stake.credits);
                    (stake.credits, stake.tokens) = (stake.credits - credits, stake.tokens - (off - credits));
                }
            }
            Happening::Lifted { patron, at, bet, .. }
            | Happening::WagerRefused { patron, at, bet, .. }
            | Happening::WagerVoid { patron, at, bet, .. }
            | Happening::Withdrawn { patron, at, bet, .. }
                if own(patron) =>
            {
                self.layout.remove(&(*at, *bet));
            }
            Happening::Collected { patron, at, bet, amount } if own(patron) => {
                let tokens = self.layout.get(&(*at, *bet)).map_or(Money::ZERO, |stake| stake.tokens);
                self.now.taken += *amount - tokens.min(*amount);
            }
            Happening::Paid { patron, amount, .. } if own(patron) => self.now.paid += *amount,
            Happening::Stays { patron, at, bet, amount } if own(patron) => {
                self.staying.insert((*at, *bet), Stake { credits: *amount, tokens: Money::ZERO });
            }
            _ => {}
        }
    }

    fn ended(&mut self, record: u64, at: i64, undoable: bool) {
        let staying = std::mem::take(&mut self.staying);
        let layout = std::mem::replace(&mut self.layout, staying);
        let staked: Money = layout.values().map(|stake| stake.credits).sum();
        let now = std::mem::take(&mut self.now);
        let coup = Played { at, record, stake: now.stake + staked, ..now };
        self.last = undoable.then(|| (coup.clone(), layout));
        if coup.stake.is_positive() || coup.paid.is_positive() {
            self.played.push(coup);
        }
    }

    /// The settlement is undone: its wagers lie there again, and those for the next coup have gone back.
    fn reversed(&mut self, record: u64, at: i64) {
        let Some((coup, layout)) = self.last.take() else { return };
        self.layout = layout;
        self.staying.clear();
        if coup.stake.is_positive() || coup.paid.is_positive() {
            self.played.push(Played { at, record, undoes: true, ..coup });
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
        assert_eq!(nets(&["wagered ada@1 player 50", "void void-coup"]), [(50, 0)]);
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
            "concluded",
            "wagered ada@1 banker 20",
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
}
