//! Folds events into the promotion. Decides nothing.

#![deny(clippy::wildcard_enum_match_arm)] // an event that nobody folds must not compile

use punto_vocab::{Actor, PersonId, Time};

use crate::conditions::Plan;
use crate::event::{Event, Happening};
use crate::state::{Claim, Dispute, Outcome, Prize, Promotion, Stage, Ticket, Win};

punto_vocab::groups! {
    Happening:
    /// The conditions, the prizes and the entries.
    of_terms: Drafted Prescribed PrizeSet PrizeDropped Published Offered Advertised Barred Entered;
    /// The draw.
    of_draw: Nominated Overseeing Present Drawn Overseen Won NotWon PassedOver ResultsPublished;
    /// Winners and their claims.
    of_claims: Notified NotifiedLate Attempted Claimed ClaimAccepted ClaimRefused ReasonsTold CashTaken PaymentChosen Awarded;
    /// When something goes wrong.
    of_trouble: Disputed Ruled Reinstated ClaimReopened Objected Advised Postponed Resumed Cancelled InspectorateTold;
}

/// Folds one event into the promotion. Whoever of staff acted in it is remembered: they do not enter.
pub fn apply(promotion: &mut Promotion, at: Time, by: Actor, event: &Event) {
    promotion.now = promotion.now.max(at);
    if let Actor::Staff(_, name) = by {
        promotion.officials.insert(name);
    }
    match &event.what {
        what @ of_terms!() => terms(promotion, what),
        what @ of_draw!() => draw(promotion, at, what),
        what @ of_claims!() => claims(promotion, at, by, what),
        what @ of_trouble!() => trouble(promotion, at, what),
    }
}

fn terms(promotion: &mut Promotion, what: &Happening) {
    match what {
        Happening::Drafted { conditions } => {
            promotion.plan = Plan::of(conditions).ok();
            promotion.form = conditions.clone();
        }
        Happening::Prescribed { thing } => {
            promotion.prescribed.insert(*thing);
        }
        Happening::PrizeSet { prize, details } => {
            promotion.prizes.insert(*prize, Prize { details: details.clone(), ..Prize::default() });
        }
        Happening::PrizeDropped { prize } => {
            promotion.prizes.remove(prize);
        }
        Happening::Published { draw, second } => {
            (promotion.stage, promotion.promise) = (Stage::Published, *draw);
            promotion.officials.extend(*second);
        }
        // For the record only.
        Happening::Offered { .. } | Happening::Advertised { .. } => {}
        Happening::Barred { person, ground } => {
            promotion.barred.insert(*person, *ground);
        }
        Happening::Entered { entry, entrant, .. } => {
            promotion.entries.insert(*entry, *entrant);
            *promotion.entrants.entry(*entrant).or_default() += 1;
        }
        of_draw!() | of_claims!() | of_trouble!() => {}
    }
}

fn draw(promotion: &mut Promotion, at: Time, what: &Happening) {
    match what {
        Happening::Nominated { scrutineer } => promotion.scrutineer = Some(*scrutineer),
        Happening::Overseeing { .. } => promotion.overseen = true,
        Happening::Present { entrant, .. } => {
            promotion.present.insert(*entrant);
        }
        // The prizes that it gives follow, one by one.
        Happening::Drawn { seed, .. } => promotion.seed = Some(*seed),
        // For the record only.
        Happening::Overseen { .. } | Happening::NotWon { .. } => {}
        Happening::Won { prize, winner, entry } => of(promotion, *prize, |prize| {
            let ticket = Ticket { entry: *entry, entrant: *winner };
            prize.win = Some(Win { ticket, at, notified: None, attempts: 0, late: false });
        }),
        Happening::PassedOver { prize, .. } => of(promotion, *prize, |prize| {
            prize.passed_over.extend(prize.win.take().map(|win| win.ticket.entry));
            (prize.cash_taken, prize.choice) = (false, None);
        }),
        Happening::ResultsPublished => promotion.results_published = true,
        of_terms!() | of_claims!() | of_trouble!() => {}
    }
}

fn claims(promotion: &mut Promotion, at: Time, by: Actor, what: &Happening) {
    match what {
        Happening::Notified { prize, channel, .. } => {
            won(promotion, *prize, |win| win.notified = Some(*channel));
        }
        Happening::NotifiedLate { prize } => won(promotion, *prize, |win| win.late = true),
        Happening::Attempted { prize, .. } => won(promotion, *prize, |win| win.attempts += 1),
        Happening::Claimed { prize, claimant } => of(promotion, *prize, |prize| {
            let of = prize.win.as_ref().map_or(0, |win| win.ticket.entry);
            let in_person = by == Actor::Patron(*claimant);
            let waits = |claim: &&mut Claim| {
                claim.claimant == *claimant && claim.of == of && claim.outcome == Outcome::Waits
            };
            // What staff took down for somebody who says it themselves now is one claim with it.
            match prize.claims.iter_mut().find(waits) {
                Some(claim) => claim.in_person |= in_person,
                None => {
                    let outcome = Outcome::Waits;
                    prize.claims.push(Claim { claimant: *claimant, of, at, outcome, in_person });
                }
            }
        }),
        Happening::ClaimAccepted { prize, claimant } => of(promotion, *prize, |prize| {
            let entry = prize.win.as_ref().map(|win| win.ticket.entry);
            let current = |claim: &Claim| Some(claim.of) == entry && claim.outcome == Outcome::Waits;
            decided(prize, *claimant, current, Outcome::Accepted);
        }),
        Happening::ClaimRefused { prize, claimant, address, ground, why } => of(promotion, *prize, |prize| {
            let refused =
                Outcome::Refused { ground: *ground, why: why.clone(), address: *address, told: false };
            // What was accepted is refused only once nothing is awarded any more.
            let waits = |claim: &Claim| claim.claimant == *claimant && claim.outcome == Outcome::Waits;
            let sought = if prize.claims.iter().any(waits) { Outcome::Waits } else { Outcome::Accepted };
            decided(prize, *claimant, |claim| claim.outcome == sought, refused);
        }),
        Happening::ReasonsTold { prize, claimant } => of(promotion, *prize, |prize| {
            let own = prize.claims.iter_mut().filter(|claim| claim.claimant == *claimant);
            for claim in own {
                if let Outcome::Refused { told, .. } = &mut claim.outcome {
                    *told = true;
                }
            }
        }),
        Happening::CashTaken { prize, .. } => of(promotion, *prize, |prize| prize.cash_taken = true),
        Happening::PaymentChosen { prize, payment, .. } => {
            of(promotion, *prize, |prize| prize.choice = Some(payment.clone()));
        }
        Happening::Awarded { prize, winner, .. } => {
            of(promotion, *prize, |prize| prize.awarded = Some(*winner));
        }
        of_terms!() | of_draw!() | of_trouble!() => {}
    }
}

fn trouble(promotion: &mut Promotion, at: Time, what: &Happening) {
    match what {
        Happening::Disputed { person, what } => promotion.disputes.push(Dispute {
            person: *person,
            what: what.clone(),
            ruling: None,
            objected: false,
            advised: false,
        }),
        Happening::Ruled { person, what, .. } => {
            dispute(promotion, *person, |own| own.ruling = Some(what.clone()));
        }
        // Whoever has it by then had come after them.
        Happening::Reinstated { prize, winner, entry } => of(promotion, *prize, |prize| {
            prize.passed_over.remove(entry);
            prize.passed_over.extend(prize.win.take().map(|win| win.ticket.entry));
            (prize.cash_taken, prize.choice) = (false, None);
            let ticket = Ticket { entry: *entry, entrant: *winner };
            prize.win = Some(Win { ticket, at, notified: None, attempts: 0, late: false });
        }),
        Happening::ClaimReopened { prize, claimant } => of(promotion, *prize, |prize| {
            let entry = prize.win.as_ref().map(|win| win.ticket.entry);
            let refused =
                |claim: &Claim| Some(claim.of) == entry && matches!(claim.outcome, Outcome::Refused { .. });
            decided(prize, *claimant, refused, Outcome::Waits);
        }),
        Happening::Objected { person } => dispute(promotion, *person, |own| own.objected = true),
        Happening::Advised { person } => dispute(promotion, *person, |own| own.advised = true),
        Happening::Postponed { .. } => {
            (promotion.stage, promotion.untold) = (Stage::Postponed, Some(at));
            // Whoever watched the draw sees it begin anew.
            promotion.overseen = false;
        }
        Happening::Resumed { .. } => promotion.stage = Stage::Published,
        Happening::Cancelled { .. } => (promotion.stage, promotion.untold) = (Stage::Cancelled, Some(at)),
        Happening::InspectorateTold { .. } => promotion.untold = None,
        of_terms!() | of_draw!() | of_claims!() => {}
    }
}

fn of(promotion: &mut Promotion, prize: u8, change: impl FnOnce(&mut Prize)) {
    if let Some(prize) = promotion.prizes.get_mut(&prize) {
        change(prize);
    }
}

fn won(promotion: &mut Promotion, prize: u8, change: impl FnOnce(&mut Win)) {
    of(promotion, prize, |prize| {
        if let Some(win) = prize.win.as_mut() {
            change(win);
        }
    });
}

/// Decides the first claim of somebody that fits.
fn decided(prize: &mut Prize, claimant: PersonId, fits: impl Fn(&Claim) -> bool, outcome: Outcome) {
    if let Some(claim) = prize.claims.iter_mut().rfind(|claim| claim.claimant == claimant && fits(claim)) {
        claim.outcome = outcome;
    }
}

/// The last dispute of somebody, which is the one that is spoken of.
fn dispute(promotion: &mut Promotion, person: PersonId, change: impl FnOnce(&mut Dispute)) {
    if let Some(own) = promotion.disputes.iter_mut().rev().find(|own| own.person == person) {
        change(own);
    }
}
