//! The one who asks: an extractor that every route can have, and that never fails.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use punto_seen::Viewer;
use punto_site::{DeviceId, DeviceKind, Grant, Place, Right};
use punto_table::Actor;
use punto_vocab::{PersonId, Role};

use super::SessionId;
use crate::problem::ApiError;
use crate::reads;
use crate::state::App;

/// Who asks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Who {
    /// Nobody is signed in.
    #[default]
    Nobody,
    /// A guest of a demonstration.
    Guest(PersonId),
    /// A patron with a card.
    Patron(PersonId),
    /// Somebody on staff.
    Staff {
        /// The name in lines.
        name: PersonId,
        /// What they are trusted with.
        grants: Vec<Grant>,
    },
    /// An enrolled machine that nobody is signed in at.
    Device {
        /// Its id.
        id: DeviceId,
        /// What it is for.
        kind: DeviceKind,
        /// Where it is.
        place: Place,
    },
}

/// Who asks, with which session and on which machine.
#[derive(Clone, Debug, Default)]
pub struct Caller {
    /// Who.
    pub who: Who,
    /// The session by which they are who they are: a person's, or the machine's where nobody is signed in.
    pub session: Option<SessionId>,
    /// The enrolled machine, if it is one.
    pub device: Option<DeviceId>,
    /// Whether the person has a password for one sign-in only, and must choose another before anything else.
    pub must_change: bool,
    /// Whether the house asks a second factor of the person, who has set none up and must before anything else.
    pub factor_due: bool,
    /// Whether it is a program, which has a token in place of a password and no word where a person must answer.
    pub program: bool,
}

impl Caller {
    /// The patron or guest, if it is one.
    pub fn patron(&self) -> Option<PersonId> {
        match self.who {
            Who::Guest(name) | Who::Patron(name) => Some(name),
            Who::Nobody | Who::Staff { .. } | Who::Device { .. } => None,
        }
    }

    /// The person of staff, if it is one.
    pub fn staff(&self) -> Option<PersonId> {
        match self.who {
            Who::Staff { name, .. } => Some(name),
            Who::Nobody | Who::Guest(_) | Who::Patron(_) | Who::Device { .. } => None,
        }
    }

    /// The roles that the caller may work in at tables.
    pub fn roles(&self) -> impl Iterator<Item = Role> {
        let grants = match &self.who {
            Who::Staff { grants, .. } => grants.as_slice(),
            Who::Nobody | Who::Guest(_) | Who::Patron(_) | Who::Device { .. } => &[],
        };
        grants.iter().filter_map(|grant| match grant {
            Grant::Work(role) => Some(*role),
            Grant::Office(_) => None,
        })
    }

    /// What the caller may see of a table, if nothing else is asked for.
    ///
    /// Who has several roles sees what the least of them sees: who watches face-down cards asks for it by name.
    pub fn viewer(&self) -> Viewer {
        match &self.who {
            Who::Guest(name) | Who::Patron(name) => Viewer::Patron(*name),
            Who::Staff { .. } if self.is_unready() => Viewer::Public,
            Who::Staff { .. } => {
                let modest = self.roles().min_by_key(|role| sees_all(*role));
                modest.map_or(Viewer::Public, Viewer::Staff)
            }
            Who::Nobody | Who::Device { .. } => Viewer::Public,
        }
    }

    /// What the caller may see of a table in a role; a role that they do not have is denied.
    pub fn viewer_as(&self, role: Option<Role>) -> Result<Viewer, ApiError> {
        match role {
            None => Ok(self.viewer()),
            Some(role) => self.work(role).map(|_| Viewer::Staff(role)),
        }
    }

    /// Who speaks at a table; a role that the person does not have is denied.
    pub fn actor(&self, role: Option<Role>) -> Result<Actor, ApiError> {
        match (&self.who, role) {
            (Who::Guest(name) | Who::Patron(name), None) => Ok(Actor::Patron(*name)),
            (Who::Staff { .. }, None) => {
                let first = self.roles().next();
                let role = first.ok_or_else(|| ApiError::not_allowed("you have no role at tables"))?;
                self.work(role)
            }
            (_, Some(role)) => self.work(role),
            (Who::Nobody, None) => Err(ApiError::not_signed_in()),
            (Who::Device { .. }, None) => {
                Err(ApiError::not_allowed("a machine says nothing by itself; sign in"))
            }
        }
    }

    /// Whether a person of staff has yet to choose a password of their own, or to set up a second factor.
    pub(super) fn is_unready(&self) -> bool {
        self.must_change || self.factor_due
    }

    /// What they have to do first.
    pub(super) fn unready(&self) -> ApiError {
        ApiError::not_allowed(match self.must_change {
            true => "choose a password of your own first",
            false => "set up your second factor first",
        })
    }

    fn work(&self, role: Role) -> Result<Actor, ApiError> {
        match &self.who {
            Who::Nobody => Err(ApiError::not_signed_in()),
            Who::Staff { .. } if self.is_unready() => Err(self.unready()),
            Who::Staff { name, .. } if self.roles().any(|own| own == role) => Ok(Actor::Staff(role, *name)),
            Who::Staff { name, .. } => Err(ApiError::not_allowed(format!("{name} does not work as {role}"))),
            Who::Guest(_) | Who::Patron(_) | Who::Device { .. } => {
                Err(ApiError::not_allowed("only staff work in a role"))
            }
        }
    }

    /// Whether the caller is on staff and has a grant that allows it.
    pub fn has(&self, right: Right) -> bool {
        match &self.who {
            Who::Staff { grants, .. } => {
                let kept = self.program && right.takes_a_person();
                !self.is_unready() && !kept && grants.iter().any(|grant| grant.allows(right))
            }
            Who::Nobody | Who::Guest(_) | Who::Patron(_) | Who::Device { .. } => false,
        }
    }

    /// Passes only staff with a grant that allows it. The refusal is journalled on its way out, like every 403.
    /// Who reads the journal or other people's records by it is recorded, too.
    pub async fn need(&self, app: &App, right: Right) -> Result<(), ApiError> {
        match &self.who {
            Who::Nobody => Err(ApiError::not_signed_in()),
            Who::Staff { .. } if self.is_unready() => Err(self.unready()),
            Who::Staff { .. } if self.has(right) => match reads::reading(right) {
                Some(what) => reads::log(app, self, what, None).await,
                None => Ok(()),
            },
            Who::Staff { .. } | Who::Guest(_) | Who::Patron(_) | Who::Device { .. } => {
                Err(ApiError::not_allowed(format!("this takes the right to {right}")))
            }
        }
    }
}

/// Whether a role sees cards that lie face down.
fn sees_all(role: Role) -> bool {
    matches!(role, Role::Surveillance | Role::RegulatorInspector)
}

impl<S: Sync> FromRequestParts<S> for Caller {
    type Rejection = Infallible;

    /// The caller as the middleware found them; nobody where no middleware was.
    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Caller, Infallible> {
        Ok(parts.extensions.get::<Caller>().cloned().unwrap_or_default())
    }
}
