//! The conditions of a tournament: a form of items, and what they come to once they can be read.

use punto_rulebook::{Item, Range, Span};
use punto_vocab::line::Field;
use punto_vocab::{Money, Time};
use serde::{Deserialize, Serialize};

use crate::command::Payment;

punto_vocab::form! {
    /// The form as it is filled in: `fee 100, entrants 2..8, chips 1000`.
    ///
    /// Every item is a word and its value. Which items must be there is the document's to say; what an item says is read when it
    /// is written down, so that a published form has no item that nobody understands.
    pub struct Conditions(Item): "items like fee 100, entrants 2..8", read by Plan;
}

impl Conditions {
    /// Whether an item says yes.
    pub fn says(&self, item: Item) -> bool {
        self.0.says(item)
    }
}

/// How long a session is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Length {
    /// By the clock.
    Minutes(u32),
    /// So many coups at each table.
    Coups(u32),
    /// So many shoes at each table.
    Shoes(u32),
}

/// How tables and seats are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Seating {
    /// By a draw that can be checked.
    Draw,
    /// As the officer says.
    Officer,
}

/// What the items of the conditions come to; an item that is absent has a value that asks for nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Plan {
    pub fee: Money,
    pub least: u32,
    pub most: u32,
    pub chips: Money,
    pub bought: bool,
    pub limits: Span,
    pub unit: Option<Money>,
    pub rise: Option<Span>,
    pub rise_after: Option<u32>,
    pub rounds: u32,
    pub session: Length,
    pub tables: u32,
    pub advance: u32,
    pub seating: Seating,
    /// Whether the numbers of seats rise clockwise, from the dealer's left.
    pub clockwise: bool,
    pub order: bool,
    pub pass_cards: u32,
    pub hidden: u32,
    pub tie_gives_back: Option<bool>,
    pub buy_backs: u32,
    pub withdraw_days: Option<u32>,
    pub prizes: Vec<u32>,
    pub guarantee: Money,
    pub live: bool,
    pub notice: Option<u32>,
    pub start: Time,
}

impl Plan {
    /// The most entrants, rounds, tables and coups that are counted.
    const MOST: u32 = 10_000;

    /// What a form comes to, or which item cannot be read.
    pub fn of(form: &Conditions) -> Result<Plan, String> {
        let span = |item| form.0.read::<Range>(item).map(|range| range.map(|Range(span)| span));
        let (least, most) = form.entrants()?;
        let plan = Plan {
            fee: form.0.read(Item::Fee)?.unwrap_or_default(),
            least,
            most,
            chips: form.0.read(Item::Chips)?.unwrap_or_default(),
            bought: form.0.flag(Item::Bought)?,
            limits: span(Item::Limits)?.unwrap_or(Span { min: Money::ZERO, max: Money::LARGEST }),
            unit: form.0.read(Item::Unit)?,
            rise: span(Item::Rise)?,
            rise_after: form.0.count(Item::RiseAfter, 1..=Plan::MOST)?,
            rounds: form.0.count(Item::Rounds, 1..=Plan::MOST)?.unwrap_or(1),
            session: form.length()?,
            tables: form.0.count(Item::Tables, 1..=Plan::MOST)?.unwrap_or(1),
            advance: form.0.count(Item::Advance, 1..=Plan::MOST)?.unwrap_or(1),
            seating: form.seating()?,
            clockwise: form.clockwise()?,
            order: form.0.flag(Item::Order)?,
            pass_cards: form.0.count(Item::PassCards, 0..=Plan::MOST)?.unwrap_or(0),
            hidden: form.0.count(Item::Hidden, 0..=Plan::MOST)?.unwrap_or(0),
            tie_gives_back: form.after_tie()?,
            buy_backs: form.0.count(Item::BuyBacks, 0..=Plan::MOST)?.unwrap_or(0),
            withdraw_days: form.0.count(Item::WithdrawDays, 0..=Plan::MOST)?,
            prizes: form.prizes()?,
            guarantee: form.0.read(Item::Guarantee)?.unwrap_or_default(),
            live: form.0.flag(Item::Live)?,
            notice: form.0.count(Item::Notice, 0..=Plan::MOST)?,
            start: form.0.read(Item::Start)?.unwrap_or_default(),
        };
        let flags = [Item::Compulsory, Item::SecondChance, Item::EntitledOnly, Item::MayRefuse];
        let flags = flags.into_iter().chain([Item::RulesPrevail, Item::Written, Item::CashOut]);
        for item in flags {
            form.0.flag(item)?;
        }
        let backwards = |span: &Span| span.min > span.max || !span.min.is_positive();
        if form.item(Item::Limits).is_some() && backwards(&plan.limits)
            || plan.rise.as_ref().is_some_and(backwards)
        {
            return Err("limits rise from an amount above nought; expected something like 25..500".into());
        }
        if form.item(Item::Chips).is_some()
            && form.item(Item::Limits).is_some()
            && plan.chips < plan.limits.min
        {
            return Err(format!("chips: {} are not enough for one wager of {}", plan.chips, plan.limits.min));
        }
        form.payments()?;
        Ok(plan)
    }
}

impl Conditions {
    fn entrants(&self) -> Result<(u32, u32), String> {
        let Some(text) = self.item(Item::Entrants) else { return Ok((1, Plan::MOST)) };
        let both =
            text.split_once("..").and_then(|(least, most)| Some((least.parse().ok()?, most.parse().ok()?)));
        match both {
            Some((least, most)) if 1 <= least && least <= most && most <= Plan::MOST => Ok((least, most)),
            _ => Err(format!("{}: `{text}` is not a least and a most like 2..100", Item::Entrants)),
        }
    }

    fn length(&self) -> Result<Length, String> {
        let Some(text) = self.item(Item::Session) else { return Ok(Length::Coups(Plan::MOST)) };
        let (kind, count) = text.split_once(' ').unwrap_or((text, ""));
        let count = count.parse().ok().filter(|count| (1..=Plan::MOST).contains(count));
        match (kind, count) {
            ("minutes", Some(count)) => Ok(Length::Minutes(count)),
            ("coups", Some(count)) => Ok(Length::Coups(count)),
            ("shoes", Some(count)) => Ok(Length::Shoes(count)),
            _ => Err(format!("{}: `{text}` is not like minutes 60, coups 20 or shoes 1", Item::Session)),
        }
    }

    fn clockwise(&self) -> Result<bool, String> {
        let words = ["anticlockwise-from-dealers-right", "clockwise-from-dealers-left"];
        let said = self.item(Item::Numbering).unwrap_or(words[0]);
        let place = words.iter().position(|word| *word == said);
        place
            .map(|place| place == 1)
            .ok_or_else(|| format!("{}: `{said}` is neither {} nor {}", Item::Numbering, words[0], words[1]))
    }

    fn after_tie(&self) -> Result<Option<bool>, String> {
        match self.item(Item::HiddenAfterTie) {
            None => Ok(None),
            Some("used") => Ok(Some(false)),
            Some("given-back") => Ok(Some(true)),
            Some(other) => Err(format!("{}: `{other}` is neither used nor given-back", Item::HiddenAfterTie)),
        }
    }

    fn seating(&self) -> Result<Seating, String> {
        match self.item(Item::Seating) {
            None | Some("officer") => Ok(Seating::Officer),
            Some("draw") => Ok(Seating::Draw),
            Some(other) => Err(format!("{}: `{other}` is neither draw nor officer", Item::Seating)),
        }
    }

    /// Prizes are paid in ways that there are.
    fn payments(&self) -> Result<(), String> {
        let Some(text) = self.item(Item::Paid) else { return Ok(()) };
        text.split(' ').try_for_each(|word| <Payment as Field>::read(word).map(drop))
    }

    /// The prizes share the whole pool: hundredths that add up to it, the first place's not below the second's.
    fn prizes(&self) -> Result<Vec<u32>, String> {
        let Some(text) = self.item(Item::Prizes) else { return Ok(Vec::new()) };
        let shares: Vec<u32> = text
            .split(' ')
            .map(<u32 as Field>::read)
            .collect::<Result<_, _>>()
            .map_err(|why| format!("prizes: {why}"))?;
        let falling = shares.windows(2).all(|pair| pair[0] >= pair[1]);
        match falling && shares.iter().all(|share| *share > 0) && shares.iter().sum::<u32>() == 100 {
            true => Ok(shares),
            false => {
                Err(format!("prizes: `{text}` are not hundredths of the pool that fall and add up to 100"))
            }
        }
    }
}
