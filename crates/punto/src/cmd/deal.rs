//! `punto deal`: one coup, step by step.

use std::fmt::Write;

use punto_coup::{BoxId, Coup, Due, Settlement, Stake, Totals, Wager, check_wager, settle_all};
use punto_rulebook::{Draft, Medium, Outcome, Rulebook, Terms, Winner};
use punto_vocab::{BetId, Card, ChipCount, Money, PersonId, Side};
use serde_json::{Value, json};

use crate::failure::{Answer, Failure};
use crate::library::LibraryArgs;
use crate::print::{as_json, citation, lines, money, table};

#[derive(clap::Args)]
#[command(after_help = "Examples:
  punto deal --rulebook nsw-2021 --cards \"Ks 2d 6h 3c 9d\" --bet player=100 --bet banker=200
  punto deal --rulebook nsw-2021 --cards \"Ks 2d 3h 4c Qs\" --bet banker=25 --chips \"5 25 100\"
  punto deal --rulebook tas-2018 --variant federal --cards \"Ks 2d 3h 4c Qs\" --bet banker=25

One patron on both hands needs approval, so this is refused:
  punto deal --rulebook nsw-2021 --cards \"Ks 2d 6h 3c 9d\" --bet ada:player=5 --bet ada:banker=5

Cards come in the order they leave the shoe. Each --bet is a patron's of its own unless it names one: ada:tie=5.
The table has the document's usual terms; where the operator would have to choose, the first choice holds and is shown.")]
pub(crate) struct Args {
    /// The document: its id, or a folder.
    #[arg(long)]
    rulebook: String,
    #[command(flatten)]
    library: LibraryArgs,
    /// The cards in the order they leave the shoe, such as "Ks 2d 6h 3c 9d".
    #[arg(long, allow_hyphen_values = true)]
    cards: String,
    /// A wager, BET=AMOUNT or PATRON:BET=AMOUNT; as often as you like.
    #[arg(long = "bet", value_name = "BET=AMOUNT", allow_hyphen_values = true)]
    bets: Vec<String>,
    /// The form of the game.
    #[arg(long)]
    variant: Option<String>,
    /// How many decks.
    #[arg(long, allow_hyphen_values = true)]
    decks: Option<String>,
    /// The layout; if not given, the first with areas for all bets.
    #[arg(long)]
    layout: Option<String>,
    /// The table's chips, such as "5 25 100".
    #[arg(long, allow_hyphen_values = true)]
    chips: Option<String>,
    /// A setting of the house, such as payout-rounding=down.
    #[arg(long, value_name = "SETTING=CHOICE")]
    house: Vec<String>,
    /// For programs.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Answer {
    let book = args.library.rulebook(&args.rulebook)?;
    let cards = read_cards(&args.cards)?;
    let wagers = read_wagers(&args.bets)?;
    let terms = terms(&book, args, &wagers)?;
    check_deck(&book, &terms, &cards)?;
    for (place, wager) in wagers.iter().enumerate() {
        check_wager(&book, &terms, &wagers[..place], wager, None, false).map_err(Failure::of)?;
    }
    let mut coup = Coup::default();
    let mut steps = Vec::new();
    for card in cards {
        let due = coup.due(&book);
        let side = coup.deal(&book, card).map_err(Failure::of)?;
        steps.push((card, side, coup.hands()[side].point(), due));
    }
    let outcome = coup.outcome(&book);
    let settled = outcome.map(|outcome| settle_all(&terms, &outcome, &wagers));
    let shown = Shown { book: &book, terms: &terms, coup: &coup, steps, outcome, wagers, settled };
    Ok(if args.json { as_json(&shown.json()) } else { shown.text() })
}

fn read_cards(text: &str) -> Result<Vec<Card>, Failure> {
    let cards: Vec<Card> = text
        .split(|c: char| c.is_whitespace() || c == ',')
        .filter(|word| !word.is_empty())
        .map(|word| word.parse().map_err(Failure::of))
        .collect::<Result<_, _>>()?;
    if cards.is_empty() {
        return Err(Failure::of("no cards given; a coup takes four to six, like --cards \"Ks 2d 6h 3c 9d\""));
    }
    Ok(cards)
}

/// Wagers that name no patron are patrons' of their own, one box each, but no bet comes twice.
fn read_wagers(bets: &[String]) -> Result<Vec<Wager>, Failure> {
    let mut wagers: Vec<Wager> = Vec::new();
    for (place, text) in bets.iter().enumerate() {
        let wanted = || {
            Failure::Message(format!(
                "`{}` is not a wager; write it as BET=AMOUNT or PATRON:BET=AMOUNT, like banker=200",
                short(text)
            ))
        };
        let (what, amount) = text.split_once('=').ok_or_else(wanted)?;
        let (patron, bet) = match what.split_once(':') {
            Some((patron, bet)) => (patron.parse::<PersonId>().map_err(Failure::of)?, bet),
            None => (format!("patron-{}", place + 1).parse().map_err(Failure::of)?, what),
        };
        let bet: BetId = bet.parse().map_err(Failure::of)?;
        let unnamed = |text: &str| !text.contains(':');
        let twin = (0..place)
            .find(|other| unnamed(text) && unnamed(bets[*other].as_str()) && wagers[*other].bet == bet);
        if let Some(twin) = twin {
            return Err(Failure::Message(format!(
                "two identical bets: `{}` and `{}`; add them up, or name their patrons like ada:{bet}=…",
                short(&bets[twin]),
                short(text)
            )));
        }
        let stake = Stake::chips(amount.parse().map_err(Failure::of)?);
        let known = wagers.iter().find(|w| w.patron == patron).map(|w| w.at);
        let next = u8::try_from(place + 1).map_err(|_| Failure::of("more than 255 wagers"))?;
        wagers.push(Wager { patron, at: known.unwrap_or(BoxId(next)), bet, stake });
    }
    Ok(wagers)
}

fn terms(book: &Rulebook, args: &Args, wagers: &[Wager]) -> Result<Terms, Failure> {
    let mut draft = Draft::usual(book);
    draft.variant.clone_from(&args.variant);
    draft.decks = args.decks.as_deref().map(|text| read_decks(book, text)).transpose()?;
    draft.layout.clone_from(&args.layout);
    draft.offered = wagers.iter().map(|wager| wager.bet).collect();
    // The smallest chip is the least anybody can put down.
    if let Some(chips) = &args.chips {
        draft.chips = chips.parse().map_err(Failure::of)?;
    }
    draft.limits.wager.min = draft.chips.smallest();
    for setting in &args.house {
        let wanted = || {
            Failure::Message(format!(
                "`{}` is not a setting; write it like payout-rounding=down",
                short(setting)
            ))
        };
        let (name, choice) = setting.split_once('=').ok_or_else(wanted)?;
        draft.house.insert(name.trim_start_matches("house:").to_owned(), choice.to_owned());
    }
    Terms::under(book, draft).map_err(Failure::of)
}

pub(crate) fn read_decks(book: &Rulebook, text: &str) -> Result<u32, Failure> {
    let figures = text.bytes().all(|b| b.is_ascii_digit());
    text.parse().ok().filter(|_| figures).ok_or_else(|| {
        let (allowed, by) = (&book.shoe.decks.value, &book.shoe.decks.by);
        let allowed: Vec<String> = allowed.iter().map(u32::to_string).collect();
        let (text, allowed) = (short(text), allowed.join(", "));
        Failure::Message(format!("`{text}` is not a number of decks; the document allows {allowed} ({by})"))
    })
}

/// As much of an input as a message repeats.
pub(crate) fn short(text: &str) -> String {
    text.chars().take(60).collect()
}

/// No card can lie on the table more often than the shoe has decks.
fn check_deck(book: &Rulebook, terms: &Terms, cards: &[Card]) -> Result<(), Failure> {
    let decks = terms.decks as usize;
    for card in cards {
        let count = cards.iter().filter(|other| *other == card).count();
        if count > decks {
            let by = &book.shoe.decks.by;
            return Err(Failure::Message(format!(
                "{card} is dealt {count} times, but {decks} decks hold {decks} of it ({by})"
            )));
        }
    }
    Ok(())
}

/// A coup with everything there is to show of it.
struct Shown<'a> {
    book: &'a Rulebook,
    terms: &'a Terms,
    coup: &'a Coup,
    steps: Vec<(Card, Side, punto_vocab::Point, Due<'a>)>,
    outcome: Option<Outcome>,
    wagers: Vec<Wager>,
    settled: Option<(Vec<Settlement>, Totals)>,
}

impl Shown<'_> {
    fn text(&self) -> String {
        let mut text = String::new();
        let (terms, book) = (self.terms, self.book);
        let layout = terms.layout.as_ref().map(|layout| format!(", layout {layout}")).unwrap_or_default();
        let money = if self.in_credits() { "credits".into() } else { format!("chips {}", terms.chips) };
        let _ = writeln!(text, "{}, {}, {} decks{layout}, {money}\n", book.id, terms.variant, terms.decks);
        for (card, side, point, due) in &self.steps {
            let (Due::Card { by, why, .. } | Due::Nothing { by, why }) = due;
            let _ = writeln!(text, "  {card}  to {side:<7} {point}   {why} ({by})");
        }
        match self.coup.due(book) {
            Due::Card { to, nth, by, why } => {
                let nth = ["first", "second", "third"][usize::from(nth.clamp(1, 3)) - 1];
                let _ = writeln!(text, "\n  due now: {nth} card to {to}: {why} ({by})");
            }
            Due::Nothing { by, why } => {
                let _ = writeln!(text, "      complete: {why} ({by})");
            }
        }
        if let (Some(outcome), Some((settled, totals))) = (&self.outcome, &self.settled) {
            let _ = writeln!(text, "\n  {}\n", result(outcome));
            if !settled.is_empty() {
                self.payouts(&mut text, settled, totals);
            }
        }
        text
    }

    /// Whether the table has terminals, where a payout is a figure and not a stack of chips.
    fn in_credits(&self) -> bool {
        self.terms.medium(self.book) == Medium::Credits
    }

    fn chips(&self, settled: &Settlement) -> Vec<ChipCount> {
        if self.in_credits() { Vec::new() } else { settled.in_chips(self.terms) }
    }

    fn payouts(&self, text: &mut String, settled: &[Settlement], totals: &Totals) {
        let mut shown = table(["patron", "bet", "stake", "became", "paid", "in chips", "back", "by"]);
        for (wager, settled) in self.wagers.iter().zip(settled) {
            let chips: Vec<String> = self.chips(settled).iter().map(ChipCount::to_string).collect();
            let commission = match settled.commission {
                none if none.is_zero() => String::new(),
                kept => format!(" (commission {kept})"),
            };
            shown.add_row([
                wager.patron.to_string(),
                wager.bet.to_string(),
                wager.stake.total().to_string(),
                settled.became.to_string(),
                format!("{}{commission}", settled.paid),
                chips.join(", "),
                (settled.back + settled.tokens_back).to_string(),
                settled.by.to_string(),
            ]);
        }
        let _ = writeln!(text, "{}", lines(&shown));
        let (paid, collected) = (totals.paid, totals.collected);
        let _ = writeln!(text, "collected {collected}, paid {paid}, house {}", signed(totals.house()));
        let open: Vec<String> = self
            .terms
            .house
            .iter()
            .filter(|(setting, _)| self.book.setting(setting.name()).is_some_and(|s| s.default.is_none()))
            .map(|(setting, choice)| format!("{setting}={choice}"))
            .collect();
        if !open.is_empty() {
            let _ = writeln!(text, "the operator's choices here: {}", open.join(", "));
        }
    }

    fn json(&self) -> Value {
        let step = |(card, side, point, due): &(Card, Side, punto_vocab::Point, Due<'_>)| {
            let (Due::Card { by, why, .. } | Due::Nothing { by, why }) = due;
            json!({ "card": card.to_string(), "to": side, "point": point.value(), "why": why.to_string(), "by": citation(by) })
        };
        let due = match self.coup.due(self.book) {
            Due::Card { to, nth, by, why } => {
                json!({ "to": to, "nth": nth, "why": why.to_string(), "by": citation(by) })
            }
            Due::Nothing { .. } => Value::Null,
        };
        let hands = self.coup.hands();
        let hand = |side: Side| {
            let cards: Vec<String> = hands[side].cards().iter().map(Card::to_string).collect();
            json!({ "cards": cards, "point": hands[side].point().value(), "natural": hands[side].is_natural() })
        };
        json!({
            "rulebook": &*self.book.id,
            "variant": &*self.terms.variant,
            "decks": self.terms.decks,
            "layout": self.terms.layout,
            "steps": self.steps.iter().map(step).collect::<Vec<_>>(),
            "due": due,
            "player": hand(Side::Player),
            "banker": hand(Side::Banker),
            "outcome": self.outcome.map(|outcome| outcome.winner.word()),
            "settlements": self.settlements(),
            "totals": self.settled.as_ref().map(|(_, totals)| json!({
                "staked": money(totals.staked),
                "back": money(totals.back),
                "collected": money(totals.collected),
                "paid": money(totals.paid),
                "commission": money(totals.commission),
                "house": money(totals.house()),
            })),
        })
    }

    fn settlements(&self) -> Vec<Value> {
        let settled = self.settled.iter().flat_map(|(settled, _)| settled);
        let row = |(wager, settled): (&Wager, &Settlement)| {
            let chips = self.chips(settled);
            json!({
                "patron": wager.patron.as_str(),
                "box": wager.at.0,
                "bet": wager.bet.as_str(),
                "stake": money(wager.stake.total()),
                "became": settled.became.to_string(),
                "paid": money(settled.paid),
                "chips": chips.iter().map(|c| json!({ "chip": money(c.chip), "count": c.count })).collect::<Vec<_>>(),
                "back": money(settled.back + settled.tokens_back),
                "collected": money(settled.collected),
                "commission": money(settled.commission),
                "void_part": money(settled.void_part),
                "net": money(settled.net()),
                "by": citation(&settled.by),
            })
        };
        self.wagers.iter().zip(settled).map(row).collect()
    }
}

fn signed(amount: Money) -> String {
    if amount.is_positive() { format!("+{amount}") } else { amount.to_string() }
}

fn result(outcome: &Outcome) -> String {
    let points = outcome.points;
    match outcome.winner {
        Winner::Player => format!("Player wins, {} over {}", points.player, points.banker),
        Winner::Banker => format!("Banker wins, {} over {}", points.banker, points.player),
        Winner::Tie => format!("Tie at {}", points.player),
    }
}
