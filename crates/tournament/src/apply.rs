//! Folds events into the tournament. Decides nothing.

#![deny(clippy::wildcard_enum_match_arm)] // an event that nobody folds must not compile

use punto_vocab::{Actor, PersonId, Time};

use crate::conditions::Plan;
use crate::event::{Event, Happening};
use crate::state::{Entrant, Stage, Standing, Tournament};

/// Folds one event into the tournament.
pub fn apply(tournament: &mut Tournament, at: Time, _by: Actor, event: &Event) {
    tournament.now = tournament.now.max(at);
    match &event.what {
        Happening::Drafted { conditions } => {
            tournament.plan = Plan::of(conditions).ok();
            tournament.form = conditions.clone();
        }
        Happening::Published => tournament.stage = Stage::Entering,
        Happening::ValueAdded { amount, .. } | Happening::ToppedUp { amount } => tournament.added += *amount,
        Happening::Retained { amount } => tournament.retained = *amount,
        Happening::Cancelled { .. } => tournament.stage = Stage::Cancelled,
        Happening::Refunded { entrant, .. } => of(tournament, *entrant).fee = None,
        // For the record only: the fee stays in the pool.
        Happening::FeeKept { .. } => {}
        Happening::Applied { entrant } => {
            tournament.entrants.insert(*entrant, Entrant::default());
        }
        Happening::Informed { entrant } => of(tournament, *entrant).informed = true,
        Happening::Endorsed { entrant } => of(tournament, *entrant).endorsed = true,
        Happening::FeePaid { entrant, amount } => of(tournament, *entrant).fee = Some(*amount),
        Happening::Accepted { entrant } => of(tournament, *entrant).standing = Standing::In,
        Happening::EntryRefused { entrant, .. } => of(tournament, *entrant).standing = Standing::Refused,
        Happening::Withdrew { entrant } => of(tournament, *entrant).standing = Standing::Withdrawn,
        Happening::Started { .. } => tournament.stage = Stage::Running,
    }
}

/// The entrant; somebody who has not applied has no events but the first.
fn of(tournament: &mut Tournament, entrant: PersonId) -> &mut Entrant {
    tournament.entrants.entry(entrant).or_default()
}
