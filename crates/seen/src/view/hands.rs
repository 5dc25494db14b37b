//! The cards that lie, as each viewer sees them.

use punto_coup::{DealtCard, Due, Place, Why};
use punto_rulebook::{Outcome, Winner};
use punto_vocab::{Args, BySide, Card, Citation, PersonId, Point, Role, Side, Stamped};
use serde::Serialize;

use super::{Eye, View, Viewer};
use punto_table::Actor;
use punto_table::decide;
use punto_table::{Command, HandName};
use punto_table::{Dealing, Holding, Open, Phase};

/// Where a hand is, and what the viewer may do with it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SeenHolding {
    /// Who is designated to receive it.
    pub designated: Option<PersonId>,
    /// Whom the designated patron has named to turn it.
    pub nominees: Vec<PersonId>,
    /// Who has it now.
    pub holder: Option<PersonId>,
    /// Whether it is out with its holder.
    pub out: bool,
    /// Whether it has been out and come back.
    pub back: bool,
    /// Whether the dealer keeps it.
    pub dealer: bool,
    /// Whether the viewer holds it and may turn its cards.
    pub may_squeeze: bool,
    /// Whether the viewer may turn it for the table.
    pub may_turn: bool,
}

/// A card that waits to open the coup to come; one that nobody has seen is `None`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Carried {
    /// The card.
    pub card: Option<Card>,
    /// By which clauses it waits.
    pub by: Option<Citation>,
}

/// What is due, and why.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeenDue {
    /// The hand a card is due for; none when both are complete.
    pub hand: Option<Side>,
    /// Which card of the hand.
    pub nth: Option<u8>,
    /// Why.
    pub why: String,
    /// The reason's name, for catalogues of sentences.
    pub code: &'static str,
    /// What its sentence is filled with.
    pub args: Args,
    /// By which clauses.
    pub by: Citation,
}

/// What a coup came to.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SeenOutcome {
    /// Who won.
    pub winner: Winner,
    /// The final points.
    pub points: BySide<Point>,
    /// Which hands began with a pair.
    pub pairs: BySide<bool>,
    /// Whether a hand had a natural.
    pub natural: bool,
    /// Whether it was dealt without wagers.
    pub no_bet: bool,
}

impl SeenOutcome {
    pub(super) fn of(outcome: &Outcome, no_bet: bool) -> SeenOutcome {
        let natural = |side: Side| outcome.cards[side] == 2 && outcome.points[side].is_natural();
        SeenOutcome {
            winner: outcome.winner,
            points: outcome.points,
            pairs: outcome.pairs.map(|pair| pair.is_some()),
            natural: Side::ALL.into_iter().any(natural),
            no_bet,
        }
    }
}

/// Whether somebody in this role sees the faces of cards that lie face down.
pub(crate) fn watches(viewer: Viewer) -> bool {
    matches!(viewer, Viewer::Staff(Role::Surveillance | Role::RegulatorInspector))
}

/// Whoever has a hand in front of them.
fn holder(holding: &Holding) -> Option<PersonId> {
    holding.nominee.or(holding.designated).filter(|_| holding.out)
}

impl Eye<'_> {
    pub(super) fn hands(&self, open: &Open, seen: &mut View) {
        match &open.phase {
            Phase::Dealing(dealing) => self.in_progress(dealing, seen),
            Phase::Preparing | Phase::Betting(_) => self.before(open, seen),
        }
        seen.points = BySide::new(|side| point_of(&seen.hands[side]));
        seen.role = open.role.holder;
        if let Phase::Betting(betting) = &open.phase {
            let card = open.waiting_card().map(|card| Some(card).filter(|_| watches(self.viewer)));
            seen.carried = card.map(|card| Carried { card, by: betting.waiting_by.clone() });
        }
    }

    /// The coup in progress. A face-down card is known to whoever holds the hand, and to those who watch.
    fn in_progress(&self, dealing: &Dealing, seen: &mut View) {
        let in_turn = dealing.in_turn(&dealing.dealt);
        let too_soon = &dealing.dealt[in_turn.len()..];
        for side in Side::ALL {
            let holding = &dealing.holders[side];
            let holds = holder(holding).is_some_and(|holder| self.viewer.is(holder));
            // Of two who turn a card each, one has only the first that is hidden.
            let mut sees = match (holds, holding.nominees.len() > 1) {
                (true, true) => 1,
                (true, false) => usize::MAX,
                (false, _) => 0,
            };
            seen.hands[side] = self.lie(in_turn, Place::Hand(side), &mut sees);
            // A card that came too soon is not the holder's to look at.
            seen.hands[side].extend(self.lie(too_soon, Place::Hand(side), &mut 0));
            seen.holders[side] = self.holding(holding, holds, dealing, side);
        }
        seen.aside = self.lie(&dealing.dealt, Place::Nowhere, &mut 0);
        seen.void = dealing.void;
        // What is due after the first four tells the points, so it is only for those who see them all.
        let sees_all = Side::ALL.iter().all(|side| seen.hands[*side].iter().all(Option::is_some));
        let next = dealing.coup.due(self.book);
        let opening = matches!(next, Due::Card { why: Why::Opening, .. });
        if (sees_all || opening) && !dealing.void {
            seen.due = Some(due(&next));
        }
        let settles = dealing.all_turned() && dealing.trouble.is_none() && !dealing.void;
        let outcome = settles.then(|| dealing.coup.outcome(self.book)).flatten();
        // Cards may lie with a hand that are not lawfully its own; then nothing has been decided yet.
        let in_hands = dealing.dealt.iter().filter(|card| card.to != Place::Nowhere).count();
        let no_bet = dealing.no_bet.is_some();
        seen.outcome = outcome
            .filter(|_| in_hands == dealing.coup.len())
            .map(|outcome| SeenOutcome::of(&outcome, no_bet));
    }

    /// The coup before, while its cards still lie. Nobody holds them any more.
    fn before(&self, open: &Open, seen: &mut View) {
        let Some(shown) = &open.shown else { return };
        seen.hands = BySide::new(|side| self.lie(&shown.dealt, Place::Hand(side), &mut 0));
        seen.aside = self.lie(&shown.dealt, Place::Nowhere, &mut 0);
        seen.outcome = shown.outcome.map(|outcome| SeenOutcome::of(&outcome, shown.no_bet));
        seen.void = shown.outcome.is_none();
    }

    /// The cards of a place; of those that are hidden the viewer sees the first few that they hold.
    fn lie(&self, dealt: &[DealtCard], place: Place, sees: &mut usize) -> Vec<Option<Card>> {
        let watches = watches(self.viewer);
        let cards = dealt.iter().filter(|card| card.to == place);
        let seen = cards.map(|card| {
            let held = !card.exposed && *sees > 0;
            *sees -= usize::from(held);
            (card.exposed || watches || held).then_some(card.card)
        });
        seen.collect()
    }

    fn holding(&self, holding: &Holding, holds: bool, dealing: &Dealing, side: Side) -> SeenHolding {
        let hidden = dealing.face_down(side);
        let turns = || {
            let command = Command::Turn { hand: HandName::of(side) };
            let asked = Stamped { at: self.table.now, by: Actor::System, command };
            decide(self.book, self.table, &asked).is_ok()
        };
        SeenHolding {
            designated: holding.designated,
            nominees: holding.nominees.clone(),
            holder: holder(holding),
            out: holding.out,
            back: holding.back,
            dealer: holding.dealer,
            may_squeeze: holds && hidden,
            may_turn: hidden && self.viewer.is_staff() && !watches(self.viewer) && turns(),
        }
    }
}

/// The point of a hand that is seen whole.
fn point_of(cards: &[Option<Card>]) -> Option<Point> {
    let sum = |sum: Point, card: &Option<Card>| card.map(|card| sum.plus(card.point()));
    cards.iter().try_fold(Point::of_total(0), sum).filter(|_| cards.len() >= 2)
}

fn due(due: &Due<'_>) -> SeenDue {
    let (hand, nth, why, by) = match due {
        Due::Card { to, nth, by, why } => (Some(*to), Some(*nth), *why, *by),
        Due::Nothing { by, why } => (None, None, *why, *by),
    };
    SeenDue { hand, nth, why: why.to_string(), code: why.code(), args: why.args(), by: by.clone() }
}
