//! Reports over ten million coups, each beside a bare scan of the rows it is made of.
//!
//! The rows are made up: forty tables, three dealers each, sixty coups an hour. `-- 1000000` asks for another number of coups.
#![allow(clippy::unwrap_used)]

use std::time::{Duration, Instant};

use punto_figures::{FigureRows, HouseFacts, PeriodAsked, ReportKind, report};
use punto_journal::projection::Projection;
use rusqlite::Connection;

const TABLES: i64 = 40;
const AN_HOUR: i64 = 60;
const HOUR: i64 = 3_600_000_000;

fn main() {
    let asked = std::env::args().find_map(|word| word.parse().ok());
    let coups: i64 = asked.unwrap_or(10_000_000);
    let folder = tempfile::tempdir().unwrap();
    let db = Connection::open(folder.path().join("figures.sqlite3")).unwrap();
    db.execute_batch("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -8192")
        .unwrap();
    db.execute_batch(FigureRows::new(Box::new(|_| None)).schema()).unwrap();
    fill(&db, coups);
    let hours = coups / TABLES / AN_HOUR + 1;
    println!("{coups} coups over {hours} hours at {TABLES} tables");
    println!("report        whole period   cut at odd minutes   bare scan of the same rows    ratio");
    let house = HouseFacts::default();
    let scan = median(|| {
        let sum =
            "SELECT sum(stakes), sum(paid), sum(collected), sum(tokens), sum(commission) FROM wager_hour";
        db.query_row(sum, [], |row| row.get::<_, i64>(0)).unwrap();
        let sum = "SELECT sum(coups), sum(mean), sum(variance), sum(micros) FROM coup_hour";
        db.query_row(sum, [], |row| row.get::<_, i64>(0)).unwrap();
    });
    for kind in ReportKind::ALL {
        let table = (*kind == ReportKind::Table).then(|| "table-7".to_owned());
        let whole = PeriodAsked { from: 0, to: hours * HOUR, table: table.clone(), ..PeriodAsked::default() };
        let cut = PeriodAsked { from: 17 * 60_000_000, to: hours * HOUR - 23 * 60_000_000, ..whole.clone() };
        let [whole, cut] =
            [whole, cut].map(|asked| median(|| drop(report(&db, *kind, &asked, &house).unwrap())));
        let ratio = whole.as_secs_f64() / scan.as_secs_f64();
        println!("{:<12} {whole:>12.2?} {cut:>20.2?} {scan:>26.2?} {ratio:>12.1}", kind.to_string());
    }
}

/// The middle of five runs.
fn median(mut work: impl FnMut()) -> Duration {
    let mut times: Vec<Duration> = (0..5)
        .map(|_| {
            let began = Instant::now();
            work();
            began.elapsed()
        })
        .collect();
    times.sort();
    times[2]
}

/// Rows as tables would have posted them: three patrons in turn, on Player, Banker and the tie.
fn fill(db: &Connection, coups: i64) {
    let names = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
      INSERT INTO name SELECT i, CASE WHEN i <= 40 THEN 'table' WHEN i <= 160 THEN 'person' WHEN i <= 163 THEN 'bet' ELSE 'game' END,
        CASE WHEN i <= 40 THEN 'table-' || i WHEN i <= 160 THEN 'person-' || i WHEN i <= 163 THEN 'bet-' || i ELSE 'game ' || i END FROM n";
    db.execute_batch(names).unwrap();
    let count =
        format!("WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < {})", coups - 1);
    let at = format!("(i / {TABLES}) * {}", HOUR / AN_HOUR);
    let (table, dealer) =
        (format!("1 + i % {TABLES}"), format!("41 + i % {TABLES} + 40 * ((i / {TABLES} / 480) % 3)"));
    db.execute_batch(&format!(
        "{count} INSERT INTO coup SELECT {at}, {table}, i / {TABLES}, {dealer}, 164 + i % {TABLES} % 5, 1, (i * 7) % 9 % 3, 55000000, 1,
           11.7, 9000.0 FROM n;
         {count} INSERT INTO wager SELECT {at}, {table}, i / {TABLES}, {dealer}, 164 + i % {TABLES} % 5, 41 + (i / {TABLES}) % 3 * 40 + i % {TABLES},
           161 + (i * 7) % 9 % 3, 0, 1, 2500 * (1 + i % 4), 2500 * (i % 2), 2500 * ((i + 1) % 2), 0, 0, 0 FROM n;
         INSERT INTO coup_hour SELECT at / {HOUR}, tbl, dealer, game, count(*), 0, 0, sum(came = 0), sum(came = 1), sum(came = 2),
           sum(micros), 0, sum(mean), sum(variance) FROM coup GROUP BY 1, 2, 3, 4;
         INSERT INTO wager_hour SELECT at / {HOUR}, tbl, dealer, game, patron, bet, credits, sum(wagers), sum(stakes), sum(paid),
           sum(collected), sum(tokens), sum(stood_off), sum(commission) FROM wager GROUP BY 1, 2, 3, 4, 5, 6, 7;"
    ))
    .unwrap();
}
