//! Rulebooks, their clauses and scenarios, and the odds.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::{Card, PayOdds, Standing, WayKind};

/// A rulebook.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct RulebookView {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The digest of its files.
    pub digest: String,
    /// In force from.
    pub in_force: Option<String>,
    /// Its variants.
    pub variants: Vec<String>,
    /// The drawing table: for Player's point 0 to 7, whether Player draws.
    pub player_draws: Vec<bool>,
    /// For Banker's point 0 to 7: whether Banker draws when Player stood, then by Player's third card 0 to 9.
    pub banker_draws: Vec<Vec<bool>>,
    /// The clauses of each row of Banker's table.
    pub banker_by: Vec<Vec<String>>,
    /// Its bets with paytables, for each variant.
    pub bets: Vec<VariantBets>,
    /// How many clauses, by standing.
    pub standings: Vec<(Standing, u32)>,
    /// Answers to the comparison's questions: topic, question, answer, clauses.
    pub answers: Vec<AnswerView>,
}

/// The bets of a variant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct VariantBets {
    /// The variant.
    pub variant: String,
    /// The bets.
    pub offers: Vec<crate::Offer>,
}

/// An answer of a document to a question that all are asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct AnswerView {
    /// The question.
    pub question: String,
    /// The answer.
    pub answer: String,
    /// By which clauses.
    pub by: Vec<String>,
}

/// A clause.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct ClauseView {
    /// Its number.
    pub clause: String,
    /// Its topic.
    pub topic: String,
    /// What it says, in our words.
    pub gist: String,
    /// How it stands with the software.
    pub standing: Standing,
    /// The scenarios that show it.
    pub scenarios: Vec<String>,
}

/// A scenario, played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct ScenarioView {
    /// Its name.
    pub name: String,
    /// What it shows.
    pub about: String,
    /// Its lines with what followed each.
    pub steps: Vec<ScenarioStep>,
}

/// A line of a scenario.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct ScenarioStep {
    /// The line.
    pub line: String,
    /// What followed.
    pub followed: Vec<String>,
    /// Player's cards after it.
    pub player: Vec<Card>,
    /// Banker's cards after it.
    pub banker: Vec<Card>,
}

/// A shoe to be analysed.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub struct OddsQuestion {
    /// The rulebook.
    pub rulebook: String,
    /// The variant; the first if left out.
    pub variant: Option<String>,
    /// Decks.
    pub decks: u32,
    /// Cards taken away, `Ks`, each as often as it is gone.
    #[serde(default)]
    pub removed: Vec<Card>,
}

/// Exact odds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct OddsAnswer {
    /// Chances of Player, Banker, tie.
    pub winner: [f64; 3],
    /// For each bet.
    pub bets: Vec<BetOddsView>,
    /// Cards left.
    pub cards: u32,
}

/// The odds of a bet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct BetOddsView {
    /// The bet.
    pub bet: String,
    /// The house's edge as a fraction of the stake.
    pub edge: f64,
    /// As an exact fraction.
    pub edge_exact: String,
    /// What the patron gets back in the long run.
    pub back: f64,
    /// The standard deviation of one unit.
    pub deviation: f64,
    /// Each way to settle and its chance.
    pub ways: Vec<WayView>,
}

/// A way in which a bet is settled.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct WayView {
    /// How.
    pub settled: WayKind,
    /// At which odds, where it wins.
    pub pays: Option<PayOdds>,
    /// How likely it is.
    pub chance: f64,
}

/// Two rulebooks side by side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct Comparison {
    /// One.
    pub left: String,
    /// The other.
    pub right: String,
    /// How many questions both answer alike.
    pub same: u32,
    /// Every question of either.
    pub rows: Vec<ComparedAnswer>,
}

/// A question and both answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct ComparedAnswer {
    /// The question.
    pub question: String,
    /// Whether both answer alike.
    pub same: bool,
    /// The one's answer; none where it says nothing.
    pub left: Option<AnswerView>,
    /// The other's.
    pub right: Option<AnswerView>,
}

/// A scenario by name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct ScenarioName {
    /// Its name.
    pub name: String,
    /// What it shows.
    pub about: String,
}
