//! The meters of a table: running totals of its money, each a projection of its events and of nothing else.
//!
//! The ledger says where all money lies; meters say how it came there. What the house's accounts hold by the meters
//! ([`Meters::accounts`]) is what the ledger has on them after every event.

#![deny(clippy::wildcard_enum_match_arm)] // an event that moves money must not pass uncounted

use std::collections::BTreeMap;

use punto_coup::Stake;
use punto_rulebook::known::VoidShoeFinishedCoups;
use punto_rulebook::{Opening, Outcome, Pays};
use punto_table::{Account, Coin, Event, Happening, Open, Phase, Spot, Table, With};
use punto_vocab::{BetId, Money, PersonId};
use serde::{Deserialize, Serialize};

use crate::events::table::*;

/// What has gone over a table since its first record.
///
/// A settlement counts when its coup is concluded; one that is undone is taken off again and counts as a correction. A
/// payment that was wrong, one that was made good, and wagers that were forfeited count at once: undoing a settlement
/// does not undo them.
// A snapshot of an older program has not all of these: it is passed by, and the records are folded again.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Meters {
    /// Coups that came to a result.
    pub coups: u64,
    /// Coups without a result.
    pub voids: u64,
    /// Coups dealt without wagers, among those that came to a result.
    pub no_bet: u64,
    /// Settlements that were undone.
    pub corrections: u64,
    /// Coups that came to a result and were undone with their shoe, among those without a result.
    pub undone: u64,
    /// All bets together.
    pub all: BetMeters,
    /// What of it was wagered by house players, which no report of patrons counts.
    pub house: BetMeters,
    /// Each bet for itself.
    pub bets: BTreeMap<BetId, BetMeters>,
    /// What the house has won of each coin.
    pub won: BTreeMap<Coin, Money>,
    /// What the float gave for cash, of each coin.
    pub sold: BTreeMap<Coin, Money>,
    /// Cash into the drop box.
    pub drop: Money,
    /// Credits that patrons brought from their accounts.
    pub credits_in: Money,
    /// Credits that patrons took back to their accounts.
    pub credits_out: Money,
    /// Promotional tokens given for vouchers.
    pub vouchers: Money,
    /// Chips that the table was opened with.
    pub floats: Money,
    /// Chips brought to the float tray.
    pub fills: Money,
    /// Chips taken from the float tray.
    pub credits: Money,
    /// What counts of the float tray found more than the ledger had, less what they found too little.
    pub miscounts: Money,
    /// What patrons gave those who deal, of each coin: no part of what the house won.
    pub tips: BTreeMap<Coin, Money>,
    /// What rounding has added to exact payouts, or taken from them.
    pub rounding: MinorParts,
    coup: Coup,
    /// The coup that ended last, as long as it can be undone.
    last: Option<Coup>,
    /// The coups of the shoe, the last one last, where they can be undone together.
    shoe: Vec<Coup>,
    /// The coup that is called off leaves the one before the last.
    stays: bool,
}

/// The totals of one bet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BetMeters {
    /// Wagers settled, or forfeited.
    pub wagers: u64,
    /// Their stakes: the turnover.
    pub stakes: Money,
    /// Paid on top of stakes.
    pub paid: Money,
    /// Stakes taken by the house.
    pub collected: Money,
    /// Promotional tokens among the stakes taken.
    pub tokens: Money,
    /// Stakes of wagers that stood off.
    pub stood_off: Money,
    /// Commission kept, already off what was paid.
    pub commission: Money,
}

impl BetMeters {
    /// Adds others, or takes them off with the sign below nought.
    pub fn add(&mut self, other: &BetMeters, sign: i64) {
        let times = |money: Money| Money::from_minor(money.minor() * sign);
        self.wagers = self.wagers.saturating_add_signed(other.wagers as i64 * sign);
        self.stakes += times(other.stakes);
        self.paid += times(other.paid);
        self.collected += times(other.collected);
        self.tokens += times(other.tokens);
        self.stood_off += times(other.stood_off);
        self.commission += times(other.commission);
    }

    /// The house's gain on it, or loss if below nought.
    pub fn win(&self) -> Money {
        self.collected - self.paid
    }
}

/// A coup's part of the meters, until it ends and as long as it can be undone.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Coup {
    /// Whether it is played for credits rather than chips.
    credits: bool,
    bets: BTreeMap<BetId, BetMeters>,
    /// What of it is house players'.
    house: BetMeters,
    rounding: MinorParts,
    no_bet: bool,
    void: bool,
    /// What went back of wagers before they were paid, as it was never good.
    excess: Vec<(Spot, Money)>,
}

impl Coup {
    /// What the house has won in it, of each coin.
    fn won(&self) -> [(Coin, Money); 2] {
        let tokens = self.bets.values().map(|own| own.tokens).sum();
        let all: Money = self.bets.values().map(BetMeters::win).sum();
        [(coin(self.credits), all - tokens), (Coin::Tokens, tokens)]
    }
}

/// The coin of a payment.
pub(crate) fn coin(credits: bool) -> Coin {
    if credits { Coin::Credits } else { Coin::Chips }
}

impl Meters {
    /// Folds one event. `table` is as it was before the event.
    pub fn note(&mut self, table: &Table, event: &Event) {
        let paid = |amount| BetMeters { paid: amount, ..BetMeters::default() };
        match &event.what {
            Happening::Opened { opening, .. } => self.opened(opening),
            Happening::ShoeReady => self.shoe.clear(),
            Happening::Collected { patron, at, bet, amount } => {
                let tokens = stake(table, (*patron, *at, *bet)).tokens.min(*amount);
                for own in self.of(table, *patron, *bet) {
                    own.collected += *amount;
                    own.tokens += tokens;
                }
            }
            Happening::Paid { patron, at, bet, amount } => {
                self.of(table, *patron, *bet).for_each(|own| own.paid += *amount);
                let rounded = self.rounded(table, (*patron, *at, *bet), *amount).unwrap_or_default();
                self.coup.rounding.add(rounded, 1);
            }
            Happening::Commission { patron, bet, amount, .. } => {
                self.of(table, *patron, *bet).for_each(|own| own.commission += *amount);
            }
            Happening::StoodOff { patron, bet, amount, .. }
            | Happening::Stays { patron, bet, amount, .. } => {
                self.of(table, *patron, *bet).for_each(|own| own.stood_off += *amount);
            }
            Happening::StakeReturned { patron, at, bet, amount }
            | Happening::TokensReturned { patron, at, bet, amount } => {
                // What lay for a coup that does not come, or in one that was undone, goes back outside a coup.
                if table.open.as_ref().is_some_and(Open::in_coup) {
                    self.coup.excess.push(((*patron, *at, *bet), *amount));
                }
            }
            Happening::Concluded => self.concluded(table),
            Happening::CoupVoid { .. } => {
                let coup = std::mem::take(&mut self.coup);
                self.ended(table, Coup { void: true, ..coup });
            }
            Happening::StaysOpen => self.stays = true,
            Happening::ShoeEnded => self.stays = false,
            Happening::Reversed => self.reversed(),
            Happening::ReversedCoups { coups } => self.undone_with_shoe(*coups as usize),
            Happening::Mispaid { patron, bet, said, paid: went, .. } => {
                self.at_once(table, *patron, *bet, paid(*went - *said));
            }
            Happening::PaidAfter { patron, bet, amount, .. } => {
                self.at_once(table, *patron, *bet, paid(*amount));
            }
            Happening::TakenBack { patron, bet, amount, .. } => {
                self.at_once(table, *patron, *bet, paid(-*amount));
            }
            Happening::WagersForfeited { patron } => self.forfeited(table, *patron),
            Happening::Bought { amount, with, .. } => self.bought(table, *amount, *with),
            Happening::CashedOut { amount, .. } => self.credits_out += *amount,
            Happening::Filled { amount } => self.fills += *amount,
            Happening::Credited { amount } => self.credits += *amount,
            Happening::Counted { tray, ledger } => self.miscounts += tray.total() - *ledger,
            Happening::Tipped { amount, .. } => {
                *self.tips.entry(coin(credits(table))).or_default() += *amount;
            }
            // A stake that lies is the patron's: it counts when its coup ends.
            of_stakes!() | of_wagers!() => {}
            of_session!() | of_duty!() | of_disputes!() | of_terms!() | of_patrons!() => {}
            of_shoe!() | of_coup!() | of_hands!() | of_findings!() | of_trouble!() => {}
        }
    }

    /// All bets of patrons: house players play with the house's own play money.
    pub fn of_patrons(&self) -> BetMeters {
        let mut all = self.all;
        all.add(&self.house, -1);
        all
    }

    /// What each account of the house holds by these meters. The ledger of the table has the same on it.
    pub fn accounts(&self) -> Vec<(Coin, Account, Money)> {
        let coup = self.coup.won();
        let pending = |coin| -> Money { coup.iter().filter(|own| own.0 == coin).map(|own| own.1).sum() };
        let of = |map: &BTreeMap<Coin, Money>, coin| map.get(&coin).copied().unwrap_or_default();
        let brought = self.floats + self.fills - self.credits;
        let float = |coin| {
            let chips = if coin == Coin::Chips { brought + self.miscounts } else { Money::ZERO };
            (coin, Account::Float, chips + of(&self.won, coin) - of(&self.sold, coin) + pending(coin))
        };
        let mut list: Vec<_> = Coin::ALL.iter().map(|coin| float(*coin)).collect();
        list.extend([
            (Coin::Cash, Account::DropBox, self.drop),
            (Coin::Chips, Account::Miscount, -self.miscounts),
            (Coin::Chips, Account::Tips, of(&self.tips, Coin::Chips)),
            (Coin::Credits, Account::Tips, of(&self.tips, Coin::Credits)),
            (Coin::Chips, Account::Cage, -brought),
            (Coin::Tokens, Account::Cage, -self.vouchers),
            (Coin::Credits, Account::Cage, self.credits_out - self.credits_in),
        ]);
        list
    }

    /// Other cards come into play, and maybe another float. The last coup can still be undone where the time for errors
    /// outlasts closing.
    fn opened(&mut self, opening: &Opening) {
        self.floats += opening.parts.float.unwrap_or_default();
        (self.coup, self.shoe) = Default::default();
    }

    fn bought(&mut self, table: &Table, amount: Money, with: With) {
        match with {
            With::Cash => {
                self.drop += amount;
                *self.sold.entry(coin(credits(table))).or_default() += amount;
            }
            With::Voucher => self.vouchers += amount,
            With::Balance => self.credits_in += amount,
        }
    }

    /// A patron's wagers are the house's.
    fn forfeited(&mut self, table: &Table, patron: PersonId) {
        let lie = table.open.iter().flat_map(|open| open.wagers());
        for wager in lie.map(|placed| placed.wager).filter(|wager| wager.patron == patron) {
            let (stakes, tokens) = (wager.stake.total(), wager.stake.tokens);
            let own = BetMeters { wagers: 1, stakes, collected: stakes, tokens, ..BetMeters::default() };
            self.at_once(table, patron, wager.bet, own);
        }
    }

    /// Counts what belongs to no coup that could be undone.
    fn at_once(&mut self, table: &Table, patron: PersonId, bet: BetId, own: BetMeters) {
        let house = if patron.is_house_player() { own } else { BetMeters::default() };
        let bets = BTreeMap::from([(bet, own)]);
        self.add(&Coup { credits: credits(table), bets, house, ..Coup::default() }, 1);
    }

    /// The meters of the coup that a patron's wager on a bet counts in.
    fn of(&mut self, table: &Table, patron: PersonId, bet: BetId) -> impl Iterator<Item = &mut BetMeters> {
        self.coup.credits = credits(table);
        let house = patron.is_house_player().then_some(&mut self.coup.house);
        std::iter::once(self.coup.bets.entry(bet).or_default()).chain(house)
    }

    fn concluded(&mut self, table: &Table) {
        let Some(Phase::Dealing(dealing)) = table.open.as_ref().map(|open| &open.phase) else { return };
        for wager in dealing.wagers.iter().map(|placed| &placed.wager) {
            for meter in self.of(table, wager.patron, wager.bet) {
                meter.wagers += 1;
                meter.stakes += wager.stake.total();
            }
        }
        let coup = std::mem::take(&mut self.coup);
        self.ended(table, Coup { no_bet: dealing.no_bet.is_some(), ..coup });
    }

    fn ended(&mut self, table: &Table, coup: Coup) {
        let coup = Coup { excess: Vec::new(), ..coup };
        self.count(&coup, 1);
        if std::mem::take(&mut self.stays) {
            return;
        }
        let choice = table.open.as_ref().and_then(|open| open.terms.choice());
        if choice == Some(VoidShoeFinishedCoups::Return) {
            self.shoe.push(coup.clone());
        }
        self.last = Some(coup);
    }

    /// Puts a coup onto the totals, or takes it off again.
    fn count(&mut self, coup: &Coup, sign: i64) {
        self.add(coup, sign);
        let number = if coup.void { &mut self.voids } else { &mut self.coups };
        *number = number.saturating_add_signed(sign);
        self.no_bet = self.no_bet.saturating_add_signed(sign * i64::from(coup.no_bet));
    }

    /// Puts the money of a coup onto the totals, or takes it off again.
    fn add(&mut self, coup: &Coup, sign: i64) {
        self.house.add(&coup.house, sign);
        for (bet, own) in &coup.bets {
            self.all.add(own, sign);
            self.bets.entry(*bet).or_default().add(own, sign);
        }
        for (coin, won) in coup.won() {
            *self.won.entry(coin).or_default() += Money::from_minor(won.minor() * sign);
        }
        self.rounding.add(coup.rounding, sign);
    }

    fn reversed(&mut self) {
        self.coup = Coup::default();
        self.corrections += 1;
        self.shoe.pop();
        if let Some(coup) = self.last.take() {
            self.count(&coup, -1);
        }
    }

    /// A void shoe takes its finished coups with it: those that came to a result have none any more.
    fn undone_with_shoe(&mut self, coups: usize) {
        let from = self.shoe.len().saturating_sub(coups);
        for coup in self.shoe.split_off(from).into_iter().filter(|coup| !coup.void) {
            self.count(&coup, -1);
            self.corrections += 1;
            self.voids += 1;
            self.undone += 1;
        }
        self.last = None;
    }

    /// By how much a payout differs from the exact one.
    fn rounded(&self, table: &Table, spot: Spot, paid: Money) -> Option<MinorParts> {
        let open = table.open.as_ref()?;
        let Phase::Dealing(dealing) = &open.phase else { return None };
        let outcome = Outcome::of(dealing.coup.hands())?;
        let row = open.terms.offer(spot.2)?.rows.iter().find(|row| row.on.matches(&outcome))?;
        let Pays::Odds { odds, commission } = row.pays else { return None };
        let net = commission.map_or(odds, |share| odds.less(share));
        let staked = stake(table, spot).total();
        let excess = self.coup.excess.iter().filter(|(own, _)| *own == spot);
        let back: Money = excess.map(|(_, amount)| *amount).sum();
        let (pays, stake) = (i64::from(net.pays()), i64::from(net.stake()));
        let exact = (staked - back).minor().checked_mul(pays)?;
        Some(MinorParts { parts: paid.minor().checked_mul(stake)? - exact, of: stake }.lowest())
    }
}

/// Whether wagers at a table are of credits rather than chips.
pub(crate) fn credits(table: &Table) -> bool {
    table.open.as_ref().is_some_and(|open| open.terms.credits)
}

/// What lies at a place of the layout.
pub(crate) fn stake(table: &Table, spot: Spot) -> Stake {
    let mut wagers = table.open.iter().flat_map(|open| open.wagers());
    wagers.find(|placed| placed.spot() == spot).map(|placed| placed.wager.stake).unwrap_or_default()
}

/// A fraction of the minor unit: so many parts of that size. Rounding is the one thing at a table that is not whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MinorParts {
    /// How many.
    pub parts: i64,
    /// How many of them make a minor unit.
    pub of: i64,
}

impl Default for MinorParts {
    fn default() -> MinorParts {
        MinorParts { parts: 0, of: 1 }
    }
}

impl MinorParts {
    fn add(&mut self, other: MinorParts, sign: i64) {
        let of = self.of / gcd(self.of, other.of) * other.of;
        let parts = self.parts * (of / self.of) + sign * other.parts * (of / other.of);
        *self = MinorParts { parts, of }.lowest();
    }

    fn lowest(self) -> MinorParts {
        let common = gcd(self.parts.abs(), self.of).max(1);
        MinorParts { parts: self.parts / common, of: self.of / common }
    }
}

const fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_add_up_exactly() {
        let mut sum = MinorParts::default();
        for (parts, of, sign) in [(1, 20, 1), (3, 4, 1), (1, 2, -1), (-7, 10, 1), (2, 5, 1)] {
            sum.add(MinorParts { parts, of }, sign);
        }
        assert_eq!(sum, MinorParts::default());
        sum.add(MinorParts { parts: 19, of: 20 }, -1);
        assert_eq!(sum, MinorParts { parts: -19, of: 20 });
    }
}
