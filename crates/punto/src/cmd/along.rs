//! `punto odds --along`: the exact edge of every bet at every coup of simulated shoes.

use std::fmt::Write;
use std::path::Path;

use punto_odds::along::{Along, BetAlong, Edges, EdgesFollowed, Shoes};
use punto_odds::sim::Watch;
use serde_json::{Map, Value, json};

use super::game::{Game, read_count, seed_or_one, threads};
use super::plot;
use crate::failure::{Answer, Failure};
use crate::print::{as_json, figure, figures_from, lines, table};
use crate::progress::{Progress, large, spaced, stop};

/// The quantiles that are reported, in hundredths.
pub(super) const QUANTILES: [u32; 7] = [1, 5, 25, 50, 75, 95, 99];
/// Without --shoes: enough for two digits of every share, in a second or two.
const USUAL: u64 = 10_000;
/// How many bets stand side by side in the table of depths.
const ABREAST: usize = 6;

#[derive(clap::Args)]
pub(crate) struct AlongArgs {
    /// Follow simulated shoes: the exact edge at every coup, from the cards seen so far.
    #[arg(long, conflicts_with_all = ["shoe", "remove", "outcomes", "points", "removal", "stake"])]
    along: bool,
    /// With --along: how many shoes; 10000 if not given, which takes seconds.
    #[arg(long, value_name = "N", requires = "along")]
    shoes: Option<String>,
    /// With --along: everything that is dealt follows from this number; 1 if not given.
    #[arg(long, value_name = "S", requires = "along")]
    seed: Option<String>,
    /// With --along: how many threads; all there are if not given. They do not change the result.
    #[arg(long, value_name = "T", requires = "along")]
    threads: Option<usize>,
}

impl AlongArgs {
    pub(crate) fn asked_for(&self) -> bool {
        self.along
    }
}

/// What came of following the shoes of a game.
struct Report<'a> {
    game: &'a Game,
    shoes: Shoes,
    followed: EdgesFollowed,
}

pub(crate) fn run(args: &AlongArgs, game: &Game, plot: Option<&Path>, json: bool) -> Answer {
    let shoes = Shoes {
        shoes: args.shoes.as_deref().map_or(Ok(USUAL), |text| read_count(text, "shoes"))?,
        seed: seed_or_one(args.seed.as_deref())?,
        threads: threads(args.threads)?,
    };
    let analysis = game.analysis()?;
    let along = Along::new(&analysis, &game.terms).map_err(Failure::of)?;
    let progress = Progress::new(shoes.shoes, "shoes");
    let tell = |done: u64| progress.told(done);
    let followed = along.follow(&shoes, &Watch { stop: Some(stop()), progress: Some(&tell) });
    let took = progress.done();
    let report = Report { game, shoes, followed };
    if let Some(path) = plot {
        plot::write(path, &plot::along::draw(game, &shoes, &report.followed)?)?;
    }
    if json {
        return Ok(as_json(&report.json()));
    }
    let speed = large(report.followed.coups as f64 / took.as_secs_f64().max(1e-9));
    Ok(format!("{}\n{:.1} s, {speed} coups a second\n", report.text(), took.as_secs_f64()))
}

impl Report<'_> {
    fn text(&self) -> String {
        let (game, followed) = (self.game, &self.followed);
        let stopped = if followed.stopped { " (stopped)" } else { "" };
        let mut text = format!(
            "{}, {}: {}\n{} shoes{stopped}, {} coups, seed {}\n\n",
            game.book.id,
            game.terms.variant,
            game.shoe_line(),
            spaced(followed.shoes),
            spaced(followed.coups),
            self.shoes.seed
        );
        text.push_str("The house edge at every coup, in per cent of the stake:\n\n");
        text.push_str(&self.quantiles());
        text.push_str("\nCoups that favour the patron, for one who has seen every card dealt face up:\n\n");
        text.push_str(&self.favourable());
        text.push_str(
            "\nShare of coups that favour the patron, in per cent, by cards gone when the coup begins:\n",
        );
        self.depths(&mut text);
        text
    }

    fn quantiles(&self) -> String {
        let mut shown = table(["bet"]);
        let heads = QUANTILES.map(|q| if q == 50 { "median".to_owned() } else { format!("{q} %") });
        let heads = ["bet", "full shoe", "mean"].map(str::to_owned).into_iter().chain(heads);
        shown.set_header(heads);
        for bet in &self.followed.bets {
            let whole = bet.whole();
            let figures = [bet.full, whole.mean()].into_iter();
            let figures = figures.chain(QUANTILES.map(|q| whole.quantile(f64::from(q) / 100.0)));
            shown.add_row(
                std::iter::once(bet.bet.to_string())
                    .chain(figures.map(|edge| format!("{:.3}", edge * 100.0))),
            );
        }
        figures_from(&mut shown, 1);
        lines(&shown)
    }

    fn favourable(&self) -> String {
        let head =
            ["bet", "coups %", "mean gain %", "best gain %", "shoes for one such coup", "gain in 1000 shoes"];
        let mut shown = table(head);
        let shoes = self.followed.shoes.max(1) as f64;
        for bet in &self.followed.bets {
            let whole = bet.whole();
            let share = whole.favourable();
            let some = |text: String| if share.count == 0 { "-".to_owned() } else { text };
            let best = whole.least().map_or(0.0, |least| -least * 100.0);
            shown.add_row([
                bet.bet.to_string(),
                format!("{:.4}", share.estimate().value * 100.0),
                some(format!("{:.4}", whole.mean_gain() * 100.0)),
                some(format!("{best:.3}")),
                some(format!("{:.2}", shoes / share.count as f64)),
                some(format!("{:.3} stakes", whole.gain() / shoes * 1000.0)),
            ]);
        }
        figures_from(&mut shown, 1);
        lines(&shown)
    }

    /// The shares by depth, a deck a row.
    fn depths(&self, text: &mut String) {
        let steps = (52 / BetAlong::STEP) as usize;
        for group in self.followed.bets.chunks(ABREAST) {
            let mut shown = table(["cards gone"]);
            let names = group.iter().map(|bet| bet.bet.to_string());
            shown.set_header(["cards gone", "coups"].map(str::to_owned).into_iter().chain(names));
            let decks = group.first().map_or(0, |bet| bet.depths.len().div_ceil(steps));
            for deck in 0..decks {
                let together: Vec<Edges> = group.iter().map(|bet| joined(bet, deck * steps, steps)).collect();
                let coups = together.first().map_or(0, Edges::count);
                let share = |edges: &Edges| match edges.count() {
                    0 => "-".to_owned(),
                    _ => format!("{:.3}", edges.favourable().estimate().value * 100.0),
                };
                let first = [format!("{} to {}", deck * 52, deck * 52 + 51), spaced(coups)];
                shown.add_row(first.into_iter().chain(together.iter().map(share)));
            }
            figures_from(&mut shown, 1);
            let _ = write!(text, "\n{}", lines(&shown));
        }
    }

    fn json(&self) -> Value {
        let (game, followed) = (self.game, &self.followed);
        json!({
            "rulebook": &*game.book.id,
            "variant": &*game.terms.variant,
            "shoe": game.shoe_json(),
            "seed": self.shoes.seed,
            "shoes": followed.shoes,
            "coups": followed.coups,
            "stopped": followed.stopped,
            "bets": followed.bets.iter().map(|bet| self.bet(bet)).collect::<Vec<_>>(),
        })
    }

    fn bet(&self, bet: &BetAlong) -> Value {
        let whole = bet.whole();
        let mut all = edges_json(&whole);
        all.insert("gain_per_shoe".into(), figure(whole.gain() / self.followed.shoes.max(1) as f64));
        let depth = |(place, edges): (usize, &Edges)| {
            let from = place as u32 * BetAlong::STEP;
            let mut all = Map::new();
            all.insert("cards_gone".into(), json!([from, from + BetAlong::STEP - 1]));
            all.append(&mut edges_json(edges));
            Value::from(all)
        };
        let met = bet.depths.iter().enumerate().filter(|(_, edges)| edges.count() > 0);
        let mut shown = Map::new();
        shown.insert("bet".into(), bet.bet.as_str().into());
        shown.insert("house_edge_full_shoe".into(), figure(bet.full));
        shown.append(&mut all);
        shown.insert("depths".into(), met.map(depth).collect::<Vec<_>>().into());
        shown.into()
    }
}

fn edges_json(edges: &Edges) -> Map<String, Value> {
    let quantile =
        |q: u32| (format!("{:.2}", f64::from(q) / 100.0), figure(edges.quantile(f64::from(q) / 100.0)));
    let all = json!({
        "coups": edges.count(),
        "house_edge_mean": figure(edges.mean()),
        "house_edge_quantiles": QUANTILES.into_iter().map(quantile).collect::<Map<String, Value>>(),
        "house_edge_least": edges.least().map(figure),
        "house_edge_most": edges.most().map(figure),
        "favourable_coups": edges.favourable().count,
        "favourable_share": figure(edges.favourable().estimate().value),
        "mean_gain_when_favourable": figure(edges.mean_gain()),
    });
    match all {
        Value::Object(all) => all,
        _ => Map::new(),
    }
}

/// The edges of some neighbouring depths together.
fn joined(bet: &BetAlong, first: usize, places: usize) -> Edges {
    let mut all = Edges::around(bet.full);
    bet.depths.iter().skip(first).take(places).for_each(|edges| all.merge(edges));
    all
}
