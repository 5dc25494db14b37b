//! What people and machines prove themselves with, on a shelf outside the chain, so that it can change and go.

use std::sync::Arc;

use punto_journal::{Fault, Journal};
use punto_site::DeviceId;
use punto_vocab::{PersonId, hex};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::session::blocking;

/// The shelf.
const SHELF: &str = "credential";

/// A password of staff.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StaffCredential {
    pub(crate) hash: String,
}

/// A patron's card: whose it is, and the PIN that goes with it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CardCredential {
    pub(crate) patron: PersonId,
    pub(crate) hash: String,
}

/// A machine's secret, or the code by which a machine gets one.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DeviceCredential {
    pub(crate) device: DeviceId,
    pub(crate) sha256: String,
}

impl DeviceCredential {
    /// What is kept of the machine's secret.
    pub(crate) fn digest(&self) -> Option<[u8; 32]> {
        hex::decode(&self.sha256)
    }
}

/// The credentials of the house.
#[derive(Clone)]
pub(crate) struct Credentials(Arc<dyn Journal>);

impl Credentials {
    pub(crate) fn new(journal: Arc<dyn Journal>) -> Credentials {
        Credentials(journal)
    }

    pub(crate) async fn staff(&self, name: PersonId) -> Result<Option<StaffCredential>, Fault> {
        self.get(format!("staff/{name}")).await
    }

    pub(crate) async fn put_staff(&self, name: PersonId, hash: String) -> Result<(), Fault> {
        self.put(format!("staff/{name}"), &StaffCredential { hash }).await
    }

    /// The card of this number, if it can be a number at all.
    pub(crate) async fn card(&self, number: &str) -> Result<Option<CardCredential>, Fault> {
        match is_card(number) {
            true => self.get(format!("card/{number}")).await,
            false => Ok(None),
        }
    }

    /// The number of a patron's card.
    pub(crate) async fn card_of(&self, patron: PersonId) -> Result<Option<String>, Fault> {
        for name in self.names().await? {
            let Some(number) = name.strip_prefix("card/") else { continue };
            let card: Option<CardCredential> = self.get(name.clone()).await?;
            if card.is_some_and(|card| card.patron == patron) {
                return Ok(Some(number.to_owned()));
            }
        }
        Ok(None)
    }

    pub(crate) async fn put_card(&self, number: &str, card: &CardCredential) -> Result<(), Fault> {
        self.put(format!("card/{number}"), card).await
    }

    pub(crate) async fn remove_card(&self, number: &str) -> Result<(), Fault> {
        self.remove(format!("card/{number}")).await
    }

    pub(crate) async fn device(&self, device: DeviceId) -> Result<Option<DeviceCredential>, Fault> {
        self.get(format!("device/{device}")).await
    }

    pub(crate) async fn put_device(&self, device: DeviceId, sha256: [u8; 32]) -> Result<(), Fault> {
        self.put(format!("device/{device}"), &DeviceCredential { device, sha256: hex::encode(&sha256) }).await
    }

    pub(crate) async fn remove_device(&self, device: DeviceId) -> Result<(), Fault> {
        self.remove(format!("device/{device}")).await
    }

    /// The machine that a one-time code is for.
    pub(crate) async fn code(&self, hash: [u8; 32]) -> Result<Option<DeviceId>, Fault> {
        let code: Option<DeviceCredential> = self.get(format!("code/{}", hex::encode(&hash))).await?;
        Ok(code.map(|code| code.device))
    }

    /// Keeps a code; those of machines for which `stands` says no are let go.
    pub(crate) async fn put_code(
        &self,
        device: DeviceId,
        hash: [u8; 32],
        stands: impl Fn(DeviceId) -> bool,
    ) -> Result<(), Fault> {
        for name in self.names().await?.into_iter().filter(|name| name.starts_with("code/")) {
            let code: Option<DeviceCredential> = self.get(name.clone()).await?;
            if code.is_none_or(|code| !stands(code.device)) {
                self.remove(name).await?;
            }
        }
        self.put(
            format!("code/{}", hex::encode(&hash)),
            &DeviceCredential { device, sha256: hex::encode(&hash) },
        )
        .await
    }

    pub(crate) async fn remove_code(&self, hash: [u8; 32]) -> Result<(), Fault> {
        self.remove(format!("code/{}", hex::encode(&hash))).await
    }

    async fn names(&self) -> Result<Vec<String>, Fault> {
        let journal = self.0.clone();
        blocking(move || journal.names(SHELF)).await
    }

    async fn get<T: DeserializeOwned>(&self, name: String) -> Result<Option<T>, Fault> {
        let journal = self.0.clone();
        let bytes = blocking(move || journal.get(SHELF, &name)).await?;
        let read = |bytes: Vec<u8>| {
            serde_json::from_slice(&bytes).map_err(|error| Fault::Damaged(error.to_string()))
        };
        bytes.map(read).transpose()
    }

    async fn put<T: Serialize>(&self, name: String, value: &T) -> Result<(), Fault> {
        let journal = self.0.clone();
        let bytes = serde_json::to_vec(value).map_err(|error| Fault::Unfit(error.to_string()))?;
        blocking(move || journal.put(SHELF, &name, &bytes)).await
    }

    async fn remove(&self, name: String) -> Result<(), Fault> {
        let journal = self.0.clone();
        blocking(move || journal.remove(SHELF, &name)).await
    }
}

/// Whether a text can be the number of a card.
pub(crate) fn is_card(number: &str) -> bool {
    (4..=24).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_alphanumeric())
}
