//! What one person alone may open a table with: a game that the house has, in its currencies, with limits within its
//! bounds.

use std::collections::BTreeMap;

use punto_rulebook::{Draft, Limits, Span};
use punto_table::Command;
use punto_vocab::{BetId, Chips, Dealer, Money};

/// The bounds of what one person alone may open a table with, or change its limits to. Beyond them it takes two.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Openings {
    /// The currencies that the house has.
    pub currencies: Vec<String>,
    /// The games of the tables that the configuration names, one of which it must be; any game in a demonstration.
    pub games: Option<Vec<ConfiguredGame>>,
    /// The least and the most that one person may make the limits; no bounds in a demonstration.
    pub limits: Option<Span>,
    /// The same for bets that have limits of their own, such as side bets.
    pub side: Option<Span>,
    /// The most that one person may let all patrons together stake: on an area, on a hand, or by which the totals on Player
    /// and Banker may differ.
    pub together: Option<Money>,
    /// Whether chips move between a table and the cage only by two persons; in a demonstration there is no cage to ask.
    pub float_by_two: bool,
}

/// What decides at a table what wagers are paid, and who brings its cards.
///
/// Chips are part of it, since payouts are rounded to what they can make, and so are the settings of the house.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfiguredGame {
    rulebook: String,
    dealer: Dealer,
    variant: Option<String>,
    offered: Vec<BetId>,
    chips: Chips,
    house: BTreeMap<String, String>,
}

impl ConfiguredGame {
    /// The game of a table under this document that is opened so.
    pub fn of(rulebook: &str, dealer: Dealer, draft: &Draft) -> ConfiguredGame {
        let Draft { variant, offered, chips, house, .. } = draft;
        ConfiguredGame {
            rulebook: rulebook.to_owned(),
            dealer,
            variant: variant.clone(),
            offered: offered.clone(),
            chips: chips.clone(),
            house: house.clone(),
        }
    }

    /// Whether this is the other game, with fewer bets perhaps.
    fn is_of(&self, other: &ConfiguredGame) -> bool {
        let ConfiguredGame { rulebook, dealer, variant, offered, chips, house } = other;
        (&self.rulebook, self.dealer, &self.variant) == (rulebook, *dealer, variant)
            && (&self.chips, &self.house) == (chips, house)
            && self.offered.iter().all(|bet| offered.contains(bet))
    }
}

/// What one person may not do alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Wide {
    /// Of one wager.
    #[error("limits of {}..{} go beyond {}..{}, which is what one person may set: {BY_TWO}", .asked.min, .asked.max, .bounds.min, .bounds.max)]
    Wager {
        /// What was asked for.
        asked: Span,
        /// What one person may set.
        bounds: Span,
    },
    /// Of all wagers together.
    #[error(
        "{asked} for all patrons together is more than {most}, which is what one person may set: {BY_TWO}"
    )]
    Together {
        /// What was asked for.
        asked: Money,
        /// What one person may set.
        most: Money,
    },
    /// A game that no table of the configuration has.
    #[error(
        "the configuration has no table of this document with the same dealer, form, bets, chips and settings, which is what one person may open: {BY_TWO}"
    )]
    Game,
    /// Chips that move between a table and the cage.
    #[error(
        "a fill, a credit or a count takes two: somebody of the table proposes it, and the cage approves"
    )]
    Float,
}

/// How it is done by two.
const BY_TWO: &str =
    "a manager approves it at the table, or an administrator proposes the table and another approves it";

/// Where nobody says how much all patrons together may stake, it is so many times the most of one wager.
const WAGERS: i64 = 20;

impl Openings {
    /// Refuses a currency that the house does not have.
    pub fn has(&self, currency: &str) -> Result<(), String> {
        if self.currencies.iter().any(|own| own == currency) {
            return Ok(());
        }
        let has = match self.currencies.as_slice() {
            [] => String::from("no currency yet; name it under [openings] in the configuration"),
            some => some.join(", "),
        };
        Err(format!("the house does not have the currency {currency}; it has {has}"))
    }

    /// Refuses a game that one person may not open alone, or with such limits.
    pub fn alone_opens(&self, game: &ConfiguredGame, limits: &Limits) -> Result<(), Wide> {
        match &self.games {
            Some(games) if !games.iter().any(|own| game.is_of(own)) => Err(Wide::Game),
            Some(_) | None => self.alone(limits),
        }
    }

    /// Refuses limits that one person may not set alone.
    fn alone(&self, limits: &Limits) -> Result<(), Wide> {
        within(limits.wager, self.limits)?;
        limits.of_bet.values().try_for_each(|span| within(*span, self.side))?;
        let together = [limits.area_maximum, limits.differential, limits.liability].into_iter().flatten();
        together.chain(limits.area_of.values().copied()).try_for_each(|amount| self.together(amount))
    }

    /// Refuses a command to a table by which one person would set such limits, or announce them.
    pub fn alone_says(&self, command: &Command) -> Result<(), Wide> {
        match command {
            Command::ChangeLimits { limits }
            | Command::PostLimits { limits, .. }
            | Command::RaiseAtOnce { limits }
            | Command::Personal { limits, .. } => within(limits.0, self.limits),
            Command::ChangeStakes { limits, .. } | Command::PostStakes { limits, .. } => {
                within(limits.0, self.side)
            }
            Command::ChangeArea { amount, .. }
            | Command::ChangeDifferential { amount }
            | Command::Liability { amount } => self.together(*amount),
            Command::Fill { .. } | Command::Credit { .. } | Command::Count { .. } if self.float_by_two => {
                Err(Wide::Float)
            }
            _ => Ok(()),
        }
    }

    fn together(&self, asked: Money) -> Result<(), Wide> {
        match self.together {
            Some(most) if asked > most => Err(Wide::Together { asked, most }),
            Some(_) | None => Ok(()),
        }
    }

    /// The bounds that a house has where its configuration names none: those of the tables that it names.
    pub(crate) fn of_tables(spans: impl IntoIterator<Item = Span>) -> Span {
        let none = Span { min: Money::ZERO, max: Money::ZERO };
        spans.into_iter().reduce(wider).unwrap_or(none)
    }

    /// What all patrons together may stake where the configuration does not say it: what its tables let them, or as many
    /// wagers of the highest limit as a full table has places.
    pub(crate) fn together_of(limits: Span, tables: impl IntoIterator<Item = Money>) -> Money {
        let places = Money::from_minor(limits.max.minor().saturating_mul(WAGERS));
        tables.into_iter().fold(places, Ord::max).min(Money::LARGEST)
    }
}

/// The narrowest span that holds both.
pub(crate) fn wider(one: Span, other: Span) -> Span {
    Span { min: one.min.min(other.min), max: one.max.max(other.max) }
}

fn within(asked: Span, bounds: Option<Span>) -> Result<(), Wide> {
    match bounds {
        Some(bounds) if asked.min < bounds.min || asked.max > bounds.max => {
            Err(Wide::Wager { asked, bounds })
        }
        Some(_) | None => Ok(()),
    }
}
