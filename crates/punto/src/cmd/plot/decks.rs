//! The house edge of every bet by the number of decks.

use plotters::prelude::*;
use punto_odds::{Analysis, Composition};
use punto_rulebook::Bet;

use super::{
    Area, Drawn, Page, Sample, colour, decimals, edges_over, grid, page_size, panel_title, range, told,
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
    let mut chart = edges_over(area, ("decks", 0.6..8.4), (edges, places), (8, 5))?;
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
