//! The shoe and the results that came from it.

use punto_rulebook::Rule;
use punto_rulebook::known::RoadsCountNoBetCoups;
use punto_vocab::{Citation, PersonId, Role};
use serde::Serialize;

use super::{Eye, SeenOutcome, View, Viewer};
use punto_table::{MarkerState, Open, Phase, Stage};

punto_vocab::words! {
    /// Where the marker is.
    pub enum MarkerPlace: "a place of the marker" {
        /// In the shoe.
        In = "in",
        /// In the shoe, where it can be seen.
        Seen = "seen",
        /// Out of it.
        Out = "out",
    }
}

/// The shoe as everybody may see it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeenShoe {
    /// Which shoe since the table opened, from 1.
    pub number: u32,
    /// How far the cards are prepared.
    pub stage: Stage,
    /// Coups finished from it.
    pub coups: u32,
    /// Cards drawn, burned ones included.
    pub drawn: u32,
    /// Cards when it was full.
    pub cards: u32,
    /// Where the marker is.
    pub marker: MarkerPlace,
    /// How many coups may follow the one in progress, or the one to come, once the marker is out.
    pub more: Option<u32>,
    /// Whether the coup in progress, or the one to come, is the last.
    pub last_coup: bool,
    /// By which clauses it ends, once the marker is out.
    pub ends_by: Option<Citation>,
    /// Whether the patrons may cut.
    pub patrons_cut: bool,
    /// Who has been offered the cut and has not answered.
    pub cut_offered: Option<PersonId>,
    /// The colour of the backs.
    pub colour: Option<String>,
}

/// The acts by which cards are checked before they are shuffled.
const CHECKS: [Rule; 9] = [
    Rule::CheckCards,
    Rule::ShowCards,
    Rule::PatronChecks,
    Rule::PreChecked,
    Rule::Wash,
    Rule::Stack,
    Rule::Riffle,
    Rule::Preshuffled,
    Rule::MachineShuffle,
];

/// One way in which a document has cards checked.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeenCheck {
    /// The rule.
    pub rule: Rule,
    /// Who may do it.
    pub roles: Vec<Role>,
}

impl Eye<'_> {
    /// How the document has cards checked.
    fn checks(&self) -> Vec<SeenCheck> {
        let of = |rule: Rule| Some(SeenCheck { rule, roles: self.book.procedure.get(rule)?.roles.clone() });
        CHECKS.into_iter().filter_map(of).collect()
    }

    pub(super) fn shoe(&self, open: &Open, seen: &mut View) {
        // The results of a shoe stay up while the next is prepared.
        let coups = &self.table.coups;
        let counts_no_bet = open.terms.choice() != Some(RoadsCountNoBetCoups::No);
        seen.results = coups.of_shoe().map(|coup| coup.winner()).collect();
        let entries = coups.of_shoe().filter(|coup| counts_no_bet || !coup.no_bet);
        let entries =
            entries.filter_map(|coup| coup.outcome.map(|outcome| SeenOutcome::of(&outcome, coup.no_bet)));
        seen.entries = entries.collect();
        if matches!(self.viewer, Viewer::Staff(_)) {
            seen.checks = self.checks();
        }
        let shoe = &open.shoe;
        let (marker, more) = match shoe.marker {
            MarkerState::In => (MarkerPlace::In, None),
            MarkerState::Seen => (MarkerPlace::Seen, None),
            MarkerState::Out { more } => (MarkerPlace::Out, Some(more)),
        };
        let marker_by =
            if shoe.marker_first { &open.terms.marker_first.by } else { &open.terms.marker_in_coup.by };
        seen.shoe = Some(SeenShoe {
            number: shoe.number + 1,
            stage: shoe.stage,
            coups: if matches!(open.phase, Phase::Preparing) { 0 } else { coups.in_shoe() as u32 },
            drawn: shoe.drawn,
            cards: open.terms.cards(),
            marker,
            more,
            last_coup: more == Some(0),
            ends_by: more.map(|_| marker_by.clone()),
            patrons_cut: shoe.cut.patrons,
            cut_offered: shoe.cut.offered,
            colour: shoe.colour.clone(),
        });
    }
}
