//! What a table is to be: its name, its document, who deals and how fast.

use punto_rulebook::{Nature, Rulebook};
use punto_table::Opening;
/// Who deals at a table.
pub use punto_vocab::Dealer;
use punto_vocab::stored::Stored;
use serde::{Deserialize, Serialize};

/// The name of a table, as its stream has it after `table/`.
pub use punto_site::TableId as TableName;

/// What an operator wants a table to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TablePlan {
    /// Its name, which is also its stream's.
    pub name: TableName,
    /// What the sign over it says.
    pub title: String,
    /// The id of the document it runs under.
    pub rulebook: String,
    /// What it is opened with.
    pub opening: Opening,
    /// Who deals.
    pub dealer: Dealer,
    /// The currency on its sign, such as `SGD`.
    pub currency: String,
    /// How long wagers stay open, in seconds; the floor's usual pace if nobody says.
    pub bet_seconds: Option<u32>,
}

impl TablePlan {
    /// Whether cards come from Punto's own shoe.
    pub fn own_shoe(&self) -> bool {
        self.dealer == Dealer::Automatic
    }

    /// Whether the document lets its game be dealt so. One that says a dealer deals leaves no automatic dealer to the operator.
    pub fn may_be_dealt_under(&self, book: &Rulebook) -> bool {
        match (self.dealer, book.nature.value) {
            (Dealer::Person, _) | (Dealer::Automatic, Nature::Electronic) => true,
            (Dealer::Automatic, Nature::Live) => self.demonstration(),
        }
    }

    /// Whether the table is for show: play credits, no account of a person, a notice on every screen.
    pub fn demonstration(&self) -> bool {
        self.opening.is_demonstration()
    }
}

/// A plan as it is kept on the shelf of settings.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    title: String,
    rulebook: String,
    /// Its stored form; older programs kept its line, or its parts as texts.
    opening: serde_json::Value,
    dealer: Dealer,
    currency: String,
    bet_seconds: Option<u32>,
}

impl TablePlan {
    /// The plan as text for its shelf.
    pub(crate) fn kept(&self) -> String {
        let TablePlan { name: _, title, rulebook, opening, dealer, currency, bet_seconds } = self.clone();
        let kept = Kept { title, rulebook, opening: opening.store(), dealer, currency, bet_seconds };
        serde_json::to_string(&kept).unwrap_or_default()
    }

    /// The plan of a table, as its shelf has it.
    pub(crate) fn from_kept(name: TableName, bytes: &[u8]) -> Result<TablePlan, String> {
        let kept: Kept = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
        let Kept { title, rulebook, opening, dealer, currency, bet_seconds } = kept;
        let opening = punto_records::kept_opening(opening)?;
        Ok(TablePlan { name, title, rulebook, opening, dealer, currency, bet_seconds })
    }
}

/// How fast the automatic dealer works, in microseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// How long wagers stay open.
    pub betting: i64,
    /// From one card or call to the next.
    pub between_cards: i64,
    /// From the end of a coup to the next call for wagers.
    pub after_coup: i64,
    /// How long terminals have to pledge shares of a shoe's order, and again to reveal them; nought asks for none
    /// (`house:patron-randomness`).
    pub share_window: i64,
    /// How long a patron may choose where the shoe is cut.
    pub cut_window: i64,
    /// How long a patron may hold a hand, and how long wagers may be taken back after a correction.
    pub patience: i64,
    /// The least time of a game, from one call for wagers to the next, where the law of the place asks for one.
    pub least_game: i64,
}

impl Default for Pace {
    /// A pace at which people can follow and decide.
    fn default() -> Pace {
        const SECOND: i64 = 1_000_000;
        Pace {
            betting: 15 * SECOND,
            between_cards: SECOND,
            after_coup: 4 * SECOND,
            share_window: 3 * SECOND,
            cut_window: 10 * SECOND,
            patience: 20 * SECOND,
            least_game: 0,
        }
    }
}

impl Pace {
    /// Nobody is waited for: a demonstration deals its first shoe so far that there is something to see.
    pub const HURRIED: Pace = Pace {
        betting: 0,
        between_cards: 0,
        after_coup: 0,
        share_window: 0,
        cut_window: 0,
        patience: 0,
        least_game: 0,
    };

    /// This pace with the betting time of a plan.
    pub(crate) fn of(self, plan: &TablePlan) -> Pace {
        let seconds = plan.opening.parts.bet_seconds.or(plan.bet_seconds);
        let betting = seconds.map_or(self.betting, |seconds| i64::from(seconds) * 1_000_000);
        let pace = Pace { betting, ..self };
        // Whatever a table is opened with, its games are not shorter than the law allows.
        Pace { betting: betting + (self.least_game - pace.shortest_game()).max(0), ..self }
    }

    /// How long a game takes in which each hand has two cards.
    pub const fn shortest_game(&self) -> i64 {
        self.betting + 4 * self.between_cards + self.after_coup
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // a test that cannot be set up should stop there

    use super::*;

    #[test]
    fn a_plan_comes_back_from_its_shelf_and_from_that_of_an_older_program() {
        let older = br#"{"title":"One","rulebook":"nsw-2021","opening":"usual, limits 25..5000","dealer":"person","currency":"AUD","bet_seconds":null}"#;
        let name: TableName = "nsw-1".parse().unwrap();
        let plan = TablePlan::from_kept(name, older).unwrap();
        assert_eq!(plan.opening.to_string(), "usual, limits 25..5000");
        assert!(
            plan.kept().contains(r#""opening":{"usual":true,"parts":{"limits":{"min":2500,"max":500000}}"#),
            "{}",
            plan.kept()
        );
        let texts = plan.kept().replace(r#"{"min":2500,"max":500000}"#, r#""25..5000""#);
        assert_eq!(TablePlan::from_kept(name, texts.as_bytes()).as_ref(), Ok(&plan));
        assert_eq!(TablePlan::from_kept(name, plan.kept().as_bytes()), Ok(plan));
    }
}
