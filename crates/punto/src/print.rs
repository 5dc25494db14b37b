//! Tables and JSON for people and programs.

use comfy_table::{CellAlignment, ContentArrangement, LineStyle, Table, TableStyle};
use punto_odds::Fraction;
use punto_vocab::{Authority, Citation, Money};
use serde_json::Value;

/// A plain table with a line under its head; long cells are folded.
pub(crate) fn table<const N: usize>(head: [&str; N]) -> Table {
    let line = LineStyle::none().fill('─').junction('─');
    let mut table = Table::new();
    table
        .load_style(TableStyle::new().header_separator(line))
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_width(width())
        .set_header(head);
    table
}

/// The same with a line under every row, for cells that are mostly folded.
pub(crate) fn ruled_table<const N: usize>(head: [&str; N]) -> Table {
    let mut table = table(head);
    let line = |fill| LineStyle::none().fill(fill).junction(fill);
    table.load_style(TableStyle::new().header_separator(line('─')).row_separator(line('┈')));
    table
}

/// Sets the columns from this one on flush right, as figures stand.
pub(crate) fn figures_from(table: &mut Table, first: usize) {
    for column in table.column_iter_mut().skip(first) {
        column.set_cell_alignment(CellAlignment::Right);
    }
}

/// A share in percent to so many places, every digit right.
pub(crate) fn percent(share: &Fraction, places: u32) -> String {
    let hundredfold = share.numerator().checked_mul(100);
    match hundredfold.and_then(|numerator| Fraction::new(numerator, share.denominator())) {
        Some(percent) => percent.decimal(places),
        None => format!("{:.*}", places as usize, share.to_f64() * 100.0),
    }
}

/// A table as text, without blanks at the ends of lines.
pub(crate) fn lines(table: &Table) -> String {
    table.trim_fmt() + "\n"
}

/// The terminal's width as the shell tells it, or a width that fits most.
fn width() -> u16 {
    let told = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    told.unwrap_or(110).clamp(60, 240)
}

/// A value as JSON with a newline at its end.
pub(crate) fn as_json(value: &Value) -> String {
    format!("{value:#}\n")
}

/// Clauses as programs read them: `["11.1.3", "5.8"]`.
pub(crate) fn citation(by: &Citation) -> Value {
    by.authorities().iter().map(Authority::to_string).collect::<Vec<_>>().into()
}

/// An amount in units of the currency, as its own text would be read: `100`, `23.75`.
pub(crate) fn money(amount: Money) -> Value {
    amount.to_string().parse().unwrap_or_else(|_| unreachable!("an amount prints as a number"))
}

/// A ratio as a decimal number of 15 places, each of them right.
pub(crate) fn decimal(ratio: &Fraction) -> Value {
    ratio.decimal(15).parse::<f64>().unwrap_or_default().into()
}

/// A figure to 15 places; `null` for what is no number.
pub(crate) fn figure(value: f64) -> Value {
    format!("{value:.15}").parse::<f64>().map_or(Value::Null, Value::from)
}
