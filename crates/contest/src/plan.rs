//! What a tournament was put up as: its name, its document, who deals at its tables.

use punto_rulebook::Opening;
use punto_site::{TableId, TournamentId};
use punto_vocab::Dealer;
use punto_vocab::stored::{Json, Stored};
use serde::{Deserialize, Serialize};

/// What an operator wants a tournament to be, beside its conditions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TournamentPlan {
    /// Its name, which is also its stream's.
    pub name: TournamentId,
    /// What the sign says.
    pub title: String,
    /// The id of the document it is played under.
    pub rulebook: String,
    /// The digest of that document's text: it stays under it whatever the program brings.
    pub digest: String,
    /// The currency of fees and prizes.
    pub currency: String,
    /// Who deals at its tables.
    pub dealer: Dealer,
    /// What its tables are opened with, beside what the tournament itself asks for.
    pub opening: Opening,
    /// The first part of its tables' names; its own name unless tables are used by one tournament after another.
    pub tables: String,
}

/// A plan as it is kept on the shelf of settings.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    title: String,
    rulebook: String,
    digest: String,
    currency: String,
    dealer: Dealer,
    opening: serde_json::Value,
    tables: String,
}

impl TournamentPlan {
    /// Whether it is for show: no fee is taken from an account and no prize is paid into one.
    pub fn demonstration(&self) -> bool {
        self.opening.is_demonstration()
    }

    /// The name of its table with a number, if there can be a table of that name.
    pub fn table(&self, number: u8) -> Option<TableId> {
        format!("{}-{number}", self.tables).parse().ok()
    }

    /// The number of its table with this name, if that could be one of its tables.
    pub fn number(&self, name: TableId) -> Option<u8> {
        let number = name.as_str().strip_prefix(&self.tables)?.strip_prefix('-')?.parse().ok()?;
        (number > 0 && self.table(number) == Some(name)).then_some(number)
    }

    /// The name under which its fees are in the accounts of those who paid them.
    pub fn purse(&self) -> Option<TableId> {
        self.name.as_str().parse().ok()
    }

    /// What a table is opened with when the tournament asks for it: its own words, and the plan's where it has none.
    pub fn opening(&self, asked: &Opening) -> Opening {
        let mut opening = self.opening.clone();
        opening.parts.tournament = asked.parts.tournament;
        opening.parts.limits = asked.parts.limits.or(opening.parts.limits);
        opening.parts.method = asked.parts.method.clone().or(opening.parts.method);
        opening
    }

    /// The plan as text for its shelf.
    pub fn kept(&self) -> String {
        let TournamentPlan { name: _, title, rulebook, digest, currency, dealer, opening, tables } =
            self.clone();
        let kept = Kept { title, rulebook, digest, currency, dealer, opening: opening.store(), tables };
        serde_json::to_string(&kept).unwrap_or_default()
    }

    /// The plan of a tournament, as its shelf has it.
    pub fn from_kept(name: TournamentId, bytes: &[u8]) -> Result<TournamentPlan, String> {
        let kept: Kept = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
        let Kept { title, rulebook, digest, currency, dealer, opening, tables } = kept;
        let text = opening.to_string();
        let opening: Json<'_> = serde_json::from_str(&text).map_err(|error| error.to_string())?;
        let opening = Opening::restore(&opening)?;
        Ok(TournamentPlan { name, title, rulebook, digest, currency, dealer, opening, tables })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn a_plan_comes_back_from_its_shelf() {
        let plan = TournamentPlan {
            name: "spring-cup".parse().unwrap(),
            title: "Spring Cup".into(),
            rulebook: "tas-2018".into(),
            digest: "00".into(),
            currency: "AUD".into(),
            dealer: Dealer::Person,
            opening: "usual, limits 5..500, decks 8".parse().unwrap(),
            tables: "spring-cup".into(),
        };
        assert_eq!(TournamentPlan::from_kept(plan.name, plan.kept().as_bytes()), Ok(plan.clone()));
        assert_eq!(plan.table(2).unwrap().as_str(), "spring-cup-2");
        assert_eq!(plan.number("spring-cup-2".parse().unwrap()), Some(2));
        for other in
            ["spring-cup", "spring-cup-0", "spring-cup-02", "spring-cup-256", "spring-cup-x", "cup-2"]
        {
            assert_eq!(plan.number(other.parse().unwrap()), None, "{other}");
        }
        let asked: Opening = "usual, tournament yes, limits 10..200".parse().unwrap();
        assert_eq!(plan.opening(&asked).to_string(), "usual, decks 8, limits 10..200, tournament yes");
    }
}
