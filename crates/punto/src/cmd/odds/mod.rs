//! `punto odds`: the exact odds of every bet for any shoe.

mod json;
mod text;

use std::path::{Path, PathBuf};

use punto_odds::{BetOdds, Composition, Endings, NotTaken, PaidStake, Removal};
use punto_rulebook::Answer as Ruling;
use punto_vocab::{Card, Chips, Citation, Money, Rounding};

use super::along::{self, AlongArgs};
use super::deal::short;
use super::game::{Game, GameArgs, ShoeArgs, read_text};
use super::plot;
use crate::failure::{Answer, Failure};
use crate::print::as_json;

#[derive(clap::Args)]
#[command(after_help = "Examples:
  punto odds                                               New South Wales, eight decks
  punto odds --rulebook tas-2018 --variant federal --decks 6
  punto odds --remove \"4s 4h 6d\" --bet banker --outcomes   fractions and clauses
  punto odds --shoe shoe.json --json                       {\"counts\": {\"As\": 8, \"Td\": 7}}
  punto odds --stake 25 --chips \"5 25 100\"                 what rounding makes of the game
  punto odds --removal --plot removal.svg                  effect of removing one card
  punto odds --along --shoes 100000 --plot along.svg       the edge at every coup of many shoes

If no document is named, it is nsw-2021, which has the most bets. All bets of the document are shown, \
also those that it does not allow with so many decks; these are marked.

The house edge is what the house expects to win of a stake. A stake that is given back on a stand-off \
counts as staked; \"of resolved\" leaves such stakes out.

--plot draws what is asked for: the edge by the number of decks; with --removal the effect of removal; \
with --along the edge along the shoe.")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The cards left, as JSON: {"counts": {"As": 8, "Td": 7}}; cards not named are gone.
    #[arg(long, value_name = "FILE", conflicts_with = "decks")]
    shoe: Option<PathBuf>,
    /// Cards to take out, such as "4s 4h".
    #[arg(long, value_name = "CARDS")]
    remove: Option<String>,
    /// Every outcome with its probability as a fraction and its clauses.
    #[arg(long)]
    outcomes: bool,
    /// How the points and the numbers of cards are distributed.
    #[arg(long)]
    points: bool,
    /// What taking out one card of each rank does to the edge.
    #[arg(long)]
    removal: bool,
    /// Pay this stake in chips, and see what rounding makes of the game.
    #[arg(long, value_name = "AMOUNT", allow_hyphen_values = true)]
    stake: Option<String>,
    /// The chips that pay it; if not given, a usual set.
    #[arg(long, requires = "stake", allow_hyphen_values = true)]
    chips: Option<String>,
    /// How payouts are rounded, where the document leaves it to the operator: up, down or nearest.
    #[arg(long, requires = "stake")]
    rounding: Option<String>,
    #[command(flatten)]
    along: AlongArgs,
    #[command(flatten)]
    shoes_as: ShoeArgs,
    /// Draw a chart into this SVG file.
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// For programs.
    #[arg(long)]
    json: bool,
}

/// Everything there is to show of one shoe.
struct Report {
    game: Game,
    /// Whether the shoe was given card by card.
    given: bool,
    shoe: Composition,
    removed: Vec<Card>,
    odds: Vec<BetOdds>,
    in_chips: Option<InChips>,
    points: Option<Endings>,
    removal: Option<Vec<Removal>>,
}

/// The odds of one stake as chips pay it.
struct InChips {
    payment: PaidStake,
    by: Citation,
    odds: Vec<Result<BetOdds, NotTaken>>,
}

pub(crate) fn run(args: &Args) -> Answer {
    if let Some(path) = &args.plot {
        plot::check_path(path)?;
    }
    if args.along.asked_for() {
        let game = args.game.game(Some(&args.shoes_as), None)?;
        return along::run(&args.along, &game, args.plot.as_deref(), args.json);
    }
    if args.shoes_as.given() {
        return Err(Failure::of("--behind, --burn and --device are about shoes that are dealt; add --along"));
    }
    let rounding = args.rounding.as_deref().map(str::parse::<Rounding>).transpose().map_err(Failure::of)?;
    let game = args.game.game(None, rounding)?;
    let removed = args.remove.as_deref().map(read_cards).transpose()?.unwrap_or_default();
    let shoe = shoe(args, &game, &removed)?;
    let analysis = game.analysis()?;
    let odds = analysis.odds(&shoe).map_err(Failure::of)?;
    let in_chips = match payment(args, &game, rounding)? {
        None => None,
        Some((payment, by)) => {
            let odds = analysis.odds_in_chips(&shoe, &payment).map_err(Failure::of)?;
            Some(InChips { payment, by, odds })
        }
    };
    let points = args.points.then(|| analysis.endings(&shoe)).transpose().map_err(Failure::of)?;
    let removal = args.removal.then(|| analysis.removal(&shoe)).transpose().map_err(Failure::of)?;
    if let Some(path) = &args.plot {
        let drawn = match &removal {
            Some(removal) => plot::removal::draw(&game, &shoe, removal),
            None if args.shoe.is_some() || !removed.is_empty() => {
                return Err(Failure::of(
                    "the chart of the edge by decks takes full decks; with --shoe or --remove, ask for --removal too",
                ));
            }
            None => plot::decks::draw(&game, &analysis),
        };
        plot::write(path, &drawn?)?;
    }
    let report = Report { game, given: args.shoe.is_some(), shoe, removed, odds, in_chips, points, removal };
    Ok(if args.json { as_json(&report.json()) } else { report.text(args.outcomes) })
}

/// The shoe that is asked for, without the cards taken out of it.
fn shoe(args: &Args, game: &Game, removed: &[Card]) -> Result<Composition, Failure> {
    let decks = &game.book.shoe.decks;
    let mut shoe = match &args.shoe {
        Some(path) => {
            let shoe = read_shoe(path)?;
            let most = decks.value.iter().copied().max().unwrap_or(Composition::MOST_DECKS);
            let wrong = |error| Failure::of(format!("{}: {error} ({})", path.display(), decks.by));
            shoe.check_decks(most).map_err(wrong)?;
            shoe
        }
        None => Composition::decks(game.terms.decks).map_err(Failure::of)?,
    };
    for card in removed {
        shoe.remove(*card).map_err(Failure::of)?;
    }
    shoe.check_coup().map_err(Failure::of)?;
    Ok(shoe)
}

fn read_shoe(path: &Path) -> Result<Composition, Failure> {
    let text = read_text(path, "a shoe")?;
    serde_json::from_str(&text).map_err(|error| {
        let expected = "a shoe is JSON like {\"counts\": {\"As\": 8, \"Td\": 7}}";
        Failure::of(format!("{}: {}; {expected}", path.display(), short_error(&error)))
    })
}

/// What was wrong with JSON, on one line however long the input's own words are.
fn short_error(error: &serde_json::Error) -> String {
    error.to_string().chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).take(200).collect()
}

fn read_cards(text: &str) -> Result<Vec<Card>, Failure> {
    let words = text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
    let cards: Vec<Card> = words.map(|word| word.parse().map_err(Failure::of)).collect::<Result<_, _>>()?;
    if cards.is_empty() {
        let shown = short(text);
        return Err(Failure::of(format!(
            "`{shown}` names no card to take out; write it like --remove \"4s 4h\""
        )));
    }
    Ok(cards)
}

/// The stake, its chips and its rounding, with what the rounding rests on.
fn payment(
    args: &Args,
    game: &Game,
    rounding: Option<Rounding>,
) -> Result<Option<(PaidStake, Citation)>, Failure> {
    let Some(stake) = &args.stake else { return Ok(None) };
    let stake: Money = stake.parse().map_err(Failure::of)?;
    let chips: Chips = match &args.chips {
        Some(chips) => chips.parse().map_err(Failure::of)?,
        None => game.terms.chips.clone(),
    };
    if !chips.can_make(stake) || stake.is_zero() {
        let by = &game.book.stakes.by;
        return Err(Failure::of(format!("a stake of {stake} cannot be made with the chips {chips} ({by})")));
    }
    match (&game.book.rounding, rounding) {
        (Ruling::Fixed(fixed), Some(asked)) if fixed.value != asked => Err(Failure::of(format!(
            "payouts are not rounded {asked} here; the document's rule is {} ({})",
            fixed.value, fixed.by
        ))),
        (Ruling::House(setting), None) if !args.game.sets(setting.name()) => {
            Err(Failure::of(format!("{setting} has no default: choose --rounding up, down or nearest")))
        }
        _ => {
            let rounding = &game.terms.rounding;
            Ok(Some((PaidStake { stake, chips, rounding: rounding.value }, rounding.by.clone())))
        }
    }
}
