//! What the server does by itself: ends sessions, looks after the disk, checks software and accounts, hands on checkpoints.

use std::time::Duration;

use punto_accounts::SessionEnd;
use punto_floor::SaidTo;
use punto_host::{ClockGuard, Followed, RoomGuard};
use punto_journal::Destination;
use punto_journal::Fault;
use punto_site::{Cause, Command, Kind, Place, Principal, Site, may_work, plain};
use punto_vocab::{PersonId, Role, Time};
use tokio::task::JoinHandle;

use crate::auth::Whose;
use crate::disk;
use crate::people;
use crate::records;
use crate::software;
use crate::state::App;

/// How often sessions are gone through.
const SWEEP: i64 = 15 * 1_000_000;
/// After how long a machine that says nothing is taken to be out of reach.
const SILENT: i64 = 3 * 60 * 1_000_000;
/// How often the disk and the clock are looked at.
const LOOK: Duration = Duration::from_secs(10);
/// How often another piece of the software is read again.
const PIECE: Duration = Duration::from_secs(2);
/// How often all the software and the generator of shoes are checked.
const CHECK: i64 = 24 * 3_600 * 1_000_000;
/// How often it is seen whether there is a checkpoint to hand on.
const HAND_ON: Duration = Duration::from_secs(1);
/// How long the last copies may take when the server stops.
const LAST: Duration = Duration::from_secs(5);

/// Begins the chores; those that decide whether the house may open are done once before this returns.
pub(super) async fn begin(app: &App) -> Vec<JoinHandle<()>> {
    let mut guard = RoomGuard::default();
    disk::look(app, &mut guard).await;
    let mut alone = ClockGuard::default();
    clock(app, &mut alone).await;
    people::carry_out_waiting(app).await;
    vec![
        tokio::spawn(sessions(app.clone())),
        tokio::spawn(ended_sessions(app.clone())),
        tokio::spawn(machine(app.clone(), guard, alone)),
        tokio::spawn(in_service(app.clone())),
        tokio::spawn(checks(app.clone())),
        tokio::spawn(copies(app.clone())),
    ]
}

/// Ends sessions that have grown idle, reminds patrons of the time, and sees to what was approved and waits.
async fn sessions(app: App) {
    loop {
        app.clock().sleep_until(Time(app.now().0.saturating_add(SWEEP))).await;
        if let Err(fault) = sweep(&app).await {
            tracing::warn!(%fault, "sessions could not be gone through");
        }
        people::carry_out_waiting(&app).await;
        app.metrics().tidy();
    }
}

async fn sweep(app: &App) -> Result<(), Fault> {
    let swept = app.sessions().sweep(&app.site(), app.now()).await?;
    for ended in swept {
        let said = match ended.whose {
            Whose::Staff { session, .. } => {
                app.try_site(Principal::System, Command::EndIdle { session }).await.map(|_| ())
            }
            Whose::Patron { name } | Whose::Guest { name } => {
                // The patron may have signed in again in the meantime: that session goes on.
                let account = app.account(name).await.ok().flatten();
                let of = account
                    .and_then(|account| account.session)
                    .filter(|session| session.since.0 <= ended.since);
                let Some(of) = of.map(|session| session.number) else { continue };
                let command = punto_accounts::Command::EndSession { end: SessionEnd::Idle, of: Some(of) };
                app.say_account(name, SaidTo { key: None, by: Principal::System, command }).await.map(|_| ())
            }
            Whose::Device { .. } => Ok(()),
        };
        if let Err(error) = said {
            // The site or the account may know already that the session is over.
            tracing::debug!(error = %error.problem.detail, "the end of a session was not recorded");
        }
    }
    contacts(app).await;
    people::send_home(app).await;
    let now = app.now();
    for name in app.sessions().patrons() {
        let account = app.account(name).await.ok().flatten();
        let due = account.and_then(|account| account.session).filter(|session| !session.check_waits);
        if due.is_some_and(|session| session.next_check <= now) {
            let command = punto_accounts::Command::Remind;
            let said = app.say_account(name, SaidTo { key: None, by: Principal::System, command }).await;
            if let Err(error) = said {
                tracing::debug!(error = %error.problem.detail, "a reality check was not made");
            }
        }
    }
    Ok(())
}

/// Records which machines have fallen silent, and which are back.
async fn contacts(app: &App) {
    let site = app.site();
    for (device, known) in site.devices.iter().filter(|(device, _)| site.device(**device).is_some()) {
        let Some(heard) = app.sessions().heard(*device) else { continue };
        let silent = app.now().0.saturating_sub(heard) > SILENT;
        let command = match (silent, known.silent_since.is_some()) {
            (true, false) => Command::LoseContact { device: *device },
            (false, true) => Command::RegainContact { device: *device },
            (true, true) | (false, false) => continue,
        };
        if let Err(error) = app.say_site(Principal::System, command).await {
            tracing::debug!(error = %error.problem.detail, "the contact with a machine was not recorded");
            continue;
        }
        if silent {
            let seconds = u32::try_from(SILENT / 1_000_000).unwrap_or(u32::MAX);
            let what = Cause::DeviceSilent { device: *device, seconds };
            app.note(Kind::ContactLost, known.place, what).await;
        }
    }
}

/// Ends sessions as soon as the site has: a password was reset, a machine revoked, somebody barred. Whoever's session has
/// ended, or who has not the role any more, is not on at a table either.
async fn ended_sessions(app: App) {
    let mut changes = app.floor().site().watch();
    loop {
        let site = changes.borrow_and_update().clone();
        if let Err(fault) = app.sessions().end_unknown(&site).await {
            tracing::warn!(%fault, "sessions could not be ended");
        }
        // As the site is by then: whoever has signed in and on again meanwhile is there.
        app.floor().sign_off_absent(|who, role, since| may_be_on(&app.site(), (who, role), since)).await;
        if changes.changed().await.is_err() {
            return;
        }
    }
}

/// Whether somebody may be on at a table since then: a session of theirs still goes on that was there when they came, and
/// they still work in the role. Whoever has signed in anew since then has to sign on anew.
fn may_be_on(site: &Site, (who, role): (PersonId, Role), since: Time) -> bool {
    site.sessions_of(who).any(|(_, session)| session.since <= since) && may_work(site, who, role).is_ok()
}

/// Looks after the machine: its disk and its clock.
async fn machine(app: App, mut guard: RoomGuard, mut alone: ClockGuard) {
    loop {
        tokio::time::sleep(LOOK).await;
        disk::look(&app, &mut guard).await;
        clock(&app, &mut alone).await;
    }
}

/// A house that plays for money keeps the time of others; a demonstration's clock may be anybody's.
async fn clock(app: &App, guard: &mut ClockGuard) {
    let followed = app.clock().followed();
    metrics::gauge!("punto_clock_synchronised").set(f64::from(u8::from(followed == Followed::Yes)));
    if guard.is_new(followed) && !app.config().demo {
        app.note(Kind::ClockNotSynchronised, Place::Site, Cause::ClockAlone).await;
    }
}

/// Reads the files of the software again and again, a piece at a time, for as long as the house runs.
async fn in_service(app: App) {
    let Some(mut rounds) = software::rounds(&app) else { return };
    loop {
        tokio::time::sleep(PIECE).await;
        let step = tokio::task::spawn_blocking(move || (rounds.step(), rounds)).await;
        let Ok((differs, same)) = step else { return };
        rounds = same;
        if let Some(differs) = differs {
            software::changed(&app, &differs).await;
        }
    }
}

async fn checks(app: App) {
    loop {
        // At every start as well: a house that is restarted each night would never get to it.
        if let Err(fault) = people::note_dormant(&app).await {
            tracing::error!(%fault, "accounts could not be looked at");
        }
        app.clock().sleep_until(Time(app.now().0.saturating_add(CHECK))).await;
        if let Err(error) = software::run(&app).await {
            tracing::error!(error = %error.problem.detail, "the software could not be checked");
        }
        if let Err(fault) = app.floor().check_generator() {
            tracing::error!(%fault, "the generator of shoes failed its tests");
        }
        if let Err(error) = records::note_unlikely(&app).await {
            tracing::error!(error = %error.problem.detail, "outcomes could not be looked at");
        }
    }
}

/// Hands every checkpoint on to every place, in order, for as long as it takes.
async fn copies(app: App) {
    let places = app.config().copies.to.clone();
    let mut couriers: Vec<Courier> = places.into_iter().map(Courier::new).collect();
    if couriers.is_empty() {
        return;
    }
    loop {
        for courier in &mut couriers {
            courier.hand_on(&app).await;
        }
        tokio::time::sleep(HAND_ON).await;
    }
}

/// The last checkpoint, signed when the floor has stopped.
pub(super) async fn last_copies(app: &App) {
    for place in app.config().copies.to.clone() {
        let courier = Courier::new(place);
        if tokio::time::timeout(LAST, courier.place.bring_up_to_date(app.journal())).await.is_err() {
            tracing::warn!(place = %courier.place, "the last copy was not received; the next start sends it");
        }
    }
}

/// Brings checkpoints to one place, and knows whether it has complained.
struct Courier {
    place: Destination,
    failing: bool,
    /// Rounds to sit out after failures, so that a place that is gone is not asked every few seconds.
    rest: u32,
    failures: u32,
}

impl Courier {
    fn new(place: Destination) -> Courier {
        Courier { place, failing: false, rest: 0, failures: 0 }
    }

    async fn hand_on(&mut self, app: &App) {
        if self.rest > 0 {
            self.rest -= 1;
            return;
        }
        match self.place.bring_up_to_date(app.journal()).await {
            Ok(()) => (self.failing, self.failures) = (false, 0),
            Err(error) => {
                metrics::counter!("punto_copies_failed_total").increment(1);
                tracing::warn!(%error, "a second copy of a checkpoint was not received");
                self.failures += 1;
                self.rest = (1 << self.failures.min(6)) - 1;
                if !std::mem::replace(&mut self.failing, true) {
                    app.note(Kind::CopyFailed, Place::Site, Cause::CopyFailed { why: plain(&error) }).await;
                }
            }
        }
    }
}
