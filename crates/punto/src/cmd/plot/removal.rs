//! What taking one card out of the shoe does to the edge of every bet.

use plotters::prelude::*;
use plotters::style::text_anchor::HPos;
use punto_odds::{Composition, Removal};
use punto_vocab::Rank;

use super::{
    Area, Drawn, PANEL_TITLE, Page, SMALL, Sample, colour, decimals, grid, page_size, panel_title, plain,
    range, signed, told, write_at,
};
use crate::cmd::game::Game;

pub(crate) fn draw(game: &Game, shoe: &Composition, removal: &[Removal]) -> Drawn {
    let columns = removal.len().clamp(1, 3);
    let (book, variant) = (&game.book, &game.terms.variant);
    let page = Page {
        size: page_size(removal.len(), columns, (390, 240)),
        title: "Effect of removing one card",
        subtitle: &format!(
            "{}, {variant}, {} cards: change of the house edge in percentage points, by the rank taken out",
            book.id,
            shoe.cards()
        ),
        legend: &[
            (Sample::Area(colour::GREEN, 1.0), "better for the patron"),
            (Sample::Area(colour::RED, 1.0), "better for the house"),
        ],
        note: "Beside each title: the house edge before the card is taken out. The scales differ from bet to bet.",
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
    if Rank::ALL.into_iter().all(|rank| change(rank).abs() < 1e-10) {
        let (width, height) = area.dim_in_pixel();
        let why = "no effect: all ranks are alike to this bet";
        let middle = (width as i32 / 2, height as i32 / 2);
        return write_at(area, why, middle, &plain(SMALL, colour::FAINT), HPos::Center);
    }
    let changes = range(Rank::ALL.into_iter().map(change).chain([0.0]), 0.12);
    let places = decimals(&changes, 4);
    let mut chart = ChartBuilder::on(area)
        .margin_top(PANEL_TITLE)
        .margin_right(16)
        .x_label_area_size(28)
        .y_label_area_size(72)
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
        .y_labels(7)
        .x_label_formatter(&name)
        .y_label_formatter(&|change| signed(*change, places))
        .label_style(plain(SMALL, colour::FAINT))
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
