//! The promotion as it stands: the fold of its events.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use punto_rulebook::PromotionItem;
use punto_vocab::line::Words;
use punto_vocab::{Money, PersonId, Promise, Seed, Time};
use serde::{Deserialize, Serialize};

use crate::command::{Channel, FileId};
use crate::conditions::{Conditions, Plan};
use crate::prize::{Details, PrizePayment, ThingId};

/// How far a promotion has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// The conditions are being written.
    #[default]
    Drafting,
    /// They are published.
    Published,
    /// It waits until its integrity is beyond doubt.
    Postponed,
    /// What has not been awarded will not be.
    Cancelled,
}

/// One entry: its number and whose it is. It prints as `3:ada`, and a draw is of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Ticket {
    /// The entry's number, from 1.
    pub entry: u32,
    /// Whose it is.
    pub entrant: PersonId,
}

impl fmt::Display for Ticket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.entry, self.entrant)
    }
}

/// Somebody who won a prize.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Win {
    /// With which entry.
    pub ticket: Ticket,
    /// When it was drawn or declared.
    pub at: Time,
    /// How the winner was told.
    pub notified: Option<Channel>,
    /// How often somebody tried to tell the winner.
    pub attempts: u32,
    /// Whether it is on record that the winner was not told in time.
    pub late: bool,
}

/// What became of a claim.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// It waits to be decided.
    Waits,
    /// It was accepted.
    Accepted,
    /// It was refused.
    Refused {
        /// By which item of the conditions, where it was the winner's.
        ground: Option<PromotionItem>,
        /// Why.
        why: Words,
        /// Where the claimant's address is kept.
        address: Option<FileId>,
        /// Whether the claimant was told why.
        told: bool,
    },
}

/// A claim for a prize.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claim {
    /// Who made it.
    pub claimant: PersonId,
    /// Which entry had won the prize then.
    pub of: u32,
    /// When it was made.
    pub at: Time,
    /// What became of it.
    pub outcome: Outcome,
    /// Whether the claimant says so, and not staff for them. Only then do they know of the prize.
    #[serde(default)]
    pub in_person: bool,
}

/// A prize.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prize {
    /// Its details.
    pub details: Details,
    /// Who won it.
    pub win: Option<Win>,
    /// The entries that it was not awarded to after all.
    pub passed_over: BTreeSet<u32>,
    /// Who claims it, or did, oldest first.
    pub claims: Vec<Claim>,
    /// Whether the winner takes cash in its place.
    pub cash_taken: bool,
    /// How the winner wants to be paid.
    pub choice: Option<PrizePayment>,
    /// Who has it.
    pub awarded: Option<PersonId>,
}

impl Prize {
    /// Who won it.
    pub fn winner(&self) -> Option<PersonId> {
        self.win.as_ref().map(|win| win.ticket.entrant)
    }

    /// What somebody claims of it as it is won now.
    pub fn claim(&self, claimant: PersonId) -> Option<&Claim> {
        let entry = self.win.as_ref()?.ticket.entry;
        // What somebody says themselves comes behind what staff took down for them, and counts.
        self.claims.iter().rfind(|claim| claim.claimant == claimant && claim.of == entry)
    }

    /// Whether the winner knows of the prize: they were told, or have claimed it themselves.
    pub fn is_known_to_winner(&self) -> bool {
        let knows = |win: &Win| {
            win.notified.is_some() || self.claim(win.ticket.entrant).is_some_and(|claim| claim.in_person)
        };
        self.win.as_ref().is_some_and(knows)
    }

    /// Whether a claim waits for an answer: one that was accepted does again once the promotion is cancelled, since nothing
    /// is awarded then.
    pub fn is_unanswered(&self, claim: &Claim, stage: Stage) -> bool {
        match claim.outcome {
            Outcome::Waits => true,
            Outcome::Accepted => stage == Stage::Cancelled && self.awarded.is_none(),
            Outcome::Refused { .. } => false,
        }
    }

    /// The amount that is due in money, if it is.
    pub fn money_due(&self) -> Option<Money> {
        let prized = self.details.prized();
        match self.cash_taken {
            true => prized.alternative,
            false => prized.is_cash().then_some(prized.value),
        }
    }
}

/// A dispute about the conditions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dispute {
    /// Whose it is.
    pub person: PersonId,
    /// What about.
    pub what: Words,
    /// What the house decided.
    pub ruling: Option<Words>,
    /// Whether the person is not satisfied with that.
    pub objected: bool,
    /// Whether the person was told where to complain.
    pub advised: bool,
}

/// A promotion.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Promotion {
    /// The time of the last event.
    pub now: Time,
    /// How far it has come.
    pub stage: Stage,
    /// The form as it is filled in.
    pub form: Conditions,
    /// What the form comes to, once there is one.
    pub plan: Option<Plan>,
    /// The prizes by their numbers.
    pub prizes: BTreeMap<u8, Prize>,
    /// What regulations prescribe as no prize.
    pub prescribed: BTreeSet<ThingId>,
    /// The promise of the draw's seed.
    pub promise: Option<Promise>,
    /// The seed, once the draw is made.
    pub seed: Option<Seed>,
    /// The entries by their numbers.
    pub entries: BTreeMap<u32, PersonId>,
    /// How many entries each has who has any.
    pub entrants: BTreeMap<PersonId, u32>,
    /// Who may not enter, and by which item of the conditions.
    pub barred: BTreeMap<PersonId, Option<PromotionItem>>,
    /// Who is there for the draw.
    pub present: BTreeSet<PersonId>,
    /// Everybody who has acted for the house.
    pub officials: BTreeSet<PersonId>,
    /// Who watches the draw.
    pub scrutineer: Option<PersonId>,
    /// Whether the scrutineer is there.
    pub overseen: bool,
    /// Whether the results are published.
    pub results_published: bool,
    /// The disputes, oldest first.
    pub disputes: Vec<Dispute>,
    /// Since when the inspectorate is to be told.
    pub untold: Option<Time>,
}

impl Promotion {
    /// Every entry.
    pub fn tickets(&self) -> impl Iterator<Item = Ticket> {
        self.entries.iter().map(|(entry, entrant)| Ticket { entry: *entry, entrant: *entrant })
    }

    /// How many entries somebody has.
    pub fn entries_of(&self, person: PersonId) -> u32 {
        self.entrants.get(&person).copied().unwrap_or(0)
    }

    /// The order of the draw that a seed gives to the entries.
    pub fn order(&self, seed: Seed) -> Vec<Ticket> {
        seed.order("promotion", self.tickets())
    }

    /// Who disputes that their claim for a prize was refused, while that is not decided: whoever won it, or had won it before
    /// it went to the next entry.
    pub fn contested(&self, prize: u8) -> Option<PersonId> {
        let own = self.prizes.get(&prize)?;
        let won = |claim: &Claim| {
            let holds = own.win.as_ref().is_some_and(|win| win.ticket.entry == claim.of);
            self.entries.get(&claim.of) == Some(&claim.claimant)
                && (holds || own.passed_over.contains(&claim.of))
        };
        let refused = |claim: &&Claim| matches!(claim.outcome, Outcome::Refused { .. }) && won(claim);
        let waits =
            |person: &PersonId| self.disputes.iter().any(|own| own.person == *person && own.ruling.is_none());
        own.claims.iter().filter(refused).map(|claim| claim.claimant).find(waits)
    }

    /// By which item of the conditions the winner of a prize does not get it: not there, refused, or no claim in time.
    pub fn passed_over_by(&self, at: Time, prize: u8) -> Option<PromotionItem> {
        let (plan, own) = (self.plan.as_ref()?, self.prizes.get(&prize)?);
        let winner = own.winner().filter(|_| own.awarded.is_none())?;
        let outcome = own.claim(winner).map(|claim| &claim.outcome);
        // What staff said for a winner who was never told takes nothing from them.
        let known = plan.presence || own.is_known_to_winner();
        let outcome = outcome.filter(|outcome| known || !matches!(outcome, Outcome::Refused { .. }));
        let absent = plan.presence && !self.present.contains(&winner);
        match outcome {
            Some(Outcome::Refused { .. }) => Some(PromotionItem::Claim),
            Some(Outcome::Accepted) => None,
            Some(Outcome::Waits) | None if absent => Some(PromotionItem::Presence),
            Some(Outcome::Waits) => None,
            None => plan.claim_by.filter(|until| at > *until).map(|_| PromotionItem::ClaimBy),
        }
    }

    /// Whether everything is awarded.
    pub fn is_over(&self) -> bool {
        self.stage != Stage::Drafting && self.prizes.values().all(|prize| prize.awarded.is_some())
    }
}
