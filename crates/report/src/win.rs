//! Meters as a list, and what tables won in a period: the meters at its end less those at its beginning.

use punto_vocab::Money;
use punto_wire::WinRow;

use crate::meters::{BetMeters, Meters};

/// Every meter of a table by name.
pub fn meters_view(table: &str, meters: &Meters) -> punto_wire::Meters {
    let Meters { coups, voids, no_bet, corrections, all, bets, rounding, .. } = meters;
    let count = |name: &str, value: u64| (name.to_owned(), value as i64);
    let money = |name: &str, value: Money| (name.to_owned(), value.minor());
    let mut list = vec![
        count("coups", *coups),
        count("voids", *voids),
        count("no-bet-coups", *no_bet),
        count("corrections", *corrections),
    ];
    list.extend(of_bet("", all));
    list.extend([
        money("drop", meters.drop),
        money("credits-in", meters.credits_in),
        money("credits-out", meters.credits_out),
        money("vouchers", meters.vouchers),
        money("fills", meters.fills),
        money("credits", meters.credits),
        // Rounding is the one figure that is not whole: so many parts, and how many of them make a minor unit.
        ("rounding-parts".to_owned(), rounding.parts),
        ("rounding-parts-of".to_owned(), rounding.of),
    ]);
    list.extend(bets.iter().flat_map(|(bet, meters)| of_bet(&format!("{bet} "), meters)));
    punto_wire::Meters { table: table.to_owned(), meters: list }
}

fn of_bet(before: &str, meters: &BetMeters) -> Vec<(String, i64)> {
    let BetMeters { wagers, stakes, paid, collected, stood_off, commission } = meters;
    let name = |name: &str| format!("{before}{name}");
    vec![
        (name("wagers"), *wagers as i64),
        (name("stakes"), stakes.minor()),
        (name("paid"), paid.minor()),
        (name("collected"), collected.minor()),
        (name("stood-off"), stood_off.minor()),
        (name("commission"), commission.minor()),
        (name("win"), meters.win().minor()),
    ]
}

/// What a table won between two readings of its meters.
pub fn win_row(table: &str, currency: &str, before: &Meters, after: &Meters) -> WinRow {
    let (old, new) = (&before.all, &after.all);
    WinRow {
        table: table.to_owned(),
        currency: currency.to_owned(),
        coups: after.coups as i64 - before.coups as i64,
        stakes: (new.stakes - old.stakes).minor(),
        paid: (new.paid - old.paid).minor(),
        collected: (new.collected - old.collected).minor(),
        win: (new.win() - old.win()).minor(),
        commission: (new.commission - old.commission).minor(),
        drop: (after.drop - before.drop).minor(),
        fills: (after.fills - after.credits - before.fills + before.credits).minor(),
    }
}

/// All rows together; their currency only where it is one.
pub fn win_sum(rows: &[WinRow]) -> WinRow {
    let one = rows.iter().all(|row| row.currency == rows[0].currency);
    let mut all = WinRow { table: "all".into(), ..WinRow::default() };
    all.currency = rows.first().filter(|_| one).map(|row| row.currency.clone()).unwrap_or_default();
    for row in rows {
        all.coups += row.coups;
        all.stakes += row.stakes;
        all.paid += row.paid;
        all.collected += row.collected;
        all.win += row.win;
        all.commission += row.commission;
        all.drop += row.drop;
        all.fills += row.fills;
    }
    all
}
