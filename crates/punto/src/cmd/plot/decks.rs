//! The house edge of every bet by the number of decks.

use plotters::prelude::*;
use punto_odds::{Analysis, Composition};
use punto_rulebook::Bet;

use super::{
    Area, Drawn, PANEL_TITLE, Page, SMALL, Sample, colour, decimals, grid, page_size, panel_title, per_cent,
    plain, range, told,
};
use crate::cmd::game::Game;
use crate::failure::Failure;

/// One bet: its edge in percent for 1 to 8 decks, and whether the document allows it with so many.
struct Panel {
    title: String,
    beside: String,
    points: Vec<(u32, f64, bool)>,
}

pub(crate) fn draw(game: &Game, analysis: &Analysis) -> Drawn {
    let mut panels: Vec<Panel> = Vec::new();
    for decks in 1..=Composition::MOST_DECKS {
        let shoe = Composition::decks(decks).map_err(Failure::of)?;
        let figures = analysis.figures(&shoe).map_err(Failure::of)?;
        for (place, figures) in figures.bets().enumerate() {
            let bet = game.book.bet(figures.bet());
            if panels.len() == place {
                let title = bet.map_or_else(|| figures.bet().to_string(), |bet| bet.name.clone());
                panels.push(Panel { title, beside: String::new(), points: Vec::new() });
            }
            let edge = figures.edge() * 100.0;
            if decks == game.terms.decks {
                panels[place].beside = format!("{decks} decks: {edge:.4} %");
            }
            panels[place].points.push((decks, edge, bet.is_some_and(|bet| allowed(game, bet, decks))));
        }
    }
    let columns = panels.len().clamp(1, 4);
    let book = &game.book;
    let page = Page {
        size: page_size(panels.len(), columns, (300, 245)),
        title: "House edge by number of decks",
        subtitle: &format!(
            "{}, {}: per cent of the stake, from a full shoe, exact",
            book.id, game.terms.variant
        ),
        legend: &[
            (Sample::Dot(colour::BLUE), "the document allows the bet with so many decks"),
            (Sample::Ring(colour::BLUE), "it does not; shown for comparison"),
        ],
        note: "The scales differ from bet to bet.",
    };
    page.draw(|area| grid(area, columns, &panels, panel))
}

fn allowed(game: &Game, bet: &Bet, decks: u32) -> bool {
    game.book.shoe.decks.value.contains(&decks)
        && bet.decks.as_ref().is_none_or(|allowed| allowed.value.contains(&decks))
}

fn panel(area: &Area<'_>, panel: &Panel) -> Result<(), String> {
    panel_title(area, &panel.title, &panel.beside)?;
    let edges = range(panel.points.iter().map(|(_, edge, _)| *edge), 0.18);
    let places = decimals(&edges, 4);
    let mut chart = ChartBuilder::on(area)
        .margin_top(PANEL_TITLE)
        .margin_right(16)
        .x_label_area_size(40)
        .y_label_area_size(66)
        .build_cartesian_2d(0.6..8.4f64, edges)
        .map_err(told)?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .bold_line_style(colour::GRID)
        .light_line_style(WHITE)
        .axis_style(colour::FAINT)
        .x_labels(8)
        .y_labels(5)
        .x_label_formatter(&|decks| format!("{decks:.0}"))
        .y_label_formatter(&|edge| per_cent(*edge, places))
        .x_desc("decks")
        .axis_desc_style(plain(SMALL, colour::FAINT))
        .label_style(plain(SMALL, colour::FAINT))
        .draw()
        .map_err(told)?;
    let at = |(decks, edge, _): &(u32, f64, bool)| (f64::from(*decks), *edge);
    chart
        .draw_series(LineSeries::new(panel.points.iter().map(at), colour::BLUE.stroke_width(2)))
        .map_err(told)?;
    // Every dot is whole: the line behind it must not show through.
    let white = panel.points.iter().map(|point| Circle::new(at(point), 4, WHITE.filled()));
    chart.draw_series(white).map_err(told)?;
    let dots = panel.points.iter().map(|point| {
        let style = if point.2 { colour::BLUE.filled() } else { colour::BLUE.stroke_width(1) };
        Circle::new(at(point), 4, style)
    });
    chart.draw_series(dots).map_err(told)?;
    Ok(())
}
