//! Scanning shoes at the tables: who they are, what they say to their table, and who is told when one fails.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};

use punto_floor::scanner::{House, ListenLimits, Listener};
use punto_floor::{CommandKey, FloorError, Outcome, TableHandle};
use punto_scanner::{Alarm, Ask, Request, ShoeAnswer, ShoeDue, TokenDigest, fits};
use punto_site::{Cause, DeviceId, DeviceKind, Kind, Place, plain};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::serve::ServeError;
use crate::state::App;

/// Listens for scanning shoes, if the configuration says where, until the server stops; where it listens.
pub(crate) async fn begin(app: &App) -> Result<Option<(SocketAddr, JoinHandle<()>)>, ServeError> {
    let Some(address) = app.config().scanning_shoes else { return Ok(None) };
    let house = Behind { app: app.clone(), due: Mutex::default() };
    let failed = |why| ServeError::Listen { address, why };
    let listener = Listener::bind(address, house, ListenLimits::default()).await.map_err(failed)?;
    let address = listener.address().map_err(failed)?;
    tracing::info!(%address, "listening for scanning shoes");
    let mut stopping = app.stopping();
    let stop = async move {
        // An error means that whoever would tell is gone, and that is the end as well.
        let _ = stopping.wait_for(|stop| *stop).await;
    };
    Ok(Some((address, tokio::spawn(listener.serve(stop)))))
}

/// The house, as scanning shoes know it.
struct Behind {
    app: App,
    /// What is due at each device's table.
    due: Mutex<HashMap<DeviceId, Arc<watch::Sender<ShoeDue>>>>,
}

impl Behind {
    /// The table a device stands at, if it is a scanning shoe that may speak.
    fn table(&self, device: DeviceId) -> Option<TableHandle> {
        let site = self.app.site();
        let known = site.device(device).filter(|known| known.kind == DeviceKind::ScanningShoe)?;
        self.app.floor().table(&known.place.table()?)
    }

    /// Brings what a device is told up to date, before it is answered.
    fn told(&self, device: DeviceId, table: &TableHandle) {
        let known = self.due.lock().unwrap_or_else(PoisonError::into_inner).get(&device).cloned();
        if let Some(told) = known {
            tell(&told, table);
        }
    }

    async fn alarm(&self, device: DeviceId, alarm: &Alarm) {
        let place = self.table(device).map_or(Place::Site, |table| Place::Table(*table.name()));
        let what = match alarm {
            Alarm::Unreadable => Cause::CardUnread { device },
            Alarm::Refused { line, why } => {
                Cause::ScannerRefused { device, said: plain(line), why: plain(why) }
            }
            Alarm::Denied => Cause::ScannerDenied { device },
        };
        match alarm {
            Alarm::Unreadable | Alarm::Refused { .. } => {
                self.app.note(Kind::ShoeInputFault, place, what).await;
            }
            // A fault holds the table, and whoever has no right to speak must not be able to do that; nor to fill the
            // journal, so what waits for somebody already is not recorded again.
            Alarm::Denied => self.app.floor().site().raise(Kind::FailedSignIns, place, what),
        }
    }
}

impl House for Behind {
    async fn secret(&self, device: &DeviceId) -> Option<TokenDigest> {
        self.table(*device)?;
        let kept = self.app.credentials().device(*device).await.ok()??;
        Some(TokenDigest::new(kept.digest()?))
    }

    async fn ask(&self, device: &DeviceId, ask: Ask) -> ShoeAnswer {
        let Some(table) = self.table(*device) else {
            return ShoeAnswer::Fault(format!("{device} stands at no table"));
        };
        match ask.request {
            Request::NewShoe { decks } => match fits(&table.book(), &table.now().table, decks) {
                Ok(()) => ShoeAnswer::Done,
                Err(refused) => ShoeAnswer::Refused(refused),
            },
            Request::Alarm(alarm) => {
                self.alarm(*device, &alarm).await;
                ShoeAnswer::Done
            }
            request @ Request::Say { .. } => match ask.key.parse::<CommandKey>() {
                Ok(key) => {
                    let answer = said(table.scan(key, request).await);
                    self.told(*device, &table);
                    answer
                }
                Err(error) => ShoeAnswer::Fault(error.to_string()),
            },
        }
    }

    fn due(&self, device: &DeviceId) -> watch::Receiver<ShoeDue> {
        let mut known = self.due.lock().unwrap_or_else(PoisonError::into_inner);
        let told = known.entry(*device).or_insert_with(|| {
            let told = Arc::new(watch::Sender::new(ShoeDue::Shoe));
            if let Some(table) = self.table(*device) {
                tell(&told, &table);
                tokio::spawn(follow(told.clone(), table));
            }
            told
        });
        told.subscribe()
    }
}

fn said(outcome: Result<Outcome, FloorError>) -> ShoeAnswer {
    match outcome {
        Ok(Outcome::Done(_)) => ShoeAnswer::Done,
        Ok(Outcome::Refused(refused)) => ShoeAnswer::Refused(refused),
        Err(error) => ShoeAnswer::Fault(error.to_string()),
    }
}

/// Tells what is due at a table, each time something has happened there.
async fn follow(told: Arc<watch::Sender<ShoeDue>>, table: TableHandle) {
    let mut moments = table.watch();
    while moments.changed().await.is_ok() {
        moments.borrow_and_update();
        tell(&told, &table);
    }
}

fn tell(told: &watch::Sender<ShoeDue>, table: &TableHandle) {
    let due = table.due_from_shoe();
    told.send_if_modified(|last| {
        let new = *last != due;
        *last = due;
        new
    });
}
