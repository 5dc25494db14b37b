//! What taking one card out of the shoe does to the edge of every bet.

use plotters::prelude::*;
use punto_odds::{Composition, Removal};
use punto_vocab::Rank;

use super::{
    Area, Drawn, PANEL_TITLE, Page, colour, decimals, grid, page_height, panel_title, plain, range, told,
};
use crate::cmd::game::Game;

pub(crate) fn draw(game: &Game, shoe: &Composition, removal: &[Removal]) -> Drawn {
    let columns = removal.len().clamp(1, 3);
    let (book, variant) = (&game.book, &game.terms.variant);
    let page = Page {
        size: (90 + 380 * columns.max(2) as u32, page_height(removal.len(), columns, 230)),
        title: "Effect of removing one card",
        subtitle: &format!(
            "{}, {variant}, {} cards: change of the house edge in percentage points, by the rank taken out",
            book.id,
            shoe.cards()
        ),
        note: "Below nought (green) the bet becomes better for the patron, above (red) for the house. Beside each title: the edge before.",
    };
    page.draw(|area| {
        grid(area, columns, removal, |area, removal| {
            let name = book.bet(removal.bet).map_or_else(|| removal.bet.to_string(), |bet| bet.name.clone());
            panel_title(area, &name, &format!("edge {:.4} %", removal.edge * 100.0))?;
            panel(area, removal)
        })
    })
}

fn panel(area: &Area<'_>, removal: &Removal) -> Result<(), String> {
    let change = |rank: Rank| removal.change(rank).unwrap_or(0.0) * 100.0;
    let changes = range(Rank::ALL.into_iter().map(change).chain([0.0]), 0.12);
    let places = decimals(&changes, 4);
    let mut chart = ChartBuilder::on(area)
        .margin_top(PANEL_TITLE)
        .margin_right(16)
        .x_label_area_size(24)
        .y_label_area_size(64)
        .build_cartesian_2d((0..Rank::ALL.len() - 1).into_segmented(), changes)
        .map_err(told)?;
    let name = |place: &SegmentValue<usize>| match place {
        SegmentValue::CenterOf(place) | SegmentValue::Exact(place) => {
            Rank::ALL.get(*place).map(|rank| rank.to_string()).unwrap_or_default()
        }
        SegmentValue::Last => String::new(),
    };
    chart
        .configure_mesh()
        .disable_x_mesh()
        .bold_line_style(colour::GRID)
        .light_line_style(WHITE)
        .axis_style(colour::FAINT)
        .x_labels(Rank::ALL.len())
        .y_labels(5)
        .x_label_formatter(&name)
        .y_label_formatter(&|change| format!("{change:+.places$}"))
        .label_style(plain(12.0, colour::FAINT))
        .draw()
        .map_err(told)?;
    let bars = Rank::ALL.into_iter().enumerate().map(|(place, rank)| {
        let change = change(rank);
        let colour = if change <= 0.0 { colour::GREEN } else { colour::RED };
        let corners = [(SegmentValue::Exact(place), 0.0), (SegmentValue::Exact(place + 1), change)];
        let mut bar = Rectangle::new(corners, colour.filled());
        bar.set_margin(0, 0, 3, 3);
        bar
    });
    chart.draw_series(bars).map_err(told)?;
    let ends = [(SegmentValue::Exact(0), 0.0), (SegmentValue::Exact(Rank::ALL.len()), 0.0)];
    chart.draw_series(LineSeries::new(ends, colour::INK.stroke_width(1))).map_err(told)?;
    Ok(())
}
