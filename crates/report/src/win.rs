//! Meters as a list, and what tables won in a period: the meters at its end less those at its beginning.

use punto_wire::{MeterName, WinRow};

use crate::meters::{BetMeters, Meters};

/// Every meter of a table by name.
pub fn meters_view(table: &str, meters: &Meters) -> punto_wire::Meters {
    let Meters { coups, voids, no_bet, corrections, all, bets, rounding, .. } = meters;
    let mut list = vec![
        (MeterName::Coups, *coups as i64),
        (MeterName::Voids, *voids as i64),
        (MeterName::NoBetCoups, *no_bet as i64),
        (MeterName::Corrections, *corrections as i64),
    ];
    list.extend(of_bet(all));
    list.extend([
        (MeterName::Drop, meters.drop.minor()),
        (MeterName::CreditsIn, meters.credits_in.minor()),
        (MeterName::CreditsOut, meters.credits_out.minor()),
        (MeterName::Vouchers, meters.vouchers.minor()),
        (MeterName::Fills, meters.fills.minor()),
        (MeterName::Credits, meters.credits.minor()),
        // Rounding is the one figure that is not whole: so many parts, and how many of them make a minor unit.
        (MeterName::RoundingParts, rounding.parts),
        (MeterName::RoundingPartsOf, rounding.of),
    ]);
    let bets = bets
        .iter()
        .map(|(bet, meters)| punto_wire::BetMeters { bet: bet.to_string(), meters: of_bet(meters).to_vec() });
    punto_wire::Meters { table: table.to_owned(), meters: list, bets: bets.collect() }
}

fn of_bet(meters: &BetMeters) -> [(MeterName, i64); 8] {
    let BetMeters { wagers, stakes, paid, collected, tokens, stood_off, commission } = meters;
    [
        (MeterName::Wagers, *wagers as i64),
        (MeterName::Stakes, stakes.minor()),
        (MeterName::Paid, paid.minor()),
        (MeterName::Collected, collected.minor()),
        (MeterName::Tokens, tokens.minor()),
        (MeterName::StoodOff, stood_off.minor()),
        (MeterName::Commission, commission.minor()),
        (MeterName::Win, meters.win().minor()),
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
        tokens: (new.tokens - old.tokens).minor(),
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
        all.tokens += row.tokens;
        all.win += row.win;
        all.commission += row.commission;
        all.drop += row.drop;
        all.fills += row.fills;
    }
    all
}
