//! `punto simulate --system`: what becomes of patrons who stake by a betting system.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use punto_odds::sim::{Frequency, NINETY_FIVE, PatronStay, SessionSums, SimGame, SimRun, System, Watch};
use punto_rulebook::{Draft, Limits, Pays};
use punto_vocab::{Chips, Money, Odds, Rounding};
use serde_json::{Map, Value, json};

use crate::cmd::deal::short;
use crate::cmd::game::{Game, GameArgs, ShoeArgs, read_count, read_text};
use crate::cmd::plot;
use crate::failure::{Answer, Failure};
use crate::print::{as_json, citation, figure, figures_from, lines, money, table};
use crate::progress::{Progress, large, spaced, stop};

/// The quantiles that are reported, in thousandths.
const QUANTILES: [u32; 7] = [10, 50, 250, 500, 750, 950, 990];
/// The ends of all sessions are kept, so their number has a bound.
const MOST_SESSIONS: u64 = 20_000_000;
const LONGEST_SESSION: u64 = 100_000;

#[derive(clap::Args)]
pub(crate) struct SessionArgs {
    /// Let patrons play the betting system in this file.
    #[arg(long, value_name = "FILE")]
    system: Option<PathBuf>,
    /// With --system: how many sessions; 100000 if not given.
    #[arg(long, value_name = "N", requires = "system")]
    sessions: Option<String>,
    /// With --system: the money a patron brings; a hundred times the base stake if not given.
    #[arg(long, value_name = "AMOUNT", requires = "system", allow_hyphen_values = true)]
    bankroll: Option<String>,
    /// With --system: the most coups of a session; 200 if not given.
    #[arg(long, value_name = "COUPS", requires = "system")]
    stay: Option<String>,
    /// With --system: the table's minimum and maximum, such as 10..5000; wide if not given.
    #[arg(long, value_name = "MIN..MAX", requires = "system")]
    limits: Option<String>,
    /// With --system: the table's chips, such as "5 25 100"; a usual set if not given.
    #[arg(long, requires = "system")]
    chips: Option<String>,
}

impl SessionArgs {
    /// The system that is asked for, if one is.
    pub(super) fn system(&self) -> Result<Option<System>, Failure> {
        let Some(path) = &self.system else { return Ok(None) };
        let text = read_text(path, "a system")?;
        text.parse().map(Some).map_err(|error| Failure::of(format!("{}: {error}", path.display())))
    }
}

/// What is asked about a system.
pub(super) struct Question<'a> {
    pub(super) game: &'a GameArgs,
    pub(super) shoe: &'a ShoeArgs,
    pub(super) args: &'a SessionArgs,
    pub(super) seed: u64,
    pub(super) threads: usize,
}

/// Sessions that were played.
pub(crate) struct Played {
    pub(crate) game: Game,
    pub(crate) system: System,
    pub(crate) session: PatronStay,
    pub(crate) seed: u64,
    pub(crate) sessions: SessionSums,
}

pub(super) fn run(question: &Question<'_>, system: &System, plot: Option<&Path>, json: bool) -> Answer {
    let args = question.args;
    let count = |text: &Option<String>, usual: u64, most: u64, what: &str| {
        let count = text.as_deref().map_or(Ok(usual), |text| read_count(text, what))?;
        if count <= most {
            Ok(count)
        } else {
            Err(Failure::of(format!("{count} {what} are too many; at most {most}")))
        }
    };
    let wanted = count(&args.sessions, 100_000, MOST_SESSIONS, "sessions")?;
    let coups = count(&args.stay, 200, LONGEST_SESSION, "coups to stay")? as u32;
    let bankroll = match &args.bankroll {
        Some(text) => text.parse::<Money>().map_err(Failure::of)?,
        None => Money::from_minor(system.base().minor().saturating_mul(100)).min(Money::LARGEST),
    };
    let game = game(question, system)?;
    check_base(&game, system)?;
    let simulated = SimGame::of_terms(&game.book, &game.terms).map_err(Failure::of)?;
    let session = PatronStay { bankroll, coups };
    let run = SimRun { seed: question.seed, coups: wanted, threads: question.threads };
    let progress = Progress::new(wanted, "sessions");
    let tell = |done: u64| progress.told(done);
    let watch = Watch { stop: Some(stop()), progress: Some(&tell) };
    let sessions =
        SessionSums::play(system, session, &simulated, &game.terms, &run, &watch).map_err(Failure::of)?;
    let took = progress.done().as_secs_f64();
    let played = Played { game, system: system.clone(), session, seed: question.seed, sessions };
    if let Some(path) = plot {
        plot::write(path, &plot::sessions::draw(&played)?)?;
    }
    if json {
        return Ok(as_json(&played.json()));
    }
    let speed = large(played.sessions.coups() as f64 / took.max(1e-9));
    Ok(format!("{}\n{took:.1} s, {speed} coups a second\n", played.text()))
}

/// A table that offers the system's bet, with the limits and chips that were asked for.
fn game(question: &Question<'_>, system: &System) -> Result<Game, Failure> {
    let args = question.args;
    let chips = args.chips.as_deref().map(str::parse::<Chips>).transpose().map_err(Failure::of)?;
    let limits = args.limits.as_deref().map(read_limits).transpose()?;
    question.game.game_with(Some(question.shoe), None, |draft: &mut Draft| {
        draft.offered = vec![system.bet()];
        if let Some(chips) = chips {
            draft.limits.wager.min = chips.smallest();
            draft.chips = chips;
        }
        if let Some(limits) = limits {
            draft.limits = limits;
        }
    })
}

fn read_limits(text: &str) -> Result<Limits, Failure> {
    let wrong = || Failure::of(format!("`{}` is not a pair of limits; write it like 10..5000", short(text)));
    let (min, max) = text.split_once("..").ok_or_else(wrong)?;
    let amount = |text: &str| text.trim().parse::<Money>().map_err(Failure::of);
    Ok(Limits::plain(amount(min)?, amount(max)?))
}

/// Where a document takes no wager that chips could not pay, a system may not begin with one.
fn check_base(game: &Game, system: &System) -> Result<(), Failure> {
    let (terms, base) = (&game.terms, system.base());
    if terms.rounding.value != Rounding::Refused {
        return Ok(());
    }
    let rows = terms.offer(system.bet()).map(|offer| offer.rows.as_slice()).unwrap_or_default();
    let payable = |odds: Odds| odds.winnings(base).whole().is_some_and(|paid| terms.chips.can_make(paid));
    let all = rows.iter().all(|row| match &row.pays {
        Pays::StandOff => true,
        Pays::Odds { odds, commission } => payable(commission.map_or(*odds, |share| odds.less(share))),
    });
    if all {
        return Ok(());
    }
    let (bet, chips, by) = (system.bet(), &terms.chips, &terms.rounding.by);
    Err(Failure::of(format!(
        "a winning {base} on {bet} could not be paid exactly with the chips {chips} ({by})"
    )))
}

impl Played {
    /// The system on one line.
    pub(crate) fn system_line(&self) -> String {
        self.system.to_string().lines().collect::<Vec<_>>().join(", ")
    }

    /// Whether the system has something to reach.
    pub(crate) fn has_target(&self) -> bool {
        self.system.to_string().lines().any(|line| line.starts_with("target "))
    }

    /// What the house won of all that was staked.
    fn house_result(&self) -> f64 {
        let staked = self.sessions.staked().sum;
        if staked == 0 { 0.0 } else { -(self.sessions.sums().sum as f64) / staked as f64 }
    }

    fn text(&self) -> String {
        let (game, sessions) = (&self.game, &self.sessions);
        let terms = &game.terms;
        let span = terms.offer(self.system.bet()).map_or(terms.limits.wager, |offer| offer.span);
        let stopped = if sessions.stopped() { " (stopped)" } else { "" };
        let count = sessions.gains().len() as u64;
        let mut text = format!("{}, {}: {}\n", game.book.id, terms.variant, game.shoe_line());
        let _ = writeln!(text, "system: {}", self.system_line());
        let _ = writeln!(
            text,
            "a patron brings {} and stays {} coups at most; limits {} to {}, chips {}, rounding {} ({})",
            self.session.bankroll,
            self.session.coups,
            span.min,
            span.max,
            terms.chips,
            terms.rounding.value,
            terms.rounding.by
        );
        let _ = writeln!(
            text,
            "{} sessions{stopped}, {} coups, seed {}\n",
            spaced(count),
            spaced(sessions.coups()),
            self.seed
        );
        let mut shown = table(["sessions that ended", "%", "95 % confidence"]);
        for (name, share) in self.shares() {
            let interval = share.interval(NINETY_FIVE);
            shown.add_row([
                name.to_owned(),
                format!("{:.3}", share.estimate().value * 100.0),
                format!("{:.3} to {:.3}", interval.low * 100.0, interval.high * 100.0),
            ]);
        }
        figures_from(&mut shown, 1);
        let _ = writeln!(text, "{}", lines(&shown));
        let mean = sessions.sums().mean();
        let _ = writeln!(
            text,
            "mean gain {:.2} ± {:.2} of {:.2} staked a session; the house won {:.4} % of all stakes",
            mean.value / 100.0,
            mean.error * NINETY_FIVE / 100.0,
            sessions.staked().mean().value / 100.0,
            self.house_result() * 100.0
        );
        let amount = |part: f64| sessions.quantile(part).unwrap_or(Money::ZERO).to_string();
        let quantile = |q: &u32| format!("{} % {}", f64::from(*q) / 10.0, amount(f64::from(*q) / 1000.0));
        let quantiles: Vec<String> = QUANTILES.iter().map(quantile).collect();
        let _ =
            writeln!(text, "gains: worst {}, {}, best {}", amount(0.0), quantiles.join(", "), amount(1.0));
        text
    }

    fn shares(&self) -> impl Iterator<Item = (&'static str, Frequency)> {
        let sessions = &self.sessions;
        let target = self.has_target().then(|| ("with the target reached", sessions.reached()));
        [("in ruin", sessions.ruined())].into_iter().chain(target).chain([("ahead", sessions.ahead())])
    }

    fn json(&self) -> Value {
        let (game, sessions) = (&self.game, &self.sessions);
        let terms = &game.terms;
        let span = terms.offer(self.system.bet()).map_or(terms.limits.wager, |offer| offer.span);
        let share = |share: Frequency| {
            let interval = share.interval(NINETY_FIVE);
            json!({
                "count": share.count,
                "decimal": figure(share.estimate().value),
                "interval_95": [figure(interval.low), figure(interval.high)],
            })
        };
        let quantile = |q: u32| {
            let part = f64::from(q) / 1000.0;
            (format!("{part:.2}"), sessions.quantile(part).map_or(Value::Null, money))
        };
        let mean = sessions.sums().mean();
        json!({
            "rulebook": &*game.book.id,
            "variant": &*terms.variant,
            "shoe": game.shoe_json(),
            "system": self.system.to_string().lines().collect::<Vec<_>>(),
            "bankroll": money(self.session.bankroll),
            "most_coups": self.session.coups,
            "limits": [money(span.min), money(span.max)],
            "chips": terms.chips.denominations().map(money).collect::<Vec<_>>(),
            "rounding": { "value": terms.rounding.value.word(), "by": citation(&terms.rounding.by) },
            "seed": self.seed,
            "sessions": sessions.gains().len(),
            "coups": sessions.coups(),
            "stopped": sessions.stopped(),
            "ruined": share(sessions.ruined()),
            "target_reached": share(sessions.reached()),
            "ahead": share(sessions.ahead()),
            "mean_gain": figure(mean.value / 100.0),
            "mean_gain_error": figure(mean.error / 100.0),
            "mean_staked": figure(sessions.staked().mean().value / 100.0),
            "house_result_of_stakes": figure(self.house_result()),
            "worst": sessions.quantile(0.0).map(money),
            "best": sessions.quantile(1.0).map(money),
            "gain_quantiles": QUANTILES.into_iter().map(quantile).collect::<Map<String, Value>>(),
        })
    }
}
