//! What each person may see of a tournament. A view is built from what its viewer may know, and never holds the rest.
//!
//! What is written on a form that has not been read out is in no view, whoever looks: the tournament itself does not know it.

use punto_rulebook::{Rulebook, Span};
use punto_vocab::{BetId, Money, PersonId};
use serde::Serialize;

use crate::command::Offence;
use crate::duty::{Duty, duties};
use crate::score::Ranking;
use crate::state::{Entrant, Phase, Stage, Standing, Tournament, Venue};

/// Who looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// The display, and everybody who walks by.
    Public,
    /// Somebody who has applied.
    Entrant(PersonId),
    /// Somebody who runs the tournament or watches it.
    Official,
}

/// A tournament as one viewer may see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct View {
    /// How far it has come.
    pub stage: Stage,
    /// The conditions, once they are published.
    pub conditions: Option<String>,
    /// What is played for.
    pub pool: Money,
    /// The round.
    pub round: u32,
    /// Whether it is the final.
    pub is_final: bool,
    /// The tables.
    pub tables: Vec<SeenVenue>,
    /// Those who take part, or have.
    pub entrants: Vec<SeenEntrant>,
    /// The places of the final, best first.
    pub places: Ranking,
    /// The viewer's own entry.
    pub own: Option<Entrant>,
    /// Who must go, for officials.
    pub reported: Vec<(PersonId, Offence)>,
    /// What waits, for officials: how many things.
    pub waiting: usize,
}

/// A table as everybody may see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SeenVenue {
    /// Its number.
    pub table: u8,
    /// What goes on.
    pub phase: Phase,
    /// How many coups of the session are played.
    pub coups: u32,
    /// The limits.
    pub limits: Option<Span>,
    /// The seat that wagers first.
    pub marker: u8,
    /// Those who play there.
    pub seats: Vec<SeenSeat>,
    /// How those of the session stand, once it is over.
    pub order: Ranking,
}

/// A seat as everybody may see it: chips and wagers are in view, a form is there or is not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SeenSeat {
    /// Its number.
    pub seat: u8,
    /// Whose it is.
    pub entrant: PersonId,
    /// Whether somebody sits there.
    pub present: bool,
    /// The chips.
    pub chips: Money,
    /// The wagers that lie or were read out.
    pub wagers: Vec<(BetId, Money)>,
    /// Whether a form was handed in that has not been read out.
    pub form: bool,
    /// Whether a pass card was played.
    pub passed: bool,
}

/// Somebody who takes part, as everybody may see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SeenEntrant {
    /// Who.
    pub entrant: PersonId,
    /// How they stand.
    pub standing: Standing,
    /// The prize.
    pub prize: Option<Money>,
}

/// A tournament as a viewer may see it.
pub fn view(book: &Rulebook, own: &Tournament, viewer: Viewer) -> View {
    let official = viewer == Viewer::Official;
    let known = |standing| matches!(standing, Standing::In | Standing::Out | Standing::Disqualified);
    let applied = own.entrants.iter().filter(|(_, one)| official || known(one.standing));
    let entrants =
        applied.map(|(name, one)| SeenEntrant { entrant: *name, standing: one.standing, prize: one.prize });
    let itself = match viewer {
        Viewer::Entrant(name) => own.entrants.get(&name).cloned(),
        Viewer::Public | Viewer::Official => None,
    };
    let published = own.stage != Stage::Drafting || official;
    let waiting: Vec<Duty> = if official { duties(book, own) } else { Vec::new() };
    let reported = own.must_go.iter().filter(|_| official);
    let reported = reported.flat_map(|(name, all)| all.iter().map(|offence| (*name, *offence)));
    View {
        stage: own.stage,
        conditions: published.then(|| own.form.to_string()),
        pool: own.pool(),
        round: own.round,
        is_final: own.is_final(),
        tables: own.venues.iter().map(|(table, venue)| seen(own, *table, venue)).collect(),
        entrants: entrants.collect(),
        places: own.places.clone(),
        own: itself,
        reported: reported.collect(),
        waiting: waiting.len(),
    }
}

fn seen(own: &Tournament, table: u8, venue: &Venue) -> SeenVenue {
    let wagers = |entrant: PersonId| {
        let lie = venue.wagers.iter().filter(move |wager| wager.entrant == entrant);
        lie.map(|wager| (wager.bet, wager.stake)).collect()
    };
    let seats = own.at(table).into_iter().map(|(entrant, place)| SeenSeat {
        seat: place.seat,
        entrant,
        present: place.present,
        chips: place.stack,
        wagers: wagers(entrant),
        form: venue.forms.get(&entrant).is_some_and(|form| !form.announced),
        passed: venue.passed.contains(&entrant),
    });
    SeenVenue {
        table,
        phase: venue.phase,
        coups: venue.coups,
        limits: venue.limits,
        marker: venue.marker,
        seats: seats.collect(),
        order: venue.order.clone(),
    }
}
