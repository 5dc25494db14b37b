//! A tournament round by round: everybody's chips from coup to coup, and who went on.

use plotters::prelude::*;
use punto_rehearsal::Round;
use punto_vocab::Money;

use super::{Area, Axis, Drawn, Page, Sample, axes, colour, grid, page_size, panel_title, told};
use crate::cmd::tournament::Event;
use crate::progress::spaced;

pub(crate) fn draw(event: &Event<'_>) -> Drawn {
    let (played, summary) = (&event.played, &event.summary);
    let columns = played.rounds.len().clamp(1, 2);
    let setup = &played.setup;
    let page = Page {
        size: page_size(played.rounds.len(), columns, (480, 320)),
        title: "A tournament, round by round",
        subtitle: &format!(
            "{}: {} players at {} tables in {} rounds; everybody's chips after each coup of a session",
            played.house.book.id,
            spaced(u64::from(setup.players)),
            setup.tables,
            setup.rounds
        ),
        legend: &[(Sample::Line(colour::BLUE), "went on, or won"), (Sample::Line(colour::FAINT), "went out")],
        note: &format!(
            "{} coups, seed {}. The pool of {} was paid out in full.",
            spaced(played.rounds.iter().map(|round| u64::from(round.coups)).sum()),
            setup.seed,
            summary.pool
        ),
    };
    let rounds: Vec<(usize, &Round)> = played.rounds.iter().enumerate().collect();
    page.draw(|area| {
        grid(area, columns, &rounds, |area, (number, round)| {
            let last = number + 1 == rounds.len();
            let title = if last { "Final".into() } else { format!("Round {}", number + 1) };
            let beside = match round.tables {
                1 => format!("{} players at one table", round.players),
                tables => format!("{} players at {tables} tables, {} go on", round.players, round.on.len()),
            };
            panel_title(area, &title, &beside)?;
            panel(area, round)
        })
    })
}

fn panel(area: &Area<'_>, round: &Round) -> Result<(), String> {
    let coups = round.chips.values().map(Vec::len).max().unwrap_or(1).max(2);
    let most = round.chips.values().flatten().map(|chips| amount(*chips)).fold(1.0, f64::max);
    let x = Axis { reach: 1.0..coups as f64, labels: 8, told: &|coup| format!("{coup:.0}") };
    let y = Axis { reach: 0.0..most * 1.05, labels: 6, told: &|chips| format!("{chips:.0}") };
    let mut chart = axes(area, "coups", x, y)?;
    // Those who went on are drawn over the others.
    for goes_on in [false, true] {
        let style = match goes_on {
            true => colour::BLUE.mix(0.8).stroke_width(2),
            false => colour::FAINT.mix(0.35).stroke_width(1),
        };
        for (_, chips) in round.chips.iter().filter(|(name, _)| round.on.contains(name) == goes_on) {
            let line = chips.iter().enumerate().map(|(place, chips)| ((place + 1) as f64, amount(*chips)));
            chart.draw_series(LineSeries::new(line, style)).map_err(told)?;
        }
    }
    Ok(())
}

fn amount(money: Money) -> f64 {
    money.minor() as f64 / 100.0
}
