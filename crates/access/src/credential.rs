//! What people and machines prove themselves with, on a shelf outside the chain, so that it can change and go.

use std::sync::Arc;

use punto_journal::{Fault, Journal};
use punto_site::DeviceId;
use punto_vocab::{PersonId, hex};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::password::{Crowded, Passwords};
use crate::secret::{code_hash, same};

/// The shelf.
const SHELF: &str = "credential";

/// A password of staff.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StaffCredential {
    /// The hash of the password.
    pub hash: String,
    /// Whether it is a first password of which two persons had half each; see [`crate::secret::of_halves`].
    #[serde(default)]
    pub halves: bool,
}

/// A patron's card: whose it is, and the PIN that goes with it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CardCredential {
    /// Whose.
    pub patron: PersonId,
    /// The hash of the PIN.
    pub hash: String,
}

/// A machine's secret, or the code by which a machine gets one.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeviceCredential {
    /// Which machine.
    pub device: DeviceId,
    /// The SHA-256 of its secret or code, in hexadecimal.
    pub sha256: String,
    /// Of a code: who gave it out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<PersonId>,
}

/// The code of a payout that a patron has ordered.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PayoutCredential {
    /// The number of the order.
    pub order: u32,
    /// What is kept of its code.
    pub code: [u8; 32],
}

impl PayoutCredential {
    /// Whether this is its code, whatever the case of its letters and however it is grouped.
    pub fn fits(&self, code: &str) -> bool {
        same(&hex::encode(&self.code), &hex::encode(&code_hash(code)))
    }
}

impl DeviceCredential {
    /// What is kept of the machine's secret.
    pub fn digest(&self) -> Option<[u8; 32]> {
        hex::decode(&self.sha256)
    }
}

/// The hash of the password that a credential of staff has, as it stands on the shelf.
pub fn credential_of(bytes: &[u8]) -> Option<String> {
    serde_json::from_slice::<StaffCredential>(bytes).ok().map(|credential| credential.hash)
}

/// Why something that was typed could not be checked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unchecked {
    /// What is kept cannot be read.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// Too many ask at once.
    #[error(transparent)]
    Crowded(#[from] Crowded),
}

/// The credentials of the house.
#[derive(Clone)]
pub struct Credentials(Arc<dyn Journal>);

impl Credentials {
    /// The credentials that a journal keeps on its shelf.
    pub fn new(journal: Arc<dyn Journal>) -> Credentials {
        Credentials(journal)
    }

    /// The password of somebody on staff.
    pub async fn staff(&self, name: PersonId) -> Result<Option<StaffCredential>, Fault> {
        self.get(format!("staff/{name}")).await
    }

    /// Keeps a password.
    pub async fn put_staff(&self, name: PersonId, hash: String) -> Result<(), Fault> {
        self.put(format!("staff/{name}"), &StaffCredential { hash, halves: false }).await
    }

    /// Keeps a first password in two halves.
    pub async fn put_staff_halves(&self, name: PersonId, hash: String) -> Result<(), Fault> {
        self.put(format!("staff/{name}"), &StaffCredential { hash, halves: true }).await
    }

    /// The program that a token is of, by what is kept of the token.
    pub async fn program(&self, hash: [u8; 32]) -> Result<Option<PersonId>, Fault> {
        self.get(format!("program/{}", hex::encode(&hash))).await
    }

    /// Keeps a program's token. It stays where it is when the program is revoked, so that its use is told from a guess.
    pub async fn put_program(&self, hash: [u8; 32], name: PersonId) -> Result<(), Fault> {
        self.put(format!("program/{}", hex::encode(&hash)), &name).await
    }

    /// Keeps what is known of the first half of a password, or of a program's token, until a second person has said yes to a proposal; those of
    /// proposals for which `waits` says no are let go.
    pub async fn put_half(
        &self,
        proposal: u32,
        half: [u8; 32],
        waits: impl Fn(u32) -> bool,
    ) -> Result<(), Fault> {
        for name in self.names().await? {
            let old = name.strip_prefix("half/").map(|number| number.parse().ok());
            if old.is_some_and(|number| !number.is_some_and(&waits)) {
                self.remove(name).await?;
            }
        }
        self.put(format!("half/{proposal}"), &hex::encode(&half)).await
    }

    /// What is known of the first half of a password, which is not needed any more after this.
    pub async fn take_half(&self, proposal: u32) -> Result<Option<[u8; 32]>, Fault> {
        let name = format!("half/{proposal}");
        let half: Option<String> = self.get(name.clone()).await?;
        self.remove(name).await?;
        Ok(half.and_then(|half| hex::decode(&half)))
    }

    /// The card of this number, if it can be a number at all.
    pub async fn card(&self, number: &str) -> Result<Option<CardCredential>, Fault> {
        match is_card(number) {
            true => self.get(format!("card/{number}")).await,
            false => Ok(None),
        }
    }

    /// Whose the card of this number is, and whether a PIN is the one that goes with it. No card, and one that nobody has,
    /// take as long to refuse.
    pub async fn check_pin(
        &self,
        passwords: &Passwords,
        number: Option<&str>,
        pin: String,
    ) -> Result<(Option<PersonId>, bool), Unchecked> {
        let kept = match number {
            Some(number) => self.card(number).await?,
            None => None,
        };
        let (patron, hash) = kept.map(|kept| (kept.patron, kept.hash)).unzip();
        Ok((patron, passwords.check_pin(pin, hash).await?))
    }

    /// The number of a patron's card.
    pub async fn card_of(&self, patron: PersonId) -> Result<Option<String>, Fault> {
        for name in self.names().await? {
            let Some(number) = name.strip_prefix("card/") else { continue };
            let card: Option<CardCredential> = self.get(name.clone()).await?;
            if card.is_some_and(|card| card.patron == patron) {
                return Ok(Some(number.to_owned()));
            }
        }
        Ok(None)
    }

    /// Keeps a card.
    pub async fn put_card(&self, number: &str, card: &CardCredential) -> Result<(), Fault> {
        self.put(format!("card/{number}"), card).await
    }

    /// Deletes a card.
    pub async fn remove_card(&self, number: &str) -> Result<(), Fault> {
        self.remove(format!("card/{number}")).await
    }

    /// The secret of a machine.
    pub async fn device(&self, device: DeviceId) -> Result<Option<DeviceCredential>, Fault> {
        self.get(format!("device/{device}")).await
    }

    /// Keeps the secret of a machine.
    pub async fn put_device(&self, device: DeviceId, sha256: [u8; 32]) -> Result<(), Fault> {
        self.put(
            format!("device/{device}"),
            &DeviceCredential { device, sha256: hex::encode(&sha256), by: None },
        )
        .await
    }

    /// Deletes the secret of a machine.
    pub async fn remove_device(&self, device: DeviceId) -> Result<(), Fault> {
        self.remove(format!("device/{device}")).await
    }

    /// The machine that a one-time code is for, and who gave it out.
    pub async fn code(&self, hash: [u8; 32]) -> Result<Option<(DeviceId, Option<PersonId>)>, Fault> {
        let code: Option<DeviceCredential> = self.get(format!("code/{}", hex::encode(&hash))).await?;
        Ok(code.map(|code| (code.device, code.by)))
    }

    /// Keeps a code that somebody gave out; those of machines for which `stands` says no are let go.
    pub async fn put_code(
        &self,
        (device, by): (DeviceId, Option<PersonId>),
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
            &DeviceCredential { device, sha256: hex::encode(&hash), by },
        )
        .await
    }

    /// Deletes a code.
    pub async fn remove_code(&self, hash: [u8; 32]) -> Result<(), Fault> {
        self.remove(format!("code/{}", hex::encode(&hash))).await
    }

    /// The code of the last payout that a patron has ordered.
    pub async fn payout(&self, patron: PersonId) -> Result<Option<PayoutCredential>, Fault> {
        self.get(format!("payout/{patron}")).await
    }

    /// Keeps the code of a payout in place of the last.
    pub async fn put_payout(&self, patron: PersonId, payout: &PayoutCredential) -> Result<(), Fault> {
        self.put(format!("payout/{patron}"), payout).await
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
pub fn is_card(number: &str) -> bool {
    (4..=24).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// Does something that waits for the disk away from the threads that answer requests.
pub async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Fault> + Send + 'static,
) -> Result<T, Fault> {
    tokio::task::spawn_blocking(work).await.unwrap_or(Err(Fault::Closed))
}
