//! Sessions: in memory while they last, on a shelf over a restart, and gone at once when they end.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use punto_journal::{Fault, Journal};
use punto_site::{DeviceId, Grant, Site};
use punto_vocab::{PersonId, Time, hex};
use serde::{Deserialize, Serialize};
use tokio::sync::watch;

use crate::credential::blocking;
use crate::secret::Token;

/// Names a session without opening it: the hash of its token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SessionId(pub [u8; 32]);

/// After how long a silent session ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Idle {
    /// Staff at tables.
    pub tables: Duration,
    /// Staff with an office: admin, auditor, cage, laboratory, service.
    pub offices: Duration,
    /// Patrons.
    pub patrons: Duration,
    /// Guests of a demonstration.
    pub guests: Duration,
    /// The longest that any session of a person lasts.
    pub longest: Duration,
}

/// Whose session it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Whose {
    /// Somebody on staff; the site's own number of the session decides whether it still stands.
    Staff {
        /// The name.
        name: PersonId,
        /// The number.
        session: u32,
    },
    /// A patron with a card.
    Patron {
        /// The name.
        name: PersonId,
    },
    /// A guest of a demonstration.
    Guest {
        /// The name.
        name: PersonId,
    },
    /// An enrolled machine.
    Device {
        /// Its id.
        device: DeviceId,
    },
}

/// A session as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Session {
    /// Whose.
    pub whose: Whose,
    /// Since when.
    pub since: i64,
    /// When it was last used; written now and then, so that a restart does not lengthen it by much.
    pub seen: i64,
    /// The sign-in before this one.
    pub before: Option<i64>,
    /// The enrolled machine that it began at.
    pub on: Option<DeviceId>,
}

/// What a session begins with.
#[derive(Clone, Copy, Debug)]
pub struct NewSession {
    /// Whose.
    pub whose: Whose,
    /// The sign-in before this one.
    pub before: Option<i64>,
    /// The enrolled machine that it begins at.
    pub on: Option<DeviceId>,
}

struct Live {
    session: Session,
    /// What the shelf says of `seen`.
    written: i64,
    /// Dropped with the session, so that whoever watches learns of the end.
    alive: watch::Sender<()>,
}

/// All sessions.
pub struct Sessions {
    journal: Arc<dyn Journal>,
    idle: Box<dyn Fn() -> Idle + Send + Sync>,
    live: Mutex<HashMap<SessionId, Live>>,
}

const SHELF: &str = "session";
/// `seen` is written when the shelf is behind by this much.
const BEHIND: i64 = 60_000_000;

impl Sessions {
    /// The sessions that the shelf has; a file that cannot be read as one is no session.
    ///
    /// `idle` says after how long a silent session ends, each time somebody asks.
    pub fn open(
        journal: Arc<dyn Journal>,
        idle: impl Fn() -> Idle + Send + Sync + 'static,
    ) -> Result<Sessions, Fault> {
        let mut live = HashMap::new();
        for name in journal.names(SHELF)? {
            let kept = journal.get(SHELF, &name)?;
            let session = kept.and_then(|bytes| serde_json::from_slice::<Session>(&bytes).ok());
            match (session_id(&name), session) {
                (Some(id), Some(session)) => {
                    let written = session.seen;
                    live.insert(id, Live { session, written, alive: watch::channel(()).0 });
                }
                _ => journal.remove(SHELF, &name)?,
            }
        }
        Ok(Sessions { journal, idle: Box::new(idle), live: Mutex::new(live) })
    }

    /// Begins a session, durably, and gives its token.
    pub async fn begin(&self, new: NewSession, now: Time) -> Result<Token, Fault> {
        let token = Token::make().map_err(|error| Fault::Io(error.to_string()))?;
        self.begin_as(&token, new, now).await?;
        Ok(token)
    }

    /// Begins a session under a token that somebody has already, in place of one that is over.
    pub async fn begin_as(&self, token: &Token, new: NewSession, now: Time) -> Result<SessionId, Fault> {
        let NewSession { whose, before, on } = new;
        let session = Session { whose, since: now.0, seen: now.0, before, on };
        let id = SessionId(token.hash());
        self.write(id, &session).await?;
        self.lock().insert(id, Live { session, written: now.0, alive: watch::channel(()).0 });
        Ok(id)
    }

    /// The session of a token, if it stands now. Using it keeps it from growing idle.
    pub fn find(&self, token: &Token, site: &Site, now: Time) -> Option<(SessionId, Session)> {
        let id = SessionId(token.hash());
        let mut live = self.lock();
        let found = live.get_mut(&id)?;
        if !self.stands(&found.session, site, now) {
            return None;
        }
        found.session.seen = found.session.seen.max(now.0);
        Some((id, found.session.clone()))
    }

    /// Notes that a session is in use on a connection that stays open.
    pub fn touch(&self, id: SessionId, now: Time) {
        if let Some(found) = self.lock().get_mut(&id) {
            found.session.seen = found.session.seen.max(now.0);
        }
    }

    /// A clock that is wound forward makes nobody silent for the time that it passed over.
    pub fn wound(&self, micros: i64) {
        for live in self.lock().values_mut() {
            live.session.seen = live.session.seen.saturating_add(micros);
            live.session.since = live.session.since.saturating_add(micros);
        }
    }

    /// Ends with the session, at once if it has ended.
    pub fn watch(&self, id: SessionId) -> impl Future<Output = ()> + Send + 'static {
        let watch = self.lock().get(&id).map(|live| live.alive.subscribe());
        async move {
            if let Some(mut watch) = watch {
                while watch.changed().await.is_ok() {}
            }
        }
    }

    /// Ends a session.
    pub async fn end(&self, id: SessionId) -> Result<(), Fault> {
        self.end_all(vec![id]).await
    }

    /// Ends every session that fits.
    pub async fn end_where(&self, fits: impl Fn(&Whose) -> bool) -> Result<(), Fault> {
        let ids =
            self.lock().iter().filter(|(_, live)| fits(&live.session.whose)).map(|(id, _)| *id).collect();
        self.end_all(ids).await
    }

    /// How many sessions fit.
    pub fn count(&self, fits: impl Fn(&Whose) -> bool) -> usize {
        self.lock().values().filter(|live| fits(&live.session.whose)).count()
    }

    /// When a machine was last heard of.
    pub fn heard(&self, device: DeviceId) -> Option<i64> {
        let of = |live: &&Live| live.session.whose == Whose::Device { device };
        self.lock().values().filter(of).map(|live| live.session.seen).max()
    }

    /// When somebody of staff was last heard of in a session that goes on.
    pub fn heard_staff(&self, who: PersonId) -> Option<i64> {
        let of = |live: &&Live| matches!(live.session.whose, Whose::Staff { name, .. } if name == who);
        self.lock().values().filter(of).map(|live| live.session.seen).max()
    }

    /// The session of this id.
    pub fn get(&self, id: SessionId) -> Option<Session> {
        self.lock().get(&id).map(|live| live.session.clone())
    }

    /// The patrons and guests who are signed in.
    pub fn patrons(&self) -> Vec<PersonId> {
        let name = |live: &Live| match live.session.whose {
            Whose::Patron { name } | Whose::Guest { name } => Some(name),
            Whose::Staff { .. } | Whose::Device { .. } => None,
        };
        self.lock().values().filter_map(name).collect()
    }

    /// Ends what has grown idle or old, and says what that was.
    pub async fn sweep(&self, site: &Site, now: Time) -> Result<Vec<Session>, Fault> {
        let mut ended = Vec::new();
        let mut swept = Vec::new();
        let mut behind = Vec::new();
        for (id, live) in self.lock().iter_mut() {
            if !self.stands(&live.session, site, now) {
                ended.push(*id);
                swept.push(live.session.clone());
            } else if live.session.seen - live.written >= BEHIND {
                live.written = live.session.seen;
                behind.push((*id, live.session.clone()));
            }
        }
        self.end_all(ended).await?;
        for (id, session) in behind {
            self.write(id, &session).await?;
        }
        Ok(swept)
    }

    /// Ends sessions of staff and machines that the site has ended.
    pub async fn end_unknown(&self, site: &Site) -> Result<(), Fault> {
        self.end_where(|whose| !known(whose, site)).await
    }

    /// Whether a session stands: the site knows of it, it is not idle, and not too old.
    fn stands(&self, session: &Session, site: &Site, now: Time) -> bool {
        let within = |since: i64, longest: Duration| {
            u128::from(now.0.saturating_sub(since).max(0).unsigned_abs()) <= longest.as_micros()
        };
        let longest = (self.idle)();
        let idle = match session.whose {
            Whose::Staff { name, .. } if has_office(site, name) => longest.offices,
            Whose::Staff { .. } => longest.tables,
            Whose::Patron { .. } => longest.patrons,
            Whose::Guest { .. } => longest.guests,
            // A machine stays in until it is revoked.
            Whose::Device { .. } => return known(&session.whose, site),
        };
        if let Whose::Staff { name, .. } = session.whose
            && site.people.get(&name).and_then(|person| person.program?.ended(now)).is_some()
        {
            return false;
        }
        known(&session.whose, site) && within(session.seen, idle) && within(session.since, longest.longest)
    }

    async fn end_all(&self, ids: Vec<SessionId>) -> Result<(), Fault> {
        if ids.is_empty() {
            return Ok(());
        }
        // The shelf first: a session that is off it cannot come back with a restart.
        let journal = self.journal.clone();
        let names: Vec<String> = ids.iter().map(|id| hex::encode(&id.0)).collect();
        blocking(move || names.iter().try_for_each(|name| journal.remove(SHELF, name))).await?;
        let mut live = self.lock();
        for id in ids {
            live.remove(&id);
        }
        Ok(())
    }

    async fn write(&self, id: SessionId, session: &Session) -> Result<(), Fault> {
        let bytes = serde_json::to_vec(session).map_err(|error| Fault::Unfit(error.to_string()))?;
        let journal = self.journal.clone();
        blocking(move || journal.put(SHELF, &hex::encode(&id.0), &bytes)).await
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<SessionId, Live>> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether somebody has an office, perhaps besides a role; then they are held to the office's time, the shorter one.
fn has_office(site: &Site, name: PersonId) -> bool {
    let grants = site.people.get(&name).map(|person| &person.grants);
    grants.is_none_or(|grants| grants.iter().any(|grant| matches!(grant, Grant::Office(_))))
}

/// Whether the site still knows of a session of staff or of a machine.
fn known(whose: &Whose, site: &Site) -> bool {
    match *whose {
        Whose::Staff { name, session } => site.session(session).is_some_and(|open| open.who == name),
        Whose::Device { device } => site.device(device).is_some(),
        Whose::Patron { .. } | Whose::Guest { .. } => true,
    }
}

fn session_id(name: &str) -> Option<SessionId> {
    hex::decode(name).map(SessionId)
}
