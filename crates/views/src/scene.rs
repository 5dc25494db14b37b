//! What a table's view is made from: a moment, what led to it, and the plan and document behind it.

use std::collections::BTreeSet;
use std::sync::Arc;

use punto_floor::{Dealer, Moment, TableHandle, TablePlan, TimedStep};
use punto_rulebook::Rulebook;
use punto_seen::{Viewer, told, told_values};
use punto_table::{Actor, Event, Table, Time};
use punto_vocab::{PersonId, Role};
use punto_wire::{CitedLine, Happened, HappenedName, Speaker, Timer, TimerKind, args};

use crate::words::cited;

/// How many of the newest lines a view has.
const LINES: usize = 40;
/// How far back moments are looked for; the floor keeps no more.
const BACK: u64 = 64;

/// Patrons at a table whose terminal has fallen silent.
pub type Silent = Arc<BTreeSet<PersonId>>;

/// A table at one moment. It knows everything; a view is made from it for somebody.
pub struct Scene {
    /// The table's name.
    pub name: String,
    /// What it is to be.
    pub plan: Arc<TablePlan>,
    /// Its document.
    pub book: Arc<Rulebook>,
    /// The moment.
    pub moment: Arc<Moment>,
    /// Whether the house is for show, or this table alone: every screen says so.
    pub demonstration: bool,
    /// The patrons whose terminal has fallen silent; not a matter of rules, and in no record.
    pub silent: Silent,
    /// The record with which the last coup began that has ended; nought before the first.
    pub settled_of: u64,
    /// The moments that led to it and are still kept, oldest first, itself the last.
    led: Vec<Arc<Moment>>,
}

impl Scene {
    /// The table as it was at a moment.
    pub fn at(table: &TableHandle, moment: Arc<Moment>, silent: Silent, demo: bool) -> Scene {
        let mut led = recent(table, moment.seq);
        // What the clock will do next may have changed since the moment was kept; then this one is the newer.
        led.retain(|kept| kept.seq < moment.seq);
        led.push(moment.clone());
        let (name, plan, book) = (table.name().to_string(), table.plan(), table.book());
        let ended = table.recall(BACK as usize).into_iter().find(|coup| coup.records.1 <= moment.seq);
        let settled_of = ended.map_or(0, |coup| coup.records.0);
        let demonstration = demo || plan.demonstration();
        Scene { name, demonstration, plan, book, moment, silent, settled_of, led }
    }

    /// A table at a record, as it is read again from the journal.
    pub fn replayed(
        name: String,
        plan: Arc<TablePlan>,
        book: Arc<Rulebook>,
        led: Vec<Arc<Moment>>,
        settled_of: u64,
        demo: bool,
    ) -> Option<Scene> {
        let moment = led.last()?.clone();
        let demonstration = demo || plan.demonstration();
        Some(Scene { name, demonstration, plan, book, moment, silent: Silent::default(), settled_of, led })
    }

    /// Whether Punto deals, or a person.
    pub fn dealer(&self) -> Dealer {
        let person = self.moment.table.has_on_duty(Role::Dealer);
        if person { Dealer::Person } else { self.plan.dealer }
    }

    /// What happens by itself next.
    pub fn timer(&self) -> Option<Timer> {
        let timer = self.moment.timer?;
        let unchanged = self.led.iter().rev().take_while(|led| led.timer == Some(timer));
        let since = unchanged.last().map_or(self.moment.at, |first| first.at);
        Some(Timer { at: timer.at.0, since: since.0, what: what(timer.what) })
    }

    /// Until when a patron may choose the cut.
    pub fn cut_until(&self) -> Option<Time> {
        self.moment.timer.filter(|timer| timer.what == TimedStep::Cut).map(|timer| timer.at)
    }

    /// Why the table does not go on. The reason may name a card, so only staff read it.
    pub fn fault(&self, viewer: Viewer) -> Option<String> {
        let fault = self.moment.fault.as_ref()?;
        Some(if viewer.is_staff() {
            fault.clone()
        } else {
            "the table waits for somebody of staff".to_owned()
        })
    }

    /// The newest lines as a viewer may read them, oldest first. Each is told by the table of its own time.
    pub fn lines(&self, viewer: Viewer) -> Vec<CitedLine> {
        let mut lines: Vec<CitedLine> = Vec::new();
        for moment in self.led.iter().rev() {
            for (seq, at, by, event) in moment.happened.iter().rev() {
                let Some(text) = told(event, &moment.table, viewer) else { continue };
                let what = happened(event, &moment.table, viewer);
                let (actor, by) = (Some(speaker(*by, viewer)), cited(&event.by));
                lines.push(CitedLine { seq: *seq, at: at.0, actor, text, what, by });
                if lines.len() == LINES {
                    lines.reverse();
                    return lines;
                }
            }
        }
        lines.reverse();
        lines
    }
}

/// An event as values, for staff.
pub fn happened(event: &Event, table: &Table, viewer: Viewer) -> Option<Happened> {
    let (name, filled) = viewer.is_staff().then(|| told_values(event, table, viewer))??;
    Some(Happened { name: HappenedName(name.to_owned()), args: args(&filled) })
}

/// Who caused something. Who works here is told to those who work here, and who plays to those who are at the table or
/// work here; others are told the role.
fn speaker(by: Actor, viewer: Viewer) -> Speaker {
    let mut speaker = Speaker::from(by);
    let hidden = match by {
        Actor::Staff(..) => !viewer.is_staff(),
        Actor::Patron(_) => viewer == Viewer::Public,
        Actor::System => false,
    };
    if hidden {
        speaker.name = None;
    }
    speaker
}

/// The kept moments up to a record, oldest first.
fn recent(table: &TableHandle, seq: u64) -> Vec<Arc<Moment>> {
    let oldest = seq.saturating_sub(BACK)..seq;
    let mut kept = oldest.into_iter().find_map(|first| table.since(first)).unwrap_or_default();
    kept.retain(|moment| moment.seq <= seq);
    kept
}

/// The dealer's next step in the words of screens.
fn what(step: TimedStep) -> TimerKind {
    match step {
        TimedStep::CloseBets => TimerKind::WagersClose,
        TimedStep::Shares => TimerKind::Shares,
        TimedStep::Cut => TimerKind::CutWindow,
        TimedStep::Card
        | TimedStep::Turn
        | TimedStep::Call
        | TimedStep::Settle
        | TimedStep::HandBack
        | TimedStep::Resume => TimerKind::NextCard,
        TimedStep::Shuffle | TimedStep::OpenBets | TimedStep::OpenShoe => TimerKind::NextCoup,
    }
}
