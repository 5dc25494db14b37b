//! What is asked of the rows: sums over a period, put together by table, dealer, game, hour, bet or patron.

use std::collections::{BTreeMap, HashMap};

use punto_report::{FloatBook, MovedAs};
use punto_vocab::Money;
use punto_vocab::ledger::Coin;
use punto_wire::{ClosedDay, CountRow, ExceptionRow};
use rusqlite::{Connection, Result, Row};

use crate::rows::HOUR;

/// A period, and which rows of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PeriodAsked {
    /// From when, in microseconds of UTC.
    pub from: i64,
    /// Until before when.
    pub to: i64,
    /// Only this table.
    pub table: Option<String>,
    /// Only up to this record of that table.
    pub record: Option<u64>,
    /// Only this patron.
    pub patron: Option<String>,
}

/// A way to put figures together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// By table.
    Table,
    /// By dealer.
    Dealer,
    /// By document and variant.
    Game,
    /// By hour.
    Hour,
}

impl By {
    /// Its name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            By::Table => "table",
            By::Dealer => "dealer",
            By::Game => "game",
            By::Hour => "hour",
        }
    }
}

/// What some coups and wagers come to.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs)]
pub struct PlaySums {
    pub coups: i64,
    pub voids: i64,
    pub undone: i64,
    pub player: i64,
    pub banker: i64,
    pub tie: i64,
    pub micros: i64,
    /// Coups whose odds are not known.
    pub unknown: i64,
    pub mean: f64,
    pub variance: f64,
    pub wagers: i64,
    pub stakes: i64,
    pub paid: i64,
    pub collected: i64,
    pub tokens: i64,
    pub commission: i64,
    pub drop: i64,
}

impl PlaySums {
    /// Adds the sums of other coups and wagers of the same currency.
    pub(crate) fn add(&mut self, other: &PlaySums) {
        self.coups += other.coups;
        self.voids += other.voids;
        self.undone += other.undone;
        self.player += other.player;
        self.banker += other.banker;
        self.tie += other.tie;
        self.micros += other.micros;
        self.unknown += other.unknown;
        self.mean += other.mean;
        self.variance += other.variance;
        self.wagers += other.wagers;
        self.stakes += other.stakes;
        self.paid += other.paid;
        self.collected += other.collected;
        self.tokens += other.tokens;
        self.commission += other.commission;
        self.drop += other.drop;
    }
}

/// PlaySums by currency and what they are of.
pub(crate) type Grouped = BTreeMap<(String, Option<String>), PlaySums>;

/// The rows of a period: whole hours by the hour, and what is left of the first and the last by themselves.
struct Pieces {
    /// The hours that are whole, from the first to before the last.
    hours: (i64, i64),
    /// What lies before them and behind them.
    edges: [(i64, i64); 2],
}

impl Pieces {
    fn of(asked: &PeriodAsked) -> Pieces {
        let (from, to) = (asked.from, asked.to.max(asked.from));
        let (first, last) =
            (from.div_euclid(HOUR) + i64::from(from.rem_euclid(HOUR) > 0), to.div_euclid(HOUR));
        // A table as it stood at one of its records is told row by row.
        if first >= last || asked.record.is_some() {
            return Pieces { hours: (0, 0), edges: [(from, to), (to, to)] };
        }
        Pieces { hours: (first, last), edges: [(from, first * HOUR), (last * HOUR, to)] }
    }

    fn bounds(&self) -> [i64; 6] {
        let [(from, first), (last, to)] = self.edges;
        [self.hours.0, self.hours.1, from, first, last, to]
    }
}

/// What narrows rows down, as SQL; the values are numbers of names, or of records.
fn narrowed(db: &Connection, asked: &PeriodAsked) -> Result<String> {
    let id = |kind: &str, name: &str| -> Result<i64> {
        let select = "SELECT coalesce(max(id), -1) FROM name WHERE kind = ?1 AND name = ?2";
        db.prepare_cached(select)?.query_row((kind, name), |row| row.get(0))
    };
    let mut sql = String::new();
    if let Some(table) = &asked.table {
        sql.push_str(&format!(" AND tbl = {}", id("table", table)?));
    }
    if let Some(patron) = &asked.patron {
        sql.push_str(&format!(" AND patron = {}", id("person", patron)?));
    }
    Ok(sql)
}

fn upto_record(asked: &PeriodAsked) -> String {
    asked.record.map(|record| format!(" AND seq <= {record}")).unwrap_or_default()
}

/// Coups and wagers of a period, put together in each of these ways. Everything is read once, by the hour, table, dealer and
/// game, which is the order of the rows, so that nothing is sorted.
pub(crate) fn sums(
    db: &Connection,
    asked: &PeriodAsked,
    by: &[By],
    currency: impl Fn(&str) -> String,
) -> Result<Vec<Grouped>> {
    let [first, last, from, to_first, from_last, to] = Pieces::of(asked).bounds();
    let edges = [from, to_first, from_last, to];
    let (narrow, record) = (narrowed(db, asked)?, upto_record(asked));
    let names = names(db)?;
    let mut all = Gathered {
        by,
        currencies: Vec::new(),
        of_table: HashMap::new(),
        sums: vec![HashMap::new(); by.len()],
    };
    for (table, name) in tables(db)? {
        let own = currency(&name);
        let place = all.currencies.iter().position(|known| *known == own);
        let place = place.unwrap_or_else(|| {
            all.currencies.push(own);
            all.currencies.len() - 1
        });
        all.of_table.insert(table, place);
    }
    // A patron's coups are those of the whole table, and told with wagers alone.
    if asked.patron.is_none() {
        let sums = "sum(coups), sum(voids), sum(undone), sum(player), sum(banker), sum(tie), sum(micros), sum(unknown),
          sum(mean), sum(variance)";
        let coups = |row: &Row<'_>, own: &mut PlaySums| {
            (own.coups, own.voids, own.undone) = (row.get(4)?, row.get(5)?, row.get(6)?);
            (own.player, own.banker, own.tie) = (row.get(7)?, row.get(8)?, row.get(9)?);
            (own.micros, own.unknown) = (row.get(10)?, row.get(11)?);
            (own.mean, own.variance) = (row.get(12)?, row.get(13)?);
            Ok(())
        };
        all.read(db, &by_the_hour("coup_hour", sums, &narrow), [first, last], coups)?;
        let sql = format!(
            "SELECT at / {HOUR}, tbl, dealer, game, sum(sign * (came < 3)), sum(sign * (came = 3)), sum(sign < 0),
               sum(sign * (came = 0)), sum(sign * (came = 1)), sum(sign * (came = 2)), sum(micros), sum(sign * (known = 0)),
               sum(mean), sum(variance) FROM coup WHERE {AT_EDGES} {narrow} {record} GROUP BY 1, 2, 3, 4"
        );
        all.read(db, &sql, edges, coups)?;
    }
    let sums = "sum(wagers), sum(stakes), sum(paid), sum(collected), sum(tokens), sum(commission)";
    let wagers = |row: &Row<'_>, own: &mut PlaySums| {
        (own.wagers, own.stakes, own.paid) = (row.get(4)?, row.get(5)?, row.get(6)?);
        (own.collected, own.tokens, own.commission) = (row.get(7)?, row.get(8)?, row.get(9)?);
        Ok(())
    };
    all.read(db, &by_the_hour("wager_hour", sums, &narrow), [first, last], wagers)?;
    let sql = format!(
        "SELECT at / {HOUR}, tbl, dealer, game, {sums} FROM wager WHERE {AT_EDGES} {narrow} {record} GROUP BY 1, 2, 3, 4"
    );
    all.read(db, &sql, edges, wagers)?;
    let sql = format!(
        "SELECT at / {HOUR}, tbl, dealer, game, sum(amount) FROM moved WHERE what = 'drop' AND at >= ?1 AND at < ?2
         {narrow} {record} GROUP BY 1, 2, 3, 4"
    );
    all.read(db, &sql, [asked.from, asked.to], |row, own| {
        own.drop = row.get(4)?;
        Ok(())
    })?;
    let Gathered { currencies, sums, .. } = all;
    let named = |by: &By, of: i64| match by {
        By::Hour => Some((of * HOUR).to_string()),
        By::Table | By::Dealer | By::Game => names.get(&of).cloned(),
    };
    let keyed = |(by, sums): (&By, HashMap<(usize, i64), PlaySums>)| {
        sums.into_iter().map(|((place, of), own)| ((currencies[place].clone(), named(by, of)), own)).collect()
    };
    Ok(by.iter().zip(sums).map(keyed).collect())
}

/// What lies before the first whole hour, and behind the last.
const AT_EDGES: &str = "((at >= ?1 AND at < ?2) OR (at >= ?3 AND at < ?4))";

fn by_the_hour(table: &str, sums: &str, narrow: &str) -> String {
    format!(
        "SELECT hour, tbl, dealer, game, {sums} FROM {table} WHERE hour >= ?1 AND hour < ?2 {narrow} GROUP BY 1, 2, 3, 4"
    )
}

/// Sums by currency and what they are of, in each of several ways.
struct Gathered<'b> {
    by: &'b [By],
    currencies: Vec<String>,
    /// The place of each table's currency.
    of_table: HashMap<i64, usize>,
    sums: Vec<HashMap<(usize, i64), PlaySums>>,
}

impl Gathered<'_> {
    /// Runs a query whose first columns are hour, table, dealer and game.
    fn read<const N: usize>(
        &mut self,
        db: &Connection,
        sql: &str,
        bounds: [i64; N],
        read: impl Fn(&Row<'_>, &mut PlaySums) -> Result<()>,
    ) -> Result<()> {
        let mut statement = db.prepare_cached(sql)?;
        let mut rows = statement.query(rusqlite::params_from_iter(bounds))?;
        while let Some(row) = rows.next()? {
            let (hour, table, dealer, game) = (row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?);
            let Some(&currency) = self.of_table.get(&table) else { continue };
            let mut one = PlaySums::default();
            read(row, &mut one)?;
            for (by, sums) in self.by.iter().zip(&mut self.sums) {
                let of = match by {
                    By::Table => table,
                    By::Dealer => dealer,
                    By::Game => game,
                    By::Hour => hour,
                };
                sums.entry((currency, of)).or_default().add(&one);
            }
        }
        Ok(())
    }
}

/// Every table by its number.
fn tables(db: &Connection) -> Result<Vec<(i64, String)>> {
    let mut statement = db.prepare_cached("SELECT id, name FROM name WHERE kind = 'table'")?;
    statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
}

/// Every name by its number.
pub(crate) fn names(db: &Connection) -> Result<BTreeMap<i64, String>> {
    let mut statement = db.prepare_cached("SELECT id, name FROM name")?;
    statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
}

/// What was wagered by patron or bet, and at which table: wagers, stakes, and what the house won.
pub(crate) fn wagered(
    db: &Connection,
    asked: &PeriodAsked,
    column: &str,
) -> Result<BTreeMap<(String, String), [i64; 3]>> {
    let (bounds, narrow, record) = (Pieces::of(asked).bounds(), narrowed(db, asked)?, upto_record(asked));
    let sql = format!(
        "SELECT {column}, tbl, sum(wagers), sum(stakes), sum(collected - paid) FROM (
           SELECT {column}, tbl, wagers, stakes, collected, paid FROM wager_hour WHERE hour >= ?1 AND hour < ?2 {narrow}
           UNION ALL
           SELECT {column}, tbl, wagers, stakes, collected, paid FROM wager
           WHERE ((at >= ?3 AND at < ?4) OR (at >= ?5 AND at < ?6)) {narrow} {record}
         ) GROUP BY 1, 2"
    );
    let names = names(db)?;
    let name = |id: i64| names.get(&id).cloned().unwrap_or_default();
    let mut statement = db.prepare_cached(&sql)?;
    let rows = statement.query_map(bounds, |row| {
        let key = (name(row.get(0)?), name(row.get(1)?));
        Ok((key, [row.get(2)?, row.get(3)?, row.get(4)?]))
    })?;
    rows.collect()
}

/// Money that moved beside wagers, by patron and table.
pub(crate) fn patrons_moved(
    db: &Connection,
    asked: &PeriodAsked,
    what: MovedAs,
) -> Result<BTreeMap<(String, String), i64>> {
    let (narrow, record) = (narrowed(db, asked)?, upto_record(asked));
    let sql = format!(
        "SELECT patron, tbl, sum(amount) FROM moved
         WHERE at >= ?1 AND at < ?2 AND what = ?3 AND patron IS NOT NULL {narrow} {record} GROUP BY 1, 2"
    );
    let names = names(db)?;
    let name = |id: i64| names.get(&id).cloned().unwrap_or_default();
    let mut statement = db.prepare_cached(&sql)?;
    let rows = statement.query_map((asked.from, asked.to, what.to_string()), |row| {
        Ok(((name(row.get(0)?), name(row.get(1)?)), row.get(2)?))
    })?;
    rows.collect()
}

/// How long patrons were at tables, in microseconds.
pub(crate) fn stayed(db: &Connection, asked: &PeriodAsked) -> Result<BTreeMap<(String, String), i64>> {
    let narrow = narrowed(db, asked)?;
    let sql = format!(
        "SELECT patron, tbl, sum(min(coalesce(until, ?2), ?2) - max(since, ?1)) FROM visit
         WHERE since < ?2 AND coalesce(until, ?2) > ?1 {narrow} GROUP BY 1, 2"
    );
    let names = names(db)?;
    let name = |id: i64| names.get(&id).cloned().unwrap_or_default();
    let mut statement = db.prepare_cached(&sql)?;
    let rows = statement
        .query_map((asked.from, asked.to), |row| Ok(((name(row.get(0)?), name(row.get(1)?)), row.get(2)?)))?;
    rows.collect()
}

/// A table's float in one medium, and what passed it by.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Float {
    pub(crate) book: FloatBook,
    pub(crate) tips: Money,
    pub(crate) vouchers: Money,
}

/// The floats of tables over a period.
pub(crate) fn floats(db: &Connection, asked: &PeriodAsked) -> Result<BTreeMap<(String, Coin), Float>> {
    let before = PeriodAsked { from: i64::MIN / 2, to: asked.from, ..asked.clone() };
    let opening = posted(db, &before)?;
    let mut all: BTreeMap<(String, Coin), Float> = opening
        .into_iter()
        .map(|(key, own)| (key, Float { book: own.book.carried_on(), ..Float::default() }))
        .collect();
    for (key, own) in posted(db, asked)? {
        let float = all.entry(key).or_default();
        float.book += own.book;
        (float.tips, float.vouchers) = (own.tips, own.vouchers);
    }
    Ok(all)
}

/// What was posted to floats in a period.
fn posted(db: &Connection, asked: &PeriodAsked) -> Result<BTreeMap<(String, Coin), Float>> {
    let (bounds, narrow, record) = (Pieces::of(asked).bounds(), narrowed(db, asked)?, upto_record(asked));
    let names = names(db)?;
    let name = |id: i64| names.get(&id).cloned().unwrap_or_default();
    let mut all: BTreeMap<(String, Coin), Float> = BTreeMap::new();
    let sql = format!(
        "SELECT tbl, credits, sum(collected - tokens), sum(paid), sum(tokens) FROM (
           SELECT tbl, credits, collected, paid, tokens FROM wager_hour WHERE hour >= ?1 AND hour < ?2 {narrow}
           UNION ALL
           SELECT tbl, credits, collected, paid, tokens FROM wager
           WHERE ((at >= ?3 AND at < ?4) OR (at >= ?5 AND at < ?6)) {narrow} {record}
         ) GROUP BY 1, 2"
    );
    let mut statement = db.prepare_cached(&sql)?;
    let mut rows = statement.query(bounds)?;
    while let Some(row) = rows.next()? {
        let (table, credits): (String, bool) = (name(row.get(0)?), row.get(1)?);
        let coin = if credits { Coin::Credits } else { Coin::Chips };
        let money = |place| row.get(place).map(Money::from_minor);
        let own = &mut all.entry((table.clone(), coin)).or_default().book;
        (own.collected, own.paid) = (money(2)?, money(3)?);
        all.entry((table, Coin::Tokens)).or_default().book.collected += money(4)?;
    }
    let sql = format!(
        "SELECT tbl, coin, what, sum(amount) FROM moved WHERE at >= ?1 AND at < ?2 {narrow} {record} GROUP BY 1, 2, 3"
    );
    let mut statement = db.prepare_cached(&sql)?;
    let mut rows = statement.query((asked.from, asked.to))?;
    while let Some(row) = rows.next()? {
        let (coin, what): (String, String) = (row.get(1)?, row.get(2)?);
        let (Ok(coin), Ok(what)) = (coin.parse::<Coin>(), what.parse::<MovedAs>()) else { continue };
        let (amount, own) =
            (Money::from_minor(row.get(3)?), all.entry((name(row.get(0)?), coin)).or_default());
        match what {
            MovedAs::Float | MovedAs::Fill => own.book.fills += amount,
            MovedAs::Credit => own.book.credits += amount,
            MovedAs::Drop => own.book.drop += amount,
            MovedAs::Over => own.book.over += amount,
            MovedAs::Tip => own.tips += amount,
            MovedAs::Voucher => own.vouchers += amount,
            // What comes from accounts and goes there is the patron's.
            MovedAs::FromAccount | MovedAs::ToAccount => {}
        }
    }
    Ok(all)
}

/// Counts of float trays in a period, the oldest first; the currency is filled in by whoever knows it.
pub(crate) fn counts(db: &Connection, asked: &PeriodAsked) -> Result<Vec<CountRow>> {
    let (narrow, record) = (narrowed(db, asked)?, upto_record(asked));
    let sql = format!(
        "SELECT at, tbl, tray, amount FROM moved
         WHERE at >= ?1 AND at < ?2 AND tray IS NOT NULL {narrow} {record} ORDER BY at, seq"
    );
    let names = names(db)?;
    let mut statement = db.prepare_cached(&sql)?;
    let rows = statement.query_map((asked.from, asked.to), |row| {
        let tray: String = row.get(2)?;
        let counted = tray.parse().map_or(0, |tray: punto_vocab::Tray| tray.total().minor());
        let table = names.get(&row.get(1)?).cloned().unwrap_or_default();
        Ok(CountRow { at: row.get(0)?, table, currency: String::new(), tray, counted, over: row.get(3)? })
    })?;
    rows.collect()
}

/// The most exceptions of one report; whoever wants more asks for a shorter period.
pub(crate) const MOST_EXCEPTIONS: usize = 10_000;

/// What is worth a look in a period, the newest first.
pub(crate) fn exceptions(db: &Connection, asked: &PeriodAsked) -> Result<Vec<ExceptionRow>> {
    let select = "SELECT at, stream, seq, kind, who, line FROM exception
                  WHERE at >= ?1 AND at < ?2 AND (?3 IS NULL OR stream = ?3 OR (stream = 'site' AND instr(line, ?4) > 0))
                  ORDER BY at DESC, rowid DESC LIMIT ?5";
    let stream = asked.table.as_ref().map(|table| format!("table/{table}"));
    let most = MOST_EXCEPTIONS as i64;
    let mut statement = db.prepare_cached(select)?;
    let rows = statement.query_map((asked.from, asked.to, stream, asked.table.as_ref(), most), |row| {
        Ok(ExceptionRow {
            at: row.get(0)?,
            stream: row.get(1)?,
            record: row.get(2)?,
            kind: row.get(3)?,
            who: row.get(4)?,
            line: row.get(5)?,
        })
    })?;
    rows.collect()
}

/// Every gaming day that was closed before a moment, the oldest first.
pub(crate) fn days(db: &Connection, before: i64) -> Result<Vec<ClosedDay>> {
    let select = "SELECT day, at, lag(at, 1, 0) OVER (ORDER BY at), who FROM day WHERE at < ?1 ORDER BY at";
    let mut statement = db.prepare_cached(select)?;
    let rows = statement.query_map([before], |row| {
        Ok(ClosedDay { day: row.get(0)?, at: row.get(1)?, from: row.get(2)?, who: row.get(3)? })
    })?;
    rows.collect()
}
