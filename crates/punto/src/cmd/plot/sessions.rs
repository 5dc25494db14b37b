//! How sessions of a betting system ended: a histogram of gains, and how many ended with so much or less.

use std::ops::Range;

use plotters::prelude::*;
use punto_vocab::Money;

use super::{
    Area, Axis, Chart, Drawn, Page, Sample, axes, colour, decimals, page_size, panel_title, range, told,
};
use crate::cmd::simulate::Played;
use crate::progress::spaced;

/// About so many bars.
const BARS: f64 = 44.0;

pub(crate) fn draw(played: &Played) -> Drawn {
    let sessions = &played.sessions;
    let gains: Vec<f64> = sessions.gains().iter().map(|gain| amount(*gain)).collect();
    let mean = sessions.sums().mean().value / 100.0;
    let percent = |share: punto_odds::sim::Frequency| share.estimate().value * 100.0;
    let target = match played.has_target() {
        true => format!(" target reached {:.2} %,", percent(sessions.reached())),
        false => String::new(),
    };
    let game = &played.game;
    let page = Page {
        size: page_size(2, 2, (400, 300)),
        title: "How sessions end",
        subtitle: &format!(
            "{}; {} brought, {} coups at most; {}, {}, {} decks",
            played.system_line(),
            played.session.bankroll,
            played.session.coups,
            game.book.id,
            game.terms.variant,
            game.terms.decks
        ),
        legend: &[
            (Sample::Area(colour::RED, 1.0), "behind"),
            (Sample::Area(colour::GREEN, 1.0), "even or ahead"),
            (Sample::Dashes(colour::INK), &format!("mean {mean:.2}")),
        ],
        note: &format!(
            "{} sessions, {} coups, seed {}. In ruin {:.2} %,{} ahead {:.2} %.",
            spaced(gains.len() as u64),
            spaced(sessions.coups()),
            played.seed,
            percent(sessions.ruined()),
            target,
            percent(sessions.ahead())
        ),
    };
    page.draw(|area| {
        let halves = area.split_evenly((1, 2));
        let [left, right] = halves.as_slice() else { return Ok(()) };
        panel_title(left, "Gain of a session", "share of sessions, %")?;
        histogram(left, &gains, mean)?;
        panel_title(right, "Sessions that end with so much or less", "share of sessions, %")?;
        cumulative(right, &gains, mean)
    })
}

fn amount(money: Money) -> f64 {
    money.minor() as f64 / 100.0
}

/// A width of bars that people like: 1, 2 or 5 times a power of ten, and nought at an edge.
fn width(reach: f64) -> f64 {
    let rough = (reach / BARS).max(0.01);
    let power = 10f64.powf(rough.log10().floor());
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|step| step * power).find(|step| *step >= rough).unwrap_or(rough)
}

fn histogram(area: &Area<'_>, gains: &[f64], mean: f64) -> Result<(), String> {
    let (Some(worst), Some(best)) = (gains.first(), gains.last()) else { return Ok(()) };
    let width = width(best - worst);
    let first = (worst / width).floor();
    let places = ((best / width).floor() - first) as usize + 1;
    let mut bars = vec![0.0; places.min(1000)];
    for gain in gains {
        let place = ((gain / width).floor() - first) as usize;
        if let Some(bar) = bars.get_mut(place) {
            *bar += 100.0 / gains.len() as f64;
        }
    }
    let highest = bars.iter().copied().fold(0.0, f64::max);
    let (low, high) = (first * width, (first + places as f64) * width);
    let mut chart = over_gains(area, low..high, 0.0..highest * 1.06)?;
    let shown = bars.iter().enumerate().filter(|(_, share)| **share > 0.0).map(|(place, share)| {
        let start = (first + place as f64) * width;
        let colour = if start < 0.0 { colour::RED } else { colour::GREEN };
        let mut bar = Rectangle::new([(start, 0.0), (start + width, *share)], colour.filled());
        bar.set_margin(0, 0, 1, 1);
        bar
    });
    chart.draw_series(shown).map_err(told)?;
    let line = [(mean, 0.0), (mean, highest * 1.06)];
    chart.draw_series(DashedLineSeries::new(line, 5, 4, colour::INK.stroke_width(2))).map_err(told)?;
    Ok(())
}

fn cumulative(area: &Area<'_>, gains: &[f64], mean: f64) -> Result<(), String> {
    let reach = range(gains.first().into_iter().chain(gains.last()).copied(), 0.02);
    let mut chart = over_gains(area, reach, 0.0..100.0)?;
    // A few hundred steps are as fine as the page.
    let parts = (0..=400).map(|step| f64::from(step) / 400.0);
    let last = gains.len().saturating_sub(1) as f64;
    let points: Vec<(f64, f64)> =
        parts.filter_map(|part| Some((*gains.get((part * last).round() as usize)?, part * 100.0))).collect();
    // Steps: a gain that many sessions share stands straight up.
    let steps =
        points.windows(2).flat_map(|two| [two[0], (two[1].0, two[0].1)]).chain(points.last().copied());
    chart.draw_series(LineSeries::new(steps, colour::BLUE.stroke_width(2))).map_err(told)?;
    let line = [(mean, 0.0), (mean, 100.0)];
    chart.draw_series(DashedLineSeries::new(line, 5, 4, colour::INK.stroke_width(2))).map_err(told)?;
    chart
        .draw_series(LineSeries::new([(0.0, 0.0), (0.0, 100.0)], colour::FAINT.stroke_width(1)))
        .map_err(told)?;
    Ok(())
}

fn over_gains<'a, 'b>(area: &'a Area<'b>, x: Range<f64>, y: Range<f64>) -> Result<Chart<'a, 'b>, String> {
    let (x_places, y_places) = (decimals(&x, 6), decimals(&y, 6));
    let x = Axis { reach: x, labels: 6, told: &|gain| format!("{gain:.x_places$}") };
    let y = Axis { reach: y, labels: 6, told: &|share| format!("{share:.y_places$} %") };
    axes(area, "gain, in the currency of the table", x, y)
}
