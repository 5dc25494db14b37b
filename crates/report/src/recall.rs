//! The last coups of a table, whole: cards in their order, wagers, what became of them, rulings, balances.

#![deny(clippy::wildcard_enum_match_arm)] // an event that changes a coup must not pass

use std::collections::VecDeque;
use std::sync::Arc;

use punto_coup::{DealtCard, Place};
use punto_rulebook::Winner;
use punto_table::{Account, Coin, Event, Finished, Happening, Lies, Phase, Spot, Table, Time};
use punto_vocab::{BetId, Card, Citation, Money, PersonId, Point};
use serde::{Deserialize, Serialize};

use crate::events::table::*;

/// How many coups a table and a patron can look back on.
pub const RECALLED: usize = 100;

/// One coup as it can be shown again.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
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
    /// Whether it was undone with its shoe, after it had come to a result.
    pub undone: bool,
    /// The wagers as they lay when the first card came.
    pub wagers: Vec<RecalledWager>,
    /// What became of them, in order.
    pub settlements: Vec<RecalledSettlement>,
    /// What went wrong, what was ordered, and what is known now of its cards, in order.
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

punto_vocab::words! {
    /// What became of a wager, or of a part of it.
    pub enum WagerBecame: "something that became of a wager" {
        /// It lost, and was taken.
        Collected = "collected",
        /// It won, and was paid.
        Paid = "paid",
        /// So much was kept back of what it won.
        Commission = "commission",
        /// It stood off.
        StoodOff = "stood-off",
        /// It stood off and lies on for the next coup.
        Stays = "stays",
        /// It went back, or what was over a limit did.
        Returned = "returned",
        /// Its tokens went back.
        TokensReturned = "tokens-returned",
        /// Its patron took it back after a ruling.
        Withdrawn = "withdrawn",
        /// The house kept it, as its patron had cheated.
        Forfeited = "forfeited",
        /// So much more was paid than the settlement said, or less if below nought; or that was made good.
        Corrected = "corrected",
    }
}

impl RecalledWager {
    fn spot(&self) -> Spot {
        (self.patron, self.at, self.bet)
    }
}

/// What became of a wager.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct RecalledSettlement {
    pub patron: PersonId,
    pub at: u8,
    pub bet: BetId,
    pub what: WagerBecame,
    pub amount: Money,
    pub by: Vec<String>,
}

/// Something that went wrong, was ordered, or is known now of a card.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct RecalledRuling {
    pub what: Happening,
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
    fn became(&mut self, (patron, at, bet): Spot, what: WagerBecame, amount: Money, by: &Citation) {
        let by = lines(by);
        self.settlements.push(RecalledSettlement { patron, at, bet, what, amount, by });
    }

    /// Forgets what its wagers came to; what moved beside the settlement is not undone with it.
    fn unsettle(&mut self) {
        self.settlements.retain(|own| matches!(own.what, WagerBecame::Forfeited | WagerBecame::Corrected));
    }

    /// What the settlement said that a wager brought its patron, with the stake that came back.
    fn got(&self, spot: Spot) -> Money {
        let brings = |what| {
            matches!(
                what,
                WagerBecame::Paid | WagerBecame::StoodOff | WagerBecame::Stays | WagerBecame::Returned
            )
        };
        let own = |own: &&RecalledSettlement| (own.patron, own.at, own.bet) == spot && brings(own.what);
        self.settlements.iter().filter(own).map(|own| own.amount).sum()
    }

    /// Whether a patron had a wager on it.
    pub fn has(&self, patron: PersonId) -> bool {
        self.wagers.iter().any(|wager| wager.patron == patron)
    }
}

/// The last coups of one table, oldest first, and the one in progress.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Recall {
    last: VecDeque<Arc<CoupRecall>>,
    now: Option<Box<CoupRecall>>,
    count: u64,
    in_shoe: u32,
    /// The coup that is called off leaves the one before the last.
    #[serde(default)]
    stays: bool,
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
            | Happening::CardOpensNextCoup { .. }
            | Happening::CardAtMouth { .. }
            | Happening::CardWaits { .. } => {
                if let Some(coup) = &mut self.now {
                    coup.rulings.push(finding(event, at));
                }
            }
            Happening::Revealed { patron, at, bet } => {
                let wagers = self.now.iter_mut().flat_map(|coup| &mut coup.wagers);
                let told = wagers.filter(|own| own.spot() == (*patron, *at, *bet));
                told.for_each(|wager| wager.sealed = false);
            }
            Happening::StaysOpen => self.stays = true,
            Happening::ShoeEnded => self.stays = false,
            Happening::Reversed => self.reopen(),
            Happening::ReversedCoups { coups } => self.undo(*coups as usize, by),
            Happening::CoupVoid { .. } => self.begun(name, record, table, at).void = true,
            Happening::Concluded => {
                let phase = table.open.as_ref().map(|open| &open.phase);
                if let (Some(coup), Some(Phase::Dealing(dealing))) = (&mut self.now, phase) {
                    let hands = dealing.coup.hands();
                    coup.points = Some((hands.player.point(), hands.banker.point()));
                }
            }
            what @ (of_settlement!() | Happening::Withdrawn { .. }) => {
                if let (Some(coup), Some((spot, what, amount))) = (&mut self.now, settlement(what)) {
                    coup.became(spot, what, amount, by);
                }
            }
            Happening::WagersForfeited { patron } => {
                let lie = table.open.iter().flat_map(|open| open.wagers());
                for own in lie.filter(|placed| placed.wager.patron == *patron) {
                    let coup = self.begun(name, record, table, at);
                    coup.became(own.spot(), WagerBecame::Forfeited, own.wager.stake.total(), by);
                }
            }
            Happening::Mispaid { patron, at, bet, said, paid, .. } => {
                self.paid_otherwise((*patron, *at, *bet), Some(*said), *paid - *said, by);
            }
            Happening::PaidAfter { patron, at, bet, amount } => {
                self.paid_otherwise((*patron, *at, *bet), None, *amount, by);
            }
            Happening::TakenBack { patron, at, bet, amount } => {
                self.paid_otherwise((*patron, *at, *bet), None, -*amount, by);
            }
            Happening::Rekeyed { card, place, .. } => self.rekeyed(*place, *card, finding(event, at)),
            Happening::CardKnown { back, .. } => {
                let on = table.open.as_ref().is_some_and(|open| open.in_coup());
                let ago = (*back as usize).saturating_sub(usize::from(on));
                if let Some(coup) = self.last.iter_mut().nth_back(ago) {
                    Arc::make_mut(coup).rulings.push(finding(event, at));
                }
            }
            // The wagers of a coup are those that lie when its first card comes.
            of_stakes!() | of_wagers!() | Happening::FoundAfter { .. } => {}
            Happening::Opened { .. } | of_session!() | of_duty!() | of_disputes!() | of_terms!() => {}
            of_patrons!() | of_money!() | of_shoe!() | of_coup!() | of_hands!() | of_trouble!() => {}
        }
    }

    /// A card of the coup in progress was another than was keyed, and its result is made of what it is.
    fn rekeyed(&mut self, place: u32, card: Card, found: RecalledRuling) {
        let Some(coup) = &mut self.now else { return };
        let own = (place as usize).checked_sub(1).and_then(|place| coup.cards.get_mut(place));
        own.into_iter().for_each(|own| own.card = card);
        coup.rulings.push(found);
    }

    /// Chips went otherwise than a settlement said, of the coup that said so; or that was made good, of the last one.
    fn paid_otherwise(&mut self, spot: Spot, said: Option<Money>, amount: Money, by: &Citation) {
        let has = |coup: &&mut Arc<CoupRecall>| coup.wagers.iter().any(|own| own.spot() == spot);
        let mut coups = self.last.iter_mut().rev().filter(has);
        if let Some(coup) = coups.find(|coup| said.is_none_or(|said| coup.got(spot) == said)) {
            Arc::make_mut(coup).became(spot, WagerBecame::Corrected, amount, by);
        }
    }

    /// A void shoe takes its finished coups with it: their wagers go back.
    fn undo(&mut self, coups: usize, by: &Citation) {
        for coup in self.last.iter_mut().rev().take(coups).filter(|coup| !coup.void) {
            let coup = Arc::make_mut(coup);
            (coup.corrected, coup.undone, coup.winner, coup.points) = (true, true, None, None);
            coup.unsettle();
            for wager in coup.wagers.clone() {
                let back =
                    [(WagerBecame::Returned, wager.stake), (WagerBecame::TokensReturned, wager.tokens)];
                for (what, amount) in back.into_iter().filter(|(_, amount)| amount.is_positive()) {
                    coup.became(wager.spot(), what, amount, by);
                }
            }
            coup.balances.iter_mut().for_each(|balance| balance.after = balance.before);
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
        let stays = std::mem::take(&mut self.stays);
        if let Some(finished) = after.coups.last().filter(|_| !stays) {
            coup.winner = finished.winner();
            turned(&mut coup.cards, finished);
        }
        for balance in &mut coup.balances {
            balance.after = owned(after, balance.patron);
        }
        self.count = self.count.max(coup.number);
        self.in_shoe = self.in_shoe.max(coup.coup);
        if self.last.len() == RECALLED {
            self.last.pop_front();
        }
        let before = usize::from(stays).min(self.last.len());
        self.last.insert(self.last.len() - before, Arc::from(coup));
    }

    /// A settlement was undone: its coup goes on.
    fn reopen(&mut self) {
        if let Some(last) = self.last.pop_back() {
            let mut coup = Arc::unwrap_or_clone(last);
            (coup.corrected, coup.ended, coup.winner, coup.points) = (true, 0, None, None);
            coup.unsettle();
            // One that was called off since has a number of its own.
            let since = self.last.back().filter(|own| own.number > coup.number);
            let (number, in_shoe) = since.map_or_else(Default::default, |own| (own.number, own.coup));
            (self.count, self.in_shoe) = (number.max(coup.number - 1), in_shoe.max(coup.coup - 1));
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

fn settlement(what: &Happening) -> Option<(Spot, WagerBecame, Money)> {
    let (patron, at, bet, became, amount) = match what {
        Happening::Collected { patron, at, bet, amount } => (patron, at, bet, WagerBecame::Collected, amount),
        Happening::Paid { patron, at, bet, amount } => (patron, at, bet, WagerBecame::Paid, amount),
        Happening::Commission { patron, at, bet, amount } => {
            (patron, at, bet, WagerBecame::Commission, amount)
        }
        Happening::StoodOff { patron, at, bet, amount } => (patron, at, bet, WagerBecame::StoodOff, amount),
        Happening::Stays { patron, at, bet, amount } => (patron, at, bet, WagerBecame::Stays, amount),
        Happening::StakeReturned { patron, at, bet, amount } => {
            (patron, at, bet, WagerBecame::Returned, amount)
        }
        Happening::TokensReturned { patron, at, bet, amount } => {
            (patron, at, bet, WagerBecame::TokensReturned, amount)
        }
        Happening::Withdrawn { patron, at, bet, stake } => (patron, at, bet, WagerBecame::Withdrawn, stake),
        Happening::Opened { .. } | Happening::ShoeReady => return None,
        of_session!() | of_duty!() | of_disputes!() | of_terms!() | of_patrons!() | of_money!() => {
            return None;
        }
        of_stakes!() | of_wagers!() | of_corrections!() | of_ends!() | of_findings!() => return None,
        of_shoe!() | of_coup!() | of_hands!() | of_trouble!() => return None,
    };
    Some(((*patron, *at, *bet), became, *amount))
}

fn finding(event: &Event, at: Time) -> RecalledRuling {
    RecalledRuling { what: event.what.clone(), by: lines(&event.by), at: at.0 }
}

fn lines(by: &Citation) -> Vec<String> {
    by.authorities().iter().map(ToString::to_string).collect()
}
