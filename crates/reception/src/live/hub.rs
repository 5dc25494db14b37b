//! The fan-out of one table: each moment encoded once for each kind of viewer that is there, and sent to all of them.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use punto_floor::{Moment, TableHandle};
use punto_http::wire::Wire;
use punto_seen::Viewer;
use punto_views::{Contacts, Scene, Silent, table_view};
use punto_wire::{Farewell, Frame};
use tokio::sync::{Notify, watch};
use tokio::time::MissedTickBehavior;

use super::frames;
use crate::state::App;

/// After how many beats a line is asked whether anybody is there, and after how many it is given up.
const ASK: u64 = 15;
const SILENT: u64 = 45;
/// After how many viewers the fan-out lets others have their turn.
const TURN: usize = 64;

/// The viewers of one table.
pub struct Hub {
    table: TableHandle,
    /// Whether the house is a demonstration, and says so in every view.
    demo: bool,
    inside: Mutex<Inside>,
    beats: AtomicU64,
    /// Somebody who was silent is back.
    back: Notify,
    /// The tick that everybody has been shown.
    told: watch::Sender<u64>,
}

/// What is shown now.
#[derive(Clone)]
pub struct ShownMoment {
    /// Counts what was shown.
    pub tick: u64,
    /// How the table stands.
    pub moment: Arc<Moment>,
    /// Whether the moment has the same record as the one before it: only what the clock will do has changed.
    pub again: bool,
}

struct Inside {
    shown: ShownMoment,
    kinds: Vec<Kind>,
    contacts: Contacts,
    closed: bool,
}

/// Those who see the same.
struct Kind {
    viewer: Viewer,
    /// The newest view and its tick.
    frame: Option<(u64, Bytes)>,
    wires: Arc<Vec<Arc<Wire>>>,
}

impl Hub {
    /// Begins to follow a table, for as long as the server runs.
    pub fn follow(app: &App, table: TableHandle) -> Arc<Hub> {
        let shown = ShownMoment { tick: 1, moment: table.now(), again: false };
        let inside = Inside { shown, kinds: Vec::new(), contacts: Contacts::default(), closed: false };
        let (inside, beats, back) = (Mutex::new(inside), AtomicU64::new(0), Notify::new());
        let (demo, told) = (app.config().demo, watch::Sender::new(1));
        let hub = Arc::new(Hub { table, demo, inside, beats, back, told });
        tokio::spawn(hub.clone().run(app.clone()));
        hub
    }

    /// The table.
    pub fn table(&self) -> &TableHandle {
        &self.table
    }

    /// The patrons whose terminal has fallen silent.
    pub fn silent(&self) -> Silent {
        self.lock().contacts.silent()
    }

    /// The table at a moment, with who is out of contact now.
    pub fn scene(&self, moment: Arc<Moment>) -> Scene {
        Scene::at(&self.table, moment, self.silent(), self.demo)
    }

    /// Somebody has connected: a patron is in contact again, and everybody sees it.
    pub fn greet(&self, viewer: Viewer) {
        if let Viewer::Patron(patron) = viewer
            && self.lock().contacts.connected(patron, self.beats.load(Ordering::Relaxed))
        {
            self.back.notify_one();
        }
    }

    /// Tells whenever everybody has been shown something new.
    pub fn told(&self) -> watch::Receiver<u64> {
        self.told.subscribe()
    }

    /// Whether anybody is there.
    pub fn has_viewers(&self) -> bool {
        self.lock().kinds.iter().any(|kind| !kind.wires.is_empty())
    }

    /// What is shown now.
    pub fn shown(&self) -> ShownMoment {
        self.lock().shown.clone()
    }

    /// The view of a kind of viewer at the moment that is shown; made once for all of them.
    pub fn frame(&self, viewer: Viewer, shown: &ShownMoment) -> Bytes {
        let kept = self.lock().kind(viewer).frame.clone();
        match kept {
            Some((tick, frame)) if tick == shown.tick => frame,
            _ => {
                let frame = view_frame(&self.scene(shown.moment.clone()), viewer);
                let mut inside = self.lock();
                if inside.shown.tick == shown.tick {
                    inside.kind(viewer).frame = Some((shown.tick, frame.clone()));
                }
                frame
            }
        }
    }

    /// Lets a viewer in who has seen everything up to a tick; `false` if more has been shown by now.
    pub fn enter(&self, viewer: Viewer, wire: &Arc<Wire>, tick: u64) -> bool {
        let mut inside = self.lock();
        if inside.shown.tick != tick {
            return false;
        }
        wire.has_seen(tick);
        wire.hear(self.beats.load(Ordering::Relaxed));
        Arc::make_mut(&mut inside.kind(viewer).wires).push(wire.clone());
        if inside.closed {
            wire.end(frames::bye(Farewell::ShuttingDown));
        }
        metrics::gauge!("punto_viewers").increment(1.0);
        true
    }

    /// Lets a viewer out.
    pub fn leave(&self, viewer: Viewer, wire: &Arc<Wire>) {
        let mut inside = self.lock();
        let kind = inside.kind(viewer);
        if let Some(place) = kind.wires.iter().position(|own| Arc::ptr_eq(own, wire)) {
            Arc::make_mut(&mut kind.wires).swap_remove(place);
            metrics::gauge!("punto_viewers").decrement(1.0);
        }
        // Two seconds are counted from the last word, and not from the last beat that found one.
        if let Viewer::Patron(patron) = viewer {
            inside.contacts.heard(patron, wire.heard());
        }
        inside.kinds.retain(|kind| !kind.wires.is_empty());
    }

    /// Notes that a viewer was heard of.
    pub fn heard(&self, wire: &Wire) {
        wire.hear(self.beats.load(Ordering::Relaxed));
    }

    async fn run(self: Arc<Hub>, app: App) {
        let mut moments = self.table.watch();
        let mut stop = app.stopping();
        let mut beat = tokio::time::interval(app.config().waits.beat);
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                biased;
                () = async { let _ = stop.wait_for(|stop| *stop).await; } => break,
                changed = moments.changed() => match changed {
                    Ok(()) => {
                        let moment = moments.borrow_and_update().clone();
                        self.show(moment).await;
                    }
                    Err(_) => break,
                },
                () = self.back.notified() => self.show(self.shown().moment).await,
                _ = beat.tick() => self.beat(app.now().0).await,
            }
        }
        let bye = frames::bye(Farewell::ShuttingDown);
        let everybody = {
            let mut inside = self.lock();
            inside.closed = true;
            inside.everybody()
        };
        everybody.iter().flat_map(|(_, wires)| wires.iter()).for_each(|wire| wire.end(bye.clone()));
    }

    /// Shows a moment to everybody.
    async fn show(&self, moment: Arc<Moment>) {
        let (tick, everybody) = {
            let mut inside = self.lock();
            let again = inside.shown.moment.seq == moment.seq;
            inside.shown = ShownMoment { tick: inside.shown.tick + 1, moment: moment.clone(), again };
            (inside.shown.tick, inside.everybody())
        };
        if everybody.is_empty() {
            return;
        }
        let scene = self.scene(moment);
        for (viewer, wires) in everybody {
            let frame = view_frame(&scene, viewer);
            if let Some(kind) = self.lock().kinds.iter_mut().find(|kind| kind.viewer == viewer) {
                kind.frame = Some((tick, frame.clone()));
            }
            for turn in wires.chunks(TURN) {
                turn.iter().for_each(|wire| wire.view(tick, &frame));
                tokio::task::yield_now().await;
            }
        }
        self.told.send_replace(tick);
    }

    /// Lets everybody hear that the server is there, and finds out who is not there any more.
    async fn beat(&self, now: i64) {
        let beat = self.beats.fetch_add(1, Ordering::Relaxed) + 1;
        let everybody = self.lock().everybody();
        if self.has_lost(beat, &everybody) {
            self.show(self.shown().moment).await;
        }
        let plain = frames::text(&Frame::Beat { now });
        let asking: Bytes = [frames::ping(), plain.clone()].concat().into();
        for (viewer, wires) in everybody {
            // A patron's terminal is asked every time, as the pit is to know within seconds that it is gone.
            let ask = beat.is_multiple_of(ASK) || matches!(viewer, Viewer::Patron(_));
            let frame = if ask { &asking } else { &plain };
            for turn in wires.chunks(TURN) {
                for wire in turn {
                    match beat.saturating_sub(wire.heard()) > SILENT {
                        true => wire.end(frames::bye(Farewell::TooSlow)),
                        false => wire.beat(frame),
                    }
                }
                tokio::task::yield_now().await;
            }
        }
    }

    /// Finds out whose terminal is silent by this beat; whether that has changed.
    fn has_lost(&self, beat: u64, everybody: &[(Viewer, Arc<Vec<Arc<Wire>>>)]) -> bool {
        let mut inside = self.lock();
        for (viewer, wires) in everybody {
            let newest = wires.iter().map(|wire| wire.heard()).max();
            if let (Viewer::Patron(patron), Some(newest)) = (viewer, newest) {
                inside.contacts.heard(*patron, newest);
            }
        }
        let moment = inside.shown.moment.clone();
        let open = moment.table.open.as_ref();
        let here = open.map_or(&[][..], |open| open.patrons.arrived.as_slice());
        inside.contacts.beat(beat, here, open.is_some_and(|open| open.terms.credits))
    }

    fn lock(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inside {
    /// Those of a kind; nobody yet if there were none.
    fn kind(&mut self, viewer: Viewer) -> &mut Kind {
        let place = self.kinds.iter().position(|kind| kind.viewer == viewer).unwrap_or_else(|| {
            self.kinds.push(Kind { viewer, frame: None, wires: Arc::default() });
            self.kinds.len() - 1
        });
        &mut self.kinds[place]
    }

    fn everybody(&self) -> Vec<(Viewer, Arc<Vec<Arc<Wire>>>)> {
        let there = self.kinds.iter().filter(|kind| !kind.wires.is_empty());
        there.map(|kind| (kind.viewer, kind.wires.clone())).collect()
    }
}

/// The view of somebody as a frame.
pub fn view_frame(scene: &Scene, viewer: Viewer) -> Bytes {
    frames::text(&Frame::View { view: table_view(scene, viewer) })
}
