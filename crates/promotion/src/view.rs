//! What each person may see of a promotion. A view is built from what its viewer may know, and never holds the rest.

use punto_rulebook::Rulebook;
use punto_vocab::{PersonId, Promise, Seed};
use serde::Serialize;

use crate::duty::{Duty, duties};
use crate::prize::PrizePayment;
use crate::state::{Claim, Dispute, Prize, Promotion, Stage, Ticket};

/// Who looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// The display, and everybody who walks by.
    Public,
    /// A patron, entered or not.
    Patron(PersonId),
    /// Somebody who runs the promotion or watches it.
    Official,
}

/// A promotion as one viewer may see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct View {
    /// How far it has come.
    pub stage: Stage,
    /// The conditions, once they are published.
    pub conditions: Option<String>,
    /// The prizes, once they are published.
    pub prizes: Vec<SeenPrize>,
    /// How many entries there are.
    pub entries: usize,
    /// The promise of the draw's seed.
    pub promise: Option<Promise>,
    /// The seed, once the draw is made.
    pub seed: Option<Seed>,
    /// The viewer's own entries; for officials everybody's.
    pub tickets: Vec<Ticket>,
    /// The viewer's own disputes; for officials everybody's.
    pub disputes: Vec<Dispute>,
    /// What waits, for officials.
    pub duties: Vec<Duty>,
}

/// A prize as one viewer may see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SeenPrize {
    /// Its number.
    pub prize: u8,
    /// Its details.
    pub details: String,
    /// Who won it: for everybody once the results are published, for the winner and officials at once.
    pub winner: Option<PersonId>,
    /// The viewer's own claims; for officials everybody's, with what was refused and why.
    pub claims: Vec<Claim>,
    /// How the viewer is to be paid, if it is theirs.
    pub choice: Option<PrizePayment>,
    /// Whether it is awarded.
    pub awarded: bool,
}

/// A promotion as a viewer may see it.
pub fn view(book: &Rulebook, own: &Promotion, viewer: Viewer) -> View {
    let official = viewer == Viewer::Official;
    let shown = official || own.stage != Stage::Drafting;
    let prizes = own.prizes.iter().filter(|_| shown);
    View {
        stage: own.stage,
        conditions: shown.then(|| own.form.to_string()),
        prizes: prizes.map(|(number, prize)| seen(own, *number, prize, viewer)).collect(),
        entries: own.entries.len(),
        promise: own.promise,
        seed: own.seed,
        tickets: own.tickets().filter(|ticket| viewer.is(ticket.entrant)).collect(),
        disputes: own.disputes.iter().filter(|dispute| viewer.is(dispute.person)).cloned().collect(),
        duties: if official { duties(book, own) } else { Vec::new() },
    }
}

fn seen(own: &Promotion, number: u8, prize: &Prize, viewer: Viewer) -> SeenPrize {
    let theirs = prize.winner().is_some_and(|winner| viewer.is(winner));
    SeenPrize {
        prize: number,
        details: prize.details.to_string(),
        winner: prize.winner().filter(|_| theirs || own.results_published),
        claims: prize.claims.iter().filter(|claim| viewer.is(claim.claimant)).cloned().collect(),
        choice: prize.choice.clone().filter(|_| theirs),
        awarded: prize.awarded.is_some(),
    }
}

impl Viewer {
    /// Whether the viewer may see what is this person's own.
    fn is(self, person: PersonId) -> bool {
        match self {
            Viewer::Public => false,
            Viewer::Patron(own) => own == person,
            Viewer::Official => true,
        }
    }
}
