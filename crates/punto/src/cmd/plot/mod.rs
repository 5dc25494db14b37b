//! Charts as SVG: one page with a heading, panels and a note, in the same few colours.

pub(crate) mod along;
pub(crate) mod bias;
pub(crate) mod decks;
pub(crate) mod event;
pub(crate) mod removal;
pub(crate) mod sessions;

use std::fs;
use std::ops::Range;
use std::path::Path;

use plotters::coord::Shift;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::deal::short;
use crate::failure::Failure;

/// Part of a page.
pub(super) type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// A chart with two axes of plain figures.
pub(super) type Chart<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;
/// A page, or what kept it from being drawn.
pub(crate) type Drawn = Result<String, Failure>;

/// Colours that the colour-blind tell apart and that print well on white.
pub(super) mod colour {
    use plotters::style::RGBColor;

    pub(in super::super) const INK: RGBColor = RGBColor(0x22, 0x2b, 0x33);
    pub(in super::super) const FAINT: RGBColor = RGBColor(0x6b, 0x76, 0x80);
    pub(in super::super) const GRID: RGBColor = RGBColor(0xe3, 0xe7, 0xea);
    pub(in super::super) const BLUE: RGBColor = RGBColor(0x00, 0x5f, 0xa3);
    pub(in super::super) const RED: RGBColor = RGBColor(0xc4, 0x3c, 0x16);
    pub(in super::super) const GREEN: RGBColor = RGBColor(0x00, 0x7f, 0x66);
}

const MARGIN: i32 = 28;
const HEADING: i32 = 118;
const NOTE: i32 = 44;
/// What a panel keeps free for its own title.
pub(super) const PANEL_TITLE: u32 = 34;
/// The size of labels and notes.
pub(super) const SMALL: f64 = 15.0;

/// Charts are SVG only, and a wrong name is told before anything is worked out.
pub(crate) fn check_path(path: &Path) -> Result<(), Failure> {
    if path.extension().is_some_and(|end| end.eq_ignore_ascii_case("svg")) {
        return Ok(());
    }
    let shown = short(&path.display().to_string());
    Err(Failure::of(format!("`{shown}` does not end in .svg; charts are drawn as SVG")))
}

/// Puts a chart where it was asked for.
pub(crate) fn write(path: &Path, svg: &str) -> Result<(), Failure> {
    fs::write(path, svg)
        .map_err(|error| Failure::of(format!("{}: cannot be written: {error}", path.display())))
}

/// What a page says besides its panels.
pub(super) struct Page<'a> {
    pub(super) size: (u32, u32),
    pub(super) title: &'a str,
    pub(super) subtitle: &'a str,
    /// What the marks mean, each with a sample of it.
    pub(super) legend: &'a [(Sample, &'a str)],
    pub(super) note: &'a str,
}

/// A sample of a mark, for the legend.
#[derive(Clone, Copy)]
pub(super) enum Sample {
    /// A filled area; the figure is how strong its colour is.
    Area(RGBColor, f64),
    /// A line.
    Line(RGBColor),
    /// A dashed line.
    Dashes(RGBColor),
    /// A filled dot.
    Dot(RGBColor),
    /// A hollow dot.
    Ring(RGBColor),
}

impl Sample {
    const WIDTH: i32 = 22;

    fn draw(self, area: &Area<'_>, (x, y): (i32, i32)) -> Result<(), String> {
        let line = |from: i32, to: i32, colour: RGBColor| {
            area.draw(&PathElement::new([(from, y), (to, y)], colour.stroke_width(2))).map_err(told)
        };
        let middle = (x + Sample::WIDTH / 2, y);
        match self {
            Sample::Area(colour, strength) => {
                let corners = [(x, y - 6), (x + Sample::WIDTH, y + 6)];
                area.draw(&Rectangle::new(corners, colour.mix(strength).filled())).map_err(told)
            }
            Sample::Line(colour) => line(x, x + Sample::WIDTH, colour),
            Sample::Dashes(colour) => {
                [0, 8, 16].into_iter().try_for_each(|at| line(x + at, x + at + 5, colour))
            }
            Sample::Dot(colour) => area.draw(&Circle::new(middle, 4, colour.filled())).map_err(told),
            Sample::Ring(colour) => area.draw(&Circle::new(middle, 4, colour.stroke_width(1))).map_err(told),
        }
    }
}

impl Page<'_> {
    /// Draws the page; the closure fills what is left between heading and note.
    pub(super) fn draw(&self, fill: impl FnOnce(&Area<'_>) -> Result<(), String>) -> Drawn {
        let mut svg = String::new();
        let drawn = self.onto(&mut svg, fill);
        drawn.map_err(|error| Failure::of(format!("the chart could not be drawn: {error}")))?;
        Ok(svg)
    }

    fn onto(
        &self,
        svg: &mut String,
        fill: impl FnOnce(&Area<'_>) -> Result<(), String>,
    ) -> Result<(), String> {
        let root = SVGBackend::with_string(svg, self.size).into_drawing_area();
        root.fill(&WHITE).map_err(told)?;
        let (width, height) = (self.size.0 as i32, self.size.1 as i32);
        write_at(&root, self.title, (MARGIN, 18), &bold(26.0), HPos::Left)?;
        write_at(&root, self.subtitle, (MARGIN, 52), &plain(SMALL + 2.0, colour::INK), HPos::Left)?;
        let mut x = MARGIN;
        for (sample, means) in self.legend {
            sample.draw(&root, (x, 88))?;
            x += Sample::WIDTH + 7;
            write_at(&root, means, (x, 82), &plain(SMALL, colour::INK), HPos::Left)?;
            // Letters are measured by the reader's fonts; this is a generous guess.
            x += (means.chars().count() as f64 * SMALL * 0.42) as i32 + 20;
        }
        write_at(&root, self.note, (MARGIN, height - NOTE + 12), &plain(SMALL, colour::FAINT), HPos::Left)?;
        let inner = root.clone().shrink(
            (MARGIN - 12, HEADING),
            ((width - 2 * MARGIN + 24).max(1), (height - HEADING - NOTE).max(1)),
        );
        fill(&inner)?;
        root.present().map_err(told)
    }
}

/// Cuts an area into a grid and gives each panel its item.
pub(super) fn grid<T>(
    area: &Area<'_>,
    columns: usize,
    items: &[T],
    draw: impl Fn(&Area<'_>, &T) -> Result<(), String>,
) -> Result<(), String> {
    let rows = items.len().div_ceil(columns).max(1);
    for (panel, item) in area.split_evenly((rows, columns)).iter().zip(items) {
        draw(panel, item)?;
    }
    Ok(())
}

/// The size of a page with so many panels of this size; a page with few has larger ones.
pub(super) fn page_size(panels: usize, columns: usize, each: (u32, u32)) -> (u32, u32) {
    let rows = panels.div_ceil(columns).max(1) as u32;
    let (width, height) = if panels <= 2 { (each.0 * 2, each.1 * 3 / 2) } else { each };
    let width = if panels == 2 { each.0 * 3 / 2 } else { width };
    (width * columns.max(1) as u32 + 2 * MARGIN as u32, rows * height + (HEADING + NOTE) as u32)
}

/// A panel's own title, and something faint beside it.
pub(super) fn panel_title(panel: &Area<'_>, title: &str, beside: &str) -> Result<(), String> {
    write_at(panel, title, (12, 8), &bold(17.0), HPos::Left)?;
    let right = panel.dim_in_pixel().0 as i32 - 16;
    write_at(panel, beside, (right, 10), &plain(SMALL, colour::FAINT), HPos::Right)
}

/// An axis: its figures, about how many labels it has, and what they say.
pub(super) struct Axis<'t> {
    pub(super) reach: Range<f64>,
    pub(super) labels: usize,
    pub(super) told: &'t dyn Fn(&f64) -> String,
}

/// A chart on a panel, with its two axes drawn and what the lower one shows.
pub(super) fn axes<'a, 'b>(
    area: &'a Area<'b>,
    shows: &str,
    x: Axis<'_>,
    y: Axis<'_>,
) -> Result<Chart<'a, 'b>, String> {
    let mut chart = ChartBuilder::on(area)
        .margin_top(PANEL_TITLE)
        .margin_right(24)
        .x_label_area_size(44)
        .y_label_area_size(66)
        .build_cartesian_2d(x.reach, y.reach)
        .map_err(told)?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .bold_line_style(colour::GRID)
        .light_line_style(WHITE)
        .axis_style(colour::FAINT)
        .x_labels(x.labels)
        .y_labels(y.labels)
        .x_label_formatter(&x.told)
        .y_label_formatter(&y.told)
        .x_desc(shows)
        .axis_desc_style(plain(SMALL, colour::FAINT))
        .label_style(plain(SMALL, colour::FAINT))
        .draw()
        .map_err(told)?;
    Ok(chart)
}

/// A chart of edges over something that is counted.
pub(super) fn edges_over<'a, 'b>(
    area: &'a Area<'b>,
    (counted, across): (&str, Range<f64>),
    (edges, places): (Range<f64>, usize),
    labels: (usize, usize),
) -> Result<Chart<'a, 'b>, String> {
    let x = Axis { reach: across, labels: labels.0, told: &|count| format!("{count:.0}") };
    let y = Axis { reach: edges, labels: labels.1, told: &|edge| per_cent(*edge, places) };
    axes(area, counted, x, y)
}

/// Writes a line of text with its top at a point.
pub(super) fn write_at(
    area: &Area<'_>,
    text: &str,
    at: (i32, i32),
    style: &TextStyle<'_>,
    side: HPos,
) -> Result<(), String> {
    area.draw_text(text, &style.pos(Pos::new(side, VPos::Top)), at).map_err(told)
}

/// Plain letters of a size and colour.
pub(super) fn plain(size: f64, colour: RGBColor) -> TextStyle<'static> {
    ("sans-serif", size).into_font().color(&colour)
}

/// Heavy letters of a size.
pub(super) fn bold(size: f64) -> TextStyle<'static> {
    FontDesc::new(FontFamily::SansSerif, size, FontStyle::Bold).color(&colour::INK)
}

/// The words of an error of the drawing library.
pub(super) fn told(error: impl std::fmt::Display) -> String {
    error.to_string()
}

/// A range of figures with some air around them; one figure alone gets a range, too.
pub(super) fn range(figures: impl IntoIterator<Item = f64>, air: f64) -> std::ops::Range<f64> {
    let (low, high) = figures
        .into_iter()
        .filter(|figure| figure.is_finite())
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), figure| (low.min(figure), high.max(figure)));
    if low > high {
        return 0.0..1.0;
    }
    let reach = if high > low { (high - low) * air } else { high.abs().max(1.0) * air };
    low - reach..high + reach
}

/// A figure with its sign; nought has none.
pub(super) fn signed(figure: f64, places: usize) -> String {
    let text = format!("{figure:+.places$}");
    if text.bytes().all(|byte| !(b'1'..=b'9').contains(&byte)) { "0".into() } else { text }
}

/// A figure of per cent; nought is never negative.
pub(super) fn per_cent(figure: f64, places: usize) -> String {
    let figure = if figure.abs() < 0.5 * 10f64.powi(-(places as i32)) { 0.0 } else { figure };
    format!("{figure:.places$} %")
}

/// How many decimals tell the labels of a range apart.
pub(super) fn decimals(range: &std::ops::Range<f64>, labels: usize) -> usize {
    let step = (range.end - range.start).abs() / labels.max(1) as f64;
    if step > 0.0 { (-step.log10()).ceil().clamp(0.0, 9.0) as usize } else { 0 }
}
