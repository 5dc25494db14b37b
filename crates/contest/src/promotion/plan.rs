//! What a promotion was put up as: its name, its document, its currency.

use punto_site::{PromotionId, TableId};
use serde::{Deserialize, Serialize};

/// What an operator wants a promotion to be, beside its conditions and prizes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PromotionPlan {
    /// Its name, which is also its stream's.
    pub name: PromotionId,
    /// What the sign says.
    pub title: String,
    /// The id of the document it is offered under.
    pub rulebook: String,
    /// The digest of that document's text: it stays under it whatever the program brings.
    pub digest: String,
    /// The currency of wagers and prizes.
    pub currency: String,
    /// Whether it is for show: no prize is paid into an account, and no play but for show enters anybody.
    pub demonstration: bool,
}

/// A plan as it is kept on the shelf of settings.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    title: String,
    rulebook: String,
    digest: String,
    currency: String,
    demonstration: bool,
}

impl PromotionPlan {
    /// The name under which its prizes are in the accounts of those who won them.
    pub fn purse(&self) -> Option<TableId> {
        self.name.as_str().parse().ok()
    }

    /// The plan as text for its shelf.
    pub fn kept(&self) -> String {
        let PromotionPlan { name: _, title, rulebook, digest, currency, demonstration } = self.clone();
        serde_json::to_string(&Kept { title, rulebook, digest, currency, demonstration }).unwrap_or_default()
    }

    /// The plan of a promotion, as its shelf has it.
    pub fn from_kept(name: PromotionId, bytes: &[u8]) -> Result<PromotionPlan, String> {
        let kept: Kept = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
        let Kept { title, rulebook, digest, currency, demonstration } = kept;
        Ok(PromotionPlan { name, title, rulebook, digest, currency, demonstration })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn a_plan_comes_back_from_its_shelf() {
        let plan = PromotionPlan {
            name: "spring".parse().unwrap(),
            title: "Spring Draw".into(),
            rulebook: "nsw-2021".into(),
            digest: "00".into(),
            currency: "AUD".into(),
            demonstration: false,
        };
        assert_eq!(PromotionPlan::from_kept(plan.name, plan.kept().as_bytes()), Ok(plan.clone()));
        assert_eq!(plan.purse().unwrap().as_str(), "spring");
        assert!(PromotionPlan::from_kept(plan.name, b"{}").is_err());
    }
}
