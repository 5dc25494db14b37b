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

/// What a table won of patrons between two readings of its meters.
pub fn win_row(table: &str, currency: &str, before: &Meters, after: &Meters) -> WinRow {
    let (old, new) = (before.of_patrons(), after.of_patrons());
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

/// All rows together, for each currency by itself: nothing is added across them.
pub fn win_sums(rows: &[WinRow]) -> Vec<WinRow> {
    let mut sums: Vec<WinRow> = Vec::new();
    for row in rows {
        let place = sums.iter().position(|sum| sum.currency == row.currency).unwrap_or_else(|| {
            let (table, currency) = ("all".into(), row.currency.clone());
            sums.push(WinRow { table, currency, ..WinRow::default() });
            sums.len() - 1
        });
        let sum = &mut sums[place];
        sum.coups += row.coups;
        sum.stakes += row.stakes;
        sum.paid += row.paid;
        sum.collected += row.collected;
        sum.tokens += row.tokens;
        sum.win += row.win;
        sum.commission += row.commission;
        sum.drop += row.drop;
        sum.fills += row.fills;
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_added_across_currencies() {
        let row = |table: &str, currency: &str, win| WinRow {
            table: table.into(),
            currency: currency.into(),
            win,
            ..WinRow::default()
        };
        let rows = [row("syd", "AUD", 500), row("tok", "JPY", 70), row("per", "AUD", -200)];
        let sums = win_sums(&rows).into_iter().map(|sum| (sum.table, sum.currency, sum.win));
        let all = |currency: &str, win| ("all".to_owned(), currency.to_owned(), win);
        assert_eq!(sums.collect::<Vec<_>>(), [all("AUD", 300), all("JPY", 70)]);
    }
}
