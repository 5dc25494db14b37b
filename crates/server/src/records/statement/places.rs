//! Who draws up a statement when: no patron has two places, others wait their turn, and staff do not wait behind patrons.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use punto_vocab::PersonId;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use crate::problem::ApiError;

/// How many statements of patrons are drawn up at a time, and how many for staff.
const OF_PATRONS: usize = 2;
const OF_STAFF: usize = 1;
/// Time-out for a place.
const WAIT: Duration = Duration::from_secs(10);

/// The places at which statements are drawn up.
#[derive(Clone)]
pub(super) struct Places {
    patrons: Arc<Semaphore>,
    staff: Arc<Semaphore>,
    /// The patrons who have a place or wait for one.
    at_it: Arc<Mutex<HashSet<PersonId>>>,
    wait: Duration,
}

/// A place, until it is dropped.
pub(super) struct Place {
    _permit: OwnedSemaphorePermit,
    _turn: Option<Turn>,
}

/// That a patron has asked and is not answered yet.
struct Turn(PersonId, Arc<Mutex<HashSet<PersonId>>>);

impl Drop for Turn {
    fn drop(&mut self) {
        self.1.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.0);
    }
}

impl Default for Places {
    fn default() -> Places {
        Places::waiting(WAIT)
    }
}

impl Places {
    fn waiting(wait: Duration) -> Places {
        let (patrons, staff) = (Arc::new(Semaphore::new(OF_PATRONS)), Arc::new(Semaphore::new(OF_STAFF)));
        Places { patrons, staff, at_it: Arc::default(), wait }
    }

    /// A place for a patron who asks, or for staff if none does.
    pub(super) async fn take(&self, patron: Option<PersonId>) -> Result<Place, ApiError> {
        let turn = patron.map(|patron| self.turn(patron)).transpose()?;
        let places = if patron.is_some() { &self.patrons } else { &self.staff };
        match timeout(self.wait, places.clone().acquire_owned()).await {
            Ok(Ok(permit)) => Ok(Place { _permit: permit, _turn: turn }),
            Ok(Err(_)) | Err(_) => Err(ApiError::busy("other statements are being drawn up; ask again")),
        }
    }

    fn turn(&self, patron: PersonId) -> Result<Turn, ApiError> {
        match self.at_it.lock().unwrap_or_else(PoisonError::into_inner).insert(patron) {
            true => Ok(Turn(patron, self.at_it.clone())),
            false => Err(ApiError::busy("your statement is being drawn up already; wait for it")),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // a test that cannot be set up should stop there

    use super::*;

    fn patron(name: &str) -> Option<PersonId> {
        Some(name.parse().unwrap())
    }

    #[tokio::test]
    async fn one_patron_takes_one_place_however_often_they_ask() {
        let places = Places::waiting(Duration::from_millis(20));
        let ada = places.take(patron("ada")).await.unwrap();
        assert_eq!(
            places.take(patron("ada")).await.err().unwrap().problem.code,
            punto_wire::ProblemCode::Busy
        );
        let ben = places.take(patron("ben")).await.unwrap();
        assert!(places.take(patron("cal")).await.is_err(), "not for ever");
        let staff = places.take(None).await.unwrap();
        assert!(places.take(None).await.is_err());
        drop((ada, staff));
        for who in [patron("ada"), None] {
            assert!(places.take(who).await.is_ok());
        }
        drop(ben);
        assert!(places.take(patron("cal")).await.is_ok(), "who gave up waiting may ask again");
    }

    #[tokio::test]
    async fn who_comes_when_all_places_are_taken_waits_a_while() {
        let places = Places::waiting(Duration::from_secs(60));
        let taken = (places.take(patron("ada")).await.unwrap(), places.take(patron("ben")).await.unwrap());
        let own = places.clone();
        let waits = tokio::spawn(async move { own.take(patron("cal")).await.is_ok() });
        tokio::task::yield_now().await;
        assert!(!waits.is_finished());
        drop(taken);
        assert!(waits.await.unwrap());
    }
}
