//! Every movement of money that an event means.

use punto_coup::Stake;
use punto_lines::{Happening, With};
use punto_vocab::{BetId, Money, PersonId};

use super::groups::{of_hands, of_shoe, of_table, of_terms, of_trouble};
use crate::state::Table;
use punto_vocab::ledger::{Account, Coin, Movement};

/// The coin of a wager at this table.
pub(super) fn coin(table: &Table) -> Coin {
    match table.open.as_ref().is_some_and(|open| open.terms.credits) {
        true => Coin::Credits,
        false => Coin::Chips,
    }
}

pub(super) fn purse(table: &Table, patron: PersonId) -> Account {
    match coin(table) {
        Coin::Credits => Account::Balance(patron),
        Coin::Chips | Coin::Tokens | Coin::Cash => Account::Pocket,
    }
}

/// Where a patron's tokens are: what went out for vouchers is known, unlike chips in a pocket.
fn tokens_of(patron: PersonId) -> Account {
    Account::Balance(patron)
}

/// A movement of tokens as the ledger has it, where all that patrons hold is in one pocket; whose they are is in
/// [`Tokens`](crate::Tokens).
pub(super) fn pooled(movement: Movement) -> Movement {
    let pool = |account| if let Account::Balance(_) = account { Account::Pocket } else { account };
    Movement { from: pool(movement.from), to: pool(movement.to), ..movement }
}

/// Every movement of money that an event means.
pub(super) fn movements(table: &Table, what: &Happening) -> Vec<Movement> {
    use Account::{Cage, DropBox, Float, Layout, Miscount, Pocket, Tips};
    let chips = coin(table);
    let one = |coin, from, to, amount| vec![Movement { coin, from, to, amount }];
    let both = |from, to, tokens_to, stake: Stake| {
        vec![
            Movement { coin: chips, from, to, amount: stake.chips },
            Movement { coin: Coin::Tokens, from, to: tokens_to, amount: stake.tokens },
        ]
    };
    match what {
        Happening::Wagered { patron, stake, .. } | Happening::Relaxed { patron, stake, .. } => {
            one(chips, purse(table, *patron), Layout, *stake)
        }
        Happening::WageredTokens { patron, stake, .. } => {
            one(Coin::Tokens, tokens_of(*patron), Layout, *stake)
        }
        Happening::Altered { patron, at, bet, stake } | Happening::Found { patron, at, bet, stake } => {
            let old = stake_of(table, *patron, *at, *bet).total();
            one(chips, purse(table, *patron), Layout, *stake - old)
        }
        Happening::Lifted { patron, at, bet, .. }
        | Happening::WagerRefused { patron, at, bet, .. }
        | Happening::WagerVoid { patron, at, bet, .. }
        | Happening::Withdrawn { patron, at, bet, .. } => {
            both(Layout, purse(table, *patron), tokens_of(*patron), stake_of(table, *patron, *at, *bet))
        }
        Happening::Reduced { patron, at, bet, to } => {
            let off = cut_off(stake_of(table, *patron, *at, *bet), *to);
            both(Layout, purse(table, *patron), tokens_of(*patron), off)
        }
        Happening::Collected { patron, at, bet, amount } => {
            let tokens = stake_of(table, *patron, *at, *bet).tokens.min(*amount);
            both(Layout, Float, Float, Stake { chips: *amount - tokens, tokens, ..Stake::default() })
        }
        Happening::Paid { patron, amount, .. } => one(chips, Float, purse(table, *patron), *amount),
        Happening::StoodOff { patron, amount, .. } | Happening::StakeReturned { patron, amount, .. } => {
            one(chips, Layout, purse(table, *patron), *amount)
        }
        Happening::TokensReturned { patron, amount, .. } => {
            one(Coin::Tokens, Layout, tokens_of(*patron), *amount)
        }
        Happening::Bought { patron, amount, with: With::Cash, .. } => {
            let mut list = one(Coin::Cash, Pocket, DropBox, *amount);
            list.extend(one(chips, Float, purse(table, *patron), *amount));
            list
        }
        Happening::Bought { patron, amount, with: With::Voucher, .. } => {
            one(Coin::Tokens, Cage, tokens_of(*patron), *amount)
        }
        Happening::Bought { patron, amount, with: With::Balance, .. } => {
            one(Coin::Credits, Cage, Account::Balance(*patron), *amount)
        }
        Happening::CashedOut { patron, amount } => {
            one(Coin::Credits, Account::Balance(*patron), Cage, *amount)
        }
        Happening::Filled { amount } => one(Coin::Chips, Cage, Float, *amount),
        Happening::Credited { amount } => one(Coin::Chips, Float, Cage, *amount),
        // What is in the tray is what was counted.
        Happening::Counted { tray, ledger } => one(Coin::Chips, Miscount, Float, tray.total() - *ledger),
        Happening::Tipped { patron, amount } => one(chips, purse(table, *patron), Tips, *amount),
        Happening::Reversed => reversal(table),
        Happening::ReversedCoups { .. } => {
            let moved = table.open.iter().flat_map(|open| open.moved_in_shoe.iter().rev().flatten());
            moved.map(|made| Movement { from: made.to, to: made.from, ..*made }).collect()
        }
        Happening::WagersForfeited { patron } => {
            let wagers = table.open.iter().flat_map(|open| open.wagers());
            let theirs = wagers.filter(|placed| placed.wager.patron == *patron);
            theirs.flat_map(|placed| both(Layout, Float, Float, placed.wager.stake)).collect()
        }
        Happening::Sat { .. }
        | Happening::Stood { .. }
        | Happening::TookBox { .. }
        | Happening::Left { .. }
        | Happening::MovedOn { .. }
        | Happening::BothApproved { .. }
        | Happening::Warned { .. } => Vec::new(),
        // Chips for chips; and what is owed has moved with the settlement that was undone.
        Happening::ColourChanged { .. } | Happening::Owes { .. } => Vec::new(),
        Happening::Marked { .. }
        | Happening::FoundLate { .. }
        | Happening::Sealed { .. }
        | Happening::Revealed { .. } => Vec::new(),
        // A commission is part of what was not paid, and a stake that stays lies where it lay.
        Happening::Commission { .. } | Happening::Stays { .. } => Vec::new(),
        Happening::WagersClosed
        | Happening::Called { .. }
        | Happening::Dealt { .. }
        | Happening::NoBetCoup
        | Happening::PlayerPoint { .. }
        | Happening::Points { .. }
        | Happening::Outcome { .. }
        | Happening::RoleGivenUp { .. }
        | Happening::RoleMoved { .. }
        | Happening::Concluded => Vec::new(),
        // Chips that went otherwise than the settlement said, and what was done about it.
        Happening::Mispaid { patron, said, paid, .. } => {
            one(chips, Float, purse(table, *patron), *paid - *said)
        }
        Happening::PaidAfter { patron, amount, .. } => one(chips, Float, purse(table, *patron), *amount),
        Happening::TakenBack { patron, amount, .. } => one(chips, purse(table, *patron), Float, *amount),
        Happening::Rekeyed { .. } | Happening::CardKnown { .. } | Happening::FoundAfter { .. } => Vec::new(),
        Happening::StaysOpen => Vec::new(),
        of_table!() | of_terms!() | of_shoe!() | of_hands!() | of_trouble!() => Vec::new(),
    }
}

/// What comes off a stake that is cut to a smaller total: chips before tokens.
pub(super) fn cut_off(stake: Stake, to: Money) -> Stake {
    let off = stake.total() - to;
    let chips = off.min(stake.chips);
    Stake { chips, tokens: off - chips, ..stake }
}

/// The last coup's settlement is undone: what was paid comes back, what was collected lies again. What lay for the next
/// coup has gone back before, by events of its own.
pub(super) fn reversal(table: &Table) -> Vec<Movement> {
    let last = table.open.as_ref().and_then(|open| open.last_coup());
    let undone = last.into_iter().flat_map(|last| &last.paid);
    undone.map(|made| Movement { from: made.to, to: made.from, ..*made }).collect()
}

/// Whether an event is part of a settlement, and so can be undone with it.
pub(super) fn settles(what: &Happening) -> bool {
    matches!(
        what,
        Happening::Collected { .. }
            | Happening::Paid { .. }
            | Happening::StoodOff { .. }
            | Happening::Stays { .. }
            | Happening::StakeReturned { .. }
            | Happening::TokensReturned { .. }
    )
}

pub(super) fn stake_of(table: &Table, patron: PersonId, at: u8, bet: BetId) -> Stake {
    let wagers = table.open.iter().flat_map(|open| open.wagers());
    wagers.into_iter().find(|p| p.spot() == (patron, at, bet)).map(|p| p.wager.stake).unwrap_or_default()
}
