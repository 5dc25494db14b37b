//! What an operator asks for, before the rulebook has allowed it.

use std::collections::BTreeMap;

use punto_vocab::{BetId, Chips, Money};
use serde::{Deserialize, Serialize};

use crate::{BetKind, Burn, Choices, Nature, Rulebook};

/// The least and the most of one wager.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Span {
    pub min: Money,
    pub max: Money,
}

punto_vocab::stored! {
    struct Span { min, max }
    struct Limits { wager, of_bet, unit, differential, area_maximum, area_of, liability }
}

/// The limits posted at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Of any wager that has no limits of its own.
    pub wager: Span,
    /// Of bets that have their own.
    pub of_bet: BTreeMap<BetId, Span>,
    /// Wagers rise from the minimum in these steps.
    pub unit: Option<Money>,
    /// The most by which the totals on Player and Banker may differ.
    pub differential: Option<Money>,
    /// The most on one area by all patrons together.
    pub area_maximum: Option<Money>,
    /// The same for areas that have a figure of their own.
    pub area_of: BTreeMap<BetId, Money>,
    /// The most on one hand by all patrons together.
    pub liability: Option<Money>,
}

impl Limits {
    /// Limits with only a minimum and a maximum.
    pub fn plain(min: Money, max: Money) -> Limits {
        Limits {
            wager: Span { min, max },
            of_bet: BTreeMap::new(),
            unit: None,
            differential: None,
            area_maximum: None,
            area_of: BTreeMap::new(),
            liability: None,
        }
    }

    /// The limits of one bet.
    pub fn of(&self, bet: BetId) -> Span {
        self.of_bet.get(&bet).copied().unwrap_or(self.wager)
    }

    /// The most on the area of one bet by all patrons together.
    pub fn area(&self, bet: BetId) -> Option<Money> {
        self.area_of.get(&bet).copied().or(self.area_maximum)
    }
}

/// What an operator asks for; everything left out takes the usual value.
#[derive(Clone, Debug)]
pub struct Draft {
    /// How many decks.
    pub decks: Option<u32>,
    /// Which form of the game.
    pub variant: Option<String>,
    /// Which cloth.
    pub layout: Option<String>,
    /// How many seats.
    pub seats: Option<u32>,
    /// Which bets; Player, Banker and Tie are always offered.
    pub offered: Vec<BetId>,
    /// The posted limits.
    pub limits: Limits,
    /// Whether the sign at the table shows them.
    pub posted: bool,
    /// The chips of the float tray.
    pub chips: Chips,
    /// What cards are dealt from.
    pub device: Option<String>,
    /// How many cards lie behind the marker.
    pub behind_marker: Option<u32>,
    /// How cards are burned.
    pub burn: Option<Burn>,
    /// The house's settings, by name.
    pub house: BTreeMap<String, String>,
    /// Whether the table only shows the game, with play credits.
    pub demonstration: bool,
    /// Whether the table is a tournament's.
    pub tournament: bool,
}

impl Draft {
    /// A table anybody could open to try the document: most decks, usual form, the first cloth with all its
    /// bets, wide limits, common chips, and the first choice wherever the operator would have to choose.
    pub fn usual(book: &Rulebook) -> Draft {
        let first = |choices: &Choices| match choices {
            Choices::Words(words) => words.first().cloned().unwrap_or_default(),
            Choices::Number(least, most) => least.midpoint(*most).min(least + 20).to_string(),
            Choices::InTerms => String::new(),
        };
        let open = book.house.iter().filter(|s| s.default.is_none() && s.choices != Choices::InTerms);
        let cents = |n: i64| Money::from_minor(n);
        let chips: &[i64] = match book.nature.value {
            Nature::Live => &[100, 500, 2_500, 10_000, 50_000, 100_000, 500_000],
            Nature::Electronic => &[1],
        };
        // These denominations divide each other, so they always make a float tray.
        let chips = Chips::new(chips.iter().map(|n| cents(*n)));
        let side = book.bets.iter().filter(|bet| bet.kind == BetKind::Side).map(|bet| bet.id);
        Draft {
            decks: None,
            variant: None,
            layout: None,
            seats: None,
            offered: match book.layouts.first() {
                Some(layout) if book.bets.iter().any(|bet| bet.layouts.is_some()) => layout.bets.clone(),
                _ => side.collect(),
            },
            limits: Limits::plain(cents(100), Money::LARGEST),
            posted: true,
            chips: chips.unwrap_or_else(|error| unreachable!("{error}")),
            device: None,
            behind_marker: None,
            burn: None,
            house: open.map(|s| (s.setting.name().to_owned(), first(&s.choices))).collect(),
            demonstration: false,
            tournament: false,
        }
    }

    /// The first cloth that has areas for all these bets.
    pub fn layout_with(book: &Rulebook, bets: &[BetId]) -> Option<String> {
        let carries = |id: &str| {
            bets.iter().filter_map(|bet| book.bet(*bet)).all(|bet| {
                bet.layouts.as_ref().is_none_or(|layouts| layouts.value.iter().any(|layout| layout == id))
            })
        };
        book.layouts.iter().find(|layout| carries(&layout.id)).map(|layout| layout.id.clone())
    }
}
