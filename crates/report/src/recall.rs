//! The last coups of a table, whole: cards in their order, wagers, what became of them, rulings, balances.

use std::collections::VecDeque;
use std::sync::Arc;

use punto_coup::{DealtCard, Place};
use punto_rulebook::Winner;
use punto_table::{Account, Coin, Event, Finished, Happening, Lies, Phase, Table, Time};
use punto_vocab::{BetId, Card, Citation, Money, PersonId, Point};
use serde::{Deserialize, Serialize};

/// How many coups a table and a patron can look back on.
pub const RECALLED: usize = 100;

/// One coup as it can be shown again.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CoupRecall {
    /// The table's name.
    pub table: String,
    /// Which shoe of the table, from 1.
    pub shoe: u32,
    /// Which coup of the shoe, from 1.
    pub coup: u32,
    /// Which coup of the table since its first record, from 1.
    pub number: u64,
    /// The records of its first card and of its end; the second is nought while it goes on.
    pub records: (u64, u64),
    /// When its first card came, in microseconds of UTC.
    pub began: i64,
    /// When it was settled or voided; nought while it goes on.
    pub ended: i64,
    /// The document it was dealt under.
    pub rulebook: String,
    /// The cards in the order they left the shoe.
    pub cards: Vec<RecalledCard>,
    /// The points, once both hands were complete.
    pub points: Option<(Point, Point)>,
    /// Who won; `None` for a coup without a result.
    pub winner: Option<Winner>,
    /// Whether it was void.
    pub void: bool,
    /// Whether it was dealt without wagers.
    pub no_bet: bool,
    /// Whether a settlement of it was undone.
    pub corrected: bool,
    /// The wagers as they lay when the first card came.
    pub wagers: Vec<RecalledWager>,
    /// What became of them, in order.
    pub settlements: Vec<RecalledSettlement>,
    /// What went wrong and what was ordered, in order.
    pub rulings: Vec<RecalledRuling>,
    /// What each patron had before and after, at a table with credits.
    pub balances: Vec<RecalledBalance>,
}

/// A card of a coup.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct RecalledCard {
    pub card: Card,
    pub to: Place,
    pub at: i64,
    /// Whether everybody has seen it.
    pub seen: bool,
}

/// A wager of a coup.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct RecalledWager {
    pub patron: PersonId,
    pub at: u8,
    pub bet: BetId,
    pub stake: Money,
    pub tokens: Money,
    /// Whether the stake was never told to anybody but its patron.
    pub sealed: bool,
}

/// What became of a wager.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct RecalledSettlement {
    pub patron: PersonId,
    pub at: u8,
    pub bet: BetId,
    /// `collected`, `paid`, `commission`, `stood-off`, `stays`, `returned`, `tokens-returned` or `withdrawn`.
    pub what: String,
    pub amount: Money,
    pub by: Vec<String>,
}

/// Something that went wrong, or was ordered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct RecalledRuling {
    pub what: String,
    pub by: Vec<String>,
    pub at: i64,
}

/// What a patron had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct RecalledBalance {
    pub patron: PersonId,
    /// Before the stakes of this coup were put down.
    pub before: Money,
    /// After it was settled, with stakes that lie on.
    pub after: Money,
}

impl CoupRecall {
    /// Whether a patron had a wager on it.
    pub fn has(&self, patron: PersonId) -> bool {
        self.wagers.iter().any(|wager| wager.patron == patron)
    }
}

/// The last coups of one table, oldest first, and the one in progress.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recall {
    last: VecDeque<Arc<CoupRecall>>,
    now: Option<Box<CoupRecall>>,
    count: u64,
    in_shoe: u32,
}

impl Recall {
    /// The last coups, oldest first.
    pub fn coups(&self) -> impl DoubleEndedIterator<Item = &Arc<CoupRecall>> {
        self.last.iter()
    }

    /// The coup in progress.
    pub fn now(&self) -> Option<&CoupRecall> {
        self.now.as_deref()
    }

    /// Folds one event of a record. `table` is as it was before the event.
    pub fn note(&mut self, name: &str, record: u64, table: &Table, at: Time, event: &Event) {
        let by = &event.by;
        match &event.what {
            Happening::ShoeReady => self.in_shoe = 0,
            Happening::Dealt { card, to, lies } => {
                let coup = self.begun(name, record, table, at);
                let seen = *lies == Lies::Up;
                coup.cards.push(RecalledCard { card: *card, to: to.0, at: at.0, seen });
            }
            Happening::Irregular { .. }
            | Happening::Ruled { .. }
            | Happening::Ordered { .. }
            | Happening::CardBecomes { .. }
            | Happening::CardSetAside { .. }
            | Happening::CardCarried { .. }
            | Happening::CardAtMouth { .. } => {
                if let Some(coup) = &mut self.now {
                    let ruling = RecalledRuling { what: event.what.to_string(), by: lines(by), at: at.0 };
                    coup.rulings.push(ruling);
                }
            }
            Happening::Revealed { patron, at, bet } => {
                let wagers = self.now.iter_mut().flat_map(|coup| &mut coup.wagers);
                let told = wagers.filter(|own| (own.patron, own.at, own.bet) == (*patron, *at, *bet));
                told.for_each(|wager| wager.sealed = false);
            }
            Happening::Reversed => self.reopen(),
            Happening::CoupVoid { .. } => self.begun(name, record, table, at).void = true,
            Happening::Concluded => {
                let phase = table.open.as_ref().map(|open| &open.phase);
                if let (Some(coup), Some(Phase::Dealing(dealing))) = (&mut self.now, phase) {
                    let hands = dealing.coup.hands();
                    coup.points = Some((hands.player.point(), hands.banker.point()));
                }
            }
            what => {
                let coup = self.now.as_mut();
                if let (Some(coup), Some((spot, what, amount))) = (coup, settlement(what)) {
                    let ((patron, at, bet), what, by) = (spot, what.to_owned(), lines(by));
                    coup.settlements.push(RecalledSettlement { patron, at, bet, what, amount, by });
                }
            }
        }
    }

    /// The coup in progress, begun if it is not.
    fn begun(&mut self, name: &str, record: u64, table: &Table, at: Time) -> &mut CoupRecall {
        let open = table.open.as_ref();
        let (count, in_shoe) = (self.count, self.in_shoe);
        self.now.get_or_insert_with(|| {
            let wagers = open.map(|open| open.wagers()).unwrap_or_default();
            Box::new(CoupRecall {
                table: name.to_owned(),
                shoe: open.map_or(0, |open| open.shoe.number + 1),
                coup: in_shoe + 1,
                number: count + 1,
                records: (record, 0),
                began: at.0,
                rulebook: open.map(|open| open.terms.rulebook.to_string()).unwrap_or_default(),
                no_bet: match open.map(|open| &open.phase) {
                    Some(Phase::Betting(betting)) => betting.no_bet.is_some(),
                    _ => false,
                },
                wagers: wagers
                    .iter()
                    .map(|placed| RecalledWager {
                        patron: placed.wager.patron,
                        at: placed.wager.at.0,
                        bet: placed.wager.bet,
                        stake: placed.wager.stake.chips,
                        tokens: placed.wager.stake.tokens,
                        sealed: placed.sealed,
                    })
                    .collect(),
                balances: before(table),
                ..CoupRecall::default()
            })
        })
    }

    /// Ends the coup that an event has ended. `after` is the table as the event has left it.
    pub fn end(&mut self, record: u64, after: &Table, at: Time, event: &Event) {
        if !matches!(event.what, Happening::Concluded | Happening::CoupVoid { .. }) {
            return;
        }
        let Some(mut coup) = self.now.take() else { return };
        (coup.ended, coup.records.1) = (at.0, record);
        if let Some(finished) = after.coups.last() {
            coup.winner = finished.winner;
            turned(&mut coup.cards, finished);
        }
        for balance in &mut coup.balances {
            balance.after = owned(after, balance.patron);
        }
        self.count = coup.number;
        self.in_shoe = coup.coup;
        if self.last.len() == RECALLED {
            self.last.pop_front();
        }
        self.last.push_back(Arc::from(coup));
    }

    /// A settlement was undone: its coup goes on.
    fn reopen(&mut self) {
        if let Some(last) = self.last.pop_back() {
            let mut coup = Arc::unwrap_or_clone(last);
            (coup.corrected, coup.ended, coup.winner, coup.points) = (true, 0, None, None);
            coup.settlements.clear();
            (self.count, self.in_shoe) = (coup.number - 1, coup.coup - 1);
            self.now = Some(Box::new(coup));
        }
    }
}

/// Notes which cards were turned in the course of a coup. Of two cards alike each is the one of its own hand.
fn turned(cards: &mut [RecalledCard], finished: &Finished) {
    let mut lie = finished.dealt.clone();
    for card in cards {
        let alike = |own: &DealtCard| own.card == card.card;
        let own = lie.iter().position(|own| alike(own) && own.to == card.to);
        if let Some(place) = own.or_else(|| lie.iter().position(alike)) {
            card.seen |= lie.remove(place).exposed;
        }
    }
}

/// What a patron owns at a table with credits: the balance, and what lies on the layout.
fn owned(table: &Table, patron: PersonId) -> Money {
    let staked = |open: &punto_table::Open| -> Money {
        let mine = open.wagers().iter().filter(|placed| placed.wager.patron == patron);
        mine.map(|placed| placed.wager.stake.chips).sum()
    };
    table.ledger.on(Coin::Credits, Account::Balance(patron))
        + table.open.as_ref().map(staked).unwrap_or_default()
}

fn before(table: &Table) -> Vec<RecalledBalance> {
    let Some(open) = table.open.as_ref().filter(|open| open.terms.credits) else { return Vec::new() };
    let mut patrons: Vec<PersonId> = open.wagers().iter().map(|placed| placed.wager.patron).collect();
    patrons.sort_unstable();
    patrons.dedup();
    let balance = |patron| {
        let before = owned(table, patron);
        RecalledBalance { patron, before, after: before }
    };
    patrons.into_iter().map(balance).collect()
}

fn settlement(what: &Happening) -> Option<((PersonId, u8, BetId), &'static str, Money)> {
    Some(match what {
        Happening::Collected { patron, at, bet, amount } => ((*patron, *at, *bet), "collected", *amount),
        Happening::Paid { patron, at, bet, amount } => ((*patron, *at, *bet), "paid", *amount),
        Happening::Commission { patron, at, bet, amount } => ((*patron, *at, *bet), "commission", *amount),
        Happening::StoodOff { patron, at, bet, amount } => ((*patron, *at, *bet), "stood-off", *amount),
        Happening::Stays { patron, at, bet, amount } => ((*patron, *at, *bet), "stays", *amount),
        Happening::StakeBack { patron, at, bet, amount } => ((*patron, *at, *bet), "returned", *amount),
        Happening::TokensBack { patron, at, bet, amount } => {
            ((*patron, *at, *bet), "tokens-returned", *amount)
        }
        Happening::Withdrawn { patron, at, bet, stake } => ((*patron, *at, *bet), "withdrawn", *stake),
        _ => return None,
    })
}

fn lines(by: &Citation) -> Vec<String> {
    by.authorities().iter().map(ToString::to_string).collect()
}
