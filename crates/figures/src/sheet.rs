//! Reports as a table for spreadsheets: the list that a report of its kind is read for.

use punto_vocab::{Money, Time};
use punto_wire::{ExceptionRow, FigureRow, PatronRating, PeriodReport};

use crate::report::ReportKind;

/// What stands over the columns, and every row, a text a column.
pub type SheetOf = (&'static [&'static str], Vec<Vec<String>>);

/// A report as a table.
pub fn sheet(kind: ReportKind, report: &PeriodReport) -> SheetOf {
    match kind {
        ReportKind::Shift | ReportKind::Table | ReportKind::Game => (FIGURES, figures(report)),
        ReportKind::Patron => (PATRONS, report.patrons.iter().map(patron).collect()),
        ReportKind::Exceptions => (EXCEPTIONS, report.exceptions.iter().map(exception).collect()),
    }
}

const FIGURES: &[&str] = &[
    "by",
    "of",
    "currency",
    "coups",
    "voids",
    "corrections",
    "per_hour",
    "player",
    "banker",
    "tie",
    "wagers",
    "stakes",
    "collected",
    "paid",
    "tokens",
    "commission",
    "win",
    "drop",
    "hold",
    "hold_of_drop",
    "expected_win",
    "expected_hold",
    "low",
    "high",
    "outside",
];

fn figures(report: &PeriodReport) -> Vec<Vec<String>> {
    let row = |by: &str, row: &FigureRow| {
        let of = row.of.clone().unwrap_or_else(|| if row.sum { "(sum)" } else { "(automatic)" }.into());
        let of = if by == "hour" { of.parse().map_or(of, |at| Time(at).to_string()) } else { of };
        let mut texts = vec![by.to_owned(), of, row.currency.clone()];
        texts.extend([row.coups, row.voids, row.corrections].map(|count| count.to_string()));
        texts.push(row.per_hour.map(|pace| format!("{pace:.1}")).unwrap_or_default());
        texts.extend([row.player, row.banker, row.tie, row.wagers].map(|count| count.to_string()));
        let sums = [row.stakes, row.collected, row.paid, row.tokens, row.commission, row.win, row.drop];
        texts.extend(sums.map(money));
        texts.extend([row.hold, row.hold_of_drop].map(share));
        let expected = row.expected;
        texts.push(expected.map(|own| money(own.win.round() as i64)).unwrap_or_default());
        texts.extend(
            [expected.map(|own| own.hold), expected.map(|own| own.low), expected.map(|own| own.high)]
                .map(share),
        );
        texts.push(expected.map(|own| if own.outside { "yes" } else { "no" }.to_owned()).unwrap_or_default());
        texts
    };
    report.groups.iter().flat_map(|group| group.rows.iter().map(move |own| row(&group.by, own))).collect()
}

const PATRONS: &[&str] = &[
    "patron",
    "currency",
    "seconds",
    "wagers",
    "turnover",
    "average",
    "win",
    "cash",
    "large_cash",
    "vouchers",
    "tips",
];

fn patron(row: &PatronRating) -> Vec<String> {
    let mut texts =
        vec![row.patron.clone(), row.currency.clone(), row.seconds.to_string(), row.wagers.to_string()];
    texts.extend([row.turnover, row.average, row.win, row.cash].map(money));
    texts.push(if row.large_cash { "yes" } else { "no" }.to_owned());
    texts.extend([row.vouchers, row.tips].map(money));
    texts
}

const EXCEPTIONS: &[&str] = &["at", "stream", "record", "kind", "who", "what"];

fn exception(row: &ExceptionRow) -> Vec<String> {
    let who = row.who.clone().unwrap_or_default();
    vec![
        Time(row.at).to_string(),
        row.stream.clone(),
        row.record.to_string(),
        row.kind.clone(),
        who,
        row.line.clone(),
    ]
}

fn money(minor: i64) -> String {
    Money::from_minor(minor).to_string()
}

/// A share as a percentage to a hundredth.
fn share(share: Option<f64>) -> String {
    share.map(|share| format!("{:.2}", 100.0 * share)).unwrap_or_default()
}
