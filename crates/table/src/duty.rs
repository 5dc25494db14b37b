//! What is owed at a table now, and what waits for it: a duty lasts until it is discharged, through new cards, closing and
//! opening.

use punto_lines::{Blocked, Call, Duty, Owed};
use punto_rulebook::{Rule, Rulebook, Window};
use punto_vocab::Citation;

use crate::decide::{is_last_coup, player_point_due};
use punto_state::{Open, Phase, Table};

/// Everything that is owed at a table now: what is on record as owed, and what the coup and the shoe ask for.
pub fn owed(book: &Rulebook, table: &Table) -> Vec<Duty> {
    let asked = table.open.iter().flat_map(|open| asked_for(book, open));
    table.duties.iter().cloned().chain(asked).collect()
}

/// The first duty that stands in the way of a step.
pub(crate) fn blocking(book: &Rulebook, table: &Table, step: Blocked) -> Option<Duty> {
    // A coup that is finished from a shoe needs no device.
    let from_shoe = |own: &Open| matches!(&own.phase, Phase::Dealing(dealing) if dealing.from_shoe());
    let no_device = step == Blocked::Card && table.open.as_ref().is_some_and(from_shoe);
    let waits = |duty: &&Duty| {
        let spared = match duty.what {
            Owed::Act(Rule::ReplaceDevice) => no_device,
            Owed::Decide(_) => !table.open.as_ref().is_some_and(|open| ends_window(open, step)),
            _ => false,
        };
        step.waits_for(duty.what) && !spared
    };
    let on_record = table.duties.iter().find(waits).cloned();
    // From cards that an officer has ordered away no coup is dealt, not even the one that a waiting card asks for.
    let ordered = |duty: &Duty| matches!(duty.what, Owed::Shuffle | Owed::NewCards(Rule::UnfitCards));
    let must_go = step != Blocked::Close && table.duties.iter().any(ordered);
    on_record.or_else(|| {
        let asked = table.open.iter().flat_map(|open| asked_for(book, open));
        let asked = asked.into_iter().filter(|duty| !(must_go && duty.what == Owed::NoBetCoup));
        asked.into_iter().find(|duty| step.waits_for(duty.what))
    })
}

/// Whether a step ends the time in which the coup that is on, or the one before, can be put right.
fn ends_window(open: &Open, step: Blocked) -> bool {
    let terms = open.last_coup().map_or(&open.terms, |last| &last.before.basis.terms);
    match (terms.window.value, step) {
        (Window::CoupEnd, _) => matches!(step, Blocked::Settle | Blocked::Void),
        (Window::NextBetting, _) => step != Blocked::Settle,
        (Window::NextFirstCard, _) => !matches!(step, Blocked::Settle | Blocked::Betting),
    }
}

/// What the coup and the shoe ask for as they stand.
fn asked_for(book: &Rulebook, open: &Open) -> impl Iterator<Item = Duty> {
    let trouble = open.in_trouble();
    let order = trouble
        .filter(|trouble| !trouble.ordered)
        .map(|trouble| Duty { what: Owed::Order(trouble.ruling.cure), by: trouble.ruling.by.clone() });
    let no_bet = match &open.phase {
        Phase::Betting(betting) if !betting.waiting.is_empty() => betting.no_bet.clone(),
        Phase::Betting(_) | Phase::Preparing | Phase::Dealing(_) => None,
    };
    let no_bet = no_bet.map(|by| Duty { what: Owed::NoBetCoup, by });
    let calls = no_bets(book, open).into_iter().chain(last_coup(book, open)).chain(player_point(book, open));
    order.into_iter().chain(no_bet).chain(calls)
}

/// That a coup takes no wagers is called before it begins, where the document says so.
fn no_bets(book: &Rulebook, open: &Open) -> Option<Duty> {
    let rule = book.procedure.get(Rule::CallNoBets)?;
    let Phase::Betting(betting) = &open.phase else { return None };
    let due = betting.no_bet.is_some() && !betting.waiting.is_empty() && !betting.no_bets_called;
    due.then(|| Duty { what: Owed::Call(Call::NoBets), by: rule.by.clone() })
}

/// The last coup is called before it begins, where the document says so.
fn last_coup(book: &Rulebook, open: &Open) -> Option<Duty> {
    book.procedure.get(Rule::CallLastCoup)?;
    let due = is_last_coup(open) && !open.shoe.last_called && matches!(open.phase, Phase::Betting(_));
    due.then(|| Duty { what: Owed::Call(Call::LastCoup), by: last_coup_by(book, open) })
}

/// What the call of the last coup rests on: a marker that came first has a clause of its own.
pub(crate) fn last_coup_by(book: &Rulebook, open: &Open) -> Citation {
    let rule = book.procedure.get(Rule::CallLastCoup);
    match rule.filter(|_| !open.shoe.marker_first) {
        Some(rule) => rule.by.clone(),
        None if open.shoe.marker_first => open.terms.marker_first.by.clone(),
        None => open.terms.marker_in_coup.by.clone(),
    }
}

/// Player's count is called before Banker's hand goes out, where the document says so.
fn player_point(book: &Rulebook, open: &Open) -> Option<Duty> {
    let Phase::Dealing(dealing) = &open.phase else { return None };
    let by = player_point_due(book, open, dealing)?;
    Some(Duty { what: Owed::Call(Call::PlayerPoint), by })
}
