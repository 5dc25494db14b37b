//! How far simulated shares are from the exact ones: in the first coups of each shoe, and over whole shoes.

use plotters::prelude::*;
use plotters::style::text_anchor::HPos;
use punto_odds::SettledHow;
use punto_odds::sim::{Frequency, NINETY_FIVE};

use super::{Area, Drawn, Page, SMALL, Sample, colour, decimals, plain, range, signed, told, write_at};
use crate::cmd::simulate::{Report, Row};
use crate::progress::spaced;

/// How high a line of the chart is.
const LINE: u32 = 30;
/// How wide the names are.
const NAMES: u32 = 210;

/// One line: a name, and two differences with their reach, in millionths of all coups.
struct Line {
    name: String,
    early: (f64, f64),
    whole: (f64, f64),
}

pub(crate) fn draw(report: &Report<'_>) -> Drawn {
    let lines: Vec<Line> = worth_drawing(&report.rows).into_iter().map(|row| line(report, row)).collect();
    let (game, tally) = (report.game, &report.tally);
    let first = format!("first {} coups of each shoe", report.early);
    let page = Page {
        size: (1000, 162 + 56 + LINE * lines.len() as u32),
        title: "Simulated less exact, with and without the cut card's bias",
        subtitle: &format!(
            "{}, {}, {} decks, {} cards behind the cut card: difference in millionths of all coups, bars of 95 % confidence",
            game.book.id, game.terms.variant, game.terms.decks, game.terms.behind_marker.value
        ),
        legend: &[
            (Sample::Ring(colour::BLUE), &first),
            (Sample::Dot(colour::RED), "whole shoes, to the cut card"),
        ],
        note: &format!(
            "{} coups in {} shoes, seed {}. The first coups agree with the exact odds; over whole shoes the number of coups depends on how they go.",
            spaced(tally.coups()),
            spaced(tally.shoes),
            report.run.seed
        ),
    };
    page.draw(|area| chart(area, &lines))
}

/// How coups go as such, then each way to win once: losses only mirror these.
fn worth_drawing(rows: &[Row]) -> Vec<&Row> {
    let mut kept: Vec<&Row> = rows.iter().filter(|row| row.bet.is_none()).collect();
    for row in rows.iter().filter(|row| row.settled == Some(SettledHow::Win)) {
        if !kept.iter().any(|other| other.exact == row.exact && other.whole == row.whole) {
            kept.push(row);
        }
    }
    kept
}

fn line(report: &Report<'_>, row: &Row) -> Line {
    let name = match row.bet {
        None => format!("any coup: {}", row.outcome),
        Some(id) => {
            let bet = report.game.book.bet(id).map_or_else(|| id.to_string(), |bet| bet.name.clone());
            let several =
                report.rows.iter().filter(|other| other.bet == row.bet && other.outcome == row.outcome);
            let pays = row.pays.filter(|_| several.count() > 1).map(|pays| format!(" {pays}"));
            format!("{bet}: {}{}", row.outcome, pays.unwrap_or_default())
        }
    };
    let off = |share: Frequency| {
        let seen = share.estimate();
        ((seen.value - row.exact) * 1e6, seen.error * NINETY_FIVE * 1e6)
    };
    Line { name, early: off(row.early), whole: off(row.whole) }
}

fn chart(area: &Area<'_>, lines: &[Line]) -> Result<(), String> {
    let ends = |(off, reach): (f64, f64)| [off - reach, off + reach];
    let all = lines.iter().flat_map(|line| [ends(line.early), ends(line.whole)]).flatten();
    let reach = range(all.chain([0.0]), 0.06);
    let places = decimals(&reach, 8);
    let mut chart = ChartBuilder::on(area)
        .margin_right(24)
        .x_label_area_size(44)
        .y_label_area_size(NAMES)
        .build_cartesian_2d(reach.clone(), lines.len() as f64..0.0)
        .map_err(told)?;
    chart
        .configure_mesh()
        .disable_y_mesh()
        .disable_y_axis()
        .bold_line_style(colour::GRID)
        .light_line_style(WHITE)
        .axis_style(colour::FAINT)
        .x_labels(9)
        .x_label_formatter(&|off| signed(*off, places))
        .x_desc("simulated less exact, millionths of all coups")
        .axis_desc_style(plain(SMALL, colour::FAINT))
        .label_style(plain(SMALL, colour::FAINT))
        .draw()
        .map_err(told)?;
    let nought = [(0.0, 0.0), (0.0, lines.len() as f64)];
    chart.draw_series(LineSeries::new(nought, colour::INK.stroke_width(1))).map_err(told)?;
    for (place, line) in lines.iter().enumerate() {
        for (off, y, colour, filled) in [
            (line.early, place as f64 + 0.35, colour::BLUE, false),
            (line.whole, place as f64 + 0.65, colour::RED, true),
        ] {
            let [low, high] = ends(off);
            let bar = PathElement::new([(low, y), (high, y)], colour.stroke_width(2));
            chart.draw_series([bar]).map_err(told)?;
            let inside = if filled { colour.filled() } else { WHITE.filled() };
            chart.draw_series([Circle::new((off.0, y), 4, inside)]).map_err(told)?;
            chart.draw_series([Circle::new((off.0, y), 4, colour.stroke_width(1))]).map_err(told)?;
        }
        // The middle of the line, in pixels of the page's inner area.
        let middle = chart.backend_coord(&(reach.start, place as f64 + 0.5));
        let (_, top) = area.get_base_pixel();
        let at = (NAMES as i32 - 10, middle.1 - top - 8);
        write_at(area, &line.name, at, &plain(SMALL, colour::INK), HPos::Right)?;
    }
    Ok(())
}
