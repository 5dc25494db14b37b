//! What happened, as each viewer may read it.

use punto_vocab::{Args, Card, Value};

use crate::view::{Viewer, may_know_of, watches};
use punto_table::{Event, Happening, Lies};
use punto_table::{Open, Phase, Spot, Table};

/// What stands for a card that lies face down for the viewer.
const CARD: &str = "??";
/// What stands for a stake that is not disclosed.
const STAKE: &str = "?";

/// The line of an event as a viewer may read it, without its citation; `None` if it is not for the viewer at all.
///
/// The table is the one after the event, or a later one of the same coup: a table that has gone on only ever hides
/// more.
pub fn told(event: &Event, table: &Table, viewer: Viewer) -> Option<String> {
    let hidden = Hidden::of(event, table, viewer)?;
    Some(event.what.line(|field, text| hidden.instead(field).map_or(text, str::to_owned)))
}

/// The same as values: the event's name, and what fills it but for what the viewer may not know.
pub fn told_values(event: &Event, table: &Table, viewer: Viewer) -> Option<(&'static str, Args)> {
    let hidden = Hidden::of(event, table, viewer)?;
    let mut args = event.what.args();
    args.retain(|(field, _)| hidden.instead(field).is_none());
    Some((event.what.stored_name(), args))
}

/// What of an event a viewer may not know.
struct Hidden {
    card: bool,
    stake: bool,
}

impl Hidden {
    /// `None` if the event is not for the viewer at all.
    fn of(event: &Event, table: &Table, viewer: Viewer) -> Option<Hidden> {
        let (what, open) = (&event.what, table.open.as_ref());
        concerns(what, open, viewer).then(|| Hidden {
            card: hidden_card(what, open, viewer),
            stake: spot(what).is_some_and(|spot| undisclosed(open, spot, viewer)),
        })
    }

    /// What stands for a field that is hidden.
    fn instead(&self, field: &str) -> Option<&'static str> {
        match field {
            "card" | "was" if self.card => Some(CARD),
            "stake" | "amount" | "to" | "said" | "paid" if self.stake => Some(STAKE),
            _ => None,
        }
    }
}

/// Whether an event is for the viewer's eyes at all.
fn concerns(what: &Happening, open: Option<&Open>, viewer: Viewer) -> bool {
    use Happening as H;
    if viewer.is_staff() {
        return true;
    }
    // A public viewer sees no patron's name.
    if viewer == Viewer::Public && names_a_patron(what) {
        return false;
    }
    match what {
        // What a patron has, owes or may do is nobody else's business; what is bought at a table with chips is done
        // before all eyes.
        H::Bought { patron, .. } => viewer.is(*patron) || open.is_some_and(|open| !open.terms.credits),
        H::CashedOut { patron, .. }
        | H::Owes { patron, .. }
        | H::Mispaid { patron, .. }
        | H::FoundAfter { patron, .. }
        | H::PersonalLimits { patron, .. }
        | H::PostedPersonal { patron, .. }
        | H::Warned { patron }
        | H::Disputed { patron, .. }
        | H::Excluded { patron, .. } => viewer.is(*patron),
        H::Decided { .. } | H::Reviewed { .. } => false,
        // The house's own work and money.
        H::SignedOn { .. }
        | H::SignedOff { .. }
        | H::Recorded { .. }
        | H::RecordedAbout { .. }
        | H::Told { .. }
        | H::ToldBet { .. }
        | H::MustBeTold { .. }
        | H::Filled { .. }
        | H::Credited { .. } => false,
        H::Irregular { mishap } => open.is_some_and(|open| may_know_of(open, *mishap, viewer)),
        H::Ruled { ruling } | H::Ordered { ruling } => {
            open.is_some_and(|open| may_know_of(open, ruling.0.mishap, viewer))
        }
        _ => true,
    }
}

/// Whether an event names somebody who is at the table to play.
fn names_a_patron(what: &Happening) -> bool {
    let patron = |value: &Value| matches!(value, Value::Actor { role, .. } if role == "patron");
    what.args().iter().any(|(field, value)| *field == "patron" || patron(value))
}

/// Whether an event names a card that lies face down for the viewer. The holder of a hand sees it in the view.
fn hidden_card(what: &Happening, open: Option<&Open>, viewer: Viewer) -> bool {
    if watches(viewer) {
        return false;
    }
    match what {
        Happening::Dealt { lies, .. } => *lies == Lies::Down,
        Happening::Rekeyed { card, .. } => !open.is_some_and(|open| lies_open(open, *card)),
        Happening::CardBecomes { card, .. }
        | Happening::CardSetAside { card }
        | Happening::CardCarried { card }
        | Happening::CardAtMouth { card }
        | Happening::CardWaits { card } => !open.is_some_and(|open| lies_open(open, *card)),
        _ => false,
    }
}

/// Whether a card of the coup that lies has been seen by everybody. One that was never given face down has.
fn lies_open(open: &Open, card: Card) -> bool {
    let all_exposed = |dealt: &[punto_coup::DealtCard]| {
        let mut copies = dealt.iter().filter(|own| own.card == card).peekable();
        copies.peek().is_some().then(|| copies.all(|own| own.exposed))
    };
    match &open.phase {
        Phase::Dealing(dealing) => {
            all_exposed(&dealing.dealt).or_else(|| all_exposed(&dealing.given)).unwrap_or(true)
        }
        Phase::Preparing | Phase::Betting(_) => {
            open.shown.as_ref().and_then(|shown| all_exposed(&shown.dealt)).unwrap_or(false)
        }
    }
}

/// The wager an event tells an amount of.
fn spot(what: &Happening) -> Option<Spot> {
    use Happening as H;
    match *what {
        H::Wagered { patron, at, bet, .. }
        | H::WageredTokens { patron, at, bet, .. }
        | H::Altered { patron, at, bet, .. }
        | H::Lifted { patron, at, bet, .. }
        | H::WagerRefused { patron, at, bet, .. }
        | H::Reduced { patron, at, bet, .. }
        | H::Found { patron, at, bet, .. }
        | H::WagerVoid { patron, at, bet, .. }
        | H::Relaxed { patron, at, bet, .. }
        | H::Withdrawn { patron, at, bet, .. }
        | H::Collected { patron, at, bet, .. }
        | H::Paid { patron, at, bet, .. }
        | H::Commission { patron, at, bet, .. }
        | H::StoodOff { patron, at, bet, .. }
        | H::Stays { patron, at, bet, .. }
        | H::StakeBack { patron, at, bet, .. }
        | H::TokensBack { patron, at, bet, .. }
        | H::Mispaid { patron, at, bet, .. }
        | H::PaidAfter { patron, at, bet, .. }
        | H::TakenBack { patron, at, bet, .. }
        | H::FoundAfter { patron, at, bet, .. } => Some((patron, at, bet)),
        _ => None,
    }
}

/// Whether the stake of a wager is, or was to its end, known to its patron alone.
fn undisclosed(open: Option<&Open>, spot: Spot, viewer: Viewer) -> bool {
    let sealed = |open: &Open| {
        let shown = open.shown.as_ref().is_some_and(|shown| shown.sealed.contains(&spot));
        shown || open.hooks.sealed.contains(&spot) || open.hooks.withheld.contains(&spot)
    };
    !viewer.is(spot.0) && open.is_none_or(sealed)
}
