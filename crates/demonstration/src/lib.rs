//! What a demonstration adds: people of staff for every kind of screen, and players at its tables.

mod moves;
mod players;

use punto_http::problem::ApiError;
use punto_reception::auth::secret;
use punto_reception::state::{App, session_of};
use punto_site::{Command, Grant, GrantSet, On, Principal, Standing};
use punto_vocab::PersonId;

pub use players::begin as begin_play;

/// Sign-ins for a demonstration on this machine.
#[derive(Clone, Debug)]
pub struct DemoStaff {
    /// Names, and what each is there for.
    pub people: Vec<(&'static str, &'static str)>,
    /// The password of all of them, made afresh at every start.
    pub password: String,
}

/// Who is on staff in a demonstration.
const STAFF: [(&str, &str, &[&str]); 9] = [
    ("dealer", "deals at any table", &["dealer"]),
    (
        "supervisor",
        "approves, rules and enrols machines",
        &["game-supervisor", "casino-supervisor", "game-inspector"],
    ),
    ("manager", "answers for the electronic table, as its House, and for promotions", &["casino-operator"]),
    ("director", "runs tournaments", &["tournament-manager", "competition-director"]),
    ("inspector", "keeps the forms of a competition", &["table-inspector"]),
    ("scrutineer", "watches the draws of promotions", &["scrutineer"]),
    ("auditor", "reads the journal, checks it, asks for odds", &["auditor", "laboratory"]),
    ("cage", "registers patrons and moves money", &["cage"]),
    ("watcher", "sees every card, as surveillance does", &["surveillance"]),
];

/// Puts the staff of a demonstration in place, with a new password at every start.
pub async fn staff(app: &App) -> Result<DemoStaff, ApiError> {
    let password = secret::readable(3).map_err(ApiError::fault)?;
    let hash =
        app.passwords().hash(password.clone()).await.map_err(|error| ApiError::busy(error.to_string()))?;
    for (name, _, grants) in STAFF {
        let name: PersonId = name.parse().map_err(ApiError::fault)?;
        if !app.site().people.contains_key(&name) {
            let grants: Result<Vec<Grant>, _> = grants.iter().map(|grant| grant.parse()).collect();
            let grants = GrantSet::of(grants.map_err(ApiError::fault)?);
            app.say_site(Principal::System, Command::Hire { name, grants }).await?;
        }
    }
    let mut people = Vec::new();
    for (name, what, _) in STAFF {
        let who: PersonId = name.parse().map_err(ApiError::fault)?;
        if app.site().people.get(&who).is_some_and(|person| person.must_change) {
            begin(app, who).await?;
        }
        let usable = app.site().people.get(&who).is_some_and(|person| person.standing == Standing::Enabled);
        if usable {
            app.credentials().put_staff(who, hash.clone()).await?;
            people.push((name, what));
        }
    }
    Ok(DemoStaff { people, password })
}

/// A visitor should not be asked for a new password first, so it counts as chosen.
async fn begin(app: &App, name: PersonId) -> Result<(), ApiError> {
    let answer = app.say_site(Principal::System, Command::SignIn { name, on: On(None) }).await?;
    if let Some(session) = session_of(&answer) {
        app.say_site(Principal::Staff(name), Command::SetPassword { session }).await?;
        app.say_site(Principal::Staff(name), Command::SignOut { session }).await?;
    }
    Ok(())
}
