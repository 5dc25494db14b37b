//! A past coup as somebody may read it: cards, wagers, rulings, money.

use punto_coup::Place;
use punto_report::{CoupRecall, RecalledSettlement, RecalledWager, WagerBecame};
use punto_table::SettledAs;
use punto_vocab::{PersonId, Side};
use punto_wire::{CardPlace, CitedLine, CoupCard, CoupView, Happened, HappenedName, Settled, args};

/// With whose eyes a past coup is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    /// Anybody.
    Public,
    /// A patron.
    Patron(PersonId),
    /// Somebody of staff who works at tables.
    Table,
    /// Somebody of staff who looks up records.
    Records,
}

impl Reader {
    fn is(self, patron: PersonId) -> bool {
        self == Reader::Patron(patron)
    }
}

/// A coup as somebody may read it.
pub fn coup_view(coup: &CoupRecall, reader: Reader) -> CoupView {
    let card = |card: &punto_report::RecalledCard| CoupCard {
        card: (reader == Reader::Records || card.seen).then(|| card.card.into()),
        to: match card.to {
            Place::Hand(Side::Player) => CardPlace::Player,
            Place::Hand(Side::Banker) => CardPlace::Banker,
            Place::Nowhere => CardPlace::Nobody,
        },
    };
    let known = |settlement: &&RecalledSettlement| match reader {
        Reader::Records => true,
        Reader::Patron(own) if settlement.patron == own => true,
        Reader::Patron(_) | Reader::Table => disclosed(coup, settlement),
        // Who won and lost what is nothing for somebody who may be anybody.
        Reader::Public => false,
    };
    let balance = match reader {
        Reader::Patron(own) => coup.balances.iter().find(|balance| balance.patron == own),
        Reader::Public | Reader::Table | Reader::Records => None,
    };
    let ruling = |ruling: &punto_report::RecalledRuling| CitedLine {
        seq: coup.records.1,
        at: ruling.at,
        actor: None,
        text: ruling.what.to_string(),
        what: Some(Happened {
            name: HappenedName(ruling.what.stored_name().to_owned()),
            args: args(&ruling.what.args()),
        }),
        by: ruling.by.clone(),
    };
    CoupView {
        table: coup.table.clone(),
        shoe: coup.shoe,
        coup: coup.coup,
        records: coup.records,
        at: (coup.began, coup.ended),
        rulebook: coup.rulebook.clone(),
        cards: coup.cards.iter().map(card).collect(),
        winner: coup.winner.map(Into::into),
        points: coup.points.map(|(player, banker)| (player.value(), banker.value())),
        no_bet: coup.no_bet,
        settled: settled(coup, reader, known),
        rulings: match reader == Reader::Records || coup.cards.iter().all(|card| card.seen) {
            true => coup.rulings.iter().map(ruling).collect(),
            // What was ordered may name a card that nobody has seen.
            false => Vec::new(),
        },
        balance: balance.map(|balance| (balance.before.minor(), balance.after.minor())),
    }
}

/// Whether others may know what a wager came to: its stake must have been disclosed.
fn disclosed(coup: &CoupRecall, settlement: &RecalledSettlement) -> bool {
    coup.wagers.iter().find(|wager| is_of(wager, settlement)).is_some_and(|wager| !wager.sealed)
}

/// One row a wager. Of several events about one the one that decides it counts: a stake goes back with every win,
/// and what is over a limit whatever the result.
fn settled<'c>(
    coup: &'c CoupRecall,
    reader: Reader,
    known: impl Fn(&&'c RecalledSettlement) -> bool,
) -> Vec<Settled> {
    let mut rows: Vec<Settled> = Vec::new();
    for settlement in coup.settlements.iter().filter(known) {
        let (patron, bet, amount) =
            (settlement.patron.as_str(), settlement.bet.as_str(), settlement.amount.minor());
        let row =
            rows.iter_mut().find(|row| row.patron == patron && row.at == settlement.at && row.bet == bet);
        let result = match settlement.what {
            WagerBecame::Commission => {
                row.into_iter().for_each(|row| row.commission = amount);
                continue;
            }
            // What went otherwise than the settlement said, and what made that good, is part of what was paid.
            WagerBecame::Corrected => {
                let paid = row.filter(|row| row.result.0 == SettledAs::Paid);
                paid.into_iter().for_each(|row| row.amount += amount);
                continue;
            }
            WagerBecame::Forfeited => SettledAs::Forfeited,
            WagerBecame::Collected => SettledAs::Collected,
            WagerBecame::Paid => SettledAs::Paid,
            WagerBecame::StoodOff => SettledAs::StoodOff,
            WagerBecame::Stays => SettledAs::Stays,
            WagerBecame::Returned | WagerBecame::TokensReturned | WagerBecame::Withdrawn => {
                SettledAs::Returned
            }
        };
        match (row, result) {
            (Some(row), SettledAs::Returned) if row.result.0 == SettledAs::Returned => row.amount += amount,
            (Some(_), SettledAs::Returned) => {}
            (Some(row), _) if row.result.0 == SettledAs::Paid => {}
            (Some(row), result) => {
                (row.result, row.amount, row.by) = (result.into(), amount, settlement.by.clone());
            }
            (None, result) => rows.push(Settled {
                patron: patron.to_owned(),
                at: settlement.at,
                bet: bet.to_owned(),
                stake: stake(coup, settlement),
                result: result.into(),
                amount,
                commission: 0,
                by: settlement.by.clone(),
                mine: reader.is(settlement.patron),
            }),
        }
    }
    rows
}

fn stake(coup: &CoupRecall, settlement: &RecalledSettlement) -> i64 {
    let wager = coup.wagers.iter().find(|wager| is_of(wager, settlement));
    wager.map_or(0, |wager| (wager.stake + wager.tokens).minor())
}

fn is_of(wager: &RecalledWager, settlement: &RecalledSettlement) -> bool {
    (wager.patron, wager.at, wager.bet) == (settlement.patron, settlement.at, settlement.bet)
}
