//! The house edge along the shoe: its quantiles at every depth.

use plotters::prelude::*;
use punto_odds::along::{BetAlong, Edges, EdgesFollowed, Shoes};

use super::{
    Area, Drawn, Page, Sample, colour, decimals, edges_over, grid, page_size, panel_title, range, told,
};
use crate::cmd::game::Game;
use crate::progress::spaced;

/// The bands, widest first: their quantiles and how strong their colour is.
const BANDS: [(f64, f64, f64); 3] = [(0.01, 0.99, 0.14), (0.05, 0.95, 0.18), (0.25, 0.75, 0.32)];
/// Depths that fewer coups begin at than this share of the most say nothing worth drawing.
const FEWEST: f64 = 0.02;

pub(crate) fn draw(game: &Game, shoes: &Shoes, followed: &EdgesFollowed) -> Drawn {
    let columns = followed.bets.len().clamp(1, 3);
    let page = Page {
        size: page_size(followed.bets.len(), columns, (390, 270)),
        title: "House edge along the shoe",
        subtitle: &format!(
            "{}, {}, {} decks: the exact edge at every coup, in per cent of the stake, by the cards gone from the shoe",
            game.book.id, game.terms.variant, game.terms.decks
        ),
        legend: &[
            (Sample::Line(colour::BLUE), "median"),
            (Sample::Area(colour::BLUE, 0.52), "middle 50 %"),
            (Sample::Area(colour::BLUE, 0.30), "90 %"),
            (Sample::Area(colour::BLUE, 0.14), "98 % of coups"),
            (Sample::Dashes(colour::INK), "full shoe"),
            (Sample::Line(colour::GREEN), "nought: below it the bet favours the patron"),
        ],
        note: &format!(
            "Beside each title: the share of coups that favour a patron who has seen every card dealt face up. {} shoes, {} coups, seed {}.",
            spaced(followed.shoes),
            spaced(followed.coups),
            shoes.seed
        ),
    };
    page.draw(|area| {
        grid(area, columns, &followed.bets, |area, bet| {
            let name = game.book.bet(bet.bet).map_or_else(|| bet.bet.to_string(), |bet| bet.name.clone());
            let share = bet.whole().favourable().estimate().value * 100.0;
            panel_title(area, &name, &format!("favourable {share:.3} %"))?;
            panel(area, bet, f64::from(game.terms.decks * 52))
        })
    })
}

fn panel(area: &Area<'_>, bet: &BetAlong, cards: f64) -> Result<(), String> {
    let most = bet.depths.iter().map(Edges::count).max().unwrap_or(0) as f64;
    let met = bet.depths.iter().enumerate().filter(|(_, edges)| edges.count() as f64 > most * FEWEST);
    let middle = |place: usize| (place as f64 + 0.5) * f64::from(BetAlong::STEP);
    let depths: Vec<(f64, &Edges)> = met.map(|(place, edges)| (middle(place), edges)).collect();
    let at = |share: f64| depths.iter().map(move |(gone, edges)| (*gone, edges.quantile(share) * 100.0));
    let outer = at(BANDS[0].0).chain(at(BANDS[0].1)).map(|(_, edge)| edge);
    let edges = range(outer.chain([0.0, bet.full * 100.0]), 0.08);
    let places = decimals(&edges, 5);
    let counted = ("cards gone when the coup begins", 0.0..cards);
    let mut chart = edges_over(area, counted, (edges, places), (6, 6))?;
    for (low, high, strength) in BANDS {
        let outline: Vec<(f64, f64)> =
            at(low).chain(at(high).collect::<Vec<_>>().into_iter().rev()).collect();
        let band = Polygon::new(outline, colour::BLUE.mix(strength).filled());
        chart.draw_series([band]).map_err(told)?;
    }
    chart
        .draw_series(DashedLineSeries::new(
            [(0.0, bet.full * 100.0), (cards, bet.full * 100.0)],
            5,
            4,
            colour::INK.stroke_width(1),
        ))
        .map_err(told)?;
    chart
        .draw_series(LineSeries::new([(0.0, 0.0), (cards, 0.0)], colour::GREEN.stroke_width(2)))
        .map_err(told)?;
    chart.draw_series(LineSeries::new(at(0.5), colour::BLUE.stroke_width(2))).map_err(told)?;
    Ok(())
}
