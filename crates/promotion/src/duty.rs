//! What waits for somebody: winners and claimants to be told, claims and disputes to be decided, the inspectorate to be told.

use punto_rulebook::{PromotionItem, PromotionRule as R, Rulebook};
use punto_vocab::{Citation, PersonId, Time};
use serde::Serialize;

use crate::decide::told_until;
use crate::state::{Outcome, Prize, Promotion, Stage};

/// What is owed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Owed {
    /// The inspectorate is told that the promotion was put off or cancelled.
    TellInspectorate,
    /// The results are published.
    PublishResults,
    /// The winner of a prize is told.
    Notify(u8, PersonId),
    /// A claim is decided.
    DecideClaim(u8, PersonId),
    /// A claimant is told why the claim was refused.
    TellReasons(u8, PersonId),
    /// A prize is handed over.
    Award(u8, PersonId),
    /// A dispute is decided.
    Decide(PersonId),
    /// Somebody is told where to complain.
    Advise(PersonId),
}

/// Something owed, by which clause, and until when.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Duty {
    /// What.
    pub what: Owed,
    /// Until when, where the document gives a time.
    pub due: Option<Time>,
    /// What it rests on.
    pub by: Citation,
}

impl Duty {
    /// Whether it should have been done by now.
    pub fn is_late(&self, now: Time) -> bool {
        self.due.is_some_and(|due| now > due)
    }
}

/// Everything that waits in a promotion under a document.
pub fn duties(book: &Rulebook, own: &Promotion) -> Vec<Duty> {
    let rule = |rule: R| book.promotion.get(rule).map(|own| own.by.clone());
    let item = |item: PromotionItem| book.promotion.item(item).map(|own| own.by.clone());
    let mut list = Vec::new();
    let mut owe = |what: Owed, due: Option<Time>, by: Option<Citation>| {
        list.extend(by.map(|by| Duty { what, due, by }));
    };
    if let Some(since) = own.untold {
        owe(Owed::TellInspectorate, Some(since), rule(R::Integrity));
    }
    let goes_on = own.stage == Stage::Published;
    if goes_on && !own.results_published && own.prizes.values().any(|prize| prize.win.is_some()) {
        owe(Owed::PublishResults, None, item(PromotionItem::Results));
    }
    for (number, prize) in &own.prizes {
        if let Some((winner, until)) = notice(book, own, prize) {
            owe(Owed::Notify(*number, winner), Some(until), rule(R::Notify));
        }
        for claim in &prize.claims {
            if prize.is_unanswered(claim, own.stage) {
                owe(Owed::DecideClaim(*number, claim.claimant), None, item(PromotionItem::Claim));
            }
            if matches!(claim.outcome, Outcome::Refused { told: false, .. }) {
                owe(Owed::TellReasons(*number, claim.claimant), None, rule(R::RefuseClaim));
            }
        }
        if let Some(winner) = handed_over_next(prize).filter(|_| goes_on) {
            owe(Owed::Award(*number, winner), None, item(PromotionItem::Awarded));
        }
    }
    for dispute in &own.disputes {
        match (&dispute.ruling, dispute.objected, dispute.advised) {
            (None, _, _) => owe(Owed::Decide(dispute.person), None, rule(R::Dispute)),
            (Some(_), true, false) => owe(Owed::Advise(dispute.person), None, rule(R::Dispute)),
            (Some(_), _, _) => {}
        }
    }
    list
}

/// The winner of a prize who is still to be told, and until when. Who has claimed the prize in person knows of it.
pub(crate) fn notice(book: &Rulebook, own: &Promotion, prize: &Prize) -> Option<(PersonId, Time)> {
    let waits = !prize.is_known_to_winner() && own.stage != Stage::Cancelled;
    let untold = prize.win.as_ref().filter(|_| waits)?;
    Some((untold.ticket.entrant, told_until(notice_days(book), presence(own), untold)?))
}

fn notice_days(book: &Rulebook) -> Option<u32> {
    book.promotion.get(R::Notify).and_then(|rule| rule.number)
}

fn presence(own: &Promotion) -> bool {
    own.plan.as_ref().is_some_and(|plan| plan.presence)
}

/// The winner whose claim is accepted and who does not have the prize yet.
fn handed_over_next(prize: &Prize) -> Option<PersonId> {
    let winner = prize.winner().filter(|_| prize.awarded.is_none())?;
    prize.claim(winner).is_some_and(|claim| claim.outcome == Outcome::Accepted).then_some(winner)
}
