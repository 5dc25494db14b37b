//! `punto simulate`: real shoes by the million, every outcome counted, and compared with the exact odds.

mod json;
mod rows;
mod sessions;
mod text;

use std::path::PathBuf;

use punto_odds::sim::{Bulk, SimGame, SimRun, SimTally, Watch};
use punto_vocab::BetId;

use super::game::{Game, GameArgs, ShoeArgs, read_count, seed_or_one, threads};
use super::plot;
use crate::failure::{Answer, Failure};
use crate::print::as_json;
use crate::progress::{Progress, large, stop};
pub(crate) use rows::Row;
use rows::rows;
pub(crate) use sessions::Played;
use sessions::SessionArgs;

#[derive(clap::Args)]
#[command(after_help = "Examples:
  punto simulate --rulebook nsw-2021 --decks 8 --coups 1e7 --seed 7
  punto simulate --coups 1e9 --compare                 against the exact odds, with z-scores
  punto simulate --coups 1e9 --compare --plot bias.svg
  punto simulate --rulebook tas-2018 --decks 6 --json
  punto simulate --system martingale.txt --bankroll 1000 --sessions 100000 --plot sessions.svg

Whole shoes are dealt as the document runs them: decks, burn, cut card, end of the shoe. The result \
depends on the seed alone, not on the threads or the processor. Ctrl-C prints what there is.

--compare sets the first coups of each shoe, up to 60, against the exact odds of the full shoe: before \
the first card these are the odds of any of them. Over whole shoes they are not, because how many coups \
a shoe has depends on how they go; that bias is shown beside it. Exit code 1 if any figure of the first \
coups is more than 4.5 standard errors off.

--system lets patrons play a betting system, each session from a fresh shoe until the money, the coups or \
the target end it. The system is a few lines of text: bet banker, base 10, target 200, and what becomes of \
the stake, such as lose: double, win: base, win x3: base, lose: up 1, win: down 1, win: leave. Stakes keep to \
the limits and to sums of chips, and payouts are rounded as the document says.")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    shoe: ShoeArgs,
    /// At least so many coups; shoes are dealt to their end.
    #[arg(long, value_name = "N", default_value = "1e7", conflicts_with = "system")]
    coups: String,
    /// Everything that is dealt follows from this number; 1 if not given.
    #[arg(long, value_name = "S")]
    seed: Option<String>,
    /// How many threads; all there are if not given. They do not change the result.
    #[arg(long, value_name = "T")]
    threads: Option<usize>,
    /// Set the counts against the exact odds.
    #[arg(long, conflicts_with = "system")]
    compare: bool,
    #[command(flatten)]
    sessions: SessionArgs,
    /// Draw a chart into this SVG file: counts less exact odds, or with --system how sessions ended.
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// For programs.
    #[arg(long)]
    json: bool,
}

/// How many standard errors a figure may be off.
pub(super) const FARTHEST: f64 = 4.5;

/// What a simulation came to.
pub(crate) struct Report<'a> {
    pub(crate) game: &'a Game,
    /// Bets that ask for the losing hand's point: coups are counted by the winning hand.
    pub(crate) left_out: Vec<BetId>,
    pub(crate) run: SimRun,
    /// How many coups of each shoe are set against the exact odds.
    pub(crate) early: u32,
    pub(crate) tally: SimTally,
    pub(crate) rows: Vec<Row>,
    pub(crate) compare: bool,
}

pub(crate) fn run(args: &Args) -> Answer {
    if let Some(path) = &args.plot {
        plot::check_path(path)?;
    }
    let seed = seed_or_one(args.seed.as_deref())?;
    let threads = threads(args.threads)?;
    if let Some(system) = args.sessions.system()? {
        let question =
            sessions::Question { game: &args.game, shoe: &args.shoe, args: &args.sessions, seed, threads };
        return sessions::run(&question, &system, args.plot.as_deref(), args.json);
    }
    let mut game = args.game.game(Some(&args.shoe), None)?;
    let left_out = game.bets.extract_if(.., |bet| bet.asks_for_loser()).map(|bet| bet.bet).collect();
    let simulated = SimGame::of_terms(&game.book, &game.terms).map_err(Failure::of)?;
    let run = SimRun { seed, coups: read_count(&args.coups, "coups")?, threads };
    let progress = Progress::new(run.coups, "coups");
    let tell = |done: u64| progress.told(done);
    let tally = Bulk::new(&simulated).run(&run, &Watch { stop: Some(stop()), progress: Some(&tell) });
    let took = progress.done().as_secs_f64();
    let rows = rows(&game, &tally)?;
    let report =
        Report { game: &game, left_out, run, early: simulated.early(), tally, rows, compare: args.compare };
    if let Some(path) = &args.plot {
        plot::write(path, &plot::bias::draw(&report)?)?;
    }
    let text = if args.json {
        as_json(&report.json())
    } else {
        let speed = large(report.tally.coups() as f64 / took.max(1e-9));
        format!("{}\n{took:.1} s, {speed} coups a second\n", report.text())
    };
    if args.compare && report.farthest() > FARTHEST { Err(Failure::Disagreement(text)) } else { Ok(text) }
}

impl Report<'_> {
    /// How many standard errors the farthest figure of the first coups is off.
    pub(super) fn farthest(&self) -> f64 {
        self.rows.iter().map(|row| row.early.z(row.exact).abs()).fold(0.0, f64::max)
    }
}
