//! Reports made of the rows: what each kind has in it, and sums that never cross currencies.

use std::collections::BTreeMap;

use punto_journal::Fault;
use punto_journal::projection::{CommitOrder, Projected};
use punto_report::{FloatBook, MovedAs};
use punto_vocab::Money;
use punto_wire::{BetMix, ExpectedHold, FigureGroup, FigureRow, FloatRow, PatronRating, PeriodReport};
use rusqlite::{Connection, Result};

use crate::expected::BAND;
use crate::projection::FigureRows;
use crate::query::{self, By, Float, PeriodAsked, PlaySums};

punto_vocab::words! {
    /// What a report is about.
    pub enum ReportKind: "a report" {
        /// Every table in a period: a shift, a gaming day, a month.
        Shift = "shift",
        /// One table.
        Table = "table",
        /// Patrons' ratings, or one patron's.
        Patron = "patron",
        /// Documents and variants, and the mix of bets.
        Game = "game",
        /// What is worth a look.
        Exceptions = "exceptions",
    }
}

/// The currency of each table.
pub type Currencies = BTreeMap<String, String>;

/// What a report needs to know of the house that its records do not say.
#[derive(Clone, Debug, Default)]
pub struct HouseFacts {
    /// The currency of each table.
    pub currencies: Currencies,
    /// Cash of one patron in a period from which on it is reported.
    pub large_cash: Option<Money>,
}

impl HouseFacts {
    fn currency(&self, table: &str) -> String {
        // What nobody knows the currency of is added to nothing.
        self.currencies.get(table).cloned().unwrap_or_else(|| format!("? {table}"))
    }
}

/// A period that no report can be made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadPeriod {
    /// Nothing was recorded by then.
    #[error("the first record is of {first}; ask for a report of that moment or a later one", first = punto_vocab::Time(*first))]
    BeforeFirst {
        /// When the first record was made.
        first: i64,
    },
    /// It has not come yet.
    #[error("it is {now} now; ask for a report of that moment or an earlier one", now = punto_vocab::Time(*now))]
    InFuture {
        /// Now.
        now: i64,
    },
    /// It ends before it begins.
    #[error("the period ends before it begins; expected an end behind {from}", from = punto_vocab::Time(*from))]
    Backwards {
        /// Where it begins.
        from: i64,
    },
}

impl BadPeriod {
    /// Refuses a period that ends before the first record, begins or ends in the future, or runs back. One that has no end takes
    /// in what is of this very moment.
    pub fn refuse(
        asked: (Option<i64>, Option<i64>),
        first: Option<i64>,
        now: i64,
    ) -> std::result::Result<(i64, i64), BadPeriod> {
        let begins = first.unwrap_or(now);
        let (from, to) = (asked.0.unwrap_or(begins), asked.1.unwrap_or(now + 1));
        match () {
            () if asked.1.is_some_and(|to| to > now) || from > now => Err(BadPeriod::InFuture { now }),
            () if asked.1.is_some() && to < begins => Err(BadPeriod::BeforeFirst { first: begins }),
            () if to < from => Err(BadPeriod::Backwards { from }),
            () => Ok((from, to)),
        }
    }
}

/// Lets the projection catch up, so that an answer is complete.
pub fn caught_up(rows: &Projected<FigureRows>, journal: &impl CommitOrder) -> std::result::Result<(), Fault> {
    while rows.catch_up(journal)? {}
    Ok(())
}

/// Makes a report of the rows.
pub fn report(
    db: &Connection,
    kind: ReportKind,
    asked: &PeriodAsked,
    house: &HouseFacts,
) -> Result<PeriodReport> {
    let mut made = PeriodReport {
        kind: kind.to_string(),
        table: asked.table.clone(),
        patron: asked.patron.clone(),
        from: asked.from,
        to: asked.to,
        ..PeriodReport::default()
    };
    let groups = |by: &[By]| -> Result<Vec<FigureGroup>> {
        let sums = query::sums(db, asked, by, |table| house.currency(table))?;
        let group = |(by, rows): (&By, _)| FigureGroup { by: by.name().into(), rows: figures(rows, *by) };
        Ok(by.iter().zip(sums).map(group).collect())
    };
    match kind {
        ReportKind::Shift => {
            made.groups = groups(&[By::Table, By::Dealer, By::Game, By::Hour])?;
            made.floats = floats(db, asked, house)?;
            made.counts = counts(db, asked, house)?;
            made.bets = bets(db, asked, house)?;
        }
        ReportKind::Table => {
            made.groups = groups(&[By::Table, By::Dealer, By::Game, By::Hour])?;
            made.floats = floats(db, asked, house)?;
            made.counts = counts(db, asked, house)?;
            made.bets = bets(db, asked, house)?;
            made.exceptions = query::exceptions(db, asked)?;
        }
        ReportKind::Game => {
            made.groups = groups(&[By::Game, By::Hour])?;
            made.bets = bets(db, asked, house)?;
        }
        ReportKind::Patron => {
            made.patrons = patrons(db, asked, house)?;
            made.bets = bets(db, asked, house)?;
        }
        ReportKind::Exceptions => made.exceptions = query::exceptions(db, asked)?,
    }
    let days = query::days(db, asked.to)?.into_iter();
    made.days = days.filter(|day| day.at >= asked.from).collect();
    Ok(made)
}

/// A row for what each is of and its currency, and one for each currency where there are several.
fn figures(rows: query::Grouped, by: By) -> Vec<FigureRow> {
    let mut all: BTreeMap<String, (usize, PlaySums)> = BTreeMap::new();
    for ((currency, _), own) in &rows {
        let (count, sum) = all.entry(currency.clone()).or_default();
        *count += 1;
        sum.add(own);
    }
    let mut made: Vec<FigureRow> =
        rows.into_iter().map(|((currency, of), own)| own.row(of, currency, false)).collect();
    let several = all.into_iter().filter(|(_, (count, _))| *count > 1 && by != By::Hour);
    made.extend(several.map(|(currency, (_, own))| own.row(None, currency, true)));
    made
}

impl PlaySums {
    fn row(&self, of: Option<String>, currency: String, sum: bool) -> FigureRow {
        let win = self.collected - self.paid;
        let share = |of: i64| (of > 0).then(|| win as f64 / of as f64);
        let hours = self.micros as f64 / 3.6e9;
        FigureRow {
            of,
            sum,
            currency,
            coups: self.coups,
            voids: self.voids,
            corrections: self.undone,
            per_hour: (hours > 0.0).then(|| (self.coups + self.voids) as f64 / hours),
            player: self.player,
            banker: self.banker,
            tie: self.tie,
            wagers: self.wagers,
            stakes: self.stakes,
            collected: self.collected,
            paid: self.paid,
            tokens: self.tokens,
            commission: self.commission,
            win,
            drop: self.drop,
            hold: share(self.stakes),
            hold_of_drop: share(self.drop),
            expected: self.expected(win),
        }
    }

    /// The expected hold with its 99% band; none where some odds are not known, or nothing was staked.
    fn expected(&self, win: i64) -> Option<ExpectedHold> {
        if self.unknown != 0 || self.stakes <= 0 {
            return None;
        }
        let (stakes, off) = (self.stakes as f64, BAND * self.variance.max(0.0).sqrt());
        let (low, high) = (self.mean - off, self.mean + off);
        let outside = (win as f64) < low || (win as f64) > high;
        Some(ExpectedHold {
            win: self.mean,
            hold: self.mean / stakes,
            low: low / stakes,
            high: high / stakes,
            outside,
        })
    }
}

fn floats(db: &Connection, asked: &PeriodAsked, house: &HouseFacts) -> Result<Vec<FloatRow>> {
    let mut sums: BTreeMap<(String, String), (usize, Float)> = BTreeMap::new();
    let mut rows = Vec::new();
    for ((table, coin), own) in query::floats(db, asked)? {
        if own == Float::default() {
            continue;
        }
        let (currency, medium) = (house.currency(&table), coin.to_string());
        let (count, sum) = sums.entry((currency.clone(), medium.clone())).or_default();
        *count += 1;
        sum.book += own.book;
        (sum.tips, sum.vouchers) = (sum.tips + own.tips, sum.vouchers + own.vouchers);
        rows.push(float_row(Some(table), currency, medium, &own));
    }
    let several = sums.into_iter().filter(|(_, (count, _))| *count > 1);
    rows.extend(several.map(|((currency, medium), (_, own))| float_row(None, currency, medium, &own)));
    Ok(rows)
}

fn float_row(table: Option<String>, currency: String, medium: String, own: &Float) -> FloatRow {
    let FloatBook { opening, fills, credits, drop, collected, paid, over } = own.book;
    FloatRow {
        table,
        currency,
        medium,
        opening: opening.minor(),
        fills: fills.minor(),
        credits: credits.minor(),
        drop: drop.minor(),
        collected: collected.minor(),
        paid: paid.minor(),
        win: own.book.win().minor(),
        over: over.minor(),
        closing: own.book.closing().minor(),
        tips: own.tips.minor(),
        vouchers: own.vouchers.minor(),
    }
}

fn counts(db: &Connection, asked: &PeriodAsked, house: &HouseFacts) -> Result<Vec<punto_wire::CountRow>> {
    let mut rows = query::counts(db, asked)?;
    rows.iter_mut().for_each(|row| row.currency = house.currency(&row.table));
    Ok(rows)
}

fn bets(db: &Connection, asked: &PeriodAsked, house: &HouseFacts) -> Result<Vec<BetMix>> {
    let mut rows: BTreeMap<(String, String), [i64; 3]> = BTreeMap::new();
    for ((bet, table), own) in query::wagered(db, asked, "bet")? {
        let row = rows.entry((house.currency(&table), bet)).or_default();
        row.iter_mut().zip(own).for_each(|(sum, more)| *sum += more);
    }
    let rows = rows.into_iter();
    Ok(rows
        .map(|((currency, bet), [wagers, stakes, win])| BetMix { bet, currency, wagers, stakes, win })
        .collect())
}

fn patrons(db: &Connection, asked: &PeriodAsked, house: &HouseFacts) -> Result<Vec<PatronRating>> {
    let mut rows: BTreeMap<(String, String), PatronRating> = BTreeMap::new();
    let mut of = |patron: String, table: &str, change: &dyn Fn(&mut PatronRating)| {
        change(rows.entry((patron, house.currency(table))).or_default());
    };
    for ((patron, table), [wagers, stakes, win]) in query::wagered(db, asked, "patron")? {
        of(patron, &table, &|row| {
            (row.wagers, row.turnover, row.win) = (row.wagers + wagers, row.turnover + stakes, row.win + win);
        });
    }
    for ((patron, table), micros) in query::stayed(db, asked)? {
        of(patron, &table, &|row| row.seconds += micros / 1_000_000);
    }
    for ((patron, table), amount) in query::patrons_moved(db, asked, MovedAs::Drop)? {
        of(patron, &table, &|row| row.cash += amount);
    }
    for ((patron, table), amount) in query::patrons_moved(db, asked, MovedAs::Voucher)? {
        of(patron, &table, &|row| row.vouchers += amount);
    }
    for ((patron, table), amount) in query::patrons_moved(db, asked, MovedAs::Tip)? {
        of(patron, &table, &|row| row.tips += amount);
    }
    let large = |cash: i64| house.large_cash.is_some_and(|large| cash >= large.minor());
    let named = rows.into_iter().map(|((patron, currency), row)| PatronRating {
        average: if row.wagers > 0 { row.turnover / row.wagers } else { 0 },
        large_cash: large(row.cash),
        patron,
        currency,
        ..row
    });
    Ok(named.collect())
}
