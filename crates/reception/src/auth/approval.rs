//! A second person approves a line at the screen of somebody who is signed in there, and signs nobody in or out.

use std::net::IpAddr;

use axum::http::StatusCode;
use punto_site::{Bar, Command, Given, Grant, Happening, On, Person, Place, Principal, Right, Seconded};
use punto_vocab::{PersonId, Role};
use punto_wire::{Approver, ProblemCode};

use super::sign_in::{not_too_often, proved};
use super::{Caller, Who, Whose};
use crate::problem::ApiError;
use crate::state::App;

/// Somebody of staff who has another approve what is said at their screen.
pub struct Asking {
    session: u32,
    on: On,
}

impl Asking {
    /// The caller, if they are on staff and signed in.
    pub fn of(app: &App, caller: &Caller) -> Result<Asking, ApiError> {
        let whose = caller.session.and_then(|id| app.sessions().get(id)).map(|session| session.whose);
        match (&caller.who, whose) {
            (Who::Staff { .. }, _) if caller.is_unready() => Err(caller.unready()),
            (Who::Staff { .. }, _) if caller.program => {
                Err(ApiError::not_allowed("a program has nobody approve a line"))
            }
            (Who::Staff { .. }, Some(Whose::Staff { session, .. })) => {
                Ok(Asking { session, on: On(caller.device) })
            }
            (Who::Nobody | Who::Staff { .. }, _) => Err(ApiError::not_signed_in()),
            (Who::Guest(_) | Who::Patron(_) | Who::Device { .. }, _) => {
                Err(ApiError::not_allowed("only staff have somebody approve a line"))
            }
        }
    }

    /// Who speaks, if they prove who they are and may. The site records it before anything is said at the table.
    pub async fn approved(
        &self,
        app: &App,
        address: IpAddr,
        approver: &Approver,
        role: Role,
        (place, line): (Place, Seconded),
    ) -> Result<punto_table::Actor, ApiError> {
        not_too_often(app, address)?;
        let code = approver.code.as_deref();
        let proved = proved(app, &approver.name, approver.password.clone(), code).await?;
        let command = self.report(app, &approver.name, proved, role, (place, line));
        let answer = app.say_site(Principal::System, command).await?;
        let judged = answer.happened.iter().find_map(|event| judged(app, &event.what));
        let judged = judged.unwrap_or_else(|| Err(not_approved(UNPROVED)));
        let result = if judged.is_ok() { "done" } else { "refused" };
        metrics::counter!("punto_approvals_total", "result" => result).increment(1);
        tracing::info!(%place, result, "approval");
        judged
    }

    /// The second person for something away from the tables, if one is named: somebody who answers for the house. It is
    /// on record like a line.
    pub async fn seconded(
        app: &App,
        (caller, address): (&Caller, IpAddr),
        approver: Option<&Approver>,
        what: Seconded,
    ) -> Result<Option<PersonId>, ApiError> {
        let Some(approver) = approver else { return Ok(None) };
        let (asking, site) = (Asking::of(app, caller)?, app.site());
        let person = approver.name.parse().ok().and_then(|name: PersonId| site.people.get(&name));
        let mut roles = person.into_iter().flat_map(Person::roles);
        let role = roles.find(|role| Grant::Work(*role).allows(Right::ApproveAdjustment));
        let role = role.unwrap_or(Role::GamingManager);
        Ok(asking.approved(app, address, approver, role, (Place::Site, what)).await?.name())
    }

    /// What the server has found out, as the site is told it.
    fn report(
        &self,
        app: &App,
        typed: &str,
        proved: Option<PersonId>,
        role: Role,
        (place, line): (Place, Seconded),
    ) -> Command {
        let (session, on, site) = (self.session, self.on, app.site());
        let known = typed.parse::<PersonId>().ok().filter(|name| site.people.contains_key(name));
        // Whoever may not approve counts like a wrong password, so that nobody learns at a screen of theirs that one is right.
        let may = |name: &PersonId| {
            let person = site.people.get(name);
            let ready = |person: &Person| !person.must_change && !app.factor_due(person);
            person.is_some_and(|person| ready(person) && person.grants.contains(&Grant::Work(role)))
        };
        let own = site.session(session).map(|session| session.who);
        match (known, proved.filter(|name| may(name) || own == Some(*name))) {
            (Some(name), Some(_)) => Command::ApproveLine { name, role, session, on, place, line },
            (Some(name), None) => Command::MissApproval { name, session, on, place, line },
            (None, _) => {
                Command::FailApprovalUnknown { given: Given::clean(typed), session, on, place, line }
            }
        }
    }
}

/// The one answer to an unknown name, a wrong password and an account that cannot be used.
const UNPROVED: &str = "this is not approved: name and password do not fit, or the person may not approve";

/// Who speaks, by the site's record, or why not. That a password is right is told only to the person whose own it is.
fn judged(app: &App, what: &Happening) -> Option<Result<punto_table::Actor, ApiError>> {
    Some(match what {
        Happening::LineApproved { name, role, .. } => Ok(punto_table::Actor::Staff(*role, *name)),
        Happening::ApprovalBarred { name, bar, who, .. } => Err(match bar {
            Bar::Locked => locked(app, *name, *who),
            Bar::SamePerson => not_approved(format!("this takes another person than {who}")),
            Bar::Disabled | Bar::OneTimePassword | Bar::NotInRole => not_approved(UNPROVED),
        }),
        Happening::ApprovalMissed { .. } | Happening::ApprovalUnknown { .. } => Err(not_approved(UNPROVED)),
        _ => return None,
    })
}

fn not_approved(sentence: impl Into<String>) -> ApiError {
    ApiError::new(StatusCode::FORBIDDEN, ProblemCode::NotApproved, sentence)
}

fn locked(app: &App, name: PersonId, who: PersonId) -> ApiError {
    let now = app.now();
    let until = app.site().approvals_locked((name, who), now);
    let micros = until.map_or(0, |until| until.0.saturating_sub(now.0)).unsigned_abs();
    ApiError::too_many("there were too many wrong passwords; wait a little", micros.div_ceil(1_000_000))
}
