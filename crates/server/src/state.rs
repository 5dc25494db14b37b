//! What every handler has at hand: the floor, the journal, the clock, and who is signed in.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use punto_access::{Persons, VoucherNumbers, blocking};
use punto_accounts::Account;
use punto_config::Config;
use punto_config::Settings;
use punto_floor::{AnswerOf, Books, Clock, Floor, OutcomeOf, SaidTo, TableHandle, WoundClock};
use punto_journal::projection::{Follower, TermIndex};
use punto_journal::{Journal, SqliteJournal};
use punto_report::DealtCoups;
use punto_site::{
    Cause, Command, Concerned, DeviceId, DeviceKind, Happening, Place, Principal, Reason, Site, plain,
};
use punto_steward::Hall;
use punto_vocab::PersonId;
use punto_vocab::Time;
use punto_wire::SoftwareCheck;
use tokio::sync::watch;

use crate::auth::password::Passwords;
use crate::auth::secret::Token;
use crate::auth::{Caller, Credentials, Rate, Session, SessionId, Sessions, Who, Whose};
use crate::live::Hubs;
use crate::metrics::Metrics;
use crate::problem::{ApiError, account_problem, site_refusal};
use crate::reads::Reads;
use crate::rules::ShownClauses;

/// The running house: cheap to clone.
#[derive(Clone)]
pub struct App(Arc<Inner>);

/// What the house is made of.
pub(crate) struct Inner {
    pub(crate) config: Config,
    pub(crate) clock: Arc<dyn Clock>,
    /// The same, where it can be wound: in demonstrations only.
    pub(crate) wound: Option<WoundClock>,
    pub(crate) journal: Arc<dyn Journal>,
    pub(crate) sqlite: Arc<SqliteJournal>,
    /// What searches of the journal look things up in.
    pub(crate) search_index: Follower<TermIndex>,
    pub(crate) floor: Floor,
    pub(crate) hall: Hall,
    pub(crate) hubs: Hubs,
    pub(crate) settings: Arc<Settings>,
    pub(crate) sessions: Sessions,
    pub(crate) passwords: Passwords,
    pub(crate) credentials: Credentials,
    pub(crate) persons: Persons,
    pub(crate) vouchers: VoucherNumbers,
    pub(crate) reads: Reads,
    pub(crate) dealt_coups: DealtCoups,
    pub(crate) shown: ShownClauses,
    pub(crate) metrics: Metrics,
    pub(crate) rates: Rates,
    pub(crate) stop: watch::Sender<bool>,
    pub(crate) checked: Mutex<Option<SoftwareCheck>>,
    /// Held by whoever carries out what two persons have agreed to.
    pub(crate) carrying_out: tokio::sync::Mutex<()>,
    /// When the journal was last tried, and whether it took what was written.
    pub(crate) recorded: tokio::sync::Mutex<Option<(Instant, bool)>>,
    pub(crate) process: String,
}

/// How often something may be done.
pub(crate) struct Rates {
    pub(crate) sign_ins: Rate<IpAddr>,
    pub(crate) guests: Rate<IpAddr>,
    pub(crate) denials: Rate<PersonId>,
    /// Vouchers that are made of an account.
    pub(crate) vouchers: Rate<PersonId>,
    /// What a patron says.
    pub(crate) patrons: Rate<PersonId>,
    /// What somebody of staff says.
    pub(crate) staff: Rate<PersonId>,
    /// Changes that a patron makes to their own account: limits, exclusion, PIN.
    pub(crate) own_accounts: Rate<PersonId>,
}

impl App {
    pub(crate) fn new(inner: Inner) -> App {
        App(Arc::new(inner))
    }

    /// What the operator chose.
    pub fn config(&self) -> &Config {
        &self.0.config
    }

    /// The tables, the site and the accounts.
    pub fn floor(&self) -> &Floor {
        &self.0.floor
    }

    /// The tournaments.
    pub fn hall(&self) -> &Hall {
        &self.0.hall
    }

    /// The fan-outs of the tables, which know whose terminal answers.
    pub(crate) fn hubs(&self) -> &Hubs {
        &self.0.hubs
    }

    /// What everything is written to.
    pub fn journal(&self) -> &Arc<dyn Journal> {
        &self.0.journal
    }

    /// The same as it is kept: for backups while the server runs, and for what it has counted.
    pub fn sqlite(&self) -> &Arc<SqliteJournal> {
        &self.0.sqlite
    }

    /// What searches of the journal look things up in.
    pub(crate) fn search_index(&self) -> &Follower<TermIndex> {
        &self.0.search_index
    }

    /// The documents.
    pub fn books(&self) -> &Books {
        &self.0.config.books
    }

    /// The one clock.
    pub fn clock(&self) -> &dyn Clock {
        &*self.0.clock
    }

    /// The clock as something to be wound, in a demonstration.
    pub(crate) fn wound_clock(&self) -> Option<&WoundClock> {
        self.0.wound.as_ref()
    }

    /// The time now.
    pub fn now(&self) -> Time {
        self.0.clock.now()
    }

    /// What can be chosen anew while the house runs.
    pub fn settings(&self) -> &Settings {
        &self.0.settings
    }

    /// For whoever carries out what two persons have agreed to, one thing after another.
    pub(crate) fn carrying_out(&self) -> &tokio::sync::Mutex<()> {
        &self.0.carrying_out
    }

    /// Who is signed in.
    pub fn sessions(&self) -> &Sessions {
        &self.0.sessions
    }

    /// Makes and checks hashes of passwords.
    pub fn passwords(&self) -> &Passwords {
        &self.0.passwords
    }

    /// What people and machines prove themselves with.
    pub(crate) fn credentials(&self) -> &Credentials {
        &self.0.credentials
    }

    /// Which scenarios show which clauses.
    pub(crate) fn shown_clauses(&self) -> &ShownClauses {
        &self.0.shown
    }

    /// The finished coups of all tables, as far as somebody has asked for them.
    pub(crate) fn dealt_coups(&self) -> &DealtCoups {
        &self.0.dealt_coups
    }

    /// Who people are.
    pub(crate) fn persons(&self) -> &Persons {
        &self.0.persons
    }

    /// Which reads of personal data and of the journal have been recorded.
    pub(crate) fn reads(&self) -> &Reads {
        &self.0.reads
    }

    /// Makes and checks the numbers of vouchers.
    pub(crate) fn vouchers(&self) -> &VoucherNumbers {
        &self.0.vouchers
    }

    /// Becomes true when the server is about to stop.
    pub fn stopping(&self) -> watch::Receiver<bool> {
        self.0.stop.subscribe()
    }

    /// Tells everybody that the server is about to stop.
    pub(crate) fn stop(&self) {
        self.0.stop.send_replace(true);
    }

    pub(crate) fn metrics(&self) -> &Metrics {
        &self.0.metrics
    }

    pub(crate) fn rates(&self) -> &Rates {
        &self.0.rates
    }

    /// A name of this process, so that two starts do not share names of requests.
    pub(crate) fn process(&self) -> &str {
        &self.0.process
    }

    /// What the last check of the software came to.
    pub(crate) fn checked(&self) -> Option<SoftwareCheck> {
        self.0.checked.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn set_checked(&self, view: SoftwareCheck) {
        *self.0.checked.lock().unwrap_or_else(PoisonError::into_inner) = Some(view);
    }

    /// Sets the gauges that are read off the state rather than counted.
    pub(crate) fn gauge(&self) {
        metrics::gauge!("punto_tables").set(self.floor().tables().len() as f64);
        for (kind, fits) in [
            ("staff", (|whose| matches!(whose, Whose::Staff { .. })) as fn(&Whose) -> bool),
            ("patron", |whose| matches!(whose, Whose::Patron { .. })),
            ("guest", |whose| matches!(whose, Whose::Guest { .. })),
            ("device", |whose| matches!(whose, Whose::Device { .. })),
        ] {
            metrics::gauge!("punto_sessions", "kind" => kind).set(self.sessions().count(fits) as f64);
        }
        let tally = self.sqlite().tally();
        metrics::counter!("punto_journal_commits_total").absolute(tally.commits);
        metrics::counter!("punto_journal_records_total").absolute(tally.records);
        metrics::counter!("punto_journal_failures_total").absolute(tally.failures);
        metrics::gauge!("punto_journal_commit_longest_seconds").set(tally.longest.as_secs_f64());
        let indexed = self.search_index().progress();
        metrics::gauge!("punto_journal_position").set(indexed.of as f64);
        metrics::gauge!("punto_projection_position", "projection" => "search").set(indexed.done as f64);
        let timers = self.floor().timers();
        metrics::counter!("punto_timers_fired_total").absolute(timers.fired);
        for table in self.floor().tables() {
            let labels = [("table", table.name().to_string())];
            metrics::gauge!("punto_table_queue_depth", &labels).set(table.waiting() as f64);
        }
        metrics::gauge!("punto_timers_late_p99_seconds").set(timers.p99 as f64 / 1e6);
        let sound = self.checked().is_some_and(|view| view.sound == Some(true));
        metrics::gauge!("punto_software_sound").set(f64::from(u8::from(sound)));
    }

    /// The site as it stands.
    pub fn site(&self) -> Arc<Site> {
        self.floor().site().now()
    }

    /// The account of a patron, if there is one.
    pub async fn account(&self, patron: PersonId) -> Result<Option<Arc<Account>>, ApiError> {
        let account = self.floor().patron(patron).await?.now();
        Ok(account.holder.is_some().then_some(account))
    }

    /// Says something to the site; a refusal becomes the answer to the request.
    pub async fn say_site(&self, by: Principal, command: Command) -> Result<AnswerOf<Site>, ApiError> {
        match self.try_site(by, command).await? {
            OutcomeOf::Done(answer) => Ok(answer),
            OutcomeOf::Refused(refused) => Err(match refused.reason {
                Reason::NotGranted { .. } | Reason::NotStaff { .. } | Reason::MustChangePassword { .. } => {
                    ApiError::not_allowed(refused.reason.to_string())
                }
                Reason::UnknownPerson { .. }
                | Reason::UnknownDevice { .. }
                | Reason::NoSuchEvent { .. }
                | Reason::NoSuchProposal { .. } => ApiError::not_found(refused.reason.to_string()),
                _ => ApiError::refused(site_refusal(&refused)),
            }),
        }
    }

    /// Says something to the site.
    pub async fn try_site(&self, by: Principal, command: Command) -> Result<OutcomeOf<Site>, ApiError> {
        Ok(self.floor().site().say(SaidTo { key: None, by, command }).await?)
    }

    /// Says something to an account; a refusal becomes the answer to the request.
    pub async fn say_account(
        &self,
        patron: PersonId,
        said: SaidTo<Account>,
    ) -> Result<AnswerOf<Account>, ApiError> {
        match self.floor().patron(patron).await?.say(said).await? {
            OutcomeOf::Done(answer) => Ok(answer),
            OutcomeOf::Refused(refused) => Err(account_problem(&refused)),
        }
    }

    /// Raises a significant event; what cannot be journalled is at least logged.
    pub async fn note(&self, kind: punto_site::Kind, place: Place, what: Cause) {
        self.note_about(kind, place, [], what).await;
    }

    /// The same of what these people of staff did, none of whom is to see to it.
    pub async fn note_about(
        &self,
        kind: punto_site::Kind,
        place: Place,
        about: impl IntoIterator<Item = PersonId>,
        what: Cause,
    ) {
        tracing::info!(%kind, %place, %what, "significant event");
        let note = Command::Note { kind, place, about: Concerned::of(about), what };
        if let Err(error) = self.say_site(Principal::System, note).await {
            tracing::error!(%kind, error = %error.problem.detail, "a significant event could not be journalled");
        }
    }

    /// Who asks with these tokens.
    pub(crate) fn caller(&self, person: Option<&Token>, machine: Option<&Token>) -> Caller {
        if person.is_none() && machine.is_none() {
            return Caller::default();
        }
        let (site, now) = (self.site(), self.now());
        let find = |token: Option<&Token>| token.and_then(|token| self.sessions().find(token, &site, now));
        let machine = find(machine).and_then(|(id, session)| match session.whose {
            Whose::Device { device } => Some((id, device)),
            Whose::Staff { .. } | Whose::Patron { .. } | Whose::Guest { .. } => None,
        });
        let device = machine.map(|(_, device)| device);
        // A session that began at a machine is good there and nowhere else.
        let person = find(person).filter(|(_, session)| session.on.is_none() || session.on == device);
        match (person, machine) {
            (Some((id, session)), _) => self::person(&site, id, &session, device),
            (None, Some((session, id))) => match site.device(id) {
                Some(known) => {
                    let who = Who::Device { id, kind: known.kind, place: known.place };
                    Caller { who, session: Some(session), device, must_change: false }
                }
                None => Caller::default(),
            },
            (None, None) => Caller::default(),
        }
    }

    /// Who has just signed in with this token, at this machine.
    pub(crate) fn caller_of(&self, token: &Token, device: Option<DeviceId>) -> Caller {
        let (site, now) = (self.site(), self.now());
        let found = self.sessions().find(token, &site, now);
        found.map_or_else(Caller::default, |(id, session)| person(&site, id, &session, device))
    }

    /// The tables that a patron is at.
    pub fn tables_of(&self, patron: PersonId) -> Vec<String> {
        let at = |table: &TableHandle| {
            let moment = table.now();
            let open = moment.table.open.as_ref();
            open.is_some_and(|open| open.patrons.seated.values().any(|seated| *seated == patron))
        };
        self.floor().tables().iter().filter(|table| at(table)).map(|table| table.name().to_string()).collect()
    }

    /// Passes as much as one person may say in a second, by whatever way: every record that somebody can cause is bounded.
    pub(crate) fn not_too_often(&self, caller: &Caller) -> Result<(), ApiError> {
        let (rates, limits) = (self.rates(), self.config().limits);
        let (rate, who, most) = match &caller.who {
            Who::Guest(name) | Who::Patron(name) => (&rates.patrons, name, limits.patron_commands_per_second),
            Who::Staff { name, .. } => (&rates.staff, name, limits.staff_commands_per_second),
            // Nobody and machines sign in, which is counted by address; what they are denied is counted, too.
            Who::Nobody | Who::Device { .. } => return Ok(()),
        };
        rate.take(who, self.now()).map_err(|seconds| {
            ApiError::too_many(
                format!("one person says {most} things a second at most; wait a moment"),
                seconds,
            )
        })
    }

    /// Passes as many changes as a patron may make to their own account in a minute.
    pub(crate) fn changes_own_account(&self, patron: PersonId) -> Result<(), ApiError> {
        let taken = self.rates().own_accounts.take(&patron, self.now());
        taken.map_err(|seconds| {
            ApiError::too_many("limits, exclusion and PIN were changed often; wait", seconds)
        })
    }

    /// Journals that somebody was denied something. Who is denied too often in a minute is only told to wait.
    pub async fn denied(&self, caller: &Caller, act: &str, place: Place, why: &str) -> Result<(), ApiError> {
        let who = match &caller.who {
            Who::Nobody => return Ok(()),
            Who::Guest(name) | Who::Patron(name) | Who::Staff { name, .. } => *name,
            Who::Device { id, .. } => id.as_str().parse().map_err(ApiError::fault)?,
        };
        if let Err(seconds) = self.rates().denials.take(&who, self.now()) {
            return Err(ApiError::too_many("this was denied again and again; wait", seconds));
        }
        metrics::counter!("punto_denials_total").increment(1);
        let (Ok(act), by) = (act.parse(), plain(why)) else { return Ok(()) };
        self.say_site(Principal::System, Command::Deny { who, act, place, by }).await.map(|_| ())
    }

    /// Whether the journal takes what is written: tried, and the answer is good for a moment, however many ask.
    pub(crate) async fn can_record(&self) -> bool {
        const GOOD_FOR: Duration = Duration::from_secs(1);
        let mut tried = self.0.recorded.lock().await;
        if let Some((at, can)) = *tried
            && at.elapsed() < GOOD_FOR
        {
            return can;
        }
        let journal = self.journal().clone();
        let put = blocking(move || journal.put("setting", "ready", b"")).await;
        if let Err(fault) = &put {
            tracing::warn!(%fault, "the journal takes nothing");
        }
        *tried = Some((Instant::now(), put.is_ok()));
        put.is_ok()
    }

    /// Whether wagering is closed for the whole house, and why.
    pub fn closed(&self) -> Option<String> {
        let site = self.site();
        let fault = site
            .notices
            .values()
            .find(|notice| notice.severity == punto_site::Severity::Fault && notice.place == Place::Site);
        fault.map(|notice| notice.what.to_string())
    }
}

/// The person of a session.
fn person(site: &Site, id: SessionId, session: &Session, device: Option<DeviceId>) -> Caller {
    let mut caller = Caller { session: Some(id), device, ..Caller::default() };
    caller.who = match session.whose {
        Whose::Guest { name } => Who::Guest(name),
        Whose::Patron { name } => Who::Patron(name),
        Whose::Staff { name, .. } => {
            let person = site.people.get(&name);
            caller.must_change = person.is_some_and(|person| person.must_change);
            let grants = person.map(|person| person.grants.iter().copied().collect());
            Who::Staff { name, grants: grants.unwrap_or_default() }
        }
        // A machine's token in a person's cookie is nobody.
        Whose::Device { .. } => return Caller { device, ..Caller::default() },
    };
    caller
}

/// The number of the session that a sign-in began.
pub(crate) fn session_of(answer: &AnswerOf<Site>) -> Option<u32> {
    answer.happened.iter().find_map(|event| match event.what {
        Happening::SignedIn { session, .. } => Some(session),
        _ => None,
    })
}

/// Whether people sign in at a machine of this kind.
pub(crate) fn signs_in_at(kind: DeviceKind) -> bool {
    matches!(kind, DeviceKind::Console | DeviceKind::Terminal)
}
