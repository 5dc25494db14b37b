//! The rows are the journal's, however they were come by; and what a report of a past moment says never changes.

use std::path::Path;
use std::sync::Arc;

use punto_figures::{BadPeriod, FigureRows, HouseFacts, PeriodAsked, ReportKind, caught_up, report};
use punto_journal::SqliteJournal;
use punto_journal::projection::Projected;
use punto_report::Meters;
use punto_rulebook::Rulebook;
use punto_table::{Account, Coin};
use punto_wire::{FloatRow, PeriodReport};

use crate::night::{Played, SECOND, START};

/// Rows whose odds are those of every document.
pub(crate) fn figure_rows() -> FigureRows {
    let books: Vec<Arc<Rulebook>> =
        Rulebook::embedded_ids().map(|id| Arc::new(Rulebook::embedded(id).unwrap())).collect();
    let book_of = move |digest: &str| books.iter().find(|book| book.digest == digest).cloned();
    FigureRows::new(Box::new(book_of))
}

pub(crate) fn rows(folder: &Path) -> Projected<FigureRows> {
    Projected::new(folder, figure_rows())
}

fn house() -> HouseFacts {
    let of = |(table, currency): (&str, &str)| (table.to_owned(), currency.to_owned());
    let currencies = [("syd", "AUD"), ("per", "AUD"), ("akl", "NZD")].map(of).into_iter().collect();
    HouseFacts { currencies, large_cash: Some("1000".parse().unwrap()) }
}

pub(crate) fn told(rows: &Projected<FigureRows>, kind: ReportKind, asked: &PeriodAsked) -> PeriodReport {
    rows.read(|db| report(db, kind, asked, &house())).unwrap().unwrap()
}

pub(crate) fn until(to: i64) -> PeriodAsked {
    PeriodAsked { from: 0, to, ..PeriodAsked::default() }
}

pub(crate) fn tables() -> [Played; 3] {
    let opening = "limits 25..500, chips 5 25 100, float 20000, cash yes";
    [
        Played::new("syd", "nsw-2021", opening, 1),
        Played::new("per", "nsw-2021", &format!("{opening}, decks 6"), 2),
        Played::new("akl", "nsw-2021", &format!("{opening}, variant even-money"), 3),
    ]
}

/// What a table's row must say by its meters and its ledger.
#[track_caller]
pub(crate) fn agrees(report: &PeriodReport, name: &str, played: &Played) {
    let Meters { coups, voids, all, drop, .. } = &played.meters;
    let by_table = report.groups.iter().find(|group| group.by == "table").unwrap();
    let row = by_table.rows.iter().find(|row| row.of.as_deref() == Some(name)).unwrap();
    assert_eq!((row.coups, row.voids), (*coups as i64, *voids as i64));
    assert_eq!((row.wagers, row.stakes), (all.wagers as i64, all.stakes.minor()));
    assert_eq!((row.collected, row.paid), (all.collected.minor(), all.paid.minor()));
    assert_eq!((row.commission, row.win), (all.commission.minor(), all.win().minor()));
    assert_eq!((row.tokens, row.drop), (all.tokens.minor(), drop.minor()));
    for coin in [Coin::Chips, Coin::Tokens] {
        let of = |row: &&FloatRow| row.table.as_deref() == Some(name) && row.medium == coin.to_string();
        let float = report.floats.iter().find(of).unwrap();
        let closing = played.table.ledger.on(coin, Account::Float);
        assert_eq!(float.closing, closing.minor(), "the {coin} in the float of {name} are the ledger's");
        balances(float);
    }
}

/// The sentence that every float keeps.
#[track_caller]
fn balances(row: &FloatRow) {
    let left = row.closing + row.credits + row.drop - row.opening - row.fills;
    assert_eq!(left, row.collected - row.paid + row.over, "{row:?}");
    assert_eq!(row.win, row.collected - row.paid);
}

#[test]
fn rows_are_the_journals_while_they_follow_and_when_they_are_made_again() {
    let coups = if std::env::var_os("PUNTO_FULL").is_some() { 100_000 } else { 240 };
    let folder = tempfile::tempdir().unwrap();
    let journal = SqliteJournal::open(&folder.path().join("journal")).unwrap();
    let mut tables = tables();
    let followed = rows(&folder.path().join("followed"));
    let mut past = Vec::new();
    for number in 0..coups {
        tables[number % 3].coup();
        if number % 60 == 59 {
            tables.iter_mut().for_each(|table| table.written(&journal));
            caught_up(&followed, &journal).unwrap();
        }
        // A report of every so often, to be asked for once more at the end.
        if number % (coups / 4) == coups / 8 {
            let to = tables.iter().map(|table| table.now).min().unwrap();
            tables.iter_mut().for_each(|table| table.written(&journal));
            caught_up(&followed, &journal).unwrap();
            past.push((to, told(&followed, ReportKind::Shift, &until(to))));
        }
    }
    tables.iter_mut().for_each(|table| table.written(&journal));
    caught_up(&followed, &journal).unwrap();
    let rebuilt = rows(&folder.path().join("rebuilt"));
    caught_up(&rebuilt, &journal).unwrap();

    let end = tables.iter().map(|table| table.now).max().unwrap() + 1;
    for kind in ReportKind::ALL {
        assert_eq!(told(&followed, *kind, &until(end)), told(&rebuilt, *kind, &until(end)), "{kind}");
    }
    let all = told(&rebuilt, ReportKind::Shift, &until(end));
    for (name, played) in ["syd", "per", "akl"].iter().zip(&tables) {
        agrees(&all, name, played);
    }
    for (to, then) in &past {
        assert_eq!(&told(&rebuilt, ReportKind::Shift, &until(*to)), then, "a report of {to} has changed");
    }
    // Two periods come to what both come to, wherever they are cut.
    let middle = START + (end - START) / 2 + 17 * SECOND;
    let (first, second) = (until(middle), PeriodAsked { from: middle, to: end, ..PeriodAsked::default() });
    let (first, second) =
        (told(&rebuilt, ReportKind::Shift, &first), told(&rebuilt, ReportKind::Shift, &second));
    for row in &all.floats {
        balances(row);
        let same = |other: &&FloatRow| {
            (&other.table, &other.currency, &other.medium) == (&row.table, &row.currency, &row.medium)
        };
        let (one, other) =
            (first.floats.iter().find(same).unwrap(), second.floats.iter().find(same).unwrap());
        assert_eq!((one.win + other.win, one.closing, other.closing), (row.win, other.opening, row.closing));
    }
    let sums: Vec<_> = all.floats.iter().filter(|row| row.table.is_none()).collect();
    assert!(sums.iter().all(|row| row.currency == "AUD"), "nothing is added across currencies: {sums:?}");
}

#[test]
fn ratings_and_exceptions_are_told_with_their_records() {
    let folder = tempfile::tempdir().unwrap();
    let journal = SqliteJournal::open(&folder.path().join("journal")).unwrap();
    let [mut syd, ..] = tables();
    (0..80).for_each(|_| syd.coup());
    syd.written(&journal);
    let rows = rows(folder.path());
    caught_up(&rows, &journal).unwrap();
    let ratings = told(&rows, ReportKind::Patron, &until(syd.now + 1)).patrons;
    let ada = ratings.iter().find(|row| row.patron == "ada").unwrap();
    assert_eq!((ada.wagers, ada.cash, ada.large_cash), (80, 200_000, true));
    assert_eq!(ada.average, ada.turnover / 80);
    assert!(ada.seconds > 80 * 30 && ada.seconds <= (syd.now - START) / SECOND);
    let ben = ratings.iter().find(|row| row.patron == "ben").unwrap();
    assert!(ben.cash < 200_000, "{ben:?}");
    let counted =
        told(&rows, ReportKind::Table, &PeriodAsked { table: Some("syd".into()), ..until(syd.now + 1) });
    assert_eq!(counted.counts.len(), 2);
    let differ = counted.counts.iter().filter(|row| row.over != 0).count();
    let told_of = told(&rows, ReportKind::Exceptions, &until(syd.now + 1)).exceptions;
    assert_eq!(told_of.iter().filter(|row| row.kind == "count").count(), differ);
    // As of the first count the second was not known.
    let first = counted.counts[0].at;
    let then = told(&rows, ReportKind::Table, &PeriodAsked { table: Some("syd".into()), ..until(first + 1) });
    assert_eq!(then.counts.len(), 1);
}

#[test]
fn a_period_that_no_report_is_of_is_refused_with_one_that_could_be() {
    let (first, now) = (Some(1_000), 5_000);
    assert_eq!(BadPeriod::refuse((None, None), first, now), Ok((1_000, 5_001)));
    assert_eq!(BadPeriod::refuse((Some(2_000), Some(5_000)), first, now), Ok((2_000, 5_000)));
    assert_eq!(
        BadPeriod::refuse((None, Some(999)), first, now),
        Err(BadPeriod::BeforeFirst { first: 1_000 })
    );
    assert_eq!(BadPeriod::refuse((None, Some(5_001)), first, now), Err(BadPeriod::InFuture { now }));
    assert_eq!(BadPeriod::refuse((Some(5_001), None), first, now), Err(BadPeriod::InFuture { now }));
    assert_eq!(
        BadPeriod::refuse((Some(3_000), Some(2_000)), first, now),
        Err(BadPeriod::Backwards { from: 3_000 })
    );
}
